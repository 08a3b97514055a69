"""Effects that limit which spells are cast, and how many each turn (101.2, 601.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

BOARD = """usual: yes
game: {active: p1, phase: main, priority: p1, stack: []}
players: {p1: {}, p2: {}}
objects:
  - {id: A, zone: graveyard, controller: p1, owner: p1, types: [sorcery], colors: [blue],
     keywords: ["flashback {2}"]}
  - {id: B, zone: hand, controller: p1, owner: p1, types: [sorcery], colors: [red]}
  - {id: C, zone: hand, controller: p1, owner: p1, types: [creature], colors: [green]}
effects: [{EFFECT}]
history: HISTORY
"""


def board(effect: str, history: str = "{}") -> str:
    """Return a board on which p1 could cast A, B and C, with one effect."""
    return BOARD.replace("EFFECT", effect).replace("HISTORY", history)


@pytest.mark.parametrize(
    ("about", "castable"),
    [
        ("quality: [in a graveyard]", "BC"),
        ("quality: [spell from graveyards]", "BC"),
        ("affects: [spell from graveyards]", "BC"),
        ("in_zone: graveyard", "BC"),
        ("quality: [no in your hand]", "BC"),
        ("quality: [noncreature spell]", "C"),
        ("affects: [noncreature spell]", "C"),
        ("affects: [creature spell]", "AB"),
        ("quality: [red spell, green spell]", "A"),
        ("players: [p1]", ""),
        ("players: [p2]", "ABC"),
        ("players: [p1], affects: [spell from graveyards]", "BC"),
        ("applies: no", "ABC"),
    ],
)
def test_spells_that_cant_be_cast(put: Ask, about: str, castable: str) -> None:
    """101.2: "can't cast" effects prohibit exactly the spells that they describe, where these are cast from."""
    for each in "ABC":
        ruling = put(f"can-cast {each}", board(f"says: cant, does: cast, {about}"))
        assert ruling.verdict == ("yes" if each in castable else "no"), each


@pytest.mark.parametrize(("cast", "most", "verdict"), [(0, 1, "yes"), (1, 1, "no"), (1, 2, "yes"), (3, 2, "no")])
def test_spells_each_turn(put: Ask, cast: int, most: int, verdict: str) -> None:
    """601.3: "Each player can't cast more than one spell each turn" counts the spells that the player has cast."""
    effect = f"says: at-most, does: cast, amount: {most}"
    for each in "ABC":
        assert put(f"can-cast {each}", board(effect, f"{{spells_cast: {{p1: {cast}}}}}")).verdict == verdict
    assert put("can-cast B", board(f"{effect}, players: [p2]", f"{{spells_cast: {{p1: {cast}}}}}")).verdict == "yes"
    assert put("can-cast B", board(f"{effect}, applies: no", f"{{spells_cast: {{p1: {cast}}}}}")).verdict == "yes"


def test_the_number_of_spells_cast_isnt_stated(put: Ask) -> None:
    """The number of spells cast decides, so that the answer depends on it."""
    text = board("says: at-most, does: cast, amount: 1").replace("usual: yes", "")
    assert "history.spells_cast.p1" in put("can-cast B", text.replace("HISTORY", "{}")).depends_on


def test_limit_on_some_spells(put: Ask) -> None:
    """Of a limit on noncreature spells, it isn't known how many of the spells cast this turn it counts."""
    effect = "says: at-most, does: cast, amount: 1, affects: [noncreature spell]"
    assert put("can-cast C", board(effect, "{spells_cast: {p1: 3}}")).verdict == "yes"
    assert put("can-cast B", board(effect, "{spells_cast: {p1: 0}}")).verdict == "yes"
    assert put("can-cast B", board(effect, "{spells_cast: {p1: 1}}")).depends_on == ("history.spells_cast.p1",)


@pytest.mark.parametrize(("spell", "cost"), [("B", "{3}{R}"), ("C", "{2}{R}")])
def test_taxes_on_some_spells(put: Ask, spell: str, cost: str) -> None:
    """118.7: "Noncreature spells cost {1} more to cast" changes the cost of noncreature spells only."""
    text = board("says: costs, does: cast, affects: [noncreature spell], amount: 1")
    text = text.replace("zone: hand,", 'zone: hand, mana_cost: "{2}{R}",')
    assert put(f"total-cost {spell}", text).value == cost


def test_least_cost_of_some_spells(put: Ask) -> None:
    """118.7d: "Spells your opponents cast can't cost less than three mana" raises only those spells' costs."""
    text = board("says: at-least, does: cast, affects: [noncreature spell], amount: 3")
    text = text.replace("zone: hand,", 'zone: hand, mana_cost: "{R}",')
    assert put("total-cost B", text).value == "{2}{R}"
    assert put("total-cost C", text).value == "{R}"


def test_commander_tax_is_cited(put: Ask) -> None:
    """903.8: the tax follows from how often the commander was cast from the command zone."""
    text = """game: {variant: commander}
players: {p1: {}}
objects: [{id: K, zone: command, commander: yes, controller: p1, owner: p1, types: [creature], mana_cost: "{1}{G}"}]
history: {times_cast_from_command: {K: 2}}
"""
    ruling = put("total-cost K", text)
    assert ruling.value == "{5}{G}"
    assert "903.8" in [each.number for each in ruling.citations]
    assert ruling.proof is not None
    assert "history.times_cast_from_command.K" in _facts(ruling.proof)
    assert put("total-cost K", text.replace("{K: 2}", "{}")).depends_on == ("history.times_cast_from_command.K",)


def _facts(node: object) -> set[str]:
    """Return the facts that a proof names."""
    children = getattr(node, "children", ())
    return set(getattr(node, "facts", ())) | {fact for each in children for fact in _facts(each)}
