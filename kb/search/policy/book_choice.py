"""Which book a query is about: the probability that it asks about policy and not about the rules.

Scores of the rules and of the policy documents can't be compared. So this is a question of its own. The evidence is the
meaning of the query, how much more frequent its words are in the policy documents, phrases of judges, and how well the
first hits and the most similar sections of both sides fit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kb.search.meaning import USUAL_LENGTH, similar_rules, sum_vectors
from kb.search.policy.entries import PolicyEntries
from kb.search.policy.judges_words import expand
from kb.search.policy.policy_search import PolicyResults
from kb.search.query_understanding import parse_query
from kb.search.results import Hit, SearchResults
from kb.text.folding import fold_words
from kb.text.stopwords import query_words

# A word counts for policy by the logarithm of how much more frequent it is there, up to this amount.
_MOST_PER_WORD = 3.0
# The logit of a probability counts up to this amount.
_MOST_LOGIT = 5.0
# So much of a query's words, by their rarity, are nearly all of them.
_NEARLY_ALL = 0.8


class BookEvidence(NamedTuple):
    """What speaks for policy.

    Attributes:
        meaning: the logit of the share of the policy documents among the sections that mean something similar.
        words: the sum of the logarithms of how much more frequent each word is in policy.
        strongest: the largest of these logarithms, or 0.
        phrases: the number of phrases of judges.
        share: how much more of the query's words the first hit of policy has than the first hit of the rules.
        similar: the similarity of the most similar section of policy, from -1 to about 1.
        similar_rule: the similarity of the most similar rule.
        relaxed: 1 if no text of the rules has all words.
        nearest: how near the nearest questions about a section of policy are, from 0 to 1.
    """

    meaning: float
    words: float
    strongest: float
    phrases: float
    share: float
    similar: float
    similar_rule: float
    relaxed: float
    nearest: float


# How much each kind of evidence counts, and what the sum begins with: a logistic regression over questions of judges
# and the tuning half of the questions about the rules.
_WEIGHTS = BookEvidence(1.37, 0.19, -0.6, 0.85, 1.96, 0.21, -2.29, -0.74, 1.99)
_BIAS = -0.86


class BookChoice(NamedTuple):
    """How likely a query is about policy.

    Attributes:
        likely: the probability, from 0 to 1.
        is_in_rules: True if the first hit of the rules has nearly all words of the query.
    """

    likely: float
    is_in_rules: bool


def choose_book(
    text: str, entries: PolicyEntries, policy: PolicyResults, rules: SearchResults, in_rules: Mapping[str, float]
) -> BookChoice:
    """Return how likely an English query is about policy.

    `policy` and `rules` are the results of both sides; `in_rules` is the share of the rules that have each folded word.
    """
    words = [word.folded for word in query_words(text, "en") if not word.is_stopword]
    has_all = bool(rules.hits) and _share_of(rules.hits[0], words, entries) >= _NEARLY_ALL
    return BookChoice(probability(weigh_evidence(text, words, entries, policy, rules, in_rules)), has_all)


def weigh_evidence(
    text: str,
    words: Sequence[str],
    entries: PolicyEntries,
    policy: PolicyResults,
    rules: SearchResults,
    in_rules: Mapping[str, float],
) -> BookEvidence:
    """Return the evidence for an English query with some folded words."""
    ratios = [ratio for word in words if (ratio := _log_ratio(word, entries, in_rules)) is not None]
    shared = policy.meaning.policy_share if policy.meaning else 0.5
    logit = math.log(max(shared, 1e-9) / max(1 - shared, 1e-9))
    shares = [_share_of(hits[0], words, entries) if hits else 0.0 for hits in (policy.hits, rules.hits)]
    return BookEvidence(
        max(-_MOST_LOGIT, min(_MOST_LOGIT, logit)),
        sum(ratios),
        max(ratios, default=0.0),
        len(expand([word.folded for word in query_words(text, "en")])),
        shares[0] - shares[1],
        max(policy.meaning.of_policy.values()) if policy.meaning else 0.0,
        _similarity_to_rules(text),
        float(rules.relaxed or not rules.hits),
        policy.nearest,
    )


def _similarity_to_rules(text: str) -> float:
    """Return how similar the most similar rule is to a query, as a share of the usual length of a rule's vector."""
    asked = sum_vectors(
        (word, concept.weight)
        for concept in parse_query(text, "en").concepts
        for word in concept.words or concept.synonyms[0].words
    )
    return similar_rules(asked, 1)[0].similarity / USUAL_LENGTH if asked else 0.0


def probability(evidence: BookEvidence) -> float:
    """Return how likely a query with some evidence is about policy, from 0 to 1."""
    total = _BIAS + sum(weight * each for weight, each in zip(_WEIGHTS, evidence, strict=True))
    return 1 / (1 + math.exp(-total))


def _log_ratio(word: str, entries: PolicyEntries, in_rules: Mapping[str, float]) -> float | None:
    """Return the logarithm of how much more frequent a folded word is in policy. None if neither side has it."""
    least = 0.5 / max(1, len(entries.entries))
    if not in_rules.get(word) and not entries.frequency(word):
        return None
    ratio = math.log((entries.frequency(word) + least) / (in_rules.get(word, 0.0) + least))
    return max(-_MOST_PER_WORD, min(_MOST_PER_WORD, ratio))


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
