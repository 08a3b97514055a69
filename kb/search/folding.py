"""Folding: which written words count as the same word.

One analysis serves for indexing, for queries and for marking words in snippets.
See docs/decisions/folding-french.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from whoosh import analysis
from whoosh.lang import stemmer_for_language

from kb.accents import without_accents
from kb.languages import Lang

# Words, rule numbers, symbols in braces, power and toughness.
_WORD = r"[1-9][0-9]{2}\.[0-9]+[a-z]{0,2}|\{[^{}\s]+\}|[+-]?[0-9X*]+/[+-]?[0-9X*]+|[^\W_]+(?:['’][^\W_]+)*"
_WORDS = re.compile(_WORD)
_POSSESSIVE = re.compile(r"['’]s?$")
# French little words that lose their vowel before the next: l'arpenteur, qu'il, jusqu'à.
_ELISION = re.compile(r"^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)['’](?=\w)")
# Of verbs that the stemmer takes for nouns like bouclier.
_INFINITIVES = ("fier", "pier", "yer")
# So many letters of a word a stemmer leaves as they are, but for the y of `dying`.
_BEGINNING = 2


class _Folding(analysis.Filter):
    """Folds each word of a text as its language asks for."""

    def __init__(self, lang: Lang) -> None:
        self.lang = lang

    # Whoosh's own base classes name this argument in two ways.
    def __call__(self, tokens: Iterable[Any]) -> Iterator[Any]:  # type: ignore[override]
        fold = _FOLD[self.lang]
        for token in tokens:
            token.text = fold(token.text)
            yield token


@lru_cache(maxsize=1 << 15)
def _french(word: str) -> str:
    """A French word without elision, accents and ending, so that `loyaute` finds `loyauté`.

    Accents go first, or a word typed without them would be stemmed another way. So does the s of the plural:
    the stemmer takes an ending off `planeswalker` that it leaves in `planeswalkers`. Participles in -é
    are then brought to one ending, which the stemmer takes off; so are the infinitives that it would stem another
    way (`sacrifier`, `copier`, `payer`) and what many do (`bloquent`). Remembered: the rules have few words.
    """
    bare = without_accents(_ELISION.sub("", word))
    if len(bare) > 3 and bare.endswith("s") and not bare.endswith("ss"):
        bare = bare[:-1]
    if len(bare) > 4 and (bare.endswith("ee") or bare.endswith(_INFINITIVES)):
        bare = bare[:-1]
    if len(bare) > 6 and bare.endswith("ent") and not bare.endswith("ment"):
        bare = bare[:-2]
    return _stemmer("fr")(bare)


@lru_cache(maxsize=1 << 15)
def _english(word: str) -> str:
    """An English word without possessive, accents and ending."""
    return _stemmer("en")(without_accents(_POSSESSIVE.sub("", word)))


_FOLD: dict[Lang, Callable[[str], str]] = {"en": _english, "fr": _french}


@lru_cache
def _stemmer(lang: Lang) -> Callable[[str], str]:
    stem: Callable[[str], str] = stemmer_for_language(lang)
    return stem


def analyzer(lang: Lang) -> Any:
    """The analysis of a language: called with a text, it gives Whoosh's tokens with folded words."""
    return analysis.RegexTokenizer(_WORD) | analysis.LowercaseFilter() | _Folding(lang)


def folded(text: str, lang: Lang) -> list[str]:
    """The words that `analyzer` gives, without their places: what an index of a whole library is made from."""
    fold = _FOLD[lang]
    return [fold(word.lower()) for word in _WORDS.findall(text)]


def words_in(text: str, lang: Lang) -> list[tuple[str, int, int]]:
    """The words that `folded` gives, each with the offsets of its first character and after its last."""
    fold = _FOLD[lang]
    return [(fold(found[0].lower()), found.start(), found.end()) for found in _WORDS.finditer(text)]


def beginning(text: str, lang: Lang) -> str:
    """How the first word of a text begins: so do all words that are folded like it."""
    first = _WORDS.search(text)
    little = _ELISION if lang == "fr" else _POSSESSIVE
    bare = without_accents(little.sub("", first[0].lower())) if first else ""
    return bare[:_BEGINNING].replace("y", "i")


def unstemmed(text: str, lang: Lang) -> list[str]:
    """The same words with their endings, but for those of the plural: they tell `équipe` from `équipement`."""
    little = _ELISION if lang == "fr" else _POSSESSIVE
    bare = (without_accents(little.sub("", word.lower())) for word in _WORDS.findall(text))
    return [word[:-3] + "y" if lang == "en" and word.endswith("ies") else word.removesuffix("s") for word in bare]
