"""Effective dates stated in editions and in pages that quote the rules."""

from __future__ import annotations

import re
from datetime import date

from kb.text.folding import strip_accents

_MONTHS = (
    "january february march april may june july august september october november december".split(),
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(),
)
_NUMBER_OF = {strip_accents(name): number for names in _MONTHS for number, name in enumerate(names, 1)}

_ENGLISH = r"(?P<month>[A-Z][a-z]+)\s+(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?,?\s+(?P<year>(?:19|20)[0-9]{2})"
# Pages may have lost their accents: "datees", "fevrier".
_FRENCH = r"(?P<day>[0-9]{1,2})\s?(?:er|ᵉʳ|e)?\s+(?P<month>[^\W\d_]+)\s+(?P<year>(?:19|20)[0-9]{2})"
# In French the day comes first: 01/05/2006 is the first of May.
_FRENCH_SHORT = r"(?P<day>[0-9]{1,2})(?P<mark>[/.-])(?P<month>[0-9]{1,2})(?P=mark)(?P<year>(?:19|20)[0-9]{2})(?![0-9/])"
_RULES = r"r[eè]gles(?:\s+compl[eè]tes)?"
_IN_FORCE = r"(?:valables|valides|applicables|effectives|dat[eé]es|en\s+vigueur|[aà]\s+jour)"
_COME_INTO_FORCE = r"(?:entr(?:ent|eront)\s+en\s+vigueur|prennent\s+effet)"
_VERSION = r"(?:version|[eé]dition|mises?\s+[aà]\s+jour)"
_FROM = r"(?:(?:[aà]\s+(?:partir|compter|la\s+date)|depuis|d[eè]s)\s+)?(?:au|le|du)"

# The phrases that state the date of an edition. Dates in other places (comments, footers) have another meaning.
_STATEMENTS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"rules\s+are\s+(?:effective|current)\s+as\s+of\s+{_ENGLISH}",
        rf"Comprehensive\s+Rules\s+\({_ENGLISH}",
        *(
            pattern
            for day in (_FRENCH, _FRENCH_SHORT)
            for pattern in (
                rf"{_RULES}\s+(?:{_COME_INTO_FORCE}|sont\s+{_IN_FORCE})\s+{_FROM}\s+{day}",
                # As a line of its own, without a verb.
                rf"(?:\A|\n)[ \t]*{_RULES}\s+{_IN_FORCE}\s+{_FROM}\s+{day}[ .]*(?:\n|\Z)",
                # On the title page of a whole edition, the line below the title has only the date.
                rf"r[eè]gles\s+compl[eè]tes[^\n0-9]*\n\s*(?:{_VERSION}\s+(?:du|au)\s+)?{day}[ .]*(?:\n|\Z)",
            )
        ),
    )
)


# The head of the oldest editions: the title, and near it the day in the publisher's American form (04/23/99).
_HEAD_LINES = 12
_TITLE = re.compile(r"\b(?:comprehensive|complete|general)\s+rules\b|\brules\s+of\s+magic\b", re.IGNORECASE)
_SHORT_DAY = re.compile(r"(?<![\d/])(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>(?:19|20)?\d\d)(?![\d/])")
_FIRST_YEAR = 93
"""The game was first printed in 1993, so 93 to 99 are years of the 20th century."""


def find_effective_date(text: str) -> date | None:
    """Return the effective date that a document states, or None if it states no date.

    An impossible date (June 31) is ignored. If the document states two dates, it mixes editions, and None is returned.
    """
    return _stated_day(text) or _day_in_head(text)


def _day_in_head(text: str) -> date | None:
    """Return the day near the title, if it can be read in one way only: 04/23/99, but not 04/05/99."""
    head = "\n".join([line for line in text[:4000].split("\n") if line.strip()][:_HEAD_LINES])
    days = {(match["month"], match["day"], match["year"]) for match in _SHORT_DAY.finditer(head)}
    if len(days) != 1 or not _TITLE.search(head):
        return None
    month, day, year = map(int, days.pop())
    if year < 100:
        year += 1900 if year >= _FIRST_YEAR else 2000
    try:
        return date(year, month, day) if day > 12 or day == month else None
    except ValueError:
        return None


def _stated_day(text: str) -> date | None:
    for statement in _STATEMENTS:
        days = {day for match in statement.finditer(text) if (day := _day(match))}
        if days:
            return days.pop() if len(days) == 1 else None
    return None


def _day(match: re.Match[str]) -> date | None:
    month = match["month"]
    try:
        number = int(month) if month.isdecimal() else _NUMBER_OF[strip_accents(month.lower())]
        return date(int(match["year"]), number, int(match["day"]))
    except (KeyError, ValueError):
        return None
