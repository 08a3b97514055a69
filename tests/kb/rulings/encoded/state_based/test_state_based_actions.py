"""State-based actions (704; 420 before 2009): each condition, each variant, and repeated checks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.kb.rulings.boards import permanents

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

Performed = Callable[..., set[tuple[str, str, str]]]


def creature(facts: str = "", name: str = "A", history: str = "") -> str:
    """Return a situation with one creature on a closed battlefield."""
    past = f"\nhistory: {{{history}}}" if history else ""
    return (
        "players: {p1: , p2: }\nclosed: [battlefield]\n"
        f"objects: [{{id: {name}, zone: battlefield, types: [creature], {facts}}}]{past}"
    )


def player(facts: str, history: str = "", game: str = "") -> str:
    past = f"\nhistory: {{{history}}}" if history else ""
    return f"game: {{{game}}}\nplayers: {{p1: {{{facts}}}}}{past}"


# --- players -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("life", "loses"), [(-1, True), (0, True), (1, False)])
def test_zero_or_less_life(performed: Performed, life: int, loses: bool) -> None:
    """704.5a: a player with 0 or less life loses."""
    assert (("zero-life", "lose", "p1") in performed(player(f"life: {life}"))) is loses
    assert performed(player(f"life: {life}, lost: yes")) == set()


def test_drawing_from_an_empty_library(performed: Performed) -> None:
    """704.5b: a player who drew from an empty library loses."""
    past = "drew_from_empty_library: {p1: %s}"
    assert performed(player("", past % "yes")) == {("empty-library", "lose", "p1")}
    assert performed(player("", past % "no")) == set()
    assert performed(player("lost: yes", past % "yes")) == set()


@pytest.mark.parametrize(("poison", "loses"), [(9, False), (10, True), (11, True)])
@pytest.mark.parametrize("day", ["2010-02-01", "2026-01-16"])
def test_ten_poison_counters(performed: Performed, poison: int, loses: bool, day: str) -> None:
    """704.5c: a player with ten poison counters loses."""
    assert (("poison", "lose", "p1") in performed(player(f"poison: {poison}"), day=day)) is loses
    assert performed(player(f"poison: {poison}, lost: yes"), day=day) == set()


def test_poison_in_two_headed_giant(performed: Performed) -> None:
    """704.5c: since 2011-04-01 ten poison counters of one player aren't enough in Two-Headed Giant."""
    text = player("poison: 10", game="variant: two-headed-giant")
    assert ("poison", "lose", "p1") not in performed(text)
    assert ("poison", "lose", "p1") in performed(text, day="2010-02-01")


def test_losing_asks_for_every_reason(put: Ask) -> None:
    """`losing` is yes with the rule that applies, no if each rule is ruled out, and else depends on facts."""
    ruling = put("losing p1", player("life: 0"))
    assert (ruling.verdict, [cited.number for cited in ruling.citations]) == ("yes", ["704.5a"])
    assert put("losing p1", player("life: 1, poison: 0")).depends_on == ("history.drew_from_empty_library.p1",)
    safe = player("life: 1, poison: 0", "drew_from_empty_library: {p1: no}")
    assert put("losing p1", safe).verdict == "no"
    assert put("losing p2", "players: {p1: {life: 0}, p2: {life: 1, poison: 0}}").verdict == "depends"


# --- tokens and copies in the wrong zone ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "day", "ceases"),
    [
        ("zone: graveyard, token: yes", "2026-01-16", True),
        ("zone: graveyard, token: yes", "2010-02-01", True),
        ("zone: graveyard, token: no", "2026-01-16", False),
        ("zone: graveyard, token: no", "2010-02-01", False),
        ("zone: battlefield, token: yes", "2026-01-16", False),
        ("zone: battlefield, token: yes", "2010-02-01", False),
        ("zone: battlefield, token: yes, phased_out: yes", "2010-02-01", True),
        ("zone: battlefield, token: no, phased_out: yes", "2010-02-01", False),
        ("zone: battlefield, token: yes, phased_out: yes", "2009-05-01", True),
        ("zone: battlefield, token: no, phased_out: yes", "2009-05-01", False),
        ("zone: graveyard, token: yes", "2009-05-01", True),
        ("zone: battlefield, token: yes", "2009-05-01", False),
        ("zone: battlefield, token: yes, phased_out: yes", "2017-08-25", False),
    ],
)
def test_tokens_elsewhere_cease_to_exist(performed: Performed, facts: str, day: str, ceases: bool) -> None:
    """704.5d, 217.8d: a token off the battlefield ceases to exist; until 2017-06-05 also a phased-out token."""
    found = performed(f"objects: [{{id: A, {facts}}}]", day=day)
    assert (("token-elsewhere", "cease", "A") in found) is ceases


@pytest.mark.parametrize(
    ("copy", "zone", "day", "ceases"),
    [
        ("spell", "graveyard", "2026-01-16", True),
        ("spell", "battlefield", "2026-01-16", True),
        ("spell", "stack", "2026-01-16", False),
        ("card", "stack", "2026-01-16", False),
        ("card", "battlefield", "2026-01-16", False),
        ("card", "exile", "2026-01-16", True),
        ("no", "exile", "2026-01-16", False),
        ("card", "exile", "2003-03-15", False),
        ("spell", "exile", "2003-03-15", True),
        ("spell", "stack", "2003-03-15", False),
        ("spell", "exile", "2001-09-24", False),
    ],
)
def test_copies_elsewhere_cease_to_exist(performed: Performed, copy: str, zone: str, day: str, ceases: bool) -> None:
    """704.5e: copies of spells cease to exist off the stack; copies of cards since 2003-12-01."""
    found = performed(f"objects: [{{id: A, zone: {zone}, copy: {copy}}}]", day=day)
    assert (("copy-elsewhere", "cease", "A") in found) is ceases


# --- creatures -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("toughness", "dies"), [(-1, True), (0, True), (1, False)])
def test_zero_toughness(performed: Performed, toughness: int, dies: bool) -> None:
    """704.5f: a creature with 0 or less toughness is put into the graveyard, even if it is indestructible."""
    text = creature(f"toughness: {toughness}, keywords: [indestructible], damage: 0")
    assert (("zero-toughness", "graveyard", "A") in performed(text)) is dies
    assert performed(text.replace("types: [creature]", "types: [artifact]")) == set()
    assert performed(text.replace("zone: battlefield", "zone: graveyard, token: no, copy: no")) == set()
    assert performed(creature(f"toughness: {toughness}, phased_out: yes")) == set()


@pytest.mark.parametrize(
    ("toughness", "damage", "day", "dies"),
    [
        (2, 1, "2026-01-16", False),
        (2, 2, "2026-01-16", True),
        (2, 3, "2026-01-16", True),
        (0, 1, "2026-01-16", False),
        (1, 0, "2026-01-16", False),
        (2, 2, "2002-10-07", True),
        (2, 1, "2002-10-07", False),
        (0, 0, "2002-10-07", False),
        (0, 1, "2002-10-07", True),
        (-1, 1, "2002-10-07", True),
        (0, 1, "2003-07-01", False),
    ],
)
def test_lethal_damage(performed: Performed, toughness: int, damage: int, day: str, dies: bool) -> None:
    """704.5g: lethal damage destroys a creature; until 2003-03-15 also one with 0 or less toughness."""
    text = creature(f"toughness: {toughness}, damage: {damage}")
    assert (("lethal-damage", "destroy", "A") in performed(text, day=day)) is dies
    noncreature = text.replace("types: [creature]", "types: [artifact]")
    assert performed(noncreature, day=day) == set()


@pytest.mark.parametrize(
    ("toughness", "touched", "day", "dies"),
    [
        (1, "yes", "2026-01-16", True),
        (1, "no", "2026-01-16", False),
        (0, "yes", "2026-01-16", False),
        (0, "yes", "2010-02-01", True),
        (0, "no", "2010-02-01", False),
        (1, "yes", "2009-02-01", False),
    ],
)
def test_damage_by_deathtouch(performed: Performed, toughness: int, touched: str, day: str, dies: bool) -> None:
    """704.5h: deathtouch damage destroys a creature since 2009-07-11, until 2010-04-23 at any toughness."""
    text = creature(f"toughness: {toughness}, damage: 0", history=f"deathtouch_damage: {{A: {touched}}}")
    assert (("deathtouch-damage", "destroy", "A") in performed(text, day=day)) is dies
    noncreature = text.replace("types: [creature]", "types: [artifact]")
    assert performed(noncreature, day=day) == set()


@pytest.mark.parametrize(
    ("history", "damage", "day"),
    [("", 2, "2026-01-16"), ("deathtouch_damage: {A: yes}", 1, "2026-01-16"),
     ("", 2, "2010-02-01"), ("deathtouch_damage: {A: yes}", 1, "2010-02-01")],
)  # fmt: skip
def test_creatures_that_cant_be_destroyed(performed: Performed, history: str, damage: int, day: str) -> None:
    """702.12b, 101.2: a creature isn't destroyed if it is indestructible or an effect says that it can't be."""
    facts = f"toughness: 2, damage: {damage}"
    assert performed(creature(f"{facts}, keywords: []", history=history), day=day) != set()
    assert performed(creature(f"{facts}, keywords: [indestructible]", history=history), day=day) == set()
    shielded = creature(facts, history=history) + "\neffects: [{says: cant, does: be-destroyed, objects: [A]}]"
    assert performed(shielded, day=day) == set()


def test_creatures_that_cant_be_destroyed_in_2002(performed: Performed) -> None:
    """103.2: in 2002, too, a creature that can't be destroyed survives lethal damage."""
    text = creature("toughness: 2, damage: 2") + "\neffects: [{says: cant, does: be-destroyed, objects: [A]}]"
    assert performed(text, day="2002-10-07") == set()


def test_open_facts_make_open_actions(put: Ask) -> None:
    """Each action that may be performed is listed with the facts on which it depends."""
    ruling = put("sba", creature("toughness: 2"))
    opened = {each.citation.concept: each.depends_on for each in ruling.open_actions}
    assert opened == {
        "lethal-damage": ("objects.A.damage",),
        "deathtouch-damage": ("history.deathtouch_damage.A",),
        "empty-library": ("history.drew_from_empty_library.p2",),
        "poison": ("players.p2.poison",),
        "zero-life": ("players.p2.life",),
    }
    assert ruling.verdict == "depends"


# --- planeswalkers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("loyalty", "dies"), [(0, True), (1, False)])
def test_planeswalker_without_loyalty(performed: Performed, loyalty: int, dies: bool) -> None:
    """704.5i since 2007-10-01: a planeswalker with loyalty 0 goes to the graveyard."""
    text = permanents(f"types: [planeswalker], counters: {{loyalty: {loyalty}}}")
    assert (("zero-loyalty", "graveyard", "A") in performed(text)) is dies
    assert ("zero-loyalty", "graveyard", "A") not in performed(text, day="2007-07-13")
    assert performed(text.replace("planeswalker", "artifact")) == set()


# --- counters, Sagas, attachment -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plus", "minus", "left"), [(2, 1, (1, 0)), (1, 3, (0, 2)), (2, 2, (0, 0)), (0, 1, None), (1, 0, None)]
)
def test_opposite_counters(put: Ask, plus: int, minus: int, left: tuple[int, int] | None) -> None:
    """704.5q: pairs of +1/+1 and -1/-1 counters are removed until only one kind is left."""
    ruling = put("sba", permanents(f"types: [artifact], counters: {{+1/+1: {plus}, -1/-1: {minus}, oil: 1}}"))
    changed = [dict(value) for each in ruling.actions for _thing, _fact, value in each.action.changes]
    assert changed == ([] if left is None else [{"+1/+1": left[0], "-1/-1": left[1], "oil": 1}])


def test_opposite_counters_depend_on_the_zone(put: Ask) -> None:
    """704.5q: only permanents lose counters, so the action depends on an unstated zone."""
    ruling = put("sba", "objects: [{id: A, counters: {+1/+1: 1, -1/-1: 1}}]")
    opened = [each.depends_on for each in ruling.open_actions if each.citation.concept == "opposite-counters"]
    assert opened == [("objects.A.zone",)]


@pytest.mark.parametrize(
    ("lore", "final", "pending", "day", "over"),
    [
        (3, 3, "no", "2026-01-16", True),
        (4, 3, "no", "2026-01-16", True),
        (2, 3, "no", "2026-01-16", False),
        (3, 3, "yes", "2026-01-16", False),
        (0, 0, "no", "2026-01-16", False),
        (0, 0, "no", "2025-04-04", True),
        (2, 3, "no", "2025-04-04", False),
        (3, 3, "no", "2018-01-19", False),
    ],
)
def test_sagas(performed: Performed, lore: int, final: int, pending: str, day: str, over: bool) -> None:
    """704.5s: a Saga is sacrificed after its final chapter; since 2025-06-06 not without chapter abilities."""
    text = permanents(
        f"types: [enchantment], subtypes: [Saga], counters: {{lore: {lore}}}, final_chapter: {final}, "
        f"pending_ability: {pending}"
    )
    assert (("saga-final-chapter", "sacrifice", "A") in performed(text, day=day)) is over
    assert ("saga-final-chapter", "sacrifice", "A") not in performed(text.replace("Saga", "Shrine"), day=day)


@pytest.mark.parametrize(
    ("facts", "path"),
    [("zone: battlefield", "objects.A.subtypes"), ("subtypes: [saga], phased_out: no", "objects.A.zone")],
)
def test_unstated_facts_of_a_saga(put: Ask, facts: str, path: str) -> None:
    """The sacrifice depends on the subtypes and the zone if they aren't stated."""
    text = f"objects: [{{id: A, {facts}, final_chapter: 3, counters: {{lore: 3}}, pending_ability: no}}]"
    opened = [
        each.depends_on for each in put("sba", text).open_actions if each.citation.concept == "saga-final-chapter"
    ]
    assert opened == [(path,)]


@pytest.mark.parametrize(
    ("types", "subtypes", "host", "day", "falls"),
    [
        ("creature", "", "B", "2026-01-16", True),
        ("battle", "", "B", "2026-01-16", True),
        ("artifact, creature", "Equipment", "B", "2026-01-16", True),
        ("artifact", "Equipment", "B", "2026-01-16", False),
        ("artifact", "Fortification", "B", "2026-01-16", False),
        ("enchantment", "Aura", "p1", "2026-01-16", False),
        ("artifact", "", "B", "2026-01-16", True),
        ("artifact", "", "none", "2026-01-16", False),
        ("creature", "", "none", "2026-01-16", False),
        ("battle", "Equipment", "B", "2026-01-16", True),
        ("battle", "Equipment", "B", "2022-10-07", False),
        ("artifact, creature", "Equipment", "p1", "2022-10-07", True),
        ("artifact", "", "p1", "2022-10-07", True),
        ("artifact", "Equipment", "B", "2022-10-07", False),
        ("artifact", "Fortification", "B", "2022-10-07", False),
        ("enchantment", "Aura", "B", "2022-10-07", False),
        ("artifact", "", "none", "2022-10-07", False),
        ("artifact, creature", "Equipment", "B", "2009-07-11", False),
        ("artifact", "", "B", "2009-07-11", True),
        ("artifact", "", "p1", "2009-07-11", False),
        ("artifact", "", "none", "2009-07-11", False),
        ("artifact", "Fortification", "B", "2009-07-11", False),
        ("artifact", "Fortification", "B", "2006-10-01", True),
        ("artifact", "Equipment", "B", "2006-10-01", False),
        ("enchantment", "Aura", "B", "2006-10-01", False),
        ("artifact", "", "p1", "2006-10-01", False),
        ("artifact", "", "B", "2005-08-01", False),
    ],
)
def test_attached_objects_that_become_unattached(
    performed: Performed, types: str, subtypes: str, host: str, day: str, falls: bool
) -> None:
    """704.5p: an attached permanent that is a creature or battle, or no kind of attachment, becomes unattached."""
    text = permanents(f"types: [{types}], subtypes: [{subtypes}], attached_to: {host}", "types: [land]")
    found = performed(text, day=day)
    assert (("creature-attached", "unattach", "A") in found) is falls
    gone = performed(text.replace("attached_to", "phased_out: yes, attached_to", 1), day=day)
    assert ("creature-attached", "unattach", "A") not in gone


@pytest.mark.parametrize("day", ["2006-10-01", "2009-07-11", "2022-10-07", "2026-01-16"])
@pytest.mark.parametrize(
    ("facts", "path"),
    [("zone: battlefield", "objects.A.attached_to"), ("attached_to: B", "objects.A.zone")],
)
def test_unstated_facts_of_attached_objects(put: Ask, facts: str, path: str, day: str) -> None:
    """The action depends on the host and on the zone of the object if they aren't stated."""
    text = (
        f"objects: [{{id: A, types: [creature], subtypes: [], {facts}}}, {{id: B, zone: battlefield, types: [land]}}]"
    )
    ruling = put("sba", text, day=day)
    opened = [each.depends_on for each in ruling.open_actions if each.citation.concept == "creature-attached"]
    assert (path,) in opened


# --- checks and their repetition -----------------------------------------------------------------------------


def test_all_actions_of_a_check_are_one_event(put: Ask) -> None:
    """704.3, 704.8: all actions of a check are simultaneous, so A dies with the counters that it loses."""
    text = creature("toughness: -1, damage: 0, counters: {+1/+1: 1, -1/-1: 3}")
    ruling = put("sba", text)
    assert {(each.citation.concept, each.check_number) for each in ruling.actions} == {
        ("opposite-counters", 1),
        ("zero-toughness", 1),
    }
    known = put("last-known A", text)
    assert known.value["counters"] == {"+1/+1": 1, "-1/-1": 3}
    assert put("last-known A", text, day="2011-06-17").verdict == "no"
    assert put("last-known A", creature("toughness: 1, damage: 0, counters: {}")).verdict != "yes"
    stays = creature("toughness: 2, damage: 0, counters: {+1/+1: 1, -1/-1: 1}")
    stays += "\nhistory: {deathtouch_damage: {A: no}}"
    assert [each.citation.concept for each in put("sba", stays).actions] == ["opposite-counters"]
    assert put("last-known A", stays).verdict == "no"


def test_check_is_repeated_after_something_was_performed(put: Ask) -> None:
    """704.3: a token dies in the first check and ceases to exist in the second."""
    ruling = put("sba", creature("toughness: 0, token: yes"))
    assert [(each.citation.concept, each.check_number) for each in ruling.actions] == [
        ("zero-toughness", 1),
        ("token-elsewhere", 2),
    ]


def test_nothing_is_checked_during_a_resolution(performed: Performed) -> None:
    """704.4: no state-based action is performed while a spell or ability resolves."""
    text = creature("toughness: 0, damage: 0")
    assert performed(text) != set()
    assert performed("game: {resolving: yes}\n" + text) == set()


def test_one_effect_replaces_several_losses(performed: Performed) -> None:
    """704.7: one effect replaces all losses of a player in a check, but no other player's loss."""
    text = "players: {p1: {life: 0}, p2: {}}\nhistory: {drew_from_empty_library: {p1: yes}}\neffects: [%s]"
    both = {("zero-life", "lose", "p1"), ("empty-library", "lose", "p1")}
    mirror = "{source: Mirror, says: replaces, does: lose-game, players: [p1]}"
    assert performed(text % mirror) == {("one-replacement", "replaced", "p1")}
    assert performed(text % mirror.replace("[p1]", "[p2]")) == both
    assert performed(text % mirror.replace("lose-game", "draw")) == both
    assert performed(text % mirror.replace("players", "applies: no, players")) == both


@pytest.mark.parametrize(("thing", "does", "of_players"), [("p1", "lose-game", True), ("A", "die", False)])
def test_kinds_of_replaced_actions(put: Ask, thing: str, does: str, of_players: bool) -> None:
    """A replaced action affects a player or an object, as the action it replaces does."""
    text = creature("toughness: 0").replace("p1: ", "p1: {life: 0}")
    effect = f"\neffects: [{{says: replaces, does: {does}, {'players' if of_players else 'objects'}: [{thing}]}}]"
    (found,) = [each.action for each in put("sba", text + effect).actions if each.action.kind == "replaced"]
    assert (found.things, found.affects_players) == ((thing,), of_players)


# --- battles, limits of counters, order and open facts -------------------------------------------------------


@pytest.mark.parametrize(
    ("types", "defense", "pending", "day", "goes"),
    [
        ("battle", 0, "no", "2026-01-16", True),
        ("battle", 1, "no", "2026-01-16", False),
        ("battle", 0, "yes", "2026-01-16", False),
        ("battle", 0, "no", "2022-10-07", False),
        ("artifact", 0, "no", "2026-01-16", False),
    ],
)
def test_battle_without_defense(
    performed: Performed, types: str, defense: int, pending: str, day: str, goes: bool
) -> None:
    """704.5v since 2023-04-14: a battle with defense 0 goes to the graveyard."""
    battle = f"types: [{types}], subtypes: [Siege], protector: p2, counters: {{defense: {defense}}}"
    text = permanents(f"{battle}, pending_ability: {pending}")
    assert (("zero-defense", "graveyard", "A") in performed(text, day=day)) is goes


@pytest.mark.parametrize(
    ("count", "facts", "day", "left"),
    [
        (9, "", "2026-01-16", 7),
        (8, "", "2009-10-01", 7),
        (7, "", "2026-01-16", None),
        (9, ", phased_out: yes", "2026-01-16", None),
        (9, "", "2009-07-11", None),
    ],
)
def test_limit_of_counters(put: Ask, count: int, facts: str, day: str, left: int | None) -> None:
    """704.5r: since 2009-10-01 counters above the object's limit are removed; other kinds stay."""
    text = permanents(f"types: [artifact], counters: {{dream: {count}, oil: 9}}, counter_limits: {{dream: 7}}{facts}")
    changes = [
        dict(value) for each in put("sba", text, day=day).actions for _thing, _fact, value in each.action.changes
    ]
    assert changes == ([] if left is None else [{"dream": left, "oil": 9}])


def test_limit_and_opposite_counters_at_once(put: Ask) -> None:
    """Both actions on counters are performed in one check, and neither undoes the other."""
    text = permanents("types: [artifact], counters: {dream: 9, +1/+1: 2, -1/-1: 1}, counter_limits: {dream: 7}")
    found = put("sba", text).actions
    assert [(each.citation.concept, each.check_number) for each in found] == [
        ("opposite-counters", 1),
        ("counter-limit", 1),
    ]


def test_saga_that_cant_be_sacrificed_stays(performed: Performed) -> None:
    """101.2: a Saga that can't be sacrificed stays on the battlefield."""
    saga = permanents(
        "types: [enchantment], subtypes: [Saga], counters: {lore: 3}, final_chapter: 3, pending_ability: no"
    )
    effect = "\neffects: [{says: cant, does: be-sacrificed, objects: [A]%s}]"
    assert performed(saga + effect % "") == set()
    assert ("saga-final-chapter", "sacrifice", "A") in performed(saga + effect % ", applies: no")


def test_open_actions_after_two_checks(put: Ask) -> None:
    """An action that was open in the first check is still open after the second; objects that are gone have none."""
    text = permanents("types: [creature], toughness: 0", "types: [creature], toughness: 2, damage: 1")
    ruling = put("sba", text.replace("objects: [{id: A, ", "objects: [{id: A, token: yes, "))
    assert [(each.citation.concept, each.check_number) for each in ruling.actions] == [
        ("zero-toughness", 1),
        ("token-elsewhere", 2),
    ]
    opened = [(each.citation.concept, each.action.things) for each in ruling.open_actions if each.action.kind != "lose"]
    assert opened == [("deathtouch-damage", ("B",))]


def test_order_of_actions(put: Ask) -> None:
    """Actions are listed by check and rule number."""
    text = permanents(
        "types: [artifact], counters: {+1/+1: 1, -1/-1: 1}", "types: [creature], toughness: 0",
        "types: [planeswalker], counters: {loyalty: 0}, supertypes: []",
    ).replace("p2: ", "p2: {life: 0}")  # fmt: skip
    assert [each.citation.number for each in put("sba", text).actions] == ["704.5a", "704.5f", "704.5i", "704.5q"]


def test_subtypes_need_their_card_type(put: Ask) -> None:
    """205.3d: an artifact is no Aura or Saga even if its subtypes aren't stated; an enchantment may be."""
    ruling = put("sba", "objects: [{id: A, zone: battlefield, types: [artifact]}]")
    assert not {"illegal-aura", "saga-final-chapter"} & {each.citation.concept for each in ruling.open_actions}
    ruling = put("sba", "objects: [{id: A, zone: battlefield, types: [enchantment]}]")
    assert {"illegal-aura", "saga-final-chapter"} <= {each.citation.concept for each in ruling.open_actions}


@pytest.mark.parametrize(
    ("facts", "concept", "day"),
    [
        ("toughness: 0", "zero-toughness", "2026-01-16"),
        ("toughness: 1, damage: 1, keywords: []", "lethal-damage", "2026-01-16"),
        ("toughness: 1, damage: 1, keywords: []", "lethal-damage", "2002-10-07"),
        ("toughness: 1, keywords: []", "deathtouch-damage", "2026-01-16"),
        ("toughness: 1, keywords: []", "deathtouch-damage", "2010-02-01"),
        ("counters: {loyalty: 0}", "zero-loyalty", "2026-01-16"),
        ("counters: {defense: 0}, pending_ability: no", "zero-defense", "2026-01-16"),
    ],
)
def test_unstated_types(put: Ask, facts: str, concept: str, day: str) -> None:
    """An action on creatures, planeswalkers or battles depends on the card types if they aren't stated."""
    text = f"objects: [{{id: A, zone: battlefield, {facts}}}]\nhistory: {{deathtouch_damage: {{A: yes}}}}"
    opened = {each.citation.concept: each.depends_on for each in put("sba", text, day=day).open_actions}
    assert opened[concept] == ("objects.A.types",)
    assert concept not in {each.citation.concept for each in put("sba", text, day=day).actions}


@pytest.mark.parametrize(
    ("facts", "concept"),
    [
        ("token: yes", "token-elsewhere"),
        ("counters: {oil: 2}, counter_limits: {oil: 1}", "counter-limit"),
        ("counters: {+1/+1: 1, -1/-1: 1}", "opposite-counters"),
        ("types: [creature], toughness: 0", "zero-toughness"),
    ],
)
def test_unstated_zones(put: Ask, facts: str, concept: str) -> None:
    """The action depends on the zone if it isn't stated."""
    opened = {
        each.citation.concept: each.depends_on for each in put("sba", f"objects: [{{id: A, {facts}}}]").open_actions
    }
    assert opened[concept] == ("objects.A.zone",)
