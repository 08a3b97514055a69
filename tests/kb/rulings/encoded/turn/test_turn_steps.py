"""Turn-based actions of the untap (502.3), draw (504.1, 103.8) and cleanup steps (402.2, 514.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.kb.rulings.encoded.casting.test_casting_times import Says

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


@pytest.mark.parametrize(
    ("facts", "effects", "verdict"),
    [
        ("zone: battlefield, controller: p1", "", "yes"),
        ("zone: battlefield, controller: p2", "", "no"),
        ("zone: battlefield, controller: p1, phased_out: yes", "", "yes"),
        ("zone: battlefield, controller: p2, phased_out: yes", "", "no"),
        ("zone: graveyard, controller: p1", "", "no"),
        ("zone: battlefield, controller: p1", "effects: [{says: cant, does: untap, objects: [A]}]", "no"),
        ("zone: battlefield", "", "depends"),
    ],
)
def test_untap_step(put: Ask, facts: str, effects: str, verdict: str) -> None:
    """502.1, 502.3: the active player's permanents phase in and untap, unless an effect keeps one from untapping."""
    text = f"game: {{active: p1, step: untap}}\nplayers: {{p1: , p2: }}\nobjects: [{{id: A, {facts}}}]\n{effects}"
    for day in ("2001-07-23", "2026-01-16"):
        assert put("untaps A", text, day=day).verdict == verdict


def turn(number: str, starting: str = "p1", active: str = "p1", variant: str = "normal", others: str = "p2: ") -> str:
    """Return the draw step of a turn."""
    facts = f"turn: {number}, starting: {starting}, active: {active}, variant: {variant}, step: draw"
    return f"game: {{{facts}}}\nplayers: {{p1: , {others}}}\n"


@pytest.mark.parametrize(
    ("text", "player", "verdict"),
    [
        (turn("2"), "p1", "yes"),
        (turn("2"), "p2", "no"),
        (turn("1"), "p1", "no"),
        (turn("1", starting="p2"), "p1", "yes"),
        (turn("2", active="p2"), "p2", "yes"),
        (turn("1", others="p2: , p3: "), "p1", "yes"),
        (turn("1", variant="two-headed-giant", others="p2: , p3: , p4: "), "p1", "no"),
        (turn("2", variant="two-headed-giant", others="p2: , p3: , p4: "), "p1", "yes"),
        (turn("1", variant="two-headed-giant"), "p1", "no"),
        (turn("1", starting="p2", variant="two-headed-giant"), "p1", "no"),
    ],
)
def test_draw_step(put: Ask, text: str, player: str, verdict: str) -> None:
    """504.1: the active player draws. 103.8a to c: the first player of two, or the first team, skips the first draw."""
    assert put(f"draws {player}", text).verdict == verdict


def test_first_draw_depends_on_who_plays_first(put: Ask) -> None:
    """The draw of the first turn depends on the starting player; later draws don't."""
    text = "game: {active: p1, turn: 1}\nplayers: {p1: , p2: }"
    assert put("draws p1", text).depends_on == ("game.starting",)
    assert put("draws p1", text.replace("turn: 1", "turn: 3")).verdict == "yes"


def test_team_that_plays_first(put: Ask, says: Says) -> None:
    """103.8b: neither player of the team that plays first draws in its first turn."""
    text = turn("1", active="p2", variant="two-headed-giant")
    assert put("draws p1", text).verdict == "no"
    ruling = put("draws p2", text)
    assert ruling.verdict == "no"
    assert "103.8b" in {cited.number for cited in ruling.citations}
    assert says("first-draw-step-of-a-team", text, "p1") is False


@pytest.mark.parametrize(
    ("facts", "active", "cards"),
    [
        ("hand: 9", "p1", 2),
        ("hand: 8", "p1", 1),
        ("hand: 7", "p1", 0),
        ("hand: 3", "p1", 0),
        ("hand: 9, maximum_hand: 5", "p1", 4),
        ("hand: 9", "p2", 0),
    ],
)
def test_cleanup_step(put: Ask, facts: str, active: str, cards: int) -> None:
    """514.1, 402.2: the active player discards down to the maximum hand size, normally seven."""
    text = f"game: {{active: {active}}}\nplayers: {{p1: {{{facts}}}, p2: }}\n"
    for day in ("2001-07-23", "2026-01-16"):
        ruling = put("discards p1", text, day=day)
        assert (ruling.verdict, ruling.value) == ("yes", cards)


@pytest.mark.parametrize(
    ("facts", "variant", "cards"),
    [
        ("hand: 8, hand_modifier: -1", "vanguard", 2),
        ("hand: 8, hand_modifier: -1", "normal", 1),
        ("hand: 8, hand_modifier: -1, maximum_hand: 8", "vanguard", 0),
        ("hand: 8, hand_modifier: 3", "vanguard", 0),
    ],
)
def test_cleanup_step_with_a_vanguard(put: Ask, facts: str, variant: str, cards: int) -> None:
    """902.5b: the maximum hand size is seven plus the hand modifier; the rules have Vanguard since 2009-10-01."""
    text = f"game: {{active: p1, variant: {variant}}}\nplayers: {{p1: {{{facts}}}, p2: }}\n"
    assert put("discards p1", text).value == cards
    if "maximum_hand" not in facts:
        assert put("discards p1", text, day="2009-07-11").value == 1


def test_cleanup_step_depends_on_the_hand(put: Ask) -> None:
    """The number of cards in the hand has to be stated."""
    assert put("discards p1", "game: {active: p1}\nplayers: {p1: }").depends_on == ("players.p1.hand",)
