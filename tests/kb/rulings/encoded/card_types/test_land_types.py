"""Land types: mana abilities, setting and adding types, basic lands (305.6 to 305.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

LAND = """objects: [{{id: A, zone: battlefield, types: [{types}], subtypes: [{subtypes}], supertypes: [{supertypes}]}}]
effects: [{effects}]"""
BLOOD_MOON = "{says: is, does: other, objects: [A], quality: [mountain], source: Blood Moon}"
URBORG = "{says: gains, does: other, quality: [swamp], source: Urborg}"


def land(subtypes: str, types: str = "land", supertypes: str = "", effects: str = "") -> str:
    """Return a permanent A, a land unless `types` says otherwise, with effects on it."""
    return LAND.format(types=types, subtypes=subtypes, supertypes=supertypes, effects=effects)


@pytest.mark.parametrize(
    ("text", "mana"),
    [
        (land("forest"), ["{G}"]),
        (land("plains, island, swamp, mountain"), ["{W}", "{U}", "{B}", "{R}"]),
        (land("desert"), []),
        (land(""), []),
        (land("forest", types="creature"), []),
        (land("forest", types="land, creature"), ["{G}"]),
        (land("forest", effects=BLOOD_MOON), ["{R}"]),
        (land("forest", effects=URBORG), ["{B}", "{G}"]),
        (land("forest", effects=f"{BLOOD_MOON}, {URBORG}"), ["{B}", "{R}"]),
        (land("forest", effects="{says: gains, objects: [A], quality: [Island]}"), ["{U}", "{G}"]),
        (land("forest", effects=BLOOD_MOON.replace("objects: [A]", "applies: no")), ["{G}"]),
        (land("forest", effects="{says: cant, does: attack, quality: [mountain]}"), ["{G}"]),
    ],
)
def test_mana_abilities(put: Ask, text: str, mana: list[str]) -> None:
    """305.6: a land has the mana ability of each basic land type that it has after effects."""
    ruling = put("mana-abilities A", text)
    assert (ruling.verdict, ruling.value) == ("yes", mana)
    assert "305.6" in [each.number for each in ruling.citations]


@pytest.mark.parametrize(("day", "mana"), [("2008-07-15", []), ("2009-02-01", ["{G}"]), ("2010-07-16", [])])
def test_objects_with_land_types(put: Ask, day: str, mana: list[str]) -> None:
    """305.6: from 2009-02 to 2010-04 any object with a basic land type had its mana ability."""
    assert put("mana-abilities A", land("forest", types="creature"), day=day).value == mana


def test_mana_abilities_open(put: Ask) -> None:
    """The answer depends on types or subtypes that aren't stated."""
    assert put("mana-abilities A", "objects: [{id: A, types: [land]}]").depends_on == ("objects.A.subtypes",)
    assert put("mana-abilities A", "objects: [{id: A, subtypes: [forest]}]").depends_on == ("objects.A.types",)


@pytest.mark.parametrize(
    ("text", "day", "subtypes", "loses"),
    [
        (land("forest, dryad", types="land, creature", effects=BLOOD_MOON), "2026-01-16", ["dryad", "mountain"], True),
        (land("desert", effects=BLOOD_MOON), "2026-01-16", ["mountain"], True),
        (land("forest", effects=URBORG), "2026-01-16", ["forest", "swamp"], False),
        (land("forest"), "2026-01-16", ["forest"], False),
        (land(""), "2026-01-16", [], False),
        (land("forest", effects=BLOOD_MOON), "2003-07-01", ["mountain"], True),
        (land("forest", effects=URBORG), "2003-07-01", ["forest", "swamp"], False),
    ],
)
def test_land_types(put: Ask, text: str, day: str, subtypes: list[str], loses: bool) -> None:
    """305.7: setting a land's type removes its other land types and its abilities. Adding a type removes nothing."""
    ruling = put("land-types A", text, day=day)
    assert (ruling.verdict, ruling.value) == ("yes", {"subtypes": subtypes, "loses_text_abilities": loses})


@pytest.mark.parametrize(
    ("land_line", "effect", "subtypes"),
    [
        ("Basic Land — Forest", "affects: [nonbasic land]", ["forest"]),
        ("Land — Forest Island", "affects: [nonbasic land]", ["mountain"]),
        ("Basic Land — Forest", "affects: [land you control]", ["forest"]),
        ("Basic Land — Forest", "affects: [land]", ["mountain"]),
    ],
)
def test_only_affected_lands_change(put: Ask, land_line: str, effect: str, subtypes: list[str]) -> None:
    """611.3a: an effect applies to what its text indicates. `land-types` and `type-line` agree on it (305.7)."""
    text = f"""objects:
  - {{id: F, zone: battlefield, controller: p1, type_line: {land_line}}}
  - {{id: M, zone: battlefield, controller: p2, types: [enchantment]}}
players: {{p1: , p2: }}
effects: [{{source: M, generated_by: static-ability, says: is, {effect}, subtypes: [mountain]}}]"""
    assert put("land-types F", text).value["subtypes"] == subtypes
    assert put("type-line F", text).value["subtypes"] == subtypes


def test_land_types_through_time(put: Ask) -> None:
    """305.7: until 2003-12 an effect could set only one basic land type. Since then it can set several."""
    both = land("forest", effects="{says: is, does: other, objects: [A], quality: [island, swamp]}")
    assert put("land-types A", both, day="2003-12-01").verdict == "no"
    assert put("land-types A", both, day="2004-02-01").value["subtypes"] == ["island", "swamp"]
    assert put("land-types A", land("", types="creature", effects=BLOOD_MOON)).verdict == "no"
    assert put("land-types A", land("", types="creature", effects=BLOOD_MOON), day="2003-07-01").verdict == "no"
    assert put("land-types A", "objects: [{id: A, types: [land]}]").depends_on == ("objects.A.subtypes",)


@pytest.mark.parametrize(
    ("types", "supertypes", "verdict"), [("land", "basic", "yes"), ("land", "", "no"), ("creature", "basic", "no")]
)
def test_basic_lands(put: Ask, types: str, supertypes: str, verdict: str) -> None:
    """305.8: a land is basic if it has the supertype basic, whatever its land types."""
    ruling = put("is A basic-land", land("forest", types=types, supertypes=supertypes))
    assert (ruling.verdict, ruling.citations[0].number) == (verdict, "305.8")


@pytest.mark.parametrize(
    "words", ["subtypes: [mountain]", "quality: [mountain]", "quality: [Mountain]", "quality: [mountains]"]
)
def test_spellings_of_land_types(put: Ask, words: str) -> None:
    """305.7: however the effect is stated, the land is a Mountain, taps for {R}, and isn't a Gate any more."""
    text = f"""closed: [battlefield]
objects:
  - {{id: L, zone: battlefield, types: [land], supertypes: [], subtypes: [Gate]}}
  - {{id: M, zone: battlefield, types: [enchantment]}}
effects: [{{source: M, says: is, affects: [nonbasic land], {words}}}]"""
    assert put("type-line L", text).value["subtypes"] == ["mountain"]
    assert put("mana-abilities L", text).value == ["{R}"]
    assert put("land-types L", text).value == {"subtypes": ["mountain"], "loses_text_abilities": True}
    assert "effects.1.quality" not in [each.fact for each in put("type-line L", text).not_used]
