"""On a full or read-only disk a command prints one clear line and leaves no partial file; with room it works again."""

from __future__ import annotations

import gc
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from kb.storage.store import Store
from tests.editions import edition_text

ROOT = Path(__file__).resolve().parents[2]
DAY = date(2020, 5, 1)
KIB = 1024


class Disk:
    """A small file system for one test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        folder.mkdir()
        self._run("mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(folder))

    def _run(self, *command: str) -> None:
        subprocess.run(command, check=True, capture_output=True)

    def remount(self, option: str) -> None:
        """Mount the disk again with other options."""
        self._run("mount", "-o", f"remount,{option}", str(self.folder))

    def leave(self, kib: int) -> None:
        """Shrink the disk so that a number of KiB are free."""
        used = sum(path.stat().st_blocks * 512 for path in self.folder.rglob("*"))
        self.remount(f"size={used // KIB + kib}k")

    def unmount(self) -> None:
        self._run("umount", "--lazy", str(self.folder))


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """Mount a disk for one test; skip the test if that isn't allowed."""
    try:
        small = Disk(tmp_path / "disk")
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no file system can be mounted here; that takes the rights of root")
    yield small
    small.unmount()


@pytest.fixture
def document(tmp_path: Path) -> Path:
    """A document with an edition of 900 rules."""
    path = tmp_path / "edition.txt"
    path.write_text(edition_text(DAY, [f"Lantern {number} is lit." for number in range(900)]), encoding="utf-8")
    return path


def only_error(outcome: Any) -> str:
    """Return the only line of error."""
    (line,) = (line for line in outcome.err.splitlines() if not line.startswith(("rules: reading", "rules: building")))
    assert outcome.status == 2
    assert line.startswith("rules: error: ")
    assert "fault of the program" not in line
    return str(line)


def contents(home: Path) -> list[str]:
    with Store.open(home) as store:
        return list(store.connection.iterdump())


@pytest.mark.parametrize("kib", [4, 40, 120, 250, 450])
def test_no_room_for_the_first_command(rules: Any, disk: Disk, kib: int) -> None:
    """Without room for the starter data, the first command leaves only files from which the next run can continue."""
    disk.remount(f"size={kib}k")
    line = only_error(rules("editions", home=disk.home))
    assert str(disk.home) in line
    assert "full" in line or "No space" in line
    assert not list(disk.home.glob("*.new*"))
    disk.remount("size=20m")
    assert rules("show", "306.5", home=disk.home).status == 0
    assert rules("search", "loyalty", home=disk.home).status == 0


@pytest.mark.parametrize("kib", [0, 60, 200])
def test_no_room_for_an_edition(rules: Any, disk: Disk, home: Path, document: Path, kib: int) -> None:
    """An edition without room isn't stored at all; the other editions stay, and no temporary files are left."""
    shutil.copytree(home, disk.home)
    before = contents(disk.home)
    disk.leave(kib)
    for form in ((), ("--json",)):
        assert str(disk.home) in only_error(rules("ingest", str(document), *form, home=disk.home))
        assert contents(disk.home) == before
    assert rules("show", "306.5", home=disk.home).status == 0
    disk.remount("size=20m")
    assert rules("ingest", str(document), home=disk.home).status == 0
    assert rules("show", "100.1", "--as-of", str(DAY), home=disk.home).out.startswith("100.1. Lantern 0 is lit.")


def test_no_room_for_the_index(rules: Any, disk: Disk, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the index has no room, the search works without an index, says so, and leaves no files."""
    expected = rules("search", "loyalty", "--json", home=home).data
    monkeypatch.setenv("RULES_CACHE", str(disk.home))
    (disk.folder / "other").write_bytes(bytes(10_000))
    for kib in (0, 8, 100):
        disk.leave(kib)
        outcome = rules("search", "loyalty", "--json", home=home)
        assert outcome.data == expected
        (line,) = outcome.messages
        assert line.startswith("rules: indexing the rules in memory")
        assert "No space left on device" in line
        assert not list((disk.home / "search").glob("*"))
    # A file that is still open would be reported here.
    gc.collect()


def test_no_room_for_an_export(rules: Any, disk: Disk, starter_home: Path) -> None:
    """A failed export leaves no file, in any format."""
    disk.leave(8)
    for form in ("json", "text", "sqlite"):
        line = only_error(rules("export", str(disk.folder / "out"), "--format", form, home=starter_home))
        assert line.startswith(f"rules: error: cannot write {disk.folder}")
        assert not list(disk.folder.iterdir())


def test_a_disk_that_cannot_be_written(
    rules: Any, disk: Disk, home: Path, document: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading commands work with and without an index; writing commands say why they can't write."""
    shutil.copytree(home, disk.home)
    for cache in (disk.folder, home.with_name("cache")):
        monkeypatch.setenv("RULES_CACHE", str(cache))
        disk.remount("ro")
        assert rules("show", "306.5", home=disk.home).status == 0
        assert rules("search", "loyalty", home=disk.home).status == 0
        for command in (("ingest", str(document)), ("ingest", str(document), "--json"), ("sync", "--all")):
            assert "Read-only file system" in only_error(rules(*command, home=disk.home))
        assert "Read-only file system" in only_error(rules("export", str(disk.folder / "x.json"), home=disk.home))
        disk.remount("rw")


KILLED = """
import os, sys
from pathlib import Path
from kb.storage.store import Store

store = Store.open(Path(sys.argv[1]))
with store.transaction():
    store.set_meta("note", "x" * 10_000)
os.kill(os.getpid(), 9)
"""


def test_left_in_the_middle_of_writing(rules: Any, disk: Disk, home: Path) -> None:
    """A reader sees the finished work of a killed writer, or an error about its log, but never half a transaction."""
    shutil.copytree(home, disk.home)
    subprocess.run([sys.executable, "-c", KILLED, str(disk.home)], cwd=ROOT, check=False)
    disk.remount("ro")
    assert rules("show", "306.5", home=disk.home).status == 0
    disk.remount("rw")
    (disk.home / "rules.sqlite-shm").unlink()
    disk.remount("ro")
    assert "in the middle of writing" in only_error(rules("show", "306.5", home=disk.home))
    disk.remount("rw")
    assert rules("show", "306.5", home=disk.home).status == 0


def run(*arguments: str, home: Path, prepare: Callable[[], None] | None = None, **streams: Any) -> Any:
    """Run the program in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "cli", *arguments],
        cwd=ROOT, env={**os.environ, "RULES_HOME": str(home)}, preexec_fn=prepare, text=True, check=False,
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams},
    )  # fmt: skip


@pytest.mark.parametrize("kib", [16, 64, 256])
def test_no_more_than_the_system_allows(home: Path, document: Path, kib: int) -> None:
    """A limit of the system on the size of files is like a full disk."""
    before = contents(home)
    outcome = run(
        "ingest", str(document), home=home,
        prepare=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (kib * KIB, kib * KIB)),
    )  # fmt: skip
    assert outcome.returncode == 2
    assert [line for line in outcome.stderr.splitlines() if "error" in line] == [outcome.stderr.splitlines()[-1]]
    assert outcome.stderr.splitlines()[-1].startswith(f"rules: error: cannot write the knowledge base in {home}")
    assert contents(home) == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize(
    "arguments", [("show", "306"), ("show", "306", "--json"), ("show", "999", "--json"), ("--help",)]
)
def test_no_room_for_the_answer(starter_home: Path, arguments: tuple[str, ...]) -> None:
    """An answer that can't be written is one line of error, not a traceback."""
    with Path("/dev/full").open("w") as full:
        outcome = run(*arguments, home=starter_home, stdout=full)
    assert outcome.returncode == 2
    assert outcome.stderr.splitlines()[-1] == "rules: error: cannot write the answer: No space left on device"
    assert "Traceback" not in outcome.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_no_room_for_messages(starter_home: Path) -> None:
    """Without room for messages, the answer and the exit status stay the same."""
    with Path("/dev/full").open("w") as full:
        shown = run("show", "306.5", "--lang", "fr", home=starter_home, stderr=full)
        missing = run("show", "999.1", home=starter_home, stderr=full)
    assert (shown.returncode, missing.returncode) == (0, 1)
    assert shown.stdout.startswith("306.5")


@pytest.mark.parametrize("stream", [1, 2])
def test_a_stream_that_is_closed(starter_home: Path, stream: int) -> None:
    """The program works even if standard output or standard error is closed."""

    def close() -> None:
        with suppress(OSError):
            os.close(stream)

    outcome = run("show", "306.5", home=starter_home, prepare=close)
    assert outcome.returncode == 0
    assert not outcome.stderr
