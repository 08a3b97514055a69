"""The blocks of printed pages: of a PDF, or of HTML whose lines have positions.

A paragraph ends at a gap between lines, at a line with room for the first word of the next line, and where the
indentation changes. A line that is indented like the text of a list item, behind its label, continues the item. At the
end of a page, a paragraph also ends where another line would have fitted on the page. Dotted lines with page numbers
are the contents page. Page numbers and running heads are furniture.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median, mode

from ingest.formats.pdf_columns import ALIGNMENT_TOLERANCE, PdfWord, separate_running_heads, split_line
from ingest.policy.blocks import BlockKind, TextBlock
from ingest.policy.page_rows import GAP, PrintedPiece, PrintedRow, printed_piece, rows, with_labels

_LEADERS = re.compile(r"(?<![\s.])\s*+(?:\.\s?){4,}+[0-9]{1,3}\s*+\Z")
_SENTENCE_END = re.compile(r"[.!?:;…][)”\"’']*\Z")
_SMALL = re.compile(r"[(“\"‘]?[a-z]")
_HYPHEN = re.compile(r"\w[—–/\u2010\u2011-]\Z")
_HEADING = re.compile(r"(?:[0-9]{1,2}\.(?:[0-9]{1,2}\.?)?|Appendix [A-Z]\b)\s?", re.IGNORECASE)
_CONTENTS = re.compile(r"(?:table of )?contents", re.IGNORECASE)
# A page with fewer dotted lines isn't a contents page.
_MIN_DOTTED = 3
# A line has room for the next word if so much space, as a multiple of the line's height, would be left behind the word.
# Within a sentence, much more space must be left, because a paragraph rarely ends there.
_ROOM, _ROOM_WITHIN = 0.5, 4
# The tab behind a label may be wider than it was estimated, by this multiple of the height of a line.
_WIDER = 1.5
_SECTION = re.compile(r"[1-9][0-9]?\.[1-9][0-9]?\.?\s+[A-Z]")
# Bold text that is larger than the usual text by this factor is a title of a higher level.
_LARGE = 1.15
_FAR = 0.5
"""A share of the usual line distance. A page that begins or ends by more than this beside the usual has a gap there."""


def read_blocks(pages: Sequence[Sequence[Sequence[PdfWord]]]) -> list[TextBlock]:
    """Return the blocks of pages in reading order. A page is a list of lines, a line a list of words."""
    return list(_Joiner(pages).blocks())


class _Joiner:
    """Joins the rows of a document into blocks, by the usual distances and edges of the whole document."""

    def __init__(self, pages: Sequence[Sequence[Sequence[PdfWord]]]) -> None:
        kept, heads = separate_running_heads([[piece for line in page for piece in split_line(line)] for page in pages])
        pieces: list[list[PrintedPiece]] = []
        line = 0
        for number, page in enumerate(kept):
            pieces.append([])
            for piece in page:
                line += 1
                pieces[-1].append(printed_piece(piece, number, line))
        self.furniture = [" ".join(word.text for piece in page for word in piece) for page in heads]
        self.pages = [with_labels(page) for page in pieces]
        self.line_distance = _line_distance(self.pages)
        self.rows = [list(rows(page, self.line_distance)) for page in self.pages]
        text = [row.first for page in self.rows for row in page if not row.is_table]
        self.margin = _right_margin([piece for piece in text if not _LEADERS.search(piece.text)])
        self.top = _usual_top(self.pages)
        self.foot = min((piece.baseline for page in self.pages for piece in page), default=0.0)
        self.contents = self._contents()
        self.height = median([piece.height for piece in text] or [0.0])

    def blocks(self) -> Iterator[TextBlock]:
        """Yield the blocks. The furniture of a page comes before the blocks that begin on the page."""
        paragraph: list[PrintedPiece] = []
        furniture: list[TextBlock] = []
        for number, page in enumerate(self.rows):
            if self.furniture[number]:
                furniture.append(TextBlock(BlockKind.FURNITURE, self.furniture[number]))
            for at, row in enumerate(page):
                block = self._single_block(number, at)
                if block is None and self._continues(paragraph, row.first):
                    paragraph.append(row.first)
                    continue
                yield from self._finished(paragraph, furniture)
                paragraph, furniture = [], []
                if block:
                    yield block
                else:
                    paragraph = [row.first]
        yield from self._finished(paragraph, furniture)

    def _single_block(self, number: int, at: int) -> TextBlock | None:
        """Return a row of a page as a block if it is none of the lines of a paragraph."""
        row = self.rows[number][at]
        if at in self.contents[number]:
            return TextBlock(BlockKind.CONTENTS, row.text, row.first.line)
        if not (row.is_table or _is_within_table(self.rows[number], at)):
            return None
        is_bold = all(piece.is_bold for cell in row.cells for piece in cell)
        kind = BlockKind.HEADING if _HEADING.match(row.first.text) else BlockKind.ROW
        return TextBlock(kind, row.text, row.first.line, is_bold)

    def _finished(self, paragraph: Sequence[PrintedPiece], furniture: Sequence[TextBlock]) -> Iterator[TextBlock]:
        if paragraph:
            yield self._paragraph(paragraph)
        yield from furniture

    def _paragraph(self, pieces: Sequence[PrintedPiece]) -> TextBlock:
        """Return the block of a paragraph, a list item or a title."""
        text = pieces[0].text
        for before, piece in pairwise(pieces):
            text += piece.text if _HYPHEN.search(before.text) else f" {piece.text}"
        is_bold = all(piece.is_bold for piece in pieces)
        kind = BlockKind.ITEM if pieces[0].is_labelled else BlockKind.TEXT
        if is_bold and min(piece.height for piece in pieces) > _LARGE * self.height:
            kind = BlockKind.HEADING
        return TextBlock(kind, text, pieces[0].line, is_bold)

    def _contents(self) -> list[range]:
        """Return the rows of the contents on each page: from the first to the last of several dotted lines.

        The word "Contents" above the first of them belongs to the contents.
        """
        found = []
        for page in self.rows:
            dotted = [at for at, row in enumerate(page) if _LEADERS.search(row.text)]
            if len(dotted) < _MIN_DOTTED:
                found.append(range(0))
                continue
            start = dotted[0] - (dotted[0] > 0 and _CONTENTS.fullmatch(page[dotted[0] - 1].text) is not None)
            found.append(range(start, dotted[-1] + 1))
        return found

    def _continues(self, paragraph: Sequence[PrintedPiece], piece: PrintedPiece) -> bool:
        """True if a line continues a paragraph."""
        if not paragraph or piece.is_labelled:
            return False
        first, before = paragraph[0], paragraph[-1]
        tolerance = ALIGNMENT_TOLERANCE * before.height
        is_hanging = first.text_left > first.left + tolerance and (
            -tolerance < piece.left - first.text_left < _WIDER * before.height
        )
        if not (is_hanging or abs(piece.left - first.left) < tolerance) or self._is_gap(before, piece):
            return False
        if is_hanging and before.page == piece.page:
            return True
        room = self.margin - before.right - piece.first_width
        if _SENTENCE_END.search(before.text):
            ends_page = before.page == piece.page or before.baseline - self.line_distance < self.foot
            return ends_page and room < _ROOM * before.height and _SECTION.match(piece.text) is None
        return _SMALL.match(piece.text) is not None or room < _ROOM_WITHIN * before.height

    def _is_gap(self, before: PrintedPiece, piece: PrintedPiece) -> bool:
        """True if there is a gap between two lines. At the top of a page, the usual top shows whether there is one."""
        if before.page == piece.page:
            return not 0 < before.baseline - piece.baseline <= GAP * self.line_distance
        return piece.page > before.page + 1 or self.top - piece.baseline > _FAR * self.line_distance


def _line_distance(pages: Sequence[Sequence[PrintedPiece]]) -> float:
    """Return the usual distance between the lines of a paragraph."""
    found = [
        round(before.baseline - piece.baseline)
        for page in pages
        for before, piece in pairwise(page)
        if before.left == piece.left and 0 < before.baseline - piece.baseline < 3 * piece.height
    ]
    exact = [
        before.baseline - piece.baseline
        for page in pages
        for before, piece in pairwise(page)
        if found and round(before.baseline - piece.baseline) == mode(found)
    ]
    return max(exact, default=0.0)


def _right_margin(pieces: Sequence[PrintedPiece]) -> float:
    """Return the right edge of the text. The one line in a hundred that reaches out farthest is ignored."""
    edges = sorted(piece.right for piece in pieces)
    return edges[-1 - len(edges) // 100] if edges else 0.0


def _usual_top(pages: Sequence[Sequence[PrintedPiece]]) -> float:
    """Return the baseline of the first line on most pages."""
    tops = [max(piece.baseline for piece in page) for page in pages if page]
    usual = Counter(map(round, tops)).most_common(1)
    return next((top for top in tops if round(top) == usual[0][0]), 0.0)


def _is_within_table(page: Sequence[PrintedRow], at: int) -> bool:
    """True if a single text is a heading within a table: above a row, and farther to the right than its first cell."""
    row = page[at].first
    if at + 1 == len(page) or not page[at + 1].is_table or row.is_labelled:
        return False
    below = page[at + 1].first
    return row.left > below.left and not (_HEADING.match(below.text) or below.is_labelled)
