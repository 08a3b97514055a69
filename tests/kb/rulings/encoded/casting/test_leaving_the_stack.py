"""Where spells go (702.34a, 715.3d), and countered spells (701.6a)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

SPELL = "players: {p1: , p2: }\nobjects: [{id: S, zone: stack, owner: p1, controller: p2, types: [instant]"


@pytest.mark.parametrize(
    ("facts", "to"),
    [
        ("", {"zone": "graveyard", "owner": "p1"}),
        (", alternative_costs: [flashback]", {"zone": "exile", "owner": "p1"}),
        (", alternative_costs: [overload]", {"zone": "graveyard", "owner": "p1"}),
        (", layout: adventurer, cast_as: adventure", {"zone": "exile", "controller": "p2"}),
        (", layout: adventurer, cast_as: normal", {"zone": "graveyard", "owner": "p1"}),
    ],
)
def test_where_a_spell_goes_as_it_resolves(put: Ask, facts: str, to: dict[str, str]) -> None:
    """702.34a, 715.3d; otherwise 608.2n."""
    assert put("resolves-to S", f"{SPELL}{facts}}}]\n").value == to


def test_flashback_in_every_era(put: Ask) -> None:
    """702.34a, 502.22a: exiled (removed from the game) since 2001-09-24."""
    text = SPELL + ", alternative_costs: [flashback]}]\n"
    for day, number in (("2001-09-24", "502.22a"), ("2009-07-11", "702.31a"), ("2026-01-16", "702.34a")):
        ruling = put("resolves-to S", text, day=day)
        assert (ruling.value["zone"], ruling.citations[0].number) == ("exile", number)


@pytest.mark.parametrize(
    ("facts", "effects", "becomes", "zone"),
    [
        ("", "", "counter", "graveyard"),
        (", alternative_costs: [flashback]", "", "counter", "exile"),
        ("", "{says: cant, does: be-countered, objects: [S]}", "nothing", "stack"),
    ],
)
def test_countered_spells(put: Ask, facts: str, effects: str, becomes: str, zone: str) -> None:
    """701.6a: a countered spell is put into its owner's graveyard. 101.2: unless it can't be countered."""
    text = f"{SPELL}{facts}}}]\neffects: [{effects}]\nproposed: {{events: [{{happens: counter, things: [S]}}]}}\n"
    assert put("event-becomes S", text).value == {"happens": becomes}
    assert put("moves-to S", text).value["zone"] == zone
