"""Characteristics of objects after all effects: power, toughness, abilities and the others (208, 613.1f, 613.4)."""

from __future__ import annotations

import pytest

from tests.kb.rulings.conftest import Ask
from tests.kb.rulings.encoded.layers.test_layer_application import BEAR, RESOLVED, board, size

# --- power and toughness -------------------------------------------------------------------------------------


def test_noncreatures_have_no_power_and_toughness(put: Ask) -> None:
    """208.3, 208.3a: a noncreature has no power; an effect that adds power applies once it is a creature."""
    vehicle = "types: [artifact], subtypes: [vehicle], supertypes: [], power: 3, toughness: 3"
    bonus = "says: gets, objects: [A], power: 1, toughness: 1"
    ruling = put("power-toughness A", board(vehicle, bonus))
    assert ruling.value == {"power": None, "toughness": None}
    assert "208.3a" in [each.number for each in ruling.citations]
    assert "208.3a" not in [each.number for each in put("power-toughness A", board(vehicle)).citations]
    assert size(put, board(vehicle, bonus, "says: becomes, objects: [A], types: [artifact, creature]")) == (4, 4)


@pytest.mark.parametrize(
    ("effects", "after"),
    [
        (("says: is, objects: [A], power: 4, toughness: 4",), (4, 4)),
        (("says: has, objects: [A], power: 4, toughness: 4", "says: gets, objects: [A], power: 1"), (5, 4)),
        (("says: gets, objects: [A], power: 1", "says: becomes, objects: [A], power: 4, toughness: 4"), (5, 4)),
        (("says: is, objects: [A], power: 4",), None),
        (("says: doubles, objects: [A]", "says: is, objects: [A], power: 4, toughness: 4"), None),
    ],
)
def test_unstated_printed_power(put: Ask, effects: tuple[str, ...], after: tuple[int, int] | None) -> None:
    """613.4b: unstated printed numbers don't matter if an effect sets both, unless an effect doubles them."""
    assert size(put, board("types: [creature]", *effects)) == after


def test_counters_count_on_what_an_effect_sets(put: Ask) -> None:
    """613.4b, 613.4c: a stated power includes counters; they are added to a power that an effect sets."""
    facts = "types: [creature], power: 3, toughness: 3, counters: {+1/+1: 1}"
    assert size(put, board(facts)) == (3, 3)
    assert size(put, board(facts, "says: is, objects: [A], power: 0, toughness: 1")) == (1, 2)


@pytest.mark.parametrize(
    ("printed", "star", "after"),
    [
        ("printed_power: '*', printed_toughness: 1+*", "3", (3, 4)),
        ("printed_power: 1+*, printed_toughness: 1+*", "none", (1, 1)),
        ("printed_power: '*', base_toughness: 2", "5", (5, 2)),
        ("printed_power: '*', base_toughness: 2", "many", None),
        ("printed_power: '*-1', base_toughness: 2", "1", None),
    ],
)
def test_star_as_power_or_toughness(put: Ask, printed: str, star: str, after: tuple[int, int] | None) -> None:
    """208.2a: the stated number replaces the star, or 0 if it can't be determined."""
    assert size(put, board(f"types: [creature], {printed}, star: {star}")) == after


def test_a_star_that_isnt_stated(put: Ask) -> None:
    """Power and toughness are open if the star isn't stated."""
    text = board("types: [creature], printed_power: '*', printed_toughness: '*'")
    assert put("power-toughness A", text).depends_on == ("objects.A.star",)


# --- abilities, characteristics, damage ----------------------------------------------------------------------


def test_abilities_given_and_taken_away(put: Ask) -> None:
    """613.1f: effects give and take away keyword abilities, other abilities, or all."""
    facts = "types: [creature], keywords: [flying, haste], abilities: [{text: draws}]"
    gained = put(
        "abilities A", board(facts, "says: gains, objects: [A], keywords: [haste, trample], abilities: [kills]")
    )
    assert gained.value == {"keywords": ["flying", "haste", "trample"], "abilities": ["draws", "kills"]}
    lost = put("abilities A", board(facts, "says: loses, objects: [A], keywords: [flying], abilities: [draws]"))
    assert lost.value == {"keywords": ["haste"], "abilities": []}
    nothing = put("abilities A", board(facts, "says: loses, objects: [A], abilities: [all]"))
    assert nothing.value == {"keywords": [], "abilities": []}


def test_only_stated_abilities_are_in_the_answer(put: Ask) -> None:
    """The answer has only the stated abilities, and is open if none are stated; a face-down object has none."""
    assert put("abilities A", board("types: [creature], keywords: [flying]")).value == {"keywords": ["flying"]}
    assert put("abilities A", board("types: [creature]")).depends_on == ("objects.A.keywords", "objects.A.abilities")
    down = put("abilities A", board("types: [creature], keywords: [flying], face_down: yes"))
    assert down.value == {"keywords": [], "abilities": []}


def test_abilities_with_variables(put: Ask) -> None:
    """702.1b: the answer is open if an effect gives abilities with variables."""
    text = board(BEAR, "says: gains, objects: [A], keywords: [flying], equal_to: power")
    assert put("abilities A", text).verdict == "depends"


@pytest.mark.parametrize(
    ("among", "effects", "keywords"),
    [
        ("keywords: [flying, hexproof from red]", "", ["flying", "hexproof from red"]),
        ("keywords: [reach]", "", []),
        ("keywords: []", ", {says: gains, objects: [B], keywords: [flying]}", None),
        ("keywords: [], counters: {flying: 1}", "", None),
        ("controller: p1", "", None),
    ],
)
def test_abilities_found_among_others(put: Ask, among: str, effects: str, keywords: list[str] | None) -> None:
    """702.1c: “... if a creature you control has flying. The same is true for first strike and hexproof.”"""
    text = f"""objects:
  - {{id: A, zone: battlefield, types: [creature], keywords: [], abilities: []}}
  - {{id: B, zone: battlefield, types: [creature], {among}}}
effects: [{{says: has, objects: [A], keywords: [flying, first strike, hexproof], among: [B]}}{effects}]"""
    found = put("abilities A", text)
    assert found.verdict == ("depends" if keywords is None else "yes")
    assert keywords is None or found.value["keywords"] == keywords
    assert keywords is None or put("granted-keywords A", text).value == keywords


def test_only_stated_characteristics_are_in_the_answer(put: Ask) -> None:
    """The answer has only the stated characteristics; it is open if an effect changes another one."""
    assert put("characteristics A", board("name: Relic, types: [artifact]")).value == {
        "name": "Relic",
        "types": ["artifact"],
    }
    ruling = put("characteristics A", board("name: Relic", "says: gets, objects: [A], power: 1"))
    assert ruling.verdict == "depends"


@pytest.mark.parametrize(("types", "found"), [("creature", None), ("artifact", {"p1": {"life_lost": 3}})])
def test_damage_of_creatures_is_prevented(put: Ask, types: str, found: object) -> None:
    """611.2c: an effect that prevents damage also affects creatures that entered after it began."""
    text = board(
        f"types: [{types}], subtypes: [], keywords: [], timestamp: 3",
        f"{RESOLVED}says: prevents, does: deal-damage, affects: [creature], timestamp: 1",
    )
    damage = "\nproposed: {damage: [{source: A, to: p1, amount: 3}]}"
    assert put("damage", text + damage).value == found
    open_one = put("damage", text.replace(f"types: [{types}], ", "") + damage)
    assert open_one.depends_on == ("objects.A.types",)


@pytest.mark.parametrize(
    ("counters", "day", "keywords"),
    [
        ("{flying: 1}", "2026-01-16", ["flying"]),
        ("{flying: 0}", "2026-01-16", []),
        ("{+1/+1: 1}", "2026-01-16", []),
        ("{hexproof from red: 1}", "2026-01-16", ["hexproof from red"]),
        ("{decayed: 1}", "2026-01-16", ["decayed"]),
        ("{decayed: 1, exalted: 1}", "2024-11-08", ["exalted"]),
        ("{exalted: 1, shadow: 1}", "2023-11-17", ["shadow"]),
        ("{shadow: 1, menace: 1}", "2022-04-29", ["menace"]),
        ("{flying: 1}", "2012-10-01", []),
    ],
)
def test_keyword_counters(put: Ask, counters: str, day: str, keywords: list[str]) -> None:
    """122.1b: keyword counters exist since 2020; later editions allow more keywords."""
    facts = BEAR + f", counters: {counters}"
    assert put("abilities A", board(facts), day).value == {"keywords": keywords, "abilities": []}


@pytest.mark.parametrize(
    ("loses", "verdict"),
    [("keywords: [flying]", "depends"), ("abilities: [all]", "depends"), ("keywords: [reach]", "yes")],
)
def test_keyword_counter_and_an_effect_that_removes_the_ability(put: Ask, loses: str, verdict: str) -> None:
    """613.7c: the answer is open if an effect removes the keyword and the counter's timestamp isn't stated."""
    facts = BEAR + ", counters: {flying: 1}"
    assert put("abilities A", board(facts, f"says: loses, objects: [A], {loses}")).verdict == verdict
    assert put("abilities A", board(facts, f"says: loses, objects: [], {loses}")).verdict == "yes"


def test_a_keyword_counter_on_a_face_down_creature(put: Ask) -> None:
    """122.1b: a keyword counter gives its keyword to a face-down creature, too."""
    facts = BEAR + ", counters: {flying: 1}, face_down: yes"
    assert put("abilities A", board(facts)).value == {"keywords": ["flying"], "abilities": []}
