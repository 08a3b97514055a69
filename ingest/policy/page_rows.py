"""The rows of printed pages: lines of text, list items with their labels, and rows of tables.

A page's pieces come in the order of its content: a table comes row by row, and a row cell by cell. So successive pieces
below each other are one cell, and a cell beside the cell before it belongs to the same row. The lines of a cell may
stand at other heights than the lines of its neighbours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ingest.formats.pdf_columns import ALIGNMENT_TOLERANCE, Piece

GAP = 1.15
"""Two lines have a gap between them if their distance is greater than this multiple of the usual distance."""

BULLETS = "•◦▪‣·o"
_LABEL = re.compile(rf"[{BULLETS}]|(?:[A-Z]|[0-9]{{1,2}})[.)]")
_LABELLED = re.compile(rf"(?:[{BULLETS[:-1]}]|(?:[A-Z]|[1-9][0-9]?)[.)])\s")
_SECTION = re.compile(r"[0-9]{1,2}\.(?:[0-9]{1,2}\.?)?(?:\s|$)")


@dataclass(frozen=True, slots=True)
class PrintedPiece:
    """A piece of a line on a page. Lengths are in the unit of the page, `baseline` is measured upwards.

    `text_left` is the left edge of the text behind the label of a list item. `first_width` is the width of the first
    word.
    """

    text: str
    page: int
    line: int
    left: float
    text_left: float
    right: float
    baseline: float
    height: float
    first_width: float
    is_bold: bool

    @property
    def is_labelled(self) -> bool:
        """True if the piece begins with a bullet, a letter or a number of a list."""
        return _LABELLED.match(self.text) is not None


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """One line of text, or a row of a table with at least two cells. Each cell has its lines."""

    cells: tuple[tuple[PrintedPiece, ...], ...]

    @property
    def is_table(self) -> bool:
        """True for a row of a table or a heading with a text beside it."""
        return len(self.cells) > 1

    @property
    def first(self) -> PrintedPiece:
        """The first piece of the row."""
        return self.cells[0][0]

    @property
    def text(self) -> str:
        """The cells, separated by tabs, each on one line."""
        return "\t".join(" ".join(piece.text for piece in cell) for cell in self.cells)


def printed_piece(piece: Piece, page: int, line: int) -> PrintedPiece:
    """Return a piece of words as one text."""
    return PrintedPiece(
        text=" ".join(word.text for word in piece),
        page=page,
        line=line,
        left=piece[0].left,
        text_left=piece[1].left if len(piece) > 1 and _LABEL.fullmatch(piece[0].text) else piece[0].left,
        right=piece[-1].right,
        baseline=piece[0].baseline,
        height=max(word.height for word in piece),
        first_width=piece[0].right - piece[0].left,
        is_bold=all(word.is_bold for word in piece),
    )


def with_labels(pieces: Sequence[PrintedPiece]) -> list[PrintedPiece]:
    """Join each label of a list item, and each number of a heading, with the text beside it."""
    joined: list[PrintedPiece] = []
    for piece in pieces:
        before = joined[-1] if joined else None
        is_label = before is not None and (_LABEL.fullmatch(before.text) or _SECTION.fullmatch(before.text))
        if before is not None and is_label and _is_beside(before, piece):
            joined[-1] = replace(
                piece,
                text=f"{before.text} {piece.text}",
                left=before.left,
                text_left=piece.left,
                first_width=piece.left - before.left,
                is_bold=piece.is_bold and (before.is_bold or before.text in BULLETS),
            )
        else:
            joined.append(piece)
    return joined


def _is_beside(before: PrintedPiece, piece: PrintedPiece) -> bool:
    level = abs(before.baseline - piece.baseline) < ALIGNMENT_TOLERANCE * max(before.height, piece.height)
    return level and piece.left >= before.right


def rows(pieces: Sequence[PrintedPiece], line_distance: float) -> Iterator[PrintedRow]:
    """Yield the rows of a page. `line_distance` is the usual distance between the lines of a paragraph."""
    row: list[list[PrintedPiece]] = []
    for cell in _cells(pieces, line_distance):
        if row and not _is_same_row(row, cell):
            yield from _row(row)
            row = []
        row.append(cell)
    if row:
        yield from _row(row)


def _cells(pieces: Sequence[PrintedPiece], line_distance: float) -> Iterator[list[PrintedPiece]]:
    """Yield the cells of a page: successive pieces below each other without a gap."""
    cell: list[PrintedPiece] = []
    for piece in pieces:
        if cell:
            before = cell[-1]
            below = 0 < before.baseline - piece.baseline <= GAP * line_distance
            if not (below and piece.left < max(each.right for each in cell) and before.left < piece.right):
                yield cell
                cell = []
        cell.append(piece)
    if cell:
        yield cell


def _is_same_row(row: Sequence[Sequence[PrintedPiece]], cell: Sequence[PrintedPiece]) -> bool:
    """True if a cell stands beside the last cell of a row."""
    before = row[-1]
    if cell[0].left < max(piece.right for piece in before):
        return False
    top = max(piece.baseline + piece.height / 2 for cells in row for piece in cells)
    foot = min(piece.baseline for cells in row for piece in cells)
    return cell[-1].baseline < top and cell[0].baseline + cell[0].height / 2 > foot


def _row(row: Sequence[Sequence[PrintedPiece]]) -> Iterator[PrintedRow]:
    """Yield a row of a table, or the lines of a text. Lists in two columns are no table."""
    if len(row) > 1 and not all(cell[0].is_labelled for cell in row):
        yield PrintedRow(tuple(tuple(cell) for cell in row))
        return
    for cell in row:
        for piece in cell:
            yield PrintedRow(((piece,),))
