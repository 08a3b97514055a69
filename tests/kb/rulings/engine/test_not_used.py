"""An answer names what its question didn't read."""

from __future__ import annotations

import pytest

from kb.rulings.engine.answer import Ruling
from tests.kb.rulings.conftest import Ask

COMBAT = """
game: {active: p1, phase: combat, step: declare-attackers}
players: {p1: , p2: {life: 4}}
objects:
  - {id: A, zone: battlefield, controller: p1, types: [creature], tapped: no, keywords: []}
  - {id: B, zone: battlefield, controller: p2, types: [creature], keywords: [flying]}
  - {id: C, type_line: Artifact Creature — Golem, abilities: [{kind: activated, cost: "{2}"}]}
history: {controlled_since_turn_began: {A: yes}}
effects:
"""


def unused(ruling: Ruling) -> dict[str, str]:
    return {each.fact: each.reason for each in ruling.not_used}


def test_facts_that_the_question_cannot_know(put: Ask) -> None:
    """508.1a needs no life total, and nothing of objects that neither attack nor are attacked."""
    found = unused(put("can-attack A", COMBAT.replace("effects:\n", "")))
    assert {"players.p2.life", "objects.B.keywords", "objects.C.abilities"} <= set(found)
    assert not {"objects.A.tapped", "objects.A.keywords", "history.controlled_since_turn_began.A"} & set(found)
    assert "question isn't about B" in found["objects.B.keywords"]


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ("{says: cant, does: block, objects: [B]}", {"effects.1": "about B"}),
        ("{says: cant, does: block, objects: [A]}", {"effects.1": "'block'"}),
        ("{says: cant, does: attack, objects: [A], amount: 3}", {"effects.1.amount": "this part"}),
        ("{says: cant, does: attack, objects: [A], text: A can't attack., source: B}", {}),
        ("{says: cant, does: attack, objects: [A], amount: 3, applies: no}", {}),
    ],
)
def test_effects_and_their_parts(put: Ask, effect: str, expected: dict[str, str]) -> None:
    """An effect is used if the question considers it. Its parts are used if the rule reads them."""
    found = {fact: why for fact, why in unused(put("can-attack A", f"{COMBAT}  - {effect}")).items() if "eff" in fact}
    assert list(found) == list(expected)
    assert all(part in found[fact] for fact, part in expected.items())


def test_parts_of_an_object(put: Ask) -> None:
    """An ability is named by its number, and only the facts of it that nobody read."""
    text = (
        "objects: [{id: A, abilities: [{kind: activated, cost: '{2}', timestamp: 3}, {kind: static}]}]\nplayers: {p1: }"
    )
    found = unused(put("mana-ability A", text, ability=1))
    assert "objects.A.abilities.1.timestamp" in found
    assert "objects.A.abilities.2" in found
    assert "objects.A.abilities.1.kind" not in found


def test_each_question_has_its_own_record(put: Ask) -> None:
    """What one question reads doesn't count for the next question about the same situation."""
    first = unused(put("power A", COMBAT.replace("effects:\n", "")))
    again = unused(put("power A", COMBAT.replace("effects:\n", "")))
    assert first == again
    assert "objects.A.tapped" in first


def test_state_based_actions_name_what_they_pass_over(put: Ask) -> None:
    """704.5g reads damage and toughness, not a hand."""
    board = (
        "players: {p1: {hand: 3}}\nobjects: [{id: A, zone: battlefield, types: [creature], toughness: 2, damage: 2}]"
    )
    found = unused(put("sba", board))
    assert "players.p1.hand" in found
    assert "objects.A.damage" not in found
