"""French texts, compared with the English rules: most rules exist in English only."""

from __future__ import annotations

from collections.abc import Container

from kb.search.query_translation import keep_known_words, translate_query
from kb.terms.bilingual_terms import TermBase
from kb.verification.reading_words import (
    PlayersPhrase,
    ReadingWords,
    WordReader,
    players_phrases_in,
    telling_words,
    vector_of,
)


class FrenchWordReader(WordReader):
    """Reads French texts word by word in English, as a French query is read."""

    def __init__(self, terms: TermBase, known: Container[str]) -> None:
        """Take the terms of both languages, and the folded words of the English rules."""
        super().__init__(lang="en")
        self._terms, self._known = terms, known

    def _read(self, text: str) -> ReadingWords:
        """Return the words of a text in English, each with all its translations. French phrases need French words."""
        vector = vector_of(frozenset(telling_words(text, "fr")), "fr")
        return ReadingWords(self._read_whole(text), frozenset(), vector)

    def _read_phrases(self, text: str) -> tuple[PlayersPhrase, ...]:
        return players_phrases_in(text, "fr")

    def _read_whole(self, text: str) -> frozenset[str]:
        french = frozenset(telling_words(text, "fr"))
        translated = translate_query(text, self._terms, "fr", "en", self._known.__contains__)
        texts = translated.texts if translated else (keep_known_words(text, "fr", "en", self._known.__contains__)[0],)
        english = (telling_words(each, "en") for each in texts)
        return french.union(*english)
