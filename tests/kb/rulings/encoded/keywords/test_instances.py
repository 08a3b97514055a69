"""Several instances of a keyword ability on one object: redundant, or each works by itself (702)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

BOARD = """players: {{p1: , p2: }}
closed: [battlefield]
objects:
  - {{id: A, zone: battlefield, controller: p1, types: [creature], keywords: [{keywords}], counters: {{}}}}
  - {{id: M, zone: battlefield, controller: p1, types: [enchantment]}}
effects: [{effects}]
proposed: {{attackers: [{{creature: A, attacks: p2}}], events: [{{happens: die, things: [A]}}]}}
"""
GAINS = "{{source: M, says: gains, objects: [A], keywords: ['{}']}}"
LOSES = "{{source: M, says: loses, objects: [A], keywords: ['{}']}}"


def board(keywords: str, effect: str = "") -> str:
    """Return a creature with keyword abilities and an effect on it."""
    return BOARD.format(keywords=keywords, effects=effect)


@pytest.mark.parametrize(
    ("keywords", "gained", "times"),
    [
        ("exalted", "", 1),
        ("exalted, exalted", "", 2),
        ("exalted", "exalted", 2),
        ("'annihilator 1', 'annihilator 2'", "", 2),
        ("battle cry, battle cry", "", 2),
        ("'afterlife 1', 'afterlife 1'", "", 2),
        ("persist", "persist", 2),
        ("exalted, 'annihilator 1'", "", None),
    ],
)
def test_each_triggers_separately(put: Ask, keywords: str, gained: str, times: int | None) -> None:
    """702.86b, 702.91b, 702.135b: if a creature has multiple instances, each triggers separately."""
    found = put("trigger-count A", board(keywords, GAINS.format(gained) if gained else ""))
    assert (found.verdict, found.value) == ("depends" if times is None else "yes", times)


@pytest.mark.parametrize(
    ("keywords", "effect", "value"),
    [
        ("'cumulative upkeep {1}'", "", [{"age": 1, "pay": ["{1}"]}]),
        ("'cumulative upkeep {1}', 'cumulative upkeep {1}'", "",
         [{"age": 1, "pay": ["{1}"]}, {"age": 2, "pay": ["{2}"]}]),
        ("'cumulative upkeep {1}'", GAINS.format("cumulative upkeep {{1}}"),
         [{"age": 1, "pay": ["{1}"]}, {"age": 2, "pay": ["{2}"]}]),
        ("", GAINS.format("cumulative upkeep {{1}}"), [{"age": 1, "pay": ["{1}"]}]),
        ("'cumulative upkeep {1}', 'cumulative upkeep {1}'", LOSES.format("cumulative upkeep"), None),
        ("cumulative upkeep", "", None),
    ],
)  # fmt: skip
def test_cumulative_upkeep(put: Ask, keywords: str, effect: str, value: Any) -> None:
    """702.24b: each instance triggers and counts all age counters, also if an effect gives one of them."""
    assert put("cumulative-upkeep A", board(keywords, effect.replace("{{1}}", "{1}"))).value == value


def test_toxic_from_an_effect(put: Ask) -> None:
    """702.164b: the total toxic value is the sum over all toxic abilities, equal ones too."""
    assert put("toxic-value A", board("'toxic 1'", GAINS.format("toxic 1"))).value == 2


def test_redundant_instances(put: Ask) -> None:
    """702.9c: multiple instances of flying are redundant."""
    assert put("abilities A", board("flying, flying", GAINS.format("flying"))).value["keywords"] == ["flying"]


def test_hexproof_is_lost_with_its_variants(put: Ask) -> None:
    """702.11e: an effect that causes an object to lose hexproof takes “hexproof from [quality]” away, too."""
    text = board("hexproof from red, flying", LOSES.format("hexproof"))
    assert put("abilities A", text).value["keywords"] == ["flying"]
    text = board("hexproof, flying", LOSES.format("hexproof from red"))
    assert put("abilities A", text).value["keywords"] == ["hexproof", "flying"]
