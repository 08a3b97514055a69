"""Shortcuts (731.2; 713.2 in 2009)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def shortcut(p1: str = "", p2: str = "", p3: str = "", priority: str = "p1", more: str = "") -> str:
    """Return a shortcut from the draw step to the end step, with each player's reply."""
    told = more or "conditional: no, ends_with_priority: yes"
    places = "shortcut: [draw, main, combat, end]"
    players = f"p1: {{{p1}}}, p2: {{{p2}}}, p3: {{{p3}}}"
    return f"game: {{priority: {priority}}}\nplayers: {{{players}}}\nproposed: {{{places}, {told}}}"


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        (shortcut(), "end"),
        (shortcut(p2="shortens_at: combat"), "combat"),
        (shortcut(p2="shortens_at: combat", p3="shortens_at: main"), "main"),
        (shortcut(p2="shortens_at: main", p3="shortens_at: combat"), "main"),
        (shortcut(p3="shortens_at: draw"), "draw"),
        (shortcut(p2="shortens_at: end"), "end"),
        (shortcut(p1="shortens_at: draw"), "end"),
    ],
)
@pytest.mark.parametrize("day", ["2009-07-11", "2026-01-16"])
def test_end_of_a_shortcut(put: Ask, text: str, ends: str, day: str) -> None:
    """731.2b: another player may name an earlier end; a later player can't make the shortcut longer again."""
    ruling = put("shortcut p1", text, day=day)
    assert (ruling.verdict, ruling.value) == ("yes", {"ends": ends})


@pytest.mark.parametrize(
    "text",
    [
        shortcut(priority="p2"),
        shortcut(more="conditional: yes, ends_with_priority: yes"),
        shortcut(more="conditional: no, ends_with_priority: no"),
    ],
)
def test_forbidden_shortcuts(put: Ask, text: str) -> None:
    """731.2a: the player must have priority; the shortcut must be unconditional and end with a player's priority."""
    assert put("shortcut p1", text).verdict == "no"
    assert put("shortcut p1", text, day="2009-05-01").verdict == "no"


def test_unstated_facts(put: Ask) -> None:
    """The steps of the shortcut have to be stated, and whether it is conditional."""
    text = "game: {priority: p1}\nplayers: {p1: }\nproposed: {conditional: no, ends_with_priority: yes}"
    assert put("shortcut p1", text).depends_on == ("proposed.shortcut",)
    assert "proposed.conditional" in put("shortcut p1", shortcut(more="ends_with_priority: yes")).depends_on
