"""Attacking bands: a creature that blocks one of them blocks them all (702.22h; 502.10e before 2009)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def board(a: str, b: str, blocker: str, more: str = "") -> str:
    """Return two attacking creatures A and B, and a creature X that may block."""
    rows = [
        f"{{id: A, zone: battlefield, controller: p1, types: [creature], attacking: p2, {a}}}",
        f"{{id: B, zone: battlefield, controller: p1, types: [creature], attacking: p2, {b}}}",
        f"{{id: X, zone: battlefield, controller: p2, types: [creature], {blocker}}}",
    ]
    return f"players: {{p1: , p2: }}\nclosed: [battlefield]\nobjects: [{', '.join(rows)}]\n{more}"


BOTH = ("band: one", "band: one")


@pytest.mark.parametrize(
    ("text", "blocked_by"),
    [
        (board(*BOTH, "blocking: [A]"), ["X"]),
        (board(*BOTH, "blocking: [B]"), ["X"]),
        (board(*BOTH, "blocking: []"), []),
        (board("band: one", "band: two", "blocking: [A]"), []),
        (board("band: one", "power: 1", "blocking: [A]"), []),
        (board("power: 1", "power: 1", "blocking: [A]"), []),
        (board("band: one, removed_from_combat: yes", "band: one", "blocking: [A]"), []),
        (board(*BOTH, "tapped: no", "proposed: {blockers: [{creature: X, blocks: [A]}]}"), ["X"]),
        (board(*BOTH, "tapped: no", "proposed: {blockers: [{creature: X, blocks: [B]}]}"), ["X"]),
        (board(*BOTH, "tapped: no", "proposed: {blockers: []}"), []),
        (board("band: one", "band: two", "tapped: no", "proposed: {blockers: [{creature: X, blocks: [A]}]}"), []),
    ],
)
@pytest.mark.parametrize("day", ["2001-07-23", "2012-10-01", "2026-01-16"])
def test_blocked_with_the_band(put: Ask, text: str, blocked_by: list[str], day: str) -> None:
    """702.22h: a creature that blocks A also blocks B if both are in the same band."""
    ruling = put("blocked-by B", text, day=day)
    assert (ruling.verdict, ruling.value) == ("yes", blocked_by)
    assert put("is-blocked B", text.partition("proposed")[0] if "proposed" in text else text, day=day).verdict == (
        "yes" if blocked_by and "proposed" not in text else "no"
    )


@pytest.mark.parametrize(
    ("a", "b", "verdict"),
    [
        ("band: one, blocked: yes", "band: one", "yes"),
        ("band: one, blocked: no", "band: one", "no"),
        ("band: one, blocked: yes", "band: two", "no"),
        ("band: one, blocked: yes, removed_from_combat: yes", "band: one", "no"),
    ],
)
@pytest.mark.parametrize("day", ["2001-07-23", "2008-02-01", "2026-01-16"])
def test_blocked_by_an_effect(put: Ask, a: str, b: str, verdict: str, day: str) -> None:
    """702.22i: if A becomes blocked, so does its band. 702.22f: a creature removed from combat leaves the band."""
    ruling = put("is-blocked B", board(a, b, "blocking: []"), day=day)
    assert ruling.verdict == verdict


def test_each_blocker_of_the_band(put: Ask) -> None:
    """Creatures that block different members of a band block all of it, and are listed once each."""
    more = board(*BOTH, "blocking: [A, B]").replace(
        "objects: [", "objects: [{id: Y, zone: battlefield, controller: p2, types: [creature], blocking: [B]}, "
    )
    assert put("blocked-by A", more).value == ["Y", "X"]


def test_combat_damage_of_a_band(put: Ask) -> None:
    """Each creature of a blocked band deals its damage to the blocker; the blocker divides its damage among them."""
    text = board("band: one, power: 2, toughness: 2", "band: one, power: 3, toughness: 3",
                 "blocking: [A], power: 1, toughness: 5")  # fmt: skip
    rows = {row["source"]: row["to"] for row in put("combat-damage", text).value["steps"][0]}
    assert rows == {"A": ["X"], "B": ["X"], "X": ["A", "B"]}
    apart = text.replace("band: one, power: 3", "power: 3")
    rows = {row["source"]: row["to"] for row in put("combat-damage", apart).value["steps"][0]}
    assert rows == {"A": ["X"], "B": ["p2"], "X": ["A"]}


def test_what_is_not_stated(put: Ask) -> None:
    """The blocking creatures have to be stated, and that no others are on the battlefield."""
    assert put("blocked-by B", board(*BOTH, "blocking: [A]").replace("closed: [battlefield]", "")).depends_on
    opened = board(*BOTH, "power: 1").replace("closed: [battlefield]", "")
    assert "objects.X.blocking" in put("blocked-by B", opened).depends_on
    usual = board(*BOTH, "blocking: [A]").replace("closed: [battlefield]", "usual: yes")
    assert put("blocked-by B", usual).value == ["X"]
