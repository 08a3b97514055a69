"""Words that a situation may have, and the faults of words that aren't understood."""

from __future__ import annotations

import pytest

from kb.errors import BadSituation
from kb.rulings.situation.keyword_forms import PrintedKeyword, parse_keyword
from kb.rulings.situation.known_words import KnownWords
from kb.rulings.situation.parser import situation_from_options, situation_from_text
from kb.rulings.situation.phrase_parser import parse_phrase
from kb.rulings.situation.phrase_tree import HavingName, InvalidPhrase

HEAD = "format: cr-situation/1\nplayers: {p1: , p2: }\n"

REFUSED = [
    ("objects: [{id: A, keywords: [fliyng]}]", "'fliyng'", "'flying'"),
    ("objects: [{id: A, keywords: ['first strkie']}]", "'first strkie'", "'first strike'"),
    ("objects: [{id: A, keywords: ['flying 3']}]", "'flying 3'", "'flying'"),
    ("objects: [{id: A, keywords: ['ward {Y2}']}]", "'{Y2}'", ""),
    ("objects: [{id: A, keywords: ['protection from rde']}]", "'rde'", "'red'"),
    ("objects: [{id: A, keywords: ['equip knihgt {2}']}]", "'knihgt'", "'knight'"),
    ("objects: [{id: A, keywords: ['cumulative upkeep—sacrifice a craeture']}]", "'craeture'", "'creature'"),
    ("objects: [{id: A, types: [creture]}]", "'creture'", "'creature'"),
    ("objects: [{id: A, subtypes: [Forrest]}]", "'Forrest'", "'forest'"),
    ("objects: [{id: A, type_line: Creature — Golbin}]", "'Golbin'", "'goblin'"),
    ("objects: [{id: A, counters: {loyality: 3}}]", "'loyality'", "'loyalty'"),
    ("objects: [{id: A, text: Flyng}]", "'Flyng'", "flying"),
    ("objects: [{id: A, text: Flying, keywords: []}]", "`keywords`", "flying"),
    ("objects: [{id: A, enchant: [creature wiht flying]}]", "'wiht'", "'with'"),
    ("objects: [{id: A, can_target: [creature yuo control]}]", "'yuo'", "'you'"),
    ("objects: [{id: A, created_as: 1/1 green Saprolnig creature}]", "'Saprolnig'", "'saproling'"),
    ("objects: [{id: A}]\neffects: [{says: cant, does: block, objects: [A], quality: [flyng]}]", "'flyng'", "'flying'"),
    ("objects: [{id: A}]\neffects: [{says: replaces, does: deal-damage, quality: [dubble]}]", "'dubble'", ""),
    ("effects: [{says: gets, affects: [craetures], power: 1}]", "'craetures'", "'creature'"),
    ("effects: [{says: can, does: activate, waives: [defnder]}]", "'defnder'", "'defender'"),
    ("effects: [{says: costs, does: cast, amount: 1, for_each: craeture you control}]", "'craeture'", "'creature'"),
    ("objects: [{id: Shield}]\neffects: [{source: Sheild, says: cant, does: attack}]", "'Sheild'", "'Shield'"),
    ("effects: [{says: enters, quality: [creautre, tapped]}]", "'creautre'", "'creature'"),
    ("players: {p1: {mana: {grene: 1}}}", "'grene'", "'green'"),
]


@pytest.mark.parametrize(("text", "wrong", "right"), REFUSED)
def test_misspelt_words(text: str, wrong: str, right: str) -> None:
    """A word that isn't understood is a fault with its line and column, and with the nearest known word."""
    with pytest.raises(BadSituation) as caught:
        situation_from_text(("format: cr-situation/1\n" if "players" in text else HEAD) + text, "test")
    fault = caught.value.faults[0]
    assert fault.line >= 2
    assert wrong in fault.message
    assert right in fault.message


@pytest.mark.parametrize(
    ("fact", "word"), [("A.keywords=fliyng", "fliyng"), ("A.subtypes=Forrest", "Forrest"), ("A.text=Flyng", "Flyng")]
)
def test_misspelt_options(fact: str, word: str) -> None:
    """Options are checked like a file."""
    path, _equals, value = fact.partition("=")
    with pytest.raises(BadSituation, match=word):
        situation_from_options([(path, value)], ["A"], None)


@pytest.mark.parametrize("kind", ["charge", "+1/+1", "-0/-2", "flying", "hexproof from red", "banana"])
def test_kinds_of_counters(kind: str) -> None:
    """122.1: a kind of counters may be any word, unless it's nearly a known kind."""
    found = situation_from_text(HEAD + f"objects: [{{id: A, counters: {{{kind}: 1}}}}]", "test")
    assert found.objects[0].counters.counts == {kind: 1}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("equip {2}", PrintedKeyword("equip", cost="{2}")),
        ("equip knight {3}", PrintedKeyword("equip", quality="knight", cost="{3}")),
        ("equip", PrintedKeyword("equip")),
        ("reconfigure {2}", PrintedKeyword("reconfigure", cost="{2}")),
        ("ward—pay 3 life", PrintedKeyword("ward", cost="pay 3 life")),
        ("cycling {2}", PrintedKeyword("cycling", cost="{2}")),
        ("islandcycling {1}{u}", PrintedKeyword("cycling", kind="island", cost="{1}{u}")),
        ("toxic 1", PrintedKeyword("toxic", number="1")),
        ("suspend 4—{u}", PrintedKeyword("suspend", number="4", cost="{u}")),
        ("snow swampwalk", PrintedKeyword("landwalk", kind="snow swamp")),
        ("protection from red", PrintedKeyword("protection", quality="red")),
        ("splice onto arcane {1}{r}", PrintedKeyword("splice", quality="arcane", cost="{1}{r}")),
    ],
)
def test_keyword_abilities_as_printed(text: str, expected: PrintedKeyword) -> None:
    """702: what follows a name is its cost, number or quality."""
    assert parse_keyword(text) == expected


def test_words_of_a_newer_edition() -> None:
    """A word that only the newest edition has is known; the edition is read only if a word isn't known otherwise."""
    asked = []

    def newer() -> frozenset[str]:
        asked.append(1)
        return frozenset({"sparkmage", "thunderwalk"})

    words = KnownWords(newer)
    situation_from_text(HEAD + "objects: [{id: A, subtypes: [elf], keywords: [flying]}]", "test", words=words)
    assert asked == []
    text = "objects: [{id: A, subtypes: [sparkmage], keywords: [thunderwalk], enchant: [sparkmage]}]"
    situation_from_text(HEAD + text, "test", words=words)
    assert asked == [1]


@pytest.mark.parametrize("phrase", ["", "creature with", "with", "creature creature with flyin", "or", "power or less"])
def test_phrases_that_are_no_phrases(phrase: str) -> None:
    with pytest.raises(InvalidPhrase):
        parse_phrase(phrase)


def test_text_with_keyword_abilities() -> None:
    """A line of keyword abilities in a text counts as keyword abilities; the rest of the text doesn't."""
    text = 'objects: [{id: A, text: "Flying, ward {2}\\n{T}: Draw a card."}, {id: B, text: "{T}: Draw a card."}]'
    found = situation_from_text(HEAD + text, "test")
    assert found.objects[0].keywords.value == ("flying", "ward {2}")
    assert found.objects[1].keywords.value is None


def test_a_name_ends_before_whose_the_object_is() -> None:
    """“You control” after a name isn't a part of the name."""
    yours, plain = parse_phrase("artifact named Sol Ring you control"), parse_phrase("artifact named Sol Ring")
    assert [HavingName("Sol Ring") in each for each in (*yours.alternatives, *plain.alternatives)] == [True, True]
    assert len(yours.alternatives[0]) == len(plain.alternatives[0]) + 1
