"""What a query asks of the policy documents: its words, the words that judges mean by them, and its meaning."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

from kb.search.policy.entries import PolicyEntries
from kb.search.policy.judges_words import expand
from kb.search.policy.meaning import Similarities, similarities, sum_vectors
from kb.search.policy.nearest_questions import nearest_questions
from kb.search.query_syntax import clean_query
from kb.text.folding import fold_words
from kb.text.stopwords import QueryWord, query_words

MEANT, TYPED = 1.0, 0.5
"""How much a phrase of judges counts by the words that it stands for, and by its own words."""

_EXCLUDED = re.compile(r"(?<!\S)-(?P<word>[^\W\d_]{2,})")
_TITLE = re.compile(r"(?<!\S)title:(?:[\"“](?P<phrase>[^\"”]+)[\"”]|(?P<word>\S+))", re.IGNORECASE)
_QUOTED = re.compile(r'["“](?P<phrase>[^"”]+)["”]')


class QueryTerm(NamedTuple):
    """A word of the query, or the words that a phrase of judges stands for. `strength` is 1 for what counts fully."""

    word: str
    strength: float
    is_needed: bool


class PolicyQuery(NamedTuple):
    """A query in the policy documents.

    Attributes:
        terms: the folded words to look for.
        pairs: the pairs of folded words that stand side by side in the query.
        phrases: the folded words of each quoted phrase.
        excluded: the folded words that a text mustn't have.
        title: the folded words that a title must have.
        meaning: how similar the known sections are to the query, or None if none of its words has a vector.
        near: how near the questions about each known section are to the query.
    """

    terms: tuple[QueryTerm, ...]
    pairs: frozenset[tuple[str, str]]
    phrases: tuple[tuple[str, ...], ...]
    excluded: frozenset[str]
    title: frozenset[str]
    meaning: Similarities | None
    near: Mapping[str, float]

    @property
    def needed(self) -> set[str]:
        """The words that the query has, or means by a phrase of judges."""
        return {term.word for term in self.terms}


def parse_policy_query(text: str, entries: PolicyEntries, in_french: str = "") -> PolicyQuery:
    """Parse an English query. It may have quoted phrases, `-word` and `title:word`.

    `in_french` is the French query that it translates, if it is a translation.
    """
    text = clean_query(text)
    excluded = frozenset(word for each in _EXCLUDED.finditer(text) for word in fold_words(each["word"], "en"))
    text = _EXCLUDED.sub(" ", text)
    titles = [each["phrase"] or each["word"] for each in _TITLE.finditer(text)]
    text = _TITLE.sub(lambda each: each["phrase"] or each["word"], text)
    phrases = tuple(tuple(fold_words(each["phrase"], "en")) for each in _QUOTED.finditer(text))
    words = query_words(text, "en")
    folded = tuple(word.folded for word in words)
    expansions = expand(folded)
    replaced = {at for each in expansions for at in range(each.start, each.end)}
    terms = {meant: QueryTerm(meant, MEANT, is_needed=True) for each in expansions for meant in each.words}
    for at, word in enumerate(words):
        if not word.is_stopword and word.folded not in terms:
            strength = TYPED if at in replaced else 1.0
            terms[word.folded] = QueryTerm(word.folded, strength, is_needed=at not in replaced)
    if not terms:
        terms = {word.folded: QueryTerm(word.folded, 1.0, is_needed=True) for word in words}
    sides = [*pairwise(folded), *(pair for each in expansions for pair in pairwise(each.words))]
    known = tuple(term for term in terms.values() if term.word in entries or term.is_needed)
    asked = sum_vectors((term.word, term.strength) for term in terms.values())
    return PolicyQuery(
        known,
        frozenset(sides),
        phrases,
        excluded,
        frozenset(word for title in titles for word in fold_words(title, "en")),
        similarities(asked) if asked else None,
        _near(words, in_french),
    )


def _near(words: Iterable[QueryWord], in_french: str) -> dict[str, float]:
    """Return how near the questions about each section are: those in English, and in French those of a French query."""
    near = nearest_questions({word.folded for word in words if not word.is_stopword})
    if in_french:
        french = {word.folded for word in query_words(in_french, "fr") if not word.is_stopword}
        for key, nearness in nearest_questions(french, "fr").items():
            near[key] = max(nearness, near.get(key, 0.0))
    return near
