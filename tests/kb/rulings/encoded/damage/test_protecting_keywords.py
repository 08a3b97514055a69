"""Keyword abilities that prevent or replace: absorb, umbra armor, madness, dredge (702.64, 702.89, 702.35, 702.52)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

HEAD = "usual: yes\nclosed: [battlefield]\nplayers: {p1: {}, p2: {}}\n"


@pytest.mark.parametrize(
    ("keywords", "amounts", "dealt"),
    [
        ("absorb 2", (3,), 1),
        ("absorb 2", (2,), None),
        ("absorb 2", (3, 3), 2),
        ("absorb 2, absorb 1", (4,), 1),
        ("flying", (3,), 3),
    ],
)
def test_absorb(put: Ask, keywords: str, amounts: tuple[int, ...], dealt: int | None) -> None:
    """702.64a to c: N of the damage of each source, once for each instance."""
    sources = "".join(
        f"  - {{id: S{place}, zone: stack, controller: p2, types: [instant], keywords: []}}\n"
        for place, _amount in enumerate(amounts)
    )
    events = ", ".join(f"{{source: S{place}, to: A, amount: {amount}}}" for place, amount in enumerate(amounts))
    text = (
        f"{HEAD}objects:\n  - {{id: A, zone: battlefield, controller: p1, types: [creature], power: 1, toughness: 9,"
        f" keywords: [{keywords}]}}\n{sources}proposed: {{damage: [{events}]}}\n"
    )
    ruling = put("damage", text)
    assert ruling.value == (None if dealt is None else {"A": {"damage": dealt}})
    if "absorb" in keywords and dealt is not None:
        assert "702.64a" in [each.number for each in ruling.citations]


def enchanted(keyword: str = "umbra armor", attached_to: str = "A", more: str = "") -> str:
    return f"""{HEAD}objects:
  - {{id: A, zone: battlefield, controller: p1, types: [creature], power: 2, toughness: 2, damage: 2, keywords: [],
     abilities: [{{kind: triggered, trigger: dies}}]}}
  - {{id: B, zone: battlefield, controller: p1, types: [creature], power: 2, toughness: 2, keywords: []}}
  - {{id: U, zone: battlefield, controller: p1, types: [enchantment], subtypes: [aura], attached_to: {attached_to},
     keywords: [enchant creature, {keyword}]}}
{more}
"""


@pytest.mark.parametrize(
    ("keyword", "attached_to", "day", "becomes"),
    [
        ("umbra armor", "A", "2026-01-16", "U: umbra armor"),
        ("totem armor", "A", "2026-01-16", "U: umbra armor"),
        ("totem armor", "A", "2010-04-23", "U: umbra armor"),
        ("umbra armor", "B", "2026-01-16", "destroy"),
        ("flying", "A", "2026-01-16", "destroy"),
        ("totem armor", "A", "2010-02-01", "destroy"),
    ],
)
def test_umbra_armor(put: Ask, keyword: str, attached_to: str, day: str, becomes: str) -> None:
    """702.89a: instead of the enchanted permanent, the Aura is destroyed."""
    destroyed = enchanted(keyword, attached_to, "proposed: {events: [{happens: destroy, things: [A]}]}")
    assert put("event-becomes A", destroyed, day=day).value == {"happens": becomes}
    zone = "graveyard" if becomes == "destroy" else "battlefield"
    assert put("moves-to A", destroyed, day=day).value == {"zone": zone}
    assert put("trigger-count A", destroyed, day=day).value == (1 if becomes == "destroy" else 0)


def test_umbra_armor_against_state_based_actions(put: Ask) -> None:
    """704.5g, 702.89a: lethal damage destroys, so umbra armor applies; it doesn't apply to a sacrifice."""
    kinds = [each.action.kind for each in put("sba", enchanted()).actions]
    assert kinds == ["replaced"]
    sacrificed = enchanted(more="proposed: {events: [{happens: sacrifice, things: [A]}]}")
    assert put("event-becomes A", sacrificed).value == {"happens": "sacrifice"}


def discarded(keyword: str) -> str:
    return (
        f'{HEAD}objects: [{{id: A, zone: hand, owner: p1, types: [creature], keywords: ["{keyword}"]}}]\n'
        "proposed: {events: [{happens: discard, things: [A]}]}"
    )


@pytest.mark.parametrize(
    ("keyword", "day", "zone"),
    [
        ("madness {1}{R}", "2026-01-16", "exile"),
        ("madness {1}{R}", "2016-04-08", "exile"),
        ("madness {1}{R}", "2016-01-16", ["graveyard", "exile"]),
        ("flying", "2026-01-16", "graveyard"),
    ],
)
def test_madness(put: Ask, keyword: str, day: str, zone: Any) -> None:
    """702.35a: the card is discarded into exile; until 2016-01-16 the player chooses."""
    ruling = put("moves-to A", discarded(keyword), day=day)
    assert ruling.value["zone"] == zone
    assert ruling.value.get("chooses") == ("p1" if isinstance(zone, list) else None)
    becomes = put("event-becomes A", discarded(keyword), day=day).value
    assert (becomes["happens"], becomes.get("zone", "graveyard")) == ("discard", zone)


def drawing(facts: str = "zone: graveyard, owner: p1", amount: str = "", library: str = "") -> str:
    return (
        f"usual: yes\nplayers: {{p1: {{{library}}}, p2: {{}}}}\n"
        f'objects: [{{id: A, {facts}, types: [creature], keywords: ["dredge 3"]}}]\n'
        f"proposed: {{events: [{{happens: draw, things: [p1]{amount}}}]}}"
    )


def test_dredge(put: Ask) -> None:
    """702.52a, 702.52b: its owner may return the card from the graveyard, with enough cards in the library."""
    both = {"happens": ["draw", "A: dredge 3"], "chooses": "p1"}
    assert put("event-becomes p1", drawing()).value == both
    assert put("event-becomes p1", drawing(library="library: 3")).value == both
    assert put("event-becomes p1", drawing(library="library: 2")).value == {"happens": "draw"}
    assert put("event-becomes p1", drawing("zone: hand, owner: p1")).value == {"happens": "draw"}
    assert put("event-becomes p1", drawing("zone: graveyard, owner: p2")).value == {"happens": "draw"}
    assert put("event-becomes p1", drawing(amount=", amount: 2")).verdict == "depends"
