"""What the text around a citation says about its number: rule text and names of rules, weighed against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from kb.citations.quotations import ComparableText
from kb.citations.rule_text_index import RuleTextIndex
from kb.citations.surroundings import Surroundings
from kb.citations.text_evidence import TextMatcher, TextReading
from kb.citations.topic_evidence import TopicMatcher, TopicReading
from kb.citations.word_evidence import WordMatcher
from kb.i18n import _
from kb.rule_number import RuleNumber
from kb.storage.store import Store


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the text around a citation says.

    Attributes:
        kind: `agrees`: the cited rule is meant; `edited`: it is meant, in an earlier wording; `reused`: the text is
            another rule's; `wrong-topic`: the name is another rule's.
        target: the number that is meant instead, or None if it isn't known.
        message: one sentence for people; empty for `agrees`.
        confidence: how certain the target is, from 0 to 1.
        is_direct: True if rule text or a rule's name stands directly beside the number.
    """

    kind: Literal["agrees", "edited", "reused", "wrong-topic"]
    target: RuleNumber | None = None
    message: str = ""
    confidence: float = 0.0
    is_direct: bool = True

    @property
    def contradicts(self) -> bool:
        """True if another rule is meant."""
        return self.kind in ("reused", "wrong-topic")


@dataclass(frozen=True, slots=True)
class Moved:
    """What became of the rule that had a number on an earlier day.

    Attributes:
        target: its present number, or None if it is gone.
        confidence: how certain that is, from 0 to 1.
        is_reworded: True if its wording has changed in class `wording`.
    """

    target: RuleNumber | None
    confidence: float
    is_reworded: bool


AGREES = Evidence("agrees")
# How certain a target is. `bench/citing.py` measures how often each kind is right.
_CERTAIN, _LIKELY, _PROBABLE, _NEWER, _UNCONFIRMED = 1.0, 0.95, 0.8, 0.7, 0.6


class EvidenceReader:
    """Reads the text around citations. Numbers are those of the whole edition of the day `day`."""

    def __init__(self, store: Store, index: RuleTextIndex, day: str, edition: str) -> None:
        self._texts = TextMatcher(store, index, day)
        self._topics = TopicMatcher(index, day)
        self._words = WordMatcher(index, day)
        self._index, self._day, self._edition = index, day, edition

    def read(self, number: RuleNumber, around: Surroundings, named: RuleNumber | None = None) -> Evidence | None:
        """Read the text around a citation of a number. Return None if it says nothing.

        `named` is the lower end of a range, if the number is the upper end.
        """
        if around.is_list:
            return None
        text = self._texts.read(number, around, named)
        if text is not None and text.agrees:
            return self._edited(number, text) if text.is_old else AGREES
        topic = self._topics.read(number, around)
        if text is None or (topic is not None and topic.agrees and topic.is_direct):
            return self._from_topic(number, topic, around) or self._from_words(number, around)
        if topic is not None and topic.agrees and not _are_siblings(number, text.target):
            return None  # the text speaks for another rule, the name for this one
        return self._from_text(number, text, topic)

    def successor(self, number: RuleNumber, last: str, around: Surroundings) -> tuple[RuleNumber | None, float]:
        """Return the present number of the rule that had a number in the edition `last`, and how certain it is meant.

        Return None as the number if that rule is gone, or if the text around the number is about another rule.
        """
        lineage = self._index.lineage_on(number, last)
        if lineage is None:
            return None, 0.0
        confirmed = False
        if not around.is_list:
            topic, words = self._topics.read(number, around), self._words.read(number, around)
            if (topic is not None and topic.agrees) or (words is not None and not words.fits):
                return None, 0.0
            confirmed = words is not None and words.confidence > 0
        return self._index.number_on(lineage, self._day), _PROBABLE if confirmed else _UNCONFIRMED

    def _from_words(self, number: RuleNumber, around: Surroundings) -> Evidence | None:
        words = self._words.read(number, around)
        if words is None or words.target is None:
            return None
        named = self._named(number, words.target)
        message = _("the text beside it fits {target} better than {number} ({edition})", **named)
        return self._calibrated(number, Evidence("reused", words.target, message, words.confidence, is_direct=False))

    def on_day(self, number: RuleNumber, day: date) -> Moved | None:
        """Return what became of the rule that had a number on a day. Return None if no rule had it then."""
        lineage = self._index.lineage_on(number, day.isoformat())
        if lineage is None:
            return None
        since = [span for span in self._index.spans_of_lineage(lineage) if day.isoformat() < span.first <= self._day]
        confidence = min((span.confidence for span in since), default=1.0)
        reworded = bool(since) and self._texts.is_reworded(lineage, day.isoformat())
        return Moved(self._index.number_on(lineage, self._day), confidence, reworded)

    def had_words_until(self, number: RuleNumber, parts: Sequence[ComparableText]) -> date | None:
        """Return the last day until which an earlier wording of a rule with all parts of a quotation was in force."""
        lineage = self._index.lineage_on(number, self._day)
        spans = [] if lineage is None else self._index.spans_of_lineage(lineage)
        earlier = sorted({(span.ended, span.wording) for span in spans if span.ended <= self._day}, reverse=True)
        for ended, wording in earlier:
            if ComparableText(self._texts.text(wording)).contains(parts):
                return date.fromisoformat(ended)
        return None

    def _edited(self, number: RuleNumber, text: TextReading) -> Evidence:
        message = _(
            "the text beside it is an earlier wording of {number}, until {day}; "
            "`rules history {number}` shows the changes",
            number=number,
            day=text.since,
        )
        return Evidence("edited", None, message)

    def _from_text(self, number: RuleNumber, text: TextReading, topic: TopicReading | None) -> Evidence | None:
        target, confidence = text.target, text.confidence
        if target is None and topic is not None and not topic.agrees:
            target, confidence = topic.target, _PROBABLE
        if target == number:
            return AGREES
        if text.is_reference and target is None:
            return None
        if target is None:
            message = _("the text beside it is of a rule that {edition} doesn't have", edition=self._edition)
        elif text.is_reference:
            message = _(
                "in the rule quoted there, {number} is {target} today ({edition})", **self._named(number, target)
            )
        else:
            message = _("the text beside it is of {target}, not of {number} ({edition})", **self._named(number, target))
        return self._calibrated(number, Evidence("reused", target, message, confidence if target else 0.0))

    def _from_topic(self, number: RuleNumber, topic: TopicReading | None, around: Surroundings) -> Evidence | None:
        if topic is None or topic.agrees:
            return None if topic is None else Evidence("agrees", is_direct=topic.is_direct)
        heading = topic.heading
        if heading is None:
            return None
        message = _(
            "{name} is {heading} in {edition}; {number} isn't about it",
            name=topic.name,
            heading=heading,
            edition=self._edition,
            number=number,
        )
        if topic.until:
            message += _(" since {day}", day=topic.until)
        confidence = _LIKELY if topic.is_certain else _PROBABLE
        if topic.is_certain and topic.is_direct:
            confidence = _CERTAIN
        target = topic.target
        if target is not None and target.subrule:
            target = self._words.fitting_subrule(target, around, is_known=not topic.keeps_letter)
        return self._calibrated(number, Evidence("wrong-topic", target, message, confidence, is_direct=topic.is_direct))

    def _calibrated(self, number: RuleNumber, evidence: Evidence) -> Evidence:
        """Lower the confidence if the number may be that of a newer edition: there, the target moved up by one.

        It can't be if the rule has had the number before.
        """
        target = evidence.target
        if target is None or not _is_next(number, target):
            return evidence
        lineage = self._index.lineage_on(target, self._day)
        if any(span.lineage == lineage for span in self._index.spans_of_number(number)):
            return evidence
        newer = _("; or {number} is of an edition after {edition}", number=number, edition=self._edition)
        return replace(evidence, message=evidence.message + newer, confidence=min(evidence.confidence, _NEWER))

    def _named(self, number: RuleNumber, target: RuleNumber) -> dict[str, object]:
        return {"number": number, "target": target, "edition": self._edition}


def _is_next(number: RuleNumber, before: RuleNumber) -> bool:
    """True if one part of a number is one more than in another number, and all other parts are the same.

    A letter b doesn't count: no new text comes before the first subrule, which says what the rule is.
    """
    differences = sorted(here - there for here, there in zip(number, before, strict=True))
    return differences == [0, 0, 0, 1] and (number.subrule, before.subrule) != (2, 1)


def _are_siblings(number: RuleNumber, other: RuleNumber | None) -> bool:
    return other is not None and bool(number.subrule and other.subrule) and number.parent == other.parent
