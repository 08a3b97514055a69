"""The infractions, and the passage of Judging at Regular, that are nearest to what somebody wrote: hits of a search."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from kb.infractions.infraction import Infraction
from kb.infractions.penalties import PenaltyEdition, passages_at_regular
from kb.infractions.regular import RegularPassage
from kb.search.policy.all_books import search_books
from kb.search.policy.judges_questions import known_section
from kb.search.policy.judges_words import expand
from kb.search.policy.meaning import similarities, sum_vectors
from kb.search.results import SearchLimits
from kb.section_number import SectionNumber
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.stopwords import query_words

# So many hits are looked up. Some of them are sections that define no infraction.
_READ_HITS = 15
# A hit that scores less than this share of the best hit isn't offered.
_LEAST_SHARE = 0.5
_MOST = 4
# An infraction whose meaning is less similar than this is no answer.
_LEAST_SIMILARITY = 0.5
# The passages of Judging at Regular that speak of no error.
_NO_ERROR = ("Introduction", "resources")


class NearestInfractions(NamedTuple):
    """What a search found.

    Attributes:
        infractions: the infractions, the nearest one first.
        searched: the query with mended spelling, or "" if nothing was mended.
    """

    infractions: tuple[Infraction, ...]
    searched: str


def nearest_infractions(store: Store, view: View, term: str, current: PenaltyEdition) -> NearestInfractions | None:
    """Return the infractions of the edition in force that a search finds for a term. Return None if it finds none.

    `view` is the view of the Comprehensive Rules. It gives the day and the language of the term.
    """
    results = search_books(store, view, term, SearchLimits(limit=_READ_HITS), ("ipg",))
    by_number = {str(each.number): each for each in current.infractions}
    found = [(hit.score, by_number[hit.number]) for hit in results.hits if hit.number in by_number]
    if not found or not _is_near(results.searched or term, found[0][1], view):
        return None
    near = [each for score, each in found if score >= _LEAST_SHARE * found[0][0]]
    return NearestInfractions(tuple(near[: _MOST + 1]), results.searched)


def _is_near(text: str, infraction: Infraction, view: View) -> bool:
    """True unless the meaning of an English text is far from a known infraction."""
    known = known_section("ipg", infraction.title)
    if known is None or view.lang != "en":
        return True
    words = [word.folded for word in query_words(text, "en") if not word.is_stopword]
    meant = [word for each in expand(words) for word in each.words]
    asked = sum_vectors((word, 1.0) for word in (*words, *meant))
    return asked is not None and similarities(asked).of_policy.get(known.key, 1.0) >= _LEAST_SIMILARITY


def nearest_passage(store: Store, view: View, term: str, infraction: Infraction) -> tuple[RegularPassage, date] | None:
    """Return the passage of Judging at Regular that a search finds for an infraction, and its edition.

    Return None if it finds none.
    """
    known = passages_at_regular(store, view.as_of)
    if known is None:
        return None
    edition, passages = known
    for text in (infraction.name, term):
        results = search_books(store, View(store, "en", view.as_of), text, SearchLimits(limit=_READ_HITS), ("jar",))
        for hit in results.hits:
            passage = passages.get(SectionNumber.parse(hit.number or ""))
            if passage is not None and hit.number not in _NO_ERROR:
                return passage, edition
    return None
