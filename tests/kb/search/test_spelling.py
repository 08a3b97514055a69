"""Spelling: misspelt words are mended, right words stay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.languages import Lang
from kb.search.spelling import mend_spelling
from kb.search.thesaurus import related_words
from kb.search.word_sets import WordSet, encode_word_set


def mend(query: str, lang: Lang = "en") -> str:
    """Mend a query for a reader whose texts have no word."""
    return mend_spelling(query, lang, lambda _word: False, lambda: ()).text


@pytest.mark.parametrize(
    ("query", "mended"),
    [
        ("tramlpe", "trample"), ("deathouch", "deathtouch"), ("muligan", "mulligan"),
        ("trigered ability", "triggered ability"),
        ("what happens when a comander dies", "what happens when a commander dies"),
    ],
)  # fmt: skip
def test_english_words_are_mended(query: str, mended: str) -> None:
    """Each misspelt word is replaced, also within a question."""
    assert mend_spelling(query, "en", _rules_have, lambda: ()).text == mended


_RIGHT = {"trampl", "deathtouch", "mulligan", "trigger", "abil", "command", "die", "happen"}


def _rules_have(word: str) -> bool:
    return word in _RIGHT


@pytest.mark.parametrize(
    ("query", "mended"),
    [
        ("pietinnement", "pi\u00e9tinement"),
        ("cimetierre", "cimeti\u00e8re"),
        ("champ de battaille", "champ de bataille"),
    ],
)
def test_french_words_are_mended(query: str, mended: str) -> None:
    """A French word is replaced with its accents."""
    assert mend(query, "fr") == mended


@pytest.mark.parametrize(
    "query",
    [
        "Tarmogoyf",
        "does Jace die",
        "quit rearranging",
        "etb",
        "fizzled",
        "boardwipe",
        "vanish",
        "\u00e9quip\u00e9e",
        "tap",
        "+1/+1",
        "702.9b",
    ],
)
def test_right_words_stay(query: str) -> None:
    """Names of cards, words of players, and right words that the rules don't have aren't changed."""
    assert mend(query) == query


def test_a_capital_letter_in_a_sentence_marks_a_name() -> None:
    """A name that no list has stays, if it is written as a name."""
    assert mend_spelling("can I block Tramplo", "en", _rules_have, lambda: ()).changes == ()
    assert mend_spelling("can I block tramplo", "en", _rules_have, lambda: ()).changes == (("tramplo", "trample"),)


@given(st.sets(st.text(min_size=1), min_size=1))
def test_a_word_set_has_its_words(words: set[str]) -> None:
    """A set says yes for every word that was put in."""
    assert all(word in WordSet(encode_word_set(words)) for word in words)


def test_related_words() -> None:
    """WordNet has "vanish" as a synonym of "disappear"; the strengths are between 0 and 1, the strongest first."""
    strengths = [strength for _, strength in related_words("disappear")]
    assert "leav" in dict(related_words("disappear"))
    assert strengths == sorted(strengths, reverse=True)
    assert all(0 < strength <= 1 for strength in strengths)
    assert related_words("no such word") == ()
