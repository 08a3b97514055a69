"""Raises hits that the first hits cite: a question often needs several rules, and rules refer to each other.

See docs/decisions/ranking.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from kb.search import weights
from kb.search.entries import EntryTable, WordingReader

# The references of so many first hits are followed.
_FOLLOWED = 3


def raise_cited_hits(
    ranked: Sequence[tuple[int, float]], table: EntryTable, wordings: WordingReader
) -> list[tuple[int, float]]:
    """Raise the scores of the hits that one of the first hits cites. Return the hits, best first.

    Rules without words of the question aren't added: most rules that a rule cites are about something else.
    """
    first = [(entry, score) for entry, score in ranked[:_FOLLOWED] if entry < table.rule_count]
    targets = wordings.reference_targets([table.entries[entry].wording for entry, _ in first])
    hits = {entry for entry, _ in ranked}
    added: dict[int, float] = {}
    for entry, score in first:
        for label in targets[table.entries[entry].wording].values():
            for cited in hits.intersection(table.entries_cited_by(entry, label)) - {entry}:
                added[cited] = max(added.get(cited, 0.0), score * weights.CITED_BY_FIRST)
    raised = ((entry, score + added.get(entry, 0.0)) for entry, score in ranked)
    return sorted(raised, key=lambda each: (-each[1], each[0])) if added else [*ranked]
