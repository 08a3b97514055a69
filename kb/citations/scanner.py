"""Scanning the bytes of a file for citations, cheaply enough for whole source trees.

Only lines that may have a citation (`candidate_lines`) are decoded and parsed. Lines around them are decoded if a text
may continue there.

Guarantees: A line is parsed once. Lines and columns count from 1; a column counts characters. Bytes that aren't UTF-8
are read as Windows-1252 and never stop the scan.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from heapq import merge
from typing import NamedTuple

from kb.citations.candidate_lines import candidate_lines
from kb.citations.citation_parser import Citation, find_citations, margin_end
from kb.citations.policy_citation_parser import POLICY_NAMES, PolicyCitation, find_policy_citations
from kb.citations.quotations import Quotation, find_quotation
from kb.citations.surroundings import Surroundings, find_surroundings
from kb.citations.text_part import TextPart, decode_line


class CitationOccurrence(NamedTuple):
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


class PolicyOccurrence(NamedTuple):
    """A citation of a policy document in a file, as `CitationOccurrence`."""

    citation: PolicyCitation
    line: int
    column: int
    quotation: Quotation | None
    surroundings: Surroundings

    @property
    def is_in_whole_line(self) -> bool:
        """True if the citation was read with its whole line."""
        return self.column == self.citation.start + 1


AnyOccurrence = CitationOccurrence | PolicyOccurrence
"""A citation of the rules or of a policy document in a file."""

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
    for line in _lines_at(part, candidate_lines(part)):
        yield from line.occurrences()


def scan_policy_part(part: TextPart) -> Iterator[PolicyOccurrence]:
    """Yield every citation of a policy document that begins in a part of a file, in order."""
    for line in _lines_at(part, _lines_near_names(part)):
        yield from line.policy_occurrences()


def _lines_at(part: TextPart, starts: Iterable[int]) -> Iterator[_LineInFile]:
    """Yield the lines that begin at some offsets of a part's content. The offsets are in order."""
    number, counted_to = part.line, 0
    for start in starts:
        number += part.content.count(b"\n", counted_to, start)
        counted_to = start
        yield _LineInFile(part, start, number)


def scan_all_citations(part: TextPart) -> Iterator[AnyOccurrence]:
    """Yield every citation that begins in a part of a file, of the rules and of policy documents, in order."""
    citations: list[Iterator[AnyOccurrence]] = [scan_part(part), scan_policy_part(part)]
    yield from merge(*citations, key=lambda found: (found.line, found.column))


def _lines_near_names(part: TextPart) -> Iterator[int]:
    """Yield the offsets of the part's lines that name a policy document, or whose neighbours do, in order."""
    content, lower_case = part.content, part.content.lower()
    names = [name for name in POLICY_NAMES if name in lower_case]
    if not names:
        return
    named, at = re.compile(b"|".join(names)), 0
    found = set()
    while match := named.search(lower_case, at):
        start, end = content.rfind(b"\n", 0, match.start()) + 1, content.find(b"\n", match.end())
        found |= {content.rfind(b"\n", 0, max(0, start - 1)) + 1, start}
        if end < 0:
            break
        at = end + 1
        found.add(at)
    first = content.rfind(b"\n", 0, part.start) + 1
    yield from sorted(start for start in found if first <= start < max(part.end, 1) and start < len(content))


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
        for citation in find_citations(self.text, before):
            if self._begins_in_part(citation):
                yield CitationOccurrence(citation, *self._place(citation), *self._beside(citation))

    def policy_occurrences(self) -> Iterator[PolicyOccurrence]:
        """Yield the line's citations of policy documents that begin in the part, each with its quotation."""
        before, after = next(iter(self._earlier_lines()), ""), next(iter(self._later_lines()), "")
        for citation in find_policy_citations(self.text, before, after):
            if self._begins_in_part(citation):
                yield PolicyOccurrence(citation, *self._place(citation), *self._beside(citation))

    @cached_property
    def _span(self) -> tuple[int, int]:
        """Where the part begins and ends in the line."""
        return self._offset_of(self._part.start), self._offset_of(self._part.end)

    def _begins_in_part(self, citation: Citation | PolicyCitation) -> bool:
        first, last = self._span
        return first <= citation.start < last

    def _place(self, citation: Citation | PolicyCitation) -> tuple[int, int]:
        return self._number, self._column + citation.start

    def _beside(self, citation: Citation | PolicyCitation) -> tuple[Quotation | None, Surroundings]:
        """Return the quotation of a citation, and the text around it."""
        lines = self.text, self._earlier_lines, self._later_lines
        return find_quotation(citation, *lines), find_surroundings(citation, *lines)

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
