"""Merged permanents: their characteristics, their abilities, and how they leave (702.140e, 729)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

MERGED = """usual: yes
closed: [battlefield]
players: {p1: , p2: }
objects:
  - id: A
    zone: battlefield
    controller: p1
    layout: merged
    faces:
      - {name: Sky Beast, type_line: Creature — Beast, mana_cost: "{3}{G}", power: 4, toughness: 4, keywords: [trample]}
      - {name: Small Bird, type_line: Creature — Bird, mana_cost: "{W}", power: 1, toughness: 1, keywords: [flying]}
  - {id: B, zone: battlefield, controller: p2, types: [creature]}
"""


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("mana-value A", 4),
        ("color A", ["green"]),
        ("power-toughness A", {"power": 4, "toughness": 4}),
        ("abilities A", {"keywords": ["trample", "flying"], "abilities": []}),
        ("leaves A", {"permanents": 1, "components": 2}),
    ],
)
def test_merged_permanent(put: Ask, question: str, value: Any) -> None:
    """729.2a, 702.140e, 729.3: the characteristics of the topmost component, and the abilities of all."""
    assert put(question, MERGED).value == value


def test_types_and_names_of_the_topmost_component(put: Ask) -> None:
    """729.2a: the permanent is a Beast, and no Bird."""
    assert put("type-line A", MERGED).value["subtypes"] == ["beast"]
    assert put("characteristics A", MERGED).value["name"] == "Sky Beast"


def test_effects_take_abilities_of_any_component(put: Ask) -> None:
    """613.1f: an effect takes away flying, which another component than the topmost one gives."""
    text = f"{MERGED}effects: [{{says: loses, objects: [A], keywords: [flying]}}]\n"
    assert put("abilities A", text).value["keywords"] == ["trample"]


def test_before_the_rules_of_merging(put: Ask) -> None:
    """The rules of 2019 don't know merged permanents: what such a permanent is stays open."""
    assert put("abilities A", MERGED, day="2019-01-25").depends_on == ("rules.merged-permanent",)
