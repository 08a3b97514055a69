"""Copies (707): copiable values, exceptions, and objects that enter as copies."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kb.rulings.conftest import Ask


def bear(**changes: str | None) -> str:
    """Return the creature B with changed facts; None leaves a fact out."""
    facts = {
        "zone": "battlefield", "token": "no", "name": "Bear", "mana_cost": "'{1}{G}'", "types": "[creature]",
        "subtypes": "[bear]", "power": "2", "toughness": "2",
    }  # fmt: skip
    stated = {name: value for name, value in (facts | changes).items() if value is not None}
    return "{id: B, " + ", ".join(f"{name}: {value}" for name, value in stated.items()) + "}"


BEAR = bear()
CLONE = """{id: C, zone: battlefield, token: no, name: Clone, mana_cost: "{3}{U}", types: [creature],
  subtypes: [shapeshifter], power: 0, toughness: 0%s}"""
DOUBLE = """{id: D, zone: battlefield, token: no, layout: %s, face_up: %s, faces: [
  {name: Front, mana_cost: "{R}", types: [creature], power: 1, toughness: 1, keywords: [haste]},
  {name: Back, mana_cost: "{B}", types: [%s], color_indicator: [red], power: 3, toughness: 3, keywords: []}]}"""
TOKEN = "{id: T, zone: battlefield, token: yes%s}"


def board(*objects: str, effects: str = "{says: copies, objects: [C], to: [B]}") -> str:
    """Return a closed battlefield with objects and effects."""
    return f"closed: [battlefield]\nobjects: [{', '.join(objects)}]\neffects: [{effects}]"


def values(put: Ask, text: str, thing: str = "C", day: str = "2026-01-16") -> dict[str, Any]:
    """Return the characteristics of an object; empty if the answer is open."""
    return put(f"characteristics {thing}", text, day).value or {}


# --- copiable values (707.2, 707.3) --------------------------------------------------------------------------


@pytest.mark.parametrize(("day", "rule"), [("2026-01-16", "707.2"), ("2012-10-01", "706.2"), ("2008-02-01", "503.2")])
def test_copies_have_printed_values(put: Ask, day: str, rule: str) -> None:
    """707.2: a copy has the printed values of the original, not values that effects have changed."""
    grown = "{says: copies, objects: [C], to: [B]}, {says: gets, objects: [B], power: 3, toughness: 3}"
    text = board(BEAR, CLONE % "", effects=grown)
    found = values(put, text, day=day)
    assert (found["name"], found["mana_cost"], found["colors"]) == ("Bear", "{1}{G}", ["green"])
    assert (found["subtypes"], found["power"], found["toughness"]) == (["bear"], 2, 2)
    assert put("mana-value C", text, day).value == 2
    assert rule in [each.number for each in put("name C", text, day).citations]


@pytest.mark.parametrize(
    ("facts", "size"),
    [
        ("power: 4, toughness: 3, counters: {+1/+1: 2, -0/-1: 1}", (2, 2)),
        ("base_power: 2, base_toughness: 2, counters: {+1/+1: 2}", (2, 2)),
        ("power: 4, toughness: 3", (4, 3)),
    ],
)
def test_counters_arent_copied(put: Ask, facts: str, size: tuple[int, int]) -> None:
    """707.2: counters, which a stated power includes, aren't copied; the copy keeps its own counters."""
    original = f"{{id: B, zone: battlefield, types: [creature], {facts}}}"
    found = values(put, board(original, CLONE % ", counters: {+1/+1: 1}"))
    assert (found["power"], found["toughness"]) == (size[0] + 1, size[1] + 1)


def test_copies_of_copies(put: Ask) -> None:
    """707.3: the values of a copy are copied, too. 707.2b: later changes of the original don't matter."""
    ogre = "{id: O, zone: battlefield, name: Ogre, types: [creature]}"
    first = "{says: copies, objects: [C], to: [B], timestamp: 1}"
    second = "{says: copies, objects: [X], to: [C], timestamp: 2}"
    third = "{says: copies, objects: [C], to: [O], timestamp: 3}"
    text = board(BEAR, CLONE % "", ogre, "{id: X, zone: battlefield, name: X}", effects=f"{third}, {second}, {first}")
    assert put("name X", text).value == "Bear"
    assert put("name C", text).value == "Ogre"
    assert "707.2b" in [each.number for each in put("name X", text).citations]
    once = board(BEAR, CLONE % "", ogre, "{id: X, zone: battlefield, name: X}", effects=f"{first}, {second}")
    assert "707.2b" not in [each.number for each in put("name X", once).citations]


def test_copy_of_an_unlisted_object(put: Ask) -> None:
    """The answer is open if the original isn't listed, and in 2002, when no rule named copiable values."""
    assert put("name C", board(CLONE % "", effects="{says: copies, objects: [C]}")).depends_on == ("effects.1.to",)
    assert put("name C", board(BEAR, CLONE % ""), "2002-10-07").verdict == "depends"


@pytest.mark.parametrize(
    "says", ["{says: copies, objects: [B], to: [C]}", "{says: copies, objects: [C], to: [B], applies: no}"]
)
def test_effects_that_dont_apply(put: Ask, says: str) -> None:
    """A copy effect on another object, or one that has ended, doesn't apply."""
    assert put("name C", board(BEAR, CLONE % "", effects=says)).value == "Clone"


def test_face_down(put: Ask) -> None:
    """707.2: a copy of a face-down creature is a nameless 2/2. 707.3: a copy stays face down if it was."""
    found = values(put, board(bear(token=None, face_down="yes", power="6"), CLONE % ""))
    assert (found["name"], found["colors"], found["subtypes"], found["power"]) == ("none", [], [], 2)
    turned = values(put, board(BEAR, CLONE % ", face_down: yes"))
    assert (turned["name"], turned["mana_cost"], turned["power"]) == ("none", "none", 2)


@pytest.mark.parametrize(
    ("layout", "up", "name", "cost"),
    [
        ("transforming", "front", "Front", "{R}"),
        ("transforming", "back", "Back", "{B}"),
        ("modal", "back", "Back", "{B}"),
    ],
)
def test_copying_a_double_faced_permanent(put: Ask, layout: str, up: str, name: str, cost: str) -> None:
    """707.8: a copy has only the characteristics of the original's face that is up."""
    text = board(
        DOUBLE % (layout, up, "creature"), CLONE % ", face_up: front", effects="{says: copies, objects: [C], to: [D]}"
    )
    found = values(put, text)
    assert (found["name"], found["mana_cost"], found["colors"]) == (name, cost, ["red"])
    assert found["keywords"] == (["haste"] if name == "Front" else [])
    assert found["power"] == (1 if name == "Front" else 3)


def test_a_back_face_without_a_cost(put: Ask) -> None:
    """202.1b: a transforming back face has no mana cost; the cost of a modal back face has to be stated."""
    bare = (DOUBLE % ("transforming", "back", "creature")).replace('mana_cost: "{B}", ', "")
    copy = "{says: copies, objects: [C], to: [D]}"
    assert values(put, board(bare, CLONE % "", effects=copy))["mana_cost"] == "none"
    assert "mana_cost" not in values(put, board(bare.replace("transforming", "modal"), CLONE % "", effects=copy))


def test_choices_of_a_spell_are_copied(put: Ask) -> None:
    """707.10, 707.2: a copy of a spell has its X and the objects that paid for it, but not the mana spent."""
    spell = '{id: S, zone: stack, mana_cost: "{X}{G}", types: [sorcery], x: 3, paid_with: [B], mana_spent: {green: 4}}'
    text = board(spell, BEAR, "{id: K, zone: stack, copy: spell}", effects="{says: copies, objects: [K], to: [S]}")
    assert put("mana-value K", text).value == 4
    assert put("paid-with K", text).value == {"objects": ["B"], "mana": {}}
    assert "707.10" in [each.number for each in put("paid-with K", text).citations]
    assert put("paid-with K", text, "2004-06-01").verdict == "depends"
    assert put("paid-with K", text.replace(", paid_with: [B]", "")).depends_on == ("objects.K.paid_with",)
    assert put("paid-with S", text).value == {"objects": ["B"], "mana": {"green": 4}}
    assert put("paid-with B", text).depends_on == ("objects.B.paid_with",)
    elsewhere = text.replace("zone: stack, mana_cost", "zone: exile, mana_cost")
    assert put("mana-value K", elsewhere).verdict == "depends"


# --- exceptions (707.9) --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("exception", "fact", "value"),
    [
        ("", "types", ["creature"]),
        ("types: [artifact], in_addition: yes", "types", ["creature", "artifact"]),
        ("types: [artifact]", "types", ["artifact"]),
        ("supertypes: [legendary], in_addition: yes", "supertypes", ["legendary"]),
        ("subtypes: [wizard], in_addition: yes", "subtypes", ["bear", "wizard"]),
        ("colors: [black]", "colors", ["black"]),
        ("keeps: [colors]", "colors", ["blue"]),
        ("keeps: [colors]", "mana_cost", "{1}{G}"),
        ("keeps: [name]", "name", "Clone"),
        ("name: Mirror", "name", "Mirror"),
        ("keeps: ['mana cost']", "mana_cost", "{3}{U}"),
        ("keeps: [subtypes]", "subtypes", ["shapeshifter"]),
        ("power: 7, toughness: 7", "power", 7),
        ("power: 7", "toughness", 2),
        ("keywords: [flying]", "keywords", ["flying"]),
        ("abilities: [copies again]", "abilities", ["copies again"]),
        ("if_it_is: [creature], keywords: [flying]", "keywords", ["flying"]),
        ("if_it_is: [artifact], keywords: [flying]", "keywords", []),
    ],
)
def test_exceptions(put: Ask, exception: str, fact: str, value: object) -> None:
    """707.9a to 707.9c, 707.9f: a copy effect with an exception adds, changes or keeps characteristics of the copy."""
    effect = "{says: copies, objects: [C], to: [B]%s}" % (f", {exception}" if exception else "")
    assert values(put, board(BEAR, CLONE % "", effects=effect))[fact] == value


def test_exceptions_are_copiable(put: Ask) -> None:
    """707.9a, 707.9b: a copy of the copy has the exceptions, too, in 2008 as well."""
    effects = (
        "{says: copies, objects: [C], to: [B], types: [artifact], in_addition: yes, abilities: [again]},"
        "{says: copies, objects: [X], to: [C]}"
    )
    text = board(BEAR, CLONE % "", "{id: X, zone: battlefield, name: X}", effects=effects)
    for day in ("2026-01-16", "2008-02-01"):
        found = values(put, text, "X", day)
        assert (found["types"], found["abilities"]) == (["creature", "artifact"], ["again"])


@pytest.mark.parametrize(
    ("keyword", "exception", "day", "kept"),
    [
        ("changeling", "subtypes: [rogue], in_addition: yes", "2026-01-16", True),
        ("changeling", "subtypes: [rogue], in_addition: yes", "2012-10-01", False),
        ("changeling", "subtypes: [rogue]", "2026-01-16", False),
        ("changeling", "colors: [red]", "2026-01-16", True),
        ("changeling", "keeps: [subtypes]", "2026-01-16", False),
        ("devoid", "colors: [red]", "2026-01-16", False),
        ("flying", "colors: [red]", "2026-01-16", True),
    ],
)
def test_defining_abilities(put: Ask, keyword: str, exception: str, day: str, kept: bool) -> None:
    """707.9d: an ability that defines a characteristic isn't copied if the copy effect replaces that characteristic."""
    original = bear(keywords=f"[{keyword}]")
    effect = f"{{says: copies, objects: [C], to: [B], {exception}}}"
    value = put("abilities C", board(original, CLONE % "", effects=effect), day).value
    assert (keyword in value["keywords"]) is kept


def test_defining_texts_and_colour_indicators(put: Ask) -> None:
    """707.9d: if size or colour isn't copied, neither is the text or colour indicator that defines it."""
    abilities = "[{text: size, defines: [power, toughness]}, {text: other}]"
    original = bear(mana_cost="none", color_indicator="[red]", abilities=abilities)
    sized = values(
        put, board(original, CLONE % "", effects="{says: copies, objects: [C], to: [B], power: 7, toughness: 7}")
    )
    assert (sized["abilities"], sized["colors"], sized["power"]) == (["other"], ["red"], 7)
    kept = values(put, board(original, CLONE % "", effects="{says: copies, objects: [C], to: [B], keeps: [colors]}"))
    assert (kept["abilities"], kept["colors"]) == (["size", "other"], ["blue"])


# --- entering as a copy (707.5, 707.6, 707.9e) ---------------------------------------------------------------


def test_copied_abilities_say_how_the_copy_enters(put: Ask) -> None:
    """707.5: the copied text and fading say how the copy enters; effects on the original by other objects don't."""
    original = bear(keywords="[fading 3]")
    effects = (
        "{says: copies, objects: [C], to: [B]},"
        "{source: B, says: enters, does: enter, objects: [B], quality: [tapped]},"
        "{source: Other, says: enters, does: enter, objects: [B], quality: [+1/+1]}"
    )
    ruling = put("enters C", board(original, (CLONE % "").replace("battlefield", "stack"), effects=effects))
    assert ruling.value == {"zone": "battlefield", "tapped": True, "counters": {"fade": 3}}
    assert {"707.5", "702.32a"} <= {each.number for each in ruling.citations}
    ended = effects.replace("quality: [tapped]", "quality: [tapped], applies: no")
    assert put("enters C", board(original, CLONE % "", effects=ended)).value["tapped"] is False


@pytest.mark.parametrize(
    ("exception", "more", "counters"),
    [
        ("quality: [+1/+1], amount: 2", "", {"+1/+1": 2}),
        ("quality: [+1/+1]", "", {"+1/+1": 1}),
        ("quality: [+1/+1], amount: 2", ", {says: copies, objects: [C], to: [O]}", None),
        ("quality: [+1/+1], amount: 2, if_it_is: [creature]", "", {"+1/+1": 2}),
        ("quality: [+1/+1], amount: 2, if_it_is: [land]", "", None),
    ],
)
def test_counters_of_copy_effects(put: Ask, exception: str, more: str, counters: object) -> None:
    """707.9e: a later copy effect undoes the extra counters. 707.9f: a condition on the copy can prevent them."""
    effects = f"{{says: copies, objects: [C], to: [B], {exception}}}{more}"
    text = board(BEAR, CLONE % "", "{id: O, zone: battlefield, name: Ogre, types: [creature]}", effects=effects)
    assert put("enters C", text).value.get("counters") == counters


def test_choices_arent_copied(put: Ask) -> None:
    """707.6: choices made for the original don't hold for the copy."""
    original = bear(abilities="[{causes: a colour, result: [red]}, {refers_to: a colour}]")
    ruling = put("linked C 2", board(original, CLONE % ""))
    assert ruling.value == []
    assert "707.6" in [each.number for each in ruling.citations]
    assert put("linked B 2", board(original, CLONE % "")).value == ["red"]


@pytest.mark.parametrize(
    ("targets", "day", "answer"),
    [
        ("[B]", "2026-01-16", {"targets": ["B"]}),
        ("[B, C]", "2026-01-16", {"targets": ["B", "C"], "choose": 1, "chooses": "p1"}),
        ("[B, C]", "2024-11-08", None),
        ("[B, L]", "2026-01-16", {"targets": ["B"]}),
        ("[L]", "2026-01-16", {"targets": []}),
    ],
)
def test_targets_that_a_copy_is_given(put: Ask, targets: str, day: str, answer: object) -> None:
    """707.10e: the copy gets a legal target if there is one; since 2025 its controller chooses one of several."""
    text = board(
        BEAR,
        CLONE % "",
        "{id: L, zone: battlefield, types: [land]}",
        "{id: S, zone: stack, types: [instant], colors: [white], can_target: [creature], targets: [B]}",
        "{id: K, zone: stack, controller: p1, copy: spell}",
        effects=f"{{says: copies, objects: [K], to: [S], targets: {targets}}}",
    )
    assert put("copy-targets K", "players: {p1: }\n" + text, day).value == answer


def test_a_copy_without_stated_targets(put: Ask) -> None:
    """The answer is open if the effect doesn't name a target, or if the target's legality isn't known."""
    spell = "{id: S, zone: stack, types: [instant], colors: [white], can_target: [creature], targets: [B]}"
    there = (spell, "{id: K, zone: stack, copy: spell}", "{id: U, zone: battlefield, token: no}")
    said = "{says: copies, objects: [K], to: [S]%s}"
    assert put("copy-targets K", board(*there, BEAR, effects=said % "")).depends_on == ("objects.K.targets",)
    open_one = put("copy-targets K", board(*there, BEAR, effects=said % ", targets: [U]"))
    assert "objects.U.types" in open_one.depends_on
