"""Changes between two editions as sets of rule numbers in a view: added, changed, moved and removed rules.

Two editions are compared as `rules diff` compares them: if a later edition undid a change, there is no change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from kb.errors import NotFound
from kb.history.pinned_number import PinnedNumber, PinResolution, resolve_pin
from kb.history.succession import Succession, edition_in_force, trace_succession
from kb.i18n import _
from kb.rule_number import RuleNumber, as_rule_number
from kb.storage.spans import NumberedWording, rules_of_edition
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.wordings import read_texts_with_examples
from kb.text.normalization import ChangeClass, classify_change


@dataclass(frozen=True, slots=True)
class _Between:
    """Two editions: the second one's day, the rules of both by place, and what the rules of the first one became."""

    second: date
    before: dict[int, NumberedWording]
    after: dict[int, NumberedWording]
    became: Succession

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """The places of each rule that both editions have: its place in the first and in the second edition."""
        return ((place, outcome.place) for place, outcome in self.became.outcomes.items() if outcome.place is not None)


class ChangesBetween:
    """The changes of the rules of a view between two days.

    If the first day is None, the first known edition is meant. If the second day is None, the edition in view is meant.

    Attributes:
        resolved_pins: a dict from each pinned number that was looked up to the rule that it means in the view.
        removed_texts: a dict from the old number to the old text of each rule that `rules_gone` found.
    """

    def __init__(self, store: Store, view: View) -> None:
        self._store, self._view = store, view
        self._between: dict[tuple[date | None, date | None], _Between] = {}
        self.resolved_pins: dict[PinnedNumber, PinResolution] = {}
        self.removed_texts: dict[RuleNumber, str] = {}

    def current_number(self, pin: PinnedNumber) -> RuleNumber:
        """Return the number of a pinned rule in the view. Raise NotFound if the view doesn't have the rule."""
        found = self.resolved_pins[pin] = resolve_pin(self._store, self._view, pin)
        if found.number is None:
            raise NotFound(
                str(pin), found.describe(_("in {lang} as of {day}", lang=self._view.lang, day=self._view.as_of))
            )
        return as_rule_number(found.number)

    def rules_born(self, first: date | None, last: date | None) -> set[RuleNumber]:
        """Return the rules that the second edition has but the first edition lacks."""
        found = self._compared(first, last)
        older = {outcome.place for outcome in found.became.outcomes.values()}
        return self._in_view(found, (place for place in found.after if place not in older))

    def rules_changed(self, first: date | None, last: date | None, kind: ChangeClass | None = None) -> set[RuleNumber]:
        """Return the rules whose texts differ between the two editions. `kind` selects one class of changes."""
        found = self._compared(first, last)
        wordings = {now: (found.before[place].wording, found.after[now].wording) for place, now in found.pairs}
        wordings = {place: (old, new) for place, (old, new) in wordings.items() if old != new}
        texts = read_texts_with_examples(self._store, {wording for pair in wordings.values() for wording in pair})
        classes = {place: classify_change(texts[old], texts[new]) for place, (old, new) in wordings.items()}
        return self._in_view(found, (place for place, each in classes.items() if each and kind in (None, each)))

    def rules_moved(self, first: date | None, last: date | None) -> set[RuleNumber]:
        """Return the rules whose numbers differ between the two editions."""
        found = self._compared(first, last)
        moved = (now for place, now in found.pairs if found.before[place].number != found.after[now].number)
        return self._in_view(found, moved)

    def rules_gone(self, first: date | None, last: date | None) -> set[RuleNumber]:
        """Return the old numbers of rules that the second edition lacks. Other rules may have these numbers now."""
        found = self._compared(first, last)
        lost = [found.before[place] for place, outcome in found.became.outcomes.items() if outcome.place is None]
        texts = read_texts_with_examples(self._store, {rule.wording for rule in lost})
        self.removed_texts |= {as_rule_number(rule.number): texts[rule.wording] for rule in lost}
        return {as_rule_number(rule.number) for rule in lost}

    def _compared(self, first: date | None, last: date | None) -> _Between:
        """Compare two editions. If the second edition isn't younger than the first, there are no changes."""
        if (first, last) not in self._between:
            store, lang = self._store, self._view.lang
            newer = edition_in_force(store, lang, last or self._view.as_of)
            earliest = next(iter(store.whole_editions(lang)))
            older = edition_in_force(store, lang, first or date.fromisoformat(earliest))
            before, after = (rules_of_edition(store, lang, day) for day in (older, newer))
            self._between[first, last] = (
                _Between(newer, before, after, trace_succession(store, lang, older, newer))
                if older < newer
                else _Between(newer, {}, {}, Succession({}, {}))
            )
        return self._between[first, last]

    def _in_view(self, found: _Between, places: Iterable[int]) -> set[RuleNumber]:
        """Return the numbers that rules of the second edition have in the view. Leave out rules that the view lacks."""
        there = list(places)
        base = edition_in_force(self._store, self._view.lang, self._view.as_of) if there else found.second
        if base == found.second:
            return {as_rule_number(found.after[place].number) for place in there}
        outcomes = trace_succession(self._store, self._view.lang, found.second, base).outcomes
        here = rules_of_edition(self._store, self._view.lang, base)
        reached = (outcomes[place].place for place in there)
        return {as_rule_number(here[place].number) for place in reached if place is not None}
