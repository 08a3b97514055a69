"""Scores of the parts of a query, and how they are combined."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

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
