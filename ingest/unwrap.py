"""Lines broken to a width, put together again: some editions until 2004 are wrapped at about 110 columns.

A line goes on with the next where it is long enough to have been broken and the next is neither
blank nor set in nor the beginning of an example. So a wrapped line that begins with a reference
(`103.4. If a player ...`) isn't taken for a rule.

Guarantees: no character is lost but line breaks; each line keeps the place at which it began.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

Numbered = tuple[int, str]
"""A line with its place in the source, from 1."""

# The widest lines of a wrapped file; one paragraph a line gives lines of several hundred.
_WIDEST = 140
_SHARE_WITHIN = 0.995
_ENOUGH_LINES = 200
# A line is long if the next word would hardly have fitted: proportional type breaks lines unevenly.
_LONG = 0.68
_BEGINS_ANEW = re.compile(r"\s|Examples?:|EXAMPLE:|Exemples?\s?:|[•◦▪‣·]")


def unwrap(lines: Sequence[str]) -> tuple[Numbered, ...]:
    """Put broken lines together, if the lines are broken to a width; else just number them."""
    numbered = tuple(enumerate(lines, 1))
    # Most files are told by this alone.
    if sum(len(line) > 2 * _WIDEST for line in lines) > len(lines) * (1 - _SHARE_WITHIN):
        return numbered
    lengths = sorted(len(line.rstrip()) for line in lines if line.strip())
    if len(lengths) < _ENOUGH_LINES:
        return numbered
    widest = lengths[int(len(lengths) * _SHARE_WITHIN)]
    if widest > _WIDEST or lengths[len(lengths) // 2] < _LONG * widest:
        return numbered
    whole: list[Numbered] = []
    last = ""
    for place, line in numbered:
        if len(last.rstrip()) > _LONG * widest and line.strip() and not _BEGINS_ANEW.match(line):
            at, before = whole[-1]
            whole[-1] = (at, _joined(before, line))
        else:
            whole.append((place, line))
        last = line
    return tuple(whole)


def _joined(before: str, line: str) -> str:
    """Two halves of a broken line; a hyphen or a dash within a word stays, without a space."""
    before = before.rstrip()
    within_word = before[-1:] in "-–—" and before[-2:-1].strip()
    return before + ("" if within_word else " ") + line
