"""Power and toughness (613.4), numbers (107.1), choices (105.4, 205.3e), replacement effects (614, 616)."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from kb.rulings.engine.answer import ask
from kb.rulings.engine.question_search import find_question
from kb.rulings.engine.questions import QuestionArguments
from tests.kb.rulings.conftest import NEWEST, situation
from tests.kb.rulings.encoded.characteristics.test_type_lines import WithLists

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def creature(power: int, toughness: int, effects: str = "", facts: str = "") -> str:
    more = f", {facts}" if facts else ""
    listed = f"objects: [{{id: A, zone: battlefield, types: [creature], power: {power}, toughness: {toughness}{more}}}]"
    return listed + (f"\neffects: [{effects}]" if effects else "")


MINUS_FIVE = "{says: gets, objects: [A], power: -5}"
TOUGHER = "{says: gets, objects: [A], toughness: 1}"
SWITCH = "{says: switches, objects: [A]}"


@pytest.mark.parametrize(
    ("power", "toughness", "effects", "after"),
    [
        # 107.1b and 613.4d, the rules' own examples.
        (3, 4, MINUS_FIVE, (-2, 4)),
        (3, 4, f"{MINUS_FIVE}, {{says: gets, objects: [A], power: 3}}", (1, 4)),
        (4, 4, "{says: gets, objects: [A], power: -6}, {says: gets, objects: [A], equal_to: power}", (-2, 4)),
        (1, 3, f"{TOUGHER}, {SWITCH}", (4, 1)),
        (1, 3, f"{TOUGHER}, {SWITCH}, {{says: gets, objects: [A], power: 5}}", (4, 6)),
        (1, 3, SWITCH, (3, 1)),
        (1, 3, f"{TOUGHER}, {SWITCH}, {SWITCH}", (1, 4)),
        # Effects that set values apply before effects that modify them, whichever began first.
        (1, 1, "{says: gets, power: 2, toughness: 2}, {says: is, power: 5, toughness: 5}", (7, 7)),
        (1, 1, "{says: is, power: 5}", (5, 1)),
        (
            1,
            1,
            "{says: is, power: 0, toughness: 9, timestamp: 2}, {says: is, power: 4, toughness: 4, timestamp: 1}",
            (0, 9),
        ),
        (2, 3, "{says: gets, equal_to: toughness}", (5, 6)),
        (2, 3, "{says: doubles}", (4, 6)),
        (2, 3, "{says: doubles, quality: [power]}", (4, 3)),
        (2, 3, "{says: doubles, quality: [toughness]}", (2, 6)),
        (-2, 3, "{says: doubles, quality: [power]}", (-4, 3)),
        (2, 3, "{says: gets, power: 1}, {says: doubles}", (6, 6)),
        (2, 3, "{says: triples}", (6, 9)),
        (2, 3, "{says: gets, objects: [], power: 1}", (2, 3)),
        (2, 3, "{says: gets, power: 1, applies: no}", (2, 3)),
        (2, 3, "{says: is, types: [artifact], in_addition: yes}", (2, 3)),
    ],
)
def test_power_and_toughness(put: Ask, power: int, toughness: int, effects: str, after: tuple[int, int]) -> None:
    """107.1b, 613.4b to d, 613.7, 701.10b, 701.10c, 701.11b: setting, modifying, doubling and switching values."""
    value = put("power-toughness A", creature(power, toughness, effects)).value
    assert (value["power"], value["toughness"]) == after


def test_counters_and_base_power(put: Ask) -> None:
    """122.1a: a stated power includes counters; they are added to a stated base power."""
    counted = creature(3, 3, facts="counters: {+1/+1: 2, loyalty: 1}")
    assert put("power-toughness A", counted).value == {"power": 3, "toughness": 3}
    base = "objects: [{id: A, zone: battlefield, types: [creature], base_power: 3, base_toughness: 1, counters: %s}]"
    assert put("power-toughness A", base % "{+1/+1: 2, -0/-1: 1}").value == {"power": 5, "toughness": 2}
    assert put("power-toughness A", base % "{}").value == {"power": 3, "toughness": 1}
    set_first = base % "{+1/+1: 1}" + "\neffects: [{says: is, power: 0, toughness: 1}]"
    assert put("power-toughness A", set_first).value == {"power": 1, "toughness": 2}


@pytest.mark.parametrize(
    ("facts", "after"),
    [
        ("zone: battlefield, types: [artifact], subtypes: [vehicle], power: 3, toughness: 3", None),
        ("zone: battlefield, types: [artifact, creature], power: 3, toughness: 3", 3),
        ("zone: hand, types: [artifact], power: 3, toughness: 3", 3),
        ("zone: battlefield, types: [creature], face_down: yes", 2),
    ],
)
def test_objects_with_power(put: Ask, facts: str, after: int | None) -> None:
    """208.3, 301.7a, 302.4: a noncreature permanent has no power. 708.2a: a face-down creature is 2/2."""
    assert put("power-toughness A", f"objects: [{{id: A, {facts}}}]").value["power"] == after


def test_power_that_is_not_stated(put: Ask) -> None:
    """The answer depends on numbers and types that aren't stated."""
    text = "objects: [{id: A, zone: battlefield, types: [creature], power: 1}]"
    assert put("power-toughness A", text).depends_on == ("objects.A.toughness",)
    assert "objects.A.types" in put("power-toughness A", "objects: [{id: A, zone: battlefield, power: 1}]").depends_on


def test_switching_in_timestamp_order_until_2005(put: Ask) -> None:
    """418.5i: until 2005-08-01 later effects apply after a switch; since 2006 the switch comes last."""
    text = creature(1, 3, f"{SWITCH}, {{says: gets, power: 5}}")
    assert put("power-toughness A", text, day="2004-02-01").value == {"power": 8, "toughness": 1}
    assert put("power-toughness A", text, day="2006-02-01").value == {"power": 3, "toughness": 6}


@pytest.mark.parametrize(("power", "amount"), [(-1, 0), (0, 0), (2, 2)])
def test_negative_amounts(put: Ask, power: int, amount: int) -> None:
    """107.1b: an amount equal to a negative power is 0, but in 2014 a negative bonus to power isn't."""
    mana = "{says: other, does: other, objects: [A], equal_to: power}"
    ruling = put("amount A", creature(power, 2, mana))
    assert ruling.value == amount
    assert ("107.1b" in [each.number for each in ruling.citations]) is (power < 0)
    growing = creature(-2, 4, "{says: gets, objects: [A], equal_to: power}")
    assert put("power-toughness A", growing, day="2014-05-01").value == {"power": -4, "toughness": 2}
    assert put("amount A", creature(-2, 2, mana), day="2014-05-01").value == 0


def test_amount_without_an_effect(put: Ask) -> None:
    """The amount is open if no effect uses a number of the object."""
    assert put("amount A", creature(1, 1)).verdict == "depends"
    tough = creature(1, 7, "{says: other, objects: [A], equal_to: toughness}")
    assert put("amount A", tough).value == 7


# --- choices -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "choice", "verdict"),
    [
        ("color", "red", "yes"),
        ("color", "Red", "yes"),
        ("color", "purple", "no"),
        ("color", "multicolored", "no"),
        ("color", "colorless", "no"),
        ("creature type", "Goblin", "yes"),
        ("creature type", "Time Lord", "yes"),
        ("creature type", "Goblin Wizard", "no"),
        ("creature type", "artifact", "no"),
        ("creature type", "Forest", "no"),
        ("land type", "Urza’s", "yes"),
        ("land type", "Goblin", "no"),
        ("planeswalker type", "Jace", "yes"),
        ("basic land type", "Swamp", "yes"),
        ("basic land type", "Desert", "no"),
        ("number", "0", "yes"),
        ("number", "7", "yes"),
        ("number", "-1", "no"),
        ("number", "1/2", "no"),
        ("number", "1.5", "no"),
        ("any number", "0", "yes"),
        ("any number", "12", "yes"),
        ("any number", "-1", "no"),
        ("any number", "2.5", "no"),
    ],
)
def test_choices(what: str, choice: str, verdict: str) -> None:
    """105.4, 107.1a to c, 205.3e: colours, types and numbers that can be chosen (the rules' own examples)."""
    text = f"proposed: {{choice: '{choice}', choice_of: {what}}}"
    law = WithLists(None, date.fromisoformat(NEWEST))
    assert ask(find_question("can-choose"), situation(text), law, QuestionArguments("can-choose")).verdict == verdict


def test_unstated_facts_of_choices(put: Ask) -> None:
    """The answer depends on the kind of choice, on the choice, and on lists of subtypes that aren't known."""
    assert put("can-choose", "proposed: {choice: red}").depends_on == ("proposed.choice_of",)
    assert put("can-choose", "proposed: {choice_of: color}").depends_on == ("proposed.choice",)
    assert put("can-choose", "proposed: {choice_of: any number}").depends_on == ("proposed.choice",)
    assert put("can-choose", "proposed: {choice: Elf, choice_of: creature type}").depends_on == ("rules.subtypes",)
    assert put("can-choose", "proposed: {choice: swamp, choice_of: basic land type}").verdict == "yes"
    assert put("can-choose", "proposed: {choice: red, choice_of: color}", day="2002-10-07").verdict == "no"


# --- replacement effects -------------------------------------------------------------------------------------

SELF, CONTROL, COPY, BACK, OTHER = (
    f"{{source: {kind}, says: replaces, modifies: {kind}, objects: [A]}}"
    for kind in ("itself", "control", "copy", "back-face", "other")
)


@pytest.mark.parametrize(
    ("effects", "among"),
    [
        ((SELF, CONTROL, COPY, BACK, OTHER), ["itself"]),
        ((CONTROL, COPY, BACK, OTHER), ["control"]),
        ((COPY, BACK, OTHER), ["copy"]),
        ((BACK, OTHER), ["back-face"]),
        ((OTHER, "{source: shield, says: prevents, objects: [A]}"), ["other", "shield"]),
        ((OTHER,), ["other"]),
        ((), []),
        ((OTHER, "{source: theirs, says: prevents, objects: [B]}"), ["other"]),
        ((OTHER, "{source: no, says: prevents, applies: no}"), ["other"]),
        ((OTHER, "{source: another, says: cant}"), ["other"]),
    ],
)
def test_first_replacement_effects(put: Ask, effects: tuple[str, ...], among: list[str]) -> None:
    """616.1a to e: the first effect is chosen among those of the first kind that applies."""
    text = (
        "players: {p1: , p2: }\nobjects: [{id: A, zone: battlefield, controller: p1, owner: p2}, {id: B}]\n"
        f"effects: [{', '.join(effects)}]"
    )
    assert put("replacement-order A", text).value["among"] == among


@pytest.mark.parametrize(
    ("thing", "facts", "chooses"),
    [
        ("A", "zone: battlefield, controller: p1, owner: p2", "p1"),
        ("A", "zone: stack, controller: p1, owner: p2", "p1"),
        ("A", "zone: graveyard, owner: p2", "p2"),
        ("p2", "zone: graveyard, owner: p1", "p2"),
    ],
)
def test_player_who_chooses(put: Ask, thing: str, facts: str, chooses: str) -> None:
    """616.1: the object's controller chooses, or its owner without one, or the affected player."""
    effects = "{source: one, says: replaces}, {source: two, says: prevents}"
    text = f"players: {{p1: , p2: }}\nobjects: [{{id: A, {facts}}}]\neffects: [{effects}]"
    assert put(f"replacement-order {thing}", text).value["chooses"] == chooses
    assert "chooses" not in put(f"replacement-order {thing}", text.replace(", {source: two, says: prevents}", "")).value


def test_order_of_replacement_effects_through_time(put: Ask) -> None:
    """Copy effects come before others since 2012-02-01, but not in 2010."""
    text = f"objects: [{{id: A, zone: battlefield, controller: p1}}]\nplayers: {{p1: }}\neffects: [{COPY}, {OTHER}]"
    assert put("replacement-order A", text, day="2010-02-01").value["among"] == ["copy", "other"]
    assert put("replacement-order A", text, day="2012-02-01").value["among"] == ["copy"]
    own = text.replace(COPY, SELF)
    assert put("replacement-order A", own, day="2003-03-15").value["among"] == ["itself"]


OWN = "{source: A, says: enters, quality: [tapped], objects: [A]}"
ESSENCE = "{source: Essence, says: enters, modifies: copy, quality: [as a copy]}"


@pytest.mark.parametrize(
    ("effects", "answer"),
    [
        # 614.12, the rules' own examples.
        ("{source: A, says: enters, quality: [a colour is chosen], objects: [A]}", (False, ["a colour is chosen"])),
        (f"{OWN}, {{source: Jailer, says: loses, quality: [abilities], in_zone: graveyard}}", (True, [])),
        ("{source: A, says: enters, quality: [tapped]}", (False, [])),
        ("{source: Orb, says: enters, quality: [tapped]}", (True, [])),
        ("{source: Orb, says: enters, quality: [tapped], objects: [B]}", (False, [])),
        ("{source: Orb, says: enters, quality: [tapped], applies: no}", (False, [])),
        ("{source: Orb, says: enters, quality: [tapped], in_zone: exile}", (False, [])),
        ("{source: Sentinel, says: enters, quality: [tapped]}", (False, [])),
        ("{source: Sentinel, says: enters, quality: [tapped], objects: [A, B]}", (False, [])),
        # 616.1c: as a copy, A no longer has its own ability.
        (f"{ESSENCE}, {OWN}", (False, ["as a copy"])),
        (f"{ESSENCE}, {{source: Orb, says: enters, quality: [tapped]}}", (True, ["as a copy"])),
        ("", (False, [])),
    ],
)  # fmt: skip
def test_how_a_permanent_enters(put: Ask, effects: str, answer: tuple[bool, list[str]]) -> None:
    """110.5b, 614.12: effects decide whether a permanent enters tapped, and with which choices."""
    text = f"objects: [{{id: A, name: Sentinel, zone: graveyard, types: [creature]}}, {{id: B}}]\neffects: [{effects}]"
    value = put("enters A", text).value
    assert (value["tapped"], value.get("with", [])) == answer
    assert "face_down" not in value


def test_entering_face_down(put: Ask) -> None:
    """An effect can make a creature enter face down and tapped."""
    effect = "{source: B, says: enters, quality: [face down, tapped]}"
    text = f"objects: [{{id: A, zone: hand, types: [creature]}}]\neffects: [{effect}]"
    assert put("enters A", text).value == {"zone": "battlefield", "tapped": True, "face_down": True}
