"""The words of a text or of program text in which names are looked for, and where a sentence ends."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from kb.citations.rule_text_index import stem
from kb.citations.surroundings import Surroundings

WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+(?:['’][a-z]+)?|[0-9]+[a-z]?")
"""Matches a word of a text or of an identifier."""
OTHER_NUMBER = re.compile(r"[1-9][0-9]{2}\.[0-9]+[a-z]{0,2}")
"""Matches a number of a rule or subrule."""
NEAR = 160
"""How far from a number a name may stand, in characters."""

_ENDS_SENTENCE = re.compile(r"[.!?;]\s|\n")


class Token(NamedTuple):
    """A word of a text or of an identifier.

    Attributes:
        stem: the word without its ending, in lower case.
        start: offset of the word in the text.
        end: offset after the word.
    """

    stem: str
    start: int
    end: int


@lru_cache(maxsize=64)
def stems_of(text: str) -> tuple[str, ...]:
    """Return the words of a text without their endings."""
    return tuple(map(_stem, WORD.findall(text)))


def tokens_of(text: str) -> tuple[Token, ...]:
    """Return the words of a text with their places."""
    return tuple([Token(_stem(match[0]), *match.span()) for match in WORD.finditer(text)])


@lru_cache(maxsize=1 << 12)
def _stem(word: str) -> str:
    return stem(word.lower().replace("’", "'").removesuffix("'s"))


def sentence_of(around: Surroundings) -> tuple[str, str]:
    """Return the parts of a citation's sentence before and behind the number."""
    return _ENDS_SENTENCE.split(around.before[-NEAR:])[-1], _ENDS_SENTENCE.split(around.after[:NEAR])[0]


def is_interrupted(between: str) -> bool:
    """True if a sentence ends between a name and its number, or another number stands there."""
    return _ENDS_SENTENCE.search(between) is not None or OTHER_NUMBER.search(between) is not None or len(between) > 40
