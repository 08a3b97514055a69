"""Phrases of cards and the objects that they pick (109.2, 702.5a, 702.16a, 115.1)."""

from __future__ import annotations

import pytest

from kb.rulings.engine.card_phrases import matches_phrase, phrase_picks
from kb.rulings.engine.protection_qualities import has_quality, protection_qualities
from kb.rulings.logic.open_facts import resolve
from tests.kb.rulings.conftest import situation

BOARD = """
players: {p1: {team: one}, p2: {team: one}, p3: {}}
objects:
  - {id: S, zone: stack, controller: p1, owner: p1, types: [instant], colors: [red], subtypes: []}
  - {id: W, zone: battlefield, controller: p3, owner: p3, types: [creature], colors: [white], subtypes: [elf],
     supertypes: [], keywords: [flying], power: 2, toughness: 2, mana_value: 3, tapped: no, attacking: none}
  - {id: L, zone: battlefield, controller: p2, owner: p2, types: [land], colors: [], subtypes: [plains],
     supertypes: [basic], keywords: [], mana_value: 0, tapped: yes}
  - {id: C, zone: graveyard, controller: p1, owner: p1, types: [creature], colors: [black], subtypes: [zombie],
     keywords: ['suspend 3'], mana_value: 4}
  - {id: B, zone: stack, controller: p3, source: W, owner: p3, types: [], colors: [white]}
"""


@pytest.mark.parametrize(
    ("thing", "phrase", "verdict"),
    [
        ("W", "creature", True),
        ("W", "target creature", True),
        ("L", "creature", False),
        ("C", "creature", False),
        ("C", "creature card in a graveyard", True),
        ("C", "creature card in your graveyard", True),
        ("C", "creature card in an opponent's graveyard", False),
        ("C", "card in exile", False),
        ("W", "artifact, enchantment, or creature", True),
        ("W", "nonartifact, nonblack creature", True),
        ("W", "nonartifact, nonwhite creature", False),
        ("W", "white or blue creature", True),
        ("L", "white or colorless creature", False),
        ("W", "creature an opponent controls", True),
        ("L", "land an opponent controls", False),
        ("L", "land you don't control", True),
        ("W", "creature with flying", True),
        ("W", "creature without flying", False),
        ("W", "creature with power 2 or less", True),
        ("W", "creature with mana value 4 or greater", False),
        ("L", "nonbasic land", False),
        ("L", "tapped land", True),
        ("L", "Plains", True),
        ("S", "instant spell", True),
        ("S", "creature spell", False),
        ("B", "spell", False),
        ("B", "ability", True),
        ("W", "player", False),
        ("p3", "creature or player", True),
        ("p2", "opponent", False),
        ("p3", "opponent", True),
        ("p2", "you", False),
        ("p1", "you", True),
    ],
)
def test_phrases_of_targets(thing: str, phrase: str, verdict: bool) -> None:
    """A phrase of the instant S picks permanents unless it says otherwise; p2 is a teammate of its controller p1."""
    now = situation(BOARD)
    picked, source = now.thing(thing), now.object("S")
    assert picked is not None and source is not None
    assert resolve(phrase_picks(picked, phrase, source)).value is verdict


@pytest.mark.parametrize(
    ("phrase", "verdict"),
    [("zombies", True), ("elves", False), ("creature with suspend", True), ("even mana value", True)],
)
def test_phrases_of_qualities(phrase: str, verdict: bool) -> None:
    """`matches_phrase` ignores the zone, and reads plurals, keyword abilities with values, and parity."""
    card = situation(BOARD).object("C")
    assert card is not None
    assert resolve(matches_phrase(card, phrase)).value is verdict


def test_you_without_a_player() -> None:
    """ "You control" is open if no player is known to be "you"."""
    creature = situation(BOARD).object("W")
    assert creature is not None
    assert resolve(matches_phrase(creature, "creature you control")).value is None


@pytest.mark.parametrize("words", ["black and from red", "black, from red", "black and red"])
def test_several_qualities_in_one_phrase(words: str) -> None:
    """702.16g: protection from A and from B is two abilities."""
    text = f"objects: [{{id: W, zone: battlefield, keywords: ['protection from {words}']}}]"
    creature = situation(text).object("W")
    assert creature is not None
    assert protection_qualities(creature, "protection") == ("black", "red")


@pytest.mark.parametrize(
    ("quality", "verdict"),
    [("red", True), ("blue", False), ("instants", True), ("each color", True), ("p1", True), ("p3", False)],
)
def test_quality_of_a_source(quality: str, verdict: bool) -> None:
    """702.16: a quality can be a colour, a card type, each colour, or a player."""
    spell = situation(BOARD).object("S")
    assert spell is not None
    assert resolve(has_quality(spell, quality)).value is verdict
