"""Spelling: mending the misspelt words of a query, one by one.

A word is misspelt if neither the rules nor anything else that players write has it: cards, players' words, a general
dictionary. It is replaced by the most similar word of the rules or of players. `python -m bench.learn` collects the
words (docs/decisions/learned-data.md).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from kb.languages import LANGUAGES, Lang
from kb.search.word_sets import WordSet
from kb.text.folding import fold_words, strip_accents
from kb.text.stopwords import DATA, QueryWord, query_words, stopwords

HasWord = Callable[[str], bool]
"""A function that tells whether a text in a search's scope has a folded word."""

# Words with fewer letters than this aren't mended: too many words are similar to them.
_MIN_LETTERS = 4
# Words of this length or more may differ in two letters, shorter words in one.
_LONG_WORD: dict[Lang, int] = {"en": 6, "fr": 7}
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
# At most this many words of a query are mended.
_MAX_MENDED = 8


class MendedQuery(NamedTuple):
    """A query with mended spelling.

    Attributes:
        text: the query with its misspelt words replaced.
        changes: each misspelt word as typed, with the word that replaced it.
    """

    text: str
    changes: tuple[tuple[str, str], ...]


def mend_spelling(text: str, lang: Lang, has_word: HasWord, names: Callable[[], Iterable[str]]) -> MendedQuery:
    """Replace the misspelt words of a query by a reader of the language `lang`.

    A word that is right in either language stays, and so do names (capital letters within a sentence). `has_word` tells
    whether the reader's texts have a folded word. `names` returns the words of their headings and headwords
    (`words_of_names`). An English replacement is a word of these texts or of players. French words are translated, so
    they needn't be words of the texts.
    """
    langs: tuple[Lang, ...] = (lang, *(other for other in LANGUAGES if other != lang))
    mended: list[str] = []
    changes: list[tuple[str, str]] = []
    done = 0
    for word in _unknown_words(text, lang, has_word):
        found = [_most_similar(word.typed, each, has_word if each == lang == "en" else None, names) for each in langs]
        # Of two words that are equally similar, the word in the reader's language is meant.
        best = min((each for each in found if each is not None), key=lambda each: each[0], default=None)
        if best is not None and len(changes) < _MAX_MENDED:
            mended += [text[done : word.start], best[2]]
            changes.append((text[word.start : word.end], best[2]))
            done = word.end
    return MendedQuery("".join((*mended, text[done:])), tuple(changes))


def words_of_names(names: Iterable[str]) -> list[str]:
    """Return the words of headings and headwords that may replace a misspelt word, in small letters, each once."""
    words = (word for name in names for word in _WORD.findall(name.lower()))
    return list(dict.fromkeys(word for word in words if len(word) >= _MIN_LETTERS))


def _unknown_words(text: str, lang: Lang, has_word: HasWord) -> Iterator[QueryWord]:
    """Yield the words of a query that are right in no language."""
    is_mixed = any(letter.islower() for word in text.split() for letter in word[:1])
    before = ""
    for word in query_words(text, lang):
        as_typed = text[word.start : word.end]
        starts_sentence = not before or text[: word.start].rstrip(" \"'“«(")[-1:] in tuple(".!?:")
        is_name = is_mixed and as_typed[:1].isupper() and not starts_sentence
        before = as_typed
        if is_name or len(word.typed) < _MIN_LETTERS or not _WORD.fullmatch(as_typed) or word.is_stopword:
            continue
        if not has_word(word.folded) and not any(is_known_word(word.typed, each) for each in LANGUAGES):
            yield word


def is_known_word(word: str, lang: Lang) -> bool:
    """True if a word is right in a language. Words with a hyphen or an apostrophe are right if their parts are."""
    known = _known_words(lang)
    return all(
        len(part) < _MIN_LETTERS
        or part in stopwords(lang)
        or part in known
        or all(f"-{stem}" in known for stem in fold_words(part, lang))
        for part in re.split(r"['’-]", word)
    )


def _most_similar(
    word: str, lang: Lang, has_word: HasWord | None, names: Callable[[], Iterable[str]]
) -> tuple[int, int, str] | None:
    """Return (distance, -count, spelling) of the most similar word, or None if all words differ too much.

    Only words with the same first letter are compared, since typing errors rarely change it.
    """
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extract

    cutoff = 2 if len(word) >= _LONG_WORD[lang] else 1
    near = dict(_by_first_letter(lang).get(word[0], {}))
    if has_word is not None:
        for part in names():
            if part[0] == word[0]:
                near.setdefault(strip_accents(part), (part, 1))
    found = extract(word, list(near), scorer=OSA.distance, score_cutoff=cutoff, limit=None)
    ranked = sorted((int(distance), -near[match][1], near[match][0]) for match, distance, _ in found)
    return next(
        (each for each in ranked if not each[1] or not has_word or all(map(has_word, fold_words(each[2], lang)))), None
    )


def replacement_words(lang: Lang, has_word: HasWord | None) -> Iterator[tuple[str, int]]:
    """Yield the words that may replace misspelt words: the spelling, and the number of texts that have it.

    A word that only players use has the number 0. With `has_word`, other words count only if the texts of a search
    have them.
    """
    for near in _by_first_letter(lang).values():
        for spelling, count in near.values():
            if not count or not has_word or all(map(has_word, fold_words(spelling, lang))):
                yield spelling, count


@lru_cache
def _known_words(lang: Lang) -> WordSet:
    return WordSet((DATA / "learned" / f"known_words_{lang}.bloom").read_bytes())


@lru_cache
def _by_first_letter(lang: Lang) -> dict[str, dict[str, tuple[str, int]]]:
    """Return the words of the rules and of players, by first letter and by their form without accents.

    Each has its spelling and the number of texts that have it. A word that only players use has the number 0.
    """
    found: dict[str, dict[str, tuple[str, int]]] = {}
    for line in (DATA / "learned" / f"spellings_{lang}.tsv").read_text(encoding="utf-8").splitlines():
        spelling, count = line.split("\t")
        plain = strip_accents(spelling)
        if len(plain) >= _MIN_LETTERS:
            found.setdefault(plain[0], {})[plain] = spelling, int(count)
    return found
