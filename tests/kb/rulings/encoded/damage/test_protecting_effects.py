"""Effects that rules give to permanents: shield, stun and finality counters (122.1), regeneration (701.19)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def board(facts: str = "", rest: str = "") -> str:
    """Return creature A of p1 with more facts, a creature B of p2, and more of the situation."""
    return (
        "closed: [battlefield]\ngame: {active: p1, step: untap}\nplayers: {p1: {life: 20}, p2: {life: 20}}\nobjects:\n"
        "  - {id: A, zone: battlefield, owner: p1, controller: p1, types: [creature], power: 2, toughness: 2"
        f"{facts}}}\n"
        "  - {id: B, zone: battlefield, owner: p2, controller: p2, types: [creature], power: 2, toughness: 2}\n"
        f"{rest}"
    )


def event(happens: str) -> str:
    return f"proposed: {{events: [{{happens: {happens}, things: [A]}}]}}\n"


SHIELD, STUN, FINALITY = (f", counters: {{{kind}: 1}}" for kind in ("shield", "stun", "finality"))
REGENERATES = ", regeneration_shields: 1"


@pytest.mark.parametrize(
    ("facts", "happens", "becomes", "zone"),
    [
        ("", "destroy", "destroy", "graveyard"),
        (SHIELD, "destroy", "nothing", "battlefield"),
        (SHIELD, "sacrifice", "sacrifice", "graveyard"),
        (SHIELD, "die", "die", "graveyard"),
        (", counters: {shield: 0}", "destroy", "destroy", "graveyard"),
        (", keywords: [indestructible]", "destroy", "nothing", "battlefield"),
        (", keywords: [indestructible]", "sacrifice", "sacrifice", "graveyard"),
        (REGENERATES, "destroy", "nothing", "battlefield"),
        (REGENERATES, "sacrifice", "sacrifice", "graveyard"),
        (FINALITY, "die", "exile", "exile"),
        (FINALITY, "destroy", "exile", "exile"),
        (FINALITY, "sacrifice", "exile", "exile"),
        (FINALITY, "return", "return", "hand"),
    ],
)
def test_what_happens_to_a_protected_permanent(put: Ask, facts: str, happens: str, becomes: str, zone: str) -> None:
    """122.1c, 122.1h, 701.8b, 701.19a, 702.12b."""
    assert put("event-becomes A", board(facts, event(happens))).value == {"happens": becomes}
    assert put("moves-to A", board(facts, event(happens))).value == {"zone": zone}


def test_an_effect_stops_destruction_and_regeneration(put: Ask) -> None:
    """101.2, 701.19c."""
    cant = "effects: [{says: cant, does: be-destroyed, objects: [A]}]\n"
    assert put("event-becomes A", board("", event("destroy") + cant)).value == {"happens": "nothing"}
    cant = "effects: [{says: cant, does: be-regenerated, objects: [A]}]\n"
    assert put("event-becomes A", board(REGENERATES, event("destroy") + cant)).value == {"happens": "destroy"}


def test_an_effect_on_dying_applies_to_what_is_destroyed_or_sacrificed(put: Ask) -> None:
    """614.1a, 701.8a: a destroyed creature dies."""
    instead = "effects: [{says: replaces, does: die, affects: [creature], instead: exile}]\n"
    for happens in ("die", "destroy", "sacrifice"):
        assert put("event-becomes A", board("", event(happens) + instead)).value == {"happens": "exile"}
        assert put("moves-to A", board("", event(happens) + instead)).value == {"zone": "exile"}


def test_unless_indestructible_is_stated_the_answer_is_open(put: Ask) -> None:
    text = "objects:\n  - {id: A, zone: battlefield, controller: p1, types: [creature]}\n" + event("destroy")
    ruling = put("event-becomes A", text)
    assert ruling.verdict == "depends"
    assert "objects.A.keywords" in ruling.depends_on


@pytest.mark.parametrize(
    ("facts", "performed_ones"),
    [
        ("", {"destroy"}),
        (SHIELD, {"destroy"}),
        (REGENERATES, {"replaced"}),
        (FINALITY, {"replaced"}),
        (", keywords: [indestructible]", set()),
    ],
)
def test_lethal_damage(
    performed: Callable[..., set[tuple[str, str, str]]], put: Ask, facts: str, performed_ones: set[str]
) -> None:
    """704.5g destroys, but not as the result of an effect (122.1c). Regeneration replaces it."""
    assert {kind for _concept, kind, _things in performed(board(facts + ", damage: 2"))} == performed_ones
    zone = {"": "graveyard", SHIELD: "graveyard", FINALITY: "exile"}.get(facts, "battlefield")
    if "indestructible" not in facts:
        history = "history: {deathtouch_damage: {A: no, B: no}}\n"
        assert put("moves-to A", board(facts + ", damage: 2", history)).value == {"zone": zone}


def test_regeneration_does_not_help_against_toughness_zero(performed: Callable[..., set[tuple[str, str, str]]]) -> None:
    """704.5f: regeneration can't replace this event."""
    found = performed(board(REGENERATES).replace("toughness: 2, reg", "toughness: 0, reg"))
    assert {kind for _concept, kind, _things in found} == {"graveyard"}


@pytest.mark.parametrize(
    ("facts", "happens", "times"),
    [("", "die", 1), (FINALITY, "die", 0), (FINALITY, "destroy", 0), ("", "destroy", 1), (SHIELD, "destroy", 0),
     (REGENERATES, "destroy", 0), (REGENERATES, "sacrifice", 1), (", keywords: [indestructible]", "destroy", 0)],
)  # fmt: skip
def test_triggers_on_dying(put: Ask, facts: str, happens: str, times: int) -> None:
    """603.2g: an event that is replaced or that doesn't happen triggers nothing."""
    ability = ", abilities: [{kind: triggered, trigger: dies}]"
    assert put("trigger-count A", board(facts + ability, event(happens))).value == times


def test_stun_counters(put: Ask) -> None:
    """122.1d: the counter is removed instead of untapping."""
    assert put("untaps A", board(", tapped: yes")).verdict == "yes"
    ruling = put("untaps A", board(", tapped: yes" + STUN))
    assert (ruling.verdict, ruling.citations[0].number) == ("no", "122.1d")
    ability = ", tapped: yes, abilities: [{kind: triggered, trigger: becomes-untapped}]"
    assert put("trigger-count A", board(ability, event("untap"))).value == 1
    assert put("trigger-count A", board(ability + STUN, event("untap"))).value == 0
    assert put("untaps A", board(", tapped: yes" + STUN), day="2022-04-29").verdict == "yes"


@pytest.mark.parametrize(
    ("facts", "active", "verdict"),
    [(", phased_out: yes", "p1", "yes"), (", phased_out: yes", "p2", "no"), (", keywords: [phasing]", "p1", "no"),
     (", keywords: [flying]", "p1", "yes")],
)  # fmt: skip
def test_phasing_comes_before_untapping(put: Ask, facts: str, active: str, verdict: str) -> None:
    """502.1, 502.3."""
    text = board(facts).replace("active: p1", f"active: {active}")
    assert put("untaps A", text).verdict == verdict
    assert put("untaps A", text, day="2008-02-01").verdict == verdict


DAMAGE = "proposed: {damage: [{source: B, to: A, amount: 3}]}\n"
FREE = "{says: cant, does: be-prevented}"


@pytest.mark.parametrize(
    ("facts", "effects", "found"),
    [
        ("", "", {"A": {"damage": 3}}),
        (SHIELD, "", {"A": {"shield": -1}}),
        (SHIELD, FREE, {"A": {"damage": 3, "shield": -1}}),
        ("", "{says: prevents, does: be-dealt-damage, objects: [A]}", {}),
        ("", f"{{says: prevents, does: be-dealt-damage, objects: [A]}}, {FREE}", {"A": {"damage": 3}}),
        ("", f"{{says: prevents, does: be-dealt-damage, objects: [A], amount: 1}}, {FREE}", {"A": {"damage": 3}}),
        (", keywords: [protection from creatures]", FREE, {"A": {"damage": 3}}),
        (", keywords: [protection from creatures]", "{says: cant, does: be-prevented, objects: [A]}", {}),
    ],
)
def test_damage_to_a_protected_permanent(put: Ask, facts: str, effects: str, found: dict[str, dict[str, int]]) -> None:
    """122.1c prevents and removes a counter. 615.12: other effects of prevention take place if nothing is prevented."""
    ruling = put("damage", board(facts, DAMAGE + f"effects: [{effects}]\n"))
    assert (ruling.value or {}) == found
