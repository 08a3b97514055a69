"""The table of layers: which effects were applied in which layer, and why others weren't (613)."""

from __future__ import annotations

from tests.kb.rulings.conftest import Ask

LANDS = """
closed: [battlefield]
players: {p1: {}, p2: {}}
objects:
  - {id: Urborg, zone: battlefield, controller: p1, types: [land], supertypes: [legendary], timestamp: 1}
  - {id: Moon, zone: battlefield, controller: p1, types: [enchantment], timestamp: 2}
  - {id: Cave, zone: battlefield, controller: p2, types: [land], supertypes: [], subtypes: [cave], timestamp: 3}
  - {id: Forest, zone: battlefield, controller: p2, types: [land], supertypes: [basic], subtypes: [forest]}
effects:
  - {source: Urborg, generated_by: static-ability, says: gains, affects: [land], subtypes: [swamp]}
  - {source: Moon, generated_by: static-ability, says: is, affects: [nonbasic land], subtypes: [mountain]}
"""


def rows(put: Ask, question: str, facts: str = LANDS) -> list[tuple[str, str, bool | None, str, str]]:
    found = put(question, facts).layers
    return [(each.layer, each.effect, each.applied, each.reason, each.rule) for each in found]


def test_the_table_tells_the_dependency(put: Ask) -> None:
    """613.8a: what Urborg does depends on Blood Moon's effect, which takes Urborg's ability away (305.7)."""
    reason = "after “Moon”, on which it depends; Urborg has lost its abilities"
    assert rows(put, "type-line Cave") == [
        ("types", "Moon", True, "", ""),
        ("types", "Urborg", False, reason, "613.8a"),
    ]


def test_the_table_tells_why_an_effect_does_not_apply(put: Ask) -> None:
    """A basic land isn't a nonbasic land. The claim names the fact that decides."""
    assert ("types", "Moon", False, "the supertypes of Forest: basic", "") in rows(put, "type-line Forest")


def test_effects_on_other_objects_have_no_row(put: Ask) -> None:
    """An effect that lists its objects isn't told for others."""
    facts = """
objects:
  - {id: A, zone: battlefield, types: [creature], power: 2, toughness: 2}
  - {id: B, zone: battlefield, types: [creature], power: 2, toughness: 2}
effects: [{says: gets, objects: [A], power: 1, toughness: 1}, {says: gets, objects: [B], power: 2, toughness: 2}]
"""
    assert [each[1] for each in rows(put, "power-toughness A", facts)] == ["A gets +1/+1"]


def test_layers_without_effects_have_no_rows(put: Ask) -> None:
    assert rows(put, "type-line A", "objects: [{id: A, zone: battlefield, types: [land]}]") == []


def test_a_part_of_an_effect_has_a_row_in_each_of_its_layers(put: Ask) -> None:
    """613.6: an effect with parts in several layers is applied to the same objects in each."""
    facts = """
closed: [battlefield]
objects:
  - {id: H, zone: battlefield, types: [enchantment], timestamp: 1}
  - {id: A, zone: battlefield, types: [creature], keywords: [trample], power: 4, toughness: 4, timestamp: 2}
effects:
  - {source: H, generated_by: static-ability, says: loses, affects: [creature], abilities: [all], power: 1,
     toughness: 1}
"""
    found = rows(put, "characteristics A", facts)
    assert [each[:3] for each in found] == [("abilities", "H", True), ("power and toughness", "H", True)]


def test_the_table_of_a_question_about_a_declaration(put: Ask) -> None:
    """An effect gives haste. The question asks about the situation in which A is declared as an attacker."""
    facts = """
game: {active: p1, phase: combat, step: declare-attackers}
players: {p1: {}, p2: {}}
closed: [battlefield]
objects: [{id: A, zone: battlefield, controller: p1, types: [creature], tapped: no}]
history: {controlled_since_turn_began: {A: no}}
effects: [{says: has, objects: [A], keywords: [haste]}]
"""
    assert ("abilities", "A has haste", True, "", "") in rows(put, "can-attack A", facts)
