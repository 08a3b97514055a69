"""Exchanges of control, and aura swap (701.12, 702.65)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask
    from tests.kb.rulings.encoded.casting.test_casting_times import Says


def two(first: str, second: str) -> str:
    """Return two objects A and B with these facts."""
    return f"players: {{p1: , p2: }}\nobjects: [{{id: A, {first}}}, {{id: B, {second}}}]"


MINE, THEIRS = "zone: battlefield, controller: p1", "zone: battlefield, controller: p2"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (two(MINE, THEIRS), "yes"),
        (two(MINE, "zone: graveyard, controller: p2"), "no"),
        (two("zone: graveyard, controller: p1", THEIRS), "no"),
        (two(f"{MINE}, phased_out: yes", THEIRS), "no"),
        (two(MINE, MINE), "no"),
        (two(MINE, "zone: battlefield"), "depends"),
    ],
)
def test_control_is_exchanged(put: Ask, text: str, verdict: str) -> None:
    """701.12a: an exchange happens only in full. 701.12b: control is exchanged only between two players."""
    ruling = put("exchange-control A B", text)
    assert ruling.verdict == verdict
    assert ruling.value == ({"A": "p2", "B": "p1"} if verdict == "yes" else None)


def swap(aura: str = "", card: str = "", bear: str = "", attached: str = "attached_to: Bear") -> str:
    """Return an Aura of p1 on a creature and an Aura card in the hand; each argument replaces their facts."""
    aura = aura or "controller: p1, owner: p1, types: [enchantment], subtypes: [aura], zone: battlefield"
    card = card or "zone: hand, owner: p1, types: [enchantment], subtypes: [aura], enchant: [creature]"
    rows = f"{{id: Aura, {aura}, {attached}}}, {{id: Card, {card}}}"
    host = f"{{id: Bear, zone: battlefield, types: [creature], {bear or 'controller: p1, keywords: []'}}}"
    return f"players: {{p1: , p2: }}\nobjects: [{rows}, {host}]"


AURA = "controller: p1, owner: p1, types: [enchantment], subtypes: [aura], zone: battlefield"
CARD = "zone: hand, owner: p1, types: [enchantment], subtypes: [aura], enchant: [creature]"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (swap(), "yes"),
        (swap(aura=AURA.replace("owner: p1", "owner: p2")), "no"),
        (swap(aura=AURA.replace("controller: p1", "controller: p2")) + "\ngame: {priority: p1}", "no"),
        (swap(aura=AURA.replace("[aura]", "[]")), "no"),
        (swap(aura=AURA.replace("battlefield", "graveyard"), attached="power: 1"), "no"),
        (swap(card=CARD.replace("hand", "graveyard")), "no"),
        (swap(card=CARD.replace("owner: p1", "owner: p2")), "no"),
        (swap(card=CARD.replace("[aura]", "[]")), "no"),
        (swap(card=CARD.replace("[creature]", "[land]")), "no"),
        (swap(attached="attached_to: none"), "no"),
        (swap(attached="tapped: no"), "depends"),
    ],
)
def test_aura_swap(put: Ask, text: str, verdict: str) -> None:
    """702.65a: an Aura is exchanged with an Aura card in the hand. 702.65b: both must be able to move."""
    assert put("aura-swap Aura Card", text, by="p1").verdict == verdict


def test_aura_swap_is_with_an_aura_card(says: Says) -> None:
    """702.65a: the rule, asked alone, requires an Aura card."""
    assert says("aura-swap", swap(), "p1", "Aura", "Card") is True
    other = swap(card=CARD.replace("subtypes: [aura]", "subtypes: []"))
    assert says("aura-swap", other, "p1", "Aura", "Card") is False


def test_in_editions_without_the_rules(put: Ask) -> None:
    """In 2006 there is no aura swap; control can be exchanged by the rules since 2009-07-11."""
    assert put("aura-swap Aura Card", swap(), day="2006-10-01").verdict == "no"
    assert put("exchange-control A B", two(MINE, THEIRS), day="2009-05-01").verdict == "no"
    assert put("exchange-control A B", two(MINE, THEIRS), day="2009-07-11").verdict == "yes"
