"""Drawings of the citations around a rule: an SVG for the browser, laid out by Graphviz.

The rule is in the middle. The citing rules are on one side, and the cited rules are on the other side. The rules are
grouped by section. The file has a wide layout, with arrows between the sections, and an upright layout for phones. It
shows the layout that fits the window, in light or dark colours.

Only this module imports pygraphviz, from the extra `graph`. The wheels of pygraphviz contain Graphviz.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from math import log2
from typing import TYPE_CHECKING

from kb.errors import MissingExtra
from kb.graph.citation_graph import CitationGraph, GraphNode, Neighbourhood
from kb.graph.drawing_columns import Column, make_columns
from kb.graph.drawing_labels import CITED, CITES, DARK, INK, PAPER, Labels
from kb.graph.responsive_svg import combine_drawings
from kb.i18n import _

if TYPE_CHECKING:
    from pygraphviz import AGraph

_FONT = "Helvetica,Arial,sans-serif"


def draw_svg(graph: CitationGraph, around: Neighbourhood, edition: str, address: str | None = None) -> str:
    """Draw a neighbourhood as SVG, or raise MissingExtra if pygraphviz isn't installed.

    `edition` is the name of the edition. `address` is the address of a rule's page, with `{}` in place of the number.
    The number is inserted without its dot: `3065` for 306.5. If `address` is None, the drawing has no links.
    """
    labels = Labels(graph, around, edition, address)
    drawing = _Drawing(around, labels)
    return combine_drawings(
        _laid_out(drawing.wide()),
        _laid_out(drawing.upright()),
        _("{rule}: references ({edition})", rule=labels.name, edition=edition),
        PAPER,
        DARK,
    )


class _Drawing:
    """The two layouts of one neighbourhood."""

    def __init__(self, around: Neighbourhood, labels: Labels) -> None:
        self._around, self._labels = around, labels
        subject = around.subject
        self._incoming = make_columns([(each.source, each) for each in step] for step in around.incoming)
        self._outgoing = make_columns(
            [(number, each) for each in step for number in each.cited_numbers if not subject.covers(number)]
            for step in around.outgoing
        )

    def wide(self) -> AGraph:
        """Return the wide layout: columns side by side, with arrows between their sections."""
        # With many columns, each column is narrower. A window would shrink a wider drawing and make it unreadable.
        width = 46 if len(self._incoming) + len(self._outgoing) <= 2 else 30
        graph = self._without_arrows(rankdir="LR", ranksep="1.1", width=width)
        for side, columns, color in (("in", self._incoming, CITED), ("out", self._outgoing, CITES)):
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
        """Return the upright layout: columns one below the other, with one arrow between two columns."""
        graph = self._without_arrows(rankdir="TB", ranksep="0.45", width=38)
        names = [f"in{step}" for step in reversed(range(len(self._incoming)))]
        names += ["subject", *(f"out{step}" for step in range(len(self._outgoing)))]
        for above, below in pairwise(names):
            graph.add_edge(above, below, color=CITED if above.startswith("in") else CITES, penwidth="3")
        return graph

    def _without_arrows(self, rankdir: str, ranksep: str, width: int) -> AGraph:
        """Return a graph without arrows: the middle rule and all columns. Texts are cut at `width` characters."""
        try:
            from pygraphviz import AGraph
        except ImportError as problem:
            raise MissingExtra(_("a picture"), "graph") from problem
        graph = AGraph(
            directed=True, strict=False, rankdir=rankdir, ranksep=ranksep, bgcolor=PAPER, pad="0.2", splines="line"
        )
        graph.node_attr.update(shape="plain", fontname=_FONT, fontsize="12", fontcolor=INK)
        graph.edge_attr.update(arrowsize="0.8")
        graph.add_node("subject", label=f"<{self._labels.subject(max(30, width - 8))}>")
        for side, columns in (("in", self._incoming), ("out", self._outgoing)):
            for step, column in enumerate(columns):
                graph.add_node(f"{side}{step}", label=f"<{self._labels.column(column, side, step, width)}>")
        return graph

    def _arrows(self, side: str, step: int, column: Column, inner: Column | None) -> Counter[tuple[str, str]]:
        """Count the references between the sections of `column` and those of `inner`, the next column inwards."""
        arrows: Counter[tuple[str, str]] = Counter()
        steps = self._around.incoming if side == "in" else self._around.outgoing
        for citation in steps[step]:
            sources: Sequence[GraphNode] = (citation.source,)
            fars, nears = (sources, citation.cited_numbers) if side == "in" else (citation.cited_numbers, sources)
            for far in {column.port(place) for place in fars} - {None}:
                for near in {inner.port(place) for place in nears} - {None} if inner else {""}:
                    arrows[str(far), str(near)] += 1
        return arrows


def _laid_out(graph: AGraph) -> bytes:
    """Return the SVG that Graphviz makes of a graph."""
    with _quiet():
        drawn: bytes = graph.draw(format="svg", prog="dot")
    return drawn


@contextmanager
def _quiet() -> Iterator[None]:
    """Suppress messages of C libraries on stderr about the system's fonts."""
    sys.stderr.flush()
    kept = os.dup(2)
    try:
        with tempfile.TemporaryFile() as nowhere:
            os.dup2(nowhere.fileno(), 2)
            yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
