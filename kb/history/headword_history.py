"""The history of a glossary entry, under every headword that it had.

An entry keeps its lineage while its headword stays, and along the links of `kb.lineage.headwords` where it was renamed.
A headword that an edition drops and a later edition prints again is the same entry. The links are computed from the
spans of the headwords, so they depend only on the editions in the store.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from kb.errors import BadValue, NotFound
from kb.i18n import _
from kb.languages import Lang
from kb.lineage.headwords import match_headwords
from kb.storage.in_force import NOT_ENDED
from kb.storage.spans import HeadwordRow, headword_rows
from kb.storage.store import Store
from kb.text.dates import parse_date
from kb.text.folding import name_lookup_key


@dataclass(frozen=True, slots=True)
class HeadwordSpan:
    """A period in which an entry had one headword and one text.

    Attributes:
        first: the first edition of the period.
        ended: the first edition without this headword or text, or None if the newest edition has both.
        place: the id of the headword's place in the store.
        confidence: the confidence that the entry is the same as before this period, from 0 to 1.
        partial: True if only an excerpt has this headword and text. Then `ended` is None.
    """

    term: str
    text: str
    text_lang: Lang
    first: date
    ended: date | None
    place: int
    confidence: float = 1.0
    partial: bool = False


@dataclass(frozen=True, slots=True)
class HeadwordHistory:
    """A glossary entry through time. `lineage` is its first headword and the first edition with it."""

    lineage: str
    spans: tuple[HeadwordSpan, ...]


@dataclass(frozen=True, slots=True)
class PinnedHeadword:
    """A glossary entry, identified by the headword that it had on a day: `Totem Armor@2019-05-03`."""

    term: str
    day: date

    @classmethod
    def parse(cls, text: str) -> PinnedHeadword:
        """Parse the `str` of a pinned headword. Raise `BadValue` if the text is none."""
        term, at, day = text.rpartition("@")
        if not at or not term.strip():
            raise BadValue("headword", text, _("a headword of a day is written like Totem Armor@2019-05-03"))
        return cls(term.strip(), parse_date(day))

    def __str__(self) -> str:
        return f"{self.term}@{self.day}"


class HeadwordHistories:
    """The histories of all glossary entries of a language."""

    def __init__(self, store: Store, lang: Lang) -> None:
        rows = headword_rows(store, lang)
        whole = _periods(row for row in rows if row.ended is not None)
        self._first_day = next(iter(store.whole_editions(lang)), NOT_ENDED)
        chains = self._chains(whole)
        self._add_excerpts(chains, [row for row in rows if row.ended is None])
        self.all = tuple(sorted((_history(chain) for chain in chains), key=lambda each: each.lineage))
        self._by_place: dict[int, list[HeadwordHistory]] = defaultdict(list)
        for history in self.all:
            for place in dict.fromkeys(span.place for span in history.spans):
                self._by_place[place].append(history)

    def of(self, place: int, day: date) -> HeadwordHistory:
        """Return the history of the entry that has a place in the editions of a day."""
        known = self._by_place[place]
        there = (each for each in known if any(_covers(span, place, day) for span in each.spans))
        return next(there, known[-1])

    def resolve(self, pin: PinnedHeadword) -> HeadwordHistory:
        """Return the history of the entry that had a headword on a day. Raise `NotFound` if there was none."""
        sought = name_lookup_key(pin.term)
        for history in self.all:
            for span in history.spans:
                if name_lookup_key(span.term) == sought and _covers(span, span.place, pin.day):
                    return history
        raise NotFound(
            str(pin), _("{pin}: the glossary of {day} has no headword {term}", pin=pin, day=pin.day, term=pin.term)
        )

    def _chains(self, periods: Sequence[_Period]) -> list[_Chain]:
        """Join the periods of each entry."""
        ending, beginning = defaultdict(list), defaultdict(list)
        for period in periods:
            ending[period[-1].ended].append(period)
            beginning[period[0].first].append(period)
        chains: list[_Chain] = []
        chain_of: dict[tuple[int, str], _Chain] = {}
        last_of_place: dict[int, _Chain] = {}
        for day in sorted(beginning):
            gone = {period[0].label: period for period in ending[day] if period[0].nth == 1}
            added = {period[0].label: period for period in beginning[day] if period[0].nth == 1}
            if day == self._first_day:
                gone = {}
            links = match_headwords(
                {label: period[-1].text for label, period in gone.items()},
                {label: period[0].text for label, period in added.items()},
            )
            before = {link.new: (gone[link.old], link.confidence) for link in links}
            renamed = {link.old for link in links}
            for period in beginning[day]:
                place = period[0].place
                linked = before.get(period[0].label) if period[0].nth == 1 else None
                chain, confidence = last_of_place.get(place), 1.0
                if linked is not None:
                    chain, confidence = chain_of[linked[0][0].place, linked[0][0].first], linked[1]
                elif chain is not None and (str(chain[-1][0].ended) > day or chain[-1][0].label in renamed):
                    chain = None  # The entry goes on under another headword, so this is a new entry.
                if chain is None:
                    chains.append(chain := [])
                chain += [(row, confidence if row is period[0] else 1.0) for row in period]
                chain_of[place, period[0].first] = last_of_place[place] = chain
        return chains

    @staticmethod
    def _add_excerpts(chains: list[_Chain], rows: Iterable[HeadwordRow]) -> None:
        """Add the texts of excerpts to the entries that have the same headword, or to new entries."""
        by_place: dict[int, list[_Chain]] = defaultdict(list)
        for chain in chains:
            for place in dict.fromkeys(row.place for row, _confidence in chain):
                by_place[place].append(chain)
        for row in rows:
            known = by_place[row.place]
            if not known:
                chains.append(chain := [])
                known.append(chain)
            near = [chain for chain in known if not chain or chain[0][0].first <= row.first]
            (near[-1] if near else known[0]).append((row, 1.0))


_Period = list[HeadwordRow]
"""Successive wordings of a headword in successive editions."""

_Chain = list[tuple[HeadwordRow, float]]
"""The wordings of an entry. With each: the confidence that it is the same entry as the wording before."""


def _periods(rows: Iterable[HeadwordRow]) -> list[_Period]:
    """Group the wordings of each headword, which are sorted by day, into periods without a gap."""
    periods: list[_Period] = []
    for row in rows:
        last = periods[-1][-1] if periods else None
        if last is not None and (last.place, last.ended) == (row.place, row.first):
            periods[-1].append(row)
        else:
            periods.append([row])
    return periods


def _history(chain: _Chain) -> HeadwordHistory:
    ordered = sorted(chain, key=lambda each: (each[0].first, each[0].ended is None))
    first = ordered[0][0]
    name = f"{first.label}@{first.first}"
    return HeadwordHistory(
        name if first.nth == 1 else f"{name}.{first.nth}",
        tuple(
            HeadwordSpan(
                row.label,
                row.text,
                row.text_lang,
                date.fromisoformat(row.first),
                None if row.ended in (None, NOT_ENDED) else date.fromisoformat(row.ended),
                row.place,
                confidence,
                partial=row.ended is None,
            )
            for row, confidence in ordered
        ),
    )


def _covers(span: HeadwordSpan, place: int, day: date) -> bool:
    if span.place != place:
        return False
    if span.partial:
        return span.first == day
    return span.first <= day and (span.ended is None or day < span.ended)
