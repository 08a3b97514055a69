"""Hybrid and Phyrexian mana symbols: the ways to pay them (107.4e, 107.4f)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


@pytest.mark.parametrize(
    ("cost", "ways"),
    [
        ("{G/W}{G/W}", [{"green": 2}, {"white": 1, "green": 1}, {"white": 2}]),
        ("{2/B}", [{"any": 2}, {"black": 1}]),
        ("{C/W}", [{"colorless": 1}, {"white": 1}]),
        ("{W/P}{W/P}", [{"white": 2}, {"white": 1, "life": 2}, {"life": 4}]),
        ("{G/U/P}", [{"green": 1}, {"blue": 1}, {"life": 2}]),
        ("{3}{R}{C}", [{"red": 1, "colorless": 1, "any": 3}]),
        ("{0}", [{}]),
        ("none", []),
    ],
)
def test_ways_to_pay(put: Ask, cost: str, ways: list[dict[str, int]]) -> None:
    """107.4e, 107.4f: each hybrid or Phyrexian symbol can be paid in several ways. Equal payments are listed once."""
    ruling = put("ways-to-pay", f'proposed: {{cost: "{cost}"}}')
    assert (ruling.verdict, ruling.value) == ("yes", ways)
    assert put("ways-to-pay A", f'objects: [{{id: A, mana_cost: "{cost}"}}]').value == ways


@pytest.mark.parametrize(
    ("cost", "day", "ways"),
    [
        ("{G/W}", "2007-05-01", [{"green": 1}, {"white": 1}]),
        ("{2/B}", "2007-05-01", []),
        ("{2/B}", "2008-08-01", [{"any": 2}, {"black": 1}]),
        ("{G/W}", "2005-08-01", []),
        ("{W/P}", "2012-02-01", [{"white": 1}, {"life": 2}]),
        ("{G/U/P}", "2012-02-01", []),
        ("{W/P}", "2010-02-01", []),
    ],
)
def test_symbols_of_the_day(put: Ask, cost: str, day: str, ways: list[dict[str, int]]) -> None:
    """107.4e, 107.4f: a cost has no way to be paid if the rules of the day lack its symbol."""
    assert put("ways-to-pay", f'proposed: {{cost: "{cost}"}}', day).value == ways


@pytest.mark.parametrize(("x", "ways"), [(0, [{"red": 1}]), (2, [{"red": 1, "any": 2}])])
def test_ways_to_pay_x(put: Ask, x: int, ways: list[dict[str, int]]) -> None:
    """X adds its value as mana of any type."""
    assert put("ways-to-pay", f'proposed: {{cost: "{{X}}{{R}}", x: {x}}}').value == ways
    assert put("ways-to-pay A", f'objects: [{{id: A, mana_cost: "{{X}}{{R}}", x: {x}}}]').value == ways


def test_unstated_facts(put: Ask) -> None:
    """The answers depend on the cost, X and the mana in the pool."""
    assert put("ways-to-pay", "players: {p1: }").depends_on == ("proposed.cost",)
    assert put("ways-to-pay", 'proposed: {cost: "{X}"}').depends_on == ("proposed.x",)
    assert put("ways-to-pay A", "objects: [{id: A}]").depends_on == ("objects.A.mana_cost",)
    assert put("pays-cost", "players: {p1: }").depends_on == ("proposed.cost",)
    assert put("can-pay-cost p1", "players: {p1: }").depends_on == ("proposed.cost",)
    unknown_x = 'players: {p1: {mana: {red: 5}}}\nproposed: {cost: "{X}{R}", pays: {red: 1}}'
    assert put("pays-cost", unknown_x).depends_on == ("proposed.x",)
    assert put("can-pay-cost p1", unknown_x).depends_on == ("proposed.x",)
    assert set(put("can-pay-cost p1", 'players: {p1: }\nproposed: {cost: "{G/W}"}').depends_on) == {
        "players.p1.mana.green", "players.p1.mana.white",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("cost", "pays", "verdict"),
    [
        ("{G/W}{G/W}", "pays: {green: 2}", "yes"),
        ("{G/W}{G/W}", "pays: {white: 1, green: 1}", "yes"),
        ("{G/W}{G/W}", "pays: {green: 1, red: 1}", "no"),
        ("{G/W}{G/W}", "pays: {green: 1}", "no"),
        ("{G/W}{G/W}", "pays: {green: 3}", "no"),
        ("{2/B}", "pays: {red: 1, colorless: 1}", "yes"),
        ("{2/B}", "pays: {black: 1}", "yes"),
        ("{2/B}", "pays: {red: 1}", "no"),
        ("{W/P}{W/P}", "pays: {white: 1}, life: 2", "yes"),
        ("{W/P}{W/P}", "pays: {}, life: 4", "yes"),
        ("{W/P}{W/P}", "pays: {white: 2}, life: 2", "no"),
        ("{W/P}{W/P}", "pays: {white: 1}", "no"),
    ],
)
def test_payment_of_a_cost(put: Ask, cost: str, pays: str, verdict: str) -> None:
    """107.4e, 107.4f: a payment must be exactly one of the ways to pay the cost."""
    assert put("pays-cost", f'proposed: {{cost: "{cost}", {pays}}}').verdict == verdict


@pytest.mark.parametrize(
    ("cost", "player", "verdict"),
    [
        ("{G/W}", "mana: {green: 1}", "yes"),
        ("{G/W}", "mana: {green: 0, white: 3}", "yes"),
        ("{G/W}", "mana: {red: 3}", "no"),
        ("{2/B}", "mana: {red: 2}", "yes"),
        ("{2/B}", "mana: {red: 1}", "no"),
        ("{2/B}{R}", "mana: {red: 2}", "no"),
        ("{2/B}{R}", "mana: {red: 3}", "yes"),
        ("{W/P}", "mana: {}, life: 2", "yes"),
        ("{W/P}", "mana: {}, life: 1", "no"),
        ("{W/P}", "mana: {white: 1}, life: 1", "yes"),
        ("{R}{R}", "mana: {red: 1}", "no"),
    ],
)
def test_what_a_player_can_pay(put: Ask, cost: str, player: str, verdict: str) -> None:
    """107.4e, 107.4f: a player can pay the costs for which their mana and life suffice."""
    text = f'players: {{p1: {{{player}}}, p2: {{mana: {{}}, life: 0}}}}\nproposed: {{cost: "{cost}"}}'
    ruling = put("can-pay-cost p1", text)
    assert ruling.verdict == verdict
    assert put("can-pay-cost", text, by="p2").verdict == "no"
