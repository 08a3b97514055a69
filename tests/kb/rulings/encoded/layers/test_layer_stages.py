"""Type-changing effects in the editions up to 2005: all their parts come before other effects (418.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

TEXT = """closed: [battlefield]
players: {p1: {}, p2: {}}
objects:
  - {id: A, zone: battlefield, controller: p1, types: [artifact], subtypes: [], supertypes: [], colors: [],
     keywords: [], power: 3, toughness: 3, timestamp: 1}
effects:
  - {says: becomes, objects: [A], TYPES, colors: [blue], keywords: [flying], generated_by: resolution, timestamp: 5}
  - {says: becomes, objects: [A], colors: [red], generated_by: resolution, timestamp: 3}
  - {says: loses, objects: [A], keywords: [flying], generated_by: resolution, timestamp: 4}
"""
TYPES, SUBTYPES = "types: [artifact, creature]", "subtypes: [equipment]"


@pytest.mark.parametrize(
    ("day", "color", "flies"),
    [
        ("2001-07-23", "red", False),
        ("2003-03-15", "red", False),
        ("2003-07-01", "red", False),
        ("2003-12-01", "red", False),
        ("2005-08-01", "red", False),
        ("2006-02-01", "blue", True),
        ("2009-05-01", "blue", True),
        ("2026-01-16", "blue", True),
    ],
)
@pytest.mark.parametrize("types", [TYPES, SUBTYPES])
def test_type_changing_effects_apply_as_a_whole(put: Ask, types: str, day: str, color: str, flies: bool) -> None:
    """418.5e of 2001, 418.5a of 2003-07-01, 418.5b of 2003-12-01 and 2005-08-01, against 418.5b since 2006-02-01."""
    text = TEXT.replace("TYPES", types)
    ruling = put("color A", text, day=day)
    assert ruling.value == [color]
    assert put("characteristics A", text, day=day).value["keywords"] == (["flying"] if flies else [])

    if not flies:
        assert {each.number for each in ruling.citations} & {"418.5e", "418.5a", "418.5b"}


def test_other_effects_keep_their_order(put: Ask) -> None:
    """418.5d: without a type-changing effect, timestamps decide, in each edition."""
    text = TEXT.replace("TYPES, ", "")
    for day in ("2001-07-23", "2005-08-01", "2006-02-01"):
        assert put("color A", text, day=day).value == ["blue"]
