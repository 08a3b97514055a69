"""Mana values (202.3): kinds of symbols, kinds of cards, and changes of the rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kb.errors import BadSituation
from kb.rulings.situation.mana_cost import mana_symbols_in, parse_mana_cost

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

TWO_FACES = "{id: A, %s, faces: [{name: Front, mana_cost: '{2}{R}{G}'}, {name: Back, color_indicator: [red, green]}]}"
SPLIT = "{id: A, layout: split, %s, faces: [{name: Assault, mana_cost: '{R}'}, {name: Battery, mana_cost: '{3}{G}'}]}"


def card(facts: str) -> str:
    return f"objects: [{{id: A, {facts}}}]"


def with_cost(cost: str, facts: str = "zone: hand, token: no") -> str:
    return card(f"mana_cost: '{cost}', {facts}")


@pytest.mark.parametrize(
    ("cost", "value"),
    [
        ("{3}{U}{U}", 5),
        ("{0}", 0),
        ("none", 0),
        ("{15}", 15),
        ("{C}{C}", 2),
        ("{S}{S}{1}", 3),
        ("{1}{W/U}{W/U}", 3),
        ("{2/B}{2/B}{2/B}", 6),
        ("{C/G}", 1),
        ("{1}{W/P}{W/P}", 3),
        ("{G/U/P}", 1),
        ("{X}{X}{R}", 1),
    ],
)
def test_what_each_symbol_adds(put: Ask, cost: str, value: int) -> None:
    """202.3, 202.3a, 202.3e to g: the mana value is the sum of the symbols' amounts (the rules' own examples)."""
    assert put("mana-value A", with_cost(cost)).value == value


@pytest.mark.parametrize(
    ("cost", "cites"),
    [
        ("{3}{U}", {"202.3"}),
        ("{2/B}", {"202.3", "202.3f"}),
        ("{W/P}", {"202.3", "202.3g"}),
        ("{X}{R}", {"202.3", "202.3e"}),
        ("none", {"202.3a"}),
    ],
)
def test_rules_cited_for_symbols(put: Ask, cost: str, cites: set[str]) -> None:
    """202.3e to g: the rule for a kind of symbol is cited only if the cost has such a symbol."""
    assert {each.number for each in put("mana-value A", with_cost(cost)).citations} == cites


def test_x_counts_on_the_stack_only(put: Ask) -> None:
    """202.3e, 107.3g: X is the chosen number on the stack, which may be unstated; in other zones it is 0."""
    on_the_stack = "zone: stack, cast_as: normal, token: no"
    assert put("mana-value A", with_cost("{X}{X}{R}", f"{on_the_stack}, x: 3")).value == 7
    assert put("mana-value A", with_cost("{X}{R}", "zone: hand, x: 3")).value == 1
    open_x = put("mana-value A", with_cost("{X}{R}", on_the_stack))
    assert (open_x.verdict, open_x.depends_on) == ("depends", ("objects.A.x",))
    assert put("mana-value A", with_cost("{X}{R}", "token: no")).depends_on == ("objects.A.zone",)


def test_x_off_the_stack_in_2009(put: Ask) -> None:
    """X is 0 in a hand also by the rules of 2009-10-01."""
    ruling = put("mana-value A", with_cost("{X}{R}"), day="2009-10-01")
    assert ruling.value == 1


@pytest.mark.parametrize("facts", ["types: [land]", "types: [creature], token: yes", "types: [plane]", "emblem: yes"])
def test_objects_without_a_mana_cost(put: Ask, facts: str) -> None:
    """202.1b, 114.3: lands, tokens, nontraditional cards and emblems have no mana cost, so their mana value is 0."""
    ruling = put("mana-value A", card(f"zone: battlefield, {facts}"))
    assert (ruling.verdict, ruling.value) == ("yes", 0)


def test_a_cost_that_is_not_stated(put: Ask) -> None:
    """The mana cost of a creature has to be stated, or its mana value."""
    assert put("mana-value A", card("zone: hand, types: [creature], token: no")).depends_on == ("objects.A.mana_cost",)
    assert "objects.A.mana_cost" in put("mana-value A", card("zone: hand")).depends_on
    assert put("mana-value A", card("zone: hand, mana_value: 4")).value == 4


def test_nontraditional_cards_since_2009(put: Ask) -> None:
    """202.1b: nontraditional cards have no mana cost since 2009-10-01; lands and tokens had none before either."""
    text = card("zone: command, types: [plane], token: no")
    assert put("mana-value A", text, day="2009-10-01").value == 0
    assert put("mana-value A", text, day="2009-07-11").verdict == "depends"
    for facts in ("types: [land], token: no", "types: [artifact], token: yes"):
        assert put("mana-value A", card(f"zone: battlefield, {facts}"), day="2009-07-11").value == 0


@pytest.mark.parametrize(
    ("facts", "value"),
    [
        ("zone: battlefield, layout: transforming, face_up: front, copy: no", 4),
        ("zone: battlefield, layout: transforming, face_up: back, copy: no", 4),
        ("zone: battlefield, layout: transforming, face_up: back, copy: permanent", 0),
        ("zone: stack, layout: transforming, cast_as: back, copy: no", 4),
        ("zone: stack, layout: transforming, cast_as: back, copy: spell", 0),
        ("zone: stack, layout: transforming, cast_as: normal, copy: no", 4),
        ("zone: hand, layout: transforming", 4),
        ("zone: battlefield, layout: transforming, face_up: back, face_down: yes", 0),
    ],
)
def test_double_faced(put: Ask, facts: str, value: int) -> None:
    """202.3b, 712.8: a back face has the front's mana value, a copy of it 0. 708.2a: a face-down object has no cost."""
    assert put("mana-value A", f"objects: [{TWO_FACES % facts}]").value == value


def test_back_faces_before_2016(put: Ask) -> None:
    """Until 2016-01-16 a back face had no mana cost, so its converted mana cost was 0."""
    text = f"objects: [{TWO_FACES % 'zone: battlefield, layout: transforming, face_up: back, copy: no'}]"
    assert put("mana-value A", text, day="2014-05-01").value == 0
    assert put("mana-value A", text, day="2016-04-08").value == 4


def test_modal_faces(put: Ask) -> None:
    """712.8f: the face that is up counts on the stack and the battlefield. 712.8a: elsewhere the front counts."""
    text = "objects: [{id: A, layout: modal, %s, faces: [{mana_cost: '{1}{B}'}, {mana_cost: '{5}{G}'}]}]"
    assert put("mana-value A", text % "zone: stack, cast_as: back").value == 6
    assert put("mana-value A", text % "zone: stack, cast_as: normal").value == 2
    assert put("mana-value A", text % "zone: battlefield, face_up: back").value == 6
    assert put("mana-value A", text % "zone: battlefield, face_up: front").value == 2
    assert put("mana-value A", text % "zone: graveyard, face_up: back").value == 2
    assert put("mana-value A", text % "zone: battlefield").depends_on == ("objects.A.face_up",)


def test_melded(put: Ask) -> None:
    """202.3c: a melded permanent's mana value is the sum of both fronts, a copy's 0; each card alone has its own."""
    text = "objects: [{id: A, layout: meld, %s, faces: [{mana_cost: '{4}{W}'}, {mana_cost: '{2}{W}{W}'}, {name: C}]}]"
    assert put("mana-value A", text % "zone: battlefield, face_up: back, copy: no").value == 9
    assert put("mana-value A", text % "zone: battlefield, face_up: back, copy: permanent").value == 0
    assert put("mana-value A", text % "zone: battlefield, face_up: front").value == 5
    assert put("mana-value A", text % "zone: stack").value == 5
    assert put("mana-value A", text % "zone: hand").value == 5
    assert put("mana-value A", text % "zone: battlefield").depends_on == ("objects.A.face_up",)


@pytest.mark.parametrize(
    ("facts", "day", "value"),
    [
        ("zone: hand", "2026-01-16", 5),
        ("zone: hand", "2017-04-28", 5),
        ("zone: hand", "2017-01-20", [1, 4]),
        ("zone: hand", "2006-02-01", [1, 4]),
        ("zone: stack, cast_as: left", "2026-01-16", 1),
        ("zone: stack, cast_as: right", "2026-01-16", 4),
        ("zone: stack, cast_as: right", "2006-02-01", 4),
        ("zone: stack, cast_as: fused", "2026-01-16", 5),
        ("zone: stack, cast_as: fused", "2017-06-05", 5),
        ("zone: stack, cast_as: fused", "2014-05-01", 5),
    ],
)
def test_split_cards(put: Ask, facts: str, day: str, value: object) -> None:
    """202.3d, 709: on the stack the cast half counts; elsewhere both halves do, since 2017-04-28 as one sum."""
    assert put("mana-value A", f"objects: [{SPLIT % facts}]", day=day).value == value


def test_which_half_was_cast_has_to_be_stated(put: Ask) -> None:
    """The answer is open if it isn't stated which half was cast."""
    assert put("mana-value A", f"objects: [{SPLIT % 'zone: stack, cast_as: normal'}]").depends_on == (
        "objects.A.cast_as",
    )
    assert put("mana-value A", f"objects: [{SPLIT % 'zone: stack'}]").depends_on == ("objects.A.cast_as",)


@pytest.mark.parametrize(
    ("layout", "facts", "value"),
    [
        ("adventurer", "zone: stack, cast_as: adventure", 1),
        ("adventurer", "zone: stack, cast_as: normal", 3),
        ("adventurer", "zone: hand", 3),
        ("omen", "zone: stack, cast_as: omen", 1),
        ("omen", "zone: stack, cast_as: normal", 3),
        ("omen", "zone: exile", 3),
        ("prototype", "zone: stack, cast_as: prototype", 1),
        ("prototype", "zone: battlefield, cast_as: prototype", 1),
        ("prototype", "zone: battlefield, cast_as: normal", 3),
        ("prototype", "zone: graveyard, cast_as: prototype", 3),
        ("flip", "zone: battlefield, face_up: back", 3),
    ],
)
def test_cards_with_an_inset(put: Ask, layout: str, facts: str, value: int) -> None:
    """715.3b, 715.4, 718.3b, 718.4, 720.3b, 720.4, 710.1c: the second cost counts only for a card cast with it."""
    text = (
        f"objects: [{{id: A, layout: {layout}, {facts}, faces: [{{mana_cost: '{{2}}{{G}}'}}, {{mana_cost: '{{R}}'}}]}}]"
    )
    assert put("mana-value A", text).value == value


def test_faces_without_a_layout(put: Ask) -> None:
    """The layout of a card with two faces has to be stated; with `normal` the card's own cost counts."""
    faces = "zone: hand, faces: [{mana_cost: '{1}'}, {mana_cost: '{2}'}]"
    assert put("mana-value A", card(faces)).depends_on == ("objects.A.layout",)
    assert put("mana-value A", card(f"{faces}, layout: normal, mana_cost: '{{3}}'")).value == 3


def test_mana_cost_of_the_card_is_the_fronts(put: Ask) -> None:
    """A mana cost stated for a double-faced card is the cost of its front."""
    text = card(
        "zone: battlefield, layout: transforming, face_up: back, mana_cost: '{2}{R}', faces: [{name: F}, {name: B}]"
    )
    assert put("mana-value A", text).value == 3


def test_a_wrong_mana_cost_is_refused() -> None:
    """A string that is no mana cost is refused, and the message names the mana symbol."""
    from tests.kb.rulings.conftest import situation

    for cost in ("{Q}", "{2", "2W", "{W/Z}", "{P}"):
        with pytest.raises(BadSituation, match="mana symbol"):
            situation(card(f"mana_cost: '{cost}'"))


def test_symbols() -> None:
    """107.4: mana symbols have kinds, colours and amounts; a text's other symbols are left out."""
    (hybrid, phyrexian, both) = parse_mana_cost("{2/w} {G/P}{R/G/P}")
    assert (hybrid.kind, hybrid.colors, hybrid.amounts, str(hybrid)) == ("hybrid", ("white",), (2, 1), "{2/W}")
    assert (phyrexian.kind, phyrexian.colors) == ("phyrexian", ("green",))
    assert (both.kind, both.colors) == ("phyrexian", ("red", "green"))
    assert [str(each) for each in mana_symbols_in("{T}, {Q}, {2}{U}: Draw. {E}{P}{CHAOS}")] == ["{2}", "{U}"]
    assert [each.kind for each in parse_mana_cost("{W}{3}{X}{C}{S}")] == [
        "colored",
        "generic",
        "variable",
        "colorless",
        "snow",
    ]


@pytest.mark.parametrize(
    ("zone", "facts", "value", "colors"),
    [
        ("hand", "", 4, ["blue", "red"]),
        ("graveyard", "", 4, ["blue", "red"]),
        ("stack", ", cast_as: left", 2, ["red"]),
        ("stack", ", cast_as: right", 2, ["blue"]),
        ("stack", ", cast_as: fused", 4, ["blue", "red"]),
        ("stack", "", None, None),
    ],
)
def test_split_card_as_printed(put: Ask, zone: str, facts: str, value: int | None, colors: list[str] | None) -> None:
    """709.3b, 709.4b: Fire // Ice has both costs except on the stack. The mana cost is stated as it is printed."""
    card = f"id: A, zone: {zone}, name: Fire // Ice, mana_cost: '{{1}}{{R}} // {{1}}{{U}}', types: [instant]{facts}"
    assert put("mana-value A", f"objects: [{{{card}}}]").value == value
    assert put("color A", f"objects: [{{{card}}}]").value == colors


def test_split_card_before_2017(put: Ask) -> None:
    """505.2: until 2017-04-28 a split card had two mana values off the stack."""
    text = "objects: [{id: A, zone: hand, mana_cost: '{1}{R} // {2}{U}', types: [instant]}]"
    assert put("mana-value A", text, day="2005-02-01").value == [2, 3]
