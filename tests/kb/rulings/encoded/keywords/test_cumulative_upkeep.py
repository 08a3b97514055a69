"""Cumulative upkeep (702.24; 502.13 before 2009)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def board(keywords: str, counters: str = "{}", *others: str, facts: str = "zone: battlefield", closed: str = "") -> str:
    """Return a creature A of p1 with keywords and counters, and other permanents."""
    rows = [f"{{id: A, {facts}, controller: p1, types: [creature], keywords: [{keywords}], counters: {counters}}}"]
    rows += [f"{{id: {name}, zone: battlefield, {each}}}" for name, each in zip("BCD", others, strict=False)]
    return f"closed: [{closed}]\nplayers: {{p1: , p2: }}\nobjects: [{', '.join(rows)}]"


EITHER = '"cumulative upkeep {W} or {U}"'
SACRIFICE = '"cumulative upkeep\N{EM DASH}sacrifice a creature"'


@pytest.mark.parametrize(
    ("keywords", "counters", "answer"),
    [
        # The rules' own examples of 702.24a and 702.24b.
        (EITHER, "{age: 2}", [{"age": 3, "pay": ["{W}{W}{W}", "{W}{W}{U}", "{W}{U}{U}", "{U}{U}{U}"]}]),
        (
            '"cumulative upkeep\N{EM DASH}pay 1 life", "cumulative upkeep\N{EM DASH}pay 1 life"',
            "{}",
            [{"age": 1, "pay": ["pay 1 life"]}, {"age": 2, "pay": ["pay 2 life"]}],
        ),
        ('"cumulative upkeep {1}{R}"', "{age: 1, oil: 5}", [{"age": 2, "pay": ["{2}{R}{R}"]}]),
        ('"cumulative upkeep-discard a card"', "{age: 1}", [{"age": 2, "pay": ["2 × discard a card"]}]),
        ('"cumulative upkeep {U} or pay 2 life"', "{}", [{"age": 1, "pay": ["{U}", "pay 2 life"]}]),
        (
            '"cumulative upkeep {U} or pay 2 life"',
            "{age: 1}",
            [{"age": 2, "pay": ["{U}{U}", "{U}, pay 2 life", "pay 4 life"]}],
        ),
        ("flying, " + EITHER, "{}", [{"age": 1, "pay": ["{W}", "{U}"]}]),
    ],
)
def test_costs_for_each_counter(put: Ask, keywords: str, counters: str, answer: object) -> None:
    """702.24a: the cost is paid, and its choice made, for each counter. 702.24b: each instance counts all counters."""
    ruling = put("cumulative-upkeep A", board(keywords, counters))
    assert (ruling.verdict, ruling.value) == ("yes", answer)


THEIRS = "controller: p2, types: [creature]"
MINE = "controller: p1, types: [creature]"


@pytest.mark.parametrize(
    ("others", "among"),
    [
        ((), ["A"]),
        ((MINE,), ["A", "B"]),
        ((THEIRS, "controller: p1, types: [artifact]"), ["A"]),
        (("controller: p1, types: [creature], phased_out: yes",), ["A"]),
        ((THEIRS, MINE, MINE), ["A", "C", "D"]),
    ],
)
def test_different_creatures_are_sacrificed(put: Ask, others: tuple[str, ...], among: list[str]) -> None:
    """702.24a: a different creature is sacrificed for each counter, so there must be enough creatures."""
    value = put("cumulative-upkeep A", board(SACRIFICE, "{age: 1}", *others, closed="battlefield")).value
    pay = ["2 × sacrifice a creature"] if len(among) > 1 else []
    assert value == [{"age": 2, "pay": pay, "among": among}]


def test_unlisted_permanents_to_sacrifice(put: Ask) -> None:
    """Unlisted permanents matter only if the listed ones aren't enough."""
    assert put("cumulative-upkeep A", board(SACRIFICE, "{age: 1}")).depends_on == ("closed",)
    assert put("cumulative-upkeep A", board(SACRIFICE, "{age: 1}", MINE)).verdict == "yes"
    assert put("cumulative-upkeep A", board(SACRIFICE, "{age: 1}") + "\nusual: yes").verdict == "yes"
    unsure = board(SACRIFICE, "{age: 1}", "controller: p1", closed="battlefield")
    assert put("cumulative-upkeep A", unsure).depends_on == ("objects.B.types",)


def test_not_a_permanent_with_cumulative_upkeep(put: Ask) -> None:
    """Without the ability, or off the battlefield, there is no cumulative upkeep; unstated keywords leave it open."""
    assert put("cumulative-upkeep A", board("flying")).verdict == "no"
    assert put("cumulative-upkeep A", board(EITHER, facts="zone: hand")).verdict == "no"
    assert put("cumulative-upkeep A", "objects: [{id: A, zone: battlefield}]").depends_on == ("objects.A.keywords",)
    unstated = f"objects: [{{id: A, zone: battlefield, keywords: [{EITHER}]}}]"
    assert put("cumulative-upkeep A", unstated).depends_on == ("objects.A.counters.age",)


def test_through_time(put: Ask) -> None:
    """In 2001-07 the counters are named "cumulative upkeep"; until 2006-02 choices for several counters are open."""
    old = board('"cumulative upkeep {1}"', "{age: 3, cumulative upkeep: 1}")
    assert put("cumulative-upkeep A", old, day="2001-07-23").value == [{"cumulative upkeep": 2, "pay": ["{2}"]}]
    assert put("cumulative-upkeep A", old, day="2001-09-24").value == [{"age": 4, "pay": ["{4}"]}]
    choice = board(EITHER, "{age: 1}")
    assert put("cumulative-upkeep A", choice, day="2006-02-01").verdict == "depends"
    assert put("cumulative-upkeep A", choice, day="2006-07-15").verdict == "yes"
