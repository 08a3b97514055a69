"""Unified diffs of files whose lines changed in place.

`--fix` never adds or removes a line. So the lines of both texts are compared pair by pair, in linear time. `difflib`
would look for lines that moved, which takes quadratic time for some texts.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
# The number of unchanged lines before and after a change, as in git.
_CONTEXT = 3
_NO_LINE_END = b"\\ No newline at end of file\n"


def lines_of(content: bytes) -> list[bytes]:
    """Return the lines of a file's content with their line ends. UTF-16 is converted to UTF-8."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        content = content.decode("utf-16", "replace").encode()
    return _LINE.findall(content)


def unified_diff(path: str, old: bytes, new: bytes) -> bytes:
    """Return the unified diff of two contents of a file that have the same number of lines.

    The bytes of the lines are those of the file, so that `git apply` and `patch` can read the diff of a file in UTF-8.
    """
    before, after = lines_of(old), lines_of(new)
    changed = [at for at, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]
    name = path.replace("\\", "/").removeprefix("./")
    # As git does for an absolute path, drop the first slash.
    name = name.removeprefix("/")
    pieces = [f"--- a/{name}\n+++ b/{name}\n".encode()]
    for first, last in _hunks(changed):
        start, end = max(0, first - _CONTEXT), min(len(before), last + 1 + _CONTEXT)
        pieces.append(b"@@ -%d,%d +%d,%d @@\n" % (start + 1, end - start, start + 1, end - start))
        pieces += _body(before[start:end], after[start:end])
    return b"".join(pieces)


def _hunks(changed: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last changed line of each hunk. Changes whose contexts meet share a hunk."""
    first = last = changed[0]
    for at in changed[1:]:
        if at - last > 2 * _CONTEXT:
            yield first, last
            first = at
        last = at
    yield first, last


def _body(before: Sequence[bytes], after: Sequence[bytes]) -> Iterator[bytes]:
    """Yield the lines of a hunk. Neighbouring changed lines stand together: the old lines, then the new lines."""
    added: list[bytes] = []
    for one, other in zip(before, after, strict=True):
        if one == other:
            yield from added
            added.clear()
            yield from _line(b" ", one)
        else:
            yield from _line(b"-", one)
            added += _line(b"+", other)
    yield from added


def _line(sign: bytes, line: bytes) -> list[bytes]:
    if line.endswith(b"\n"):
        return [sign + line]
    if line.endswith(b"\r"):
        return [sign + line[:-1] + b"\n"]
    return [sign + line + b"\n", _NO_LINE_END]
