"""The HTML-like labels of a drawing: the subject, and the cards of a column."""

from __future__ import annotations

import html
from collections.abc import Sequence
from textwrap import shorten, wrap

from kb.graph.citation_graph import CitationEdge, CitationGraph, GraphNode, Neighbourhood
from kb.graph.drawing_columns import Card, Column
from kb.i18n import _, ngettext
from kb.rule_number import RuleNumber

# The colours of the HTML pages (cli/rendering/styles/design.css). Graphviz writes the light colours. In dark mode, a
# style sheet replaces the light colours by the colours of `DARK`.
PAPER, _CARD, _LINE, INK, _QUIET = "#f9f7f2", "#ffffff", "#d9d4c7", "#22262e", "#5d6470"
CITES, CITED, _SUBJECT, _ON_SUBJECT, _QUIET_ON_SUBJECT = "#9a4f15", "#2a5d9f", "#2b3446", "#f7f7f5", "#b9c1d0"
DARK = {
    PAPER: "#16181d",
    _CARD: "#20242c",
    _LINE: "#3a414d",
    INK: "#e4e6ea",
    _QUIET: "#a3abb8",
    CITES: "#eda55f",
    CITED: "#86b6f2",
    _SUBJECT: "#dfe5f1",
    _ON_SUBJECT: "#171b24",
    _QUIET_ON_SUBJECT: "#4b5568",
}

# Widths, in points, of the cell with a rule's number and of the cell with the count of its references.
_LABEL, _COUNT = 54, 26


class Labels:
    """The labels of the nodes in one neighbourhood. The arguments mean the same as for `draw_svg`."""

    def __init__(self, graph: CitationGraph, around: Neighbourhood, edition: str, address: str | None) -> None:
        self._graph, self._around, self._edition, self._address = graph, around, edition, address

    @property
    def name(self) -> str:
        """The number or range of the subject, with its heading if it has one."""
        first = self._around.subject.first
        title = self._heading(first) if first == self._around.subject.last else ""
        return f"{self._around.subject} {title}".strip()

    def subject(self, width: int) -> str:
        """Return the label of the subject: its number, its heading or text, and the counts of its references."""
        subject = self._around.subject
        first = self._graph.rules.get(subject.first, ())
        text = first[0].text if first and subject.first == subject.last else ""
        title = first[0].title if first and subject.first == subject.last else None
        lines = wrap(_beginning(text, 9 * width), width) if text else []
        incoming, outgoing = len(self._graph.incoming(subject)), len(self._graph.outgoing(subject))
        rows = [
            _font([str(subject)], _ON_SUBJECT, 22, bold=True),
            _font(lines, _ON_SUBJECT, 15 if title else 12, bold=bool(title)),
            _font([f"{_cited(incoming)}, {_cites(outgoing)}", self._edition], _QUIET_ON_SUBJECT, 11),
        ]
        link = self._link(subject.first, f"rules show {subject}")
        cells = "".join(f'<tr><td align="left"{link}>{row}</td></tr>' for row in rows if row)
        return (
            f'<table border="1" color="{_SUBJECT}" bgcolor="{_SUBJECT}" style="rounded" cellborder="0" '
            f'cellspacing="2" cellpadding="4">{cells}</table>'
        )

    def column(self, column: Column, side: str, step: int, width: int) -> str:
        """Return the label of a column: its cards, one below the other."""
        color, says = (CITED, _("Cited by")) if side == "in" else (CITES, _("Cites"))
        far = ngettext(", {count} steps away", ", {count} steps away", step + 1) if step else ""
        rows = [f'<tr><td align="left">{_font([f"{says}{far}"], color, 13, bold=True)}</td></tr>']
        for at, card in enumerate(column.cards):
            rows.append(f'<tr><td port="card{at}">{self._card(card, color, width)}</td></tr>')
        if column.folded:
            rows.append(f'<tr><td port="folded">{self._rest(column.folded, width)}</td></tr>')
        return f'<table border="0" cellborder="0" cellspacing="7" cellpadding="0">{"".join(rows)}</table>'

    def _card(self, card: Card, color: str, width: int) -> str:
        # A section that is cited as a whole needs no line, since the heading of the card names it.
        alone = list(card.places) == [card.section]
        rows = [self._line(place, card, color, width) for place in list(card.places)[: 0 if alone else card.shown]]
        if card.shown and (more := len(card.places) - card.shown):
            blank = "" if card.section is None else "<td></td>"
            rest = ngettext("and {count} more", "and {count} more", more)
            rows.append(f'<tr>{blank}<td align="left">{_font([rest], _QUIET, 12)}</td></tr>')
        return _framed([self._head(card, width, alone=alone)], rows)

    def _head(self, card: Card, width: int, *, alone: bool) -> str:
        """Return the head of a card: the section's number and heading, and the count of references."""
        name, link = _("Glossary"), ""
        if card.section is not None:
            name = f"{card.section} {self._heading(card.section)}"
            tip = self._tip(card.section, card.places[card.section] if alone else ())
            link = self._link(card.section, tip)
        count = [str(card.references)] if card.references > 1 else []
        heading = _font([_beginning(name, width)], INK, 13, bold=True)
        return (
            f"<tr>{_cell(heading, _across(width) - _COUNT, link)}"
            f'<td align="right" width="{_COUNT}">{_font(count, _QUIET, 11)}</td></tr>'
        )

    def _line(self, place: GraphNode, card: Card, color: str, width: int) -> str:
        """Return a line of a card: a rule's number and the beginning of its text, or a headword."""
        link = self._link(place, self._tip(place, card.places[place]))
        label = _font([_beginning(str(place), width)], color, 12, bold=True)
        if isinstance(place, str):
            return f"<tr>{_cell(label, _across(width), link)}</tr>"
        note = _("the section itself") if place == card.section else ""
        if place not in self._graph.rules:
            note = note or _("not here")
        text = note or _beginning(self._graph.rules[place][0].text, width)
        words = _font([text], _QUIET if note else INK, 12)
        return f"<tr>{_cell(label, _LABEL, link)}{_cell(words, _across(width) - _LABEL, link)}</tr>"

    def _rest(self, folded: Sequence[Card], width: int) -> str:
        """Return the card of the folded sections: their count and their names."""
        count = sum(card.references for card in folded)
        counts = ngettext(
            "{sections} more, with {count} references",
            "{sections} more, with {count} references",
            count,
            sections=len(folded),
        )
        names = ", ".join(str(card.section) if card.section else _("Glossary") for card in folded)
        cells = _font([counts], INK, 12, bold=True), _font(wrap(names, width), _QUIET, 12)
        return _framed(*([f"<tr>{_cell(cell, _across(width))}</tr>"] for cell in cells))

    def _heading(self, number: RuleNumber) -> str:
        rules = self._graph.rules.get(number, ())
        return (rules[0].title or "") if rules else ""

    @staticmethod
    def _tip(place: GraphNode, citations: Sequence[CitationEdge]) -> str:
        """Return the tooltip of a line: the references in their sentences, and the command that shows more."""
        lines = [
            _("{source} cites {target}: {sentence}", source=c.source, target=c.target, sentence="".join(c.sentence))
            for c in citations
        ]
        return "\n".join(lines if isinstance(place, str) else [*lines, f"rules refs {place}"])

    def _link(self, place: GraphNode, tip: str) -> str:
        """Return the tooltip and the link of a place as attributes of a cell."""
        attributes = f' title="{_escaped(tip)}"'
        if self._address and not isinstance(place, str):
            attributes += f' href="{_escaped(self._address.format(str(place).replace(".", "")))}"'
        return attributes


def _framed(*tables: Sequence[str]) -> str:
    """Return tables in one frame, one below the other. Each table has its own widths of columns."""
    rows = "".join(
        f'<tr><td><table border="0" cellspacing="0" cellpadding="3">{"".join(table)}</table></td></tr>'
        for table in tables
        if table
    )
    return (
        f'<table border="1" color="{_LINE}" bgcolor="{_CARD}" style="rounded" cellborder="0" cellspacing="0" '
        f'cellpadding="2">{rows}</table>'
    )


def _across(width: int) -> int:
    """Return the approximate width in points of a number of characters."""
    return round(width * 7)


def _cell(content: str, width: int, link: str = "") -> str:
    return f'<td align="left" width="{width}"{link}>{content}</td>'


def _cited(count: int) -> str:
    return ngettext("cited {count} time", "cited {count} times", count) if count else _("never cited")


def _cites(count: int) -> str:
    return ngettext("cites {count} time", "cites {count} times", count) if count else _("cites nothing")


def _font(lines: Sequence[str], color: str, size: int, *, bold: bool = False) -> str:
    """Return lines of text in one style, one below the other, or "" if there are no lines."""
    inner = _escaped("".join(lines))
    if len(lines) > 1:
        inner = "".join(f'{_escaped(line)}<br align="left"/>' for line in lines)
    styled = f"<b>{inner}</b>" if bold else inner
    return f'<font color="{color}" point-size="{size}">{styled}</font>' if inner else ""


def _beginning(text: str, width: int) -> str:
    return shorten(text, width, placeholder=" …", break_on_hyphens=False)


def _escaped(text: str) -> str:
    """Escape the backslash and all other characters that have a meaning in Graphviz."""
    shown = "".join(char if char.isprintable() or char == "\n" else " " for char in text)
    return html.escape(shown).replace("\\", "\\\\").replace("\n", "&#10;")
