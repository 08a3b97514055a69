"""Total costs (601.2f) and cost reductions (118.7a to d)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def spell(facts: str, *effects: tuple[str, int]) -> str:
    """Return a spell A with effects on its cost. Each effect has mana symbols and an amount."""
    listed = ", ".join(
        f"{{says: costs, does: cast, objects: [A], amount: {amount}" + (f", quality: ['{each}']" if each else "") + "}"
        for each, amount in effects
    )
    return f"players: {{p1: }}\nobjects: [{{id: A, owner: p1, {facts}}}]\neffects: [{listed}]\n"


@pytest.mark.parametrize(
    ("facts", "effects", "cost", "number"),
    [
        ("mana_cost: '{2}{R}'", [], "{2}{R}", "601.2f"),
        ("mana_cost: '{2}{R}'", [("", 1)], "{3}{R}", "601.2f"),
        ("mana_cost: '{2}{R}'", [("", -1)], "{1}{R}", "118.7a"),
        ("mana_cost: '{2}{R}'", [("", -5)], "{R}", "118.7a"),
        ("mana_cost: '{2}'", [("", -5)], "{0}", "118.7a"),
        ("mana_cost: '{2}{R}'", [("", 2), ("", -3)], "{1}{R}", "118.7a"),
        ("mana_cost: '{2}{R}'", [("", -3), ("", 2)], "{1}{R}", "118.7a"),
        ("mana_cost: '{2}{R}'", [("{U}", 1)], "{2}{U}{R}", "601.2f"),
        ("mana_cost: '{2}{R}'", [("{R}", -1)], "{2}", "601.2f"),
        ("mana_cost: '{2}{R}'", [("{U}", -1)], "{1}{R}", "118.7b"),
        ("mana_cost: '{2}{R}'", [("{C}", -1)], "{1}{R}", "118.7b"),
        ("mana_cost: '{2}{R}'", [("{R}{R}", -1)], "{1}", "118.7c"),
        ("mana_cost: '{4}{C}'", [("{C}{C}", -1)], "{3}", "118.7d"),
        ("mana_cost: '{2}{R}'", [("{R}{R}{R}{R}", -1)], "{0}", "118.7c"),
        ("mana_cost: '{X}{R}', x: 3", [("", -1)], "{2}{R}", "118.7a"),
        ("mana_cost: '{W}{U}{B}{R}{G}{C}{W/U}'", [], "{W}{U}{B}{R}{G}{C}{W/U}", "601.2f"),
    ],
)
def test_total_cost(put: Ask, facts: str, effects: list[tuple[str, int]], cost: str, number: str) -> None:
    """601.2f: increases are applied before reductions, in whichever order the effects are listed."""
    ruling = put("total-cost A", spell(facts, *effects))
    assert (ruling.verdict, ruling.value) == ("yes", cost)
    assert {number, "601.2f"} == {cited.number for cited in ruling.citations}


@pytest.mark.parametrize(
    ("effect", "day", "cost"),
    [
        ("{U}", "2010-02-01", "{2}{R}"),
        ("{U}", "2010-04-23", "{1}{R}"),
        ("{C}", "2015-11-13", "{2}{R}"),
        ("{C}", "2016-01-16", "{1}{R}"),
        ("{R}{R}", "2010-02-01", "{2}"),
        ("{R}{R}", "2010-04-23", "{1}"),
    ],
)
def test_reductions_through_time(put: Ask, effect: str, day: str, cost: str) -> None:
    """118.7: reductions by missing mana reduce generic mana, coloured since 2010-04 and colourless since 2016."""
    assert put("total-cost A", spell("mana_cost: '{2}{R}'", (effect, -1)), day=day).value == cost


def test_what_it_depends_on(put: Ask) -> None:
    """The total cost depends on the mana cost and on X. A spell without a mana cost has no total cost."""
    assert put("total-cost A", spell("types: [instant]")).depends_on == ("objects.A.mana_cost",)
    assert put("total-cost A", spell("mana_cost: '{X}{R}'")).depends_on == ("objects.A.x",)
    ruling = put("total-cost A", spell("mana_cost: none, types: [sorcery]"))
    assert ruling.verdict == "no"
    assert [cited.number for cited in ruling.citations] == ["118.6"]


def test_effects_that_dont_apply(put: Ask) -> None:
    """An effect that is stated not to apply changes nothing."""
    text = spell("mana_cost: '{2}{R}'", ("", -1)).replace("amount: -1", "amount: -1, applies: no")
    assert put("total-cost A", text).value == "{2}{R}"


@pytest.mark.parametrize(
    ("facts", "numbers"),
    [
        ("mana_cost: '{5}', alternative_mana_cost: '{2}{U}'", {"601.2f", "118.9d", "118.7a"}),
        ("mana_cost: none, alternative_mana_cost: '{2}{U}'", {"601.2f", "118.9d", "118.7a", "118.6a"}),
    ],
)
def test_alternative_cost(put: Ask, facts: str, numbers: set[str]) -> None:
    """118.9d: reductions apply to an alternative cost. 118.6a: such a cost can replace an unpayable cost."""
    ruling = put("total-cost A", spell(facts, ("", -1)))
    assert ruling.value == "{1}{U}"
    assert {cited.number for cited in ruling.citations} == numbers


def counting(phrase: str, history: str = "") -> str:
    """Return A, which costs {1} less for each `phrase`, an artifact B and creature C of p1, a creature D of p2."""
    return (
        "players: {p1: , p2: }\nobjects:\n"
        "  - {id: A, zone: hand, owner: p1, controller: p1, types: [creature], mana_cost: '{5}{W}'}\n"
        "  - {id: B, zone: battlefield, controller: p1, types: [artifact]}\n"
        "  - {id: C, zone: battlefield, controller: p1, types: [creature]}\n"
        "  - {id: D, zone: battlefield, controller: p2, types: [creature]}\n"
        f"effects: [{{says: costs, does: cast, objects: [A], amount: -1, for_each: {phrase}}}]\n"
        f"history: {{attacked_this_turn: {{{history}}}}}\n"
    )


@pytest.mark.parametrize("day", ["2018-01-19", "2023-04-14", "2026-01-16"])
@pytest.mark.parametrize(
    ("phrase", "history", "cost"),
    [
        ("creature you attacked with this turn", "B: yes, C: no, D: no", "{4}{W}"),
        ("creature you've attacked with this turn", "B: yes, C: yes, D: no", "{3}{W}"),
        ("creature you attacked with this turn", "B: no, C: no, D: yes", "{5}{W}"),
        ("creature you control", "", "{4}{W}"),
        ("permanent you control", "", "{3}{W}"),
        ("enchantment you control", "", "{5}{W}"),
    ],
)
def test_for_each(put: Ask, phrase: str, history: str, cost: str, day: str) -> None:
    """608.2i: "you attacked with" counts the player's permanents that attacked, even if they aren't creatures now."""
    ruling = put("total-cost A", counting(phrase, history), day)
    assert (ruling.verdict, ruling.value) == ("yes", cost)


def test_for_each_depends_on_unstated_attacks(put: Ask) -> None:
    """608.2i: the total cost depends on whether C attacked, which isn't stated."""
    text = counting("creature you attacked with this turn", "A: yes, B: yes, D: no")
    assert put("total-cost A", text).depends_on == ("history.attacked_this_turn.C",)


TAX = "{says: costs, does: cast, objects: [A], amount: 1}"
LESS = "{says: costs, does: cast, objects: [A], amount: -2}"
THREE = "{says: at-least, does: cast, amount: 3}"


@pytest.mark.parametrize(
    ("facts", "effects", "cost"),
    [
        ("mana_cost: '{2}{R}', alternative_costs: [without paying its mana cost]", "", "{0}"),
        ("mana_cost: '{2}{R}', alternative_costs: [without paying its mana cost]", TAX, "{1}"),
        ("mana_cost: '{R}', keywords: ['flashback {4}{R}'], alternative_costs: [flashback]", "", "{4}{R}"),
        ("mana_cost: '{R}', keywords: ['flashback {4}{R}'], alternative_costs: [flashback]", LESS, "{2}{R}"),
        ("mana_cost: '{R}', alternative_mana_cost: '{4}{R}', alternative_costs: [flashback]", TAX, "{5}{R}"),
        ("mana_cost: '{R}'", THREE, "{2}{R}"),
        ("mana_cost: '{2}{R}{R}'", THREE, "{2}{R}{R}"),
        ("mana_cost: '{2}{R}'", f"{LESS}, {THREE}", "{2}{R}"),
        ("mana_cost: '{R}', alternative_costs: [without paying its mana cost]", THREE, "{3}"),
        ("mana_cost: '{2}{G}', zone: command, commander: yes, times_cast_from_command: 2", "", "{6}{G}"),
        ("mana_cost: '{2}{G}', zone: command, commander: yes, times_cast_from_command: 1", LESS, "{2}{G}"),
        ("mana_cost: '{2}{G}', zone: hand, commander: yes, times_cast_from_command: 2", "", "{2}{G}"),
        ("alternative_mana_cost: '{G}', zone: command, commander: yes, times_cast_from_command: 1", "", "{2}{G}"),
    ],
)  # fmt: skip
def test_alternative_costs_taxes_and_least_costs(put: Ask, facts: str, effects: str, cost: str) -> None:
    """118.9d, 601.2f, 903.8."""
    history = ""
    if ", times_cast_from_command: " in facts:
        head, _, tail = facts.partition(", times_cast_from_command: ")
        facts, history = head + tail[1:], f"history: {{times_cast_from_command: {{A: {tail[0]}}}}}\n"
    text = f"players: {{p1: }}\nobjects: [{{id: A, owner: p1, {facts}}}]\neffects: [{effects}]\n{history}"
    assert put("total-cost A", text).value == cost


def test_what_a_total_cost_depends_on(put: Ask) -> None:
    commander = "players: {p1: }\nobjects: [{id: A, owner: p1, zone: command, commander: yes, mana_cost: '{G}'}]\n"
    assert put("total-cost A", commander).depends_on == ("history.times_cast_from_command.A",)
    flashback = "players: {p1: }\nobjects: [{id: A, owner: p1, mana_cost: '{G}', alternative_costs: [flashback]}]\n"
    assert put("total-cost A", flashback).depends_on == ("objects.A.alternative_mana_cost",)


@pytest.mark.parametrize(
    ("facts", "cost"),
    [
        ("keywords: ['kicker {2}']", "{2}{R}"),
        ("keywords: ['kicker {2}'], additional_costs: [kicker]", "{4}{R}"),
        ("keywords: ['kicker {2}'], choices: [kicker]", "{4}{R}"),
        ("keywords: ['kicker {1} and/or {2}{G}'], additional_costs: ['kicker {2}{G}']", "{4}{R}{G}"),
        ("keywords: ['kicker {1} and/or {2}{G}'], additional_costs: [kicker, kicker]", "{5}{R}{G}"),
        ("keywords: ['kicker {1} and/or {2}{G}'], additional_costs: [kicker]", None),
        ("keywords: ['multikicker {1}'], additional_costs: [multikicker, multikicker]", "{4}{R}"),
        ("keywords: ['multikicker {1}'], choices: [kicker]", None),
        ("keywords: ['buyback {3}'], additional_costs: [buyback]", "{5}{R}"),
        ("keywords: ['replicate {G}'], additional_costs: [replicate, replicate, replicate]", "{2}{R}{G}{G}{G}"),
        ("keywords: ['kicker {X}'], additional_costs: [kicker], x: 3", "{5}{R}"),
        ("keywords: ['kicker {X}'], additional_costs: [kicker]", None),
        ("keywords: ['kicker'], additional_costs: [kicker]", None),
        ("additional_costs: [kicker]", None),
        ("keywords: ['kicker\N{EM DASH}sacrifice a creature'], additional_costs: [kicker]",
         "{2}{R}, sacrifice a creature"),
        ("keywords: ['kicker {2}', 'flashback {4}{R}'], alternative_costs: [flashback], additional_costs: [kicker]",
         "{6}{R}"),
        ("keywords: ['kicker {2}'], alternative_costs: [without paying its mana cost], additional_costs: [kicker]",
         "{2}"),
    ],
)  # fmt: skip
def test_optional_additional_costs(put: Ask, facts: str, cost: str | None) -> None:
    """601.2f, 702.33a to c: additional costs that are to be paid are added, also to an alternative cost (118.9d)."""
    found = put("total-cost A", f"objects: [{{id: A, zone: hand, types: [instant], mana_cost: '{{2}}{{R}}', {facts}}}]")
    assert (found.verdict, found.value) == ("depends" if cost is None else "yes", cost)


@pytest.mark.parametrize(
    ("cast_as", "cost"), [("left", "{1}{R}"), ("right", "{1}{U}"), ("fused", "{2}{U}{R}"), ("", None)]
)
@pytest.mark.parametrize(
    "halves",
    ["name: Fire // Ice, mana_cost: '{1}{R} // {1}{U}'",
     "layout: split, faces: [{name: Fire, mana_cost: '{1}{R}'}, {name: Ice, mana_cost: '{1}{U}'}]"],
)  # fmt: skip
def test_half_of_a_split_card(put: Ask, halves: str, cast_as: str, cost: str | None) -> None:
    """709.3a, 709.4d: only the half that is cast has a cost; a fused spell has the costs of both halves."""
    facts = f"{halves}, cast_as: {cast_as}" if cast_as else halves
    found = put("total-cost A", f"objects: [{{id: A, zone: hand, types: [instant], {facts}}}]")
    assert (found.value, found.depends_on) == (cost, () if cost else ("objects.A.cast_as",))
