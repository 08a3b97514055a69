"""Effects on the number of counters that a permanent enters with, such as Doubling Season and Solemnity."""

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
def test_printed_counters_as_it_enters(put: Ask, kind: str, loyalty: str, effects: str, counters: int) -> None:
    """306.5b, 310.4b, 614.1c: effects change the printed number of counters with which a permanent enters."""
    text = "players: {p1: , p2: }\nclosed: [battlefield, stack]\n"
    text += f"objects: [{{id: A, zone: stack, controller: p1, types: [{kind}], {loyalty}: 3}}]\neffects: [{effects}]"
    assert put(f"starting-{loyalty} A", text).value == counters
    assert put("enters A", text).value["counters"] == {loyalty: counters}


def test_counters_from_the_permanents_text(put: Ask) -> None:
    """Effects also change the number of counters that the permanent's own text gives it."""
    own = "{says: enters, does: enter, source: A, objects: [A], quality: [+1/+1], amount: 2}"
    text = "players: {p1: }\nobjects: [{id: A, zone: stack, controller: p1, types: [creature], subtypes: []}]\n"
    assert put("enters A", text + f"effects: [{own}]").value["counters"] == {"+1/+1": 2}
    assert put("enters A", text + f"effects: [{own}, {SEASON}]").value["counters"] == {"+1/+1": 4}


def test_order_that_matters_is_chosen(put: Ask) -> None:
    """616.1: "twice as many" and "one more" give (3 + 1) * 2 or 3 * 2 + 1; the controller chooses."""
    text = "players: {p1: }\nobjects: [{id: A, zone: stack, controller: p1, types: [planeswalker], loyalty: 3}]\n"
    effects = f"effects: [{SEASON}, {{says: replaces, does: put-counters, quality: [plus], amount: 1}}]"
    ruling = put("starting-loyalty A", text + effects)
    assert (ruling.verdict, ruling.value) == ("yes", {"amount": [7, 8], "chooses": "p1"})
    assert "616.1" in [each.number for each in ruling.citations]
    assert put("enters A", text + effects).value == {
        "zone": "battlefield", "tapped": False, "counters": {"loyalty": [7, 8]}, "chooses": "p1"
    }  # fmt: skip
