"""An invented procedure guide as printed pages: as HTML with positions, as pdftohtml makes it, and as PDF."""

from __future__ import annotations

import html
from dataclasses import dataclass

from fpdf import FPDF


@dataclass(frozen=True)
class Piece:
    """A piece of a line. Lengths are in points, `top` is measured from the head of the page."""

    top: int
    left: int
    text: str
    bold: bool = False
    size: int = 12


def lines(top: int, left: int, *texts: str, bold: bool = False) -> list[Piece]:
    """Return lines below each other at the distance of a paragraph's lines."""
    return [Piece(top + 14 * at, left, text, bold) for at, text in enumerate(texts)]


DOTS = "." * 60
CONTENTS = [
    "1. Umpires",
    "1.1. Calm Umpires",
    "2. Pebble Errors",
    "2.1. Pebble Error — Dropped",
    "2.2. Pebble Error — Lost",
    "Appendix A — Penalty Quick Reference",
]

PAGES = [
    [
        Piece(60, 54, "MAGIC INFRACTION PROCEDURE GUIDE", bold=True, size=16),
        Piece(90, 54, "Effective June 8, 2030"),
        Piece(120, 54, "CONTENTS", bold=True),
        *[Piece(140 + 14 * at, 54, f"{title} {DOTS} {at + 2}") for at, title in enumerate(CONTENTS)],
        Piece(740, 540, "1"),
    ],
    [
        Piece(60, 54, "1. UMPIRES", bold=True),
        *lines(80, 90, "An umpire sits on a stone and watches the pebbles of all players, which takes the",
               "whole day and a part of the night."),
        *lines(122, 90, "Umpires may doze."),
        Piece(150, 54, "1.1.", bold=True), Piece(150, 90, "CALM UMPIRES", bold=True),
        *lines(170, 90, "Calm umpires have:"),
        Piece(198, 108, "•"), Piece(198, 126, "a stone that nobody else has ever sat on, wherever it was found before"),
        Piece(212, 126, "the game,"),
        Piece(226, 108, "•"), Piece(226, 126, "time."),
        Piece(260, 54, "2. PEBBLE ERRORS", bold=True),
        *lines(280, 90, "Errors of pebbles."),
        Piece(310, 54, "2.1.", bold=True), Piece(310, 90, "Pebble Error — Dropped", bold=True),
        Piece(310, 490, "Warning", bold=True),
        *lines(340, 90, "Definition", bold=True),
        *lines(360, 90, "A pebble falls."),
        *lines(388, 90, "Examples", bold=True),
        Piece(408, 108, "A."), Piece(408, 126, "A pebble falls on a foot."),
        Piece(422, 108, "B."), Piece(422, 126, "A pebble falls into a pond."),
        Piece(700, 90, "Upgrade", bold=True),
        Piece(700, 140, ": If the pebble broke, and nobody can put its pieces together, the"),
        Piece(740, 540, "2"),
    ],
    [
        *lines(60, 90, "penalty is a Game Loss."),
        Piece(90, 54, "2.2.", bold=True), Piece(90, 90, "Pebble Error — Lost", bold=True),
        Piece(90, 490, "Match Loss", bold=True),
        *lines(120, 90, "Definition", bold=True),
        *lines(140, 90, "A pebble is nowhere."),
        Piece(300, 54, "APPENDIX A — PENALTY QUICK REFERENCE", bold=True),
        Piece(330, 150, "Infraction", bold=True), Piece(330, 400, "Penalty", bold=True),
        Piece(352, 260, "Pebble Errors", bold=True),
        Piece(374, 150, "Dropped"), Piece(374, 400, "Warning"),
        # The cells of this row have one and two lines, so they stand at three heights.
        Piece(405, 150, "Lost"), Piece(398, 390, "Match"), Piece(412, 390, "Loss"),
        Piece(500, 54, "All trademarks are property of nobody."),
        Piece(740, 540, "3"),
    ],
]  # fmt: skip


def as_html(pages: list[list[Piece]] = PAGES) -> str:
    """Return the pages as pdftohtml writes them: one HTML document after the other, in pixels of 1.5 to a point."""
    return "2030-05-08\n" + "".join(_html_page(number, page) for number, page in enumerate(pages, 1))


def _html_page(number: int, page: list[Piece]) -> str:
    fonts = "".join(
        f".ft{size}{{font-size:{int(size * 1.5)}px;font-family:ABCDEF+TimesNewRomanPSMT;color:#000000;}}\n"
        for size in sorted({piece.size for piece in page})
    )
    pieces = "".join(
        f'<p style="position:absolute;top:{int(piece.top * 1.5)}px;left:{int(piece.left * 1.5)}px;white-space:nowrap" '
        f'class="ft{piece.size}">{"<b>" * piece.bold}{html.escape(piece.text)} {"</b>" * piece.bold}</p>\n'
        for piece in page
    )
    return (
        f"<!DOCTYPE html>\n<html><head><title>MTG_IPG_2030Jun08_EN-html.html</title>\n"
        f'<style type="text/css">\n<!--\n{fonts}-->\n</style></head>\n'
        f'<body><div id="page{number}-div" style="position:relative;width:918px;height:1188px;">\n'
        f'<img width="918" height="1188" src="" alt="background image"/>\n{pieces}</div></body></html>\n'
    )


def as_pdf(pages: list[list[Piece]] = PAGES) -> bytes:
    """Return the pages as a PDF, each piece at its place."""
    pdf = FPDF(unit="pt", format=(612, 792))
    pdf.core_fonts_encoding = "cp1252"
    pdf.set_auto_page_break(auto=False)
    for page in pages:
        pdf.add_page()
        for piece in page:
            pdf.set_font("Times", "B" if piece.bold else "", piece.size)
            pdf.text(piece.left, piece.top + piece.size * 0.9, piece.text)
    return bytes(pdf.output())
