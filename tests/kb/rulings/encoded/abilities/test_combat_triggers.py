"""Abilities that trigger as attackers and blockers are declared (508.3, 509.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def board(
    trigger: str, *, on: str = "A", watches: str = "", proposed: str = "", history: str = "", step: str = "",
    **more: str,
) -> str:  # fmt: skip
    """Return creatures A and D of p1, B and C of p2, and a planeswalker W of p2; `on` names the ability's object."""
    ability = f"abilities: [{{kind: triggered, trigger: {trigger}{f', watches: {watches}' if watches else ''}}}]"
    owners = {"A": "p1", "D": "p1", "B": "p2", "C": "p2", "W": "p2", "E": "p1"}
    kinds = {"W": "planeswalker", "E": "enchantment"}
    rows = [
        f"{{id: {name}, zone: battlefield, controller: {owner}, types: [{kinds.get(name, 'creature')}]"
        f"{f', {ability}' if name == on else ''}{f', {more[name]}' if name in more else ''}}}"
        for name, owner in owners.items()
    ]
    return (
        f"game: {{active: p1{f', step: {step}' if step else ''}}}\nplayers: {{p1: , p2: , p3: }}\n"
        f"closed: [battlefield]\nobjects: [{', '.join(rows)}]\nproposed: {{{proposed}}}\nhistory: {{{history}}}\n"
    )


def attackers(*pairs: str) -> str:
    """Return proposed attacks; "A p2" means that A attacks p2."""
    parts = (each.split() for each in pairs)
    return "attackers: [" + ", ".join(f"{{creature: {one}, attacks: {other}}}" for one, other in parts) + "]"


def blockers(*pairs: str) -> str:
    """Return proposed blocks; "B A,D" means that B blocks A and D."""
    parts = (each.split() for each in pairs)
    return "blockers: [" + ", ".join(f"{{creature: {one}, blocks: [{other}]}}" for one, other in parts) + "]"


@pytest.mark.parametrize(
    ("trigger", "on", "watches", "declared", "times"),
    [
        ("attacks", "A", "", attackers("A p2"), 1),
        ("attacks", "A", "", attackers("D p2"), 0),
        ("attacks", "E", "[A, D]", attackers("A p2", "D p3"), 2),
        ("is-attacked", "W", "", attackers("A W", "D W"), 1),
        ("is-attacked", "W", "", attackers("A p2"), 0),
        ("is-attacked", "B", "", attackers("A p2", "D W"), 1),
        ("is-attacked", "B", "", attackers("A p3"), 0),
        ("is-attacked", "B", "[p2, W]", attackers("A p2", "D W"), 2),
        ("attacks-with", "E", "", attackers("A p2", "D p3"), 2),
        ("attacks-with", "B", "", attackers("A p2"), 0),
        ("player-attacks", "E", "", attackers("A p2", "D p3"), 1),
        ("player-attacks", "E", "", attackers("A W"), 1),
        ("player-attacks", "E", "", "attackers: []", 0),
        ("player-attacks", "B", "", attackers("A p2"), 0),
        ("player-attacks-player", "E", "", attackers("A p2", "D p3"), 2),
        ("player-attacks-player", "E", "", attackers("A p2", "D p2"), 1),
        ("player-attacks-player", "E", "", attackers("A W"), 0),
        ("player-attacks-player", "E", "[p3]", attackers("A p2"), 0),
    ],
)
def test_attacking(put: Ask, trigger: str, on: str, watches: str, declared: str, times: int) -> None:
    """508.3a to 508.3e: an ability triggers for each declared attack that its condition names."""
    ruling = put(f"trigger-count {on}", board(trigger, on=on, watches=watches, proposed=declared))
    assert (ruling.verdict, ruling.value) == ("yes", times)
    assert [cited.number[:5] for cited in ruling.citations] == ["508.3"]


@pytest.mark.parametrize(
    ("trigger", "on", "watches", "declared", "times"),
    [
        ("blocks", "B", "", blockers("B A,D"), 1),
        ("blocks", "B", "", blockers("C A"), 0),
        ("blocks", "E", "[B, C]", blockers("B A", "C A"), 2),
        ("blocks-a-creature", "B", "", blockers("B A,D"), 2),
        ("blocks-a-creature", "B", "", blockers("C A"), 0),
        ("becomes-blocked", "A", "", blockers("B A", "C A"), 1),
        ("becomes-blocked", "A", "", blockers("B D"), 0),
        ("becomes-blocked-by-a-creature", "A", "", blockers("B A", "C A"), 2),
        ("becomes-blocked-by-a-creature", "A", "", blockers("B A", "C D"), 1),
        ("attacks-unblocked", "A", "", blockers("B D"), 1),
        ("attacks-unblocked", "A", "", blockers("B A"), 0),
        ("attacks-unblocked", "A", "", "blockers: []", 1),
        ("attacks-unblocked", "B", "", "blockers: []", 0),
    ],
)
def test_blocking(put: Ask, trigger: str, on: str, watches: str, declared: str, times: int) -> None:
    """509.3a to d, g: an ability triggers once each combat, or once for each blocker or blocked creature."""
    text = board(trigger, on=on, watches=watches, proposed=declared, A="attacking: p2", D="attacking: p2")
    ruling = put(f"trigger-count {on}", text)
    assert (ruling.verdict, ruling.value) == ("yes", times)
    assert [cited.number[:5] for cited in ruling.citations] == ["509.3"]
    old = put(f"trigger-count {on}", text, day="2012-10-01")
    assert (old.verdict, old.value, old.citations[0].number[:5]) == ("yes", times, "509.4")


def test_triggers_by_history(put: Ask) -> None:
    """508.3a: without proposed attackers, only creatures that were declared as attackers count."""
    assert put("trigger-count A", board("attacks", history="declared_attacking: {A: p2}")).value == 1
    assert (
        put("trigger-count A", board("attacks", A="attacking: p2", history="declared_attacking: {A: none}")).value == 0
    )
    ruling = put("trigger-count A", board("attacks", A="attacking: p2"))
    assert (ruling.verdict, ruling.depends_on) == ("depends", ("history.declared_attacking.A",))
    assert put("trigger-count A", board("becomes-blocked", B="blocking: [A]", A="attacking: p2")).value == 1
    assert (
        put(
            "trigger-count W",
            board("is-attacked", on="W", history="declared_attacking: {A: W, D: none, B: none, C: none}"),
        ).value
        == 1
    )


def test_trigger_depends_on_an_unstated_colour(put: Ask) -> None:
    """508.2a: an ability for green attackers depends on the unstated colour of D."""
    text = board("attacks-with, quality: [green creature]", on="E", proposed=attackers("A p2", "D p2"),
                 A="colors: [blue]").replace("closed: [battlefield]\n", "")  # fmt: skip
    assert put("trigger-count E", text).depends_on == ("objects.D.colors",)


def test_attack_on_the_player_not_the_planeswalker(put: Ask) -> None:
    """508.3b: a creature that attacks the player doesn't attack their planeswalker."""
    history = "declared_attacking: {A: p2, D: p2, B: p2, C: p2}"
    assert put("trigger-count W", board("is-attacked", on="W", history=history)).value == 0


def test_trigger_depends_on_the_attackers_controller(put: Ask) -> None:
    """508.3d: an ability for a player's attackers depends on the unstated controller of A."""
    text = board("attacks-with", on="E", proposed=attackers("A p2"))
    text = text.replace("{id: A, zone: battlefield, controller: p1", "{id: A, zone: battlefield")
    assert put("trigger-count E", text).depends_on == ("objects.A.controller",)


def test_unblocked_triggers_as_blockers_are_declared(put: Ask) -> None:
    """508.3f: the ability triggers in the declare blockers step, not in the declare attackers step."""
    for step, times in (("declare-attackers", 0), ("declare-blockers", 1)):
        assert put("trigger-count A", board("attacks-unblocked", A="attacking: p2", step=step)).value == times


def test_unstated_trigger(put: Ask) -> None:
    """The answer depends on an unstated trigger, and is no if the edition has no rule for the trigger."""
    ruling = put("trigger-count A", board("attacks").replace(", trigger: attacks", ""))
    assert ruling.depends_on == ("objects.A.abilities.1.trigger",)
    assert (
        put("trigger-count E", board("player-attacks", on="E", proposed=attackers("A p2")), day="2012-10-01").verdict
        == "no"
    )


COLORED = {"A": "colors: [green]", "D": "colors: [blue]", "B": "colors: [white]", "C": "colors: [black]"}


@pytest.mark.parametrize("day", ["2018-01-19", "2026-01-16"])
@pytest.mark.parametrize(
    ("trigger", "quality", "declared", "times"),
    [
        ("attacks", "green creature", attackers("A p2", "D p2"), 1),
        ("attacks", "red creature", attackers("A p2", "D p2"), 0),
        ("attacks", "creature", attackers("A p2", "D p2"), 2),
        ("attacks", "creature, green", attackers("A p2", "D p2"), 1),
        ("attacks, watches: [D]", "green creature", attackers("A p2", "D p2"), 0),
    ],
)
def test_attackers_with_a_quality(put: Ask, trigger: str, quality: str, declared: str, times: int, day: str) -> None:
    """508.2a: an ability for attackers with a quality counts only those that have it as they are declared."""
    text = board(f"{trigger}, quality: [{quality}]", on="E", proposed=declared, **COLORED)
    assert (put("trigger-count E", text, day).verdict, put("trigger-count E", text, day).value) == ("yes", times)


@pytest.mark.parametrize(
    ("trigger", "on", "quality", "declared", "times"),
    [
        ("is-attacked", "B", "green creature", attackers("A p2"), 1),
        ("is-attacked", "B", "green creature", attackers("D p2"), 0),
        ("attacks-with", "E", "green creature", attackers("A p2", "D p3"), 1),
        ("player-attacks", "E", "red creature", attackers("A p2"), 0),
        ("player-attacks-player", "E", "blue creature", attackers("A p2", "D p3"), 1),
        ("blocks", "E", "white creature", blockers("B A", "C A"), 1),
        ("blocks-a-creature", "B", "green creature", blockers("B A,D"), 1),
        ("blocks-a-creature", "B", "creature", blockers("B A,D"), 2),
        ("becomes-blocked", "E", "green creature", blockers("B A,D"), 1),
        ("becomes-blocked-by-a-creature", "A", "white creature", blockers("B A", "C A"), 1),
        ("becomes-blocked-by-a-creature", "A", "red creature", blockers("B A", "C A"), 0),
    ],
)
def test_creatures_with_a_quality(put: Ask, trigger: str, on: str, quality: str, declared: str, times: int) -> None:
    """508.2a, 509.3f: the quality is required of the attacker, blocker or blocked creature that the trigger names."""
    text = board(f"{trigger}, quality: [{quality}]", on=on, proposed=declared, **COLORED)
    ruling = put(f"trigger-count {on}", text)
    assert (ruling.verdict, ruling.value) == ("yes", times)


@pytest.mark.parametrize(("facts", "times"), [("attacking: p2", 1), ("attacking: none", 0)])
def test_unblocked_attacker_with_a_quality(put: Ask, facts: str, times: int) -> None:
    """509.3f: only the colour of the unblocked attacker matters, not that of other creatures."""
    text = board(
        "attacks-unblocked, quality: [green creature]", on="E", proposed="blockers: []", step="declare-blockers",
        A=f"colors: [green], {facts}", D="attacking: none", B="attacking: none", C="attacking: none",
    )  # fmt: skip
    ruling = put("trigger-count E", text)
    assert (ruling.verdict, ruling.value) == ("yes", times)


@pytest.mark.parametrize(("when", "times"), [(1, 0), (3, 1)])
def test_characteristics_that_change_later(put: Ask, when: int, times: int) -> None:
    """508.2a, 509.3f: a change of colour counts only if it comes before the declaration."""
    effect = "effects: [{says: is, objects: [D, C], colors: [green], timestamp: 2}]\n"
    attack = board("attacks, quality: [green creature]", on="E", proposed=attackers("D p2") + f", timestamp: {when}",
                   **COLORED)  # fmt: skip
    assert put("trigger-count E", attack + effect).value == times
    block = board("becomes-blocked-by-a-creature, quality: [green creature]",
                  proposed=blockers("C A") + f", timestamp: {when}", **COLORED)  # fmt: skip
    assert put("trigger-count A", block + effect).value == times


def test_unstated_qualities(put: Ask) -> None:
    """The answer depends on unstated characteristics only of creatures that may be declared."""
    text = board("attacks, quality: [green creature]", on="E", proposed=attackers("D p2"), A="colors: [green]")
    assert put("trigger-count E", text).depends_on == ("objects.D.colors",)
    past = board("attacks, quality: [green creature]", on="E", history="declared_attacking: {A: p2, D: none}",
                 A="colors: [green]", B="colors: [red]")  # fmt: skip
    assert put("trigger-count E", past).depends_on == ("history.declared_attacking.C", "objects.C.colors")
    meets = board("is-attacked, quality: [green creature]", on="B", proposed=attackers("A p2"))
    assert put("trigger-count B", meets).depends_on == ("objects.A.colors",)
    untyped = board("attacks, quality: [artifact creature]", on="E", proposed=attackers("A p2")).replace(
        "closed: [battlefield]\n", ""
    )
    untyped += "effects: [{says: is, objects: [A], types: [artifact, creature]}]\n"
    assert put("trigger-count E", untyped).value == 1, "the subtypes that aren't stated decide nothing"
    assert put("trigger-count E", untyped.replace("[artifact creature]", "[goblin]")).depends_on == (
        "objects.A.subtypes",
    )
    nothing = board("becomes-blocked-by-a-creature, quality: [green creature]")
    assert put("trigger-count A", nothing).depends_on == ("proposed.blockers",)


def test_blocker_without_a_proposal(put: Ask) -> None:
    """509.3f: a creature that is stated to be blocking was declared as a blocker."""
    text = board("blocks, quality: [white creature]", on="E", B="colors: [white], blocking: [A]", C="blocking: []")
    assert put("trigger-count E", text).value == 1


@pytest.mark.parametrize(
    ("proposed", "times"),
    [
        ("{attackers: [{creature: A, attacks: p2}]}", None),
        ("{attackers: [{creature: A, attacks: p2}], blockers: []}", 1),
        ("{attackers: [{creature: A, attacks: p2}], blockers: [{creature: B, blocks: [A]}]}", 0),
        ("{attackers: []}", 0),
    ],
)
@pytest.mark.parametrize(
    "ability", ["keywords: [frenzy 2]", "abilities: [{kind: triggered, trigger: attacks-unblocked}]"]
)
def test_an_attack_whose_blocks_arent_stated(put: Ask, ability: str, proposed: str, times: int | None) -> None:
    """509.3g: whether an attacking creature isn't blocked is known only as blockers are declared."""
    text = f"""players: {{p1: , p2: }}
closed: [battlefield]
objects:
  - {{id: A, zone: battlefield, controller: p1, types: [creature], {ability}}}
  - {{id: B, zone: battlefield, controller: p2, types: [creature]}}
proposed: {proposed}
"""
    found = put("trigger-count A", text)
    assert (found.verdict, found.value) == ("depends" if times is None else "yes", times)
    assert found.depends_on == (("proposed.blockers",) if times is None else ())
