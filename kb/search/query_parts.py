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
    if factor != 1.0:
        scores = {entry: score * factor for entry, score in scores.items()}
    # Few entries are in both. Python merges dicts several times as fast as a loop adds their values.
    in_both = {entry: sums[entry] + scores[entry] for entry in sums.keys() & scores.keys()}
    sums |= scores
    sums |= in_both


def combine_for_entry(parts: Iterable[QueryPart], entry: int) -> tuple[float, float]:
    """Return the score of one entry, and its share of the query."""
    having = [part for part in parts if entry in part.scores]
    score = sum(part.scores[entry] * part.factor for part in having)
    return score, sum(part.share * (1.0 if part.shares is None else part.shares[entry]) for part in having)


def combine_parts(parts: Sequence[QueryPart], min_share: float) -> tuple[Scores, Scores]:
    """Add up the scores of the entries with enough parts of a query. Return the sums, and the share of each entry.

    The parts with the largest shares are added first. If the shares of the remaining parts add up to less than
    `min_share`, a new entry can't reach `min_share` any more. So the common words of a query are only looked up in the
    few entries with rare words. The scores are added up at the end, for the entries with enough parts.
    """
    if len(parts) == 1 and parts[0].shares is None:
        (only,) = parts
        entries: Collection[int] = only.scores if only.own is None else only.own
        scores = {entry: only.scores[entry] * only.factor for entry in entries}
        return scores, dict.fromkeys(scores, only.share)
    parts = sorted(parts, key=lambda part: (-part.share, len(part.scores)))
    shares, since = _shares(parts, min_share - _ROUNDING)
    # From the part `last` on, all entries are counted.
    last = max(since.values(), default=0)
    scores = {}
    own_entries: set[int] = set()
    for at, part in enumerate(parts):
        known, found, factor = scores.get, part.scores, part.factor
        counted: Collection[int] = shares.keys() & found.keys()
        if at < last:
            counted = [entry for entry in counted if since[entry] <= at]
        if scores:
            for entry in counted:
                scores[entry] = known(entry, 0.0) + found[entry] * factor
        else:
            scores = {entry: found[entry] * factor for entry in counted}
        # A hit's own text must have at least one part of the query. Otherwise a word of a section's heading would match
        # the whole section.
        own_entries.update(counted if part.own is None else filter(part.own.__contains__, counted))
    if len(own_entries) < len(shares):
        scores = {entry: scores[entry] for entry in own_entries}
        shares = {entry: shares[entry] for entry in own_entries}
    return scores, shares


def _shares(parts: Sequence[QueryPart], min_share: float) -> tuple[Scores, dict[int, int]]:
    """Return the entries with at least `min_share` of the parts of a query, each with its share.

    Return also the place of the part from which on each entry was counted. Parts before it don't count.
    """
    shares: Scores = {}
    since: dict[int, int] = {}
    share_left = 1.0
    for at, (share, _factor, found, partly, _own) in enumerate(parts):
        known = shares.keys() & found.keys()
        if share_left >= min_share and len(shares) <= _ENOUGH_ENTRIES:
            new = found.keys() - known if known else found.keys()
            since |= dict.fromkeys(new, at)
            first = dict.fromkeys(new, share) if partly is None else {entry: share * partly[entry] for entry in new}
        else:
            first = {}
        for entry in known:
            shares[entry] += share if partly is None else share * partly[entry]
        shares |= first
        share_left -= share
        # The entries with the whole first part can still have all parts.
        if min_share > 0 and len(shares) > _MANY_ENTRIES and (at or partly is not None):
            shares = {entry: share for entry, share in shares.items() if share + share_left >= min_share}
    if min_share > 0:
        shares = {entry: share for entry, share in shares.items() if share >= min_share}
    return shares, since


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
