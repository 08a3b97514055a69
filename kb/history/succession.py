"""The successors of the rules of one whole edition in another whole edition.

All rules are traced together, in one pass through the links of the editions in between. This takes little longer than
tracing a single rule.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from kb.errors import NotFound
from kb.i18n import _
from kb.languages import Lang
from kb.storage.link_reads import LinkRow, ends_between, links_between
from kb.storage.spans import rules_of_edition
from kb.storage.store import Store
from kb.storage.view import View


@dataclass(frozen=True, slots=True)
class RuleOutcome:
    """The successor of a rule in another edition.

    Attributes:
        place: id of the rule's place in the other edition, or None if the other edition doesn't have the rule.
        confidence: the lowest confidence of the links between the editions, from 0 to 1.
        was_split: True if a part of the rule was split off between the editions.
        removed_on: the first edition without the rule, or None if the other edition has the rule or is the older one.
        merged_into: if the rule was merged into another rule, id of the other rule's place.
    """

    place: int | None
    confidence: float = 1.0
    was_split: bool = False
    removed_on: date | None = None
    merged_into: int | None = None

    @property
    def is_certain(self) -> bool:
        """True if the other edition certainly has the rule, and no part of the rule was split off."""
        return self.place is not None and self.confidence == 1 and not self.was_split


@dataclass(frozen=True, slots=True)
class Succession:
    """The successors of the rules of one edition in another.

    Attributes:
        outcomes: maps the place of each rule of the first edition to its outcome.
        split_from: maps the place of a split-off rule (second edition) to the place of its source (first edition).
    """

    outcomes: Mapping[int, RuleOutcome]
    split_from: Mapping[int, int]


def edition_in_force(store: Store, lang: Lang, day: date) -> date:
    """Return the effective date of the whole edition in force on a day. Raise NotFound if no edition was in force."""
    base = View(store, lang, day).base
    if base is None and store.doc != "cr":
        from kb.storage.book_absence import describe_missing_book

        raise NotFound(str(day), describe_missing_book(store, store.doc, day))
    if base is None:
        message = _(
            "the knowledge base has no whole edition in {lang} that was in force on {day}; "
            "`rules editions` lists what there is",
            lang=lang,
            day=day,
        )
        raise NotFound(str(day), message)
    return base


def trace_succession(store: Store, lang: Lang, first: date, second: date) -> Succession:
    """Trace the rules of the whole edition `first` to the whole edition `second`, which may be older than `first`."""
    older, younger = sorted((first, second))
    found = _traced(store, lang, older, younger, rules_of_edition(store, lang, older))
    return found if first == older else _reversed(found, rules_of_edition(store, lang, younger))


def trace_outcomes(
    store: Store, lang: Lang, older: date, younger: date, places: Iterable[int]
) -> Mapping[int, RuleOutcome]:
    """Trace the rules at the given places of a whole edition to a later edition. Other rules aren't read."""
    return _traced(store, lang, older, younger, places).outcomes


def _traced(store: Store, lang: Lang, older: date, younger: date, places: Iterable[int]) -> Succession:
    tracer = _Tracer(places)
    links: dict[str, list[LinkRow]] = defaultdict(list)
    ended: dict[str, list[int]] = defaultdict(list)
    for day, place in ends_between(store, lang, older, younger):
        ended[day].append(place)
    for link in links_between(store, lang, older, younger):
        links[link.day].append(link)
    for day in sorted(ended.keys() | links.keys()):
        tracer.advance(date.fromisoformat(day), ended[day], links[day])
    return tracer.result()


class _Tracer:
    """Rules that are traced from edition to edition. Each rule is identified by its place in the first edition."""

    def __init__(self, origins: Iterable[int]) -> None:
        # The keys of these three dicts are places in the edition reached last. The values: the rule at the place; the
        # rule from which the text at the place was split off; the rules that were merged into the rule at the place.
        self._origin = {place: place for place in origins}
        self._part_of: dict[int, int] = {}
        self._merged: dict[int, tuple[int, ...]] = {}
        # For each rule: the lowest confidence, whether a part was split off, and the first edition without the rule.
        self._confidence: dict[int, float] = {}
        self._divided: set[int] = set()
        self._gone: dict[int, date] = {}

    def advance(self, day: date, ended: Iterable[int], links: Sequence[LinkRow]) -> None:
        """Trace the rules to the next edition, dated `day`. `ended` lists the places whose spans ended on this day."""
        same, merged = ({link.old: link for link in links if link.kind == kind} for kind in ("same", "merged"))
        splits = [link for link in links if link.kind == "split"]
        parts = {link.new: self._origin.get(link.old, self._part_of.get(link.old)) for link in splits}
        self._divided |= {self._origin[link.old] for link in splits if link.old in self._origin}
        # All ended places are cleared first. Otherwise, a rule that moves to an ended place would be cleared with it.
        leaving = [
            (place, self._origin.pop(place, None), self._part_of.pop(place, None), self._merged.pop(place, ()))
            for place in ended
        ]
        for place, origin, part_of, absorbed in leaving:
            if link := same.get(place):
                if origin is not None:
                    self._origin[link.new] = origin
                    self._confidence[origin] = min(self._confidence.get(origin, 1.0), link.confidence)
                if part_of is not None:
                    self._part_of[link.new] = part_of
                self._add_merged(link.new, absorbed)
                continue
            if origin is not None:
                self._gone[origin] = day
            if link := merged.get(place):
                self._add_merged(link.new, (*absorbed, origin) if origin is not None else absorbed)
        self._part_of |= {new: origin for new, origin in parts.items() if origin is not None}

    def _add_merged(self, place: int, origins: tuple[int, ...]) -> None:
        if origins:
            self._merged[place] = (*self._merged.get(place, ()), *origins)

    def result(self) -> Succession:
        """Return the succession from the first edition to the last edition passed to `advance`."""
        into = {origin: place for place, origins in self._merged.items() for origin in origins}
        outcomes = {
            origin: RuleOutcome(place, self._confidence.get(origin, 1.0), origin in self._divided)
            for place, origin in self._origin.items()
        }
        outcomes |= {
            origin: RuleOutcome(None, removed_on=day, merged_into=into.get(origin))
            for origin, day in self._gone.items()
        }
        return Succession(outcomes, self._part_of)


def _reversed(found: Succession, younger: Iterable[int]) -> Succession:
    """Return the reverse of `found`: the outcomes of the younger edition's rules in the older edition."""
    outcomes = {place: RuleOutcome(None) for place in younger}
    for place, outcome in found.outcomes.items():
        if outcome.place is not None:
            outcomes[outcome.place] = RuleOutcome(place, outcome.confidence, outcome.was_split)
    return Succession(outcomes, {})
