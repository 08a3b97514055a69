"""Vectors of meaning: words and rules that mean similar things have similar vectors."""

from __future__ import annotations

from math import hypot, isclose
from operator import mul

import pytest

from kb.languages import LANGUAGES
from kb.search.meaning import (
    DIMENSIONS,
    GROUP,
    KEY,
    LENGTH,
    ROW,
    Vector,
    is_french,
    rule_vector,
    similar_rules,
    similarity,
    sum_french_vectors,
    sum_vectors,
    text_key,
    vector_of_words,
)
from kb.search.query_understanding import FrenchWord
from kb.text.folding import fold_words
from kb.text.stopwords import DATA


def product(one: Vector, other: Vector) -> float:
    return sum(map(mul, one, other))


def words_of(text: str) -> list[tuple[str, float]]:
    return [(word, 1.0) for word in fold_words(text, "en")]


@pytest.mark.parametrize(
    ("word", "similar", "other"),
    [
        ("corpse", "dead", "mana"),
        ("shuffle", "randomize", "attack"),
        ("begin", "start", "graveyard"),
        ("murder", "kill", "library"),
    ],
)
def test_similar_words_have_similar_vectors(word: str, similar: str, other: str) -> None:
    first, near, far = (sum_vectors(words_of(each)) for each in (word, similar, other))
    assert first is not None
    assert near is not None
    assert far is not None
    assert product(first, near) > product(first, far)


def test_a_sum_has_length_1_and_unknown_words_add_nothing() -> None:
    known = sum_vectors(words_of("corpse"))
    assert known is not None
    assert len(known) == DIMENSIONS + 1
    assert isclose(hypot(*known), 1.0)
    assert sum_vectors([*words_of("corpse"), ("xqzzy", 1.0)]) == known
    assert sum_vectors([("xqzzy", 1.0)]) is None
    assert sum_vectors([]) is None


@pytest.mark.parametrize(
    ("french", "english"),
    [("abandonner", "concede"), ("bibliothèque", "library"), ("meurt", "dies"), ("jeton", "token")],
)
def test_french_words_are_compared_with_english_ones(french: str, english: str) -> None:
    """A French word is more similar to its translation than to other words."""

    def vector(word: str) -> Vector | None:
        return sum_french_vectors([FrenchWord(fold_words(word, "fr")[0], "", 1.0)])

    of_word, near, far = vector(french), sum_vectors(words_of(english)), sum_vectors(words_of("mountain"))
    assert of_word is not None
    assert near is not None
    assert far is not None
    assert product(of_word, near) > max(0.3, product(of_word, far))
    # An English word among French ones has the English vector.
    assert sum_french_vectors([FrenchWord("xqzzy", "corps", 1.0)]) == sum_vectors(words_of("corpse"))
    assert is_french(french)
    assert not is_french("deathtouch")


def test_the_files_fit_together() -> None:
    learned = DATA / "learned"
    for lang in LANGUAGES:
        words = (learned / f"vector_words_{lang}.txt").read_text(encoding="utf-8").split()
        assert words == sorted(set(words))
        assert (learned / f"word_vectors_{lang}.bin").stat().st_size == len(words) * DIMENSIONS
    numbers = (learned / "vector_rules_en.txt").read_text(encoding="utf-8").split()
    assert len(numbers) == len(set(numbers))
    assert (learned / "rule_vectors_en.bin").stat().st_size == len(numbers) * ROW.size
    assert (learned / "rule_keys_en.bin").stat().st_size == len(numbers) * KEY.size
    groups = GROUP.iter_unpack((learned / "rule_groups_en.bin").read_bytes())
    assert sum(count for count, *_ in groups) == len(numbers)


def test_a_rule_has_a_vector_and_another_text_has_none() -> None:
    # The heading of rule 702.9, in every edition.
    vector = rule_vector(text_key("Flying"))
    assert vector is not None
    assert isclose(hypot(*vector), LENGTH, rel_tol=1e-6)
    assert rule_vector(text_key("No rule says this.")) is None


def test_the_similarity_is_the_product_of_the_vectors() -> None:
    asked, vector = sum_vectors(words_of("can it block fliers")), rule_vector(text_key("Flying"))
    assert asked is not None
    assert vector is not None
    assert isclose(similarity(asked, vector), product(asked, vector), rel_tol=1e-4)
    of_words = vector_of_words(["creatur", "fly"])
    assert of_words is not None
    assert isclose(hypot(*of_words), LENGTH)
    assert vector_of_words(["xqzzy"]) is None


@pytest.mark.parametrize(
    ("asked", "number"),
    [
        # 104.3a: "A player can concede the game at any time."
        ("quit the match", "104.3a"),
        # 103.1: "the players determine which one of them will choose who takes the first turn."
        ("who begins", "103.1"),
        # 514.1: "the active player discards enough cards to reduce their hand size to that number."
        ("too many cards in hand at end of turn", "514.1"),
    ],
)
def test_similar_rules_are_found_by_other_words(asked: str, number: str) -> None:
    vector = sum_vectors(words_of(asked))
    assert vector is not None
    found = similar_rules(vector, 30)
    assert number in [rule.number for rule in found]
    assert [rule.similarity for rule in found] == sorted((rule.similarity for rule in found), reverse=True)
