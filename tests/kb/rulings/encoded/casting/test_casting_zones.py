"""Casting from other zones: flashback and similar keywords, foretold and plotted cards, effects (601.3, 702)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.kb.rulings.encoded.casting.test_casting_times import Says, card

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

GRAVEYARD = {
    "flashback": "702.34a",
    "jump-start": "702.133a",
    "retrace": "702.81a",
    "escape": "702.138a",
    "disturb": "702.146a",
    "harmonize": "702.180a",
    "aftermath": "702.127a",
}


@pytest.mark.parametrize(("keyword", "number"), GRAVEYARD.items())
def test_keywords_for_casting_from_the_graveyard(put: Ask, says: Says, keyword: str, number: str) -> None:
    """The keyword lets only the owner cast the card, and only from the graveyard."""
    there = card("sorcery", f", zone: graveyard, keywords: [{keyword}]")
    ruling = put("can-cast A", there)
    assert ruling.verdict == "yes"
    assert number in {cited.number for cited in ruling.citations}
    assert says(keyword, there, "p1", "A") is True
    assert says(keyword, there, "p2", "A") is False
    assert says(keyword, card("sorcery", f", zone: exile, keywords: [{keyword}]"), "p1", "A") is False
    assert says(keyword, card("sorcery", ", zone: graveyard, keywords: [storm]"), "p1", "A") is False
    assert put("can-cast A", card("sorcery", f", zone: exile, keywords: [{keyword}]")).verdict == "no"
    combat = card("sorcery", f", zone: graveyard, keywords: [{keyword}]", phase="combat")
    assert put("can-cast A", combat).verdict == "no"
    has_cost = keyword not in ("jump-start", "retrace", "aftermath")
    with_cost = card("sorcery", f", zone: graveyard, keywords: ['{keyword}{' {2}' if has_cost else ''}']")
    assert says(keyword, with_cost, "p1", "A") is True


@pytest.mark.parametrize("keyword", ["flashback", "jump-start"])
def test_since_2021_only_instants_and_sorceries(says: Says, keyword: str) -> None:
    """Since 2021-02-05 flashback and jump-start work only for instants and sorceries."""
    creature = card("creature", f", zone: graveyard, keywords: [{keyword}]")
    assert says(keyword, creature, "p1", "A", day="2020-11-20") is True
    assert says(keyword, creature, "p1", "A", day="2021-02-05") is False
    assert says(keyword, creature.replace("creature", "instant"), "p1", "A") is True
    sorcery = card("sorcery", f", zone: graveyard, keywords: [{keyword}]")
    assert says(keyword, sorcery, "p1", "A", day="2020-11-20") is True
    assert says(keyword, sorcery.replace("graveyard", "exile"), "p1", "A", day="2020-11-20") is False


def test_aftermath_from_nowhere_else(put: Ask, says: Says) -> None:
    """702.127a: a half with aftermath can be cast only from a graveyard."""
    in_hand = card("sorcery", ", keywords: [aftermath]")
    assert put("can-cast A", in_hand).verdict == "no"
    assert says("aftermath-elsewhere", in_hand, "p1", "A") is True
    assert says("aftermath-elsewhere", card("sorcery", ", zone: graveyard, keywords: [aftermath]"), "p1", "A") is False
    assert put("can-cast A", card("sorcery", ", keywords: [rebound]")).verdict == "yes"


@pytest.mark.parametrize(("designation", "number"), [("foretold", "702.143a"), ("plotted", "702.170d")])
def test_foretold_and_plotted_cards(put: Ask, says: Says, designation: str, number: str) -> None:
    """702.143a, 702.170d: the owner can cast a foretold or plotted card from exile in a later turn."""
    there = card("instant", f", zone: exile, {designation}: yes") + "history: {exiled_this_turn: {A: no}}\n"
    ruling = put("can-cast A", there)
    assert ruling.verdict == "yes"
    assert number in {cited.number for cited in ruling.citations}
    assert says(designation, there.replace("A: no", "A: yes"), "p1", "A") is False
    assert says(designation, there, "p2", "A") is False
    assert says(designation, there.replace("zone: exile", "zone: hand"), "p1", "A") is False
    assert says(designation, there.replace(f"{designation}: yes", f"{designation}: no"), "p1", "A") is False
    assert put("can-cast A", card("instant", f", zone: exile, {designation}: yes")).depends_on == (
        "history.exiled_this_turn.A",
    )


def test_commander_from_the_command_zone(put: Ask, says: Says) -> None:
    """903.8: the owner can cast a commander from the command zone when its card type allows."""
    there = card("creature", ", zone: command, commander: yes")
    ruling = put("can-cast A", there)
    assert ruling.verdict == "yes"
    assert "903.8" in {cited.number for cited in ruling.citations}
    assert put("can-cast A", card("creature", ", zone: command, commander: yes", phase="combat")).verdict == "no"
    assert put("can-cast A", there, day="2009-07-11").verdict == "no"
    assert put("can-cast A", there, day="2009-10-01").verdict == "yes"
    assert says("commander-casting", there, "p1", "A") is True
    assert says("commander-casting", there, "p2", "A") is False
    assert says("commander-casting", there.replace("commander: yes", "commander: no"), "p1", "A") is False
    assert says("commander-casting", there.replace("zone: command", "zone: exile"), "p1", "A") is False


def test_plotted_only_in_a_main_phase(says: Says) -> None:
    """702.170d: a plotted instant needs a main phase and an empty stack. A foretold instant needs neither."""
    history = "history: {exiled_this_turn: {A: no}}\n"
    combat = card("instant", ", zone: exile, plotted: yes, foretold: yes", phase="combat") + history
    assert says("plotted", combat, "p1", "A") is False
    theirs = card("instant", ", zone: exile, plotted: yes", priority="p2", active="p2") + history
    assert says("plotted", theirs, "p2", "A") is False
    assert says("foretold", combat, "p1", "A") is True


@pytest.mark.parametrize(
    ("effect", "verdict"),
    [
        ("{says: can, does: cast, objects: [A]}", "yes"),
        ("{says: can, does: cast, objects: [A], players: [p2]}", "no"),
        ("{says: can, does: cast, objects: [A], applies: no}", "no"),
        ("{says: can, does: play-land, objects: [A]}", "no"),
    ],
)
def test_effect_allows_it(put: Ask, effect: str, verdict: str) -> None:
    """601.3: an effect lets the card be cast from exile, but only when its card type allows."""
    there = card("creature", ", zone: exile") + f"effects: [{effect}]\n"
    assert put("can-cast A", there).verdict == verdict
    combat = card("creature", ", zone: exile", phase="combat") + f"effects: [{effect}]\n"
    assert put("can-cast A", combat).verdict == "no"


@pytest.mark.parametrize(
    ("kind", "facts", "quality", "verdict"),
    [
        ("creature", "", "creature", "yes"),
        ("artifact", "", "creature", "no"),
        ("artifact", "morph", "creature", "yes"),
        ("instant", "", "instant, sorcery", "yes"),
        ("creature", "", "instant, sorcery", "no"),
    ],
)
def test_effect_that_allows_spells_with_a_quality(put: Ask, kind: str, facts: str, quality: str, verdict: str) -> None:
    """601.3e: Garruk's Horde lets creature spells be cast from the library, face-down spells included."""
    text = card(kind, f", zone: library, keywords: [{facts}]")
    effect = f"effects: [{{says: can, does: cast, players: [p1], quality: [{quality}]}}]\n"
    ruling = put("can-cast A", text + effect)
    assert ruling.verdict == verdict
    if facts:
        assert "601.3e" in {cited.number for cited in ruling.citations}
        assert put("can-cast A", text + effect, day="2019-07-12").verdict == "no"
    assert put("can-cast A", text + effect.replace("[p1]", "[p1], applies: no")).verdict == "no"


TRANCE = "{says: as-though, does: cast, players: [p1], quality: [in your graveyard]}"
ORRERY = "{says: as-though, does: cast, players: [p1], quality: [flash]}"


@pytest.mark.parametrize(
    ("effects", "phase", "verdict"),
    [
        (TRANCE, "main", "yes"),
        (TRANCE, "combat", "no"),
        (f"{TRANCE}, {ORRERY}", "combat", "yes"),
        (ORRERY, "combat", "no"),
        (TRANCE.replace("p1", "p2"), "main", "no"),
        (TRANCE.replace("}", ", applies: no}"), "main", "no"),
        (TRANCE.replace("your graveyard", "your hand"), "main", "no"),
    ],
)
def test_flashback_of_an_opponents_card(put: Ask, effects: str, phase: str, verdict: str) -> None:
    """609.4a: "as though in your graveyard" and "as though it had flash" apply together to a card with flashback."""
    text = (
        f"game: {{active: p1, phase: {phase}, priority: p1, stack: []}}\nplayers: {{p1: , p2: }}\n"
        "objects: [{id: A, zone: graveyard, owner: p2, types: [sorcery], supertypes: [], keywords: [flashback],"
        f" legal_choices: yes, payable: yes}}]\neffects: [{effects}]\n"
    )
    ruling = put("can-cast A", text, by="p1")
    assert ruling.verdict == verdict
    assert verdict == "no" or "609.4a" in [each.number for each in ruling.citations]
