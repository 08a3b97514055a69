"""The past of a view: which of its rules came, changed or moved between two editions, and which rules went.

Two editions are compared as `rules diff` compares them: what was changed and changed back between them is
not changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from kb.editions import whole_editions
from kb.errors import NotFound
from kb.normal import Change, change
from kb.number import RuleNumber
from kb.pins import Became, Pin, became
from kb.spans import NumberedWording, rules_of_edition
from kb.store import Store
from kb.succession import Succession, in_force, succession
from kb.tongue import _
from kb.view import View
from kb.wordings import read_texts_with_examples


@dataclass(frozen=True, slots=True)
class _Between:
    """Two editions and what became of the rules of the first.

    Attributes:
        last: the second edition.
        before: the rules of the first, by place.
        after: those of the second.
        became: what the former became.
    """

    last: date
    before: dict[int, NumberedWording]
    after: dict[int, NumberedWording]
    became: Succession


class Past:
    """What happened to the rules of a view.

    Of two days, the first may be None for the first edition that is known, the second for the one in view.

    Attributes:
        named: the pinned rules that were asked about, and what they are in the view.
        lost: the rules that `gone` gave, by their numbers on its first day, with their texts of then.
    """

    def __init__(self, store: Store, view: View) -> None:
        self._store, self._view = store, view
        self._between: dict[tuple[date | None, date | None], _Between | None] = {}
        self.named: dict[Pin, Became] = {}
        self.lost: dict[RuleNumber, str] = {}

    def today(self, pin: Pin) -> RuleNumber:
        """The number of a pinned rule in the view.

        Raises:
            NotFound: the view doesn't have it.
        """
        found = self.named[pin] = became(self._store, self._view, pin)
        if found.number is None:
            raise NotFound(str(pin), found.says(_("in {lang} as of {day}", lang=self._view.lang, day=self._view.as_of)))
        return found.number

    def born(self, first: date | None, last: date | None) -> set[RuleNumber]:
        """The rules that the second edition has and the first hasn't."""
        found = self._compared(first, last)
        if found is None:
            return set()
        older = {fate.place for fate in found.became.fates.values()}
        return self._in_view(found, (place for place in found.after if place not in older))

    def changed(self, first: date | None, last: date | None, kind: Change | None = None) -> set[RuleNumber]:
        """The rules whose texts differ between the two editions, in one class of changes or in any."""
        found = self._compared(first, last)
        if found is None:
            return set()
        wordings = {now: (found.before[place].wording, found.after[now].wording) for place, now in _kept(found.became)}
        wordings = {place: (old, new) for place, (old, new) in wordings.items() if old != new}
        texts = read_texts_with_examples(self._store, {wording for pair in wordings.values() for wording in pair})
        classes = {place: change(texts[old], texts[new]) for place, (old, new) in wordings.items()}
        return self._in_view(found, (place for place, each in classes.items() if each and kind in (None, each)))

    def moved(self, first: date | None, last: date | None) -> set[RuleNumber]:
        """The rules whose numbers differ between the two editions."""
        found = self._compared(first, last)
        if found is None:
            return set()
        kept = _kept(found.became)
        return self._in_view(
            found, (now for place, now in kept if found.before[place].number != found.after[now].number)
        )

    def gone(self, first: date | None, last: date | None) -> set[RuleNumber]:
        """The numbers, in the first edition, of the rules that the second hasn't; others may have them now."""
        found = self._compared(first, last)
        if found is None:
            return set()
        lost = [found.before[place] for place, fate in found.became.fates.items() if fate.place is None]
        texts = read_texts_with_examples(self._store, {stands.wording for stands in lost})
        self.lost |= {stands.number: texts[stands.wording] for stands in lost}
        return {stands.number for stands in lost}

    def _compared(self, first: date | None, last: date | None) -> _Between | None:
        """Two editions compared; None if the second isn't younger than the first.

        Raises:
            NotFound: no whole edition was in force on one of the days.
        """
        if (first, last) not in self._between:
            store, lang = self._store, self._view.lang
            newer = in_force(store, lang, last or self._view.as_of)
            older = in_force(store, lang, first) if first else self._first()
            self._between[first, last] = (
                _Between(
                    newer,
                    rules_of_edition(store, lang, older),
                    rules_of_edition(store, lang, newer),
                    succession(store, lang, older, newer),
                )
                if older < newer
                else None
            )
        return self._between[first, last]

    def _first(self) -> date:
        """The first whole edition; there is one, since one is in force."""
        return date.fromisoformat(next(iter(whole_editions(self._store, self._view.lang))))

    def _in_view(self, found: _Between, places: Iterable[int]) -> set[RuleNumber]:
        """The numbers in the view of rules of the second edition, those that it hasn't left out."""
        base = in_force(self._store, self._view.lang, self._view.as_of)
        if base == found.last:
            return {found.after[place].number for place in places}
        fates = succession(self._store, self._view.lang, found.last, base).fates
        here = rules_of_edition(self._store, self._view.lang, base)
        reached = (fates[place].place for place in places)
        return {here[place].number for place in reached if place is not None}


def _kept(became: Succession) -> list[tuple[int, int]]:
    """The places of the rules that both editions have, in the first and in the second."""
    return [(place, fate.place) for place, fate in became.fates.items() if fate.place is not None]
