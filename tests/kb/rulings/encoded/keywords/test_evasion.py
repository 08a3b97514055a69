"""Evasion abilities, from flying (702.9) to decayed (702.147)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def pair(
    attacker: str = "", blocker: str = "", *, effects: str = "", lands: str = "", closed: str = "[battlefield]"
) -> str:
    """Return a combat in which A of p1 attacks p2, who may block with B."""
    mine = "".join(f", {{id: L{place}, zone: battlefield, types: [land], {each}}}"
                   for place, each in enumerate(lands.split(";")) if each)  # fmt: skip
    blocking = "" if " types" in f" {blocker}" else "types: [creature], "
    return (
        "game: {active: p1}\nplayers: {p1: , p2: }\n"
        f"closed: {closed}\nobjects: [{{id: A, zone: battlefield, controller: p1, types: [creature], attacking: p2"
        f"{', ' + attacker if attacker else ''}}}, {{id: B, zone: battlefield, controller: p2, {blocking}tapped: no"
        f"{', ' + blocker if blocker else ''}}}{mine}]\neffects: [{effects}]\n"
    )


@pytest.mark.parametrize(
    ("attacker", "blocker", "verdict"),
    [
        ("", "", "yes"),
        ("keywords: [flying]", "", "no"),
        ("keywords: [flying]", "keywords: [flying]", "yes"),
        ("keywords: [flying]", "keywords: [reach]", "yes"),
        ("", "keywords: [flying]", "yes"),
        ("keywords: [intimidate], colors: [red]", "colors: [green]", "no"),
        ("keywords: [intimidate], colors: [red]", "colors: [green, red]", "yes"),
        ("keywords: [intimidate], colors: [red]", "colors: [green], types: [artifact, creature]", "yes"),
        ("colors: [red]", "colors: [green]", "yes"),
        ("keywords: [fear], colors: [red]", "colors: [red]", "no"),
        ("keywords: [fear], colors: [red]", "colors: [black]", "yes"),
        ("keywords: [fear], colors: [red]", "colors: [], types: [artifact, creature]", "yes"),
        ("keywords: [shadow]", "", "no"),
        ("", "keywords: [shadow]", "no"),
        ("keywords: [shadow]", "keywords: [shadow]", "yes"),
        ("keywords: [horsemanship]", "", "no"),
        ("keywords: [horsemanship]", "keywords: [horsemanship]", "yes"),
        ("", "keywords: [horsemanship]", "yes"),
        ("keywords: [skulk], power: 2", "power: 3", "no"),
        ("keywords: [skulk], power: 2", "power: 2", "yes"),
        ("power: 2", "power: 3", "yes"),
        ("", "keywords: [decayed]", "no"),
        ("keywords: [protection from red]", "colors: [red]", "no"),
        ("keywords: [protection from red]", "colors: [green]", "yes"),
        ("keywords: [protection from artifacts]", "types: [artifact, creature]", "no"),
        ("keywords: [protection from goblins]", "subtypes: [goblin], colors: []", "no"),
        ("keywords: [protection from elves]", "subtypes: [goblin], colors: []", "yes"),
        ("keywords: [protection from elves]", "subtypes: [elf], colors: []", "no"),
        ("keywords: [protection from everything]", "", "no"),
        ("keywords: [protection from all colors]", "colors: [red]", "no"),
        ("keywords: [protection from all colors]", "colors: []", "yes"),
        ("keywords: [protection from each color]", "colors: [red]", "no"),
        ("keywords: [protection from multicolored]", "colors: [red, green]", "no"),
        ("keywords: [protection from multicolored]", "colors: [red]", "yes"),
        ("keywords: [protection from monocolored]", "colors: [red]", "no"),
        ("keywords: [protection from monocolored]", "colors: [red, green]", "yes"),
        ("keywords: [protection from colorless]", "colors: []", "no"),
        ("keywords: [protection from colorless]", "colors: [red]", "yes"),
        ("", "keywords: [protection from red]", "yes"),
    ],
)
def test_evasion_abilities(put: Ask, attacker: str, blocker: str, verdict: str) -> None:
    """702.9b and others: B can block A only if it meets the condition of each evasion ability."""
    assert put("can-block B A", pair(attacker, blocker)).verdict == verdict


@pytest.mark.parametrize(
    ("attacker", "lands", "verdict"),
    [
        ("islandwalk", "controller: p2, subtypes: [island]", "no"),
        ("islandwalk", "controller: p2, subtypes: [swamp]", "yes"),
        ("islandwalk", "controller: p1, subtypes: [island]", "yes"),
        ("islandwalk", "controller: p2, subtypes: [island], zone: graveyard", "yes"),
        ("islandwalk", "", "yes"),
        ("snow swampwalk", "controller: p2, subtypes: [swamp], supertypes: [snow]", "no"),
        ("snow swampwalk", "controller: p2, subtypes: [swamp]", "yes"),
        ("snow swampwalk", "controller: p2, supertypes: [snow]", "yes"),
        ("legendary landwalk", "controller: p2, supertypes: [legendary]", "no"),
        ("nonbasic landwalk", "controller: p2", "no"),
        ("nonbasic landwalk", "controller: p2, supertypes: [basic]", "yes"),
        ("nonbasic landwalk", "controller: p2, supertypes: [basic];controller: p2", "no"),
        ("artifact landwalk", "controller: p2, types: [land, artifact]", "no"),
        ("artifact landwalk", "controller: p2", "yes"),
        ("desertwalk", "controller: p2, subtypes: [desert]", "no"),
    ],
)
def test_landwalk(put: Ask, attacker: str, lands: str, verdict: str) -> None:
    """702.14c: a creature with landwalk can't be blocked if the defending player controls such a land."""
    text = pair(f"keywords: [{attacker}]", lands=lands)
    if "types: [land, artifact]" in lands:
        text = text.replace("types: [land], controller: p2, ", "controller: p2, ")
    if "zone: graveyard" in lands:
        text = pair(f"keywords: [{attacker}]", lands="controller: p2, subtypes: [island]")
        text = text.replace("id: L0, zone: battlefield", "id: L0, zone: graveyard")
    assert put("can-block B A", text).verdict == verdict


def test_landwalk_depends_on_unlisted_lands(put: Ask) -> None:
    """If the battlefield isn't closed, the answer depends on lands that the defending player may control."""
    text = pair("keywords: [islandwalk]", "keywords: [], subtypes: [], colors: []", closed="[]")
    ruling = put("can-block B A", text)
    assert (ruling.verdict, ruling.depends_on) == ("depends", ("closed",))
    what = pair("keywords: [islandwalk]", lands="controller: p2, subtypes: [island]").replace("types: [land], ", "")
    assert put("can-block B A", what).depends_on == ("objects.L0.types",)
    there = pair("keywords: [islandwalk]", "keywords: []", closed="[]", lands="controller: p2, subtypes: [island]")
    assert put("can-block B A", there).verdict == "no"


@pytest.mark.parametrize(
    ("effect", "attacker", "verdict"),
    [
        ("{says: as-though, does: block, objects: [B], quality: [shadow]}", "keywords: [shadow]", "yes"),
        ("{says: as-though, does: block, objects: [B], quality: [flying]}", "keywords: [flying]", "yes"),
        ("{says: as-though, does: block, objects: [B], quality: [horsemanship]}", "keywords: [horsemanship]", "yes"),
        ("{says: as-though, does: block, objects: [B], quality: [reach]}", "keywords: [shadow]", "no"),
        ("{says: as-though, does: block, objects: [A], quality: [flying]}", "keywords: [flying]", "no"),
        ("{says: can, does: block, objects: [B], waives: [flying]}", "keywords: [flying]", "yes"),
        ("{says: can, does: block, objects: [B], waives: [shadow]}", "keywords: [flying]", "no"),
        ("{says: cant, does: be-blocked, objects: [A]}", "", "no"),
        ("{says: cant, does: be-blocked, objects: [A], quality: [red]}", "", "no"),
        ("{says: cant, does: be-blocked, objects: [A], quality: [white]}", "", "yes"),
        ("{says: cant, does: be-blocked, objects: [A], quality: [no flying]}", "", "no"),
        ("{says: cant, does: be-blocked, objects: [A], quality: [toughness 4 or greater]}", "", "no"),
        ("{says: cant, does: be-blocked, objects: [A], quality: [toughness 3 or less]}", "", "yes"),
        ("{says: cant, does: be-blocked, objects: [A], quality: [legendary]}", "", "yes"),
        ("{says: cant, does: block, objects: [B]}", "", "no"),
        ("{says: cant, does: block, objects: [B], to: [A]}", "", "no"),
        ("{says: cant, does: block, objects: [B], to: [B]}", "", "yes"),
        ("{says: cant, does: block, objects: [B], quality: [flying]}", "", "yes"),
        ("{says: cant, does: block, objects: [B], quality: [no flying]}", "", "no"),
    ],
)
def test_effects_on_blocking(put: Ask, effect: str, attacker: str, verdict: str) -> None:
    """101.1, 101.2: effects can let a creature block, or forbid it."""
    assert put("can-block B A", pair(attacker, "colors: [red], toughness: 4", effects=effect)).verdict == verdict


@pytest.mark.parametrize(
    ("day", "attacker", "blocker", "verdict"),
    [
        ("2006-10-01", "keywords: [flying]", "keywords: [reach]", "no"),
        ("2006-10-01", "keywords: [flying]", "keywords: [flying]", "yes"),
        ("2007-05-01", "keywords: [flying]", "keywords: [reach]", "yes"),
        ("2007-05-01", "keywords: [flying]", "", "no"),
        ("2001-07-23", "keywords: [fear]", "colors: [red]", "yes"),
        ("2002-10-07", "keywords: [fear]", "colors: [red]", "no"),
        ("2008-02-01", "keywords: [intimidate], colors: [red]", "colors: [green]", "yes"),
        ("2016-01-16", "keywords: [skulk], power: 1", "power: 2", "yes"),
        ("2016-04-08", "keywords: [skulk], power: 1", "power: 2", "no"),
    ],
)
def test_evasion_through_time(put: Ask, day: str, attacker: str, blocker: str, verdict: str) -> None:
    """Fear limits blockers since 2002, reach lets creatures block since 2007, skulk limits blockers since 2016."""
    assert put("can-block B A", pair(attacker, blocker), day=day).verdict == verdict


@pytest.mark.parametrize(
    ("day", "walk", "land", "verdict"),
    [
        ("2008-02-01", "artifact landwalk", "", "yes"),
        ("2008-02-01", "islandwalk", "subtypes: [island]", "no"),
        ("2008-02-01", "snow islandwalk", "subtypes: [island], supertypes: [snow]", "no"),
        ("2008-02-01", "snow islandwalk", "subtypes: [island]", "yes"),
        ("2026-01-16", "artifact landwalk", "", "no"),
    ],
)
def test_landwalk_through_time(put: Ask, day: str, walk: str, land: str, verdict: str) -> None:
    """502.6b: in 2008 landwalk names subtypes and supertypes; later also card types such as artifact."""
    text = pair(f"keywords: [{walk}]", lands="controller: p2" + (f", {land}" if land else ""))
    if walk == "artifact landwalk":
        text = text.replace("types: [land]", "types: [land, artifact]")
    assert put("can-block B A", text, day=day).verdict == verdict


def test_keywords_not_stated(put: Ask) -> None:
    """If the battlefield isn't closed, the answer depends on the keywords of both creatures."""
    ruling = put("can-block B A", pair(closed="[]"))
    assert ruling.verdict == "depends"
    assert {"objects.A.keywords", "objects.B.keywords"} <= set(ruling.depends_on)
