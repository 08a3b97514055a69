"""Folding: which written words and names count as the same.

One analysis serves for indexing, for queries and for marking words in snippets.
See docs/decisions/folding-french.md.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from kb.languages import Lang

# Quotes; an apostrophe within a word is none.
_QUOTES = re.compile(r"[“”«»\"]|(?<!\w)['‘’]|['‘’](?!\w)")

# The blocks of combining marks: to ask of each character whether it is one takes long over all that players say.
_MARKS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")
# Words, rule numbers, symbols in braces, power and toughness.
WORD = r"[1-9][0-9]{2}\.[0-9]+[a-z]{0,2}|\{[^{}\s]+\}|[+-]?[0-9X*]+/[+-]?[0-9X*]+|[^\W_]+(?:['’][^\W_]+)*"
_WORDS = re.compile(WORD)
_POSSESSIVE = re.compile(r"['’]s?$")
# French little words that lose their vowel before the next: l'arpenteur, qu'il, jusqu'à.
_ELISION = re.compile(r"^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)['’](?=\w)")
# Of verbs that the stemmer takes for nouns like bouclier.
_INFINITIVES = ("fier", "pier", "yer")
# So many letters of a word a stemmer leaves as they are, but for the y of `dying`.
_BEGINNING = 2


def without_accents(word: str) -> str:
    """A word without accents; ligatures taken apart."""
    if word.isascii():
        return word
    decomposed = unicodedata.normalize("NFKD", word.replace("œ", "oe").replace("æ", "ae"))
    return _MARKS.sub("", decomposed)


def name_key(name: str) -> str:
    """What all spellings of a headword or heading share: case, accents and quotes don't count."""
    bare = _QUOTES.sub("", name.casefold()).replace("’", "'")
    return " ".join(without_accents(bare).split())


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
    # Imported here: what only compares names needs no stemmer.

    stem: Callable[[str], str] = stemmer_for_language(lang)
    return stem


def folded(text: str, lang: Lang) -> list[str]:
    """The words of a text, each folded as its language asks for."""
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
