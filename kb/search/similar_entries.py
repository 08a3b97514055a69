"""The rules of a corpus that mean something similar to a query, by their learned vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from kb.search.entries import EntryTable, WordingReader
from kb.search.query_understanding import ParsedQuery
from kb.text.folding import fold_words
from kb.text.stopwords import folded_stopwords

# So many rules are looked up that mean something similar to a query.
_SIMILAR_RULES = 20
# At most this many vectors and checksums of texts are cached.
_MAX_TEXTS = 4096


class Meant(NamedTuple):
    """What a query means.

    Attributes:
        asked: the vector of the query.
        similar: the entries that are the most similar to it, with their similarities.
        similarity: returns the similarity of an entry to a query, or None if it has none.
    """

    asked: tuple[float, ...]
    similar: dict[int, float]
    similarity: Callable[[tuple[float, ...], int], float | None]

    def similarities(self, entries: Iterable[int]) -> dict[int, float]:
        """Return the similarities of some entries, and of the most similar ones."""
        found = dict(self.similar)
        for entry in entries:
            if entry not in found and (similarity := self.similarity(self.asked, entry)) is not None:
                found[entry] = similarity
        return found


class SimilarEntries:
    """Compares queries with the rules of a corpus. The vectors of rules are cached."""

    def __init__(self, table: EntryTable, wordings: WordingReader) -> None:
        self._table, self._wordings = table, wordings
        self._vector = lru_cache(maxsize=_MAX_TEXTS)(self._read_vector)
        self._key = lru_cache(maxsize=_MAX_TEXTS)(self._read_key)
        self._with_text = lru_cache(maxsize=_MAX_TEXTS)(self._find_texts)

    def find(self, query: ParsedQuery, is_allowed: Callable[[int], bool]) -> Meant | None:
        """Return what an English query means, with the most similar rules that are allowed.

        Return None if no word of the query has a vector.
        """
        from kb.search.meaning import similar_rules, sum_french_vectors, sum_vectors

        asked = (
            sum_french_vectors(query.french)
            if query.french
            else sum_vectors(
                (word, concept.weight)
                for concept in query.concepts
                for word in concept.words or concept.synonyms[0].words
            )
        )
        if asked is None:
            return None
        rules, entries = similar_rules(asked, _SIMILAR_RULES), self._table.entries
        numbers = (entry for rule in rules for entry in self._table.entries_of_number(rule.number))
        self._wordings.load(entries[entry].wording for entry in numbers)
        similar = {
            entry: rule.similarity
            for rule in rules
            for entry in self._with_text(rule.number, rule.key)
            if is_allowed(entry)
        }
        return Meant(asked, similar, self.similarity)

    def _find_texts(self, number: str, key: bytes) -> list[int]:
        """Return the entries with a number whose text has a key."""
        entries = self._table.entries
        return [entry for entry in self._table.entries_of_number(number) if self._key(entries[entry].wording) == key]

    def similarity(self, asked: tuple[float, ...], entry: int) -> float | None:
        """Return the similarity of an entry to a query. Headwords and texts without known words have none."""
        from kb.search.meaning import similarity

        vector = self.vector(entry)
        return None if vector is None else max(0.0, similarity(asked, vector))

    def vector(self, entry: int) -> tuple[float, ...] | None:
        """Return the vector of an entry. Headwords and texts without known words have none."""
        return self._vector(self._table.entries[entry].wording) if entry < self._table.rule_count else None

    def _read_key(self, wording: int) -> bytes:
        from kb.search.meaning import text_key

        return text_key(self._wordings.text(wording)[1])

    def _read_vector(self, wording: int) -> tuple[float, ...] | None:
        """Return the vector of a text. A text that the learned vectors don't have gets the vectors of its words."""
        from kb.search.meaning import rule_vector, vector_of_words

        lang, text = self._wordings.text(wording)
        if lang != "en":
            return None
        stopwords = folded_stopwords(lang)
        return rule_vector(self._key(wording)) or vector_of_words(
            word for word in fold_words(text, lang) if word not in stopwords
        )
