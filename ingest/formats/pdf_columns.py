"""From words with their places on pages to the lines that a reader reads, column by column.

Guarantees: every word comes out once, but for those of running heads and page numbers; a page of two
columns is read one after the other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from statistics import median

NEAR = 0.35
"""Part of a line's height: what is nearer than this stands on one line, or at one indentation."""

# So wide a space parts columns; in a justified line it may be a space all the same.
_WIDE = 0.9
# So far from its heading stands a page's number on the contents page.
_FAR = 3
# How much of a page's lines may run across the space between two columns: titles, headings.
_ACROSS = 0.2
_COLUMN_LINES = 4
_COLUMN_LENGTH = 8
# Where on a page the right column may begin, and how many places are tried.
_MIDDLE = (0.4, 0.7)
_PLACES = 40
# With more than so many pieces, a page is none of a text.
_MOST_PIECES = 2_000
# On this part of the pages, a line at the same height at the edge is a running head or foot.
_REPEATED = 0.3
_EDGE_LINES = 2

_DIGITS = re.compile(r"[0-9]+")
_PAGE_NUMBER = re.compile(r"\W*(?:page\s)?[0-9]{1,4}(?:\s?(?:/|sur|of)\s?[0-9]{1,4})?\W*", re.IGNORECASE)
_HEADING = re.compile(r"[1-9](?:[0-9]{2})?\.\s")
_LETTER = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Word:
    """A word on a page.

    Attributes:
        text: as printed.
        left: its left edge, in points from the page's.
        right: its right edge.
        base: the line that it stands on, in points from the foot of the page.
        height: of its line.
        bold: whether it is printed bold.
    """

    text: str
    left: float
    right: float
    base: float
    height: float
    bold: bool = False


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """One line of one column.

    Attributes:
        words: from left to right.
        column: the page, the band between lines that run across, and the column in it.
        side: 0 or 1 for the left or right of two columns, -1 where there is one.
    """

    words: tuple[Word, ...]
    column: tuple[int, int, int]
    side: int

    @property
    def text(self) -> str:
        """The words with spaces between."""
        return " ".join(word.text for word in self.words)

    @property
    def left(self) -> float:
        """Its left edge."""
        return self.words[0].left

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.words[-1].right

    @property
    def first_right(self) -> float:
        """The right edge of the first word, with the marks that a French space keeps it together with."""
        end = next((at for at, word in enumerate(self.words) if _LETTER.search(word.text)), 0) + 1
        while end < len(self.words) and not _LETTER.search(self.words[end].text):
            end += 1
        return self.words[end - 1].right

    @property
    def base(self) -> float:
        """The height that it stands at, from the foot of the page."""
        return self.words[0].base

    @property
    def height(self) -> float:
        """Of its tallest word."""
        return max(word.height for word in self.words)

    @property
    def bold(self) -> bool:
        """Whether all of it is bold."""
        return all(word.bold for word in self.words)


def lines_of(pages: Iterable[Iterable[Sequence[Word]]]) -> list[PrintedLine]:
    """The lines of a document in the order in which they are read.

    Args:
        pages: of each page its lines, as far as the PDF tells what a line is: of two columns, what
            stands side by side may come as one line or as two.
    """
    pieces = _without_running_heads([[piece for line in page for piece in _pieces(line)] for page in pages])
    return [
        line
        for number, (page, gutter) in enumerate(zip(pieces, _gutters(pieces), strict=True))
        for line in _columns(page, gutter, number)
    ]


def _pieces(line: Sequence[Word]) -> Iterator[tuple[Word, ...]]:
    """A line cut where the space between two words could be the one between two columns."""
    start = 0
    for at, (word, following) in enumerate(pairwise(line), 1):
        if not -word.height < following.left - word.right < _WIDE * word.height:
            yield tuple(line[start:at])
            start = at
    if line:
        yield tuple(line[start:])


_Page = list[tuple[Word, ...]]


def _without_running_heads(pages: Sequence[_Page]) -> list[_Page]:
    """The pages without page numbers and without what comes back at the edge of many of them."""
    edges = [_edges(page) for page in pages]
    seen = Counter(key for page in edges for key in {_key(row) for row in page})
    often = max(2, _REPEATED * len(pages))
    kept = []
    for page, rows in zip(pages, edges, strict=True):
        dropped = {
            id(piece) for row in rows if seen[_key(row)] >= often or _PAGE_NUMBER.fullmatch(_text(row)) for piece in row
        }
        kept.append([piece for piece in page if id(piece) not in dropped])
    return kept


def _edges(page: _Page) -> list[_Page]:
    """What stands on the first and last lines of a page, from one margin to the other."""
    rows = _rows(page)
    return rows[:_EDGE_LINES] + rows[max(_EDGE_LINES, len(rows) - _EDGE_LINES) :]


def _rows(page: _Page) -> list[_Page]:
    """The pieces that stand at one height, from the top of the page to its foot."""
    rows: list[_Page] = []
    for piece in sorted(page, key=lambda piece: -piece[0].base):
        if rows and abs(rows[-1][0][0].base - piece[0].base) < NEAR * piece[0].height:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return [sorted(row, key=lambda piece: piece[0].left) for row in rows]


def _text(row: _Page) -> str:
    return " ".join(word.text for piece in row for word in piece)


def _key(row: _Page) -> tuple[str, int]:
    """What a row says, whatever the number of the page, and roughly where."""
    return _DIGITS.sub("#", _text(row)), round(row[0][0].base / 4)


def _gutters(pages: Sequence[_Page]) -> list[float | None]:
    """For each page where its two columns part, or None.

    Where a page has too few lines to tell (the last one), it is taken to be as the others are.
    """
    clear = [_gutter(page) for page in pages]
    found = [gutter for gutter in clear if gutter is not None]
    if not found:
        return clear
    usual = median(found)
    return [
        gutter if gutter is not None else usual if 2 * len(found) > len(pages) and _parts(page, usual) else None
        for page, gutter in zip(pages, clear, strict=True)
    ]


def _gutter(page: _Page) -> float | None:
    """The middle of the space between the two columns of a page, or None if it has one column."""
    if not 2 * _COLUMN_LINES <= len(page) <= _MOST_PIECES:
        return None
    left = min(piece[0].left for piece in page)
    width = max(piece[-1].right for piece in page) - left
    rows = _rows(page)
    best: tuple[int, float, float] | None = None
    for start in _starts(page, left, width):
        end = max((piece[-1].right for piece in page if piece[-1].right < start), default=left)
        gutter = (start + end) / 2
        beside = [row for row in rows if row[0][-1].right < gutter < row[-1][0].left]
        after = [len(_text([piece for piece in row if piece[0].left > gutter])) for row in beside]
        # A contents page has its page numbers at the right: a column of texts is meant.
        if len(beside) >= _COLUMN_LINES and median(after) > _COLUMN_LENGTH and _parts(page, gutter):
            merit = -_across(page, gutter), start - end, gutter
            best = max(best or merit, merit)
    return best[2] if best else None


def _starts(page: _Page, left: float, width: float) -> list[float]:
    """Where near the middle of a page lines begin, the first of those that lie close together."""
    first, last = (left + part * width for part in _MIDDLE)
    places: dict[int, float] = {}
    for start in sorted(piece[0].left for piece in page if first < piece[0].left < last):
        places.setdefault(int((start - first) / (last - first) * _PLACES), start)
    return list(places.values())


def _across(page: _Page, gutter: float) -> int:
    """How many pieces run across this place."""
    return sum(piece[0].left < gutter < piece[-1].right for piece in page)


def _parts(page: _Page, gutter: float) -> bool:
    """Whether hardly a line of the page runs across this place."""
    return _across(page, gutter) <= _ACROSS * len(page)


def _without_page_number(row: _Page) -> _Page:
    """A heading of the contents page without the page's number at the margin."""
    if len(row) < 2 or not _HEADING.match(_text(row)):
        return row
    far = row[-1][0].left - row[-2][-1].right > _FAR * row[0][0].height
    return row[:-1] if far and _PAGE_NUMBER.fullmatch(_text(row[-1:])) else row


def _columns(page: _Page, gutter: float | None, number: int) -> Iterator[PrintedLine]:
    """The lines of a page in the order in which they are read.

    A line that runs across both columns parts those above it from those below.
    """
    rows = [_without_page_number(row) for row in _rows(page)]
    if gutter is None:
        for row in rows:
            yield PrintedLine(tuple(word for piece in row for word in piece), (number, 0, 0), -1)
        return
    bands = groupby(rows, key=lambda row: any(piece[0].left < gutter < piece[-1].right for piece in row))
    for band, (across, stretch) in enumerate(bands):
        together = list(stretch)
        for side in (-1,) if across else (0, 1):
            for row in together:
                words = [word for piece in row for word in piece]
                if side >= 0:
                    words = [word for word in words if (word.left > gutter) == bool(side)]
                if words:
                    yield PrintedLine(tuple(words), (number, band, side), side)
