"""Effects on damage and on its results: each once, in whatever order (614.5, 120.4b, 120.4c), and protection."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

BOARD = """closed: [battlefield]
players: {{p1: , p2: }}
objects:
  - {{id: A, zone: battlefield, controller: p1, types: [creature], power: 3, toughness: 3,
     colors: [red], keywords: [{keywords}]}}
  - {{id: C, zone: battlefield, controller: p2, types: [creature], power: 2, toughness: 2,
     colors: [], keywords: [{protection}]}}
proposed: {{damage: [{{source: A, to: {to}, amount: {amount}, combat: yes}}]}}
effects: [{effects}]
"""


def dealt(effects: str, to: str = "C", amount: int = 2, keywords: str = "", protection: str = "") -> str:
    """Damage from A with effects."""
    return BOARD.format(effects=effects, to=to, amount=amount, keywords=keywords, protection=protection)


DOUBLE = "{says: replaces, does: deal-damage, objects: [A], quality: [double]}"
PREVENT = "{says: prevents, does: be-dealt-damage, objects: [C], amount: 1}"


@pytest.mark.parametrize(
    ("effects", "marked"),
    [
        ("", 2),
        (DOUBLE, 4),
        (f"{DOUBLE}, {DOUBLE}", 8),
        ("{says: replaces, does: deal-damage, quality: [triple]}", 6),
        ("{says: replaces, does: deal-damage, objects: [A], quality: [plus], amount: 2}", 4),
        ("{says: replaces, does: deal-damage, objects: [A], quality: [minus], amount: 1}", 1),
        ("{says: replaces, does: deal-damage, objects: [A], quality: [half]}", 1),
        (PREVENT, 1),
        ("{says: replaces, does: deal-damage, objects: [C], quality: [double]}", 2),
        ("{says: replaces, does: deal-damage, objects: [A], to: [p2], quality: [double]}", 2),
        ("{says: prevents, does: be-dealt-damage, players: [p2]}", 2),
        ("{says: prevents, does: be-dealt-damage, objects: [C], to: [C]}", 2),
        ("{says: replaces, does: deal-damage, objects: [A], quality: [double], applies: no}", 2),
    ],
)
def test_effects_on_damage(put: Ask, effects: str, marked: int) -> None:
    """614.5 prints the second and third: two doublings deal 8, not 4 and not infinitely much."""
    assert put("damage", dealt(effects)).value == {"C": {"damage": marked}}


@pytest.mark.parametrize(
    "effects",
    [
        "{says: prevents, does: be-dealt-damage, objects: [C]}",
        "{says: prevents, does: deal-damage, objects: [A]}",
        "{says: cant, does: deal-damage, objects: [A]}",
        "{says: prevents, does: be-dealt-damage, objects: [C], amount: 5}",
        "{says: prevents, does: be-dealt-damage}",
    ],
)
def test_all_of_it_is_prevented(put: Ask, effects: str) -> None:
    """120.4b: then no damage is dealt."""
    ruling = put("damage", dealt(effects))
    assert (ruling.verdict, ruling.value) == ("no", None)
    assert "120.4b" in [cited.number for cited in ruling.citations]


def test_order_that_matters_is_open(put: Ask) -> None:
    """616.1: doubled and then 1 prevented is 3, the other way round 2; who is affected chooses."""
    ruling = put("damage", dealt(f"{DOUBLE}, {PREVENT}"))
    assert (ruling.verdict, ruling.depends_on) == ("depends", ("effects",))


def test_whether_an_effect_applies_may_be_open(put: Ask) -> None:
    """More effects than are tried in every order, or an amount that isn't stated: open."""
    seven = ", ".join([DOUBLE] * 7)
    assert put("damage", dealt(seven)).depends_on == ("effects",)
    assert put("damage", dealt(", ".join([DOUBLE] * 6), amount=1)).value == {"C": {"damage": 64}}
    assert put("damage", dealt(DOUBLE).replace("amount: 2, ", "")).depends_on == ("proposed.damage.1.amount",)


def test_one_shield_for_two_sources_is_a_choice(put: Ask) -> None:
    """Which damage "the next 1" prevents is chosen where two sources deal some."""
    two = "proposed: {damage: [{source: A, to: C, amount: 1}, {source: C, to: C, amount: 1}]}"
    text = "\n".join(two if line.startswith("proposed") else line for line in dealt(PREVENT).splitlines())
    assert put("damage", text).depends_on == ("effects",)


@pytest.mark.parametrize(
    ("keywords", "effects", "changes"),
    [
        ("lifelink", "{says: replaces, does: gain-life, players: [p1], quality: [double]}", {"p1": {"life_gained": 4}}),
        ("lifelink", "{says: cant, does: gain-life, players: [p1]}", {}),
        ("lifelink", "{says: cant, does: gain-life, players: [p2]}", {"p1": {"life_gained": 2}}),
        ("wither", "{says: replaces, does: put-counters, objects: [C], quality: [double]}", {"C": {"-1/-1": 4}}),
        ("wither", "{says: replaces, does: put-counters, players: [p2], quality: [double]}", {}),
    ],
)
def test_effects_on_results(put: Ask, keywords: str, effects: str, changes: dict[str, dict[str, int]]) -> None:
    """120.4c: life gained, life lost and counters, as effects on these modify them."""
    base = {"C": {"-1/-1": 2}} if keywords == "wither" else {"C": {"damage": 2}}
    ruling = put("damage", dealt(effects, keywords=keywords))
    assert ruling.value == base | changes


def test_life_that_cant_be_lost(put: Ask) -> None:
    """An effect by which a player can't lose life: the damage is dealt, nothing is lost."""
    ruling = put("damage", dealt("{says: cant, does: lose-life, players: [p2]}", to="p2"))
    assert (ruling.verdict, ruling.value) == ("yes", {})
    poison = put("damage", dealt("{says: cant, does: put-counters, players: [p2]}", to="p2", keywords="infect"))
    assert (poison.verdict, poison.value) == ("yes", {})


@pytest.mark.parametrize(
    ("protection", "verdict"),
    [
        ("protection from red", "no"),
        ("protection from black", "yes"),
        ("protection from black and from red", "no"),
        ("protection from everything", "no"),
        ("protection from creatures", "no"),
        ("protection from artifacts", "yes"),
        ("protection from all colors", "no"),
        ("protection from each color", "no"),
        ("protection from colorless", "yes"),
        ("protection from p1", "no"),
        ("protection from p2", "yes"),
        ("protection from goblins", "yes"),
        ("flying", "yes"),
    ],
)
def test_protection_prevents_damage(put: Ask, protection: str, verdict: str) -> None:
    """702.16e: from sources that have the quality."""
    ruling = put("damage", dealt("", protection=f"'{protection}'"))
    assert ruling.verdict == verdict
    assert ("702.16e" in [cited.number for cited in ruling.citations]) is (verdict == "no")


@pytest.mark.parametrize(("day", "verdict"), [("2006-10-01", "yes"), ("2007-05-01", "no"), ("2026-01-16", "no")])
def test_players_have_protection_since_2007(put: Ask, day: str, verdict: str) -> None:
    """702.16e and before, 502.7e: of permanents only until 2006-10-01."""
    text = dealt("", to="p2").replace("p2: }", "p2: {keywords: [protection from red]}}", 1)
    assert put("damage", text, day=day).verdict == verdict


def test_permanents_had_protection_from_the_beginning(put: Ask) -> None:
    """502.7b in 2001, 502.7e in 2003."""
    for day in ("2002-10-07", "2003-12-01", "2006-10-01"):
        assert put("damage", dealt("", protection="protection from red"), day=day).verdict == "no"


def test_results_say_why_and_in_which_order(put: Ask) -> None:
    """120.4c: doubled life gain is still lifelink's; doubled and one more, in which order is open."""
    double = "{says: replaces, does: gain-life, players: [p1], quality: [double]}"
    plus = "{says: replaces, does: gain-life, players: [p1], quality: [plus], amount: 1}"
    ruling = put("damage", dealt(double, keywords="lifelink"))
    assert "120.3f" in [cited.number for cited in ruling.citations]
    assert put("damage", dealt(f"{double}, {plus}", keywords="lifelink")).depends_on == ("effects",)
