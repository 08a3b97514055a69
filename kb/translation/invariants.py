"""What a text has in whatever language it stands: by this a French rule is told to be made from an English one.

A translation keeps the numbers that are cited, the symbols, the amounts, the paragraphs and examples, and
much of the length; and many words of the rules begin alike in both languages (permanent, intrinsic, errata).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log
from typing import Literal

from kb.languages import LANGUAGES
from kb.model import Rule, text_status
from kb.text import reference_parser
from kb.text.folding import strip_accents

InvariantKind = Literal["numbers", "symbols", "amounts", "shape", "words", "length"]

_WEIGHTS: dict[InvariantKind, float] = {"numbers": 3, "symbols": 2, "amounts": 2, "shape": 2, "words": 2, "length": 1}
# French runs longer than English by so much; twice that, or half, is no translation.
_LONGER = 1.15
# Of the words of a rule and its translation, so many begin alike; more than that tells no more.
_ALIKE = 0.3

_SYMBOL = re.compile(r"\{[^{}\s]{1,5}\}|[+−-]?[0-9X*]+/[+−-]?[0-9X*]+")
_AMOUNT = re.compile(r"(?<![\w.,])[0-9]+(?![\w]|[.,][0-9])")
_WORD = re.compile(r"dix-(?:sept|huit|neuf)\b|[^\W\d_]{3,}")
# One is left out: "un" is an article too.
_SPELT = {
    word: str(amount)
    for amount, words in enumerate(
        (
            "two deux", "three trois", "four quatre", "five cinq", "six", "seven sept", "eight huit", "nine neuf",
            "ten dix", "eleven onze", "twelve douze", "thirteen treize", "fourteen quatorze", "fifteen quinze",
            "sixteen seize", "seventeen dix-sept", "eighteen dix-huit", "nineteen dix-neuf", "twenty vingt",
        ),
        start=2,
    )
    for word in words.split()
}  # fmt: skip
_BEGINNING, _LONG = 5, 5


@dataclass(frozen=True, slots=True)
class Invariants:
    """What a rule has in whatever language it stands; the text alone but for `examples`.

    Attributes:
        numbers: cited, as often as they are.
        symbols: as often as they stand there: `{T}`, `+1/+1`.
        amounts: in digits or words, each once.
        shape: how many paragraphs and examples it has, whether it is a heading, whether it is deprecated.
        words: the beginnings of its longer words, without accents.
        length: in characters.
    """

    numbers: tuple[str, ...]
    symbols: tuple[str, ...]
    amounts: frozenset[str]
    shape: tuple[int, int, bool, bool]
    words: frozenset[str]
    length: int


@lru_cache(maxsize=1 << 15)
def extract_invariants(rule: Rule) -> Invariants:
    """What a rule has in whatever language it stands."""
    cited = [reference for reference in reference_parser.find_references(rule.text) if reference.target is not None]
    pieces, at = [], 0
    for reference in cited:
        pieces.append(rule.text[at : reference.start])
        at = reference.end
    rest = " ".join((*pieces, rule.text[at:]))
    symbols = _SYMBOL.findall(rest)
    rest = _SYMBOL.sub(" ", rest)
    words = _WORD.findall(strip_accents(rest).lower())
    amounts = {*_AMOUNT.findall(rest), *(_SPELT[word] for word in words if word in _SPELT)}
    deprecated = any(text_status(rule.text, lang) == "deprecated" for lang in LANGUAGES)
    return Invariants(
        numbers=tuple(str(number) for reference in cited for number in reference.numbers),
        symbols=tuple(symbol.replace("−", "-") for symbol in symbols),
        amounts=frozenset(amounts),
        shape=(rule.text.count("\n"), len(rule.examples), rule.title is not None, deprecated),
        words=frozenset(word[:_BEGINNING] for word in words if len(word) >= _LONG),
        length=len(rest),
    )


def similarity_by_kind(one: Invariants, other: Invariants) -> dict[InvariantKind, float]:
    """How much two rules have in common, of each kind that tells something, from 0 to 1.

    Args:
        one: of the translation.
        other: of what it may be made from.
    """
    told: dict[InvariantKind, float] = {}
    counted: tuple[tuple[InvariantKind, Iterable[str], Iterable[str]], ...] = (
        ("numbers", one.numbers, other.numbers),
        ("symbols", one.symbols, other.symbols),
        ("amounts", one.amounts, other.amounts),
    )
    for kind, mine, theirs in counted:
        if mine or theirs:
            told[kind] = _common(Counter(mine), Counter(theirs))
    told["shape"] = sum(mine == theirs for mine, theirs in zip(one.shape, other.shape, strict=True)) / len(one.shape)
    if one.words and other.words:
        told["words"] = min(1.0, _common(Counter(one.words), Counter(other.words)) / _ALIKE)
    if one.length and other.length:
        told["length"] = max(0.0, 1 - abs(log(one.length / other.length / _LONGER)) / log(2))
    return told


def weighted_similarity(told: Mapping[InvariantKind, float]) -> float:
    """All of it in one figure, from 0 to 1."""
    return sum(share * _WEIGHTS[kind] for kind, share in told.items()) / sum(_WEIGHTS[kind] for kind in told)


def _common(one: Counter[str], other: Counter[str]) -> float:
    return 2 * (one & other).total() / (one.total() + other.total())
