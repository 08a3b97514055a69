"""Timing: priority, the untap and cleanup steps, split second (117.3a, 304.5, 307.5, 502.4, 514.3, 702.61a)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.kb.rulings.encoded.casting.test_casting_times import MAIN, Says, card, game

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


@pytest.mark.parametrize(("fact", "value"), [("phase", "combat"), ("active", "p2"), ("stack", "[B]")])
def test_as_a_sorcery_and_as_an_instant(says: Says, fact: str, value: str) -> None:
    """307.5: sorcery time needs priority, the own main phase and an empty stack. 304.5: instant time needs priority."""
    assert says("as-a-sorcery", game(), "p1") is True
    assert says("as-a-sorcery", game(**{fact: value}), "p1") is False
    assert says("as-a-sorcery", game(priority="p2"), "p1") is False
    assert says("as-an-instant", game(**{fact: value}), "p1") is True
    assert says("as-an-instant", game(priority="p2"), "p1") is False


def test_facts_that_a_sorcery_needs(put: Ask) -> None:
    """Phase, active player, priority and stack: if one isn't stated, the answer depends on it."""
    for fact in MAIN:
        assert put("can-cast A", card("sorcery", **{fact: None}), by="p1").depends_on == (f"game.{fact}",)


@pytest.mark.parametrize(
    ("step", "waiting", "verdict"),
    [
        ("untap", "no", "no"),
        ("untap", "yes", "no"),
        ("cleanup", "no", "no"),
        ("cleanup", "yes", "yes"),
        ("end", "no", "yes"),
        ("upkeep", "no", "yes"),
    ],
)
def test_steps_in_which_nobody_gets_priority(put: Ask, step: str, waiting: str, verdict: str) -> None:
    """502.4, 514.3: nobody gets priority in untap and cleanup steps. 514.3a: in cleanup they do if triggers wait."""
    text = card("instant", phase=None).replace("game: {", f"game: {{step: {step}, pending_triggers: {waiting}, ")
    ruling = put("can-cast A", text)
    assert ruling.verdict == verdict
    if verdict == "no":
        assert {"untap": "502.4", "cleanup": "514.3"}[step] in {cited.number for cited in ruling.citations}
    begins = text.replace("priority: p1, ", "")
    assert put("gets-priority p1", begins).verdict == verdict
    assert put("can-cast A", text, day="2005-02-01").verdict == verdict


def test_state_based_actions_give_priority_in_the_cleanup_step(put: Ask, says: Says) -> None:
    """514.3a: a creature with toughness 0 is put into the graveyard, so the active player gets priority."""
    dying = (
        "game: {step: cleanup, active: p1}\nplayers: {p1: , p2: }\n"
        "objects: [{id: B, zone: battlefield, types: [creature], toughness: 0}]\n"
    )
    assert put("gets-priority p1", dying).verdict == "yes"
    assert put("gets-priority p1", dying.replace("toughness: 0", "toughness: 1, damage: 0")).verdict == "no"
    assert says("cleanup-exception", dying) is True
    assert says("cleanup-exception", dying.replace("toughness: 0", "toughness: 1, damage: 0")) is False


def test_active_player_gets_priority_first(put: Ask) -> None:
    """117.3a: the active player gets priority first in any other step."""
    assert put("gets-priority p1", "game: {step: draw, active: p1}\nplayers: {p1: , p2: }").verdict == "yes"
    assert put("gets-priority p2", "game: {step: draw, active: p1}\nplayers: {p1: , p2: }").verdict == "no"
    assert put("gets-priority p2", "game: {step: draw}\nplayers: {p1: , p2: }").depends_on == ("game.active",)


STACKED = "{id: B, zone: stack, types: [instant], keywords: [split second]}"


def with_objects(text: str, *objects: str) -> str:
    """Return a situation made by `card` with more objects."""
    return text.removesuffix("]\n") + "".join(f", {each}" for each in objects) + "]\n"


@pytest.mark.parametrize(
    ("stacked", "verdict"),
    [
        (STACKED, "no"),
        ("{id: B, zone: stack, types: [instant], keywords: [storm]}", "yes"),
        ("{id: B, zone: stack, types: [instant]}", "yes"),
        ("{id: B, zone: exile, types: [instant], keywords: [split second]}", "yes"),
    ],
)
def test_split_second(put: Ask, stacked: str, verdict: str) -> None:
    """702.61a: only mana abilities are activated, and no spells cast, while a split second spell is on the stack."""
    stack = "[]" if "exile" in stacked else "[B]"
    ability = "{id: C, zone: battlefield, controller: p1, types: [artifact], abilities: [{cost: '{2}'}]}"
    mana = "{id: M, zone: battlefield, controller: p1, types: [artifact], abilities: [{cost: '{2}', adds_mana: yes}]}"
    text = with_objects(card("instant", stack=stack), stacked, ability, mana)
    assert put("can-cast A", text).verdict == verdict
    assert put("can-activate C", text).verdict == verdict
    assert put("can-activate M", text.replace("adds_mana: yes", "adds_mana: yes, has_target: no")).verdict == "yes"
    unstated = text.replace("game: {phase: main, priority: p1, active: p1, stack: [B]}", "game: {priority: p1}")
    assert put("can-cast A", unstated).verdict == verdict
    if verdict == "no":
        assert put("can-cast A", text, day="2006-07-15").verdict == "yes"


def test_spell_listed_in_the_stack(put: Ask) -> None:
    """A spell that `stack` lists is on the stack, even if its zone isn't stated."""
    text = with_objects(card("instant", stack="[B]"), "{id: B, types: [instant], keywords: [split second]}")
    assert put("can-cast A", text).verdict == "no"


def test_sorcery_time_and_instant_time(put: Ask) -> None:
    """`sorcery-time`, `instant-time` and `no-sorcery-time` ask for 307.5, 304.5 and 307.5a."""
    for text, sorcery, instant in ((game(), "yes", "yes"), (game(phase="combat"), "no", "yes")):
        assert put("sorcery-time p1", text).verdict == sorcery
        assert put("instant-time p1", text).verdict == instant
        ruling = put("no-sorcery-time p1", text)
        assert ruling.verdict == {"yes": "no", "no": "yes"}[sorcery]
        assert [cited.number for cited in ruling.citations] == ["307.5a"]
    assert put("no-sorcery-time p1", game(priority="p2")).verdict == "yes"
    assert put("no-sorcery-time p1", game(stack="[B]")).verdict == "yes"


def test_rule_for_the_cleanup_step_alone(says: Says) -> None:
    """514.3: the rule, asked by itself, is true only in the cleanup step."""
    text = "game: {step: end}\nplayers: {p1: , p2: }\n"
    assert says("cleanup-step", text, "p1") is False
    assert says("cleanup-step", text.replace("end", "cleanup"), "p1") is True
    assert says("untap-step", text, "p1") is False
