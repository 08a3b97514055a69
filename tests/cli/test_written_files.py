"""Files that commands write: whole or not at all, over another file only with --force, and into what is no file."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from datetime import date
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from cli.app import main
from cli.user_files.atomic_write import output_file, write_whole
from kb.errors import BadValue, StoreError
from tests.editions import edition_text

ROOT = Path(__file__).resolve().parents[2]

WRITERS = [
    ("export", "FILE", "--format", "text"), ("export", "FILE", "--format", "jsonl"),
    ("export", "FILE", "--format", "sqlite"), ("translation", "export", "FILE", "--format", "csv"),
    ("refs", "306.9", "--format", "dot", "-o", "FILE"), ("compare", "306.5b", "--format", "html", "-o", "FILE"),
    ("diff", "2020-01-01", "2021-01-01", "--format", "html", "-o", "FILE"),
]  # fmt: skip
"""Every command that writes a file."""


@pytest.fixture(scope="module")
def filled_home(tmp_path_factory: pytest.TempPathFactory, starter_home: Path) -> Path:
    """Make a knowledge base with the starter data and two small editions. Tests must not write to it."""
    home = tmp_path_factory.mktemp("filled") / "home"
    shutil.copytree(starter_home, home)
    for day, text in ((date(2020, 1, 1), "is lit"), (date(2021, 1, 1), "glows")):
        file = home.parent / f"{day}.txt"
        file.write_text(edition_text(day, [f"Lantern {number} {text}." for number in range(30)]), encoding="utf-8")
        assert main(["--home", str(home), "ingest", str(file)]) == 0
    return home


@pytest.fixture(params=WRITERS, ids=" ".join)
def write(request: pytest.FixtureRequest, rules: Any, filled_home: Path) -> Any:
    """Return a function that runs a command that writes a file."""

    def run(file: Path | str, *options: str) -> Any:
        arguments = (str(file) if each == "FILE" else each for each in request.param)
        return rules(*arguments, *options, home=filled_home)

    run.arguments = request.param  # type: ignore[attr-defined]
    return run


def test_a_new_file(write: Any, tmp_path: Path) -> None:
    """The file is written, and one line says so."""
    file = tmp_path / "a file.out"
    outcome = write(file)
    assert outcome.out == ""
    assert next(line for line in outcome.err.splitlines() if "wrote" in line).startswith(f"rules: wrote {file}")
    assert file.stat().st_size
    assert [each.name for each in tmp_path.iterdir()] == ["a file.out"]
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(file.stat().st_mode) == 0o666 & ~umask


def test_an_existing_file(write: Any, tmp_path: Path) -> None:
    """Only --force writes over a file, which then keeps its permissions."""
    file = tmp_path / "there"
    file.write_text("mine")
    file.chmod(0o640)
    refused = write(file)
    assert (refused.status, file.read_text()) == (2, "mine")
    assert refused.err.count("\n") == 1 and "--force" in refused.err
    write(file, "--force")
    assert file.read_bytes() != b"mine"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_link(write: Any, tmp_path: Path) -> None:
    """A link stays a link: the file that it leads to is written, and needs --force too."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    target, link = folder / "target", tmp_path / "link"
    link.symlink_to(Path("elsewhere") / "target")
    write(link)
    assert link.is_symlink() and target.stat().st_size
    target.write_text("mine")
    assert "--force" in write(link).err
    assert target.read_text() == "mine"
    write(link, "--force")
    assert link.is_symlink() and target.read_bytes() != b"mine"
    link.unlink()
    link.symlink_to(link)
    assert write(link).status == 2 and link.is_symlink()


def make_device(file: Path, model: str) -> Path:
    """Make a device like another one. A failing test that runs as root must not replace the devices of the system."""
    try:
        os.mknod(file, stat.S_IFCHR | 0o666, Path(model).stat().st_rdev)
        with file.open("wb"):
            return file
    except (OSError, AttributeError):
        pytest.skip("no device can be made here; that takes the rights of root")


def test_a_device(write: Any, tmp_path: Path) -> None:
    """The null device stays a device, also if a link leads to it."""
    device, link = make_device(tmp_path / "null", os.devnull), tmp_path / "link"
    link.symlink_to(device)
    for name in (device, link):
        outcome = write(name)
        assert "wrote" in outcome.err and "error" not in outcome.err
        assert stat.S_ISCHR(device.stat().st_mode)
    assert link.is_symlink()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_device(write: Any, tmp_path: Path) -> None:
    device = make_device(tmp_path / "full", "/dev/full")
    outcome = write(device)
    assert outcome.status == 2
    assert outcome.err.splitlines()[-1] == f"rules: error: cannot write {device}: No space left on device"
    assert stat.S_ISCHR(device.stat().st_mode)


def test_a_pipe_with_a_name(write: Any, tmp_path: Path) -> None:
    """A pipe gets the content, and stays a pipe."""
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    write(pipe)
    reader.join(30)
    assert read[0] and stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="open files have no names here")
def test_a_process_substitution(write: Any, filled_home: Path) -> None:
    """The shell gives `-o >(less)` the name of a pipe under /dev/fd."""
    read, end = os.pipe()
    arguments = [f"/dev/fd/{end}" if each == "FILE" else each for each in write.arguments]
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", *arguments], cwd=ROOT, env={**os.environ, "RULES_HOME": str(filled_home)},
        pass_fds=[end], stderr=subprocess.PIPE,
    )  # fmt: skip
    os.close(end)
    with os.fdopen(read, "rb") as pipe:
        assert len(pipe.read()) > 20
    assert b"rules: wrote /dev/fd/" in process.communicate(timeout=30)[1]


def test_a_folder(write: Any, tmp_path: Path) -> None:
    """A folder is one line of error, with --force too."""
    for options in ((), ("--force",)):
        outcome = write(tmp_path, *options)
        assert outcome.status == 2 and outcome.err.count("\n") == 1
        assert "it is a folder" in outcome.err


@pytest.mark.skipif(not Path("/proc/self/fd/1").exists(), reason="stdout has no name in the file system")
@pytest.mark.parametrize("name", ["stdout", "-"])
@pytest.mark.parametrize("redirected", [True, False])
def test_standard_output(write: Any, filled_home: Path, tmp_path: Path, name: str, redirected: bool) -> None:
    """Each name of stdout is stdout, whether it is a pipe or a file; a file is appended to as the shell says."""
    if "sqlite" in write.arguments:
        assert "goes to a file" in write("-").err
        return
    # A link like /dev/stdout, which a failing test that runs as root must not replace.
    link = tmp_path / "stdout"
    link.symlink_to("/proc/self/fd/1")
    arguments = [("-" if name == "-" else str(link)) if each == "FILE" else each for each in write.arguments]
    command = [sys.executable, "-m", "cli", *arguments]
    environment = {**os.environ, "RULES_HOME": str(filled_home)}
    if redirected:
        file = tmp_path / "out"
        file.write_text("before\n")
        with file.open("a") as stream:
            subprocess.run(command, cwd=ROOT, env=environment, stdout=stream, stderr=subprocess.PIPE, check=False)
        before, _line, written = file.read_bytes().partition(b"\n")
        assert before == b"before"
    else:
        run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
        written = run.stdout
        assert b"wrote" not in run.stderr
    assert len(written) > 20
    assert link.is_symlink()


class TestWriteWhole:
    def test_a_failure_leaves_everything(self, tmp_path: Path) -> None:
        """After an error or Ctrl-C the file is as it was, and no draft is left."""
        file = tmp_path / "file"
        file.write_text("mine")
        for problem, raised in ((OSError(28, "No space left on device"), StoreError), (KeyboardInterrupt(), None)):

            def fill(draft: Path, problem: BaseException = problem) -> None:
                draft.write_text("half")
                raise problem

            with pytest.raises(raised or KeyboardInterrupt):
                write_whole(file, fill)
            assert file.read_text() == "mine"
            assert [each.name for each in tmp_path.iterdir()] == ["file"]

    def test_a_name_that_no_file_can_have(self, tmp_path: Path) -> None:
        for name in ("x" * 300, "a\0b", "no/such/folder/x"):
            with pytest.raises(StoreError, match="cannot write"):
                write_whole(tmp_path / name, lambda draft: draft.write_text("x"))
            assert output_file(tmp_path / name, force=False) == tmp_path / name
        write_whole(tmp_path / ("x" * 250), lambda draft: draft.write_text("x"))

    def test_a_rename_that_fails(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Some network file systems refuse to rename: one line, and no draft."""

        def refuse(self: Path, target: Path) -> None:
            raise OSError(16, "Device or resource busy", str(target))

        monkeypatch.setattr(Path, "replace", refuse)
        with pytest.raises(StoreError, match=r"cannot write .*file: Device or resource busy"):
            write_whole(tmp_path / "file", lambda draft: draft.write_text("x"))
        assert list(tmp_path.iterdir()) == []

    def test_what_may_be_written(self, tmp_path: Path) -> None:
        file = tmp_path / "file"
        assert output_file(None, force=False) is None
        assert output_file(Path("-"), force=False) is None
        assert output_file(file, force=False) == file
        file.touch()
        with pytest.raises(BadValue, match="--force"):
            output_file(file, force=False)
        assert output_file(file, force=True) == file
        with pytest.raises(BadValue, match="folder"):
            output_file(tmp_path, force=True)


def test_an_interrupted_export_leaves_nothing(starter_home: Path, tmp_path: Path) -> None:
    """Ctrl-C while a pipe waits for its reader ends the export; the pipe stays."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", "export", str(pipe), "--format", "text"],
        cwd=ROOT, env={**os.environ, "RULES_HOME": str(starter_home), "TMPDIR": str(tmp_path)}, stderr=subprocess.PIPE,
    )  # fmt: skip
    until = time.monotonic() + 30
    while not list(tmp_path.glob("rules-*/draft")) and time.monotonic() < until:
        time.sleep(0.02)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    assert (process.communicate(timeout=30)[1], process.returncode) == (b"", 130)
    assert [each.name for each in tmp_path.iterdir()] == ["pipe"]
