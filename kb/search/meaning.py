"""The meaning of texts as vectors: words and rules that mean similar things have similar vectors.

`python -m bench.learn_meaning` learns the vectors from a sentence encoder and from texts whose rule is known
(docs/decisions/learned-data.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from hashlib import blake2b
from heapq import nlargest
from itertools import chain, repeat
from math import dist, sqrt
from operator import mul, sub
from struct import Struct
from typing import NamedTuple

from kb.languages import Lang
from kb.search.query_understanding import FrenchWord
from kb.text.folding import fold_words
from kb.text.stopwords import DATA, is_stopword

DIMENSIONS = 64
"""The number of components of a vector. Each component is stored as one signed byte."""

KEY = Struct("8s")
"""The key of a rule's vector in its file: a checksum of the rule's text."""

ROW = Struct(f"<{DIMENSIONS}bf")
"""A rule's vector in its file. An additional component makes all these vectors as long as `LENGTH`."""

GROUP = Struct(f"<H{DIMENSIONS}b")
"""A group of similar rules in its file: how many rules it has, and the mean of their vectors."""

LENGTH, USUAL_LENGTH = 400, 200
"""The length of a rule's stored vector, and its usual length without the additional component."""

# The lanes of a vector: its components, with an offset that makes them positive. Sums of 2^24 vectors fit in a lane.
_LANES, _LANE_OFFSET = Struct(f"<{DIMENSIONS}I"), 128

# Only so many groups are searched for similar rules: those whose mean is the most similar to the query.
_SEARCHED_GROUPS = 6

Vector = tuple[float, ...]


class SimilarRule(NamedTuple):
    """A rule that is similar to a query: its similarity, its number, and the key of its text."""

    similarity: float
    number: str
    key: bytes


class _Groups(NamedTuple):
    """The groups of rules.

    Attributes:
        spans: the first rule and the rule after the last of each group.
        means: the mean of each group's vectors, with 0 as the additional component.
        squares: the square of the length of each mean.
    """

    spans: list[tuple[int, int]]
    means: list[tuple[int, ...]]
    squares: list[int]


def text_key(text: str) -> bytes:
    """Return the key of a text in the file of the rules' vectors."""
    return blake2b(text.encode("utf-8", "replace"), digest_size=KEY.size).digest()


def sum_vectors(words: Iterable[tuple[str, float]]) -> Vector | None:
    """Return the sum of the vectors of folded English words, each multiplied by its factor, with length 1.

    The additional component of rules' vectors is added to it. It is 0. Return None if no word has a vector.
    """
    return _sum((_word_vector(word, "en"), factor) for word, factor in words)


def sum_french_vectors(words: Iterable[FrenchWord]) -> Vector | None:
    """Return the sum of the vectors of the words of a French question, as `sum_vectors` does."""
    return _sum((_word_vector(word.french, "fr") or _word_vector(word.english, "en"), word.factor) for word in words)


def _sum(vectors: Iterable[tuple[Sequence[int] | None, float]]) -> Vector | None:
    total = [0.0] * DIMENSIONS
    for vector, factor in vectors:
        if vector is not None:
            total = [old + factor * new for old, new in zip(total, vector, strict=True)]
    length = sqrt(sum(map(mul, total, total)))
    return (*(component / length for component in total), 0.0) if length else None


def words_with_vectors(lang: Lang) -> Iterable[str]:
    """Return the folded words of a language that have a vector."""
    places, _ = _words(lang)
    return places.keys()


def word_vector(word: str, lang: Lang) -> bytes:
    """Return the vector of a folded word as it is stored, a byte for each component; b"" if it has none."""
    places, vectors = _words(lang)
    at = places.get(word)
    return b"" if at is None else bytes(vectors[at * DIMENSIONS : (at + 1) * DIMENSIONS])


def rule_vector(key: bytes) -> Vector | None:
    """Return the stored vector of the English rule whose text has a key, or None if no rule has it."""
    return _vector_at(_places().get(key))


def rule_with_vector(key: bytes) -> str | None:
    """Return the number (edition of 2026-01-16) of the stored rule whose text has a key, or None if no rule has it."""
    place = _places().get(key)
    return None if place is None else _numbers()[place]


def vector_of_rule(number: str) -> Vector | None:
    """Return the stored vector of the rule that has a number in the edition of 2026-01-16, or None if there is none."""
    return _vector_at(_place_of_number().get(number))


def _vector_at(place: int | None) -> Vector | None:
    return None if place is None else ROW.unpack_from(_rows(), place * ROW.size)


def vector_of_words(words: Iterable[str], lang: Lang = "en") -> Vector | None:
    """Return a vector as a rule with some folded words might have it, or None if no word has a vector."""
    lanes = [lanes for word in words if (lanes := _lanes(word, lang))]
    # One addition of long integers adds all components of two vectors.
    sums = _LANES.unpack(sum(lanes).to_bytes(_LANES.size, "little"))
    total = [each - _LANE_OFFSET * len(lanes) for each in sums]
    length = sqrt(sum(map(mul, total, total)))
    if not length:
        return None
    return (*(each / length * USUAL_LENGTH for each in total), sqrt(LENGTH**2 - USUAL_LENGTH**2))


@lru_cache(maxsize=1 << 13)
def _lanes(word: str, lang: Lang) -> int:
    """Return the vector of a word as one integer: 32 bits for each component, or 0 if the word has no vector."""
    row = _word_vector(word, lang)
    if row is None:
        return 0
    return int.from_bytes(_LANES.pack(*(each + _LANE_OFFSET for each in row)), "little")


def similarity(asked: Vector, vector: Vector) -> float:
    """Return the product of the vector of a query (length 1) and the vector of a rule (length `LENGTH`)."""
    # Vectors of equal lengths are the more similar the nearer they are, and a distance is computed four times as fast.
    return _similarity(dist(asked, vector))


def similar_rules(asked: Vector, count: int) -> list[SimilarRule]:
    """Return the rules that are the most similar to a query, best first."""
    groups = _groups()
    # The product with a mean follows from the distance, which is computed several times as fast.
    products = map(sub, groups.squares, (distance**2 for distance in map(dist, repeat(asked), groups.means)))
    near = [group for _, group in nlargest(_SEARCHED_GROUPS, zip(products, range(len(groups.means)), strict=True))]
    places = [place for group in near for place in range(*groups.spans[group])]
    distances = list(map(dist, repeat(asked), chain.from_iterable(map(_rows_of_group, near))))
    numbers, keys = _numbers(), _keys()
    return [
        SimilarRule(
            _similarity(distances[at]),
            numbers[places[at]],
            keys[places[at] * KEY.size : (places[at] + 1) * KEY.size],
        )
        for at in sorted(range(len(places)), key=distances.__getitem__)[:count]
    ]


def _similarity(distance: float) -> float:
    return (1 + LENGTH**2 - distance**2) / 2


def is_french(word: str) -> bool:
    """True if a word is French, not one of the English words that players mix in."""
    return is_stopword(word, "fr") or not _words("fr")[0].keys().isdisjoint(fold_words(word, "fr"))


def _word_vector(word: str, lang: Lang) -> Sequence[int] | None:
    places, vectors = _words(lang)
    place = places.get(word)
    return None if place is None else vectors[place * DIMENSIONS : (place + 1) * DIMENSIONS]


@cache
def _words(lang: Lang) -> tuple[dict[str, int], memoryview]:
    words = (DATA / "learned" / f"vector_words_{lang}.txt").read_text(encoding="utf-8").split()
    vectors = (DATA / "learned" / f"word_vectors_{lang}.bin").read_bytes()
    return {word: place for place, word in enumerate(words)}, memoryview(vectors).cast("b")


@lru_cache
def _numbers() -> list[str]:
    return (DATA / "learned" / "vector_rules_en.txt").read_text(encoding="utf-8").split()


@lru_cache
def _keys() -> bytes:
    return (DATA / "learned" / "rule_keys_en.bin").read_bytes()


@lru_cache
def _places() -> dict[bytes, int]:
    return {key: place for place, (key,) in enumerate(KEY.iter_unpack(_keys()))}


@lru_cache
def _place_of_number() -> dict[str, int]:
    return {number: place for place, number in enumerate(_numbers())}


@lru_cache
def _rows() -> bytes:
    return (DATA / "learned" / "rule_vectors_en.bin").read_bytes()


@lru_cache
def _groups() -> _Groups:
    spans, means, end = [], [], 0
    for count, *mean in GROUP.iter_unpack((DATA / "learned" / "rule_groups_en.bin").read_bytes()):
        spans.append((end, end + count))
        means.append((*mean, 0))
        end += count
    return _Groups(spans, means, [sum(map(mul, mean, mean)) for mean in means])


@cache
def _rows_of_group(group: int) -> list[tuple[int, ...]]:
    first, end = _groups().spans[group]
    rows: Iterator[tuple[int, ...]] = ROW.iter_unpack(_rows()[first * ROW.size : end * ROW.size])
    return list(rows)
