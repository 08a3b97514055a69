"""Invariants of translation: features of a rule that its translation keeps.

They show which English wording a French rule was made from. They are the cited numbers, the symbols, the amounts, the
counts of paragraphs and examples, and roughly the length. Words with the same beginning in both languages (such as
"errata") are invariants too.
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
from kb.model import Rule
from kb.rule_text import text_status
from kb.text.folding import strip_accents
from kb.text.reference_parser import find_references
from kb.translation.number_words import cardinals

InvariantKind = Literal["numbers", "symbols", "amounts", "shape", "words", "length"]

_WEIGHTS: dict[InvariantKind, float] = {
    "numbers": 3, "symbols": 2, "amounts": 2, "shape": 2, "words": 2, "length": 1
}  # fmt: skip
# French is longer than English by this factor. A text of twice or half the expected length is no translation.
_LENGTH_FACTOR = 1.15
# If this share of the words begins alike in two rules, the similarity of their words is 1, the maximum.
_SIMILAR_WORDS = 0.3

_SYMBOL = re.compile(r"\{[^{}\s]{1,5}\}|[+−-]?[0-9X*]+/[+−-]?[0-9X*]+")
_AMOUNT = re.compile(r"(?<![\w.,])[0-9]+(?![\w]|[.,][0-9])")
_WORD = re.compile(r"dix-(?:sept|huit|neuf)\b|[^\W\d_]{3,}")
# The number one is left out: "un" is also an article.
_SPELLED = {word: str(value) for lang in LANGUAGES for value in range(2, 21) for word in cardinals(value, lang)}
_PREFIX, _MIN_LETTERS = 5, 5


@dataclass(frozen=True, slots=True)
class Invariants:
    """The invariants of a rule: features of its text, and the count of its examples.

    `numbers` (cited rules) and `symbols` (`{T}`, `+1/+1`) keep repetitions. `amounts` has each amount once, in digits.
    `shape` has the counts of line breaks and of examples, and whether the rule is a heading and whether it is
    deprecated. `words` has the beginnings of the longer words, without accents. `length` counts characters, without
    citations and symbols.
    """

    numbers: tuple[str, ...]
    symbols: tuple[str, ...]
    amounts: frozenset[str]
    shape: tuple[int, int, bool, bool]
    words: frozenset[str]
    length: int


@lru_cache(maxsize=1 << 15)
def extract_invariants(rule: Rule) -> Invariants:
    """Extract the invariants of a rule."""
    cited = [reference for reference in find_references(rule.text) if reference.target is not None]
    pieces, at = [], 0
    for reference in cited:
        pieces.append(rule.text[at : reference.start])
        at = reference.end
    rest = " ".join((*pieces, rule.text[at:]))
    symbols = _SYMBOL.findall(rest)
    rest = _SYMBOL.sub(" ", rest)
    words = _WORD.findall(strip_accents(rest).lower())
    deprecated = any(text_status(rule.text, lang) == "deprecated" for lang in LANGUAGES)
    return Invariants(
        numbers=tuple(str(number) for reference in cited for number in reference.numbers),
        symbols=tuple(symbol.replace("−", "-") for symbol in symbols),
        amounts=frozenset((*_AMOUNT.findall(rest), *(_SPELLED[word] for word in words if word in _SPELLED))),
        shape=(rule.text.count("\n"), len(rule.examples), rule.title is not None, deprecated),
        words=frozenset(word[:_PREFIX] for word in words if len(word) >= _MIN_LETTERS),
        length=len(rest),
    )


def similarity_by_kind(french: Invariants, english: Invariants) -> dict[InvariantKind, float]:
    """Return the similarity of two rules from 0 to 1, for each kind of invariant that can be compared."""
    similarity: dict[InvariantKind, float] = {}
    counted: tuple[tuple[InvariantKind, Iterable[str], Iterable[str]], ...] = (
        ("numbers", french.numbers, english.numbers),
        ("symbols", french.symbols, english.symbols),
        ("amounts", french.amounts, english.amounts),
    )
    for kind, ours, theirs in counted:
        if ours or theirs:
            similarity[kind] = _overlap(ours, theirs)
    equal = (ours == theirs for ours, theirs in zip(french.shape, english.shape, strict=True))
    similarity["shape"] = sum(equal) / len(french.shape)
    if french.words and english.words:
        similarity["words"] = min(1.0, _overlap(french.words, english.words) / _SIMILAR_WORDS)
    if french.length and english.length:
        ratio = french.length / english.length / _LENGTH_FACTOR
        similarity["length"] = max(0.0, 1 - abs(log(ratio)) / log(2))
    return similarity


def weighted_similarity(similarity: Mapping[InvariantKind, float]) -> float:
    """Return the weighted mean of the similarities, from 0 to 1."""
    return sum(share * _WEIGHTS[kind] for kind, share in similarity.items()) / sum(
        _WEIGHTS[kind] for kind in similarity
    )


def _overlap(one: Iterable[str], other: Iterable[str]) -> float:
    """Return the Dice coefficient of two multisets."""
    ours, theirs = Counter(one), Counter(other)
    return 2 * (ours & theirs).total() / (ours.total() + theirs.total())
