"""State-based actions on illegal attachments (704.5m, 704.5n, 704.5p; 420.5d, 420.5k, 420.5m in older editions)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

Performed = Callable[..., set[tuple[str, str, str]]]

AURA = "types: [enchantment], subtypes: [Aura], colors: [black]"
JITTE = "types: [artifact], subtypes: [Equipment], colors: []"
GARRISON = "types: [artifact], subtypes: [Fortification], colors: []"
BEAR = "types: [creature], toughness: 2, damage: 0"


def board(attachment: str, host: str = BEAR, extra: str = "") -> str:
    """Return an attachment A, and B, which is a permanent unless `host` names another zone."""
    zone = "" if "zone:" in host else "zone: battlefield, "
    rows = f"  - {{id: A, zone: battlefield, controller: p1, {attachment}}}\n  - {{id: B, {zone}owner: p1, {host}}}\n"
    return f"players: {{p1: , p2: {{lost: yes}}, p3: }}\nclosed: [battlefield]\nobjects:\n{rows}{extra}"


def aura_dies(performed: Performed, text: str, day: str = "2026-01-16") -> bool:
    return ("illegal-aura", "graveyard", "A") in performed(text, day=day)


def illegal_equipment(performed: Performed, text: str, day: str = "2026-01-16") -> bool:
    return ("illegal-equipment", "unattach", "A") in performed(text, day=day)


EVERY_ERA = ["2003-03-15", "2006-02-01", "2006-10-01", "2009-05-01", "2012-10-01", "2026-01-16"]


@pytest.mark.parametrize("day", EVERY_ERA)
def test_unattached_aura(performed: Performed, day: str) -> None:
    """704.5m, 420.5d: an Aura is put into the graveyard if it isn't attached to an object on the battlefield."""
    assert aura_dies(performed, board(f"{AURA}, enchant: [creature], attached_to: none"), day)
    assert aura_dies(performed, board(f"{AURA}, enchant: [creature], attached_to: B", f"zone: graveyard, {BEAR}"), day)
    assert not aura_dies(performed, board(f"{AURA}, enchant: [creature], attached_to: B"), day)
    assert not aura_dies(performed, board(f"{AURA}, attached_to: none, phased_out: yes"), day)
    assert not aura_dies(performed, board("types: [enchantment], subtypes: [Shrine], attached_to: none"), day)


@pytest.mark.parametrize(
    ("player", "day", "gone"),
    [
        ("p3", "2003-03-15", True),
        ("p3", "2006-02-01", True),
        ("p3", "2006-10-01", False),
        ("p3", "2009-05-01", False),
        ("p3", "2026-01-16", False),
        ("p2", "2006-10-01", True),
        ("p2", "2009-05-01", True),
        ("p2", "2026-01-16", True),
    ],
)
def test_aura_on_a_player(performed: Performed, player: str, day: str, gone: bool) -> None:
    """Players can be enchanted since 2006-07-15, unless they have left the game."""
    assert aura_dies(performed, board(f"{AURA}, enchant: [player], attached_to: {player}"), day) is gone


@pytest.mark.parametrize(
    ("enchant", "zone", "day", "gone"),
    [
        ("instant card in a graveyard", "graveyard", "2006-10-01", True),
        ("instant card in a graveyard", "graveyard", "2009-05-01", False),
        ("instant card in a graveyard", "graveyard", "2026-01-16", False),
        ("instant card in a graveyard", "exile", "2026-01-16", True),
    ],
)
def test_aura_on_a_card_elsewhere(performed: Performed, enchant: str, zone: str, day: str, gone: bool) -> None:
    """Since 2007-05-01 an Aura can enchant a card in a graveyard."""
    host = f"zone: {zone}, types: [instant], card: yes, token: no, copy: no, keywords: []"
    assert aura_dies(performed, board(f"{AURA}, enchant: [{enchant}], attached_to: B", host), day) is gone


@pytest.mark.parametrize(
    ("enchant", "host", "gone"),
    [
        ("creature", BEAR, False),
        ("land", BEAR, True),
        ("creature you control", f"{BEAR}, controller: p1", False),
        ("creature you control", f"{BEAR}, controller: p3", True),
        ("creature", f"{BEAR}, keywords: [protection from black]", True),
        ("creature", f"{BEAR}, keywords: [protection from red]", False),
    ],
)
def test_aura_on_what_it_cant_enchant(performed: Performed, enchant: str, host: str, gone: bool) -> None:
    """303.4c, 702.16c: an Aura is illegal if its enchant ability or protection forbids its host."""
    assert aura_dies(performed, board(f"{AURA}, enchant: [{enchant}], attached_to: B", host)) is gone


@pytest.mark.parametrize(("color", "gone"), [("black", True), ("red", False)])
@pytest.mark.parametrize("day", ["2003-03-15", "2006-02-01", "2006-10-01", "2026-01-16"])
def test_aura_of_another_color(performed: Performed, color: str, gone: bool, day: str) -> None:
    """702.16c, 502.7c: protection from a colour forbids Auras of that colour."""
    host = f"{BEAR}, keywords: [protection from {color}]"
    assert aura_dies(performed, board(f"{AURA}, enchant: [creature], attached_to: B", host), day) is gone


def test_local_enchantments_before_2005(performed: Performed) -> None:
    """In 2003 an enchantment with an enchant ability is illegal if unattached, even without the subtype Aura."""
    text = board("types: [enchantment], subtypes: [], enchant: [creature], attached_to: none")
    assert aura_dies(performed, text, "2003-03-15")
    assert not aura_dies(performed, text, "2006-02-01")
    assert not aura_dies(performed, board("types: [artifact], enchant: [creature], attached_to: none"), "2003-03-15")


@pytest.mark.parametrize(("day", "at_once"), [("2009-05-01", True), ("2009-07-11", True), ("2009-10-01", False),
                                              ("2026-01-16", False)])  # fmt: skip
def test_aura_that_is_a_creature(put: Ask, day: str, at_once: bool) -> None:
    """303.4d: since 2009-10-01 an Aura creature becomes unattached. The next check puts it into the graveyard."""
    facts = "types: [enchantment, creature], subtypes: [Aura], toughness: 2, damage: 0, colors: []"
    found = put("sba", board(f"{facts}, enchant: [creature], attached_to: B"), day=day).actions
    steps = [(each.action.kind, each.check_number) for each in found if each.action.things == ("A",)]
    assert steps == ([("graveyard", 1)] if at_once else [("unattach", 1), ("graveyard", 2)])


@pytest.mark.parametrize(
    ("attachment", "host", "gone"),
    [
        (JITTE, BEAR, False),
        (JITTE, "types: [land]", True),
        (JITTE, f"zone: graveyard, {BEAR}", True),
        (JITTE, f"{BEAR}, keywords: [protection from artifacts]", True),
        (GARRISON, "types: [land]", False),
        (GARRISON, BEAR, True),
        (GARRISON.replace("Fortification", "Treasure"), BEAR, False),
        (JITTE.replace("subtypes", "phased_out: yes, subtypes"), "types: [land]", False),
    ],
)
def test_equipment_on_what_it_cant_equip(performed: Performed, attachment: str, host: str, gone: bool) -> None:
    """704.5n: an illegal Equipment or Fortification becomes unattached."""
    assert illegal_equipment(performed, board(f"{attachment}, attached_to: B", host)) is gone


@pytest.mark.parametrize(
    ("attachment", "host", "day", "gone"),
    [
        (JITTE, "B", "2003-12-01", True),
        (JITTE, "B", "2006-10-01", True),
        (JITTE, "B", "2003-07-01", False),
        (GARRISON, "B", "2006-10-01", False),
        (JITTE, "p1", "2006-10-01", False),
        (JITTE, "p1", "2019-08-23", False),
        (JITTE, "p1", "2020-01-24", True),
        (GARRISON, "p1", "2020-01-24", True),
        (JITTE, "none", "2026-01-16", False),
    ],
)
def test_equipment_through_time(performed: Performed, attachment: str, host: str, day: str, gone: bool) -> None:
    """Equipment exists since 2003-12-01. An Equipment becomes unattached from players since 2020-01-24."""
    assert illegal_equipment(performed, board(f"{attachment}, attached_to: {host}", "types: [artifact]"), day) is gone


@pytest.mark.parametrize(("day", "gone"), [("2006-10-01", False), ("2007-05-01", True), ("2012-10-01", True)])
def test_fortifications_through_time(performed: Performed, day: str, gone: bool) -> None:
    """704.5n: an illegal Fortification becomes unattached since 2007-05-01."""
    assert illegal_equipment(performed, board(f"{GARRISON}, attached_to: B", BEAR), day) is gone


@pytest.mark.parametrize(("day", "rule"), [("2009-05-01", "illegal-equipment"), ("2026-01-16", "creature-attached")])
def test_equipment_that_is_a_creature(performed: Performed, day: str, rule: str) -> None:
    """704.5p: since 2009-10-01 an attached creature becomes unattached. Before, an Equipment creature was illegal."""
    facts = "types: [artifact, creature], subtypes: [Equipment], toughness: 2, damage: 0, colors: []"
    found = performed(board(f"{facts}, attached_to: B"), day=day)
    assert {concept for concept, kind, _things in found if kind == "unattach"} == {rule}


def test_unstated_facts_of_attachments(put: Ask) -> None:
    """The actions depend on the host, the enchant ability or the subtypes that aren't stated."""

    def opened(text: str) -> dict[str, tuple[str, ...]]:
        return {
            each.citation.concept: each.depends_on
            for each in put("sba", text).open_actions
            if each.action.things == ("A",)
        }

    loose = board(AURA).replace("closed: [battlefield]\n", "")
    assert opened(loose)["illegal-aura"] == ("objects.A.attached_to",)
    unsaid = board(f"{AURA}, attached_to: B")
    assert opened(unsaid)["illegal-aura"] == ("objects.A.enchant",)
    subtype = "types: [artifact], colors: [], attached_to: B"
    text = board(subtype, "types: [land]").replace("closed: [battlefield]\n", "")
    assert opened(text)["illegal-equipment"][0] == "objects.A.subtypes"


def test_attachments_of_a_dying_creature(put: Ask) -> None:
    """704.3: after the creature dies, the next check removes its Aura and unattaches its Equipment."""
    text = board(
        f"{AURA}, enchant: [creature], attached_to: B", BEAR.replace("damage: 0", "damage: 2"),
        f"  - {{id: J, zone: battlefield, {JITTE}, attached_to: B}}\n",
    )  # fmt: skip
    text += "history: {deathtouch_damage: {B: no}}"
    steps = [(each.check_number, each.action.kind, each.action.things) for each in put("sba", text).actions]
    assert steps == [(1, "destroy", ("B",)), (2, "graveyard", ("A",)), (2, "unattach", ("J",))]


def test_equipment_that_may_be_elsewhere(put: Ask) -> None:
    """Whether an Equipment is illegal depends on its zone, since only permanents are attached."""
    text = board(f"{JITTE}, attached_to: B", "types: [land]").replace("{id: A, zone: battlefield, ", "{id: A, ")
    found = {
        each.citation.concept: each.depends_on for each in put("sba", text).open_actions if each.action.things == ("A",)
    }
    assert found["illegal-equipment"] == ("objects.A.zone",)
