"""Effects between two checks for state-based actions (704.3): their sources and objects may have left."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kb.rulings.engine.actions import put_into_graveyard
from kb.rulings.engine.state_based_checks import perform_actions
from kb.rulings.law.applicable_law import Law
from kb.rulings.logic.ternary import constant
from tests.kb.rulings.conftest import Ask, situation

SOURCE = (
    "{id: H, zone: battlefield, controller: p1, name: Warden, types: [creature], power: 2, toughness: 2, damage: 2}"
)
OTHER = "{id: A, zone: battlefield, controller: p1, name: Pup, types: [creature], power: 1, toughness: 1, damage: 1}"
GRANTER = "{id: R, zone: battlefield, controller: p1, name: Badge, types: [artifact]}"
ANTHEM = "says: gets, affects: [other creature you control], power: 1, toughness: 1"


def board(*effects: str, objects: str = f"{SOURCE}, {OTHER}, {GRANTER}") -> str:
    """Return a closed battlefield with objects and effects."""
    listed = ", ".join(f"{{{each}}}" for each in effects)
    return f"usual: yes\nplayers: {{p1: , p2: }}\nclosed: [battlefield]\nobjects: [{objects}]\neffects: [{listed}]"


def deaths(put: Ask, text: str) -> tuple[list[tuple[int, str]], list[tuple[str, ...]]]:
    """Return the destroyed creatures, each with the number of the check, and the facts that open deaths depend on."""
    ruling = put("sba", text)
    dead = [(each.check_number, each.action.things[0]) for each in ruling.actions if each.action.kind == "destroy"]
    return dead, [each.depends_on for each in ruling.open_actions if each.action.kind == "destroy"]


@pytest.mark.parametrize("source", ["H", "Warden"])
def test_a_static_ability_of_a_permanent_that_died_has_no_effect(put: Ask, source: str) -> None:
    """611.3b, 704.3: the effect exists only while its source is on the battlefield, so the second check finds A."""
    affects = ANTHEM if source == "H" else ANTHEM.replace("affects: [other creature you control]", "objects: [A]")
    static = f"source: {source}, generated_by: static-ability, {affects}"
    assert deaths(put, board(static)) == ([(1, "H"), (2, "A")], [])


def test_an_effect_of_a_resolution_outlasts_its_source(put: Ask) -> None:
    """611.2a: the effect of a resolved ability lasts as long as it says, wherever its source is."""
    assert deaths(put, board(f"source: H, generated_by: resolution, {ANTHEM}")) == ([(1, "H")], [])


def test_it_is_open_what_generated_the_effect(put: Ask) -> None:
    """611.2a, 611.3b: if the situation doesn't say what generated the effect, the second check is open."""
    assert deaths(put, board(f"source: H, {ANTHEM}")) == ([(1, "H")], [("effects.1.generated_by",)])


def test_a_source_that_stays_goes_on(put: Ask) -> None:
    """611.3b: an effect whose source stays on the battlefield applies in each check."""
    static = "source: R, generated_by: static-ability, says: gets, objects: [A], power: 1, toughness: 1"
    assert deaths(put, board(static)) == ([(1, "H")], [])


def test_an_ability_that_a_departed_permanent_gave(put: Ask) -> None:
    """611.3b: if the permanent that gives an ability leaves, the ability's effect ends, too."""
    granted = "source: R, granted_by: H, generated_by: static-ability, says: gets, objects: [A], power: 1, toughness: 1"
    assert deaths(put, board(granted)) == ([(1, "H"), (2, "A")], [])


def test_a_duration_that_names_a_departed_permanent(put: Ask) -> None:
    """611.2b: "for as long as you control H" is over when H has died; then p2 controls two legendary permanents."""
    legend = "zone: battlefield, name: Queen, types: [artifact], supertypes: [legendary], controller: p2, owner: p2"
    objects = f"{SOURCE}, {{id: B, {legend}}}, {{id: C, {legend}}}"
    control = "says: controls, objects: [B], to: [p1], while_you_control: H, generated_by: resolution"
    ruling = put("sba", board(control, objects=objects))
    found = [(each.check_number, each.citation.concept) for each in ruling.actions]
    assert found == [(1, "lethal-damage"), (2, "legend-rule")]


@pytest.mark.parametrize(
    ("effect", "power"),
    [
        ("generated_by: resolution, says: gets, objects: [A], power: 3, toughness: 3", 1),
        ("generated_by: resolution, says: gets, affects: [creature], in_zone: graveyard, power: 3, toughness: 3", 1),
        ("generated_by: static-ability, says: gets, affects: [creature], in_zone: graveyard, power: 3", 4),
    ],
)
def test_an_object_that_changes_zones_is_a_new_object(laws: Callable[[str], Law], effect: str, power: int) -> None:
    """400.7: an effect on a permanent doesn't apply to the card in the graveyard, except if it describes that card."""
    now = situation(board(effect)).with_law(laws("2026-01-16"))
    permanent = now.object("A")
    assert permanent is not None
    after = perform_actions(now, [put_into_graveyard(permanent, when=constant(True))]).object("A")
    assert after is not None and after.power.value == power
