"""The SQL conditions of as-of queries: which spans and excerpts are in force on a day.

A span is in force from its first day up to, not including, the day on which it ended. Beside the whole edition in
force, all younger excerpts are in force. So is a finished translation of the edition's own day. The queries that use
these conditions are in `view_rows`, `spans` and `link_reads`.
"""

from __future__ import annotations

from kb.model import FINISHED_TRANSLATION_FORMATS

NOT_ENDED = "9999-12-31"
"""The stored end of a span that the newest edition still has."""

IS_FINISHED_TRANSLATION = f"source.format IN {FINISHED_TRANSLATION_FORMATS}"
"""True if an excerpt is a finished translation."""

EXCERPT_IS_YOUNGER = "edition.effective <= :day AND edition.effective > :base"
"""True if an excerpt is younger than the whole edition in force, `:base`, and not younger than `:day`."""

EXCERPT_IN_FORCE = f"""
    edition.effective <= :day
    AND (edition.effective > :base OR edition.effective = :base AND {IS_FINISHED_TRANSLATION})
"""
"""True if an excerpt is in force on `:day` beside the whole edition of `:base` ("" for none)."""


def carried_on(day: str) -> str:
    """Return the condition that a row of `span` covers a day. `day` is an SQL expression."""
    return f"span.first <= {day} AND span.ended > {day}"
