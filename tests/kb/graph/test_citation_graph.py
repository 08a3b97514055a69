"""Citation graph: targets of references, incoming and outgoing citations, neighbourhoods and paths."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.graph.citation_graph import CitationEdge, CitationGraph, Citations
from kb.languages import Lang
from kb.model import Edition, GlossaryEntry
from kb.rule_number import NumberRange, RuleNumber
from kb.storage.store import Store
from kb.storage.view import View

if TYPE_CHECKING:
    from tests.kb.conftest import Invented

DAY = date(2026, 2, 1)
Libraries = Callable[[], st.SearchStrategy[tuple[Edition, ...]]]

RULES = {
    "1": "Lanterns",
    "100": "Kinds",
    "100.1": "There are two kinds (see rules 100.1a–c).",
    "100.1a": "Oil lanterns are lit. See rule 101.2.",
    "100.1c": "Gas lanterns are lit. See section 1, “Lanterns,” and rule 100.9.",
    "101": "Keepers",
    "101.1": "Keepers light lanterns, as rules 100-102 say.",
    "101.2": "A keeper is a player. See rule 102, “Wicks.”",
    "102": "Wicks",
    "102.1": "A wick burns. See rule 103.1.",
    "103": "Flames",
    "103.1": "A flame is hot. See rule 103.1a.",
    "103.1a": "Mind rule 103.1 and rule 103.1.",
}
ENTRY = GlossaryEntry("Keeper", "Whoever keeps a lantern. See rule 101.2.")


@pytest.fixture(scope="module")
def graph(invented: Invented) -> CitationGraph:
    """Return the citation graph of a small book about lanterns."""
    rules = [invented.rule(number, text) for number, text in RULES.items()]
    with invented.store(invented.edition("lanterns", "2026-01-16", *rules, glossary=[ENTRY])) as store:
        return CitationGraph.from_view(View(store, "en", DAY))


def numbers(text: str) -> set[RuleNumber]:
    return {RuleNumber.parse(number) for number in text.split()}


def formatted(citations: tuple[CitationEdge, ...]) -> list[str]:
    """Format citations as `source>target`."""
    return [f"{each.source}>{each.target}" for each in citations]


@pytest.mark.parametrize(
    ("source", "target", "named"),
    [
        ("100.1", "100.1a-100.1c", "100.1a 100.1c"),  # 100.1b isn't in the edition
        ("101.1", "100-102", "100 101 102"),  # not 100.1, which is below 100
        ("101.2", "102", "102"),
        ("100.1c", "1", "1"),
        ("100.1c", "100.9", "100.9"),  # cited, although it doesn't exist
    ],
)
def test_numbers_cited_by_a_reference(graph: CitationGraph, source: str, target: str, named: str) -> None:
    """A number cites itself; a range cites the existing numbers of its own level between its ends."""
    found = [each for each in graph.citations if (str(each.source), each.target) == (source, target)]
    assert [" ".join(map(str, each.cited_numbers)) for each in found] == [named]
    assert found[0].resolved == (target != "100.9")


@pytest.mark.parametrize(
    ("subject", "incoming"),
    [
        ("102", ["101.1>100-102", "101.2>102"]),
        ("101", ["100.1a>101.2", "Keeper>101.2"]),  # 101.1 cites 101 too, but is inside it
        ("100.1b", []),  # within the range 100.1a-c, but not in the edition
        ("100.9", ["100.1c>100.9"]),
        ("101-102", ["100.1a>101.2", "Keeper>101.2"]),
        ("103", ["102.1>103.1"]),
        ("103.1a", ["103.1>103.1a"]),
        ("1", ["Keeper>101.2"]),  # the rules of chapter 1 cite each other; the glossary is outside
    ],
)
def test_incoming(graph: CitationGraph, subject: str, incoming: list[str]) -> None:
    """The incoming citations of a section come from outside it and point to it or to a rule below it."""
    assert formatted(graph.incoming(NumberRange.parse(subject))) == incoming


@pytest.mark.parametrize(
    ("subject", "outgoing"),
    [
        ("100.1", ["100.1>100.1a-100.1c", "100.1a>101.2", "100.1c>1", "100.1c>100.9"]),
        ("102", ["102.1>103.1"]),
        ("101.2", ["101.2>102"]),
        ("103.1a", ["103.1a>103.1", "103.1a>103.1"]),
        ("103-103", ["103.1>103.1a", "103.1a>103.1", "103.1a>103.1"]),
    ],
)
def test_outgoing(graph: CitationGraph, subject: str, outgoing: list[str]) -> None:
    """The outgoing citations of a rule are all references in it and below it, including repetitions."""
    assert formatted(graph.outgoing(NumberRange.parse(subject))) == outgoing


def test_steps(graph: CitationGraph) -> None:
    """Each step has the citations one reference further away, and no citation appears twice."""
    around = graph.neighbourhood(NumberRange.parse("102"), 9)
    assert [formatted(step) for step in around.incoming] == [
        ["101.1>100-102", "101.2>102"],
        ["100.1a>101.2", "Keeper>101.2"],
        ["100.1>100.1a-100.1c"],
    ]
    assert [formatted(step) for step in around.outgoing] == [
        ["102.1>103.1"],
        ["103.1>103.1a"],
        ["103.1a>103.1", "103.1a>103.1"],
    ]
    assert graph.neighbourhood(NumberRange.parse("102"), 2, outgoing=False).outgoing == ()


@pytest.mark.parametrize(
    ("first", "last", "way"),
    [
        ("100.1a", "102", ["100.1a>101.2", "101.2>102"]),
        ("100.1a", "103.1a", ["100.1a>101.2", "101.2>102", "102.1>103.1"]),  # enters at 102, leaves from 102.1
        ("101.2", "102.1", ["101.2>102"]),  # a path to 102 also reaches 102.1
        ("103", "100", []),
        ("102", "999", []),
    ],
)
def test_paths(graph: CitationGraph, first: str, last: str, way: list[str]) -> None:
    """A shortest path is found; a path that reaches 103.1 has also reached 103.1a below it."""
    assert formatted(graph.shortest_path(NumberRange.parse(first), NumberRange.parse(last))) == way


def test_most_cited(graph: CitationGraph) -> None:
    """Numbers are sorted by the number of places that cite them; citations of rules below don't count."""
    standing = {str(each.number): (each.places, each.references) for each in graph.most_cited()}
    assert standing == {
        "101.2": (2, 2), "102": (2, 2), "103.1": (1, 1), "103.1a": (1, 1), "100": (1, 1), "100.1a": (1, 1),
        "100.1c": (1, 1),
    }  # fmt: skip
    assert next(iter(standing)) == "101.2"
    assert [str(each.number) for each in graph.most_cited(NumberRange.parse("103"))] == ["103.1", "103.1a"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "One. Two of them are better than one, see rule 306.5. Three.",
            "One. Two of them are better than one, see rule 306.5.",
        ),
        ("A loyalty of 0 is deadly. (See rule 704.)", "A loyalty of 0 is deadly. (See rule 704.)"),
        (
            "A first sentence. " + "A second one is long enough to say what it is about, at eighty characters or more, "
            "as rule 306 has it. A third.",
            "A second one is long enough to say what it is about, at eighty characters or more, as rule 306 has it.",
        ),
        ("First paragraph.\nSee rule 306.\nThird.", "See rule 306."),
        ("He says “Stop!” See rule 306. Then “Go.”", "He says “Stop!” See rule 306."),
    ],
)
def test_sentences(invented: Invented, text: str, sentence: str) -> None:
    """A citation shows its sentence, with the sentence before if it is short, within one paragraph."""
    with invented.store(invented.edition("a", "2026-01-16", invented.rule("100.1", text))) as store:
        citation = CitationGraph.from_view(View(store, "en", DAY)).citations[0]
    assert "".join(citation.sentence) == sentence
    assert citation.sentence[1] == citation.words


def test_examples_cite_too(invented: Invented) -> None:
    """A reference in an example has a sentence of that example."""
    rule = invented.rule("100.1", "A text.", "No reference.", "As rule 100.2 says.")
    with invented.store(invented.edition("a", "2026-01-16", rule, invented.rule("100.2", "Another."))) as store:
        citation = CitationGraph.from_view(View(store, "en", DAY)).citations[0]
    assert (citation.example, "".join(citation.sentence)) == (1, "As rule 100.2 says.")


@settings(max_examples=40)
@given(data=st.data())
def test_outgoing_and_incoming_are_inverse(data: st.DataObject, invented: Invented, some_library: Libraries) -> None:
    """Citing and being cited are inverse, and direct citations are part of the transitive ones."""
    with invented.store(*data.draw(some_library())) as store:
        graph = CitationGraph.from_view(View(store, data.draw(st.sampled_from(["en", "fr"])), DAY))
    for one in graph.known_numbers:
        direct = graph.numbers_cited_by({one})
        assert {other for other in graph.known_numbers if one in graph.rules_citing({other})} == direct
        assert direct <= graph.numbers_cited_by({one}, transitive=True)
        assert graph.rules_citing({one}) <= graph.rules_citing({one}, transitive=True)
        for other in graph.numbers_cited_by({one}, transitive=True):
            assert one in graph.rules_citing({other}, transitive=True)
        alone = NumberRange(one, one)
        for citation in graph.outgoing(alone):
            for named in citation.cited_numbers:
                inside = isinstance(citation.source, RuleNumber) and named.covers(citation.source)
                assert inside or citation in graph.incoming(NumberRange(named, named))
        for citation in graph.incoming(alone):
            assert not isinstance(citation.source, RuleNumber) or not one.covers(citation.source)
            assert any(map(one.covers, citation.cited_numbers))


@settings(max_examples=30)
@given(data=st.data())
def test_deeper_neighbourhoods(data: st.DataObject, invented: Invented, some_library: Libraries) -> None:
    """A deeper neighbourhood begins with the shallower one, and no reference appears in two successive steps."""
    with invented.store(*data.draw(some_library())) as store:
        graph = CitationGraph.from_view(View(store, "en", DAY))
    for one in graph.rules:
        subject = NumberRange(one, one)
        shallow, deep = graph.neighbourhood(subject, 1), graph.neighbourhood(subject, 4)
        assert deep.incoming[:1] == shallow.incoming and deep.outgoing[:1] == shallow.outgoing
        for steps in (deep.incoming, deep.outgoing):
            assert all(steps) and not any(set(a) & set(b) for a, b in pairwise(steps))


@pytest.fixture(scope="module")
def whole(newest_home: Path) -> CitationGraph:
    """Return the citation graph of the edition of 2026-01-16."""
    with Store.open(newest_home) as store:
        return CitationGraph.from_view(View(store, "en", DAY))


@pytest.fixture(scope="module")
def lines(shared: Path) -> list[tuple[str, str]]:
    """Return the number and text of each rule of the file of 2026-01-16, with the examples below the rule."""
    text = (shared / "corpus/en/2026-01-16.txt").read_text(encoding="utf-8-sig")
    found: list[tuple[str, str]] = []
    for line in re.split(r"[\r\n]+", text[text.index("\nCredits") : text.rindex("\nGlossary")]):
        if match := re.match(r"([1-9][0-9]{2}\.[0-9]+[a-z]*)\.? (.*)", line):
            found.append((match[1], match[2]))
        elif found and not re.match(r"[1-9]", line):
            found[-1] = (found[-1][0], f"{found[-1][1]} {line}")
    return found


class TestNewestEdition:
    """The citation graph of 2026-01-16, compared with plain searches in the text."""

    @pytest.mark.parametrize("section", ["306", "704", "508", "601", "606", "702", "903"])
    def test_every_rule_outside_that_cites_a_section(
        self, whole: CitationGraph, lines: list[tuple[str, str]], section: str
    ) -> None:
        """Every rule outside a section that prints its number or one below cites it; the number has no other use."""
        printed = {number for number, text in lines if re.search(rf"(?<![\d.$]){section}(?![\d])", text)}
        incoming = whole.incoming(NumberRange.parse(section))
        found = {str(each.source) for each in incoming if not isinstance(each.source, str)}
        assert found == {number for number in printed if not number.startswith(section)}

    def test_306(self, whole: CitationGraph) -> None:
        """Only rule 209.1 and three headwords cite section 306."""
        incoming = whole.incoming(NumberRange.parse("306"))
        assert [str(each.source) for each in incoming] == ["209.1", "Loyalty", "Planeswalker", "Planeswalker Type"]

    def test_shortest_path_from_306_9_to_704_5i(self, whole: CitationGraph) -> None:
        """306.9 cites 704, and 704.5i is below it."""
        assert formatted(whole.shortest_path(NumberRange.parse("306.9"), NumberRange.parse("704.5i"))) == ["306.9>704"]

    def test_citation_count_of_704(self, whole: CitationGraph, lines: list[tuple[str, str]]) -> None:
        """The citation count of 704 is the number of outside rules and headwords that cite the whole section."""
        named = {number for number, text in lines if re.search(r"(?<![\d.])704(?![\d]|\.\d)", text)}
        outside = {number for number in named if not number.startswith("704")}
        standing = next(each for each in whole.most_cited() if str(each.number) == "704")
        entries = {each.source for each in whole.citations if isinstance(each.source, str) and each.target == "704"}
        assert standing.places == len(outside) + len(entries)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("day", [date(2003, 1, 1), date(2009, 10, 1), date(2018, 1, 1), date(2026, 1, 16)])
def test_citations_read_alone(every_edition: Path, lang: Lang, day: date) -> None:
    """Reading only the texts that cite something gives the citations of the graph of all rules, in the same order."""
    with Store.open(every_edition) as store:
        view = View(store, lang, day)
        assert Citations.read(view).citations == CitationGraph.from_view(view).citations
