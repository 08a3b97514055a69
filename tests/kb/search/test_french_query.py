"""French queries among English rules."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from kb.search import SearchLimits, search, weights
from kb.search.french_query import parse_in_english
from kb.search.query_understanding import Concept, ParsedQuery, parse_query
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.folding import fold_words
from kb.text.stopwords import query_words

DAY = date(2026, 3, 1)


def parse(text: str, **english: str) -> ParsedQuery:
    """Parse a question whose words have the translations `english`. All other words stay."""

    def put(part: str) -> tuple[str, ...]:
        return (" ".join(english.get(word.lower(), word) for word in part.split()),)

    (parsed,) = parse_in_english(text, put)
    return parsed


def sources(concept: Concept) -> list[str]:
    return [synonym.source for synonym in concept.synonyms]


def test_players_words_and_words_around_them_are_translated() -> None:
    english = {"vol": ("flying",), "initiative": ("first strike", "initiative")}

    def read(text: str) -> list[list[str | tuple[str, ...]]]:
        def put(part: str) -> tuple[str, ...]:
            return english.get(part.rpartition(" ")[2], ())

        readings = parse_in_english(text, put, is_translatable=bool(put(text)))
        return [
            [each.synonyms[0].source if each.synonyms else each.words for each in reading.concepts]
            for reading in readings
        ]

    assert read("combien de cartes en main") == [["402.2"]]
    assert read("lampadaire") == read("vol") == []
    assert read("combien de vol") == [[("fli",)]]
    assert read("combien de initiative") == [[("first",), ("strike",)], [("initi",)]]


def test_an_article_is_no_die() -> None:
    """Without accents "des" and "dés" are equal, but the article isn't searched as dice. "Lancer des dés" is."""
    assert [word.is_stopword for word in query_words("des dés de Dès", "fr")] == [True, False, True, True]
    # 706: "Rolling a Die".
    about_dice = [each for each in parse("qui lance les dés", lance="roll").concepts if sources(each)]
    assert [sources(each)[0].partition(".")[0] for each in about_dice] == ["706"]
    assert not any(sources(each) for each in parse("qui choisit parmi des objets").concepts)


def test_names_say_little() -> None:
    """A name goes on after "de", and an elided article may stand before it. Phrases within it aren't players' words."""
    parsed = parse("Puis-je payer le kick de Rite de réplication avec l'Ange ?", kick="kicker", réplication="replicate")
    by_words = {concept.words: concept for concept in parsed.concepts}
    assert by_words[("replic",)].weight == by_words[("rite",)].weight == weights.NAME
    assert not by_words[("replic",)].synonyms
    factors = {word.french: word.factor for word in parsed.french}
    assert factors[fold_words("Ange", "fr")[0]] == weights.NAME
    assert factors[fold_words("kick", "fr")[0]] == 1.0


def test_english_names_end_with_the_word() -> None:
    assert [each.weight for each in parse_query("does Blood of goblins die", "en").concepts][:1] == [weights.NAME]
    assert parse_query("does Blood of goblins die", "en").concepts[1].weight == 1.0


def test_phrases_of_english_players_are_understood() -> None:
    """French players mix in English. But a phrase of only French words isn't read as English: "main" is a hand."""
    # "mana dork" is listed with the rule that defines mana abilities.
    assert ["605.1a"] in [sources(each) for each in parse("un mana dork peut-il attaquer").concepts]
    assert not any(sources(each) for each in parse("ma main est sale").concepts)


@pytest.mark.parametrize(
    ("question", "number"),
    [
        # 402.3: "a player may ... count those cards at any time", of a hand.
        ("suis-je obligé de dire combien de cartes j'ai en main", "402.3"),
        # 122.2: "Counters on an object are not retained if that object moves from one zone to another."
        ("les compteurs partent-ils si le permanent retourne en main", "122.2"),
        # 502.4: "No player receives priority during the untap step".
        ("personne n'a la priorité pendant le dégagement", "502.4"),
        # 302.6: "The creature's activated abilities with the tap symbol ... can't be activated unless ..."
        ("Je peux engager mes Oiseaux de paradis pour du mana le tour où je les lance ?", "302.6"),
    ],
)
def test_questions_are_answered_by_their_meaning(newest_home: Path, question: str, number: str) -> None:
    with Store.open(newest_home) as store:
        hits = search(store, View(store, "fr", DAY), question, SearchLimits()).hits
    assert number in [hit.number for hit in hits[:5]]
