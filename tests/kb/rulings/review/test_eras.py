"""State-based actions in one situation under the rules of different days."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.kb.rulings.boards import permanents

Performed = Callable[..., set[tuple[str, str, str]]]

JACES = permanents(
    "controller: p1, name: Jace Beleren, types: [planeswalker], subtypes: [Jace], supertypes: [],"
    " counters: {loyalty: 3}",
    "controller: p2, name: 'Jace, Memory Adept', types: [planeswalker], subtypes: [Jace], supertypes: [],"
    " counters: {loyalty: 4}",
    "controller: p1, name: 'Jace, the Mind Sculptor', types: [planeswalker], subtypes: [Jace], supertypes: [],"
    " counters: {loyalty: 3}",
)
SAGA = "types: [enchantment], subtypes: [Saga], counters: {lore: 3}, final_chapter: 3, pending_ability: no"
LEGEND = "name: Isamaru, types: [creature], supertypes: [legendary], toughness: 2, damage: 0, legendary_since: %d, "
LEGENDS = permanents(*(f"{LEGEND % age}controller: {player}" for age, player in ((1, "p1"), (2, "p2"), (3, "p1"))))


@pytest.mark.parametrize(
    ("day", "kind", "things"),
    [
        ("2007-07-13", None, ""),
        ("2007-10-01", "graveyard", "A B C"),
        ("2012-10-01", "graveyard", "A B C"),
        ("2014-05-01", "keep-one", "A C"),
        ("2017-08-25", "keep-one", "A C"),
        ("2018-01-19", None, ""),
    ],
)
def test_jaces_of_different_names(performed: Performed, day: str, kind: str | None, things: str) -> None:
    """Planeswalkers of one type: first all die, later each player keeps one, since 2018 all stay."""
    found = {row[1:] for row in performed(JACES, day=day)}
    assert found == ({(kind, things)} if kind else set())


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("2004-02-01", {("graveyard", "B"), ("graveyard", "C")}),
        ("2005-02-01", {("graveyard", "A B C")}),
        ("2012-10-01", {("graveyard", "A B C")}),
        ("2014-05-01", {("keep-one", "A C")}),
        ("2026-01-16", {("keep-one", "A C")}),
    ],
)
def test_legends_of_one_name(performed: Performed, day: str, expected: set[tuple[str, str]]) -> None:
    """Legends of one name: first only the oldest survives, later none, since 2014 one for each player."""
    assert {row[1:] for row in performed(LEGENDS, day=day)} == expected


@pytest.mark.parametrize(
    ("day", "ceases"),
    [("2009-05-01", True), ("2009-07-11", True), ("2017-07-08", True), ("2017-08-25", False), ("2026-01-16", False)],
)
def test_phased_out_token(performed: Performed, day: str, ceases: bool) -> None:
    """704.5d, 217.8d: a phased-out token ceases to exist until 2017-07-08."""
    found = performed(permanents("types: [creature], token: yes, phased_out: yes, toughness: 2, damage: 0"), day=day)
    assert bool(found) is ceases


@pytest.mark.parametrize(
    ("text", "first", "before"),
    [
        (permanents("types: [artifact], counters: {+1/+1: 1, -1/-1: 1}"), "2006-10-01", "2006-07-15"),
        (permanents("types: [planeswalker], counters: {loyalty: 0}"), "2007-10-01", "2007-07-13"),
        (permanents("types: [artifact], counters: {oil: 3}, counter_limits: {oil: 2}"), "2009-10-01", "2009-07-11"),
        (
            permanents(SAGA),
            "2018-04-27",
            "2018-01-19",
        ),
        (
            "objects: [{id: D, zone: command, types: [dungeon], room: 3, bottom_room: 3, pending_ability: no}]",
            "2021-07-23",
            "2021-04-22",
        ),
        (
            permanents(
                "types: [planeswalker], keywords: [space sculptor], controller: p1, counters: {loyalty: 3}",
                "types: [creature], toughness: 2, damage: 0, controller: p1, sector: none",
            ),
            "2022-10-07",
            "2022-09-08",
        ),
        (
            permanents("types: [battle], protector: p2, counters: {defense: 0}, pending_ability: no"),
            "2023-04-14",
            "2022-10-07",
        ),
        (permanents("types: [battle], protector: none, counters: {defense: 3}"), "2023-04-14", "2022-10-07"),
        (
            permanents("types: [battle], subtypes: [Siege], controller: p1, protector: p1, counters: {defense: 3}"),
            "2023-04-14",
            "2022-10-07",
        ),
        (
            permanents(
                'types: [artifact], controller: p1, keywords: ["start your engines!"]',
            ).replace("p1: ", "p1: {speed: 0}", 1),
            "2025-02-07",
            "2024-11-08",
        ),
    ],
)  # fmt: skip
def test_new_state_based_actions(performed: Performed, text: str, first: str, before: str) -> None:
    """Each action is performed since the edition that introduced it, and not before."""
    assert performed(text, day=first) != set()
    assert performed(text, day=before) == set()
    assert performed(text) != set()
