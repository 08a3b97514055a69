"""Drawings and exchange formats of a rule's neighbourhood, read back by other programs."""

from __future__ import annotations

import io
import re
import sys
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from pygraphviz import AGraph

from kb.errors import MissingExtra
from kb.graph import drawing, graph_export
from kb.graph.citation_graph import CitationGraph, Neighbourhood
from kb.model import GlossaryEntry
from kb.rule_number import NumberRange
from kb.storage.store import Store
from kb.storage.view import View

if TYPE_CHECKING:
    from tests.kb.conftest import Invented

DAY = date(2026, 2, 1)
SVG = "{http://www.w3.org/2000/svg}"
ADDRESS = "https://example.org/rules#R{}"


@pytest.fixture(scope="module")
def graph(invented: Invented) -> CitationGraph:
    """Return the citation graph of a book with every character that XML and DOT treat specially."""
    rules = [
        invented.rule("100", 'Quotes "&" <Angles>'),
        invented.rule("100.1", "See rules 101.1a–b & rule 102 \\N <b>&amp;</b>.", "As rule 999.9 says."),
        invented.rule("101", "Éclairs"),
        invented.rule("101.1a", "Bright.\x1b See rule 100.1."),
        invented.rule("101.1b", "Brighter."),
        invented.rule("102", "Wicks"),
    ]
    entry = GlossaryEntry('Wick “<a>” "b" \\', "See rule 100.1.")
    with invented.store(invented.edition("lanterns", "2026-01-16", *rules, glossary=[entry])) as store:
        return CitationGraph.from_view(View(store, "en", DAY))


@pytest.fixture(scope="module")
def around(graph: CitationGraph) -> Neighbourhood:
    """Return the neighbourhood of rule 100.1, two steps deep."""
    return graph.neighbourhood(NumberRange.parse("100.1"), 2)


EDGES = sorted([
    ("100.1", "101.1a"), ("100.1", "101.1b"), ("100.1", "102"), ("100.1", "999.9"), ("101.1a", "100.1"),
    ('Wick “<a>” "b" \\', "100.1"),
])  # fmt: skip


def test_graphml_reads_back(graph: CitationGraph, around: Neighbourhood) -> None:
    """networkx reads the same places and references; a range becomes an edge to each of its numbers."""
    read = nx.read_graphml(io.BytesIO(graph_export.export_graphml(graph, around).encode()), force_multigraph=True)
    assert sorted(read.edges()) == EDGES
    assert read.nodes["100.1"]["text"] == "See rules 101.1a–b & rule 102 \\N <b>&amp;</b>."
    assert (read.nodes["100.1"]["subject"], read.nodes["102"]["label"]) == ("yes", "102 Wicks")
    assert read.nodes["101.1a"]["text"] == "Bright.\N{REPLACEMENT CHARACTER} See rule 100.1."
    facts = {target: data for source, target, data in read.edges(data=True) if source == "100.1"}
    assert facts["101.1b"]["target"] == "101.1a-101.1b" and facts["101.1b"]["words"] == "rules 101.1a–b"
    assert (facts["999.9"]["resolved"], facts["102"]["resolved"]) == ("no", "yes")


def test_dot_reads_back(graph: CitationGraph, around: Neighbourhood) -> None:
    """Graphviz reads the same places and references."""
    read = AGraph(graph_export.export_dot(graph, around))
    assert sorted((source.replace(2 * "\\", "\\"), target) for source, target in read.edges()) == EDGES
    assert read.get_node("101.1b").attr["text"] == "Brighter."


def test_a_drawing_shows_the_neighbourhood(graph: CitationGraph, around: Neighbourhood) -> None:
    """Both drawings show every place, link to rules and have tooltips with the reference."""
    root = ET.fromstring(drawing.draw_svg(graph, around, "en 2026-01-16", ADDRESS))
    assert root.tag == f"{SVG}svg" and len(root.attrib["viewBox"].split()) == 4
    for version in ("wide", "upright"):
        (drawn,) = [group for group in root if group.attrib.get("class") == version]
        words = [text.text for text in drawn.iter(f"{SVG}text")]
        for expected in ("100.1", "101 Éclairs", "101.1a", "101.1b", "102 Wicks", "Cited by", "Cites", "Glossary"):
            assert expected in words, expected
        assert any("<a>" in str(word) for word in words)
        links = {link.attrib["{http://www.w3.org/1999/xlink}href"] for link in drawn.iter(f"{SVG}a")}
        assert {ADDRESS.format("1011a"), ADDRESS.format("1001"), ADDRESS.format("102")} <= links
        tips = [str(title.text).replace("\xa0", " ") for title in drawn.iter(f"{SVG}title")]
        assert "101.1a cites 100.1: Bright.  See rule 100.1.\nrules refs 101.1a" in tips
        assert "rules refs 101" in tips
        assert any(
            str(tip).startswith("100.1 cites 102: See rules 101.1a–b & rule 102 \\N <b>&amp;</b>.") for tip in tips
        )
        assert "See rules 101.1a–b & rule 102 \\N <b>&amp;</b>." in " ".join(map(str, words))
    assert not [element for element in root.iter() if "id" in element.attrib]


def test_drawings_of_older_editions_have_no_links(graph: CitationGraph, around: Neighbourhood) -> None:
    """A drawing of an older edition has no links, since its numbers may belong to other rules today."""
    drawn = drawing.draw_svg(graph, around, "en 2026-01-16")
    assert "href" not in drawn and "<title>" in drawn


def test_colours_have_dark_counterparts(graph: CitationGraph, around: Neighbourhood) -> None:
    """Every colour of the drawing has a counterpart in the dark theme."""
    drawn = drawing.draw_svg(graph, around, "en 2026-01-16")
    style, body = drawn.split("</style>")
    for color in set(re.findall(r'(?:fill|stroke)="([^"]+)"', body)) - {"none"}:
        assert f'[fill="{color}"]{{fill:#' in style, color


@pytest.mark.parametrize("missing", ["pygraphviz", "networkx"])
def test_without_the_extra(
    graph: CitationGraph, around: Neighbourhood, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    """If the library is missing, one line says what to install."""
    monkeypatch.setitem(sys.modules, missing, None)
    draw = (
        partial(drawing.draw_svg, edition="en 2026-01-16") if missing == "pygraphviz" else graph_export.export_graphml
    )
    with pytest.raises(MissingExtra, match=r"pip install 'networkx.+' 'pygraphviz.+'"):
        draw(graph, around)


@pytest.fixture(scope="module")
def whole(newest_home: Path) -> CitationGraph:
    """Return the citation graph of the edition of 2026-01-16."""
    with Store.open(newest_home) as store:
        return CitationGraph.from_view(View(store, "en", DAY))


@pytest.mark.parametrize("subject", ["306", "704.5j", "702", "601.2", "100.1", "3", "702.1-702.9"])
def test_labels_do_not_overlap(whole: CitationGraph, subject: str) -> None:
    """In both drawings, no label overlaps the next one on its line or one on the line above."""
    root = ET.fromstring(drawing.draw_svg(whole, whole.neighbourhood(NumberRange.parse(subject), 2), "en 2026-01-16"))
    for group in root.findall(f"{SVG}g"):
        texts = [text for text in group.iter(f"{SVG}text") if text.text and text.text.strip()]
        places = sorted(
            (round(float(text.attrib["y"])), float(text.attrib["x"]), float(text.attrib["font-size"]), str(text.text))
            for text in texts
            if text.attrib["text-anchor"] == "start"
        )
        for at, (y, x, size, words) in enumerate(places):
            for below_y, right_x, other_size, _ in places[at + 1 :]:
                if below_y - y <= 2 and right_x > x:
                    assert x + 0.4 * size * len(words) < right_x, words
                elif below_y - y > 2 and abs(right_x - x) < 3:
                    assert below_y - y >= 0.9 * other_size, words


def test_undrawn_sections_are_counted(whole: CitationGraph) -> None:
    """702 is cited from too many sections to draw; the undrawn ones are counted."""
    subject = NumberRange.parse("702")
    root = ET.fromstring(drawing.draw_svg(whole, whole.neighbourhood(subject), "en 2026-01-16"))
    words = "\n".join(str(text.text) for text in next(root.iter(f"{SVG}g")).iter(f"{SVG}text"))
    sections = {
        "Glossary" if isinstance(each.source, str) else str(each.source)[:3] for each in whole.incoming(subject)
    }
    assert len(sections) > 30
    for section in sections:
        assert re.search(rf"\b{section}\b", words), section
    assert re.search(r"^[0-9]+ more, with [0-9]+ references$", words, re.MULTILINE)
