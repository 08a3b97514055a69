"""Colours (105, 202.2): mana costs, colour indicators, effects, and kinds of colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def card(facts: str, more: str = "") -> str:
    return f"objects: [{{id: A, {facts}}}]{more}"


def with_cost(cost: str, effects: str = "") -> str:
    return card(f"zone: hand, mana_cost: '{cost}', token: no", f"\neffects: [{effects}]" if effects else "")


@pytest.mark.parametrize(
    ("cost", "colors", "cites"),
    [
        ("{2}{W}", ["white"], {"202.2"}),
        ("{2}", [], {"202.2", "202.2b"}),
        ("{2}{W}{B}", ["white", "black"], {"202.2", "202.2c"}),
        ("{G}{W}", ["white", "green"], {"202.2", "202.2c"}),
        ("{R/G}", ["red", "green"], {"202.2", "202.2c", "202.2d"}),
        ("{2/B}", ["black"], {"202.2", "202.2d"}),
        ("{W/P}", ["white"], {"202.2", "202.2d"}),
        ("none", [], {"202.2", "202.2b"}),
        ("{C}{S}{X}", [], {"202.2", "202.2b"}),
    ],
)
def test_colors_of_mana_costs(put: Ask, cost: str, colors: list[str], cites: set[str]) -> None:
    """202.2, 202.2a to d: an object has the colours of the symbols in its mana cost (the rules' own examples)."""
    ruling = put("color A", with_cost(cost))
    assert ruling.value == colors
    assert {each.number for each in ruling.citations} == cites


def test_phyrexian_symbols_since_2011(put: Ask) -> None:
    """202.2d: hybrid symbols give colours in 2011-04; Phyrexian symbols do since 2011-06-17."""
    assert put("color A", with_cost("{W/P}"), day="2011-04-01").value == []
    assert put("color A", with_cost("{W/U}"), day="2011-04-01").value == ["white", "blue"]


def test_stated_colors_override_the_mana_cost(put: Ask) -> None:
    """If colours and a mana cost are stated, the colours count."""
    assert put("color A", card("zone: battlefield, colors: [red], mana_cost: '{W}'")).value == ["red"]


def test_color_indicator(put: Ask) -> None:
    """204.2: an object is each colour of its indicator; a face's indicator counts only if that face is up."""
    assert put("color A", card("zone: hand, mana_cost: none, color_indicator: [blue]")).value == ["blue"]
    faces = "faces: [{mana_cost: '{2}{U}'}, {color_indicator: [red]}]"
    back = card(f"zone: battlefield, layout: transforming, face_up: back, {faces}")
    front = card(f"zone: battlefield, layout: transforming, face_up: front, {faces}")
    assert put("color A", back).value == ["red"]
    assert put("color A", front).value == ["blue"]
    assert put("color A", card("zone: battlefield, face_down: yes, mana_cost: '{R}'")).value == []


def test_a_back_face_without_indicator_is_colorless(put: Ask) -> None:
    """A back face has no mana cost, so it is colourless without an indicator."""
    faces = "faces: [{mana_cost: '{2}{U}'}, {name: Back}]"
    assert put("color A", card(f"zone: battlefield, layout: transforming, face_up: back, {faces}")).value == []
    stated = "faces: [{colors: [white]}, {colors: [green]}]"
    assert put("color A", card(f"zone: battlefield, layout: transforming, face_up: back, {stated}")).value == ["green"]


def test_devoid(put: Ask) -> None:
    """702.114a: an object with devoid is colourless; the rules of 2014 have no devoid."""
    assert put("color A", card("zone: hand, mana_cost: '{R}', keywords: [devoid]")).value == []
    ruling = put("color A", card("zone: hand, mana_cost: '{R}', keywords: [devoid]"))
    assert [each.number for each in ruling.citations] == ["702.114a"]
    assert put("color A", card("zone: hand, mana_cost: '{R}', keywords: [haste]")).value == ["red"]
    assert put("color A", card("zone: hand, mana_cost: '{R}', keywords: [devoid]"), day="2014-05-01").value == ["red"]


@pytest.mark.parametrize(
    ("effects", "colors"),
    [
        ("{says: is, objects: [A], colors: [blue]}", ["blue"]),
        ("{says: is, objects: [A], colors: [blue], in_addition: yes}", ["blue", "red"]),
        ("{says: gains, objects: [A], colors: [blue]}", ["blue", "red"]),
        ("{says: is, objects: [A], colors: []}", []),
        ("{says: is, objects: [B], colors: [blue]}", ["red"]),
        ("{says: is, objects: [A], colors: [blue], applies: no}", ["red"]),
        ("{says: loses, objects: [A], colors: [blue]}", ["red"]),
        ("{says: is, objects: [A], types: [creature]}", ["red"]),
        ("{says: is, colors: [blue], timestamp: 2}, {says: is, colors: [green], timestamp: 1}", ["blue"]),
        ("{says: is, colors: [blue]}, {says: is, colors: [green]}", ["green"]),
    ],
)
def test_effects_change_colors(put: Ask, effects: str, colors: list[str]) -> None:
    """105.3: new colours replace the others unless they are added. 613.7: effects apply in timestamp order."""
    text = f"objects: [{{id: A, zone: battlefield, mana_cost: '{{R}}'}}, {{id: B}}]\neffects: [{effects}]"
    assert put("color A", text).value == colors


def test_effects_that_make_colorless_since_2010(put: Ask) -> None:
    """105.3: effects can make objects colourless since 2010-02-01."""
    text = with_cost("{R}", "{says: is, colors: []}")
    assert put("color A", text, day="2009-10-01").value == ["red"]
    assert put("color A", text, day="2010-02-01").value == []
    added = with_cost("{R}", "{says: is, colors: [white], in_addition: yes}")
    assert put("color A", added, day="2009-10-01").value == ["white", "red"]
    replaced = with_cost("{R}", "{says: is, colors: [white]}")
    assert put("color A", replaced, day="2009-10-01").value == ["white"]


def test_split_cards_are_the_colors_of_both_halves(put: Ask) -> None:
    """709.4b, 709.4d, 709.3b: Assault//Battery is red and green; Assault alone on the stack is red."""
    text = "objects: [{id: A, layout: split, %s, faces: [{mana_cost: '{R}'}, {mana_cost: '{3}{G}'}]}]"
    assert put("color A", text % "zone: hand").value == ["red", "green"]
    assert put("color A", text % "zone: stack, cast_as: left").value == ["red"]
    assert put("color A", text % "zone: stack, cast_as: fused").value == ["red", "green"]


def test_unstated_facts(put: Ask) -> None:
    """The colours of a creature depend on its mana cost if that isn't stated; a land is colourless."""
    assert put("color A", card("zone: hand, types: [creature], token: no")).depends_on == ("objects.A.mana_cost",)
    assert put("color A", card("zone: hand, types: [land]")).value == []


@pytest.mark.parametrize(
    ("facts", "colors", "assumes"),
    [
        ("types: [land]", [], True),
        ("types: [creature], mana_cost: none", [], True),
        ("types: [creature], mana_cost: '{2}'", [], False),
        ("types: [land], color_indicator: []", [], False),
        ("types: [land], color_indicator: [green]", ["green"], False),
    ],
)
def test_unstated_color_indicator(put: Ask, facts: str, colors: list[str], assumes: bool) -> None:
    """202.2, 204.1: an object without a mana cost may have a colour indicator. That it has none is an assumption."""
    found = put("color A", f"objects: [{{id: A, {facts}}}]")
    assert found.value == colors
    assert ("the colour indicator of A: none" in found.assumptions) is assumes


def test_face_down_objects_are_colorless(put: Ask) -> None:
    """708.2a: a face-down permanent has no mana cost and so no colour, whatever is printed on its card."""
    text = "objects: [{id: A, zone: battlefield, face_down: yes, colors: [red]}]"
    assert put("color A", text).value == []
    assert put("color A", text.replace("battlefield", "exile")).value == ["red"]
