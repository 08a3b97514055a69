"""Commanders (903.3), the commander tax (903.8), the return to the command zone (903.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

NEWEST = "2026-01-16"


def card(facts: str, variant: str = "commander") -> str:
    return f"game: {{variant: {variant}}}\nobjects: [{{id: A, {facts}}}]"


@pytest.mark.parametrize(
    ("facts", "variant", "day", "verdict"),
    [
        ("type_line: Legendary Creature — Bear", "commander", NEWEST, "yes"),
        ("type_line: Legendary Creature — Bear", "commander", "2010-10-01", "yes"),
        ("type_line: Creature — Bear", "commander", NEWEST, "no"),
        ("type_line: Legendary Artifact, can_be_commander: no", "commander", NEWEST, "no"),
        ("type_line: Legendary Artifact — Vehicle, can_be_commander: no", "commander", NEWEST, "yes"),
        ("type_line: Legendary Artifact — Vehicle, can_be_commander: no", "commander", "2025-06-06", "no"),
        ("type_line: Artifact — Vehicle, can_be_commander: no", "commander", NEWEST, "no"),
        ("type_line: Legendary Artifact — Spacecraft, has_power_box: yes", "commander", NEWEST, "yes"),
        (
            "type_line: Legendary Artifact — Spacecraft, has_power_box: no, can_be_commander: no",
            "commander",
            NEWEST,
            "no",
        ),
        (
            "type_line: Legendary Artifact — Equipment, has_power_box: yes, can_be_commander: no",
            "commander",
            NEWEST,
            "no",
        ),
        ("type_line: Legendary Planeswalker — Jace, can_be_commander: no", "commander", NEWEST, "no"),
        ("type_line: Legendary Planeswalker — Jace, can_be_commander: yes", "commander", NEWEST, "yes"),
        ("type_line: Legendary Planeswalker — Jace, can_be_commander: yes", "commander", "2014-06-01", "no"),
        ("type_line: Legendary Planeswalker — Jace, can_be_commander: yes", "commander", "2016-01-16", "yes"),
        ("type_line: Legendary Planeswalker — Jace, can_be_commander: no", "commander", "2016-01-16", "no"),
        ("type_line: Legendary Enchantment, can_be_commander: yes", "commander", NEWEST, "yes"),
        ("type_line: Legendary Planeswalker — Jace, can_be_commander: no", "brawl", "2020-01-24", "yes"),
        ("type_line: Legendary Creature — Bear, can_be_commander: no", "brawl", "2024-07-30", "yes"),
        ("type_line: Legendary Artifact — Vehicle, can_be_commander: no", "brawl", "2024-07-30", "no"),
        ("type_line: Legendary Enchantment, can_be_commander: yes", "commander", "2020-01-24", "no"),
        ("type_line: Legendary Planeswalker — Jace, can_be_commander: no", "brawl", NEWEST, "yes"),
        ("type_line: Planeswalker — Jace, can_be_commander: no", "brawl", NEWEST, "no"),
        ("type_line: Legendary Creature — Bear, can_be_commander: no", "brawl", NEWEST, "yes"),
        ("type_line: Legendary Artifact — Vehicle, can_be_commander: no", "brawl", NEWEST, "yes"),
        ("type_line: Legendary Artifact — Spacecraft, has_power_box: yes", "brawl", NEWEST, "yes"),
        ("type_line: Legendary Artifact — Spacecraft, has_power_box: no, can_be_commander: no", "brawl", NEWEST, "no"),
        ("type_line: Legendary Artifact, has_power_box: yes, can_be_commander: no", "brawl", NEWEST, "no"),
    ],
)
def test_who_can_be_a_commander(put: Ask, facts: str, variant: str, day: str, verdict: str) -> None:
    """903.3, 903.3a, 903.12c: cards that can and can't be commanders, in each edition that changed the rule."""
    assert put("can-be-commander A", card(facts, variant), day=day).verdict == verdict


def test_what_a_commander_depends_on(put: Ask) -> None:
    """The answer depends on unstated facts of the card. A nonlegendary card can't be a commander."""
    assert put("can-be-commander A", card("types: [creature]")).depends_on == ("objects.A.supertypes",)
    assert put("can-be-commander A", card("supertypes: []")).verdict == "no"
    unknown = put("can-be-commander A", card("supertypes: [legendary], types: [artifact], subtypes: []"))
    assert unknown.depends_on == ("objects.A.can_be_commander",)


def test_the_rule_is_cited(put: Ask) -> None:
    """903.3 is cited in Commander, 903.12c in Brawl."""
    ruling = put("can-be-commander A", card("type_line: Legendary Creature"))
    assert [each.number for each in ruling.citations] == ["903.3"]
    brawl = put("can-be-commander A", card("type_line: Legendary Planeswalker", "brawl"))
    assert "903.12c" in [each.number for each in brawl.citations]


@pytest.mark.parametrize("cast", [0, 1, 3])
def test_commander_tax(put: Ask, cast: int) -> None:
    """903.8: the tax is {2} for each earlier cast of the same commander (702.124d)."""
    text = f"objects: [{{id: A, commander: yes}}, {{id: B}}]\nhistory: {{times_cast_from_command: {{A: {cast}, B: 5}}}}"
    ruling = put("commander-tax A", text)
    assert (ruling.value, [each.number for each in ruling.citations]) == (2 * cast, ["903.8"])


def test_commander_tax_depends_on_what_is_not_stated(put: Ask) -> None:
    """903.8: the answer depends on the number of earlier casts."""
    ruling = put("commander-tax A", "objects: [{id: A, commander: yes}]")
    assert set(ruling.depends_on) == {"history.times_cast_from_command.A"}


@pytest.mark.parametrize(
    ("day", "zones"),
    [
        ("2010-02-01", {"graveyard"}),
        ("2015-03-27", {"graveyard"}),
        ("2016-01-16", {"graveyard", "exile", "hand", "library"}),
        ("2020-06-01", {"graveyard", "exile", "hand", "library"}),
        ("2020-07-03", {"graveyard", "exile", "hand", "library"}),
        (NEWEST, {"graveyard", "exile", "hand", "library"}),
    ],
)
def test_back_to_the_command_zone(put: Ask, day: str, zones: set[str]) -> None:
    """903.9: a commander returns from the graveyard. Since 2015 it also returns from exile, hand and library."""
    text = "objects: [{id: A, zone: battlefield, commander: %s}]\nproposed: {moves_to: %s}"
    allowed = {
        zone
        for zone in ("graveyard", "exile", "hand", "library", "battlefield", "stack")
        if put("command-zone A", text % ("yes", zone), day=day).verdict == "yes"
    }
    assert allowed == zones
    assert put("command-zone A", text % ("no", "graveyard"), day=day).verdict == "no"
    assert put("command-zone A", text % ("no", "hand"), day=day).verdict == "no"


@pytest.mark.parametrize(
    ("zone", "since", "verdict"),
    [("graveyard", "yes", "yes"), ("exile", "yes", "yes"), ("graveyard", "no", "no"), ("hand", "yes", "no")],
)
def test_from_the_graveyard_afterwards(put: Ask, zone: str, since: str, verdict: str) -> None:
    """903.9a: a commander returns from graveyard or exile only if it was put there since the last check."""
    text = (
        f"objects: [{{id: A, zone: {zone}, commander: yes}}]\nproposed: {{moves_to: battlefield}}\n"
        f"history: {{put_there_since_check: {{A: {since}}}}}"
    )
    assert put("command-zone A", text).verdict == verdict


def test_rules_for_graveyard_and_hand(put: Ask) -> None:
    """903.9a is cited for a commander put into the graveyard, 903.9b for the hand."""
    text = "objects: [{id: A, zone: battlefield, commander: yes}]\nproposed: {moves_to: %s}"
    assert "903.9b" in [each.number for each in put("command-zone A", text % "hand").citations]
    assert "903.9a" in [each.number for each in put("command-zone A", text % "graveyard").citations]


# --- two commanders ------------------------------------------------------------------------------------------


def two(one: str, other: str) -> str:
    return f"game: {{variant: commander}}\nobjects: [{{id: A, {one}}}, {{id: B, {other}}}]"


PLAIN = 'name: %s, type_line: Legendary Creature, keywords: ["%s"], can_be_commander: no'
DOCTOR = "name: Doc, type_line: Legendary Creature — %s, keywords: []"
BACKGROUND = "name: Guild Artisan, type_line: %s, keywords: []"


@pytest.mark.parametrize(
    ("one", "other", "verdict"),
    [
        (PLAIN % ("Pir", "partner"), PLAIN % ("Tana", "partner"), "yes"),
        (PLAIN % ("Pir", "partner"), PLAIN % ("Tana", "haste"), "no"),
        (PLAIN % ("Pir", "partner"), PLAIN % ("Tana", "partner with pir"), "no"),
        (PLAIN % ("Pir", "Partner with Toothy"), PLAIN % ("Toothy", "partner with Pir"), "yes"),
        (PLAIN % ("Pir", "Partner with Toothy"), PLAIN % ("Tana", "partner with Pir"), "no"),
        (PLAIN % ("Pir", "partner—Friends forever"), PLAIN % ("Tana", "Partner — friends forever"), "yes"),
        (PLAIN % ("Pir", "partner—Friends forever"), PLAIN % ("Tana", "partner—Survivors"), "no"),
        (PLAIN % ("Pir", "choose a Background"), BACKGROUND % "Legendary Enchantment — Background", "yes"),
        (BACKGROUND % "Legendary Enchantment — Background", PLAIN % ("Pir", "choose a Background"), "yes"),
        (PLAIN % ("Pir", "choose a Background"), BACKGROUND % "Enchantment — Background", "no"),
        (PLAIN % ("Pir", "choose a Background"), BACKGROUND % "Legendary Enchantment — Aura", "no"),
        (PLAIN % ("Pir", "choose a Background"), BACKGROUND % "Legendary Artifact — Background", "no"),
        (PLAIN % ("Pir", "haste"), BACKGROUND % "Legendary Enchantment — Background", "no"),
        (PLAIN % ("Yaz", "doctor's companion"), DOCTOR % "Time Lord Doctor", "yes"),
        (DOCTOR % "Time Lord Doctor", PLAIN % ("Yaz", "Doctor’s companion"), "yes"),
        (PLAIN % ("Yaz", "doctor's companion"), DOCTOR % "Time Lord Doctor Human", "no"),
        (PLAIN % ("Yaz", "doctor's companion"), DOCTOR % "Human Doctor", "no"),
        (PLAIN % ("Yaz", "doctor's companion"), DOCTOR % "Time Lord Rogue", "no"),
        (PLAIN % ("Yaz", "haste"), DOCTOR % "Time Lord Doctor", "no"),
        ("name: P, type_line: Creature, keywords: [partner]", PLAIN % ("Tana", "partner"), "no"),
        ("name: P, type_line: Legendary Artifact, keywords: [partner]", PLAIN % ("Tana", "partner"), "yes"),
        ("name: P, type_line: Creature, keywords: [partner—Survivors]", PLAIN % ("T", "partner—Survivors"), "no"),
        ("name: P, type_line: Creature, keywords: [partner with T]", PLAIN % ("T", "partner with P"), "no"),
        ("name: Y, type_line: Creature, keywords: [doctor's companion]", DOCTOR % "Time Lord Doctor", "no"),
        ("name: Y, type_line: Legendary Artifact, keywords: [doctor's companion]", DOCTOR % "Time Lord Doctor", "no"),
        ("name: C, type_line: Creature, keywords: [choose a background], can_be_commander: no",
         BACKGROUND % "Legendary Enchantment — Background", "no"),
    ],
)  # fmt: skip
def test_partners(put: Ask, one: str, other: str, verdict: str) -> None:
    """702.124f to m: two cards can both be commanders if their partner abilities match and their conditions are met."""
    assert put("can-be-commander A B", two(one, other)).verdict == verdict


def test_partners_had_to_be_creatures(put: Ask) -> None:
    """702.124a, h, j: until 2025-09-19 both partners had to be legendary creatures."""
    one = "name: P, type_line: Legendary Artifact, keywords: [%s]"
    plain, named = (
        two(one % "partner", PLAIN % ("T", "partner")),
        two(one % "partner with t", PLAIN % ("T", "partner with P")),
    )
    for day, verdict in (("2018-01-19", "no"), ("2024-02-02", "no"), ("2025-11-14", "yes")):
        assert put("can-be-commander A B", plain, day=day).verdict == verdict
        if day > "2018-07-13":
            assert put("can-be-commander A B", named, day=day).verdict == verdict
    creatures = two(PLAIN % ("P", "partner"), PLAIN % ("T", "partner"))
    assert put("can-be-commander A B", creatures, day="2018-01-19").verdict == "yes"
    paired = two(PLAIN % ("P", "partner with T"), PLAIN % ("T", "partner with P"))
    assert put("can-be-commander A B", paired, day="2024-02-02").verdict == "yes"
    commons = two("name: P, type_line: Creature, keywords: [partner with T]", PLAIN % ("T", "partner with P"))
    assert put("can-be-commander A B", commons, day="2024-02-02").verdict == "no"
    half = two(PLAIN % ("P", "partner"), PLAIN % ("T", "haste"))
    assert put("can-be-commander A B", half, day="2024-02-02").verdict == "no"
    other = two(PLAIN % ("P", "partner with X"), PLAIN % ("T", "partner with P"))
    assert put("can-be-commander A B", other, day="2024-02-02").verdict == "no"
    plainer = two("name: P, type_line: Creature, keywords: [partner]", PLAIN % ("T", "partner"))
    assert put("can-be-commander A B", plainer, day="2024-02-02").verdict == "no"


def test_never_three(put: Ask) -> None:
    """702.124g: no more than two commanders."""
    text = two(PLAIN % ("P", "partner"), PLAIN % ("T", "partner"))
    three = text[:-1] + ", {id: C, " + PLAIN % ("U", "partner") + "}]"
    assert put("can-be-commander A B C", three).verdict == "no"


def test_partners_whose_abilities_are_not_stated(put: Ask) -> None:
    """The answer depends on the other card's keywords, unless a stated fact rules the two cards out."""
    text = two(PLAIN % ("P", "partner"), "name: T, type_line: Legendary Creature, can_be_commander: no")
    assert "objects.B.keywords" in put("can-be-commander A B", text).depends_on
    kind = two(PLAIN % ("P", "partner—Survivors"), "name: T, type_line: Legendary Creature, can_be_commander: no")
    assert put("can-be-commander A B", kind).depends_on == ("objects.B.keywords",)
    none = two(PLAIN % ("P", "haste"), "name: T, type_line: Legendary Creature, can_be_commander: no")
    assert put("can-be-commander A B", none).verdict == "no"
    common = two(PLAIN % ("P", "partner—Survivors"), "name: T, type_line: Creature, can_be_commander: no")
    assert put("can-be-commander A B", common).verdict == "no"
