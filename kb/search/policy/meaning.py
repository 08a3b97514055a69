"""The meaning of questions about the policy documents, by learned vectors of words and sections.

`python -m bench.learn_policy_meaning` learns the vectors (docs/decisions/learned-data.md). It learns sections of the
rules beside those of the policy documents, so the vectors also tell which book a question is about.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from math import exp, sqrt
from operator import mul
from typing import NamedTuple

from kb.search.meaning import DIMENSIONS
from kb.text.stopwords import DATA

Vector = tuple[float, ...]

# How much more probable a similar section is than a dissimilar one, as an exponent. The vectors were trained with it.
_SHARPNESS = 8.0
# In the file of vectors, the names of sections of the rules begin so.
_RULES = "cr "


class Similarities(NamedTuple):
    """How similar the known sections are to a question.

    Attributes:
        of_policy: the similarity of each section of the policy documents by its name, from -1 to about 1.
        policy_share: the probability that the most fitting section is one of policy, by the vectors alone.
    """

    of_policy: Mapping[str, float]
    policy_share: float


def sum_vectors(words: Iterable[tuple[str, float]]) -> Vector | None:
    """Return the sum of the vectors of folded words, each multiplied by its factor, with length 1.

    Return None if no word has a vector.
    """
    places, rows = _words()
    total = [0.0] * DIMENSIONS
    for word, factor in words:
        place = places.get(word)
        if place is not None:
            row = rows[place * DIMENSIONS : (place + 1) * DIMENSIONS]
            total = [old + factor * new for old, new in zip(total, row, strict=True)]
    length = sqrt(sum(map(mul, total, total)))
    return tuple(each / length for each in total) if length else None


def similarities(asked: Vector) -> Similarities:
    """Compare a vector with all known sections."""
    found = {name: sum(map(mul, asked, vector)) for name, vector in _sections().items()}
    likely = {name: exp(_SHARPNESS * similarity) for name, similarity in found.items()}
    of_policy = {name: similarity for name, similarity in found.items() if not name.startswith(_RULES)}
    return Similarities(of_policy, sum(likely[name] for name in of_policy) / sum(likely.values()))


@cache
def _words() -> tuple[dict[str, int], memoryview]:
    words = (DATA / "learned" / "policy_words.txt").read_text(encoding="utf-8").split()
    vectors = (DATA / "learned" / "policy_word_vectors.bin").read_bytes()
    return {word: place for place, word in enumerate(words)}, memoryview(vectors).cast("b")


@cache
def _sections() -> dict[str, Vector]:
    """Return the vectors of the known sections. Their mean length is 1."""
    names = (DATA / "learned" / "policy_sections.txt").read_text(encoding="utf-8").splitlines()
    stored = memoryview((DATA / "learned" / "policy_section_vectors.bin").read_bytes()).cast("b")
    rows = [stored[at * DIMENSIONS : (at + 1) * DIMENSIONS] for at in range(len(names))]
    mean = sum(sqrt(sum(map(mul, row, row))) for row in rows) / len(rows)
    return {name: tuple(each / mean for each in row) for name, row in zip(names, rows, strict=True)}
