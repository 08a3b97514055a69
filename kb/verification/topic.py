"""The subject of a number: do the words near it fit the rule that it cites, or clearly another rule?

Two signs count together: the meaning, by the learned vectors of words and rules, and the words that a rule shares with
the text. Each reading of the text (`kb.verification.contexts`) is compared. The number is doubtful only if another rule
fits better in all readings. Rules that cite each other, or say the same elsewhere, don't speak against each other; nor
does another keyword, if the heading above the cited rule is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import repeat
from math import log, sqrt
from operator import mul
from typing import NamedTuple

from kb.errors import BadValue
from kb.model import Rule
from kb.rule_number import NumberRange, RuleNumber
from kb.search.meaning import (
    DIMENSIONS,
    Vector,
    rule_vector,
    similar_rules,
    similarity,
    sum_vectors,
    text_key,
    vector_of_words,
)
from kb.storage.view_items import ViewItem
from kb.text.folding import fold_words
from kb.text.stopwords import folded_stopwords, stopwords
from kb.verification.contexts import Readings


class Fit(NamedTuple):
    """How well a rule fits a text.

    Attributes:
        number: the rule.
        meaning: the similarity of the vectors, about 0 to 250.
        words: the share of the text's words that the rule and the headings above it have, weighed by rarity.
    """

    number: RuleNumber
    meaning: float
    words: float

    @property
    def total(self) -> float:
        """The two signs as one number."""
        return self.meaning + _WORDS * self.words


class TopicComparison(NamedTuple):
    """What the words near a number say about it.

    Attributes:
        cited: how well the cited rule, or the best one below it, fits.
        other: the other rule that fits best in the likeliest reading, or None.
        lead: by how much other rules lead in the reading that is the best for the cited rule. Negative: the cited rule
            leads there.
    """

    cited: Fit
    other: Fit | None
    lead: float

    @property
    def is_contradicted(self) -> bool:
        """True if another rule fits clearly better, whichever words are meant."""
        return self.other is not None and self.lead >= _LEAD and self.other.meaning >= _CLEAR

    @property
    def is_confirmed(self) -> bool:
        """True if no rule fits better than the cited one, in some reading, and it fits."""
        return self.lead <= 0 and self.cited.total >= _FITS


# Measured with `bench/verify.py`.
_WORDS, _LEAD, _CLEAR, _FITS = 60.0, 42.0, 130.0, 130.0
_SAME = 0.6
"""Rules of different sections whose vectors have this cosine say much the same."""

# The weight of a telling word in a heading, and the similarity of a heading that is named.
_RARE, _SURE = 3.5, 200.0
_SIMILAR, _COMPARED, _LEAST_WORDS, _LEAST_WEIGHT, _WHOLE_SECTION = 24, 14, 2, 6.5, 150
_ABOVE = 0.5
_TOKEN = re.compile(r"[+-]?[0-9X]+/[+-]?[0-9X]+|[^\W\d_]+(?:['’][a-z]+)?")


class TopicReader:
    """Compares texts with the rules of an English edition."""

    def __init__(self, items: Sequence[ViewItem[Rule]]) -> None:
        numbered = [(number, each) for each in items if isinstance(number := each.item.number, RuleNumber)]
        self._rules: Mapping[RuleNumber, Rule] = {number: each.item for number, each in numbered}
        self._cited = {number: frozenset(_cited_numbers(each)) for number, each in numbered}
        self._vector = lru_cache(maxsize=1 << 13)(self._read_vector)
        self._words = lru_cache(maxsize=1 << 13)(self._read_words)
        self._cosine = lru_cache(maxsize=1 << 13)(self._find_cosine)

    def compare(self, number: RuleNumber, readings: Readings) -> TopicComparison | None:
        """Compare the words near a number. Return None if they are too few to tell."""
        found: dict[str, tuple[Fit, Fit | None]] = {}
        compared: dict[frozenset[str], tuple[Fit, Fit | None] | None] = {}
        for name in ("before", "clause", "behind", "sentence", "more"):
            words = frozenset(_telling_words(getattr(readings, name)))
            if words not in compared:
                compared[words] = self._compare(number, words)
            if (fits := compared[words]) is not None:
                found[name] = fits
        if (named := self._by_heading(number, readings)) is not None:
            return named
        likeliest = next((found[name] for name in ("before", "clause") if name in found), None)
        if likeliest is None and readings.is_alone:
            likeliest = found.get("more")
        if likeliest is None:
            return None
        lead = min(-cited.total if other is None else other.total - cited.total for cited, other in found.values())
        return TopicComparison(*likeliest, lead)

    def _by_heading(self, number: RuleNumber, readings: Readings) -> TopicComparison | None:
        """Compare the cited heading with the only heading that the clause names. Return None if it names none or more.

        A section, or a rule with a heading, is cited for its subject: "Reach is 702.17".
        """
        if not self._is_headed(number):
            return None
        for text in (readings.before, readings.clause):
            words = frozenset(_telling_words(text))
            named = dict(self._headings_in(words))
            if number in named:
                return TopicComparison(Fit(number, _SURE, 1.0), None, -_SURE)
            longest = [each for each, size in named.items() if size == max(named.values())]
            if longest:
                is_one = len(longest) == 1 and not self._are_connected(number, longest[0])
                return TopicComparison(Fit(number, 0.0, 0.0), Fit(longest[0], _SURE, 1.0), _SURE) if is_one else None
        return None

    def _is_headed(self, number: RuleNumber) -> bool:
        return number in self._rules and self._rules[number].title is not None and number.section != 0

    def _headings_in(self, words: frozenset[str]) -> Iterable[tuple[RuleNumber, int]]:
        """Yield the numbers whose headings have only words of a clause, each with the number of its words."""
        for word in words:
            for heading, number in self._headings.get(word, ()):
                if words.issuperset(heading):
                    yield number, len(heading)

    @cached_property
    def _headings(self) -> Mapping[str, Sequence[tuple[tuple[str, ...], RuleNumber]]]:
        """The headings of sections and rules, by their first words: without those that are everywhere."""
        found: dict[str, list[tuple[tuple[str, ...], RuleNumber]]] = {}
        for number, rule in self._rules.items():
            heading = _telling_words(rule.title or "")
            if heading and self._is_headed(number) and self._weights.get(heading[0], _RARE) >= _RARE:
                found.setdefault(heading[0], []).append((heading, number))
        return found

    def _compare(self, number: RuleNumber, words: frozenset[str]) -> tuple[Fit, Fit | None] | None:
        weights = {word: self._weights[word] for word in words if word in self._weights}
        asked = sum_vectors(zip(sorted(words), repeat(1.0)))
        own = [each for each in (number, *self._below.get(number, ())) if each in self._rules]
        if asked is None or len(weights) < _LEAST_WORDS or sum(weights.values()) < _LEAST_WEIGHT:
            return None
        beside = self._rivals(number, words, asked) - {*own}
        meanings = sorted(((self._meaning(each, asked), each) for each in beside), reverse=True)
        rivals = [
            Fit(each, meaning, self._shared(each, weights))
            for meaning, each in meanings[:_COMPARED]
            if not self._are_connected(number, each)
        ]
        cited = [Fit(each, self._meaning(each, asked), self._shared(each, weights)) for each in own]
        return max(cited, key=_total, default=Fit(number, 0.0, 0.0)), max(rivals, key=_total, default=None)

    def _rivals(self, number: RuleNumber, words: frozenset[str], asked: Vector) -> set[RuleNumber]:
        """Return the rules that may be meant instead: of the same section or heading, and those that mean the same."""
        rule, section = number._replace(subrule=0), RuleNumber(number.chapter, number.section)
        beside = {*self._below.get(rule, ())}
        if not (number.rule and self._is_named(rule, words)):
            within = self._below.get(section, ())
            beside.update(within if len(within) < _WHOLE_SECTION else ())
            keys = (each.key for each in similar_rules(asked, _SIMILAR))
            beside.update(self._by_key[key] for key in keys if key in self._by_key)
        return beside - {number, rule, section}

    def _is_named(self, rule: RuleNumber, words: frozenset[str]) -> bool:
        """True if some words have the heading of a rule, such as "Trample"."""
        title = self._rules[rule].title if rule in self._rules else None
        return title is not None and words.issuperset(_telling_words(title)) and bool(_telling_words(title))

    def _are_connected(self, number: RuleNumber, other: RuleNumber) -> bool:
        """True if one of two rules cites the other, or if they say the same in different sections."""
        for one, two in ((number, other), (other, number)):
            if not self._cited.get(one, frozenset()).isdisjoint((two, two._replace(subrule=0))):
                return True
        return number.section != other.section and self._cosine(number, other) >= _SAME

    def _find_cosine(self, one: RuleNumber, other: RuleNumber) -> float:
        first, second = self._vector(one), self._vector(other)
        if first is None or second is None:
            return 0.0
        a, b = first[:DIMENSIONS], second[:DIMENSIONS]
        return float(sum(map(mul, a, b))) / sqrt(sum(map(mul, a, a)) * sum(map(mul, b, b)))

    def _meaning(self, number: RuleNumber, asked: Vector) -> float:
        vector = self._vector(number)
        return 0.0 if vector is None else max(0.0, similarity(asked, vector))

    def _shared(self, number: RuleNumber, weights: Mapping[str, float]) -> float:
        own, above = self._words(number)
        shared = 0.0
        for word, weight in weights.items():
            if word in own:
                shared += weight
            elif word in above:
                shared += _ABOVE * weight
        return shared / sum(weights.values())

    @cached_property
    def _by_key(self) -> Mapping[bytes, RuleNumber]:
        return {text_key(rule.text): number for number, rule in self._rules.items()}

    @cached_property
    def _weights(self) -> Mapping[str, float]:
        """The weights of folded words: rare words weigh more."""
        counts: dict[str, int] = {}
        for rule in self._rules.values():
            for word in dict.fromkeys(fold_words(rule.text, "en")):
                counts[word] = counts.get(word, 0) + 1
        return {word: log(len(self._rules) / count) + 0.01 for word, count in counts.items()}

    @cached_property
    def _below(self) -> Mapping[RuleNumber, Sequence[RuleNumber]]:
        """The rules of each section, and the subrules of each rule."""
        found: dict[RuleNumber, list[RuleNumber]] = {}
        for number in self._rules:
            for above in (RuleNumber(number.chapter, number.section), number._replace(subrule=0)):
                if above != number and above.section:
                    found.setdefault(above, []).append(number)
        return found

    def _read_vector(self, number: RuleNumber) -> Vector | None:
        if number not in self._rules:
            return None
        text = self._rules[number].text
        words = (word for word in fold_words(text, "en") if word not in folded_stopwords("en"))
        return rule_vector(text_key(text)) or vector_of_words(words)

    def _read_words(self, number: RuleNumber) -> tuple[frozenset[str], frozenset[str]]:
        """Return the words of a rule, and those of the rules and headings above it."""
        above: set[str] = set()
        parent = number.parent
        while parent is not None and parent.section:
            if (rule := self._rules.get(parent)) is not None:
                above.update(fold_words(rule.title or rule.text, "en"))
            parent = parent.parent
        return frozenset(fold_words(self._rules[number].text, "en")), frozenset(above)


def _total(fit: Fit) -> float:
    return fit.total


def _cited_numbers(item: ViewItem[Rule]) -> Iterable[RuleNumber]:
    for reference in item.references:
        if reference.kind == "rule":
            try:
                yield NumberRange.parse(reference.target).first
            except BadValue:
                continue


@lru_cache(maxsize=1 << 10)
def _telling_words(text: str) -> tuple[str, ...]:
    """Return the folded words of a text that aren't stopwords."""
    words = (_folded(token) for token in _TOKEN.findall(text))
    return tuple(dict.fromkeys(word for word in words if word))


@lru_cache(maxsize=1 << 13)
def _folded(token: str) -> str:
    word = token.lower().replace("’", "'")
    if word in stopwords("en") or len(word) == 1:
        return ""
    return next(iter(fold_words(word, "en")), "")
