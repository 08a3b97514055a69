"""Keyword abilities that effects give, and keyword costs (702.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def board(effect: str, a: str = "power: 2, toughness: 3, mana_value: 4", b: str = "keywords: []") -> str:
    rows = f"{{id: A, zone: battlefield, controller: p1, types: [creature], {a}}}, {{id: B, zone: battlefield, {b}}}"
    return f"players: {{p1: {{life: 7}}, p2: }}\nobjects: [{rows}]\neffects: [{{says: gains, {effect}}}]"


@pytest.mark.parametrize(
    ("text", "keywords"),
    [
        (board("keywords: [flying, flying, haste]"), ["flying", "haste"]),
        (board("objects: [B], keywords: [flying]"), []),
        (board("keywords: [flying], applies: no"), []),
        (board("keywords: [flying]").replace("gains", "loses"), []),
        (board("does: other, quality: [mountain]"), []),
        (board('keywords: ["echo {X}"], equal_to: life total'), ["echo {7}"]),
        (board('keywords: ["echo {X}"], equal_to: life total, players: [p1]'), ["echo {7}"]),
        (board("keywords: [toxic X], equal_to: power"), ["toxic 2"]),
        (board("keywords: [toxic], equal_to: power"), ["toxic 2"]),
        (board("keywords: [annihilator N], equal_to: toughness"), ["annihilator 3"]),
        (board("keywords: [modular X], equal_to: mana value"), ["modular 4"]),
        (board("keywords: [unearth], equal_to: mana cost", 'mana_cost: "{1}{B}{R}"'), ["unearth {1}{B}{R}"]),
        (board("keywords: [unearth], equal_to: mana cost", "mana_cost: none"), []),
        (board("keywords: [flying, haste], among: [B]", b="keywords: [flying]"), ["flying"]),
        (board("keywords: [landwalk], among: [B]", b="keywords: [islandwalk, snow swampwalk, waterbend]"),
         ["islandwalk", "snow swampwalk"]),
        (board("keywords: [protection, hexproof], among: [A, B]", "keywords: [protection from red]",
               "keywords: [hexproof, hexproof from blue, protection from red]"),
         ["hexproof", "protection from red", "hexproof from blue"]),
        (board("keywords: [flying], among: [B]"), []),
    ],
)  # fmt: skip
def test_granted_keywords(put: Ask, text: str, keywords: list[str]) -> None:
    """702.1b: a variable in a granted keyword has its present value. 702.1c: each variant is granted."""
    ruling = put("granted-keywords A", text)
    assert (ruling.verdict, ruling.value) == ("yes", keywords)
    numbers = {each.number for each in ruling.citations}
    assert ("702.1b" in numbers) is ("equal_to" in text)
    assert ("702.1c" in numbers) is any(word in text for word in ("[landwalk]", "[protection, hexproof]"))


@pytest.mark.parametrize(
    ("text", "lacking"),
    [
        (board('objects: [A], keywords: ["echo {X}"], equal_to: life total, players: [p2]'), "players.p2.life"),
        (board("keywords: [toxic], equal_to: power", "toughness: 1"), "objects.A.power"),
        (board("keywords: [unearth], equal_to: mana cost"), "objects.A.mana_cost"),
        (board("keywords: [flying], among: [A]"), "objects.A.keywords"),
        (board("keywords: [toxic], equal_to: life total").replace("controller: p1, ", ""), "effects.1.players"),
    ],
)
def test_what_is_not_stated(put: Ask, text: str, lacking: str) -> None:
    """The answer depends on the variable, or on the keywords of other objects, if they aren't stated."""
    assert put("granted-keywords A", text).depends_on == (lacking,)


def test_variants_before_the_rule_said_so(put: Ask) -> None:
    """702.1c: variants are granted since 2019-08-23; a keyword exactly as the effect names it was before, too."""
    exact = board("keywords: [flying], among: [B]", b="keywords: [flying]")
    variant = board("keywords: [protection], among: [B]", b="keywords: [protection from red]")
    assert put("granted-keywords A", exact, day="2019-07-12").value == ["flying"]
    assert put("granted-keywords A", variant, day="2019-07-12").verdict == "depends"
    assert put("granted-keywords A", variant, day="2019-08-23").value == ["protection from red"]


EXILED = "exile this card from your graveyard"


@pytest.mark.parametrize(
    ("keyword", "cost", "besides", "number"),
    [
        ("scavenge {2}{B}", "{2}{B}", EXILED, "702.97a"),
        ("embalm {4}{W}", "{4}{W}", EXILED, "702.128a"),
        ("eternalize {2}{U}", "{2}{U}", EXILED, "702.129a"),
        ("encore {5}", "{5}", EXILED, "702.141a"),
        ("cycling {2}", "{2}", "discard this card", "702.29a"),
        ("transmute {1}{U}{U}", "{1}{U}{U}", "discard this card", "702.53a"),
        ('"reinforce 2\N{EM DASH}{1}{G}"', "{1}{G}", "discard this card", "702.77a"),
        ("outlast {W}", "{W}", "{T}", "702.107a"),
    ],
)
def test_fixed_parts_of_activation_costs(put: Ask, keyword: str, cost: str, besides: str, number: str) -> None:
    """702.1a: the keyword's cost is only the variable part of the activation cost."""
    word = keyword.strip('"') if keyword.startswith('"') else keyword
    text = f'objects: [{{id: A, zone: hand, keywords: ["{word}", flying]}}]'
    ruling = put("keyword-cost A", text)
    assert ruling.value == {word.split()[0]: {"keyword_cost": cost, "cost": f"{cost}, {besides}"}}
    assert {"702.1a", number} <= {each.number for each in ruling.citations}


def test_keyword_costs_of_granted_and_unstated_keywords(put: Ask) -> None:
    """Granted keyword abilities have costs, too; the answer depends on unstated keywords."""
    given = board("keywords: [scavenge], equal_to: mana cost", 'mana_cost: "{B}", keywords: [flying]')
    assert put("keyword-cost A", given).value == {"scavenge": {"keyword_cost": "{B}", "cost": f"{{B}}, {EXILED}"}}
    assert put("keyword-cost A", "objects: [{id: A, zone: hand}]").depends_on == ("objects.A.keywords",)
    assert put("keyword-cost A", "objects: [{id: A, zone: hand, keywords: [flying]}]").value == {}
    old = "objects: [{id: A, zone: hand, keywords: ['scavenge {2}{B}', 'cycling {1}']}]"
    assert list(put("keyword-cost A", old, day="2012-06-01").value) == ["cycling"]
