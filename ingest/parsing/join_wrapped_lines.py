"""Joining of lines that were wrapped at a fixed width. Some editions until 2004 are wrapped at about 110 columns.

A long line may have been wrapped. It is joined to the next line, unless the next line is blank, indented or the
beginning of an example. The next line may begin with a reference (`103.4. If a player ...`). Because it is joined, it
isn't read as a rule.

Guarantees: the text changes only at line breaks. A joined line has the line number of its first part.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_NumberedLine = tuple[int, str]
"""The line number in the source, counted from 1, and the text of the line."""

# In a wrapped file, almost no line has more than this many characters.
_MAX_WIDTH = 140
_SHARE_WITHIN = 0.995
_MIN_LINES = 200
# A line of at least this share of the greatest width may have been wrapped. The share is low because some files were
# wrapped in a proportional font.
_LONG = 0.68
_BEGINS_PARAGRAPH = re.compile(r"\s|Examples?:|EXAMPLE:|Exemples?\s?:|[•◦▪‣·]")


def join_wrapped_lines(lines: Sequence[str]) -> tuple[_NumberedLine, ...]:
    """Return the lines with their line numbers. If the file is wrapped at a fixed width, join its wrapped lines."""
    numbered = tuple(enumerate(lines, 1))
    # A file with many long lines isn't wrapped at a fixed width. This quick check excludes most files.
    if sum(len(line) > 2 * _MAX_WIDTH for line in lines) > len(lines) * (1 - _SHARE_WITHIN):
        return numbered
    lengths = sorted(len(line.rstrip()) for line in lines if line.strip())
    if len(lengths) < _MIN_LINES:
        return numbered
    widest = lengths[int(len(lengths) * _SHARE_WITHIN)]
    if widest > _MAX_WIDTH or lengths[len(lengths) // 2] < _LONG * widest:
        return numbered
    joined: list[tuple[int, list[str]]] = []
    last = ""
    for number, line in numbered:
        if len(last.rstrip()) > _LONG * widest and line.strip() and not _BEGINS_PARAGRAPH.match(line):
            _join(joined[-1][1], line)
        else:
            joined.append((number, [line]))
        last = line
    return tuple((number, "".join(pieces)) for number, pieces in joined)


def _join(pieces: list[str], line: str) -> None:
    """Add the second part of a wrapped line to the pieces of the first, without a space after a hyphen in a word."""
    pieces[-1] = pieces[-1].rstrip()
    end = "".join(pieces[-3:])[-2:]
    within_word = end[-1:] in "-–—" and end[:-1].strip()
    pieces += [line] if within_word else [" ", line]
