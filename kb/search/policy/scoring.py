"""The scores of the sections of the policy documents for a query.

They rest on the words of titles, headings, texts and questions about a section (BM25), and on the similarity of
meaning.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from heapq import nlargest
from itertools import pairwise
from typing import NamedTuple

from kb.search.policy.entries import PolicyEntries, PolicyEntry
from kb.search.policy.judges_questions import known_section, without_category
from kb.search.policy.policy_query import PolicyQuery
from kb.text.folding import fold_words
from kb.text.stopwords import query_words

# How much a section counts by all its parts together, and by its best part.
_WHOLE, _BEST_PART = 0.5, 0.5
# Two words that stand side by side in query and text add this share of their weights.
_SIDE_BY_SIDE = 0.35
# A section without a similar meaning needs this share of the weight of the query's words. A score by words is
# multiplied by the share to this power.
_LEAST_SHARE, _SHARE_POWER = 0.3, 1.5
# How much the similarity of meaning counts beside the words. Of the most similar sections, so many are found by their
# meaning alone, if they are that similar.
_MEANING, _SIMILAR, _LEAST_SIMILARITY = 2.5, 8, 0.35
# How much the nearest questions about a section count beside the words, and how near they must be if the words don't
# find the section.
_NEAR, _LEAST_NEAR = 2.5, 0.4
# A section whose title the query has is likely to be the one that is sought.
_TITLE_IS_ASKED = 1.5
# A list of changes or a table of penalties repeats the words of sections. It is rarely what is sought.
_REPEATING = re.compile(r"changes from previous versions|quick reference", re.IGNORECASE)
_REPEATED = 0.4


class ScoredSection(NamedTuple):
    """A section that matches a query.

    Attributes:
        section: its entry with the smallest number.
        parts: all its entries, the best one first.
        score: the score of the section.
    """

    section: PolicyEntry
    parts: Sequence[PolicyEntry]
    score: float


def score_sections(found: PolicyEntries, entries: Sequence[PolicyEntry], query: PolicyQuery) -> list[ScoredSection]:
    """Return the sections that match a query, best first. `entries` are the entries of `found` to look in."""
    sections: dict[object, list[PolicyEntry]] = {}
    for entry in entries:
        sections.setdefault(entry.section, []).append(entry)
    similar = query.meaning.of_policy if query.meaning and not query.phrases else {}
    near = query.near if not query.phrases else {}
    nearest = {
        name for name in nlargest(_SIMILAR, similar, key=similar.__getitem__) if similar[name] >= _LEAST_SIMILARITY
    } | {name for name, nearness in near.items() if nearness >= _LEAST_NEAR}
    rarity = sum(term.strength * found.rarity(term.word) for term in query.terms if term.is_needed)
    scored = []
    for parts in sections.values():
        if not _is_allowed(parts, query):
            continue
        main = min(parts, key=lambda part: part.number)
        known = known_section(main.doc, main.title, main.number.chapter)
        share = _share(found, parts, query)
        if share < _LEAST_SHARE and (known is None or known.key not in nearest):
            continue
        score, ordered = _score_by_words(found, main, parts, query)
        score *= share**_SHARE_POWER
        if known is not None:
            score += _MEANING * rarity * max(0.0, similar.get(known.key, 0.0))
            score += _NEAR * rarity * near.get(known.key, 0.0)
        if score > 0:
            scored.append(ScoredSection(main, ordered, score))
    return sorted(scored, key=lambda each: (-each.score, each.section.doc, each.section.number.sort_key))


def _score_by_words(
    found: PolicyEntries, main: PolicyEntry, parts: Sequence[PolicyEntry], query: PolicyQuery
) -> tuple[float, list[PolicyEntry]]:
    """Return the score of a section by the words that it has, and its parts, the best one first."""
    each = sorted(((_score_part(found, part, query), part) for part in parts), key=lambda pair: -pair[0])
    whole = sum(
        term.strength * found.rarity(term.word) * max(found.weight(part, term.word) for part in parts)
        for term in query.terms
    )
    score = _WHOLE * whole + _BEST_PART * each[0][0]
    words = title_words(main.title or "")
    if words and words <= query.needed:
        score *= _TITLE_IS_ASKED
    if repeats_others(main.title or ""):
        score *= _REPEATED
    return score, [part for _score, part in each]


def _score_part(found: PolicyEntries, entry: PolicyEntry, query: PolicyQuery) -> float:
    score = sum(term.strength * found.rarity(term.word) * found.weight(entry, term.word) for term in query.terms)
    beside = sum(min(found.rarity(one), found.rarity(other)) for one, other in query.pairs & entry.phrases)
    return score + _SIDE_BY_SIDE * beside


def _share(found: PolicyEntries, parts: Sequence[PolicyEntry], query: PolicyQuery) -> float:
    """Return the share of the query's needed words, by their rarity, that the parts have together."""
    weights = {term.word: found.rarity(term.word) for term in query.terms if term.is_needed}
    have = sum(weight for word, weight in weights.items() if any(word in part.weights for part in parts))
    return have / (sum(weights.values()) or 1.0)


def _is_allowed(parts: Sequence[PolicyEntry], query: PolicyQuery) -> bool:
    """True if a section has all quoted phrases and the words for the title, and none of the excluded words."""
    if any(query.excluded & part.weights.keys() for part in parts):
        return False
    if query.title and not any(query.title <= {*fold_words(part.title or "", "en")} for part in parts):
        return False
    return all(
        any(all(pair in part.phrases for pair in pairwise(phrase)) for part in parts)
        for phrase in query.phrases
        if len(phrase) > 1
    )


def title_words(title: str) -> set[str]:
    """Return the folded words of a title without the category of an infraction and without stopwords.

    A query with all of them asks for the section with this title.
    """
    return {word.folded for word in query_words(without_category(title), "en") if not word.is_stopword}


def repeats_others(title: str) -> bool:
    """True if a section only repeats what others say: a list of changes, a table of penalties."""
    return _REPEATING.search(title) is not None


def word_weights() -> dict[str, float]:
    """Return the weights of a score by words, by the names that the search in the browser knows."""
    return {
        "whole": _WHOLE, "bestPart": _BEST_PART, "leastShare": _LEAST_SHARE, "sharePower": _SHARE_POWER,
        "titleIsAsked": _TITLE_IS_ASKED, "repeated": _REPEATED,
    }  # fmt: skip
