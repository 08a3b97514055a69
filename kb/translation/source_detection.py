"""The English wording that a French one was made from.

A French edition says its day, and mostly that of the English edition that it is a translation of. Where the
English of that day isn't known, the English edition is sought whose rules, number by number, are most like
the French ones in what no translation changes (`kb.translation.invariants`). A page may mix editions: one of its
rules may be made from another wording than its neighbours, if two kinds of evidence say so.

Guarantees: pure reading; a wording that was only found, not stated, is less than certain.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from kb.model import Rule
from kb.rule_number import RuleNumber
from kb.storage.editions import whole_editions
from kb.storage.spans import wordings_under
from kb.storage.view import View, ViewItem
from kb.storage.wordings import read_examples
from kb.translation.invariants import extract_invariants, similarity_by_kind, weighted_similarity

if TYPE_CHECKING:
    from kb.storage.store import Store

# A page's rule is taken to be made from another wording than that of its day if that is so much more like
# it, and in two kinds of traits by so much each: one alone is more often a mistake of the translation.
_CLEARLY_BETTER, _BETTER_OF_A_KIND, _KINDS = 0.1, 0.15, 2
# Less than this is no translation of it.
_LEAST = 0.6
# What is found is never quite certain; what is stated is, unless it looks like something else.
_FOUND = 0.9
# Editions next to each other differ in few rules: a third of a rule must speak for another edition.
_CLEARLY_ANOTHER = 0.3
# So many rules that were reworded tell an edition.
_ENOUGH = 300
# What stands under the same number in the edition that was found is the base, if it isn't quite unlike.
_UNLIKE = 0.4


@dataclass(frozen=True, slots=True)
class DetectedSource:
    """A French rule and what it was made from.

    Attributes:
        french: the rule.
        english: the English wording, as the store has it from the edition with which it began.
        edition: the English edition that the French is a translation of.
        confidence: how sure it is that the French was made from it, from 0 to 1.
        stated: whether the French is of the day of that edition, so that it needn't be sought.
    """

    french: ViewItem[Rule]
    english: ViewItem[Rule]
    edition: date
    confidence: float
    is_stated: bool


@dataclass(frozen=True, slots=True)
class _Known:
    """A wording that English editions have under a number.

    Attributes:
        printed: the rule, with the first edition that has it so.
        ended: the first edition that no longer has it; None if it is an excerpt's.
        lossy: whether it has lost its punctuation.
    """

    printed: ViewItem[Rule]
    ended: str | None
    lossy: bool


def detect_sources(store: Store, as_of: date, french: Sequence[ViewItem[Rule]]) -> dict[int, DetectedSource]:
    """What French rules were made from, by their places in the sequence; what isn't found is left out.

    Args:
        store: what is known.
        as_of: English editions up to this day are looked at.
        french: the rules.
    """
    by_day: dict[date, list[int]] = defaultdict(list)
    for at, rule in enumerate(french):
        by_day[rule.edition].append(at)
    found: dict[int, DetectedSource] = {}
    for day, places in by_day.items():
        found |= _Sought(store, as_of, day, {at: french[at] for at in places}).made()
    return found


class _Sought:
    """The search for what the French rules of one day were made from."""

    def __init__(self, store: Store, as_of: date, day: date, french: dict[int, ViewItem[Rule]]) -> None:
        self._store, self._as_of, self._day, self._french = store, as_of, day, french
        self._whole = [day for day in whole_editions(store, "en") if day <= as_of.isoformat()]

    def made(self) -> dict[int, DetectedSource]:
        """What they were made from, by their places."""
        stated = self._of_the_day()
        whole = any(not printed.from_excerpt for printed in stated.values())
        found: dict[int, DetectedSource] = {}
        open_: list[int] = []
        for at, rule in self._french.items():
            english = stated.get(rule.item.number)
            alike = 0.0
            if english is not None:
                # A whole edition that says its day says what it is, and so does a finished translation; a page may
                # have rules of several.
                alike = _likeness(rule, english) if rule.from_excerpt and not rule.from_finished_translation else 1.0
                found[at] = DetectedSource(
                    rule, english, self._day, 1.0 if alike >= _LEAST else round(alike, 2), is_stated=True
                )
            if (rule.from_excerpt and alike < _FOUND) or (english is None and not whole):
                open_.append(at)
        if not open_:
            return found
        known = self._known({self._french[at].item.number for at in open_})
        edition = self._most_alike(known, [at for at in open_ if at not in found])
        for at in open_:
            if (better := self._better(at, known, edition, found.get(at))) is not None:
                found[at] = better
        return found

    def _of_the_day(self) -> dict[RuleNumber, ViewItem[Rule]]:
        """The English rules of the day of the French."""
        if self._day > self._as_of:
            return {}
        rules: dict[RuleNumber, ViewItem[Rule]] = {}
        for rule in View(self._store, "en", self._day).rules():
            if rule.edition == self._day:
                rules.setdefault(rule.item.number, rule)
        return rules

    def _known(self, numbers: Iterable[RuleNumber]) -> dict[RuleNumber, list[_Known]]:
        """By number, the wordings that English editions have under it, oldest first."""
        rows = wordings_under(self._store, "en", sorted(map(str, numbers)), self._as_of)
        examples = read_examples(self._store, (row.wording for row in rows))
        known: dict[RuleNumber, list[_Known]] = defaultdict(list)
        for row in rows:
            rule = Rule(RuleNumber.parse(row.label), row.text, examples.get(row.wording, ()), row.text_lang)
            first = date.fromisoformat(row.first)
            printed = ViewItem(rule, "en", first, row.place, row.wording, from_excerpt=row.ended is None)
            known[rule.number].append(_Known(printed, row.ended, bool(row.lossy)))
        return known

    def _most_alike(self, known: dict[RuleNumber, list[_Known]], places: Sequence[int]) -> str | None:
        """The edition whose rules are most like some French ones; of those that are nearly as like, the nearest.

        The one in force on the day of the French is nearest, then the ones before and after it.
        """
        worth: dict[str, float] = defaultdict(float)
        reworded = [at for at in places if len(known.get(self._french[at].item.number, ())) > 1] or places
        for rule in (self._french[at] for at in reworded[:: max(1, len(reworded) // _ENOUGH)]):
            for each in known.get(rule.item.number, ()):
                share = _likeness(rule, each.printed)
                for edition in self._editions(each):
                    worth[edition] += share
        if not worth:
            return None
        least = max(worth.values()) - _CLEARLY_ANOTHER
        good = sorted(edition for edition, each in worth.items() if each >= least)
        before = bisect_right(good, self._day.isoformat())
        return good[before - 1] if before else good[0]

    def _editions(self, known: _Known) -> list[str]:
        """The editions that have a wording."""
        first = known.printed.edition.isoformat()
        if known.ended is None:
            return [] if known.lossy else [first]
        return [edition for edition in self._whole if first <= edition < known.ended]

    def _better(
        self, at: int, known: dict[RuleNumber, list[_Known]], edition: str | None, stated: DetectedSource | None
    ) -> DetectedSource | None:
        """A wording that a rule is more likely to be made from than from what is stated; None if there is none."""
        rule = self._french[at]
        there = [each for each in known.get(rule.item.number, ()) if self._editions(each)]
        here = next((each for each in there if edition in self._editions(each)), None)
        start = stated.english if stated is not None else here.printed if here is not None else None
        best = here
        # Only a page has rules of several editions.
        if start is None or (rule.from_excerpt and _likeness(rule, start) < _FOUND):
            best = max(there, key=lambda each: _likeness(rule, each.printed), default=None)
            if best is not None and start is not None and not _clearly_better(rule, best.printed, start):
                best = here if stated is None else None
        elif stated is not None:
            return None
        if best is None:
            return None
        alike, editions = _likeness(rule, best.printed), self._editions(best)
        if edition in editions and alike >= _UNLIKE:
            # The other rules speak for this edition too.
            sure = round(_FOUND * (1 + alike) / 2, 2)
            return DetectedSource(rule, best.printed, date.fromisoformat(edition), sure, is_stated=False)
        if alike < _LEAST:
            return None
        day = editions[max(bisect_right(editions, self._day.isoformat()) - 1, 0)]
        return DetectedSource(rule, best.printed, date.fromisoformat(day), round(_FOUND * alike, 2), is_stated=False)


def _likeness(french: ViewItem[Rule], english: ViewItem[Rule]) -> float:
    return weighted_similarity(similarity_by_kind(extract_invariants(french.item), extract_invariants(english.item)))


def _clearly_better(french: ViewItem[Rule], one: ViewItem[Rule], other: ViewItem[Rule]) -> bool:
    """Whether two kinds of traits say that a rule is made from the one wording and not from the other."""
    mine = extract_invariants(french.item)
    theirs, others = (
        similarity_by_kind(mine, extract_invariants(one.item)),
        similarity_by_kind(mine, extract_invariants(other.item)),
    )
    if weighted_similarity(theirs) - weighted_similarity(others) < _CLEARLY_BETTER:
        return False
    better = [kind for kind in theirs if theirs[kind] - others.get(kind, 0.0) >= _BETTER_OF_A_KIND]
    return len(better) >= _KINDS
