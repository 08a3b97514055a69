"""Single words near a citation: do they fit the cited rule, or another rule that the number may stand for?

Comments tell a rule in words of their own. A number may stand for the rules that have had it, and, by a wrong letter,
for the subrules beside the cited one. These are few, so even single words tell them apart. Rare words weigh more than
common ones, and words beside the number more than words far away.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from kb.citations.near_words import near_words
from kb.citations.rule_text_index import RuleTextIndex
from kb.citations.surroundings import Surroundings
from kb.rule_number import RuleNumber


class WordReading(NamedTuple):
    """The rule that the words near a citation fit best.

    Attributes:
        target: the present number of that rule, or None if the words fit no other rule clearly.
        fits: True if a rule that once had the number may be meant: it shares words with the text, or the text has few.
        confidence: how certain the target is, from 0 to 1. Without a target: how certain it is that a rule which once
            had the number is meant.
    """

    target: RuleNumber | None
    fits: bool
    confidence: float = 0.0


# Words of less weight are in very many rules.
_MIN_WORD_WEIGHT = 2.0
# How much more than the cited rule, and than the second candidate, a rule must share of the words near the number.
_LEAD, _LEAD_WITHOUT_RULE, _LEAD_OVER_SECOND = 5.0, 3.0, 1 / 3
_FACTOR_IN_LIST = 1.6
_LEAD_OF_SECTION = 3.5
_MIN_WEIGHT_OF_SUCCESSOR, _FEW_WORDS = 2.5, 8
# Words that only one of the subrules beside each other has: their weight for another subrule, and for the cited one.
_MIN_OWN_WORDS, _MAX_CITED_WORDS, _MIN_LEAD_OF_SIBLING = 6.0, 1.0, 5.0
# How often a target is the right one if the words decide (`bench/citing_repairs.py`).
_FORMER, _SIBLING, _NEWER = 0.8, 0.7, 0.7
_CHAPTER_OF_NEW_SECTIONS = 7
# Numbers of a list share the words beside them.
_LIST_BEFORE = re.compile(r"[0-9a-z](?:[ ]?[/+&–-]|,|,?[ ](?:and|or|to|through))[ ]?(?:CR[ ]|rules?[ ])?\Z")
_LIST_BEHIND = re.compile(
    r"(?:[ ]?[/+&–-]|,|,?[ ](?:and|or|to|through)\b)[ ]?(?:CR[ ]|rules?[ ])?(?:[1-9][0-9]{2}\b|[a-z]{1,2}\b)"
)


class WordMatcher:
    """Compares single words with the rules that a number may stand for."""

    def __init__(self, index: RuleTextIndex, day: str) -> None:
        self._index, self._day = index, day
        self._words: dict[RuleNumber, frozenset[int]] = {}
        self._former_holders: dict[RuleNumber, dict[RuleNumber, frozenset[int]]] = {}
        self._siblings: dict[RuleNumber, dict[RuleNumber, frozenset[int]]] = {}

    def read(self, number: RuleNumber, around: Surroundings) -> WordReading | None:
        """Read the words near a citation. Return None if there is no other rule that the number may stand for."""
        is_listed, former = _is_in_list(around), self._former(number)
        siblings = self._subrules_beside(number) if number.subrule and not is_listed else {}
        weights = self._weights(around)
        reading = self._from_former(number, former, weights, is_listed=is_listed)
        if reading is None or reading.target is None:
            reading = (
                self._from_siblings(number, siblings, weights) or self._from_section_before(number, weights) or reading
            )
        return reading

    def fitting_subrule(self, number: RuleNumber, around: Surroundings, *, is_known: bool) -> RuleNumber:
        """Return the subrule beside a number, or the number itself, that the words near a citation fit best.

        With `is_known`, the number is that of the rule that had the cited number. Then the words have to be clearer.
        """
        weights = self._weights(around)
        shared = {each: _shared(words, weights) for each, words in self._subrules_beside(number).items()}
        best = max(shared, key=lambda each: shared[each], default=number)
        lead = _LEAD * (2 if is_known else 1)
        return best if shared.get(best, 0.0) - shared.get(number, 0.0) >= lead else number

    def _weights(self, around: Surroundings) -> dict[int, float]:
        """Return the telling words near a citation, each with its weight: the product of rarity and nearness."""
        return self._index.weights(near_words(around), _MIN_WORD_WEIGHT)

    def _from_former(
        self,
        number: RuleNumber,
        former: Mapping[RuleNumber, frozenset[int]],
        weights: Mapping[int, float],
        *,
        is_listed: bool,
    ) -> WordReading | None:
        """Return the reading by the rules that had the number, if there are any."""
        if not former:
            return None
        shared = sorted(((_shared(words, weights), target) for target, words in former.items()), reverse=True)
        (best, target), second = shared[0], shared[1][0] if len(shared) > 1 else 0.0
        present = self._index.lineage_on(number, self._day) is not None
        own = _shared(self._words_of(number), weights) if present else 0.0
        lead = (_LEAD_OF_SECTION if number.kind == "section" else _LEAD if present else _LEAD_WITHOUT_RULE) * (
            _FACTOR_IN_LIST if is_listed else 1
        )
        if best - own >= lead and best - second >= lead * _LEAD_OVER_SECOND:
            return WordReading(target, fits=True, confidence=_FORMER)
        if present:
            return None
        is_shared = best >= _MIN_WEIGHT_OF_SUCCESSOR
        return WordReading(None, is_shared or len(weights) < _FEW_WORDS, _FORMER if is_shared else 0.0)

    def _from_siblings(
        self, number: RuleNumber, siblings: Mapping[RuleNumber, frozenset[int]], weights: Mapping[int, float]
    ) -> WordReading | None:
        """Return the reading by the subrules beside the cited one, if the words are clearly those of one of them."""
        cited_words = siblings.get(number, frozenset())
        if sum(weight for word, weight in weights.items() if word not in cited_words) < _MIN_OWN_WORDS:
            return None  # as for most citations
        counts = Counter(word for words in siblings.values() for word in words & weights.keys())
        own_words = {word: weight for word, weight in weights.items() if counts[word] == 1}
        shared = {each: _shared(words, own_words) for each, words in siblings.items()}
        cited = shared.pop(number, 0.0)
        if not shared or cited > _MAX_CITED_WORDS:
            return None
        target = max(shared, key=lambda each: shared[each])
        best = shared.pop(target)
        if best < _MIN_OWN_WORDS or any(2 * other >= best for other in shared.values()):
            return None
        lead = _shared(siblings[target], weights) - _shared(cited_words, weights)
        return WordReading(target, fits=True, confidence=_SIBLING) if lead >= _MIN_LEAD_OF_SIBLING else None

    def _from_section_before(self, number: RuleNumber, weights: Mapping[int, float]) -> WordReading | None:
        """Return the reading by the rule with this number in the section before, if the number is newer than the rules.

        New kinds of cards and of designations get sections of their own in chapter 7, which move the sections behind.
        """
        target = number._replace(section=number.section - 1)
        if number.chapter != _CHAPTER_OF_NEW_SECTIONS or not number.rule or self._own_words(target) is None:
            return None
        lead = _shared(self._words_of(target), weights) - _shared(self._words_of(number), weights)
        return WordReading(target, fits=True, confidence=_NEWER) if lead >= _LEAD else None

    def _former(self, number: RuleNumber) -> Mapping[RuleNumber, frozenset[int]]:
        """Return the present numbers of the rules that had a number, with the words of these rules, then and now."""
        if number in self._former_holders:
            return self._former_holders[number]
        found: dict[RuleNumber, frozenset[int]] = {}
        for span in self._index.spans_of_number(number):
            target = self._index.number_on(span.lineage, self._day) if span.first <= self._day else None
            if target is not None and target != number and not number.covers(target):
                words = self._words_of(target) | self._index.words_in(span.wording)
                found[target] = found.get(target, frozenset()) | words
        self._former_holders[number] = found
        return found

    def _subrules_beside(self, number: RuleNumber) -> Mapping[RuleNumber, frozenset[int]]:
        """Return the words of all subrules of the cited subrule's rule."""
        above = number._replace(subrule=0)
        if above not in self._siblings:
            found: dict[RuleNumber, frozenset[int]] = {}
            each = above._replace(subrule=1)
            while (words := self._own_words(each)) is not None:
                found[each] = words
                each = each.next
            self._siblings[above] = found
        return self._siblings[above]

    def _words_of(self, number: RuleNumber) -> frozenset[int]:
        """Return the words of a rule, of the headings above it, and of the subrules below it."""
        if number not in self._words:
            self._words[number] = self._collect_words(number)
        return self._words[number]

    def _collect_words(self, number: RuleNumber) -> frozenset[int]:
        words: frozenset[int] = self._own_words(number) or frozenset()
        for above in _above(number):
            if self._index.lineage_on(above, self._day) in self._index.headed:
                words |= self._own_words(above) or frozenset()
        if number.kind == "rule":
            words = words.union(*self._subrules_beside(number).values())
        return words

    def _own_words(self, number: RuleNumber) -> frozenset[int] | None:
        """Return the words of the rule that has a number, or None if none has it."""
        for span in self._index.spans_of_number(number):
            if span.first <= self._day < span.ended:
                return self._index.words_in(span.wording)
        return None


def _shared(words: frozenset[int], weights: Mapping[int, float]) -> float:
    return sum(weight for word, weight in weights.items() if word in words)


def _is_in_list(around: Surroundings) -> bool:
    return _LIST_BEFORE.search(around.before[-24:]) is not None or _LIST_BEHIND.match(around.after) is not None


def _above(number: RuleNumber) -> Iterable[RuleNumber]:
    above = number.parent
    while above is not None and above.section:
        yield above
        above = above.parent
