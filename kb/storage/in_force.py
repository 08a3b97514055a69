"""What holds on a day, as a condition of SQL: every as-of query is built from these.

A whole edition carries a place's wording from the first day of its span up to, not including, the day on which it
ended. Excerpts younger than the whole edition in force hold beside it, and so does a finished translation of its
own day.
"""

from __future__ import annotations

from kb.model import FINISHED_TRANSLATION_FORMATS

NOT_ENDED = "9999-12-31"
"""The end of a span that the newest edition still carries."""

IS_FINISHED_TRANSLATION = f"source.format IN {FINISHED_TRANSLATION_FORMATS}"
"""Whether an excerpt is a finished translation, given its source."""

EXCERPT_IS_YOUNGER = "edition.effective <= :day AND edition.effective > :base"
"""Whether an edition began after the whole edition in force, `:base`, and by the day `:day`."""

EXCERPT_IN_FORCE = f"""
    edition.effective <= :day
    AND (edition.effective > :base OR edition.effective = :base AND {IS_FINISHED_TRANSLATION})
"""
"""Whether an excerpt holds on the day `:day`; the whole edition of `:base` is in force then, or none if that is ""."""


def carried_on(day: str) -> str:
    """Whether the whole edition of a day carries a row of `span`.

    Args:
        day: the effective date of the edition, as an expression of SQL: a parameter or a column.
    """
    return f"span.first <= {day} AND span.ended > {day}"
