"""Lines and what each of them is: a heading, a numbered rule, an example, text.

Guarantees: every line of the input comes out once, in order, with its place; a line that begins
with a number which can't be a rule's is text, never dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from kb.number import RuleNumber


class LineKind(Enum):
    """What a line is by its own look; `ingest.parse` judges by its neighbours."""

    BLANK = "blank"
    CHAPTER = "chapter"
    SECTION = "section"
    RULE = "rule"
    EXAMPLE = "example"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a source.

    Attributes:
        place: its number in the source, from 1.
        kind: what it is.
        text: without number, marker and surrounding space.
        number: of a chapter, section, rule or subrule; else None.
        label: the number or the example's marker as printed.
        raw: the line as it stands.
    """

    place: int
    kind: LineKind
    text: str
    number: RuleNumber | None = None
    label: str = ""
    raw: str = ""

    @property
    def indented(self) -> bool:
        """Whether the line begins with space, as continuations of a rule do."""
        return self.raw[:1].isspace()


_BULLET = r"\s*(?:[•◦▪‣·*–-]\s+)?"

_RULE = re.compile(
    _BULLET
    + r"""
    (?P<label> (?P<number> [1-9][0-9]{2} \. [1-9][0-9]{0,3} (?: [a-km-np-z]{1,2} )? ) \.? )
    \s+ (?P<text> \S.* )
    """,
    re.VERBOSE,
)
_SECTION = re.compile(_BULLET + r"(?P<label>(?P<number>[1-9][0-9]{2})\.)\s+(?P<text>[^\W\d_].*)")
_CHAPTER = re.compile(r"\s*(?P<label>(?P<number>[1-9])\.)\s+(?P<text>[^\W\d_].*)")
_EXAMPLE = re.compile(_BULLET + r"(?P<label>Examples?:|EXAMPLE:|Exemples?\s?:)\s*(?P<text>\S.*)")

_NUMBERED = ((LineKind.RULE, _RULE), (LineKind.SECTION, _SECTION), (LineKind.CHAPTER, _CHAPTER))


def classify(lines: Iterable[str]) -> tuple[Line, ...]:
    """Say of each line what it looks like."""
    return tuple(_line(place, raw) for place, raw in enumerate(lines, 1))


def _line(place: int, raw: str) -> Line:
    text = raw.strip()
    if not text:
        return Line(place, LineKind.BLANK, "", raw=raw)
    start = text.lstrip("•◦▪‣·*–- \t")[:1]
    if start.isdigit():
        for kind, pattern in _NUMBERED:
            if match := pattern.fullmatch(raw.rstrip()):
                return Line(place, kind, match["text"], RuleNumber.parse(match["number"]), match["label"], raw)
    elif start == "E" and (match := _EXAMPLE.fullmatch(raw.rstrip())):
        return Line(place, LineKind.EXAMPLE, match["text"], None, match["label"], raw)
    return Line(place, LineKind.TEXT, text, raw=raw)
