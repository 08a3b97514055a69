"""Effects that have abilities trigger additional times, checked when the event is checked (603.2d, 603.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

IN_PLAY = "zone: battlefield, controller: p1, types: [creature]"
IN_HAND = "zone: hand, owner: p1, controller: p1, types: [creature]"
OF_P2 = "zone: battlefield, controller: p2, types: [creature]"
ENTERS = "trigger: enters"
WATCHES = "trigger: enters, quality: [creature]"
DIES = "trigger: dies, quality: [creature]"


def board(a: str, ability: str, event: str, *, p: str = "zone: battlefield", on: str = "enter", rest: str = "") -> str:
    """Return A with the ability, a creature B of p1, and P of p1, which doubles triggers of p1's permanents."""
    kind, things = event.split(": ")
    effect = f"source: P, says: additional, does: trigger, trigger_event: {on}, amount: 1"
    return (
        "closed: [battlefield]\nplayers: {p1: {}, p2: {}}\nobjects:\n"
        f"  - {{id: A, {a}, abilities: [{{kind: triggered, {ability}}}]}}\n"
        f"  - {{id: B, {IN_HAND if kind == 'enter' and 'B' in things else IN_PLAY}}}\n"
        f"  - {{id: P, {p}, owner: p1, controller: p1, types: [artifact]}}\n"
        f"effects: [{{{effect}, quality: [artifact or creature], affects: [permanent you control]}}{rest}]\n"
        f"proposed: {{events: [{{happens: {kind}, things: [{things}]}}]}}\n"
    )


@pytest.mark.parametrize(
    ("text", "times"),
    [
        (board(IN_HAND, ENTERS, "enter: A"), 2),  # A is a permanent right after it enters (603.6a).
        (board(IN_PLAY, WATCHES, "enter: B"), 2),
        (board(IN_PLAY.replace("creature", "land"), WATCHES, "enter: B"), 2),
        (board(OF_P2, WATCHES, "enter: B"), 1),  # "You" is the controller of P, not of A.
        (board(IN_HAND.replace("p1", "p2"), ENTERS, "enter: A"), 1),
        (board(IN_HAND, WATCHES, "enter: B"), 0),
        (board(IN_HAND, ENTERS, "enter: A", rest=", {says: becomes, objects: [A], types: [land]}"), 1),
        (board(IN_PLAY, DIES, "die: A", on="die"), 2),  # It looks back: A is a permanent right before (603.10a).
        (board(IN_PLAY, DIES, "die: B", on="die"), 2),
        (board(IN_PLAY, DIES, "sacrifice: B", on="die"), 2),  # A sacrificed creature dies (701.21a, 700.4).
        (board(IN_PLAY, DIES, "exile: B", on="die"), 0),
        (board(OF_P2, DIES, "die: A", on="die"), 1),
        (board(IN_PLAY, DIES, "die: B", on="enter"), 1),
        (board(IN_PLAY, "delayed: yes, duration: yes, " + WATCHES, "enter: B"), 1),
        (board(IN_PLAY, "reflexive: yes, " + WATCHES, "enter: B").replace("[B]}", "[B], by: A}"), 1),
    ],
)
def test_what_the_effect_describes_when_the_event_is_checked(put: Ask, text: str, times: int) -> None:
    """603.2d, 603.10: the effect describes permanents as they are then; it isn't about delayed abilities."""
    assert put("trigger-count A", text).value == times


@pytest.mark.parametrize(("ability", "event", "times"), [(ENTERS, "enter: A", 2), (WATCHES, "enter: B", 2)])
def test_the_player_of_an_effect_without_a_source(put: Ask, ability: str, event: str, times: int) -> None:
    """603.2d: if the effect names its player, its source isn't needed: "you" is that player."""
    text = board(IN_HAND if event == "enter: A" else IN_PLAY, ability, event)
    assert put("trigger-count A", text.replace("source: P, says", "players: [p1], says")).value == times


def test_effects_that_add_up(put: Ask) -> None:
    """603.2d: an effect adds to how often the ability would trigger, and doesn't apply to other such effects."""
    more = ", {source: P, says: additional, does: trigger, trigger_event: enter, affects: [permanent you control]}"
    assert put("trigger-count A", board(IN_HAND, ENTERS, "enter: A", rest=more)).value == 3
