"""Times at which each card type can be cast, flash, and effects that give flash (117.1a, 505.6a, 601.3b, 702.8a)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

Says = Callable[..., bool | None]

# With these facts p1 can cast a card of any type from the hand.
MAIN = {"phase": "main", "priority": "p1", "active": "p1", "stack": "[]"}
TYPES = {
    "artifact": "301.1",
    "creature": "302.1",
    "enchantment": "303.1",
    "planeswalker": "306.1",
    "sorcery": "307.1",
    "battle": "310.1",
}


def game(**changes: str | None) -> str:
    """Return a game in which p1 could cast a sorcery, with changed facts. None leaves a fact out."""
    facts = {name: value for name, value in (MAIN | changes).items() if value is not None}
    return "game: {" + ", ".join(f"{name}: {value}" for name, value in facts.items()) + "}\nplayers: {p1: , p2: }\n"


def card(types: str, extra: str = "", **changes: str | None) -> str:
    """Return a card of p1. It is in the hand and has no keyword abilities, unless `extra` says otherwise."""
    place = "" if "zone:" in extra else ", zone: hand"
    keywords = "" if "keywords:" in extra else ", keywords: []"
    return game(**changes) + f"objects: [{{id: A, owner: p1, types: [{types}]{place}{keywords}{extra}}}]\n"


@pytest.mark.parametrize(("kind", "number"), TYPES.items())
def test_cast_in_a_main_phase_with_an_empty_stack(put: Ask, kind: str, number: str) -> None:
    """A player can cast any card type from the hand with priority in their main phase with an empty stack."""
    ruling = put("can-cast A", card(kind))
    assert ruling.verdict == "yes"
    assert {number, "117.1a", "601.3"} <= {cited.number for cited in ruling.citations}


@pytest.mark.parametrize("kind", [*TYPES])
@pytest.mark.parametrize(
    ("fact", "value"), [("phase", "combat"), ("priority", "p2"), ("active", "p2"), ("stack", "[B]")]
)
def test_each_condition_of_the_casting_time(put: Ask, says: Says, kind: str, fact: str, value: str) -> None:
    """If one condition fails, the answer is no. If one condition isn't stated, the answer depends on it alone."""
    concept = f"{kind}-casting"
    text = card(kind, **{fact: value})
    assert put("can-cast A", text).verdict == "no"
    assert says(concept, text, "p1", "A") is False
    assert says("casting-time", text, "p1", "A") is False
    assert says(concept, card(kind), "p1", "A") is True
    ruling = put("can-cast A", card(kind, **{fact: None}), by="p1")
    assert (ruling.verdict, ruling.depends_on) == ("depends", (f"game.{fact}",))


@pytest.mark.parametrize("kind", [*TYPES, "instant"])
def test_only_from_the_hand(put: Ask, says: Says, kind: str) -> None:
    """Only an effect or rule lets a card be cast from another zone or from another player's hand."""
    for extra in (", zone: graveyard", ", zone: exile"):
        assert put("can-cast A", card(kind, extra)).verdict == "no"
        assert says(f"{kind}-casting", card(kind, extra), "p1", "A") is False
        assert says("casting-permission", card(kind, extra), "p1", "A") is False
    assert put("can-cast A", card(kind), by="p2").verdict == "no"
    assert says(f"{kind}-casting", card(kind, priority="p2", active="p2"), "p2", "A") is False
    assert says("casting-permission", card(kind), "p2", "A") is False
    assert says("casting-permission", card(kind), "p1", "A") is True


def test_instant_needs_priority_only(put: Ask, says: Says) -> None:
    """304.1: a player with priority can cast an instant in any phase and turn, even if the stack isn't empty."""
    text = card("instant", phase="combat", active="p2", stack="[B]")
    ruling = put("can-cast A", text)
    assert ruling.verdict == "yes"
    assert {"304.1", "117.1a"} <= {cited.number for cited in ruling.citations}
    late = card("instant", priority="p2")
    assert put("can-cast A", late).verdict == "no"
    assert says("instant-casting", late, "p1", "A") is False
    assert says("casting-time", late, "p1", "A") is False
    assert put("can-cast A", card("instant", phase=None, active=None, stack=None)).verdict == "yes"


def test_each_rule_governs_its_own_card_type(put: Ask) -> None:
    """302.1 is cited for creatures. For artifact creatures, 301.1 is cited as well."""
    numbers = {cited.number for cited in put("can-cast A", card("creature")).citations}
    assert "302.1" in numbers
    assert not numbers & {"301.1", "303.1", "304.1", "306.1", "307.1", "308.1", "310.1"}
    assert {"301.1", "302.1"} <= {cited.number for cited in put("can-cast A", card("artifact, creature")).citations}


def test_flash(put: Ask, says: Says) -> None:
    """702.8a: a card with flash can be cast any time its player could cast an instant."""
    quick = card("creature", ", keywords: [flash]", phase="combat", active="p2", stack="[B]")
    ruling = put("can-cast A", quick)
    assert ruling.verdict == "yes"
    assert "702.8a" in {cited.number for cited in ruling.citations}
    assert says("main-phase-spells", quick, "p1", "A") is True
    assert put("can-cast A", card("creature", ", keywords: [flash]", priority="p2")).verdict == "no"
    unknown = card("creature", phase="combat").replace(", keywords: []", "")
    assert put("can-cast A", unknown).depends_on == ("objects.A.keywords",)


def test_no_flash_before_there_was_such_a_keyword(put: Ask) -> None:
    """Flash lets a creature be cast in combat since 2006-10-01."""
    quick = card("creature", ", keywords: [flash]", phase="combat")
    assert put("can-cast A", quick, day="2006-07-15").verdict == "no"
    assert put("can-cast A", quick, day="2006-10-01").verdict == "yes"


EFFECT = "effects: [{{says: as-though, does: cast, quality: [{qualities}]{extra}}}]\n"


@pytest.mark.parametrize(
    ("kind", "qualities", "extra", "verdict"),
    [
        ("creature", "flash", "", "yes"),
        ("creature", "flash, creature", "", "yes"),
        ("creature", "flash, artifact", "", "no"),
        ("creature", "flash", ", objects: [A]", "yes"),
        ("creature", "flash", ", players: [p2]", "no"),
        ("creature", "flash", ", applies: no", "no"),
        ("creature", "haste", "", "no"),
        ("creature", "flash, artifact, creature", ", applies: no", "no"),
    ],
)
def test_effect_that_gives_flash(put: Ask, kind: str, qualities: str, extra: str, verdict: str) -> None:
    """An effect lets spells with stated qualities be cast as though they had flash."""
    text = card(kind, phase="combat") + EFFECT.format(qualities=qualities, extra=extra)
    assert put("can-cast A", text).verdict == verdict


def test_choices_made_while_casting_count_for_flash(put: Ask, says: Says) -> None:
    """601.3b: since 2016-07-22 flash for Auras lets a card with bestow be cast, which may become an Aura spell."""
    text = card("enchantment, creature", ", keywords: [bestow]", phase="combat") + EFFECT.format(
        qualities="flash, aura", extra=""
    )
    text = text.replace("keywords: [bestow]", "keywords: [bestow], subtypes: [satyr]")
    ruling = put("can-cast A", text)
    assert ruling.verdict == "yes"
    assert "601.3b" in {cited.number for cited in ruling.citations}
    assert put("can-cast A", text, day="2016-04-08").verdict == "no"
    assert says("flash-by-choice", text, "effect1", "A") is True
    assert says("flash-by-choice", text.replace("[bestow]", "[vigilance]"), "effect1", "A") is False
    assert says("flash-by-choice", text.replace("flash, aura", "flash, artifact"), "effect1", "A") is False


BESTOW = ', types: [enchantment, creature], keywords: ["bestow {3}{G}"], alternative_costs: %s'
HORDE = "effects: [{says: can, does: cast, players: [p1], quality: [creature]}]\n"
STORM = "effects: [{says: cant, does: cast, quality: [%s]}]\n"


@pytest.mark.parametrize(
    ("zone", "costs", "effects", "verdict"),
    [
        ("library", "[]", HORDE, "yes"),
        ("library", "[bestow]", HORDE, "no"),
        ("library", "[bestow]", HORDE.replace("[creature]", "[enchantment]"), "yes"),
        ("library", "[bestow]", HORDE.replace("[creature]", "[aura]"), "yes"),
        ("hand", "[bestow]", STORM % "creature", "yes"),
        ("hand", "[bestow]", STORM % "enchantment", "no"),
        ("hand", "[flashback]", STORM % "enchantment", "no"),
        ("hand", "[bestow]", "", "yes"),
    ],
)
def test_cast_bestowed(put: Ask, zone: str, costs: str, effects: str, verdict: str) -> None:
    """702.103d: permissions and prohibitions look at a bestowed spell's characteristics as bestow changes them."""
    text = game() + f"objects: [{{id: A, owner: p1, zone: {zone}{BESTOW % costs}}}]\n{effects}"
    ruling = put("can-cast A", text)
    assert ruling.verdict == verdict
    if verdict == "yes":
        assert ("702.103d" in {each.number for each in ruling.citations}) is ("bestow]" in costs)


def test_cast_bestowed_with_flash(put: Ask) -> None:
    """702.103d, 702.8a: a bestowed spell keeps its other keyword abilities."""
    text = game(phase="combat") + f"objects: [{{id: A, owner: p1, zone: hand{BESTOW % '[bestow]'}}}]\n"
    assert put("can-cast A", text).verdict == "no"
    assert put("can-cast A", text.replace("keywords: [", "keywords: [flash, ")).verdict == "yes"


def test_cast_bestowed_before_the_rule(put: Ask) -> None:
    """702.103d exists since 2020-01-24."""
    text = game() + f"objects: [{{id: A, owner: p1, zone: library{BESTOW % '[bestow]'}}}]\n{HORDE}"
    assert put("can-cast A", text, day="2019-08-23").verdict == "yes"


def test_kindred_is_cast_as_its_other_type(put: Ask, says: Says) -> None:
    """308.1: a kindred card is cast at the times of its other type. Until 2024-03-08 the type was `tribal`."""
    assert put("can-cast A", card("kindred, instant", phase="combat")).verdict == "yes"
    assert put("can-cast A", card("kindred, enchantment", phase="combat")).verdict == "no"
    assert put("can-cast A", card("tribal, sorcery"), day="2010-02-01").verdict == "yes"
    assert says("kindred-casting", card("kindred, instant"), "p1", "A") is True
    assert says("kindred-casting", card("kindred"), "p1", "A") is False


@pytest.mark.parametrize("kind", ["artifact", "creature", "enchantment", "planeswalker", "sorcery"])
def test_main_phase_is_the_only_phase_for_them(says: Says, kind: str) -> None:
    """505.6a: only the active player can cast the spell, and only in a main phase."""
    assert says("main-phase-spells", card(kind, stack=None, priority=None), "p1", "A") is True
    assert says("main-phase-spells", card(kind, phase="ending"), "p1", "A") is False
    assert says("main-phase-spells", card(kind, active="p2"), "p1", "A") is False
    assert says("main-phase-spells", card(f"{kind}, instant", phase="ending"), "p1", "A") is True
    given = card(kind, phase="ending") + EFFECT.format(qualities="flash", extra="")
    assert says("main-phase-spells", given, "p1", "A") is True


def test_before_2003_one_rule_spoke_of_all_types(put: Ask) -> None:
    """408.1d: instants need priority. Other spells need a main phase and an empty stack."""
    assert put("can-cast A", card("creature"), day="2001-07-23").citations[0].number == "408.1d"
    assert put("can-cast A", card("creature", stack="[B]"), day="2001-07-23").verdict == "no"
    assert put("can-cast A", card("instant", stack="[B]"), day="2001-07-23").verdict == "yes"


def test_by_options_a_card_is_in_the_hand(put: Ask) -> None:
    """A card that is asked about by options alone is assumed to be in its player's hand."""
    text = "usual: yes\n" + game() + "objects: [{id: A, types: [creature], owner: p1}]\n"
    ruling = put("can-cast A", text, by="p1")
    assert ruling.verdict == "yes"
    assert any("hand" in each for each in ruling.assumptions)
    assert put("can-cast A", text.replace("owner: p1", "owner: p1, zone: exile"), by="p1").verdict == "no"


def test_who_asks_is_who_owns_it(put: Ask) -> None:
    """If no player is named, the owner of the card is asked about."""
    assert put("can-cast A", card("creature").replace("owner: p1", "owner: p2")).verdict == "no"
    assert put("can-cast A", card("creature").replace("owner: p1", "controller: p1")).verdict == "yes"


@pytest.mark.parametrize(
    ("card", "forbidden", "verdict"),
    [
        ("name: Fire // Ice, mana_cost: '{1}{R} // {1}{U}', types: [instant], cast_as: left", "mana value 4", "yes"),
        ("name: Fire // Ice, mana_cost: '{1}{R} // {1}{U}', types: [instant], cast_as: left", "mana value 2", "no"),
        ("name: Fire // Ice, mana_cost: '{1}{R} // {1}{U}', types: [instant], cast_as: left", "blue", "yes"),
        ("name: Fire // Ice, mana_cost: '{1}{R} // {1}{U}', types: [instant], cast_as: right", "blue", "no"),
        ("layout: adventurer, faces: [{types: [creature]}, {types: [instant]}], cast_as: adventure", "creature", "yes"),
        ("layout: adventurer, faces: [{types: [creature]}, {types: [instant]}], cast_as: normal", "creature", "no"),
    ],
)
def test_only_the_side_that_is_cast_is_evaluated(put: Ask, card: str, forbidden: str, verdict: str) -> None:
    """709.3a, 715.3a: only the chosen half or the Adventure is evaluated to see if it can be cast."""
    text = f"""usual: yes
players: {{p1: , p2: }}
game: {{active: p1, phase: main, priority: p1, stack: []}}
objects: [{{id: A, zone: hand, controller: p1, owner: p1, {card}}}]
effects: [{{says: cant, does: cast, quality: [{forbidden}]}}]"""
    assert put("can-cast A", text).verdict == verdict


MORPH = """
game: {active: p1, phase: main, priority: p1, stack: %s}
players: {p1: , p2: }
closed: [battlefield, stack, hand]
objects:
- {id: A, zone: hand, owner: p1, types: [%s], subtypes: [elf], name: Elfin, colors: [green], mana_cost: "{4}{G}",
   keywords: ["%s {2}{G}", flash], alternative_costs: [%s]}
- {id: V, zone: battlefield, controller: p2, types: [creature]}
effects:
- {source: V, says: cant, does: cast, quality: [%s], whose: opponent}
"""


@pytest.mark.parametrize(
    ("quality", "keyword", "cost", "verdict"),
    [
        ("even mana value", "morph", "morph", "no"),
        ("even mana value", "megamorph", "megamorph", "no"),
        ("even mana value", "disguise", "disguise", "no"),
        ("even mana value", "morph", "", "yes"),
        ("odd mana value", "morph", "morph", "yes"),
        ("odd mana value", "morph", "", "no"),
        ("green", "morph", "morph", "yes"),
        ("green", "morph", "", "no"),
        ("colorless", "morph", "morph", "no"),
        ("elf", "morph", "morph", "yes"),
        ("elf", "morph", "", "no"),
        ("creature", "morph", "morph", "no"),
    ],
)
def test_a_card_cast_face_down_is_the_face_down_spell(
    put: Ask, quality: str, keyword: str, cost: str, verdict: str
) -> None:
    """702.37c, 702.168b, 708.4: a 2/2 creature with no name, subtypes or mana cost. 202.3a: its mana value is 0."""
    assert put("can-cast A", MORPH % ("[]", "creature", keyword, cost, quality), by="p1").verdict == verdict


def test_a_card_with_morph_may_be_cast_for_it_if_no_cost_is_stated(put: Ask) -> None:
    """601.3a: if the choice isn't stated, one that ends the prohibition suffices."""
    text = (MORPH % ("[]", "creature", "morph", "", "green")).replace(", alternative_costs: []", "")
    assert put("can-cast A", text, by="p1").verdict == "yes"


@pytest.mark.parametrize(("cost", "verdict"), [("morph", "no"), ("", "yes")])
def test_a_face_down_spell_has_no_flash(put: Ask, cost: str, verdict: str) -> None:
    """702.37c: the face-down card has no text, so it has no flash; 117.1a: it needs an empty stack."""
    text = (MORPH % ("[S]", "creature", "morph", cost, "red")) + ""
    text = text.replace("effects:", "- {id: S, zone: stack, types: [instant], controller: p2}\neffects:")
    assert put("can-cast A", text, by="p1").verdict == verdict


@pytest.mark.parametrize(("cost", "verdict"), [("morph", "yes"), ("", "no")])
def test_a_land_card_is_cast_face_down_as_a_creature_spell(put: Ask, cost: str, verdict: str) -> None:
    """702.37c: a creature card for casting. 305.9: otherwise a land card can't be cast."""
    assert put("can-cast A", MORPH % ("[]", "land", "morph", cost, "red"), by="p1").verdict == verdict
