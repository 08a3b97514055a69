"""Where spells go (702.27a, 702.34a, 715.3d, 720.3d), and countered spells (701.6a)."""

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
        (", layout: omen, cast_as: omen", {"zone": "library", "owner": "p1"}),
        (", alternative_costs: [harmonize]", {"zone": "exile", "owner": "p1"}),
        (", alternative_costs: [jump-start]", {"zone": "exile", "owner": "p1"}),
        (', keywords: ["flashback {1}"], alternative_costs: []', {"zone": "graveyard", "owner": "p1"}),
        (', keywords: ["buyback {3}"], additional_costs: [buyback]', {"zone": "hand", "owner": "p1"}),
        (', keywords: ["buyback {3}"], additional_costs: []', {"zone": "graveyard", "owner": "p1"}),
        (
            ', keywords: ["flashback {1}", "buyback {3}"], alternative_costs: [flashback], additional_costs: [buyback]',
            {"zone": "exile", "owner": "p1"},
        ),
        (", keywords: [retrace]", {"zone": "graveyard", "owner": "p1"}),
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


@pytest.mark.parametrize(
    ("keyword", "fact"),
    [
        ("flashback {1}", "alternative_costs"),
        ("harmonize {1}", "alternative_costs"),
        ("jump-start", "alternative_costs"),
        ("buyback {3}", "additional_costs"),
        ("rebound", "cast_from"),
        ("aftermath", "cast_from"),
    ],
)
def test_where_a_spell_goes_is_open_if_how_it_was_cast_isnt_stated(put: Ask, keyword: str, fact: str) -> None:
    """702.27a, 702.34a, 702.88a, 702.127a, 702.133a, 702.180a: it depends on how the spell was cast."""
    ruling = put("resolves-to S", f'{SPELL}, keywords: ["{keyword}"]}}]\n')
    assert (ruling.verdict, ruling.depends_on) == ("depends", (f"objects.S.{fact}",))


@pytest.mark.parametrize(("keyword", "cost"), [("flashback {1}", "alternative"), ("buyback {3}", "additional")])
def test_usually_no_such_cost_was_paid(put: Ask, keyword: str, cost: str) -> None:
    """With usual values the answer is definite, and says what it takes for granted."""
    ruling = put("resolves-to S", f'usual: yes\n{SPELL}, keywords: ["{keyword}"]}}]\n')
    assert ruling.value["zone"] == "graveyard"
    assert any(cost in each for each in ruling.assumptions)


@pytest.mark.parametrize("keyword", ["flashback {1}", "harmonize {1}", "jump-start", "aftermath"])
def test_a_countered_spell_may_be_exiled(put: Ask, keyword: str) -> None:
    """702.34a, 702.127a, 702.133a, 702.180a: exiled “any time it would leave the stack”; so is a countered spell."""
    text = f'{SPELL}, keywords: ["{keyword}"]}}]\nproposed: {{events: [{{happens: counter, things: [S]}}]}}\n'
    assert put("moves-to S", text).verdict == "depends"


@pytest.mark.parametrize("keyword", ["buyback {3}", "rebound"])
def test_a_countered_spell_doesnt_resolve(put: Ask, keyword: str) -> None:
    """702.27a, 702.88a: “as it resolves” only. 701.6a: a countered spell is put into its owner's graveyard."""
    text = f'{SPELL}, keywords: ["{keyword}"]}}]\nproposed: {{events: [{{happens: counter, things: [S]}}]}}\n'
    assert put("moves-to S", text).value["zone"] == "graveyard"


def test_a_flashback_spell_that_cant_be_countered_stays(put: Ask) -> None:
    """702.34a applies only as the spell would leave the stack. 101.2: it can't be countered, so it doesn't leave."""
    text = (f"{SPELL}, alternative_costs: [flashback]}}]\neffects: [{{says: cant, does: be-countered, objects: [S]}}]\n"
            "proposed: {events: [{happens: counter, things: [S]}]}\n")  # fmt: skip
    assert put("moves-to S", text).value["zone"] == "stack"


def test_a_mutating_spell_may_merge(put: Ask) -> None:
    """702.140a: whether the spell merges depends on whether the mutate cost was paid."""
    text = ("players: {p1: , p2: }\nobjects:\n- {id: S, zone: stack, owner: p1, controller: p1, types: [creature],"
            " keywords: ['mutate {1}']}\n")  # fmt: skip
    assert put("resolves-to S", text).depends_on == ("objects.S.alternative_costs",)
    assert put("resolves-to S", "usual: yes\n" + text).value["zone"] == "battlefield"


@pytest.mark.parametrize(
    ("keyword", "cast_from", "zone", "countered"),
    [
        ("rebound", "hand", "exile", "graveyard"),
        ("rebound", "graveyard", "graveyard", "graveyard"),
        ("aftermath", "graveyard", "exile", "exile"),
        ("aftermath", "hand", "graveyard", "graveyard"),
    ],
)
def test_where_it_was_cast_from(put: Ask, keyword: str, cast_from: str, zone: str, countered: str) -> None:
    """702.88a: as it resolves, if cast from the hand. 702.127a: any time it leaves, if cast from a graveyard."""
    text = f"{SPELL}, keywords: [{keyword}], cast_from: {cast_from}}}]\n"
    assert put("resolves-to S", text).value["zone"] == zone
    stopped = text + "proposed: {events: [{happens: counter, things: [S]}]}\n"
    assert put("moves-to S", stopped).value["zone"] == countered


def test_cipher(put: Ask) -> None:
    """702.99a: a card may be exiled encoded on a creature that its controller controls; a copy can't."""
    board = """closed: [battlefield]
players: {{p1: , p2: }}
objects:
  - {{id: S, zone: stack, owner: p1, controller: p1, types: [sorcery], keywords: [cipher], card: {card}}}
  - {{id: C, zone: battlefield, controller: {whose}, types: [creature]}}
"""
    chosen = put("resolves-to S", board.format(card="yes", whose="p1")).value
    assert (chosen["zone"], chosen["chooses"]) == (["graveyard", "exile"], "p1")
    for card, whose in (("no", "p1"), ("yes", "p2")):
        assert put("resolves-to S", board.format(card=card, whose=whose)).value["zone"] == "graveyard"
    assert put("resolves-to S", board.format(card="yes", whose="p2").replace("closed: [battlefield]\n", "")).depends_on
