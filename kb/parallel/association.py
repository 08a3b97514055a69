"""Which French words occur in the lines that have an English name, and in no others.

The measure is the Dice coefficient: twice the number of lines with both names, divided by the sum of the lines with
each. The log-likelihood ratio (Dunning 1993) tells whether a number of common lines can be chance.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import log
from typing import NamedTuple

from kb.parallel.card_lines import LinePair
from kb.text.folding import fold_without_stemming, fold_words, tokenize

SIGNIFICANT = 10.83
"""A log-likelihood ratio that chance reaches in one of a thousand cases (chi-squared, one degree of freedom)."""

_LONGEST = 5
# So many of the most frequent word sequences beside a name are compared.
_CANDIDATES = 40
# A longer name is preferred to a part of it if it is almost as strongly associated: "champ de bataille".
_ALMOST = 0.97

Words = tuple[str, ...]

_FUNCTION_WORDS = frozenset(
    fold
    for word in (
        "un une le la les de du des et ou à au aux en dans sur par pour avec sans sous depuis est sont a ont il elle "
        "ils elles lui leur vous votre vos son sa ses se ce cet cette ces qui que dont où si ne pas y plus"
    ).split()
    for fold in fold_words(word, "fr")
)


class Association(NamedTuple):
    """A French word sequence (stems) beside an English name: the common lines, the Dice coefficient, the ratio."""

    words: Words
    lines: int
    dice: float
    likelihood: float


class LineIndex:
    """The words of line pairs: English without plurals, French as stems."""

    def __init__(self, lines: Iterable[LinePair]) -> None:
        unique: dict[tuple[str, str], list[LinePair]] = defaultdict(list)
        for line in lines:
            unique[line.en, line.fr].append(line)
        self.lines = tuple(tuple(same) for same in unique.values())
        self._english = [tuple(fold_without_stemming(same[0].en, "en")) for same in self.lines]
        self._french = [tuple(fold_words(same[0].fr, "fr")) for same in self.lines]

    @cached_property
    def _english_places(self) -> dict[str, set[int]]:
        return _places(self._english)

    @cached_property
    def _french_places(self) -> dict[str, set[int]]:
        return _places(self._french)

    def english_lines(self, name: str) -> set[int]:
        """Return the indexes of the lines that have an English name."""
        return _having(tuple(fold_without_stemming(name, "en")), self._english, self._english_places)

    def french_lines(self, name: str) -> set[int]:
        """Return the indexes of the lines that have a French name in any inflection."""
        return self._french_having(tuple(fold_words(name, "fr")))

    def _french_having(self, words: Words) -> set[int]:
        return _having(words, self._french, self._french_places)

    def association(self, english: set[int], french: set[int]) -> tuple[float, float]:
        """Return the Dice coefficient and the log-likelihood ratio of two sets of lines."""
        both = len(english & french)
        if not both:
            return 0.0, 0.0
        only = len(english) - both, len(french) - both
        neither = len(self.lines) - both - sum(only)
        return 2 * both / (len(english) + len(french)), _log_likelihood(both, *only, neither)

    def strongest(self, english: set[int]) -> Association | None:
        """Return the French word sequence that is most strongly associated with a set of lines, or None.

        A sequence neither begins nor ends with a function word.
        """
        counts: Counter[Words] = Counter()
        for line in english:
            counts.update(set(_sequences(self._french[line])))
        found = []
        for words, _count in counts.most_common(_CANDIDATES):
            french = self._french_having(words)
            found.append(Association(words, len(english & french), *self.association(english, french)))
        best = max((each.dice for each in found), default=0.0)
        near = (each for each in found if each.dice >= best * _ALMOST)
        return max(near, key=lambda each: (_is_name(each, found), len(each.words), each.dice), default=None)

    def written(self, words: Words, lines: Iterable[int]) -> str:
        """Return the most frequent spelling of a word sequence in some lines, in lower case."""
        spellings: Counter[str] = Counter()
        for line in lines:
            text = self.lines[line][0].fr
            tokens = tokenize(text, "fr")
            for at in range(len(tokens) - len(words) + 1):
                if tuple(token[0] for token in tokens[at : at + len(words)]) == words:
                    spellings[text[tokens[at][1] : tokens[at + len(words) - 1][2]].lower()] += 1
        return spellings.most_common(1)[0][0] if spellings else " ".join(words)


def _is_name(one: Association, found: Sequence[Association]) -> bool:
    """True if the parts of a sequence are as rare as the sequence itself, so that it is one name."""
    parts = [other for other in found if len(other.words) < len(one.words) and _contains(one.words, other.words)]
    return all(part.dice >= one.dice * _ALMOST for part in parts if len(part.words) == len(one.words) - 1)


def _contains(words: Words, part: Words) -> bool:
    return any(words[at : at + len(part)] == part for at in range(len(words) - len(part) + 1))


def _sequences(words: Words) -> Iterator[Words]:
    """Yield the sequences of a line that may be names."""
    for begin, first in enumerate(words):
        if first in _FUNCTION_WORDS:
            continue
        for end in range(begin + 1, min(begin + _LONGEST, len(words)) + 1):
            if words[end - 1] not in _FUNCTION_WORDS:
                yield words[begin:end]


def _places(texts: Sequence[Words]) -> dict[str, set[int]]:
    places: dict[str, set[int]] = defaultdict(set)
    for at, words in enumerate(texts):
        for word in words:
            places[word].add(at)
    return places


def _having(words: Words, texts: Sequence[Words], places: dict[str, set[int]]) -> set[int]:
    """Return the indexes of the texts that have words in a row."""
    if not words:
        return set()
    found = set.intersection(*(places.get(word, set()) for word in words))
    return found if len(words) == 1 else {at for at in found if _contains(texts[at], words)}


def _log_likelihood(both: int, only_one: int, only_other: int, neither: int) -> float:
    """Return the log-likelihood ratio of a table of two by two counts."""
    total = both + only_one + only_other + neither
    rows, columns = (both + only_one, only_other + neither), (both + only_other, only_one + neither)
    cells = ((both, 0, 0), (only_one, 0, 1), (only_other, 1, 0), (neither, 1, 1))
    return 2 * sum(count * log(count * total / (rows[row] * columns[col])) for count, row, col in cells if count > 0)
