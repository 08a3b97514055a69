"""Battles (310): defense, protectors, and attacks on battles."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from kb.rulings.law.applicable_law import Law
from tests.kb.rulings.boards import change
from tests.kb.rulings.conftest import situation

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask
    from tests.kb.rulings.encoded.casting.test_casting_times import Says

_NEWEST = date(2026, 1, 16)

BOARD = """closed: [battlefield]
players: {{p1: , p2: , p3: {more}}}
objects:
  - {{id: B, zone: {zone}, controller: p1, types: [battle], subtypes: [{subtypes}], defense: 5,
     counters: {{defense: 3}}{protector}}}
  - {{id: A, zone: battlefield, controller: {attacker}, types: [creature], attacking: {attacking}}}
  - {{id: C, zone: battlefield, controller: {blocker}, types: [creature]}}
{rest}"""


def battle(protector: str | None = "p2", **changes: str) -> str:
    """Return a game of three players with a Siege of p1 and its protector."""
    facts = {
        "zone": "battlefield", "subtypes": "siege", "attacker": "p1", "attacking": "none", "blocker": "p2", "rest": "",
        "more": "", "protector": "" if protector is None else f", protector: {protector}",
    } | changes  # fmt: skip
    return BOARD.format(**facts)


def test_defense(put: Ask) -> None:
    """310.4a to 310.4c: defense is the printed number, on the battlefield the number of defense counters."""
    assert put("defense B", battle()).value == 3
    assert put("defense B", battle(zone="hand")).value == 5
    assert put("starting-defense B", battle(zone="stack")).value == 5
    assert put("starting-defense B", battle(zone="stack"), day="2022-10-07").verdict == "no"
    assert put("defense A", battle()).value == "none"
    assert [each.number for each in put("defense A", battle()).citations] == ["310.4"]
    assert put("defense B", battle(), day="2022-10-07").verdict == "no"
    assert put("defense X", "objects: [{id: X, types: [battle]}]").depends_on == ("objects.X.zone",)


@pytest.mark.parametrize(
    ("player", "subtypes", "verdict", "rule"),
    [
        ("p1", "siege", "no", "310.11a"),
        ("p2", "siege", "yes", "310.11a"),
        ("p3", "siege", "yes", "310.11a"),
        ("p1", "", "yes", "310.8a"),
        ("p2", "", "no", "310.8a"),
    ],
)
def test_who_can_be_protector(put: Ask, player: str, subtypes: str, verdict: str, rule: str) -> None:
    """310.11a: a Siege's protector is an opponent of its controller. 310.8a: the controller protects other battles."""
    ruling = put(f"can-be-protector B {player}", battle(subtypes=subtypes))
    assert ruling.verdict == verdict
    assert rule in [each.number for each in ruling.citations]


def test_who_cant_be_protector(put: Ask) -> None:
    """Only battles have protectors. A player who has lost can't be a protector. There are no battles before 2023."""
    assert put("can-be-protector A p2", battle()).verdict == "no"
    assert put("can-be-protector A p1", battle()).verdict == "no"
    assert put("can-be-protector B p2", battle().replace("p2: ", "p2: {lost: yes}")).verdict == "no"
    assert put("can-be-protector B p2", battle(), day="2022-10-07").verdict == "no"
    assert put("can-be-protector B", battle(), by="p2").verdict == "yes"
    nobodys = "players: {p1: , p2: }\nobjects: [{id: B, types: [battle], subtypes: [siege]}]"
    assert put("can-be-protector B p2", nobodys).depends_on == ("objects.B.controller",)


@pytest.mark.parametrize(
    ("protector", "changes", "answer", "rule"),
    [
        ("p2", {}, "p2", "310.8"),
        ("p1", {}, ["p2", "p3"], "310.10"),
        ("none", {}, ["p2", "p3"], "310.10"),
        ("p1", {"attacking": "B"}, "p1", "310.8"),
        (None, {"zone": "stack"}, ["p2", "p3"], "310.11a"),
        (None, {"zone": "stack", "subtypes": ""}, "p1", "310.8a"),
        ("p2", {"subtypes": ""}, "p1", "310.10"),
    ],
)
def test_protector(put: Ask, protector: str | None, changes: dict[str, str], answer: object, rule: str) -> None:
    """310.8, 310.10: a new protector is chosen if the present one isn't allowed and the battle isn't attacked."""
    ruling = put("protector B", battle(protector, **changes))
    assert (ruling.verdict, ruling.value) == ("yes", answer)
    assert rule in [each.number for each in ruling.citations]


def test_protector_is_chosen_anew_on_the_battlefield(put: Ask, says: Says) -> None:
    """310.10: a protector is chosen anew only for a battle on the battlefield."""
    assert says("protector-to-be-chosen", battle("none"), "B") is True
    assert says("protector-to-be-chosen", battle("none", zone="stack"), "B") is False
    nobodys = battle("none").replace("controller: p1, types: [battle]", "types: [battle]")
    assert put("protector B", nobodys).depends_on == ("objects.B.controller",)


def test_protector_that_isnt_known(put: Ask) -> None:
    """The answer depends on an unstated protector. If no player can be the protector, the answer is no."""
    assert put("protector B", battle(None)).depends_on == ("objects.B.protector",)
    assert put("protector B", battle(), day="2022-10-07").verdict == "no"
    alone = change(battle("none"), ("p1: , p2: , p3: ", "p1: "), ("id: C, zone: battlefield, controller: p2", "id: C"))
    assert put("protector B", alone).depends_on == ("players",)
    lost = battle("none").replace("p2: , p3: ", "p2: {lost: yes}, p3: {lost: yes}")
    assert put("protector B", lost).verdict == "no"
    open_attack = change(battle("p1"), (", attacking: none", ""), ("closed: [battlefield]", "closed: [hand]"))
    assert set(put("protector B", open_attack).depends_on) >= {"objects.A.attacking"}


@pytest.mark.parametrize(
    ("attacker", "protector", "verdict"),
    [("p1", "p2", "yes"), ("p2", "p2", "no"), ("p3", "p2", "yes"), ("p1", "none", "no")],
)
def test_attacking_a_battle(attacker: str, protector: str, verdict: str) -> None:
    """310.8b: any player but its protector can attack a battle. A battle without a protector can't be attacked."""
    now = situation(battle(protector, attacker=attacker)).with_law(Law(None, _NEWEST))
    creature, target = now.object("A"), now.object("B")
    rule = now.law.rule("attacking-a-battle")
    assert rule is not None and creature is not None and target is not None
    assert rule.applies_to(now, creature, target).value is True
    assert rule.evaluate(now, creature, target).value is (verdict == "yes")
    assert rule.applies_to(now, creature, now.players[0]).value is False


@pytest.mark.parametrize(
    ("blocker", "attacking", "speaks", "verdict"),
    [("p2", "B", True, True), ("p3", "B", True, False), ("p1", "B", True, False), ("p2", "p2", False, None)],
)
def test_blocking_for_a_battle(blocker: str, attacking: str, speaks: bool, verdict: bool | None) -> None:
    """310.8c: only creatures of the battle's protector can block creatures that attack it."""
    now = situation(battle("p2", blocker=blocker, attacking=attacking)).with_law(Law(None, _NEWEST))
    creature, attacker = now.object("C"), now.object("A")
    rule = now.law.rule("blocking-for-a-battle")
    assert rule is not None and creature is not None and attacker is not None
    assert rule.applies_to(now, creature, attacker).value is speaks
    if verdict is not None:
        assert rule.evaluate(now, creature, attacker).value is verdict


def test_open_protector_or_controller() -> None:
    """310.8b: the rule's answer is open if the protector isn't stated."""
    now = situation(battle(None)).with_law(Law(None, _NEWEST))
    rule = now.law.rule("attacking-a-battle")
    assert rule is not None
    assert rule.evaluate(now, now.object("A"), now.object("B")).value is None


def test_defending_player(put: Ask) -> None:
    """310.8d: the defending player is the protector, not the controller."""
    assert put("defender-of B", battle("p3")).value == "p3"
    assert put("defender-of B", battle("p3"), day="2022-10-07").verdict == "no"


@pytest.mark.parametrize(
    ("amount", "changes", "verdict"),
    [
        ("3", {}, "yes"),
        ("4", {}, "yes"),
        ("2", {}, "no"),
        ("3", {"subtypes": ""}, "no"),
        ("3", {"zone": "hand"}, "no"),
    ],
)
def test_siege_is_defeated(put: Ask, amount: str, changes: dict[str, str], verdict: str) -> None:
    """310.11b: a Siege is defeated if damage removes its last defense counter."""
    rest = f"proposed: {{damage: [{{source: A, to: B, amount: {amount}}}, {{source: A, to: p2, amount: 9}}]}}\n"
    assert put("defeated B", battle(rest=rest, **changes)).verdict == verdict


def test_siege_without_counters_isnt_defeated_again(put: Ask) -> None:
    """310.11b: a Siege without defense counters isn't defeated, because no counter is removed."""
    rest = "proposed: {damage: [{source: A, to: B, amount: 3}]}\n"
    assert put("defeated B", battle(rest=rest).replace("counters: {defense: 3}", "counters: {}")).verdict == "no"
    assert put("defeated B", battle(rest="proposed: {damage: [{to: B, amount: 3}]}\n")).verdict == "yes"
    assert put("defeated B", battle()).depends_on == ("proposed.damage",)
    relic = battle(rest=rest).replace("types: [battle]", "types: [artifact]")
    assert put("defeated B", relic).verdict == "no"


@pytest.mark.parametrize(
    ("types", "zone", "day", "verdict", "rule"),
    [
        ("battle", "battlefield", "2026-01-16", "yes", "310.5"),
        ("planeswalker", "battlefield", "2026-01-16", "yes", "306.6"),
        ("planeswalker", "battlefield", "2008-02-01", "yes", "212.9e"),
        ("creature", "battlefield", "2026-01-16", "no", "306.6"),
        ("battle", "hand", "2026-01-16", "no", "310.5"),
        ("planeswalker", "hand", "2026-01-16", "no", "306.6"),
    ],
)
def test_what_can_be_attacked(put: Ask, types: str, zone: str, day: str, verdict: str, rule: str) -> None:
    """306.6, 310.5: planeswalkers and battles on the battlefield can be attacked."""
    ruling = put("can-be-attacked A", f"objects: [{{id: A, zone: {zone}, types: [{types}]}}]", day=day)
    assert ruling.verdict == verdict
    assert rule in [each.number for each in ruling.citations]
