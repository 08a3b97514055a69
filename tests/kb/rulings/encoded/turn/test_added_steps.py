"""Steps that effects add after a phase (500.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


@pytest.mark.parametrize(
    ("active", "proposed", "value"),
    [
        ("p1", "adds_step: upkeep", [{"phase": "beginning", "steps": ["upkeep"]}]),
        ("p1", "adds_step: end, adds_steps: 2", [{"phase": "ending", "steps": ["end"]}] * 2),
        ("p1", "adds_step: draw, adds_steps: 0", []),
        ("p2", "adds_step: upkeep", []),
    ],
)
def test_added_steps(put: Ask, active: str, proposed: str, value: list[dict[str, object]]) -> None:
    """500.10: each added step gets a phase of its own. 500.10a: a player gets added steps only in their own turn."""
    ruling = put("added-steps p1", f"game: {{active: {active}}}\nplayers: {{p1: , p2: }}\nproposed: {{{proposed}}}")
    assert (ruling.verdict, ruling.value) == ("yes", value)


def test_step_and_active_player_have_to_be_stated(put: Ask) -> None:
    """The added step and the active player have to be stated."""
    text = "players: {p1: , p2: }\nproposed: {adds_step: upkeep}"
    assert put("added-steps p1", text).depends_on == ("game.active",)
    assert put("added-steps p1", "game: {active: p1}\nplayers: {p1: }").depends_on == ("proposed.adds_step",)
