"""What the words near a citation of the MTR or the IPG are about: its section, or clearly another one of its book.

The scores are those of the search in these books (`kb.search.policy`). Its sections are long and differ in their words,
so one score tells them apart, which the rules' score can't do.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from math import log
from typing import NamedTuple

from kb.citations.policy_sections import POLICY_LANG
from kb.documents import Doc
from kb.search.policy.entries import policy_entries
from kb.search.policy.policy_query import parse_policy_query
from kb.search.policy.scoring import score_sections
from kb.section_number import SectionNumber
from kb.storage.store import Store
from kb.storage.view import View
from kb.verification.contexts import Readings

# The leads from which on another section makes a number doubtful, or confirms it.
DOUBTFUL, CONFIRMED = 1.0, -0.3
# Fewer known words tell nothing. The score of a section that the search doesn't find, and a score that tells nothing.
_FEWEST, _NOT_FOUND, _LEAST = 3, 1.0, 4.0
# The other section has to lead the third one by this, else the words fit many sections a little.
_CLEAR = 0.25


class SectionComparison(NamedTuple):
    """The section that fits the words near a citation best, of those that aren't cited.

    Attributes:
        other: its number.
        lead: the logarithm of how many times its score is that of the cited section.
    """

    other: SectionNumber
    lead: float


class PolicyTopics:
    """Compares texts with the sections of a book in force on a day."""

    def __init__(self, store: Store, doc: Doc, day: date) -> None:
        self._entries = policy_entries(store, [View(store.book(doc), POLICY_LANG, day)], all_editions=False)
        self._scores = lru_cache(maxsize=1 << 8)(self._read_scores)

    def compare(self, number: SectionNumber, readings: Readings) -> SectionComparison | None:
        """Return what speaks for another section than the cited one. Return None if the words are too few to tell.

        The clause on both sides of the number is compared; if it has too few words, the sentence.
        """
        return self._compare(number.own_section, readings.clause) or self._compare(
            number.own_section, readings.sentence
        )

    def _compare(self, number: SectionNumber, text: str) -> SectionComparison | None:
        scores = self._scores(text)
        others = sorted(((score, other) for other, score in scores.items() if other != number), reverse=True)
        if not others or others[0][0] < _LEAST:
            return None
        (best, other), second = others[0], others[1][0] if len(others) > 1 else _NOT_FOUND
        lead = log(best / max(scores.get(number, 0.0), _NOT_FOUND))
        is_clear = log(best / max(second, _NOT_FOUND)) >= _CLEAR
        return SectionComparison(other, lead if is_clear else min(lead, 0.0))

    def _read_scores(self, text: str) -> Mapping[SectionNumber, float]:
        """Return the scores of the sections that a text finds, or nothing if it has too few known words."""
        query = parse_policy_query(_plain(text), self._entries)
        if sum(word in self._entries for word in query.needed) < _FEWEST:
            return {}
        found = score_sections(self._entries, self._entries.entries, query)
        return {each.section.number.own_section: each.score for each in found if each.section.number.section}


def _plain(text: str) -> str:
    """Return a text without what the search would read as its own marks, and without numbers."""
    return "".join(each if each.isalpha() or each in " '’" else " " for each in text)
