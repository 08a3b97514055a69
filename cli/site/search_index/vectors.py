"""Learned vectors for the search in the browser: words and rules, with fifteen steps a component.

The program stores a component as a byte. With fifteen steps, MRR@10 of the questions of the bench is the same
(docs/decisions/site-search.md). A component is written as one letter: compression gives frequent letters few bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kb.search.meaning import DIMENSIONS, word_vector, words_with_vectors

__all__ = ["STEPS", "letters", "word_letters", "words_with_vectors"]

STEPS = "abcdefghijklmno"
"""The letters for -7 to 7."""

_LARGEST = 127


def letters(vector: Sequence[float], largest: float = _LARGEST) -> str:
    """Encode the components of a vector. A component with the absolute value `largest` is the last step."""
    middle = len(STEPS) // 2
    steps = (round(each / largest * middle) for each in vector[:DIMENSIONS])
    return "".join(STEPS[max(-middle, min(middle, step)) + middle] for step in steps)


def word_letters(word: str) -> str:
    """Return the encoded vector of a folded English word, or "" if it has none."""
    vector = word_vector(word)
    return letters(vector) if vector else ""


def rule_letters(vectors: Iterable[Sequence[float] | None]) -> str:
    """Encode the vectors of the rules, one after the other. A rule without a vector has the middle of all steps."""
    nothing = [0.0] * DIMENSIONS
    return "".join(letters(vector or nothing) for vector in vectors)
