"""How a game ends (104): conceding, effects, the last player or team, a draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.kb.rulings.test_casting import Says

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def players(p1: str = "", p2: str = "", p3: str | None = None, effects: str = "") -> str:
    """Players with enough life, and effects."""
    fine = "life: 20, poison: 0"
    third = f", p3: {{{fine}, {p3}}}" if p3 is not None else ""
    text = f"players: {{p1: {{{fine}, {p1}}}, p2: {{{fine}, {p2}}}{third}}}\n".replace(", }", "}")
    never = ", ".join(f"{name}: no" for name in ("p1", "p2", "p3")[: 3 if p3 is not None else 2])
    return f"{text}history: {{drew_from_empty_library: {{{never}}}}}\neffects: [{effects}]\n"


@pytest.mark.parametrize(
    ("text", "verdict", "number"),
    [
        (players(), "no", None),
        (players("conceded: yes"), "yes", "104.3a"),
        (players(effects="{says: must, does: lose-game, players: [p1]}"), "yes", "104.3e"),
        (players(effects="{says: must, does: lose-game, players: [p2]}"), "no", None),
        (players(effects="{says: must, does: lose-game, players: [p1], applies: no}"), "no", None),
        (
            players(
                effects="{says: must, does: lose-game, players: [p1]}, {says: cant, does: lose-game, players: [p1]}"
            ),
            "no",
            None,
        ),
        (players("conceded: yes", effects="{says: cant, does: lose-game, players: [p1]}"), "yes", "104.3a"),
    ],
)
def test_losing_otherwise_than_by_state_based_actions(put: Ask, text: str, verdict: str, number: str | None) -> None:
    """104.3a: whoever concedes loses; 104.3e: an effect says so, and none that they can't lose."""
    ruling = put("losing p1", text)
    assert ruling.verdict == verdict
    if number:
        assert number in {cited.number for cited in ruling.citations}


@pytest.mark.parametrize(
    ("text", "verdict", "number"),
    [
        (players(), "no", None),
        (players(p2="lost: yes"), "yes", "104.2a"),
        (players(p2="conceded: yes"), "yes", "104.2a"),
        (players(p2="lost: yes", p3=""), "no", None),
        (players(p2="lost: yes", p3="lost: yes"), "yes", "104.2a"),
        (players("lost: yes", "lost: yes"), "no", None),
        (players(p2="lost: yes", effects="{says: cant, does: win-game, players: [p1]}"), "yes", "104.2a"),
        (players(effects="{says: must, does: win-game, players: [p1]}"), "yes", "104.2b"),
        (players(effects="{says: can, does: win-game, players: [p1]}"), "yes", "104.2b"),
        (players("lost: yes", effects="{says: must, does: win-game, players: [p1]}"), "no", None),
        (
            players(effects="{says: must, does: win-game, players: [p1]}, {says: cant, does: win-game, players: [p1]}"),
            "no",
            None,
        ),
        (
            players(effects="{says: must, does: win-game, players: [p1]}").replace("life: 20", "life: 0", 1),
            "no",
            "104.3f",
        ),
    ],
)
def test_winning(put: Ask, text: str, verdict: str, number: str | None) -> None:
    """104.2a: all opponents have left; 104.2b: an effect says so; 104.3f: who would also lose, loses."""
    ruling = put("winning p1", text)
    assert ruling.verdict == verdict
    if number:
        assert number in {cited.number for cited in ruling.citations}


def test_cant_win_since_2010_doesnt_matter_to_the_last_player(put: Ask, says: Says) -> None:
    """104.2a overrides effects that would prevent it since 2010-02-01."""
    text = players(p2="lost: yes", effects="{says: cant, does: win-game, players: [p1]}")
    assert put("winning p1", text, day="2009-10-01").verdict == "no"
    assert put("winning p1", text, day="2010-02-01").verdict == "yes"
    assert says("last-player", players(p2="lost: yes"), "p1", day="2009-10-01") is True
    assert says("last-player", players(), "p1", day="2009-10-01") is False


def test_alone_in_the_game_is_no_win(put: Ask) -> None:
    """Somebody has to have lost."""
    assert (
        put("winning p1", "players: {p1: {life: 20, poison: 0}}\nhistory: {drew_from_empty_library: {p1: no}}").verdict
        == "no"
    )


@pytest.mark.parametrize(
    ("p1", "p2", "p3", "wins"),
    [
        ("team: a", "team: a", "team: b, lost: yes", True),
        ("team: a, lost: yes", "team: a", "team: b, lost: yes", True),
        ("team: a, lost: yes", "team: a, lost: yes", "team: b, lost: yes", False),
        ("team: a", "team: a", "team: b", False),
        ("team: a", "team: a, lost: yes", "team: a", False),
        ("", "", "lost: yes", False),
    ],
)
def test_last_team(says: Says, put: Ask, p1: str, p2: str, p3: str, *, wins: bool) -> None:
    """104.2c: with a player still in the game, also for those of it who had lost."""
    text = players(p1, p2, p3)
    assert says("last-team", text, "p1") is wins
    assert put("winning p1", text).verdict == ("yes" if wins else "no")


@pytest.mark.parametrize(
    ("text", "verdict", "number"),
    [
        (players(), "no", None),
        (players().replace("life: 20", "life: 0"), "yes", "104.4a"),
        (players().replace("life: 20", "life: 0", 1), "no", None),
        (players(p2="lost: yes").replace("life: 20", "life: 0", 1), "yes", "104.4a"),
        (players("lost: yes", "lost: yes"), "no", None),
        (players(effects="{says: must, does: draw-game}"), "yes", "104.4c"),
        (players(effects="{says: must, does: draw-game, applies: no}"), "no", None),
    ],
)
def test_drawn_game(put: Ask, text: str, verdict: str, number: str | None) -> None:
    """104.4a: all the remaining players lose at the same time; 104.4c: an effect says so."""
    ruling = put("drawn-game", text)
    assert ruling.verdict == verdict
    if number:
        assert number in {cited.number for cited in ruling.citations}
