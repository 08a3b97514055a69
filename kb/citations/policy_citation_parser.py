"""Parsing the citations of the judges' policy documents in a line of any text.

Their numbers (`4.2`) look like versions and amounts. So a number is a citation only with the name of the document:

    MTR 4.2, IPG 2.2/philosophy, MTR section 4.2, IPG §2.2, Infraction Procedure Guide (IPG) 2.5, MTR Appendix B
    IPG4.3, MTR s5.2, tournament rule 2.4
    section 3.8 of the Tournament Rules, sections 4.2 and 4.3 of the MTR
    section 4.2 des Règles de tournoi, le guide des infractions, 2.2
    Judging at Regular, “Common Issues”; JAR (Serious Problems)

Lists and ranges follow with the same document: `MTR 4.2, 4.3 and 4.5-4.7`. A citation may go on from the line before,
and its document may be named in the line after: comments are wrapped.

Guarantees: citations don't overlap and come in order; `line[start:end]` is the text of the citation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from heapq import merge
from typing import NamedTuple

from kb.citations.citation_parser import margin_end
from kb.documents import Doc
from kb.errors import BadValue
from kb.section_number import INFRACTION_PARTS, SectionNumber, slug
from kb.text.dates import parse_date
from kb.text.document_names import POLICY_NAME


class PolicyCitation(NamedTuple):
    """A place in a policy document, cited in a text. The two ends of a range are two citations.

    Attributes:
        text: the text of the citation, with the name of the document if it stands before the number in the same line,
            and with the edition after the number.
        start: offset of the citation's first character in the line.
        end: offset after the citation's last character.
        written: the number as the citation writes it, without the document.
        number: the number.
        doc: the document.
        edition: the day of the edition that the citation is pinned to, or None.
        is_sure: False if the number is a citation only if some edition of the document has ever had it.
    """

    text: str
    start: int
    end: int
    written: str
    number: SectionNumber
    doc: Doc
    edition: date | None = None
    is_sure: bool = True


POLICY_NAMES = (b"mtr", b"ipg", b"tournament", b"infraction", b"tournoi", b"jar", b"judging")
"""Every line with a citation, or the line before or after it, has one of these in lower case."""

_NAME = re.compile(POLICY_NAME, re.VERBOSE)
_WORD = (
    r"(?: (?i: sections? | sec\. | chapters? | chapitres? | paragraphes? | paragraphs? | n[o°]\.? ) [ ] | §{1,2}[ ]?"
    r" | ss?\.?[ ]?(?=[1-9][0-9]?\.[1-9]) )"
)
# A part of an infraction. Another word in lower case may be meant as one, if it isn't the name of another book.
_PART = rf"""(?: /(?: (?i: {"|".join(INFRACTION_PARTS).replace("-", "[ -]")} )
    | (?! (?: mtr | ipg | jar | rules? | tournament | section ) \b ) [a-z]{{4,}}(?:-[a-z]+)* ) (?! [\w/-] | \.\w ) )?"""
_NUMBER = rf"""
    (?: (?<![\d.,]) [1-9][0-9]?\.[1-9][0-9]? (?! [0-9] | \.[0-9] | [^\W\d] )
      | (?:[Aa]ppendix|[Aa]nnexe)[ ][A-Z](?!\w) ) {_PART}
    """
# The number of a chapter may be an amount ("MTR 10 players"), so nothing may follow it that an amount has.
_CHAPTER = r"[1-9][0-9]? (?! [0-9] | [.,:–-][0-9] | [^\W\d] | [%°$€£/] | [ ][%€$£a-z0-9] )"
# The characters and the word allowed between a name and the number after it: `MTR's section`, `IPG](link) §`.
_LEADS_ON = re.compile(
    rf"""(?: ['’]s(?=[ ]) )? (?: \]\([^()\s]{{1,200}}\) )?
        (?: &nbsp; | [\s:,\#(\[*_`\"“’–—-] ){{0,4}} (?P<word> {_WORD} )?""",
    re.VERBOSE,
)
_ITEM = re.compile(_NUMBER, re.VERBOSE)
_CHAPTER_ITEM = re.compile(_CHAPTER, re.VERBOSE)
_JOINT = re.compile(
    rf"""["'`*)\]]{{0,2}} (?: [ ]?[,;/&+][ ]?(?:(?:and|or|et|ou)[ ])? | [ ](?:and(?:/or)?|or|et|ou)[ ]
        | (?:[–-]|&ndash;) | [ ](?:[–-]|to|through|thru|à)[ ] ) (?: {_WORD} )?(?= [1-9] | [Aa]ppendix | [Aa]nnexe )""",
    re.VERBOSE,
)
# What stands between the last number and the name after it: `of the current`, `des`, `de l'`.
_OF = (
    r",?[ ](?: (?:of|in|from|de|du|des|dans)[ ](?:(?:the|les?|la|du|des)[ ]|l['’])? | d['’] )"
    r"(?: (?:current|latest|official)[ ] )?"
)
_LEADS_BACK = re.compile(rf"{_OF} \Z", re.VERBOSE)
_OF_NAME = re.compile(rf"{_OF} {POLICY_NAME}", re.VERBOSE)
_LIST_AT_END = re.compile(
    rf"(?<![\w.,]) (?: {_WORD} )? {_NUMBER} (?: {_JOINT.pattern} {_NUMBER} ){{0,12}} \Z", re.VERBOSE
)
_PIN = re.compile(
    r"[ ]?\((?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})\) | @(?P<at>[0-9]{4}-[0-9]{2}-[0-9]{2})(?!\w)", re.VERBOSE
)
# A number before one of these is an amount.
_AMOUNT = re.compile(
    r"[ ]? [%°$€£] | [ ](?: minutes? | hours? | seconds? | days? | players? | rounds? | euros? | dollars? )\b",
    re.VERBOSE,
)
# In characters: so much of the line before, of the line after, and before a name is read.
_REACH, _LIST_REACH = 60, 160


def find_policy_citations(line: str, before: str = "", after: str = "") -> tuple[PolicyCitation, ...]:
    """Find the citations of policy documents in a line, in order.

    `before` and `after` are the lines around it. The name of a document may stand there.
    """
    tail = before.rstrip()[-_REACH:]
    earlier = f"{tail} " if tail else ""
    indent = margin_end(line) if earlier else 0
    later = after[margin_end(after) :][:_REACH]
    text = f"{earlier}{line[indent:]} {later}" if later else f"{earlier}{line[indent:]}"
    # Offsets in `text` are converted to offsets in `line` by `shift`.
    shift = indent - len(earlier)
    found: list[PolicyCitation] = []
    for each in merge(_Names(text).citations(), _citations_by_title(text), key=lambda each: each.start):
        start, end = each.start + shift, each.end + shift
        number_start = text.rfind(each.written, each.start, each.end) + shift
        if number_start >= indent and end <= len(line) and (not found or start >= found[-1].end):
            start = max(start, indent)
            found.append(each._replace(text=line[start:end], start=start, end=end))
    return tuple(found)


class _Names:
    """Finds the citations around the names of documents in a text of up to three lines."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._done = 0

    def citations(self) -> Iterator[PolicyCitation]:
        """Yield the citations, in order."""
        for name in _NAME.finditer(self._text):
            doc: Doc = "mtr" if name["mtr"] else "ipg"
            citations = list(self._after(name, doc)) or list(self._before(name, doc))
            for citation in citations:
                if citation.start >= self._done:
                    yield citation
            if citations:
                self._done = max(self._done, citations[-1].end)

    def _after(self, name: re.Match[str], doc: Doc) -> Iterator[PolicyCitation]:
        """Yield the citations of a list that follows the name."""
        leads = _LEADS_ON.match(self._text, name.end())
        start = leads.end() if leads else name.end()
        if start == name.end() and name["mtr"] != "MTR" and name["ipg"] != "IPG":
            return
        is_sure = (name["mtr"] or name["ipg"]) not in ("mtr", "ipg")
        if item := _ITEM.match(self._text, start):
            yield from self._list(name.start(), item, doc, is_sure=is_sure)
            return
        is_abbreviation = (name["mtr"] or name["ipg"]) in ("MTR", "IPG")
        item = _CHAPTER_ITEM.match(self._text, start)
        if item and ((leads and leads["word"]) or is_abbreviation):
            yield self._citation(name.start(), item, doc, is_sure=bool(leads and leads["word"]))

    def _before(self, name: re.Match[str], doc: Doc) -> Iterator[PolicyCitation]:
        """Yield the citations of a list that stands before the name: `sections 4.2 and 4.3 of the MTR`."""
        floor = max(self._done, name.start() - _LIST_REACH)
        leads = _LEADS_BACK.search(self._text, max(floor, name.start() - 40), name.start())
        if leads is None:
            return
        numbers = _LIST_AT_END.search(self._text[floor : leads.start()])
        first = _ITEM.search(self._text, floor + numbers.start(), leads.start()) if numbers else None
        if numbers is None or first is None:
            return
        pin = _pin(self._text, name.end())
        for citation in self._list(floor + numbers.start(), first, doc, is_sure=True, stop=leads.start()):
            yield citation._replace(edition=citation.edition or (pin[0] if pin else None))

    def _list(
        self, start: int, item: re.Match[str], doc: Doc, *, is_sure: bool, stop: int | None = None
    ) -> Iterator[PolicyCitation]:
        """Yield the citation of an item, and of the items of the list after it, up to the offset `stop`."""
        while not _AMOUNT.match(self._text, item.end()):
            citation = self._citation(start, item, doc, is_sure=is_sure)
            yield citation
            joint = _JOINT.match(self._text, citation.end)
            following = _ITEM.match(self._text, joint.end()) if joint else None
            if following is None or (stop is not None and following.end() > stop):
                return
            if stop is None and _OF_NAME.match(self._text, following.end()):
                return  # as in "IPG 2.2 and section 4.2 of the MTR"
            start, item = following.start(), following

    def _citation(self, start: int, item: re.Match[str], doc: Doc, *, is_sure: bool) -> PolicyCitation:
        written = item.group() if doc == "ipg" else item.group().partition("/")[0]
        number = SectionNumber.parse_lenient(written)
        end = item.start() + len(written)
        day, end = _pin(self._text, end) or (None, end)
        return PolicyCitation(self._text[start:end], start, end, written, number, doc, day, is_sure)


# Judging at Regular has titles instead of numbers. They are set off: two words or more with capital letters behind the
# book's name and a mark. In a program, "JAR" is a file.
_BY_TITLE = re.compile(
    r"(?<![\w-])(?P<book>JAR|[Jj]udging\sat\s[Rr]egular)(?:\s(?:REL|Rules\sEnforcement\sLevel))?(?:\s\(JAR\))?"
    r"(?:\s*[,:(–—]\s*[“\"«‘]?|\s+[“\"«‘(]|\s+section\s+[“\"«‘]?)"
    r"(?P<title>[A-Z][\w’'-]*(?:\s(?:(?:of|the|and|in|at|to|a)\s)*[A-Z][\w’'-]*)+)"
)


def _citations_by_title(text: str) -> Iterator[PolicyCitation]:
    """Yield the citations of Judging at Regular, in order. The abbreviation alone may be something else."""
    for match in _BY_TITLE.finditer(text):
        number = SectionNumber(name=slug(match["title"]))
        is_sure = match["book"] != "JAR"
        yield PolicyCitation(match[0], match.start(), match.end("title"), match["title"], number, "jar", None, is_sure)


def _pin(text: str, at: int) -> tuple[date, int] | None:
    """Return the day that a citation ending at an offset is pinned to, and the offset after it."""
    match = _PIN.match(text, at)
    with suppress(BadValue):
        return (parse_date(match["day"] or match["at"]), match.end()) if match else None
    return None
