"""Users' files: the files that paths name.

The walk of a folder skips the files that a `.gitignore` excludes and the folders of version control. It doesn't follow
symbolic links, so it can't run in circles.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from errno import EINVAL
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Protocol

from cli.messages import note
from cli.user_files.text_parts import STDIN, ReadErrorHandler, open_regular, read_limited
from kb.errors import BadValue, failure_reason
from kb.i18n import _

if TYPE_CHECKING:
    from cli.user_files.gitignore import IgnorePatterns

_VERSION_CONTROL = frozenset((".git", ".hg", ".svn", ".jj"))
# In bytes: a larger `.gitignore` isn't used. Even the largest that people have are some tens of kilobytes.
_MAX_GITIGNORE = 128 * 1024


class PathFilter(Protocol):
    """A function that tells whether a file or folder is left out."""

    def __call__(self, path: str, *, is_folder: bool) -> bool:
        """True if the file or folder at a path is left out."""


def list_files(paths: Sequence[str], problem: ReadErrorHandler, left_out: PathFilter | None = None) -> Iterator[str]:
    """Yield each file that the paths name, once. The files of a folder are sorted by name.

    `left_out` tells which files and folders are left out, besides those that a `.gitignore` excludes.

    Raises:
        BadValue: there is nothing at a path.
    """
    for path in paths:
        if path != STDIN and not os.path.lexists(path):
            raise BadValue("file or folder", path, _("give one that is there, or - for stdin"))
    seen: set[str] = set()
    for path in paths:
        for file in _walk(path, problem, left_out) if path != STDIN and Path(path).is_dir() else [path]:
            if file not in seen and not (left_out and file != STDIN and left_out(file, is_folder=False)):
                seen.add(file)
                yield file


def printable_path(path: str) -> str:
    """Return a path as printable text, even if its bytes aren't UTF-8."""
    return os.fsencode(path).decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class _Ignored:
    """The patterns of a folder's `.gitignore`. `above` has the patterns of the folders above."""

    folder: str
    patterns: IgnorePatterns
    above: _Ignored | None

    def excludes(self, path: str, *, is_folder: bool) -> bool:
        """True if an absolute path is excluded.

        The nearest `.gitignore` with a pattern for the path decides. Others don't count.
        """
        relative = os.fsencode(path[len(self.folder) + 1 :])
        nearest = self.patterns.excludes(relative, is_folder=is_folder)
        if nearest is None:
            return self.above is not None and self.above.excludes(path, is_folder=is_folder)
        return nearest


def _ignored_above(folder: str) -> _Ignored | None:
    """Return the patterns above a folder, up to its repository's root. Outside of a repository, return None."""
    above: list[str] = []
    root = Path(folder)
    while not os.path.lexists(root / ".git"):
        if root == root.parent:
            return None
        root = root.parent
        above.append(str(root))
    ignored: _Ignored | None = None
    for parent in reversed(above):
        ignored = _ignored_in(parent, ignored)
    return ignored


def _ignored_in(folder: str, above: _Ignored | None) -> _Ignored | None:
    """Return the patterns of a folder, with `above` as the patterns of the folders above it.

    A `.gitignore` that can't be used is named on stderr.
    """
    file = Path(folder, ".gitignore")
    try:
        content = _read_gitignore(file)
    except FileNotFoundError:
        return above
    except OSError as problem:
        note(_("{file} isn't used: {why}", file=printable_path(str(file)), why=failure_reason(problem)))
        return above
    from cli.user_files.gitignore import IgnorePatterns

    return _Ignored(folder.rstrip("/"), IgnorePatterns(content), above)


def _read_gitignore(file: Path) -> bytes:
    """Read a `.gitignore`. As in git, a link is refused, since it could lead to any file of the machine."""
    if not S_ISREG(file.lstat().st_mode):
        raise OSError(EINVAL, _("it isn't a regular file"))
    with open_regular(file) as stream:
        return read_limited(stream, _MAX_GITIGNORE)


def _walk(top: str, problem: ReadErrorHandler, left_out: PathFilter | None) -> Iterator[str]:
    """Yield the files of a folder, then the files of its subfolders."""
    resolved = str(Path(top).resolve())
    waiting = [(top, resolved, _ignored_above(resolved))]
    while waiting:
        folder, absolute, ignored = waiting.pop()
        try:
            with os.scandir(folder) as entries:
                here = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            problem(folder, error)
            continue
        if any(entry.name == ".gitignore" for entry in here):
            ignored = _ignored_in(absolute, ignored)
        below = []
        for entry in here:
            path = f"{absolute.rstrip('/')}/{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                if entry.name in _VERSION_CONTROL or (left_out and left_out(path, is_folder=True)):
                    continue
                if not (ignored and ignored.excludes(path, is_folder=True)):
                    below.append((entry.path, path, ignored))
            elif entry.is_file(follow_symlinks=False) and not (ignored and ignored.excludes(path, is_folder=False)):
                yield entry.path
        waiting += reversed(below)
