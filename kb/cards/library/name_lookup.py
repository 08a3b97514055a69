"""Finds a card of the library by its name, in English or French. Misspellings are forgiven if one card is nearest."""

from __future__ import annotations

from kb.cards.library.database import CardLibrary, NamedCard
from kb.errors import Ambiguous, NotFound
from kb.i18n import _
from kb.text.folding import name_lookup_key

# Similarity from 0 to 100 (100 is equal). Below the first number, a name is no misspelling. Other names that are less
# than the second number behind the nearest one could be meant, too.
_MIN_SIMILARITY, _MIN_LEAD = 80.0, 4.0
_MOST_OFFERED = 5
_MIN_LENGTH_OF_PART = 3


def find_card(library: CardLibrary, name: str) -> NamedCard:
    """Return the card with a name: of the card or of one of its faces, in English or French.

    If no card has the name, return the only card with a name that begins with these whole words, or else the card whose
    name is nearest.

    Raises:
        NotFound: no name is near.
        Ambiguous: several cards have the name, or have names that are equally near.
    """
    found = library.named(name)
    if not found:
        found = _beginning_with(library, name) or _nearest(library, name)
    if not found:
        raise NotFound(name, _("'{name}' is no card in the card library", name=name))
    if len({each.card for each in found}) > 1:
        names = list(dict.fromkeys(each.name for each in found))
        if len(names) == 1:  # Several cards have a French name or a name of a face in common.
            names = [library.card(each.card).card.name for each in found]
        raise Ambiguous(name, names, _("give the whole name"))
    return found[0]


def _beginning_with(library: CardLibrary, name: str) -> list[NamedCard]:
    """Return the card if it is the only one with a name that begins with these whole words, or an empty list."""
    key = name_lookup_key(name)
    if len(key) < _MIN_LENGTH_OF_PART:
        return []
    found = []
    for each in library.names_from(name, 2 * _MOST_OFFERED):
        if not name_lookup_key(each)[len(key) :][:1].isalnum():
            found += library.named(each)
    return found if len({each.card for each in found}) == 1 else []


def _nearest(library: CardLibrary, name: str) -> list[NamedCard]:
    """Return the cards with the most similar names: one, several that are equally similar, or none."""
    from rapidfuzz import fuzz, process

    named = list(library.names())
    key = name_lookup_key(name)
    keys = [each for each, _card in named]
    close = process.extract(key, keys, scorer=fuzz.ratio, score_cutoff=_MIN_SIMILARITY, limit=4 * _MOST_OFFERED)
    if not close:
        return []
    best = close[0][1]
    near = [named[place][1] for _key, score, place in close if best - score < _MIN_LEAD]
    first_of_card = {each.card: each for each in reversed(near)}
    return list(reversed(first_of_card.values()))[:_MOST_OFFERED]
