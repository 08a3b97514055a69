"""Mulligans in the editions since 2001 (101.4, 103.4, 103.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


PARIS, LONDON = ("2001-07-23", "2009-05-01", "2009-07-11", "2015-07-17"), ("2019-07-12", "2022-09-08", "2026-01-16")


def hand(taken: int | None, others: str = "p2: ", variant: str = "normal", facts: str = "") -> str:
    """Return a situation in which p1 has taken `taken` mulligans; None leaves the number out."""
    history = f"history: {{mulligans: {{p1: {taken}}}}}\n" if taken is not None else ""
    return f"game: {{variant: {variant}}}\nplayers: {{p1: {{{facts}}}, {others}}}\n{history}"


def counted(ruling: Any) -> tuple[Any, ...]:
    """Return the numbers of cards drawn, put on the bottom and left in the hand."""
    return tuple(ruling.value[each] for each in ("draws", "bottom", "hand"))


@pytest.mark.parametrize("day", PARIS)
@pytest.mark.parametrize(("taken", "draws"), [(0, 6), (1, 5), (5, 1), (6, 0)])
def test_one_fewer_card_until_2019(put: Ask, day: str, taken: int, draws: int) -> None:
    """101.5, 101.4, 103.4: with each mulligan the player draws one card fewer."""
    ruling = put("mulligan p1", hand(taken), day=day)
    assert ruling.verdict == "yes"
    assert counted(ruling) == (draws, 0, draws)
    assert "look_at_top" not in ruling.value


@pytest.mark.parametrize("day", LONDON)
@pytest.mark.parametrize(("taken", "bottom"), [(0, 1), (1, 2), (6, 7)])
def test_cards_on_the_bottom_since_2019_07(put: Ask, day: str, taken: int, bottom: int) -> None:
    """103.4, since 2022-10-07 103.5: the player draws a full hand and puts one card for each mulligan on the bottom."""
    ruling = put("mulligan p1", hand(taken), day=day)
    assert counted(ruling) == (7, bottom, 7 - bottom)


@pytest.mark.parametrize("day", [*PARIS, *LONDON])
def test_no_mulligan_after_an_empty_hand(put: Ask, day: str) -> None:
    """After the mulligan that leaves no cards a player can't take another one."""
    assert put("mulligan p1", hand(7), day=day).verdict == "no"
    assert put("mulligan p1", hand(None), day=day).depends_on == ("history.mulligans.p1",)


@pytest.mark.parametrize(
    ("others", "variant", "day", "free"),
    [
        ("p2: , p3: ", "normal", "2026-01-16", True),
        ("p2: ", "brawl", "2026-01-16", True),
        ("p2: ", "two-headed-giant", "2026-01-16", True),
        ("p2: ", "normal", "2026-01-16", False),
        ("p2: , p3: ", "normal", "2018-04-27", True),
        ("p2: ", "brawl", "2018-04-27", False),
        ("p2: ", "brawl", "2018-07-13", True),
        ("p2: , p3: ", "normal", "2007-05-01", False),
        ("p2: , p3: ", "normal", "2007-07-13", True),
    ],
)
def test_first_mulligan_in_multiplayer_games(put: Ask, others: str, variant: str, day: str, *, free: bool) -> None:
    """101.4a, 103.5c: the first mulligan is free in multiplayer games since 2007-07-13, in Brawl since 2018-07-13."""
    first = put("mulligan p1", hand(0, others, variant), day=day)
    assert first.value["hand"] == (7 if free else 6)
    assert len({cited.number for cited in first.citations}) == (2 if free else 1)
    second = put("mulligan p1", hand(1, others, variant), day=day)
    assert second.value["hand"] == (6 if free else 5)
    assert put("mulligan p1", hand(7, others, variant), day=day).verdict == ("yes" if free else "no")
    assert put("mulligan p1", hand(8, others, variant), day=day).verdict == "no"


@pytest.mark.parametrize(
    ("taken", "others", "looks"), [(0, "p2: ", True), (0, "p2: , p3: ", False), (1, "p2: , p3: ", True)]
)
def test_look_at_the_top_card(put: Ask, taken: int, others: str, *, looks: bool) -> None:
    """103.4 from 2015-11-13 to 2019-06-14: a player with less than a starting hand looks at the top card."""
    assert put("mulligan p1", hand(taken, others), day="2016-04-08").value["look_at_top"] is looks


def test_other_starting_hands(put: Ask) -> None:
    """103.5a: the Vanguard hand modifier is added to seven; effects may change the starting hand size."""
    assert counted(put("mulligan p1", hand(0, variant="vanguard", facts="hand_modifier: 1"))) == (8, 1, 7)
    assert counted(put("mulligan p1", hand(0, facts="starting_hand: 5"))) == (5, 1, 4)
    assert put("mulligan p1", hand(5, facts="starting_hand: 5")).verdict == "no"
