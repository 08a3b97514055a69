"""Bestow and reconfigure: types that depend on what a permanent is attached to (702.103, 702.151)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

Performed = Callable[..., set[tuple[str, str, str]]]

BOARD = """usual: yes
closed: [battlefield, stack]
players: {{p1: , p2: }}
objects:
  - {{id: A, {facts}, controller: p1, owner: p1, power: 2, toughness: 2}}
  - {{id: B, zone: {zone}, controller: p1, owner: p1, types: [{host}], power: 2, toughness: 2}}
"""
PRINTED = "zone: battlefield, types: [enchantment, creature], subtypes: [nymph], keywords: ['bestow {{3}}{{W}}']"
AS_AURA = "zone: battlefield, types: [enchantment], subtypes: [nymph, aura], keywords: ['bestow {{3}}{{W}}']"
SPELL = PRINTED.replace("battlefield", "stack") + ", card: yes, alternative_costs: [bestow], targets: [B]"
FOX = "zone: battlefield, types: [artifact, creature], subtypes: [equipment, fox], keywords: ['reconfigure {{2}}']"


def board(facts: str, host: str = "creature", attached_to: str = "", zone: str = "battlefield") -> str:
    """Return a board with A, which may be attached to something, and another object B."""
    attached = f", attached_to: {attached_to}" if attached_to else ""
    return BOARD.format(facts=facts.format() + attached, host=host, zone=zone)


@pytest.mark.parametrize("facts", [PRINTED, AS_AURA])
@pytest.mark.parametrize("day", ["2013-09-27", "2020-06-01", "2026-01-16"])
def test_bestowed_while_it_is_attached(put: Ask, facts: str, day: str) -> None:
    """702.103b: a bestowed permanent is an Aura enchantment. Unattached, it is an enchantment creature (702.103f)."""
    line = put("type-line A", board(facts, attached_to="B"), day=day).value
    assert line["types"] == ["enchantment"]
    assert "aura" in line["subtypes"]
    assert put("can-attack A", board(facts, attached_to="B"), day=day).verdict == "no"
    assert put("power-toughness A", board(facts, attached_to="B"), day=day).value["power"] is None
    assert put("power-toughness A", board(facts, attached_to="none"), day=day).value["power"] == 2
    assert put("can-attack A", board(facts, attached_to="none"), day=day).verdict == "depends"


@pytest.mark.parametrize("facts", [PRINTED, AS_AURA])
@pytest.mark.parametrize("day", ["2013-09-27", "2020-06-01", "2026-01-16"])
def test_a_bestowed_aura_stays(performed: Performed, facts: str, day: str) -> None:
    """702.103f: a bestowed Aura on an illegal object or player becomes unattached, an exception to 704.5m."""
    for host, attached_to in (("artifact", "B"), ("creature", "p2")):
        found = performed(board(facts, host, attached_to), day=day)
        assert {("bestowed-aura", "unattach", "A")} == {each for each in found if each[2] == "A"}
    assert performed(board(facts, attached_to="B"), day=day) == set()
    assert performed(board(facts, attached_to="none"), day=day) == set()


def test_the_creature_is_checked_next(performed: Performed) -> None:
    """702.103f, 704.3: a creature with toughness 0 that is left without its host dies in the next check."""
    found = performed(board(AS_AURA, "artifact", "B").replace("power: 2, toughness: 2", "power: 0, toughness: 0", 1))
    assert {("bestowed-aura", "unattach", "A"), ("zero-toughness", "graveyard", "A")} <= found


def test_an_aura_without_bestow_goes_to_the_graveyard(performed: Performed) -> None:
    """704.5m: other Auras don't stay."""
    text = board(AS_AURA.replace("'bestow {{3}}{{W}}'", "flying") + ", enchant: [creature]", "artifact", "B")
    assert performed(text) == {("illegal-aura", "graveyard", "A")}


def test_bestow_before_its_rules(put: Ask) -> None:
    """The rules of 2013-02-01 don't know bestow, so what an attached permanent with bestow is stays open."""
    assert put("type-line A", board(PRINTED, attached_to="B"), day="2013-02-01").depends_on == ("rules.bestow",)
    assert put("sba", board(AS_AURA, "artifact", "B"), day="2013-02-01").verdict == "depends"


def test_a_spell_cast_bestowed(put: Ask) -> None:
    """702.103b: it is an Aura spell that targets a creature. With an illegal target it resolves as a creature."""
    assert put("type-line A", board(SPELL)).value["types"] == ["enchantment"]
    assert put("can-target A B", board(SPELL)).verdict == "yes"
    assert put("can-target A B", board(SPELL, "artifact")).verdict == "no"
    assert put("can-target A p2", board(SPELL)).verdict == "no"
    assert put("resolves A", board(SPELL, zone="graveyard")).verdict == "yes"
    as_creature = SPELL.replace("alternative_costs: [bestow], ", "")
    assert put("type-line A", board(as_creature)).value["types"] == ["enchantment", "creature"]


@pytest.mark.parametrize(
    ("attached_to", "types", "subtypes", "verdict"),
    [("B", ["artifact"], ["equipment"], "no"), ("none", ["artifact", "creature"], ["equipment", "fox"], "depends")],
)
def test_reconfigured(put: Ask, attached_to: str, types: list[str], subtypes: list[str], verdict: str) -> None:
    """702.151b: an Equipment with reconfigure isn't a creature while it is attached to a creature."""
    line = put("type-line A", board(FOX, attached_to=attached_to)).value
    assert (line["types"], line["subtypes"]) == (types, subtypes)
    assert put("can-attack A", board(FOX, attached_to=attached_to)).verdict == verdict
    assert put("sba", board(FOX, attached_to=attached_to)).verdict == "no"


def test_an_equipment_creature_without_reconfigure(performed: Performed) -> None:
    """704.5p: it becomes unattached."""
    text = board(FOX.replace("reconfigure", "equip"), attached_to="B")
    assert performed(text) == {("creature-attached", "unattach", "A")}


def test_unknown_whether_it_is_attached(put: Ask) -> None:
    """The types depend on `attached_to` if the situation doesn't state it."""
    text = board(FOX).replace("usual: yes\nclosed: [battlefield, stack]\n", "")
    assert put("type-line A", text).depends_on == ("objects.A.attached_to",)


def own(keyword: str, types: str, active: str = "p1", facts: str = "") -> str:
    return f"""usual: yes
closed: [battlefield]
game: {{active: {active}}}
players: {{p1: {{}}, p2: {{}}}}
objects:
  - {{id: A, zone: battlefield, controller: p1, types: [{types}], subtypes: [], power: 4, toughness: 4,
     keywords: ["{keyword}"]{facts}}}
"""


def test_living_metal(put: Ask) -> None:
    """702.161a: during its controller's turn, the permanent is an artifact creature in addition to its types."""
    assert put("type-line A", own("living metal", "artifact")).value["types"] == ["artifact", "creature"]
    assert put("type-line A", own("living metal", "artifact", active="p2")).value["types"] == ["artifact"]
    assert put("type-line A", own("living metal", "artifact"), day="2023-01-01").value["types"] == ["artifact"]


def test_impending(put: Ask) -> None:
    """702.176a: as long as its impending cost was paid and it has a time counter, the permanent isn't a creature."""
    both, paid = "enchantment, creature", ", alternative_costs: [impending]"
    keyword = "impending 4\N{EM DASH}{2}{W}"
    timed = ", counters: {time: 1}"
    assert put("type-line A", own(keyword, both, facts=paid + timed)).value["types"] == ["enchantment"]
    assert put("type-line A", own(keyword, both, facts=paid + ", counters: {}")).value["types"] == [*both.split(", ")]
    assert put("type-line A", own(keyword, both, facts=", alternative_costs: []" + timed)).value["types"] == [
        "enchantment", "creature",
    ]  # fmt: skip
    assert put("type-line A", own(keyword, both, facts=timed)).depends_on == ("objects.A.alternative_costs",)
    assert put("can-attack A", own(keyword, both, facts=paid + timed)).verdict == "no"
