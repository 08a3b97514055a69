"""Ranked search in the policy documents, by words and by meaning (`kb.search.policy.scoring`).

A hit is a section with all its parts, since judges cite sections. The snippet is from the part that matches best.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from kb.documents import Doc
from kb.errors import BadValue
from kb.search.policy.entries import PolicyEntry, policy_entries
from kb.search.policy.meaning import Similarities
from kb.search.policy.policy_query import parse_policy_query
from kb.search.policy.scoring import score_sections
from kb.search.results import Hit, Passage, SearchLimits
from kb.search.snippets import cut_snippet
from kb.section_number import SectionNumber
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.folding import find_words

# The score of the place whose number is the query.
_BY_NUMBER = 1000.0
# What the first hit shows of an infraction, besides the part that matches best.
_READ_FIRST = ("penalty", "definition")
# The largest length of the passage that the first hit shows, in characters.
_PASSAGE = 800


class PolicyResults(NamedTuple):
    """What was found in the policy documents.

    Attributes:
        hits: the hits, best first.
        total: the number of all hits.
        meaning: how similar the known sections are to the query, or None if none of its words has a vector.
        nearest: how near the nearest questions about a section are to the query, from 0 to 1.
    """

    hits: tuple[Hit, ...] = ()
    total: int = 0
    meaning: Similarities | None = None
    nearest: float = 0.0


def search_policy(
    store: Store,
    views: Sequence[View],
    text: str,
    limits: SearchLimits,
    *,
    only: Callable[[PolicyEntry], bool],
    in_french: str = "",
) -> PolicyResults:
    """Search the views of policy documents for an English query, and its French original if it is a translation.

    `only` tells which entries are within the limits.
    """
    found = policy_entries(store, views, all_editions=limits.all_editions)
    query = parse_policy_query(text, found, in_french)
    scored = score_sections(found, [entry for entry in found.entries if only(entry)], query) if query.terms else []
    hits = [
        _make_hit(each.section, each.parts, each.score, query.needed, is_first=not at)
        for at, each in enumerate(scored[: limits.limit])
    ]
    return PolicyResults(tuple(hits), len(scored), query.meaning, max(query.near.values(), default=0.0))


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


def body_of(entry: PolicyEntry) -> str:
    """Return a text without its title."""
    return entry.text.partition("\n")[2] if entry.text.partition("\n")[0] == entry.title else entry.text


def _passage(entry: PolicyEntry, words: set[str]) -> Passage:
    body = body_of(entry) or entry.text
    text, marks = cut_snippet(body, find_words(body, "en", words) if words else [], _PASSAGE)
    return Passage(str(entry.number), text, marks)


def _make_hit(
    section: PolicyEntry, parts: Sequence[PolicyEntry], score: float, words: set[str], *, is_first: bool
) -> Hit:
    best = next((part for part in parts if body_of(part)), parts[0])
    body = body_of(best) or best.text
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
