"""Questions of all kinds read characteristics after the listed effects (613)."""

from __future__ import annotations

import pytest

from tests.kb.rulings.conftest import Ask

COMBAT = "game: {active: p1, phase: combat, step: declare-attackers}\nplayers: {p1: {life: 20}, p2: {life: 20}}\n"
A = "id: A, zone: battlefield, controller: p1, tapped: no, face_down: no"
NEW = "history: {controlled_since_turn_began: {A: no, B: no}}\n"


def board(a: str, effect: str = "", b: str = "types: [land]") -> str:
    """Return permanents A of p1 and B of p2 on a closed battlefield, with one effect."""
    return (
        f"{COMBAT}closed: [battlefield]\nobjects:\n  - {{{A}, {a}}}\n"
        f"  - {{id: B, zone: battlefield, controller: p2, tapped: no, {b}}}\n{NEW}effects: [{effect}]\n"
    )


def test_haste_from_an_effect(put: Ask) -> None:
    """302.6, 702.10b: a creature that an effect gives haste can attack at once, even if its keywords aren't stated."""
    creature = "types: [creature], power: 2, toughness: 2"
    haste = "{says: has, objects: [A], keywords: [haste]}"
    assert put("can-attack A", board(creature)).verdict == "no"
    assert put("can-attack A", board(creature, haste)).verdict == "yes"
    unlisted = put("can-attack A", board(creature, haste).replace("closed: [battlefield]\n", ""))
    assert unlisted.depends_on == ("objects.A.keywords",), "it may have defender"
    assert "613.1f" in [each.number for each in put("can-attack A", board(creature, haste)).citations]


@pytest.mark.parametrize(("effect", "dies"), [("toughness: -2", True), ("toughness: -1", False)])
def test_state_based_actions_read_toughness_after_effects(put: Ask, effect: str, dies: bool) -> None:
    """704.5f, 613.4c: an effect that lowers toughness to 0 puts the creature into the graveyard."""
    text = board(
        "types: [creature], power: 2, toughness: 2", f"{{says: gets, affects: [creature], power: 0, {effect}}}"
    )
    ruling = put("sba", text)
    assert [each.action.things for each in ruling.actions] == ([("A",)] if dies else [])


def test_flying_from_an_effect_is_evasion(put: Ask) -> None:
    """702.9b: a creature with flying can't be blocked by creatures without flying and reach."""
    flies = "{says: has, affects: [white creature], keywords: [flying]}"
    creatures = ("types: [creature], colors: [white], attacking: p2", "types: [creature], colors: [red]")
    assert (
        put("can-block B A", board(creatures[0], flies, creatures[1]).replace("attackers", "blockers")).verdict == "no"
    )
    red = creatures[0].replace("white", "red")
    assert put("can-block B A", board(red, flies, creatures[1]).replace("attackers", "blockers")).verdict == "yes"


def test_land_that_becomes_a_creature(put: Ask) -> None:
    """110.4, 508.1a: an object that an effect makes a creature can attack; otherwise, it can't."""
    becomes = "{says: becomes, objects: [A], types: [creature], in_addition: yes, power: 2, toughness: 2}"
    old = board("types: [land]", becomes).replace("A: no", "A: yes")
    assert put("can-attack A", old).verdict == "yes"
    assert put("can-attack A", board("types: [land]").replace("A: no", "A: yes")).verdict == "no"


def test_nonbasic_lands_are_mountains_before_all_lands_are_swamps(put: Ask) -> None:
    """305.7, 613.8: the effect that makes lands Swamps comes from a land that loses it, so it doesn't apply."""
    effects = (
        "{source: B, generated_by: static-ability, says: is, affects: [land], subtypes: [swamp], in_addition: yes,"
        " timestamp: 1}, {source: M, generated_by: static-ability, says: is, affects: [nonbasic land],"
        " subtypes: [mountain], timestamp: 2}"
    )
    text = board("types: [land], supertypes: [], subtypes: []", effects, "types: [land], supertypes: [], subtypes: []")
    assert put("mana-abilities A", text).value == ["{R}"]


def test_lost_abilities_are_lost_for_every_question(put: Ask) -> None:
    """613.1f: an object that has lost all abilities has no activated abilities, triggers and keywords."""
    mana = "types: [creature], keywords: [flying], abilities: [{kind: activated, text: '{T}: Add {G}.'}]"
    loses = "{says: loses, objects: [A], abilities: [all]}"
    assert put("mana-ability A", board(mana)).verdict == "yes"
    assert put("mana-ability A", board(mana, loses)).verdict == "no"
    attacking = board(mana + ", attacking: p2", loses, "types: [creature]").replace("attackers", "blockers")
    assert put("can-block B A", attacking).verdict == "yes"


def test_limits_of_a_player_are_of_the_present_controller(put: Ask) -> None:
    """613.1b: an effect on the creatures of a player is about those that the player controls after effects."""
    steals = "{says: controls, objects: [A], to: [p1]}, {says: cant, does: attack, players: [p2]}"
    stolen = board("types: [creature]", steals).replace("controller: p1", "controller: p2").replace("A: no", "A: yes")
    assert put("can-attack A", stolen).verdict == "yes"


@pytest.mark.parametrize(
    ("effects", "verdict"),
    [
        ("{says: gains, objects: [A], types: [artifact]}", "yes"),
        ("{says: is, objects: [A], types: [artifact], in_addition: yes}", "yes"),
        ("{says: gains, objects: [A], types: [artifact], applies: no}", "depends"),
        ("{says: gains, objects: [A], types: [artifact]}, {says: loses, objects: [A], types: [artifact]}", "depends"),
        ("{says: gains, objects: [A], types: [enchantment]}", "depends"),
    ],
)
def test_a_type_that_is_added_to_unstated_types(put: Ask, effects: str, verdict: str) -> None:
    """205.1b: an effect that adds a type leaves the others. What they are needn't be known."""
    text = (
        f"objects: [{{id: A, zone: battlefield}}, {{id: X, can_target: [artifact]}}]\neffects: [{effects}]\nusual: yes"
    )
    assert put("can-target X A", text).verdict == verdict


STOLEN = "{says: controls, objects: [A], to: [p2], generated_by: resolution, timestamp: 2}"


@pytest.mark.parametrize(("thing", "power"), [("A", 3), ("B", 3), ("C", 2)])
def test_you_is_the_controller_after_layer_two(put: Ask, thing: str, power: int) -> None:
    """109.5, 613.1b: "you" is the present controller of the source. A stolen lord helps its new controller's team."""
    lord = (
        "{generated_by: static-ability, source: A, says: gets, affects: [creature you control], power: 1, timestamp: 1}"
    )
    text = board(
        "types: [creature], power: 2, toughness: 2", f"{lord}, {STOLEN}", "types: [creature], power: 2, toughness: 2"
    )
    third = "  - {id: C, zone: battlefield, controller: p1, types: [creature], power: 2, toughness: 2}\n"
    text = text.replace("history:", f"{third}history:")
    ruling = put(f"power-toughness {thing}", text)
    assert ruling.value == {"power": power, "toughness": 2}
    if power == 3:
        assert "613.1b" in [each.number for each in ruling.citations], "who controls the source decides"


@pytest.mark.parametrize(("effects", "holder"), [("", 1), (STOLEN, 2)])
def test_condition_of_a_stolen_source(put: Ask, effects: str, holder: int) -> None:
    """109.5, 611.3a: "as long as you control an artifact" is about the present controller of the source."""
    has = "generated_by: static-ability, source: A, says: has, objects: [A], keywords: [flying], timestamp: 1"
    listed = ", ".join(each for each in (f"{{{has}, as_long_as: artifact you control}}", effects) if each)
    text = board("types: [creature], keywords: []", listed, "types: [artifact]")
    assert put("is A creature with flying", text).verdict == ("yes" if holder == 2 else "no")


@pytest.mark.parametrize(("effects", "size"), [("", 2), (STOLEN, 1)])
def test_star_counts_for_the_controller_after_layer_two(put: Ask, effects: str, size: int) -> None:
    """109.5, 613.1b, 613.4a: the ability that defines the star counts the creatures of the present controller."""
    counts = "types: [creature], printed_power: '*', printed_toughness: '*', star_counts: creature you control"
    text = board(counts, effects).replace(
        "history:", "  - {id: C, zone: battlefield, controller: p1, types: [creature]}\nhistory:"
    )
    assert put("power-toughness A", text).value == {"power": size, "toughness": size}


@pytest.mark.parametrize(("printed", "size"), [("*", 0), ("1+*", 1)])
@pytest.mark.parametrize("star", ["star: 4", "star_counts: creature you control"])
def test_star_of_an_object_that_has_lost_its_abilities(put: Ask, printed: str, size: int, star: str) -> None:
    """208.2a, 613.1f, 613.4a: the ability is lost before layer 7a, so the number of the star is 0."""
    loses = "{says: loses, objects: [A], abilities: [all], generated_by: resolution, timestamp: 5}"
    ruling = put(
        "power-toughness A",
        board(f"types: [creature], printed_power: '{printed}', printed_toughness: '*', {star}", loses),
    )
    assert ruling.value == {"power": size, "toughness": 0}
    assert {"613.1f", "208.2a"} <= {each.number for each in ruling.citations}
