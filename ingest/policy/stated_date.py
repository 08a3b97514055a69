"""The effective date that a policy document states in its text or in the title of its page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DAY = rf"{_MONTH}\.?\s++(?P<day>[0-9]{{1,2}})\s*+(?:(?:st|nd|rd|th)\s*+)?(?:,\s*+)?(?P<year>20[0-9]{{2}})(?![0-9])"
_EFFECTIVE = re.compile(rf"effective(?:\s++(?:as\s++of|from|on|date))?:?\s++{_DAY}\.?", re.IGNORECASE)
_UPDATED = re.compile(rf"(?:last\s++)?updated(?:\s++on)?:?\s++{_DAY}\.?", re.IGNORECASE)
_SHORT_MONTH = r"(?P<month>jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}"
# The names of the publisher's files: MTG_IPG_2024Apr15_EN, mtg_mtr_23jul21_en_0, MTG_MTR_2024_Aug26.
_TITLES = (
    re.compile(rf"(?P<year>20[0-9]{{2}})[_ -]?{_SHORT_MONTH}[_ -]?(?P<day>[0-9]{{1,2}})(?![0-9])", re.IGNORECASE),
    re.compile(
        rf"(?<![0-9])(?P<day>[0-9]{{1,2}})[_ -]?{_SHORT_MONTH}[_ -]?(?P<year>[0-9]{{2}})(?![0-9])", re.IGNORECASE
    ),
)


def is_date_line(text: str) -> bool:
    """True if a line says nothing but from which day the document holds, or when it was updated."""
    return any(pattern.fullmatch(text.strip()) for pattern in (_EFFECTIVE, _UPDATED))


def find_stated_date(lines: Iterable[str]) -> date | None:
    """Return the day in a document's head from which it holds, or None.

    "Effective" counts before "updated", because a page is also updated when a misprint is corrected. Two different days
    with "effective" are no date.
    """
    head = list(lines)
    for pattern in (_EFFECTIVE, _UPDATED):
        days = {day for line in head for match in pattern.finditer(line) if (day := _day(match))}
        if days:
            return days.pop() if len(days) == 1 else None
    return None


def find_date_in_title(title: str) -> date | None:
    """Return the day in the title of a page, which is the name of the publisher's file, or None."""
    days = {day for pattern in _TITLES for match in pattern.finditer(title) if (day := _day(match))}
    return days.pop() if len(days) == 1 else None


def _day(match: re.Match[str]) -> date | None:
    year = int(match["year"])
    month = _MONTHS.index(match["month"].lower()[:3]) + 1
    try:
        return date(year + 2000 if year < 100 else year, month, int(match["day"]))
    except ValueError:
        return None
