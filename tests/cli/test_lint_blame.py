"""`rules lint --blame`: the day of a line, and what is said where git knows none.

701.18 was Scry until 2025, and is Play since; Scry is 701.22. A line of 2024 with 701.18 is wrong, one of 2025-07 is
right. Without a day, the line means the rules in force, and is right, too.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

_LINE = "see CR 701.18\n"
_OLD, _NEW, _NOW = ("reused", "701.22"), ("ok", None), ("ok", None)


def _git(folder: Path, *arguments: str, day: str = "2024-12-01") -> None:
    moment = f"{day}T12:00:00Z"
    names = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"}
    dates = {"GIT_AUTHOR_DATE": moment, "GIT_COMMITTER_DATE": moment}
    subprocess.run(
        ["git", "-c", "protocol.file.allow=always", *arguments], cwd=folder, check=True, capture_output=True,
        env={**os.environ, **names, **dates},
    )  # fmt: skip


def _commit(folder: Path, name: str, text: str, day: str = "2024-12-01") -> Path:
    """Commit a file on a day. Make the repository if there is none."""
    if not (folder / ".git").exists():
        folder.mkdir(exist_ok=True)
        _git(folder, "init", "-q")
    file = folder / name
    file.write_text(text)
    _git(folder, "add", name)
    _git(folder, "commit", "-qm", "change", day=day)
    return file


@pytest.fixture
def lint(rules: Any, every_edition: Path) -> Any:
    """Return a function that checks paths and returns the verdicts with their suggestions, and the lines of stderr."""

    def run(*paths: Path) -> tuple[list[tuple[str, str | None]], list[str]]:
        outcome = rules("lint", "--blame", *map(str, paths), "--json", home=every_edition)
        found = [(each["verdict"], each["suggestion"]) for each in outcome.data["citations"]]
        return found, [line for line in outcome.err.splitlines() if "no date" in line]

    return run


def _blames(folder: Path) -> int:
    """Return the number of runs of `git blame` that git noted in a folder."""
    return sum('"name":"blame"' in note.read_text() for note in folder.iterdir())


def test_the_day_of_a_line(lint: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = _commit(tmp_path / "a", "a.txt", _LINE)
    _commit(tmp_path / "a", "a.txt", _LINE * 2, "2025-07-01")
    notes = tmp_path / "notes"
    notes.mkdir()
    monkeypatch.setenv("GIT_TRACE2_EVENT", str(notes))
    for _run in range(2):  # the second run reads the cache
        assert lint(file) == ([_OLD, _NEW], [])
        assert _blames(notes) == 1


def test_a_line_that_is_not_committed(lint: Any, tmp_path: Path) -> None:
    file = _commit(tmp_path / "a", "a.txt", _LINE)
    file.write_text(_LINE * 2)
    assert lint(file) == ([_OLD, _NOW], [])


def test_outside_of_any_repository(lint: Any, tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(_LINE)
    found, said = lint(tmp_path)
    assert found == [_NOW, _NOW]
    assert len(said) == 1
    assert "is in no git checkout" in said[0]


@pytest.mark.parametrize("is_present", [False, True])
def test_git_cannot_be_started(lint: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_present: bool) -> None:
    """Without git on the path, or with one that isn't a program, lines have no day."""
    files = [_commit(tmp_path / name, "a.txt", _LINE) for name in ("a", "b")]
    programs = tmp_path / "programs"
    programs.mkdir()
    if is_present:
        (programs / "git").write_text("nothing")
    monkeypatch.setenv("PATH", str(programs))
    found, said = lint(*files)
    assert found == [_NOW, _NOW]
    assert len(said) == 1
    assert "git isn't installed" in said[0]


def test_a_shallow_clone(lint: Any, tmp_path: Path) -> None:
    """Its oldest commit has all older lines, so that git would give them a wrong day."""
    _commit(tmp_path / "a", "a.txt", _LINE)
    _commit(tmp_path / "a", "a.txt", _LINE * 2, "2025-07-01")
    _git(tmp_path, "clone", "-q", "--depth", "1", (tmp_path / "a").as_uri(), "b")
    found, said = lint(tmp_path / "b")
    assert found == [_NOW, _NOW]
    assert len(said) == 1
    assert "is a shallow clone" in said[0]


def test_newer_lines_of_a_shallow_clone(lint: Any, tmp_path: Path) -> None:
    """The lines of its other commits have their days."""
    _commit(tmp_path / "a", "a.txt", _LINE)
    _commit(tmp_path / "a", "a.txt", f"new\n{_LINE}", "2025-06-01")
    _commit(tmp_path / "a", "a.txt", f"new\n{_LINE}{_LINE}", "2025-06-02")
    _git(tmp_path, "clone", "-q", "--depth", "2", (tmp_path / "a").as_uri(), "b")
    found, said = lint(tmp_path / "b")
    assert found == [_NOW, _OLD]
    assert len(said) == 1
    assert "is a shallow clone" in said[0]


def test_a_name_that_is_not_utf8(lint: Any, tmp_path: Path) -> None:
    """Its lines have their days, too. The name is shown as far as it can be."""
    try:
        _commit(tmp_path / "a", os.fsdecode(b"caf\xe9.txt"), _LINE)
    except OSError:
        pytest.skip("this file system has only names in UTF-8")
    found, said = lint(tmp_path / "a")
    assert (found, said) == ([_OLD], [])


def test_untracked_files(lint: Any, tmp_path: Path) -> None:
    """Files that git doesn't have are checked without a day. The others of the folder have theirs."""
    _commit(tmp_path / "a", "a.txt", _LINE)
    for name in ("b.txt", "c.txt"):
        (tmp_path / "a" / name).write_text(_LINE)
    found, said = lint(tmp_path / "a")
    assert found == [_OLD, _NOW, _NOW]
    assert len(said) == 1
    assert "b.txt isn't in git" in said[0]


def test_git_cannot_read_a_file(lint: Any, tmp_path: Path) -> None:
    """git itself fails if its settings name a list of commits to ignore that isn't there."""
    file = _commit(tmp_path / "a", "a.txt", _LINE)
    _git(tmp_path / "a", "config", "blame.ignoreRevsFile", "absent")
    found, said = lint(file)
    assert found == [_NOW]
    assert len(said) == 1
    assert "git can't read" in said[0]


def test_a_repository_without_commits(lint: Any, tmp_path: Path) -> None:
    _git(tmp_path, "init", "-q")
    (tmp_path / "a.txt").write_text(_LINE)
    found, said = lint(tmp_path / "a.txt")
    assert found == [_NOW]
    assert len(said) == 1


def test_a_submodule(lint: Any, tmp_path: Path) -> None:
    """Lines of a submodule have the days of its own commits. The outer repository has it since 2025-07-01."""
    _commit(tmp_path / "inner", "a.txt", _LINE)
    outer = tmp_path / "outer"
    _commit(outer, "b.txt", _LINE, "2025-07-01")
    _git(outer, "submodule", "add", "-q", (tmp_path / "inner").as_uri(), "sub")
    _git(outer, "commit", "-qm", "submodule", day="2025-07-01")
    assert lint(outer / "b.txt", outer / "sub" / "a.txt") == ([_NEW, _OLD], [])


def test_a_second_checkout(lint: Any, tmp_path: Path) -> None:
    """In a worktree `.git` is a file, as in a submodule."""
    _commit(tmp_path / "a", "a.txt", _LINE)
    _git(tmp_path / "a", "worktree", "add", "-q", "../b")
    assert lint(tmp_path / "b" / "a.txt") == ([_OLD], [])


def test_a_link_leads_to_a_file(lint: Any, tmp_path: Path) -> None:
    """The link is of 2025-07-01, the file that it leads to of 2024."""
    _commit(tmp_path / "a", "a.txt", _LINE)
    repository = tmp_path / "b"
    _commit(repository, "b.txt", "nothing\n")
    link = repository / "link.txt"
    link.symlink_to(tmp_path / "a" / "a.txt")
    _git(repository, "add", "link.txt")
    _git(repository, "commit", "-qm", "link", day="2025-07-01")
    assert lint(link) == ([_OLD], [])


def test_a_path_out_of_the_repository(lint: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`../b/a.txt` is a file of the repository b, not of the one in which the program runs."""
    _commit(tmp_path / "a", "a.txt", _LINE, "2025-07-01")
    _commit(tmp_path / "b", "a.txt", _LINE)
    (tmp_path / "c.txt").write_text(_LINE)
    monkeypatch.chdir(tmp_path / "a")
    found, said = lint(Path("../b/a.txt"), Path("../c.txt"))
    assert found == [_OLD, _NOW]
    assert len(said) == 1
    assert "is in no git checkout" in said[0]


def test_in_a_hook_of_git(lint: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """git tells its hooks which repository it works on. A file may be in another."""
    _commit(tmp_path / "a", "a.txt", _LINE, "2025-07-01")
    file = _commit(tmp_path / "b", "a.txt", _LINE)
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "a" / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "a"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "a" / ".git" / "index"))
    assert lint(file) == ([_OLD], [])
