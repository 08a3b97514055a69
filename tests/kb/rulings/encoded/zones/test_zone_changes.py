"""Zone changes: objects returned together (610.3d), exclusive moves (400.6), and piles (700.3c)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

EXILED = """players: {p1: , p2: }
objects:
  - {id: P, zone: battlefield, controller: p1}
  - {id: Q, zone: battlefield, controller: p1}
  - {id: A, zone: exile, owner: p2, exiled_until: P}
  - {id: B, zone: exile, owner: p2, exiled_until: Q}
  - {id: C, zone: exile, owner: p2}
  - {id: D, zone: graveyard, owner: p2, exiled_until: P}
"""


@pytest.mark.parametrize(
    ("events", "groups"),
    [
        ("{happens: die, things: [P, Q]}", [["A", "B"]]),
        ("{happens: die, things: [P]}, {happens: exile, things: [Q]}", [["A"], ["B"]]),
        ("{happens: return, things: [Q]}", [["B"]]),
        ("{happens: leave, things: [P]}", [["A"]]),
        ("{happens: sacrifice, things: [P]}", [["A"]]),
        ("{happens: tap, things: [P, Q]}", []),
        ("{happens: die, things: [A]}", []),
    ],
)
def test_objects_returned_together(put: Ask, events: str, groups: list[list[str]]) -> None:
    """610.3d: objects exiled until simultaneous events return at the same time."""
    ruling = put("returns", f"{EXILED}proposed: {{events: [{events}]}}\n")
    assert (ruling.verdict, ruling.value) == ("yes", groups)


def test_objects_returned_one_by_one_before_2016(put: Ask) -> None:
    """610.3d: before 2016-09-30 each object returns by itself; the events have to be stated."""
    text = EXILED + "proposed: {events: [{happens: die, things: [P, Q]}]}\n"
    assert put("returns", text, "2014-05-01").value == [["A"], ["B"]]
    assert put("returns", text, "2016-09-30").value == [["A", "B"]]
    assert put("returns", EXILED).depends_on == ("proposed.events",)
    assert put("returns", EXILED + "proposed: {events: [{things: [P]}]}").depends_on == ("proposed.events.1.happens",)
    assert put("returns", EXILED + "proposed: {events: [{happens: die}]}").depends_on == ("proposed.events.1.things",)


def board(zone: str, events: str) -> str:
    return (
        "players: {p1: , p2: }\n"
        f"objects: [{{id: A, zone: {zone}, controller: p1, owner: p2}}, {{id: B, zone: hand}}]\n"
        f"proposed: {{events: [{events}]}}\n"
    )


@pytest.mark.parametrize(
    ("zone", "events", "value"),
    [
        ("battlefield", "{happens: die, things: [A]}, {happens: exile, things: [A]}",
         {"zone": ["graveyard", "exile"], "chooses": "p1"}),
        ("stack", "{happens: exile, things: [A]}, {happens: return, things: [A]}",
         {"zone": ["hand", "exile"], "chooses": "p1"}),
        ("graveyard", "{happens: exile, things: [A]}, {happens: enter, things: [A]}",
         {"zone": ["battlefield", "exile"], "chooses": "p2"}),
        ("battlefield", "{happens: die, things: [A]}, {happens: sacrifice, things: [A]}", {"zone": "graveyard"}),
        ("battlefield", "{happens: die, things: [A]}, {happens: exile, things: [B]}", {"zone": "graveyard"}),
        ("battlefield", "{happens: tap, things: [A]}", {"zone": "battlefield"}),
        ("battlefield", "{happens: tap, things: [A]}, {happens: exile, things: [A]}", {"zone": "exile"}),
        ("battlefield", "", {"zone": "battlefield"}),
    ],
)  # fmt: skip
def test_exclusive_moves(put: Ask, zone: str, events: str, value: dict[str, object]) -> None:
    """400.6: the controller, or else the owner, chooses between moves that exclude each other."""
    ruling = put("moves-to A", board(zone, events))
    assert (ruling.verdict, ruling.value) == ("yes", value)
    assert [each.number for each in ruling.citations] == (["400.6"] if "chooses" in value else [])


def test_piles(put: Ask) -> None:
    """700.3c: an object in a pile stays in its zone unless an event moves it."""
    piled = "objects: [{id: A, zone: library, pile: 2}]\n"
    ruling = put("moves-to A", piled)
    assert (ruling.value, [each.number for each in ruling.citations]) == ({"zone": "library"}, ["700.3c"])
    assert put("moves-to A", piled, "2008-01-01").value == {"zone": "library"}
    moved = put("moves-to A", piled + "proposed: {events: [{happens: return, things: [A]}]}\n")
    assert moved.value == {"zone": "hand"}
    assert "proposed.events" in put("moves-to A", "objects: [{id: A, zone: library}]").depends_on


def angel(life: int, damage: int, effect: str = "instead: exile", more: str = "") -> str:
    return (
        f"closed: [battlefield]\nplayers: {{p1: {{life: {life}, poison: 0}}, p2: {{life: 20, poison: 0}}}}\nobjects:\n"
        "  - {id: A, zone: battlefield, controller: p1, owner: p1, types: [creature], power: 5, toughness: 5,"
        f" damage: {damage}}}\neffects: [{{source: A, says: replaces, does: lose-game, players: [p1], {effect}}}]\n"
        "history: {drew_from_empty_library: {p1: no, p2: no}, deathtouch_damage: {A: no}}\n"
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (angel(0, 5), {"zone": ["graveyard", "exile"], "chooses": "p1"}),
        (angel(0, 4), {"zone": "exile"}),
        (angel(1, 5), {"zone": "graveyard"}),
        (angel(0, 5, "instead: exile, applies: no"), {"zone": "graveyard"}),
        (angel(0, 5, "instead: nothing"), {"zone": "graveyard"}),
        (angel(0, 5).replace("players: [p1]", "players: [p2]"), {"zone": "graveyard"}),
        (angel(0, 5).replace("source: A", "source: B"), {"zone": "graveyard"}),
    ],
)
def test_moves_of_state_based_actions(put: Ask, text: str, value: dict[str, object]) -> None:
    """400.6: A is destroyed while its effect exiles it instead of p1's loss, so p1 chooses the zone."""
    ruling = put("moves-to A", text)
    assert (ruling.verdict, ruling.value) == ("yes", value)
