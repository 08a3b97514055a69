"""Finding an infraction by its number, its name, its initials, or the words of judges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from kb.documents import split_document
from kb.errors import Ambiguous, BadValue
from kb.i18n import _
from kb.infractions.infraction import Infraction
from kb.infractions.judges_words import has_words, known_infraction, name_key, named_by_initials
from kb.section_number import SectionNumber
from kb.text.folding import fold_words

FoundBy = Literal["number", "name", "initials", "judges-words", "part-of-name", "spelling", "search"]
"""How an infraction was found."""

# Similarity from 0 to 100. Less similar names aren't offered, and a lead that is smaller leaves two names possible.
_MIN_SIMILARITY, _MIN_LEAD = 78.0, 5.0


@dataclass(frozen=True, slots=True)
class FoundInfraction:
    """An infraction, and how it was found."""

    infraction: Infraction
    found_by: FoundBy


def find_infraction(term: str, infractions: Sequence[Infraction]) -> FoundInfraction | None:
    """Return the infraction of an edition that a term names, or None if it names none.

    Raises:
        BadValue: the term is a number of another document.
        Ambiguous: several infractions are named equally well.
    """
    doc, rest = split_document(term)
    if doc not in (None, "ipg"):
        raise BadValue("infraction", term, _("infractions are in the Infraction Procedure Guide, as IPG 2.2"))
    with suppress(BadValue):
        number = SectionNumber.parse_lenient(rest).own_section
        by_number = [each for each in infractions if each.number == number]
        if by_number or number.chapter:
            return FoundInfraction(by_number[0], "number") if by_number else None
    steps: tuple[tuple[FoundBy, Callable[[str, Sequence[Infraction]], list[Infraction]]], ...] = (
        ("name", _named),
        ("initials", named_by_initials),
        ("judges-words", _described),
        ("part-of-name", _partly_named),
        ("spelling", _nearest),
    )
    for found_by, step in steps:
        found = step(rest, infractions)
        if len(found) > 1:
            names = [f"{each.number} {each.name}" for each in found]
            raise Ambiguous(term, names, _("give the whole name or the number"))
        if found:
            return FoundInfraction(found[0], found_by)
    return None


def _named(term: str, infractions: Sequence[Infraction]) -> list[Infraction]:
    key = name_key(term)
    return [each for each in infractions if key in map(name_key, (each.title, each.name, each.short_title))]


def _described(term: str, infractions: Sequence[Infraction]) -> list[Infraction]:
    found = []
    for each in infractions:
        known = known_infraction(each)
        if known and (name_key(term) in map(name_key, known.names) or has_words(term, (*known.names, *known.words))):
            found.append(each)
    return found


def _partly_named(term: str, infractions: Sequence[Infraction]) -> list[Infraction]:
    words = set(fold_words(term, "en"))
    return [each for each in infractions if words and words.issubset(fold_words(each.title, "en"))]


def _nearest(term: str, infractions: Sequence[Infraction]) -> list[Infraction]:
    from rapidfuzz import fuzz, process

    names = [" ".join(each.short_title.casefold().split()) for each in infractions]
    close = process.extract(term.casefold(), names, scorer=fuzz.ratio, score_cutoff=_MIN_SIMILARITY, limit=None)
    if not close:
        return []
    best = close[0][1]
    return [infractions[place] for _name, score, place in close if best - score < _MIN_LEAD]
