"""State triggers (603.8), by a stated condition or by the text of the ability."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.kb.rulings.encoded.abilities.test_event_triggers import board

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


@pytest.mark.parametrize(("condition", "pending", "times"), [("yes", "no", 1), ("no", "no", 0), ("yes", "yes", 0)])
def test_stated_condition(put: Ask, condition: str, pending: str, times: int) -> None:
    """603.8: the ability triggers if its condition is true and it isn't already waiting or on the stack."""
    text = board("trigger: state", E=f"condition: {condition}, pending_ability: {pending}")
    ruling = put("trigger-count E", text)
    assert (ruling.verdict, ruling.value) == ("yes", times)
    assert [each.number for each in ruling.citations] == ["603.8"]


HAND = "text: 'Whenever you have no cards in hand, draw a card.'"
ISLANDS = "text: 'When you control no creatures, sacrifice this enchantment.'"
TO_NOTHING = "{happens: discard, things: [p1], amount: 2}"


@pytest.mark.parametrize(
    ("text", "hand", "events", "times"),
    [
        (HAND, 0, "", 1),
        (HAND, 2, "", 0),
        (HAND, 2, TO_NOTHING, 1),
        (HAND, 2, f"{TO_NOTHING}, {{happens: draw, things: [p1], amount: 2}}", 1),
        (HAND, 2, "{happens: draw, things: [p1], amount: 2}", 0),
        (HAND, 2, TO_NOTHING.replace("p1", "p2"), 0),
        (HAND, 3, TO_NOTHING, 0),
        (HAND, 1, TO_NOTHING, 1),
        (ISLANDS, 1, "", 0),
        (ISLANDS, 1, "{happens: die, things: [A]}", 1),
        (ISLANDS, 1, "{happens: die, things: [B]}", 0),
        (ISLANDS, 1, "{happens: die, things: [A]}, {happens: enter, things: [A]}", 1),
    ],
)
def test_conditions_in_texts(put: Ask, text: str, hand: int, events: str, times: int) -> None:
    """603.8: the ability triggers even if its condition is true only between two events."""
    situation = board(f"trigger: state, {text}", events, E="pending_ability: no").replace(
        "p1: {life: 20}", f"p1: {{life: 20, hand: {hand}}}"
    )
    ruling = put("trigger-count E", situation)
    assert (ruling.verdict, ruling.value) == ("yes", times)


def test_unstated_facts(put: Ask) -> None:
    """603.8: the answer depends on the hand, unlisted permanents, the controller, or a condition without a text."""
    hand = board(f"trigger: state, {HAND}", E="pending_ability: no")
    assert put("trigger-count E", hand).depends_on == ("players.p1.hand",)
    assert put("trigger-count E", board("trigger: state", E="pending_ability: no")).depends_on == (
        "objects.E.condition",
    )
    stated = board(f"trigger: state, {HAND}", E="pending_ability: no, condition: yes")
    assert put("trigger-count E", stated).value == 1
    others = board(f"trigger: state, {ISLANDS}", "{happens: die, things: [A]}", E="pending_ability: no")
    assert put("trigger-count E", others.replace("closed: [battlefield]\n", "")).depends_on == ("closed",)
    there_is_one = board(f"trigger: state, {ISLANDS}", E="pending_ability: no").replace("closed: [battlefield]\n", "")
    assert put("trigger-count E", there_is_one).value == 0
    nobody = hand.replace("E, zone: battlefield, controller: p1", "E, zone: battlefield")
    assert put("trigger-count E", nobody).depends_on == ("objects.E.controller",)
