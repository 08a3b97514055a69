"""How well a rule fits a text near a number: what is measured, and how much each measure counts.

A score is a weighed sum. The weights were fitted by `python -m bench.verify_weights`, which can be run again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
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


class WholeText(NamedTuple):
    """The text around a number: its words, their meaning, and the other numbers in it."""

    words: frozenset[str]
    vector: Vector | None
    numbers: frozenset[RuleNumber]


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


MEASURES = (
    "share", "above", "meaning", "pairs", "players", "source", "related", "heading", "apart", "related_apart",
    "examples",
)  # fmt: skip
MEASURES_AROUND = ("meaning", "share", "same_rule", "same_section", "heading", "no_subrule", "far", "cited_elsewhere")

FITTED = TopicWeights(
    (2.9322, 0.0647, 0.0251, 0.0264, 0.0341, 0.0243, 0.0694, -0.4539, 0.7192, 0.0399, 1.7762),
    (0.0063, 2.2157, 0.287, 0.8332, 0.7083, -0.8892, -3.3649, -0.9134),
    {"before": 0.429, "clause": 0.191, "sentence": 0.216, "more": 0.106, "lead": 0.058},
)
"""What `python -m bench.verify_weights --fit` found."""

_MOST_PAIR, _SHORT = 8.0, 8.0
# A section is hardly ever meant.
_SECTION = -10.0


def score(topics: RuleTopics, number: RuleNumber, text: ReadingText, weights: Sequence[float]) -> float:
    """Return how well a rule fits a reading."""
    return float(sum(map(mul, weights, measures(topics, number, text))))


def score_around(
    topics: RuleTopics, rule: RuleNumber, number: RuleNumber, whole: WholeText, weights: Sequence[float]
) -> float:
    """Return how likely a text cites a rule, whatever is said about it: other numbers, the words of the text."""
    found = float(sum(map(mul, weights, measures_around(topics, rule, number, whole))))
    return found if rule.rule else found + _SECTION


def measures(topics: RuleTopics, number: RuleNumber, text: ReadingText) -> tuple[float, ...]:
    """Return the `MEASURES`: how much a rule and a reading have in common, in several ways."""
    topic, words, weights = topics.of[number], text.words, topics.weights
    common = words.words & topic.words
    shared = weigh(common, weights)
    above = weigh((words.words & topic.above) - common, weights)
    pairs = 0.0
    for one, two in words.pairs if len(common) > 1 else ():
        if one in common and two in common and f" {one} {two} " in topic.run:
            pairs += min(weights.get(one, 0.0) + weights.get(two, 0.0), _MOST_PAIR)
    in_related = text.related.keys() & topic.words
    players = 0.0
    if text.players:
        players = weigh(text.players.keys() & topic.words, text.players)
        players += 0.5 * weigh((text.players.keys() & topic.above) - topic.words, text.players)
    meaning = max(0.0, similarity(words.vector, topic.vector)) if words.vector and topic.vector else 0.0
    apart = topics.apart(number)
    telling = 0.0
    for word in common:
        if word in apart:
            telling += apart[word] * weights[word]
    return (
        (shared + 0.5 * above) / text.total,
        above,
        meaning,
        pairs,
        players,
        _source(number, text.sources),
        weigh(in_related, text.related),
        bool(topic.heading) and topic.heading <= words.words,
        telling / text.total,
        sum([text.related[word] * apart[word] for word in in_related if word in apart]),
        weigh(words.words & topics.words_of_examples(number), weights) / text.total,
    )


def measures_around(topics: RuleTopics, rule: RuleNumber, number: RuleNumber, whole: WholeText) -> tuple[float, ...]:
    """Return the `MEASURES_AROUND` of a rule that may be meant instead of a number."""
    topic, (words, vector, numbers) = topics.of[rule], whole
    others = [each for each in numbers if each != rule and same_section(each, rule)]
    return (
        max(0.0, similarity(vector, topic.vector)) if vector and topic.vector else 0.0,
        weigh(topic.words & words, topics.weights) / (_SHORT + topic.weight),
        any(each.rule == rule.rule for each in others),
        bool(others),
        bool(topic.heading) and topic.heading <= words,
        not rule.subrule,
        not same_section(rule, number),
        rule in numbers and rule != number,
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


def _source(number: RuleNumber, sources: Mapping[RuleNumber, float]) -> float:
    """Return the share of a phrase of players that is about a rule, or the rule above it."""
    if not sources:
        return 0.0
    return max(sources.get(number, 0.0), sources.get(number._replace(subrule=0), 0.0))
