"""Proofs: what a judge would mention of the reasons for an answer, and the names of effects."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kb.i18n import set_language
from kb.rulings.engine.answer import Ruling
from kb.rulings.engine.proof import Proof
from tests.kb.rulings.conftest import Ask

COMBAT = """
game: {{active: p1, phase: combat, step: declare-blockers}}
players: {{p1: {{}}, p2: {{}}}}
closed: [battlefield]
objects:
  - {{id: A, zone: battlefield, controller: p1, types: [creature], keywords: [{attacker}], attacking: p2}}
  - {{id: B, zone: battlefield, controller: p2, types: [creature], keywords: [{blocker}], tapped: no}}
"""


def nodes(ruling: Ruling) -> Iterator[Proof]:
    """Yield the claims of a proof."""
    assert ruling.proof is not None
    edge = [ruling.proof]
    while edge:
        node = edge.pop(0)
        yield node
        edge += node.children


def rule(ruling: Ruling, number: str) -> Proof:
    return next(each for each in nodes(ruling) if each.rule == number)


def test_a_prohibition_that_is_near_is_told(put: Ask) -> None:
    """702.9b matters if the attacker has flying: reach is why the prohibition doesn't apply."""
    near = rule(put("can-block B A", COMBAT.format(attacker="flying", blocker="reach")), "702.9b")
    assert (near.value, near.denied, near.told) == ("no", True, True)


def test_a_prohibition_of_which_no_condition_holds_is_left_out(put: Ask) -> None:
    """309.2c forbids to cast dungeons. For a sorcery, none of its conditions holds."""
    facts = """
game: {active: p1, phase: main, priority: p1, stack: []}
players: {p1: {}}
objects: [{id: A, zone: hand, owner: p1, types: [sorcery]}]
"""
    ruling = put("can-cast A", facts, by="p1")
    assert ruling.verdict == "yes"
    far = rule(ruling, "309.2c")
    assert (far.value, far.denied, far.told) == ("no", True, False)
    assert rule(ruling, "307.1").told


def test_facts_that_have_their_default_value_are_left_out(put: Ask) -> None:
    """Nobody states that a creature is phased in. That decides formally, and isn't told."""
    ruling = put("can-block B A", COMBAT.format(attacker="", blocker=""))
    told = {each.claim: each.told for each in nodes(ruling)}
    assert (told["B is phased in"], told["B is untapped"]) == (False, True)
    phased_out = COMBAT.format(attacker="", blocker="").replace("tapped: no", "tapped: no, phased_out: yes")
    assert any(each.told and each.claim == "B is phased out" for each in nodes(put("can-block B A", phased_out)))


def test_a_definite_proof_has_no_connectives(put: Ask) -> None:
    """“All of these” and “one of these” only help to read an open answer."""
    claims = {each.claim for each in nodes(put("can-block B A", COMBAT.format(attacker="flying", blocker="reach")))}
    assert not claims & {"all of these", "one of these"}


@pytest.mark.parametrize(
    ("facts", "lang", "claim"),
    [
        ("types: [land], subtypes: [cave]", "en", "the card types of A: land"),
        ("types: [land, creature], subtypes: [bear]", "en", "the card types of A: land, creature"),
        ("types: [land], subtypes: [cave]", "fr", "les types de carte de A\N{NO-BREAK SPACE}: land"),
        ("types: [land, artifact], subtypes: []", "fr", "les types de carte de A\N{NO-BREAK SPACE}: land, artifact"),
        ("types: [land], subtypes: []", "en", "the subtypes of A: none"),
        ("types: [land], subtypes: []", "fr", "les sous-types de A\N{NO-BREAK SPACE}: néant"),
    ],
)
def test_lists_need_no_verb_that_agrees(put: Ask, facts: str, lang: str, claim: str) -> None:
    """A list may have one word or several, in both languages."""
    board = f"closed: [battlefield]\nobjects: [{{id: A, zone: battlefield, supertypes: [snow], {facts}}}]"
    set_language("fr" if lang == "fr" else "en")
    try:
        found = {each.claim for each in nodes(put("type-line A", board))}
    finally:
        set_language("en")
    assert claim in found


EFFECTS = """
players: {{p1: {{}}, p2: {{}}}}
objects:
  - {{id: M, zone: battlefield, controller: p1, types: [enchantment]}}
  - {{id: A, zone: battlefield, controller: p1, types: [creature], power: 2, toughness: 2}}
effects: [{effects}]
"""
GROWTH = "{source: M, says: gets, affects: [creature], power: 1, toughness: 1}"


@pytest.mark.parametrize(
    ("effects", "name"),
    [
        (GROWTH, "M"),
        ("{text: Grow., says: gets, affects: [creature], power: 1, toughness: 1}", "Grow."),
        ("{says: gets, affects: [creature], power: 1, toughness: -1}", "creature gets +1/-1"),
        (f"{GROWTH}, {{source: M, says: gains, affects: [creature], keywords: [flying]}}", "M: creature gets +1/+1"),
    ],
)
def test_effects_are_named(put: Ask, effects: str, name: str) -> None:
    """The name of an effect is its text or its source. If several effects have one source, their words are added."""
    ruling = put("power-toughness A", EFFECTS.format(effects=effects))
    assert (ruling.layers[0].effect, ruling.named("effects.1.amount")) == (name, f"effects.{name}.amount")
    assert not any("“1”" in each.claim or "effects.1" in each.claim for each in nodes(ruling))
