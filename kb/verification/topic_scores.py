"""How well a rule fits a text near a number: what is measured, and how much each measure counts.

A score is a weighed sum. The weights were fitted by `python -m bench.verify_weights`, which can be run again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from operator import mul
from typing import NamedTuple

from kb.rule_number import RuleNumber
from kb.search.meaning import Vector, similarity
from kb.verification.reading_words import ReadingWords
from kb.verification.rule_topics import RuleTopics


class ReadingText(NamedTuple):
    """A reading that can be compared.

    Attributes:
        words: its words.
        total: the sum of their weights.
        related: the rules' words that may stand for them, with their weights.
        players: the rules' words for its phrases of players, with their weights.
        sources: the rules that these phrases are about (edition of 2026-01-16), each with its share.
        prior: how likely it is the one that is about the number.
        names: the readings that have these words.
    """

    words: ReadingWords
    total: float
    related: Mapping[str, float]
    players: Mapping[str, float]
    sources: Mapping[RuleNumber, float]
    prior: float
    names: tuple[str, ...]


PRIORS: Mapping[str, float] = {"before": 0.45, "clause": 0.20, "sentence": 0.25, "more": 0.10, "lead": 0.05}
"""How likely each reading is the one that is about the number."""

WEIGHTS = {
    "share": 4.58, "above": 0.05, "meaning": 0.0246, "pairs": 0.065, "players": 0.046, "source": 0.36,
    "related": 0.114, "heading": 0.58, "apart": 0.0, "apart_share": 0.0, "apart_related": 0.0, "negation": 0.0,
    "examples": 0.0,
}  # fmt: skip
"""What counts in a reading. Sums of words' weights are about 5 for each rare word."""

AROUND_WEIGHTS = {
    "meaning": 0.0071, "share": 2.17, "same_rule": 0.42, "same_section": 0.93, "heading": 0.75, "no_subrule": -0.94,
    "far": -2.5,
}  # fmt: skip
"""What counts in the text around, whatever is said about the number."""

_MOST_PAIR, _SHORT = 8.0, 8.0
_SECTION = -10.0
_VALUES, _AROUND_VALUES = tuple(WEIGHTS.values()), tuple(AROUND_WEIGHTS.values())


FITTED = None


def use(weights: Mapping[str, float], around: Mapping[str, float]) -> None:
    global _VALUES, _AROUND_VALUES, FITTED
    FITTED = (dict(weights), dict(around))
    _VALUES, _AROUND_VALUES = tuple(weights.values()), tuple(around.values())


def score(topics: RuleTopics, number: RuleNumber, text: ReadingText) -> float:
    """Return how well a rule fits a reading."""
    return sum(map(mul, _VALUES, measures(topics, number, text)))


def score_around(
    topics: RuleTopics,
    rule: RuleNumber,
    number: RuleNumber,
    whole: tuple[frozenset[str], Vector | None],
    numbers: frozenset[RuleNumber],
) -> float:
    """Return how likely a text cites a rule, whatever is said about it: other numbers, the words of the text."""
    found = sum(map(mul, _AROUND_VALUES, measures_around(topics, rule, number, whole, numbers)))
    return found if rule.rule else found + _SECTION


def measures(topics: RuleTopics, number: RuleNumber, text: ReadingText) -> tuple[float, ...]:
    """Return what `WEIGHTS` weighs: how much a rule and a reading have in common, in several ways."""
    topic, words, weights = topics.of[number], text.words, topics.weights
    common = words.words & topic.words
    shared = weigh(common, weights)
    above = weigh((words.words & topic.above) - topic.words, weights)
    pairs = 0.0
    for one, two in words.pairs:
        if one in topic.words and f" {one} {two} " in topic.run:
            pairs += min(weights.get(one, 0.0) + weights.get(two, 0.0), _MOST_PAIR)
    in_related = text.related.keys() & topic.words
    players = sum(text.players[word] for word in text.players.keys() & topic.words)
    players += 0.5 * sum(text.players[word] for word in (text.players.keys() & topic.above) - topic.words)
    meaning = max(0.0, similarity(words.vector, topic.vector)) if words.vector and topic.vector else 0.0
    apart = topics.apart(number)
    telling = sum(apart.get(word, 0.0) * weights[word] for word in common)
    return (
        (shared + 0.5 * above) / text.total,
        above,
        meaning,
        pairs,
        players,
        _source(number, text.sources),
        sum(text.related[word] for word in in_related),
        bool(topic.heading) and topic.heading <= words.words,
        telling,
        telling / text.total,
        sum(text.related[word] * apart.get(word, 0.0) for word in in_related),
        words.negates == topic.negates,
        weigh((words.words & topic.examples) - topic.words, weights) / text.total,
    )


def measures_around(
    topics: RuleTopics,
    rule: RuleNumber,
    number: RuleNumber,
    whole: tuple[frozenset[str], Vector | None],
    numbers: frozenset[RuleNumber],
) -> tuple[float, ...]:
    """Return what `AROUND_WEIGHTS` weighs."""
    topic, (words, vector) = topics.of[rule], whole
    others = [each for each in numbers if each != rule and same_section(each, rule)]
    return (
        max(0.0, similarity(vector, topic.vector)) if vector and topic.vector else 0.0,
        weigh(topic.words & words, topics.weights) / (_SHORT + topic.weight),
        any(each.rule == rule.rule for each in others),
        bool(others),
        bool(topic.heading) and topic.heading <= words,
        not rule.subrule,
        not same_section(rule, number),
    )


def weigh(words: Collection[str], weights: Mapping[str, float]) -> float:
    """Return the sum of the weights of words."""
    return sum(weights.get(word, 0.0) for word in words)


def same_section(one: RuleNumber, two: RuleNumber) -> bool:
    """True if two rules are of one section."""
    return (one.chapter, one.section) == (two.chapter, two.section)


def _source(number: RuleNumber, sources: Mapping[RuleNumber, float]) -> float:
    """Return the share of a phrase of players that is about a rule, or the rule above it."""
    if not sources:
        return 0.0
    return max(sources.get(number, 0.0), sources.get(number._replace(subrule=0), 0.0))
