"""Colour identity (903.4), deck construction (100.2, 903.5, 903.12), names (201.2), starting life totals (103.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

NEWEST = "2026-01-16"


def cards(*facts: str, game: str = "variant: commander") -> str:
    listed = ", ".join(f"{{id: {name}, {each}}}" for name, each in zip("ABCDEFGH", facts, strict=False))
    return f"game: {{{game}}}\nobjects: [{listed}]"


@pytest.mark.parametrize(
    ("facts", "identity"),
    [
        ("mana_cost: '{8}', text: '{3}{R}, Sacrifice an artifact: This deals damage.'", ["red"]),
        ("mana_cost: '{4}{R/G}{R/G}', text: none", ["red", "green"]),
        ("mana_cost: '{2}{U}', text: 'Extort (You may pay {W/B}.)'", ["blue"]),
        ("mana_cost: none, color_indicator: [green], text: none", ["green"]),
        ("mana_cost: '{1}{G/U/P}', text: '{T}: Add {C}.'", ["blue", "green"]),
        ("mana_cost: '{3}', text: This creature is all colors.", ["white", "blue", "black", "red", "green"]),
        ("mana_cost: '{3}', text: 'This card is red, and it flies.'", ["red"]),
        ("mana_cost: '{3}', text: Target creature is red.", []),
        ("color_identity: [green, white], mana_cost: '{R}'", ["white", "green"]),
        ("types: [land], text: '{T}: Add {G} or {U}.'", ["blue", "green"]),
        ("layout: transforming, faces: [{mana_cost: '{2}{U}'}, {color_indicator: [red]}]", ["blue", "red"]),
        ("layout: transforming, faces: [{mana_cost: '{2}{U}'}, {text: '{B}: Flip.'}]", ["blue", "black"]),
        ("layout: adventurer, faces: [{mana_cost: '{G}'}, {mana_cost: '{W}'}]", ["white", "green"]),
        ("layout: split, faces: [{mana_cost: '{G}'}, {mana_cost: '{W}'}]", ["white", "green"]),
    ],
)
def test_color_identity(put: Ask, facts: str, identity: list[str]) -> None:
    """903.4, 903.4a, 903.4c to e: colours of all mana symbols, indicators and faces count (the rules' own examples)."""
    assert put("color-identity A", cards(facts)).value == identity


def test_color_identity_through_time(put: Ask) -> None:
    """Colour indicators and back faces count since 2012-02-01."""
    indicator = cards("mana_cost: none, color_indicator: [green], text: none")
    assert put("color-identity A", indicator, day="2011-06-17").value == []
    assert put("color-identity A", indicator, day="2012-02-01").value == ["green"]
    faces = cards("layout: transforming, faces: [{mana_cost: '{2}{U}'}, {color_indicator: [red]}]")
    assert put("color-identity A", faces, day="2011-06-17").value == ["blue"]
    text = cards("mana_cost: '{U}', text: 'Extort ({W/B})'")
    assert put("color-identity A", text, day="2011-04-01").value == ["blue"]


def test_color_identity_with_an_unstated_text(put: Ask) -> None:
    """An unstated text is assumed to have no mana symbols. An unstated mana cost leaves the answer open."""
    ruling = put("color-identity A", cards("mana_cost: '{U}'"))
    assert ruling.value == ["blue"]
    assert any("no mana symbols" in each for each in ruling.assumptions)
    assert put("color-identity A", cards("types: [creature], token: no, text: none")).depends_on == (
        "objects.A.mana_cost",
    )


def test_two_commanders_have_one_identity(put: Ask) -> None:
    """702.124c: two commanders have one combined colour identity."""
    text = cards("mana_cost: '{R}', text: none", "mana_cost: '{W}', text: none")
    ruling = put("color-identity A B", text)
    assert (ruling.value, ruling.verdict) == (["white", "red"], "yes")
    assert "702.124c" in [each.number for each in ruling.citations]


# --- which cards go in a deck --------------------------------------------------------------------------------

WORT = "name: Wort, commander: yes, mana_cost: '{4}{R/G}{R/G}', text: none, types: [creature], supertypes: [legendary]"


@pytest.mark.parametrize(
    ("card", "verdict"),
    [
        ("name: Bolt, mana_cost: '{R}', text: none, subtypes: [], supertypes: [], types: [instant]", "yes"),
        ("name: Ring, mana_cost: '{1}', text: none, subtypes: [], supertypes: [], types: [artifact]", "yes"),
        ("name: Path, mana_cost: '{W}', text: none, subtypes: [], supertypes: [], types: [instant]", "no"),
        ("name: Charm, mana_cost: '{R}{W}', text: none, subtypes: [], supertypes: [], types: [instant]", "no"),
        ("name: Orb, mana_cost: '{3}', text: '{U}: Tap.', subtypes: [], supertypes: [], types: [artifact]", "no"),
        ("name: Wort, mana_cost: '{R}', text: none, subtypes: [], supertypes: [], types: [instant]", "no"),
        ("name: Forest, type_line: Basic Land — Forest, text: none", "yes"),
        ("name: Island, type_line: Basic Land — Island, text: none", "no"),
        ("name: Isle, type_line: Land — Island Forest, text: none", "no"),
        ("name: Isle, type_line: Land — Island, text: none, produces: [red]", "yes"),
        ("name: Tower, type_line: Land, text: none, produces: [blue]", "yes"),
    ],
)
def test_what_a_deck_can_include(put: Ask, card: str, verdict: str) -> None:
    """903.5b to d: a deck includes cards within the colour identity, once each (the rules' own examples)."""
    assert put("can-include A B", cards(card, WORT)).verdict == verdict
    assert put("can-include A", cards(card, WORT)).verdict == verdict


@pytest.mark.parametrize(
    ("types", "depends_on"), [("[instant]", ()), ("[artifact]", ()), ("[land]", ("objects.A.subtypes",))]
)
def test_basic_land_types_matter_only_for_lands(put: Ask, types: str, depends_on: tuple[str, ...]) -> None:
    """903.5d: unstated subtypes matter only for lands, because no other card has a basic land type (205.3d)."""
    card = f"name: Bolt, mana_cost: '{{R}}', text: none, supertypes: [], types: {types}"
    assert put("can-include A B", cards(card, WORT)).depends_on == depends_on


def test_each_name_once_but_for_basic_lands(put: Ask) -> None:
    """903.5b: only basic lands may share a name. Interchangeable names are the same since 2022-04-29 (201.3b)."""
    bolt = "name: %s, mana_cost: '{R}', text: none, subtypes: [], supertypes: [], types: [instant]%s"
    twice = cards(bolt % ("Bolt", ""), WORT, bolt % ("Bolt", ""))
    assert put("can-include A B", twice).verdict == "no"
    other = cards(bolt % ("Bolt", ""), WORT, bolt % ("Shock", ""))
    assert put("can-include A B", other).verdict == "yes"
    same = cards(bolt % ("Bolt", ", other_names: [Shock]"), WORT, bolt % ("Shock", ""))
    assert put("can-include A B", same).verdict == "no"
    assert put("can-include A B", same, day="2022-02-18").verdict == "yes"
    assert put("can-include A B", twice, day="2022-02-18").verdict == "no"
    forest = "name: Forest, type_line: Basic Land — Forest, text: none"
    forests = cards(forest, WORT, forest)
    assert put("can-include A B", forests).verdict == "yes"
    artifacts = "name: Moon, type_line: Basic Artifact, mana_cost: '{1}', text: none"
    assert put("can-include A B", cards(artifacts, WORT, artifacts)).verdict == "no"
    snow = cards("name: Isle, type_line: Land — Forest, text: none", WORT, "name: Isle, types: [land]")
    assert put("can-include A B", snow).verdict == "no"


def test_two_commanders_allow_both_identities(put: Ask) -> None:
    """702.124c, 903.5c: the deck may have the colours of both commanders."""
    red, white = "name: R, mana_cost: '{R}', text: none", "name: W, mana_cost: '{W}', text: none"
    boros = "name: Helix, mana_cost: '{R}{W}', text: none, subtypes: [], supertypes: [], types: [instant]"
    assert put("can-include A B C", cards(boros, red, white)).verdict == "yes"
    assert put("can-include A B", cards(boros, red, white)).verdict == "no"


def test_deck_without_a_commander_stated(put: Ask) -> None:
    """The answer depends on the commander and on unstated facts of the card."""
    text = cards("name: Bolt, mana_cost: '{R}', text: none, subtypes: [], supertypes: [], types: [instant]")
    assert put("can-include A", text).depends_on == ("objects.commander",)
    costless = cards("name: Bolt, text: none, subtypes: [], supertypes: [], types: [instant], token: no", WORT)
    assert put("can-include A B", costless).depends_on == ("objects.A.mana_cost",)


def test_basic_lands_of_the_general(put: Ask) -> None:
    """903.4d: a basic land's colour must be in the colour identity, in 2010 in the general's mana cost."""
    general = "name: G, mana_cost: '{W}', text: '{U}: Draw.', types: [creature], supertypes: [legendary]"
    island = "name: Island, type_line: Basic Land — Island, text: none"
    plains = "name: Plains, type_line: Basic Land — Plains, text: none"
    assert put("can-include A B", cards(island, general), day="2010-02-01").verdict == "no"
    assert put("can-include A B", cards(plains, general), day="2010-02-01").verdict == "yes"
    assert put("can-include A B", cards(island, general), day="2012-02-01").verdict == "yes"
    nameless = cards(plains, "name: G, types: [creature]")
    assert put("can-include A B", nameless, day="2010-02-01").depends_on == ("objects.B.mana_cost",)


def test_symbols_of_the_generals_mana_cost(put: Ask) -> None:
    """903.4c: in 2010 all mana symbols of a card had to be of colours in the general's mana cost."""
    general = "name: G, mana_cost: '{W}', text: '{U}: Draw.', types: [creature], supertypes: [legendary]"
    verdicts = {
        "mana_cost: '{U}', text: none": "no",
        "mana_cost: '{W}{W}', text: none": "yes",
        "mana_cost: '{W}', text: '{U}: Untap.'": "no",
        "mana_cost: '{3}', text: none": "yes",
    }
    for card, verdict in verdicts.items():
        text = cards(f"name: C, types: [instant], supertypes: [], subtypes: [], {card}", general)
        assert put("can-include A B", text, day="2010-02-01").verdict == verdict
    costless = cards("name: C, types: [instant], supertypes: [], subtypes: [], mana_cost: '{U}', text: none", "name: G")
    assert put("can-include A B", costless, day="2010-02-01").depends_on == ("objects.B.mana_cost",)


def test_brawl_lands_for_a_commander_without_colors(put: Ask) -> None:
    """903.12e: a Brawl deck with a colourless commander may have basic lands of one type."""
    karn = "name: Karn, mana_cost: '{4}', text: none, types: [planeswalker]"
    island = "name: Island, type_line: %s, text: none"
    basic, other = island % "Basic Land — Island", island % "Land — Island"
    assert put("can-include A B", cards(basic, karn, game="variant: brawl")).verdict == "yes"
    assert put("can-include A B", cards(basic, karn)).verdict == "no"
    assert put("can-include A B", cards(other, karn, game="variant: brawl")).verdict == "no"
    assert put("can-include A B", cards(basic, WORT, game="variant: brawl")).verdict == "no"


@pytest.mark.parametrize(
    ("variant", "deck", "sideboard", "verdict"),
    [
        ("commander", 100, 0, "yes"),
        ("commander", 99, 0, "no"),
        ("commander", 101, 0, "no"),
        ("commander", 100, 15, "no"),
        ("brawl", 60, 0, "yes"),
        ("brawl", 61, 0, "no"),
        ("brawl", 59, 0, "no"),
        ("brawl", 60, 7, "no"),
        ("normal", 60, 15, "yes"),
        ("normal", 250, 14, "yes"),
        ("normal", 59, 0, "no"),
        ("normal", 60, 16, "no"),
    ],
)
def test_sizes_of_decks(put: Ask, variant: str, deck: int, sideboard: int, verdict: str) -> None:
    """100.2a, 100.4a, 903.5a, 903.5e, 903.12d: legal sizes of decks and sideboards in each variant."""
    text = f"game: {{variant: {variant}}}\nplayers: {{p1: {{deck: {deck}, sideboard: {sideboard}}}}}"
    assert put("legal-deck p1", text).verdict == verdict


def test_sideboards_of_exactly_fifteen(put: Ask) -> None:
    """100.4a: until 2013-05-01 a sideboard had exactly fifteen cards."""
    text = "players: {p1: {deck: 60, sideboard: %s}}"
    found = [put("legal-deck p1", text % count, day="2012-10-01").verdict for count in (0, 14, 15, 16)]
    assert found == ["yes", "no", "yes", "no"]


def test_four_of_a_name(put: Ask) -> None:
    """100.2a: a deck has no more than four cards with one name, except basic lands."""
    text = "players: {p1: {deck: 60, sideboard: 0}, p2: }\nobjects: [%s]"
    bolts = [f"{{id: B{place}, name: Bolt, supertypes: [], types: [instant]}}" for place in range(5)]
    lands = [f"{{id: L{place}, name: Forest, supertypes: [basic], types: [land]}}" for place in range(6)]
    theirs = [*bolts[:4], "{id: O, name: Bolt, owner: p2}"]
    assert put("legal-deck p1", text % ", ".join(bolts)).verdict == "no"
    assert put("legal-deck p1", text % ", ".join(bolts[:4])).verdict == "yes"
    assert put("legal-deck p1", text % ", ".join(theirs)).verdict == "yes"
    assert put("legal-deck p1", text % ", ".join(lands)).verdict == "yes"


@pytest.mark.parametrize(
    ("name", "cost", "verdict"), [("Wish", "{R}", "yes"), ("Wort", "{R}", "no"), ("Wish", "{U}", "no")]
)
def test_brought_in_from_outside(put: Ask, name: str, cost: str, verdict: str) -> None:
    """903.11a: an outside card needs a new name and colours within the commander's identity."""
    text = cards(f"name: {name}, mana_cost: '{cost}', text: none", WORT)
    assert put("can-bring-in A B", text).verdict == verdict


# --- names ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "same", "before"),
    [
        ("name: Forest", "name: Forest", "yes", "yes"),
        ("name: Forest", "name: Island", "no", "no"),
        ("name: none", "name: none", "no", "yes"),
        ("name: Forest, face_down: yes", "name: Forest", "no", None),
        ("name: Forest", "name: Forest, face_down: yes", "no", None),
        ("name: Fire, other_names: [Forest]", "name: Forest", "yes", None),
        ("name: Forest", "name: Fire, other_names: [Ice, Forest]", "yes", None),
    ],
)
def test_same_name(put: Ask, one: str, other: str, same: str, before: str | None) -> None:
    """201.2a: objects have the same name if they share a name. Since 2020-11-20 nameless objects share no name."""
    assert put("same-name A B", cards(one, other)).verdict == same
    if before:
        assert put("same-name A B", cards(one, other), day="2014-05-01").verdict == before


def test_names_of_several(put: Ask) -> None:
    """Each pair of objects must have the same name or different names. Of several names, one in common is enough."""
    three = cards("name: X", "name: X", "name: Y")
    assert put("same-name A B C", three).verdict == "no"
    assert put("same-name A B C", cards("name: X", "name: X", "name: X")).verdict == "yes"
    assert put("different-names A B C", three).verdict == "no"
    assert put("different-names A B C", three, day="2019-05-03").verdict == "no"
    assert put("different-names A B C", cards("name: X", "name: Z", "name: Y"), day="2019-05-03").verdict == "yes"
    several = cards("name: X, other_names: [Y]", "name: Y")
    assert put("same-name A B", several, day="2019-05-03").verdict == "yes"


def test_split_cards_have_both_names(put: Ask) -> None:
    """709.4: off the stack a split card has the names of both halves."""
    fire = "zone: hand, layout: split, faces: [{name: Fire}, {name: Ice}]"
    assert put("same-name A B", cards(fire, "name: Ice")).verdict == "yes"
    spell = fire.replace("zone: hand", "zone: stack, cast_as: left")
    assert put("same-name A B", cards(spell, "name: Ice")).verdict == "no"


def test_different_names(put: Ask) -> None:
    """201.2b: each object needs a name that no other object has. Until 2020-09-25 a nameless object counted."""
    demons = ("name: A1", "name: B1", "name: C1", "name: D1, face_down: yes")
    assert put("different-names A B C D", cards(*demons)).verdict == "no"
    assert put("different-names A B C", cards(*demons)).verdict == "yes"
    assert put("different-names A B", cards("name: X", "name: X")).verdict == "no"
    assert put("different-names A B", cards("name: X", "name: none"), day="2019-05-03").verdict == "yes"
    assert put("different-names A B", cards("name: X", "name: X"), day="2019-05-03").verdict == "no"


def test_a_different_name_than_others(put: Ask) -> None:
    """201.2c: the first object needs a name that no other object has. The other objects may be nameless."""
    assert put("different-name A B", cards("name: X", "name: X, face_down: yes")).verdict == "yes"
    assert put("different-name A B", cards("face_down: yes", "name: X")).verdict == "no"
    assert put("different-name A B C", cards("name: X", "name: Y", "name: X")).verdict == "no"
    assert put("different-name A B", cards("name: X", "name: Y"), day="2020-09-25").verdict == "no"


@pytest.mark.parametrize(
    ("facts", "day", "name"),
    [
        ("token: yes, subtypes: [Dwarf, Berserker]", NEWEST, "Dwarf Berserker Token"),
        ("token: yes, subtypes: [Goblin, Scout]", "2014-05-01", "Goblin Scout"),
        ("token: yes, subtypes: [Hamster], name: Boo", NEWEST, "Boo"),
        ("name: Boo, face_down: yes", NEWEST, "none"),
        ("zone: hand, layout: split, faces: [{name: Fire}, {name: Ice}]", NEWEST, "Fire//Ice"),
    ],
)
def test_names_of_tokens(put: Ask, facts: str, day: str, name: str) -> None:
    """111.4: a token is named by its subtypes and "Token", until 2021-07-23 by its subtypes alone."""
    assert put("name A", cards(facts), day=day).value == name


def test_a_name_that_is_not_stated(put: Ask) -> None:
    """The name of a card has to be stated, as only tokens are named by their subtypes."""
    assert put("name A", cards("token: no, subtypes: [goblin]")).depends_on == ("objects.A.name",)
    assert put("name A", cards("token: yes")).depends_on == ("objects.A.name",)


# --- starting life -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "player", "day", "life"),
    [
        ("variant: normal", "", NEWEST, 20),
        ("variant: free-for-all", "", NEWEST, 20),
        ("variant: planechase", "", NEWEST, 20),
        ("variant: conspiracy", "", NEWEST, 20),
        ("variant: two-headed-giant", "", NEWEST, 30),
        ("variant: two-headed-giant", "", "2006-02-01", 40),
        ("variant: two-headed-giant", "", "2008-02-01", 30),
        ("variant: commander", "", NEWEST, 40),
        ("variant: commander", "", "2010-02-01", 40),
        ("variant: vanguard", "life_modifier: +8", NEWEST, 28),
        ("variant: vanguard", "life_modifier: -3", NEWEST, 17),
        ("variant: brawl", "", NEWEST, 25),
        ("variant: archenemy", "archenemy: yes", NEWEST, 40),
        ("variant: archenemy", "archenemy: no", NEWEST, 20),
    ],
)
def test_starting_life(put: Ask, game: str, player: str, day: str, life: int) -> None:
    """103.4, 119.1, 810.4, 902.4, 903.7, 903.12f, 904.5: starting life totals in each variant."""
    text = f"game: {{{game}}}\nplayers: {{p1: {{{player}}}, p2: }}"
    assert put("starting-life p1", text, day=day).value == life


def test_starting_life_in_multiplayer_brawl(put: Ask) -> None:
    """903.12f: the starting life total in multiplayer Brawl is 30."""
    assert put("starting-life p1", "game: {variant: brawl}\nplayers: {p1: , p2: , p3: }").value == 30


def test_starting_life_depends(put: Ask) -> None:
    """The answer depends on the vanguard's life modifier, or on who is the archenemy."""
    vanguard = put("starting-life p1", "game: {variant: vanguard}\nplayers: {p1: , p2: }")
    assert vanguard.depends_on == ("players.p1.life_modifier",)
    archenemy = put("starting-life p1", "game: {variant: archenemy}\nplayers: {p1: , p2: }")
    assert archenemy.depends_on == ("players.p1.archenemy",)
