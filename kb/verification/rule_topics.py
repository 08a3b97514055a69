"""The rules of an edition, as texts near a number are compared with them: words, headings, meaning."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import IntEnum
from functools import cached_property, lru_cache
from heapq import nlargest
from math import log, sqrt
from operator import mul
from typing import NamedTuple

from kb.errors import BadValue
from kb.languages import Lang
from kb.model import Rule
from kb.rule_number import NumberRange, RuleNumber
from kb.search.meaning import (
    DIMENSIONS,
    Vector,
    rule_vector,
    rule_with_vector,
    similar_rules,
    text_key,
    vector_of_rule,
    vector_of_words,
)
from kb.search.paraphrases import Paraphrases, Statement, known_paraphrases
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


class WordMeasure(IntEnum):
    """What can be measured of a word that a rule has."""

    SHARE = 0
    """The rule's text has it."""
    ABOVE = 1
    """Only a heading or a rule above has it."""
    APART = 2
    """The text has it, and few of the rules beside have it."""
    EXAMPLES = 3
    """Of the rule, only an example has it."""
    SAID = 4
    """Of the rule, only a statement has it."""
    SAID_APART = 5
    """The same, and few of the rules beside and of their statements have it."""


# A reference in brackets says nothing about the rule itself.
_REFERENCE = re.compile(r"\((?:See|see|Voir|voir|Cf|cf)\b[^()]*\)")
# Words of so many rules find none of them.
_COMMON = 150
# In words: shorter rules aren't preferred to each other.
_SHORT = 6
# So many rules with the same words are compared, of all and of the cited section.
_SHARING, _WITHIN = 12, 24
_SAME = 0.6
"""Rules of different sections whose vectors have this cosine say much the same."""
_REWORDED = 0.7
"""A rule with another text is the one that the paraphrases are about if it has the number and this cosine."""


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

    def __init__(self, items: Sequence[ViewItem[Rule]], lang: Lang, paraphrases: Paraphrases | None = None) -> None:
        """Take the rules of a view. Without `paraphrases`, the known ones are taken."""
        self._paraphrases = known_paraphrases(lang) if paraphrases is None else paraphrases
        numbered = [(number, each) for each in items if isinstance(number := each.item.number, RuleNumber)]
        self.lang = lang
        self.rules: Mapping[RuleNumber, Rule] = {number: each.item for number, each in numbered}
        self._cited = {number: frozenset(_cited_numbers(each)) for number, each in numbered}
        self._texts: dict[RuleNumber, list[str]] = {
            number: telling_words(_REFERENCE.sub("", rule.text), lang) for number, rule in self.rules.items()
        }
        self._above = lru_cache(maxsize=None)(self._read_above)
        self.of: Mapping[RuleNumber, RuleTopic] = _Topics(self._read)
        self.statements = lru_cache(maxsize=1 << 12)(self._read_statements)
        self._said = lru_cache(maxsize=1 << 12)(self._read_said)
        self._words_of_examples = lru_cache(maxsize=1 << 12)(self._read_examples)
        self._own_counts = lru_cache(maxsize=1 << 10)(self._count_own)
        self._all_counts = lru_cache(maxsize=1 << 10)(self._count_all)
        self._cosine = lru_cache(maxsize=1 << 13)(self._find_cosine)

    @cached_property
    def weights(self) -> Mapping[str, float]:
        """The weights of folded words: rare words weigh more."""
        most = len(self.rules) + 1
        weights = {word: log(most / (len(numbers) + 0.5)) for word, numbers in self._paraphrases.rules_with.items()}
        weights.update((word, log(most / (len(places) + 0.5))) for word, places in self._rules_with.items())
        return weights

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

    def sharing(self, words: Collection[str], within: Iterable[RuleNumber]) -> set[RuleNumber]:
        """Return the rules that share the most telling words with a text, and the most of some rules."""
        scores, texts = dict[RuleNumber, float](), self._texts
        self._add_scores(scores, words, self._rules_with)
        best = nlargest(4 * _SHARING, ((score, number) for number, score in scores.items()))
        found = nlargest(_SHARING, ((score / sqrt(_SHORT + len(texts[number])), number) for score, number in best))
        self._add_scores(scores, words, self._with_statement)
        found += nlargest(_SHARING, ((score, number) for number, score in scores.items()))
        found += nlargest(_WITHIN, ((scores[number], number) for number in within if number in scores))
        return {number for _score, number in found}

    def _add_scores(
        self, scores: dict[RuleNumber, float], words: Collection[str], having: Mapping[str, Sequence[RuleNumber]]
    ) -> None:
        """Add the weight of each word to the scores of the rules that have it, unless too many have it."""
        for word in words:
            numbers = having.get(word, ())
            if 0 < len(numbers) < _COMMON:
                weight = self.weights[word]
                for number in numbers:
                    scores[number] = scores.get(number, 0.0) + weight

    @cached_property
    def _with_statement(self) -> Mapping[str, Sequence[RuleNumber]]:
        """The rules about which a statement has each word."""
        by_name = {str(number): number for number in self.rules}
        by_name.update((name, number) for key, number in self._by_key.items() if (name := rule_with_vector(key)))
        return {
            word: [by_name[name] for name in names if name in by_name]
            for word, names in self._paraphrases.rules_with.items()
        }

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

    def measure_word(self, number: RuleNumber, word: str) -> Sequence[tuple[WordMeasure, float]]:
        """Return what a word counts for a rule, by measure: its weight, or a share of it."""
        topic, weight = self.of[number], self.weights.get(word, 0.0)
        if word in topic.words:
            return (WordMeasure.SHARE, weight), (
                WordMeasure.APART,
                weight * self._apart(number, word, self._own_counts),
            )
        found: list[tuple[WordMeasure, float]] = []
        if word in topic.above:
            found.append((WordMeasure.ABOVE, weight))
        if word in self._words_of_examples(number):
            found.append((WordMeasure.EXAMPLES, weight))
        if word in self._said(number):
            found.append((WordMeasure.SAID, weight))
            found.append((WordMeasure.SAID_APART, weight * self._apart(number, word, self._all_counts)))
        return found

    def _apart(self, number: RuleNumber, word: str, counts: Callable[[RuleNumber], Counter[str]]) -> float:
        """Return how well a word tells a rule from those beside it: 0 if all have it, 1 if it is the only one."""
        above = number.parent
        size = len(self._with_parent[above]) if above else 0
        return 1 - log(counts(above)[word]) / log(size) if above and size > 1 else 0.0

    def _count_own(self, above: RuleNumber) -> Counter[str]:
        """Count the rules directly below a number that have each word."""
        return Counter(word for each in self._with_parent[above] for word in set(self._texts[each]))

    def _count_all(self, above: RuleNumber) -> Counter[str]:
        """Count the rules directly below a number that have each word in their text or in a statement."""
        return Counter(word for each in self._with_parent[above] for word in self._said(each).union(self._texts[each]))

    def _read_examples(self, number: RuleNumber) -> frozenset[str]:
        examples = self.rules[number].examples
        return frozenset(word for each in examples for word in telling_words(each.text, self.lang))

    def _read_statements(self, number: RuleNumber) -> tuple[tuple[Statement, float], ...]:
        """Return the statements about a rule, each with the length of the vector of its words."""
        found = self._paraphrases.of(named) if (named := self._named(number)) else ()
        return tuple((each, sqrt(sum(self.weights[word] ** 2 for word in each))) for each in found)

    def _read_said(self, number: RuleNumber) -> frozenset[str]:
        return frozenset[str]().union(*(each for each, _length in self.statements(number)))

    def _named(self, number: RuleNumber) -> str | None:
        """Return the number with which statements name a rule: of the rule with the same text, or much the same."""
        key = text_key(self.rules[number].text)
        if (named := rule_with_vector(key)) is None and (stored := vector_of_rule(str(number))):
            own = self.of[number].vector
            return str(number) if own and _cosine(stored, own) >= _REWORDED else None
        return named

    @cached_property
    def _with_parent(self) -> Mapping[RuleNumber, Sequence[RuleNumber]]:
        found: dict[RuleNumber, list[RuleNumber]] = {}
        for number in self.rules:
            if number.parent is not None:
                found.setdefault(number.parent, []).append(number)
        return found

    def _find_cosine(self, one: RuleNumber, other: RuleNumber) -> float:
        first = self.of[one].vector if one in self.rules else None
        second = self.of[other].vector if other in self.rules else None
        if first is None or second is None:
            return 0.0
        return _cosine(first, second)

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


def _cosine(one: Vector, other: Vector) -> float:
    a, b = one[:DIMENSIONS], other[:DIMENSIONS]
    return float(sum(map(mul, a, b))) / sqrt(sum(map(mul, a, a)) * sum(map(mul, b, b)))


def _cited_numbers(item: ViewItem[Rule]) -> Iterable[RuleNumber]:
    for reference in item.references:
        if reference.kind == "rule":
            try:
                yield NumberRange.parse(reference.target).first
            except BadValue:
                continue
