"""The order of choices (101.4) and of actions (608.2f)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


@pytest.mark.parametrize(
    ("game", "players", "day", "order"),
    [
        ("active: p2", "p1: , p2: , p3: ", "2026-01-16", ["p2", "p3", "p1"]),
        ("active: p1", "p1: , p2: , p3: ", "2026-01-16", ["p1", "p2", "p3"]),
        ("active: p2", "p1: , p2: ", "2004-01-01", ["p2", "p1"]),
        ("active: p2", "p1: , p2: , p3: {lost: yes}", "2026-01-16", ["p2", "p1"]),
        ("starting: p3", "p1: , p2: , p3: ", "2026-01-16", ["p3", "p1", "p2"]),
        ("starting: p3, active: p2", "p1: , p2: , p3: ", "2026-01-16", ["p2", "p3", "p1"]),
    ],
)
def test_apnap(put: Ask, game: str, players: str, day: str, order: list[str]) -> None:
    """101.4: players choose in turn order from the active player. 101.4e: before the game, from the starting player."""
    ruling = put("choice-order", f"game: {{{game}}}\nplayers: {{{players}}}", day)
    assert (ruling.verdict, ruling.value) == ("yes", order)
    wanted = "starting-as-active" if "active" not in game else "apnap-order"
    assert [each.concept for each in ruling.citations] == [wanted]


def test_active_player_has_to_be_stated(put: Ask) -> None:
    """The order of choices depends on the active player."""
    assert put("choice-order", "players: {p1: , p2: }").depends_on == ("game.active",)


@pytest.mark.parametrize(
    ("facts", "proposed", "value"),
    [
        ("targets: [p2, B, C, A]", "simultaneous: yes", {"simultaneous": True, "order": [["p2", "B", "C", "A"]]}),
        ("targets: [p2, B, C, A]", "simultaneous: no",
         {"simultaneous": False, "order": [["A"], ["p2", "B"], ["C"]], "chooses": "p2"}),
        ("targets: [C, A]", "simultaneous: no", {"simultaneous": False, "order": [["A"], ["C"]]}),
        ("targets: [C]", "simultaneous: no, targets: [B, p3]", {"simultaneous": False, "order": [["B"], ["p3"]]}),
    ],
)  # fmt: skip
def test_order_of_actions(put: Ask, facts: str, proposed: str, value: dict[str, object]) -> None:
    """608.2f: actions are simultaneous if possible, else in APNAP order; the controller orders those of one player."""
    text = (
        "game: {active: p1}\nplayers: {p1: , p2: , p3: }\nobjects:\n"
        f"  - {{id: S, zone: stack, controller: p2, {facts}}}\n"
        + "".join(
            f"  - {{id: {n}, zone: battlefield, controller: {p}}}\n" for n, p in (("A", "p1"), ("B", "p2"), ("C", "p3"))
        )
        + f"proposed: {{{proposed}}}\n"
    )
    ruling = put("action-order S", text)
    assert (ruling.verdict, ruling.value) == ("yes", value)
    unknown = put("action-order S", text.replace("A, zone: battlefield, controller: p1", "A, zone: battlefield"))
    assert unknown.verdict == ("depends" if "A" in facts and "simultaneous: no" in proposed else "yes")
