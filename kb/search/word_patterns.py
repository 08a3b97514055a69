"""Words of the index that a pattern of a query stands for: a prefix, a word with another spelling, wildcards."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import translate
from functools import cache

from kb.languages import Lang
from kb.search.inverted_index import InvertedIndex
from kb.text.folding import fold_words, strip_accents

_MAX_EDIT_DISTANCE = 2
# Letters that stand for wildcards while a pattern is folded. They have a vowel where a word may have one.
_ONE_LETTER, _ANY_LETTERS = "ж", "жaж"


class WordPatterns:
    """Finds the folded words of an index that match a pattern."""

    def __init__(self, index: InvertedIndex) -> None:
        self._index = index
        self._spellings = cache(self._find_spellings)

    def prefix_matches(self, prefix: str, lang: Lang) -> Iterable[str]:
        """Return the folded words of the index that begin with a prefix, and the stem of the prefix."""
        bare = strip_accents(prefix.lower())
        found = [word for word in self._index.lexicon(lang) if word.startswith(bare)] if bare else []
        stems = fold_words(prefix, lang)
        return dict.fromkeys([*(stems if len(stems) == 1 else ()), *found])

    def fuzzy_matches(self, max_distance: int, word: str, lang: Lang) -> Iterable[str]:
        """Return the folded words of the index whose spelling differs from `word` in at most `max_distance` letters."""
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extract

        stems = fold_words(word, lang)
        if len(stems) != 1:
            return stems
        spellings = self._spellings(lang)
        cutoff = min(max_distance, _MAX_EDIT_DISTANCE, len(stems[0]) // 2)
        matches = [
            spellings[match]
            for typed in dict.fromkeys((stems[0], word.lower()))
            for match, *_ in extract(typed, list(spellings), scorer=OSA.distance, score_cutoff=cutoff, limit=20)
        ]
        return dict.fromkeys(matches)

    def _find_spellings(self, lang: Lang) -> dict[str, str]:
        """Return the spellings of the folded words of the index, each with its folded word."""
        # The stemmer changes loyalty to `loyalti` and creature to `creatur`, so the endings `y` and `e` are tried too.
        spellings = {stem: stem for stem in self._index.lexicon(lang)}
        spellings |= {f"{stem[:-1]}y": stem for stem in spellings if stem.endswith("i")}
        return spellings | {f"{stem}e": stem for stem in spellings}

    def wildcard_matches(self, pattern: str, lang: Lang) -> Iterable[str]:
        """Return the folded words of the index that match a pattern: `?` stands for a letter, `*` for any letters."""
        # The index has no endings. So the pattern is folded, too, with letters that no word has for its wildcards.
        stems = fold_words(pattern.replace("*", _ANY_LETTERS).replace("?", _ONE_LETTER), lang)
        folded = stems[0].replace(_ANY_LETTERS, "*").replace(_ONE_LETTER, "?") if len(stems) == 1 else ""
        # The expressions of `fnmatch` take linear time, even for a pattern with many asterisks.
        wanted = re.compile("|".join(map(translate, (strip_accents(pattern.lower()), folded))))
        return dict.fromkeys(stem for word, stem in self._spellings(lang).items() if wanted.fullmatch(word))
