"""Qualities of objects and players that the question `is` asks for (105, 205.4, 700)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


@pytest.mark.parametrize(
    ("quality", "yes", "no"),
    [
        ("monocolored", "zone: hand, mana_cost: '{R}'", "zone: hand, mana_cost: '{R}{G}'"),
        ("monocolored", "zone: hand, colors: [red]", "zone: hand, colors: []"),
        ("multicolored", "zone: hand, mana_cost: '{R/G}'", "zone: hand, mana_cost: '{R}'"),
        ("multicolored", "zone: hand, colors: [red, green, white]", "zone: hand, colors: []"),
        ("colorless", "zone: hand, mana_cost: '{2}'", "zone: hand, mana_cost: '{2}{W}'"),
        ("basic-land", "type_line: Basic Land — Forest", "type_line: Land — Forest"),
        ("basic-land", "type_line: Basic Land — Forest", "type_line: Basic Artifact"),
        ("nonbasic-land", "type_line: Land — Forest", "type_line: Basic Land — Forest"),
        ("nonbasic-land", "type_line: Land — Forest", "type_line: Artifact"),
        ("snow", "type_line: Snow Land, zone: battlefield", "type_line: Land, zone: battlefield"),
        ("snow", "type_line: Snow Land, zone: battlefield", "type_line: Snow Land, zone: hand"),
        ("nonsnow", "type_line: Land, zone: battlefield", "type_line: Snow Land, zone: battlefield"),
        ("under-the-legend-rule", "type_line: Legendary Land, zone: battlefield", "type_line: Land, zone: battlefield"),
        (
            "under-the-legend-rule",
            "type_line: Legendary Land, zone: battlefield",
            "type_line: Legendary Land, zone: hand",
        ),
        (
            "under-the-world-rule",
            "type_line: World Enchantment, zone: battlefield",
            "type_line: Land, zone: battlefield",
        ),
        (
            "under-the-world-rule",
            "type_line: World Enchantment, zone: battlefield",
            "type_line: World Land, zone: hand",
        ),
        ("ongoing", "type_line: Ongoing Scheme", "type_line: Scheme"),
        ("ongoing", "type_line: Ongoing Scheme", "type_line: Ongoing Plane"),
        ("historic", "type_line: Legendary Land", "type_line: Land"),
        ("historic", "type_line: Artifact", "type_line: Enchantment — Shrine"),
        ("historic", "type_line: Enchantment — Saga", "type_line: Enchantment"),
        ("outlaw", "type_line: Creature — Pirate", "type_line: Creature — Bear"),
        ("outlaw", "type_line: Kindred Instant — Rogue", "type_line: Instant"),
        ("permanent-card", "types: [battle]", "types: [instant]"),
        ("permanent-card", "types: [kindred, enchantment]", "types: [kindred, sorcery]"),
        ("permanent-spell", "types: [battle], zone: stack", "types: [creature], zone: hand"),
        ("permanent-spell", "types: [artifact], zone: stack", "types: [land], zone: stack"),
        ("permanent", "types: [], zone: battlefield, emblem: no", "types: [creature], zone: hand"),
        ("permanent", "zone: battlefield, token: yes", "zone: command, emblem: yes"),
        ("permanent", "zone: battlefield", "zone: battlefield, emblem: yes"),
        ("card", "token: no, copy: no", "token: yes, copy: no"),
        ("card", "token: no, copy: permanent", "token: no, copy: spell"),
        ("card", "token: no, copy: no", "token: no, copy: card"),
        ("card", "token: no, copy: no", "token: no, copy: no, emblem: yes"),
        ("commander", "commander: yes, face_down: yes", "commander: no, copy: permanent"),
    ],
)
def test_qualities(put: Ask, quality: str, yes: str, no: str) -> None:
    """105.2a to c, 108.2, 110.1, 110.4, 111.6, 114.5, 205.4, 700.6, 700.12, 903.3: objects with and without it."""
    assert put(f"is A {quality}", f"objects: [{{id: A, {yes}}}]").verdict == "yes"
    assert put(f"is A {quality}", f"objects: [{{id: A, {no}}}]").verdict == "no"


def test_qualities_through_time(put: Ask) -> None:
    """Battle cards are permanent cards since 2023, planeswalkers since 2007."""
    card = "objects: [{id: A, types: [%s], zone: stack}]"
    assert put("is A permanent-card", card % "battle", day="2022-10-07").verdict == "no"
    assert put("is A permanent-spell", card % "battle", day="2022-10-07").verdict == "no"
    assert put("is A permanent-spell", card % "planeswalker", day="2022-10-07").verdict == "yes"
    assert put("is A permanent-spell", card % "land", day="2022-10-07").verdict == "no"
    hand = "objects: [{id: A, types: [creature], zone: hand}]"
    assert put("is A permanent-spell", hand, day="2022-10-07").verdict == "no"
    assert put("is A permanent-card", card % "planeswalker", day="2007-07-13").verdict == "no"
    assert put("is A permanent-card", card % "planeswalker", day="2008-02-01").verdict == "yes"
    assert put("is A permanent-card", card % "land", day="2007-07-13").verdict == "yes"


@pytest.mark.parametrize(
    ("facts", "others", "verdict"),
    [
        ("counters: {+1/+1: 1}", "", "yes"),
        ("counters: {}", "", "no"),
        ("counters: {+1/+1: 0}", "", "no"),
        ("counters: {}", "{id: E, attached_to: A, subtypes: [equipment]}", "yes"),
        ("counters: {}", "{id: E, attached_to: none, subtypes: [equipment]}", "no"),
        ("counters: {}", "{id: E, attached_to: A, subtypes: [aura], controller: p1}", "yes"),
        ("counters: {}", "{id: E, attached_to: A, subtypes: [aura], controller: p2}", "no"),
        ("counters: {}", "{id: E, attached_to: A, subtypes: [fortification], controller: p1}", "no"),
    ],
)
def test_modified(put: Ask, facts: str, others: str, verdict: str) -> None:
    """700.9: a permanent with counters, Equipment or its controller's Auras is modified; until 2024 only creatures."""
    text = "players: {p1: , p2: }\nobjects: [{id: A, zone: %s, controller: p1, types: [%s], %s}%s]"
    listed = f", {others}" if others else ""
    assert put("is A modified", text % ("battlefield", "artifact", facts, listed)).verdict == verdict
    assert put("is A modified", text % ("hand", "artifact", facts, listed)).verdict == "no"
    assert put("is A modified", text % ("battlefield", "creature", facts, listed), day="2023-04-14").verdict == verdict
    assert put("is A modified", text % ("battlefield", "artifact", facts, listed), day="2023-04-14").verdict == "no"


def test_modified_by_counters_that_are_not_stated(put: Ask) -> None:
    """The answer depends on the counters if they aren't stated."""
    text = "objects: [{id: A, zone: battlefield, types: [creature]}]"
    assert put("is A modified", text).depends_on == ("objects.A.counters.any",)


@pytest.mark.parametrize("what", ["subtypes: [equipment]", "subtypes: [aura], controller: p1"])
def test_modified_by_what_may_be_attached(put: Ask, what: str) -> None:
    """700.9: the answer is open if it isn't stated what an Equipment or Aura is attached to."""
    text = (
        f"players: {{p1: }}\nobjects: [{{id: A, zone: battlefield, controller: p1, counters: {{}}}}, {{id: E, {what}}}]"
    )
    assert put("is A modified", text).depends_on == ("objects.E.attached_to",)


@pytest.mark.parametrize(("poison", "verdict"), [(0, "no"), (1, "yes"), (9, "yes")])
def test_poisoned(put: Ask, poison: int, verdict: str) -> None:
    """122.1f: a player with poison counters is poisoned; in 2010 the rules didn't have the word."""
    assert put("is p1 poisoned", f"players: {{p1: {{poison: {poison}}}}}").verdict == verdict
    assert put("is p1 poisoned", f"players: {{p1: {{poison: {poison}}}}}", day="2010-02-01").verdict == "no"


def test_an_unknown_quality(put: Ask) -> None:
    """An unknown quality is refused, and a similar one is suggested."""
    with pytest.raises(Exception, match="did you mean 'historic'"):
        put("is A historc", "objects: [{id: A}]")
    with pytest.raises(Exception, match="poisoned"):
        put("is p1 rich", "players: {p1: }")


def test_qualities_depend_on_what_is_not_stated(put: Ask) -> None:
    """Multicolored depends on the mana cost if that isn't stated, basic land on the supertypes."""
    assert put("is A multicolored", "objects: [{id: A, zone: hand, types: [creature], token: no}]").depends_on == (
        "objects.A.mana_cost",
    )
    assert put("is A basic-land", "objects: [{id: A, types: [land]}]").depends_on == ("objects.A.supertypes",)
