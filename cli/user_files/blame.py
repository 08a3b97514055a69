"""The days on which the lines of files were written, as `git blame` knows them.

git runs once for each file with citations. Its answer is kept in the folder for caches, as long as the commit and the
file are the same. Without git or its history, lines have no day, and that is said once.
"""

from __future__ import annotations

import json
import os
import subprocess
from contextlib import suppress
from datetime import UTC, date, datetime
from functools import cache
from hashlib import sha256
from itertools import chain
from pathlib import Path

from cli.messages import note
from cli.user_files.source_files import printable_path
from cli.user_files.text_parts import STDIN, open_regular
from kb.citations.saved_rule_texts import lint_cache_folder
from kb.i18n import _
from kb.program.cache_folder import is_private, save_in_cache

# In seconds. A file with a very long history takes longer than any other command of git.
_PATIENCE = 120
# A repository may name programs to run for its files; none of them is run.
_GIT = ("git", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-pager", "--no-optional-locks")
# git sets these variables for its hooks. They would make it read another repository than that of the file.
_OF_ONE_REPOSITORY = frozenset(
    (
        "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY",
        "GIT_NAMESPACE",
    )
)  # fmt: skip
_UNCOMMITTED = "0" * 40


class LineDates:
    """The days on which lines were written. Call `save` at the end."""

    def __init__(self) -> None:
        self._said: set[str] = set()
        self._repositories: dict[Path, _Repository | None] = {}
        self._files: tuple[str, dict[int, date]] = ("", {})

    def day(self, file: str, line: int) -> date | None:
        """Return the day on which a line of a file was written. Return None if git doesn't know it."""
        if self._files[0] != file:
            self._files = file, self._read(file)
        return self._files[1].get(line)

    def save(self) -> None:
        """Keep the days for the next run."""
        for repository in self._repositories.values():
            if repository is not None:
                repository.save()

    def _read(self, file: str) -> dict[int, date]:
        if file == STDIN:
            return {}
        # git would answer for a link itself, and not for the file that the link leads to.
        path = Path(file).resolve()
        top = _top(path.parent)
        if top is None:
            self._say("no-git", _("{file} is in no git checkout: its lines have no date", file=printable_path(file)))
            return {}
        if top not in self._repositories:
            self._repositories[top] = self._open(top)
        repository = self._repositories[top]
        if repository is None:
            return {}
        days = repository.days(path)
        if days is None and repository.has(path):
            # For example, git is told of a list of commits to ignore that isn't there.
            self._say("unread", _("git can't read {folder}: its lines have no date", folder=printable_path(file)))
        elif days is None:
            self._say("untracked", _("{file} isn't in git: its lines have no date", file=printable_path(file)))
        return days or {}

    def _open(self, top: Path) -> _Repository | None:
        try:
            answer = _git(top, "rev-parse", "--is-shallow-repository", "HEAD")
        except OSError:
            self._say("git", _("git isn't installed: lines have no date"))
            return None
        shallow, _end, commit = (answer or "").partition("\n")
        if not commit.strip():
            self._say(
                "no-commit", _("git can't read {folder}: its lines have no date", folder=printable_path(str(top)))
            )
            return None
        if shallow == "true":
            name = printable_path(str(top))
            self._say("shallow", _("{folder} is a shallow clone: its oldest lines have no date", folder=name))
        return _Repository(top, commit.strip(), is_shallow=shallow == "true")

    def _say(self, key: str, message: str) -> None:
        if key not in self._said:
            self._said.add(key)
            note(message)


class _Repository:
    """A git checkout whose current commit is `commit`. The days of its files are kept in one file of the cache.

    The oldest commits of a shallow clone have all older lines, too. Without `--root`, git marks these lines.
    """

    def __init__(self, top: Path, commit: str, *, is_shallow: bool) -> None:
        self._top, self._commit = top, commit
        self._root = () if is_shallow else ("--root",)
        name = sha256(f"{top}{'-shallow' if is_shallow else ''}".encode("utf-8", "surrogateescape")).hexdigest()[:16]
        self._file = lint_cache_folder() / f"blame-{name}.json"
        self._known = self._load()
        self._is_new = False

    def days(self, path: Path) -> dict[int, date] | None:
        """Return the days of the lines of a file by their numbers, or None if git doesn't have the file."""
        key = str(path.relative_to(self._top))
        with suppress(OSError), open_regular(path) as stream:
            content = sha256(stream.read()).hexdigest()
            if key not in self._known or self._known[key][0] != content:
                answer = _git(self._top, "blame", "--porcelain", *self._root, "--no-textconv", "--", key)
                if answer is None:
                    return None
                self._known[key] = content, _runs(_days_of_lines(answer))
                self._is_new = True
            return {
                line: date.fromordinal(ordinal)
                for first, count, ordinal in self._known[key][1]
                for line in range(first, first + count)
            }
        return None

    def has(self, path: Path) -> bool:
        """True if the commit has the file."""
        return _git(self._top, "cat-file", "-e", f"{self._commit}:{path.relative_to(self._top)}") is not None

    def save(self) -> None:
        """Write the days to the cache."""
        if self._is_new:
            content = json.dumps({"commit": self._commit, "files": self._known}).encode("utf-8", "surrogateescape")
            save_in_cache(self._file, content)

    def _load(self) -> dict[str, tuple[str, list[tuple[int, int, int]]]]:
        with suppress(OSError, ValueError, KeyError, TypeError):
            if is_private(self._file.parent):
                kept = json.loads(self._file.read_text(encoding="utf-8", errors="surrogateescape"))
                if kept["commit"] == self._commit:
                    return dict(kept["files"])
        return {}


@cache
def _top(folder: Path) -> Path | None:
    """Return the folder with the `.git` of a checkout that a folder is in. In a submodule, `.git` is a file."""
    return next((each for each in chain([folder], folder.parents) if (each / ".git").exists()), None)


def _git(folder: Path, *arguments: str) -> str | None:
    """Return the output of git, or None if it failed. Raise OSError if git can't be started."""
    try:
        run = subprocess.run(  # noqa: S603, git with options that run no program of the repository
            [*_GIT, "-C", str(folder), *arguments], capture_output=True, check=False, timeout=_PATIENCE,
            stdin=subprocess.DEVNULL,
            env={name: value for name, value in os.environ.items() if name not in _OF_ONE_REPOSITORY},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return None
    return run.stdout.decode("utf-8", "replace") if run.returncode == 0 else None


def _days_of_lines(porcelain: str) -> dict[int, date]:
    """Read the answer of `git blame --porcelain`. Lines that aren't committed, and those with a mark, have no day."""
    days: dict[str, date] = {}
    lines: dict[int, date] = {}
    commit, number = "", 0
    for line in porcelain.split("\n"):
        if line.startswith("\t"):
            if commit in days and commit != _UNCOMMITTED:
                lines[number] = days[commit]
        elif line == "boundary":
            days.pop(commit, None)
        elif line.startswith("author-time "):
            with suppress(ValueError, OverflowError, OSError):
                days[commit] = datetime.fromtimestamp(int(line.split()[1]), UTC).date()
        elif len(fields := line.split(" ")) >= 3 and len(fields[0]) >= 40 and fields[2].isdigit():
            commit, number = fields[0], int(fields[2])
    return lines


def _runs(days: dict[int, date]) -> list[tuple[int, int, int]]:
    """Return runs of lines of one day: the first line, the number of lines, and the day."""
    runs: list[tuple[int, int, int]] = []
    for line, day in sorted(days.items()):
        first, count, ordinal = runs[-1] if runs else (0, 0, 0)
        if line == first + count and day.toordinal() == ordinal:
            runs[-1] = first, count + 1, ordinal
        else:
            runs.append((line, 1, day.toordinal()))
    return runs
