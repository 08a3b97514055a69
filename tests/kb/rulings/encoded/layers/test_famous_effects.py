"""Effects of well-known pairs of cards, in the questions that read their results (305.7, 613.6, 613.8, 707, 708)."""

from __future__ import annotations

import pytest

from tests.kb.rulings.conftest import Ask

STATIC = "generated_by: static-ability"


def board(objects: str, effects: str = "", step: str = "") -> str:
    """Return a closed battlefield with objects and effects, in p1's turn."""
    game = f"game: {{active: p1{step}}}"
    past = "history: {controlled_since_turn_began: {A: yes}}" if "{id: A," in objects else ""
    return (
        f"usual: yes\n{past}\n{game}\nplayers: {{p1: {{life: 20}}, p2: {{life: 20}}}}\nclosed: [battlefield]\n"
        f"objects: [{objects}]\neffects: [{effects}]"
    )


# --- Blood Moon with Urborg, Tomb of Yawgmoth (305.7, 613.8) -------------------------------------------------

LANDS = (
    "{id: U, zone: battlefield, controller: p1, name: Urborg, types: [land], supertypes: [legendary], subtypes: [],"
    " timestamp: 1},"
    "{id: M, zone: battlefield, controller: p2, name: Moon, types: [enchantment], timestamp: 2},"
    "{id: F, zone: battlefield, controller: p1, name: Wood, types: [land], supertypes: [basic], subtypes: [forest],"
    " timestamp: 3},"
    "{id: D, zone: battlefield, controller: p1, name: Arbor, types: [land, creature], supertypes: [],"
    " subtypes: [forest, dryad], colors: [green], power: 1, toughness: 1, timestamp: 4}"
)
SWAMPS = f"source: U, {STATIC}, says: is, affects: [land], subtypes: [swamp], in_addition: yes"
MOUNTAINS = f"source: M, {STATIC}, says: is, affects: [nonbasic land], subtypes: [mountain]"


@pytest.mark.parametrize("effects", [f"{{{SWAMPS}}}, {{{MOUNTAINS}}}", f"{{{MOUNTAINS}}}, {{{SWAMPS}}}"])
@pytest.mark.parametrize(("land", "subtypes"), [("U", ["mountain"]), ("F", ["forest"])])
def test_a_source_that_loses_its_ability(put: Ask, effects: str, land: str, subtypes: list[str]) -> None:
    """613.8a, 305.7: Blood Moon decides whether Urborg's effect exists, so Urborg's effect never applies."""
    value = put(f"type-line {land}", board(LANDS, effects)).value
    assert sorted(value["subtypes"]) == subtypes


def test_an_effect_that_sets_land_types_leaves_colors(put: Ask) -> None:
    """305.7, 613.1e: setting a land's subtype changes no colour, so Dryad Arbor stays green."""
    assert put("color D", board(LANDS, f"{{{SWAMPS}}}, {{{MOUNTAINS}}}")).value == ["green"]


# --- Humility with Opalescence (613.6) -----------------------------------------------------------------------

HUMILITY = f"source: H, {STATIC}, says: loses, affects: [creature], abilities: [all], power: 1, toughness: 1"
OPALESCENCE = (
    f"source: O, {STATIC}, says: becomes, affects: [other non-Aura enchantment], types: [creature], in_addition: yes,"
    " power: 2, toughness: 2"
)


def humility(first: str) -> str:
    """Return Humility, an Opalescence that makes 2/2 creatures, and a third enchantment; `first` came first."""
    times = {"H": (1, 2), "O": (2, 1)}[first]
    objects = (
        f"{{id: H, zone: battlefield, controller: p1, name: Humility, types: [enchantment], subtypes: [],"
        f" mana_cost: '{{2}}{{W}}{{W}}', timestamp: {times[0]}}},"
        f"{{id: O, zone: battlefield, controller: p1, name: Opalescence, types: [enchantment], subtypes: [],"
        f" mana_cost: '{{2}}{{W}}{{W}}', timestamp: {times[1]}}},"
        "{id: A, zone: battlefield, controller: p1, name: Third, types: [enchantment], subtypes: [],"
        " mana_cost: '{1}{W}', keywords: [flash], timestamp: 3}"
    )
    return board(objects, f"{{{HUMILITY}}}, {{{OPALESCENCE}}}")


@pytest.mark.parametrize(("first", "size"), [("H", 2), ("O", 1)])
def test_an_effect_goes_on_in_later_layers(put: Ask, first: str, size: int) -> None:
    """613.6: both effects go on although Humility loses its ability in layer 6; in layer 7b, the later one wins."""
    text = humility(first)
    assert put("type-line A", text).value["types"] == ["enchantment", "creature"]
    assert put("abilities A", text).value == {"keywords": [], "abilities": []}
    assert put("power-toughness A", text).value == {"power": size, "toughness": size}


# --- animated lands and lost abilities -----------------------------------------------------------------------


def test_an_animated_land_attacks_and_dies(put: Ask) -> None:
    """110.4, 508.1a, 704.5g: a land that an effect makes a creature attacks, blocks and dies as a creature."""
    land = "{id: A, zone: battlefield, controller: p1, types: [land], subtypes: [], damage: 3}"
    effect = "{says: becomes, objects: [A], generated_by: resolution, types: [creature], in_addition: yes, power: 3,"
    text = board(land, f"{effect} toughness: 3}}", ", phase: combat, step: declare-attackers")
    assert put("can-attack A p2", text).verdict == "yes"
    assert [(each.action.kind, each.action.things) for each in put("sba", text).actions] == [("destroy", ("A",))]


def test_lost_abilities_are_gone_for_combat_and_mana(put: Ask) -> None:
    """613.1f: a creature that lost all abilities has no haste, no flying and no mana ability."""
    elf = (
        "{id: A, zone: battlefield, controller: p1, types: [creature], power: 1, toughness: 1, keywords: [flying],"
        " abilities: [{text: '{T}: Add {G}.'}]}, {id: B, zone: battlefield, controller: p2, types: [creature],"
        " power: 1, toughness: 1}"
    )
    loses = "{says: loses, objects: [A], abilities: [all]}"
    attacking = elf.replace("types: [creature], power: 1, toughness: 1, keywords", "attacking: p2, "
                            "types: [creature], power: 1, toughness: 1, keywords")  # fmt: skip
    step = ", phase: combat, step: declare-blockers"
    assert put("can-block B A", board(attacking, "", step)).verdict == "no"
    assert put("can-block B A", board(attacking, loses, step)).verdict == "yes"
    assert put("abilities A", board(elf, loses)).value == {"keywords": [], "abilities": []}


# --- face-down objects (708.2a) ------------------------------------------------------------------------------


def test_a_face_down_permanent_is_a_colorless_creature(put: Ask) -> None:
    """708.2a: a face-down permanent is a 2/2 creature without name, mana cost, colours, subtypes and abilities."""
    hidden = (
        "{id: A, zone: battlefield, controller: p1, face_down: yes, name: Angel, types: [creature], subtypes: [angel],"
        " mana_cost: '{3}{W}{W}', keywords: [flying], power: 4, toughness: 4, damage: 2}"
    )
    text = board(hidden)
    assert put("power-toughness A", text).value == {"power": 2, "toughness": 2}
    assert put("color A", text).value == []
    assert put("mana-value A", text).value == 0
    assert put("abilities A", text).value == {"keywords": [], "abilities": []}
    assert [each.action.kind for each in put("sba", text).actions] == ["destroy"]


@pytest.mark.parametrize("zone", ["graveyard", "hand"])
def test_a_card_elsewhere_has_its_own_characteristics(put: Ask, zone: str) -> None:
    """708.2a: the rule is about spells and permanents. A card in another zone has its printed characteristics."""
    card = f"{{id: A, zone: {zone}, owner: p1, types: [creature], subtypes: [angel], power: 4, toughness: 4}}"
    assert put("power-toughness A", board(card)).value == {"power": 4, "toughness": 4}


# --- copies and counters -------------------------------------------------------------------------------------


def test_a_copy_attacks_with_the_copied_characteristics(put: Ask) -> None:
    """707.2: a copy has the original's keyword abilities and printed power, without its counters; its own count."""
    objects = (
        "{id: A, zone: battlefield, controller: p1, types: [artifact], counters: {+1/+1: 1}, tapped: no},"
        "{id: B, zone: battlefield, controller: p2, types: [creature], subtypes: [elf], keywords: [haste],"
        " base_power: 2, base_toughness: 2, counters: {+1/+1: 3}}"
    )
    text = board(objects, "{says: copies, objects: [A], to: [B]}", ", phase: combat, step: declare-attackers")
    assert put("power-toughness A", text).value == {"power": 3, "toughness": 3}
    assert put("power-toughness B", text).value == {"power": 5, "toughness": 5}
    assert put("can-attack A p2", text).verdict == "yes"
