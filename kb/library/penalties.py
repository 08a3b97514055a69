"""The infraction that judges' words name, with its penalty, its history, and the passage of Judging at Regular."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from kb.errors import NotFound
from kb.i18n import _
from kb.infractions.infraction import Infraction
from kb.infractions.lookup import FoundBy, FoundInfraction, find_infraction
from kb.infractions.penalties import (
    DatedChange,
    PenaltyEdition,
    find_earlier,
    infraction_history,
    infractions_on,
    regular_passage,
)
from kb.infractions.regular import RegularPassage
from kb.search.policy.all_books import search_books
from kb.search.results import SearchLimits
from kb.section_number import SectionNumber
from kb.storage.store import Store
from kb.storage.view import View

# A hit of a search is an answer only if its score isn't small, and nothing in another section is nearly as good.
_LEAST_SCORE, _LEAST_LEAD = 5.0, 1.5


@dataclass(frozen=True)
class PenaltyAnswer:
    """An infraction and its penalty on a day.

    Attributes:
        term: what was asked for.
        edition: the effective date of the edition of the Infraction Procedure Guide that has the infraction.
        infraction: the infraction.
        found_by: how the term names it; `search` if it is only the first hit of a search.
        changes: what changed in it, in all editions, the oldest first.
        regular: the passage of Judging at Regular about the same error. None if none is known for certain.
        regular_edition: the effective date of that document, or None.
        named_in: the edition of another day that has the name, if the edition of the day asked about hasn't.
        named: the infraction of that edition, or None.
    """

    term: str
    edition: date
    infraction: Infraction
    found_by: FoundBy
    changes: tuple[DatedChange, ...]
    regular: RegularPassage | None
    regular_edition: date | None
    named_in: date | None = None
    named: Infraction | None = None


def answer_penalty(store: Store, term: str, day: date) -> PenaltyAnswer:
    """Find an infraction: in the edition in force, else by its name in another edition, else by a search.

    Raises:
        NotFound: no edition was in force, or nothing is named so.
        BadValue: the term is a number of another document.
        Ambiguous: several infractions are named equally well.
    """
    current = infractions_on(store, day)
    found = find_infraction(term, current.infractions)
    if found is not None:
        return _answer(store, term, day, current, found)
    if earlier := find_earlier(store, current, term):
        then, named, now = earlier
        return _answer(store, term, day, current if now else then, now or named, (then.edition, named.infraction))
    found = _search(store, term, current)
    if found is None:
        raise NotFound(term, _("no infraction is named '{term}' in {edition}; `rules penalties` lists all", term=term,
                               edition=current.edition))  # fmt: skip
    return _answer(store, term, day, current, found)


def _answer(
    store: Store,
    term: str,
    day: date,
    edition: PenaltyEdition,
    found: FoundInfraction,
    named: tuple[date, Infraction] | None = None,
) -> PenaltyAnswer:
    infraction = found.infraction
    regular = regular_passage(store, infraction, day)
    return PenaltyAnswer(
        term, edition.edition, infraction, found.found_by, infraction_history(store, edition, infraction),
        *(regular or (None, None)), *(named or (None, None)),
    )  # fmt: skip


def _search(store: Store, term: str, current: PenaltyEdition) -> FoundInfraction | None:
    """Return the infraction that a search finds clearly before all others, or None."""
    view = View(store, "en", current.edition)
    hits = [hit for hit in search_books(store, view, term, SearchLimits(limit=3), ("ipg",)).hits if hit.number]
    second = hits[1].score if len(hits) > 1 else 0.0
    if not hits or hits[0].score < max(_LEAST_SCORE, _LEAST_LEAD * second):
        return None
    number = SectionNumber.parse_lenient(hits[0].number or "").own_section
    return next((FoundInfraction(each, "search") for each in current.infractions if each.number == number), None)
