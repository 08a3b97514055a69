"""HTML in which every line stands at a position in pixels, as pdftohtml makes it from a PDF.

The words of the pages have the same form as the words of a PDF, so that both are arranged by the same code. The HTML
gives only the left edge of a piece of text. Its width is estimated from the widths of Times, and the estimate is
corrected by the pieces that another piece follows on the same line.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from bs4.element import NavigableString, Tag

from ingest.formats.html_builder import parse
from ingest.formats.pdf_columns import ALIGNMENT_TOLERANCE, PdfWord

_PLACE = re.compile(r"position:\s*absolute;\s*top:\s*(?P<top>[0-9]{1,5})px;\s*left:\s*(?P<left>[0-9]{1,5})px")
_FONT = re.compile(
    r"\.(?P<name>[a-z]+[0-9]+)\{font-size:(?P<size>[0-9]{1,3})px;(?:line-height:(?P<leading>[0-9]{1,3})px;)?"
)
_USUAL_SIZE = 16
_ASCENT = 0.9
"""The height of a font above its baseline, as a share of its size."""

# The widths of the characters of Times in thousandths of the font's size (Adobe's font metrics of Times-Roman).
_USUAL_WIDTH = 500
_WIDTHS = {
    character: width
    for width, characters in (
        (180, "'"),
        (250, " .,\u00a0"),
        (278, "ijlt/:;"),
        (333, "fr-()[]I!’‘"),
        (350, "•"),
        (389, "sJ"),
        (408, '"'),
        (444, "acez?“”"),
        (556, "FPS"),
        (564, "+<>="),
        (611, "ELTZ"),
        (667, "BCR"),
        (722, "ADGHKNOQUVXYw"),
        (778, "m&"),
        (833, "%"),
        (889, "M"),
        (921, "@"),
        (944, "W"),
        (980, "™"),
        (1000, "—"),
    )
    for character in characters
}
# Corrections of widths outside of these limits come from tabs and cells, not from fonts.
_CORRECTIONS = (0.75, 1.35)
_MIN_SAMPLE = 20
# The width of one piece may differ from the corrected estimate by this share, because of its mixture of characters.
_MAX_DIFFERENCE = 0.15
# A piece in a font smaller than this share of its neighbour's font may stand higher by the other share: "st" in "1st".
_SUPERSCRIPT, _RAISED = 0.8, 0.7
# A space is visible if it is wider than this share of the font's size.
_VISIBLE_SPACE = 0.2
# Spaces at the beginning of a piece may stand for a tab, which is up to this multiple of the font's size wider.
_MAX_TAB = 3


_Corrections = defaultdict[tuple[int, bool], float]


@dataclass(frozen=True, slots=True)
class _Piece:
    text: str
    left: float
    baseline: float
    size: int
    is_bold: bool


@dataclass(frozen=True, slots=True)
class PositionedPages:
    """The pages of a positioned document. A page is a list of lines, a line a list of words.

    `outside` is the text that stands on no page. `title` is the title of the HTML document.
    """

    pages: tuple[tuple[tuple[PdfWord, ...], ...], ...]
    outside: str = ""
    title: str = ""


def read_pages(html: str) -> PositionedPages:
    """Return the words of a positioned HTML document with their positions in pixels."""
    fonts = {
        font["name"]: (int(font["size"]), int(font["leading"] or 0) or int(font["size"]) + 2)
        for font in _FONT.finditer(html)
    }
    root = parse(html)
    pages: list[list[_Piece]] = []
    outside: list[str] = []
    page: Tag | None = None
    for node in root.descendants:
        if isinstance(node, Tag):
            place = _PLACE.search(str(node.get("style", ""))) if node.name == "p" else None
            if place:
                if node.parent is not page or not pages:
                    page = node.parent
                    pages.append([])
                pages[-1] += _pieces(node, int(place["left"]), int(place["top"]), fonts)
        elif isinstance(node, NavigableString) and node.strip() and not _is_placed(node):
            outside.append(node.strip())
    lines = [[line for line in _lines(page) if any(piece.text.strip() for piece in line)] for page in pages]
    corrections = _corrections(lines)
    title = root.find("title")
    return PositionedPages(
        tuple(tuple(tuple(_words(line, corrections)) for line in page) for page in lines),
        "\n".join(outside),
        title.get_text().strip() if title else "",
    )


def _is_placed(node: NavigableString) -> bool:
    """True if a text stands in a positioned paragraph, or if a browser doesn't show it."""
    return any(
        parent.name in ("head", "style", "script", "title") or _PLACE.search(str(parent.get("style", "")))
        for parent in node.parents
    )


def _pieces(paragraph: Tag, left: int, top: int, fonts: dict[str, tuple[int, int]]) -> Iterator[_Piece]:
    """Yield the lines of a positioned paragraph. A line break moves the next line down by the font's line height."""
    names = paragraph.get_attribute_list("class")
    size, leading = fonts.get(str(names[0]) if names else "", (_USUAL_SIZE, _USUAL_SIZE + 2))
    texts, is_bold = [""], False
    for node in paragraph.descendants:
        if isinstance(node, NavigableString):
            texts[-1] += re.sub(r"[\t\n\r\u00a0]", " ", node)
        elif isinstance(node, Tag):
            is_bold |= node.name == "b"
            if node.name == "br":
                texts.append("")
    for at, text in enumerate(texts):
        if text:
            yield _Piece(text, left, -(top + at * leading + _ASCENT * size), size, is_bold)


def _lines(pieces: Sequence[_Piece]) -> Iterator[list[_Piece]]:
    """Yield the lines of a page: successive pieces at the same height, from left to right."""
    line: list[_Piece] = []
    for piece in pieces:
        if line and (piece.left < line[-1].left or not _is_level(line[-1], piece)):
            yield line
            line = []
        line.append(piece)
    if line:
        yield line


def _is_level(before: _Piece, piece: _Piece) -> bool:
    """True if two pieces stand at the same height, or one of them is a superscript of the other."""
    small, large = sorted((before.size, piece.size))
    tolerance = _RAISED if small < _SUPERSCRIPT * large else ALIGNMENT_TOLERANCE
    return abs(before.baseline - piece.baseline) < tolerance * large


def _width(text: str, size: int) -> float:
    return sum(_WIDTHS.get(character, _USUAL_WIDTH) for character in text) * size / 1000


def _corrections(pages: Sequence[Sequence[Sequence[_Piece]]]) -> _Corrections:
    """Return the factor from the estimated width to the real width, for each font size, regular and bold.

    A font with too few pieces gets the median of all.
    """
    ratios: dict[tuple[int, bool], list[float]] = defaultdict(list)
    for page in pages:
        for line in page:
            for piece, following in pairwise(line):
                estimate = _width(piece.text, piece.size)
                if estimate > 2 * piece.size:
                    ratios[piece.size, piece.is_bold].append((following.left - piece.left) / estimate)
    least, most = _CORRECTIONS
    sound = {font: [ratio for ratio in found if least < ratio < most] for font, found in ratios.items()}
    usual = median([ratio for found in sound.values() for ratio in found] or [1.0])
    return defaultdict(
        lambda: usual, {font: median(found) for font, found in sound.items() if len(found) >= _MIN_SAMPLE}
    )


def _words(line: Sequence[_Piece], corrections: _Corrections) -> Iterator[PdfWord]:
    """Yield the words of a line. Pieces without a space between them make one word, as in small capitals."""
    text, left, right = "", 0.0, 0.0
    size, is_bold, baseline = _USUAL_SIZE, True, line[0].baseline
    for piece, following in zip(line, (*line[1:], None), strict=True):
        at = piece.left
        factor = corrections[piece.size, piece.is_bold]
        estimate = _width(piece.text, piece.size) * factor
        slack = following.left - piece.left - estimate if following is not None else 0.0
        if following is not None and -estimate < slack < estimate * _MAX_DIFFERENCE:
            factor *= (following.left - piece.left) / estimate
        elif piece.text[0] == " " != piece.text[-1] and 0 < slack < _MAX_TAB * piece.size:
            at += slack
        if text and at - right > _VISIBLE_SPACE * piece.size:
            yield PdfWord(text, left, right, baseline, size, is_bold)
            text = ""
        for character in piece.text:
            width = _width(character, piece.size) * factor
            if character == " ":
                if text:
                    yield PdfWord(text, left, right, baseline, size, is_bold)
                    text = ""
            else:
                if not text:
                    left, size, is_bold, baseline = at, piece.size, piece.is_bold, piece.baseline
                text += character
                size, is_bold, right = max(size, piece.size), is_bold and piece.is_bold, at + width
            at += width
    if text:
        yield PdfWord(text, left, right, baseline, size, is_bold)
