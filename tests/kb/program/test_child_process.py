"""The search path of a second process: that of this process, without the working folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kb.program import child_process
from kb.program.child_process import module_command

ROOT = Path(__file__).resolve().parents[3]


def output_of(module: str, *arguments: str, cwd: Path) -> list[str]:
    command = module_command(module, *arguments)
    return subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True).stdout.splitlines()


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a folder with a module, and a name that is not ASCII, on the search path."""
    folder = tmp_path / "pâckages"
    folder.mkdir()
    (folder / "asked.py").write_text(
        "import sys\nprint(__name__, *sys.argv[1:])\nprint(*map(ascii, sys.path), sep='\\n')\n"
    )
    monkeypatch.syspath_prepend(folder)
    return folder


def test_a_module_is_run_as_the_main_module(packages: Path, tmp_path: Path) -> None:
    """The module has the name `__main__`, its arguments, and the search path of this process."""
    first, *path = output_of("asked", "-m", "two words", cwd=tmp_path)
    assert first == "__main__ -m two words"
    assert path == [ascii(entry) for entry in sys.path if entry]


@pytest.mark.parametrize("written", ["", ".", "absolute"])
def test_the_working_folder_is_left_out(
    packages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    """The working folder is no part of the search path, in whatever form this process has it in its own."""
    folder = tmp_path / "strange"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [str(folder) if written == "absolute" else written, *sys.path])
    _, *path = output_of("asked", cwd=folder)
    assert path == [ascii(entry) for entry in sys.path[1:]]


def test_the_working_folder_of_the_program_itself_is_kept(packages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With `python -m cli` in a clone, the second process imports from the clone too."""
    monkeypatch.chdir(packages)
    monkeypatch.setattr(child_process, "_PACKAGES", packages)
    assert output_of("asked", cwd=packages)[1] == ascii(str(packages))
