"""Detection of the base: the English wording that a French rule was made from.

Most French editions have the same date as the English edition that they translate. If no English edition of this date
is known, the English edition with the most similar rules is chosen. Rules with the same number are compared by the
invariants of translation (`kb.translation.invariants`). A page may mix rules of several editions. So a rule of a page
may have another base than its neighbours, if at least two kinds of invariants show that this base is more similar.

Guarantees: The store is only read. A base is stated if it has the same date as the French, otherwise detected. A
detected base has a confidence below 1.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from kb.model import Rule
from kb.rule_number import RuleNumber
from kb.storage.spans import repeated_places, wordings_under
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_items import ViewItem
from kb.storage.wordings import read_examples
from kb.translation.invariants import extract_invariants, similarity_by_kind, weighted_similarity

# The base of a page's rule is the wording in the English edition that the page translates, unless another wording is
# clearly more similar. The similarity of the other wording must be greater by _CLEARLY_BETTER in total, and by
# _BETTER_IN_KIND in each of _MIN_KINDS kinds of invariants. A difference in only one kind may be an error in the text.
_CLEARLY_BETTER, _BETTER_IN_KIND, _MIN_KINDS = 0.1, 0.15, 2
# If the similarity of a wording is lower than this, the wording isn't used as a base.
_MIN_SIMILARITY = 0.6
# The highest confidence in a detected base. A stated base is certain if it is similar enough.
_DETECTED = 0.9
# Neighbouring editions differ little. So all editions count as equally similar whose total similarity differs from the
# greatest one by at most this amount. Of these editions, the nearest is chosen.
_CLEARLY_ANOTHER = 0.3
# To choose an edition, about this many rules are compared. Rules that had several wordings are preferred.
_SAMPLE = 300
# In the detected edition, the rule with the same number is the base, unless its similarity is lower than this.
_MIN_SIMILARITY_IN_EDITION = 0.4


@dataclass(frozen=True, slots=True)
class DetectedSource:
    """A French rule and its base. `english` is the rule in the first edition with the base wording.

    `edition` is the English edition that the French translates. `is_stated` is True if it has the French's date.
    `confidence` tells how certainly the French was made from the base, from 0 to 1.
    """

    french: ViewItem[Rule]
    english: ViewItem[Rule]
    edition: date
    confidence: float
    is_stated: bool


@dataclass(frozen=True, slots=True)
class _Candidate:
    """An English wording. `ended` is the first edition without the wording, or None for a wording from an excerpt."""

    item: ViewItem[Rule]
    ended: str | None
    lossy: bool


_Candidates = dict[RuleNumber, list[_Candidate]]


def detect_sources(store: Store, as_of: date, french: Sequence[ViewItem[Rule]]) -> dict[int, DetectedSource]:
    """Detect the bases of French rules in English editions up to a day. Map a rule's index in `french` to its base."""
    by_day: dict[date, dict[int, ViewItem[Rule]]] = defaultdict(dict)
    for at, rule in enumerate(french):
        by_day[rule.edition][at] = rule
    found: dict[int, DetectedSource] = {}
    for day, rules in by_day.items():
        found |= _Detection(store, as_of, day, rules).sources()
    return found


class _Detection:
    """The detection of the bases of the French rules of one day."""

    def __init__(self, store: Store, as_of: date, day: date, french: dict[int, ViewItem[Rule]]) -> None:
        self._store, self._as_of, self._day, self._french = store, as_of, day, french
        # Of two French rules with one number, the second translates the second English rule with this number.
        self._nth = repeated_places(store, (rule.place for rule in french.values()))
        self._whole = [edition for edition in store.whole_editions("en") if edition <= as_of.isoformat()]

    def sources(self) -> dict[int, DetectedSource]:
        """Return a dict from the index of each French rule to its base."""
        stated = self._rules_of_the_day()
        whole = self._day.isoformat() in self._whole
        found: dict[int, DetectedSource] = {}
        undecided: list[int] = []
        for at, rule in self._french.items():
            nth = self._nth.get(rule.place, 1)
            english = stated.get((rule.item.cr_number, nth))
            alike = 0.0
            if english is not None:
                # A whole edition or a finished translation has one English source. A page may mix several editions.
                may_be_mixed = rule.from_excerpt and not rule.from_finished_translation
                alike = _similarity(rule, english) if may_be_mixed else 1.0
                confidence = 1.0 if alike >= _MIN_SIMILARITY else round(alike, 2)
                found[at] = DetectedSource(rule, english, self._day, confidence, is_stated=True)
            if nth == 1 and ((rule.from_excerpt and alike < _DETECTED) or (english is None and not whole)):
                undecided.append(at)
        if not undecided:
            return found
        candidates = self._candidates({self._french[at].item.cr_number for at in undecided})
        edition = self._most_similar_edition(candidates, [at for at in undecided if at not in found])
        for at in undecided:
            if (better := self._better(at, candidates, edition, found.get(at))) is not None:
                found[at] = better
        return found

    def _rules_of_the_day(self) -> dict[tuple[RuleNumber, int], ViewItem[Rule]]:
        """Return the rules with the numbers of the French in the English editions of its date.

        The second rule that an edition prints under a number has the key (number, 2).
        """
        if self._day > self._as_of:
            return {}
        numbers = {rule.item.number for rule in self._french.values()}
        there = View(self._store, "en", self._day).rules_numbered(numbers)
        here = [rule for rule in there if rule.edition == self._day]
        nth = repeated_places(self._store, (rule.place for rule in here))
        rules: dict[tuple[RuleNumber, int], ViewItem[Rule]] = {}
        for rule in here:
            rules.setdefault((rule.item.cr_number, nth.get(rule.place, 1)), rule)
        return rules

    def _candidates(self, numbers: Iterable[RuleNumber]) -> _Candidates:
        """Return the wordings that English editions have under each number, oldest first."""
        rows = wordings_under(self._store, "en", sorted(map(str, numbers)), self._as_of)
        examples = read_examples(self._store, (row.wording for row in rows))
        candidates: _Candidates = defaultdict(list)
        for row in rows:
            rule = Rule(RuleNumber.parse(row.label), row.text, examples.get(row.wording, ()), row.text_lang)
            first = date.fromisoformat(row.first)
            item = ViewItem(rule, "en", first, row.place, row.wording, from_excerpt=row.ended is None)
            candidates[rule.cr_number].append(_Candidate(item, row.ended, bool(row.lossy)))
        return candidates

    def _most_similar_edition(self, candidates: _Candidates, undecided: Sequence[int]) -> str | None:
        """Return the edition whose rules are most similar to the French, or the nearest of several similar editions.

        The nearest edition is the last edition up to the day of the French. If there is none, it is the first edition
        after this day.
        """
        score: dict[str, float] = defaultdict(float)
        reworded = [at for at in undecided if len(candidates.get(self._french[at].item.cr_number, ())) > 1] or undecided
        for rule in (self._french[at] for at in reworded[:: max(1, len(reworded) // _SAMPLE)]):
            for candidate in candidates.get(rule.item.cr_number, ()):
                similarity = _similarity(rule, candidate.item)
                for edition in self._editions(candidate):
                    score[edition] += similarity
        if not score:
            return None
        least = max(score.values()) - _CLEARLY_ANOTHER
        good = sorted(edition for edition, each in score.items() if each >= least)
        before = bisect_right(good, self._day.isoformat())
        return good[before - 1] if before else good[0]

    def _editions(self, candidate: _Candidate) -> list[str]:
        """Return the dates of the editions that have a wording."""
        first = candidate.item.edition.isoformat()
        if candidate.ended is None:
            return [] if candidate.lossy else [first]
        return [edition for edition in self._whole if first <= edition < candidate.ended]

    def _better(
        self, at: int, candidates: _Candidates, edition: str | None, stated: DetectedSource | None
    ) -> DetectedSource | None:
        """Return a base that is more likely than the stated base, or None if there is no such base."""
        rule = self._french[at]
        there = [each for each in candidates.get(rule.item.cr_number, ()) if self._editions(each)]
        here = next((each for each in there if edition in self._editions(each)), None)
        start = stated.english if stated is not None else here.item if here is not None else None
        best = here
        # Only a page may mix rules of several editions.
        if start is None or (rule.from_excerpt and _similarity(rule, start) < _DETECTED):
            best = max(there, key=lambda each: _similarity(rule, each.item), default=None)
            if best is not None and start is not None and not _is_clearly_better(rule, best.item, start):
                best = here if stated is None else None
        elif stated is not None:
            return None
        if best is None:
            return None
        alike, editions = _similarity(rule, best.item), self._editions(best)
        if edition in editions and alike >= _MIN_SIMILARITY_IN_EDITION:
            # The other rules of the French also point to this English edition, so the confidence is higher.
            confidence = round(_DETECTED * (1 + alike) / 2, 2)
            return DetectedSource(rule, best.item, date.fromisoformat(edition), confidence, is_stated=False)
        if alike < _MIN_SIMILARITY:
            return None
        day = editions[max(bisect_right(editions, self._day.isoformat()) - 1, 0)]
        return DetectedSource(rule, best.item, date.fromisoformat(day), round(_DETECTED * alike, 2), is_stated=False)


def _similarity(french: ViewItem[Rule], english: ViewItem[Rule]) -> float:
    return weighted_similarity(similarity_by_kind(extract_invariants(french.item), extract_invariants(english.item)))


def _is_clearly_better(french: ViewItem[Rule], one: ViewItem[Rule], other: ViewItem[Rule]) -> bool:
    """True if two kinds of invariants prove that a rule was made from `one` and not from `other`."""
    ours = extract_invariants(french.item)
    one_by_kind, other_by_kind = (similarity_by_kind(ours, extract_invariants(each.item)) for each in (one, other))
    if weighted_similarity(one_by_kind) - weighted_similarity(other_by_kind) < _CLEARLY_BETTER:
        return False
    gains = (share - other_by_kind.get(kind, 0.0) for kind, share in one_by_kind.items())
    return sum(gain >= _BETTER_IN_KIND for gain in gains) >= _MIN_KINDS
