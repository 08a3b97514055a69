"""Prevention shields that the damage of several sources meets at once (615.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def board(shield: str, damage: str, keywords: str = "", more: str = "") -> str:
    dealt = ", ".join(
        f"{{source: {source}, to: {to}, amount: {amount}}}"
        for source, to, amount in (each.split() for each in damage.split(", "))
    )
    return f"""usual: yes
closed: [battlefield]
players: {{p1: {{}}, p2: {{}}}}
objects:
  - {{id: S, zone: battlefield, controller: p2, types: [creature], keywords: []}}
  - {{id: T, zone: battlefield, controller: p2, types: [creature], keywords: [{keywords}]}}
  - {{id: C, zone: battlefield, controller: p1, types: [creature], power: 1, toughness: 9, keywords: []}}
effects:
  - {{says: prevents, does: be-dealt-damage, {shield}, generated_by: resolution}}
{more}
proposed: {{damage: [{dealt}]}}
"""


@pytest.mark.parametrize(
    ("shield", "damage", "keywords", "value"),
    [
        # However the shield of 3 is shared between 2 and 2, one damage is dealt.
        ("players: [p1], amount: 3", "S p1 2, T p1 2", "", {"p1": {"life_lost": 1}}),
        ("players: [p1], amount: 3", "S p1 1, T p1 5", "", {"p1": {"life_lost": 3}}),
        ("players: [p1], amount: 9", "S p1 2, T p1 2", "", None),
        ("objects: [C], amount: 3", "S C 2, T C 2", "", {"C": {"damage": 1}}),
        # It matters which damage is prevented if it has other results.
        ("players: [p1], amount: 3", "S p1 2, T p1 2", "infect",
         {"p1": {"life_lost": [0, 1], "poison": [0, 1]}, "chooses": "p1"}),
        ("players: [p1], amount: 1", "S p1 2, T p1 2", "infect",
         {"p1": {"life_lost": [1, 2], "poison": [1, 2]}, "chooses": "p1"}),
        ("objects: [C], amount: 2", "S C 2, T C 2", "wither",
         {"C": {"damage": [0, 1, 2], "-1/-1": [0, 1, 2]}, "chooses": "p1"}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("day", ["2010-02-01", "2026-01-16"])
def test_the_shielded_player_chooses(put: Ask, shield: str, damage: str, keywords: str, value: Any, day: str) -> None:
    """615.7: the player, or the controller of the permanent, chooses which damage the shield prevents."""
    if day < "2011" and "infect" in keywords:
        return  # Infect came with the edition of 2010-10-01.
    ruling = put("damage", board(shield, damage, keywords), day=day)
    assert ruling.value == value


def test_two_shields_are_open(put: Ask) -> None:
    """With a second effect on the same damage, the order and the shares aren't derived, and the answer says so."""
    more = "  - {says: replaces, does: be-dealt-damage, players: [p1], quality: [double]}"
    assert put("damage", board("players: [p1], amount: 3", "S p1 2, T p1 2", more=more)).verdict == "depends"
