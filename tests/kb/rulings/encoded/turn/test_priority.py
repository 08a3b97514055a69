"""The player who gets priority next (117.3), and the result if all players pass (117.4, 500.2, 505.2, 608.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def game(happened: str, active: str = "p1", priority: str = "p2", players: str = "p1: , p2: , p3: ") -> str:
    """Return a game in which the event `happened` has just happened."""
    return f"game: {{just_happened: {happened}, active: {active}, priority: {priority}}}\nplayers: {{{players}}}\n"


@pytest.mark.parametrize(
    ("text", "player", "number"),
    [
        (game("beginning"), "p1", "117.3a"),
        (game("resolution"), "p1", "117.3b"),
        (game("action"), "p2", "117.3c"),
        (game("pass"), "p3", "117.3d"),
        (game("pass", priority="p3"), "p1", "117.3d"),
        (game("pass", priority="p1", players="p1: , p2: {lost: yes}, p3: "), "p3", "117.3d"),
    ],
)
def test_who_gets_priority_next(put: Ask, text: str, player: str, number: str) -> None:
    """117.3a to 117.3d: only the expected player gets priority."""
    for each in ("p1", "p2", "p3"):
        if "lost" in text and each == "p2":
            continue
        ruling = put(f"gets-priority {each}", text)
        assert ruling.verdict == ("yes" if each == player else "no")
        assert number in {cited.number for cited in ruling.citations}


def test_priority_depends_on_whose_turn_it_is(put: Ask) -> None:
    """If only the active player is unstated, the answer depends on that fact alone."""
    assert put("gets-priority p2", "game: {step: draw}\nplayers: {p1: , p2: }").depends_on == ("game.active",)


@pytest.mark.parametrize(
    ("facts", "value", "number"),
    [
        ("stack: [A, B]", {"resolves": "B"}, "608.1"),
        ("stack: [], step: upkeep", {"ends": "upkeep"}, "500.2"),
        ("stack: [], phase: combat", {"ends": "combat"}, "500.2"),
        ("stack: [], phase: main", {"ends": "main"}, "505.2"),
        ("stack: []", {"ends": "phase"}, "500.2"),
    ],
)
def test_all_players_pass(put: Ask, facts: str, value: dict[str, str], number: str) -> None:
    """608.1: the top object of the stack resolves. 500.2, 505.2: with an empty stack the step or phase ends."""
    for day in ("2010-02-01", "2026-01-16"):
        ruling = put("all-pass", f"game: {{{facts}}}", day=day)
        assert (ruling.verdict, ruling.value) == ("yes", value)
        assert [cited.number for cited in ruling.citations] == [number]


def test_all_players_pass_with_an_unknown_stack(put: Ask) -> None:
    """The objects on the stack have to be stated."""
    assert put("all-pass", "game: {phase: main}").depends_on == ("game.stack",)
