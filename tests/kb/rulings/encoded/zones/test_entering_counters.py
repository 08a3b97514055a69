"""Sunburst and modular (702.43, 702.44)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def thing(
    keywords: str, types: str = "artifact", zone: str = "stack", spent: str = "colors_spent: [white, red]"
) -> str:
    return f"objects: [{{id: A, zone: {zone}, types: [{types}], subtypes: [], keywords: [{keywords}], {spent}}}]"


@pytest.mark.parametrize(
    ("text", "counters"),
    [
        (thing("sunburst"), {"charge": 2}),
        (thing("sunburst", "artifact, creature"), {"+1/+1": 2}),
        (thing("sunburst", zone="hand"), None),
        (thing("sunburst", spent="colors_spent: []"), None),
        (thing("sunburst, sunburst"), {"charge": 4}),
        (thing('"modular\N{EM DASH}sunburst"'), {"+1/+1": 2}),
        (thing('"modular\N{EM DASH}sunburst"', "artifact, creature"), {"+1/+1": 2}),
        (thing('"modular\N{EM DASH}sunburst"', zone="graveyard"), None),
        (thing("modular 3"), {"+1/+1": 3}),
        (thing("modular 3", zone="graveyard"), {"+1/+1": 3}),
        (thing("modular 3, modular 1"), {"+1/+1": 4}),
        (thing("modular 1, sunburst"), {"+1/+1": 1, "charge": 2}),
        (thing("flying"), None),
    ],
)
@pytest.mark.parametrize("day", ["2006-02-01", "2013-05-01", "2026-01-16"])
def test_counters_as_it_enters(put: Ask, text: str, counters: dict[str, int] | None, day: str) -> None:
    """702.44a to d, 702.43a: sunburst gives a counter for each colour spent, modular its number; instances add up."""
    ruling = put("enters A", text, day=day)
    assert ruling.verdict == "yes"
    assert ruling.value.get("counters") == counters


def test_colors_that_are_not_stated(put: Ask) -> None:
    """For sunburst the colours spent have to be stated; for modular they needn't."""
    assert put("enters A", thing("sunburst", spent="tapped: no")).depends_on == ("objects.A.colors_spent",)
    assert put("enters A", thing("modular 2", spent="tapped: no")).verdict == "yes"


def test_first_editions_of_modular_and_sunburst(put: Ask) -> None:
    """Modular works since 2004-02-01, sunburst since 2005-02-01."""
    assert put("enters A", thing("modular 3"), day="2003-12-01").value.get("counters") is None
    assert put("enters A", thing("modular 3"), day="2004-02-01").value["counters"] == {"+1/+1": 3}
    assert put("enters A", thing("sunburst"), day="2004-02-01").value.get("counters") is None
    assert put("enters A", thing("sunburst"), day="2005-02-01").value["counters"] == {"charge": 2}
