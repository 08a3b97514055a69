"""Structural queries: parsing, errors with their positions, and results."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.errors import BadQuery, NotFound
from kb.graph.citation_graph import CitationGraph
from kb.graph.query_evaluator import evaluate_query
from kb.graph.query_nodes import (
    AndQuery,
    EventAtom,
    NotQuery,
    NumberAtom,
    OrQuery,
    PropertyAtom,
    Query,
    RelationAtom,
    TextAtom,
    fold_phrase,
)
from kb.graph.query_parser import parse_query
from kb.history.changes_between import ChangesBetween
from kb.history.edition_diff import diff_editions
from kb.model import Edition, GlossaryEntry
from kb.rule_number import NumberRange, RuleNumber
from kb.storage.store import Store
from kb.storage.view import View

if TYPE_CHECKING:
    from tests.kb.conftest import Invented

DAY = date(2026, 2, 1)
Libraries = Callable[[], st.SearchStrategy[tuple[Edition, ...]]]
PREVIOUSLY = "206.3 306.4 306.7 403.5 406.8 513.1a 601.1 602.1d 701.7c 701.18d 701.18e 702.75b"


@pytest.fixture(scope="module")
def graph(invented: Invented) -> CitationGraph:
    """Return the citation graph of a small book about lanterns; 100.9 is cited, but doesn't exist."""
    rules = [
        invented.rule("1", "Lanterns"),
        invented.rule("100", "Kinds"),
        invented.rule("100.1", "A lantern’s kind is “oil” or “gas.” See rules 100.1a–b.", "An oil lantern burns."),
        invented.rule("100.1a", "Oil smells. See rule 101."),
        invented.rule("100.1b", "Gas doesn’t. See rule 100.9."),
        invented.rule("100.10", "Previously, lanterns were candles. See rule 100.1."),
        invented.rule("101", "Éclairs"),
        invented.rule("101.1", "An éclair is as bright as 100.10 has it."),
    ]
    entry = GlossaryEntry("Oil", "See rule 100.1a.")
    with invented.store(invented.edition("lanterns", "2026-01-16", *rules, glossary=[entry])) as store:
        return CitationGraph.from_view(View(store, "en", DAY))


@pytest.mark.parametrize(
    ("expression", "numbers"),
    [
        ("100", "100"),
        ("100.1", "100.1"),
        ("100.1a-b", "100.1a 100.1b"),
        ("100-101", "100 101"),
        ("100.9", ""),
        ("100.*", "100.1 100.1a 100.1b 100.10"),
        ("100.1.*", "100.1a 100.1b"),
        ("under(100.1)", "100.1 100.1a 100.1b"),
        ("UNDER( 100.1a-b )", "100.1a 100.1b"),
        ("under(1) & !under(100)", "1 101 101.1"),
        ("refs(100.1)", "100.10"),
        ("refs(100.1a)", "100.1"),  # cited as part of a range; the citing headword isn't a rule
        ("refs(100.1.*)", "100.1"),
        ("refs(100)", ""),  # no rule cites the section itself
        ("refs(under(100))", "100.1 100.1b 100.10 101.1"),
        ("refs(100.9)", "100.1b"),  # citations of a missing rule are found
        ("cited-by(100.1)", "100.1a 100.1b"),
        ("cited-by(100.1b)", ""),
        ("refs+(101)", "100.1 100.1a 100.10 101.1"),
        ("cited-by+(101.1)", "100.1 100.1a 100.1b 100.10 101"),
        ('text("OIL" ) ', "100.1 100.1a"),
        ('text(“lantern\'s kind is "oil" or”)', "100.1"),
        ('text("eclair")', "101 101.1"),
        ('text("burns")', ""),  # only an example has the word
        ("has(example)", "100.1"),
        ("deprecated", "100.10"),
        ("!under(1)", ""),
        ("!(100.* | 101.*)", "1 100 101"),
        ("100.1 | 101 & 101.1", "100.1"),
        ("(100.1 | 101) & !101", "100.1"),
        ("!!100.1", "100.1"),
    ],
)
def test_results_of_queries(graph: CitationGraph, expression: str, numbers: str) -> None:
    """Each atom and operator selects the documented rules, in the order of the book."""
    assert " ".join(map(str, evaluate_query(parse_query(expression), graph))) == numbers


@pytest.mark.parametrize(
    ("expression", "start", "end", "message"),
    [
        ("", 0, 0, "the query ends here"),
        ("306.* & ", 8, 8, "the query ends here"),
        ("306.5 306.6", 6, 11, "join the two with & or |"),
        ("refs(306.*) & frobs(3)", 14, 19, "'frobs' is no atom of a query"),
        ("executable", 0, 10, "refs(...)"),
        ("born", 0, 4, "'born' takes two days"),
        ("born()", 5, 6, "two days must follow, such as born(2024-01-01..2025-01-01)"),
        ("born(2024-01-01)", 5, 15, "either may be left out"),
        ("born(soon..)", 5, 11, "'soon' is no date"),
        ("gone(2024-02-30..)", 5, 17, "'2024-02-30' is no date"),
        ("moved(2024-01-01..2023-01-01)", 6, 28, "2023-01-01 is before 2024-01-01"),
        ("moved(.., wording)", 6, 17, "'moved' takes two days alone"),
        ("changed(.., words)", 8, 17, "'words' is no class of changes: give one of typography, references,"),
        ("changed(..", 10, 10, "parenthesis must be closed"),
        ("306.7@soon", 0, 10, "'soon' is no date"),
        ("under(301.5a-f@2024-01-01)", 6, 25, "a day stands behind one number"),
        ("refs(306", 8, 8, "parenthesis must be closed"),
        ("(306 | 307", 10, 10, "parenthesis must be closed"),
        ("306)", 3, 4, "follows a whole query"),
        ("refs & 306", 0, 4, "'refs' takes a query"),
        ("refs()", 5, 6, ") stands here"),
        ("under(deprecated)", 6, 16, "'deprecated' is no rule number"),
        ("under()", 6, 7, "a number must follow"),
        ("306.5*", 0, 6, "everything below it is 306.*"),
        ("704.5l", 0, 6, "'704.5l' is no rule number"),
        ("306.5d-a", 0, 8, "a range runs upwards"),
        ('text("loyalty', 5, 6, "never closed"),
        ("text(loyalty)", 5, 12, "in quotation marks"),
        ('text(" ")', 5, 8, "more than spaces"),
        ('"loyalty"', 0, 9, "a phrase stands in text(...)"),
        ("has(examples)", 4, 12, "give has(example)"),
        ("!", 1, 1, "the query ends here"),
        ("a" * 2001, 0, 60, "at most 2,000 characters"),
        ("!" * 60 + "306", 50, 51, "at most 50 deep"),
    ],
)
def test_invalid_queries(expression: str, start: int, end: int, message: str) -> None:
    """The error is one line that gives the position and the correct form."""
    with pytest.raises(BadQuery) as caught:
        parse_query(expression)
    assert (caught.value.start, caught.value.end) == (start, end)
    assert message in str(caught.value) and "\n" not in str(caught.value)
    line, carets = caught.value.place
    assert carets == " " * start + "^" * max(1, end - start)
    assert len(line) == len(caught.value.value)


def atoms() -> st.SearchStrategy[Query]:
    """Draw atoms of every kind without a nested query or a day."""
    numbers = st.sampled_from(["3", "306", "306.5", "704.5aa"]).map(RuleNumber.parse)
    ranges = st.sampled_from(["3", "306", "301.5a-f", "119.7-8", "306-311"]).map(NumberRange.parse)
    phrases = st.text(max_size=20).filter(fold_phrase).map(TextAtom)
    plain = st.sampled_from([PropertyAtom("has(example)"), PropertyAtom("deprecated")])
    below = numbers.map(lambda number: NumberAtom(NumberRange(number, number), "below"))
    exact_or_under = st.builds(NumberAtom, ranges, st.sampled_from(["exact", "under"]))
    return st.one_of(exact_or_under, below, phrases, plain)


def atoms_with_days() -> st.SearchStrategy[Query]:
    """Draw atoms of every kind with a day."""
    days = st.dates(date(1999, 1, 1), date(2030, 1, 1))
    numbers = st.sampled_from(["3", "306", "306.5", "704.5aa"]).map(RuleNumber.parse)
    ones = numbers.map(lambda number: NumberRange(number, number))
    pairs = st.tuples(st.none() | days, st.none() | days)
    periods = pairs.map(lambda pair: pair if None in pair else tuple(sorted(pair, key=str)))
    events = st.sampled_from(["born", "changed", "moved", "gone"])
    happened = st.builds(lambda event, period: EventAtom(event, *period), events, periods)
    classes = st.sampled_from(["typography", "references", "template", "wording"])
    changed = st.builds(lambda period, change: EventAtom("changed", *period, change), periods, classes)
    pinned = st.builds(NumberAtom, ones, st.sampled_from(["exact", "below", "under"]), days)
    return st.one_of(happened, changed, pinned)


def queries() -> st.SearchStrategy[Query]:
    """Draw queries of every form."""

    def larger(inner: st.SearchStrategy[Query]) -> st.SearchStrategy[Query]:
        parts = st.lists(inner, min_size=2, max_size=3).map(tuple)
        relations = st.sampled_from(["refs", "refs+", "cited-by", "cited-by+"])
        return st.one_of(
            inner.map(NotQuery), parts.map(AndQuery), parts.map(OrQuery), st.builds(RelationAtom, relations, inner)
        )

    return st.recursive(atoms(), larger, max_leaves=12)


@given(query=queries() | atoms_with_days() | atoms_with_days().map(NotQuery))
def test_formatted_queries_parse_again(query: Query) -> None:
    """`str` and `parse_query` are inverse for any nesting and quoting."""
    assert parse_query(str(query)) == query


@settings(max_examples=40)
@given(data=st.data())
def test_laws(data: st.DataObject, invented: Invented, some_library: Libraries) -> None:
    """Set laws hold, refs and cited-by are inverse, and a plus never removes a rule."""
    with invented.store(*data.draw(some_library())) as store:
        graph = CitationGraph.from_view(View(store, "en", DAY))

    def found(query: Query) -> set[RuleNumber]:
        return set(evaluate_query(query, graph))

    one, other = data.draw(queries()), data.draw(queries())
    assert found(AndQuery((one, other))) == found(one) & found(other)
    assert found(OrQuery((one, other))) == found(one) | found(other)
    assert found(NotQuery(one)) == set(graph.rules) - found(one)
    assert found(RelationAtom("refs", one)) <= found(RelationAtom("refs+", one))
    assert found(RelationAtom("cited-by", one)) <= found(RelationAtom("cited-by+", one))
    for x in graph.rules:
        for y in found(RelationAtom("cited-by", NumberAtom(NumberRange(x, x)))):
            assert x in found(RelationAtom("refs", NumberAtom(NumberRange(y, y))))
        for y in found(RelationAtom("refs", NumberAtom(NumberRange(x, x)))):
            assert x in found(RelationAtom("cited-by", NumberAtom(NumberRange(y, y))))


LANTERN, WICK, GLASS = (
    "A lantern shines by night and its keeper sleeps by day.",
    "Every wick burns down one inch an hour until it is trimmed.",
    "Clean glass lets twice as much light through as sooty panes do.",
)


@pytest.fixture(scope="module")
def times(invented: Invented) -> Iterator[Store]:
    """Open a store with three editions: 100.2 becomes 100.3 and is edited, 100.4 is new, 100.1a is reused."""
    rule, edition = invented.rule, invented.edition
    heads = rule("1", "Lanterns"), rule("100", "General")
    kept = rule("100.1", LANTERN, "At noon it doesn't.")
    edited = WICK.replace("one inch", "two inches")
    with invented.store(
        edition("first", "2019-01-01", *heads, kept, rule("100.1a", "Iron handles rust in salt."), rule("100.2", WICK)),
        edition("second", "2021-01-01", *heads, kept, rule("100.3", WICK), rule("100.4", f"{GLASS} See rule 100.3.")),
        edition(
            "third", "2023-01-01", *heads, rule("100.1", LANTERN, "At noon it does."),
            rule("100.1a", "Nobody may paint doors green."), rule("100.3", edited),
            rule("100.4", f"{GLASS} See rule 100.1."),
        ),
    ) as store:  # fmt: skip
        yield store


def evaluate(store: Store, expression: str, day: date = DAY) -> str:
    view = View(store, "en", day)
    return " ".join(
        map(str, evaluate_query(parse_query(expression), CitationGraph.from_view(view), ChangesBetween(store, view)))
    )


@pytest.mark.parametrize(
    ("expression", "numbers"),
    [
        ("born(2019-01-01..2021-01-01)", "100.4"),
        ("born(2020-07-07..2022-07-07)", "100.4"),
        ("born(2019-01-01..)", "100.1a 100.4"),
        ("born(2021-01-01..)", "100.1a"),
        ("born(..)", "100.1a 100.4"),
        ("born(..2021-01-01)", "100.4"),
        ("born(2023-01-01..)", ""),
        ("moved(2019-01-01..)", "100.3"),
        ("moved(2021-01-01..)", ""),
        ("changed(2019-01-01..2021-01-01)", ""),
        ("changed(2021-01-01..)", "100.1 100.3 100.4"),
        ("changed(2021-01-01.., references)", "100.4"),
        ("changed( .. , Wording )", "100.1 100.3"),
        ("changed(.., typography)", ""),
        ("gone(2019-01-01..2021-01-01)", "100.1a"),
        ('gone(2019-01-01..2021-01-01) & text("green")', "100.1a"),  # today another rule has the number
        ("gone(2021-01-01..)", ""),
        ("!gone(..) & 100.1.*", ""),
        ("100.2@2019-01-01", "100.3"),
        ("under(100@2019-01-01) & !100.*@2020-01-01", "100"),
        ("refs(100.1@2019-01-01)", "100.4"),
        ("born(..) & refs(100.*)", "100.4"),
    ],
)
def test_changes_between_days(times: Store, expression: str, numbers: str) -> None:
    """Rules are given with their numbers in the view, not with those between the two days."""
    assert evaluate(times, expression) == numbers


@pytest.mark.parametrize(
    ("expression", "numbers"),
    [
        ("gone(2019-01-01..2021-01-01)", "100.1a"),
        ("gone(2019-01-01..2021-01-01) & 100.1.*", "100.1a"),
        ("gone(2019-01-01..2021-01-01) & !under(100)", ""),
        ("!gone(2019-01-01..2021-01-01) & under(100.1)", "100.1"),
        ("under(100.1)", "100.1"),
        ("under(100.1) | gone(2019-01-01..2021-01-01) & 100.3", "100.1"),
        ("moved(2019-01-01..2021-01-01)", "100.3"),
        ("changed(2021-01-01..2023-01-01)", ""),  # the second day is after the day of the view
        ("changed(2021-01-01..2023-01-01) | 100.3", "100.3"),
    ],
)
def test_removed_numbers(times: Store, expression: str, numbers: str) -> None:
    """The edition of 2021 has no 100.1a, so only `gone` selects it."""
    query = expression.replace("changed(2021-01-01..2023-01-01)", "changed(2021-01-01..2022-01-01)")
    assert evaluate(times, query, date(2022, 1, 1)) == numbers


def test_changes_after_the_view(times: Store) -> None:
    """The view may be older than the two days: a change to 100.3 in 2023 selects 100.2 in the view of 2019."""
    assert evaluate(times, "changed(2021-01-01..2023-01-01)", date(2019, 6, 1)) == "100.1 100.2"


@pytest.mark.parametrize(
    ("expression", "part"),
    [
        ("born(2018-01-01..)", "no whole edition in en that was in force on 2018-01-01"),
        ("100.1a@2019-01-01", "100.1a of 2019-01-01 is gone since 2021-01-01"),
        ("100.9@2019-01-01", "there was no rule 100.9"),
    ],
)
def test_missing_editions_and_rules(times: Store, expression: str, part: str) -> None:
    """A day without an edition, a removed rule and a number that never existed are errors."""
    with pytest.raises(NotFound, match=part):
        evaluate(times, expression)


@settings(max_examples=40)
@given(data=st.data())
def test_queries_agree_with_comparisons(data: st.DataObject, invented: Invented, some_library: Libraries) -> None:
    """Born, changed, moved and gone agree with the comparison of the editions."""
    with invented.store(*data.draw(some_library())) as store:
        query = "SELECT effective FROM edition WHERE partial = 0 AND lang = 'en' ORDER BY effective"
        days = [date.fromisoformat(day) for (day,) in store.connection.execute(query)]
        if not days:
            return
        first, last = sorted(data.draw(st.sampled_from(days)) for _ in range(2))
        past = ChangesBetween(store, View(store, "en", last))
        differences = diff_editions(store, "en", first, last).differences
        pairs = [(each.old, each.new) for each in differences if each.kind not in ("split", "merged")]
        both = [(old, new) for old, new in pairs if old and new]
        assert past.rules_born(first, last) == {each.number for each in differences if each.kind in ("added", "split")}
        assert past.rules_moved(first, last) == {new.number for old, new in both if old.number != new.number}
        assert past.rules_changed(first, last) == {new.number for old, new in both if old.whole_text != new.whole_text}
        assert past.rules_gone(first, last) == {
            each.number for each in differences if each.kind in ("removed", "merged")
        }


@pytest.mark.parametrize(
    ("expression", "numbers"),
    [
        ("306.7@2009-09-04", "606.3"),
        ("moved(2025-11-14..2026-01-16)", "702.124k 702.124m 702.124n"),
        ("gone(2025-11-14..2026-01-16)", "702.124k"),
        ("born(2025-11-14..2026-01-16) & 701.*", "701.68 701.68a 701.68b 701.68c 701.68d"),
    ],
)
def test_all_editions(every_edition: Path, expression: str, numbers: str) -> None:
    """In 2026-01-16, 702.124k was removed, three rules moved up, and blight (701.68) is new."""
    with Store.open(every_edition) as store:
        assert evaluate(store, expression) == numbers


@given(expression=st.text(alphabet='306.*a-()&|!"\\refstxund+ ', max_size=30))
def test_any_text_is_a_query_or_says_why_not(expression: str) -> None:
    """Any text is parsed as a query or is rejected in one line."""
    try:
        query = parse_query(expression)
    except BadQuery as problem:
        place = (problem.start, problem.end)
    else:
        place = (0, 0)
        assert parse_query(str(query)) == query
    assert 0 <= place[0] <= place[1] <= len(expression)


@pytest.fixture(scope="module")
def whole(newest_home: Path) -> CitationGraph:
    """Return the citation graph of the edition of 2026-01-16."""
    with Store.open(newest_home) as store:
        return CitationGraph.from_view(View(store, "en", DAY))


@pytest.mark.parametrize(
    ("expression", "numbers"),
    [
        ("refs(306.*) & !under(306)", "209.1"),
        ("refs(704.5j)", "205.4d 306.4"),
        ("deprecated", PREVIOUSLY),
        ("deprecated & (120.7 | 706.3c)", ""),
        ("under(306)", "306 306.1 306.2 306.3 306.4 306.5 306.5a 306.5b 306.5c 306.5d 306.6 306.7 306.8 306.9"),
    ],
)
def test_the_newest_edition(whole: CitationGraph, expression: str, numbers: str) -> None:
    """The results for 2026-01-16 are those read from the printed rules."""
    assert " ".join(map(str, evaluate_query(parse_query(expression), whole))) == numbers


def test_phrases_are_found_where_they_are_printed(whole: CitationGraph, shared: Path) -> None:
    """`text` selects the rules whose line in the published file has the phrase."""
    text = (shared / "corpus/en/2026-01-16.txt").read_text(encoding="utf-8-sig")
    lines = re.split(r"[\r\n]+", text[text.index("\nCredits") : text.rindex("\nGlossary")])
    printed = [line.split(" ", 1)[0].rstrip(".") for line in lines if re.match(r"[1-9].*planeswalker’s loyalty", line)]
    assert printed
    assert [str(number) for number in evaluate_query(parse_query('text("planeswalker\'s loyalty")'), whole)] == printed
