"""An index that is open: which words stand in which texts.

Whoosh gives the postings of a word one by one; what was read once is remembered, since the words that people
search are few. How the texts rank is `kb.search.ranking`'s business.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from whoosh.codec.whoosh3 import W3LeafMatcher
from whoosh.matching import NullMatcher
from whoosh.reading import TermNotFound

from kb.languages import Lang
from kb.search.index import HitKind, Index, document_of

Posting = tuple[int, float]
"""A document of the index, and what a word is worth in it."""


class Opened:
    """The index of one state of the store."""

    def __init__(self, index: Index) -> None:
        self._reader, self._documents = index
        self._postings: dict[tuple[str, str], tuple[Posting, ...]] = {}
        self._lexicons: dict[Lang, tuple[str, ...]] = {}

    def close(self) -> None:
        """Close its files."""
        self._reader.close()

    def postings(self, field: str, word: str) -> tuple[Posting, ...]:
        """The documents with a word in a field."""
        known = self._postings.get((field, word))
        if known is None:
            known = self._postings[field, word] = tuple(self._read(field, word))
        return known

    def _read(self, field: str, word: str) -> Iterator[Posting]:
        matcher = self._matcher(field, word)
        while matcher.is_active():
            document, worth = matcher.id(), matcher.weight()
            if isinstance(matcher, W3LeafMatcher):
                # Whoosh gives postings one by one, and to ask for thousands so costs more than all else in a search; so
                # the block that was read for these is taken whole, from where it is kept.
                documents: Any = matcher._ids  # noqa: SLF001
                worths: Any = matcher._weights  # noqa: SLF001
                yield from zip(documents, worths, strict=True)
                matcher.skip_to(matcher.block_max_id() + 1)
            else:  # a word of one document stands beside the word itself
                yield document, worth
                matcher.next()

    def _matcher(self, field: str, word: str) -> Any:
        try:
            return self._reader.postings(field, word)
        except TermNotFound:
            return NullMatcher()

    @property
    def documents(self) -> int:
        """How many documents there are."""
        return len(self._documents)

    def having(self, field: str, word: str) -> int:
        """How many documents have a word in a field."""
        return int(self._reader.doc_frequency(field, word))

    def places(self, field: str, word: str) -> Mapping[int, Sequence[int]]:
        """By document, the places of the references that a word stands around."""
        found: dict[int, Sequence[int]] = {}
        matcher = self._matcher(field, word)
        while matcher.is_active():
            found[matcher.id()] = matcher.value_as("positions")
            matcher.next()
        return found

    def document(self, number: int) -> tuple[int, HitKind]:
        """The wording that a document is of, and what it was indexed as."""
        return document_of(self._documents[number])

    def term(self, number: int) -> str:
        """The headword that a document of the glossary stands under."""
        return str(self._reader.stored_fields(number)["term"])

    def lexicon(self, lang: Lang) -> tuple[str, ...]:
        """All folded words of a language's texts, headings and headwords."""
        if lang not in self._lexicons:
            words = {
                word if isinstance(word, str) else word.decode()
                for name in ("text", "title", "term")
                for word in self._reader.lexicon(f"{name}_{lang}")
            }
            self._lexicons[lang] = tuple(sorted(words))
        return self._lexicons[lang]
