"""Scanning the bytes of a file for citations, cheaply enough for whole source trees.

One regex over the bytes finds the lines that may hold a citation. Only those lines are decoded and parsed, and the
lines around them only where a quotation continues there.

Guarantees: a line is parsed once; lines and columns count from 1, columns in characters; bytes that are no UTF-8 are
read as Windows-1252 and never stop the scan.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.citations.citation_parser import Citation, find_citations, margin_end
from kb.citations.quotations import Quotation, find_quotation


@dataclass(frozen=True, slots=True)
class CitationOccurrence:
    """A citation at its place in a file.

    Attributes:
        citation: the citation, with its offsets in the line.
        line: the number of the line, from 1.
        column: the column of its first character, from 1.
        quotation: the words quoted with it, if any.
    """

    citation: Citation
    line: int
    column: int
    quotation: Quotation | None


# Digits first, since searching for them is fastest; lookbehinds then check what stands before them. A citation begins
# only at a number with a dot and a letter, with a range, or with a word before it (in a list it may go on elsewhere).
# Numbers in a row are rejected at once, since data files are full of them.
_MAY_BEGIN = re.compile(
    rb"""
    [1-9][0-9][0-9] (?<! [0-9.] ... )
    (?: [._] [1-9][0-9]{0,3} (?: [.(]? [A-Za-z]{1,2} (?! [A-Za-z0-9] ) | (?: - | \xe2\x80\x93 | \x96 | &ndash; ) [1-9] )
      | (?= [._][1-9] ) (?<! [,0-9\s+<] [ \t] ... )
        (?: (?<= [A-Za-z.\xb0\xba] [^0-9A-Za-z\n] ...) | (?<= [A-Za-z] [^0-9A-Za-z\n]{2} ...)
          | (?<= [A-Za-z] [^0-9A-Za-z\n]{3} ...) | (?<= [A-Za-z] [^0-9A-Za-z\n]{4} ...)
          | (?<= [A-Za-z] [^0-9A-Za-z\n]{5} ...) | (?<= [CReEsS>;] ...) | (?<= > [\s>*_`] ...) | (?<= [*_`\s]{2} ...) )
      | (?! [0-9A-Za-z] | [._][0-9] )
        (?: (?<= [CRreEsSo.\xb0\xba] [\s_*`\xa0] ...) | (?<= [CReEsS] [\s*`]{2} ...)
          | (?<= [CReEsS] [\s*`]{3} ...) | (?<= [CR>;\xa7] ...) )
    )
    """,
    re.VERBOSE | re.DOTALL,
)
_WORD = re.compile(
    rb"(?i:rule|cr|r.{1,2}gle|rc|c\.r|r\.c|see|cf|voir|(?:\A|\n)[^\n\w]{0,8}>[\s>*_`]{0,8}\Z)", re.DOTALL
)
# A floating-point literal of source code: `scale(100.5f)`, `x = 100.5f`. The parser would reject it too.
_LITERAL = re.compile(rb"(?:\w\(|= ?|\{|return )[1-9][0-9][0-9]\.[0-9]+[fFdDmM](?![A-Za-z0-9])")
_LETTER_OR_RANGE = re.compile(rb"[1-9][0-9][0-9][._][1-9][0-9]{0,3}(?:[.(]?[A-Za-z]|-|\xe2|\x96|&)")
# A quoted block of Markdown whose number follows several spaces, which `_MAY_BEGIN` takes for a column of data.
_SPACED_QUOTE = re.compile(rb">(?:[^\S\n]|>|\xc2?\xa0){2,24}[*_`]{0,3}[1-9][0-9]{2}\.")
_WORDS_AT_END = (b"ule\n", b"ules\n", b"gle\n", b"CR\n")
# A quotation may continue over this many lines, in either direction.
_MAX_QUOTED_LINES = 24


def scan_citations(content: bytes, first_line: int = 1) -> Iterator[CitationOccurrence]:
    """Yield every citation in a file, or in a part of it that begins and ends at a line break, in order."""
    if b"\r" in content:
        content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    line, counted_to = first_line, 0
    for start in _candidate_lines(content):
        line += content.count(b"\n", counted_to, start)
        counted_to = start
        yield from _LineInFile(content, start, line).occurrences()


def _candidate_lines(content: bytes) -> Iterator[int]:
    """Yield the offsets of the lines that may hold a citation, in order."""
    quotes = (content.rfind(b"\n", 0, match.start()) + 1 for match in _SPACED_QUOTE.finditer(content))
    others = sorted({*_lines_after_words(content), *quotes})
    at = 0
    while match := _MAY_BEGIN.search(content, at):
        at, number = match.end(), match.start()
        needs_word = not _LETTER_OR_RANGE.match(content, number) or any(
            _LITERAL.match(content, max(0, number - width)) for width in (2, 1, 7)
        )
        if needs_word and not _WORD.search(content, max(0, number - 90), number):
            continue
        start = content.rfind(b"\n", 0, number) + 1
        while others and others[0] <= start:
            if (earlier := others.pop(0)) < start:
                yield earlier
        yield start
        end = content.find(b"\n", number)
        if end < 0:
            break
        at = end + 1
    yield from others


def _lines_after_words(content: bytes) -> Iterator[int]:
    """Yield the offsets of lines that begin with a number and follow a citation word at the end of a line."""
    for word in _WORDS_AT_END:
        at = content.find(word)
        while at >= 0:
            at += len(word)
            if re.match(rb"[ \t/*#>;%!-]*[1-9][0-9][0-9]", content[at : at + 80]):
                yield at
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
