"""Ranked search in the policy documents: BM25 over titles, headings and texts, with the words of judges.

A hit is a section with all its parts, since judges cite sections. The snippet is from the part that matches best.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from kb.documents import Doc
from kb.errors import BadValue
from kb.search.policy.entries import PolicyEntries, PolicyEntry, policy_entries
from kb.search.policy.judges_words import expand
from kb.search.query_syntax import clean_query
from kb.search.results import Hit, Passage, SearchLimits
from kb.search.snippets import cut_snippet
from kb.section_number import SectionNumber
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.folding import find_words, fold_words
from kb.text.stopwords import query_words

# How much a phrase of judges counts beside the documents' own words for the same thing.
_MEANT, _TYPED = 1.0, 0.5
# How much a section counts by all its parts together, and by its best part.
_WHOLE, _BEST_PART = 0.5, 0.5
# Two words that stand side by side in query and text add this share of their weights.
_SIDE_BY_SIDE = 0.35
# A hit needs this share of the weight of the query's words. A score is multiplied by the share to this power.
_LEAST_SHARE, _SHARE_POWER = 0.3, 1.5
# The score of the place whose number is the query.
_BY_NUMBER = 1000.0
# What the first hit shows of an infraction, besides the part that matches best.
_READ_FIRST = ("penalty", "definition")
# A section whose title the query has is likely to be the one that is sought.
_TITLE_IS_ASKED = 1.5
_CATEGORY = re.compile(r"^(?:game play error|tournament error|unsporting conduct)\s*[-–—]+\s*", re.IGNORECASE)
# A list of changes or a table of penalties repeats the words of sections. It is rarely what is sought.
_REPEATING = re.compile(r"changes from previous versions|quick reference", re.IGNORECASE)
_REPEATED = 0.4
# The largest length of the passage that the first hit shows, in characters.
_PASSAGE = 800

_EXCLUDED = re.compile(r"(?<!\S)-(?P<word>[^\W\d_]{2,})")
_QUOTED = re.compile(r'["“](?P<phrase>[^"”]+)["”]')


class PolicyResults(NamedTuple):
    """The hits in the policy documents, best first, and the share of the query's words that the first hit has."""

    hits: tuple[Hit, ...] = ()
    total: int = 0
    share: float = 0.0


class _Term(NamedTuple):
    """A word of the query, or the words that a phrase of judges stands for. `strength` is 1 for what counts fully."""

    word: str
    strength: float
    is_needed: bool


class _Query(NamedTuple):
    terms: tuple[_Term, ...]
    pairs: frozenset[tuple[str, str]]
    phrases: tuple[tuple[str, ...], ...]
    excluded: frozenset[str]


def search_policy(
    store: Store, views: Sequence[View], text: str, limits: SearchLimits, *, only: Callable[[PolicyEntry], bool]
) -> PolicyResults:
    """Search the views of policy documents. `only` tells which entries are within the limits."""
    found = policy_entries(store, views, all_editions=limits.all_editions)
    query = _parse(clean_query(text), found)
    entries = [entry for entry in found.entries if only(entry)]
    scored = _score_sections(found, entries, query) if query.terms else []
    top = [(entry, parts, score) for entry, parts, score in scored if score > 0]
    needed = {term.word for term in query.terms}
    hits = [
        _make_hit(entry, parts, score, needed, is_first=not at)
        for at, (entry, parts, score) in enumerate(top[: limits.limit])
    ]
    share = _share(found, top[0][1], query) if top else 0.0
    return PolicyResults(tuple(hits), len(top), share)


def place_hits(store: Store, views: Sequence[View], text: str, doc: Doc | None) -> tuple[tuple[Hit, ...], str]:
    """Return the places that a query names by their numbers, and the rest of the query.

    `doc` is the document that the query names. Without it, only a query that is nothing but a number is one.
    """
    number, rest = _leading_number(text) if doc is not None else (_whole_number(text), "")
    if number is None:
        return (), text
    entries = policy_entries(store, views, all_editions=False).entries
    named = [entry for entry in entries if entry.number == number and doc in (None, entry.doc)]
    hits = [_make_hit(entry, [entry], _BY_NUMBER, set(), is_first=not at) for at, entry in enumerate(named)]
    return tuple(hits), rest if hits else text


def _whole_number(text: str) -> SectionNumber | None:
    if not re.fullmatch(r"\s*(?:section\s+)?[0-9]{1,2}\.[0-9]{1,3}(?:/[\w -]+)?\.?\s*", text, re.IGNORECASE):
        return None
    return SectionNumber.parse_lenient(text)


def _leading_number(text: str) -> tuple[SectionNumber | None, str]:
    """Return the number at the beginning of a text that follows the name of a document, and the rest of the text."""
    match = re.match(
        r"\s*(?P<number>(?:section\s+)?[0-9]{1,2}(?:\.[0-9]{1,3})?(?:/[\w-]+)?|app(?:endix|\.)?\s+[a-z]\b(?:/[\w-]+)?|intro\w+)",
        text,
        re.IGNORECASE,
    )
    if match is None:
        return None, text
    try:
        return SectionNumber.parse_lenient(match["number"]), text[match.end() :].strip(" .,")
    except BadValue:
        return None, text


def _parse(text: str, found: PolicyEntries) -> _Query:
    excluded = frozenset(word for each in _EXCLUDED.finditer(text) for word in fold_words(each["word"], "en"))
    text = _EXCLUDED.sub(" ", text)
    phrases = tuple(tuple(fold_words(each["phrase"], "en")) for each in _QUOTED.finditer(text))
    words = query_words(text, "en")
    folded = tuple(word.folded for word in words)
    expansions = expand(folded)
    replaced = {at for each in expansions for at in range(each.start, each.end)}
    terms: dict[str, _Term] = {}
    for each in expansions:
        for meant in each.words:
            terms[meant] = _Term(meant, _MEANT, is_needed=True)
    for at, word in enumerate(words):
        if word.is_stopword or word.folded in terms:
            continue
        if at in replaced:
            terms[word.folded] = _Term(word.folded, _TYPED, is_needed=False)
        else:
            terms[word.folded] = _Term(word.folded, 1.0, is_needed=True)
    if not terms:
        terms = {word.folded: _Term(word.folded, 1.0, is_needed=True) for word in words}
    sides = [*pairwise(folded), *(pair for each in expansions for pair in pairwise(each.words))]
    known = {term: value for term, value in terms.items() if term in found or value.is_needed}
    return _Query(tuple(known.values()), frozenset(sides), phrases, excluded)


def _score_sections(
    found: PolicyEntries, entries: Sequence[PolicyEntry], query: _Query
) -> list[tuple[PolicyEntry, list[PolicyEntry], float]]:
    """Return (section, its matching parts with the best one first, score), best first."""
    sections: dict[object, list[PolicyEntry]] = {}
    for entry in entries:
        sections.setdefault(entry.section, []).append(entry)
    scored = []
    for parts in sections.values():
        if any(query.excluded & part.weights.keys() for part in parts) or not _has_phrases(parts, query):
            continue
        share = _share(found, parts, query)
        if share < _LEAST_SHARE:
            continue
        each = sorted(((_score(found, part, query), part) for part in parts), key=lambda pair: -pair[0])
        whole = sum(
            term.strength * found.rarity(term.word) * max(found.weight(part, term.word) for part in parts)
            for term in query.terms
        )
        score = (_WHOLE * whole + _BEST_PART * each[0][0]) * share**_SHARE_POWER
        main = min(parts, key=lambda part: part.number)
        if _is_title(main.title or "", query):
            score *= _TITLE_IS_ASKED
        if _REPEATING.search(main.title or ""):
            score *= _REPEATED
        scored.append((main, [part for _score_, part in each], score))
    return sorted(scored, key=lambda row: (-row[2], row[0].doc, row[0].number.sort_key))


def _score(found: PolicyEntries, entry: PolicyEntry, query: _Query) -> float:
    score = sum(term.strength * found.rarity(term.word) * found.weight(entry, term.word) for term in query.terms)
    beside = sum(min(found.rarity(one), found.rarity(other)) for one, other in query.pairs & entry.phrases)
    return score + _SIDE_BY_SIDE * beside


def _share(found: PolicyEntries, parts: Sequence[PolicyEntry], query: _Query) -> float:
    """Return the share of the query's needed words, by their rarity, that the parts have together."""
    needed = [term for term in query.terms if term.is_needed]
    weights = {term.word: found.rarity(term.word) for term in needed}
    have = sum(weight for word, weight in weights.items() if any(word in part.weights for part in parts))
    return have / (sum(weights.values()) or 1.0)


def _has_phrases(parts: Sequence[PolicyEntry], query: _Query) -> bool:
    return all(
        any(all(pair in part.phrases for pair in pairwise(phrase)) for part in parts)
        for phrase in query.phrases
        if len(phrase) > 1
    )


def _is_title(title: str, query: _Query) -> bool:
    """True if the query has all words of a title. The category of an infraction and stopwords don't count."""
    words = {word.folded for word in query_words(_CATEGORY.sub("", title), "en") if not word.is_stopword}
    return bool(words) and words <= {term.word for term in query.terms}


def _body(entry: PolicyEntry) -> str:
    """Return a text without its title."""
    return entry.text.partition("\n")[2] if entry.text.partition("\n")[0] == entry.title else entry.text


def _passage(entry: PolicyEntry, words: set[str]) -> Passage:
    body = _body(entry) or entry.text
    text, marks = cut_snippet(body, find_words(body, "en", words) if words else [], _PASSAGE)
    return Passage(str(entry.number), text, marks)


def _make_hit(
    section: PolicyEntry, parts: Sequence[PolicyEntry], score: float, words: set[str], *, is_first: bool
) -> Hit:
    best = next((part for part in parts if _body(part)), parts[0])
    body = _body(best) or best.text
    marks = find_words(body, "en", words) if words else []
    snippet, snippet_marks = cut_snippet(body, marks)
    number = str(section.number)
    read = [part for part in parts if part.number.part in _READ_FIRST and part is not best]
    shown = [*sorted(read, key=lambda part: part.number), best] if is_first else []
    return Hit(
        kind="rule",
        number=number,
        term=None,
        title=section.title,
        lang="en",
        edition=date.fromisoformat(section.edition),
        status="current",
        score=round(score, 4),
        snippet=snippet,
        marks=snippet_marks,
        path=section.path,
        passages=tuple(_passage(part, words) for part in shown),
        doc=section.doc,
    )
