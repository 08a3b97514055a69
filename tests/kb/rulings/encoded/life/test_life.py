"""Paying life and mana, exchanging life, choosing to draw (118.3, 119.4, 119.7, 119.8, 121.2b, 121.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.kb.rulings.encoded.casting.test_casting_times import Says

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def paying(life: str, amount: str, variant: str = "normal", effects: str = "") -> str:
    """Return a player with a life total who is asked to pay an amount of life."""
    players = f"players: {{p1: {{life: {life}}}, p2: }}"
    return f"game: {{variant: {variant}}}\n{players}\nproposed: {{life: {amount}}}\n{effects}"


CANT_LOSE = "effects: [{says: cant, does: lose-life, players: [p1]}]\n"


@pytest.mark.parametrize(
    ("text", "verdict", "number"),
    [
        (paying("2", "2"), "yes", "119.4"),
        (paying("1", "2"), "no", "119.4"),
        (paying("-1", "0"), "yes", "119.4b"),
        (paying("5", "2", effects=CANT_LOSE), "no", "119.8"),
        (paying("5", "2", effects=CANT_LOSE.replace("[p1]", "[p1], applies: no")), "yes", "119.4"),
        (paying("5", "0", effects=CANT_LOSE), "yes", "119.4b"),
        (paying("2", "2", "two-headed-giant"), "yes", "119.4a"),
        (paying("1", "2", "two-headed-giant"), "no", "119.4a"),
    ],
)
def test_paying_life(put: Ask, text: str, verdict: str, number: str) -> None:
    """119.4, 119.4a: the player or team must have enough life. 119.4b: 0 life can be paid. 119.8: "can't lose life"."""
    ruling = put("can-pay-life p1", text)
    assert ruling.verdict == verdict
    assert number in {cited.number for cited in ruling.citations}


@pytest.mark.parametrize(
    ("life", "amount", "day", "expected"),
    [
        ("-1", "0", "2008-02-01", False),
        ("0", "0", "2008-02-01", True),
        ("-1", "0", "2008-07-15", True),
        ("-1", "1", "2008-07-15", False),
        ("1", "1", "2008-07-15", True),
        ("1", "1", "2008-02-01", True),
    ],
)
def test_paying_zero_life_until_2008(put: Ask, says: Says, life: str, amount: str, day: str, *, expected: bool) -> None:
    """Until 2008-02-01 a player with a negative life total couldn't pay 0 life."""
    assert put("can-pay-life p1", paying(life, amount), day=day).verdict == ("yes" if expected else "no")


def test_team_pays_nothing(says: Says, put: Ask) -> None:
    """A team with a negative life total can pay 0 life."""
    for life, amount, verdict in (("-1", "0", "yes"), ("-1", "1", "no")):
        assert put("can-pay-life p1", paying(life, amount, "two-headed-giant"), day="2010-02-01").verdict == verdict


def test_paying_life_depends(put: Ask) -> None:
    """The answer depends on the life total or the amount if it isn't stated."""
    assert put("can-pay-life p1", "players: {p1: {life: 3}}").depends_on == ("proposed.life",)
    assert put("can-pay-life p1", "players: {p1: }\nproposed: {life: 3}").depends_on == ("players.p1.life",)
    neither = put("can-pay-life p1", "players: {p1: }")
    assert set(neither.depends_on) == {"players.p1.life", "proposed.life"}


@pytest.mark.parametrize(
    ("who", "does", "extra", "verdict", "number"),
    [
        ("p1", "gain-life", "", "no", "119.7"),
        ("p2", "gain-life", "", "yes", None),
        ("p2", "lose-life", "", "no", "119.8"),
        ("p1", "lose-life", "", "yes", None),
        ("p1", "gain-life", ", applies: no", "yes", None),
        ("p2", "lose-life", ", applies: no", "yes", None),
    ],
)
def test_exchanging_life(put: Ask, who: str, does: str, extra: str, verdict: str, number: str | None) -> None:
    """119.7, 119.8: a player can't exchange life totals if they can't gain or lose the life that this requires."""
    effects = f"effects: [{{says: cant, does: {does}, players: [{who}]{extra}}}]\n"
    text = "players: {p1: {life: 5}, p2: {life: 10}}\n" + effects
    for things in ("p1 p2", "p2 p1", "p1"):
        ruling = put(f"can-exchange-life {things}", text)
        assert ruling.verdict == verdict
        if number:
            assert number in {cited.number for cited in ruling.citations}
    even = text.replace("10", "5")
    assert put("can-exchange-life p1 p2", even).verdict == "yes"


@pytest.mark.parametrize(
    ("effects", "day", "verdict"),
    [
        ("", "2026-01-16", "yes"),
        ("effects: [{says: cant, does: draw, players: [p1]}]", "2026-01-16", "no"),
        ("effects: [{says: cant, does: draw, players: [p2]}]", "2026-01-16", "yes"),
        ("effects: [{says: cant, does: draw, players: [p1], applies: no}]", "2026-01-16", "yes"),
        ("effects: [{says: cant, does: draw, players: [p1]}]", "2008-02-01", "yes"),
        ("effects: [{says: cant, does: draw, players: [p1]}]", "2008-07-15", "no"),
    ],
)
def test_choosing_to_draw(put: Ask, effects: str, day: str, verdict: str) -> None:
    """121.3: a player with an empty library can choose to draw. Since 2008-07-15 "can't draw cards" forbids this."""
    ruling = put("can-choose-to-draw p1", f"players: {{p1: {{library: 0}}, p2: }}\n{effects}", day=day)
    assert ruling.verdict == verdict
    assert next(cited.number for cited in ruling.citations) in ("121.3", "423.3")


@pytest.mark.parametrize(
    ("drawn", "who", "extra", "verdict"),
    [
        ("0", "p1", "", "yes"),
        ("1", "p1", "", "no"),
        ("2", "p1", "", "no"),
        ("1", "p2", "", "yes"),
        ("1", "p1", ", applies: no", "yes"),
    ],
)
def test_drawing_limit(put: Ask, drawn: str, who: str, extra: str, verdict: str) -> None:
    """121.2b: a player who can't draw more than one card each turn can't choose to draw another."""
    effect = f"effects: [{{says: at-most, does: draw, players: [{who}], amount: 1{extra}}}]\n"
    text = f"players: {{p1: , p2: }}\nhistory: {{cards_drawn: {{p1: {drawn}}}}}\n"
    ruling = put("can-choose-to-draw p1", text + effect)
    assert ruling.verdict == verdict
    if verdict == "no":
        assert "121.2b" in {cited.number for cited in ruling.citations}
    higher = effect.replace("]\n", ", {says: at-most, does: draw, players: [p1], amount: 9}]\n")
    assert put("can-choose-to-draw p1", text + higher).verdict == verdict


@pytest.mark.parametrize(
    ("pool", "pays", "verdict"),
    [
        ("{red: 2}", "{red: 2}", "yes"),
        ("{red: 1}", "{red: 2}", "no"),
        ("{red: 2, blue: 1}", "{red: 1, blue: 1}", "yes"),
        ("{red: 2}", "{red: 1, blue: 1}", "no"),
        ("{}", "{}", "yes"),
        ("{}", "{red: 0}", "yes"),
    ],
)
def test_paying_mana(put: Ask, pool: str, pays: str, verdict: str) -> None:
    """118.3a: the pool must hold the mana that is paid. A cost of no mana can always be paid."""
    ruling = put("can-pay-mana p1", f"players: {{p1: {{mana: {pool}}}}}\nproposed: {{pays: {pays}}}\n")
    assert ruling.verdict == verdict
    assert "118.3a" in {cited.number for cited in ruling.citations}


def test_paying_mana_depends_on_the_pool(put: Ask) -> None:
    """The answer depends on the pool's mana of the type to be paid."""
    assert put("can-pay-mana p1", "players: {p1: }\nproposed: {pays: {red: 1}}").depends_on == ("players.p1.mana.red",)
