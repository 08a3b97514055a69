"""The characteristics of a permanent as it enters, and the abilities that trigger on them (611.2e, 611.3c, 603.6a)."""

from __future__ import annotations

import pytest

from tests.kb.rulings.conftest import Ask

LAND = "{id: A, zone: library, types: [land], subtypes: [], supertypes: [], abilities: [%s]}"


def enters(put: Ask, effect: str, day: str = "2026-01-16") -> list[str] | None:
    """Return the card types with which A enters; None if they are open."""
    value = put("enters-as A", f"objects: [{LAND % ''}]\neffects: [{{{effect}}}]", day).value
    return None if value is None else value["types"]


@pytest.mark.parametrize(
    ("effect", "day", "types"),
    [
        ("generated_by: resolution, says: is, objects: [A]", "2026-01-16", ["land", "artifact"]),
        ("generated_by: resolution, says: has, objects: [A]", "2026-01-16", ["land", "artifact"]),
        ("generated_by: resolution, says: has, objects: [A]", "2024-11-08", ["land"]),
        ("generated_by: resolution, says: is, objects: [A]", "2024-11-08", ["land", "artifact"]),
        ("generated_by: resolution, says: becomes, objects: [A]", "2026-01-16", ["land"]),
        ("generated_by: resolution, says: gains, objects: [A]", "2026-01-16", ["land"]),
        ("generated_by: resolution, says: is, affects: [land]", "2026-01-16", ["land"]),
        ("generated_by: static-ability, says: becomes, affects: [land]", "2026-01-16", ["land", "artifact"]),
        ("generated_by: static-ability, says: becomes, objects: [A]", "2026-01-16", ["land", "artifact"]),
        ("generated_by: static-ability, says: is, affects: [creature]", "2026-01-16", ["land"]),
        ("says: becomes, objects: [A]", "2026-01-16", None),
        ("generated_by: static-ability, says: is, objects: []", "2026-01-16", ["land"]),
    ],
)
def test_effects_that_apply_as_the_permanent_enters(put: Ask, effect: str, day: str, types: list[str] | None) -> None:
    """611.3c: static abilities apply at once. 611.2e: so do resolved effects with "is" and, since 2025, with "has"."""
    assert enters(put, f"{effect}, types: [artifact], in_addition: yes", day) == types


def test_copies_enter_with_copied_values(put: Ask) -> None:
    """707.5: an object that enters as a copy already has the copied name as it enters."""
    text = f"""objects: [{LAND % ""}, {{id: B, zone: battlefield, name: Bear, types: [creature]}}]
effects: [{{says: copies, objects: [A], to: [B]}}]"""
    assert put("enters-as A", text).value["name"] == "Bear"


@pytest.mark.parametrize(
    ("own", "other", "triggers"),
    [
        ("trigger: enters", "trigger: enters", {"A": [1]}),
        ("trigger: attacks", "trigger: enters, quality: [artifact]", {"B": [1]}),
        ("trigger: attacks", "trigger: enters, quality: [creature]", {}),
        ("trigger: enters, quality: [artifact]", "trigger: blocks, quality: [artifact]", {"A": [1]}),
    ],
)
def test_abilities_that_trigger(put: Ask, own: str, other: str, triggers: dict[str, list[int]]) -> None:
    """603.6a: enters abilities of all permanents, A included, check the characteristics with which A enters."""
    effect = "{generated_by: static-ability, says: is, affects: [land], types: [artifact], in_addition: yes}"
    there = f"{{id: B, zone: battlefield, types: [creature], abilities: [{{{other}}}]}}"
    text = f"objects: [{LAND % f'{{{own}}}'}, {there}]\neffects: [{effect}]"
    assert put("enters-triggers A", text).value == triggers
    elsewhere = text.replace("{id: B, zone: battlefield", "{id: B, zone: graveyard")
    assert "B" not in put("enters-triggers A", elsewhere).value
