"""The rules of an edition, as texts near a number are compared with them: words, headings, meaning."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from heapq import nlargest
from math import log, sqrt
from operator import mul
from typing import NamedTuple

from kb.errors import BadValue
from kb.languages import Lang
from kb.model import Rule
from kb.rule_number import NumberRange, RuleNumber
from kb.search.meaning import DIMENSIONS, Vector, rule_vector, similar_rules, text_key, vector_of_words
from kb.storage.view_items import ViewItem
from kb.verification.reading_words import telling_words


class RuleTopic(NamedTuple):
    """What a rule is about.

    Attributes:
        words: the folded words of its text.
        run: its telling words in order, with a blank before and after each.
        above: the words of the headings and rules above it.
        heading: the words of its heading, or of the nearest heading above it.
        weight: the sum of the weights of its words.
        vector: its meaning, or None.
    """

    words: frozenset[str]
    run: str
    above: frozenset[str]
    heading: frozenset[str]
    weight: float
    vector: Vector | None


# A reference in brackets says nothing about the rule itself.
_REFERENCE = re.compile(r"\((?:See|see|Voir|voir|Cf|cf)\b[^()]*\)")
# Words of so many rules find none of them.
_COMMON = 300
# In words: shorter rules aren't preferred to each other.
_SHORT = 6
_SAME = 0.6
"""Rules of different sections whose vectors have this cosine say much the same."""


class _Topics(dict[RuleNumber, RuleTopic]):
    """What rules are about, read when it is first asked for: the first answer doesn't need most rules."""

    def __init__(self, read: Callable[[RuleNumber], RuleTopic]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, number: RuleNumber) -> RuleTopic:
        self[number] = found = self._read(number)
        return found


class RuleTopics:
    """The rules of an edition by what they are about.

    Attributes:
        rules: the rules.
        of: what each is about.
    """

    def __init__(self, items: Sequence[ViewItem[Rule]], lang: Lang) -> None:
        numbered = [(number, each) for each in items if isinstance(number := each.item.number, RuleNumber)]
        self.lang = lang
        self.rules: Mapping[RuleNumber, Rule] = {number: each.item for number, each in numbered}
        self._cited = {number: frozenset(_cited_numbers(each)) for number, each in numbered}
        self._texts: dict[RuleNumber, list[str]] = {
            number: telling_words(_REFERENCE.sub("", rule.text), lang) for number, rule in self.rules.items()
        }
        self._above = lru_cache(maxsize=None)(self._read_above)
        self.of: Mapping[RuleNumber, RuleTopic] = _Topics(self._read)
        self.apart = lru_cache(maxsize=1 << 12)(self._read_apart)
        self.words_of_examples = lru_cache(maxsize=1 << 12)(self._read_examples)
        self._cosine = lru_cache(maxsize=1 << 13)(self._find_cosine)

    @cached_property
    def weights(self) -> Mapping[str, float]:
        """The weights of folded words: rare words weigh more."""
        return {word: log((len(self.rules) + 1) / (len(places) + 0.5)) for word, places in self._rules_with.items()}

    @cached_property
    def _rules_with(self) -> Mapping[str, Sequence[RuleNumber]]:
        found: dict[str, list[RuleNumber]] = {}
        for number, words in self._texts.items():
            for word in dict.fromkeys(words):
                found.setdefault(word, []).append(number)
        return found

    @cached_property
    def below(self) -> Mapping[RuleNumber, Sequence[RuleNumber]]:
        """The rules of each section, and the subrules of each rule."""
        found: dict[RuleNumber, list[RuleNumber]] = {}
        for number in self.rules:
            for above in (RuleNumber(number.chapter, number.section), number._replace(subrule=0)):
                if above != number and above.section:
                    found.setdefault(above, []).append(number)
        return found

    def own(self, number: RuleNumber) -> list[RuleNumber]:
        """Return a rule and everything below it."""
        return [each for each in (number, *self.below.get(number, ())) if each in self.rules]

    def with_words(self, words: Iterable[str], count: int) -> list[RuleNumber]:
        """Return the rules that share the most telling words with a text."""
        scores: dict[RuleNumber, float] = {}
        for word in words:
            places = self._rules_with.get(word, ())
            if 0 < len(places) < _COMMON:
                weight = self.weights[word]
                for number in places:
                    scores[number] = scores.get(number, 0.0) + weight
        texts = self._texts
        best = nlargest(4 * count, ((score, number) for number, score in scores.items()))
        found = [(score / sqrt(_SHORT + len(texts[number])), number) for score, number in best]
        return [number for _score, number in nlargest(count, found)]

    def similar(self, vector: Vector | None, count: int) -> list[RuleNumber]:
        """Return the rules that are the most similar to a text in meaning."""
        keys = (each.key for each in similar_rules(vector, count)) if vector else ()
        return [self._by_key[key] for key in keys if key in self._by_key]

    def are_connected(self, number: RuleNumber, other: RuleNumber) -> bool:
        """True if one of two rules cites the other, or if they say the same in different sections.

        Subrules of one rule cite each other, too, and still say different things.
        """
        if number._replace(subrule=0) == other._replace(subrule=0):
            return False
        for one, two in ((number, other), (other, number)):
            if not self._cited.get(one, frozenset()).isdisjoint((two, two._replace(subrule=0))):
                return True
        return number.section != other.section and self._cosine(number, other) >= _SAME

    def _read_examples(self, number: RuleNumber) -> frozenset[str]:
        """Return the words that only the examples of a rule have."""
        words = (word for each in self.rules[number].examples for word in telling_words(each.text, self.lang))
        return frozenset(words) - self.of[number].words

    def _read_apart(self, number: RuleNumber) -> Mapping[str, float]:
        """Return the words that tell a rule from the rules beside it, from 0 (all have it) to 1 (only this one)."""
        above = number.parent
        beside = [each for each in self.below.get(above, ()) if each.parent == above] if above else []
        if len(beside) < 2:
            return {}
        most = log(len(beside))
        return {
            word: value
            for word in self.of[number].words
            if (value := 1 - log(sum(word in self.of[each].words for each in beside)) / most) > 0
        }

    def _find_cosine(self, one: RuleNumber, other: RuleNumber) -> float:
        first = self.of[one].vector if one in self.rules else None
        second = self.of[other].vector if other in self.rules else None
        if first is None or second is None:
            return 0.0
        a, b = first[:DIMENSIONS], second[:DIMENSIONS]
        return float(sum(map(mul, a, b))) / sqrt(sum(map(mul, a, a)) * sum(map(mul, b, b)))

    @cached_property
    def _by_key(self) -> Mapping[bytes, RuleNumber]:
        return {text_key(rule.text): number for number, rule in self.rules.items()}

    def _read(self, number: RuleNumber) -> RuleTopic:
        texts, rule = self._texts[number], self.rules[number]
        words, heading, above = (
            frozenset(texts),
            frozenset(telling_words(rule.title or "", self.lang)),
            frozenset[str](),
        )
        if number.parent is not None and number.parent.section:
            above, upper = self._above(number.parent)
            heading = heading or upper
        vector = rule_vector(text_key(rule.text)) or vector_of_words(words, self.lang)
        weight = sum(self.weights[word] for word in words)
        return RuleTopic(words, f" {' '.join(texts)} ", above, heading, weight, vector)

    def _read_above(self, number: RuleNumber) -> tuple[frozenset[str], frozenset[str]]:
        """Return the words of the headings and rules from a number upwards, and of the nearest heading."""
        rule = self.rules.get(number)
        own = frozenset(telling_words(rule.title or "", self.lang)) if rule else frozenset[str]()
        words = own or frozenset(self._texts.get(number, ()))
        if number.parent is None or not number.parent.section:
            return words, own
        above, heading = self._above(number.parent)
        return words | above, own or heading


def _cited_numbers(item: ViewItem[Rule]) -> Iterable[RuleNumber]:
    for reference in item.references:
        if reference.kind == "rule":
            try:
                yield NumberRange.parse(reference.target).first
            except BadValue:
                continue
