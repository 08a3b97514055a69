"""Abilities that trigger on gaining life (119.9, 702.15e)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


MATE = "zone: battlefield, controller: p1, types: [creature]"


def board(
    proposed: str, trigger: str = "trigger: player-gains-life", a: str = "", b: str = "keywords: [lifelink]"
) -> str:
    """A permanent of p1 with the ability, and two creatures."""
    rows = [
        f"{{id: Mate, {MATE}, abilities: [{{kind: triggered, {trigger}}}]}}",
        f"{{id: A, zone: battlefield, controller: p1, types: [creature], {a or 'keywords: [lifelink]'}}}",
        f"{{id: B, zone: battlefield, controller: p1, types: [creature], {b}}}",
    ]
    return f"players: {{p1: , p2: }}\nclosed: [battlefield]\nobjects: [{', '.join(rows)}]\nproposed: {{{proposed}}}"


BOTH_HIT = "damage: [{source: A, to: p2, amount: 2}, {source: B, to: p2, amount: 1}]"
ONE_HITS_TWICE = "damage: [{source: A, to: p2, amount: 2}, {source: A, to: Mate, amount: 1}]"
GAINS_NOTHING = "effects: [{says: replaces, does: gain-life, players: [p1], quality: [minus], amount: 9}]"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (board(BOTH_HIT), 2),
        (board(ONE_HITS_TWICE), 1),
        (board(BOTH_HIT, b="keywords: []"), 1),
        (board(BOTH_HIT, a="keywords: []", b="keywords: []"), 0),
        (board(BOTH_HIT.replace("amount: 1", "amount: 0")), 1),
        (board(BOTH_HIT, b="keywords: [lifelink]").replace("id: B, zone: battlefield, controller: p1",
                                                         "id: B, zone: battlefield, controller: p2"), 1),
        (board(BOTH_HIT, "trigger: player-gains-life, watches: [p2]"), 0),
        (board("life: 1"), 0),
    ],
)  # fmt: skip
def test_each_life_gain_event(put: Ask, text: str, count: int) -> None:
    """702.15e: each source with lifelink is an event of its own; 119.9: only if it is more than 0 life."""
    ruling = put("trigger-count Mate", text)
    assert (ruling.verdict, ruling.value) == ("yes", count)


def test_rules_that_say_so(put: Ask) -> None:
    """Both rules are cited if there is more than one source."""
    assert {"119.9", "702.15e"} <= {each.number for each in put("trigger-count Mate", board(BOTH_HIT)).citations}
    assert "702.15e" not in {each.number for each in put("trigger-count Mate", board(ONE_HITS_TWICE)).citations}


def test_through_time(put: Ask) -> None:
    """Before 2012-02-01 nothing was said of gaining 0; before 2010-07-16 of sources; 702.15e came on 2016-04-08."""
    nothing = f"{board(BOTH_HIT)}\n{GAINS_NOTHING}"
    assert put("trigger-count Mate", nothing, day="2011-07-15").value == 2
    assert put("trigger-count Mate", nothing, day="2012-02-01").value == 0
    assert put("trigger-count Mate", board(BOTH_HIT), day="2015-01-23").value == 2
    assert put("trigger-count Mate", board(BOTH_HIT), day="2010-04-23").verdict == "no"


def test_whose_life_it_is_has_to_be_known(put: Ask) -> None:
    """Without a controller no player is watched; an unstated amount is named."""
    text = board(BOTH_HIT).replace("id: Mate, zone: battlefield, controller: p1", "id: Mate, zone: battlefield")
    assert put("trigger-count Mate", text).value == 0
    unstated = board(BOTH_HIT.replace(", amount: 1", ""))
    assert put("trigger-count Mate", unstated).depends_on == ("proposed.damage.2.amount",)
