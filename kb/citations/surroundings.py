"""The text before and after a citation: the rest of its sentence, over line ends and comment marks.

A comment ends where its marks end. A paragraph ends at an empty line, at a tag such as `@param` and where a line begins
with a number of its own. Cells of tables are text like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import date
from typing import NamedTuple

from kb.citations.citation_parser import Citation
from kb.citations.policy_citation_parser import PolicyCitation
from kb.citations.quotations import LineReader
from kb.rule_number import RuleNumber

# In characters. A rule is recognised by fewer, and a line may be much longer.
_MAX_LENGTH = 480
_MAX_LINES = 8
# The mark of a comment, a quoted block or a table row at the beginning of a line.
_MARGIN = re.compile(
    r"[ \t]{0,80}(?P<mark>//+[!/]?|/\*+!?|\*(?!\*|/)|\#+(?![\w!])|--+(?!>)|;+|%+|<!--|(?=>))?[ \t>]{0,16}"
)
# Each way begins with a character, which the search looks for first, and only then looks behind itself. That is ten
# times as fast.
_TRAILING = re.compile(r"/(?:(?<![:\w]/)/+[!/]?|\*+)|\#(?<=\s\#)(?=\s)|--(?<=\s--)(?=\s)")
_DATE = r"(?P<year>(?:19|20)[0-9]{2})(?P<mark>-?)(?P<month>[0-9]{2})(?P=mark)(?P<day>[0-9]{2})"
_DAY_BEFORE = re.compile(rf"(?<![\w.@-]){_DATE}\]?[ ]?(?:[:–—-]|[ ])[ ]?\Z")
_DAY_BEHIND = re.compile(rf",?[ ][(\[]?(?:as[ ]of[ ])?{_DATE}(?![\w-])")
# The rules were printed without numbers of this kind before.
_FIRST_DAY = date(1999, 4, 23)
_ENDS_COMMENT = re.compile(r"\*/|-->")
_ENDS_PARAGRAPH = re.compile(r"\W*(?:@\w+\b|</?(?:p|ul|ol|li|div|h[1-6])\b[^>]{0,40}>\W*$|$)")
_BULLET = re.compile(r"[ \t]*(?:[-*+•–—]|[0-9]{1,2}[.)])[ \t]")
# An item of a list in Markdown. The asterisks of a comment are indented.
_STARRED_ITEM = re.compile(r"\*[ \t]+(?=\S)")
_BEGINS_RULE = re.compile(
    r"[^\w(]*(?:(?:CR|C\.R\.|[Rr]ules?)[ :]*)?[1-9][0-9]{2}\.[1-9][0-9]{0,2}(?:[a-z]{0,2}\b)(?!\))"
)


_GROUP_NUMBER = (
    r"(?:(?:CR|RC|[Rr]ules?|r[èe]gles?)[ ])?(?<![0-9.])(?P<number>[1-9][0-9]{2}\.[1-9][0-9]{0,2}[a-z]?)(?![0-9a-z])"
)
_JOINS = r"[ ]?(?:[+&/,;]|,?[ ](?:and|or|et|ou)\b)[ ]?"
_JOINED_BEFORE = re.compile(rf"{_GROUP_NUMBER}{_JOINS}(?:(?:CR|RC|[Rr]ules?)[ ])?\Z")
_JOINED_BEHIND = re.compile(rf"{_JOINS}{_GROUP_NUMBER}")
# In characters.
_GROUP_REACH = 120


LIST_WORDS = frozenset(("and", "or", "to", "see", "rule", "rules", "cr"))
"""Words, in lower case, that stand between the numbers of a list of citations."""

# A letter alone belongs to the number before it or ends a range: `702.9a-c`.
_LIST_ONLY = re.compile(r"(?:[\W\d_]++|(?:[Aa]nd|[Oo]r|to|[Ss]ee|[Rr]ules?|C[Rr]|(?<=[0-9–-])[A-Za-z])(?![^\W\d_]))*+")


class Surroundings(NamedTuple):
    """The text around a citation, without comment marks.

    Attributes:
        before: the text before the citation, from the beginning of its paragraph at most.
        after: the text after the citation, to the end of its paragraph at most.
        line: the line of the citation up to the citation, with any program text.
        day: the day directly beside the number, on which somebody looked it up: `20091005 - 601.2a`.
    """

    before: str = ""
    after: str = ""
    line: str = ""
    day: date | None = None

    @property
    def is_list(self) -> bool:
        """True if nothing but other citations stands around the number, as far as the text was read."""
        return all(map(_LIST_ONLY.fullmatch, dict.fromkeys((self.before, self.after, self.line))))


def find_surroundings(
    citation: Citation | PolicyCitation, line: str, before: LineReader, after: LineReader
) -> Surroundings:
    """Return the text around a citation of a line. `before` and `after` read the lines around it."""
    mark, start = _comment_of(line, citation.start)
    rest = line[citation.end : citation.end + _MAX_LENGTH]
    own = line[max(start, citation.start - _MAX_LENGTH) : citation.start]
    closed = _ENDS_COMMENT.search(rest)
    if closed:
        rest = rest[: closed.start()]
    elif len(rest) < _MAX_LENGTH:
        rest = _joined([rest, *_paragraph(after(), mark, downwards=True)])
    is_first = _BEGINS_RULE.match(line, start) is not None and not own.strip(" \t*_`(#")
    is_first = is_first or _BULLET.match(line, start) is not None or _STARRED_ITEM.match(line) is not None
    if start + _MAX_LENGTH > citation.start and not is_first and not _is_trailing(line, start):
        own = _joined([*reversed([*_paragraph(before(), mark, downwards=False)]), own])
    code = line[max(0, citation.start - _MAX_LENGTH) : citation.start]
    return Surroundings(own[-_MAX_LENGTH:], rest[:_MAX_LENGTH], code, _day_beside(line, citation))


def numbers_joined_to(around: Surroundings) -> list[RuleNumber]:
    """Return the numbers that form a group with a citation: those of "702.9b + 702.19a" or "702.9b and CR 702.19a"."""
    found: list[RuleNumber] = []
    before, after = around.before[-_GROUP_REACH:], around.after[:_GROUP_REACH]
    while match := _JOINED_BEFORE.search(before):
        found.append(RuleNumber.parse(match["number"]))
        before = before[: match.start()]
    while match := _JOINED_BEHIND.match(after):
        found.append(RuleNumber.parse(match["number"]))
        after = after[match.end() :]
    return found


def _day_beside(line: str, citation: Citation | PolicyCitation) -> date | None:
    """Return the day directly before or behind a citation of a line."""
    match = _DAY_BEFORE.search(line, max(0, citation.start - 24), citation.start) or _DAY_BEHIND.match(
        line, citation.end
    )
    if match is None:
        return None
    with suppress(ValueError):
        day = date(int(match["year"]), int(match["month"]), int(match["day"]))
        return day if day >= _FIRST_DAY else None
    return None


def _comment_of(line: str, place: int) -> tuple[str, int]:
    """Return the mark of the comment at an offset of a line, and where the comment's text begins in the line."""
    if item := _STARRED_ITEM.match(line):
        return "", min(item.end(), place)
    margin = _MARGIN.match(line)
    if margin and margin["mark"]:
        return _kind(margin["mark"]), min(margin.end(), place)
    start, mark = margin.end() if margin else 0, ""
    if match := _TRAILING.search(line, max(0, place - _MAX_LENGTH), place):
        start, mark = match.end(), _kind(match[0])
    return mark, min(start, place)


def _kind(mark: str) -> str:
    """Return the kind of a comment mark: lines of one comment have marks of one kind."""
    return "*" if mark.startswith(("/*", "*")) else mark[:1]


def _is_trailing(line: str, start: int) -> bool:
    margin = _MARGIN.match(line)
    return start > (margin.end() if margin else 0)


def _paragraph(lines: Iterable[str], mark: str, *, downwards: bool) -> Iterable[str]:
    """Yield the texts of the lines of a paragraph that begins or ends at a citation's line."""
    for count, line in enumerate(lines):
        if not mark and (item := _STARRED_ITEM.match(line)):
            if not downwards:
                yield line[item.end() : item.end() + _MAX_LENGTH]
            return
        margin = _MARGIN.match(line, 0, _MAX_LENGTH)
        if count == _MAX_LINES or margin is None or _kind(margin["mark"] or "") != mark:
            return
        text = line[margin.end() : margin.end() + _MAX_LENGTH]
        begins_rule = _BEGINS_RULE.match(text) is not None
        is_item = _BULLET.match(text) is not None
        if _ENDS_PARAGRAPH.match(text) or (downwards and (begins_rule or is_item)):
            return
        closed = _ENDS_COMMENT.search(text)
        if closed and not downwards:
            return
        yield text[: closed.start()] if closed else text
        if closed or begins_rule or is_item or (margin["mark"] or "").startswith("/*"):
            return


def _joined(texts: Iterable[str]) -> str:
    return " ".join(text.strip() for text in texts)
