"""Pinned numbers (a rule number with a day): parsing, tracing to another day, and names of lineages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.errors import BadValue, NotFound
from kb.history.edition_diff import diff_editions
from kb.history.history import lineage_names, rule_history
from kb.history.pinned_number import PinnedNumber, parse_number_or_pin, parse_range_or_pin, resolve_pin
from kb.history.succession import trace_succession
from kb.languages import LANGUAGES
from kb.model import Edition
from kb.rule_number import NumberRange, RuleNumber
from kb.storage.spans import rules_of_edition
from kb.storage.store import Store
from kb.storage.view import View

if TYPE_CHECKING:
    from tests.kb.conftest import Invented

Libraries = Callable[[], st.SearchStrategy[tuple[Edition, ...]]]

OIL = "The oil of a lantern is poured by its keeper before dusk."
WICK = "Every wick burns down one inch an hour until it is trimmed."
GLASS = "Clean glass lets twice as much light through as sooty panes do."
RUST = "Iron handles rust wherever salt water has touched them."
FLAME = "A blue flame means that too much air comes in from below."
PAINT = "Painted lanterns hang on doors of those who sell candles."


@pytest.fixture(scope="module")
def store(invented: Invented) -> Iterator[Store]:
    """Open a store with three editions about lanterns: rules stay, move, are removed or are merged."""
    rule, edition = invented.rule, invented.edition
    with invented.store(
        edition(
            "first", "2019-01-01", rule("1", "Lanterns"), rule("100", "General"), rule("100.1", OIL),
            rule("100.2", WICK), rule("100.3", GLASS), rule("100.4", RUST), rule("100.5", FLAME),
        ),
        edition(
            "second", "2021-01-01", rule("1", "Lanterns"), rule("100", "General"), rule("100.1", OIL),
            rule("100.2", PAINT), rule("100.3", WICK), rule("100.6", GLASS), rule("100.7", FLAME),
        ),
        edition(
            "third", "2023-01-01", rule("1", "Lanterns"), rule("100", "General"), rule("100.1", f"{OIL} {GLASS}"),
            rule("100.2", PAINT), rule("100.3", WICK), rule("100.7", FLAME.replace("too much", "not enough")),
        ),
    ) as opened:  # fmt: skip
        yield opened


@pytest.mark.parametrize(
    ("text", "number", "day"),
    [
        ("306.7@2009-09-04", "306.7", "2009-09-04"),
        ("CR 306.7@2009-09-04", "306.7", "2009-09-04"),
        ("CR 704.5k (2013-05-01)", "704.5k", "2013-05-01"),
        ("306@2009-09-04", "306", "2009-09-04"),
    ],
)
def test_pins(text: str, number: str, day: str) -> None:
    """A number with a day is a pin, both as people type it and as a citation has it."""
    pin = PinnedNumber(RuleNumber.parse(number), date.fromisoformat(day))
    assert parse_range_or_pin(text) == parse_number_or_pin(text) == pin
    assert parse_range_or_pin(str(pin)) == pin


def test_numbers_without_a_day() -> None:
    """Numbers and ranges without a day are parsed as usual."""
    assert parse_range_or_pin("306.1-306.3") == NumberRange.parse("306.1-306.3")
    assert parse_number_or_pin("306.1") == RuleNumber.parse("306.1")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("306.7@", "'' is no date"),
        ("306.7@2009-09-31", "'2009-09-31' is no date"),
        ("306.7@yesterday", "'yesterday' is no date"),
        ("@2009-09-04", "'' is no rule number"),
        ("306.5l@2009-09-04", "'306.5l' is no rule number"),
        ("301.5a-f@2009-09-04", "a day stands behind one number"),
    ],
)
def test_invalid_pins(text: str, part: str) -> None:
    """The message says which part of the text is wrong."""
    for form in (parse_range_or_pin, parse_number_or_pin):
        with pytest.raises(BadValue, match=part):
            form(text)


@pytest.mark.parametrize(
    ("pin", "day", "says"),
    [
        ("100.1@2019-01-01", "2022-01-01", "100.1 of 2019-01-01 is still 100.1 today"),
        ("100.2@2019-01-01", "2022-01-01", "100.2 of 2019-01-01 is 100.3 today"),
        ("100.2@2020-06-01", "2024-01-01", "100.2 of 2020-06-01 is 100.3 today"),
        ("100.2@2021-01-01", "2024-01-01", "100.2 of 2021-01-01 is still 100.2 today"),
        ("100.3@2019-01-01", "2022-01-01", "100.3 of 2019-01-01 is 100.6 today"),
        ("100.3@2019-01-01", "2024-01-01", "100.3 of 2019-01-01 is gone since 2023-01-01, merged into 100.1"),
        ("100.4@2019-01-01", "2024-01-01", "100.4 of 2019-01-01 is gone since 2021-01-01"),
        ("100.4@2019-01-01", "2020-01-01", "100.4 of 2019-01-01 is still 100.4 today"),
        ("100.7@2023-01-01", "2019-06-01", "100.7 of 2023-01-01 is 100.5 today"),
        ("100.2@2023-01-01", "2019-06-01", "100.2 of 2023-01-01 isn't in the rules today"),
        ("100@2019-01-01", "2024-01-01", "100 of 2019-01-01 is still 100 today"),
    ],
)
def test_tracing_a_pin(store: Store, pin: str, day: str, says: str) -> None:
    """A pinned rule is traced to the day of the view, forwards and backwards."""
    named = parse_number_or_pin(pin)
    assert isinstance(named, PinnedNumber)
    found = resolve_pin(store, View(store, "en", date.fromisoformat(day)), named)
    assert found.describe() == says
    assert (found.number is None) == ("is gone" in says or "isn't" in says)


def test_the_last_wording_of_a_rule_that_is_gone(store: Store) -> None:
    """A removed rule is given with the text and number of its last edition."""
    found = resolve_pin(
        store, View(store, "en", date(2024, 1, 1)), PinnedNumber(RuleNumber.parse("100.3"), date(2019, 1, 1))
    )
    assert found.last_printed is not None
    assert (str(found.last_printed.item.number), found.last_printed.item.text) == ("100.6", GLASS)
    assert found.last_printed.edition == date(2021, 1, 1)


@pytest.mark.parametrize(
    ("pin", "part"),
    [
        ("100.9@2019-01-01", "there was no rule 100.9 on 2019-01-01 (en 2019-01-01)"),
        ("100.6@2020-12-31", "there was no rule 100.6 on 2020-12-31 (en 2019-01-01)"),
        ("100.1@2018-12-31", "no edition in en that was in force on 2018-12-31 is known with a rule 100.1"),
    ],
)
def test_pins_without_a_rule(store: Store, pin: str, part: str) -> None:
    """A pin is rejected if no edition of its day has the rule."""
    named = parse_number_or_pin(pin)
    assert isinstance(named, PinnedNumber)
    with pytest.raises(NotFound) as caught:
        resolve_pin(store, View(store, "en", date(2024, 1, 1)), named)
    assert part in str(caught.value) and "\n" not in str(caught.value)


def test_a_rule_that_excerpts_alone_have(invented: Invented) -> None:
    """A pin may give the day of an excerpt."""
    pages = [
        invented.edition("page", "2019-01-01", invented.rule("100.2", WICK), partial=True),
        invented.edition("later page", "2021-01-01", invented.rule("100.3", WICK), partial=True),
    ]
    with invented.store(*pages) as store:
        found = resolve_pin(
            store, View(store, "en", date(2022, 1, 1)), PinnedNumber(RuleNumber.parse("100.2"), date(2019, 1, 1))
        )
        assert str(found.number) == "100.3"


@settings(max_examples=30)
@given(data=st.data())
def test_lineage_names_agree_with_histories(data: st.DataObject, invented: Invented, some_library: Libraries) -> None:
    """The lineage name of each rule is the one in its history, whatever the editions and the day."""
    with invented.store(*data.draw(some_library())) as store:
        for lang in LANGUAGES:
            view = View(store, lang, date(data.draw(st.integers(2019, 2024)), 6, 1))
            rules = {rule.item.number: rule for rule in reversed(view.rules())}
            named = lineage_names(store, lang, list(rules.values()))
            assert {str(number): named[rule.place] for number, rule in rules.items()} == {
                str(number): rule_history(store, view, number).lineage for number in rules
            }


@settings(max_examples=30)
@given(data=st.data())
def test_successions(data: st.DataObject, invented: Invented, some_library: Libraries) -> None:
    """Successions in both directions agree with each other and with the histories of the rules."""
    with invented.store(*data.draw(some_library())) as store:
        days = [
            date.fromisoformat(day)
            for (day,) in store.connection.execute(
                "SELECT effective FROM edition WHERE partial = 0 AND lang = 'en' ORDER BY effective"
            )
        ]
        if not days:
            return
        first, second = (data.draw(st.sampled_from(days)) for _ in range(2))
        there, back = (trace_succession(store, "en", *way).outcomes for way in ((first, second), (second, first)))
        olds, news = rules_of_edition(store, "en", first), rules_of_edition(store, "en", second)
        assert (there.keys(), back.keys()) == (olds.keys(), news.keys())
        assert {(old, fate.place) for old, fate in there.items() if fate.place is not None} == {
            (fate.place, new) for new, fate in back.items() if fate.place is not None
        }
        numbers = [stands.number for stands in olds.values()]
        for place, fate in there.items():
            number = olds[place].number
            if numbers.count(number) == 1:
                spans = rule_history(store, View(store, "en", first), number).spans
                later = [
                    span.number
                    for span in spans
                    if not span.partial and span.first <= second and (span.last is None or second <= span.last)
                ]
                assert later == ([news[fate.place].number] if fate.place is not None else [])


def test_comparisons_follow_merged_rules(store: Store) -> None:
    """A rule that moved before it was merged still counts as merged."""
    found = diff_editions(store, "en", date(2019, 1, 1), date(2023, 1, 1))
    merged = [
        (str(each.old.number), str(each.new.number))
        for each in found.differences
        if each.kind == "merged" and each.old and each.new
    ]
    assert merged == [("100.3", "100.1")]


@pytest.fixture(scope="module")
def corpus(every_edition: Path) -> Iterator[Store]:
    """Open the store of all 89 editions."""
    with Store.open(every_edition) as opened:
        yield opened


@pytest.mark.parametrize(
    ("pin", "today"),
    [
        ("306.7@2009-09-04", "606.3"),
        ("704.5k@2013-05-01", "704.5j"),
        ("702.124m@2025-11-14", "702.124k"),
        ("702.124n@2025-11-14", "702.124m"),
        ("420.5e@2008-03-03", "704.5j"),
        ("702.124k@2025-11-14", None),
    ],
)
def test_rules_of_the_corpus(corpus: Store, pin: str, today: str | None) -> None:
    """Real pins are traced: loyalty abilities (306.7), the legend rule (704.5k, 420.5e), rules after 702.124k."""
    named = parse_number_or_pin(pin)
    assert isinstance(named, PinnedNumber)
    found = resolve_pin(corpus, View(corpus, "en", date(2026, 2, 1)), named)
    assert found.number == (RuleNumber.parse(today) if today else None)
    if today is None:
        assert found.removed_on == date(2026, 1, 16)
