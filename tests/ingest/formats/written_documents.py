"""Writers of the French test edition as DOCX and as PDF in several layouts."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass

import docx
from fpdf import FPDF


def as_docx(text: str) -> bytes:
    """Return a Word document with one paragraph for each line."""
    document = docx.Document()
    for line in text.split("\n"):
        document.add_paragraph(line)
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


@dataclass(frozen=True)
class Layout:
    """The layout of a PDF.

    Attributes:
        columns: the number of columns on each page, 1 or 2.
        gaps: True if there is a gap between paragraphs; without gaps, headings and headwords are bold.
        hanging: the indentation in points of all lines of a paragraph but the first.
        breaks: True if long words are broken at the end of a line.
        justified: True if lines end at the right margin.
        running: True if pages have a running head and a page number.
    """

    columns: int = 2
    gaps: bool = True
    hanging: float = 0
    breaks: bool = True
    justified: bool = True
    running: bool = True


_SIZE, _PITCH, _MARGIN, _GUTTER, _WIDTH, _HEIGHT = 10, 12, 50, 18, 420, 400
_SYLLABLE = re.compile(r"(?<=[^\W\d_]{3})(?<=[aeiouyé])(?=[bcdfgjlmprtv][aeiouyé][^\W\d_]{2})")
_HEADING = re.compile(r"[1-9]([0-9]{2})?\. |Introduction|Sommaire|Glossaire|Crédits")


def as_pdf(text: str, layout: Layout) -> bytes:
    """Return a PDF of the text in the given layout."""
    return _Setter(layout).set(text)


class _Setter:
    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.pdf = FPDF(unit="pt", format=(_WIDTH, _HEIGHT))
        self.pdf.core_fonts_encoding = "cp1252"
        self.pdf.set_auto_page_break(False)
        self.column, self.y, self.bold = layout.columns, 0.0, False

    @property
    def width(self) -> float:
        whole = _WIDTH - 2 * _MARGIN
        return whole if self.layout.columns == 1 else (whole - _GUTTER) / 2

    def set(self, text: str) -> bytes:
        glossary = text.rindex("\nGlossaire\n")
        place = 0
        for block in text.strip().split("\n\n"):
            place = text.index(block, place)
            for at, line in enumerate(block.split("\n")):
                head = place > glossary and at == 0 and "\n" in block
                self.paragraph(line, bold=head or bool(_HEADING.match(line) and "." not in line[5:]))
            if self.layout.gaps:
                self.y += _PITCH * 0.7
        return bytes(self.pdf.output())

    def paragraph(self, text: str, *, bold: bool) -> None:
        self.pdf.set_font("Times", "B" if bold and not self.layout.gaps else "", _SIZE)
        line: list[str] = []
        indent = 0.0
        for word in text.split(" "):
            while line and not self.fits([*line, word], indent):
                head, rest = self.broken(line, word, indent)
                self.line([*line, head] if head else line, indent, full=True)
                line, word, indent = [], rest, self.layout.hanging  # noqa: PLW2901, the rest of the broken word
            line.append(word)
        self.line(line, indent, full=False)

    def fits(self, words: list[str], indent: float) -> bool:
        return self.pdf.get_string_width(" ".join(words)) <= self.width - indent

    def broken(self, line: list[str], word: str, indent: float) -> tuple[str, str]:
        """Return the part of a word that fits on the line, with a hyphen, and the rest of the word."""
        places = [(match.end(), "") for match in re.finditer(r"(?<=[^\W\d_])-(?=[^\W\d_])", word)]
        if self.layout.breaks:
            places += [(match.start(), "-") for match in _SYLLABLE.finditer(word)]
        for place, hyphen in sorted(places, reverse=True):
            if self.fits([*line, word[:place] + hyphen], indent):
                return word[:place] + hyphen, word[place:]
        return "", word

    def line(self, words: list[str], indent: float, *, full: bool) -> None:
        if self.y + _PITCH > _HEIGHT - _MARGIN or not self.pdf.pages:
            self.next_column()
        self.y += _PITCH
        x = _MARGIN + self.column * (self.width + _GUTTER) + indent
        space = self.pdf.get_string_width(" ")
        if full and self.layout.justified and len(words) > 1:
            space = (self.width - indent - sum(map(self.pdf.get_string_width, words))) / (len(words) - 1)
        for word in words:
            self.pdf.text(x, self.y, word)
            x += self.pdf.get_string_width(word) + space

    def next_column(self) -> None:
        self.column += 1
        self.y = _MARGIN
        if self.column >= self.layout.columns:
            self.column = 0
            self.pdf.add_page()
            if self.layout.running:
                self.pdf.text(_MARGIN, 30, "Règles complètes de la lanterne")
                self.pdf.text(_WIDTH / 2 - 10, _HEIGHT - 25, f"- {self.pdf.page} -")
