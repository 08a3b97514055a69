"""Folding: which written words count as the same word.

One analysis serves for indexing, for queries and for marking words in snippets.
See docs/decisions/folding-french.md.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from whoosh import analysis
from whoosh.lang import stemmer_for_language

from kb.model import Lang

# Words, rule numbers, symbols in braces, power and toughness.
_WORD = r"[1-9][0-9]{2}\.[0-9]+[a-z]{0,2}|\{[^{}\s]+\}|[+-]?[0-9X*]+/[+-]?[0-9X*]+|[^\W_]+(?:['’][^\W_]+)*"
_POSSESSIVE = re.compile(r"['’]s?$")
# French little words that lose their vowel before the next: l'arpenteur, qu'il, jusqu'à.
_ELISION = re.compile(r"^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)['’](?=\w)")


class _French(analysis.Filter):
    """Folds elisions, accents and endings, so that `loyaute` and `l'arpenteur` find what they mean.

    Accents go first, or a word typed without them would be stemmed another way. Participles in -é
    are then brought to one ending, which the stemmer takes off.
    """

    def __init__(self) -> None:
        self._stem = stemmer_for_language("fr")

    # Whoosh's own base classes name this argument in two ways.
    def __call__(self, tokens: Iterable[Any]) -> Iterator[Any]:  # type: ignore[override]
        for token in tokens:
            word = without_accents(_ELISION.sub("", token.text))
            if len(word) > 4 and word.endswith(("ee", "ees")):
                word = word.rstrip("s")[:-1]
            token.text = self._stem(word)
            yield token


class _English(analysis.Filter):
    """Folds possessives, accents and endings."""

    def __init__(self) -> None:
        self._stem = stemmer_for_language("en")

    # Whoosh's own base classes name this argument in two ways.
    def __call__(self, tokens: Iterable[Any]) -> Iterator[Any]:  # type: ignore[override]
        for token in tokens:
            token.text = self._stem(without_accents(_POSSESSIVE.sub("", token.text)))
            yield token


def without_accents(word: str) -> str:
    """A word without accents; ligatures taken apart."""
    decomposed = unicodedata.normalize("NFKD", word.replace("œ", "oe").replace("æ", "ae"))
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def analyzer(lang: Lang) -> Any:
    """The analysis of a language: called with a text, it gives Whoosh's tokens with folded words."""
    folding = _French() if lang == "fr" else _English()
    return analysis.RegexTokenizer(_WORD) | analysis.LowercaseFilter() | folding
