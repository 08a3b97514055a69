"""Numbers of modes that depend on later choices (601.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


@pytest.mark.parametrize(
    ("facts", "modes", "day", "verdict"),
    [
        ("keywords: [kicker], most_modes_if: {kicker: 3}", 3, "2026-01-16", "yes"),
        ("keywords: ['kicker {2}{W}'], most_modes_if: {kicker: 3}", 3, "2026-01-16", "yes"),
        ("keywords: [kicker], most_modes_if: {kicker: 3}", 4, "2026-01-16", "no"),
        ("keywords: [], most_modes_if: {kicker: 3}", 3, "2026-01-16", "no"),
        ("keywords: [], choices: [kicker], most_modes_if: {kicker: 3}", 3, "2026-01-16", "yes"),
        ("keywords: [], additional_costs: [kicker], most_modes_if: {kicker: 3}", 3, "2026-01-16", "yes"),
        ("keywords: [kicker], most_modes_if: {kicker: 3}", 1, "2026-01-16", "yes"),
        ("keywords: [kicker]", 2, "2026-01-16", "no"),
        ("most_modes: 2", 2, "2026-01-16", "yes"),
        ("most_modes: 2, modes: 1", 2, "2026-01-16", "no"),
        ("most_modes: 2, modes: 2", 2, "2026-01-16", "yes"),
        ("keywords: [kicker], most_modes_if: {kicker: 9}, modes: 3", 4, "2026-01-16", "no"),
        ("keywords: [kicker], most_modes_if: {kicker: 3}", 3, "2021-07-23", "no"),
    ],
)
def test_modes(put: Ask, facts: str, modes: int, day: str, verdict: str) -> None:
    """601.4: a player may choose more modes if a later choice, such as kicker, will allow it."""
    text = f"objects: [{{id: A, zone: hand, {facts}}}]\nproposed: {{modes: {modes}}}"
    assert put("can-choose-modes A", text, day).verdict == verdict


def test_number_of_modes_has_to_be_stated(put: Ask) -> None:
    """The number of modes has to be stated."""
    assert put("can-choose-modes A", "objects: [{id: A, zone: hand}]").depends_on == ("proposed.modes",)
