"""Targets: 115, 601.2c, 601.2d, hexproof, shroud, protection (702.11, 702.16, 702.18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.kb.rulings.encoded.casting.test_casting_times import Says

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

SOURCE = "id: S, zone: stack, controller: p1, types: [instant], colors: [red]"
TARGET = "id: T, zone: battlefield, controller: p2, types: [creature], colors: [black]"


def aimed(source: str = "", target: str = "keywords: []", p2: str = "", more: str = "") -> str:
    """Return a red instant S of p1 and a black creature T of p2, whose facts `source` and `target` override."""
    return (
        f"players: {{p1: , p2: {{{p2}}}}}\n"
        f"objects: [{{{_override(SOURCE, source)}}}, {{{_override(TARGET, target)}}}{', ' + more if more else ''}]\n"
    )


def _override(facts: str, changes: str) -> str:
    for change in filter(None, changes.split("; ")):
        name = change.partition(":")[0]
        kept = [each for each in facts.split(", ") if not each.startswith(f"{name}:")]
        facts = ", ".join([*kept, change])
    return facts


@pytest.mark.parametrize(
    ("target", "verdict", "number"),
    [
        ("keywords: []", "yes", "115.2"),
        ("keywords: [shroud]", "no", "702.18a"),
        ("keywords: [hexproof]", "no", "702.11b"),
        ("keywords: [hexproof]; controller: p1", "yes", "115.2"),
        ("keywords: [hexproof from red]", "no", "702.11d"),
        ("keywords: [hexproof from blue]", "yes", "115.2"),
        ("keywords: [hexproof from red]; controller: p1", "yes", "115.2"),
        ("keywords: [hexproof from each color]", "no", "702.11g"),
        ("keywords: [hexproof from each color]; controller: p1", "yes", "115.2"),
        ("keywords: [protection from red]", "no", "702.16b"),
        ("keywords: [protection from red]; controller: p1", "no", "702.16b"),
        ("keywords: [protection from blue]", "yes", "115.2"),
        ("keywords: [protection from blue and from red]", "no", "702.16b"),
        ("keywords: [protection from instants]", "no", "702.16b"),
        ("keywords: [protection from sorceries]", "yes", "115.2"),
        ("keywords: [protection from instant]", "no", "702.16b"),
        ("keywords: [protection from everything]", "no", "702.16j"),
        ("keywords: [protection from each color]", "no", "702.16h"),
        ("keywords: [protection from p1]", "no", "702.16k"),
        ("keywords: [protection from p2]", "yes", "115.2"),
        ("keywords: [protection from p1, protection from p2]", "no", "702.16k"),
        ("keywords: ['ward {2}']", "yes", "115.2"),
        ("keywords: []; zone: graveyard", "no", "115.2"),
        ("keywords: []; phased_out: yes", "no", "115.2"),
    ],
)
def test_what_can_be_targeted(put: Ask, target: str, verdict: str, number: str) -> None:
    """702.11, 702.16, 702.18: hexproof, protection and shroud decide whether S can target T."""
    ruling = put("can-target S T", aimed("can_target: [creature]", target))
    assert ruling.verdict == verdict
    assert number in {cited.number for cited in ruling.citations}


@pytest.mark.parametrize(
    ("target", "path"),
    [("", "objects.T.keywords"), ("keywords: [hexproof]; controller: null", "objects.T.controller")],
)
def test_what_it_depends_on(put: Ask, target: str, path: str) -> None:
    """Unstated keyword abilities and controllers leave the answer open."""
    assert path in put("can-target S T", aimed("", target)).depends_on


def test_hexproof_of_a_permanent(put: Ask) -> None:
    """702.11b, and not 702.11c for players, is cited for hexproof of a permanent."""
    numbers = {cited.number for cited in put("can-target S T", aimed("", "keywords: [hexproof]")).citations}
    assert {"702.11b", "702.11c"} & numbers == {"702.11b"}


def test_colourless_source(put: Ask) -> None:
    """A colourless spell can target a creature with protection, or hexproof, from each colour."""
    for keyword in ("protection", "hexproof"):
        text = aimed("colors: []", f"keywords: [{keyword} from each color]")
        assert put("can-target S T", text).verdict == "yes"


@pytest.mark.parametrize(
    ("words", "target", "verdict"),
    [
        ("creature", "keywords: []", "yes"),
        ("land", "keywords: []", "no"),
        ("land, creature", "keywords: []", "yes"),
        ("permanent", "keywords: []", "yes"),
        ("nonblack creature", "keywords: []", "no"),
        ("nonred creature", "keywords: []", "yes"),
        ("creature you control", "keywords: []", "no"),
        ("creature you don't control", "keywords: []", "yes"),
        ("creature an opponent controls", "keywords: []", "yes"),
        ("creature with flying", "keywords: [flying]", "yes"),
        ("creature with flying", "keywords: []", "no"),
        ("creature without flying", "keywords: []", "yes"),
        ("creature with power 2 or less", "keywords: []; power: 2", "yes"),
        ("creature with power 2 or less", "keywords: []; power: 3", "no"),
        ("creature with toughness 4 or greater", "keywords: []; toughness: 4", "yes"),
        ("permanent with mana value 2", "keywords: []; mana_value: 3", "no"),
        ("tapped creature", "keywords: []; tapped: yes", "yes"),
        ("untapped creature", "keywords: []; tapped: yes", "no"),
        ("attacking creature", "keywords: []; attacking: p1", "yes"),
        ("legendary creature", "keywords: []; supertypes: []", "no"),
        ("multicolored creature", "keywords: []", "no"),
        ("monocolored creature", "keywords: []", "yes"),
        ("colorless creature", "keywords: []", "no"),
        ("goblin", "keywords: []; subtypes: [goblin]", "yes"),
        ("creature token", "keywords: []; token: no", "no"),
        ("player", "keywords: []", "no"),
        ("any", "keywords: []", "yes"),
        ("any target", "keywords: []; types: [artifact]", "no"),
        ("any", "keywords: []; types: [planeswalker]", "yes"),
        ("any", "keywords: []; types: [battle]", "yes"),
        ("any, land", "keywords: []; types: [land]", "yes"),
        ("any, land", "keywords: []", "yes"),
        ("any, land", "keywords: []; types: [artifact]", "no"),
        ("creature card in a graveyard", "keywords: []; zone: graveyard", "yes"),
        ("creature card in a graveyard", "keywords: []", "no"),
        ("land card in a graveyard", "keywords: []; zone: graveyard", "no"),
        ("spell", "keywords: []", "no"),
        ("spell", "keywords: []; zone: stack", "yes"),
        ("creature spell", "keywords: []; zone: stack", "yes"),
        ("instant spell", "keywords: []; zone: stack", "no"),
        ("creature", "keywords: []; zone: stack", "no"),
    ],
)
def test_words_after_target(put: Ask, words: str, target: str, verdict: str) -> None:
    """115.1a, 115.2, 115.4: the phrase after "target" describes a permanent unless it says otherwise."""
    assert put("can-target S T", aimed(f"can_target: [{words}]", target)).verdict == verdict


def test_zone_of_the_target_without_words(put: Ask) -> None:
    """115.2: whether a card in a graveyard can be targeted depends on the spell's words."""
    ruling = put("can-target S T", aimed("", "keywords: []; zone: graveyard"))
    assert ruling.depends_on == ("objects.S.can_target",)


def test_any_target_through_time(put: Ask, says: Says) -> None:
    """115.4: "any target" includes battles since 2023-04-14, but never an artifact or an object in exile."""
    battle = aimed("can_target: [any]", "keywords: []; types: [battle]")
    assert put("can-target S T", battle, day="2022-10-07").verdict == "no"
    assert put("can-target S T", battle, day="2023-04-14").verdict == "yes"
    for kind, verdict in (("creature", "yes"), ("planeswalker", "yes"), ("artifact", "no")):
        text = aimed("can_target: [any]", f"keywords: []; types: [{kind}]")
        assert put("can-target S T", text, day="2019-07-12").verdict == verdict
    assert put("can-target S p2", aimed("can_target: [any]"), day="2019-07-12").verdict == "yes"
    assert says("any-target", aimed("can_target: [any]", "keywords: []; zone: exile"), "S", "T") is False
    assert (
        put("can-target S T", aimed("can_target: [any]", "keywords: []; zone: exile"), day="2019-07-12").verdict == "no"
    )
    assert put("can-target S T", aimed("can_target: [any]", "keywords: []; zone: exile")).verdict == "no"


@pytest.mark.parametrize(
    ("p2", "words", "verdict"),
    [
        ("", "any", "yes"),
        ("", "player", "yes"),
        ("", "opponent", "yes"),
        ("", "creature", "no"),
        ("keywords: [hexproof]", "player", "no"),
        ("keywords: [shroud]", "player", "no"),
        ("keywords: [protection from red]", "player", "no"),
        ("keywords: [protection from everything]", "player", "no"),
    ],
)
def test_players_as_targets(put: Ask, says: Says, p2: str, words: str, verdict: str) -> None:
    """702.11c, 702.18a, 702.16b: hexproof, shroud and protection of a player forbid targeting."""
    text = aimed(f"can_target: [{words}]", p2=p2)
    ruling = put("can-target S p2", text)
    assert ruling.verdict == verdict
    if p2 == "keywords: [hexproof]":
        assert {"702.11b", "702.11c"} & {cited.number for cited in ruling.citations} == {"702.11c"}
        assert says("hexproof-player", text, "S", "p2") is True
        assert put("can-target S p2", text.replace("controller: p1", "controller: p2")).verdict == "yes"


def test_opponents_in_a_team_game(put: Ask) -> None:
    """A spell can target the creature with hexproof of a teammate."""
    text = aimed("", "keywords: [hexproof]").replace(
        "players: {p1: , p2: {}}", "players: {p1: {team: a}, p2: {team: a}}"
    )
    assert put("can-target S T", text).verdict == "yes"


def test_own_opponent(put: Ask) -> None:
    """No player is their own opponent."""
    assert put("can-target S p1", aimed("can_target: [opponent]")).verdict == "no"


def test_players_with_protection_since_2007(says: Says) -> None:
    """502.7b: protection forbids targeting permanents in 2005, and players since 2007-05-01."""
    text = aimed(p2="keywords: [protection from red]", target="keywords: [protection from red]")
    assert says("protection-from-targeting", text, "S", "T", day="2005-02-01") is True
    assert says("protection-from-targeting", text, "S", "p2", day="2007-05-01") is True


def test_player_isnt_protected_before_2007(put: Ask) -> None:
    """Until 2006-10-01 protection doesn't keep a player from being targeted."""
    text = aimed("can_target: [player]", p2="keywords: [protection from red]")
    assert put("can-target S p2", text, day="2006-10-01").verdict == "yes"
    assert put("can-target S p2", text, day="2007-05-01").verdict == "no"


def test_ability_has_the_qualities_of_its_source(put: Ask) -> None:
    """702.16b: an ability has the qualities of its source."""
    more = "{id: R, zone: battlefield, controller: p1, types: [creature], colors: [red]}"
    text = aimed("colors: []; types: []; source: R", "keywords: [protection from red]", more=more)
    assert put("can-target S T", text).verdict == "no"
    assert put("can-target S T", text.replace("source: R", "x: 1")).verdict == "yes"


def test_spell_cant_target_itself(put: Ask, says: Says) -> None:
    """115.5: a spell can't target itself."""
    text = aimed("can_target: [spell]; keywords: []")
    ruling = put("can-target S S", text)
    assert (ruling.verdict, ruling.citations[0].number) == ("no", "115.5")
    assert put("can-target S T", aimed("can_target: [spell]", "keywords: []; zone: stack")).verdict == "yes"


def test_cant_be_targeted(put: Ask) -> None:
    """101.2: an object that can't be targeted, as an effect says, isn't a legal target."""
    text = aimed() + "effects: [{says: cant, does: be-targeted, objects: [T]}]\n"
    assert put("can-target S T", text).verdict == "no"


# --- all targets ---------------------------------------------------------------------------------------------

LAND = "{id: L, zone: battlefield, controller: p2, types: [artifact, land], colors: [], keywords: []}"


@pytest.mark.parametrize(
    ("source", "targets", "verdict"),
    [
        ("can_target: [creature]", "[T]", "yes"),
        ("can_target: [creature]", "[T, T]", "no"),
        ("can_target: [creature, land]", "[T, L]", "yes"),
        ("can_target: [artifact, land]; target_words: 2", "[L, L]", "yes"),
        ("can_target: [artifact, land]; target_words: 2", "[L, T]", "no"),
        ("can_target: [artifact, land]; target_words: 2", "[T, L]", "no"),
        ("can_target: [creature]", "[L]", "no"),
        ("can_target: [creature]", "[]", "yes"),
    ],
)
def test_choice_of_targets(put: Ask, source: str, targets: str, verdict: str) -> None:
    """601.2c, 115.3: each target must fit its words, and be chosen once for each instance of "target"."""
    text = aimed(source, more=LAND) + f"proposed: {{targets: {targets}}}\n"
    ruling = put("legal-targets S", text)
    assert ruling.verdict == verdict
    assert {"601.2c"} <= {cited.number for cited in ruling.citations}


def test_same_target_before_2005(put: Ask) -> None:
    """409.1c: until 2004-02-01 the same target couldn't be chosen twice for one spell."""
    text = aimed("can_target: [artifact, land]; target_words: 2", more=LAND) + "proposed: {targets: [L, L]}\n"
    assert put("legal-targets S", text, day="2004-02-01").verdict == "no"
    assert put("legal-targets S", text.replace("[L, L]", "[L]"), day="2004-02-01").verdict == "yes"
    assert put("legal-targets S", text, day="2005-02-01").verdict == "yes"


def test_targets_not_stated(put: Ask) -> None:
    """The answer depends on the proposed targets."""
    assert put("legal-targets S", aimed()).depends_on == ("proposed.targets",)


@pytest.mark.parametrize(("division", "verdict"), [("{T: 1, L: 2}", "yes"), ("{T: 0, L: 3}", "no"), ("{T: 3}", "no")])
def test_division(put: Ask, division: str, verdict: str) -> None:
    """601.2d: if something such as damage is divided, each target must get at least 1."""
    text = aimed("can_target: [permanent]", more=LAND) + f"proposed: {{targets: [T, L], division: {division}}}\n"
    ruling = put("legal-targets S", text)
    assert ruling.verdict == verdict
    assert "601.2d" in {cited.number for cited in ruling.citations}


def test_casting_needs_legal_targets(put: Ask) -> None:
    """601.2e: a spell can't be cast with illegal proposed targets."""
    text = "game: {priority: p1}\n" + aimed("can_target: [creature]; zone: hand; owner: p1; keywords: []", more=LAND)
    assert put("can-cast S", text + "proposed: {targets: [T]}\n").verdict == "yes"
    ruling = put("can-cast S", text + "proposed: {targets: [L]}\n")
    assert ruling.verdict == "no"
    assert "601.2e" in {cited.number for cited in ruling.citations}


def test_targeted_only_with_a_target(put: Ask) -> None:
    """115.6: a spell without chosen targets isn't targeted."""
    assert put("targeted S", aimed("targets: [T]")).verdict == "yes"
    assert put("targeted S", aimed("targets: []")).verdict == "no"
    assert put("targeted S", aimed()).depends_on == ("objects.S.targets",)


@pytest.mark.parametrize(
    ("source", "verdict", "number"),
    [
        ("types: [enchantment]; subtypes: [aura]; targets: []", "yes", "115.1b"),
        ("types: [enchantment]; subtypes: [aura]; zone: battlefield; targets: []", "no", None),
        ("types: [enchantment]; subtypes: [shrine]; targets: []", "no", None),
        ("types: [enchantment]; subtypes: [shrine]; targets: [T]", "yes", "115.6"),
    ],
)
def test_aura_spells_are_always_targeted(put: Ask, source: str, verdict: str, number: str | None) -> None:
    """115.1b: an Aura spell is targeted even without stated targets. An Aura permanent isn't targeted."""
    ruling = put("targeted S", aimed(source))
    assert ruling.verdict == verdict
    if number:
        assert number in {cited.number for cited in ruling.citations}


@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        ("types: [enchantment]; enchant: [creature]; targets: []", "yes"),
        ("types: [enchantment]; enchant: [creature]; zone: battlefield; targets: []", "no"),
        ("types: [enchantment]; subtypes: [shrine]; targets: []", "no"),
    ],
)
def test_local_enchantment_spells_are_always_targeted(put: Ask, source: str, verdict: str) -> None:
    """415.3: before the subtype Aura, a spell with an enchant ability is targeted."""
    assert put("targeted S", aimed(source), day="2004-01-01").verdict == verdict


@pytest.mark.parametrize(
    ("targets", "count", "only"),
    [("[T]", 1, "yes"), ("[T, T]", 2, "yes"), ("[T, L]", 2, "no"), ("[L]", 1, "no"), ("[]", 0, "no")],
)
def test_number_of_targets(put: Ask, targets: str, count: int, only: str) -> None:
    """115.9a: each choice of a target counts. 115.9c: "only" means that all choices are the same object."""
    text = aimed(f"targets: {targets}", more=LAND)
    assert put("number-of-targets S", text).value == count
    assert put("targets-only S T", text).verdict == only
    assert put("targets-only S T", aimed(more=LAND)).depends_on == ("objects.S.targets",)


MUTATE = """closed: [battlefield, stack]
players: {p1: , p2: }
objects:
  - {id: S, zone: stack, controller: p1, owner: p1, card: yes, types: [creature], keywords: ["mutate {2}{G}"],
     alternative_costs: [mutate], targets: [B], colors: [green]}
  - {id: H, zone: battlefield, controller: p1, owner: p1, types: [creature], subtypes: [human, wizard]}
  - {id: B, zone: battlefield, controller: p1, owner: p1, types: [creature], subtypes: [bear]}
  - {id: C, zone: battlefield, controller: p1, owner: p2, types: [creature], subtypes: [bear]}
  - {id: D, zone: battlefield, controller: p2, owner: p1, types: [creature], subtypes: [bear]}
  - {id: L, zone: battlefield, controller: p1, owner: p1, types: [land]}
"""


@pytest.mark.parametrize(
    ("target", "verdict"), [("H", "no"), ("B", "yes"), ("C", "no"), ("D", "yes"), ("L", "no"), ("p2", "no")]
)
def test_mutating_spell(put: Ask, target: str, verdict: str) -> None:
    """702.140a: it targets a non-Human creature with the same owner as the spell, whoever controls the creature."""
    assert put(f"can-target S {target}", MUTATE).verdict == verdict


def test_mutating_spell_resolves(put: Ask) -> None:
    """702.140b, c: it merges with a legal target. With an illegal target it enters as a creature."""
    assert put("resolves-to S", MUTATE).value == {"zone": "battlefield", "controller": "p1", "merges_with": "B"}
    at_human = MUTATE.replace("targets: [B]", "targets: [H]")
    assert put("resolves-to S", at_human).value == {"zone": "battlefield", "controller": "p1"}
    assert put("resolves S", at_human).verdict == "yes"
    unstated = MUTATE.replace("targets: [B], ", "")
    assert put("resolves-to S", unstated).depends_on == ("objects.S.targets",)


@pytest.mark.parametrize(("paid", "verdict"), [("[overload]", "no"), ("[]", "yes")])
def test_an_overloaded_spell_has_no_targets(put: Ask, paid: str, verdict: str) -> None:
    """702.96b: a spell whose overload cost is paid doesn't require any targets."""
    text = f"""usual: yes
players: {{p1: {{}}, p2: {{}}}}
objects:
  - {{id: S, zone: stack, controller: p1, types: [instant], can_target: [creature], keywords: ["overload {{4}}"],
     alternative_costs: {paid}}}
  - {{id: B, zone: battlefield, controller: p2, types: [creature], keywords: []}}
"""
    assert put("can-target S B", text).verdict == verdict
