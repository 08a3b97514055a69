"""The values of `edition:` that no edition has."""

from __future__ import annotations

from datetime import date

import pytest

from kb.search.absent_editions import AbsentEdition, absent_editions

DAYS = (date(2009, 5, 1), date(2009, 7, 11), date(2015, 3, 27))


@pytest.mark.parametrize(
    ("query", "absent"),
    [
        ("trample", ()),
        ("edition:2009", ()),
        ("edition:2009-05-01 trample", ()),
        ("(trample edition:2015-03)", ()),
        ("edition:[2010 TO 2015]", ()),
        ("edition:[2010 TO ]", ()),
        ("edition:[ TO 2009]", ()),
        ("edition:2050", (("2050", None),)),
        ("edition:foo", (("foo", None),)),
        ("edition:2009-06-01", (("2009-06-01", date(2009, 5, 1)),)),
        ("edition:1999-06-01", (("1999-06-01", None),)),
        ("edition:2009-13-01", (("2009-13-01", None),)),
        ("edition:[2010 TO 2014] OR edition:2016", (("[2010 TO 2014]", None), ("2016", None))),
        ("edition:[2016 TO ]", (("[2016 TO ]", None),)),
    ],
)
def test_values(query: str, absent: tuple[tuple[str, date | None], ...]) -> None:
    """A day, a year and a range are compared with the days of the editions."""
    assert absent_editions(query, DAYS) == tuple(AbsentEdition(*each) for each in absent)
