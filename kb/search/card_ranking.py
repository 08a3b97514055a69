"""Raises the rules that govern the cards of a query (`kb.search.named_cards`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, islice, product

from kb.rule_number import RuleNumber
from kb.search import weights
from kb.search.corpus import Corpus
from kb.search.query_parts import Scores
from kb.search.query_understanding import ParsedQuery
from kb.search.results import CardRules

# A query with fewer concepts than this besides names of cards says hardly anything.
_FEW_CONCEPTS = 2
# At most so many pairs of keywords are looked up.
_MAX_KEYWORD_PAIRS = 6


def raise_card_rules(
    corpus: Corpus,
    rules: CardRules,
    query: ParsedQuery | None,
    scores: Scores,
    may_be_added: Callable[[int], bool],
) -> dict[int, float]:
    """Raise the scores of the rules that govern the cards of a query. Return the factor of each such rule.

    Rules without words of the query are added: those that govern several cards, those in which keywords of the cards
    and the query meet, and if the query has hardly any other words, all rules of the cards.

    Args:
        corpus: the searched rules.
        rules: the rules that govern the cards.
        query: the other words of the query, or None if it has syntax.
        scores: the scores of the entries that match these words.
        may_be_added: tells whether an entry may be added.
    """
    best = max(scores.values(), default=1.0)
    says_little = not scores or (query is not None and len(query.concepts) < _FEW_CONCEPTS)
    factors: dict[int, float] = {}
    for number, strength in rules.strengths.items():
        for entry in _entries(corpus, number):
            factors[entry] = max(factors.get(entry, 1.0), 1 + weights.CARD_RULE * strength)
            raised = scores.get(entry, 0.0) * (1 + weights.CARD_RULE * strength)
            if raised or ((strength > 1 or says_little) and may_be_added(entry)):
                scores[entry] = max(raised, best * weights.LEAST_OF_CARD_RULE * strength)
    for entry in _meeting_rules(corpus, rules, query):
        if entry in scores or may_be_added(entry):
            scores[entry] = max(scores.get(entry, 0.0), best * weights.MEETING_RULE)
            factors[entry] = weights.NAMED_KEYWORD
    return factors


def _meeting_rules(corpus: Corpus, rules: CardRules, query: ParsedQuery | None) -> Iterator[int]:
    """Yield the rules in which a keyword of one card and one of another card, or of the query, meet."""
    typed = corpus.ranking.keywords.named_in(query) if query is not None and query.is_question else []
    of_cards = [[_entries(corpus, number) for number in numbers] for numbers in rules.keywords]
    pairs = (pair for one, other in combinations([typed, *of_cards], 2) for pair in product(one, other))
    for one, other in islice(((one, other) for one, other in pairs if one and one != other), _MAX_KEYWORD_PAIRS):
        yield from corpus.ranking.keywords.meeting_rules(one, other)


def _entries(corpus: Corpus, number: str) -> tuple[int, ...]:
    """Return the entries of a rule in force and of the rules below it."""
    key = RuleNumber.parse(number).sort_key
    return tuple(entry for entry in corpus.table.in_number_range(key, key) if corpus.is_shown(entry))
