"""Users' files: the files that paths name, and their text in chunks.

The walk of a folder skips the files that a `.gitignore` excludes and the folders of version control. It doesn't follow
symbolic links, so it can't run in circles.
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
from kb.i18n import _

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

STDIN = "-"

_VERSION_CONTROL = frozenset((".git", ".hg", ".svn", ".jj"))
# A file is binary if its first bytes, up to this count, contain a NUL byte. git has the same rule.
_HEAD = 8192
# The size of a chunk in bytes. If a line is longer, its chunk is larger.
_PART = 16 * 1024 * 1024

ReadErrorHandler = Callable[[str, OSError], None]
"""A function that is called with each file or folder that can't be read, and with the error."""


@dataclass(frozen=True, slots=True)
class FileChunk:
    """Whole lines of a file. `first_line` is the number of the first line, counted from 1."""

    content: bytes
    first_line: int


def list_files(paths: Sequence[str], problem: ReadErrorHandler) -> Iterator[str]:
    """Yield each file that the paths name, once. The files of a folder are sorted by name.

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


def read_chunks(file: str, problem: ReadErrorHandler) -> Iterator[FileChunk]:
    """Yield the lines of a file in chunks. Yield nothing if the file isn't text or can't be read."""
    try:
        if file == STDIN:
            yield from _parts(sys.stdin.buffer)
        else:
            with Path(file).open("rb", buffering=0) as stream:
                yield from _parts(stream)
    except OSError as error:
        problem(file, error)


def read_whole_file(file: str, problem: ReadErrorHandler) -> bytes | None:
    """Return all bytes of a file, or None if it can't be read."""
    try:
        return sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
    except OSError as error:
        problem(file, error)
        return None


def split_into_chunks(content: bytes) -> Iterator[FileChunk]:
    """Yield the lines of a file's content in chunks. Yield nothing if the content isn't text."""
    return _parts(BytesIO(content))


def printable_path(path: str) -> str:
    """Return a path as printable text, even if its bytes aren't UTF-8."""
    return os.fsencode(path).decode("utf-8", "replace")


def _parts(stream: BinaryIO) -> Iterator[FileChunk]:
    content = _filled(stream, _HEAD)
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        yield FileChunk((content + stream.read()).decode("utf-16", "replace").encode("utf-8"), 1)
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
            yield FileChunk(content[:cut], line)
            line += content.count(b"\n", 0, cut)
        content = content[cut:]


def _filled(stream: BinaryIO, size: int) -> bytes:
    """Read `size` bytes, or fewer at the end of the file. One `read` from a pipe may return fewer."""
    content = stream.read(size)
    while len(content) < size and (more := stream.read(size - len(content))):
        content += more
    return content


@dataclass(frozen=True, slots=True)
class _Ignored:
    """The patterns of a folder's `.gitignore`. `above` has the patterns of the folders above."""

    folder: str
    spec: GitIgnoreSpec
    above: _Ignored | None

    def excludes(self, path: str) -> bool:
        """True if an absolute path is excluded. A folder's path must end with a slash.

        The nearest `.gitignore` with a pattern for the path decides. Others don't count.
        """
        nearest = self.spec.check_file(path[len(self.folder) + 1 :]).include
        if nearest is None:
            return self.above is not None and self.above.excludes(path)
        return nearest


def _ignored_above(folder: str) -> _Ignored | None:
    """Return the patterns above a folder, up to its repository's root. Outside of a repository, return None."""
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
    """Return the patterns of a folder, with `above` as the patterns of the folders above it."""
    try:
        lines = Path(folder, ".gitignore").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return above
    from pathspec import GitIgnoreSpec

    return _Ignored(folder.rstrip("/"), GitIgnoreSpec.from_lines(lines), above)


def _walk(top: str, problem: ReadErrorHandler) -> Iterator[str]:
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
                if entry.name not in _VERSION_CONTROL and not (ignored and ignored.excludes(f"{path}/")):
                    below.append((entry.path, path, ignored))
            elif entry.is_file(follow_symlinks=False) and not (ignored and ignored.excludes(path)):
                yield entry.path
        waiting += reversed(below)
