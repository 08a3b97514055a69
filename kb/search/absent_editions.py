"""The values of `edition:` in a query that no edition has, to say so if nothing is found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

_EDITION = re.compile(r"\bedition:(?:\[\s*(?P<low>[^\]]*?)\s*\bTO\b\s*(?P<high>[^\]]*?)\s*\]|(?P<day>[^\s()\[\]]+))")
_AFTER_ALL = "\U0010ffff"


class AbsentEdition(NamedTuple):
    """A value of `edition:` that no edition has.

    Attributes:
        value: the day, the year or the range as it stands in the query.
        in_force: the edition in force on this day, or None if it is no day, or if there was none.
    """

    value: str
    in_force: date | None


def absent_editions(query: str, days: Sequence[date]) -> tuple[AbsentEdition, ...]:
    """Return the values of `edition:` in a query for which there is no edition. `days` are all editions' days."""
    found = []
    for match in _EDITION.finditer(query):
        low, high = (match["day"],) * 2 if match["day"] else (match["low"], match["high"])
        if not any(low <= day.isoformat() <= (high or "9") + _AFTER_ALL for day in days):
            value = match["day"] or f"[{low} TO {high}]"
            found.append(AbsentEdition(value, _in_force(match["day"], days)))
    return tuple(found)


def _in_force(text: str | None, days: Sequence[date]) -> date | None:
    try:
        asked = date.fromisoformat(text or "")
    except ValueError:
        return None
    return max((day for day in days if day <= asked), default=None)
