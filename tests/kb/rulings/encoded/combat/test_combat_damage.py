"""Combat damage: its assignment (510.1), the moment it is dealt (510.2), and its two steps (510.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

BASE = {
    "A": {"controller": "p1", "types": "[creature]", "power": "4", "toughness": "4", "damage": "0", "attacking": "p2"},
    "B": {"controller": "p2", "types": "[creature]", "power": "2", "toughness": "3", "damage": "0", "blocking": "[A]"},
    "C": {"controller": "p2", "types": "[creature]", "power": "2", "toughness": "2", "damage": "0", "blocking": "[A]"},
    "W": {"controller": "p2", "types": "[planeswalker]", "counters": "{loyalty: 3}"},
    "S": {"controller": "p1", "types": "[battle]", "protector": "p2", "counters": "{defense: 3}"},
}


def board(
    names: str = "A B C", damage: str = "", *, effects: str = "", game: str = "", order: str = "", history: str = "",
    closed: str = "[battlefield]", **more: dict[str, str | None],
) -> str:  # fmt: skip
    """Return a combat: A (4/4) attacks p2 and is blocked by B (2/3) and C (2/2); `damage` is like "A>B 3, A>C 1"."""
    rows = []
    for name in names.split():
        facts = {"zone": "battlefield"} | BASE.get(name, {}) | more.get(name, {})
        rows.append(f"{{id: {name}" + "".join(f", {key}: {value}" for key, value in facts.items() if value) + "}")
    parts = []
    for each in damage.split(", ") if damage else ():
        pair, amount = each.split(" ")
        source, to = pair.split(">")
        parts.append(f"{{source: {source}, to: {to}, amount: {amount}, combat: yes}}")
    proposed = [f"damage: [{', '.join(parts)}]"] if damage else []
    proposed += [f"combat_damage_order: {order}"] if order else []
    return (
        f"game: {{active: p1{', ' + game if game else ''}}}\nplayers: {{p1: , p2: , p3: }}\nclosed: {closed}\n"
        f"objects: [{', '.join(rows)}]\neffects: [{effects}]\nproposed: {{{', '.join(proposed)}}}\n"
        f"history: {{{history}}}\n"
    )


def alone(**facts: str | None) -> dict[str, dict[str, str | None]]:
    """Return changed facts of A."""
    return {"A": dict(facts)}


# --- damage among blockers, by edition -----------------------------------------------------------------------


@pytest.mark.parametrize("day", ["2002-10-07", "2008-02-01", "2024-11-08", "2025-02-07", "2026-01-16"])
@pytest.mark.parametrize("damage", ["A>B 4", "A>C 4", "A>B 1, A>C 3", "A>B 3, A>C 1", "A>B 2, A>C 2"])
def test_divided_freely(put: Ask, day: str, damage: str) -> None:
    """310.2c, 510.1c: until 2009 and since 2024-11-08 the controller divides damage freely."""
    assert put("combat-damage", board(damage=damage), day=day).verdict == "yes"


@pytest.mark.parametrize("day", ["2009-07-11", "2012-10-01", "2024-07-30"])
@pytest.mark.parametrize(
    ("damage", "verdict"),
    [("A>B 4", "yes"), ("A>C 4", "no"), ("A>B 2, A>C 2", "no"), ("A>B 3, A>C 1", "yes"), ("A>B 1, A>C 3", "no")],
)
@pytest.mark.parametrize("stated", ["blocked_by", "order"])
def test_divided_in_order(put: Ask, day: str, damage: str, verdict: str, stated: str) -> None:
    """510.1c from 2009 to 2024: C can be assigned damage only if B, which comes first, is assigned lethal damage."""
    order = "[B, C]" if stated == "order" else ""
    text = board(damage=damage, order=order, **(alone(blocked_by="[B, C]") if not order else {}))
    assert put("combat-damage", text, day=day).verdict == verdict


def test_announced_order_counts(put: Ask) -> None:
    """The announced order counts rather than the order of `blocked_by`."""
    text = board(damage="A>C 4", order="[C, B]", **alone(blocked_by="[B, C]"))
    assert put("combat-damage", text, day="2012-10-01").verdict == "yes"


def test_order_not_stated(put: Ask) -> None:
    """The answer depends on an unstated order unless the assignment is legal, or illegal, in all orders."""
    ruling = put("combat-damage", board(damage="A>C 4"), day="2012-10-01")
    assert (ruling.verdict, ruling.depends_on) == ("depends", ("proposed.combat_damage_order",))
    assert put("combat-damage", board(damage="A>B 3, A>C 2", **alone(power="5")), day="2012-10-01").verdict == "yes"
    assert put("combat-damage", board(damage="A>B 1, A>C 1", **alone(power="2")), day="2012-10-01").verdict == "no"
    assert put("combat-damage", board("A B", "A>B 4"), day="2012-10-01").verdict == "yes"


def test_order_of_many_not_stated(put: Ask) -> None:
    """With seven blockers not all orders are tried, so the answer depends on the order."""
    many = "B C D E F G H"
    more = {name: {"controller": "p2", "types": "[creature]", "power": "1", "toughness": "1", "damage": "0",
                   "blocking": "[A]", "keywords": "[]"} for name in many.split()}  # fmt: skip
    ruling = put("combat-damage", board(f"A {many}", "A>B 4", **more), day="2012-10-01")  # type: ignore[arg-type]
    assert (ruling.verdict, ruling.depends_on) == ("depends", ("proposed.combat_damage_order",))
    freely = more | {"A": {"keywords": "[deathtouch]"}}
    assert put("combat-damage", board(f"A {many}", "A>B 4", **freely), day="2009-07-11").verdict == "yes"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "history", "verdict"),
    [
        ({"B": {"damage": "2"}}, "", "yes"),
        ({"B": {"damage": "1"}}, "", "no"),
        ({"B": {"toughness": "1"}}, "", "yes"),
        ({"A": {"keywords": "[deathtouch]"}}, "", "yes"),
    ],
)
def test_lethal_damage(put: Ask, changes: dict[str, dict[str, str]], history: str, verdict: str) -> None:
    """510.1c, 702.2c: damage already marked counts; any damage of a source with deathtouch is lethal."""
    merged = {"A": {"blocked_by": "[B, C]", "power": "2"} | changes.get("A", {}), "B": changes.get("B", {})}
    text = board(damage="A>B 1, A>C 1", history=history, **merged)  # type: ignore[arg-type]
    assert put("combat-damage", text, day="2012-10-01").verdict == verdict


def test_damage_of_other_attackers_counts(put: Ask) -> None:
    """510.1c: damage that other creatures assign in the same step counts toward lethal damage."""
    other = {"controller": "p1", "types": "[creature]", "power": "2", "toughness": "2", "attacking": "p2",
             "blocked_by": "[B]"}  # fmt: skip
    more = {"A": {"blocked_by": "[B, C]", "power": "2"}, "B": {"blocking": "[A, D]"}, "D": other}
    text = board("A B C D", "A>B 1, A>C 1, D>B 2", **more)  # type: ignore[arg-type]
    assert put("combat-damage", text, day="2012-10-01").verdict == "yes"
    assert (
        put("combat-damage", text.replace("D, to: B, amount: 2", "D, to: B, amount: 0"), day="2012-10-01").verdict
        == "no"
    )


@pytest.mark.parametrize(
    ("day", "verdict"), [("2009-07-11", "yes"), ("2010-04-23", "yes"), ("2010-07-16", "no"), ("2012-10-01", "no")]
)
def test_deathtouch_divided_freely_for_a_year(put: Ask, day: str, verdict: str) -> None:
    """702.2b: until 2010-04-23 a creature with deathtouch divides its damage freely."""
    text = board(damage="A>C 4", **alone(blocked_by="[B, C]", keywords="[deathtouch]"))
    assert put("combat-damage", text, day=day).verdict == verdict


@pytest.mark.parametrize(
    ("day", "damage", "verdict"),
    [
        ("2012-10-01", "B>A 1, B>D 1", "depends"), ("2026-01-16", "B>A 1, B>D 1", "yes"),
        ("2008-02-01", "B>A 1, B>D 1", "yes"), ("2026-01-16", "B>A 2", "yes"), ("2026-01-16", "B>A 1", "no"),
        ("2012-10-01", "B>A 1, B>p1 1", "no"), ("2026-01-16", "B>p1 2", "no"), ("2002-10-07", "B>D 2", "yes"),
    ],
)  # fmt: skip
def test_damage_of_a_blocker(put: Ask, day: str, damage: str, verdict: str) -> None:
    """510.1d: a blocker divides its damage among the creatures it blocks as an attacker does by 510.1c."""
    more = {"B": {"blocking": "[A, D]"}, "A": {"toughness": "2"},
            "D": {"controller": "p1", "types": "[creature]", "toughness": "1", "power": "1", "attacking": "p2",
                  "damage": "0"}}  # fmt: skip
    text = board("A B D", damage, **more)  # type: ignore[arg-type]
    assert put("combat-damage", text, day=day).verdict == verdict
    if verdict == "depends":
        ordered = board("A B D", damage, order="[D, A]", **more)  # type: ignore[arg-type]
        assert put("combat-damage", ordered, day=day).verdict == "yes"
        other_way = board("A B D", damage, order="[A, D]", **more)  # type: ignore[arg-type]
        assert put("combat-damage", other_way, day=day).verdict == "no"


# --- amount and recipient of damage --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "damage", "facts", "verdict"),
    [
        ("A", "A>p2 4", {}, "yes"),
        ("A", "A>p2 3", {}, "no"),
        ("A", "A>p2 5", {}, "no"),
        ("A", "A>p3 4", {}, "no"),
        ("A W", "A>W 4", {"attacking": "W"}, "yes"),
        ("A W", "A>p2 4", {"attacking": "W"}, "no"),
        ("A S", "A>S 4", {"attacking": "S"}, "yes"),
        ("A", "A>p2 0", {"power": "0"}, "yes"),
        ("A", "A>p2 0", {"power": "-1"}, "yes"),
        ("A", "A>p2 1", {"power": "-1"}, "no"),
        ("A B", "A>B 4", {}, "yes"),
        ("A B", "A>p2 4", {}, "no"),
        ("A", "A>p2 4", {"blocked": "yes"}, "no"),
        ("A", "A>p2 0", {"blocked": "yes"}, "yes"),
        ("A B", "B>A 2", {}, "yes"),
        ("A B C", "A>B 4, C>A 2", {}, "yes"),
        ("A", "X>p2 1", {}, "no"),
        ("A", "A>p2 4", {"tapped": "yes"}, "yes"),
        ("A", "A>p2 4", {"removed_from_combat": "yes"}, "no"),
        ("A B", "A>p2 4", {"blocked": "no"}, "yes"),
        ("A B", "A>p2 4", {"blocked_by": "[]"}, "yes"),
    ],
)
def test_assigned_damage(put: Ask, names: str, damage: str, facts: dict[str, str], verdict: str) -> None:
    """510.1a to 510.1c, 509.1h, 506.4b: a creature assigns damage equal to its power to its target or its blockers."""
    listed = names + (" X" if "X" in damage else "")
    text = board(listed, damage, X={"types": "[creature]", "controller": "p1", "power": "1"}, A=dict(facts))
    assert put("combat-damage", text).verdict == verdict


@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        ({"removed_from_combat": "yes"}, "yes"),
        ({"types": "[artifact]"}, "yes"),
        ({"zone": "graveyard"}, "yes"),
        ({}, "no"),
    ],
)
@pytest.mark.parametrize("day", ["2026-01-16", "2012-10-01"])
def test_attacked_planeswalker_is_gone(put: Ask, change: dict[str, str], verdict: str, day: str) -> None:
    """506.4c, 510.1b: an unblocked creature whose target is gone assigns no combat damage."""
    text = board("A W", "A>W 0", A={"attacking": "W"}, W=dict(change))
    assert put("combat-damage", text, day=day).verdict == verdict
    assert put("combat-damage", text.replace("amount: 0", "amount: 4"), day=day).verdict != verdict


def test_player_who_left_the_game(put: Ask) -> None:
    """800.4e: damage isn't assigned to a player who has left the game."""
    text = board("A", "A>p2 4").replace("p2: ,", "p2: {lost: yes},")
    assert put("combat-damage", text).verdict == "no"


@pytest.mark.parametrize(
    ("day", "target", "verdict"),
    [("2022-10-07", "S", "no"), ("2022-10-07", "W", "yes"), ("2022-10-07", "p2", "yes"), ("2006-02-01", "W", "no"),
     ("2006-02-01", "p2", "yes"), ("2002-10-07", "p2", "yes")],
)  # fmt: skip
def test_unblocked_through_time(put: Ask, day: str, target: str, verdict: str) -> None:
    """310.2b, 510.1b: combat damage is dealt to planeswalkers since 2007 and to battles since 2023."""
    names = "A" if target == "p2" else f"A {target}"
    assert put("combat-damage", board(names, f"A>{target} 4", A={"attacking": target}), day=day).verdict == verdict


def test_toughness_instead_of_power(put: Ask) -> None:
    """An effect lets a creature assign damage equal to its toughness."""
    effect = "{says: replaces, does: deal-damage, objects: [A], quality: [toughness]}"
    more = alone(power="0", toughness="5")
    assert put("combat-damage", board("A", "A>p2 5", effects=effect, **more)).verdict == "yes"
    assert put("combat-damage", board("A", "A>p2 5", **more)).verdict == "no"
    assert (
        put("combat-damage", board("A", "A>p2 5", effects=effect.replace("toughness", "power"), **more)).verdict == "no"
    )


def test_unstated_facts(put: Ask) -> None:
    """The answer depends on an unstated power, on an unstated amount, and on blockers that may not be listed."""
    assert put("combat-damage", board("A", "A>p2 4", **alone(power=None))).depends_on == ("objects.A.power",)
    text = board("A", "A>p2 4", closed="[]", **alone(keywords="[]"))
    assert put("combat-damage", text).depends_on == ("objects.A.blocked",)
    unstated = board("A", "A>p2 4").replace(", amount: 4", "")
    assert put("combat-damage", unstated).depends_on == ("proposed.damage.1",)


# --- trample -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("damage", "facts", "verdict"),
    [
        ("A>B 3, A>p2 1", {}, "yes"),
        ("A>B 2, A>p2 2", {}, "no"),
        ("A>B 4", {}, "yes"),
        ("A>B 3, A>p3 1", {}, "no"),
        ("A>p2 4", {}, "no"),
        ("A>B 1, A>p2 3", {"keywords": "[trample, deathtouch]"}, "yes"),
        ("A>B 3, A>p2 1", {"keywords": "[]"}, "no"),
        ("A>B 3, A>W 1", {"attacking": "W"}, "yes"),
        ("A>B 3, A>p2 1", {"attacking": "W"}, "no"),
        ("A>B 3, A>S 1", {"attacking": "S"}, "yes"),
    ],
)
def test_trample(put: Ask, damage: str, facts: dict[str, str], verdict: str) -> None:
    """702.19b, 702.19f: the attacked target can be assigned damage only if each blocker is assigned lethal damage."""
    text = board("A B W S", damage, A={"keywords": "[trample]"} | facts)
    assert put("combat-damage", text).verdict == verdict


@pytest.mark.parametrize(
    ("damage", "verdict"), [("A>B 3, A>C 1", "yes"), ("A>B 3, A>C 2, A>p2 1", "yes"), ("A>B 3, A>C 1, A>p2 2", "no")]
)
def test_trample_over_all_blockers(put: Ask, damage: str, verdict: str) -> None:
    """702.19b: each of several blockers must be assigned lethal damage first."""
    power = str(sum(int(each.split(" ")[1]) for each in damage.split(", ")))
    assert put("combat-damage", board(damage=damage, **alone(keywords="[trample]", power=power))).verdict == verdict


@pytest.mark.parametrize("day", ["2026-01-16", "2012-10-01", "2006-02-01"])
def test_trample_without_blockers(put: Ask, day: str) -> None:
    """702.19d: if all blockers are gone, all damage of a blocked creature with trample goes to its target."""
    text = board(
        "A B", "A>p2 4", A={"keywords": "[trample]", "blocked": "yes"}, B={"zone": "graveyard", "blocking": None}
    )
    assert put("combat-damage", text, day=day).verdict == "yes"
    assert put("combat-damage", text.replace("[trample]", "[]"), day=day).verdict == "no"


@pytest.mark.parametrize(
    ("day", "attacked", "verdict"),
    [("2022-10-07", "W", "yes"), ("2022-10-07", "S", "no"), ("2006-02-01", "W", "no"), ("2006-02-01", "p2", "yes")],
)
def test_trample_through_time(put: Ask, day: str, attacked: str, verdict: str) -> None:
    """702.19b: trample reaches planeswalkers since 2007, battles since 2023."""
    text = board("A B W S", f"A>B 3, A>{attacked} 1", A={"keywords": "[trample]", "attacking": attacked})
    assert put("combat-damage", text, day=day).verdict == verdict


def test_trample_if_the_target_is_gone(put: Ask) -> None:
    """510.1b, 702.19f: if the target is gone, all damage goes to the blockers."""
    more = {"A": {"keywords": "[trample]", "attacking": "W"}, "W": {"removed_from_combat": "yes"}}
    for damage, verdict in (("A>B 4", "yes"), ("A>B 3, A>W 1", "no"), ("A>B 3, A>p2 1", "no")):
        assert put("combat-damage", board("A B W", damage, **more)).verdict == verdict  # type: ignore[arg-type]


def test_trample_does_nothing_for_a_blocker(put: Ask) -> None:
    """702.19a: trample matters only for an attacking creature."""
    text = board("A B", "B>p1 2", B={"keywords": "[trample]"}, A={"toughness": "0"})
    assert put("combat-damage", text).verdict == "no"


OVER = "[trample over planeswalkers]"


@pytest.mark.parametrize(
    ("names", "damage", "facts", "target", "verdict"),
    [
        ("A W", "A>W 3, A>p2 1", {}, {}, "yes"),
        ("A W", "A>W 2, A>p2 2", {}, {}, "no"),
        ("A W", "A>W 4", {}, {}, "yes"),
        ("A W", "A>W 2", {"power": "2"}, {}, "yes"),
        ("A W", "A>W 3, A>p3 1", {}, {}, "no"),
        ("A B W", "A>B 3, A>W 3, A>p2 1", {"power": "7"}, {}, "yes"),
        ("A B W", "A>B 3, A>W 4", {"power": "7"}, {}, "yes"),
        ("A B W", "A>B 2, A>W 3, A>p2 2", {"power": "7"}, {}, "no"),
        ("A B W", "A>B 2, A>W 5", {"power": "7"}, {}, "no"),
        ("A W", "A>p2 4", {}, {"removed_from_combat": "yes"}, "yes"),
        ("A W", "A>p3 4", {}, {"removed_from_combat": "yes"}, "no"),
        ("A W", "A>p2 3", {}, {"removed_from_combat": "yes"}, "no"),
        ("A B W", "A>B 3, A>p2 1", {}, {"removed_from_combat": "yes"}, "yes"),
        ("A B W", "A>B 2, A>p2 2", {}, {"removed_from_combat": "yes"}, "no"),
        ("A", "A>p2 4", {"attacking": "p2"}, {}, "yes"),
        ("A B", "A>B 3, A>p2 1", {"attacking": "p2"}, {}, "yes"),
        ("A B", "A>B 2, A>p2 2", {"attacking": "p2"}, {}, "no"),
        ("A S", "A>S 4", {"attacking": "S"}, {}, "yes"),
        ("A S", "A>S 3, A>p2 1", {"attacking": "S"}, {}, "no"),
    ],
)
def test_trample_over_planeswalkers(
    put: Ask, names: str, damage: str, facts: dict[str, str], target: dict[str, str], verdict: str
) -> None:
    """702.19c, 702.19e: the damage beyond a planeswalker's loyalty goes to its controller."""
    text = board(names, damage, A={"attacking": "W", "keywords": OVER} | facts, W=dict(target))
    assert put("combat-damage", text).verdict == verdict


def test_no_trample_over_planeswalkers_before_2021(put: Ask) -> None:
    """702.19c: before 2021-07-23 the keyword "trample over planeswalkers" does nothing."""
    text = board("A W", "A>W 3, A>p2 1", A={"attacking": "W", "keywords": OVER})
    assert put("combat-damage", text, day="2021-04-22").verdict == "no"
    plain = board("A W", "A>W 4", A={"attacking": "W", "keywords": OVER})
    assert put("combat-damage", plain, day="2021-04-22").verdict == "yes"


# --- steps ---------------------------------------------------------------------------------------------------

FIRST, DOUBLE = "[first strike]", "[double strike]"


@pytest.mark.parametrize(
    ("a", "b", "damage", "game", "history", "verdict"),
    [
        (FIRST, "[]", "A>B 4", "", "", "yes"),
        (FIRST, "[]", "B>A 2", "", "", "no"),
        (FIRST, "[]", "B>A 0", "", "", "yes"),
        ("[]", FIRST, "B>A 2", "", "", "yes"),
        ("[]", FIRST, "A>B 4", "", "", "no"),
        (FIRST, "[]", "B>A 2", "first_combat_damage: no", "", "yes"),
        (FIRST, "[]", "A>B 4", "first_combat_damage: no", "", "no"),
        (FIRST, "[]", "A>B 4", "first_combat_damage: yes", "", "yes"),
        (DOUBLE, "[]", "A>B 4", "first_combat_damage: no", "", "yes"),
        (DOUBLE, "[]", "A>B 4", "", "", "yes"),
        (FIRST, "[]", "B>A 2", "", "dealt_first_strike_damage: {A: yes, B: no}", "yes"),
        ("[]", "[]", "A>B 4", "", "dealt_first_strike_damage: {A: yes, B: no}", "no"),
        ("[]", "[]", "B>A 2", "", "dealt_first_strike_damage: {A: yes, B: no}", "yes"),
        (DOUBLE, "[]", "A>B 4", "", "dealt_first_strike_damage: {A: yes, B: no}", "yes"),
        (FIRST, FIRST, "B>A 2", "", "dealt_first_strike_damage: {A: yes, B: no}", "yes"),
    ],
)
def test_first_and_double_strike(put: Ask, a: str, b: str, damage: str, game: str, history: str, verdict: str) -> None:
    """510.4, 702.4b to 702.4d, 702.7b, 702.7c: a creature assigns damage only in its own step of the two."""
    text = board("A B", damage, game=game, history=history, A={"keywords": a}, B={"keywords": b})
    assert put("combat-damage", text).verdict == verdict


@pytest.mark.parametrize(
    ("day", "keywords", "first"), [("2002-10-07", FIRST, "yes"), ("2002-10-07", DOUBLE, "no"),
                                   ("2003-03-15", DOUBLE, "yes"), ("2008-02-01", DOUBLE, "yes")],
)  # fmt: skip
def test_double_strike_came_in_2003(put: Ask, day: str, keywords: str, first: str) -> None:
    """502.28b: since 2003-03-15 double strike, like first strike, causes a first step in which B assigns nothing."""
    text = board("A B", "B>A 0", A={"keywords": keywords})
    assert put("combat-damage", text, day=day).verdict == first
    again = board("A B", "A>B 4", game="first_combat_damage: no", A={"keywords": FIRST})
    assert put("combat-damage", again, day=day).verdict == "no"
    others = board("A B", "B>A 2", game="first_combat_damage: no", A={"keywords": FIRST})
    assert put("combat-damage", others, day=day).verdict == "yes"


# --- forecast of damage without a proposal -------------------------------------------------------------------


def steps_of(put: Ask, text: str, day: str = "2026-01-16", words: str = "combat-damage") -> list[list[str]]:
    """Return the combat damage steps; `A 4 B C` means that A deals 4 damage to B and C."""
    ruling = put(words, text, day=day)
    assert ruling.verdict == "yes"
    return [
        [f"{row['source']} {row['amount']} {' '.join(row['to'])}" for row in step] for step in ruling.value["steps"]
    ]


@pytest.mark.parametrize(
    ("a", "expected"), [(FIRST, ["A 4 p2"]), ("[]", ["A 4 p2"]), (DOUBLE, ["A 4 p2"])],
)  # fmt: skip
def test_first_strike_given_after_the_first_step(put: Ask, a: str, expected: list[str]) -> None:
    """702.7c: first strike given after the first step doesn't preclude damage in the second; B has dealt its damage."""
    text = board(
        "A B", game="first_combat_damage: no", history="dealt_first_strike_damage: {A: no, B: yes}",
        A={"keywords": a, "blocked": "no", "blocked_by": "[]"},
        B={"keywords": FIRST, "controller": "p1", "attacking": "p2", "blocking": None,
           "blocked": "no", "blocked_by": "[]"},
    )  # fmt: skip
    assert steps_of(put, text) == [expected]


def test_first_strike_taken_after_the_first_step(put: Ask) -> None:
    """702.7c: a creature that loses first strike after it has dealt damage doesn't deal damage again."""
    facts = {"keywords": "[]", "blocked": "no", "blocked_by": "[]"}
    text = board("A", game="first_combat_damage: no", history="dealt_first_strike_damage: {A: yes}", A=facts)
    assert steps_of(put, text) == [[]]


@pytest.mark.parametrize(
    ("names", "more", "expected"),
    [
        ("A", {}, [["A 4 p2"]]),
        ("A B", {}, [["A 4 B", "B 2 A"]]),
        ("A B C", {}, [["A 4 B C", "B 2 A", "C 2 A"]]),
        ("A", {"A": {"blocked": "yes"}}, [[]]),
        ("A", {"A": {"power": "0"}}, [[]]),
        ("A W", {"A": {"attacking": "W"}}, [["A 4 W"]]),
        ("A W", {"A": {"attacking": "W"}, "W": {"removed_from_combat": "yes"}}, [[]]),
        ("A B", {"A": {"keywords": "[trample]"}}, [["A 4 B p2", "B 2 A"]]),
        ("A W", {"A": {"attacking": "W", "keywords": OVER}}, [["A 4 W p2"]]),
        ("A B", {"A": {"keywords": FIRST}}, [["A 4 B"], []]),
        ("A B", {"A": {"keywords": FIRST}, "B": {"toughness": "5"}}, [["A 4 B"], ["B 2 A"]]),
        ("A B", {"A": {"keywords": "[first strike, deathtouch]", "power": "1"}}, [["A 1 B"], []]),
        ("A B", {"A": {"keywords": DOUBLE}, "B": {"toughness": "5"}}, [["A 4 B"], ["A 4 B", "B 2 A"]]),
        ("A B", {"B": {"keywords": FIRST}}, [["B 2 A"], ["A 4 B"]]),
        ("A B", {"B": {"keywords": FIRST}, "A": {"damage": "2"}}, [["B 2 A"], []]),
        ("A B", {"A": {"keywords": DOUBLE}}, [["A 4 B"], []]),
        ("A B", {"A": {"keywords": "[double strike, trample]"}}, [["A 4 B p2"], ["A 4 p2"]]),
        ("A B", {"B": {"zone": "graveyard", "blocking": None}, "A": {"blocked": "yes", "keywords": "[trample]"}},
         [["A 4 p2"]]),
    ],
)  # fmt: skip
def test_forecast(put: Ask, names: str, more: dict[str, dict[str, str | None]], expected: list[list[str]]) -> None:
    """510.1, 510.4: a creature that dies in the first step deals no damage in the second."""
    kept = {name: facts | ({"keywords": "[]"} if "keywords" not in facts else {}) for name, facts in more.items()}
    unhurt = ", ".join(f"{name}: no" for name in names.split())
    assert steps_of(put, board(names, history=f"deathtouch_damage: {{{unhurt}}}", **kept)) == expected


def test_forecast_of_one_creature(put: Ask) -> None:
    """With an id, the answer has only the damage of that creature."""
    assert steps_of(put, board(), words="combat-damage B") == [["B 2 A"]]


@pytest.mark.parametrize(
    ("day", "dealt", "number"),
    [("2002-10-07", "from the stack", "310.4"), ("2009-05-01", "from the stack", "310.4"),
     ("2009-07-11", "at once", "510.2"), ("2026-01-16", "at once", "510.2")],
)  # fmt: skip
def test_damage_on_the_stack(put: Ask, day: str, dealt: str, number: str) -> None:
    """Damage used the stack until 2009-05-01 (310.4); since 2009-07-11 it is dealt at once (510.2)."""
    ruling = put("combat-damage", board(), day=day)
    assert ruling.value["dealt"] == dealt
    assert number in [cited.number for cited in ruling.citations]


def test_unstated_facts_of_the_forecast(put: Ask) -> None:
    """The forecast depends on power, on keywords, and on whether the creature is blocked."""
    assert put("combat-damage", board("A", **alone(power=None))).depends_on == ("objects.A.power",)
    assert put("combat-damage", board("A", closed="[]", **alone(keywords="[]"))).depends_on == ("objects.A.blocked",)
    assert put("combat-damage", board("A", closed="[]", **alone(blocked="no"))).depends_on == ("objects.A.keywords",)


@pytest.mark.parametrize(
    ("a", "had", "expected"),
    [("[]", "no", ["A 4 p2"]), (FIRST, "no", ["A 4 p2"]), ("[]", "yes", []), (FIRST, "yes", []),
     (DOUBLE, "yes", ["A 4 p2"])],
)  # fmt: skip
def test_what_it_had_as_the_first_step_began(put: Ask, a: str, had: str, expected: list[str]) -> None:
    """510.4: in the second step those deal damage that had neither ability then, or that have double strike now."""
    facts = {"keywords": a, "blocked": "no", "blocked_by": "[]"}
    text = board("A", game="first_combat_damage: no", history=f"had_first_strike: {{A: {had}}}", A=facts)
    if had == "no":
        other = ("{id: B, zone: battlefield, controller: p1, types: [creature], power: 0, toughness: 1, damage: 0, "
                 "attacking: p3, keywords: [first strike]}, ")  # fmt: skip
        text = text.replace("objects: [", f"objects: [{other}")
        text = text.replace("{A: no}", "{A: no, B: yes}")
    assert steps_of(put, text) == [expected]


@pytest.mark.parametrize(
    ("effects", "keywords", "expected"),
    [
        ("{says: prevents, does: be-dealt-damage, objects: [B]}", FIRST, [["A 4 B"], ["B 2 A"]]),
        ("{says: replaces, does: deal-damage, objects: [A], quality: [half]}", FIRST, [["A 4 B"], ["B 2 A"]]),
        ("{says: replaces, does: deal-damage, objects: [A], quality: [double]}", "[first strike, wither]",
         [["A 4 B"], []]),
        ("", "[first strike, wither]", [["A 4 B"], []]),
    ],
)  # fmt: skip
def test_effects_on_the_damage_of_the_first_step(
    put: Ask, effects: str, keywords: str, expected: list[list[str]]
) -> None:
    """510.2, 615.1, 120.3d: only damage that is dealt kills; B (2/3) survives prevented or halved damage."""
    text = board("A B", effects=effects, history="deathtouch_damage: {A: no, B: no}", A={"keywords": keywords},
                 B={"keywords": "[]", "counters": "{}"})  # fmt: skip
    assert steps_of(put, text) == expected


def test_divided_damage_of_the_first_step(put: Ask) -> None:
    """510.1c: who of B and C survives depends on how A divides its damage."""
    text = board(history="deathtouch_damage: {A: no, B: no, C: no}", A={"keywords": FIRST})
    assert put("combat-damage", text).depends_on == ("proposed.damage",)
    without = board("A B", history="deathtouch_damage: {A: no, B: no}", A={"keywords": FIRST})
    assert steps_of(put, without) == [["A 4 B"], []]
