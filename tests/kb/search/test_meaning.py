"""Vectors of meaning: words and rules that mean similar things have similar vectors."""

from __future__ import annotations

from math import isclose, sqrt

import pytest

from kb.search.meaning import DIMENSIONS, KEY, LONGEST, rule_vector, similarity, sum_vectors
from kb.text.folding import fold_words
from kb.text.stopwords import DATA


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
    assert similarity(first, near) > similarity(first, far)


def test_a_sum_has_length_1_and_unknown_words_add_nothing() -> None:
    known = sum_vectors(words_of("corpse"))
    assert known is not None
    assert len(known) == DIMENSIONS
    assert isclose(sqrt(similarity(known, known)), 1.0)
    assert sum_vectors([*words_of("corpse"), ("xqzzy", 1.0)]) == known
    assert sum_vectors([("xqzzy", 1.0)]) is None
    assert sum_vectors([]) is None


def test_the_files_fit_together() -> None:
    learned = DATA / "learned"
    words = (learned / "vector_words_en.txt").read_text(encoding="utf-8").split()
    assert words == sorted(set(words))
    assert (learned / "word_vectors_en.bin").stat().st_size == len(words) * DIMENSIONS
    assert (learned / "rule_vectors_en.bin").stat().st_size % (KEY.size + DIMENSIONS) == 0


def test_a_rule_has_a_vector_and_another_text_has_none() -> None:
    # The heading of rule 702.9, in every edition.
    vector = rule_vector("Flying")
    assert vector is not None
    assert isclose(sqrt(similarity(vector, vector)), LONGEST, rel_tol=0.02)
    assert rule_vector("No rule says this.") is None
