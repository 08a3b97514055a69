"""Stopwords: words that tell nothing about the subject of a query.

`data/stopwords_en.txt` and `data/stopwords_fr.txt` list the function words of each language, and words that are common
in questions about games: "tell", "happen", "rules".
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from kb.languages import Lang
from kb.text.folding import fold_words, strip_accents, tokenize

# `importlib.resources` isn't used, since importing it takes longer than reading the files.
DATA = Path(__file__).resolve().parents[2] / "data"


class QueryWord(NamedTuple):
    """A word of a query.

    Attributes:
        typed: the word in lower case without accents, in French also without elision.
        folded: the word as it is indexed.
        is_stopword: whether the word is a stopword.
        start: the offset in the query of the word's first character.
        end: the offset after the word's last character.
    """

    typed: str
    folded: str
    is_stopword: bool
    start: int
    end: int


@lru_cache(maxsize=256)
def query_words(text: str, lang: Lang) -> tuple[QueryWord, ...]:
    """Split a query into its words. The result is cached, because one search splits the same text several times."""
    return tuple(
        QueryWord(_typed_form(text[start:end], lang), word, is_stopword(text[start:end], lang), start, end)
        for word, start, end in tokenize(text, lang)
    )


def is_stopword(word: str, lang: Lang) -> bool:
    """True if a word as typed is a stopword. A French elision before the word is ignored (qu'est-ce).

    Accents may be missing. But a word with other accents is another word: "dés" are dice, "des" is an article.
    """
    typed = surface_form(word)
    listed = _listed(lang) if not typed.isascii() else stopwords(lang)
    return not listed.isdisjoint((typed, without_elision(typed, lang)))


def without_elision(word: str, lang: Lang) -> str:
    """Return a word without a French elision before it: "ange" for "l'ange"."""
    return word.replace("’", "'").rpartition("'")[2] if lang == "fr" else word


def _typed_form(word: str, lang: Lang) -> str:
    return without_elision(strip_accents(surface_form(word)), lang)


def surface_form(text: str) -> str:
    """Return a text in lower case, with straight apostrophes and one space between words."""
    return " ".join(text.lower().replace("’", "'").split())


@lru_cache
def stopwords(lang: Lang) -> frozenset[str]:
    """Return the stopwords of a language, without accents."""
    return frozenset(strip_accents(" ".join(_listed(lang))).split())


@lru_cache
def _listed(lang: Lang) -> frozenset[str]:
    """Return the stopwords of a language as the file lists them, with accents."""
    return frozenset((DATA / f"stopwords_{lang}.txt").read_text(encoding="utf-8").split())


@lru_cache
def folded_stopwords(lang: Lang) -> frozenset[str]:
    """Return the stopwords of a language as they are indexed."""
    return frozenset(word for typed in stopwords(lang) for word in fold_words(typed, lang))
