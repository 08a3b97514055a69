"""Damage assignment if the blockers of a creature aren't known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


@pytest.mark.parametrize(
    ("keywords", "assigned", "closed", "blockers", "depends_on"),
    [
        ("[]", "A>B 4", "[]", None, ("objects.A.blocked_by",)),
        ("[]", "A>p2 4", "[]", None, ()),
        ("[]", None, "[]", None, ("objects.A.blocked_by",)),
        ("[trample]", "A>p2 4", "[]", None, ("objects.A.blocked_by",)),
        ("[trample]", None, "[]", None, ("objects.A.blocked_by",)),
        ("[]", "A>B 4", "[battlefield]", None, ()),
        ("[]", None, "[battlefield]", None, ()),
        ("[]", None, "[]", "[]", ()),
        ("[]", "A>B 4", "[]", "[B]", ()),
    ],
)
def test_blockers_have_to_be_known(
    put: Ask, keywords: str, assigned: str | None, closed: str, blockers: str | None, depends_on: tuple[str, ...]
) -> None:
    """510.1c, 702.19e: the blockers must be stated, unless the battlefield is closed."""
    listed = "" if blockers is None else f", blocked_by: {blockers}"
    text = f"players: {{p1: , p2: }}\nclosed: {closed}\ngame: {{active: p1, phase: combat, step: combat-damage}}\n"
    text += f"objects:\n  - {{id: A, zone: battlefield, controller: p1, types: [creature], keywords: {keywords},"
    text += f" power: 4, attacking: p2, blocked: yes{listed}}}\n"
    if assigned is not None:
        text += "  - {id: B, zone: battlefield, controller: p2, types: [creature], keywords: []}\n"
        text += f"proposed: {{damage: [{{source: A, to: {assigned[2:4].strip()}, amount: 4}}]}}\n"
    assert put("combat-damage", text).depends_on == depends_on


def test_blocked_creature_without_blockers(put: Ask) -> None:
    """510.1c: a blocked creature without remaining blockers assigns no damage, and the rule is cited."""
    text = "closed: [battlefield]\nplayers: {p1: , p2: }\n"
    text += "objects: [{id: A, zone: battlefield, controller: p1, types: [creature], power: 4, "
    text += "attacking: p2, blocked: yes}]"
    ruling = put("combat-damage", text)
    assert ruling.value["steps"] == [[]]
    assert "510.1c" in [cited.number for cited in ruling.citations]


@pytest.mark.parametrize(("closed", "depends_on"), [("[]", ("closed",)), ("[battlefield]", ())])
def test_no_creature_is_listed(put: Ask, closed: str, depends_on: tuple[str, ...]) -> None:
    """If no creature is listed, the answer depends on whether the battlefield is closed."""
    text = f"players: {{p1: , p2: }}\nclosed: {closed}\nobjects: [{{id: L, zone: battlefield, types: [land]}}]\n"
    assert put("combat-damage", text).depends_on == depends_on
