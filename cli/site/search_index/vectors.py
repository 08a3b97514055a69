"""Learned vectors for the search in the browser: words and rules, with fifteen steps a component.

The program stores a component as a byte. With fifteen steps, MRR@10 of the questions of the bench is the same
(docs/decisions/site-search.md). A component is written as one letter: compression gives frequent letters few bits.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from kb.languages import Lang
from kb.search.meaning import DIMENSIONS, word_vector

STEPS = "abcdefghijklmno"
"""The letters for -7 to 7."""

_LARGEST = 127


def _letter_of_byte(byte: int) -> int:
    """Return the letter of a component that is stored as a byte with a sign."""
    component = byte - 256 if byte > _LARGEST else byte
    middle = len(STEPS) // 2
    return ord(STEPS[max(0, round(component / _LARGEST * middle) + middle)])


_LETTERS = bytes(map(_letter_of_byte, range(256)))


def letters(vector: Sequence[float]) -> str:
    """Encode the components of a vector. Components are numbers from -127 to 127."""
    components = (max(-_LARGEST, min(_LARGEST, round(each))) for each in vector[:DIMENSIONS])
    return array("b", components).tobytes().translate(_LETTERS).decode()


def word_letters(word: str, lang: Lang) -> str:
    """Return the encoded vector of a folded word, or "" if it has none."""
    vector = word_vector(word, lang)
    return vector.translate(_LETTERS).decode() if vector else ""


def rule_letters(vectors: Iterable[Sequence[float] | None]) -> str:
    """Encode the vectors of the rules, one after the other. A rule without a vector has the middle of all steps."""
    nothing = [0.0] * DIMENSIONS
    return "".join(letters(vector or nothing) for vector in vectors)
