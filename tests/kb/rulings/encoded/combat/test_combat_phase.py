"""The combat phase: its steps (506.1, 508.8), objects in combat (506.4, 506.5), attacked players (508.5, 508.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

BASE = {
    "A": {"controller": "p1", "types": "[creature]", "attacking": "p2"},
    "B": {"controller": "p2", "types": "[creature]", "blocking": "[A]"},
    "W": {"controller": "p2", "types": "[planeswalker]"},
    "S": {"controller": "p1", "types": "[battle]", "protector": "p2"},
    "D": {"controller": "p1", "types": "[creature]"},
}


def board(
    names: str, *, game: str = "", effects: str = "", history: str = "", proposed: str = "",
    closed: str = "[battlefield]", **more: dict[str, str],
) -> str:  # fmt: skip
    """Return a combat in which A attacks p2 and is blocked by B."""
    rows = []
    for name in names.split():
        facts = {"zone": "battlefield"} | BASE[name] | more.get(name, {})
        rows.append(f"{{id: {name}" + "".join(f", {key}: {value}" for key, value in facts.items() if value) + "}")
    return (
        f"game: {{active: p1{', ' + game if game else ''}}}\nplayers: {{p1: , p2: , p3: }}\nclosed: {closed}\n"
        f"objects: [{', '.join(rows)}]\neffects: [{effects}]\nhistory: {{{history}}}\n"
        + (f"proposed: {{attackers: {proposed}}}\n" if proposed else "")
    )


ONE = ["beginning-of-combat", "declare-attackers", "declare-blockers", "combat-damage", "end-of-combat"]
NONE = ["beginning-of-combat", "declare-attackers", "end-of-combat"]
TWO = [*ONE[:4], "combat-damage", "end-of-combat"]


@pytest.mark.parametrize(
    ("text", "day", "steps"),
    [
        (board("A B"), "2026-01-16", ONE),
        (board("D"), "2026-01-16", NONE),
        (board("A", proposed="[]", A={"attacking": "none"}), "2026-01-16", NONE),
        (board("D", proposed="[{creature: D}]"), "2026-01-16", ONE),
        (board("A B", A={"keywords": "[first strike]"}), "2026-01-16", TWO),
        (board("A B", B={"keywords": "[double strike]"}), "2026-01-16", TWO),
        (board("A D", D={"keywords": "[double strike]"}), "2026-01-16", ONE),
        (board("A B", B={"keywords": "[first strike]"}), "2008-02-01", TWO),
        (board("D"), "2002-10-07", NONE),
    ],
)
def test_steps(put: Ask, text: str, day: str, steps: list[str]) -> None:
    """506.1, 508.8: two steps are skipped without attackers; first or double strike adds a combat damage step."""
    ruling = put("combat-steps", text, day=day)
    assert (ruling.verdict, ruling.value) == ("yes", steps)


def test_steps_depend_on_the_attackers(put: Ask) -> None:
    """If the battlefield isn't closed and no attacker is listed, the steps depend on the attackers."""
    assert put("combat-steps", board("D", closed="[]")).depends_on == ("proposed.attackers",)
    assert put("combat-steps", board("A", closed="[]", A={"keywords": "[]"})).verdict == "yes"


@pytest.mark.parametrize(
    ("who", "names", "more", "history", "verdict"),
    [
        ("A", "A B", {}, "", "yes"),
        ("B", "A B", {}, "", "yes"),
        ("D", "A B D", {}, "", "no"),
        ("W", "A W", {"A": {"attacking": "W"}}, "", "yes"),
        ("W", "A W", {}, "", "no"),
        ("S", "A S", {"A": {"attacking": "S"}}, "", "yes"),
        ("A", "A", {"A": {"controller": "p2"}}, "", "no"),
        ("B", "A B", {"B": {"controller": "p1"}}, "", "no"),
        ("A", "A", {"A": {"phased_out": "yes"}}, "", "no"),
        ("A", "A", {"A": {"removed_from_combat": "yes"}}, "", "no"),
        ("A", "A", {}, "regenerated: {A: yes}", "no"),
        ("B", "A B", {}, "changed_controller: {B: yes}", "no"),
        ("A", "A", {"A": {"types": "[artifact]"}}, "", "no"),
        ("A", "A", {"A": {"types": "[creature, battle]"}}, "", "no"),
        ("W", "A W", {"A": {"attacking": "W"}, "W": {"types": "[artifact]"}}, "", "no"),
        ("S", "A S", {"A": {"attacking": "S"}, "S": {"types": "[artifact]"}}, "", "no"),
        ("A", "A", {"A": {"tapped": "yes"}}, "", "yes"),
        ("A", "A W", {"A": {"attacking": "W"}, "W": {"removed_from_combat": "yes"}}, "", "yes"),
        ("A", "A W", {"A": {"attacking": "W"}, "W": {"types": "[artifact]"}}, "", "yes"),
        ("A", "A W", {"A": {"attacking": "W"}, "W": {"phased_out": "yes"}}, "", "yes"),
        ("W", "A B W", {"A": {"attacking": "W"}, "W": {"types": "[creature]", "blocking": "[A]"}}, "", "yes"),
        (
            "W",
            "A B W",
            {"A": {"attacking": "W"}, "W": {"types": "[creature, planeswalker]", "blocking": "[A]"}},
            "",
            "yes",
        ),
        ("W", "A B W", {"A": {"attacking": "W"}, "W": {"types": "[artifact]", "blocking": "[A]"}}, "", "no"),
        ("W", "A W", {"A": {"attacking": "W"}, "W": {"types": "[creature]"}}, "", "no"),
        ("B", "A B", {"B": {"types": "[planeswalker]"}}, "", "no"),
        ("W", "A W", {"A": {"attacking": "W"}, "W": {"types": "[planeswalker]", "protector": "p3"}}, "", "no"),
        ("W", "A W", {"A": {"attacking": "W"}, "W": {"types": "[planeswalker]", "protector": "p2"}}, "", "yes"),
        ("W", "A W", {"A": {"attacking": "W"}, "W": {"types": "[battle, planeswalker]", "protector": "p3"}}, "", "yes"),
    ],
)
def test_objects_in_combat(
    put: Ask, who: str, names: str, more: dict[str, dict[str, str]], history: str, verdict: str
) -> None:
    """506.4, 506.4b to e, 508.1k, 509.1g: events that remove an object from combat, and events that don't."""
    assert put(f"in-combat {who}", board(names, history=history, **more)).verdict == verdict  # type: ignore[arg-type]


def test_leaving_the_battlefield(put: Ask) -> None:
    """506.4: an object that left the battlefield is no longer in combat; its attacker still is."""
    text = board("A W", A={"attacking": "W"}, W={"zone": "graveyard"})
    assert put("in-combat W", text).verdict == "no"
    ruling = put("in-combat A", text)
    assert ruling.verdict == "yes"
    assert "506.4c" in [cited.number for cited in ruling.citations]


@pytest.mark.parametrize(
    ("attacked", "change", "cited"),
    [
        ("W", {}, False),
        ("S", {}, False),
        ("W", {"removed_from_combat": "yes"}, True),
        ("W", {"types": "[artifact]"}, True),
        ("W", {"phased_out": "yes"}, True),
        ("S", {"types": "[artifact]"}, True),
    ],
)
def test_attacker_stays_in_combat(put: Ask, attacked: str, change: dict[str, str], cited: bool) -> None:
    """506.4c: a creature whose attacked planeswalker or battle is gone is still an attacking creature."""
    more = {"A": {"attacking": attacked}, attacked: change}
    ruling = put("in-combat A", board("A W S", **more))  # type: ignore[arg-type]
    assert (ruling.verdict, "506.4c" in [each.number for each in ruling.citations]) == ("yes", cited)


@pytest.mark.parametrize(
    ("more", "effects", "number"),
    [
        ({"tapped": "yes"}, "", "506.4b"),
        ({}, "{says: cant, does: attack, objects: [A]}", "506.4a"),
        ({}, "{says: cant, does: block, objects: [A]}", "506.4a"),
    ],
)
def test_tapping_and_late_restrictions(put: Ask, more: dict[str, str], effects: str, number: str) -> None:
    """506.4a, 506.4b: neither tapping nor a later restriction removes a creature from combat."""
    ruling = put("in-combat A", board("A", effects=effects, A=more))
    assert (ruling.verdict, number in [cited.number for cited in ruling.citations]) == ("yes", True)
    plain = put("in-combat A", board("A D", effects="{says: cant, does: attack, objects: [D]}"))
    assert number not in [cited.number for cited in plain.citations]


@pytest.mark.parametrize(("phase", "verdict"), [("combat", "yes"), ("postcombat-main", "no")])
def test_combat_is_over(put: Ask, phase: str, verdict: str) -> None:
    """511.3: after the combat phase no creature is in combat."""
    assert put("in-combat A", board("A", game=f"phase: {phase}")).verdict == verdict


@pytest.mark.parametrize(
    ("day", "who", "more", "verdict"),
    [
        ("2010-04-23", "A", {"A": {"phased_out": "yes"}}, "yes"),
        ("2010-04-23", "A", {"A": {"removed_from_combat": "yes"}}, "no"),
        ("2010-04-23", "A", {"A": {"types": "[artifact]"}}, "no"),
        ("2010-04-23", "W", {"A": {"attacking": "W"}, "W": {"zone": "graveyard"}}, "no"),
        ("2010-04-23", "A", {}, "yes"),
        ("2010-07-16", "A", {"A": {"phased_out": "yes"}}, "no"),
        ("2012-10-01", "A", {}, "yes"),
        ("2012-10-01", "W", {"A": {"attacking": "W"}}, "yes"),
        ("2012-10-01", "W", {"A": {"attacking": "W"}, "W": {"types": "[artifact]"}}, "no"),
        ("2012-10-01", "A", {"A": {"types": "[artifact]"}}, "no"),
        ("2012-10-01", "A", {"A": {"removed_from_combat": "yes"}}, "no"),
        ("2012-10-01", "W", {"W": {"types": "[planeswalker]"}}, "no"),
        ("2012-10-01", "W", {"A": {"attacking": "W"}, "W": {"types": "[creature]"}}, "no"),
        ("2012-10-01", "B", {"B": {"types": "[planeswalker]"}}, "no"),
        ("2006-02-01", "A", {}, "yes"),
        ("2006-02-01", "A", {"A": {"types": "[artifact]"}}, "no"),
        ("2006-02-01", "A", {"A": {"phased_out": "yes"}}, "no"),
        ("2006-02-01", "A", {"A": {"removed_from_combat": "yes"}}, "no"),
        ("2006-02-01", "B", {"B": {"controller": "p1"}}, "no"),
        ("2006-02-01", "A", {"A": {"attacking": "none"}}, "no"),
    ],
)
def test_in_combat_through_time(put: Ask, day: str, who: str, more: dict[str, dict[str, str]], verdict: str) -> None:
    """306.2, 306.4, 506.4: from 2009-07-11 to 2010-04-23 phasing out doesn't remove a creature from combat."""
    assert put(f"in-combat {who}", board("A B W", **more), day=day).verdict == verdict  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("facts", "verdict"),
    [
        ({}, "yes"),
        ({"A": {"blocked": "no"}}, "no"),
        ({"B": {"blocking": ""}}, "no"),
        ({"A": {"blocked": "yes"}, "B": {"blocking": ""}}, "yes"),
        ({"A": {"blocked_by": "[B]"}}, "yes"),
        ({"A": {"blocked_by": "[]"}}, "no"),
        ({"B": {"removed_from_combat": "yes"}}, "yes"),
    ],
)
def test_blocked(put: Ask, facts: dict[str, dict[str, str]], verdict: str) -> None:
    """509.1h: a creature stays blocked even if all its blockers are removed from combat."""
    assert put("is-blocked A", board("A B", **facts)).verdict == verdict  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "names", "more", "verdict"),
    [
        ("attacks-alone A", "A B D", {}, "yes"),
        ("attacks-alone A", "A D", {"D": {"attacking": "p3"}}, "no"),
        ("attacks-alone D", "A D", {}, "no"),
        ("attacks-alone D", "D", {}, "no"),
        ("blocks-alone D", "D", {}, "no"),
        ("blocks-alone B", "A B D", {}, "yes"),
        ("blocks-alone B", "A B D", {"D": {"controller": "p2", "blocking": "[A]"}}, "no"),
        ("blocks-alone A", "A B", {}, "no"),
    ],
)
def test_alone_in_combat(put: Ask, question: str, names: str, more: dict[str, dict[str, str]], verdict: str) -> None:
    """506.5: a creature attacks or blocks alone if no other creature does."""
    assert put(question, board(names, **more)).verdict == verdict  # type: ignore[arg-type]
    assert put(question, board(names, **more), day="2002-10-07").verdict == verdict  # type: ignore[arg-type]


def test_alone_depends_on_unlisted_creatures(put: Ask) -> None:
    """If the battlefield isn't closed, other creatures may attack or block, so the answer is open."""
    assert put("attacks-alone A", board("A", closed="[]")).depends_on == ("closed",)
    text = board("A B", closed="[]", A={"blocking": "[]"})
    assert put("blocks-alone B", text).depends_on == ("closed",)


@pytest.mark.parametrize(
    ("day", "names", "more", "history", "player"),
    [
        ("2026-01-16", "A", {}, "", "p2"),
        ("2026-01-16", "A W", {"A": {"attacking": "W"}}, "", "p2"),
        ("2026-01-16", "A S", {"A": {"attacking": "S"}, "S": {"protector": "p3"}}, "", "p3"),
        ("2026-01-16", "A W", {"A": {"attacking": "none"}}, "was_attacking: {A: W}", "p2"),
        ("2026-01-16", "A", {"A": {"removed_from_combat": "yes", "attacking": "p2"}}, "was_attacking: {A: p3}", "p3"),
        ("2026-01-16", "A", {}, "was_attacking: {A: p3}", "p2"),
        ("2022-10-07", "A S", {"A": {"attacking": "S"}, "S": {"protector": "p3"}}, "", "p1"),
        ("2022-10-07", "A W", {"A": {"attacking": "none"}}, "was_attacking: {A: W}", "p2"),
        ("2012-10-01", "A W", {}, "declared_attacking: {A: p3}", "p3"),
        ("2012-10-01", "A W", {}, "declared_attacking: {A: W}", "p2"),
        ("2010-04-23", "A W", {"A": {"attacking": "W"}}, "declared_attacking: {A: p3}", "p2"),
        ("2006-02-01", "A", {}, "", "p2"),
    ],
)
def test_defending_player(
    put: Ask, day: str, names: str, more: dict[str, dict[str, str]], history: str, player: str
) -> None:
    """508.5: the defending player is the player A attacks or attacked; in 2012 as A was declared as an attacker."""
    ruling = put("defending-player A", board(names, history=history, **more), day=day)  # type: ignore[arg-type]
    assert (ruling.verdict, ruling.value) == ("yes", player)


def test_attacking_and_having_attacked(put: Ask) -> None:
    """508.6: "is attacking" asks for the present state, "has attacked" for the declaration."""
    text = board("A", history="declared_attacking: {A: p3}")
    answers = [
        put(f"{asks} p1 {whom}", text).verdict for asks in ("is-attacking", "has-attacked") for whom in ("p2", "p3")
    ]
    assert answers == ["yes", "no", "no", "yes"]
    assert put("is-attacking p3 p2", text).verdict == "no"
    assert put("has-attacked p2 p3", text).verdict == "no"


@pytest.mark.parametrize(("question", "fact"), [("is-attacking", "attacking"), ("has-attacked", "declared")])
@pytest.mark.parametrize(
    ("attacked", "closed", "verdict", "depends_on"),
    [
        ("p2", "[]", "yes", ()),
        ("none", "[]", "depends", ("closed",)),
        ("none", "[battlefield]", "no", ()),
    ],
)
def test_another_creature_may_attack(
    put: Ask, question: str, fact: str, attacked: str, closed: str, verdict: str, depends_on: tuple[str, ...]
) -> None:
    """508.6: if the battlefield isn't closed, the player may attack with creatures that aren't listed."""
    now = f", attacking: {attacked}" if fact == "attacking" else ""
    text = f"players: {{p1: , p2: }}\nclosed: {closed}\n"
    text += f"objects: [{{id: A, zone: battlefield, types: [creature], controller: p1{now}}}]\n"
    text += f"history: {{declared_attacking: {{A: {attacked}}}}}\n" if fact == "declared" else ""
    ruling = put(f"{question} p1 p2", text)
    assert (ruling.verdict, ruling.depends_on) == (verdict, depends_on)
