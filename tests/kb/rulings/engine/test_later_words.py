"""Card types that the rules of the day don't have, and rule numbers that its edition doesn't have."""

from __future__ import annotations

import pytest

from kb.rulings.law.applicable_law import Law
from tests.kb.rulings.conftest import Ask

BOARD = "closed: [battlefield]\nobjects: [{{id: A, zone: battlefield, supertypes: [], subtypes: [], types: [{types}]}}]"


@pytest.mark.parametrize(
    ("types", "day", "left", "reason"),
    [
        ("planeswalker", "2005-08-01", [], "the rules of 2005-08-01 have no card type planeswalker"),
        ("planeswalker", "2007-10-01", ["planeswalker"], None),
        ("battle", "2015-07-17", [], "the rules of 2015-07-17 have no card type battle"),
        ("battle", "2023-04-14", ["battle"], None),
        ("dungeon", "2020-07-03", [], "the rules of 2020-07-03 have no card type dungeon"),
        ("tribal, artifact", "2006-10-01", ["artifact"], "the rules of 2006-10-01 have no card type tribal"),
        ("artifact, creature", "2003-07-01", ["artifact", "creature"], None),
    ],
)
def test_card_types_of_later_days_are_left_out(
    put: Ask, types: str, day: str, left: list[str], reason: str | None
) -> None:
    """205.2a lists planeswalkers since 2007-10-01, dungeons since 2021-07-23, battles since 2023-04-14."""
    ruling = put("type-line A", BOARD.format(types=types), day)
    assert ruling.value["types"] == left
    reasons = [each.reason for each in ruling.not_used if "no card type" in each.reason]
    assert reasons == ([reason] if reason else [])


def test_the_types_of_a_type_line_and_of_an_effect(put: Ask) -> None:
    text = """
closed: [battlefield]
objects:
  - {id: A, zone: battlefield, type_line: Legendary Planeswalker — Jace}
  - {id: B, zone: battlefield, supertypes: [], subtypes: [], types: [creature]}
effects: [{says: becomes, objects: [B], types: [battle], in_addition: yes}]
"""
    assert put("type-line A", text, "2005-08-01").value["types"] == []
    ruling = put("type-line B", text, "2015-07-17")
    assert ruling.value["types"] == ["creature"]
    assert [each.fact for each in ruling.not_used if "battle" in each.reason] == ["effects.1.types"]


def test_state_based_actions_name_them_too(put: Ask) -> None:
    found = put("sba", BOARD.format(types="battle"), "2015-07-17").not_used
    assert "the rules of 2015-07-17 have no card type battle" in [each.reason for each in found]


def test_a_waived_number_that_the_edition_lacks(put: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    """An effect can override a rule only by a number that the edition has."""
    text = "objects: [{id: A, zone: battlefield}]\neffects: [{says: can, does: attack, objects: [A], waives: [999.1]}]"
    assert not any("999.1" in each.reason for each in put("can-attack A", text).not_used)
    monkeypatch.setattr(Law, "lacks", lambda _law, number: str(number) == "999.1")
    assert put("can-attack A", text).not_used[0].reason == "the rules of 2026-01-16 have no rule 999.1"
