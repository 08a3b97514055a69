"""Scanning the bytes of a file for citations, cheaply enough for whole source trees.

Most files have no citation, so the bytes are first translated to their shape, in which all digits are the same. Three
digits in a row are found there ten times as fast as in the text. Where they stand, a regex decides whether the line may
have a citation. Only such lines are decoded and parsed. Lines around them are decoded if a text may continue there.

Guarantees: A line is parsed once. Lines and columns count from 1; a column counts characters. Bytes that aren't UTF-8
are read as Windows-1252 and never stop the scan.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from kb.citations.citation_parser import Citation, find_citations, margin_end
from kb.citations.quotations import Quotation, find_quotation
from kb.citations.surroundings import Surroundings, find_surroundings
from kb.citations.text_part import TextPart, decode_line


@dataclass(frozen=True, slots=True)
class CitationOccurrence:
    """A citation in a file, with its line and column (from 1).

    `quotation` is the quotation beside it, if any. `surroundings` is the text around it.
    """

    citation: Citation
    line: int
    column: int
    quotation: Quotation | None
    surroundings: Surroundings

    @property
    def is_in_whole_line(self) -> bool:
        """True if the citation was read with its whole line. A very long line is read in parts."""
        return self.column == self.citation.start + 1


def _after(end: bytes, between: bytes, longest: int) -> bytes:
    """Return a pattern for the text before a number: a match of `end`, then 1 to `longest` matches of `between`."""
    return b" | ".join(b"(?<= %b %b{%d} ...)" % (end, between, length) for length in range(1, longest + 1))


# The bytes of the mark of a comment or a quotation at the beginning of a line, and of the blanks around it.
_MARGIN = b" \t/*#>;%!-\xc2\xa0"
# The shape of a text: `d` for each digit; full stops, line feeds; blanks for what may stand in the margin of a line.
_SHAPE = bytes(
    ord("d" if chr(byte).isdigit() and byte < 128 else chr(byte) if byte in b".\n" else " " if byte in _MARGIN else "x")
    for byte in range(256)
)
_THREE_DIGITS = re.compile(rb"ddd(?<!dddd)(?<!\.ddd)(?!d)")
# Whether the number at a place may be cited. Lookbehinds check the text before it. Of a list of citations, the pattern
# finds at least the first, which has a letter, begins a range, or follows a word.
_MAY_BEGIN = re.compile(
    rb"""
    [1-9][0-9][0-9] (?<! [0-9.] ... )
    (?: [._] [1-9][0-9]{0,3} (?: [.(]? [A-Za-z]{1,2} (?! [A-Za-z0-9] ) | (?: - | \xe2\x80\x93 | \x96 | &ndash; ) [1-9] )
      | (?= [._][1-9] )
        (?: (?<! [,0-9\s+<] [ \t] ... )
            (?: (?<= [CReEsS>;|/\#] ...) | (?<= [*_`\s]{2} ...) | (?<= [/\#*|;-][ *_`] ...) )
          | %b )
      | (?! [0-9A-Za-z] | [._][0-9] )
        (?: (?<= [CR>;|\xa7] ...) | %b )
    )
    """
    % (
        _after(rb"[A-Za-z.\xb0\xba>;]", rb"[^0-9A-Za-z\n]", 10),
        _after(rb"[CRreEsSo.\xb0\xba>;]", rb"[\s_*`\xa0\xa7\xc2\xe2\x80\xaf]", 6),
    ),
    re.VERBOSE | re.DOTALL,
)
_WORD = re.compile(
    rb"(?i:rule|cr|r.{1,2}gle|rc|c\.r|r\.c|see|cf|voir|(?:\A|\n)[^\n\w]{0,8}>[\s>*_`\xc2\xa0]{0,16}\Z)", re.DOTALL
)
# A floating-point literal of source code: `scale(100.5f)`, `x = 100.5f`. It is skipped here to save
# time. The parser rejects it, too, except in comments and strings.
_LITERAL = re.compile(
    rb"(?:(?<=\w\()|(?<==)|(?<== )|(?<=\{)|(?<=return ))[1-9][0-9][0-9]\.[0-9]+[fFdDmM](?![A-Za-z0-9])"
)
_OPENS_PROSE = re.compile(rb"[\"'`#*>;%-]|//|\xe2\x80|\xc2\xab")
_LETTER_OR_RANGE = re.compile(rb"[1-9][0-9][0-9][._][1-9][0-9]{0,3}(?:[.(]?[A-Za-z]|-|\xe2|\x96|&)")
# What stands before and behind a bare number that begins the text of a comment or of a cell, and before one with a day.
_BEFORE_HEAD = re.compile(rb"(?:(?:\A|\n)[ \t]*(?://+!?|/?\*+|\#+|--|;+)|[|]|[ ]\#)[ \t]*[*_`]{0,3}\Z")
_AFTER_HEAD = re.compile(
    rb"[1-9][0-9]{2}\.[0-9]+[.:]?[*_`]{0,3}[.:]?(?:\s*\|+|[ ](?:-{1,2}|\xe2\x80[\x93\x94]|[\x96\x97]))?[\s*_`]{1,4}"
    rb"(?:[\"A-Z]|\xe2|\xc3|\x93)"
)
_DAY_BEFORE = re.compile(rb"(?:19|20)[0-9]{2}-?[01][0-9]-?[0-3][0-9]\]?[ ]?(?:[:-]|\xe2\x80.|\x96|\x97)[ ]?\Z")
# An anchor of a rule in a link.
_ANCHOR = re.compile(rb"#(?:R|cr-?|rule-?)[1-9][0-9]{2}")
# The ends of citation words, in lower case.
_WORD_ENDS = (b"ule", b"ules", b"gle", b"gles", b"cr", b"rc")
_BLANKS = b" \t\r\f\v\xc2\xa0"
# A quotation may continue on this many lines, and this many bytes, before or after its citation.
_MAX_QUOTED_LINES = 24
_MAX_QUOTED_BYTES = 16 * 1024
LINES_IN_REACH = _MAX_QUOTED_LINES + 1
"""A change of a line may change the citations on so many lines before and after it."""
# A citation word at the end of a line, with the blanks after it, has at most this many bytes.
_LAST_WORD = 200


def scan_citations(content: bytes) -> Iterator[CitationOccurrence]:
    """Yield every citation in a file's content, in order."""
    if b"\r" in content:
        content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return scan_part(TextPart(content, 0, len(content)))


def scan_part(part: TextPart) -> Iterator[CitationOccurrence]:
    """Yield every citation that begins in a part of a file, in order."""
    line, counted_to = part.line, 0
    for start in _candidate_lines(part):
        line += part.content.count(b"\n", counted_to, start)
        counted_to = start
        yield from _LineInFile(part, start, line).occurrences()


def _candidate_lines(part: TextPart) -> Iterator[int]:
    """Yield the offsets of the lines that may hold a citation of the part, in order."""
    content, shape = part.content, part.content.translate(_SHAPE)
    anchored = deque(_lines_with_anchors(part))
    at = content.rfind(b"\n", 0, part.start) + 1
    while (match := _THREE_DIGITS.search(shape, at, part.last_line_end)) is not None:
        at, number = match.end(), match.start()
        if not (_may_be_cited(content, number) or _is_after_word(content, shape, number)):
            continue
        start = content.rfind(b"\n", 0, number) + 1
        while anchored and anchored[0] <= start:
            if (earlier := anchored.popleft()) < start:
                yield earlier
        yield start
        end = content.find(b"\n", number)
        if end < 0:
            break
        at = end + 1
    yield from anchored


def _may_be_cited(content: bytes, number: int) -> bool:
    """True if the number at a place may be a citation, as far as the bytes around it show."""
    if not _MAY_BEGIN.match(content, number):
        return False
    before = max(0, number - 90)
    if _LETTER_OR_RANGE.match(content, number) and (
        not _LITERAL.match(content, number) or _OPENS_PROSE.search(content, before, number)
    ):
        return True
    return _WORD.search(content, before, number) is not None or _is_head(content, before, number)


def _is_head(content: bytes, before: int, number: int) -> bool:
    """True if a bare number may begin the text of a comment or of a cell, or has a day before it."""
    if _BEFORE_HEAD.search(content, before, number) and _AFTER_HEAD.match(content, number):
        return True
    return _DAY_BEFORE.search(content, before, number) is not None


def _is_after_word(content: bytes, shape: bytes, number: int) -> bool:
    """True if the number at a place begins its line, and the line before ends with a citation word."""
    if shape[number - 1 : number] not in (b"\n", b" "):
        return False
    start = shape.rfind(b"\n", 0, number) + 1
    if start == 0 or shape[start:number].strip(b" "):
        return False
    last = content[max(0, start - 1 - _LAST_WORD) : start - 1]
    return last.rstrip(_BLANKS).lower().endswith(_WORD_ENDS)


def _lines_with_anchors(part: TextPart) -> list[int]:
    """Return the offsets of the part's lines that may have an anchor of the rules."""
    content = part.content
    starts = (content.rfind(b"\n", 0, match.start()) + 1 for match in _ANCHOR.finditer(content, part.start, part.end))
    return list(dict.fromkeys(starts))


class _LineInFile:
    """A line of a file. The lines around it are decoded when they are needed."""

    def __init__(self, part: TextPart, start: int, number: int) -> None:
        self._part, self._content, self._start, self._number = part, part.content, start, number
        end = self._content.find(b"\n", start)
        self._end = end if end >= 0 else len(self._content)
        self._column = part.column if start == 0 else 1
        self.text, self._encoding = decode_line(self._content[start : self._end])
        if start == 0 and (part.line, part.column) == (1, 1):
            self.text = self.text.removeprefix("\ufeff")

    def occurrences(self) -> Iterator[CitationOccurrence]:
        """Yield the citations of the line that begin in the part, each with its quotation."""
        before = self._end_of_line_before() if self.text[margin_end(self.text) :][:1].isdigit() else ""
        first, last = self._offset_of(self._part.start), self._offset_of(self._part.end)
        for citation in find_citations(self.text, before):
            if first <= citation.start < last:
                quotation = find_quotation(citation, self.text, self._lines_before, self._lines_after)
                around = find_surroundings(citation, self.text, self._earlier_lines, self._later_lines)
                yield CitationOccurrence(citation, self._number, self._column + citation.start, quotation, around)

    def _offset_of(self, place: int) -> int:
        """Convert an offset in the content to an offset in the line's text. `place` may be outside of the line."""
        if place <= self._start:
            return 0
        if place > self._end:
            return len(self.text) + 1
        return len(self._content[self._start : place].decode(self._encoding, "replace"))

    def _end_of_line_before(self) -> str:
        end = max(0, self._start - 1)
        start = self._content.rfind(b"\n", max(0, end - _LAST_WORD), end) + 1
        return self._content[max(start, end - _LAST_WORD) : end].decode("utf-8", "replace")

    def _lines_before(self) -> list[str]:
        return self._before

    def _lines_after(self) -> list[str]:
        return self._after

    @cached_property
    def _before(self) -> list[str]:
        return [*self._earlier_lines()][::-1]

    @cached_property
    def _after(self) -> list[str]:
        return [*self._later_lines()]

    def _earlier_lines(self) -> Iterator[str]:
        """Yield the lines before this one, the nearest first, as far as a quotation may reach."""
        start = self._start
        for _ in range(_MAX_QUOTED_LINES):
            earlier = self._content.rfind(b"\n", 0, max(0, start - 1)) + 1
            if start == 0 or self._start - earlier > _MAX_QUOTED_BYTES:
                return
            yield decode_line(self._content[earlier : start - 1])[0]
            start = earlier

    def _later_lines(self) -> Iterator[str]:
        """Yield the lines after this one, as far as a quotation may reach."""
        end = self._end
        for _ in range(_MAX_QUOTED_LINES):
            found = self._content.find(b"\n", end + 1)
            later = found if found >= 0 else len(self._content)
            if end == len(self._content) or later - self._end > _MAX_QUOTED_BYTES:
                return
            yield decode_line(self._content[end + 1 : later])[0]
            end = later
