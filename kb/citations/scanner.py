"""Scanning the bytes of a file for citations, cheaply enough for whole source trees.

One regex searches the bytes for lines that may have a citation. Only these lines are decoded and parsed. Lines around
them are decoded if a quotation may continue there.

Guarantees: A line is parsed once. Lines and columns count from 1; a column counts characters. Bytes that aren't UTF-8
are read as Windows-1252 and never stop the scan.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.citations.citation_parser import Citation, find_citations, margin_end
from kb.citations.quotations import Quotation, find_quotation


@dataclass(frozen=True, slots=True)
class CitationOccurrence:
    """A citation in a file, with its line and column (from 1), and the quotation beside it, if any."""

    citation: Citation
    line: int
    column: int
    quotation: Quotation | None


def _after(end: bytes, between: bytes, longest: int) -> bytes:
    """Return a pattern for the text before a number: a character `end`, then 1 to `longest` characters `between`."""
    return b" | ".join(b"(?<= %b %b{%d} ...)" % (end, between, length) for length in range(1, longest + 1))


# The pattern begins with digits, since searching for digits is fastest. Lookbehinds then check the text before them.
# Of a list, only the first citation must match. This citation has a letter, begins a range, or follows a word.
# A number after another number is rejected at once, since data files are full of rows of numbers.
_MAY_BEGIN = re.compile(
    rb"""
    [1-9][0-9][0-9] (?<! [0-9.] ... )
    (?: [._] [1-9][0-9]{0,3} (?: [.(]? [A-Za-z]{1,2} (?! [A-Za-z0-9] ) | (?: - | \xe2\x80\x93 | \x96 | &ndash; ) [1-9] )
      | (?= [._][1-9] )
        (?: (?<! [,0-9\s+<] [ \t] ... ) (?: (?<= [CReEsS>;] ...) | (?<= [*_`\s]{2} ...) ) | %b )
      | (?! [0-9A-Za-z] | [._][0-9] )
        (?: (?<= [CR>;\xa7] ...) | %b )
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
_LITERAL = re.compile(rb"(?:\w\(|= ?|\{|return )[1-9][0-9][0-9]\.[0-9]+[fFdDmM](?![A-Za-z0-9])")
_OPENS_PROSE = re.compile(rb"[\"'`#*>;%-]|//|\xe2\x80|\xc2\xab")
_LETTER_OR_RANGE = re.compile(rb"[1-9][0-9][0-9][._][1-9][0-9]{0,3}(?:[.(]?[A-Za-z]|-|\xe2|\x96|&)")
# The ends of citation words, and the pattern of the text between such a word and a number on the next line.
_WORD_ENDS = (b"ule", b"gle", b"CR", b"RC")
_LINE_BREAK = re.compile(rb"s?(?:[^\S\n]|\xc2?\xa0)*\n(?:[ \t/*#>;%!-]|\xc2?\xa0)*[1-9][0-9][0-9]")
# A quotation may continue on this many lines before or after its citation.
_MAX_QUOTED_LINES = 24


def scan_citations(content: bytes, first_line: int = 1) -> Iterator[CitationOccurrence]:
    """Yield the citations in `content` in order: a whole file, or a part that begins and ends at a line break."""
    if b"\r" in content:
        content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    line, counted_to = first_line, 0
    for start in _candidate_lines(content):
        line += content.count(b"\n", counted_to, start)
        counted_to = start
        yield from _LineInFile(content, start, line).occurrences()


def _candidate_lines(content: bytes) -> Iterator[int]:
    """Yield the offsets of the lines that may hold a citation, in order."""
    after_words = sorted(_lines_after_words(content))
    at = 0
    while match := _MAY_BEGIN.search(content, at):
        at, number = match.end(), match.start()
        before = max(0, number - 90)
        needs_word = not _LETTER_OR_RANGE.match(content, number) or (
            any(_LITERAL.match(content, max(0, number - width)) for width in (2, 1, 7))
            and not _OPENS_PROSE.search(content, before, number)
        )
        if needs_word and not _WORD.search(content, before, number):
            continue
        start = content.rfind(b"\n", 0, number) + 1
        while after_words and after_words[0] <= start:
            if (earlier := after_words.pop(0)) < start:
                yield earlier
        yield start
        end = content.find(b"\n", number)
        if end < 0:
            break
        at = end + 1
    yield from after_words


def _lines_after_words(content: bytes) -> Iterator[int]:
    """Yield the offsets of lines that begin with a number, if the line before ends with a citation word."""
    for word in _WORD_ENDS:
        at = content.find(word)
        while at >= 0:
            at += len(word)
            if _LINE_BREAK.match(content, at):
                yield content.index(b"\n", at) + 1
            at = content.find(word, at)


class _LineInFile:
    """A line of a file. The lines around it are decoded when they are needed."""

    def __init__(self, content: bytes, start: int, number: int) -> None:
        self._content, self._start, self._number = content, start, number
        end = content.find(b"\n", start)
        self._end = end if end >= 0 else len(content)
        self.text = _decode(content[start : self._end])
        if start == 0 and number == 1:
            self.text = self.text.removeprefix("\ufeff")

    def occurrences(self) -> Iterator[CitationOccurrence]:
        """Yield the citations of the line, each with its quotation."""
        before = self.before(1) if self.text[margin_end(self.text) :][:1].isdigit() else []
        for citation in find_citations(self.text, before[-1] if before else ""):
            quotation = find_quotation(citation, self.text, self.before, self.after)
            yield CitationOccurrence(citation, self._number, citation.start + 1, quotation)

    def before(self, count: int = _MAX_QUOTED_LINES) -> list[str]:
        """Return up to `count` lines before this one, in the order of the file."""
        start = self._start
        for _ in range(count):
            if start == 0:
                break
            start = self._content.rfind(b"\n", 0, start - 1) + 1
        return _decode(self._content[start : self._start]).split("\n")[:-1]

    def after(self, count: int = _MAX_QUOTED_LINES) -> list[str]:
        """Return up to `count` lines after this one."""
        end = self._end
        for _ in range(count):
            found = self._content.find(b"\n", end + 1)
            if found < 0:
                end = len(self._content)
                break
            end = found
        return _decode(self._content[self._end + 1 : end]).split("\n") if end > self._end else []


def _decode(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace")
