"""Keywords that trigger if an additional cost was paid, and upkeep and end-step keywords (702)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def spell(keyword: str, costs: str, happens: str = "cast", types: str = "instant") -> str:
    return f"""players: {{p1: {{}}, p2: {{}}}}
closed: [battlefield]
objects:
  - {{id: A, zone: stack, owner: p1, controller: p1, types: [{types}], keywords: ["{keyword}"]{costs}}}
proposed: {{events: [{{happens: {happens}, things: [A]}}]}}
"""


@pytest.mark.parametrize(
    ("keyword", "happens", "types", "day"),
    [
        ("replicate {1}{R}", "cast", "instant", "2006-02-01"),
        ("conspire", "cast", "instant", "2008-07-15"),
        ("casualty 1", "cast", "instant", "2022-04-29"),
        ("squad {2}", "enter", "creature", "2022-10-07"),
        ("offspring {2}", "enter", "creature", "2024-08-02"),
        ("gift a card", "enter", "creature", "2024-08-02"),
    ],
)
def test_if_the_cost_was_paid(put: Ask, keyword: str, happens: str, types: str, day: str) -> None:
    """702.56a, 702.78a, 702.153a, 702.157a, 702.174b, 702.175a: once, if the cost was paid, however often."""
    name = keyword.split(" ", maxsplit=1)[0]
    for costs, times in ((f", additional_costs: [{name}]", 1), (", additional_costs: []", 0)):
        for when in (day, "2026-01-16"):
            ruling = put("trigger-count A", spell(keyword, costs, happens, types), day=when)
            assert (ruling.verdict, ruling.value) == ("yes", times)
    assert put("trigger-count A", spell(keyword, "", happens, types)).depends_on == ("objects.A.additional_costs",)


def test_squad_paid_twice(put: Ask) -> None:
    """702.157a: the ability triggers once, and creates a token for each time that the cost was paid."""
    text = spell("squad {2}", ", additional_costs: [squad, squad]", "enter", "creature")
    assert put("trigger-count A", text).value == 1


UPKEEP = """players: {{p1: {{}}, p2: {{}}}}
closed: [battlefield]
game: {{step: {step}, active: {active}}}
objects:
  - {{id: A, zone: {zone}, owner: p1{control}, types: [creature, enchantment], keywords: ["{keyword}"]{facts}}}
history: {{{history}}}
"""


def upkeep(keyword: str, facts: str = "", history: str = "", step: str = "upkeep", active: str = "p1",
           zone: str = "battlefield") -> str:  # fmt: skip
    control = ", controller: p1" if zone == "battlefield" else ""
    return UPKEEP.format(
        keyword=keyword, facts=facts, history=history, step=step, active=active, zone=zone, control=control
    )


@pytest.mark.parametrize(
    ("history", "active", "step", "times"),
    [
        ("controlled_since_last_upkeep: {A: no}", "p1", "upkeep", 1),
        ("controlled_since_last_upkeep: {A: yes}", "p1", "upkeep", 0),
        ("controlled_since_last_upkeep: {A: no}", "p2", "upkeep", 0),
        ("controlled_since_last_upkeep: {A: no}", "p1", "draw", 0),
        ("", "p1", "upkeep", None),
    ],
)
def test_echo(put: Ask, history: str, active: str, step: str, times: int | None) -> None:
    """702.30a: at the upkeep, if the permanent came under your control since your last upkeep."""
    for day in ("2001-07-23", "2006-10-01", "2026-01-16"):
        ruling = put("trigger-count A", upkeep("echo {1}{R}", "", history, step, active), day=day)
        assert ruling.value == times
        if times is None:
            assert ruling.depends_on == ("history.controlled_since_last_upkeep.A",)


@pytest.mark.parametrize(
    ("zone", "counters", "active", "times"),
    [
        ("exile", "{time: 2}", "p1", 1),
        ("exile", "{time: 2}", "p2", 0),
        ("exile", "{}", "p1", 0),
        ("graveyard", "{time: 2}", "p1", 0),
    ],
)
def test_suspend(put: Ask, zone: str, counters: str, active: str, times: int) -> None:
    """702.62a, 702.62b: at its owner's upkeep, while the card is in exile with a time counter."""
    text = upkeep("suspend 4\N{EM DASH}{U}", f", counters: {counters}", active=active, zone=zone)
    for day in ("2006-10-01", "2026-01-16"):
        assert put("trigger-count A", text, day=day).value == times


@pytest.mark.parametrize(
    ("counters", "costs", "step", "times"),
    [
        ("{time: 2}", "[impending]", "end", 1),
        ("{time: 2}", "[]", "end", 0),
        ("{}", "[impending]", "end", 0),
        ("{time: 2}", "[impending]", "upkeep", 0),
    ],
)
def test_impending(put: Ask, counters: str, costs: str, step: str, times: int) -> None:
    """702.176a: at the end step, if the impending cost was paid and the permanent has a time counter."""
    facts = f", counters: {counters}, alternative_costs: {costs}"
    assert put("trigger-count A", upkeep("impending 4\N{EM DASH}{2}{W}", facts, step=step)).value == times
