"""Users' files: which of them a path names, and what is in them, a part at a time.

Folders are walked as git sees them: what a `.gitignore` on the way excludes is left out, and so are the
folders of version control. Links within a folder aren't followed, so no loop of them can hold the walk.
"""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from kb.errors import BadValue
from kb.tongue import _

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

STDIN = "-"

_VERSION_CONTROL = frozenset((".git", ".hg", ".svn", ".jj"))
# Where a file is told to be text or not; git looks at as much.
_HEAD = 8192
# How much of a file is in memory at once, but for lines that are longer.
_PART = 16 * 1024 * 1024

Problem = Callable[[str, OSError], None]


@dataclass(frozen=True, slots=True)
class Part:
    """A run of whole lines of a file.

    Attributes:
        content: the bytes.
        first_line: number of its first line, from 1.
    """

    content: bytes
    first_line: int


def files_in(paths: Sequence[str], problem: Problem) -> Iterator[str]:
    """The files that some paths name, each once: files as given, folders walked in the order of names.

    Args:
        paths: files, folders and `-`.
        problem: told of every folder that can't be read.

    Raises:
        BadValue: there is nothing at a path.
    """
    for path in paths:
        if path != STDIN and not os.path.lexists(path):
            raise BadValue("file or folder", path, _("give one that is there, or - for stdin"))
    seen: set[str] = set()
    for path in paths:
        for file in _walk(path, problem) if path != STDIN and Path(path).is_dir() else [path]:
            if file not in seen:
                seen.add(file)
                yield file


def parts_of(file: str, problem: Problem) -> Iterator[Part]:
    """The lines of a file, in parts that fit into memory; none if it isn't text.

    Args:
        file: its path, or `-`.
        problem: told if it can't be read.
    """
    try:
        if file == STDIN:
            yield from _parts(sys.stdin.buffer)
        else:
            with Path(file).open("rb", buffering=0) as stream:
                yield from _parts(stream)
    except OSError as error:
        problem(file, error)


def whole(file: str, problem: Problem) -> bytes | None:
    """All bytes of a file; None if it can't be read.

    Args:
        file: its path, or `-`.
        problem: told if it can't be read.
    """
    try:
        return sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
    except OSError as error:
        problem(file, error)
        return None


def parts_in(content: bytes) -> Iterator[Part]:
    """The lines of a file that was read whole; none if it isn't text."""
    return _parts(BytesIO(content))


def shown(path: str) -> str:
    """A path as it can be printed, whatever bytes its name has."""
    return os.fsencode(path).decode("utf-8", "replace")


def _parts(stream: BinaryIO) -> Iterator[Part]:
    content = _filled(stream, _HEAD)
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        yield Part((content + stream.read()).decode("utf-16", "replace").encode("utf-8"), 1)
        return
    if b"\0" in content:
        return
    line, at_end = 1, len(content) < _HEAD
    while content:
        if not at_end:
            more = _filled(stream, _PART)
            at_end = len(more) < _PART
            content += more
        cut = len(content) if at_end else content.rfind(b"\n") + 1
        if cut:
            yield Part(content[:cut], line)
            line += content.count(b"\n", 0, cut)
        content = content[cut:]


def _filled(stream: BinaryIO, size: int) -> bytes:
    """So many bytes, fewer only at the end; a pipe gives them in small pieces."""
    content = stream.read(size)
    while len(content) < size and (more := stream.read(size - len(content))):
        content += more
    return content


@dataclass(frozen=True, slots=True)
class _Ignored:
    """What the `.gitignore` of a folder excludes, and before it those of the folders above."""

    folder: str
    spec: GitIgnoreSpec
    above: _Ignored | None

    def excludes(self, path: str) -> bool:
        """Whether a path, absolute and with a slash behind a folder, is left out: the nearest word counts."""
        nearest = self.spec.check_file(path[len(self.folder) + 1 :]).include
        if nearest is None:
            return self.above is not None and self.above.excludes(path)
        return nearest


def _ignored_above(folder: str) -> _Ignored | None:
    """What the folders above one exclude, up to the root of its repository; nothing outside of one."""
    above: list[str] = []
    root = Path(folder)
    while not (root / ".git").exists():
        if root == root.parent:
            return None
        root = root.parent
        above.append(str(root))
    ignored: _Ignored | None = None
    for parent in reversed(above):
        ignored = _ignored_in(parent, ignored)
    return ignored


def _ignored_in(folder: str, above: _Ignored | None) -> _Ignored | None:
    """What a folder and those above it exclude."""
    try:
        lines = Path(folder, ".gitignore").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return above
    from pathspec import GitIgnoreSpec

    return _Ignored(folder.rstrip("/"), GitIgnoreSpec.from_lines(lines), above)


def _walk(top: str, problem: Problem) -> Iterator[str]:
    """The files of a folder, then those of the folders below it."""
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
                if entry.name not in _VERSION_CONTROL and not (ignored and ignored.excludes(f"{path}/")):
                    below.append((entry.path, path, ignored))
            elif entry.is_file(follow_symlinks=False) and not (ignored and ignored.excludes(path)):
                yield entry.path
        waiting += reversed(below)
