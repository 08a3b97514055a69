"""Export of the citations around a rule as DOT and GraphML, for Graphviz, Gephi, yEd and other programs.

networkx writes DOT and GraphML. Only this module imports networkx, from the extra `graph`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from typing import TYPE_CHECKING

from kb.errors import MissingExtra
from kb.graph.citation_graph import CitationGraph, GraphNode, Neighbourhood
from kb.i18n import _
from kb.rule_number import RuleNumber

if TYPE_CHECKING:
    import networkx as nx

# True and False are written as words, since programs that read GraphML expect different spellings of True and False.
_YES = {True: "yes", False: "no"}

# Characters that XML can't represent.
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def export_graphml(graph: CitationGraph, around: Neighbourhood) -> str:
    """Return a neighbourhood as GraphML, or raise MissingExtra if networkx isn't installed."""
    built = _network(graph, around, _writable)
    from networkx import write_graphml_xml

    written = BytesIO()
    write_graphml_xml(built, written)
    return written.getvalue().decode() + "\n"


def export_dot(graph: CitationGraph, around: Neighbourhood) -> str:
    """Return a neighbourhood in Graphviz's language DOT. Raise MissingExtra if networkx or pygraphviz is missing."""
    built = _network(graph, around, lambda text: _writable(text).replace("\\", "\\\\"))
    try:
        from networkx.drawing.nx_agraph import to_agraph

        written: str = to_agraph(built).to_string()
    except ImportError as problem:
        raise MissingExtra("DOT", "graph") from problem
    return written


def _network(graph: CitationGraph, around: Neighbourhood, form: Callable[[str], str]) -> nx.MultiDiGraph[str]:
    """Return a graph of numbers and headwords. A reference to a range becomes an edge to each number in the range.

    `form` escapes texts for the output format.
    """
    try:
        from networkx import MultiDiGraph
    except ImportError as problem:
        raise MissingExtra(_("GraphML or DOT"), "graph") from problem
    built: nx.MultiDiGraph[str] = MultiDiGraph()
    for steps in (around.incoming, around.outgoing):
        for citations in steps:
            for citation in citations:
                for named in citation.cited_numbers:
                    for place in (citation.source, named):
                        built.add_node(form(str(place)), **_facts(graph, around, place, form))
                    key = f"{citation.source} {citation.start} {citation.example} {named}"
                    built.add_edge(
                        form(str(citation.source)),
                        str(named),
                        key=form(key),
                        words=form(citation.words),
                        target=citation.target,
                        resolved=_YES[citation.resolved],
                    )
    return built


def _facts(graph: CitationGraph, around: Neighbourhood, place: GraphNode, form: Callable[[str], str]) -> dict[str, str]:
    """Return the attributes of a place's node: label, kind, text, and whether the place belongs to the subject."""
    if not isinstance(place, RuleNumber):
        return {"label": form(place), "kind": "glossary", "text": "", "subject": "no"}
    rule = graph.rules[place][0] if place in graph.rules else None
    title = rule.title if rule else None
    return {
        "label": form(f"{place} {title}" if title else str(place)),
        "kind": place.kind,
        "text": form(rule.text) if rule else "",
        "subject": _YES[around.subject.covers(place)],
    }


def _writable(text: str) -> str:
    return _UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", text)
