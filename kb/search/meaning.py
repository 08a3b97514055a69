"""Meaning: how similar a question and a text are, even if they have no word in common.

Each word has a vector, and so has each English rule. Words and rules with similar meanings have similar vectors.
`python -m bench.learn_meaning` learns the vectors from a sentence encoder (docs/decisions/learned-data.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from math import sqrt
from operator import mul
from struct import Struct

from kb.text.stopwords import DATA

DIMENSIONS = 64
"""The number of components of a vector. Each component is stored as one signed byte."""

KEY = Struct("8s")
"""The key of a rule's vector in the file: a checksum of the rule's text."""

LONGEST = 127.0
"""The length of a rule's vector in the file."""

Vector = Sequence[float]


def text_key(text: str) -> bytes:
    """Return the key of a text in the file of the rules' vectors."""
    return blake2b(text.encode("utf-8", "replace"), digest_size=KEY.size).digest()


def sum_vectors(words: Iterable[tuple[str, float]]) -> Vector | None:
    """Return the sum of the vectors of folded English words, each multiplied by its factor, with length 1.

    Return None if no word has a vector.
    """
    places, vectors = _words()
    total = [0.0] * DIMENSIONS
    for word, factor in words:
        place = places.get(word)
        if place is not None:
            at = place * DIMENSIONS
            total = [old + factor * new for old, new in zip(total, vectors[at : at + DIMENSIONS], strict=True)]
    length = sqrt(sum(map(mul, total, total)))
    return [component / length for component in total] if length else None


def rule_vector(text: str) -> Vector | None:
    """Return the vector of an English rule with length `LONGEST`, or None if the text isn't known."""
    places, vectors = _rules()
    place = places.get(text_key(text))
    return None if place is None else vectors[place : place + DIMENSIONS]


def similarity(one: Vector, other: Vector) -> float:
    """Return the product of two vectors: 1 times their lengths for the same direction, 0 for unrelated ones."""
    product: float = sum(map(mul, one, other))
    return product


@lru_cache
def _words() -> tuple[dict[str, int], memoryview]:
    words = (DATA / "learned" / "vector_words_en.txt").read_text(encoding="utf-8").split()
    vectors = (DATA / "learned" / "word_vectors_en.bin").read_bytes()
    return {word: place for place, word in enumerate(words)}, memoryview(vectors).cast("b")


@lru_cache
def _rules() -> tuple[dict[bytes, int], memoryview]:
    content = (DATA / "learned" / "rule_vectors_en.bin").read_bytes()
    row = KEY.size + DIMENSIONS
    places = {content[at : at + KEY.size]: at + KEY.size for at in range(0, len(content), row)}
    return places, memoryview(content).cast("b")
