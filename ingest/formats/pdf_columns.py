"""Arrangement of positioned words as printed lines in reading order, column by column.

Guarantees: the result has every word once, except running heads and page numbers. The left column of a page comes
before the right column.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from statistics import median

ALIGNMENT_TOLERANCE = 0.35
"""A share of a line's height. Positions that differ by less count as equal baselines or indentations."""

# `_WIDE` and `_FAR` are multiples of a line's height. A line is split into pieces at each space of at least `_WIDE`.
# Such a space may separate columns, but also the words of a justified line.
_WIDE = 0.9
# The smallest distance between a heading on the contents page and its page number.
_FAR = 3
# Between two columns is a gutter. Titles and headings may cross the gutter. If more than this share of the pieces on a
# page cross a position, the position isn't a gutter.
_MAX_CROSSING = 0.2
_MIN_COLUMN_LINES = 4
_MIN_COLUMN_LENGTH = 8
# The right column may begin in this part of the page's width. `_POSITIONS` positions in this part are tried.
_MIDDLE = (0.4, 0.7)
_POSITIONS = 40
# A page with more pieces of lines than this number has no columns of text.
_MAX_PIECES = 2_000
# A line near the top or bottom is a running head if this share of the pages has the line at the same height.
_REPEATED = 0.3
_EDGE_LINES = 2

_DIGITS = re.compile(r"[0-9]+")
_PAGE_NUMBER = re.compile(r"\W*(?:page\s)?[0-9]{1,4}(?:\s?(?:/|sur|of)\s?[0-9]{1,4})?\W*", re.IGNORECASE)
_HEADING = re.compile(r"[1-9](?:[0-9]{2})?\.\s")
_LETTER = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class PdfWord:
    """A word on a page. All lengths are in points. `baseline` is measured upwards from the foot of the page."""

    text: str
    left: float
    right: float
    baseline: float
    height: float
    is_bold: bool = False


@dataclass(frozen=True, slots=True)
class PrintedLine(PdfWord):
    """One line of one column, with its position on the page.

    `first_right` is the right edge of the first word. Marks that stand beside the word, as in "« mot »", belong to it.
    Lines that cross the gutter divide a page into bands. `column` has the index of the page, of the band on the page,
    and of the column in the band. `side` is 0 in the left and 1 in the right of two columns, and -1 in a single column.
    """

    first_right: float = 0.0
    column: tuple[int, int, int] = (0, 0, 0)
    side: int = -1


Piece = tuple[PdfWord, ...]
"""Words of one line without a wide space between them."""

_Pieces = list[Piece]


def lines_in_reading_order(pages: Iterable[Iterable[Sequence[PdfWord]]]) -> list[PrintedLine]:
    """Return the lines of a document in reading order.

    `pages` are the pages' lines as PDFium recognizes them. PDFium may return lines of two columns as one line.
    """
    pieces, _ = separate_running_heads([[piece for line in page for piece in split_line(line)] for page in pages])
    return [
        line
        for number, (page, gutter) in enumerate(zip(pieces, _gutters(pieces), strict=True))
        for line in _columns(page, gutter, number)
    ]


def split_line(line: Sequence[PdfWord]) -> Iterator[Piece]:
    """Yield the pieces of a line, which is split at every space that is wide enough for a gutter."""
    start = 0
    for at, (word, following) in enumerate(pairwise(line), 1):
        if not -word.height < following.left - word.right < _WIDE * word.height:
            yield tuple(line[start:at])
            start = at
    if line:
        yield tuple(line[start:])


def separate_running_heads(pages: Sequence[_Pieces]) -> tuple[list[_Pieces], list[_Pieces]]:
    """Return the pages without page numbers and running heads, and the page numbers and running heads of each page."""
    edges = [_edges(page) for page in pages]
    seen = Counter(key for page in edges for key in {_key(row) for row in page})
    often = max(2, _REPEATED * len(pages))
    kept, heads = [], []
    for page, rows in zip(pages, edges, strict=True):
        dropped = {
            id(piece) for row in rows if seen[_key(row)] >= often or _PAGE_NUMBER.fullmatch(_text(row)) for piece in row
        }
        kept.append([piece for piece in page if id(piece) not in dropped])
        heads.append([piece for piece in page if id(piece) in dropped])
    return kept, heads


def _edges(page: _Pieces) -> list[_Pieces]:
    """Return the rows at the top and at the bottom of a page."""
    rows = _rows(page)
    return rows[:_EDGE_LINES] + rows[max(_EDGE_LINES, len(rows) - _EDGE_LINES) :]


def _rows(page: _Pieces) -> list[_Pieces]:
    """Return the pieces of a page in rows of equal baselines, from the top of the page to its foot."""
    rows: list[_Pieces] = []
    for piece in sorted(page, key=lambda piece: -piece[0].baseline):
        if rows and abs(rows[-1][0][0].baseline - piece[0].baseline) < ALIGNMENT_TOLERANCE * piece[0].height:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return [sorted(row, key=lambda piece: piece[0].left) for row in rows]


def _text(row: _Pieces) -> str:
    return " ".join(word.text for piece in row for word in piece)


def _key(row: _Pieces) -> tuple[str, int]:
    """Return a row's text with masked digits, and its rounded baseline. A running head has one key on all pages."""
    return _DIGITS.sub("#", _text(row)), round(row[0][0].baseline / 4)


def _gutters(pages: Sequence[_Pieces]) -> list[float | None]:
    """Return the position of the gutter between the two columns of each page, or None for a page with one column.

    If most pages have a gutter, a page with too few lines, such as the last page, gets the usual gutter.
    """
    clear = [_gutter(page) for page in pages]
    found = [gutter for gutter in clear if gutter is not None]
    if not found:
        return clear
    usual = median(found)
    return [
        gutter if gutter is not None else usual if 2 * len(found) > len(pages) and _separates(page, usual) else None
        for page, gutter in zip(pages, clear, strict=True)
    ]


def _gutter(page: _Pieces) -> float | None:
    """Return the position of the middle of the gutter on a page, or None if the page has only one column."""
    if not 2 * _MIN_COLUMN_LINES <= len(page) <= _MAX_PIECES:
        return None
    left = min(piece[0].left for piece in page)
    width = max(piece[-1].right for piece in page) - left
    rows = _rows(page)
    best: tuple[int, float, float] | None = None
    for start in _column_starts(page, left, width):
        end = max((piece[-1].right for piece in page if piece[-1].right < start), default=left)
        gutter = (start + end) / 2
        beside = [row for row in rows if row[0][-1].right < gutter < row[-1][0].left]
        after = [len(_text([piece for piece in row if piece[0].left > gutter])) for row in beside]
        # The page numbers on a contents page are not a column of text.
        if len(beside) >= _MIN_COLUMN_LINES and median(after) > _MIN_COLUMN_LENGTH and _separates(page, gutter):
            score = -_crossing(page, gutter), start - end, gutter
            best = max(best or score, score)
    return best[2] if best else None


def _column_starts(page: _Pieces, left: float, width: float) -> list[float]:
    """Return the left edges of pieces near the middle of a page. If edges are close together, return only one."""
    first, last = (left + part * width for part in _MIDDLE)
    starts: dict[int, float] = {}
    for start in sorted(piece[0].left for piece in page if first < piece[0].left < last):
        starts.setdefault(int((start - first) / (last - first) * _POSITIONS), start)
    return list(starts.values())


def _crossing(page: _Pieces, gutter: float) -> int:
    """Return the number of pieces that cross a gutter."""
    return sum(piece[0].left < gutter < piece[-1].right for piece in page)


def _separates(page: _Pieces, gutter: float) -> bool:
    """True if few pieces of the page cross the gutter."""
    return _crossing(page, gutter) <= _MAX_CROSSING * len(page)


def _without_page_number(row: _Pieces) -> _Pieces:
    """Return a heading of the contents page without the page number at the margin."""
    if len(row) < 2 or not _HEADING.match(_text(row)):
        return row
    far = row[-1][0].left - row[-2][-1].right > _FAR * row[0][0].height
    return row[:-1] if far and _PAGE_NUMBER.fullmatch(_text(row[-1:])) else row


def _columns(page: _Pieces, gutter: float | None, number: int) -> Iterator[PrintedLine]:
    """Yield the lines of page `number` in reading order.

    A line that crosses the gutter comes after both columns above it and before both columns below it.
    """
    rows = [_without_page_number(row) for row in _rows(page)]
    if gutter is None:
        for row in rows:
            yield _line([word for piece in row for word in piece], (number, 0, 0), -1)
        return
    bands = groupby(rows, key=lambda row: any(piece[0].left < gutter < piece[-1].right for piece in row))
    for band, (crosses, stretch) in enumerate(bands):
        together = list(stretch)
        for side in (-1,) if crosses else (0, 1):
            for row in together:
                words = [word for piece in row for word in piece]
                if side >= 0:
                    words = [word for word in words if (word.left > gutter) == bool(side)]
                if words:
                    yield _line(words, (number, band, side), side)


def _line(words: Sequence[PdfWord], column: tuple[int, int, int], side: int) -> PrintedLine:
    end = next((at for at, word in enumerate(words) if _LETTER.search(word.text)), 0) + 1
    while end < len(words) and not _LETTER.search(words[end].text):
        end += 1
    return PrintedLine(
        text=" ".join(word.text for word in words),
        left=words[0].left,
        right=words[-1].right,
        baseline=words[0].baseline,
        height=max(word.height for word in words),
        is_bold=all(word.is_bold for word in words),
        first_right=words[end - 1].right,
        column=column,
        side=side,
    )
