"""Reranking: bonuses for the best entries of a ranking, depending on where their texts have the query's words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from heapq import nlargest
from math import log2
from typing import TYPE_CHECKING, overload

from kb.languages import Lang
from kb.rule_number import SUBRULE_LETTERS
from kb.search import weights
from kb.search.entries import EntryTable, WordingReader
from kb.search.inverted_index import word_set_key
from kb.search.query_parts import Scores
from kb.search.query_understanding import ParsedQuery
from kb.search.ranking import Ranking
from kb.text.folding import find_words, fold_words
from kb.text.stopwords import folded_stopwords, surface_form

if TYPE_CHECKING:
    from kb.search.similar_entries import Meant

# The number of best entries that are read and reranked.
_RERANKED = 24
# So many headings are reranked although they aren't among the best entries.
_HEADINGS = 8
# So many first hits of a question are from different rules.
_FIRST_HITS = 5
# At most this many texts are cached: the texts that many queries read.
_MAX_TEXTS = 4096
# A text gets the bonus NEAR_START even if this many other words come before the words of the query.
_WORDS_BEFORE = 2
# The chapters that change the other rules for some kinds of games.
_VARIANT_CHAPTERS = ("8", "9")
# The sections of keyword actions and keyword abilities.
_KEYWORD_SECTIONS = ("701", "702")


class Reranker:
    """Reranks the best entries of a ranking. The texts that were used last are cached."""

    def __init__(self, ranking: Ranking, table: EntryTable, wordings: WordingReader) -> None:
        self._ranking, self._table, self._wordings = ranking, table, wordings
        self._surface_form = lru_cache(maxsize=_MAX_TEXTS)(self._read_surface_form)
        self._folded_words = lru_cache(maxsize=_MAX_TEXTS)(self._fold_text)
        self._content_words = lru_cache(maxsize=_MAX_TEXTS)(self._leave_out_stopwords)

    def rerank(
        self,
        query: ParsedQuery,
        scores: Scores,
        meant: Meant | None,
        of_cards: Mapping[int, float],
    ) -> RankedEntries:
        """Return the entries with their scores, best first. Only the best entries are reranked.

        If `meant` is given, rules are raised that mean something similar to the query. `of_cards` has factors for the
        rules that govern the cards of the query.
        """
        entries = self._table.entries
        top = _best(scores, _RERANKED)
        # For a common word ("ability"), many texts score above the heading with only this word. So headings are
        # reranked too.
        headings = scores.keys() & self._ranking.headings
        more = _best({entry: scores[entry] for entry in headings.difference(top)}, _HEADINGS)
        more += meant.similar if meant else ()
        top = list(dict.fromkeys([*top, *(entry for entry in more if entry in scores)]))
        citation_counts = self._wordings.citation_counts(
            [entries[entry].label for entry in top if entry < self._table.rule_count]
        )
        self._wordings.load(entries[entry].wording for entry in top)
        key = word_set_key(query.words)
        defining = self._ranking.field_scores(f"defined_name_{query.lang}", key) if query.words else {}
        surface = _split_hyphens(query.surface_form)
        reranked = []
        for entry in top:
            factor = 1 + weights.CITATION_COUNT * log2(1 + citation_counts.get(entries[entry].label, 0))
            if query.words:
                factor += self._position_bonus(entry, list(query.words), query.lang, defining)
            if surface and _has_words(self._surface_form(entries[entry].wording), surface):
                factor += weights.SURFACE_MATCH
            reranked.append((entry, scores[entry] * factor * self._place_factor(entry)))
        reranked.sort(key=lambda each: (-each[1], each[0]))
        keywords = self._ranking.keywords.named_in(query) if reranked and query.is_question else []
        if meant and reranked:
            factors = dict.fromkeys((each for rules in keywords for each in rules), weights.NAMED_KEYWORD)
            reranked = self._prefer_similar_meaning(meant, reranked, {**of_cards, **factors})
        lowest = reranked[-1][1] if reranked else 0.0
        if query.is_question:
            from kb.search.cited_hits import raise_cited_hits

            reranked = raise_cited_hits(reranked, self._table, self._wordings)
            if len(keywords) > 1:
                reranked = self._put_first(self._ranking.keywords.meeting_rules(keywords[1], keywords[0]), reranked)
            reranked = self._diversify(reranked)
        return RankedEntries(reranked, scores, top, lowest)

    def _prefer_similar_meaning(
        self, meant: Meant, ranked: list[tuple[int, float]], factors: Mapping[int, float]
    ) -> list[tuple[int, float]]:
        """Raise the scores of the rules that mean something similar to the query. Return the entries, best first.

        `factors` has the factors of rules about the keywords and cards that the query names.
        """
        found = meant.similarities(entry for entry, _ in ranked)
        scale = weights.MEANING * ranked[0][1] / (max(found.values(), default=0.0) or 1.0)
        raised = [(entry, score + scale * found.get(entry, 0.0) * factors.get(entry, 1.0)) for entry, score in ranked]
        return sorted(raised, key=lambda each: (-each[1], each[0]))

    def _put_first(self, first: Sequence[int], ranked: list[tuple[int, float]]) -> list[tuple[int, float]]:
        """Move some entries to the front, with the best score."""
        best = ranked[0][1]
        return [*((entry, best) for entry in first), *(each for each in ranked if each[0] not in first)]

    def _diversify(self, ranked: list[tuple[int, float]]) -> list[tuple[int, float]]:
        """Move further hits of the same rules behind the first hits, so that these are from different rules.

        A question may be about two things. The scores of moved hits are lowered to fit.
        """
        first: dict[str, tuple[int, float]] = {}
        moved: list[tuple[int, float]] = []
        for place, (entry, score) in enumerate(ranked):
            here = self._table.entries[entry]
            rule = f"{here.kind} {here.label.rstrip(SUBRULE_LETTERS) if here.kind == 'rule' else here.label}"
            if rule in first:
                moved.append((entry, score))
            elif len(first) < _FIRST_HITS:
                first[rule] = entry, score
            else:
                lowest = list(first.values())[-1][1]
                return [*first.values(), *((each, min(old, lowest)) for each, old in moved), *ranked[place:]]
        lowest = min((score for _, score in first.values()), default=0.0)
        return [*first.values(), *((each, min(score, lowest)) for each, score in moved)]

    def _position_bonus(self, entry: int, query_words: list[str], lang: Lang, defining: Collection[int]) -> float:
        """Return the bonus of an entry. It depends on where the entry's text or name has the words of the query."""
        here = self._table.entries[entry]
        bonus = 0.0
        if here.kind == "glossary":
            bonus += weights.EXACT_TITLE * self._similarity(fold_words(here.label, lang), query_words, lang)
        elif entry in self._ranking.headings:
            bonus += weights.EXACT_TITLE * self._similarity(self._folded_words(here.wording), query_words, lang)
        elif entry in defining:
            bonus += weights.EXACT_DEFINITION
        if len(query_words) > 1:
            words = self._content_words(here.wording, lang)
            if _has_run(words, query_words):
                bonus += weights.PHRASE
                if _has_run(words[: len(query_words) + _WORDS_BEFORE], query_words):
                    bonus += weights.NEAR_START
        else:
            first_words = self._surface_form(here.wording).split(" ", _WORDS_BEFORE + 1)[: _WORDS_BEFORE + 1]
            if find_words(" ".join(first_words), lang, query_words):
                bonus += weights.NEAR_START
        return bonus

    def _similarity(self, name: Sequence[str], query_words: Sequence[str], lang: Lang) -> float:
        """Return the similarity of a name and a query, from 0 (no common word) to 1 (equal). Rare words count more."""
        stopwords = folded_stopwords(lang)
        named, queried = {word for word in name if word not in stopwords} or set(name), set(query_words)
        total = self._ranking.total_idf(named | queried, lang) or 1.0
        return (self._ranking.total_idf(named & queried, lang) / total) ** 2

    def _place_factor(self, entry: int) -> float:
        """Return the factor by which an entry's score is multiplied because of the entry's place in the rules."""
        here = self._table.entries[entry]
        if here.kind == "glossary":
            return weights.GLOSSARY_ENTRY
        factor = weights.SUBRULE if here.label[-1] in SUBRULE_LETTERS else 1.0
        if here.label.startswith(_VARIANT_CHAPTERS):
            factor *= weights.VARIANT_CHAPTER
        elif here.label.startswith(_KEYWORD_SECTIONS):
            factor *= weights.KEYWORD_RULE
        return factor * weights.DEPRECATED if entry in self._ranking.deprecated else factor

    def _read_surface_form(self, wording: int) -> str:
        return _split_hyphens(surface_form(self._wordings.text(wording)[1]))

    def _fold_text(self, wording: int) -> list[str]:
        """Return the folded words of a text. Folding is the slowest step, so texts are folded only when needed."""
        lang, text = self._wordings.text(wording)
        return fold_words(text, lang)

    def _leave_out_stopwords(self, wording: int, lang: Lang) -> list[str]:
        """Return the folded words of a text without the stopwords of a language."""
        stopwords = folded_stopwords(lang)
        return [word for word in self._folded_words(wording) if word not in stopwords]


def _split_hyphens(text: str) -> str:
    """Replace hyphens by spaces, so that "enters the battlefield" also matches "enters-the-battlefield"."""
    return text.replace("-", " ")


def _has_words(text: str, words: str) -> bool:
    """True if a text has some words side by side, as written. They neither begin nor end within a word of the text."""
    start = text.find(words)
    while start >= 0:
        if _is_boundary(text, start) and _is_boundary(text, start + len(words)):
            return True
        start = text.find(words, start + 1)
    return False


def _is_boundary(text: str, at: int) -> bool:
    before, after = text[at - 1 : at] if at else "", text[at : at + 1]
    return (before.isalnum() or before == "_") != (after.isalnum() or after == "_")


def _has_run(words: Sequence[str], run: Sequence[str]) -> bool:
    at, count = -1, len(run)
    for _ in range(words.count(run[0])):
        at = words.index(run[0], at + 1)
        if words[at : at + count] == run:
            return True
    return False


def _best(scores: Scores, count: int) -> list[int]:
    """Return the entries with the best scores. Of two entries with equal scores, the earlier one comes first."""
    least = nlargest(count, scores.values())[-1:]
    found = sorted(entry for entry, score in scores.items() if score >= least[0]) if least else []
    return sorted(found, key=scores.__getitem__, reverse=True)[:count]


class RankedEntries(Sequence[tuple[int, float]]):
    """Entries with their scores, best first. Most searches show only the first, so the others are sorted when asked."""

    def __init__(
        self, first: list[tuple[int, float]], scores: Scores, reranked: Collection[int], highest: float
    ) -> None:
        """Begin with `first`. The entries that weren't reranked follow. None of them scores more than `highest`."""
        self._first, self._scores, self._reranked, self._highest = first, scores, reranked, highest

    @cached_property
    def _all(self) -> list[tuple[int, float]]:
        rest = sorted(self._scores.keys() - self._reranked)
        rest.sort(key=self._scores.__getitem__, reverse=True)
        return [*self._first, *((entry, min(self._scores[entry], self._highest)) for entry in rest)]

    def __len__(self) -> int:
        return len(self._first) + len(self._scores) - len(self._reranked)

    @overload
    def __getitem__(self, at: int) -> tuple[int, float]: ...
    @overload
    def __getitem__(self, at: slice) -> list[tuple[int, float]]: ...
    def __getitem__(self, at: int | slice) -> tuple[int, float] | list[tuple[int, float]]:
        end = at.stop if isinstance(at, slice) else at + 1
        return (self._first if end is not None and 0 < end <= len(self._first) else self._all)[at]

    def __iter__(self) -> Iterator[tuple[int, float]]:
        return iter(self._all)
