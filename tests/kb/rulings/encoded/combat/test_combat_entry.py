"""Creatures that enter attacking or blocking (506.3, 508.4, 509.4), and reselected targets (508.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

BASE = {
    "C": {"zone": "hand", "controller": "p1", "types": "[creature]"},
    "B": {"zone": "hand", "controller": "p2", "types": "[creature]"},
    "A": {"zone": "battlefield", "controller": "p1", "types": "[creature]", "attacking": "p2"},
    "W": {"zone": "battlefield", "controller": "p2", "types": "[planeswalker]"},
    "S": {"zone": "battlefield", "controller": "p1", "types": "[battle]", "protector": "p2"},
}


def board(*, effects: str = "", players: str = "p1: , p2: , p3: ", game: str = "", **more: dict[str, str]) -> str:
    """Return a combat in which A attacks p2; C of p1 and B of p2 are about to enter."""
    rows = []
    for name, base in BASE.items():
        facts = base | more.get(name, {})
        rows.append(f"{{id: {name}" + "".join(f", {key}: {value}" for key, value in facts.items()) + "}")
    return (
        f"game: {{active: p1{', ' + game if game else ''}}}\nplayers: {{{players}}}\nclosed: [battlefield]\n"
        f"objects: [{', '.join(rows)}]\neffects: [{effects}]\n"
    )


def specified(target: str) -> str:
    """Return an effect that says what C enters attacking."""
    return f"{{says: enters, does: attack, objects: [C], to: [{target}]}}"


@pytest.mark.parametrize(
    ("target", "more", "verdict"),
    [
        ("p2", {}, "yes"),
        ("p3", {}, "yes"),
        ("W", {}, "yes"),
        ("S", {}, "yes"),
        ("p1", {}, "no"),
        ("p2", {"C": {"types": "[artifact]"}}, "no"),
        ("p2", {"C": {"types": "[creature, battle]"}}, "no"),
        ("p2", {"C": {"controller": "p2"}}, "no"),
        ("W", {"W": {"types": "[artifact]"}}, "no"),
        ("W", {"W": {"zone": "graveyard"}}, "no"),
        ("W", {"W": {"controller": "p1"}}, "no"),
        ("S", {"S": {"protector": "p1"}}, "no"),
    ],
)
@pytest.mark.parametrize("effect", ["", "specified"])
def test_entering_attacking(put: Ask, target: str, more: dict[str, dict[str, str]], verdict: str, effect: str) -> None:
    """506.3a to e, 508.4, 508.4a: C enters attacking a legal target, chosen or specified by the effect."""
    text = board(effects=specified(target) if effect else "", **more)
    # The effect may specify a player that C couldn't be declared as attacking.
    expected = "yes" if effect and target == "p1" else verdict
    assert put(f"enters-attacking C {target}", text).verdict == expected


def test_entering_attacking_a_player_who_left(put: Ask) -> None:
    """506.3c, 508.4a: a creature doesn't enter attacking a player who left the game."""
    text = board(players="p1: , p2: {lost: yes}, p3: ")
    assert put("enters-attacking C p2", text).verdict == "no"
    assert put("enters-attacking C p3", text).verdict == "yes"
    assert put("enters-attacking C p2", text, day="2012-10-01").verdict == "no"
    there = board(players="p1: , p2: {lost: yes}, p3: ", effects=specified("p2"))
    assert put("enters-attacking C p2", there, day="2009-10-01").verdict == "yes"


@pytest.mark.parametrize(
    ("day", "target", "more", "verdict"),
    [
        ("2024-07-30", "W", {"W": {"controller": "p1"}}, "yes"),
        ("2024-11-08", "W", {"W": {"controller": "p1"}}, "no"),
        ("2024-07-30", "W", {"W": {"zone": "graveyard"}}, "no"),
        ("2024-07-30", "W", {"W": {"types": "[artifact]"}}, "no"),
        ("2024-07-30", "S", {"S": {"protector": "p1"}}, "yes"),
        ("2024-07-30", "p2", {}, "yes"),
        ("2022-10-07", "S", {}, "no"),
        ("2022-10-07", "W", {}, "yes"),
    ],
)
def test_entering_attacking_through_time(
    put: Ask, day: str, target: str, more: dict[str, dict[str, str]], verdict: str
) -> None:
    """508.4a: since 2024-11-08 a defending player must control or protect the specified target."""
    assert put(f"enters-attacking C {target}", board(effects=specified(target), **more), day=day).verdict == verdict


def test_entering_despite_restrictions(put: Ask) -> None:
    """508.4c, 509.4b: a creature that can't attack or block can still enter attacking or blocking."""
    ruling = put("enters-attacking C p2", board(effects="{says: cant, does: attack, objects: [C]}"))
    assert (ruling.verdict, "508.4c" in [cited.number for cited in ruling.citations]) == ("yes", True)
    ruling = put("enters-blocking B A", board(effects="{says: cant, does: block, objects: [B]}"))
    assert (ruling.verdict, "509.4b" in [cited.number for cited in ruling.citations]) == ("yes", True)
    plain = put("enters-attacking C p2", board())
    assert "508.4c" not in [cited.number for cited in plain.citations]


@pytest.mark.parametrize(
    ("more", "verdict"),
    [
        ({}, "yes"),
        ({"B": {"types": "[artifact]"}}, "no"),
        ({"B": {"types": "[creature, battle]"}}, "no"),
        ({"B": {"controller": "p3"}}, "no"),
        ({"A": {"attacking": "p3"}}, "no"),
        ({"A": {"attacking": "none"}}, "no"),
        ({"A": {"attacking": "W"}}, "yes"),
        ({"A": {"attacking": "S"}}, "yes"),
        ({"A": {"removed_from_combat": "yes"}}, "no"),
        ({"A": {"phased_out": "yes"}}, "no"),
        ({"B": {"keywords": "[decayed]"}}, "yes"),
    ],
)
def test_entering_blocking(put: Ask, more: dict[str, dict[str, str]], verdict: str) -> None:
    """506.3a, 506.3d, 506.3e, 509.4, 509.4a: B enters blocking only if each condition is met."""
    assert put("enters-blocking B A", board(**more)).verdict == verdict  # type: ignore[arg-type]


@pytest.mark.parametrize(("attacked", "verdict"), [("p2", "yes"), ("W", "yes"), ("S", "no"), ("p3", "no")])
def test_entering_blocking_before_battles(put: Ask, attacked: str, verdict: str) -> None:
    """506.3d: before 2023 the blocked creature must attack B's controller or their planeswalker."""
    assert put("enters-blocking B A", board(A={"attacking": attacked}), day="2022-10-07").verdict == verdict


@pytest.mark.parametrize(
    ("target", "more", "game", "verdict"),
    [
        ("p3", {}, "", "yes"),
        ("p2", {}, "", "yes"),
        ("p1", {}, "", "no"),
        ("W", {}, "", "yes"),
        ("W", {"W": {"controller": "p1"}}, "", "no"),
        ("W", {"W": {"types": "[artifact]"}}, "", "no"),
        ("S", {}, "", "yes"),
        ("S", {"S": {"protector": "p1"}}, "", "no"),
        ("S", {"S": {"types": "[artifact]"}}, "", "no"),
        ("p3", {}, "defending: [p2]", "no"),
        ("W", {}, "defending: [p2]", "yes"),
        ("W", {}, "defending: [p3]", "no"),
    ],
)
def test_reselecting(put: Ask, target: str, more: dict[str, dict[str, str]], game: str, verdict: str) -> None:
    """508.7c, 508.7d: the new target is a defending player, their planeswalker, or a battle they protect."""
    assert put(f"can-reselect A {target}", board(game=game, **more)).verdict == verdict  # type: ignore[arg-type]


def test_reselecting_before_battles_and_restrictions(put: Ask) -> None:
    """508.7c: before 2023 no battle can be chosen. 508.7b: restrictions on attacking don't matter."""
    assert put("can-reselect A S", board(), day="2022-10-07").verdict == "no"
    assert put("can-reselect A W", board(), day="2022-10-07").verdict == "yes"
    ruling = put("can-reselect A p3", board(effects="{says: cant, does: attack, objects: [A]}"))
    assert (ruling.verdict, "508.7b" in [cited.number for cited in ruling.citations]) == ("yes", True)
