"""The rules of one language on one day, open for searching: what every search of them shares.

What is asked once of the index and of the store is kept while the store stays as it is, so that in one process the
second search takes a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from kb.languages import Lang
from kb.model import Status, heading
from kb.rule_number import RuleNumber
from kb.search.entry_order import EntryTable
from kb.search.index import open_index
from kb.search.inverted_index import InvertedIndex
from kb.search.ranking import Ranking
from kb.storage.spans import printed_between
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.wordings import all_cited_numbers, numbers_cited, read_examples, read_texts, wordings_citing

if TYPE_CHECKING:
    from kb.terms.bilingual_terms import TermBase

_KEY = "search"
# So many are kept of what was asked for.
_MOST_VIEWS, _MOST_DAYS = 6, 16


class Corpora:
    """The index of a state of the store, and the libraries that were opened of it."""

    def __init__(self, store: Store) -> None:
        self._index, self.is_up_to_date = open_index(store)
        self._libraries: dict[tuple[object, ...], Corpus] = {}
        self._store = store
        self._terms: dict[date, TermBase] = {}
        self._words: dict[date, TermBase] = {}
        self._counterparts: dict[object, dict[int, int]] = {}

    def corpus(self, view: View, *, include_past: bool = False) -> Corpus:
        """The library of a view; with `ever`, with all that was ever printed in its language."""
        key = (view.lang, view.base, view.as_of, include_past)
        if key not in self._libraries:
            if len(self._libraries) == _MOST_VIEWS:
                del self._libraries[next(iter(self._libraries))]
            self._libraries[key] = Corpus(self._store, view, self._index, include_past=include_past)
        return self._libraries[key]

    def terms(self, as_of: date) -> TermBase:
        """What is called what in both languages on a day."""
        from kb.terms.bilingual_terms import load_term_base

        if as_of not in self._terms:
            self._terms[as_of] = load_term_base(self._store, as_of)
        return self._terms[as_of]

    def terms_and_everyday_words(self, as_of: date) -> TermBase:
        """The same with the everyday words that stand between terms in a French question."""
        from kb.terms.bilingual_terms import everyday_words

        if as_of not in self._words:
            self._words[as_of] = self.terms(as_of).with_everyday_words(everyday_words())
        return self._words[as_of]

    def english_counterparts(self, english: View, french: View) -> dict[int, int]:
        """By the place of a French text in view, the place of the English text that says the same."""
        from kb.search.hit_translations import english_counterparts

        key = (english.base, english.as_of)
        if key not in self._counterparts:
            self._counterparts[key] = english_counterparts(self._store, english, french, self.terms(english.as_of))
        return self._counterparts[key]

    def close(self) -> None:
        """Close the index."""
        self._index.close()


def open_corpora(store: Store) -> Corpora:
    """The libraries of a store; `done` says that a search of them is over."""
    return store.cached_value(_KEY, lambda: Corpora(store))


def release_corpora(store: Store, used: Corpora) -> None:
    """Look for a newer index next time, if the one used is behind the store."""
    if not used.is_up_to_date:
        store.discard_cached(_KEY)


class Corpus:
    """All that a search looks through in one language.

    Attributes:
        view: the rules.
        ever: whether there is more than the view has.
        standing: what can be found.
        ranking: which of it is meant.
    """

    def __init__(self, store: Store, view: View, index: InvertedIndex, *, include_past: bool) -> None:
        self.view, self.includes_past, self.index = view, include_past, index
        self._store = store
        self.table = EntryTable(view.place_rows_of_all_editions() if include_past else view.place_rows(), index)
        self.ranking = Ranking(index, self.table, self)
        self._texts: dict[int, tuple[Lang, str]] = {}
        self._cited: dict[str, int] = {}
        self._targets: dict[int, dict[int, str]] = {}
        self._paths: dict[tuple[str, str], list[tuple[str, str]]] = {}
        self._printed: dict[tuple[str, str], set[tuple[int, int]]] = {}

    @cached_property
    def current_wordings(self) -> dict[int, tuple[int, str]]:
        """By place, the wording that the view has of it, and the edition."""
        entries = self.view.place_rows() if self.includes_past else self.table.entries
        return {entry.place: (entry.wording, entry.edition) for entry in entries}

    def texts(self, wordings: Iterable[int]) -> Mapping[int, tuple[Lang, str]]:
        """Language and text of wordings; more than these are in what is given."""
        unknown = [wording for wording in set(wordings) if wording not in self._texts]
        if unknown:
            self._texts |= read_texts(self._store, unknown)
        return self._texts

    def text(self, wording: int) -> tuple[Lang, str]:
        """Language and text of a wording."""
        return self._texts.get(wording) or self.texts([wording])[wording]

    def examples(self, wording: int) -> list[str]:
        """The examples of a wording."""
        return [example.text for example in read_examples(self._store, [wording]).get(wording, ())]

    def citation_counts(self, labels: Sequence[str]) -> Mapping[str, int]:
        """How often numbers are cited in what can be found; more than these are in what is given."""
        unknown = [label for label in set(labels) if label not in self._cited]
        if unknown:
            self._cited |= dict.fromkeys(unknown, 0)
            for target, wording in wordings_citing(self._store, unknown):
                self._cited[target] += len(self.table.entries_of_wording(wording))
        return self._cited

    def reference_targets(self, wordings: Iterable[int]) -> Mapping[int, Mapping[int, str]]:
        """By wording and place among its references, the numbers that wordings point to.

        More than these wordings may be in what is given.
        """
        unknown = [wording for wording in set(wordings) if wording not in self._targets]
        if unknown:
            self._targets |= {wording: {} for wording in unknown}
            for citing in numbers_cited(self._store, unknown):
                self._targets[citing.wording][citing.position] = citing.first
        return self._targets

    def target_ranges(self, among: Sequence[int]) -> dict[int, list[tuple[str, str]]]:
        """By wording, the numbers and ranges that it points to, as first and last number."""
        found: dict[int, list[tuple[str, str]]] = {}
        for citing in numbers_cited(self._store, among):
            found.setdefault(citing.wording, []).append((citing.first, citing.last))
        return found

    def wordings_citing(self, low: str, high: str) -> set[int]:
        """The wordings that point to a number of a range, or to something below it; as sort keys."""
        inside = (
            label
            for label in all_cited_numbers(self._store)
            if low <= RuleNumber.parse(label).sort_key <= high + "\U0010ffff"
        )
        return {wording for _target, wording in wordings_citing(self._store, inside)}

    def status(self, entry: int) -> Status:
        """Whether the rule of an entry holds in the view."""
        if self.includes_past and self.table.entries[entry].place not in self.current_wordings:
            return "removed"
        return "deprecated" if entry in self.ranking.deprecated else "current"

    def is_shown(self, entry: int) -> bool:
        """Whether an entry is in the view, or is gone by its day."""
        here = self.table.entries[entry]
        now = self.current_wordings.get(here.place)
        return now[0] == here.wording if now else here.edition <= self.view.as_of.isoformat()

    def printed_between(self, low: str, high: str) -> set[tuple[int, int]]:
        """The places and wordings that editions of some days printed."""
        if (low, high) in self._printed:
            return self._printed[low, high]
        found = printed_between(self._store, self.view.lang, low, high)
        if len(self._printed) == _MOST_DAYS:
            self._printed.clear()
        self._printed[low, high] = found
        return found

    @cached_property
    def searchable_names(self) -> list[str]:
        """The headings and headwords that can be found."""
        entries = self.table.entries
        headings = [entries[at].wording for at in sorted(self.ranking.headings)]
        texts = self.texts(headings)
        titles = [texts[wording][1] for wording in headings]
        return list(dict.fromkeys([*titles, *(entry.label for entry in entries[self.table.rule_count :])]))

    def path(self, label: str, day: str) -> list[tuple[str, str]]:
        """What a number stood under on a day, from the chapter down: numbers with their headings."""
        known = self._paths.get((label, day))
        if known is None:
            known = self._paths[label, day] = self._above(label, day)
        return known

    def _above(self, label: str, day: str) -> list[tuple[str, str]]:
        above: list[tuple[str, int]] = []
        number = RuleNumber.parse(label).parent
        while number is not None:
            wording = self.table.wording_on_day(str(number), day)
            if wording is not None:
                above.insert(0, (str(number), wording))
            number = number.parent
        texts = self.texts([wording for _, wording in above])
        titles = [(name, heading(RuleNumber.parse(name), texts[wording][1])) for name, wording in above]
        return [(name, title) for name, title in titles if title]
