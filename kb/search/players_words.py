"""Players' words: what players say and the rules don't, with the rules' words for it.

`data/players_words.toml` is the source. `python -m bench.compile_words` folds it into `data/compiled`, since reading
TOML and stemming its 6,000 phrases would take longer than a search. A test compares the two.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from kb.languages import Lang
from kb.search.stopwords import QueryWord

FoldedWords = tuple[str, ...]

PREFIX_LENGTH = 3
"""A phrase is a candidate for a query if its content words share this many letters with words of the query."""

# `importlib.resources` would take longer to import than this file takes to read.
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
    """The entries of one language."""

    def __init__(self, lang: Lang) -> None:
        rows = json.loads((_COMPILED / f"players_words_{lang}.json").read_text(encoding="utf-8"))
        self._entries = [(phrases, rules_words, source) for phrases, _, rules_words, source in rows]
        self._by_first_prefix: dict[str, list[tuple[list[str], int]]] = {}
        for entry, (_, phrase_prefixes, *_) in enumerate(rows):
            for prefixes in phrase_prefixes:
                first, *others = prefixes.split()
                self._by_first_prefix.setdefault(first, []).append((others, entry))

    def candidates(self, words: Sequence[QueryWord]) -> dict[FoldedWords, list[Synonym]]:
        prefixes = {word.typed[:PREFIX_LENGTH] for word in words}
        of_content_words = {word.typed[:PREFIX_LENGTH] for word in words if not word.is_stopword or len(words) == 1}
        entries = {
            entry
            for first in of_content_words
            for others, entry in self._by_first_prefix.get(first, ())
            if prefixes.issuperset(others)
        }
        found: dict[FoldedWords, list[Synonym]] = {}
        for entry in sorted(entries):
            phrases, rules_words, source = self._entries[entry]
            synonym = Synonym(tuple(rules_words.split()), source)
            for phrase in phrases:
                found.setdefault(tuple(phrase.split()), []).append(synonym)
        return found


@lru_cache
def _phrase_book(lang: Lang) -> _PhraseBook:
    return _PhraseBook(lang)


def candidate_phrases(words: Sequence[QueryWord], lang: Lang) -> dict[FoldedWords, list[Synonym]]:
    """Return the phrases of players that may stand among the words of a query, with their synonyms.

    A phrase qualifies its entry if all prefixes of its content words are prefixes of words of the query, and the
    alphabetically first of them is that of a content word.
    """
    return _phrase_book(lang).candidates(words)
