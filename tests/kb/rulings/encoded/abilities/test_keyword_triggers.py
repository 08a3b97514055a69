"""Triggered keywords (702): what each one triggers on, from the words of its rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

BOARD = """closed: [battlefield]
game: {active: p1, step: STEP}
players: {p1: {life: 20}, p2: {life: 20}, p3: {life: 25}}
objects:
  - {id: A, zone: ZONE, controller: p1, owner: p1, types: [artifact, creature], power: 2, toughness: 2, KEYWORD FACTS}
  - {id: D, zone: battlefield, controller: p1, owner: p1, types: [creature], power: 3, toughness: 3, paired_with: none}
  - {id: B, zone: battlefield, controller: p2, owner: p2, types: [creature], power: 2, toughness: 2}
  - {id: C, zone: battlefield, controller: p2, owner: p2, types: [creature], power: 2, toughness: 2}
  - {id: L, zone: battlefield, controller: p1, owner: p1, types: [land]}
  - {id: S, zone: stack, controller: p2, types: [instant]}
  - {id: M, zone: stack, controller: p1, types: [instant]}
  - {id: T, zone: stack, controller: p2, source: B}
proposed: {PROPOSED}
"""


def board(keyword: str, proposed: str, facts: str = "", *, zone: str = "battlefield", step: str = "end") -> str:
    """Return A of p1 with a keyword, and other objects of two players."""
    text = BOARD.replace("PROPOSED", proposed).replace("FACTS", f", {facts}" if facts else "")
    return text.replace("KEYWORD", keyword).replace("ZONE", zone).replace("STEP", step)


def attack(*creatures: str, player: str = "p2") -> str:
    """Return attacks on a player."""
    return "attackers: [" + ", ".join(f"{{creature: {each}, attacks: {player}}}" for each in creatures) + "]"


def blocks(*blockers: str, blocked: str = "A") -> str:
    """Return an attack of `blocked` that creatures block."""
    blocking = ", ".join(f"{{creature: {each}, blocks: [{blocked}]}}" for each in blockers)
    return f"{attack(blocked)}, blockers: [{blocking}]"


def damage(to: str, combat: str = "yes", source: str = "A") -> str:
    """Return damage that A deals."""
    return f"damage: [{{source: {source}, to: {to}, amount: 2, combat: {combat}}}]"


def event(happens: str, *things: str, more: str = "") -> str:
    """Return one event."""
    return f"events: [{{happens: {happens}, things: [{', '.join(things)}]{more}}}]"


ATTACKS = ("provoke", "myriad", "melee", "mentor", "mobilize 2", "firebending 2", "decayed")
ENTERS = ("exploit", "hideaway 4", "living weapon", "for mirrodin!", "job select", "fabricate 1", "backup 1",
          "partner with Bob", "champion a goblin")  # fmt: skip
DIES = ("modular 2", "soulshift 3", "haunt")
CAST = ("storm", "gravestorm", "ripple 4", "cascade", "demonstrate")
ON_A_PLAYER = ("poisonous 1", "ingest", "renown 1")

CASES = [
    *((each, attack("A", "D"), "", 1) for each in ATTACKS),
    *((each, attack("D"), "", 0) for each in ATTACKS),
    *((each, event("enter", "A"), "", 1) for each in ENTERS),
    *((each, event("enter", "D"), "", 0) for each in ENTERS),
    *((each, event("die", "A"), "", 1) for each in DIES),
    *((each, event("exile", "A"), "", 0) for each in DIES),
    *((each, event("die", "D"), "", 0) for each in DIES),
    *((each, event("cast", "A"), "", 1) for each in CAST),
    *((each, event("cast", "M"), "", 0) for each in CAST),
    *((each, damage("p2"), "", 1) for each in ON_A_PLAYER),
    *((each, damage("p2", "no"), "", 0) for each in ON_A_PLAYER),
    *((each, damage("B"), "", 0) for each in ON_A_PLAYER),
    *((each, damage("p2", source="D"), "", 0) for each in ON_A_PLAYER),
    ("renown 1", damage("p2"), "renowned: yes", 0),
    ("champion a goblin", event("leave", "A"), "", 1),
    ("training", attack("A", "D"), "", 1),
    ("training", attack("A"), "", 0),
    ("training", attack("D"), "", 0),
    ("training", attack("A", "B"), "", 0),
    ("dethrone", attack("A"), "", 0),
    ("dethrone", attack("A", player="p3"), "", 1),
    ("dethrone", attack("D", player="p3"), "", 0),
    ("rampage 2", blocks("B"), "", 1),
    ("rampage 2", blocks("B", "C"), "", 1),
    ("rampage 2", f"{attack('A')}, blockers: []", "", 0),
    ("bushido 1", blocks("B", "C"), "", 1),
    ("bushido 1", f"{attack('B')}, blockers: [{{creature: A, blocks: [B]}}]", "", 1),
    ("bushido 1", blocks("B", blocked="D"), "", 0),
    ("graft 2", event("enter", "D"), "counters: {+1/+1: 2}", 1),
    ("graft 2", event("enter", "B"), "counters: {+1/+1: 2}", 1),
    ("graft 2", event("enter", "A"), "counters: {+1/+1: 2}", 0),
    ("graft 2", event("enter", "L"), "counters: {+1/+1: 2}", 0),
    ("graft 2", event("enter", "D"), "counters: {}", 0),
    ("evolve", event("enter", "D"), "", 1),
    ("evolve", event("enter", "B"), "", 0),
    ("evolve", event("enter", "A"), "", 0),
    ("soulbond", event("enter", "A"), "paired_with: none", 1),
    ("soulbond", event("enter", "D"), "paired_with: none", 1),
    ("soulbond", event("enter", "B"), "paired_with: none", 0),
    ("soulbond", event("enter", "D"), "paired_with: L", 0),
    ("evoke {1}", event("enter", "A"), "alternative_costs: [evoke]", 1),
    ("evoke {1}", event("enter", "A"), "alternative_costs: []", 0),
    ("ravenous", event("enter", "A"), "x: 5", 1),
    ("ravenous", event("enter", "A"), "x: 4", 0),
    ("ward {2}", event("target", "A", more=", by: S"), "", 1),
    ("ward {2}", event("target", "A", more=", by: T"), "", 1),
    ("ward {2}", event("target", "A", more=", by: M"), "", 0),
    ("ward {2}", event("target", "D", more=", by: S"), "", 0),
]


@pytest.mark.parametrize(("keyword", "proposed", "facts", "times"), CASES)
def test_each_keyword(put: Ask, keyword: str, proposed: str, facts: str, times: int) -> None:
    """702: the trigger condition in the words of each keyword's rule, once met and once not."""
    found = put("trigger-count A", board(f'keywords: ["{keyword}"]', proposed, facts))
    assert (found.verdict, found.value) == ("yes", times)
    names = [each.concept.removesuffix("-trigger").replace("-", " ") for each in found.citations]
    assert any(keyword.startswith(each) for each in names)
    name = keyword.split(" ", maxsplit=1)[0] if keyword[-1].isdecimal() or "{" in keyword else keyword
    if not name.startswith(("champion", "partner")):
        text = board(f"abilities: [{{kind: triggered, keyword: {name}}}]", proposed, facts)
        assert put("trigger-count A", text).value == times


@pytest.mark.parametrize(("zone", "thing", "times"), [("graveyard", "D", 1), ("battlefield", "D", 0),
                                                      ("graveyard", "B", 0)])  # fmt: skip
def test_recover_in_the_graveyard(put: Ask, zone: str, thing: str, times: int) -> None:
    """702.59a: recover functions only in a graveyard, and triggers on creatures that go to its owner's graveyard."""
    text = board('keywords: ["recover {1}"]', event("die", thing), zone=zone)
    assert put("trigger-count A", text).value == times


@pytest.mark.parametrize(
    ("keyword", "facts", "times"),
    [('"cumulative upkeep {1}"', "", 1), ("fading 2", "", 1), ("vanishing 2", "counters: {time: 1}", 1),
     ("vanishing 2", "counters: {}", 0)],
)  # fmt: skip
def test_upkeep_keywords(put: Ask, keyword: str, facts: str, times: int) -> None:
    """702.24a, 702.32a, 702.63a: "At the beginning of your upkeep", not of other players' and not in other steps."""
    text = board(f"keywords: [{keyword}]", "", facts, step="upkeep")
    assert put("trigger-count A", text).value == times
    assert put("trigger-count A", text.replace("active: p1", "active: p2")).value == 0
    assert put("trigger-count A", text.replace("step: upkeep", "step: draw")).value == 0
    assert put("trigger-count A", text.replace("step: upkeep", "phase: beginning")).depends_on[:1] == (
        ("game.step",) if times else ()
    )


@pytest.mark.parametrize(
    ("keyword", "proposed", "facts", "day", "times"),
    [
        ("rampage 2", blocks("B"), "", "2003-07-01", 1),
        ("rampage 2", blocks("B"), "", "2002-10-07", 0),
        ("rampage 2", blocks("B", "C"), "", "2002-10-07", 1),
        ("graft 2", event("enter", "D"), "counters: {}", "2006-07-15", 1),
        ("graft 2", event("enter", "D"), "counters: {}", "2007-05-01", 0),
        ("lifelink", damage("p2"), "", "2008-07-15", 1),
        ("lifelink", damage("p2"), "", "2009-07-11", 0),
        ("deathtouch", damage("B"), "", "2008-07-15", 1),
        ("deathtouch", damage("p2"), "", "2008-07-15", 0),
        ("deathtouch", damage("B"), "", "2010-07-16", 0),
    ],
)
def test_older_meanings(put: Ask, keyword: str, proposed: str, facts: str, day: str, times: int) -> None:
    """502.12a, 502.54a, 502.63a and 502.68a of the time: the keyword's words in that edition."""
    assert put("trigger-count A", board(f"keywords: [{keyword}]", proposed, facts), day).value == times


def test_a_keyword_among_others(put: Ask) -> None:
    """Keywords that don't trigger on what happens, or that aren't triggered abilities, don't make the answer open."""
    text = board('keywords: [melee, "ward {2}", deathtouch, flying]', attack("A", "D"))
    assert put("trigger-count A", text).value == 1
    only_melee = text.replace('"ward {2}", ', "").replace(attack("A", "D"), attack("D"))
    assert put("trigger-count A", only_melee).value == 0


def test_what_isnt_stated_about_keywords(put: Ask) -> None:
    """603.4: conditions on facts that aren't stated leave the answer open."""
    open_board = board("keywords: [renown 1]", damage("p2")).replace("closed: [battlefield]\n", "")
    assert put("trigger-count A", open_board).depends_on == ("objects.A.renowned",)
    targeted = board('keywords: ["ward {2}"]', event("target", "A"))
    assert put("trigger-count A", targeted).depends_on == ("proposed.events.1.by",)


WARD = """players: {p1: {}, p2: {}}
objects:
  - {id: A, zone: battlefield, controller: p1, types: [creature], keywords: ["ward {2}"]}
  - {id: B, zone: battlefield, controller: p1, types: [creature], keywords: ["ward—pay 3 life"]}
  - {id: C, zone: battlefield, controller: p1, types: [creature], keywords: []}
  - {id: S, zone: stack, controller: WHOSE, types: [instant], targets: [TARGETS], PAID}
"""


@pytest.mark.parametrize(
    ("targets", "paid", "whose", "verdict"),
    [("A", "[]", "p2", "yes"), ("A", "[A]", "p2", "no"), ("A", "[]", "p1", "no"), ("C", "[]", "p2", "no"),
     ("A, B", "[A]", "p2", "yes"), ("A, B", "[A, B]", "p2", "no"), ("A, C", "[]", "p2", "yes")],
)  # fmt: skip
def test_what_ward_counters(put: Ask, targets: str, paid: str, whose: str, verdict: str) -> None:
    """702.21a: ward counters an opponent's spell or ability unless its controller pays, for each permanent."""
    text = WARD.replace("TARGETS", targets).replace("PAID", f"ward_paid: {paid}").replace("WHOSE", whose)
    ruling = put("ward S", text)
    assert ruling.verdict == verdict
    if verdict == "yes":
        assert "702.21a" in [each.number for each in ruling.citations]
        assert put("ward S", f"{text}effects: [{{says: cant, does: be-countered, objects: [S]}}]").verdict == "no"
    asked = WARD.replace("TARGETS", "A").replace(", PAID", "").replace("WHOSE", "p2")
    assert put("ward S", asked).depends_on == ("objects.S.ward_paid",)
    assert put("ward S", text, "2020-01-24").verdict == "no"


MORE = "{source: D, says: additional, does: trigger, players: [p1], trigger_event: enter, quality: [creature]}"


@pytest.mark.parametrize(
    ("effects", "proposed", "times"),
    [
        (MORE, event("enter", "D"), 2),
        (f"{MORE}, {MORE}", event("enter", "D"), 3),
        (MORE, event("enter", "D", "C"), 4),
        (MORE, event("enter", "L"), 1),
        (MORE, event("enter", "L", "D"), 3),
        (MORE, event("die", "D"), 0),
        (MORE.replace("players: [p1]", "players: [p2]"), event("enter", "D"), 1),
        (MORE.replace("}", ", applies: no}"), event("enter", "D"), 1),
        (MORE.replace("}", ", amount: 2}"), event("enter", "D"), 3),
        (MORE.replace("enter,", "die,"), event("enter", "D"), 1),
    ],
)
def test_abilities_that_trigger_an_additional_time(put: Ask, effects: str, proposed: str, times: int) -> None:
    """603.2d: determine how often the ability triggers, and then how many additional times effects add."""
    ability = "abilities: [{kind: triggered, trigger: enters, quality: [permanent]}]"
    text = f"{board(ability, proposed)}effects: [{effects}]\n"
    ruling = put("trigger-count A", text)
    assert ruling.value == times
    assert ("603.2d" in [each.number for each in ruling.citations]) == (times > (2 if "C" in proposed else 1))


def test_additional_times_of_attack_triggers(put: Ask) -> None:
    """603.2d: an effect on all triggered abilities of a permanent also counts for attack triggers."""
    text = board("keywords: [melee]", attack("A"))
    effects = "effects: [{says: additional, does: trigger, objects: [A]}]\n"
    assert put("trigger-count A", text + effects).value == 2
    assert put("trigger-count A", text + effects.replace("objects: [A]", "objects: [D]")).value == 1


@pytest.mark.parametrize(
    ("keyword", "effects", "times"),
    [
        ("ingest", "{says: redirects, does: be-dealt-damage, players: [p2], to: [B]}", 0),
        ("ingest", "{says: redirects, does: be-dealt-damage, players: [p2], to: [B], amount: 1}", 1),
        ("ingest", "{says: prevents, does: be-dealt-damage, players: [p2]}", 0),
        ("ingest", "{says: prevents, does: be-dealt-damage, players: [p2], amount: 1}", 1),
        ("ingest", "{says: replaces, does: be-dealt-damage, players: [p2], instead: lose-life}", 0),
        ("renown 1", "{says: gets, objects: [A], power: 1, toughness: 1}", 1),
    ],
)
def test_damage_that_effects_change(put: Ask, keyword: str, effects: str, times: int) -> None:
    """120.4b: abilities trigger on damage that is dealt, after it is redirected, prevented or replaced."""
    text = f"{board(f'keywords: [{keyword}]', damage('p2'))}effects: [{effects}]\n"
    assert put("trigger-count A", text).value == times


BOTH_TRIGGERS = "abilities: [{kind: triggered, trigger: dies}, {kind: triggered, trigger: enters}]"


@pytest.mark.parametrize(
    ("source", "proposed", "verdict"),
    [
        ("keywords: [exalted]", attack("A"), "yes"),
        ("keywords: [exalted]", attack("A", "D"), "no"),
        ("keywords: [persist], counters: {-1/-1: 1}", event("die", "A"), "no"),
        ("keywords: [persist], counters: {}", event("die", "A"), "yes"),
        ("keywords: [persist, melee], counters: {}", event("die", "A"), "yes"),
        ("abilities: [{kind: triggered, trigger: dies}]", event("die", "B"), "no"),
        (BOTH_TRIGGERS, event("enter", "A"), "yes"),
        (BOTH_TRIGGERS, event("exile", "A"), "no"),
        ("keywords: [flying]", event("die", "A"), "depends"),
    ],
)
def test_whether_anything_triggers(put: Ask, source: str, proposed: str, verdict: str) -> None:
    """603.2: if what happens is stated, an ability goes on the stack only if it triggers on that."""
    assert put("triggers A", board(source, proposed)).verdict == verdict
