"""Commanders that may go to the command zone instead of another zone (903.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

BOARD = """game: {variant: commander}
players: {p1: {}, p2: {}}
objects:
  - {id: K, zone: battlefield, controller: p2, owner: p1, types: [creature], keywords: [], commander: COMMANDER,
     abilities: [{kind: triggered, trigger: TRIGGER}]}
proposed: {events: [{happens: HAPPENS, things: [K]}]AGREES}
"""


def board(happens: str, trigger: str = "dies", *, agrees: str = "", commander: str = "yes") -> str:
    """Return an event that happens to the commander K of p1."""
    text = BOARD.replace("HAPPENS", happens).replace("TRIGGER", trigger).replace("COMMANDER", commander)
    return text.replace("AGREES", f", agrees: {agrees}" if agrees else "")


@pytest.mark.parametrize(
    ("day", "happens", "may"),
    [
        ("2014-05-01", "die", True),
        ("2014-05-01", "exile", False),
        ("2019-08-23", "die", True),
        ("2019-08-23", "destroy", True),
        ("2019-08-23", "exile", True),
        ("2019-08-23", "return", True),
        ("2020-07-03", "die", False),
        ("2020-07-03", "exile", False),
        ("2020-07-03", "return", True),
        ("2026-01-16", "return", True),
        ("2026-01-16", "sacrifice", False),
    ],
)
def test_zones_that_the_command_zone_replaces(put: Ask, day: str, happens: str, may: bool) -> None:
    """903.11 (2014), 903.9 (2019) and 903.9b: the owner may have it put into the command zone instead."""
    value = put("event-becomes K", board(happens), day).value
    assert value == ({"happens": [happens, "command"], "chooses": "p1"} if may else {"happens": happens})
    assert put("event-becomes K", board(happens, commander="no"), day).value == {"happens": happens}


@pytest.mark.parametrize(
    ("day", "trigger", "agrees", "times"),
    [
        ("2019-08-23", "dies", "yes", 0),
        ("2019-08-23", "dies", "no", 1),
        ("2019-08-23", "leaves", "yes", 1),
        ("2019-08-23", "leaves", "no", 1),
        ("2020-07-03", "dies", "yes", 1),
        ("2020-07-03", "dies", "", 1),
        ("2026-01-16", "dies", "no", 1),
    ],
)
def test_triggers_on_dying(put: Ask, day: str, trigger: str, agrees: str, times: int) -> None:
    """903.9, 603.6: until 2020-06-01 a commander that goes to the command zone doesn't die; since then it does."""
    assert put("trigger-count K", board("die", trigger, agrees=agrees), day).value == times


def test_the_owners_choice_isnt_stated(put: Ask) -> None:
    """903.9 (2019): whether it dies is its owner's choice."""
    assert put("trigger-count K", board("die"), "2019-08-23").depends_on == ("proposed.agrees",)
    assert put("trigger-count K", board("die", "leaves"), "2019-08-23").value == 1
