"""Moved counters (122.2, 122.5), tokens off the battlefield (111.8), phased-out permanents (702.26b)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.kb.rulings.boards import permanents

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask
    from tests.kb.rulings.encoded.casting.test_casting_times import Says

BOTH = permanents("counters: {oil: 1, lore: 0}", "counters: {}")


@pytest.mark.parametrize("day", ["2009-07-11", "2018-08-10", "2019-05-03", "2026-01-16"])
def test_counter_moves_from_one_object_to_another(put: Ask, day: str) -> None:
    """122.5: a counter moves between two different objects on the battlefield."""
    assert put("can-move-counter A B", BOTH, day=day).verdict == "yes"
    assert put("can-move-counter B A", BOTH, day=day).verdict == "no"
    assert put("can-move-counter A A", BOTH, day=day).verdict == "no"
    assert put("can-move-counter A B", BOTH.replace("oil: 1", "oil: 0"), day=day).verdict == "no"
    gone = BOTH.replace("{id: B, zone: battlefield", "{id: B, zone: exile")
    assert put("can-move-counter A B", gone, day=day).verdict == "no"
    unknown = permanents("types: [artifact]", "counters: {}").replace("closed: [battlefield]\n", "")
    assert put("can-move-counter A B", unknown, day=day).verdict == "depends"
    assert put("can-move-counter A B", BOTH, day="2009-05-01").verdict == "no"


@pytest.mark.parametrize(("day", "verdict"), [("2018-08-10", "yes"), ("2026-01-16", "no")])
def test_both_parts_of_a_move_must_be_possible(put: Ask, day: str, verdict: str) -> None:
    """122.5 since 2019-05-03: a counter can be moved only if it can be removed and can be put on the other object."""
    cant = "\neffects: [{says: cant, does: put-counters, objects: [B]}]"
    assert put("can-move-counter A B", BOTH + cant, day=day).verdict == verdict
    gone = BOTH.replace("{id: A, zone: battlefield", "{id: A, zone: exile")
    assert put("can-move-counter A B", gone, day=day).verdict == verdict


def test_counters_cease_with_the_move(put: Ask) -> None:
    """122.2, since 2011-06-17: the counters of an object that changes zones cease to exist."""
    ruling = put("counters-after-move A", BOTH)
    assert (ruling.verdict, ruling.value, [each.number for each in ruling.citations]) == ("yes", {}, ["122.2"])
    assert put("counters-after-move A", BOTH, day="2011-04-01").verdict == "no"


@pytest.mark.parametrize(
    ("facts", "verdict"),
    [
        ("zone: exile, token: yes", "no"),
        ("zone: exile, token: no", "yes"),
        ("zone: battlefield, token: yes", "no"),
        ("zone: exile", "depends"),
    ],
)
def test_token_cant_come_back(put: Ask, facts: str, verdict: str) -> None:
    """111.8: a token that has left the battlefield can't come back."""
    for day in ("2002-10-07", "2008-02-01", "2026-01-16"):
        assert put("can-return A", f"objects: [{{id: A, {facts}}}]", day=day).verdict == verdict


def test_token_on_the_battlefield_hasnt_left_it(put: Ask, says: Says) -> None:
    """111.8: the rule applies only to a token in another zone than the battlefield."""
    for zone in ("battlefield", "exile"):
        token = f"objects: [{{id: A, zone: {zone}, token: yes}}]"
        assert says("token-stays-away", token, "A") is (zone == "exile")
    ruling = put("can-return A", "objects: [{id: A, token: yes}]")
    assert ruling.verdict == "no"


@pytest.mark.parametrize(("facts", "verdict"), [("phased_out: yes", "no"), ("token: no", "yes")])
@pytest.mark.parametrize("day", ["2005-08-01", "2009-07-11", "2026-01-16"])
def test_phased_out_permanent_doesnt_exist(put: Ask, facts: str, verdict: str, day: str) -> None:
    """702.26b: phased-out permanents don't exist for the game. Before 2009 they were in the phased-out zone."""
    assert put("exists A", permanents(facts), day=day).verdict == verdict
    assert put("exists A", f"objects: [{{id: A, zone: exile, {facts}}}]", day=day).verdict == "no"


def test_creatures_are_counted_without_those_phased_out(put: Ask) -> None:
    """702.26b: phased-out creatures and permanents that aren't creatures don't count as a player's creatures."""
    creature = "types: [creature], controller: p1"
    text = permanents(
        creature, f"{creature}, phased_out: yes", creature, "types: [land], controller: p1",
        "types: [creature], controller: p2",
    )  # fmt: skip
    ruling = put("creatures-of p1", text)
    assert (ruling.verdict, ruling.value) == ("yes", 2)
    away = text.replace("{id: A, zone: battlefield", "{id: A, zone: graveyard")
    assert put("creatures-of p1", away).value == 1
    assert put("creatures-of p1", text.replace("closed: [battlefield]\n", "")).depends_on == ("closed",)
    unsaid = permanents(creature, "types: [creature]")
    assert put("creatures-of p1", unsaid).depends_on == ("objects.B.controller",)
