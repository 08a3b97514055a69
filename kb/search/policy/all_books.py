"""One search in several books: the hits of each, and the order in which they stand in one list.

How likely the query is about policy (`kb.search.policy.book_choice`) decides how the hits of the rules and of the
policy documents are merged: "slow play" is, "trample" isn't. Each side's hits keep their order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import NamedTuple

from kb.documents import Doc, split_document
from kb.search.api import search
from kb.search.corpus import Corpora, open_corpora, release_corpora
from kb.search.inverted_index import TEXT_FIELDS
from kb.search.policy.book_choice import BookChoice, choose_book
from kb.search.policy.entries import PolicyEntries, PolicyEntry, policy_entries
from kb.search.policy.policy_search import PolicyResults, place_hits, search_policy
from kb.search.query_syntax import clean_query, has_syntax
from kb.search.results import Hit, SearchLimits, SearchResults
from kb.section_number import SectionRange
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.stopwords import query_words

# The order of the first hits by the probability that a query is about policy: R is the next hit of the rules, P of the
# policy documents. Further hits follow in turn. If the book is unclear, both have hits among the first five. Below the
# last of these probabilities, the query reads as a question of the rules: all their hits come first.
_ABOUT_POLICY = 0.85
_ORDERS = ((_ABOUT_POLICY, "PRPPPR"), (0.4, "RPPPRP"), (0.1, "RRPPRP"), (0.07, "RRRRP"))


class _Question(NamedTuple):
    """A query as it is searched in the policy documents: in English, with mended spelling."""

    text: str
    mended: tuple[tuple[str, str], ...] = ()


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
    if not views:
        return search(store, view, text, limits, cards=cards) if "cr" in docs else SearchResults(text, 0, ())
    by_number, rest = place_hits(store, views, text, named if named in books else None)
    corpora = open_corpora(store, view, include_past=False)
    try:
        entries = policy_entries(store, views, all_editions=limits.all_editions)
        rules_words = partial(_frequencies, corpora, View(store, "en", view.as_of))
        question = _read_question(rest, view, entries, corpora, rules_words)
        is_within = partial(_is_within, section=policy_section)
        in_french = rest if view.lang == "fr" else ""
        found = search_policy(store, views, question.text, limits, only=is_within, in_french=in_french)
        known = {(hit.doc, hit.number) for hit in by_number}
        policy = [*by_number, *(hit for hit in found.hits if (hit.doc, hit.number) not in known)]
        found = found._replace(hits=tuple(policy), total=found.total + len(by_number))
        if "cr" not in docs or (by_number and named is None):
            return _policy_results(text, question, found, limits)
        rules = search(store, view, text, limits, cards=cards)
        if not policy:
            return rules
        in_rules = rules_words({word.folded for word in query_words(question.text, "en")})
        fit = choose_book(question.text, entries, found, rules, in_rules)
    finally:
        release_corpora(store, corpora)
    if not rules.hits or rules.relaxed:
        # What is said about the query would be about the rules only.
        rules = rules._replace(suggestion=None, relaxed=False)
    if question.mended and (fit.likely >= _ABOUT_POLICY or not rules.mended):
        rules = rules._replace(mended=question.mended, searched=question.text)
    hits = _merged(rules.hits, policy, fit)[: limits.limit]
    return rules._replace(query=text, total=rules.total + found.total, hits=tuple(hits))


def _policy_results(text: str, question: _Question, found: PolicyResults, limits: SearchLimits) -> SearchResults:
    results = SearchResults(text, found.total, found.hits[: limits.limit])
    return results._replace(mended=question.mended, searched=question.text) if question.mended else results


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


def _read_question(
    text: str,
    view: View,
    entries: PolicyEntries,
    corpora: Corpora,
    rules_words: Callable[[Collection[str]], dict[str, float]],
) -> _Question:
    """Translate a French query, and mend the spelling of one without syntax."""
    if view.lang == "fr":
        from kb.search.policy.french_question import to_english

        text = to_english(text, corpora.terms_and_everyday_words(view.as_of), entries.__contains__)
    words = {word.folded for word in query_words(text, "en") if not word.is_stopword}
    unknown = {word for word in words if word not in entries}
    if not unknown or has_syntax(clean_query(text)) or unknown <= rules_words(unknown).keys():
        return _Question(text)
    from kb.search.spelling import mend_spelling

    mended = mend_spelling(
        text, "en", lambda word: word in entries or bool(rules_words((word,))), lambda: entries.spellings
    )
    return _Question(mended.text, mended.changes)


def _frequencies(corpora: Corpora, view: View, words: Collection[str]) -> dict[str, float]:
    """Return the share of the rules that have each of some folded words, for the words that one of them has."""
    corpus = corpora.corpus(view)
    total = max(1, len(corpus.table.entries))
    having = {
        word: {entry for name in TEXT_FIELDS for entry in corpus.ranking.field_scores(f"{name}_en", word)}
        for word in words
    }
    return {word: len(entries) / total for word, entries in having.items() if entries}


def _merged(rules: Sequence[Hit], policy: Sequence[Hit], fit: BookChoice) -> list[Hit]:
    """Merge two lists of hits.

    Policy comes first only if the query is likely about it, and the first hit of the rules lacks some of its words.
    """
    likely = min(fit.likely, _ABOUT_POLICY - 1e-9) if fit.is_in_rules else fit.likely
    order = next((each for least, each in _ORDERS if likely >= least), "R" * len(rules))
    sides = {"R": [*rules], "P": [*policy]}
    merged = [sides[side].pop(0) for side in order if sides[side]]
    while sides["R"] or sides["P"]:
        merged += [hits.pop(0) for hits in sides.values() if hits]
    return [*merged[:1], *(hit._replace(passages=()) for hit in merged[1:])]
