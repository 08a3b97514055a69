"""The effects that affect an object (608.2j, 609.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def board(zone: str, effect: str, facts: str = "") -> str:
    return (
        "players: {p1: , p2: }\nobjects:\n"
        f"  - {{id: A, zone: {zone}, controller: p1, owner: p1, types: [creature], colors: [white, black]{facts}}}\n"
        "  - {id: S, zone: battlefield, controller: p2, types: [enchantment]}\n"
        f"effects: [{{text: x, {effect}}}]\n"
    )


@pytest.mark.parametrize(
    ("zone", "effect", "affected"),
    [
        ("battlefield", "affects: [black creature]", True),
        ("battlefield", "affects: [white creature]", True),
        ("battlefield", "affects: [nonblack creature]", False),
        ("battlefield", "affects: [land]", False),
        ("graveyard", "affects: [creature]", False),
        ("graveyard", "affects: [creature card in a graveyard]", True),
        ("stack", "affects: [creature spell]", True),
        ("stack", "affects: [creature]", False),
        ("battlefield", "affects: [creature you control], players: [p1]", True),
        ("battlefield", "affects: [creature you control], source: S", False),
        ("battlefield", "affects: [creature], applies: no", False),
        ("battlefield", "affects: [creature], objects: [S]", False),
        ("battlefield", "says: gets, power: 1", True),
        ("graveyard", "says: gets, power: 1", False),
        ("graveyard", "says: gains, in_zone: graveyard", True),
        ("battlefield", "says: gains, in_zone: graveyard", False),
        ("graveyard", "in_zone: graveyard, affects: [creature card in a graveyard]", True),
        ("graveyard", "in_zone: graveyard, affects: [artifact card in a graveyard]", False),
        ("stack", "says: costs, does: cast", True),
        ("hand", "says: costs, does: cast", False),
        ("stack", "says: cant, does: be-countered", True),
        ("hand", "says: cant, does: discard", True),
        ("battlefield", "says: cant, does: discard", False),
    ],
)
def test_effects_affect_permanents_of_the_kind(put: Ask, zone: str, effect: str, affected: bool) -> None:
    """608.2j: an effect looks only at the qualities it names. 609.2: it affects permanents unless it says otherwise."""
    ruling = put("affected-by A", board(zone, effect))
    assert (ruling.verdict, ruling.value) == ("yes", ["x"] if affected else [])


def test_unstated_facts(put: Ask) -> None:
    """The answer depends on a colour that isn't stated, and on the player meant by "you"."""
    text = board("battlefield", "affects: [black creature]").replace(", colors: [white, black]", "")
    assert put("affected-by A", text).depends_on == ("objects.A.colors",)
    unnamed = board("battlefield", "affects: [creature you control]")
    assert put("affected-by A", unnamed).verdict == "depends"
