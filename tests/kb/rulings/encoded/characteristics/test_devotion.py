"""Devotion (700.5): to one colour, to several, and effects that modify it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kb.errors import BadValue

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def permanents(*costs: str, effects: str = "", closed: str = "closed: [battlefield]") -> str:
    """Return creatures of p1 with these mana costs, and red cards that don't count."""
    rows = "".join(
        f'  - {{id: A{place}, zone: battlefield, controller: p1, types: [creature], mana_cost: "{cost}"}}\n'
        for place, cost in enumerate(costs)
    )
    return (
        f"{closed}\nplayers: {{p1: , p2: }}\nobjects:\n{rows}"
        '  - {id: B, zone: battlefield, controller: p2, types: [creature], mana_cost: "{R}{R}"}\n'
        '  - {id: G, zone: graveyard, owner: p1, types: [creature], mana_cost: "{R}{R}"}\n'
        f"effects: [{effects}]\n"
    )


MORE = "{says: additional, players: [p1], quality: [devotion], amount: 2}"


@pytest.mark.parametrize(
    ("colors", "costs", "effects", "count"),
    [
        ("red", ["{3}{R}", "{R}{R}{R}"], "", 4),
        ("red", ["{R/W}{R/P}{2/R}"], "", 3),
        ("green", ["{3}{R}"], "", 0),
        ("red white", ["{R/W}{W}{R}{G}"], "", 3),
        ("red", ["none"], "", 0),
        ("red", ["{R}"], MORE, 3),
        ("red", ["{R}"], MORE.replace(", amount: 2", ""), 2),
        ("red", ["{R}"], MORE.replace("p1", "p2"), 1),
        ("red", ["{R}"], MORE.replace("devotion", "speed"), 1),
        ("red", ["{R}"], MORE.replace("additional", "at-most"), 1),
        ("red", ["{R}"], MORE.replace("amount: 2", "applies: no"), 1),
    ],
)
def test_devotion(put: Ask, colors: str, costs: list[str], effects: str, count: int) -> None:
    """700.5, 700.5a: devotion is the number of symbols in the mana costs of permanents, plus what effects add."""
    ruling = put(f"devotion p1 {colors}", permanents(*costs, effects=effects))
    assert (ruling.verdict, ruling.value) == ("yes", count)


def test_devotion_of_other_days(put: Ask) -> None:
    """700.5: devotion to one colour exists since 2013-09-27, to several colours since 2014-02-01."""
    text = permanents("{R}{W}", effects=MORE)
    assert put("devotion p1 red", text, "2013-10-01").value == 3
    assert put("devotion p1 red white", text, "2013-10-01").verdict == "no"
    assert put("devotion p1 red white", text, "2014-05-01").value == 4
    assert put("devotion p1 red", text, "2012-02-01").verdict == "no"


def test_devotion_needs_a_player_colours_and_a_closed_battlefield(put: Ask) -> None:
    """Wrong arguments are refused; the answer depends on whether all permanents are listed."""
    text = permanents("{R}")
    for words in ("devotion p1", "devotion p1 purple", "devotion B red"):
        with pytest.raises(BadValue):
            put(words, text)
    assert put("devotion p1 red", permanents("{R}", closed="")).depends_on == ("closed",)


@pytest.mark.parametrize(
    ("limit", "types"),
    [
        ("{red: 5}", ["enchantment", "creature"]),
        ("{red: 6}", ["enchantment"]),
        ("{red: 4}", ["enchantment", "creature"]),
        ("{red white: 6}", ["enchantment"]),
        ("{red: 6, white: 3}", ["enchantment"]),
        ("{red: 6, white: 2}", ["enchantment", "creature"]),
        ("{}", ["enchantment"]),
    ],
)
def test_effects_limited_by_devotion(put: Ask, limit: str, types: list[str]) -> None:
    """700.5a: an effect that ends a type looks at devotion, here 3 red symbols and 2 more from an effect."""
    effect = f"{{says: loses, objects: [A0], types: [creature], devotion_below: {limit}}}"
    types_of_god = "types: [enchantment, creature], subtypes: [], supertypes: []"
    text = permanents("{3}{R}", "{R}{R}", effects=f"{MORE}, {effect}").replace("types: [creature]", types_of_god, 1)
    ruling = put("type-line A0", text)
    assert (ruling.verdict, ruling.value["types"]) == ("yes", types)
    unowned = put("type-line A0", text.replace("A0, zone: battlefield, controller: p1", "A0, zone: battlefield"))
    assert unowned.depends_on == (() if limit == "{}" else ("objects.A0.controller",))
