"""Battles, sectors, speed, dungeons, commanders, schemes, phenomena (704.5t to 704.5z, 704.6d to 704.6f)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.kb.rulings.boards import permanents

if TYPE_CHECKING:
    from kb.rulings.engine.state_based_checks import PerformedAction
    from tests.kb.rulings.conftest import Ask

Performed = Callable[..., set[tuple[str, str, str]]]
SIEGE = "controller: p1, types: [battle], subtypes: [Siege], counters: {defense: 3}"


def action_of(put: Ask, concept: str, text: str, day: str = "2026-01-16") -> PerformedAction | None:
    """Return the action performed by a rule, or None."""
    return next((each for each in put("sba", text, day=day).actions if each.citation.concept == concept), None)


# --- battles -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "day", "acts"),
    [
        ("protector: none", "2026-01-16", True),
        ("protector: p2", "2026-01-16", False),
        ("protector: none, phased_out: yes", "2026-01-16", False),
        ("protector: none", "2022-10-07", False),
    ],
)
def test_battle_without_a_protector(put: Ask, facts: str, day: str, acts: bool) -> None:
    """704.5w: since 2023-04-14 a battle's controller chooses a protector, for a Siege an opponent."""
    found = action_of(put, "battle-without-protector", permanents(f"{SIEGE}, {facts}"), day)
    assert (found is not None) is acts
    if found is not None and found.action.choice is not None:
        assert (found.action.kind, found.action.choice.player, found.action.choice.among) == (
            "choose-protector", "p1", ("p2",)
        )  # fmt: skip


def test_protector_who_has_left_the_game(put: Ask) -> None:
    """704.5w: a new protector is chosen if the present one has left the game."""
    text = permanents(f"{SIEGE}, protector: p3").replace("p2: }", "p2: , p3: {lost: yes}}")
    found = action_of(put, "battle-without-protector", text)
    assert found is not None and found.action.choice is not None and found.action.choice.among == ("p2",)
    assert action_of(put, "battle-without-protector", text.replace("lost: yes", "lost: no")) is None
    assert action_of(put, "battle-without-protector", text.replace("protector: p3", "protector: p2")) is None


@pytest.mark.parametrize(
    ("phase", "attacking", "acts"), [("combat", "A", False), ("combat", "p2", True), ("combat", "none", True),
                                     ("main", "none", True), ("main", "A", True)]
)  # fmt: skip
def test_attacked_battle_gets_no_protector(put: Ask, phase: str, attacking: str, acts: bool) -> None:
    """704.5w: no protector is chosen while a creature attacks the battle."""
    creature = f"controller: p1, types: [creature], toughness: 2, damage: 0, attacking: {attacking}"
    text = f"game: {{phase: {phase}}}\n" + permanents(f"{SIEGE}, protector: none", creature)
    assert (action_of(put, "battle-without-protector", text) is not None) is acts


def test_battle_without_a_type_is_its_controllers(put: Ask) -> None:
    """310.8a: the controller of a battle without a battle type is its protector."""
    found = action_of(put, "battle-without-protector", permanents(SIEGE.replace("[Siege]", "[]") + ", protector: none"))
    assert found is not None and found.action.choice is not None and found.action.choice.among == ("p1",)


@pytest.mark.parametrize(("protector", "acts"), [("p1", True), ("p2", False)])
def test_siege_protected_by_its_controller(put: Ask, protector: str, acts: bool) -> None:
    """704.5x: an opponent becomes the protector of a Siege, whether it is attacked or not."""
    text = permanents(f"{SIEGE}, protector: {protector}")
    found = action_of(put, "siege-of-its-protector", text)
    assert (found is not None) is acts
    if found is not None and found.action.choice is not None:
        assert found.action.choice.among == ("p2",)
    assert action_of(put, "siege-of-its-protector", text.replace("[battle]", "[artifact]")) is None
    assert action_of(put, "siege-of-its-protector", text.replace("[Siege]", "[Undercity]")) is None
    assert action_of(put, "siege-of-its-protector", text, "2022-10-07") is None


def test_no_player_can_be_chosen(put: Ask) -> None:
    """704.5w, 704.5x: a battle for which no player can be chosen is put into its owner's graveyard."""
    for protector, concept in (("none", "battle-without-protector"), ("p1", "siege-of-its-protector")):
        text = permanents(f"{SIEGE}, protector: {protector}").replace("p2: ", "p2: {lost: yes}")
        found = action_of(put, concept, text)
        assert found is not None and (found.action.kind, found.action.things) == ("graveyard", ("A",))


def test_protector_of_an_unknown_controller(put: Ask) -> None:
    """If the battle's controller isn't stated, the choice has no player and no candidates."""
    text = permanents(SIEGE.replace("controller: p1, ", "") + ", protector: none")
    found = action_of(put, "battle-without-protector", text)
    assert found is not None and found.action.choice is not None
    assert (found.action.choice.player, found.action.choice.among) == (None, ())


# --- sectors, speed ------------------------------------------------------------------------------------------

SCULPTOR = "controller: p1, types: [planeswalker], keywords: [space sculptor], counters: {loyalty: 3}"
CREATURE = "types: [creature], toughness: 2, damage: 0, sector: %s, controller: %s"


def test_creatures_get_sectors(put: Ask) -> None:
    """704.5u: players without a space sculptor choose first; a creature with a sector keeps it."""
    text = permanents(SCULPTOR, CREATURE % ("none", "p1"), CREATURE % ("none", "p2"), CREATURE % ("beta", "p2"))
    found = [each.action for each in put("sba", text).actions if each.citation.concept == "sector-designation"]
    assert [(each.things, each.choice.player) for each in found if each.choice] == [(("C",), "p2"), (("B",), "p1")]
    assert {each.choice.among for each in found if each.choice} == {("alpha", "beta", "gamma")}


@pytest.mark.parametrize(
    ("old", "new", "day"),
    [
        ("space sculptor", "flying", "2026-01-16"),
        ("controller: p1, types", "phased_out: yes, controller: p1, types", "2026-01-16"),
        ("[creature]", "[artifact]", "2026-01-16"),
        ("", "", "2022-09-08"),
    ],
)
def test_no_sector_designations(put: Ask, old: str, new: str, day: str) -> None:
    """No sector is chosen without a space sculptor, for a noncreature, or before 2022-10-07."""
    text = permanents(SCULPTOR, CREATURE % ("none", "p2")).replace(old, new, 1)
    assert action_of(put, "sector-designation", text, day) is None


@pytest.mark.parametrize(
    ("speed", "controller", "keyword", "day", "acts"),
    [
        (0, "p1", "start your engines!", "2026-01-16", True),
        (0, "p1", "Start your engines", "2026-01-16", True),
        (1, "p1", "start your engines!", "2026-01-16", False),
        (0, "p2", "start your engines!", "2026-01-16", False),
        (0, "p1", "flying", "2026-01-16", False),
        (0, "p1", "start your engines!", "2024-11-08", False),
        (0, "p1, phased_out: yes", "start your engines!", "2026-01-16", False),
    ],
)
def test_start_your_engines(
    performed: Performed, speed: int, controller: str, keyword: str, day: str, acts: bool
) -> None:
    """704.5z: since 2025-02-07 a player without speed who controls "Start your engines!" gets speed 1."""
    text = permanents(f'types: [artifact], controller: {controller}, keywords: ["{keyword}"]')
    found = performed(text.replace("p1: ", f"p1: {{speed: {speed}}}", 1), day=day)
    assert (("first-speed", "set-speed", "p1") in found) is acts


def test_speed_becomes_one(put: Ask) -> None:
    """704.5z: the speed is set once; the next check performs nothing."""
    text = permanents('types: [artifact], controller: p1, keywords: ["start your engines!"]')
    found = put("sba", text.replace("p1: ", "p1: {speed: 0}", 1)).actions
    assert [(each.action.changes, each.check_number) for each in found] == [((("p1", "speed", 1),), 1)]


# --- the command zone ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "day", "acts"),
    [
        ("zone: command, room: 4, bottom_room: 4, pending_ability: no", "2026-01-16", True),
        ("zone: command, room: 3, bottom_room: 4, pending_ability: no", "2026-01-16", False),
        ("zone: command, room: 4, bottom_room: 4, pending_ability: yes", "2026-01-16", False),
        ("zone: outside, room: 4, bottom_room: 4, pending_ability: no", "2026-01-16", False),
        ("zone: command, room: 4, bottom_room: 4, pending_ability: no", "2021-04-22", False),
    ],
)
def test_dungeon_completed(performed: Performed, facts: str, day: str, acts: bool) -> None:
    """704.5t: since 2021-07-23 a dungeon is removed if its marker is on the bottommost room and no ability waits."""
    found = performed(f"objects: [{{id: D, types: [dungeon], {facts}}}]", day=day)
    assert (("dungeon-completed", "remove-from-game", "D") in found) is acts


COMMANDER = (
    "game: {variant: %s}\nplayers: {p1: , p2: }\nobjects: [{id: C, owner: p1, controller: p2, %s}]\nhistory: {%s}"
)


@pytest.mark.parametrize(
    ("variant", "facts", "since", "day", "acts"),
    [
        ("commander", "zone: graveyard, commander: yes", "yes", "2026-01-16", True),
        ("commander", "zone: exile, commander: yes", "yes", "2020-07-03", True),
        ("brawl", "zone: exile, commander: yes", "yes", "2026-01-16", True),
        ("normal", "zone: exile, commander: yes", "yes", "2026-01-16", False),
        ("commander", "zone: hand, commander: yes", "yes", "2026-01-16", False),
        ("commander", "zone: graveyard, commander: no", "yes", "2026-01-16", False),
        ("commander", "zone: graveyard, commander: yes", "no", "2026-01-16", False),
        ("commander", "zone: graveyard, commander: yes", "yes", "2020-06-01", False),
    ],
)
def test_commander_returns(put: Ask, variant: str, facts: str, since: str, day: str, acts: bool) -> None:
    """704.6d: since 2020-07-03 the owner may return a commander that was put there since the last check."""
    text = COMMANDER % (variant, facts, f"put_there_since_check: {{C: {since}}}")
    found = action_of(put, "commander-return", text, day)
    assert (found is not None) is acts
    if found is not None and found.action.choice is not None:
        assert (found.action.kind, found.action.choice.player) == ("command-zone", "p1")


DYING = "types: [creature], zone: battlefield, toughness: 2, damage: 2, keywords: [], subtypes: []"


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("2009-07-11", [("lethal-damage", 1)]),
        ("2010-02-01", [("lethal-damage", 1), ("commander-instead", 1)]),
        ("2020-06-01", [("lethal-damage", 1), ("commander-instead", 1)]),
        ("2020-07-03", [("lethal-damage", 1), ("commander-return", 2)]),
        ("2026-01-16", [("lethal-damage", 1), ("commander-return", 2)]),
    ],
)
def test_dying_commander_through_time(put: Ask, day: str, expected: list[tuple[str, int]]) -> None:
    """Until 2020-06-01 an effect can replace a commander's death; since then an action of the next check returns it."""
    text = COMMANDER % ("commander", f"{DYING}, commander: yes", "deathtouch_damage: {C: no}")
    found = [(each.citation.concept, each.check_number) for each in put("sba", text, day=day).actions]
    assert sorted(found, key=lambda row: row[1]) == sorted(expected, key=lambda row: row[1])
    for other in (
        text.replace("commander: yes", "commander: no"),
        text.replace("variant: commander", "variant: normal"),
    ):
        assert [each.citation.concept for each in put("sba", other, day=day).actions] == ["lethal-damage"]


SCHEME = "zone: command, types: [scheme], supertypes: [], pending_ability: no"


@pytest.mark.parametrize(
    ("facts", "variant", "day", "acts"),
    [
        (SCHEME, "archenemy", "2026-01-16", True),
        (SCHEME, "archenemy", "2017-04-28", True),
        (SCHEME, "normal", "2026-01-16", False),
        (SCHEME, "archenemy", "2010-04-23", False),
        (SCHEME.replace("[]", "[ongoing]"), "archenemy", "2026-01-16", False),
        (SCHEME.replace("[]", "[ongoing]"), "archenemy", "2017-04-28", False),
        (SCHEME.replace("no", "yes"), "archenemy", "2026-01-16", False),
        (SCHEME.replace("no", "yes"), "archenemy", "2017-04-28", False),
        (SCHEME + ", face_down: yes", "archenemy", "2026-01-16", False),
        (SCHEME.replace("command", "outside"), "archenemy", "2026-01-16", False),
    ],
)
def test_schemes(performed: Performed, facts: str, variant: str, day: str, acts: bool) -> None:
    """704.6e: since 2010-07-16 a face-up nonongoing scheme is turned face down if no ability of it waits."""
    found = performed(f"game: {{variant: {variant}}}\nobjects: [{{id: S, {facts}}}]", day=day)
    assert (("scheme-done", "scheme", "S") in found) is acts


@pytest.mark.parametrize(("day", "waits"), [("2017-04-28", False), ("2017-06-05", True), ("2026-01-16", True)])
def test_schemes_wait_for_each_other(performed: Performed, day: str, waits: bool) -> None:
    """704.6e: since 2017-06-05 no scheme is turned face down while an ability of any scheme waits."""
    other = "{id: T, zone: command, types: [scheme], supertypes: [ongoing], pending_ability: yes}"
    found = performed(f"objects: [{{id: S, {SCHEME}}}, {other}]", day=day)
    assert (("scheme-done", "scheme", "S") not in found) is waits


@pytest.mark.parametrize(
    ("facts", "variant", "day", "acts"),
    [
        ("pending_ability: no", "planechase", "2026-01-16", True),
        ("pending_ability: yes", "planechase", "2026-01-16", False),
        ("pending_ability: no, face_down: yes", "planechase", "2026-01-16", False),
        ("pending_ability: no", "normal", "2026-01-16", False),
        ("pending_ability: no", "planechase", "2012-05-01", False),
    ],
)
def test_phenomena(performed: Performed, facts: str, variant: str, day: str, acts: bool) -> None:
    """704.6f: since 2012-06-01 a face-up phenomenon leaves by planeswalking if no ability of it waits."""
    text = f"game: {{variant: {variant}}}\nobjects: [{{id: P, zone: command, types: [phenomenon], {facts}}}]"
    assert (("phenomenon-done", "planeswalk", "P") in performed(text, day=day)) is acts


def test_variants_are_assumed_from_cards(performed: Performed) -> None:
    """If no variant is stated, a scheme or phenomenon implies its game variant."""
    assert performed(f"objects: [{{id: S, {SCHEME}}}]") == {("scheme-done", "scheme", "S")}
    phenomenon = "zone: command, types: [phenomenon], pending_ability: no, token: no, copy: no"
    assert performed(f"objects: [{{id: P, {phenomenon}}}]") == {("phenomenon-done", "planeswalk", "P")}


# --- abilities that haven't left the stack -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stack", "objects", "goes"),
    [
        ("[]", "", True),
        ("[X]", ", {id: X, zone: stack, source: D}", False),
        ("[X]", ", {id: X, zone: stack, source: E}, {id: E}", True),
        ("[X]", ", {id: X, zone: stack, types: [instant]}", True),
        ("[X, Y]", ", {id: X, zone: stack, types: [instant]}, {id: Y, zone: stack, source: D}", False),
    ],
)
def test_stack_implies_pending_abilities(performed: Performed, stack: str, objects: str, goes: bool) -> None:
    """If the stack and waiting triggers are stated, they imply `pending_ability` of each object."""
    text = f"game: {{stack: {stack}, pending_triggers: no}}\n"
    dungeon = "{id: D, zone: command, types: [dungeon], room: 4, bottom_room: 4}"
    assert (("dungeon-completed", "remove-from-game", "D") in performed(f"{text}objects: [{dungeon}{objects}]")) is goes


@pytest.mark.parametrize("game", ["stack: []", "stack: [Opt], pending_triggers: no", "pending_triggers: no"])
def test_open_pending_abilities(put: Ask, game: str) -> None:
    """`pending_ability` is open if triggers aren't stated, or if an object on the stack isn't listed."""
    dungeon = "{id: D, zone: command, types: [dungeon], room: 4, bottom_room: 4}"
    opened = put("sba", f"game: {{{game}}}\nobjects: [{dungeon}]").open_actions
    assert {each.citation.concept: each.depends_on for each in opened}["dungeon-completed"] == (
        "objects.D.pending_ability",
    )


# --- open facts ----------------------------------------------------------------------------------------------


def opened(put: Ask, concept: str, text: str, day: str = "2026-01-16") -> dict[str, tuple[str, ...]]:
    """Return the facts that each open action of a rule depends on, by the action's objects."""
    found = [each for each in put("sba", text, day=day).open_actions if each.citation.concept == concept]
    return {" ".join(each.action.things): each.depends_on for each in found}


def test_unstated_types_of_a_battle(put: Ask) -> None:
    """The actions depend on card types and on the subtype Siege if they aren't stated."""
    loose = permanents(f"{SIEGE}, protector: none").replace("closed: [battlefield]\n", "")
    untyped = loose.replace("types: [battle], ", "")
    assert opened(put, "battle-without-protector", untyped) == {"A": ("objects.A.types",)}
    own = loose.replace("protector: none", "protector: p1").replace("subtypes: [Siege], ", "")
    assert opened(put, "siege-of-its-protector", own) == {"A": ("objects.A.subtypes",)}
    assert opened(put, "siege-of-its-protector", own.replace("types: [battle], ", "subtypes: [Siege], ")) == {
        "A": ("objects.A.types",)
    }


def test_unstated_facts_of_sectors(put: Ask) -> None:
    """The action depends on an unstated sector, type or zone of the sculptor, unless another sculptor is certain."""
    text = permanents(SCULPTOR, CREATURE % ("none", "p2"))
    concept = "sector-designation"
    assert opened(put, concept, text.replace("sector: none, ", "")) == {"B": ("objects.B.sector",)}
    assert opened(put, concept, text.replace("types: [creature], ", "")) == {"B": ("objects.B.types",)}
    away = text.replace("{id: A, zone: battlefield, ", "{id: A, ")
    assert opened(put, concept, away) == {"B": ("objects.A.zone",)}
    second = away.replace("objects: [", f"objects: [{{id: S, zone: battlefield, {SCULPTOR}}}, ")
    assert opened(put, concept, second) == {} and action_of(put, concept, second) is not None


def test_unstated_zone_of_an_engine(put: Ask) -> None:
    """704.5z: the action depends on the zone of the object with "Start your engines!" if it isn't stated."""
    text = permanents('controller: p1, types: [artifact], keywords: ["start your engines!"]')
    away = text.replace("p1: ", "p1: {speed: 0}", 1).replace("zone: battlefield, ", "")
    assert opened(put, "first-speed", away) == {"p1": ("objects.A.zone",)}


def test_unstated_facts_of_a_dying_commander(put: Ask) -> None:
    """903.9: until 2020-06-01 the replacement depends on the damage and on whether C is a commander."""
    text = COMMANDER % ("commander", f"{DYING}, commander: yes", "deathtouch_damage: {C: no}")
    concept, day = "commander-instead", "2020-06-01"
    assert opened(put, concept, text.replace("damage: 2", "damage: null"), day) == {"C": ("objects.C.damage",)}
    assert opened(put, concept, text.replace("commander: yes", "commander: null"), day) == {
        "C": ("objects.C.commander",)
    }


def test_each_player_with_an_engine_gets_speed(performed: Performed) -> None:
    """704.5z: each player who controls "Start your engines!" gets speed."""
    engine = 'types: [artifact], keywords: ["start your engines!"], controller: '
    text = permanents(f"{engine}p1", f"{engine}p2").replace("p1: , p2: ", "p1: {speed: 0}, p2: {speed: 0}")
    assert performed(text) == {("first-speed", "set-speed", "p1"), ("first-speed", "set-speed", "p2")}
