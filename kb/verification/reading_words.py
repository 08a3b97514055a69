"""What a text near a number is made of, to compare it with rules: telling words, phrases of players, its vector."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from kb.languages import Lang
from kb.search.meaning import Vector, sum_french_vectors, sum_vectors
from kb.search.query_understanding import FrenchWord, Synonym, parse_query
from kb.search.thesaurus import related_words
from kb.text.folding import fold_words
from kb.text.stopwords import is_stopword

_TOKEN = re.compile(r"[+-]?[0-9X*]+/[+-]?[0-9X*]+|\{[^{}\s]+\}|[0-9]+[a-d]?|[^\W\d_]+(?:['’][^\W\d_]+)?")
_NUMERALS: Mapping[Lang, Mapping[str, str]] = {
    "en": dict(zip("one two three four five six seven eight nine ten fifteen twenty thirty forty".split(),
                   "1 2 3 4 5 6 7 8 9 10 15 20 30 40".split(), strict=True)),
    "fr": dict(zip("deux trois quatre cinq six sept huit neuf dix quinze vingt trente quarante".split(),
                   "2 3 4 5 6 7 8 9 10 15 20 30 40".split(), strict=True)),
}  # fmt: skip


class ReadingWords(NamedTuple):
    """The words of a text.

    Attributes:
        words: the folded words that tell something. Numerals are digits.
        pairs: each two of them that follow each other.
        vector: the meaning, or None if no word has a vector.
    """

    words: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    vector: Vector | None


class PlayersPhrase(NamedTuple):
    """A phrase of players.

    Attributes:
        words: its folded words.
        meant: what it stands for in the rules' words, mostly one synonym.
    """

    words: frozenset[str]
    meant: tuple[Synonym, ...]


class WordReader:
    """Reads texts in the language of the rules.

    Attributes:
        lang: the language of the words that are compared.
    """

    def __init__(self, lang: Lang) -> None:
        self.lang: Lang = lang
        self.read = lru_cache(maxsize=1 << 9)(self._read)
        self.phrases = lru_cache(maxsize=1 << 6)(self._read_phrases)
        self.whole = lru_cache(maxsize=1 << 6)(self._read_whole)

    def _read(self, text: str) -> ReadingWords:
        """Return what a text is made of."""
        words = telling_words(text, self.lang)
        known = frozenset(words)
        return ReadingWords(known, frozenset(pairwise(words)), vector_of(known, self.lang))

    def _read_phrases(self, text: str) -> tuple[PlayersPhrase, ...]:
        """Return the phrases of players in a text: none in French, since English words explain them."""
        return players_phrases_in(text, "en") if self.lang == "en" else ()

    def _read_whole(self, text: str) -> frozenset[str]:
        """Return the words of a longer text."""
        return frozenset(telling_words(text, self.lang))


def players_phrases_in(text: str, lang: Lang) -> tuple[PlayersPhrase, ...]:
    """Return the phrases of players in a text."""
    concepts = parse_query(text, lang).concepts
    return tuple(PlayersPhrase(frozenset(each.words), each.synonyms) for each in concepts if each.synonyms)


def vector_of(words: frozenset[str], lang: Lang) -> Vector | None:
    """Return the meaning of some folded words, or None if no word has a vector."""
    ordered = sorted(words)
    if lang == "fr":
        return sum_french_vectors(FrenchWord(word, word, 1.0) for word in ordered)
    return sum_vectors((word, 1.0) for word in ordered)


def telling_words(text: str, lang: Lang) -> list[str]:
    """Return the folded words of a text that aren't stopwords, in order."""
    return [word for token in _TOKEN.findall(text) if (word := _folded(token, lang))]


@lru_cache(maxsize=1 << 14)
def _folded(token: str, lang: Lang) -> str:
    word = token.lower().replace("’", "'")
    if word in _NUMERALS[lang]:
        return _NUMERALS[lang][word]
    if not word[0].isalpha():
        return word
    if len(word) == 1 or is_stopword(word, lang):
        return ""
    return next(iter(fold_words(word, lang)), "")


@lru_cache(maxsize=1 << 12)
def words_for(word: str) -> tuple[tuple[str, float], ...]:
    """Return the English words that may stand for a word, with their strengths from 0 to 1."""
    return related_words(word)
