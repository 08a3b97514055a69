"""Equip, fortify, reconfigure, crew (702.6, 702.67, 702.151, 702.122)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

BOARD = """closed: [battlefield]
game: {{active: {active}, phase: {phase}, priority: {priority}, stack: [{stack}]}}
players: {{p1: , p2: }}
objects:
  - {{id: E, zone: battlefield, controller: {owner}, types: [artifact], colors: [], keywords: [{ability}]}}
  - {{id: C, zone: battlefield, controller: p1, types: [creature], subtypes: [knight], keywords: [{keywords}]}}
  - {{id: D, zone: battlefield, controller: p2, types: [creature], subtypes: [knight]}}
  - {{id: L, zone: battlefield, controller: p1, types: [land]}}
  - {{id: M, zone: battlefield, controller: p2, types: [land]}}
  - {{id: W, zone: battlefield, controller: p1, types: [planeswalker]}}
  - {{id: V, zone: battlefield, controller: p2, types: [planeswalker]}}
effects: [{effects}]
"""


def equipping(ability: str, **changes: str) -> str:
    """Return a main phase of p1, who controls an Equipment E with a keyword ability."""
    facts = {
        "active": "p1", "phase": "main", "priority": "p1", "stack": "", "owner": "p1", "keywords": "", "effects": "",
    } | changes  # fmt: skip
    return BOARD.format(ability=ability, **facts)


@pytest.mark.parametrize(
    ("ability", "target", "verdict", "rule"),
    [
        ("equip", "C", "yes", "702.6a"),
        ("equip", "D", "no", "702.6a"),
        ("equip", "L", "no", "702.6a"),
        ("equip knight", "C", "yes", "702.6c"),
        ("equip goblin", "C", "no", "702.6c"),
        ("equip legendary creature", "C", "no", "702.6c"),
        ("equip knight", "D", "no", "702.6c"),
        ("equip land", "L", "no", "702.6c"),
        ("equip goblin', 'equip", "C", "yes", "702.6a"),
        ("equip planeswalker", "W", "yes", "702.6e"),
        ("equip planeswalker", "V", "no", "702.6e"),
        ("equip planeswalker", "C", "no", "702.6e"),
        ("equip", "W", "no", "702.6a"),
        ("fortify", "L", "yes", "702.67a"),
        ("fortify", "M", "no", "702.67a"),
        ("fortify", "C", "no", "702.67a"),
        ("reconfigure", "C", "yes", "702.151a"),
        ("reconfigure", "D", "no", "702.151a"),
        ("reconfigure", "L", "no", "702.151a"),
        ("flying", "C", "no", None),
    ],
)
def test_what_can_be_targeted(put: Ask, ability: str, target: str, verdict: str, rule: str | None) -> None:
    """The ability can target only a creature, land or planeswalker of the player, with the stated quality."""
    ruling = put(f"can-equip E {target}", equipping(f"'{ability}'"), by="p1")
    assert ruling.verdict == verdict
    assert rule is None or rule in [cited.number for cited in ruling.citations]


@pytest.mark.parametrize(
    ("ability", "target"),
    [("equip", "C"), ("equip knight", "C"), ("equip planeswalker", "W"), ("fortify", "L"), ("reconfigure", "C")],
)
@pytest.mark.parametrize(
    "change",
    [
        {"active": "p2"}, {"phase": "combat"}, {"priority": "p2"}, {"stack": "X"}, {"owner": "p2"},
    ],
)  # fmt: skip
def test_only_as_a_sorcery(put: Ask, ability: str, target: str, change: dict[str, str]) -> None:
    """The ability needs sorcery time and control of the Equipment."""
    assert put(f"can-equip E {target}", equipping(ability), by="p1").verdict == "yes"
    assert put(f"can-equip E {target}", equipping(ability, **change), by="p1").verdict == "no"


def test_reconfigure_takes_another_creature(put: Ask) -> None:
    """702.151a: reconfigure can't target the Equipment itself."""
    text = equipping("reconfigure").replace(
        "controller: p1, types: [artifact]", "controller: p1, types: [artifact, creature]"
    )
    assert put("can-equip E E", text, by="p1").verdict == "no"


def test_protected_creatures_arent_targeted(put: Ask) -> None:
    """702.16b: an equip ability can't target a creature with protection from the Equipment."""
    text = equipping("equip", keywords="protection from artifacts")
    assert put("can-equip E C", text, by="p1").verdict == "no"
    assert put("can-equip E C", equipping("equip", keywords="protection from red"), by="p1").verdict == "yes"


def test_unstated_keywords(put: Ask) -> None:
    """Whether the Equipment has an equip ability depends on its keywords if they aren't stated."""
    text = equipping("").replace("closed: [battlefield]\n", "").replace("keywords: []}\n  - {id: C", "}\n  - {id: C")
    text = text.replace("colors: [], }", "colors: []}")
    assert "objects.E.keywords" in put("can-equip E C", text, by="p1").depends_on


def test_no_equipment_before_it_came(put: Ask) -> None:
    """Equip works since 2003-12-01 (502.33a)."""
    assert put("can-equip E C", equipping("equip"), day="2003-07-01", by="p1").verdict == "no"
    assert put("can-equip E C", equipping("equip"), day="2003-12-01", by="p1").verdict == "yes"


@pytest.mark.parametrize(
    ("ability", "creature", "verdict"),
    [("reconfigure", "C", "yes"), ("equip", "C", "no"), ("reconfigure", "L", "no"), ("reconfigure", "E", "no")],
)
def test_reconfigured_equipment_stops_being_a_creature(put: Ask, ability: str, creature: str, verdict: str) -> None:
    """702.151b: only a reconfigured Equipment attached to another creature stops being a creature."""
    text = equipping(ability).replace(
        "types: [artifact], colors", "types: [artifact, creature], subtypes: [equipment], colors"
    )
    assert put(f"stops-being-creature E {creature}", text).verdict == verdict


def test_equipment_without_reconfigure_stays_a_creature(put: Ask) -> None:
    """702.151b: an Equipment without reconfigure stays a creature."""
    text = equipping("equip").replace("types: [artifact], colors", "types: [artifact], subtypes: [equipment], colors")
    assert put("stops-being-creature E C", text).verdict == "no"


def test_reconfigured_only_where_it_can_be_attached(put: Ask) -> None:
    """702.151b: an Equipment stays a creature if protection keeps it from being attached."""
    text = equipping("reconfigure", keywords="protection from artifacts").replace(
        "types: [artifact], colors", "types: [artifact, creature], subtypes: [equipment], colors"
    )
    assert put("stops-being-creature E C", text).verdict == "no"


CREW = """closed: [battlefield]
players: {{p1: , p2: }}
objects:
  - {{id: V, zone: battlefield, controller: {owner}, types: [artifact{types}], subtypes: [vehicle],
     keywords: ['crew {crew}'], power: 4, tapped: no}}
  - {{id: A, zone: battlefield, controller: p1, types: [creature], power: 2, tapped: {tapped}}}
  - {{id: B, zone: battlefield, controller: p1, types: [creature], power: 1, tapped: no}}
  - {{id: O, zone: battlefield, controller: p2, types: [creature], power: 9, tapped: no}}
  - {{id: L, zone: battlefield, controller: p1, types: [land], power: 9, tapped: no}}
effects: [{effects}]
"""


def crewing(**changes: str) -> str:
    """Return a Vehicle V with crew, and creatures and other permanents."""
    facts = {"owner": "p1", "types": "", "crew": "3", "tapped": "no", "effects": ""} | changes
    return CREW.format(**facts)


@pytest.mark.parametrize(
    ("creatures", "changes", "verdict"),
    [
        ("A B", {}, "yes"),
        ("A", {}, "no"),
        ("A", {"crew": "2"}, "yes"),
        ("A B", {"tapped": "yes"}, "no"),
        ("A B O", {}, "no"),
        ("A B L", {}, "no"),
        ("A B", {"owner": "p2"}, "no"),
        ("V", {"types": ", creature"}, "no"),
        ("V A", {"types": ", creature"}, "no"),
        (
            "A B",
            {
                "effects": "{says: cant, does: other, objects: [A], quality: [crew]},"
                " {says: cant, does: other, objects: [B], quality: [crew], applies: no}"
            },
            "no",
        ),
        ("A B", {"effects": "{says: cant, does: other, objects: [A], quality: [crew]}"}, "no"),
        ("A B", {"effects": "{says: cant, does: other, objects: [A], quality: [crew], to: [O]}"}, "yes"),
        ("A B", {"effects": "{says: cant, does: other, objects: [O], quality: [crew]}"}, "yes"),
        ("A B", {"effects": "{says: cant, does: other, objects: [A], quality: [other]}"}, "yes"),
    ],
)
def test_crew(put: Ask, creatures: str, changes: dict[str, str], verdict: str) -> None:
    """702.122a, 702.122c: a Vehicle is crewed by untapped creatures of its controller with enough total power."""
    assert put(f"can-crew V {creatures}", crewing(**changes), by="p1").verdict == verdict


def test_other_creatures_since_2022(put: Ask) -> None:
    """702.122a: a Vehicle that is a creature could crew itself until 2021-07-23."""
    text = crewing(types=", creature")
    assert put("can-crew V V", text, day="2021-07-23", by="p1").verdict == "yes"
    assert put("can-crew V V", text, day="2022-02-18", by="p1").verdict == "no"
    assert put("can-crew V A B", crewing(), day="2016-01-16", by="p1").verdict == "no"
    assert put("can-crew V A B", crewing(), day="2016-09-30", by="p1").verdict == "yes"


def test_unstated_crew(put: Ask) -> None:
    """Whether the Vehicle has a crew ability depends on its keywords if they aren't stated."""
    text = crewing().replace("closed: [battlefield]\n", "").replace("keywords: ['crew 3'], ", "")
    assert put("can-crew V A B", text, by="p1").depends_on == ("objects.V.keywords",)


def test_keywords_with_their_printed_costs(put: Ask) -> None:
    """702.151: an ability printed with its cost is the ability. An Equipment creature with it can be attached."""
    text = equipping("'reconfigure {2}'").replace(
        "types: [artifact], colors", "types: [artifact, creature], subtypes: [equipment], colors"
    )
    assert put("stops-being-creature E C", text).verdict == "yes"
    assert put("can-attach E C", text).verdict == "yes"
    assert put("can-equip E C", text, by="p1").verdict == "yes"
    equip = text.replace("reconfigure {2}", "equip {2}")
    assert put("stops-being-creature E C", equip).verdict == "no"
    assert put("can-attach E C", equip).verdict == "no"


@pytest.mark.parametrize(("keywords", "verdict"), [("crew 3", "yes"), ("crew 4", "no"), ("crew", "depends")])
def test_crew_without_its_number(put: Ask, keywords: str, verdict: str) -> None:
    """702.122a: the total power must be N or greater. The situation may not state N."""
    text = f"""players: {{p1: , p2: }}
objects:
  - {{id: V, zone: battlefield, controller: p1, keywords: [{keywords}]}}
  - {{id: A, zone: battlefield, controller: p1, types: [creature], power: 3, tapped: no}}
"""
    assert put("can-crew V A", text, by="p1").verdict == verdict
