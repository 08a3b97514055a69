"""The ways to run a query of either language, and what they find."""

from __future__ import annotations

from typing import NamedTuple

from kb.languages import Lang
from kb.search.evaluator import QueryWords
from kb.search.monolingual import MonolingualSearch
from kb.search.query_understanding import ParsedQuery
from kb.storage.view_rows import PlaceRow


class Attempt(NamedTuple):
    """One way to run a query: as typed or translated, among the rules of one language.

    Attributes:
        search: the search among the rules of one language.
        texts: the query as typed, or its translations. A term with several names gives several translations.
        translated: the terms of the query, each with its translation.
        is_complete: True if only stopwords of the query were left out of `texts`.
    """

    search: MonolingualSearch
    texts: tuple[str | ParsedQuery, ...]
    translated: tuple[tuple[str, str], ...] = ()
    is_complete: bool = True


class Candidate(NamedTuple):
    """An entry that an attempt found, the search that turns the entry into a hit, and the words to highlight."""

    search: MonolingualSearch
    entry: int
    score: float
    attempt: Attempt
    words: QueryWords

    @property
    def row(self) -> PlaceRow:
        """The place and the wording of the entry."""
        return self.search.corpus.table.entries[self.entry]

    @property
    def key(self) -> tuple[Lang, int, int]:
        """The key of the hit. Two hits have equal keys if they show the same text at the same place."""
        return self.search.view.lang, self.row.place, self.row.wording
