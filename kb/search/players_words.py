"""Players' words: phrases that players use and the rules don't, with the rules' words for them.

`data/players_words.toml` is the source. `python -m bench.compile_words` folds it into `data/compiled`, since reading
TOML and stemming its 6,000 phrases would take longer than a search. A test compares the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from kb.languages import Lang
from kb.search.stopwords import QueryWord

FoldedWords = tuple[str, ...]

PREFIX_LENGTH = 3
"""The length of a prefix. A phrase is a candidate if words of the query have the prefixes of its content words."""

SEPARATOR = ", "
"""Separates phrases, and the prefixes of phrases, in a compiled entry. No folded word ends with a comma."""

# The files are not read with `importlib.resources`, which takes longer to import than they take to read.
_COMPILED = Path(__file__).resolve().parents[2] / "data" / "compiled"


class Synonym(NamedTuple):
    """The rules' words for a phrase of players.

    Attributes:
        words: the folded words.
        source: the number of the rule that uses these words in the edition of 2026-01-16.
    """

    words: FoldedWords
    source: str


class _PhraseBook:
    """The entries of one language. A line has the prefixes of the phrases, folded phrases, rules' words and source."""

    def __init__(self, lang: Lang) -> None:
        self._lines = (_COMPILED / f"players_words_{lang}.tsv").read_text(encoding="utf-8").splitlines()
        self._by_first_prefix: dict[str, list[int]] = {}
        for entry, line in enumerate(self._lines):
            for prefixes in line.partition("\t")[0].split(SEPARATOR):
                self._by_first_prefix.setdefault(prefixes.partition(" ")[0], []).append(entry)

    def candidates(self, words: Sequence[QueryWord]) -> dict[FoldedWords, list[Synonym]]:
        prefixes = {word.typed[:PREFIX_LENGTH] for word in words}
        of_content_words = {word.typed[:PREFIX_LENGTH] for word in words if not word.is_stopword or len(words) == 1}
        found: dict[FoldedWords, list[Synonym]] = {}
        for entry in sorted({entry for first in of_content_words for entry in self._by_first_prefix.get(first, ())}):
            of_phrases, phrases, rules_words, source = self._lines[entry].split("\t")
            needed = (each.split() for each in of_phrases.split(SEPARATOR))
            if any(each[0] in of_content_words and prefixes.issuperset(each) for each in needed):
                synonym = Synonym(tuple(rules_words.split()), source)
                for phrase in phrases.split(SEPARATOR):
                    found.setdefault(tuple(phrase.split()), []).append(synonym)
        return found


@lru_cache
def _phrase_book(lang: Lang) -> _PhraseBook:
    return _PhraseBook(lang)


def candidate_phrases(words: Sequence[QueryWord], lang: Lang) -> dict[FoldedWords, list[Synonym]]:
    """Return the phrases of players that may stand among the words of a query, with their synonyms.

    An entry counts with all its phrases if one of them qualifies: words of the query have the prefixes of all its
    content words, and a content word of the query has the alphabetically first of these prefixes.
    """
    return _phrase_book(lang).candidates(words)
