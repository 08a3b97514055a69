"""Effects on the number of counters that a permanent enters with: Doubling Season, Solemnity, one more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

SEASON = "{says: replaces, does: put-counters, players: [p1], quality: [double]}"


@pytest.mark.parametrize(
    ("effects", "counters"),
    [
        ("", 3),
        (SEASON, 6),
        (f"{SEASON}, {SEASON}", 12),
        ("{says: replaces, does: put-counters, objects: [A], quality: [triple]}", 9),
        ("{says: replaces, does: put-counters, quality: [plus], amount: 1}", 4),
        ("{says: cant, does: put-counters}", 0),
        (SEASON.replace("p1", "p2"), 3),
        (SEASON.replace("put-counters", "gain-life"), 3),
        (SEASON.replace("players", "applies: no, players"), 3),
    ],
)
@pytest.mark.parametrize(("kind", "loyalty"), [("planeswalker", "loyalty"), ("battle", "defense")])
def test_counters_that_it_enters_with(put: Ask, kind: str, loyalty: str, effects: str, counters: int) -> None:
    """306.5b, 310.4b, 614.1c: effects modify the printed number of counters."""
    text = "players: {p1: , p2: }\nclosed: [battlefield, stack]\n"
    text += f"objects: [{{id: A, zone: stack, controller: p1, types: [{kind}], {loyalty}: 3}}]\neffects: [{effects}]"
    assert put(f"starting-{loyalty} A", text).value == counters
    assert put("enters A", text).value["counters"] == {loyalty: counters}


def test_counters_of_its_own_text(put: Ask) -> None:
    """Effects also modify the counters that the object's own text or another effect gives."""
    own = "{says: enters, does: enter, source: A, objects: [A], quality: [+1/+1], amount: 2}"
    text = "players: {p1: }\nobjects: [{id: A, zone: stack, controller: p1, types: [creature], subtypes: []}]\n"
    assert put("enters A", text + f"effects: [{own}]").value["counters"] == {"+1/+1": 2}
    assert put("enters A", text + f"effects: [{own}, {SEASON}]").value["counters"] == {"+1/+1": 4}


def test_order_that_matters_is_chosen(put: Ask) -> None:
    """616.1: 3 doubled and one more, or 4 doubled; the controller of the permanent chooses."""
    text = "players: {p1: }\nobjects: [{id: A, zone: stack, controller: p1, types: [planeswalker], loyalty: 3}]\n"
    effects = f"effects: [{SEASON}, {{says: replaces, does: put-counters, quality: [plus], amount: 1}}]"
    assert put("starting-loyalty A", text + effects).depends_on == ("effects",)
    assert put("enters A", text + effects).depends_on == ("effects",)
