"""What stands around a rule as a picture: an SVG for the browser, laid out by Graphviz.

The rule stands in the middle; on one side who cites it, on the other what it cites, by sections, an
arrow for each. Where there is too much to read, rules and then sections are folded into a count. The
file holds the picture twice, side by side for a wide window and one below the other for a phone, and
shows the one that fits, in the light or dark colours that the reader's system has.

pygraphviz is imported only here, with the extra `graph`; its wheels bring Graphviz with them.
"""

from __future__ import annotations

import html
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from math import log2
from textwrap import shorten, wrap
from typing import TYPE_CHECKING

from kb.errors import MissingExtra
from kb.graph.citation_graph import CitationEdge, CitationGraph, GraphNode, Neighbourhood
from kb.graph.responsive_svg import combine_drawings
from kb.i18n import _, ngettext
from kb.rule_number import RuleNumber

if TYPE_CHECKING:
    from pygraphviz import AGraph

# Light colours, as Graphviz writes them, and the dark ones that a style sheet puts in their place.
_PAPER, _CARD, _LINE, _INK, _QUIET = "#f6f4ef", "#ffffff", "#d9d4c7", "#22262e", "#5d6470"
_CITES, _CITED, _SUBJECT, _ON_SUBJECT, _QUIET_ON_SUBJECT = "#a4571b", "#2a5d9f", "#2b3446", "#f7f7f5", "#b9c1d0"
_DARK = {
    _PAPER: "#16181d",
    _CARD: "#20242c",
    _LINE: "#3a414d",
    _INK: "#e4e6ea",
    _QUIET: "#a3abb8",
    _CITES: "#eda55f",
    _CITED: "#86b6f2",
    _SUBJECT: "#dfe5f1",
    _ON_SUBJECT: "#171b24",
    _QUIET_ON_SUBJECT: "#4b5568",
}

_FONT = "Helvetica,Arial,sans-serif"

# How many sections stand on a side, how many lines under all of them together, and under one at most.
_CARDS, _LINES, _LINES_EACH = 10, 18, 6

# Points kept free for a rule's number, and for the number of references.
_LABEL, _COUNT = 54, 26


@dataclass(frozen=True, slots=True)
class _Card:
    """A section's share of one side.

    Attributes:
        section: the section or chapter; None for the glossary.
        places: the rules in it that cite or are cited, each with the references concerned.
        shown: how many of them have a line of their own.
    """

    section: RuleNumber | None
    places: dict[GraphNode, tuple[CitationEdge, ...]]
    shown: int = 0

    @property
    def references(self) -> int:
        """How many references there are, each once."""
        return len({citation for citations in self.places.values() for citation in citations})


@dataclass(frozen=True, slots=True)
class _Column:
    """What is one step further away on one side.

    Attributes:
        cards: the sections that are shown, in their order.
        folded: those that are only counted.
    """

    cards: tuple[_Card, ...]
    folded: tuple[_Card, ...]

    def port(self, place: GraphNode) -> str | None:
        """The card that a place stands in, or is folded into; None if it isn't in this column."""
        for at, card in enumerate(self.cards):
            if place in card.places:
                return f"card{at}"
        return "folded" if any(place in card.places for card in self.folded) else None


def draw_svg(graph: CitationGraph, around: Neighbourhood, edition: str, address: str | None = None) -> str:
    """The picture of what stands around a rule.

    Args:
        graph: the references of the view.
        around: what is drawn.
        edition: what it was drawn from, in words.
        address: of a rule's page, `{}` in place of the number without its dot; None for no links.

    Raises:
        NeedsExtra: pygraphviz isn't installed.
    """
    drawing = _Drawing(graph, around, edition, address)
    return combine_drawings(
        _laid_out(drawing.wide()),
        _laid_out(drawing.upright()),
        _("{rule}: references ({edition})", rule=drawing.name, edition=edition),
        _PAPER,
        _DARK,
    )


class _Drawing:
    """What the two pictures of one neighbourhood have in common."""

    def __init__(self, graph: CitationGraph, around: Neighbourhood, edition: str, address: str | None) -> None:
        self._graph, self._around, self._edition, self._address = graph, around, edition, address
        subject = around.subject
        self._incoming = _columns([(each.source, each) for each in step] for step in around.incoming)
        self._outgoing = _columns(
            [(number, each) for each in step for number in each.cited_numbers if not subject.covers(number)]
            for step in around.outgoing
        )

    @property
    def name(self) -> str:
        """The subject with its heading."""
        first = self._around.subject.first
        title = self._heading(first) if first == self._around.subject.last else ""
        return f"{self._around.subject} {title}".strip()

    def wide(self) -> AGraph:
        """Side by side, an arrow for each section."""
        # Narrower columns where there are more, so that a window need not shrink them until they can't be read.
        width = 46 if len(self._incoming) + len(self._outgoing) <= 2 else 30
        graph = self._without_arrows(rankdir="LR", ranksep="1.1", width=width)
        for side, columns, color in (("in", self._incoming, _CITED), ("out", self._outgoing, _CITES)):
            for step, column in enumerate(columns):
                inner = columns[step - 1] if step else None
                for (far, near), count in self._arrows(side, step, column, inner).items():
                    ends = [(f"{side}{step}", far), (f"{side}{step - 1}" if step else "subject", near)]
                    (tail, tailport), (head, headport) = ends if side == "in" else ends[::-1]
                    graph.add_edge(
                        tail,
                        head,
                        tailport=f"{tailport}:e" if tailport else "e",
                        headport=f"{headport}:w" if headport else "w",
                        color=color,
                        penwidth=f"{1 + log2(count) / 2:.2f}",
                    )
        return graph

    def upright(self) -> AGraph:
        """One below the other, an arrow for each side."""
        graph = self._without_arrows(rankdir="TB", ranksep="0.45", width=38)
        names = [f"in{step}" for step in reversed(range(len(self._incoming)))]
        names += ["subject", *(f"out{step}" for step in range(len(self._outgoing)))]
        for above, below in pairwise(names):
            graph.add_edge(above, below, color=_CITED if above.startswith("in") else _CITES, penwidth="3")
        return graph

    def _without_arrows(self, rankdir: str, ranksep: str, width: int) -> AGraph:
        """The subject and all columns; texts are cut at so many characters."""
        try:
            from pygraphviz import AGraph
        except ImportError as problem:
            raise MissingExtra(_("a picture"), "graph") from problem
        graph = AGraph(
            directed=True, strict=False, rankdir=rankdir, ranksep=ranksep, bgcolor=_PAPER, pad="0.2", splines="line"
        )
        graph.node_attr.update(shape="plain", fontname=_FONT, fontsize="12", fontcolor=_INK)
        graph.edge_attr.update(arrowsize="0.8")
        graph.add_node("subject", label=f"<{self._middle(max(30, width - 8))}>")
        for side, columns in (("in", self._incoming), ("out", self._outgoing)):
            for step, column in enumerate(columns):
                graph.add_node(f"{side}{step}", label=f"<{self._stack(column, side, step, width)}>")
        return graph

    def _arrows(self, side: str, step: int, column: _Column, inner: _Column | None) -> Counter[tuple[str, str]]:
        """How many references lead from each card of a column to each of the next one inwards."""
        arrows: Counter[tuple[str, str]] = Counter()
        steps = self._around.incoming if side == "in" else self._around.outgoing
        for citation in steps[step]:
            sources: Sequence[GraphNode] = (citation.source,)
            fars, nears = (sources, citation.cited_numbers) if side == "in" else (citation.cited_numbers, sources)
            for far in {column.port(place) for place in fars} - {None}:
                for near in {inner.port(place) for place in nears} - {None} if inner else {""}:
                    arrows[str(far), str(near)] += 1
        return arrows

    def _middle(self, width: int) -> str:
        """The subject: its number and heading, or text; how often it cites and is cited."""
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

    def _stack(self, column: _Column, side: str, step: int, width: int) -> str:
        """The cards of a column, one below the other."""
        color, says = (_CITED, _("Cited by")) if side == "in" else (_CITES, _("Cites"))
        far = ngettext(", {count} steps away", ", {count} steps away", step + 1) if step else ""
        rows = [f'<tr><td align="left">{_font([f"{says}{far}"], color, 13, bold=True)}</td></tr>']
        for at, card in enumerate(column.cards):
            rows.append(f'<tr><td port="card{at}">{self._card(card, color, width)}</td></tr>')
        if column.folded:
            rows.append(f'<tr><td port="folded">{self._rest(column.folded, width)}</td></tr>')
        return f'<table border="0" cellborder="0" cellspacing="7" cellpadding="0">{"".join(rows)}</table>'

    def _card(self, card: _Card, color: str, width: int) -> str:
        # What cites or is cited as a whole is named by the heading already.
        alone = list(card.places) == [card.section]
        rows = [self._line(place, card, color, width) for place in list(card.places)[: 0 if alone else card.shown]]
        if card.shown and (more := len(card.places) - card.shown):
            blank = "" if card.section is None else "<td></td>"
            rest = ngettext("and {count} more", "and {count} more", more)
            rows.append(f'<tr>{blank}<td align="left">{_font([rest], _QUIET, 12)}</td></tr>')
        return _framed([self._head(card, width, alone=alone)], rows)

    def _head(self, card: _Card, width: int, *, alone: bool) -> str:
        """The section's number and heading, and how many references there are."""
        name, link = _("Glossary"), ""
        if card.section is not None:
            name = f"{card.section} {self._heading(card.section)}"
            tip = self._tip(card.section, card.places[card.section] if alone else ())
            link = self._link(card.section, tip)
        count = [str(card.references)] if card.references > 1 else []
        return (
            f'<tr><td align="left" width="{_across(width) - _COUNT}"{link}>'
            f"{_font([_beginning(name, width)], _INK, 13, bold=True)}</td>"
            f'<td align="right" width="{_COUNT}">{_font(count, _QUIET, 11)}</td></tr>'
        )

    def _line(self, place: GraphNode, card: _Card, color: str, width: int) -> str:
        """A rule's number and how it begins, or a headword."""
        link = self._link(place, self._tip(place, card.places[place]))
        label = _font([_beginning(str(place), width)], color, 12, bold=True)
        if isinstance(place, str):
            return f'<tr><td align="left" width="{_across(width)}"{link}>{label}</td></tr>'
        aside = (
            _("the section itself") if place == card.section else "" if place in self._graph.rules else _("not here")
        )
        text = _font([aside], _QUIET, 12) if aside else _font([self._words(place, width)], _INK, 12)
        return (
            f'<tr><td align="left" width="{_LABEL}"{link}>{label}</td>'
            f'<td align="left" width="{_across(width) - _LABEL}"{link}>{text}</td></tr>'
        )

    def _rest(self, folded: Sequence[_Card], width: int) -> str:
        """What is only counted: how many sections, and which."""
        count = sum(card.references for card in folded)
        names = ", ".join(str(card.section) if card.section else _("Glossary") for card in folded)
        cells = (
            _font([_rest_counted(len(folded), count)], _INK, 12, bold=True),
            _font(wrap(names, width), _QUIET, 12),
        )
        return _framed(*([f'<tr><td align="left" width="{_across(width)}">{cell}</td></tr>'] for cell in cells))

    def _heading(self, number: RuleNumber) -> str:
        rules = self._graph.rules.get(number, ())
        return (rules[0].title or "") if rules else ""

    def _words(self, number: RuleNumber, width: int) -> str:
        return _beginning(self._graph.rules[number][0].text, width)

    @staticmethod
    def _tip(place: GraphNode, citations: Sequence[CitationEdge]) -> str:
        """What a pointer over a line tells: the references in their sentences, and the command for more."""
        says = [
            _(
                "{source} cites {target}: {sentence}",
                source=each.source,
                target=each.target,
                sentence="".join(each.sentence),
            )
            for each in citations
        ]
        return "\n".join([*says, *([] if isinstance(place, str) else [f"rules refs {place}"])])

    def _link(self, place: GraphNode, tip: str) -> str:
        """The attributes of a cell that is about a place."""
        attributes = f' title="{_escaped(tip)}"'
        if self._address and not isinstance(place, str):
            attributes += f' href="{_escaped(self._address.format(str(place).replace(".", "")))}"'
        return attributes


def _columns(steps: Iterable[Sequence[tuple[GraphNode, CitationEdge]]]) -> list[_Column]:
    """A column for each step that comes to places which no nearer one has."""
    columns: list[_Column] = []
    seen: set[GraphNode] = set()
    for step in steps:
        new = [(place, citation) for place, citation in step if place not in seen]
        if not new:
            break
        seen.update(place for place, _each in new)
        columns.append(_column(new))
    return columns


def _column(places: Iterable[tuple[GraphNode, CitationEdge]]) -> _Column:
    """The places of one step, by sections, folded where they are too many to read."""
    sections: dict[RuleNumber | None, dict[GraphNode, tuple[CitationEdge, ...]]] = {}
    for place, citation in places:
        section = None if isinstance(place, str) else RuleNumber(place.chapter, place.section)
        here = sections.setdefault(section, {})
        here[place] = (*here.get(place, ()), citation)
    # The glossary comes last, as in the book.
    ordered = sorted(sections.items(), key=lambda item: (item[0] is None, item[0] or ()))
    cards = [_Card(section, dict(sorted(found.items(), key=_order))) for section, found in ordered]
    most = sorted(cards, key=lambda card: -card.references)
    # Folding a single section would save no room.
    kept = most[:_CARDS] if len(most) > _CARDS + 1 else most
    room = next((each for each in range(_LINES_EACH, 0, -1) if sum(_lines(card, each) for card in kept) <= _LINES), 0)
    return _Column(
        tuple(_Card(card.section, card.places, _lines(card, room)) for card in cards if card in kept),
        tuple(card for card in cards if card not in kept),
    )


def _framed(*tables: Sequence[str]) -> str:
    """Rows in a frame: each of the tables has columns of its own."""
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
    """Points that so many characters take, roughly: a font that is wider makes its card wider."""
    return round(width * 7)


def _order(item: tuple[GraphNode, object]) -> tuple[RuleNumber, str]:
    place = item[0]
    return (RuleNumber(0), place.casefold()) if isinstance(place, str) else (place, "")


def _lines(card: _Card, room: int) -> int:
    """How many rules of a card are shown; "and 1 more" would take the room of that one."""
    return len(card.places) if room and len(card.places) <= room + 1 else room


def _rest_counted(sections: int, count: int) -> str:
    return ngettext(
        "{sections} more, with {count} references",
        "{sections} more, with {count} references",
        count,
        sections=sections,
    )


def _cited(count: int) -> str:
    return ngettext("cited {count} time", "cited {count} times", count) if count else _("never cited")


def _cites(count: int) -> str:
    return ngettext("cites {count} time", "cites {count} times", count) if count else _("cites nothing")


def _font(lines: Sequence[str], color: str, size: int, *, bold: bool = False) -> str:
    """Lines of text in one style, below each other; "" for none."""
    inner = (
        "".join(f'{_escaped(line)}<br align="left"/>' for line in lines) if len(lines) > 1 else _escaped("".join(lines))
    )
    styled = f"<b>{inner}</b>" if bold else inner
    return f'<font color="{color}" point-size="{size}">{styled}</font>' if inner else ""


def _beginning(text: str, width: int) -> str:
    return shorten(text, width, placeholder=" …", break_on_hyphens=False)


def _escaped(text: str) -> str:
    """A text without what Graphviz gives a meaning to, the backslash among it."""
    shown = "".join(char if char.isprintable() or char == "\n" else " " for char in text)
    return html.escape(shown).replace("\\", "\\\\").replace("\n", "&#10;")


def _laid_out(graph: AGraph) -> bytes:
    """A graph as Graphviz lays it out and draws it."""
    with _quiet():
        drawn: bytes = graph.draw(format="svg", prog="dot")
    return drawn


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep what the C libraries below Graphviz say about the system's fonts off stderr."""
    sys.stderr.flush()
    kept = os.dup(2)
    try:
        with tempfile.TemporaryFile() as nowhere:
            os.dup2(nowhere.fileno(), 2)
            yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
