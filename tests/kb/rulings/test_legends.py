"""The legend rule and the planeswalker uniqueness rule, each variant on a day of its time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.kb.rulings.boards import permanents

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

Performed = Callable[..., set[tuple[str, str, str]]]

JACES = permanents(
    "controller: p1, name: Jace Beleren, types: [planeswalker], subtypes: [Jace], counters: {loyalty: 3}",
    "controller: p2, name: Jace 2, types: [planeswalker], subtypes: [Jace], counters: {loyalty: 3}",
    "controller: p1, name: Jace 3, types: [planeswalker], subtypes: [Jace, Cloud], counters: {loyalty: 4}",
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
    """420.5q, 704.5j: all that share a type; one for each player since 2013; not at all since 2017-09-29."""
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
    """420.5e, 704.5k, 704.5j: all of a name; one for each player since 2013. What isn't legendary doesn't count."""
    assert performed(LEGENDS, day=day) == expected


@pytest.mark.parametrize(
    ("ages", "gone"),
    [((1, 2), {"B"}), ((2, 1), {"A"}), ((1, 1), {"A", "B"}), ((1, 2, 3), {"B", "C"}), ((1, 1, 2), {"A", "B", "C"})],
)
def test_oldest_legend_survived_until_2004(performed: Performed, ages: tuple[int, ...], gone: set[str]) -> None:
    """420.5e to 2004-06-01: all but the oldest, and in a tie all of them."""
    text = permanents(*(f"name: Isamaru, supertypes: [legendary], legendary_since: {age}" for age in ages))
    found = {things for concept, _kind, things in performed(text, day="2004-02-01") if concept == "legend-rule"}
    assert found == gone


def test_who_chooses_which_to_keep(put: Ask) -> None:
    """704.5j: the player who controls them, among them; the event waits for that choice."""
    ruling = put("sba", LEGENDS)
    (done,) = ruling.actions
    assert done.action.choice is not None
    assert (done.action.choice.player, done.action.choice.among, done.turn) == ("p1", ("A", "C"), 1)


def test_open_names_make_pairs_open(put: Ask) -> None:
    """Whether two are alike may be open: of the name, of the controller."""
    text = permanents(
        "controller: p1, name: Isamaru, supertypes: [legendary]", "controller: p1, supertypes: [legendary]"
    )
    opened = {each.action.things: each.depends_on for each in put("sba", text).open if each.action.kind == "keep-one"}
    assert opened == {("A", "B"): ("objects.B.name",)}


@pytest.mark.parametrize("name", ["A", "B"])
@pytest.mark.parametrize(("day", "kind"), [("2026-01-16", "keep-one"), ("2010-02-01", "graveyard")])
def test_open_supertypes_make_pairs_open(put: Ask, name: str, day: str, kind: str) -> None:
    """So does whether each of the two is legendary."""
    rows = [
        f"{{id: {each}, zone: battlefield, controller: p1, name: Isamaru{'' if each == name else legendary}}}"
        for each in "AB"
        for legendary in (", supertypes: [legendary]",)
    ]
    ruling = put("sba", f"players: {{p1: }}\nobjects: [{', '.join(rows)}]", day=day)
    opened = [each.depends_on for each in ruling.open if each.citation.concept == "legend-rule"]
    assert [each.action.kind for each in ruling.open if each.citation.concept == "legend-rule"] == [kind]
    assert opened == [(f"objects.{name}.supertypes",)]


def test_planeswalkers_are_legendary_by_errata(put: Ask, performed: Performed) -> None:
    """306.4 since 2017-09-29: where supertypes aren't stated, it is taken so, and said; what is stated wins."""
    two = ["controller: p1, name: Jace Beleren, types: [planeswalker], counters: {loyalty: 3}"] * 2
    ruling = put("sba", permanents(*two))
    assert [each.action.things for each in ruling.actions] == [("A", "B")]
    assert any("errata" in assumption for assumption in ruling.assumptions)
    assert performed(permanents(*(f"{each}, supertypes: []" for each in two))) == set()
    assert performed(permanents(*two), day="2016-01-16") == set()


def test_check_isnt_repeated_while_somebody_has_to_choose(put: Ask) -> None:
    """What comes after a choice is open."""
    ruling = put(
        "sba", LEGENDS.replace("]\n", "]\n").replace("objects: [", "objects: [{id: T, zone: exile, token: yes}, ")
    )
    assert {each.turn for each in ruling.actions} == {1}
