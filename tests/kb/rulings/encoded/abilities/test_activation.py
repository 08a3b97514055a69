"""Activating abilities: 117.1b, 302.6, 602.2, 602.5, 605.3a, 118.3."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.kb.rulings.encoded.casting.test_casting_times import Says, game

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def permanent(
    ability: str = "cost: '{2}'", facts: str = "types: [artifact]", extra: str = "", **changes: str | None
) -> str:
    """Return a permanent A of p1 with an activated ability."""
    place = "" if "zone:" in facts else "zone: battlefield, controller: p1, "
    return game(**changes) + f"objects: [{{id: A, {place}{facts}, abilities: [{{{ability}}}]}}]\n{extra}"


def test_activation_needs_priority(put: Ask, says: Says) -> None:
    """117.1b: a player with priority can activate abilities in any phase and with any stack."""
    text = permanent(phase="combat", active="p2", stack="[B]")
    ruling = put("can-activate A", text)
    assert ruling.verdict == "yes"
    assert {"117.1b", "602.2"} == {cited.number for cited in ruling.citations}
    assert put("can-activate A", permanent(priority="p2")).verdict == "no"
    assert put("can-activate A", permanent(priority=None)).depends_on == ("game.priority",)
    assert put("can-activate A", text, day="2001-07-23").verdict == "yes"


@pytest.mark.parametrize(
    ("facts", "ability", "verdict"),
    [
        ("zone: battlefield, controller: p2, types: [artifact]", "cost: '{2}'", "no"),
        ("zone: battlefield, controller: p2, owner: p1, types: [artifact]", "cost: '{2}'", "no"),
        ("zone: battlefield, controller: p2, types: [artifact]", "cost: '{2}', any_player: yes", "yes"),
        ("zone: battlefield, controller: p1, owner: p2, types: [artifact]", "cost: '{2}'", "yes"),
        ("zone: graveyard, owner: p1, types: [artifact]", "cost: '{2}'", "yes"),
        ("zone: hand, owner: p2, types: [artifact]", "cost: '{2}'", "no"),
    ],
)
def test_who_can_activate(put: Ask, facts: str, ability: str, verdict: str) -> None:
    """602.2: the object's controller (or its owner, if it has none) can activate it, unless any player can."""
    facts = facts if "controller" in facts or "owner: p2" not in facts else facts + ", controller: p2"
    assert put("can-activate A", permanent(ability, facts), by="p1").verdict == verdict
    assert put("can-activate A", permanent(ability, facts), by="p1", day="2005-02-01").verdict == verdict


SICK = "history: {controlled_since_turn_began: {A: no}}\n"


@pytest.mark.parametrize(
    ("facts", "ability", "history", "verdict"),
    [
        ("types: [creature], keywords: []", "cost: '{T}'", SICK, "no"),
        ("types: [creature], keywords: []", "cost: '{1}, {Q}'", SICK, "no"),
        ("types: [creature], keywords: []", "has_tap_symbol: yes", SICK, "no"),
        ("types: [creature], keywords: []", "has_tap_symbol: no", SICK, "yes"),
        ("types: [creature], keywords: []", "cost: '{2}'", SICK, "yes"),
        ("types: [creature], keywords: [haste]", "cost: '{T}'", SICK, "yes"),
        ("types: [artifact], keywords: []", "cost: '{T}'", SICK, "yes"),
        ("types: [creature], keywords: []", "cost: '{T}'", SICK.replace("no", "yes"), "yes"),
    ],
)
def test_tap_ability_of_a_creature(put: Ask, facts: str, ability: str, history: str, verdict: str) -> None:
    """302.6, 602.5a: a creature's {T} or {Q} ability needs haste, or control since the turn began."""
    tapped = "yes" if "{Q}" in ability else "no"
    text = permanent(ability, f"{facts}, tapped: {tapped}", history)
    ruling = put("can-activate A", text)
    assert ruling.verdict == verdict
    if verdict == "no":
        assert "302.6" in {cited.number for cited in ruling.citations}


def test_haste_of_an_effect(put: Ask) -> None:
    """An effect lets {T} abilities of creatures be activated as though they had haste."""
    text = permanent("cost: '{T}'", "types: [creature], keywords: [], tapped: no", SICK)
    effect = "effects: [{says: as-though, does: activate, objects: [A], quality: [haste]}]\n"
    assert put("can-activate A", text + effect).verdict == "yes"
    assert put("can-activate A", text + effect.replace("[haste]", "[flash]")).verdict == "no"
    assert put("can-activate A", text + effect.replace("[A]", "[A], applies: no")).verdict == "no"


def test_tap_ability_depends_on_haste_and_control(put: Ask) -> None:
    """The answer depends on the keywords and on the time of control if they aren't stated."""
    text = permanent("cost: '{T}'", "types: [creature], tapped: no")
    assert set(put("can-activate A", text).depends_on) == {
        "history.controlled_since_turn_began.A",
        "objects.A.keywords",
    }


@pytest.mark.parametrize(
    ("ability", "facts", "life", "verdict"),
    [
        ("cost: '{T}'", "tapped: no", "20", "yes"),
        ("cost: '{T}'", "tapped: yes", "20", "no"),
        ("has_tap_symbol: yes", "tapped: yes", "20", "no"),
        ("cost: '{Q}'", "tapped: yes", "20", "yes"),
        ("cost: '{Q}'", "tapped: no", "20", "no"),
        ("cost: '{1}'", "tapped: yes", "20", "yes"),
        ("cost: 'Pay 2 life'", "tapped: yes", "2", "yes"),
        ("cost: 'Pay 2 life'", "tapped: yes", "1", "no"),
        ("cost: '{T}, Pay 2 life'", "tapped: no", "1", "no"),
        ("cost: '{T}, Pay 2 life'", "tapped: yes", "3", "no"),
    ],
)
def test_cost_has_to_be_payable(put: Ask, ability: str, facts: str, life: str, verdict: str) -> None:
    """118.3: a tapped permanent can't be tapped to pay; a player with 1 life can't pay 2."""
    text = permanent(ability, f"types: [artifact], {facts}").replace(
        "players: {p1: ", f"players: {{p1: {{life: {life}}}"
    )
    ruling = put("can-activate A", text)
    assert ruling.verdict == verdict
    if verdict == "no":
        assert "118.3" in {cited.number for cited in ruling.citations}


@pytest.mark.parametrize(("activated", "verdict"), [("0", "yes"), ("1", "no"), ("2", "no"), (None, "depends")])
def test_once_each_turn(put: Ask, activated: str | None, verdict: str) -> None:
    """602.5b: an ability that is activated only once each turn can't be activated again."""
    times = f", activated_this_turn: {activated}" if activated else ""
    assert put("can-activate A", permanent(f"cost: '{{2}}', most_each_turn: 1{times}")).verdict == verdict


@pytest.mark.parametrize(
    ("timing", "changes", "verdict"),
    [
        ("sorcery", {}, "yes"),
        ("sorcery", {"phase": "combat"}, "no"),
        ("sorcery", {"active": "p2"}, "no"),
        ("sorcery", {"stack": "[B]"}, "no"),
        ("instant", {"phase": "combat", "active": "p2", "stack": "[B]"}, "yes"),
        ("instant", {"priority": "p2"}, "no"),
        ("own-turn", {"phase": "combat", "stack": "[B]"}, "yes"),
        ("own-turn", {"active": "p2"}, "no"),
    ],
)
def test_stated_timing_of_abilities(put: Ask, timing: str, changes: dict[str, str], verdict: str) -> None:
    """602.5d: only as a sorcery; 602.5e: only as an instant; 602.1b: only during your turn."""
    number = {"sorcery": "602.5d", "instant": "602.5e", "own-turn": "602.1b"}[timing]
    ruling = put("can-activate A", permanent(f"cost: '{{2}}', timing: {timing}", **changes))
    assert ruling.verdict == verdict
    assert number in {cited.number for cited in ruling.citations}


def test_instant_timing_by_itself(says: Says) -> None:
    """602.5e: the rule alone says no for a player without priority."""
    text = permanent("cost: '{2}', timing: instant", priority="p2")
    assert says("activate-as-an-instant", text, "p1", "A", "A.1") is False


@pytest.mark.parametrize(
    ("changes", "ability", "verdict"),
    [
        ({"paying": "p1"}, "adds_mana: yes, has_target: no, cost: '{1}'", "yes"),
        ({"paying": "p2"}, "adds_mana: yes, has_target: no, cost: '{1}'", "no"),
        ({"paying": "p1"}, "adds_mana: no, has_target: no, cost: '{1}'", "no"),
        ({"paying": "p1"}, "adds_mana: yes, has_target: yes, cost: '{1}'", "no"),
    ],
)
def test_mana_ability_for_a_payment(put: Ask, changes: dict[str, str], ability: str, verdict: str) -> None:
    """605.3a: a mana ability can be activated for a mana payment, without priority."""
    ruling = put("can-activate A", permanent(ability, priority="p2", **changes), by="p1")
    assert ruling.verdict == verdict
    if verdict == "yes":
        assert "605.3a" in {cited.number for cited in ruling.citations}


def test_prohibited(put: Ask, says: Says) -> None:
    """602.5: an ability can't be activated if an effect forbids it."""
    text = permanent(extra="effects: [{says: cant, does: activate, objects: [A]}]\n")
    ruling = put("can-activate A", text)
    assert ruling.verdict == "no"
    assert "602.5" in {cited.number for cited in ruling.citations}
    assert says("prohibited-activation", text, "p1", "A", "A.1") is True
    assert says("prohibited-activation", text.replace("[A]", "[A], applies: no"), "p1", "A", "A.1") is False
