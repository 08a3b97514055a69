"""Uniqueness rules: legends, planeswalkers, worlds and Roles, in each edition that changed them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pytest

from tests.kb.rulings.boards import permanents

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

Performed = Callable[..., set[tuple[str, str, str]]]

JACES = permanents(
    "controller: p1, name: Jace Beleren, types: [planeswalker], subtypes: [Jace], counters: {loyalty: 3}",
    "controller: p2, name: Jace 2, types: [planeswalker], subtypes: [Jace], counters: {loyalty: 3}",
    "controller: p1, name: Jace 3, types: [planeswalker], subtypes: [Jace, Kaito], counters: {loyalty: 4}",
    "controller: p2, name: Chandra, types: [planeswalker], subtypes: [Chandra], counters: {loyalty: 4}",
    "controller: p1, name: Jace's Phantasm, types: [creature], subtypes: [Jace], toughness: 1, damage: 0",
)


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("2007-07-13", set()),
        ("2008-08-01", {("planeswalker-uniqueness", "graveyard", "A B C")}),
        ("2013-05-01", {("planeswalker-uniqueness", "graveyard", "A B C")}),
        ("2013-09-27", {("planeswalker-uniqueness", "keep-one", "A C")}),
        ("2017-08-25", {("planeswalker-uniqueness", "keep-one", "A C")}),
        ("2017-09-29", set()),
        ("2026-01-16", set()),
    ],
)
def test_planeswalker_uniqueness_through_time(performed: Performed, day: str, expected: set[object]) -> None:
    """420.5q, 704.5j: planeswalkers of one type all die; since 2013 each player keeps one; since 2017 all stay."""
    assert performed(JACES, day=day) == expected


LEGENDS = permanents(
    "controller: p1, name: Isamaru, types: [creature], supertypes: [legendary], toughness: 2, damage: 0",
    "controller: p2, name: Isamaru, types: [creature], supertypes: [legendary], toughness: 2, damage: 0",
    "controller: p1, name: Isamaru, types: [creature], supertypes: [legendary], toughness: 2, damage: 0",
    "controller: p1, name: Isamaru, types: [creature], supertypes: [], toughness: 2, damage: 0",
    "controller: p1, name: Kiki-Jiki, types: [creature], supertypes: [legendary], toughness: 2, damage: 0",
)


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("2005-02-01", {("legend-rule", "graveyard", "A B C")}),
        ("2013-05-01", {("legend-rule", "graveyard", "A B C")}),
        ("2013-09-27", {("legend-rule", "keep-one", "A C")}),
        ("2022-09-08", {("legend-rule", "keep-one", "A C")}),
    ],
)
def test_legend_rule_through_time(performed: Performed, day: str, expected: set[object]) -> None:
    """420.5e, 704.5k, 704.5j: legends with the same name all die; since 2013 each player keeps one."""
    assert performed(LEGENDS, day=day) == expected


@pytest.mark.parametrize(
    ("ages", "gone"),
    [((1, 2), {"B"}), ((2, 1), {"A"}), ((1, 1), {"A", "B"}), ((1, 2, 3), {"B", "C"}), ((1, 1, 2), {"A", "B", "C"})],
)
def test_oldest_legend_survived_until_2004(performed: Performed, ages: tuple[int, ...], gone: set[str]) -> None:
    """420.5e: until 2004-06-01 only the oldest legend survives; in a tie none does."""
    text = permanents(*(f"name: Isamaru, supertypes: [legendary], legendary_since: {age}" for age in ages))
    found = {things for concept, _kind, things in performed(text, day="2004-02-01") if concept == "legend-rule"}
    assert found == gone


def test_controller_chooses_the_legend_to_keep(put: Ask) -> None:
    """704.5j: the controller of the legends chooses which of them to keep."""
    ruling = put("sba", LEGENDS)
    (done,) = ruling.actions
    assert done.action.choice is not None
    assert (done.action.choice.player, done.action.choice.among, done.check_number) == ("p1", ("A", "C"), 1)


def test_unstated_names(put: Ask) -> None:
    """Whether two legends have the same name depends on an unstated name."""
    text = permanents(
        "controller: p1, name: Isamaru, supertypes: [legendary]", "controller: p1, supertypes: [legendary]"
    )
    opened = {
        each.action.things: each.depends_on for each in put("sba", text).open_actions if each.action.kind == "keep-one"
    }
    assert opened == {("A", "B"): ("objects.B.name",)}


@pytest.mark.parametrize("name", ["A", "B"])
@pytest.mark.parametrize(("day", "kind"), [("2026-01-16", "keep-one"), ("2010-02-01", "graveyard")])
def test_unstated_supertypes(put: Ask, name: str, day: str, kind: str) -> None:
    """The action depends on an unstated supertype of either permanent."""
    rows = [
        f"{{id: {each}, zone: battlefield, controller: p1, name: Isamaru{'' if each == name else legendary}}}"
        for each in "AB"
        for legendary in (", supertypes: [legendary]",)
    ]
    ruling = put("sba", f"players: {{p1: }}\nobjects: [{', '.join(rows)}]", day=day)
    opened = [each.depends_on for each in ruling.open_actions if each.citation.concept == "legend-rule"]
    assert [each.action.kind for each in ruling.open_actions if each.citation.concept == "legend-rule"] == [kind]
    assert opened == [(f"objects.{name}.supertypes",)]


def test_planeswalkers_are_legendary_by_errata(put: Ask, performed: Performed) -> None:
    """306.4: since 2017-09-29 a planeswalker without stated supertypes is assumed to be legendary."""
    two = ["controller: p1, name: Jace Beleren, types: [planeswalker], counters: {loyalty: 3}"] * 2
    ruling = put("sba", permanents(*two))
    assert [each.action.things for each in ruling.actions] == [("A", "B")]
    assert any("errata" in assumption for assumption in ruling.assumptions)
    assert performed(permanents(*(f"{each}, supertypes: []" for each in two))) == set()
    assert performed(permanents(*two), day="2016-01-16") == set()


def test_no_check_after_a_choice(put: Ask) -> None:
    """No check follows an action that needs a choice."""
    ruling = put("sba", LEGENDS.replace("objects: [", "objects: [{id: T, zone: exile, token: yes}, "))
    assert {each.check_number for each in ruling.actions} == {1}


def test_creature_type_legend_counted_until_2004(performed: Performed) -> None:
    """420.5e: until 2004 a creature with the creature type Legend counts as a legend."""
    legend = "name: Isamaru, types: [creature], subtypes: [Legend], supertypes: [], toughness: 2, damage: 0"
    text = permanents(f"{legend}, legendary_since: 1", f"{legend}, legendary_since: 2")
    assert performed(text, day="2004-02-01") == {("legend-rule", "graveyard", "B")}
    assert performed(text, day="2005-02-01") == set()


def test_timestamp_as_the_age_of_a_legend_or_world(performed: Performed) -> None:
    """If `legendary_since` or `world_since` isn't stated, the timestamp counts instead."""
    legends = permanents(*(f"name: Isamaru, supertypes: [legendary], timestamp: {age}" for age in (2, 1)))
    assert ("legend-rule", "graveyard", "A") in performed(legends, day="2004-02-01")
    worlds = permanents(*(f"types: [enchantment], supertypes: [world], timestamp: {age}" for age in (2, 1)))
    assert performed(worlds) == {("world-rule", "graveyard", "B")}
    said = worlds.replace("timestamp: 2", "timestamp: 2, world_since: 0")
    assert performed(said) == {("world-rule", "graveyard", "A")}


# --- worlds --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("day", ["2002-10-07", "2004-02-01", "2005-02-01", "2013-05-01", "2026-01-16"])
@pytest.mark.parametrize(
    ("ages", "gone"),
    [((1, 2), {"A"}), ((2, 1), {"B"}), ((1, 1), {"A", "B"}), ((1, 2, 3), {"A", "B"}), ((3, 2, 3), {"A", "B", "C"}),
     ((1,), set())],
)  # fmt: skip
def test_newest_world_survives(performed: Performed, ages: tuple[int, ...], gone: set[str], day: str) -> None:
    """704.5k, 420.5i: only the newest world survives; in a tie none does."""
    text = permanents(*(f"types: [enchantment], supertypes: [world], world_since: {age}" for age in ages))
    assert {things for concept, _kind, things in performed(text, day=day) if concept == "world-rule"} == gone


@pytest.mark.parametrize(("day", "counts"), [("2004-02-01", False), ("2005-02-01", True), ("2026-01-16", True)])
def test_worlds_were_enchantments(performed: Performed, day: str, counts: bool) -> None:
    """Before 2005-02-01 only enchantments counted as worlds."""
    text = permanents(*(f"types: [artifact], supertypes: [world], world_since: {age}" for age in (1, 2)))
    assert (("world-rule", "graveyard", "A") in performed(text, day=day)) is counts


@pytest.mark.parametrize(
    "change", [("supertypes: [world]", "supertypes: []"), ("types: [enchantment]", "phased_out: yes")]
)
@pytest.mark.parametrize("day", ["2004-02-01", "2026-01-16"])
def test_other_permanents_dont_count_as_worlds(performed: Performed, change: tuple[str, str], day: str) -> None:
    """A permanent that is phased out or not world neither dies nor makes another world die."""
    text = permanents(*(f"types: [enchantment], supertypes: [world], world_since: {age}" for age in (1, 2)))
    for place in (0, 1):
        rows = text.split("zone: battlefield")
        rows[place + 1] = rows[place + 1].replace(*change)
        assert performed("zone: battlefield".join(rows), day=day) == set()


def test_open_worlds(put: Ask) -> None:
    """The actions depend on ages and supertypes that aren't stated."""
    text = permanents(*["types: [enchantment], supertypes: [world]"] * 2)
    opened = {each.action.things: each.depends_on for each in put("sba", text).open_actions}
    assert set(opened[("A",)]) == {"objects.A.world_since", "objects.B.world_since"}
    loose = text.replace("supertypes: [world]", "", 1).replace("closed: [battlefield]\n", "")
    worlds = [each for each in put("sba", loose).open_actions if each.citation.concept == "world-rule"]
    assert "objects.A.supertypes" in {each.action.things: each.depends_on for each in worlds}[("B",)]


# --- Roles ---------------------------------------------------------------------------------------------------

ROLE = (
    "types: [enchantment], subtypes: [Aura, Role], colors: [], enchant: [creature], attached_to: %s, controller: %s, "
)
CREATURE = "types: [creature], toughness: 2, damage: 0, keywords: []"


def roles(*facts: tuple[str, str, int]) -> str:
    """Return Roles A, B ..., each given by host, controller and timestamp; F and G are creatures."""
    rows = [ROLE % (host, controller) + f"timestamp: {age}" for host, controller, age in facts]
    return permanents(*rows, *[CREATURE] * (7 - len(rows)))


@pytest.mark.parametrize(
    ("given", "gone"),
    [
        ((("F", "p1", 1), ("F", "p1", 2)), {"A"}),
        ((("F", "p1", 2), ("F", "p1", 1)), {"B"}),
        ((("F", "p1", 1), ("F", "p1", 3), ("F", "p1", 2)), {"A", "C"}),
        ((("F", "p1", 1), ("F", "p2", 2)), set()),
        ((("F", "p1", 1), ("G", "p1", 2)), set()),
        ((("F", "p1", 1), ("F", "p2", 2), ("F", "p1", 3), ("F", "p2", 4)), {"A", "B"}),
    ],
)
def test_newest_role_of_a_player_survives(
    performed: Performed, given: Sequence[tuple[str, str, int]], gone: set[str]
) -> None:
    """704.5y: of one player's Roles on one permanent only the newest survives."""
    text = roles(*given)
    assert {things for concept, _kind, things in performed(text) if concept == "role-uniqueness"} == gone
    assert "role-uniqueness" not in {concept for concept, _kind, _things in performed(text, day="2023-04-14")}
    for one, other in (("Aura, Role", "Aura"), ("types: [enchantment]", "phased_out: yes, types: [enchantment]")):
        found = performed(text.replace(one, other))
        assert "role-uniqueness" not in {concept for concept, _kind, _things in found}


def test_open_roles(put: Ask) -> None:
    """The actions depend on controllers and timestamps that aren't stated."""

    def opened(text: str) -> dict[tuple[str, ...], tuple[str, ...]]:
        found = [each for each in put("sba", text).open_actions if each.citation.concept == "role-uniqueness"]
        return {each.action.things: each.depends_on for each in found}

    text = roles(("F", "p1", 1), ("F", "p1", 2))
    assert opened(text.replace("timestamp: 2", "")) == {
        ("A",): ("objects.B.timestamp",), ("B",): ("objects.B.timestamp",)
    }  # fmt: skip
    assert opened(text.replace("controller: p1, ", "", 1)) == {("A",): ("objects.A.controller",)}


def test_unstated_age_of_one_legend(put: Ask) -> None:
    """If one legend's age isn't stated, either it or the oldest known one may survive."""
    legend = "name: Isamaru, supertypes: [legendary]"
    text = permanents(f"{legend}, legendary_since: 1", legend, f"{legend}, legendary_since: 2")
    ruling = put("sba", text, day="2004-02-01")
    assert [each.action.things for each in ruling.actions] == [("C",)]
    assert {
        "".join(each.action.things): each.depends_on
        for each in ruling.open_actions
        if each.citation.concept == "legend-rule"
    } == {"A": ("objects.B.legendary_since",), "B": ("objects.B.legendary_since",)}


@pytest.mark.parametrize("day", ["2004-02-01", "2026-01-16"])
def test_world_that_may_be_elsewhere(put: Ask, day: str) -> None:
    """The older world dies only if B is on the battlefield, so the action depends on B's zone."""
    text = permanents(*(f"types: [enchantment], supertypes: [world], world_since: {age}" for age in (1, 2)))
    away = text.replace("{id: B, zone: battlefield, ", "{id: B, ")
    worlds = [each for each in put("sba", away, day=day).open_actions if each.citation.concept == "world-rule"]
    assert [(each.action.things, each.depends_on) for each in worlds] == [(("A",), ("objects.B.zone",))]


def test_unstated_name_of_the_younger_legend(put: Ask) -> None:
    """420.5e: until 2004-06-01 the younger legend dies only if the names are the same."""
    legend = "supertypes: [legendary], legendary_since: %d"
    text = permanents(f"name: Isamaru, {legend % 1}", legend % 2)
    opened = [
        each for each in put("sba", text, day="2004-02-01").open_actions if each.citation.concept == "legend-rule"
    ]
    assert [(each.action.things, each.depends_on) for each in opened] == [(("B",), ("objects.B.name",))]


def test_unstated_supertype_of_the_older_world(put: Ask) -> None:
    """704.5k: the older permanent dies only if it is world, so the action depends on its supertypes."""
    world = "types: [enchantment], world_since: %d"
    text = permanents(world % 1, f"{world % 2}, supertypes: [world]").replace("closed: [battlefield]\n", "")
    opened = [each for each in put("sba", text).open_actions if each.citation.concept == "world-rule"]
    assert [(each.action.things, each.depends_on) for each in opened] == [(("A",), ("objects.A.supertypes",))]


@pytest.mark.parametrize("one", ["A", "B"])
def test_unstated_subtype_of_a_role(put: Ask, one: str) -> None:
    """704.5y: the older Role dies only if both are Roles, so the action depends on the subtypes."""
    text = roles(("F", "p1", 1), ("F", "p1", 2)).replace("closed: [battlefield]\n", "")
    first, second, third = text.split("subtypes: [Aura, Role], ")
    loose = (
        f"{first}{second}subtypes: [Aura, Role], {third}"
        if one == "A"
        else (f"{first}subtypes: [Aura, Role], {second}{third}")
    )
    opened = [each for each in put("sba", loose).open_actions if each.citation.concept == "role-uniqueness"]
    assert [(each.action.things, each.depends_on) for each in opened] == [(("A",), (f"objects.{one}.subtypes",))]
