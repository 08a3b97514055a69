"""History: all wordings and events of a rule, under every number that it had."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kb.errors import NotFound
from kb.history.history import RuleHistory, rule_history
from kb.rule_number import RuleNumber
from kb.storage.store import Store
from kb.storage.view import View

if TYPE_CHECKING:
    from tests.kb.conftest import Invented

NEWEST = date(2026, 1, 16)
OIL = "An oil lantern is lit by touching a burning wick to its own wick."
GAS = "A gas lantern is lit by opening its valve and striking a spark beside the mantle."


def life(store: Store, number: str, day: date | str = NEWEST) -> RuleHistory:
    on = date.fromisoformat(day) if isinstance(day, str) else day
    return rule_history(store, View(store, "en", on), RuleNumber.parse(number))


def events(found: RuleHistory) -> list[tuple[str, str, str]]:
    return [(event.edition.isoformat(), event.kind, str(event.number)) for event in found.events]


def spans(found: RuleHistory) -> list[tuple[str, str, str | None]]:
    return [(str(span.number), str(span.first), str(span.last) if span.last else None) for span in found.spans]


class TestInventedRules:
    def test_a_whole_history(self, invented: Invented) -> None:
        """A rule that was added, moved, edited, deprecated and removed has one history under every number and day."""
        buried = "Previously, oil lanterns were lit by touching."
        store_of = (
            invented.edition("a", "2019-01-01", invented.rule("100.2", GAS)),
            invented.edition("b", "2020-01-01", invented.rule("100.1", OIL), invented.rule("100.2", GAS)),
            invented.edition("c", "2021-01-01", invented.rule("100.1", GAS), invented.rule("200.5", OIL)),
            invented.edition("d", "2022-01-01", invented.rule("100.1", GAS), invented.rule("200.5", OIL + " (See 1.)")),
            invented.edition("e", "2023-01-01", invented.rule("100.1", GAS), invented.rule("200.5", buried)),
            invented.edition("f", "2024-01-01", invented.rule("100.1", GAS)),
        )
        with invented.store(*store_of) as store:
            told = [
                life(store, "100.1", "2020-06-01"),
                life(store, "200.5", "2021-06-01"),
                life(store, "200.5", "2023-06-01"),
            ]
            other = life(store, "100.1")
        assert told[0] == told[1] == told[2]
        assert told[0].lineage == "100.1@2020-01-01"
        assert events(told[0]) == [
            ("2020-01-01", "added", "100.1"),
            ("2021-01-01", "moved", "200.5"),
            ("2022-01-01", "edited", "200.5"),
            ("2023-01-01", "deprecated", "200.5"),
            ("2024-01-01", "removed", "200.5"),
        ]
        assert [str(event.previous_number) for event in told[0].events if event.previous_number] == ["100.1"]
        assert spans(told[0])[-1] == ("200.5", "2023-01-01", "2023-01-01")
        # A rule of the oldest edition may be older than that edition, so it has no "added" event.
        assert (events(other), other.lineage) == ([("2021-01-01", "moved", "100.1")], "100.2@2019-01-01")

    def test_split_and_merged(self, invented: Invented) -> None:
        """The history of a split-off part begins with a split; the history of a merged rule ends with a merge."""
        whole = invented.rule("100.1", f"{OIL} {GAS}")
        parts = invented.rule("100.1", OIL), invented.rule("100.1a", GAS)
        editions = [
            invented.edition("a", "2019-01-01", whole),
            invented.edition("b", "2020-01-01", *parts),
            invented.edition("c", "2021-01-01", whole),
        ]
        with invented.store(*editions) as store:
            assert events(life(store, "100.1a", "2020-06-01")) == [
                ("2020-01-01", "split", "100.1a"),
                ("2021-01-01", "merged", "100.1a"),
            ]

    def test_two_excerpts_of_one_day(self, invented: Invented) -> None:
        """Two sources of one day may differ in a text. That is no change of the rule."""
        pages = [
            invented.edition(f"p{at}", "2020-01-01", invented.rule("100.1", text), partial=True)
            for at, text in enumerate((OIL, f"{OIL} And so it is said."))
        ]
        with invented.store(*pages) as store:
            found = life(store, "100.1", "2021-01-01")
        assert [span.partial for span in found.spans] == [True, True]
        assert events(found) == []

    def test_an_excerpt_never_removes_and_never_ends(self, invented: Invented) -> None:
        """An excerpt between two editions is a span of its own, and the rule continues after it."""
        edited = OIL.replace("burning", "glowing")
        editions = [
            invented.edition("a", "2019-01-01", invented.rule("100.1", OIL), invented.rule("100.2", GAS)),
            invented.edition("p", "2020-01-01", invented.rule("100.1", edited), partial=True),
            invented.edition("b", "2021-01-01", invented.rule("100.1", OIL), invented.rule("100.2", GAS)),
        ]
        with invented.store(*editions) as store:
            found = life(store, "100.1", "2021-06-01")
            untouched = life(store, "100.2", "2021-06-01")
        assert [(span.text, span.partial) for span in found.spans] == [(OIL, False), (edited, True)]
        assert [str(each.number) for each in found.events if each.kind == "removed"] == []
        assert events(untouched) == []

    def test_no_such_rule(self, invented: Invented) -> None:
        """A number that the day doesn't have is rejected by name, even if other days have it."""
        with (
            invented.store(invented.edition("a", "2020-01-01", invented.rule("100.1", OIL))) as store,
            pytest.raises(NotFound, match=r"100\.1"),
        ):
            life(store, "100.1", "2019-01-01")


class TestSeeds:
    """The starter documents alone, which are all excerpts."""

    @pytest.fixture
    def store(self, starter_home: Path) -> Store:
        return Store.open(starter_home)

    @pytest.mark.parametrize(("number", "then"), [("306.4", "uniqueness rule"), ("306.7", "If noncombat damage")])
    def test_rules_that_became_obsolete(self, store: Store, number: str, then: str) -> None:
        """306.4 and 306.7 apply on 2014-05-01 and begin with "Previously" from 2018-04-27 on."""
        with store:
            found = life(store, number)
        assert found.spans[0].first == date(2014, 5, 1)
        assert then in found.spans[0].text and found.spans[0].status == "current"
        buried = [span for span in found.spans if span.status == "deprecated"]
        assert buried[0].first == date(2018, 4, 27)
        assert buried == list(found.spans[-len(buried) :])

    def test_loyalty_in_two_wordings(self, store: Store) -> None:
        """306.5b has had two wordings."""
        with store:
            assert len({span.text for span in life(store, "306.5b").spans}) == 2

    def test_their_is_a_change_of_template(self, store: Store) -> None:
        """The change of 306.1 from "his or her" to "their" is a change of template."""
        with store:
            (event,) = [each for each in life(store, "306.1").events if each.change]
        assert event.change == "template"
        assert event.old and event.new
        assert "his or her" in event.old.text and "their" in event.new.text


# Wordings of rules, by the number of 2026-01-16: number, first edition and words, as the editions print them.
CHANGED = {
    "306.4": [("306.4", "2009-07-11", "are put into their owners' graveyards"), ("306.4", "2017-09-29", "Previously,")],
    "306.7": [
        ("212.9g", "2007-10-01", "noncombat damage"),
        ("306.8", "2009-07-11", "noncombat damage"),
        ("306.7", "2009-10-01", "noncombat damage"),
        ("306.7", "2018-04-27", "Previously, "),
    ],
    "704.5j": [
        ("420.5e", "2001-07-23", "the longest"),
        ("420.5e", "2005-02-01", "all are put into their owners' graveyards"),
        ("704.5k", "2009-07-11", "all are put into their owners' graveyards"),
        ("704.5k", "2013-09-27", "that player chooses one of them"),
        ("704.5j", "2017-09-29", "that player chooses one of them"),
    ],
    "606.3": [
        ("212.9f", "2007-10-01", "A player may play an activated ability of a planeswalker"),
        ("306.7", "2009-07-11", "A player may activate an ability of a planeswalker"),
        ("606.3", "2009-10-01", "loyalty abilit"),
    ],
    "306.8": [
        ("306.9", "2009-07-11", "loyalty counters"),
        ("306.8", "2009-10-01", "loyalty counters"),
    ],
    "500.5": [
        ("300.3", "2003-07-01", "mana burn"),
        ("500.4", "2009-07-11", "any unused mana left in a player's mana pool is lost"),
        ("500.5", "2025-11-14", "empties"),
    ],
    "510.2": [("510.2", "2009-07-11", "all combat damage that's been assigned is dealt simultaneously")],
    "120.3": [("118.3", "2009-07-11", "Damage may have one"), ("120.3", "2019-07-12", "Damage may have one")],
    "704.6d": [("704.6d", "2020-07-03", "commander")],
}  # fmt: skip


class TestRealEditions:
    @pytest.mark.parametrize("number", CHANGED)
    def test_wordings_of_real_rules(self, every_edition: Path, number: str) -> None:
        """Each listed wording is a span of the history, with its number, first edition and words."""
        with Store.open(every_edition) as store:
            found = life(store, number)
        for where, since, words in CHANGED[number]:
            held = [s for s in found.spans if str(s.number) == where and s.first.isoformat() == since]
            assert held, (where, since, spans(found))
            assert words in held[0].text

    def test_numbers_move_up_past_a_removed_rule(self, every_edition: Path) -> None:
        """702.124k of 2025-11-14 is removed on 2026-01-16, and m, n and p become k, m and n."""
        with Store.open(every_edition) as store:
            gone = life(store, "702.124k", "2025-11-14")
            assert events(gone)[-1] == ("2026-01-16", "removed", "702.124k")
            for old, new in (("m", "k"), ("n", "m"), ("p", "n")):
                then, now = life(store, f"702.124{old}", "2025-11-14"), life(store, f"702.124{new}")
                assert then == now
                assert (f"702.124{new}", "2026-01-16", None) in spans(now)

    def test_every_number_leads_to_the_same_history(self, every_edition: Path) -> None:
        """Every number of a rule, in any of four editions, leads to the same history."""
        days = [date(2003, 3, 15), date(2009, 7, 11), date(2017, 9, 29), NEWEST]
        with Store.open(every_edition) as store:
            for day in days:
                for printed in View(store, "en", day).rules()[::150]:
                    found = life(store, str(printed.item.number), day)
                    (here,) = [
                        s for s in found.spans if s.first <= day and (s.last is None or day <= s.last) and not s.partial
                    ]
                    assert (here.number, here.text) == (printed.item.number, printed.item.text)
                    for span in found.spans[:: max(1, len(found.spans) // 2)]:
                        if not span.partial:
                            assert life(store, str(span.number), span.first) == found
