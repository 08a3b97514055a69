"""Citations in the bytes of a file, found so cheaply that whole source trees can be looked through.

One regex over the bytes finds what may be a citation; only those lines are decoded and read by the
grammar, and further lines only where a quotation goes on there.

Guarantees: a line is read once; lines and columns count from 1, columns in characters; bytes that are no
UTF-8 are read as Windows-1252, and never stop the scan.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.citations.citation_parser import Citation, find_citations, margin_end
from kb.citations.quotations import Quotation, find_quotation


@dataclass(frozen=True, slots=True)
class CitationOccurrence:
    """A citation where it stands in a file.

    Attributes:
        citation: the citation; its offsets are those in its line.
        line: number of its line, from 1.
        column: place of its first character in the line, from 1.
        quotation: the words that are quoted with it, if any.
    """

    citation: Citation
    line: int
    column: int
    quotation: Quotation | None


# Digits first, since a search for them is the fastest; what stands before them is asked after. A dot and
# a letter, a range, or a word before it: else no citation begins there (it may still go on in a list).
# Numbers in a row are told at once, since data are full of them.
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
# A floating-point number where source code has one: `scale(100.5f)`, `x = 100.5f`; the grammar would say so too.
_LITERAL = re.compile(rb"(?:\w\(|= ?|\{|return )[1-9][0-9][0-9]\.[0-9]+[fFdDmM](?![A-Za-z0-9])")
_LETTER_OR_RANGE = re.compile(rb"[1-9][0-9][0-9][._][1-9][0-9]{0,3}(?:[.(]?[A-Za-z]|-|\xe2|\x96|&)")
_WORDS_AT_END = (b"ule\n", b"ules\n", b"gle\n", b"CR\n")
# How many lines a quotation may run on, to either side.
_NEARBY = 24


def scan_citations(content: bytes, first_line: int = 1) -> Iterator[CitationOccurrence]:
    """Every citation in a file or a part of one, in order.

    Args:
        content: the bytes; parts of a file are cut at line breaks.
        first_line: the number of its first line.
    """
    if b"\r" in content:
        content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    line, counted = first_line, 0
    for start in _candidates(content):
        line += content.count(b"\n", counted, start)
        counted = start
        yield from _Place(content, start, line).occurrences()


def _candidates(content: bytes) -> Iterator[int]:
    """Where the lines begin that may hold a citation, in order."""
    carried = sorted(_after_words(content))
    at = 0
    while match := _MAY_BEGIN.search(content, at):
        at, number = match.end(), match.start()
        needs_word = not _LETTER_OR_RANGE.match(content, number) or any(
            _LITERAL.match(content, max(0, number - width)) for width in (2, 1, 7)
        )
        if needs_word and not _WORD.search(content, max(0, number - 90), number):
            continue
        start = content.rfind(b"\n", 0, number) + 1
        while carried and carried[0] <= start:
            if (before := carried.pop(0)) < start:
                yield before
        yield start
        end = content.find(b"\n", number)
        if end < 0:
            break
        at = end + 1
    yield from carried


def _after_words(content: bytes) -> Iterator[int]:
    """Where the lines begin that follow a line with a citation word at its end."""
    for word in _WORDS_AT_END:
        at = content.find(word)
        while at >= 0:
            at += len(word)
            if re.match(rb"[ \t/*#>;%!-]*[1-9][0-9][0-9]", content[at : at + 80]):
                yield at
            at = content.find(word, at)


class _Place:
    """A line with its neighbours, which are decoded only when they are asked for."""

    def __init__(self, content: bytes, start: int, number: int) -> None:
        self._content, self._start, self._number = content, start, number
        end = content.find(b"\n", start)
        self._end = end if end >= 0 else len(content)
        self.text = _decoded(content[start : self._end])
        if start == 0 and number == 1:
            self.text = self.text.removeprefix("\ufeff")

    def occurrences(self) -> Iterator[CitationOccurrence]:
        """The citations of the line, each with what is quoted beside it."""
        before = self.before(1) if self.text[margin_end(self.text) :][:1].isdigit() else []
        for citation in find_citations(self.text, before[-1] if before else ""):
            quotation = find_quotation(citation, self.text, self.before, self.after)
            yield CitationOccurrence(citation, self._number, citation.start + 1, quotation)

    def before(self, count: int = _NEARBY) -> list[str]:
        """Up to so many lines before this one, in the order of the file."""
        start = self._start
        for _ in range(count):
            if start == 0:
                break
            start = self._content.rfind(b"\n", 0, start - 1) + 1
        return _decoded(self._content[start : self._start]).split("\n")[:-1]

    def after(self, count: int = _NEARBY) -> list[str]:
        """Up to so many lines after this one."""
        end = self._end
        for _ in range(count):
            found = self._content.find(b"\n", end + 1)
            if found < 0:
                end = len(self._content)
                break
            end = found
        return _decoded(self._content[self._end + 1 : end]).split("\n") if end > self._end else []


def _decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace")
