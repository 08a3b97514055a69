"""The infraction that judges' words name, with its penalty, its history, and the passage of Judging at Regular."""

from __future__ import annotations

import re
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
from kb.languages import Lang
from kb.search.policy.nearest_infractions import NearestInfractions, nearest_infractions, nearest_passage
from kb.storage.store import Store
from kb.storage.view import View

# A term that ends so is a number: no other number is nearest to it.
_NUMBER = re.compile(r"(?:^|\s)[0-9]+(?:\.[0-9]+)?\S*$")


@dataclass(frozen=True)
class PenaltyAnswer:
    """An infraction and its penalty on a day.

    Attributes:
        term: what was asked for.
        edition: the effective date of the edition of the Infraction Procedure Guide that has the infraction.
        infraction: the infraction.
        found_by: how the term names it; `search` if nothing is named so, and it is the nearest infraction.
        changes: what changed in it, in all editions, the oldest first.
        regular: the passage of Judging at Regular about the same error. None if none is known.
        regular_edition: the effective date of that document, or None.
        named_in: the edition of another day that has the name, if the edition of the day asked about hasn't.
        named: the infraction of that edition, or None.
        others: further infractions that may be meant, if a search found the infraction; the nearest one first.
        searched: the term with mended spelling, if a search found the infraction that way. Else "".
        is_regular_certain: True if it is certain that `regular` is the passage. Else it is the first hit of a search.
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
    others: tuple[Infraction, ...] = ()
    searched: str = ""
    is_regular_certain: bool = False


def answer_penalty(store: Store, term: str, day: date, lang: Lang = "en") -> PenaltyAnswer:
    """Find an infraction: in the edition in force, else by its name in another edition, else by a search.

    `lang` is the language of the term.

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
    nearest = None if _NUMBER.search(term) else nearest_infractions(store, View(store, lang, day), term, current)
    if nearest is None:
        raise NotFound(term, _("no infraction is named '{term}' in {edition}; `rules penalties` lists all", term=term,
                               edition=current.edition))  # fmt: skip
    return _answer(store, term, day, current, FoundInfraction(nearest.infractions[0], "search"), nearest=nearest)


def _answer(
    store: Store,
    term: str,
    day: date,
    edition: PenaltyEdition,
    found: FoundInfraction,
    named: tuple[date, Infraction] | None = None,
    nearest: NearestInfractions | None = None,
) -> PenaltyAnswer:
    infraction = found.infraction
    certain = regular_passage(store, infraction, day)
    regular = certain or nearest_passage(store, View(store, "en", day), term, infraction)
    return PenaltyAnswer(
        term,
        edition.edition,
        infraction,
        found.found_by,
        infraction_history(store, edition, infraction),
        regular[0] if regular else None,
        regular[1] if regular else None,
        named[0] if named else None,
        named[1] if named else None,
        nearest.infractions[1:] if nearest else (),
        nearest.searched if nearest else "",
        certain is not None,
    )
