"""Succession: what became of every rule of one whole edition in another, however far apart they are.

The links of all editions between the two are followed in one pass, so a whole book costs little more
than a single rule.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from kb.errors import NotFound
from kb.languages import Lang
from kb.link_reads import LinkRow, ends_between, links_between
from kb.spans import rules_of_edition
from kb.store import Store
from kb.tongue import _
from kb.view import View


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one rule.

    Attributes:
        place: id of the place that it has in the other edition; None if it isn't there.
        confidence: how sure the least sure step on the way is, from 0 to 1.
        divided: whether a part of it became a rule of its own on the way.
        gone: the edition that no longer had it; None if it is there, or wasn't yet.
        into: id of the place of the rule that it was merged into; None if there is none.
    """

    place: int | None
    confidence: float = 1.0
    divided: bool = False
    gone: date | None = None
    into: int | None = None

    @property
    def certain(self) -> bool:
        """Whether it is there beyond doubt, as one rule."""
        return self.place is not None and self.confidence == 1 and not self.divided


@dataclass(frozen=True, slots=True)
class Succession:
    """What became of the rules of one edition by another.

    Attributes:
        fates: by the place of each rule of the one edition.
        parts: places of the other edition whose rules were parts of rules of the one, with the places of those.
    """

    fates: Mapping[int, Fate]
    parts: Mapping[int, int]


def in_force(store: Store, lang: Lang, day: date) -> date:
    """The effective date of the whole edition in force on a day.

    Raises:
        NotFound: there is none.
    """
    base = View(store, lang, day).base
    if base is None:
        message = _(
            "no whole edition in {lang} was in force on {day}; `rules editions` lists what there is", lang=lang, day=day
        )
        raise NotFound(str(day), message)
    return base


def succession(store: Store, lang: Lang, first: date, second: date) -> Succession:
    """What became of the rules of one whole edition in another.

    Args:
        store: what is known.
        lang: the language of both editions.
        first: the effective date of the one edition.
        second: that of the other, which may be the older one; then it is what each rule was before.
    """
    older, younger = sorted((first, second))
    found = _carried(store, lang, older, younger, rules_of_edition(store, lang, older))
    return found if first == older else _turned(found, rules_of_edition(store, lang, younger))


def fates(store: Store, lang: Lang, older: date, younger: date, places: Iterable[int]) -> Mapping[int, Fate]:
    """What became of the rules at some places of a whole edition in a later one; the others aren't even read."""
    return _carried(store, lang, older, younger, places).fates


def _carried(store: Store, lang: Lang, older: date, younger: date, places: Iterable[int]) -> Succession:
    carrying = _Carrying(places)
    links: dict[str, list[LinkRow]] = defaultdict(list)
    ended: dict[str, list[int]] = defaultdict(list)
    for day, place in ends_between(store, lang, older, younger):
        ended[day].append(place)
    for link in links_between(store, lang, older, younger):
        links[link.day].append(link)
    for day in sorted(ended.keys() | links.keys()):
        carrying.on_to(date.fromisoformat(day), ended[day], links[day])
    return carrying.succession()


class _Carrying:
    """The rules of one edition while they are carried on to later ones; each is called by its first place."""

    def __init__(self, origins: Iterable[int]) -> None:
        self._origin = {place: place for place in origins}
        self._part_of: dict[int, int] = {}
        self._holds: dict[int, tuple[int, ...]] = {}
        self._confidence: dict[int, float] = {}
        self._divided: set[int] = set()
        self._gone: dict[int, date] = {}

    def on_to(self, day: date, ended: Iterable[int], links: Sequence[LinkRow]) -> None:
        """Carry the rules on to the next edition.

        Args:
            day: of that edition.
            ended: the places that don't stand in it as they stood before.
            links: what stands in it, linked with what stood before.
        """
        same, merged = ({link.old: link for link in links if link.kind == kind} for kind in ("same", "merged"))
        split = {link.new: link for link in links if link.kind == "split"}
        parts = {new: self._origin.get(link.old, self._part_of.get(link.old)) for new, link in split.items()}
        self._divided |= {self._origin[link.old] for link in split.values() if link.old in self._origin}
        leaving = [
            (place, self._origin.pop(place, None), self._part_of.pop(place, None), self._holds.pop(place, ()))
            for place in ended
        ]
        for place, origin, part_of, holds in leaving:
            if link := same.get(place):
                self._arrive(link, origin, part_of, holds)
                continue
            if origin is not None:
                self._gone[origin] = day
            if link := merged.get(place):
                held = (*holds, origin) if origin is not None else holds
                self._holds[link.new] = (*self._holds.get(link.new, ()), *held)
        self._part_of |= {new: origin for new, origin in parts.items() if origin is not None}

    def _arrive(self, link: LinkRow, origin: int | None, part_of: int | None, holds: tuple[int, ...]) -> None:
        if origin is not None:
            self._origin[link.new] = origin
            self._confidence[origin] = min(self._confidence.get(origin, 1.0), link.confidence)
        if part_of is not None:
            self._part_of[link.new] = part_of
        if holds:
            self._holds[link.new] = (*self._holds.get(link.new, ()), *holds)

    def succession(self) -> Succession:
        """What became of the rules by the edition that was reached."""
        into = {origin: place for place, holds in self._holds.items() for origin in holds}
        fates = {
            origin: Fate(place, self._confidence.get(origin, 1.0), origin in self._divided)
            for place, origin in self._origin.items()
        }
        fates |= {origin: Fate(None, gone=day, into=into.get(origin)) for origin, day in self._gone.items()}
        return Succession(fates, self._part_of)


def _turned(found: Succession, younger: Iterable[int]) -> Succession:
    """A succession looked at from the younger edition back to the older one."""
    fates = {place: Fate(None) for place in younger}
    for place, fate in found.fates.items():
        if fate.place is not None:
            fates[fate.place] = Fate(place, fate.confidence, fate.divided)
    return Succession(fates, {})
