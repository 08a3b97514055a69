"""One search in several books: the hits of each, and the order in which they stand in one list.

Scores of the rules and of the policy documents can't be compared. So the words of the query decide how likely the
question is about policy: "slow play" is, "trample" isn't. The hits of both are merged by this probability. Each book's
hits keep their order.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from kb.documents import Doc, split_document
from kb.search.api import search
from kb.search.corpus import open_corpora, release_corpora
from kb.search.inverted_index import TEXT_FIELDS
from kb.search.policy.entries import PolicyEntries, PolicyEntry, policy_entries
from kb.search.policy.judges_words import expand
from kb.search.policy.policy_search import PolicyResults, place_hits, search_policy
from kb.search.results import Hit, SearchLimits, SearchResults
from kb.section_number import SectionRange
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.folding import fold_words
from kb.text.stopwords import query_words

# A word counts for policy by the logarithm of how much more frequent it is there, up to this amount.
_MOST_PER_WORD = 3.0
# How much each kind of evidence counts (`_probability`): fitted to `bench/questions/judges.toml` and to the questions
# about the rules there, and moved towards the rules, since most questions are about them.
_BIAS = -4.6
_MOST_SCORE = 40.0
_WORDS, _MEAN, _PHRASE, _SHARE, _SCORE = 0.11, 1.4, 1.0, 1.65, 0.18

# If the first policy hit has nearly all words of a query, it stands among the first five hits.
_WELL_COVERED, _LEAST_IF_COVERED = 0.8, 0.25


def search_books(
    store: Store,
    view: View,
    text: str,
    limits: SearchLimits,
    docs: Sequence[Doc],
    *,
    policy_section: SectionRange | None = None,
    cards: Sequence[str] = (),
) -> SearchResults:
    """Search several documents, and return one list of hits.

    A query that names its document (`MTR 4.2`, `ipg slow play`) is about this document only. `view` is the view of the
    Comprehensive Rules. `policy_section` limits the search in policy documents to a range.

    Raises:
        NotFound, Ambiguous, StoreError: `cards` has a name that isn't the name of one card in a card library.
    """
    named, rest = split_document(text)
    if named is not None and named != "cr" and named in docs:
        docs, text = (named,), rest
    books = [doc for doc in docs if doc != "cr"] if _covers_policy(limits) else []
    views = [_policy_view(store, doc, view) for doc in books]
    is_within = partial(_is_within, section=policy_section)
    by_number, rest = place_hits(store, views, text, named if named in books else None) if views else ((), text)
    found = search_policy(store, views, rest, limits, only=is_within) if views and rest.strip() else PolicyResults()
    known = {(hit.doc, hit.number) for hit in by_number}
    policy = [*by_number, *(hit for hit in found.hits if (hit.doc, hit.number) not in known)]
    total = found.total + len(by_number)
    if "cr" not in docs or (by_number and named is None):
        return SearchResults(text, total, tuple(policy[: limits.limit]))
    rules = search(store, view, text, limits, cards=cards)
    if not policy:
        return rules
    entries = policy_entries(store, views, all_editions=limits.all_editions)
    likely = _probability(store, view, text, entries, policy, rules)
    if found.share >= _WELL_COVERED:
        likely = max(likely, _LEAST_IF_COVERED)
    hits = _merged(rules.hits, policy, likely)[: limits.limit]
    if not rules.hits or rules.relaxed:
        # What is said about the query would be about the rules only.
        rules = rules._replace(suggestion=None, relaxed=False)
    return rules._replace(query=text, total=rules.total + total, hits=tuple(hits))


def _covers_policy(limits: SearchLimits) -> bool:
    """True if the limits of a search leave something of policy documents, which have no glossary."""
    wanted = {"rules", "examples", "headings"} & {*limits.scopes}
    return bool(wanted) and limits.section is None and limits.status in (None, "current")


def _policy_view(store: Store, doc: Doc, view: View) -> View:
    """Return the view of a document on the day of another view. A document without editions in French is in English."""
    own = View(store.book(doc), view.lang, view.as_of)
    return own if own.base is not None else View(store.book(doc), "en", view.as_of)


def _is_within(entry: PolicyEntry, section: SectionRange | None) -> bool:
    return section is None or section.covers(entry.number)


def _merged(rules: Sequence[Hit], policy: Sequence[Hit], likely: float) -> list[Hit]:
    """Merge two lists of hits. With the probability 0.5 they alternate; with 0.8, four policy hits come before a rule.

    The hits of a rule that stand under its first hit stay with it.
    """
    places = [(at / max(1 - likely, 1e-9), 1, hit) for at, hit in enumerate(rules, 1)]
    places += [(at / max(likely, 1e-9), 0 if likely >= 0.5 else 2, hit) for at, hit in enumerate(policy, 1)]
    merged = [hit for _place, _book, hit in sorted(places, key=lambda each: each[:2])]
    return [*merged[:1], *(hit._replace(passages=()) for hit in merged[1:])]


def _probability(
    store: Store, view: View, text: str, entries: PolicyEntries, policy: Sequence[Hit], rules: SearchResults
) -> float:
    """Return how likely a query is about policy, from 0 to 1.

    The evidence is how much more frequent its words are in the policy documents, phrases of judges, the share of its
    words that the first hits have, and the score of the first policy hit.
    """
    words = [word.folded for word in query_words(text, "en") if not word.is_stopword]
    ratios = _log_ratios(store, view, words, entries)
    mean = sum(ratios) / len(ratios) if ratios else 0.0
    phrases = len(expand(tuple(word.folded for word in query_words(text, "en"))))
    shares = [_share_of(hits[0], words, entries) if hits else 0.0 for hits in (policy, rules.hits)]
    score = min(policy[0].score, _MOST_SCORE)
    evidence = _BIAS + _WORDS * sum(ratios) + _MEAN * mean + _PHRASE * phrases
    evidence += _SHARE * (shares[0] - shares[1]) + _SCORE * score
    return 1 / (1 + math.exp(-evidence))


def _log_ratios(store: Store, view: View, words: Sequence[str], entries: PolicyEntries) -> list[float]:
    """For each folded word, return the logarithm of how much more frequent it is in policy than in the rules."""
    ratios = []
    corpora = open_corpora(store, view, include_past=False)
    try:
        corpus = corpora.corpus(View(store, "en", view.as_of))
        total, least = max(1, len(corpus.table.entries)), 0.5 / max(1, len(entries.entries))
        for word in words:
            having = {entry for name in TEXT_FIELDS for entry in corpus.ranking.field_scores(f"{name}_en", word)}
            in_rules, in_policy = len(having) / total, entries.frequency(word)
            if in_rules or in_policy:
                ratio = math.log((in_policy + least) / (in_rules + least))
                ratios.append(max(-_MOST_PER_WORD, min(_MOST_PER_WORD, ratio)))
    finally:
        release_corpora(store, corpora)
    return ratios


def _share_of(hit: Hit, words: Sequence[str], entries: PolicyEntries) -> float:
    """Return the share of a query's words, by their rarity in policy, that stand in what a hit shows."""
    shown = (
        hit.snippet,
        hit.title or "",
        *(title for _number, title in hit.path),
        *(each.text for each in hit.passages),
    )
    have = set(fold_words(" ".join(shown), "en"))
    weights = {word: entries.rarity(word) for word in words}
    return sum(weight for word, weight in weights.items() if word in have) / (sum(weights.values()) or 1.0)
