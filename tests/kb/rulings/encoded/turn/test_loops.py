"""Loops (731)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


@pytest.mark.parametrize(
    ("active", "loop", "day", "who"),
    [
        ("p1", "[p1, p2]", "2026-01-16", "p1"),
        ("p2", "[p1, p2]", "2026-01-16", "p2"),
        ("p3", "[p1, p2]", "2026-01-16", "p1"),
        ("p2", "[p1, p3]", "2026-01-16", "p3"),
        ("p3", "[p1, p2]", "2009-07-11", "p3"),
    ],
)
def test_fragmented_loop(put: Ask, active: str, loop: str, day: str, who: str) -> None:
    """731.3: the active player ends the loop; since 2009-10-01, if they don't act in it, the next player who does."""
    text = f"game: {{active: {active}}}\nplayers: {{p1: , p2: , p3: }}\nproposed: {{loop: {loop}}}"
    assert put("breaks-loop", text, day=day).value == who


def test_loop_that_is_not_stated(put: Ask) -> None:
    """The players who act in the loop and the active player have to be stated."""
    assert put("breaks-loop", "game: {active: p1}\nplayers: {p1: }").depends_on == ("proposed.loop",)
    assert put("breaks-loop", "players: {p1: }\nproposed: {loop: [p1]}").depends_on == ("game.active",)


def test_forced_to_end_a_loop(put: Ask) -> None:
    """731.5: only objects that are involved in the loop can force a player to end it."""
    text = "objects: [{id: A}, {id: B}]\nproposed: {loop: [B]}"
    assert put("must-end-loop A", text).verdict == "no"
    assert put("must-end-loop B", text).verdict == "yes"
    assert put("must-end-loop A", "objects: [{id: A}]").depends_on == ("proposed.loop",)
    assert put("must-end-loop B", text, day="2009-05-01").verdict == "depends"
