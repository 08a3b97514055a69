"""The parts of a query: their scores, how they are combined, and what they may cost.

Without the limits of `QueryBudget`, a short query such as `a* b* c* ...` takes many seconds. All patterns and phrases
of a query share the limits, in every language and in every attempt to answer the query.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from kb.languages import LANGUAGES, Lang

Scores = dict[int, float]
"""A dict from entries to scores. A higher score means a better match."""

# A tolerance, since sums of shares aren't exact.
_ROUNDING = 0.001
# If more entries than this have scores, it saves time to drop the entries that can't reach the required share.
_MANY_ENTRIES = 50
# If more entries than this have scores, the more common words of a query are only looked up in these entries.
_ENOUGH_ENTRIES = 200


class QueryPart(NamedTuple):
    """The entries that match a part of a query.

    Attributes:
        share: the part's share of the query, from 0 to 1.
        factor: the number by which the scores are to be multiplied.
        scores: the score of each entry.
        shares: the share of the part that each entry has, or None if each entry has the whole part.
        own: the entries that have the part in their own text, not only in a heading above it. None means all entries.
    """

    share: float
    factor: float
    scores: Scores
    shares: Scores | None
    own: Collection[int] | None


def keep_best(best: Scores, scores: Scores) -> None:
    """Put each score into `best`, unless `best` has a higher score for the same entry."""
    for entry, score in scores.items():
        if score > best.get(entry, 0.0):
            best[entry] = score


def add_scores(sums: Scores, scores: Scores, factor: float = 1.0) -> None:
    """Add scores, multiplied by a factor, to `sums`."""
    for entry, score in scores.items():
        sums[entry] = sums.get(entry, 0.0) + score * factor


def combine_for_entry(parts: Iterable[QueryPart], entry: int) -> tuple[float, float]:
    """Return the score of one entry, and its share of the query."""
    having = [part for part in parts if entry in part.scores]
    score = sum(part.scores[entry] * part.factor for part in having)
    return score, sum(part.share * (1.0 if part.shares is None else part.shares[entry]) for part in having)


def combine_parts(parts: Sequence[QueryPart], min_share: float) -> tuple[Scores, Scores]:
    """Add up the scores of the entries with enough parts of a query. Return the sums, and the share of each entry.

    The parts with the largest shares are added first. If the shares of the remaining parts add up to less than
    `min_share`, a new entry can't reach `min_share` any more. So the common words of a query are only looked up in the
    few entries with rare words.
    """
    if len(parts) == 1 and parts[0].shares is None:
        (only,) = parts
        entries: Collection[int] = only.scores if only.own is None else only.own
        scores = {entry: only.scores[entry] * only.factor for entry in entries}
        return scores, dict.fromkeys(scores, only.share)
    scores = {}
    shares: Scores = {}
    own_entries: set[int] = set()
    share_left = 1.0
    min_share -= _ROUNDING
    for share, factor, found, partly, own in sorted(parts, key=lambda part: (-part.share, len(part.scores))):
        entries = found
        if share_left < min_share or len(scores) > _ENOUGH_ENTRIES:
            few, many = (scores, found) if len(scores) < len(found) else (found, scores)
            entries = [entry for entry in few if entry in many]
        share_left -= share
        if not scores and entries is found:
            # `scores` is still empty, so the scores are copied. Copying takes half as long as adding.
            scores = {entry: score * factor for entry, score in found.items()}
            shares = dict.fromkeys(found, share) if partly is None else {e: share * partly[e] for e in found}
        else:
            known_score, known_share = scores.get, shares.get
            for entry in entries:
                scores[entry] = known_score(entry, 0.0) + found[entry] * factor
                shares[entry] = known_share(entry, 0.0) + (share if partly is None else share * partly[entry])
        # A hit's own text must have at least one part of the query. Otherwise a word of a section's heading would match
        # the whole section.
        having = found if own is None else own
        own_entries.update(having if entries is found else [entry for entry in entries if entry in having])
        if min_share > 0 and len(scores) > _MANY_ENTRIES:
            scores = {entry: score for entry, score in scores.items() if shares[entry] + share_left >= min_share}
    scores = {entry: score for entry, score in scores.items() if entry in own_entries and shares[entry] >= min_share}
    return scores, {entry: shares[entry] for entry in scores}


MAX_WORDS = 150
"""The number of words of each language that the patterns of a query stand for, all together. Scoring a word in the
texts of all editions takes up to 4 ms."""

MAX_TEXTS = 5_000
"""The number of texts that are searched for the phrases of a query, all together. A text takes 30 µs. All
editions have 12,500 English texts with both "the" and "a"; the current edition has 2,200."""

_T = TypeVar("_T")
_PATTERNS = ("Prefix", "Wildcard", "FuzzyTerm")


class QueryBudget:
    """The costs of one query so far. `is_used_up` is True if something was left out because it would cost too much."""

    def __init__(self) -> None:
        self.is_used_up = False
        self._patterns = 0
        self._expanded = dict.fromkeys(LANGUAGES, 0)
        self._words, self._texts = dict.fromkeys(LANGUAGES, MAX_WORDS), MAX_TEXTS
        self._found: dict[Hashable, Any] = {}

    def count_patterns(self, nodes: Iterable[Any]) -> None:
        """Count the different patterns among the leaves of a query, so that each of them gets its share of the words.

        The patterns of `number:` are no patterns of words.
        """
        names = {repr(node) for node in nodes if type(node).__name__ in _PATTERNS and node.fieldname != "number"}
        self._patterns = len(names)

    def words(self, pattern: Hashable, lang: Lang, find: Callable[[], Iterable[str]]) -> Sequence[str]:
        """Return the words of a language that a pattern stands for: those that `find` returns, or the first of them.

        Each pattern gets an equal share of the words that are left. The words of a pattern are found once.
        """

        def first() -> Sequence[str]:
            share = self._words[lang] // max(1, self._patterns - self._expanded[lang])
            found = list(find())
            self.is_used_up |= len(found) > share
            self._expanded[lang] += 1
            self._words[lang] -= len(found[:share])
            return found[:share]

        return self.remember(("pattern", pattern, lang), first)

    def texts(self, entries: Collection[int]) -> Collection[int]:
        """Return the entries whose texts may be searched for a phrase: all, or the first of them."""
        allowed = entries if len(entries) <= self._texts else list(entries)[: self._texts]
        self.is_used_up |= len(allowed) < len(entries)
        self._texts -= len(allowed)
        return allowed

    def remember(self, key: Hashable, find: Callable[[], _T]) -> _T:
        """Return what `find` returned for a key when it was first asked for."""
        if key not in self._found:
            self._found[key] = find()
        found: _T = self._found[key]
        return found
