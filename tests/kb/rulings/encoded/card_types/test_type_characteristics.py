"""The objects that have power, toughness, loyalty and defense (301.7, 302.4, 306.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

THING = """objects: [{{id: A, zone: {zone}, types: [{types}], subtypes: [{subtypes}], power: 3, toughness: 4,
  loyalty: 5, counters: {{loyalty: 2}}}}]"""


def thing(types: str, subtypes: str = "", zone: str = "battlefield") -> str:
    """Return an object with power, toughness, loyalty and loyalty counters."""
    return THING.format(types=types, subtypes=subtypes, zone=zone)


@pytest.mark.parametrize(
    ("types", "subtypes", "zone", "day", "power", "rule"),
    [
        ("creature", "", "battlefield", "2026-01-16", 3, "302.4c"),
        ("land", "", "battlefield", "2026-01-16", "none", "302.4"),
        ("artifact", "vehicle", "battlefield", "2026-01-16", "none", "301.7a"),
        ("artifact, creature", "vehicle", "battlefield", "2026-01-16", 3, "301.7b"),
        ("artifact", "vehicle", "hand", "2026-01-16", 3, "302.4"),
        ("artifact", "vehicle", "battlefield", "2012-10-01", "none", "302.4"),
        ("artifact", "", "hand", "2026-01-16", "none", "302.4"),
        ("creature", "", "battlefield", "2008-02-01", 3, "212.3d"),
    ],
)
def test_power(put: Ask, types: str, subtypes: str, zone: str, day: str, power: object, rule: str) -> None:
    """302.4: only creatures have power. 301.7a: a Vehicle on the battlefield has power only while it is a creature."""
    ruling = put("power A", thing(types, subtypes, zone), day=day)
    assert (ruling.verdict, ruling.value) == ("yes", power)
    assert rule in [each.number for each in ruling.citations]


def test_toughness_and_what_isnt_stated(put: Ask) -> None:
    """302.4: only creatures have toughness. The answers depend on unstated types and numbers."""
    assert put("toughness A", thing("creature")).value == 4
    assert put("power A", "objects: [{id: A, types: [creature], zone: hand}]").depends_on == ("objects.A.power",)
    assert put("power A", "objects: [{id: A, power: 3, zone: hand, subtypes: []}]").depends_on == ("objects.A.types",)
    assert put("power A", thing("land"), day="2003-12-01").value == "none"
    assert put("loyalty A", "objects: [{id: A, subtypes: []}]").depends_on == ("objects.A.types", "objects.A.zone")


@pytest.mark.parametrize(
    ("types", "zone", "day", "loyalty", "rule"),
    [
        ("planeswalker", "battlefield", "2026-01-16", 2, "306.5c"),
        ("planeswalker", "hand", "2026-01-16", 5, "306.5a"),
        ("planeswalker", "hand", "2008-02-01", 5, "212.9d"),
        ("creature", "battlefield", "2026-01-16", "none", "306.5"),
    ],
)
def test_loyalty(put: Ask, types: str, zone: str, day: str, loyalty: object, rule: str) -> None:
    """306.5, 306.5a, 306.5c: loyalty is a printed number. On the battlefield it is the number of loyalty counters."""
    ruling = put("loyalty A", thing(types, zone=zone), day=day)
    assert (ruling.verdict, ruling.value) == ("yes", loyalty)
    assert rule in [each.number for each in ruling.citations]


def test_no_loyalty_before_planeswalkers(put: Ask) -> None:
    """On 2007-07-13, before planeswalkers, no object has loyalty."""
    assert put("loyalty A", thing("planeswalker"), day="2007-07-13").verdict == "no"
