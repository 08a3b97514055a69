"""Day and night (730), daybound and nightbound (702.145)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

BOARD = """closed: [battlefield]
game: {GAME}
players: {p1: {}}
objects:
  - {id: A, zone: battlefield, controller: p1, types: [creature], keywords: [daybound], face_up: front}
  - {id: B, zone: battlefield, controller: p1, types: [creature], keywords: [nightbound], face_up: back}
  - {id: C, zone: battlefield, controller: p1, types: [creature], keywords: [], face_up: front}
"""


@pytest.mark.parametrize(
    ("state", "cast", "step", "after"),
    [
        ("day", 0, "untap", "night"),
        ("day", 1, "untap", "day"),
        ("day", 0, "upkeep", "day"),
        ("night", 1, "untap", "night"),
        ("night", 2, "untap", "day"),
        ("night", 0, "untap", "night"),
        ("night", 5, "end", "night"),
    ],
)
def test_check_of_the_untap_step(put: Ask, state: str, cast: int, step: str, after: str) -> None:
    """730.2a, 730.2b: no spells in a day's turn make it night, two or more in a night's turn make it day."""
    ruling = put("day-night", BOARD.replace("GAME", f"day_night: {state}, spells_last_turn: {cast}, step: {step}"))
    assert ruling.value == {"designation": after, "transforms": ["A"] if after == "night" else ["B"]}
    assert "702.145c" in [each.number for each in ruling.citations] or after == "day"


def test_neither(put: Ask) -> None:
    """730.2c, 702.145d, 702.145g: nothing is checked; daybound makes it day, nightbound alone makes it night."""
    text = BOARD.replace("GAME", "day_night: neither, step: untap")
    assert put("day-night", text).value == {"designation": "day", "transforms": ["B"]}
    without = text.replace("[daybound]", "[]")
    assert put("day-night", without).value == {"designation": "night", "transforms": []}
    nothing = without.replace("[nightbound]", "[]")
    ruling = put("day-night", nothing)
    assert ruling.value == {"designation": "neither", "transforms": []}
    assert "730.2c" in [each.number for each in ruling.citations]
    assert put("day-night", nothing.replace("closed: [battlefield]", "")).depends_on == ("closed",)


def test_what_isnt_stated(put: Ask) -> None:
    """The designation, the step and the spells of the previous turn decide, each only if it matters."""
    assert put("day-night", BOARD.replace("GAME", "step: untap")).depends_on == ("game.day_night",)
    assert put("day-night", BOARD.replace("GAME", "day_night: day, step: untap")).depends_on == (
        "game.spells_last_turn",
    )
    assert put("day-night", BOARD.replace("GAME", "day_night: day"), "2020-01-24").verdict == "no"
