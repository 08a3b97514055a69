"""Objects that abilities refer to without targeting them (603.7c, 608.2k, 700.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def board(facts: str, history: str = "") -> str:
    return (
        "players: {p1: }\nobjects:\n  - {id: A, zone: battlefield, controller: p1, types: [artifact]}\n"
        "  - {id: B, zone: battlefield, controller: p1, types: [creature]}\n"
        f"  - {{id: T, zone: stack, controller: p1, {facts}}}\nhistory: {{{history}}}\n"
    )


DELAYED = "delayed_trigger: yes, refers_to: [A]"
MOVED = "changed_zones: {A: yes}"


@pytest.mark.parametrize(
    ("facts", "history", "day", "verdict", "concepts"),
    [
        (DELAYED, "", "2026-01-16", "yes", {"delayed-trigger-refers", "that-very-object"}),
        (DELAYED, MOVED, "2026-01-16", "no", {"delayed-trigger-refers", "that-very-object"}),
        (DELAYED, "changed_zones: {A: no}", "2026-01-16", "yes", {"delayed-trigger-refers", "that-very-object"}),
        (DELAYED, MOVED, "2008-01-01", "yes", {"delayed-trigger-refers", "that-very-object"}),
        ("refers_to: [A]", "", "2026-01-16", "yes", {"untargeted-object-affected", "that-very-object"}),
        ("refers_to: [A]", MOVED, "2026-01-16", "no", {"untargeted-object-affected", "that-very-object"}),
        ("refers_to: [A]", "", "2002-01-01", "yes", set()),
        ("refers_to: [B], targets: []", "", "2026-01-16", "no", set()),
        (f"{DELAYED}, targets: [B], legal_targets: [B]", "", "2026-01-16", "yes", {"that-very-object"}),
        (f"{DELAYED}, targets: [B], legal_targets: []", "", "2026-01-16", "no", set()),
    ],
)
def test_objects_referred_to(put: Ask, facts: str, history: str, day: str, verdict: str, concepts: set[str]) -> None:
    """603.7c, 608.2k, 700.7: an ability affects the object that it refers to, unless it has become a new object."""
    ruling = put("affects T A", board(facts, history), day)
    assert ruling.verdict == verdict
    found = {each.concept for each in ruling.citations}
    assert concepts <= found if verdict == "yes" else True
    other = "untargeted-object-affected" if "delayed" in facts else "delayed-trigger-refers"
    assert other not in found
    if "targets" not in facts and verdict == "no":
        assert found & concepts


@pytest.mark.parametrize("facts", [DELAYED, "refers_to: [A]"])
def test_targets_arent_references(put: Ask, facts: str) -> None:
    """603.7c, 608.2k: the rules for references aren't cited for B, which is only a target."""
    ruling = put("affects T B", board(f"{facts}, targets: [B], legal_targets: [B]"))
    assert ruling.verdict == "yes"
    assert not {"delayed-trigger-refers", "untargeted-object-affected"} & {each.concept for each in ruling.citations}
