"""Sagas, Classes, Cases (714, 716, 719)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

BOARD = """closed: [battlefield]
players: {p1: , p2: }
objects:
  - {id: A, zone: battlefield, controller: p1, types: [enchantment], subtypes: [saga], final_chapter: 3}
  - {id: B, zone: battlefield, controller: p2, types: [enchantment], subtypes: [saga], final_chapter: 3}
  - {id: C, zone: battlefield, controller: p1, types: [enchantment], subtypes: [saga], final_chapter: 0}
  - {id: D, zone: battlefield, controller: p1, types: [enchantment], final_chapter: 3}
  - {id: E, zone: hand, controller: p1, types: [enchantment], subtypes: [saga], final_chapter: 3}
"""


@pytest.mark.parametrize(
    ("day", "sagas"), [("2018-04-27", ["A", "C"]), ("2025-04-04", ["A", "C"]), ("2025-06-06", ["A"])]
)
def test_lore_counters_each_turn(put: Ask, day: str, sagas: list[str]) -> None:
    """714.3b: each Saga of p1 gets a lore counter. Since 2025-06-06, only Sagas with chapter abilities do."""
    assert put("lore-counters p1", BOARD, day=day).value == sagas


def test_lore_counters_open(put: Ask) -> None:
    """The answer depends on controllers and subtypes that aren't stated. Before 2018 there are no Sagas."""
    assert put("lore-counters p1", BOARD, day="2018-01-19").verdict == "no"
    text = BOARD.replace("controller: p1, ", "", 1)
    assert put("lore-counters p1", text).depends_on == ("objects.A.controller",)
    loose = BOARD.replace("closed: [battlefield]\n", "").replace("id: D, ", "id: D, subtypes: [], ")
    loose = loose.replace(", subtypes: [saga]", "", 1)
    for day in ("2018-04-27", "2026-01-16"):
        assert put("lore-counters p1", loose, day=day).depends_on == ("objects.A.subtypes",)


@pytest.mark.parametrize(("lore", "final", "chapters"), [(0, 3, [1]), (1, 3, [2]), (2, 3, [3]), (3, 3, []), (0, 0, [])])
def test_chapters(put: Ask, lore: int, final: int, chapters: list[int]) -> None:
    """714.2b: with the next lore counter the chapter with that number triggers."""
    ruling = put("chapters A", f"objects: [{{id: A, final_chapter: {final}, counters: {{lore: {lore}}}}}]")
    assert (ruling.verdict, ruling.value) == ("yes", chapters)
    assert final == 0 or "714.2b" in [each.number for each in ruling.citations]


def test_chapters_open(put: Ask) -> None:
    """The chapters depend on the lore counters and on the number of the final chapter."""
    assert put("chapters A", "objects: [{id: A, final_chapter: 3}]").depends_on == ("objects.A.counters.lore",)
    assert put("chapters A", "objects: [{id: A, counters: {}}]").depends_on == ("objects.A.final_chapter",)
    assert put("chapters A", "objects: [{id: A, final_chapter: 3}]", day="2018-01-19").verdict == "no"


CLASS = """game: {{active: {active}, phase: {phase}, priority: {priority}, stack: [{stack}]}}
players: {{p1: , p2: }}
objects: [{{id: A, zone: battlefield, controller: p1, types: [enchantment], subtypes: [class], class_level: {level},
  solved: {solved}, abilities: [{{{ability}}}]}}]
"""


def of_class(**changes: str) -> str:
    """Return a Class of level 1 in its controller's main phase, with changed facts."""
    facts = {
        "active": "p1", "phase": "main", "priority": "p1", "stack": "", "level": "1", "solved": "no",
        "ability": "kind: activated, level: 2",
    } | changes  # fmt: skip
    return CLASS.format(**facts)


@pytest.mark.parametrize(
    "changes",
    [
        {"level": "2"}, {"level": "3"}, {"ability": "kind: activated, level: 3"}, {"active": "p2"},
        {"phase": "combat"}, {"priority": "p2"}, {"stack": "X"},
    ],
)  # fmt: skip
def test_levels(put: Ask, changes: dict[str, str]) -> None:
    """716.2a: a level ability is activated only at the previous level, when the player could cast a sorcery."""
    assert "716.2a" in [each.number for each in put("can-activate A", of_class(), by="p1").citations]
    refused = put("can-activate A", of_class(**changes), by="p1")
    assert refused.verdict == "no"
    assert "716.2a" in [each.number for each in refused.citations]


@pytest.mark.parametrize(
    ("ability", "solved", "cited"),
    [
        ("kind: activated, only_if_solved: yes", "no", True),
        ("kind: activated, only_if_solved: no", "no", False),
        ("kind: activated", "no", False),
    ],
)
def test_solved(put: Ask, ability: str, solved: str, cited: bool) -> None:
    """719.3c: a "Solved" ability can be activated only if the Case is solved."""
    ruling = put("can-activate A", of_class(ability=ability, solved=solved), by="p1")
    assert ("719.3c" in [each.number for each in ruling.citations]) is cited
    if cited:
        assert ruling.verdict == "no"
        solved_one = put("can-activate A", of_class(ability=ability, solved="yes"), by="p1")
        assert solved_one.verdict == "yes"
