"""The corpus: the rules of one language on one day, opened for searching. All searches share its caches.

Data from the index and the store are cached until the store changes. So the second search in one process takes a few
milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from datetime import date
from functools import cache, cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from kb.languages import LANGUAGES, Lang
from kb.rule_number import RuleNumber
from kb.rule_text import Status, heading
from kb.search.entries import EntryTable, WordingReader
from kb.search.index import open_index
from kb.search.inverted_index import InvertedIndex
from kb.search.ranking import Ranking
from kb.search.reranking import Reranker
from kb.search.results import HitKind, hit_kind
from kb.storage.spans import Origin, only_origin, wording_origin
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.view_rows import PlaceRow
from kb.text.folding import fold_words, name_lookup_key

if TYPE_CHECKING:
    from kb.cards.governing_rules import GoverningRules
    from kb.search.similar_entries import SimilarEntries
    from kb.terms.bilingual_terms import TermBase

_CACHE_KEY = "search"
_MAX_DAYS, _MAX_DAY_RANGES = 6, 16
# The number of texts whose folded words are cached, and of those for which everything that a hit shows is cached.
_MAX_PLACES = 4096

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class Corpora:
    """The index of one state of the store, and the corpora that use this index. The store may already be newer.

    If the index isn't up to date, it may have only the texts that the view needs.

    Attributes:
        searches: the number of searches that use the corpora now.
        is_up_to_date: True if the index is the whole index of the store's generation.
    """

    def __init__(self, store: Store, view: View, *, include_past: bool) -> None:
        @cache
        def needed(_generation: str) -> Collection[int]:
            return _wordings_of_all_languages(store, view.as_of, include_past=include_past)

        self.searches = 0
        # Another process may change the store while the index is being built.
        self._index, self.is_up_to_date = open_index(store, lambda: needed(store.generation))
        self._store = store
        self._corpora: dict[tuple[object, ...], Corpus] = {}
        self._terms: dict[date, TermBase] = {}
        self._terms_and_words: dict[date, TermBase] = {}
        self._counterparts: dict[object, dict[int, int]] = {}
        self._remembered: dict[Hashable, Any] = {}
        self._governing: dict[object, GoverningRules] = {}

    def corpus(self, view: View, *, include_past: bool = False) -> Corpus:
        """Return the corpus of a view. With `include_past`, it has every text ever printed in the view's language."""
        key = (view.lang, view.base, view.as_of, include_past)
        if key not in self._corpora:
            _keep(self._corpora, key, Corpus(self._store, view, self._index, include_past=include_past))
        return self._corpora[key]

    def terms(self, as_of: date) -> TermBase:
        """Return the terms of the rules on a day, with their names in both languages."""
        from kb.terms.bilingual_terms import load_term_base

        if as_of not in self._terms:
            _keep(self._terms, as_of, load_term_base(self._store, as_of))
        return self._terms[as_of]

    def terms_and_everyday_words(self, as_of: date) -> TermBase:
        """Return the terms of a day, together with the everyday words of French questions."""
        from kb.terms.bilingual_terms import everyday_words

        if as_of not in self._terms_and_words:
            _keep(self._terms_and_words, as_of, self.terms(as_of).with_everyday_words(everyday_words()))
        return self._terms_and_words[as_of]

    def english_counterparts(self, english: View, french: View) -> dict[int, int]:
        """Return a dict from the place of each French text in force to the place of its English counterpart."""
        from kb.search.hit_translations import english_counterparts

        key = (english.base, english.as_of)
        if key not in self._counterparts:
            terms = self.terms(english.as_of)
            _keep(self._counterparts, key, english_counterparts(self._store, english, french, terms))
        return self._counterparts[key]

    def remember(self, key: Hashable, find: Callable[[], _Value]) -> _Value:
        """Return what `find` returned for a key when it was first asked for. The last few values are kept."""
        if key not in self._remembered:
            _keep(self._remembered, key, find())
        found: _Value = self._remembered[key]
        return found

    def governing_rules(self, view: View) -> GoverningRules:
        """Return the rules that govern card text in a view."""
        from kb.cards.governing_rules import GoverningRules

        key = (view.lang, view.as_of)
        if key not in self._governing:
            _keep(self._governing, key, GoverningRules(self._store, view))
        return self._governing[key]

    def close(self) -> None:
        """Close the index."""
        self._index.close()


class ShownPlace(NamedTuple):
    """What a hit shows of a text whatever the query is: see `kb.search.results.Hit`.

    Attributes:
        lang: the language of the text.
        text: the text without its examples.
        kind: the kind of hit.
        title: the heading of the rule, or the nearest heading above it.
        path: the numbers and headings above the rule.
        origin: the edition that the wording was read from.
    """

    lang: Lang
    text: str
    kind: HitKind
    title: str | None
    path: tuple[tuple[str, str], ...]
    origin: Origin


def _keep(cache: dict[_Key, _Value], key: _Key, value: _Value) -> None:
    """Put a value into a cache of at most `_MAX_DAYS` values. A full cache loses the value that was put in first."""
    if len(cache) == _MAX_DAYS:
        del cache[next(iter(cache))]
    cache[key] = value


def _wordings_of_all_languages(store: Store, day: date, *, include_past: bool) -> Collection[int]:
    """Return the ids of the wordings in force on a day in any language. With `include_past`, return those of all days.

    A search looks at the other language, too.
    """
    views = [View(store, lang, day) for lang in LANGUAGES]
    rows = (view.place_rows_of_all_editions() if include_past else view.place_rows() for view in views)
    return {row.wording for of_view in rows for row in of_view}


def open_corpora(store: Store, view: View, *, include_past: bool) -> Corpora:
    """Return the corpora of a store, for a search in a view. Call `release_corpora` at the end of each search."""
    corpora = store.cached_value(_CACHE_KEY, lambda: Corpora(store, view, include_past=include_past))
    corpora.searches += 1
    return corpora


def release_corpora(store: Store, corpora: Corpora) -> None:
    """Drop the corpora if their index is older than the store. The next search then looks for a newer index.

    A search in all books contains one in the rules. The corpora are dropped at the end of the outer search.
    """
    corpora.searches -= 1
    if not corpora.is_up_to_date and not corpora.searches:
        store.discard_cached(_CACHE_KEY)


class Corpus:
    """The rules and headwords to search: the texts of a view, or all texts ever printed in the view's language."""

    def __init__(self, store: Store, view: View, index: InvertedIndex, *, include_past: bool) -> None:
        self.view, self.includes_past, self.index = view, include_past, index
        self._store = store
        self.table = EntryTable(view.place_rows_of_all_editions() if include_past else view.place_rows(), index)
        self.wordings = WordingReader(store, self.table)
        self.ranking = Ranking(index, self.table, self.wordings)
        self.reranker = Reranker(self.ranking, self.table, self.wordings)
        self.folded_text = lru_cache(maxsize=_MAX_PLACES)(self._fold_text)
        self.shown_place = lru_cache(maxsize=_MAX_PLACES)(self._read_place)
        self._only_origin = cache(partial(only_origin, store, view.lang))
        self._paths: dict[tuple[str, str], list[tuple[str, str]]] = {}
        self._printed: dict[tuple[str, str], set[tuple[int, int]]] = {}

    @cached_property
    def similar(self) -> SimilarEntries:
        """The rules that mean something similar to a query. It is made when first needed, since it needs vectors."""
        from kb.search.similar_entries import SimilarEntries

        return SimilarEntries(self.table, self.wordings)

    @cached_property
    def current_wordings(self) -> dict[int, tuple[int, str]]:
        """A dict from each place to its wording in the view, and the day of the edition that the wording is from."""
        rows = self.view.place_rows() if self.includes_past else self.table.entries
        return {row.place: (row.wording, row.edition) for row in rows}

    def status(self, entry: int) -> Status:
        """Return the status of an entry in the view."""
        if self.includes_past and self.table.entries[entry].place not in self.current_wordings:
            return "removed"
        return "deprecated" if entry in self.ranking.deprecated else "current"

    def is_shown(self, entry: int) -> bool:
        """True if an entry is in force in the view, or was removed before the view's day."""
        row = self.table.entries[entry]
        current = self.current_wordings.get(row.place)
        return current[0] == row.wording if current else row.edition <= self.view.as_of.isoformat()

    def printed_between(self, low: str, high: str) -> set[tuple[int, int]]:
        """Return (place, wording) for every text that an edition from the day `low` to the day `high` printed."""
        from kb.storage.spans import printed_between

        if (low, high) not in self._printed:
            found = printed_between(self._store, self.view.lang, low, high)
            if len(self._printed) == _MAX_DAY_RANGES:
                self._printed.clear()
            self._printed[low, high] = found
        return self._printed[low, high]

    def printed_within(self, row: PlaceRow, ranges: Sequence[tuple[str, str]]) -> PlaceRow:
        """Return a row with the newest edition in some ranges of days, or the row itself if no such edition has it."""
        from kb.storage.spans import newest_printed

        days = [newest_printed(self._store, self.view.lang, row.place, row.wording, *each) for each in ranges]
        return row._replace(edition=max((day for day in days if day), default=row.edition))

    def _read_place(self, row: PlaceRow) -> ShownPlace:
        lang, text = self.wordings.text(row.wording)
        path = self.path(row.label, row.edition) if row.kind == "rule" else []
        own_title = heading(RuleNumber.parse(row.label), text) if row.kind == "rule" else None
        titles_above = [title for number, title in path if len(number) > 1]
        origin = self._only_origin(row.edition) or wording_origin(
            self._store, self.view.lang, row.place, row.wording, row.edition
        )
        title = own_title or (titles_above[-1] if titles_above else None)
        return ShownPlace(lang, text, hit_kind(row.kind, row.label, text), title, tuple(path), origin)

    def _fold_text(self, wording: int) -> tuple[str, ...]:
        return tuple(fold_words(self.wordings.text(wording)[1], self.view.lang))

    @cached_property
    def searchable_names(self) -> list[str]:
        """All headings and headwords."""
        entries = self.table.entries
        headings = [entries[at].wording for at in sorted(self.ranking.headings)]
        self.wordings.load(headings)
        titles = [self.wordings.text(wording)[1] for wording in headings]
        return list(dict.fromkeys([*titles, *(entry.label for entry in entries[self.table.rule_count :])]))

    @cached_property
    def words_of_names(self) -> list[str]:
        """The words of all headings and headwords that may replace a misspelt word."""
        from kb.search.spelling import words_of_names

        return words_of_names(self.searchable_names)

    @cached_property
    def name_keys(self) -> frozenset[str]:
        """The lookup keys of all headings and headwords."""
        return frozenset(map(name_lookup_key, self.searchable_names))

    def path(self, label: str, day: str) -> list[tuple[str, str]]:
        """Return (number, heading) for each heading above the number `label` on a day, from the chapter down."""
        if (label, day) in self._paths:
            return self._paths[label, day]
        path: list[tuple[str, str]] = []
        number = RuleNumber.parse(label).parent
        while number is not None:
            wording = self.table.wording_on_day(str(number), day)
            if wording is not None and (title := heading(number, self.wordings.text(wording)[1])):
                path.insert(0, (str(number), title))
            number = number.parent
        self._paths[label, day] = path
        return path
