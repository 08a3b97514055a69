"""Controlling another player (722; 507 before 2009)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def players(controlled: str = "controlled_by: p2", rest: str = "", active: str = "p1") -> str:
    return f"game: {{active: {active}}}\nplayers: {{p1: {{{controlled}}}, p2: , p3: }}\n{rest}"


@pytest.mark.parametrize(
    ("controlled", "decision", "active", "day", "who"),
    [
        ("controlled_by: p2", "game", "p1", "2026-01-16", "p2"),
        ("controlled_by: p2", "game", "p3", "2026-01-16", "p2"),
        ("controlled_by: p2", "tournament", "p1", "2026-01-16", "p1"),
        ("controlled_by: p2", "other", "p1", "2026-01-16", "p1"),
        ("controlled_by: none", "game", "p1", "2026-01-16", "p1"),
        ("life: 1", "game", "p1", "2026-01-16", "p1"),
        ("controlled_by: p2", "game", "p1", "2010-07-16", "p2"),
        ("controlled_by: p2", "game", "p3", "2010-07-16", "p1"),
        ("controlled_by: p2", "other", "p1", "2010-07-16", "p1"),
        ("controlled_by: none", "game", "p1", "2010-07-16", "p1"),
    ],
)
def test_who_decides(put: Ask, controlled: str, decision: str, active: str, day: str, who: str) -> None:
    """722.5, 722.5b: the controller makes a player's game decisions; until 2010-07-16 only in that player's turn."""
    ruling = put("decides p1", players(controlled, f"proposed: {{decision: {decision}}}", active), day=day)
    assert (ruling.verdict, ruling.value) == ("yes", who)


def test_a_decision_that_is_not_stated(put: Ask) -> None:
    """The kind of decision has to be stated if another player controls the player."""
    assert put("decides p1", players()).depends_on == ("proposed.decision",)
    assert put("decides p1", players("controlled_by: none")).value == "p1"


HAND, FACE_DOWN = "zone: hand, owner: p1", "zone: battlefield, controller: p1, owner: p1, face_down: yes"


@pytest.mark.parametrize(
    ("facts", "viewer", "verdict"),
    [
        (HAND, "p2", "yes"), (HAND, "p1", "yes"), (HAND, "p3", "no"),
        (HAND.replace("p1", "p3"), "p2", "no"), (HAND.replace("p1", "p2"), "p2", "yes"),
        (FACE_DOWN, "p2", "yes"), (FACE_DOWN, "p1", "yes"), (FACE_DOWN, "p3", "no"),
        (FACE_DOWN.replace("p1", "p3"), "p2", "no"),
        ("zone: battlefield, controller: p3, owner: p3", "p2", "yes"),
        ("zone: graveyard, owner: p3", "p2", "yes"),
        ("zone: exile, owner: p1, face_down: yes", "p2", "no"),
        ("zone: library, owner: p1", "p2", "no"), ("zone: library, owner: p1", "p1", "no"),
        ("zone: outside, owner: p1", "p1", "yes"), ("zone: outside, owner: p1", "p2", "no"),
    ],
)  # fmt: skip
def test_cards_that_a_controller_can_see(put: Ask, facts: str, viewer: str, verdict: str) -> None:
    """722.4: the controller sees what the controlled player sees, but not cards outside the game."""
    assert put(f"can-see {viewer} A", players(rest=f"objects: [{{id: A, {facts}}}]")).verdict == verdict


def test_cards_outside_the_game_before_2016(put: Ask) -> None:
    """Until 2016-04-08 the controller also saw the player's cards outside the game."""
    text = players(rest="objects: [{id: A, zone: outside, owner: p1}]")
    assert put("can-see p2 A", text, day="2016-04-08").verdict == "yes"
    assert put("can-see p2 A", text, day="2016-07-22").verdict == "no"
    assert put("can-see p2 A", text.replace("controlled_by: p2", "life: 1"), day="2016-04-08").verdict == "no"


@pytest.mark.parametrize(
    ("facts", "verdict"),
    [
        ("zone: hand, owner: p1", "yes"), ("zone: hand, owner: p2", "no"),
        ("zone: battlefield, controller: p1, owner: p2", "yes"),
        ("zone: battlefield, controller: p2, owner: p1", "no"),
        ("zone: stack, controller: p2, owner: p1", "no"),
        ("controller: p1, owner: p2", "yes"),
    ],
)  # fmt: skip
def test_whose_resources_pay(put: Ask, facts: str, verdict: str) -> None:
    """722.5a: the controlled player's costs are paid only with that player's resources."""
    assert put("can-pay-with p1 A", players(rest=f"objects: [{{id: A, {facts}}}]")).verdict == verdict
