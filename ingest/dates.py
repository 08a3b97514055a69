"""Effective dates, as the rules and the pages that quote them write them."""

from __future__ import annotations

import re
from datetime import date

_MONTHS = (
    ("january", "janvier"),
    ("february", "février"),
    ("march", "mars"),
    ("april", "avril"),
    ("may", "mai"),
    ("june", "juin"),
    ("july", "juillet"),
    ("august", "août"),
    ("september", "septembre"),
    ("october", "octobre"),
    ("november", "novembre"),
    ("december", "décembre"),
)
_NUMBER_OF = {name: number for number, names in enumerate(_MONTHS, 1) for name in names}

_ENGLISH = r"(?P<month>[A-Z][a-z]+)\s+(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?,?\s+(?P<year>(?:19|20)[0-9]{2})"
_FRENCH = r"(?P<day>[0-9]{1,2})\s?(?:er)?\s+(?P<month>[^\W\d_]+)\s+(?P<year>(?:19|20)[0-9]{2})"
_IN_FORCE = r"(?:valables|applicables|effectives|en\s+vigueur|à\s+jour)"
_FROM = r"(?:(?:à\s+(?:partir|compter|la\s+date)|depuis)\s+)?(?:au|le|du)"

# Where the date of an edition stands. Dates elsewhere (comments, footers) say nothing about it.
_STATEMENTS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"rules\s+are\s+(?:effective|current)\s+as\s+of\s+{_ENGLISH}",
        rf"Comprehensive\s+Rules\s+\({_ENGLISH}",
        rf"règles\s+(?:entrent\s+en\s+vigueur|sont\s+{_IN_FORCE})\s+{_FROM}\s+{_FRENCH}",
    )
)


def stated_date(text: str) -> date | None:
    """The effective date that a document states of itself, or None if it states none.

    A statement that names no day of the calendar (June 31) counts as none.
    """
    for statement in _STATEMENTS:
        for match in statement.finditer(text):
            month = _NUMBER_OF.get(match["month"].lower())
            if month is not None:
                try:
                    return date(int(match["year"]), month, int(match["day"]))
                except ValueError:
                    continue
    return None
