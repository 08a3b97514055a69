"""The subject of a number: do the words near it fit the rule that it cites, or clearly another rule?

Nobody can tell which words near a number are about it (`kb.verification.contexts`). So each rule gets a score in each
reading, the scores of a reading become the likelihoods of the rules, and the likelihoods of the readings are added. A
number is contradicted if another rule is much likelier than everything that it covers. The weights were fitted to
answers in which the right numbers are known (`docs/decisions/verification.md`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import exp, log, sqrt
from typing import NamedTuple

from kb.rule_number import RuleNumber
from kb.verification.contexts import NUMBER, Around, Readings
from kb.verification.reading_words import PlayersPhrase, WordReader, words_for
from kb.verification.rule_topics import RuleTopics
from kb.verification.topic_scores import (
    FITTED,
    ReadingText,
    Scorer,
    TopicWeights,
    WholeText,
    same_section,
    weigh,
)


class TopicComparison(NamedTuple):
    """What the words near a number say about it.

    Attributes:
        other: the rule that fits best, of those that the number doesn't cover; None if none does.
        lead: the logarithm of how many times as likely that rule is. Negative: the cited rule is likelier.
    """

    other: RuleNumber | None
    lead: float

    def is_refuted(self, number: RuleNumber) -> bool:
        """True if another rule is so much likelier than a number that this is wrong."""
        return self.other is not None and self.lead >= _REFUTED[_relation(number, self.other)]

    def is_contradicted(self, number: RuleNumber) -> bool:
        """True if another rule is clearly likelier than a number. A subrule of the same rule is the likeliest slip."""
        return self.other is not None and self.lead >= _DOUBTFUL[_relation(number, self.other)]

    @property
    def is_confirmed(self) -> bool:
        """True if the cited rule is the likeliest."""
        return self.lead <= _CONFIRMED


# The leads from which on a number is wrong, or doubtful, by where the other rule is.
_REFUTED = {"beside": 3.3, "section": 4.0, "far": 4.0}
_DOUBTFUL = {"beside": 1.0, "section": 1.6, "far": 0.8}
_CONFIRMED = -0.4
# What is said near a list of numbers is about all of them. So it doesn't refute one. Nor does one sentence of several
# that cite a number.
_MOST_UNSURE = 3.0
# A rule that another number of the sentence cites is as much less likely meant by this one.
_ELSEWHERE = 0.25
_LEAST, _CLEAR = 1e-9, 0.6
_LEAST_WEIGHT = 4.0
"""A reading whose telling words weigh less isn't compared."""
_SIMILAR, _WHOLE_SECTION = 16, 150
_MOST_RELATED = 6.0
# The least weight of the first word of a heading that stands for its rule, and the lead of a rule that is named.
_RARE, _NAMED = 3.5, 20.0


class TopicReader:
    """Compares texts with the rules of an edition.

    Attributes:
        topics: the rules.
        words: what reads the texts.
    """

    def __init__(self, topics: RuleTopics, words: WordReader, weights: TopicWeights = FITTED) -> None:
        self.topics, self.words = topics, words
        self.weigh(weights)
        self._headings = self._read_headings()

    def weigh(self, weights: TopicWeights) -> None:
        """Take other weights."""
        self._scorer, self._priors = Scorer(self.topics, weights), weights.priors

    def compare(self, number: RuleNumber, readings: Readings, around: Around) -> TopicComparison | None:
        """Compare the words near a number with its rule and others. Return None if they are too few to tell."""
        if (named := self._by_heading(number, readings)) is not None:
            return named
        own, rivals = self._covered(number, around), self.rivals(number, readings)
        likelihoods = self._likelihoods([*own, *rivals], number, readings, around)
        if not likelihoods:
            return None
        cited = sum(likelihoods[: len(own)])
        elsewhere = frozenset(NUMBER.findall(readings.sentence))
        values = (
            value * (_ELSEWHERE if str(rival) in elsewhere else 1.0)
            for value, rival in zip(likelihoods[len(own) :], rivals, strict=True)
        )
        first, last = _bounds(around.joined | {number})
        for value, rival in sorted(zip(values, rivals, strict=True), reverse=True):
            if not (first < rival < last or rival in around.joined or self.topics.are_connected(number, rival)):
                lead = log(max(value, _LEAST) / max(cited, _LEAST))
                is_unsure = len(around.joined) > 1 or number in around.numbers
                return TopicComparison(rival, min(lead, _MOST_UNSURE) if is_unsure else lead)
        return TopicComparison(None, -_NAMED)

    def _covered(self, number: RuleNumber, around: Around) -> list[RuleNumber]:
        """Return the rules that a number covers, and those of its list or range: what is said is about all of them."""
        first, last = _bounds(around.joined | {number})
        beside = self.topics.below.get(first._replace(subrule=0), ()) if first.parent == last.parent else ()
        numbers = {number, *around.joined, *(each for each in beside if first < each < last)}
        return sorted({rule for each in numbers for rule in self.topics.own(each)})

    def best(self, number: RuleNumber, readings: Readings, around: Around) -> RuleNumber | None:
        """Return the rule that the words near a number without a rule are about, or None if they name none clearly."""
        rivals = self.rivals(number, readings)
        likelihoods = self._likelihoods(rivals, number, readings, around)
        if not likelihoods:
            return None
        first, second = sorted(range(len(rivals)), key=lambda at: -likelihoods[at])[:2]
        is_clear = likelihoods[first] >= _CLEAR and likelihoods[first] >= 2 * likelihoods[second]
        return rivals[first] if is_clear else None

    def speaks_against(self, suggestion: str, readings: Readings, around: Around) -> bool:
        """True if the words near a number clearly fit another rule than the one suggested instead of the number."""
        number = RuleNumber.parse(suggestion)
        compared = self.compare(number, readings, around)
        return compared is not None and compared.is_contradicted(number)

    def _likelihoods(
        self, numbers: Sequence[RuleNumber], number: RuleNumber, readings: Readings, around: Around
    ) -> list[float]:
        """Return how likely each rule is meant, from 0 to 1. Return nothing if no reading can be compared."""
        texts = self.texts(readings, around)
        if not texts or len(numbers) < 2:
            return []
        whole = self.whole(around)
        base = [self._scorer.score_around(each, number, whole) for each in numbers]
        found = [0.0] * len(numbers)
        all_priors = sum(text.prior for text in texts)
        for text in texts:
            scores = [start + self._scorer.score(each, text) for each, start in zip(numbers, base, strict=True)]
            highest = max(scores)
            powers = [exp(score - highest) for score in scores]
            factor = text.prior / all_priors / sum(powers)
            found = [old + factor * power for old, power in zip(found, powers, strict=True)]
        return found

    def whole(self, around: Around) -> WholeText:
        """Return the text around a number."""
        counts = Counter(each[:length] for each in around.numbers for length in (2, 3))
        return WholeText(self.words.whole(around.text), around.numbers, counts)

    def texts(self, readings: Readings, around: Around) -> list[ReadingText]:
        """Return the readings that can be compared. Equal ones are one, with the sum of their weights."""
        found: dict[frozenset[str], ReadingText] = {}
        phrases = self.words.phrases(around.block)
        for name, prior in self._priors.items():
            words = self.words.read(getattr(readings, name))
            if (same := found.get(words.words)) is not None:
                found[words.words] = same._replace(prior=same.prior + prior, names=(*same.names, name))
                continue
            players, sources = self._players(phrases, words.words)
            total = weigh(words.words, self.topics.weights)
            if total > _LEAST_WEIGHT and (sources or len(words.words & self.topics.weights.keys()) > 1):
                length = sqrt(sum(self.topics.weights.get(word, 0.0) ** 2 for word in words.words))
                found[words.words] = ReadingText(
                    words, total, length, self._related(words.words), players, sources, prior, (name,)
                )
        return list(found.values())

    def _players(
        self, phrases: Iterable[PlayersPhrase], words: frozenset[str]
    ) -> tuple[Mapping[str, float], Mapping[RuleNumber, float]]:
        """Return the rules' words for the phrases of players that a text has, and the rules that they are about."""
        players: dict[str, float] = {}
        sources: dict[RuleNumber, float] = {}
        weights = self.topics.weights
        for phrase in phrases:
            if phrase.words <= words:
                share = 1 / len(phrase.meant)
                for synonym in phrase.meant:
                    source = RuleNumber.parse(synonym.source)
                    sources[source] = max(share, sources.get(source, 0.0))
                    for word in synonym.words:
                        if word not in words and word in weights:
                            players[word] = max(share * weights[word], players.get(word, 0.0))
        return players, sources

    def _related(self, words: frozenset[str]) -> Mapping[str, float]:
        """Return the rules' words that may stand for the words of a text, with their weights."""
        if self.words.lang != "en":
            return {}
        found: dict[str, float] = {}
        weights = self.topics.weights
        for word in words:
            for other, strength in words_for(word):
                if other not in words and other in weights:
                    weight = min(strength * weights[other], _MOST_RELATED)
                    found[other] = max(weight, found.get(other, 0.0))
        return found

    def rivals(self, number: RuleNumber, readings: Readings) -> list[RuleNumber]:
        """Return the rules that may be meant instead: of the same section, with the same words, or the same meaning."""
        rule, section = number._replace(subrule=0), RuleNumber(number.chapter, number.section)
        below = self.topics.below
        found = {*below.get(rule, ())}
        if not (number.rule and self._is_named(rule, readings)):
            within = below.get(section, ())
            words = self.words.read(readings.sentence).words
            found |= self.topics.sharing(words, within if len(within) < _WHOLE_SECTION else ())
            found.update(self.topics.similar(self.words.read(readings.clause).vector, _SIMILAR))
        return sorted(each for each in found - {rule, section, *self.topics.own(number)} if each.rule)

    def _is_named(self, rule: RuleNumber, readings: Readings) -> bool:
        """True if the clause of a number has the heading of its rule, such as "Trample"."""
        rules = self.topics.rules
        if rule not in rules or not rules[rule].title:
            return False
        heading = self.topics.of[rule].heading
        return bool(heading) and heading <= self.words.read(readings.clause).words

    def _by_heading(self, number: RuleNumber, readings: Readings) -> TopicComparison | None:
        """Compare the cited heading with the only heading that the clause names. Return None if it names none or more.

        A section, or a rule with a heading, is cited for its subject: "Reach is 702.17".
        """
        if not self._is_headed(number):
            return None
        for text in (readings.before, readings.clause):
            words = self.words.read(text).words
            named = dict(self._headings_in(words))
            if number in named:
                return TopicComparison(None, -_NAMED)
            longest = [each for each, size in named.items() if size == max(named.values())]
            if longest:
                is_one = len(longest) == 1 and not self.topics.are_connected(number, longest[0])
                return TopicComparison(longest[0], max(_DOUBTFUL.values())) if is_one else None
        return None

    def _is_headed(self, number: RuleNumber) -> bool:
        rules = self.topics.rules
        return number in rules and rules[number].title is not None and number.section != 0

    def _headings_in(self, words: frozenset[str]) -> Iterable[tuple[RuleNumber, int]]:
        """Yield the numbers whose headings have only words of a clause, each with the number of its words."""
        for word in words:
            for heading, number in self._headings.get(word, ()):
                if heading <= words:
                    yield number, len(heading)

    def _read_headings(self) -> Mapping[str, Sequence[tuple[frozenset[str], RuleNumber]]]:
        """The headings of sections and rules, by their rarest words: without those that are everywhere."""
        found: dict[str, list[tuple[frozenset[str], RuleNumber]]] = {}
        weights = self.topics.weights
        for number in self.topics.rules:
            heading = self.topics.of[number].heading if self._is_headed(number) else frozenset()
            rarest = max(heading, key=lambda word: weights.get(word, _RARE), default="")
            if heading and weights.get(rarest, _RARE) >= _RARE:
                found.setdefault(rarest, []).append((heading, number))
        return found


def _relation(number: RuleNumber, other: RuleNumber) -> str:
    if other.parent == number.parent:
        return "beside"
    return "section" if same_section(number, other) else "far"


@lru_cache(maxsize=1 << 8)
def _bounds(numbers: frozenset[RuleNumber]) -> tuple[RuleNumber, RuleNumber]:
    return min(numbers), max(numbers)
