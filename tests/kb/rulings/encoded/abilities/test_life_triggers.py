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
    """Return a permanent Mate of p1 with the ability, and two creatures A and B of p1."""
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
    """702.15e: each source with lifelink causes its own life gain event. 119.9: gaining 0 life doesn't trigger."""
    ruling = put("trigger-count Mate", text)
    assert (ruling.verdict, ruling.value) == ("yes", count)


def test_rules_cited_for_life_gain(put: Ask) -> None:
    """119.9 and 702.15e are cited if several sources have lifelink; for one source 702.15e isn't."""
    assert {"119.9", "702.15e"} <= {each.number for each in put("trigger-count Mate", board(BOTH_HIT)).citations}
    assert "702.15e" not in {each.number for each in put("trigger-count Mate", board(ONE_HITS_TWICE)).citations}


def test_through_time(put: Ask) -> None:
    """Until 2011 gaining 0 life triggers the ability, too; in 2010-04 the rules have no such trigger."""
    nothing = f"{board(BOTH_HIT)}\n{GAINS_NOTHING}"
    assert put("trigger-count Mate", nothing, day="2011-07-15").value == 2
    assert put("trigger-count Mate", nothing, day="2012-02-01").value == 0
    assert put("trigger-count Mate", board(BOTH_HIT), day="2015-01-23").value == 2
    assert put("trigger-count Mate", board(BOTH_HIT), day="2010-04-23").verdict == "no"


@pytest.mark.parametrize(
    ("amount", "day", "count"),
    [
        (", amount: 0", "2026-01-16", 0),
        (", amount: 1", "2026-01-16", 1),
        ("", "2026-01-16", 1),
        (", amount: 0", "2015-01-23", 0),
        (", amount: 0", "2011-07-15", 1),
    ],
)
def test_gaining_no_life_is_no_event(put: Ask, amount: str, day: str, count: int) -> None:
    """119.9, 119.10: since 2012 no life gain event has occurred if a player gains 0 life."""
    text = board(f"events: [{{happens: gain-life, things: [p1]{amount}}}]")
    assert put("trigger-count Mate", text, day=day).value == count


def test_unstated_controller_or_amount(put: Ask) -> None:
    """An ability without a controller doesn't trigger; the answer depends on an unstated amount."""
    text = board(BOTH_HIT).replace("id: Mate, zone: battlefield, controller: p1", "id: Mate, zone: battlefield")
    assert put("trigger-count Mate", text).value == 0
    unstated = board(BOTH_HIT.replace(", amount: 1", ""))
    assert put("trigger-count Mate", unstated).depends_on == ("proposed.damage.2.amount",)
