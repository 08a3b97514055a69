"""The infractions in force on a day, and what changed between two days, read from the store."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise

from kb.errors import NotFound
from kb.history.succession import trace_succession
from kb.infractions.changes import InfractionChange, compare_infractions
from kb.infractions.infraction import Infraction, read_infractions
from kb.infractions.lookup import FoundInfraction, find_infraction
from kb.infractions.regular import RegularPassage, find_passage, passages
from kb.languages import Lang
from kb.section_number import SectionNumber
from kb.storage.book_absence import describe_missing_book
from kb.storage.spans import rules_of_edition
from kb.storage.store import Store
from kb.storage.view import View

LANG: Lang = "en"
"""The Infraction Procedure Guide and Judging at Regular are kept in English, which is the official language."""


@dataclass(frozen=True, slots=True)
class PenaltyEdition:
    """The infractions of the edition of the Infraction Procedure Guide in force on a day.

    Attributes:
        edition: its effective date.
        infractions: its infractions, in order.
    """

    edition: date
    infractions: tuple[Infraction, ...]


@dataclass(slots=True)
class _Read:
    """What was read of the infractions of a store: a server is asked about the same editions again and again.

    Attributes:
        editions: the infractions of editions, by effective date.
        changes: the changes between two editions, by their effective dates.
    """

    editions: dict[date, PenaltyEdition] = field(default_factory=dict)
    changes: dict[tuple[date, date], tuple[InfractionChange, ...]] = field(default_factory=dict)


def infractions_on(store: Store, day: date) -> PenaltyEdition:
    """Return the infractions in force on a day. Raise NotFound if the knowledge base has no edition of that day."""
    view = View(store.book("ipg"), LANG, day)
    if view.base is None:
        raise NotFound(str(day), describe_missing_book(store, "ipg", day))
    known = store.cached_value("infractions", _Read).editions
    if view.base not in known:
        known[view.base] = PenaltyEdition(view.base, read_infractions(printed.item for printed in view.rules()))
    return known[view.base]


def changes_between(store: Store, first: PenaltyEdition, second: PenaltyEdition) -> tuple[InfractionChange, ...]:
    """Return the change of each infraction between two editions. The first may be the later one."""
    days, known = (first.edition, second.edition), store.cached_value("infractions", _Read).changes
    if days not in known:
        known[days] = compare_infractions(first.infractions, second.infractions, _became(store, *days))
    return known[days]


def regular_passage(store: Store, infraction: Infraction, day: date) -> tuple[RegularPassage, date] | None:
    """Return the passage of Judging at Regular about the error, and the edition. None if it isn't certain or known."""
    view = View(store.book("jar"), LANG, day)
    if view.base is None:
        return None
    passage = find_passage(infraction, (printed.item for printed in view.rules()))
    return (passage, view.base) if passage else None


def passages_at_regular(store: Store, day: date) -> tuple[date, dict[SectionNumber, RegularPassage]] | None:
    """Return the edition of Judging at Regular in force on a day and its titled passages. None if none is known."""
    view = View(store.book("jar"), LANG, day)
    if view.base is None:
        return None
    return view.base, {each.number: each for each in passages(printed.item for printed in view.rules())}


def find_earlier(
    store: Store, current: PenaltyEdition, term: str
) -> tuple[PenaltyEdition, FoundInfraction, FoundInfraction | None] | None:
    """Find an infraction in the other editions: earlier ones first, from the newest.

    Return the edition, the infraction in it, and what it is in the edition `current`: None if that edition doesn't have
    it. Return None if no edition has such an infraction.
    """
    days = sorted(map(date.fromisoformat, store.book("ipg").whole_editions(LANG)), reverse=True)
    for day in sorted((each for each in days if each != current.edition), key=lambda each: each > current.edition):
        then = infractions_on(store, day)
        found = find_infraction(term, then.infractions)
        if found is None:
            continue
        number = _became(store, day, current.edition).get(found.infraction.number)
        now = next((each for each in current.infractions if each.number == number), None)
        return then, found, FoundInfraction(now, found.found_by) if now else None
    return None


def _became(store: Store, first: date, second: date) -> dict[SectionNumber, SectionNumber]:
    """Return the number in the second edition of each section of the first edition that the second one still has."""
    book = store.book("ipg")
    before, after = (rules_of_edition(book, LANG, day) for day in (first, second))
    found: dict[SectionNumber, SectionNumber] = {}
    for place, outcome in trace_succession(book, LANG, first, second).outcomes.items():
        if outcome.place is None or place not in before:
            continue
        old, new = before[place].number, after[outcome.place].number
        if isinstance(old, SectionNumber) and isinstance(new, SectionNumber) and not (old.part or new.part):
            found[old] = new
    return found


@dataclass(frozen=True, slots=True)
class DatedChange:
    """What changed in an infraction with the edition of a day."""

    edition: date
    change: InfractionChange


def infraction_history(store: Store, current: PenaltyEdition, infraction: Infraction) -> tuple[DatedChange, ...]:
    """Return the changes of one infraction of an edition in all editions before and after it, oldest first."""
    days = sorted(map(date.fromisoformat, store.book("ipg").whole_editions(LANG)))
    editions = {day: infractions_on(store, day) for day in days}
    at = days.index(current.edition)
    earlier: list[DatedChange] = []
    number: SectionNumber | None = infraction.number
    for before, day in reversed([*pairwise(days[: at + 1])]):
        changes = changes_between(store, editions[before], editions[day])
        step = next((each for each in changes if each.new and each.new.number == number), None)
        if step is None:
            break
        earlier.insert(0, DatedChange(day, step))
        number = step.old.number if step.old else None
    later: list[DatedChange] = []
    number = infraction.number
    for before, day in pairwise(days[at:]):
        changes = changes_between(store, editions[before], editions[day])
        step = next((each for each in changes if each.old and each.old.number == number), None)
        if step is None:
            break
        later.append(DatedChange(day, step))
        number = step.new.number if step.new else None
    return tuple(each for each in (*earlier, *later) if each.change.kinds)
