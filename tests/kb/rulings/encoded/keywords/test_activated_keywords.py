"""Zones and times of activated keyword abilities (702)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.kb.rulings.encoded.casting.test_casting_times import MAIN, game

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

# Each row has the keyword, its rule, its zone (None: any), True if "only as a sorcery", and its first edition.
KEYWORDS = [
    ("cycling", "702.29a", "hand", False, "2001-07-23"),
    ("reinforce", "702.77a", "hand", False, "2008-02-01"),
    ("transmute", "702.53a", "hand", True, "2006-02-01"),
    ("unearth", "702.84a", "graveyard", True, "2009-02-01"),
    ("scavenge", "702.97a", "graveyard", True, "2012-10-01"),
    ("embalm", "702.128a", "graveyard", True, "2017-04-28"),
    ("eternalize", "702.129a", "graveyard", True, "2017-08-25"),
    ("encore", "702.141a", "graveyard", True, "2020-11-20"),
    ("level up", "702.87a", None, True, "2010-04-23"),
    ("transfigure", "702.71a", None, True, "2007-05-01"),
    ("equip", "702.6a", None, True, "2003-12-01"),
    ("fortify", "702.67a", None, True, "2007-05-01"),
    ("reconfigure", "702.151a", None, True, "2022-02-18"),
    ("outlast", "702.107a", None, True, "2015-01-23"),
    ("craft", "702.167a", None, True, "2023-11-17"),
    ("station", "702.184a", None, True, "2025-09-19"),
    ("saddle", "702.171a", None, True, "2024-07-30"),
]


def card(keyword: str, zone: str | None, ability: str = "", facts: str = "", **changes: str | None) -> str:
    """Return a card A of p1 with an activated keyword ability."""
    place = zone or "battlefield"
    whose = "controller: p1" if place == "battlefield" else "owner: p1"
    parts = f"keyword: {keyword}, cost: '{{2}}'{ability}"
    thing = f"id: A, zone: {place}, {whose}, types: [artifact]{facts}, abilities: [{{{parts}}}]"
    return game(**changes) + f"objects: [{{{thing}}}]\n"


@pytest.mark.parametrize(("keyword", "number", "zone", "sorcery", "first"), KEYWORDS)
def test_place_and_time(put: Ask, keyword: str, number: str, zone: str | None, *, sorcery: bool, first: str) -> None:
    """Each ability works only from its own zone, and at sorcery time if it says so."""
    ruling = put("can-activate A", card(keyword, zone))
    assert ruling.verdict == "yes"
    assert number in {cited.number for cited in ruling.citations}
    assert put("can-activate A", card(keyword, zone), day=first).verdict == "yes"
    elsewhere = put("can-activate A", card(keyword, "exile"), by="p1")
    assert elsewhere.verdict == ("no" if zone else "yes")
    for fact, value in (("phase", "combat"), ("active", "p2"), ("stack", "[B]")):
        late = put("can-activate A", card(keyword, zone, **{fact: value}))
        assert late.verdict == ("no" if sorcery else "yes")
    assert put("can-activate A", card("fabricate", "exile"), by="p1").verdict == "yes"


@pytest.mark.parametrize(
    ("zone", "activated", "changes", "verdict"),
    [
        ("hand", "0", {}, "yes"),
        ("hand", "1", {}, "no"),
        ("graveyard", "0", {}, "no"),
        ("hand", "0", {"step": "draw"}, "no"),
        ("hand", "0", {"active": "p2"}, "no"),
    ],
)
def test_forecast(put: Ask, zone: str, activated: str, changes: dict[str, str], verdict: str) -> None:
    """702.57: forecast works only from the hand, in its owner's upkeep, once each turn."""
    times = f", activated_this_turn: {activated}"
    text = card("forecast", zone, times, phase=None, **{k: v for k, v in changes.items() if k != "step"}).replace(
        "game: {", f"game: {{step: {changes.get('step', 'upkeep')}, "
    )
    ruling = put("can-activate A", text)
    assert ruling.verdict == verdict
    if verdict == "yes":
        assert {"702.57a", "702.57b"} <= {cited.number for cited in ruling.citations}


@pytest.mark.parametrize(
    ("keyword", "ability", "history", "verdict"),
    [
        ("boast", ", activated_this_turn: 0", "history: {attacked_this_turn: {A: yes}}\n", "yes"),
        ("boast", ", activated_this_turn: 1", "history: {attacked_this_turn: {A: yes}}\n", "no"),
        ("boast", ", activated_this_turn: 0", "history: {attacked_this_turn: {A: no}}\n", "no"),
        ("exhaust", ", ever_activated: no", "", "yes"),
        ("exhaust", ", ever_activated: yes", "", "no"),
        ("exhaust", "", "", "depends"),
    ],
)
def test_boast_and_exhaust(put: Ask, keyword: str, ability: str, history: str, verdict: str) -> None:
    """702.142a: boast works once in a turn in which the creature attacked; 702.177a: exhaust works only once."""
    assert put("can-activate A", card(keyword, None, ability) + history).verdict == verdict


REFUELER = "effects: [{says: as-though, does: activate, quality: [%s]%s}]\n"
CONDITION = "not activated, no exhaust ability activated this turn"


@pytest.mark.parametrize(
    ("effects", "begun", "verdict"),
    [
        (REFUELER % (CONDITION, ""), "no", "yes"),
        (REFUELER % (CONDITION, ""), "yes", "no"),
        (REFUELER % ("not activated", ""), "yes", "yes"),
        (REFUELER % ("haste", ""), "no", "no"),
        (REFUELER % (CONDITION, ", players: [p2]"), "no", "no"),
        (REFUELER % (CONDITION, ", objects: []"), "no", "no"),
        (REFUELER % (CONDITION, ", applies: no"), "no", "no"),
    ],
)
def test_exhaust_again(put: Ask, effects: str, begun: str, verdict: str) -> None:
    """702.177b: an effect lets A's exhaust ability be activated again if none was activated this turn."""
    text = (
        card("exhaust", None, ", ever_activated: yes") + f"history: {{exhaust_activated: {{p1: {begun}}}}}\n{effects}"
    )
    assert put("can-activate A", text).verdict == verdict


def test_exhaust_this_turn_is_not_stated(put: Ask) -> None:
    """The answer depends on whether an exhaust ability was activated this turn."""
    text = card("exhaust", None, ", ever_activated: yes") + REFUELER % (CONDITION, "")
    assert put("can-activate A", text).depends_on == ("history.exhaust_activated.p1",)


def test_facts_of_the_time(put: Ask) -> None:
    """The answer depends on each fact of sorcery time that isn't stated."""
    for fact in MAIN:
        assert put("can-activate A", card("level up", None, **{fact: None}), by="p1").depends_on == (f"game.{fact}",)


@pytest.mark.parametrize(
    ("zone", "step", "attacking", "blocked", "controller", "verdict"),
    [
        ("hand", "declare-blockers", "p2", "no", "p1", "yes"),
        ("hand", "combat-damage", "p2", "no", "p1", "yes"),
        ("hand", "declare-attackers", "p2", "no", "p1", "no"),
        ("hand", "declare-blockers", "p2", "yes", "p1", "no"),
        ("hand", "declare-blockers", "none", "no", "p1", "no"),
        ("hand", "declare-blockers", "p1", "no", "p2", "no"),
        ("graveyard", "declare-blockers", "p2", "no", "p1", "no"),
    ],
)
@pytest.mark.parametrize("day", ["2005-02-01", "2010-02-01", "2026-01-16"])
def test_ninjutsu(
    put: Ask, zone: str, step: str, attacking: str, blocked: str, controller: str, verdict: str, day: str
) -> None:
    """702.49a, 702.49c: from the hand, while an attacking creature of the player is unblocked."""
    text = f"""usual: yes
closed: [battlefield]
players: {{p1: {{}}, p2: {{}}}}
game: {{active: p1, phase: combat, step: {step}, priority: p1, stack: []}}
objects:
  - {{id: A, zone: {zone}, owner: p1, types: [creature],
     abilities: [{{kind: activated, keyword: ninjutsu, cost: "{{1}}"}}]}}
  - {{id: B, zone: battlefield, controller: {controller}, types: [creature], attacking: {attacking},
     blocked: {blocked}}}
"""
    assert put("can-activate A", text, day=day, by="p1").verdict == verdict
