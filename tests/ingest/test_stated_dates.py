"""The effective date that a document states."""

from __future__ import annotations

from datetime import date

import pytest

from ingest.parsing.effective_date import find_effective_date


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("These rules are effective as of January 16, 2026.", date(2026, 1, 16)),
        ("These rules are effective as of April 4th, 2025.", date(2025, 4, 4)),
        ("These rules are current as of\nJuly 1, 2003.", date(2003, 7, 1)),
        ("THESE RULES ARE EFFECTIVE AS OF MAY 1, 2014", date(2014, 5, 1)),
        ("From the Comprehensive Rules (November 14, 2025—Some Set)", date(2025, 11, 14)),
        ("From the glossary of the Comprehensive Rules (June 6, 2025—Some Set)", date(2025, 6, 6)),
        ("Ces règles entrent en vigueur le 1er mai 2014.", date(2014, 5, 1)),
        ("Ces règles entrent en vigueur au 14 août 2020", date(2020, 8, 14)),
        ("Ces règles sont valables à partir du 2 février 2018.", date(2018, 2, 2)),
        ("Ces règles sont applicables au 29 décembre 2019.", date(2019, 12, 29)),
        ("Ces règles sont datées du 01/05/2006.", date(2006, 5, 1)),
        ("Règles complètes de Magic\nVersion du 20.04.2018\n", date(2018, 4, 20)),
        ("Ces règles sont datées du 05/31/2006.", None),
        ("Ces règles sont datées du 01/05-2006.", None),
        # These have no valid day, no month or no statement about the rules.
        ("These rules are effective as of June 31, 2020.", None),
        ("These rules are effective as of February 29, 2023.", None),
        ("These rules are effective as of Smarch 1, 2020.", None),
        ("Ces règles entrent en vigueur le 31 juin 2020.", None),
        ("Published on January 16, 2026. Le 04/10/2018.", None),
        ("The next edition comes on May 1, 2020.", None),
        ("", None),
        # An impossible statement doesn't hide a possible one.
        (
            "These rules are effective as of June 31, 2020. These rules are effective as of July 1, 2020.",
            date(2020, 7, 1),
        ),
    ],
)
def test_stated_date(text: str, stated: date | None) -> None:
    """Only a statement about the rules, in either language, with a valid day is the effective date."""
    assert find_effective_date(text) == stated


OLD = "Magic: The Gathering\n{title}\n{day}\n\n100. General\n\n100.1. These rules apply to any game.\n"


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("04/23/99", date(1999, 4, 23)),
        ("Version of 4/23/1999", date(1999, 4, 23)),
        ("06/06/99", date(1999, 6, 6)),
        ("10/23/00", date(2000, 10, 23)),
        ("04/05/99", None),  # the fifth of April or the fourth of May
        ("23/04/99", None),  # no month 23
        ("13/45/99", None),
        ("04/23/99 and 04/24/99", None),
        ("3/4/5", None),
    ],
)
def test_the_short_day_under_the_title(day: str, expected: date | None) -> None:
    """The oldest editions state their day as 04/23/99. A day that can be read in two ways isn't read."""
    assert find_effective_date(OLD.format(title="Comprehensive Rules", day=day)) == expected


def test_a_short_day_elsewhere_is_no_date() -> None:
    """Without a title of rules, or far below it, such a day has another meaning."""
    assert find_effective_date(OLD.format(title="Frequent Questions", day="04/23/99")) is None
    below = "Comprehensive Rules\n" + "A line.\n" * 30 + "04/23/99\n"
    assert find_effective_date(below) is None


def test_french_rules_are_dated() -> None:
    """French editions of 2006 say "datées du"."""
    assert find_effective_date("Ces règles sont datées du 1er Mai 2006.") == date(2006, 5, 1)
