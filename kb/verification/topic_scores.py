"""How well a rule fits a text near a number: what is measured, and how much each measure counts.

A score is a weighed sum. The weights were fitted by `python -m bench.verify_weights`, which can be run again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from operator import mul
from typing import NamedTuple

from kb.rule_number import RuleNumber
from kb.search.meaning import similarity
from kb.search.paraphrases import Statement
from kb.verification.reading_words import ReadingWords
from kb.verification.rule_topics import RuleTopics, WordMeasure


class ReadingText(NamedTuple):
    """A reading that can be compared.

    Attributes:
        words: its words.
        total: the sum of their weights.
        length: the length of the vector of their weights.
        related: the rules' words that may stand for them, with their weights.
        players: the rules' words for its phrases of players, with their weights.
        sources: the rules that these phrases are about (edition of 2026-01-16), each with its share.
        prior: how likely it is the one that is about the number.
        names: the readings that have these words.
    """

    words: ReadingWords
    total: float
    length: float
    related: Mapping[str, float]
    players: Mapping[str, float]
    sources: Mapping[RuleNumber, float]
    prior: float
    names: tuple[str, ...]


class WholeText(NamedTuple):
    """The text around a number: its words, the other numbers in it, and how many are of each rule."""

    words: frozenset[str]
    numbers: frozenset[RuleNumber]
    counts: Counter[tuple[int, ...]]
    """How many of the numbers begin with the numbers of a section, and of a rule."""


class TopicWeights(NamedTuple):
    """What a score is made of.

    Attributes:
        reading: how much each of the `MEASURES` counts. Sums of words' weights are about 5 for each rare word.
        around: how much each of the `MEASURES_AROUND` counts.
        priors: how likely each reading is the one that is about the number.
    """

    reading: Sequence[float]
    around: Sequence[float]
    priors: Mapping[str, float]


_WORD_MEASURES = len(WordMeasure)
MEASURES = (
    *(each.name.lower() for each in WordMeasure),
    *("meaning", "pairs", "players", "source", "related", "heading", "nearest"),
)
"""What is measured of a rule and a reading. The first ones are sums of words, as a share of the reading's weight."""
MEASURES_AROUND = ("share", "same_rule", "same_section", "heading", "no_subrule", "far", "cited_elsewhere")

FITTED = TopicWeights(
    (3.1449, 2.6105, 1.2507, 0.9179, 2.4268, 1.5707, 0.0366, 0.0221, 0.0376, -0.2431, 0.0652, -1.0783, 1.6139),
    (2.2304, 0.0731, 1.415, 0.8833, -0.4996, -3.9055, -1.9798),
    {"before": 0.441, "clause": 0.289, "sentence": 0.147, "more": 0.081, "lead": 0.041},
)
"""What `python -m bench.verify_weights --fit` found."""

_MOST_PAIR, _SHORT = 8.0, 8.0
# A section is hardly ever meant.
_SECTION = -10.0


class Scorer:
    """Scores rules by some weights."""

    def __init__(self, topics: RuleTopics, weights: TopicWeights) -> None:
        self._topics, self._weights = topics, weights
        self._of_words, self._of_others = weights.reading[:_WORD_MEASURES], weights.reading[_WORD_MEASURES:]
        self._gains = lru_cache(maxsize=1 << 12)(self._gains_of)

    def score(self, number: RuleNumber, text: ReadingText) -> float:
        """Return how well a rule fits a reading."""
        gains, found = self._gains(number), 0.0
        for word in text.words.words:
            found += gains[word]
        others = float(sum(map(mul, self._of_others, other_measures(self._topics, number, text))))
        return found / text.total + others

    def score_around(self, rule: RuleNumber, number: RuleNumber, whole: WholeText) -> float:
        """Return how likely a text cites a rule, whatever is said about it: other numbers, the words of the text."""
        measured = measures_around(self._topics, rule, number, whole)
        found = float(sum(map(mul, self._weights.around, measured)))
        return found if rule.rule else found + _SECTION

    def _gains_of(self, number: RuleNumber) -> _Gains:
        return _Gains(self._topics, number, self._of_words)


class _Gains(dict[str, float]):
    """What each word adds to the score of a rule, found when it is first asked for: texts have few of its words."""

    def __init__(self, topics: RuleTopics, number: RuleNumber, weights: Sequence[float]) -> None:
        super().__init__()
        self._topics, self._number, self._weights = topics, number, weights

    def __missing__(self, word: str) -> float:
        measured = self._topics.measure_word(self._number, word)
        self[word] = found = sum(self._weights[measure] * amount for measure, amount in measured)
        return found


def measures(topics: RuleTopics, number: RuleNumber, text: ReadingText) -> tuple[float, ...]:
    """Return the `MEASURES`: how much a rule and a reading have in common, in several ways."""
    of_words = [0.0] * _WORD_MEASURES
    for word in text.words.words:
        for measure, amount in topics.measure_word(number, word):
            of_words[measure] += amount / text.total
    return (*of_words, *other_measures(topics, number, text))


def other_measures(topics: RuleTopics, number: RuleNumber, text: ReadingText) -> tuple[float, ...]:
    """Return those of the `MEASURES` that aren't sums of words."""
    topic, words, weights = topics.of[number], text.words, topics.weights
    pairs = 0.0
    for one, two in words.pairs:
        if one in topic.words and two in topic.words and f" {one} {two} " in topic.run:
            pairs += min(weights.get(one, 0.0) + weights.get(two, 0.0), _MOST_PAIR)
    players = 0.0
    if text.players:
        players = weigh(text.players.keys() & topic.words, text.players)
        players += 0.5 * weigh((text.players.keys() & topic.above) - topic.words, text.players)
    return (
        max(0.0, similarity(words.vector, topic.vector)) if words.vector and topic.vector else 0.0,
        pairs,
        players,
        _source(number, text.sources),
        weigh(text.related.keys() & topic.words, text.related),
        bool(topic.heading) and topic.heading <= words.words,
        max([_nearness(words.words, *each, text.length, weights) for each in topics.statements(number)], default=0.0),
    )


def measures_around(topics: RuleTopics, rule: RuleNumber, number: RuleNumber, whole: WholeText) -> tuple[float, ...]:
    """Return the `MEASURES_AROUND` of a rule that may be meant instead of a number."""
    topic = topics.of[rule]
    own = rule in whole.numbers
    return (
        weigh(topic.words & whole.words, topics.weights) / (_SHORT + topic.weight),
        whole.counts[rule[:3]] > own,
        whole.counts[rule[:2]] > own,
        bool(topic.heading) and topic.heading <= whole.words,
        not rule.subrule,
        not same_section(rule, number),
        own and rule != number,
    )


def weigh(words: Collection[str], weights: Mapping[str, float]) -> float:
    """Return the sum of the weights of words."""
    found = 0.0
    for word in words:
        found += weights.get(word, 0.0)
    return found


def same_section(one: RuleNumber, two: RuleNumber) -> bool:
    """True if two rules are of one section."""
    return (one.chapter, one.section) == (two.chapter, two.section)


def _nearness(
    words: frozenset[str], statement: Statement, length: float, own: float, weights: Mapping[str, float]
) -> float:
    """Return how near a statement and a reading are by their words, from 0 to 1 (cosine)."""
    shared = words & statement
    return sum([weights[word] ** 2 for word in shared]) / (length * own) if shared else 0.0


def _source(number: RuleNumber, sources: Mapping[RuleNumber, float]) -> float:
    """Return the share of a phrase of players that is about a rule, or the rule above it."""
    if not sources:
        return 0.0
    return max(sources.get(number, 0.0), sources.get(number._replace(subrule=0), 0.0))
