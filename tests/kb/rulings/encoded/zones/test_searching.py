"""Searching, revealing, shuffling, melding (701.20, 701.23, 701.24, 701.42)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def zones(proposed: str, more: str = "") -> str:
    """Return cards of p1 in three zones, and one card of p2."""
    cards = [
        "{id: G, zone: graveyard, owner: p1, name: Mine, types: [artifact]}",
        "{id: L, zone: library, owner: p1, name: Mine, types: [artifact]}",
        "{id: M, zone: library, owner: p1, name: Bear, types: [creature]}",
        "{id: H, zone: hand, owner: p1, name: Mine, types: [artifact]}",
        "{id: X, zone: library, owner: p2, name: Mine, types: [artifact]}",
    ]
    return f"players: {{p1: , p2: }}\nobjects: [{', '.join(cards)}{more}]\nproposed: {{{proposed}}}"


@pytest.mark.parametrize(
    ("proposed", "must", "may", "least"),
    [
        ("search: [graveyard, hand, library], search_for: named Mine", ["G"], ["L", "H"], 1),
        ("search: [graveyard], search_for: named Bear", [], [], 0),
        ("search: [library], search_for: artifact card", [], ["L"], 0),
        ("search: [library], search_for: creature card", [], ["M"], 0),
        ("search: [library]", ["L", "M"], [], 2),
        ("search: [library], search_quantity: 3", ["L", "M"], [], 2),
        ("search: [library], search_quantity: 1", [], ["L", "M"], 1),
        ("search: [library], search_quantity: 2", ["L", "M"], [], 2),
        ("search: [hand, library], search_for: undefined", [], [], 0),
        ("search: []", [], [], 0),
    ],
)
@pytest.mark.parametrize("day", ["2012-10-01", "2026-01-16"])
def test_cards_to_be_found(put: Ask, proposed: str, must: list[str], may: list[str], least: int, day: str) -> None:
    """701.23a to d: cards that must and may be found, in public and hidden zones, by quality or by number."""
    ruling = put("search p1", zones(proposed), day=day)
    assert ruling.verdict == "yes"
    found = ruling.value
    assert (sorted(found["must"]), sorted(found["may"]), found["at_least"]) == (sorted(must), sorted(may), least)


def test_zones_that_are_not_stated(put: Ask) -> None:
    """The answer depends on the searched zones and on the facts of a card, if they aren't stated."""
    assert put("search p1", zones("search_for: creature card")).depends_on == ("proposed.search",)
    unknown = zones("search: [library], search_for: creature card", ", {id: Y, zone: library, owner: p1}")
    assert put("search p1", unknown).depends_on == ("objects.Y.types",)


@pytest.mark.parametrize(
    ("revealed", "day", "verdict"),
    [("no", "2026-01-16", "yes"), ("yes", "2026-01-16", "yes"), ("yes", "2024-11-08", "depends"),
     ("no", "2024-11-08", "yes")],
)  # fmt: skip
def test_revealing_again(put: Ask, revealed: str, day: str, verdict: str) -> None:
    """701.20c: a revealed card can be revealed again; before 2025-02-07 the rules didn't say."""
    assert put("can-reveal A", f"objects: [{{id: A, zone: hand, revealed: {revealed}}}]", day=day).verdict == verdict


@pytest.mark.parametrize(
    ("proposed", "day", "value"),
    [
        ("shuffled_in: [G], shuffled_from: graveyard", "2026-01-16", {"shuffled": True, "into": ["G"]}),
        ("shuffled_in: [G], shuffled_from: exile", "2026-01-16", {"shuffled": True, "into": []}),
        ("shuffled_in: [G, H], shuffled_from: graveyard", "2026-01-16", {"shuffled": True, "into": ["G"]}),
        ("shuffled_in: [G], shuffled_from: exile", "2015-03-27", {"shuffled": False, "into": []}),
        ("shuffled_in: [G], shuffled_from: exile", "2015-07-17", {"shuffled": True, "into": []}),
        ("shuffled_in: [G, H], shuffled_from: hand", "2015-03-27", {"shuffled": True, "into": ["H"]}),
        ("shuffled_in: [], shuffled_from: graveyard", "2026-01-16", {"shuffled": True, "into": []}),
        ("shuffled_in: [], shuffled_from: graveyard", "2012-10-01", {"shuffled": True, "into": []}),
        ("search: [library], then_shuffle: yes", "2026-01-16", {"shuffled": True, "into": []}),
        ("search: [library], then_shuffle: no", "2026-01-16", {"shuffled": False, "into": []}),
        ("search_portion: 4, then_shuffle: yes", "2026-01-16", {"shuffled": True, "into": []}),
        ("search_portion: 4, then_shuffle: no", "2026-01-16", {"shuffled": False, "into": []}),
        ("search_portion: 4, then_shuffle: yes", "2012-10-01", {"shuffled": True, "into": []}),
        (
            "shuffled_in: [G], shuffled_from: graveyard, on_top: [H]",
            "2026-01-16",
            {"shuffled": True, "into": ["G"], "on_top": ["H"]},
        ),
    ],
)
def test_shuffling(put: Ask, proposed: str, day: str, value: object) -> None:
    """701.24c, 701.24d, 701.23f, 701.24g: since 2015-07-17 a library is shuffled even if no card goes into it."""
    ruling = put("shuffle p1", zones(proposed), day=day)
    assert (ruling.verdict, ruling.value) == ("yes", value)


def test_citations_of_shuffling(put: Ask) -> None:
    """The answer cites only the rules that decide, and depends on unstated facts of the shuffle."""

    def cited(proposed: str) -> set[str]:
        return {each.number for each in put("shuffle p1", zones(proposed)).citations}

    assert cited("shuffled_in: [G], shuffled_from: graveyard") == {"701.24c"}
    assert cited("shuffled_in: [], shuffled_from: graveyard") == {"701.24d"}
    assert cited("search_portion: 4, then_shuffle: yes") == {"701.23f"}
    assert cited("search: [library], then_shuffle: yes") == set()
    assert "701.24g" in cited("shuffled_in: [G], shuffled_from: graveyard, on_top: [H]")
    assert put("shuffle p1", zones("choice: x")).depends_on == ("proposed.shuffled_in",)
    assert put("shuffle p1", zones("shuffled_in: [G]")).depends_on == ("proposed.shuffled_from",)


def pair(second: str, first: str = "name: Scavengers, melds_with: Rats") -> str:
    return f"objects: [{{id: A, zone: exile, {first}}}, {{id: B, zone: exile, {second}}}]"


RATS = "name: Rats, melds_with: Scavengers"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (pair(RATS), "melded"),
        (pair(f"{RATS}, token: no, copy: no"), "melded"),
        (pair(f"{RATS}, token: yes"), {"A": "exile", "B": "ceases"}),
        (pair(f"{RATS}, token: no, copy: card"), {"A": "exile", "B": "ceases"}),
        (pair("name: Rats, melds_with: Else"), {"A": "exile", "B": "exile"}),
        (pair("name: Rats"), {"A": "exile", "B": "exile"}),
        (pair(RATS, "name: Scavengers, melds_with: Else"), {"A": "exile", "B": "exile"}),
        (pair(RATS, "name: Scavengers, melds_with: Rats, token: yes"), {"A": "ceases", "B": "exile"}),
    ],
)
def test_melding(put: Ask, text: str, answer: object) -> None:
    """701.42b: two cards of one meld pair are melded. 701.42c: other cards stay in their zone."""
    assert put("meld A B", text).value == answer


def test_melding_without_a_name_or_a_rule(put: Ask) -> None:
    """The names have to be stated; before 2016-07-22 no cards are melded."""
    assert put("meld A B", pair("melds_with: Scavengers")).depends_on == ("objects.B.name",)
    assert put("meld A B", pair(RATS), day="2016-04-08").verdict == "no"
