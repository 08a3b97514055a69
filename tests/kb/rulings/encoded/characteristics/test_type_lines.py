"""Type lines (205): printed type lines, effects on them, and the card types of subtypes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from kb.errors import BadSituation
from kb.rulings.engine.answer import Ruling, ask
from kb.rulings.engine.question_search import find_question
from kb.rulings.engine.questions import QuestionArguments
from kb.rulings.law.applicable_law import ConceptStatus, Law
from kb.rulings.situation.type_line import parse_subtypes, parse_type_line
from tests.kb.rulings.conftest import NEWEST, Ask, situation

# These lists have the form of the rules' lists, but are short and in our own words.
LISTS = {
    "artifact-types": "The artifact types are Clue, Equipment (see rule 1), and Vehicle (see rule 2).",
    "creature-types": "One creature type is two words long: Time Lord. All other creature types are one word long: "
    "Bear, Construct, Dryad, Goblin, and Wizard.",
    "enchantment-types": "The enchantment types are Aura, Saga, and Shrine.",
    "land-types": "The land types are Desert, Forest, and Urza’s.",
    "planeswalker-types": "The planeswalker types are Jace and Urza.",
    "spell-types": "The spell types are Adventure and Trap.",
    "battle-types": "That battle type is Siege.",
    "dungeon-types": "That dungeon type is Undercity.",
    "planar-types": "The planar types are The Abyss, and Serra’s Realm.",
}


class WithLists(Law):
    """The law of a day, whose lists of subtypes are replaced by `LISTS`."""

    def status_of(self, concept: str) -> ConceptStatus:
        found = super().status_of(concept)
        return replace(found, text=LISTS[concept]) if concept in LISTS and found.rule else found


Line = Callable[..., Any]


@pytest.fixture
def line() -> Line:
    """A function that returns the supertypes, types and subtypes of A, each as one string."""

    def of(facts: str, effects: str = "", day: str = NEWEST) -> Any:
        ruling = asked(facts, effects, day)
        return ruling.value and tuple(" ".join(ruling.value[part]) for part in ("supertypes", "types", "subtypes"))

    return of


def asked(facts: str, effects: str = "", day: str = NEWEST, question_: str = "type-line") -> Ruling:
    text = f"objects: [{{id: A, emblem: no, {facts}}}]" + (f"\neffects: [{effects}]" if effects else "")
    law = WithLists(None, date.fromisoformat(day))
    return ask(find_question(question_), situation(text), law, QuestionArguments(question_, ("A",)))


@pytest.mark.parametrize(
    ("printed", "parts"),
    [
        ("Basic Land — Mountain", ("basic", "land", "mountain")),
        ("Creature — Goblin Wizard", ("", "creature", "goblin wizard")),
        ("Artifact — Equipment", ("", "artifact", "equipment")),
        ("Legendary Snow Artifact Creature - Bear", ("legendary snow", "artifact creature", "bear")),
        ("Instant", ("", "instant", "")),
        ("Plane -- Serra's Realm", ("", "plane", "serra's realm")),
    ],
)
def test_printed_type_lines(line: Line, printed: str, parts: tuple[str, str, str]) -> None:
    """205.3b: subtypes follow a dash of any form (the rules' own examples)."""
    assert line(f'type_line: "{printed}"') == parts


def test_type_lines_in_parts() -> None:
    """Two words are one subtype only if they are a creature type and the object is a creature."""
    assert parse_type_line("Creature — Time Lord Doctor").subtypes == ("time lord", "doctor")
    assert parse_subtypes("Time Lord", ("artifact",)) == ("time", "lord")
    assert parse_subtypes("", ("creature",)) == ()
    with pytest.raises(BadSituation, match="'creatur' is neither a supertype nor a card type; did you mean 'creature'"):
        situation("objects: [{id: A, type_line: Creatur}]")


@pytest.mark.parametrize(
    ("printed", "day", "subtypes"),
    [
        ("Creature — Time Lord", NEWEST, ["time lord"]),
        ("Creature — Time Lord", "2023-04-14", ["time", "lord"]),
        ("Plane — Serra's Realm", "2009-10-01", ["serra's realm"]),
        ("Plane — Serra's Realm", "2009-07-11", []),
    ],
)
def test_type_lines_through_time(printed: str, day: str, subtypes: list[str]) -> None:
    """205.3b: creature types can have two words since 2023-11-17, and there are planes since 2009-10-01."""
    assert asked(f'type_line: "{printed}"', day=day).value["subtypes"] == subtypes


def test_each_subtype_belongs_to_a_card_type() -> None:
    """205.3c: Forest belongs to land, Dryad to creature; the answer has no `by_type` if the lists aren't known."""
    ruling = asked("type_line: Land Creature — Forest Dryad")
    assert ruling.value["by_type"] == {"land": ["forest"], "creature": ["dryad"]}
    assert "205.3c" in [each.number for each in ruling.citations]
    assert asked("type_line: Kindred Instant — Bear Trap").value["by_type"] == {
        "kindred": ["bear"],
        "instant": ["trap"],
    }
    without = ask(find_question("type-line"), situation("objects: [{id: A, type_line: Land Creature — Forest Dryad}]"),
                  Law(None, date.fromisoformat(NEWEST)), QuestionArguments("type-line", ("A",)))  # fmt: skip
    assert "by_type" not in without.value


@pytest.mark.parametrize("word", ["phenomenon", "scheme", "vanguard", "conspiracy"])
def test_types_without_subtypes(line: Line, word: str) -> None:
    """205.3r: some card types have no subtypes."""
    assert line(f"types: [{word}], supertypes: [], subtypes: [bear]") == ("", word, "")


def test_dungeons_had_no_subtypes(line: Line) -> None:
    """205.3p: dungeons had no subtypes from 2021-07-23 to 2022-04-29."""
    dungeon = "types: [dungeon], supertypes: [], subtypes: [undercity]"
    assert line(dungeon) == ("", "dungeon", "undercity")
    assert line(dungeon, day="2022-02-18") == ("", "dungeon", "")
    assert line("types: [scheme], supertypes: [], subtypes: [bear]", day="2022-02-18") == ("", "scheme", "")
    assert line("types: [creature], supertypes: [], subtypes: [bear]", day="2022-02-18") == ("", "creature", "bear")


ALL_LANDS = "{says: is, objects: [A], types: [creature], in_addition: yes, text: All lands are creatures}"
ARTIFACT_CREATURE = "{says: is, objects: [A], types: [artifact, creature]}"


@pytest.mark.parametrize(
    ("facts", "effects", "parts"),
    [
        # 205.1b, the rules' own examples, and 205.4b.
        ("type_line: Legendary Land — Desert", ALL_LANDS, ("legendary", "land creature", "desert")),
        ("type_line: Artifact Land", ALL_LANDS, ("", "artifact land creature", "")),
        ("type_line: Artifact Enchantment — Shrine", ARTIFACT_CREATURE,
         ("", "artifact enchantment creature", "shrine")),
        ("type_line: Creature — Bear", "{says: gains, types: [artifact]}", ("", "creature artifact", "bear")),
        # An effect that makes an object a [creature type] artifact creature replaces only its creature types.
        ("type_line: Enchantment Creature — Shrine Bear", f"{ARTIFACT_CREATURE[:-1]}, subtypes: [construct]}}",
         ("", "enchantment creature artifact", "shrine construct")),
        # 205.1a: new card types replace the others, with their subtypes.
        ("type_line: Creature — Bear", "{says: is, types: [enchantment]}", ("", "enchantment", "")),
        ("type_line: Creature — Bear", "{says: is, types: [kindred, artifact]}", ("", "kindred artifact", "bear")),
        ("type_line: Land Creature — Forest Dryad", "{says: is, types: [land]}", ("", "land", "forest")),
        ("type_line: Instant — Trap", "{says: is, types: [creature]}", ("", "instant creature", "trap")),
        ("type_line: Legendary Creature — Bear", "{says: is, types: [land]}", ("legendary", "land", "")),
        # New subtypes replace only subtypes of the same set.
        ("type_line: Artifact Creature — Vehicle Bear", "{says: is, subtypes: [goblin, wizard]}",
         ("", "artifact creature", "vehicle goblin wizard")),
        ("type_line: Creature — Bear", "{says: is, types: [creature], subtypes: [goblin]}", ("", "creature", "goblin")),
        ("type_line: Creature — Bear", "{says: gains, subtypes: [goblin]}", ("", "creature", "bear goblin")),
        # 205.3d: an object doesn't gain a subtype that doesn't correspond to one of its types.
        ("type_line: Creature — Bear", "{says: gains, subtypes: [desert]}", ("", "creature", "bear")),
        ("type_line: Creature — Bear", "{says: gains, subtypes: [forest]}", ("", "creature", "bear")),
        # 305.7: basic land types replace land types, not other subtypes.
        ("type_line: Land Creature — Desert Dryad", "{says: is, subtypes: [swamp]}",
         ("", "land creature", "dryad swamp")),
        ("type_line: Land — Desert", "{says: gains, subtypes: [swamp]}", ("", "land", "desert swamp")),
        ("type_line: Basic Land — Forest", "{says: is, subtypes: [island]}", ("basic", "land", "island")),
        # 205.4b: a new supertype doesn't replace the others.
        ("type_line: Snow Land", "{says: is, supertypes: [legendary]}", ("snow legendary", "land", "")),
        ("type_line: Legendary Snow Land", "{says: loses, supertypes: [legendary]}", ("snow", "land", "")),
        ("type_line: Artifact Creature — Equipment Bear", "{says: loses, types: [creature]}",
         ("", "artifact", "equipment")),
        ("type_line: Creature — Bear Wizard", "{says: loses, subtypes: [bear]}", ("", "creature", "wizard")),
        # Effects that don't change the types of A; two effects apply in timestamp order.
        ("type_line: Land", "{says: is, objects: [], types: [creature]}", ("", "land", "")),
        ("type_line: Land", "{says: is, types: [creature], applies: no}", ("", "land", "")),
        ("type_line: Land", "{says: cant, types: [creature]}", ("", "land", "")),
        ("type_line: Land", "{says: is, colors: [red]}", ("", "land", "")),
        ("type_line: Land", "{says: is, types: [artifact], timestamp: 2}, {says: is, types: [creature], timestamp: 1}",
         ("", "artifact", "")),
    ],
)  # fmt: skip
def test_effects_on_types(line: Line, facts: str, effects: str, parts: tuple[str, str, str]) -> None:
    """205.1a, 205.1b, 205.3d, 205.4b, 305.7: effects set, add or remove types."""
    assert line(facts, effects) == parts


def test_effects_on_types_through_time(line: Line) -> None:
    """Instants keep their type since 2022-06-10; new supertypes replaced the old ones in 2005-08."""
    instant = ("type_line: Instant", "{says: is, types: [creature]}")
    assert line(*instant, day="2022-04-29") == ("", "creature", "")
    creature = ("type_line: Creature — Bear", "{says: is, types: [artifact, creature], subtypes: [construct]}")
    assert line(*creature) == ("", "creature artifact", "construct")
    assert line(*creature, day="2019-08-23") == ("", "creature artifact", "construct")
    snow = ("type_line: Snow Land", "{says: is, supertypes: [legendary]}")
    assert line(*snow, day="2005-02-01") == ("snow legendary", "land", "")
    assert line(*snow, day="2005-08-01") == ("legendary", "land", "")
    both = ("type_line: Legendary Snow Land", "{says: loses, supertypes: [legendary]}")
    assert line(*both, day="2005-08-01") == ("snow", "land", "")


def test_changeling(line: Line) -> None:
    """702.73a: an object with changeling has every creature type that the edition lists."""
    found = line("type_line: Creature — Bear, keywords: [changeling]")[2]
    assert found == "bear construct dryad goblin time lord wizard"
    assert line("type_line: Creature — Bear, keywords: [haste]")[2] == "bear"


@pytest.mark.parametrize(
    ("facts", "parts"),
    [
        ("emblem: yes, zone: command", ("", "", "")),
        ("face_down: yes, zone: battlefield, type_line: Artifact Creature — Bear", ("", "creature", "")),
        ("zone: hand, layout: split, faces: [{type_line: Instant}, {type_line: Sorcery — Trap}]",
         ("", "instant sorcery", "trap")),
        ("zone: battlefield, layout: transforming, face_up: back, faces: [{type_line: Creature}, {type_line: Land}]",
         ("", "land", "")),
    ],
)  # fmt: skip
def test_other_objects(facts: str, parts: tuple[str, str, str]) -> None:
    """114.3, 708.2a, 709.4c, 712.8e: type lines of emblems, face-down objects, split cards and back faces."""
    ruling = ask(find_question("type-line"), situation(f"objects: [{{id: A, {facts}}}]"),
                 WithLists(None, date.fromisoformat(NEWEST)), QuestionArguments("type-line", ("A",)))  # fmt: skip
    assert tuple(" ".join(ruling.value[part]) for part in ("supertypes", "types", "subtypes")) == parts


def test_what_a_type_line_depends_on(put: Ask) -> None:
    """The answer depends on unstated subtypes, and on the lists of subtypes if an effect needs them."""
    assert put("type-line A", "objects: [{id: A, types: [land], supertypes: []}]").depends_on == ("objects.A.subtypes",)
    text = "objects: [{id: A, type_line: Artifact Creature — Vehicle Bear}]\neffects: [{says: is, types: [artifact]}]"
    assert put("type-line A", text).depends_on == ("rules.subtypes",)


def test_changeling_without_the_list_of_creature_types(put: Ask) -> None:
    """702.73a: which types an object with changeling has is open if the list of the day isn't known."""
    text = "objects: [{id: A, zone: battlefield, types: [creature], subtypes: [bear], keywords: [changeling]},"
    text += " {id: X, can_target: [goblin]}, {id: Y, can_target: [bear]}]\nusual: yes"
    assert put("can-target X A", text).verdict == "depends"
    assert put("can-target Y A", text).verdict == "yes"
