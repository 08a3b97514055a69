"""Which text a reader is shown for a hit in the other language: the text of the same rule in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kb.search.corpus import Corpora
from kb.search.monolingual import MonolingualSearch, ShownEntry


def open_shown_entries(corpora: Corpora, own: MonolingualSearch, other: MonolingualSearch) -> ShownEntries:
    """Return the entries to show to a reader. `own` searches the reader's language, `other` the other language.

    They are kept for later searches with the same limits.
    """
    view, is_french = own.view, own.view.lang == "fr"

    def read() -> ShownEntries:
        to_english = corpora.english_counterparts(*((other.view, view) if is_french else (view, other.view)))
        in_other = to_english if is_french else {english: french for french, english in to_english.items()}
        return ShownEntries(own, other, in_other)

    return corpora.remember((view.lang, view.base, view.as_of, own.corpus.includes_past, own.entry_limits), read)


class ShownEntries:
    """Replaces entries by the entries of the same rules in the reader's language, within the limits of a search."""

    def __init__(self, own: MonolingualSearch, other: MonolingualSearch, in_other: Mapping[int, int]) -> None:
        """Prepare the replacement. `in_other` maps places of the reader's language to places of the other language."""
        self._own, self._other, self._in_other = own, other, in_other
        self._in_own = {place: own_place for own_place, place in in_other.items()}
        self._of_own: dict[int, ShownEntry] = {}
        self._of_other: dict[int, ShownEntry] = {}

    def replace(self, ranked: Sequence[tuple[int, float]], *, is_own: bool) -> list[tuple[ShownEntry, float]]:
        """Replace the entries of a ranking. With `is_own`, they are of the reader's language."""
        known = self._of_own if is_own else self._of_other
        unknown = [entry for entry, _ in ranked if entry not in known]
        if unknown:
            self._read(unknown, is_own=is_own)
        return [(known[entry], score) for entry, score in ranked]

    def _read(self, entries: Iterable[int], *, is_own: bool) -> None:
        search, known = (self._own, self._of_own) if is_own else (self._other, self._of_other)
        table = search.corpus.table.entries
        search.corpus.wordings.load(table[entry].wording for entry in entries)
        for entry in entries:
            known[entry] = self._shown(entry, is_own=is_own)

    def _shown(self, entry: int, *, is_own: bool) -> ShownEntry:
        """Return the text of an entry's rule in the reader's language, if such a text is within the limits."""
        search, other, places = (
            (self._own, self._other, self._in_other) if is_own else (self._other, self._own, self._in_own)
        )
        same = entry if is_own else ~entry
        lang, row = self._own.view.lang, search.corpus.table.entries[entry]
        if lang == search.text_lang(entry):
            return same
        place, current = places.get(row.place), search.corpus.current_wordings.get(row.place)
        if place is None or current is None or current[0] != row.wording:
            return same
        found = other.find_within_limits(place, other.corpus.current_wordings[place][0])
        # A current English text is preferred to an English text in a French edition.
        if found is None or (not is_own and other.text_lang(found) != lang):
            return same
        return ~found if is_own else found
