"""Restarted games, subgames, loops (726, 728, 731)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def card(facts: str) -> str:
    return f"players: {{p1: , p2: }}\nobjects: [{{id: A, owner: p1, {facts}}}]"


ALWAYS = {"2008-02-01", "2012-10-01", "2026-01-16"}
IN_LIBRARY = {"zone": "library", "owner": "p1"}


@pytest.mark.parametrize(
    ("facts", "answer"),
    [
        ("zone: hand, token: no", IN_LIBRARY),
        ("zone: hand, card: yes", IN_LIBRARY),
        ("zone: battlefield, controller: p2, token: no, phased_out: yes", IN_LIBRARY),
        ("zone: command, token: no, types: [plane]", {"owner": "p1"}),
        ("zone: command, token: no, types: [creature]", IN_LIBRARY),
        ("zone: battlefield, token: yes", None),
        ("zone: stack, card: no", None),
        ("zone: stack, card: yes, copy: spell", None),
        ("zone: command, card: yes, emblem: yes", None),
    ],
)
def test_restarted(put: Ask, facts: str, answer: object) -> None:
    """726.2: all cards are involved in the new game, with the same owners."""
    ruling = put("after-restart A", card(facts))
    assert (ruling.verdict, ruling.value) == ("yes" if answer else "no", answer)


@pytest.mark.parametrize(
    ("facts", "days"),
    [
        ("zone: exile, token: no, types: [creature]", ALWAYS),
        ("zone: command, token: no, types: [creature]", {"2008-02-01"}),
        ("zone: exile, token: no, types: [plane]", {"2008-02-01", "2012-10-01"}),
        ("zone: battlefield, token: yes, types: [creature]", set()),
        (
            "zone: battlefield, phased_out: yes, token: no, types: [creature]",
            ALWAYS,
        ),
    ],
)
def test_subgame(put: Ask, facts: str, days: set[str]) -> None:
    """728.5: all cards return; since 2010 without those in the command zone, since 2022-10-07 only traditional ones."""
    for day in ("2008-02-01", "2012-10-01", "2026-01-16"):
        ruling = put("after-subgame A", card(facts), day=day)
        assert (ruling.verdict, ruling.value) == (("yes", IN_LIBRARY) if day in days else ("no", None))


def test_unstated_facts(put: Ask) -> None:
    """The owner has to be stated, and whether the object is a card."""
    assert put("after-restart A", "objects: [{id: A, zone: hand, token: no}]").depends_on == ("objects.A.owner",)
    assert put("after-restart A", card("zone: hand")).depends_on == ("objects.A.token",)


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
    """731.3: the active player ends the loop; since 2009-10-01 the first player in turn order who acts in it."""
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
