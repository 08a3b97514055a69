"""The command zone: dungeons, planes, phenomena, vanguards, schemes, conspiracies."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from kb.rulings.law.applicable_law import Law
from kb.rulings.law.rule_registry import variants_by_concept
from tests.kb.rulings.conftest import situation

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


@pytest.mark.parametrize(
    ("types", "day", "rule"),
    [
        ("dungeon", "2026-01-16", "309.2c"),
        ("plane", "2026-01-16", "311.2"),
        ("plane", "2012-10-01", "309.2"),
        ("phenomenon", "2026-01-16", "312.2"),
        ("vanguard", "2026-01-16", "313.2"),
        ("scheme", "2026-01-16", "314.2"),
        ("conspiracy", "2026-01-16", "315.3"),
    ],
)
def test_cards_that_stay_in_the_command_zone(put: Ask, types: str, day: str, rule: str) -> None:
    """Nontraditional cards can't leave the command zone or be cast. A creature card can be cast."""
    ruling = put("can-leave-command-zone A", f"objects: [{{id: A, types: [{types}]}}]", day=day)
    assert (ruling.verdict, ruling.citations[0].number) == ("no", rule)
    now = situation(f"players: {{p1: }}\nobjects: [{{id: A, types: [{types}]}}, {{id: C, types: [creature]}}]")
    now = now.with_law(Law(None, date.fromisoformat(day)))
    barring = [
        each for each in variants_by_concept() if each.endswith("-arent-cast") and (now.law.rule(each) is not None)
    ]
    for thing, barred in (("A", True), ("C", False)):
        spell = now.object(thing)
        assert any(now.rule(each, now.players[0], spell).value for each in barring) is barred


def test_other_cards_leave(put: Ask) -> None:
    """A creature card can leave the command zone. A scheme could, before the rules had schemes."""
    assert put("can-leave-command-zone A", "objects: [{id: A, types: [creature]}]").verdict == "yes"
    assert put("can-leave-command-zone A", "objects: [{id: A}]").depends_on == ("objects.A.types",)
    assert put("can-leave-command-zone A", "objects: [{id: A, types: [scheme]}]", day="2010-04-23").verdict == "yes"


@pytest.mark.parametrize(
    ("types", "controller", "rule"),
    [
        ("plane", "p2", "311.5"),
        ("phenomenon", "p2", "312.4"),
        ("vanguard", "p1", "313.5"),
        ("scheme", "p1", "314.5"),
        ("conspiracy", "p1", "315.6"),
    ],
)
def test_controllers(put: Ask, types: str, controller: str, rule: str) -> None:
    """The active player controls face-up planes and phenomena. The owner controls the other face-up cards."""
    text = "game: {active: p2}\nplayers: {p1: , p2: }\nobjects: [{id: A, types: [%s], owner: p1, face_down: %s}]"
    ruling = put("controller A", text % (types, "no"))
    assert (ruling.verdict, ruling.value, ruling.citations[0].number) == ("yes", controller, rule)
    assert put("controller A", text % (types, "yes")).verdict == ("yes" if types == "conspiracy" else "no")


def test_controllers_of_other_cards(put: Ask) -> None:
    """A creature has the stated controller. An unstated controller or active player leaves the answer open."""
    assert put("controller A", "players: {p1: }\nobjects: [{id: A, types: [creature], controller: p1}]").value == "p1"
    assert put("controller A", "objects: [{id: A, types: [creature]}]").depends_on == ("objects.A.controller",)
    early = "objects: [{id: A, types: [conspiracy], owner: p1}]\nplayers: {p1: }"
    assert put("controller A", early, day="2014-02-01").depends_on == ("objects.A.controller",)
    assert put("controller A", "objects: [{id: A, types: [plane]}]").depends_on == ("game.active",)


def test_vanguards_change_hand_and_life(put: Ask) -> None:
    """313.6, 313.7: a vanguard's modifiers are added to seven cards and 20 life."""
    text = "game: {variant: vanguard}\nplayers: {p1: {hand_modifier: -1, life_modifier: 7}, p2: }"
    assert put("vanguard-hand-size p1", text).value == 6
    assert put("vanguard-hand-size p1", text, day="2009-07-11").verdict == "no"
    life = put("starting-life p1", text)
    assert (life.value, [each.number for each in life.citations]) == (27, ["103.4b", "313.7"])
    assert put("starting-life p2", text).depends_on == ("players.p2.life_modifier",)
    assert put("starting-life p1", text, day="2009-07-11").value == 20


@pytest.mark.parametrize(
    ("dungeon", "room", "answer", "rule"),
    [
        ("none", 1, "new-dungeon", "309.2a"),
        ("D", 1, "next-room", "309.5a"),
        ("D", 3, "completed-and-new", "309.5b"),
    ],
)
def test_venture(put: Ask, dungeon: str, room: int, answer: str, rule: str) -> None:
    """309.2a, 309.5a, 309.5b: venturing starts a dungeon, enters the next room, or ends one and starts another."""
    text = (
        f"closed: [command]\nplayers: {{p1: {{dungeon: {dungeon}}}}}\n"
        f"objects: [{{id: D, zone: command, types: [dungeon], owner: p1, room: {room}, bottom_room: 3}}]"
    )
    ruling = put("venture p1", text)
    assert (ruling.verdict, ruling.value, ruling.citations[0].number) == ("yes", answer, rule)
    assert put("venture p1", text, day="2021-04-22").verdict == "no"


def test_venture_open(put: Ask) -> None:
    """The answer depends on the player's dungeon and the room they are in."""
    assert "players.p1.dungeon" in put("venture p1", "players: {p1: }").depends_on
    room = "players: {p1: {dungeon: D}}\nobjects: [{id: D, bottom_room: 3}]"
    assert put("venture p1", room).depends_on == ("objects.D.room",)


@pytest.mark.parametrize(
    ("dungeon", "card", "verdict"),
    [
        ("none", "zone: exile, types: [dungeon], owner: p1", "yes"),
        ("none", "zone: command, types: [dungeon], owner: p1", "no"),
        ("none", "zone: command, types: [dungeon], owner: p2", "yes"),
        ("none", "zone: command, types: [plane], owner: p1", "yes"),
        ("D", "zone: exile, types: [dungeon], owner: p1", "no"),
    ],
)
def test_one_dungeon_at_a_time(put: Ask, dungeon: str, card: str, verdict: str) -> None:
    """309.3: a player can own only one dungeon card in the command zone at a time."""
    text = f"players: {{p1: {{dungeon: {dungeon}}}, p2: }}\nobjects: [{{id: D, {card}}}]"
    ruling = put("can-bring-dungeon p1", text)
    assert (ruling.verdict, ruling.citations[0].number) == (verdict, "309.3")


@pytest.mark.parametrize(
    ("types", "zone", "face_down", "verdict"),
    [
        ("plane", "command", "no", "yes"),
        ("plane", "command", "yes", "no"),
        ("plane", "exile", "no", "no"),
        ("vanguard", "command", "no", "yes"),
        ("vanguard", "exile", "no", "no"),
        ("scheme", "command", "no", "yes"),
        ("scheme", "command", "yes", "no"),
        ("conspiracy", "command", "no", "yes"),
        ("conspiracy", "command", "yes", "no"),
        ("creature", "command", "no", "no"),
    ],
)
def test_abilities_in_the_command_zone(put: Ask, types: str, zone: str, face_down: str, verdict: str) -> None:
    """311.4, 313.4, 314.4, 315.5: abilities of face-up nontraditional cards function in the command zone."""
    text = f"objects: [{{id: A, zone: {zone}, types: [{types}], face_down: {face_down}}}]"
    assert put("command-zone-abilities A", text).verdict == verdict


def test_unstated_types_in_the_command_zone(put: Ask) -> None:
    """The answers depend on the card types if they aren't stated."""
    there = "objects: [{id: A, zone: command, owner: p1}]"
    assert put("command-zone-abilities A", there).depends_on == ("objects.A.types",)
    assert put("can-bring-dungeon p1", "players: {p1: {dungeon: none}}\n" + there).depends_on == ("objects.A.types",)
