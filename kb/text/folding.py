"""Folding of words and names: spellings with the same folded form count as the same.

Indexing, queries and the highlighting of matches share these functions. See docs/decisions/folding-french.md.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection
from functools import lru_cache

from kb.languages import Lang

# Quotation marks, but no apostrophe within a word.
_QUOTES = re.compile(r"[“”«»\"]|(?<!\w)['‘’]|['‘’](?!\w)")
# The blocks of combining marks. `unicodedata.combining`, character by character, is several times slower.
_MARKS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")

WORD_PATTERN = (
    r"[1-9][0-9]{2}\.[0-9]+[a-z]{0,2}|\{[^{}\s]+\}|[+-]?[0-9X*]{1,20}/[+-]?[0-9X*]{1,20}|[^\W_]+(?:['’][^\W_]+)*"
)
"""The pattern of one word: a rule number, a symbol in braces, power and toughness, or letters and digits."""
_WORDS = re.compile(WORD_PATTERN)
_NAME_WORDS = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_APOSTROPHES = re.compile(r"['’]")
_POSSESSIVE = re.compile(r"['’]s?$")
# French function words that lose their vowel before the next word: l'arpenteur, qu'il, jusqu'à.
_ELISION = re.compile(r"^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)['’](?=\w)")
_CLITIC: dict[Lang, re.Pattern[str]] = {"en": _POSSESSIVE, "fr": _ELISION}
# Endings of infinitives. The stemmer takes infinitives with these endings for nouns such as "bouclier".
_INFINITIVES = ("fier", "pier", "yer")
# Stemmers keep the first two letters of a word. An exception is "dying": its stem is "die", so y and i count as equal.
_KEPT_LETTERS = 2
# The largest number of words of each language whose folded forms are kept.
_MAX_FOLDED = 1 << 15


def strip_accents(word: str) -> str:
    """Remove the accents of a word and take its ligatures apart."""
    if word.isascii():
        return word
    decomposed = unicodedata.normalize("NFKD", word.replace("œ", "oe").replace("æ", "ae"))
    return _MARKS.sub("", decomposed)


def name_lookup_key(name: str) -> str:
    """Return the key that all spellings of a headword or heading share: no case, no accents, no quotation marks."""
    bare = _QUOTES.sub("", name.casefold()).replace("’", "'")
    return " ".join(strip_accents(bare).split())


def bare_words(text: str) -> list[tuple[str, int, int]]:
    """Return the words of a name without case, accents and apostrophes, each with its start and end in the text.

    "Will-o'-the-Glass" has the words "will", "o", "the" and "glass".
    """
    return [
        (_APOSTROPHES.sub("", strip_accents(match[0].casefold())), match.start(), match.end())
        for match in _NAME_WORDS.finditer(text)
    ]


def _fold_french(word: str) -> str:
    """Fold a French word: drop elided words, accents and endings, so that `loyaute` finds `loyauté`.

    Accents are removed before stemming: otherwise a word typed without accents would get another stem. The plural s is
    removed because the stemmer gives `planeswalker` and `planeswalkers` different stems. Three kinds of words get
    endings that the stemmer recognises: participles in -ée, infinitives such as `sacrifier`, and verbs in the third
    person plural (`bloquent`).
    """
    bare = strip_accents(_ELISION.sub("", word))
    if len(bare) > 3 and bare.endswith("s") and not bare.endswith("ss"):
        bare = bare[:-1]
    if len(bare) > 4 and (bare.endswith("ee") or bare.endswith(_INFINITIVES)):
        bare = bare[:-1]
    if len(bare) > 6 and bare.endswith("ent") and not bare.endswith("ment"):
        bare = bare[:-2]
    return _stemmer("fr")(bare)


def _fold_english(word: str) -> str:
    """Fold an English word: drop the possessive, accents and endings."""
    return _stemmer("en")(strip_accents(_POSSESSIVE.sub("", word)))


class _FoldedWords(dict[str, str]):
    """The folded form of each word as written. A dict that computes missing values is faster than a cached function."""

    def __init__(self, fold: Callable[[str], str]) -> None:
        super().__init__()
        self._fold = fold

    def __missing__(self, word: str) -> str:
        if len(self) >= _MAX_FOLDED:
            self.clear()
        lowered = word.lower()
        folded = self[word] = self._fold(word) if lowered == word else self[lowered]
        return folded


_FOLDED: dict[Lang, _FoldedWords] = {"en": _FoldedWords(_fold_english), "fr": _FoldedWords(_fold_french)}


@lru_cache
def _stemmer(lang: Lang) -> Callable[[str], str]:
    # Imported here, since commands that only compare names start faster without Whoosh.
    from whoosh.lang import stemmer_for_language

    stem: Callable[[str], str] = stemmer_for_language(lang)
    return stem


def fold_words(text: str, lang: Lang) -> list[str]:
    """Fold the words of a text, in order."""
    folded = _FOLDED[lang]
    return [folded[word] for word in _WORDS.findall(text)]


def tokenize(text: str, lang: Lang) -> list[tuple[str, int, int]]:
    """Tokenize a text. Return each folded word with its start and its end, as offsets in the text."""
    folded = _FOLDED[lang]
    return [(folded[match[0]], *match.span()) for match in _WORDS.finditer(text)]


def find_words(text: str, lang: Lang, wanted: Collection[str]) -> list[tuple[int, int]]:
    """Return the offsets of the words of a text whose folded words are `wanted`.

    Only words with the beginning of a wanted word are folded, because folding a word takes long.
    """
    folded, spans = _FOLDED[lang], _spans_by_prefix(text, lang)
    return sorted(
        (start, end)
        for prefix in {word[:_KEPT_LETTERS].replace("y", "i") for word in wanted}
        for start, end in spans.get(prefix, ())
        if folded[text[start:end]] in wanted
    )


@lru_cache(maxsize=1 << 11)
def _spans_by_prefix(text: str, lang: Lang) -> dict[str, tuple[tuple[int, int], ...]]:
    """Return the offsets of the words of a text by the prefixes of the words. Many searches show the same texts."""
    found: dict[str, tuple[tuple[int, int], ...]] = {}
    for match in _WORDS.finditer(text):
        prefix = _prefix_of_word(match[0], lang)
        found[prefix] = (*found.get(prefix, ()), match.span())
    return found


def stem_prefix(text: str, lang: Lang) -> str:
    """Return the prefix that the first word of a text shares with every word of the same stem."""
    first = _WORDS.search(text)
    return _prefix_of_word(first[0], lang) if first else ""


@lru_cache(maxsize=1 << 15)
def _prefix_of_word(word: str, lang: Lang) -> str:
    """Return the prefix of a word. It is cached, because a search marks the same words in many texts."""
    bare = strip_accents(_CLITIC[lang].sub("", word.lower()))
    return bare[:_KEPT_LETTERS].replace("y", "i").replace("’", "'")


def fold_without_stemming(text: str, lang: Lang) -> list[str]:
    """Fold the words of a text but keep all endings except the plural, so that `équipe` and `équipement` differ."""
    bare = (strip_accents(_CLITIC[lang].sub("", word.lower())) for word in _WORDS.findall(text))
    return [word[:-3] + "y" if lang == "en" and word.endswith("ies") else word.removesuffix("s") for word in bare]
