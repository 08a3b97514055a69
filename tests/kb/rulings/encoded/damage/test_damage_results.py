"""The recipients and the results of damage (120.1, 120.3, 120.8, 120.10) in all editions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.kb.rulings.boards import change

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

# p1 has a source S, p2 has a creature C, a planeswalker W and a battle B.
BOARD = """closed: [battlefield, stack]
players: {{p1: , p2: }}
objects:
  - {{id: S, zone: {zone}, controller: p1, types: [{types}], keywords: [{keywords}], colors: [red], power: 3}}
  - {{id: C, zone: battlefield, controller: p2, types: [creature], power: 2, toughness: 2, damage: 0}}
  - {{id: W, zone: battlefield, controller: p2, types: [planeswalker], counters: {{loyalty: 5}}}}
  - {{id: B, zone: battlefield, controller: p1, types: [battle], subtypes: [siege], protector: p2,
     counters: {{defense: 4}}}}
  - {{id: R, zone: battlefield, controller: p2, types: [artifact]}}
proposed: {{damage: [{{source: S, to: {to}, amount: {amount}, combat: {combat}}}]{more}}}
"""


def damage(to: str, keywords: str = "", **changes: str) -> str:
    """Return the board with damage from S to a recipient."""
    facts = {"zone": "stack", "types": "instant", "amount": "3", "combat": "no", "more": ""} | changes
    return BOARD.format(to=to, keywords=keywords, **facts)


@pytest.mark.parametrize(
    ("to", "keywords", "changes", "rule"),
    [
        ("p2", "", {"p2": {"life_lost": 3}}, "120.3a"),
        ("p2", "infect", {"p2": {"poison": 3}}, "120.3b"),
        ("W", "", {"W": {"loyalty": -3}}, "120.3c"),
        ("W", "infect", {"W": {"loyalty": -3}}, "120.3c"),
        ("C", "wither", {"C": {"-1/-1": 3}}, "120.3d"),
        ("C", "infect", {"C": {"-1/-1": 3}}, "120.3d"),
        ("C", "", {"C": {"damage": 3}}, "120.3e"),
        ("C", "lifelink", {"C": {"damage": 3}, "p1": {"life_gained": 3}}, "120.3f"),
        ("p2", "lifelink", {"p2": {"life_lost": 3}, "p1": {"life_gained": 3}}, "120.3f"),
        ("p2", "wither", {"p2": {"life_lost": 3}}, "120.3a"),
        ("B", "", {"B": {"defense": -3}}, "120.3h"),
    ],
)
def test_results_of_damage(put: Ask, to: str, keywords: str, changes: object, rule: str) -> None:
    """120.3: the result of damage depends on the recipient and on keywords of the source."""
    ruling = put("damage", damage(to, keywords))
    assert (ruling.verdict, ruling.value) == ("yes", changes)
    assert rule in [cited.number for cited in ruling.citations]


@pytest.mark.parametrize(
    ("day", "keywords", "to", "changes"),
    [
        ("2010-07-16", "infect", "p2", {"p2": {"life_lost": 3}}),
        ("2010-10-01", "infect", "p2", {"p2": {"poison": 3}}),
        ("2010-07-16", "infect", "C", {"C": {"damage": 3}}),
        ("2010-07-16", "wither", "C", {"C": {"-1/-1": 3}}),
        ("2010-07-16", "wither", "W", {"W": {"loyalty": -3}}),
        ("2008-07-15", "wither", "C", {"C": {"-1/-1": 3}}),
        ("2008-02-01", "wither", "C", {"C": {"damage": 3}}),
        ("2007-05-01", "", "p2", {"p2": {"life_lost": 3}}),
        ("2003-12-01", "", "p2", {"p2": {"life_lost": 3}}),
        ("2003-12-01", "", "C", {"C": {"damage": 3}}),
        ("2008-07-15", "", "C", {"C": {"damage": 3}}),
        ("2008-02-01", "", "W", {"W": {"loyalty": -3}}),
    ],
)
def test_results_through_time(put: Ask, day: str, keywords: str, to: str, changes: object) -> None:
    """Wither changes the result of damage since 2008-07-15, infect since 2010-10-01."""
    assert put("damage", damage(to, keywords, more=", redirected_to: none"), day=day).value == changes


def test_lifelink_was_a_triggered_ability(put: Ask) -> None:
    """502.68a until 2009-05-01: lifelink of a permanent triggered whenever it dealt damage."""
    there = {"zone": "battlefield", "types": "creature", "more": ", redirected_to: none"}
    creature = damage("p2", "lifelink", **there)
    assert put("damage", creature, day="2009-05-01").value == {"p2": {"life_lost": 3}, "p1": {"lifelink_triggers": 3}}
    assert "p1" not in put("damage", damage("p2", **there), day="2009-05-01").value
    spell = damage("p2", "lifelink", more=", redirected_to: none")
    assert put("damage", spell, day="2009-05-01").value == {"p2": {"life_lost": 3}}
    assert put("damage", spell, day="2009-07-11").value == {"p2": {"life_lost": 3}, "p1": {"life_gained": 3}}


@pytest.mark.parametrize(
    ("types", "combat", "keywords", "poison"),
    [
        ("creature", "yes", "toxic 2", 2),
        ("creature", "yes", "'toxic 2', 'toxic 1'", 3),
        ("creature", "no", "toxic 2", None),
        ("creature", "yes", "", None),
        ("artifact", "yes", "toxic 2", None),
        ("creature", "yes", "'toxic 2', infect", 5),
    ],
)
def test_toxic(put: Ask, types: str, combat: str, keywords: str, poison: int | None) -> None:
    """120.3g: combat damage of a creature gives poison counters equal to its total toxic value."""
    text = damage("p2", keywords, zone="battlefield", types=types, combat=combat)
    ruling = put("damage", text)
    assert ruling.value["p2"].get("poison") == poison
    assert ("120.3g" in [cited.number for cited in ruling.citations]) is (poison is not None)


def test_total_toxic_value(put: Ask) -> None:
    """702.164b: the total toxic value is the sum of all toxic abilities. In 2022-10 the rules had no toxic."""
    assert put("toxic-value A", "objects: [{id: A, keywords: [toxic 2, toxic 1, flying]}]").value == 3
    assert put("toxic-value A", "objects: [{id: A}]").depends_on == ("objects.A.keywords",)
    assert put("toxic-value A", "objects: [{id: A, keywords: [toxic 2]}]", day="2022-10-07").verdict == "no"


@pytest.mark.parametrize(
    ("to", "day", "verdict"),
    [
        ("R", "2026-01-16", "no"),
        ("R", "2012-10-01", "no"),
        ("R", "2003-12-01", "no"),
        ("B", "2026-01-16", "yes"),
        ("B", "2022-10-07", "no"),
        ("W", "2022-10-07", "yes"),
        ("C", "2022-10-07", "yes"),
        ("p2", "2022-10-07", "yes"),
        ("W", "2008-02-01", "yes"),
    ],
)
def test_what_can_be_dealt_damage(put: Ask, to: str, day: str, verdict: str) -> None:
    """120.1a: damage can be dealt only to players, creatures, planeswalkers and, since 2023-04-14, battles."""
    ruling = put("damage", damage(to), day=day)
    assert ruling.verdict == verdict
    if (to, day) == ("R", "2026-01-16"):
        assert [cited.number for cited in ruling.citations] == ["120.1a"]


def test_zero_damage(put: Ask) -> None:
    """120.8: 0 damage isn't dealt, so it has no results, even with lifelink."""
    ruling = put("damage", damage("p2", "lifelink", amount="0"))
    assert (ruling.verdict, [cited.number for cited in ruling.citations]) == ("no", ["120.8"])
    assert put("damage", damage("p2", amount="0"), day="2002-10-07").citations[0].number == "419.5"


def test_only_as_many_counters_as_there_are(put: Ask) -> None:
    """120.3c, 120.3h: damage removes no more loyalty or defense counters than the permanent has."""
    assert put("damage", damage("W", amount="7")).value == {"W": {"loyalty": -5}}
    assert put("damage", damage("W", amount="5")).value == {"W": {"loyalty": -5}}
    assert put("damage", damage("B", amount="9")).value == {"B": {"defense": -4}}


def test_combat_damage_of_a_creature_is_its_power(put: Ask) -> None:
    """120.2a: if only a creature and a recipient are named, the creature deals damage equal to its power."""
    text = damage("p2", types="creature", zone="battlefield").rpartition("proposed")[0]
    assert put("damage S p2", text).value == {"p2": {"life_lost": 3}}
    assert put("damage S", text).depends_on == ("proposed.damage",)
    assert put("damage R p2", text).depends_on == ("proposed.damage",)
    assert put("damage S p2", text, day="2003-12-01").value == {"p2": {"life_lost": 3}}


def test_open_facts_are_named(put: Ask) -> None:
    """The answer depends on the source, the recipient, the amount or the source's keywords if it isn't stated."""
    text = "players: {p1: , p2: }\nobjects: [{id: S, controller: p1, types: [instant]%s}]\nproposed: {damage: [%s]}"
    whole = "{source: S, to: p2, amount: 3}"
    assert put("damage", text % ("", whole)).depends_on == ("objects.S.keywords",)
    assert put("damage", text % (", keywords: []", whole)).verdict == "yes"
    assert put("damage", text % (", keywords: []", "{source: S, to: p2}")).depends_on == ("proposed.damage.1.amount",)
    assert put("damage", text % (", keywords: []", "{to: p2, amount: 3}")).depends_on == ("proposed.damage.1.source",)
    assert put("damage", text % ("", "{source: S, amount: 3}")).depends_on == ("proposed.damage.1.to",)


# --- redirection ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("day", ["2007-10-01", "2009-07-11", "2012-10-01", "2018-01-19"])
def test_noncombat_damage_could_be_redirected(put: Ask, day: str) -> None:
    """Until 2018-01-19 (306.7) an opponent could choose to redirect noncombat damage to a planeswalker."""
    ruling = put("damage", damage("p2"), day=day)
    assert (ruling.verdict, ruling.depends_on) == ("depends", ("proposed.redirected_to",))
    assert put("damage", damage("p2", more=", redirected_to: W"), day=day).value == {"W": {"loyalty": -3}}
    assert put("damage", damage("p2", more=", redirected_to: none"), day=day).value == {"p2": {"life_lost": 3}}
    assert put("can-redirect W", damage("p2"), day=day).verdict == "yes"


def test_no_redirection_since_2018_04_27(put: Ask) -> None:
    """Since 2018-04-27 noncombat damage isn't redirected to planeswalkers."""
    for more in ("", ", redirected_to: W"):
        assert put("damage", damage("p2", more=more), day="2018-04-27").value == {"p2": {"life_lost": 3}}
    assert put("can-redirect W", damage("p2"), day="2018-04-27").verdict == "no"


@pytest.mark.parametrize(
    ("to", "changes"),
    [
        ("p2", {"types": "creature", "zone": "battlefield", "combat": "yes"}),
        ("p1", {}),
        ("C", {}),
    ],
)
def test_damage_that_isnt_redirected(put: Ask, to: str, changes: dict[str, str]) -> None:
    """Combat damage, damage to oneself and damage to a creature aren't redirected."""
    text = damage(to, more=", redirected_to: W", **changes)
    assert "W" not in put("damage", text, day="2012-10-01").value
    assert put("can-redirect W", text, day="2012-10-01").verdict == "no"
    assert put("damage", damage(to, **changes), day="2012-10-01").verdict == "yes"


def test_redirected_only_to_a_planeswalker_of_that_player(put: Ask) -> None:
    """Damage isn't redirected to a creature or to another player's planeswalker."""
    assert put("can-redirect C", damage("p2"), day="2012-10-01").verdict == "no"
    of_p1 = ("{id: W, zone: battlefield, controller: p2", "{id: W, zone: battlefield, controller: p1")
    assert put("can-redirect W", change(damage("p1"), of_p1), day="2012-10-01").verdict == "no"
    others = change(damage("p2"), of_p1)
    assert put("can-redirect W", others, day="2012-10-01").verdict == "no"
    assert put("damage", others, day="2012-10-01").value == {"p2": {"life_lost": 3}}


def test_combat_has_to_be_stated_only_for_creatures(put: Ask) -> None:
    """An instant deals no combat damage. So `combat` has to be stated only if the source is a creature."""
    text = damage("p2", more=", redirected_to: W").replace(", combat: no", "")
    assert put("damage", text, day="2012-10-01").value == {"W": {"loyalty": -3}}
    creature = damage("p2", types="creature", zone="battlefield").replace(", combat: no", "")
    assert put("can-redirect W", creature, day="2012-10-01").depends_on == ("proposed.damage.1.combat",)


# --- excess damage -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("to", "amount", "keywords", "excess"),
    [
        ("C", "3", "", 1),
        ("C", "2", "", 0),
        ("C", "1", "", 0),
        ("C", "3", "deathtouch", 2),
        ("W", "7", "", 2),
        ("W", "4", "", 0),
        ("B", "9", "", 5),
        ("R", "9", "", 0),
    ],
)
def test_excess_damage(put: Ask, to: str, amount: str, keywords: str, excess: int) -> None:
    """120.10: excess damage is damage above lethal damage (1 with deathtouch), loyalty or defense."""
    assert put(f"excess-damage {to}", damage(to, keywords, amount=amount)).value == excess


def test_excess_damage_with_marked_damage_or_two_types(put: Ask) -> None:
    """Marked damage counts. If a creature is also a planeswalker, the greater of the two excesses counts."""
    marked = damage("C").replace("damage: 0", "damage: 1")
    assert put("excess-damage C", marked).value == 2
    both = damage("W", amount="7").replace(
        "types: [planeswalker]", "types: [creature, planeswalker], toughness: 3, damage: 0"
    )
    assert put("excess-damage W", both).value == 4
    assert put("excess-damage W", both, day="2021-02-05").value == 4


@pytest.mark.parametrize(
    ("day", "to", "excess"),
    [
        ("2020-01-24", "C", None),
        ("2020-04-17", "C", 1),
        ("2020-11-20", "W", 0),
        ("2021-02-05", "W", 2),
        ("2022-10-07", "B", 0),
        ("2023-04-14", "B", 3),
    ],
)
def test_excess_damage_through_time(put: Ask, day: str, to: str, excess: int | None) -> None:
    """Excess damage exists for creatures since 2020-04-17, planeswalkers since 2021-02-05, battles since 2023-04-14."""
    assert put(f"excess-damage {to}", damage(to, amount="3" if to == "C" else "7"), day=day).value == excess


def test_unstated_facts_of_excess_damage(put: Ask) -> None:
    """Excess damage depends on toughness, on the source's keywords and on card types that aren't stated."""
    open_toughness = damage("C").replace("toughness: 2, ", "")
    assert put("excess-damage C", open_toughness).depends_on == ("objects.C.toughness",)
    open_keywords = change(
        damage("C"), (", keywords: []", ""), ("closed: [battlefield, stack]", "closed: [battlefield]")
    )
    assert put("excess-damage C", open_keywords).depends_on == ("objects.S.keywords",)
    open_types = damage("C").replace("types: [creature], power", "power")
    assert put("excess-damage C", open_types).depends_on == ("objects.C.types",)


@pytest.mark.parametrize(
    ("damage_marked", "types", "verdict"),
    [(3, "creature", "yes"), (4, "creature", "yes"), (2, "creature", "no"), (3, "land", "no")],
)
def test_lethal_damage(put: Ask, damage_marked: int, types: str, verdict: str) -> None:
    """120.6: a creature has lethal damage if its marked damage is at least its toughness."""
    text = f"objects: [{{id: A, zone: battlefield, types: [{types}], toughness: 3, damage: {damage_marked}}}]"
    ruling = put("lethal-damage A", text)
    assert (ruling.verdict, ruling.citations[0].number) == (verdict, "120.6")


def test_lifelink_without_a_stated_controller(put: Ask) -> None:
    """120.3f, 702.15b: the source's controller gains the life. If there is no controller, the source's owner does."""
    lost = damage("p2", "lifelink").replace("zone: stack, controller: p1", "zone: stack")
    assert put("damage", lost).depends_on == ("objects.S.controller",)
    owned = damage("p2", "lifelink").replace("zone: stack, controller: p1", "zone: stack, owner: p2")
    assert put("damage", owned).value == {"p2": {"life_lost": 3, "life_gained": 3}}
    nothing = change(lost, (", keywords: [lifelink]", ""), ("closed: [battlefield, stack]", "closed: [battlefield]"))
    assert put("damage", nothing).depends_on == ("objects.S.keywords", "objects.S.controller")
    at_w = nothing.replace("to: p2", "to: W")
    assert put("damage", at_w).depends_on == ("objects.S.keywords", "objects.S.controller")


def test_one_of_two_sources_isnt_stated(put: Ask) -> None:
    """If one of two sources isn't stated, neither the results nor the excess damage are known."""
    text = damage("C").replace("combat: no}]", "combat: no}, {to: C, amount: 1}]")
    assert put("damage", text).depends_on == ("proposed.damage.2.source",)
    assert put("excess-damage C", text).depends_on == ("proposed.damage.2.source",)
    mine = damage("p2", more=", redirected_to: W").replace("combat: no}]", "combat: no}, {to: p2, amount: 1}]")
    assert put("can-redirect W", mine, day="2012-10-01").verdict == "yes"


def test_toxic_without_its_number(put: Ask) -> None:
    """702.164b: the total toxic value is open if a toxic ability doesn't state its number."""
    assert put("toxic-value A", "objects: [{id: A, keywords: [toxic 2, toxic]}]").verdict == "depends"


def test_each_instance_of_lifelink_triggers(put: Ask) -> None:
    """502.68b (2007 to 2009-05-01): each instance triggers separately. Since then they are redundant (702.15f)."""
    text = """players: {p1: , p2: }
objects: [{id: A, zone: battlefield, controller: p1, types: [creature], keywords: [lifelink, lifelink]}]
proposed: {damage: [{source: A, to: p2, amount: 3, combat: yes}]}
"""
    assert put("damage", text, day="2009-05-01").value["p1"] == {"lifelink_triggers": 6}
    assert put("damage", text).value["p1"] == {"life_gained": 3}
