"""Join lines that were wrapped at a fixed width. Some editions until 2004 are wrapped at about 110 columns.

A line is joined to the next if it is long enough to have been wrapped and the next is neither blank nor indented nor
the beginning of an example. So a wrapped line that begins with a reference (`103.4. If a player ...`) isn't taken for
a rule.

Guarantees: only line breaks are lost. A joined line has the line number of its first part.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_NumberedLine = tuple[int, str]
"""A line with its number in the source, from 1."""

# In a wrapped file, all but a few lines are at most this wide, in characters.
_MAX_WIDTH = 140
_SHARE_WITHIN = 0.995
_MIN_LINES = 200
# A line of at least this share of the width may have been wrapped. Proportional type wraps lines unevenly.
_LONG = 0.68
_BEGINS_PARAGRAPH = re.compile(r"\s|Examples?:|EXAMPLE:|Exemples?\s?:|[•◦▪‣·]")


def join_wrapped_lines(lines: Sequence[str]) -> tuple[_NumberedLine, ...]:
    """Number the lines, and join those that were wrapped if the file is wrapped at a fixed width."""
    numbered = tuple(enumerate(lines, 1))
    # This quick check excludes most files.
    if sum(len(line) > 2 * _MAX_WIDTH for line in lines) > len(lines) * (1 - _SHARE_WITHIN):
        return numbered
    lengths = sorted(len(line.rstrip()) for line in lines if line.strip())
    if len(lengths) < _MIN_LINES:
        return numbered
    widest = lengths[int(len(lengths) * _SHARE_WITHIN)]
    if widest > _MAX_WIDTH or lengths[len(lengths) // 2] < _LONG * widest:
        return numbered
    joined: list[_NumberedLine] = []
    last = ""
    for number, line in numbered:
        if len(last.rstrip()) > _LONG * widest and line.strip() and not _BEGINS_PARAGRAPH.match(line):
            first, before = joined[-1]
            joined[-1] = (first, _join(before, line))
        else:
            joined.append((number, line))
        last = line
    return tuple(joined)


def _join(before: str, line: str) -> str:
    """Join two halves of a wrapped line, without a space after a hyphen or dash within a word."""
    before = before.rstrip()
    within_word = before[-1:] in "-–—" and before[-2:-1].strip()
    return before + ("" if within_word else " ") + line
