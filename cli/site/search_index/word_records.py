"""The words of the rules in force, each with the texts that have it, and what is learned about words.

A record of a word is a list, without empty items at its end:

1. the word's rarity, in thousandths (`kb.search.ranking.Ranking.idf`);
2. its own texts: for each entry, the difference to the entry before, and the score times `SCORE_SCALE`;
3. the headings that have the word, in the same form. The rules below them inherit a share of the score.

A learned record is a list of the vector of a word, a letter for each component, and of related words, each
followed by its strength in percent. Only questions need it, so it is in other files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from cli.site.search_index.vectors import word_letters
from kb.search.corpus import Corpus
from kb.search.documents import defined_names
from kb.search.inverted_index import word_set_key
from kb.search.meaning import words_with_vectors
from kb.search.query_parts import Scores
from kb.search.results import SCOPES
from kb.search.thesaurus import all_related_words
from kb.text.folding import fold_words

SCORE_SCALE = 32
"""Scores are stored as whole numbers: the score times this."""

RARITY_SCALE = 1000
"""Rarities are stored as whole numbers: the rarity times this."""

# A related word that more entries have says little (`kb.search.ranking`).
_MAX_RELATED_ENTRIES = 1000
# A word has at most so many related words, with at least this strength: each may be in another file. With all of them,
# MRR@10 is the same (docs/decisions/site-search.md).
_MAX_RELATED, _MIN_STRENGTH = 2, 0.3

WordRecord = list[Any]


class WordRecords:
    """Makes the records of the words of a corpus."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus, self._lang = corpus, corpus.view.lang
        self._own: dict[str, Scores] = {}
        for word in self._printed_words():
            if own := corpus.ranking.own_scores(word, self._lang, SCOPES):
                self._own[word] = own

    def _printed_words(self) -> set[str]:
        """Return the folded words of all texts, examples and headwords."""
        corpus = self._corpus
        corpus.wordings.load(entry.wording for entry in corpus.table.entries)
        found: set[str] = set()
        for entry in corpus.table.entries:
            found.update(fold_words(entry.label, self._lang))
            for text in (corpus.wordings.text(entry.wording)[1], *corpus.wordings.examples(entry.wording)):
                found.update(fold_words(text, self._lang))
        return found

    def has_word(self, word: str) -> bool:
        """True if an entry has a folded word."""
        return word in self._own

    def records(self) -> Iterator[tuple[str, WordRecord]]:
        """Yield each word that an entry has, or that has a learned record, with its record."""
        ranking = self._corpus.ranking
        rarest, common = ranking.idf("", self._lang), ranking.words_with_idf(self._lang)
        for word in sorted({*self._own, *self._learned_words()}):
            own = self._own.get(word, {})
            if own or (word in common and ranking.idf(word, self._lang) < rarest):
                titles = ranking.field_scores(f"title_{self._lang}", word)
                rarity = round(ranking.idf(word, self._lang) * RARITY_SCALE)
                yield word, _without_empty_end([rarity, _encode_scores(own), _encode_scores(titles)])

    def learned_records(self) -> Iterator[tuple[str, WordRecord]]:
        """Yield each English word that has a vector or related words, with its learned record."""
        for word in sorted(self._learned_words()):
            if record := _without_empty_end([word_letters(word, self._lang), *self._related(word)]):
                yield word, record

    def _learned_words(self) -> set[str]:
        return {*words_with_vectors("en"), *self._relations} if self._lang == "en" else set()

    @cached_property
    def _relations(self) -> Mapping[str, tuple[tuple[str, float], ...]]:
        return all_related_words()

    def _related(self, word: str) -> list[str | int]:
        """Return the strongest related words that some but not too many entries have, each followed by its strength."""
        related = [
            (other, strength)
            for other, strength in self._relations.get(word, ())
            if strength >= _MIN_STRENGTH and 0 < len(self._own.get(other, ())) <= _MAX_RELATED_ENTRIES
        ]
        return [item for other, strength in related[:_MAX_RELATED] for item in (other, round(strength * 100))]

    def defined_names(self) -> Mapping[str, list[int]]:
        """Return the entries that define each name. The key of a name is made of its folded words."""
        found: dict[str, list[int]] = {}
        for at, entry in enumerate(self._corpus.table.entries[: self._corpus.table.rule_count]):
            lang, text = self._corpus.wordings.text(entry.wording)
            if lang != self._lang or at in self._corpus.ranking.headings:
                continue
            for key in dict.fromkeys(word_set_key(fold_words(name, lang)) for name in defined_names(text, lang)):
                if key:
                    found.setdefault(key, []).append(at)
        return found


def _encode_scores(scores: Mapping[int, float]) -> list[int]:
    found: list[int] = []
    before = 0
    for entry in sorted(scores):
        found += [entry - before, max(1, round(scores[entry] * SCORE_SCALE))]
        before = entry
    return found


def _without_empty_end(record: WordRecord) -> WordRecord:
    while record and not record[-1]:
        record.pop()
    return record
