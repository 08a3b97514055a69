"""Legal hosts of Equipment, Fortifications and Auras, and the meaning of "equipped" and "enchanted"."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from kb.rulings.law.applicable_law import Law
from tests.kb.rulings.boards import change
from tests.kb.rulings.conftest import situation

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask
    from tests.kb.rulings.encoded.casting.test_casting_times import Says

# A is an attachment of p1, C a creature of p2, L a land and W a planeswalker of p1, G a card in a graveyard.
BOARD = """closed: [battlefield]
players: {{p1: , p2: , p3: }}
objects:
  - {{id: A, zone: battlefield, controller: p1, types: [{types}], subtypes: [{subtypes}], colors: [white]{extra}}}
  - {{id: C, zone: battlefield, controller: p2, types: [creature], subtypes: [goblin], power: 2,
     toughness: 3, colors: [red],
     tapped: yes, keywords: [{keywords}]}}
  - {{id: L, zone: battlefield, controller: p1, types: [land], subtypes: [forest],
     supertypes: [basic], colors: [], tapped: no}}
  - {{id: W, zone: battlefield, controller: p1, owner: p2, types: [planeswalker], colors: [blue, red], mana_value: 4}}
  - {{id: G, zone: graveyard, owner: p1, card: yes, types: [creature], subtypes: [],
     supertypes: [], keywords: [], colors: []}}
  - {{id: O, zone: battlefield, controller: p1, types: [creature], colors: [black], token: yes}}
effects: [{effects}]
"""


def board(kind: str, extra: str = "", keywords: str = "", effects: str = "", types: str = "artifact") -> str:
    """Return the board. `kind` is the subtype of the attachment A."""
    types = "enchantment" if kind == "aura" and types == "artifact" else types
    extra = f", {extra}" if extra else ""
    return BOARD.format(subtypes=kind, extra=extra, keywords=keywords, effects=effects, types=types)


def cited_numbers(ruling: object) -> list[str]:
    return [cited.number for cited in ruling.citations]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("kind", "host", "verdict", "rule"),
    [
        ("equipment", "C", "yes", "301.5"),
        ("equipment", "O", "yes", "301.5"),
        ("equipment", "L", "no", "301.5"),
        ("equipment", "W", "no", "301.5"),
        ("equipment", "p2", "no", "301.5"),
        ("equipment", "G", "no", "301.5"),
        ("fortification", "L", "yes", "301.6"),
        ("fortification", "C", "no", "301.6"),
        ("fortification", "p2", "no", "301.6"),
        ("equipment", "A", "no", "301.5c"),
        ("", "C", "no", "701.3b"),
    ],
)
def test_equipment_and_fortifications(put: Ask, kind: str, host: str, verdict: str, rule: str) -> None:
    """301.5, 301.6: Equipment can be attached only to a creature, a Fortification only to a land."""
    ruling = put(f"can-attach A {host}", board(kind))
    assert ruling.verdict == verdict
    assert rule in cited_numbers(ruling)


@pytest.mark.parametrize(
    ("day", "keywords", "verdict"),
    [
        ("2021-07-23", "", "no"),
        ("2021-07-23", "reconfigure", "no"),
        ("2022-02-18", "", "no"),
        ("2022-02-18", "reconfigure", "yes"),
        ("2004-02-01", "", "no"),
    ],
)
def test_equipment_that_is_a_creature(put: Ask, day: str, keywords: str, verdict: str) -> None:
    """301.5c: an Equipment creature can't equip a creature. Since 2022-02-18, one with reconfigure can."""
    text = board("equipment", f"keywords: [{keywords}]", types="artifact, creature")
    ruling = put("can-attach A C", text, day=day)
    assert ruling.verdict == verdict


def test_equipment_never_equips_itself(put: Ask) -> None:
    """301.5c: an Equipment can't be attached to itself, with or without reconfigure."""
    text = board("equipment", "keywords: [reconfigure]", types="artifact, creature")
    assert put("can-attach A A", text).verdict == "no"
    assert put("can-attach A A", board("equipment", types="artifact, creature"), day="2012-10-01").verdict == "no"
    assert "301.5c" in cited_numbers(put("can-attach A A", board("equipment"), day="2012-10-01"))


@pytest.mark.parametrize(
    ("day", "types", "verdict"),
    [
        ("2009-07-11", "artifact, creature", "yes"),
        ("2009-07-11", "artifact, land", "no"),
        ("2009-10-01", "artifact, creature", "no"),
        ("2009-10-01", "artifact, land", "yes"),
        ("2026-01-16", "artifact", "yes"),
        ("2008-02-01", "artifact", "yes"),
    ],
)
def test_fortifications_that_are_something_else(put: Ask, day: str, types: str, verdict: str) -> None:
    """301.6: a Fortification that is also a creature can't fortify. Until 2009-07 one that is also a land couldn't."""
    assert put("can-attach A L", board("fortification", types=types), day=day).verdict == verdict


def test_fortification_never_fortifies_itself(put: Ask) -> None:
    """301.6, 301.5c: a Fortification can't be attached to itself or to a creature."""
    assert put("can-attach A C", board("fortification"), day="2008-02-01").verdict == "no"
    text = board("fortification", types="artifact, land")
    assert put("can-attach A A", text).verdict == "no"
    assert put("can-attach A A", text, day="2008-02-01").verdict == "no"


def test_battles_arent_attached(put: Ask) -> None:
    """310.9: since 2023 a battle that is also an Equipment can't be attached."""
    ruling = put("can-attach A C", board("equipment", types="artifact, battle"))
    assert (ruling.verdict, cited_numbers(ruling)) == ("no", ["310.9"])
    assert put("can-attach A C", board("equipment", types="artifact, battle"), day="2022-10-07").verdict == "yes"


@pytest.mark.parametrize(
    ("kind", "day", "verdict"),
    [
        ("", "2012-02-01", "no"),
        ("", "2012-05-01", "no"),
        ("equipment", "2012-02-01", "yes"),
        ("equipment", "2005-02-01", "yes"),
    ],
)
def test_only_attachments_are_attached(put: Ask, kind: str, day: str, verdict: str) -> None:
    """701.3b: an artifact that isn't an Aura, Equipment or Fortification can't be attached, even before 2012-05-01."""
    assert put("can-attach A C", board(kind), day=day).verdict == verdict


def test_equipping_as_though_it_were_a_creature(put: Ask) -> None:
    """702.6e: an effect lets A be attached to a planeswalker as though the planeswalker were a creature."""
    effect = "{says: as-though, does: be-attached, objects: [A], to: [W], quality: [creature]}"
    assert put("can-attach A W", board("equipment", effects=effect)).verdict == "yes"
    assert put("can-attach A L", board("equipment", effects=effect)).verdict == "no"
    other = effect.replace("quality: [creature]", "quality: [land]")
    assert put("can-attach A W", board("equipment", effects=other)).verdict == "no"


@pytest.mark.parametrize(
    ("enchant", "host", "verdict"),
    [
        ("creature", "C", "yes"),
        ("creature", "L", "no"),
        ("creature", "p2", "no"),
        ("creature", "G", "no"),
        ("Enchant creature", "C", "yes"),
        ("creature you control", "C", "no"),
        ("creature you control", "O", "yes"),
        ("creature you don't control", "C", "yes"),
        ("creature an opponent controls", "C", "yes"),
        ("creature an opponent controls", "O", "no"),
        ("artifact or creature", "C", "yes"),
        ("artifact, creature, or planeswalker", "W", "yes"),
        ("artifact or enchantment", "C", "no"),
        ("land", "L", "yes"),
        ("forest", "L", "yes"),
        ("swamp", "L", "no"),
        ("basic land", "L", "yes"),
        ("nonbasic land", "L", "no"),
        ("nonland permanent", "C", "yes"),
        ("nonland permanent", "L", "no"),
        ("permanent", "W", "yes"),
        ("permanent you own", "W", "no"),
        ("creature card in a graveyard", "G", "yes"),
        ("creature card in a graveyard", "C", "no"),
        ("creature card in your graveyard", "G", "yes"),
        ("land card in a graveyard", "G", "no"),
        ("player", "p2", "yes"),
        ("player", "C", "no"),
        ("opponent", "p2", "yes"),
        ("opponent", "p1", "no"),
        ("you", "p1", "yes"),
        ("you", "p2", "no"),
        ("red creature", "C", "yes"),
        ("nonred creature", "C", "no"),
        ("goblin", "C", "yes"),
        ("tapped creature", "C", "yes"),
        ("untapped creature", "C", "no"),
        ("creature with flying", "C", "no"),
        ("creature without flying", "C", "yes"),
        ("creature with power 2 or less", "C", "yes"),
        ("creature with power 3 or greater", "C", "no"),
        ("creature with toughness 3 or greater", "C", "yes"),
        ("planeswalker with mana value 3 or less", "W", "no"),
        ("multicolored planeswalker", "W", "yes"),
        ("monocolored creature", "C", "yes"),
        ("colorless land", "L", "yes"),
        ("colored land", "L", "no"),
        ("token creature", "O", "yes"),
        ("another enchantment", "A", "no"),
        ("an enchantment", "A", "no"),
        ("creature', 'red permanent", "C", "yes"),
        ("creature', 'black permanent", "C", "no"),
    ],
)
def test_enchant_abilities(put: Ask, enchant: str, host: str, verdict: str) -> None:
    """702.5a, 702.5c: an Aura can be attached to objects and players that all its enchant abilities allow."""
    quoted = f'"{enchant}"' if "don't" in enchant else f"'{enchant}'"
    ruling = put(f"can-attach A {host}", board("aura", f"enchant: [{quoted}]"))
    assert (ruling.verdict, ruling.depends_on) == (verdict, ())


def test_enchant_that_isnt_stated_is_open(put: Ask) -> None:
    """If the enchant ability isn't stated, the answer depends on it."""
    assert put("can-attach A C", board("aura")).depends_on == ("objects.A.enchant",)


@pytest.mark.parametrize(
    ("day", "host", "enchant", "verdict"),
    [
        ("2002-10-07", "C", "creature", "yes"),
        ("2003-12-01", "C", "creature", "yes"),
        ("2004-02-01", "C", "creature", "no"),
        ("2006-10-01", "C", "creature", "no"),
        ("2006-10-01", "p2", "player", "yes"),
        ("2007-05-01", "p2", "player", "no"),
        ("2026-01-16", "p2", "player", "no"),
        ("2026-01-16", "C", "creature", "no"),
    ],
)
def test_auras_that_are_creatures(put: Ask, day: str, host: str, enchant: str, verdict: str) -> None:
    """303.4d: an Aura that is a creature can't enchant objects since 2004-02, nor players since 2007-05."""
    text = board("aura", f"enchant: [{enchant}]", types="enchantment, creature")
    assert put(f"can-attach A {host}", text, day=day).verdict == verdict


@pytest.mark.parametrize("day", ["2002-10-07", "2005-02-01", "2006-10-01", "2026-01-16"])
def test_auras_never_enchant_themselves(put: Ask, day: str) -> None:
    """303.4d: an Aura can't enchant itself in any edition."""
    ruling = put("can-attach A A", board("aura", "enchant: [enchantment]"), day=day)
    assert ruling.verdict == "no"


def test_local_enchantments(put: Ask) -> None:
    """214.8c, 212.4d: a local enchantment can be attached only to objects that its type line names."""
    text = board("'enchant creature'", "enchant: [creature]", types="enchantment")
    assert put("can-attach A C", text, day="2002-10-07").verdict == "yes"
    assert put("can-attach A L", text, day="2002-10-07").verdict == "no"
    assert cited_numbers(put("can-attach A L", text, day="2004-02-01")) == ["212.4d"]
    no_enchant = board("aura")
    assert put("can-attach A C", no_enchant, day="2002-10-07").depends_on == ("objects.A.enchant",)


@pytest.mark.parametrize(
    ("effect", "kind", "verdict"),
    [
        ("{says: cant, does: be-attached, objects: [C]}", "aura", "no"),
        ("{says: cant, does: be-attached, objects: [C]}", "equipment", "no"),
        ("{says: cant, does: be-attached, objects: [C], quality: [Aura]}", "aura", "no"),
        ("{says: cant, does: be-attached, objects: [C], quality: [Aura]}", "equipment", "yes"),
        ("{says: cant, does: be-attached, objects: [C], to: [L]}", "aura", "yes"),
        ("{says: cant, does: be-attached, objects: [L]}", "aura", "yes"),
        ("{says: cant, does: be-attached, objects: [C], applies: no}", "aura", "yes"),
        ("{says: cant, does: be-attached, objects: [A]}", "aura", "no"),
    ],
)
def test_effects_that_forbid_attaching(put: Ask, effect: str, kind: str, verdict: str) -> None:
    """303.4: an effect can forbid attaching anything to C, attaching Auras to C, or attaching A."""
    ruling = put("can-attach A C", board(kind, "enchant: [creature]", effects=effect))
    assert ruling.verdict == verdict


def test_one_of_several_effects_is_enough(put: Ask) -> None:
    """303.4: an Aura can't be attached if one effect forbids it, even if another forbids only Equipment."""
    effect = "{says: cant, does: be-attached, objects: [C]}"
    effects = f"{effect}, {effect[:-1]}, quality: [equipment]}}"
    assert put("can-attach A C", board("aura", "enchant: [creature]", effects=effects)).verdict == "no"


def test_players_who_cant_be_enchanted(put: Ask) -> None:
    """303.4: effects can keep a player from being enchanted."""
    effect = "{says: cant, does: be-attached, players: [p2]}"
    assert put("can-attach A p2", board("aura", "enchant: [player]", effects=effect)).verdict == "no"


@pytest.mark.parametrize(
    ("kind", "protection", "verdict", "rule"),
    [
        ("aura", "protection from white", "no", "702.16c"),
        ("aura", "protection from enchantments", "no", "702.16c"),
        ("aura", "protection from red", "yes", None),
        ("aura", "protection from artifacts", "yes", None),
        ("equipment", "protection from artifacts", "no", "702.16d"),
        ("equipment", "protection from white", "no", "702.16d"),
        ("equipment", "protection from black", "yes", None),
        ("equipment", "flying", "yes", None),
    ],
)
def test_protection(put: Ask, kind: str, protection: str, verdict: str, rule: str | None) -> None:
    """702.16c, 702.16d: protection from a quality keeps attachments with the quality from being attached."""
    ruling = put("can-attach A C", board(kind, "enchant: [creature]", keywords=f"'{protection}'"))
    assert ruling.verdict == verdict
    assert verdict == "yes" or cited_numbers(ruling) == [rule]


@pytest.mark.parametrize(
    ("kind", "day", "verdict"),
    [
        ("aura", "2002-10-07", "no"),
        ("aura", "2006-10-01", "no"),
        ("equipment", "2004-02-01", "no"),
        ("equipment", "2006-10-01", "no"),
        ("equipment", "2007-05-01", "no"),
    ],
)
def test_protection_through_time(put: Ask, kind: str, day: str, verdict: str) -> None:
    """502.7: in older editions, too, protection forbids attachments with the quality."""
    text = board(kind, "enchant: [creature]", keywords="protection from white")
    assert put("can-attach A C", text, day=day).verdict == verdict


def test_protection_of_players_and_lands(put: Ask) -> None:
    """702.16c, 702.16d: since 2007-05 protection also guards players from Auras and lands from Fortifications."""
    player = board("aura", "enchant: [player]").replace("p2: ,", "p2: {keywords: [protection from white]},")
    assert put("can-attach A p2", player).verdict == "no"
    assert put("can-attach A p2", player, day="2006-10-01").verdict == "yes"
    land = board("fortification").replace("tapped: no}", "tapped: no, keywords: [protection from artifacts]}")
    assert put("can-attach A L", land).verdict == "no"


def test_equipment_is_assumed_not_to_be_a_creature(put: Ask) -> None:
    """With `usual: yes`, an Equipment without stated types is assumed not to be a creature."""
    text = "usual: yes\nobjects: [{id: A, subtypes: [equipment]}, {id: B, types: [creature]}]"
    ruling = put("can-attach A B", text)
    assert ruling.verdict == "yes"
    assert "A isn't also a creature" in ruling.assumptions
    open_types = """closed: [battlefield]
objects:
  - {id: A, zone: battlefield, subtypes: [equipment]}
  - {id: B, zone: battlefield, types: [creature]}
"""
    assert put("can-attach A B", open_types).depends_on == ("objects.A.types",)


# --- attaching -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "host", "day", "answer", "rule"),
    [
        ("equipment", "C", "2026-01-16", "C", "301.5"),
        ("equipment", "L", "2026-01-16", "O", "301.5b"),
        ("equipment", "L", "2010-02-01", "none", "301.5b"),
        ("equipment", "L", "2010-04-23", "O", "301.5b"),
        ("equipment", "L", "2006-02-01", "O", "212.2h"),
        ("equipment", "L", "2004-02-01", "O", "212.2g"),
        ("aura", "L", "2026-01-16", "O", "303.4j"),
        ("aura", "L", "2012-10-01", "O", "303.4h"),
        ("aura", "L", "2004-02-01", "O", "212.4e"),
        ("aura", "C", "2026-01-16", "C", "702.5a"),
    ],
)
def test_result_of_attaching(put: Ask, kind: str, host: str, day: str, answer: str, rule: str) -> None:
    """301.5b, 303.4j: an attachment that can't be attached doesn't move. In 2010-02 an Equipment became unattached."""
    ruling = put(f"attach A {host}", board(kind, "enchant: [creature], attached_to: O"), day=day)
    assert (ruling.verdict, ruling.value) == ("yes", answer)
    assert rule in cited_numbers(ruling)


def test_unstated_facts_of_attaching(put: Ask) -> None:
    """The result depends on the facts that decide whether A moves and, if A doesn't move, on its present host."""
    text = board("equipment").replace("closed: [battlefield]\n", "")
    assert put("attach A L", text).depends_on == ("objects.A.attached_to",)
    assert put("attach A C", board("aura")).depends_on == ("objects.A.enchant",)


# --- "enchanted", "equipped" and control ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "host", "day", "answer"),
    [
        ("aura", "C", "2012-10-01", "C"),
        ("", "C", "2012-10-01", "none"),
        ("", "C", "2013-09-27", "C"),
        ("aura", "C", "2026-01-16", "C"),
        ("aura", "none", "2026-01-16", "none"),
        ("aura", "none", "2012-10-01", "none"),
        ("aura", "C", "2008-02-01", "C"),
        ("aura", "none", "2008-02-01", "none"),
        ("", "C", "2008-02-01", "none"),
        ("equipment", "C", "2026-01-16", "C"),
        ("equipment", "L", "2026-01-16", "none"),
        ("equipment", "none", "2026-01-16", "none"),
        ("equipment", "C", "2012-10-01", "C"),
        ("equipment", "none", "2012-10-01", "none"),
    ],
)
def test_meaning_of_enchanted_and_equipped(put: Ask, kind: str, host: str, day: str, answer: str) -> None:
    """303.4m, 301.5f: the words mean the host. Until 2013-05 they did only in abilities of Auras and Equipment."""
    ruling = put("refers-to A", board(kind, f"attached_to: {host}"), day=day)
    assert (ruling.verdict, ruling.value) == ("yes", answer)


@pytest.mark.parametrize(
    ("concept", "kind", "host", "day", "refers"),
    [
        ("enchanted-object", "aura", "C", "2012-10-01", True),
        ("enchanted-object", "aura", "none", "2012-10-01", False),
        ("enchanted-object", "equipment", "C", "2012-10-01", False),
        ("equipped-creature", "aura", "C", "2026-01-16", True),
        ("equipped-creature", "equipment", "none", "2026-01-16", False),
    ],
)
def test_enchanted_and_equipped_without_a_meaning(
    says: Says, concept: str, kind: str, host: str, day: str, *, refers: bool
) -> None:
    """303.4m, 301.5f: the words mean nothing without a host. Until 2013-05 “enchanted” needed an Aura."""
    assert says(concept, board(kind, f"attached_to: {host}"), "A", day=day) is refers


@pytest.mark.parametrize("kind", ["equipment", "aura"])
def test_host_controller_cant_activate_abilities(put: Ask, kind: str) -> None:
    """301.5d, 303.4e: the controller of the host can't activate abilities of the attachment."""
    text = board(kind, "attached_to: C, abilities: [{kind: activated}]")
    refused = put("can-activate A", text, by="p2")
    assert refused.verdict == "no"
    assert {"equipment": "301.5d", "aura": "303.4e"}[kind] in cited_numbers(refused)


@pytest.mark.parametrize(
    ("subtypes", "zone", "target", "speaks", "so"),
    [
        ("aura", "stack", "C", True, True),
        ("aura", "stack", "L", True, False),
        ("aura", "battlefield", "C", False, None),
        ("equipment", "stack", "C", False, None),
    ],
)
def test_target_of_an_aura_spell(subtypes: str, zone: str, target: str, speaks: bool, so: bool | None) -> None:
    """303.4a: the enchant ability defines the target of an Aura spell. It says nothing about other objects."""
    text = change(
        board(subtypes, "enchant: [creature]"),
        ("id: A, zone: battlefield", f"id: A, zone: {zone}"),
        ("closed: [battlefield]", "closed: [battlefield, stack]"),
    )
    now = situation(text).with_law(Law(None, date(2026, 1, 16)))
    rule = now.law.rule("aura-target")
    assert rule is not None
    source, thing = now.object("A"), now.object(target)
    assert rule.applies_to(now, source, thing).value is speaks
    if so is not None:
        assert rule.evaluate(now, source, thing).value is so
