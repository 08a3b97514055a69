"""Zones of resolving spells, and permanents as they enter: attachments, counters, and cards that can't enter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


@pytest.mark.parametrize(
    ("types", "value", "rule"),
    [
        ("artifact", {"zone": "battlefield", "controller": "p1"}, "301.2"),
        ("creature", {"zone": "battlefield", "controller": "p1"}, "302.2"),
        ("enchantment", {"zone": "battlefield", "controller": "p1"}, "303.2"),
        ("planeswalker", {"zone": "battlefield", "controller": "p1"}, "306.2"),
        ("battle", {"zone": "battlefield", "controller": "p1"}, "310.2"),
        ("instant", {"zone": "graveyard", "owner": "p2"}, "304.2"),
        ("sorcery", {"zone": "graveyard", "owner": "p2"}, "307.2"),
        ("kindred, instant", {"zone": "graveyard", "owner": "p2"}, "308.1"),
        ("tribal, enchantment", {"zone": "battlefield", "controller": "p1"}, "308.1"),
    ],
)
def test_zones_of_resolving_spells(put: Ask, types: str, value: object, rule: str) -> None:
    """301.2, 304.2 and others: a permanent spell resolves onto the battlefield, other spells into the graveyard."""
    ruling = put("resolves-to A", f"objects: [{{id: A, zone: stack, controller: p1, owner: p2, types: [{types}]}}]")
    assert (ruling.verdict, ruling.value) == ("yes", value)
    assert rule in [each.number for each in ruling.citations]


def test_zone_depends_on_the_types(put: Ask) -> None:
    """A land is no spell, so the answer is no; unstated types leave it open."""
    assert put("resolves-to A", "objects: [{id: A, types: [land]}]").verdict == "no"
    assert put("resolves-to A", "objects: [{id: A}]").depends_on == ("objects.A.types",)
    assert put("resolves-to A", "objects: [{id: A, types: [creature]}]", day="2002-10-07").value == {
        "zone": "battlefield"
    }
    assert put("resolves-to A", "objects: [{id: A, types: [instant]}]").value == {"zone": "graveyard"}


BOARD = """closed: [battlefield]
players: {{p1: , p2: }}
objects:
  - {{id: A, zone: {zone}, controller: p1, types: [{types}], subtypes: [{subtypes}], keywords: [{keywords}]{extra}}}
  - {{id: C, zone: battlefield, controller: p2, types: [{host}]}}
effects: [{effects}]
"""


def entering(types: str, subtypes: str = "", extra: str = "", **changes: str) -> str:
    """Return a board with one creature C, and an object A that is about to enter."""
    facts = {"zone": "hand", "host": "creature", "effects": "", "keywords": ""} | changes
    return BOARD.format(types=types, subtypes=subtypes, extra=f", {extra}" if extra else "", **facts)


AURA = ("enchantment", "aura")


@pytest.mark.parametrize(
    ("ask", "text", "value", "rule"),
    [
        ("enters A", entering("planeswalker", extra="loyalty: 4"), {"counters": {"loyalty": 4}}, "306.5b"),
        ("enters A", entering("battle", "siege", extra="defense: 5"), {"counters": {"defense": 5}}, "310.4b"),
        ("enters A", entering("enchantment", "saga"), {"counters": {"lore": 1}}, "714.3a"),
        (
            "enters A",
            entering("enchantment", "saga", "final_chapter: 3", keywords="read ahead"),
            {"counters": {"lore": [1, 2, 3]}},
            "714.3a",
        ),
        ("enters A", entering("creature"), {}, None),
        ("enters A", entering(*AURA, "enchant: [creature]"), {"attached_to": "C"}, "303.4f"),
        ("enters A", entering(*AURA, "enchant: [player]"), {"attached_to": ["p1", "p2"]}, "303.4f"),
        ("enters A C", entering(*AURA, "enchant: [creature]"), {"attached_to": "C"}, "303.4f"),
        ("enters A", entering("artifact", "equipment"), {}, None),
        ("enters A C", entering("artifact", "equipment"), {"attached_to": "C"}, "301.5"),
        ("enters A C", entering("artifact", "equipment", host="land"), {"attached_to": "none"}, "301.5e"),
        ("enters A C", entering("artifact", "fortification"), {"attached_to": "none"}, "301.6"),
        ("enters A C", entering("creature"), {"attached_to": "none"}, "303.4h"),
    ],
)
def test_counters_and_hosts(put: Ask, ask: str, text: str, value: dict[str, Any], rule: str | None) -> None:
    """Objects enter with the counters that their types give, and attached to a legal host or unattached."""
    ruling = put(ask, text)
    assert (ruling.verdict, ruling.value) == ("yes", {"zone": "battlefield", "tapped": False} | value)
    assert rule is None or rule in [each.number for each in ruling.citations]


@pytest.mark.parametrize(
    ("ask", "text", "day", "zone", "rule"),
    [
        ("enters A", entering(*AURA, "enchant: [land]"), "2026-01-16", "hand", "303.4g"),
        ("enters A", entering(*AURA, "enchant: [land]", zone="stack"), "2026-01-16", "graveyard", "303.4g"),
        ("enters A", entering(*AURA, "enchant: [land]", zone="stack"), "2005-08-01", "stack", "212.4e"),
        ("enters A", entering(*AURA, "enchant: [land]", zone="stack"), "2006-02-01", "graveyard", "212.4e"),
        ("enters A", entering(*AURA, "enchant: [land], token: yes"), "2026-01-16", "none", "303.4g"),
        ("enters A C", entering(*AURA, "enchant: [land]"), "2026-01-16", "hand", "303.4i"),
        ("enters A C", entering(*AURA, "enchant: [land]", zone="stack"), "2026-01-16", "graveyard", "303.4i"),
        ("enters A C", entering(*AURA, "enchant: [land]", zone="stack"), "2018-07-13", "stack", "303.4i"),
        ("enters A", entering("plane", zone="command"), "2026-01-16", "command", "311.2"),
        ("enters A", entering("conspiracy", zone="command"), "2026-01-16", "command", "315.3"),
    ],
)
def test_objects_that_dont_enter(put: Ask, ask: str, text: str, day: str, zone: str, rule: str) -> None:
    """303.4g, 303.4i: an Aura without a legal host stays in its zone, or goes from the stack to the graveyard."""
    ruling = put(ask, text, day=day)
    assert (ruling.verdict, ruling.value) == ("yes", {"zone": zone})
    assert rule in [each.number for each in ruling.citations]


def test_only_an_enchantment_is_an_aura(put: Ask) -> None:
    """205.3d: an artifact with the subtype Aura isn't an Aura, and enters without a host."""
    text = entering("artifact", "aura", "enchant: [instant]")
    assert put("enters A", text).value == {"zone": "battlefield", "tapped": False}


def test_auras_with_an_unknown_board(put: Ask) -> None:
    """If the battlefield isn't closed, an Aura may have a host that isn't listed, so the answer is open."""
    text = entering(*AURA, "enchant: [land]").replace("closed: [battlefield]\n", "")
    assert put("enters A", text).depends_on == ("closed",)
    assert put("enters A", "objects: [{id: A, zone: hand, types: [enchantment]}]").depends_on == ("objects.A.subtypes",)
    creature = "objects: [{id: A, zone: hand, types: [creature]}]"
    assert put("enters A", creature).value == {"zone": "battlefield", "tapped": False}
    assert "objects.A.types" in put("enters A", "objects: [{id: A, zone: hand, subtypes: [aura]}]").depends_on


def test_equipment_entering_before_301_5e(put: Ask) -> None:
    """301.5b: before 301.5e, too, an Equipment enters unattached if it can't be attached."""
    ruling = put("enters A C", entering("artifact", "equipment", host="land"), day="2022-07-08")
    assert ruling.value == {"zone": "battlefield", "tapped": False, "attached_to": "none"}
    assert "301.5e" not in [each.number for each in ruling.citations]


def test_equipment_that_is_an_aura_enters_as_an_aura(put: Ask) -> None:
    """301.5e: an Equipment that is also an Aura doesn't enter if it has no legal host."""
    text = entering("artifact, enchantment", "equipment, aura", "enchant: [creature]", host="land")
    assert put("enters A C", text).value == {"zone": "hand"}


@pytest.mark.parametrize(
    ("effects", "value"),
    [
        ("{says: enters, does: enter, quality: [tapped]}", {"tapped": True}),
        ("{says: enters, does: enter, source: A, objects: [A], quality: [tapped]}", {"tapped": True}),
        ("{says: enters, does: enter, source: A, quality: [tapped]}", {}),
        ("{says: enters, does: enter, source: C, quality: [tapped]}", {"tapped": True}),
        ("{says: enters, does: enter, objects: [C], quality: [tapped]}", {}),
        ("{says: enters, does: enter, quality: [artifact, tapped]}", {}),
        ("{says: enters, does: enter, quality: [creature, tapped]}", {"tapped": True}),
        ("{says: enters, does: enter, quality: [+1/+1], amount: 2}", {"counters": {"+1/+1": 2}}),
        ("{says: enters, does: enter, quality: [+1/+1]}", {"counters": {"+1/+1": 1}}),
        ("{says: enters, does: enter, quality: [tapped], applies: no}", {}),
    ],
)
@pytest.mark.parametrize("day", ["2012-10-01", "2026-01-16"])
def test_effects_on_what_enters(put: Ask, effects: str, value: dict[str, Any], day: str) -> None:
    """614.12: an effect of the entering permanent itself applies only if it names that permanent."""
    expected = {"zone": "battlefield", "tapped": False} | value
    assert put("enters A", entering("creature", effects=effects), day=day).value == expected


@pytest.mark.parametrize(("day", "tapped"), [("2017-08-25", False), ("2017-09-29", True), ("2026-01-16", True)])
def test_other_effects_count_since_2017(put: Ask, day: str, tapped: bool) -> None:
    """614.12: since 2017-09-29 existing effects on types count for "artifacts enter tapped"."""
    effects = "{says: enters, does: enter, quality: [artifact, tapped]}, {says: is, does: other, quality: [artifact]}"
    value = put("enters A", entering("creature", effects=effects), day=day).value
    assert value.get("tapped", False) is tapped


def test_counters_of_both_kinds(put: Ask) -> None:
    """A planeswalker enters with its loyalty counters and with a +1/+1 counter that an effect adds."""
    effect = "{says: enters, does: enter, quality: [+1/+1], amount: 1}"
    text = entering("planeswalker", extra="loyalty: 4", effects=effect)
    assert put("enters A", text).value == {
        "zone": "battlefield",
        "tapped": False,
        "counters": {"loyalty": 4, "+1/+1": 1},
    }


def test_unstated_printed_facts(put: Ask) -> None:
    """The counters depend on the printed loyalty, and with read ahead on the final chapter."""
    assert put("enters A", entering("planeswalker")).depends_on == ("objects.A.loyalty",)
    ahead = entering("enchantment", "saga", keywords="read ahead")
    assert put("enters A", ahead).depends_on == ("objects.A.final_chapter",)
    assert put("enters A", ahead, day="2022-07-08").value == {
        "zone": "battlefield",
        "tapped": False,
        "counters": {"lore": 1},
    }


def test_effect_forbids_entering(put: Ask) -> None:
    """101.2: an object that an effect forbids to enter stays in its zone."""
    effect = "{says: cant, does: enter, objects: [A]}"
    assert put("enters A", entering("creature", effects=effect)).value == {"zone": "hand"}


COPY = "{says: enters, does: enter, modifies: copy, types: [land], subtypes: [forest], colors: [red]}"


@pytest.mark.parametrize(
    ("effects", "kept_out"),
    [
        ("{says: cant, does: enter, quality: [creature]}", True),
        ("{says: cant, does: enter, affects: [creature]}", True),
        ("{says: cant, does: enter, objects: [A]}", True),
        ("{says: cant, does: enter, quality: [creature], applies: no}", False),
        ("{says: cant, does: enter, quality: [land]}", False),
        ("{says: cant, does: enter, objects: [B]}", False),
        ("{says: cant, does: attack, objects: [A]}", False),
        ("{says: cant, does: enter, quality: [land]}, " + COPY, True),
        ("{says: cant, does: enter, quality: [creature]}, " + COPY, False),
        ("{says: cant, does: enter, quality: [forest]}, " + COPY, True),
        ("{says: cant, does: enter, quality: [red]}, " + COPY, True),
        ("{says: cant, does: enter, quality: [land]}, " + COPY.replace("modifies: copy", "modifies: other"), False),
        ("{says: cant, does: enter, quality: [land]}, " + COPY.replace("}", ", applies: no}"), False),
    ],
)
def test_spells_that_cant_enter(put: Ask, effects: str, kept_out: bool) -> None:
    """608.3e: a permanent spell that can't enter is put into its owner's graveyard."""
    text = (
        "objects: [{id: A, zone: stack, controller: p1, owner: p2, types: [creature], subtypes: [], colors: []},"
        f" {{id: B, zone: hand}}]\neffects: [{effects}]"
    )
    ruling = put("resolves-to A", text)
    there = {"zone": "graveyard", "owner": "p2"} if kept_out else {"zone": "battlefield", "controller": "p1"}
    assert (ruling.verdict, ruling.value) == ("yes", there)
    assert ("608.3e" in [each.number for each in ruling.citations]) is kept_out
    assert put("resolves-to A", text, "2008-07-15").value == there
    before = put("resolves-to A", text, "2008-01-01")
    assert before.verdict == ("no" if kept_out else "yes")


def test_forbidden_entering_depends_on_a_colour(put: Ask) -> None:
    """608.3e: if red cards can't enter, the answer depends on the card's unstated colour."""
    text = "objects: [{id: A, zone: stack, types: [creature]}]\neffects: [{says: cant, does: enter, quality: [red]}]"
    assert put("resolves-to A", text).depends_on == ("objects.A.colors",)
