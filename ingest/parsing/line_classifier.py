"""Classification of lines: headings, numbered rules, examples, text.

Guarantees: the result has every line of the input once, in order, with its line number. A line is text if the number at
its beginning can't be the number of a rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from kb.rule_number import RuleNumber


class LineKind(Enum):
    """The kind of a line, judged by the line alone. `ingest.parsing.parser` also considers the lines around it."""

    BLANK = "blank"
    CHAPTER = "chapter"
    SECTION = "section"
    RULE = "rule"
    EXAMPLE = "example"
    TEXT = "text"


class Line(NamedTuple):
    """One line of a source. Line numbers begin at 1. Lines are tuples for speed, as all editions together have 500,000.

    `text` is the line without number, marker and surrounding space. `raw` is the unchanged line. `number` is the number
    of a chapter, section, rule or subrule. Other lines have None, and so has a rule with an incomplete number
    (`306.b`). `label` is the number as printed, with the space after it, or the marker of an example.
    """

    line_number: int
    kind: LineKind
    text: str
    number: RuleNumber | None = None
    label: str = ""
    raw: str = ""

    @property
    def is_indented(self) -> bool:
        """True if the line begins with whitespace, as the second and later paragraphs of a rule do."""
        return self.raw[:1].isspace()


_BULLET = r"\s*(?:[•◦▪‣·*–-]\s+)?"

_RULE = re.compile(
    _BULLET
    + r"""
    (?P<label>
        (?P<section> [1-9][0-9]{2} ) \. [ ]?
        (?: (?P<rule> [1-9][0-9]{0,3} ) (?P<letters> [a-km-np-z]{1,2} )? (?: / [a-z] )?
          | (?P<letters_alone> [a-km-np-z] ) )
        (?: \.? \s+ | \. (?= [A-Z“"\[] ) )
    )
    (?P<text> \S.* )
    """,
    re.VERBOSE,
)
_SECTION = re.compile(_BULLET + r"(?P<label>(?P<number>[1-9][0-9]{2})\.\s+)(?P<text>(?:\[|[^\W\d_]).*)")
_CHAPTER = re.compile(r"\s*(?P<label>(?P<number>[1-9])\.\s+)(?P<text>[^\W\d_].*)")
# Some French pages print a number in brackets: "[ 702.19 ] Piétinement".
_BRACKETED = re.compile(
    r"\s*(?P<label>\[\s?(?P<number>[1-9][0-9]{2}(?:\.[1-9][0-9]{0,3}(?:[a-km-np-z]{1,2})?)?)\s?\]\s+)(?P<text>\S.*)"
)
# Matches the later headings of a contents page printed on one line: "100. General 101. The Magic Golden Rules ...".
_FURTHER_HEADING = re.compile(r"\s(?P<number>[1-9][0-9]{2})\.\s+(?=[^\W\d_])")
_EXAMPLE = re.compile(_BULLET + r"(?P<label>Examples?:|EXAMPLE:|Exemples?\s?:)\s*(?P<text>\S.*)")


def classify_lines(lines: Iterable[str]) -> tuple[Line, ...]:
    """Classify the lines of a text."""
    return classify_numbered_lines(enumerate(lines, 1))


def classify_numbered_lines(lines: Iterable[tuple[int, str]]) -> tuple[Line, ...]:
    """Classify lines. Each line comes with its line number."""
    return tuple([Line(number, *_classify(raw), raw) for number, raw in lines])


@lru_cache(maxsize=1 << 16)
def _classify(raw: str) -> tuple[LineKind, str, RuleNumber | None, str]:
    """Return kind, text, number and label of a line. Results are cached, because editions print the same lines."""
    text = raw.strip()
    if not text:
        return LineKind.BLANK, "", None, ""
    start = text.lstrip("•◦▪‣·*–- \t")[:1]
    if start.isdigit():
        if rule := _RULE.fullmatch(raw.rstrip()):
            printed = f"{rule['section']}.{rule['rule']}{rule['letters'] or ''}"
            return LineKind.RULE, rule["text"], RuleNumber.parse(printed) if rule["rule"] else None, rule["label"]
        for kind, fullmatch in ((LineKind.SECTION, _SECTION.fullmatch), (LineKind.CHAPTER, _CHAPTER.fullmatch)):
            if (match := fullmatch(raw.rstrip())) and not _lists_headings(match):
                return kind, match["text"], RuleNumber.parse(match["number"]), match["label"]
    elif start == "[" and (match := _BRACKETED.fullmatch(raw.rstrip())):
        number = RuleNumber.parse(match["number"])
        return LineKind.RULE if number.rule else LineKind.SECTION, match["text"], number, match["label"]
    elif start == "E" and (match := _EXAMPLE.fullmatch(raw.rstrip())):
        return LineKind.EXAMPLE, match["text"], None, match["label"]
    return LineKind.TEXT, text, None, ""


def _lists_headings(match: re.Match[str]) -> bool:
    """True if a line has several headings, because a contents page is printed on one line."""
    first = int(match["number"])
    expected = first * 100 if first < 10 else first + 1
    further = [int(number) for number in _FURTHER_HEADING.findall(match["text"])]
    return further[:1] == [expected] or len(further) > 1
