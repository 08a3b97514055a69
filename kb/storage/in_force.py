"""The SQL conditions of as-of queries: which spans and excerpts are in force on a day.

A span is in force from its first day to the day before `ended`. All excerpts that are younger than the whole edition in
force are in force too. A finished translation with the same day as the whole edition is also in force. The queries that
use these conditions are in `view_rows`, `spans` and `link_reads`.
"""

from __future__ import annotations

from kb.storage.source_formats import FINISHED_TRANSLATION_FORMATS

NOT_ENDED = "9999-12-31"
"""The value of `ended` for a span that the newest edition still has."""

IS_FINISHED_TRANSLATION = f"source.format IN {FINISHED_TRANSLATION_FORMATS}"
"""The condition that an excerpt is a finished translation."""

EXCERPT_IS_YOUNGER = "edition.effective <= :day AND edition.effective > :base"
"""The condition that an excerpt is later than the whole edition in force (`:base`), but not later than `:day`."""

EXCERPT_IN_FORCE = f"""
    edition.effective <= :day
    AND (edition.effective > :base OR edition.effective = :base AND {IS_FINISHED_TRANSLATION})
"""
"""The condition that an excerpt is in force on `:day` besides the whole edition of `:base` ("" for none)."""


def carried_on(day: str) -> str:
    """Return the condition that a row of `span` covers a day. `day` is an SQL expression."""
    return f"span.first <= {day} AND span.ended > {day}"
