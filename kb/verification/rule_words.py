"""All texts of an edition by their words: which rule has a quotation, exactly or almost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from math import log
from typing import NamedTuple

from kb.citations.quotations import ComparableText
from kb.model import Rule
from kb.rule_number import RuleNumber
from kb.storage.view import View


class PrintedText(NamedTuple):
    """A text that an edition prints.

    Attributes:
        number: the number of the rule, or None for an entry of the glossary.
        name: the number, or the headword.
        text: the text as printed, with its examples.
    """

    number: RuleNumber | None
    name: str
    text: str


class NearText(NamedTuple):
    """A text that is like a quotation, and the share of the quotation's words that it has in the same order."""

    printed: PrintedText
    share: float


# A word of so many texts finds none of them. So many texts are compared with a quotation word by word.
_COMMON, _COMPARED = 600, 6


class RuleWords:
    """The texts of a view: rules with their examples, and the glossary."""

    def __init__(self, view: View, rules: Mapping[RuleNumber, Rule]) -> None:
        self._view, self.rules = view, rules
        self._comparable: dict[int, ComparableText] = {}

    @cached_property
    def texts(self) -> Sequence[PrintedText]:
        """All texts: the rules in order, then the glossary."""
        found = [
            PrintedText(number, str(number), "\n".join((rule.text, *(each.text for each in rule.examples))))
            for number, rule in self.rules.items()
        ]
        entries = (each.item for each in self._view.glossary())
        found += (PrintedText(None, entry.names[0], "\n".join(entry.senses)) for entry in entries)
        return found

    @cached_property
    def _place_of(self) -> Mapping[RuleNumber, int]:
        return {each.number: at for at, each in enumerate(self.texts) if each.number is not None}

    @cached_property
    def _texts_with(self) -> Mapping[str, Sequence[int]]:
        """The texts that have each word."""
        found: dict[str, list[int]] = defaultdict(list)
        for at in range(len(self.texts)):
            for word in dict.fromkeys(self._words_of(at).words):
                found[word].append(at)
        return found

    def _words_of(self, at: int) -> ComparableText:
        if at not in self._comparable:
            self._comparable[at] = ComparableText(self.texts[at].text)
        return self._comparable[at]

    def of_rule(self, number: RuleNumber) -> ComparableText:
        """Return the words of a rule with its examples. The rule has to exist."""
        return self._words_of(self._place_of[number])

    def with_all(self, parts: Sequence[ComparableText]) -> list[PrintedText]:
        """Return the texts that have all parts of a quotation, in order."""
        words = {word for part in parts for word in part.words}
        lists = sorted((self._texts_with.get(word, ()) for word in words), key=len)
        if not lists:
            return []
        places = set(lists[0]).intersection(*lists[1:4])
        return [self.texts[at] for at in sorted(places) if self._words_of(at).contains(parts)]

    def nearest(self, parts: Sequence[ComparableText]) -> NearText | None:
        """Return the text that is the most like a quotation, or None if none shares a telling word with it."""
        words = [word for part in parts for word in part.words]
        scores: dict[int, float] = defaultdict(float)
        for word in dict.fromkeys(words):
            places = self._texts_with.get(word, ())
            if len(places) <= _COMMON:
                weight = log((1 + len(self.texts)) / (1 + len(places)))
                for at in places:
                    scores[at] += weight
        if not scores:
            return None
        best = sorted(scores, key=lambda at: -scores[at])[:_COMPARED]
        return max((NearText(self.texts[at], share_of(words, self._words_of(at).words)) for at in best), key=_share)


def share_of(words: Sequence[str], printed: Sequence[str]) -> float:
    """Return the share of some words that a text has in the same order, from 0 to 1."""
    matcher = SequenceMatcher(None, words, printed, autojunk=False)
    return sum(block.size for block in matcher.get_matching_blocks()) / len(words)


def _share(near: NearText) -> float:
    return near.share
