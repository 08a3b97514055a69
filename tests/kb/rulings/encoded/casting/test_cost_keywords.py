"""Keyword abilities that decide what a spell costs, and when an alternative cost may be paid (702, 118.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def hand(keywords: str, cost: str = "{4}{R}", players: str = "p1: {}, p2: {}", facts: str = "owner: p1") -> str:
    return f"""usual: yes
closed: [battlefield]
players: {{{players}}}
objects:
  - {{id: S, zone: hand, {facts}, types: [instant], mana_cost: "{cost}", keywords: [{keywords}]}}
  - {{id: B, zone: battlefield, controller: p1, types: [artifact]}}
  - {{id: C, zone: battlefield, controller: p1, types: [artifact, creature]}}
  - {{id: D, zone: battlefield, controller: p2, types: [artifact]}}
  - {{id: E, zone: graveyard, owner: p1, types: [artifact]}}
"""


@pytest.mark.parametrize(
    ("keywords", "cost", "total"),
    [
        ("affinity for artifacts", "{4}{R}", "{2}{R}"),
        ("affinity for creatures", "{4}{R}", "{3}{R}"),
        ("affinity for artifacts, affinity for artifacts", "{4}{R}", "{R}"),
        ("affinity for artifacts", "{1}{R}", "{R}"),
        ("affinity for Plains", "{4}{R}", "{4}{R}"),
        ("undaunted", "{4}{R}", "{3}{R}"),
        ("undaunted, affinity for artifacts", "{4}{R}", "{1}{R}"),
        ("flying", "{4}{R}", "{4}{R}"),
    ],
)
def test_affinity_and_undaunted(put: Ask, keywords: str, cost: str, total: str) -> None:
    """702.41a and b, 702.125a: {1} less for each permanent of the kind, or for each opponent."""
    for facts in ("owner: p1", "owner: p1, controller: p1"):
        assert put("total-cost S", hand(keywords, cost, facts=facts)).value == total


def test_undaunted_counts_opponents_in_the_game(put: Ask) -> None:
    """702.125b: players who have left the game aren't counted."""
    assert put("total-cost S", hand("undaunted", players="p1: {}, p2: {}, p3: {}")).value == "{2}{R}"
    assert put("total-cost S", hand("undaunted", players="p1: {}, p2: {}, p3: {lost: yes}")).value == "{3}{R}"


def test_days_of_affinity_and_undaunted(put: Ask) -> None:
    """Affinity is in the rules since 2003-12-01, undaunted since 2016-11-11."""
    assert put("total-cost S", hand("affinity for artifacts"), day="2003-12-01").value == "{2}{R}"
    assert put("total-cost S", hand("affinity for artifacts"), day="2003-07-01").value == "{4}{R}"
    assert put("total-cost S", hand("undaunted"), day="2016-11-11").value == "{3}{R}"


def casting(keyword: str, facts: str = "zone: hand", history: str = "", costs: str | None = None) -> str:
    paid = keyword if costs is None else costs
    return f"""usual: yes
closed: [battlefield]
game: {{active: p1, phase: main, priority: p1, stack: []}}
players: {{p1: {{}}, p2: {{}}}}
objects:
  - {{id: S, {facts}, owner: p1, types: [sorcery], mana_cost: "{{4}}{{R}}", keywords: ["{keyword} {{R}}"],
     alternative_costs: [{paid}]}}
history: {{{history}}}
"""


@pytest.mark.parametrize(
    ("keyword", "history", "verdict"),
    [
        ("surge", "", "no"),
        ("surge", "spells_cast: {p1: 1}", "yes"),
        ("surge", "spells_cast: {p2: 1}", "no"),
        ("spectacle", "", "no"),
        ("spectacle", "life_lost: {p2: 1}", "yes"),
        ("spectacle", "life_lost: {p1: 1}", "no"),
        ("prowl", "", "depends"),
        ("prowl", "cost_allowed_by_damage: {S: yes}", "yes"),
        ("prowl", "cost_allowed_by_damage: {S: no}", "no"),
        ("freerunning", "cost_allowed_by_damage: {S: yes}", "yes"),
        ("freerunning", "cost_allowed_by_damage: {S: no}", "no"),
    ],
)
def test_conditions_of_alternative_costs(put: Ask, keyword: str, history: str, verdict: str) -> None:
    """702.117a, 702.137a, 702.76a, 702.173a: the alternative cost may be paid only if something happened this turn."""
    assert put("can-cast S", casting(keyword, history=history)).verdict == verdict
    assert put("can-cast S", casting(keyword, history=history, costs="")).verdict == "yes"


@pytest.mark.parametrize(
    ("facts", "history", "verdict"),
    [
        ("zone: graveyard", "discarded_this_turn: {S: yes}", "yes"),
        ("zone: graveyard", "discarded_this_turn: {S: no}", "no"),
        ("zone: exile", "discarded_this_turn: {S: yes}", "no"),
    ],
)
def test_mayhem(put: Ask, facts: str, history: str, verdict: str) -> None:
    """702.187b: from the graveyard, in the turn in which the player discarded the card."""
    assert put("can-cast S", casting("mayhem", facts, history)).verdict == verdict
