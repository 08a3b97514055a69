"""Haste because of how a permanent was cast or entered: dash, blitz, riot, suspend (702)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def new_creature(facts: str) -> str:
    """Return a creature A of p1 that came this turn, in p1's declare attackers step."""
    return (
        "game: {active: p1, phase: combat, step: declare-attackers}\nplayers: {p1: , p2: }\nclosed: [battlefield]\n"
        f"objects: [{{id: A, zone: battlefield, controller: p1, types: [creature], tapped: no, {facts}}}]\n"
        "history: {controlled_since_turn_began: {A: no}}\n"
    )


@pytest.mark.parametrize(
    ("facts", "number", "verdict"),
    [
        ("keywords: ['dash {1}{R}'], alternative_costs: [dash]", "702.109a", "yes"),
        ("keywords: ['dash {1}{R}'], alternative_costs: []", "702.109a", "no"),
        ("keywords: ['blitz {1}{R}'], alternative_costs: [blitz]", "702.152a", "yes"),
        ("keywords: ['blitz {1}{R}'], alternative_costs: []", "702.152a", "no"),
        ("keywords: [], alternative_costs: [dash]", "", "no"),
        ("keywords: [riot], takes_counters: no", "702.136a", "yes"),
        ("keywords: [riot], takes_counters: yes", "702.136a", "no"),
        ("keywords: [riot]", "702.136a", "depends"),
        ("keywords: ['suspend 3—{R}']", "", "depends"),
    ],
)
def test_attacks_in_its_first_turn(put: Ask, facts: str, number: str, verdict: str) -> None:
    """702.109a, 702.152a: haste if the cost was paid; 702.136a: haste if no counter was taken."""
    ruling = put("can-attack A p2", new_creature(facts))
    assert ruling.verdict == verdict
    if number and verdict == "yes":
        assert number in {each.number for each in ruling.citations}
    tapping = "tapped: no, abilities: [{kind: activated, cost: '{T}', has_tap_symbol: yes}]"
    able = new_creature(facts).replace("tapped: no", tapping).replace("game: {", "game: {priority: p1, ")
    assert put("can-activate A", able, by="p1").verdict == verdict


def test_haste_does_not_matter_after_the_first_turn(put: Ask) -> None:
    """302.6: a creature that its controller has controlled since the turn began attacks without haste."""
    text = new_creature("keywords: [riot]").replace("{A: no}", "{A: yes}")
    assert put("can-attack A p2", text).verdict == "yes"
