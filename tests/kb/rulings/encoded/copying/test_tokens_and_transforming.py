"""Double-faced permanents (701.27, 712), created tokens (111), and morph costs (702.37e)."""

from __future__ import annotations

import pytest

from tests.kb.rulings.conftest import Ask
from tests.kb.rulings.encoded.copying.test_copiable_values import BEAR, CLONE, DOUBLE, TOKEN, bear, board, values

# --- transforming (701.27, 712) ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layout", "back", "day", "can"),
    [
        ("transforming", "creature", "2026-01-16", "yes"),
        ("modal", "creature", "2026-01-16", "yes"),
        ("modal", "creature", "2024-11-08", "no"),
        ("meld", "creature", "2026-01-16", "no"),
        ("transforming", "sorcery", "2026-01-16", "no"),
        ("transforming", "instant", "2012-10-01", "yes"),
        ("transforming", "creature", "2012-10-01", "yes"),
        ("modal", "creature", "2021-04-22", "no"),
    ],
)
def test_cards_that_can_transform(put: Ask, layout: str, back: str, day: str, can: str) -> None:
    """712.9: since 2025 modal cards transform, too, but not meld cards. 701.27d: since 2016 not into a sorcery."""
    assert put("can-transform D", board(DOUBLE % (layout, "front", back), effects=""), day).verdict == can


@pytest.mark.parametrize("original", ["layout: normal", "layout: transforming, face_up: back"])
def test_copies_keep_the_layout_of_their_own_card(put: Ask, original: str) -> None:
    """712.9: a Clone doesn't transform as a copy of a double-faced permanent. A double-faced copy does."""
    faces = "faces: [{name: Gang, types: [creature]}, {name: Pack, types: [creature]}]"
    own = f"zone: battlefield, token: no, layout: %s, {faces}"
    rows = f"""objects:
  - {{id: P, zone: battlefield, token: no, {original}, {faces if "back" in original else "name: Pack"}}}
  - {{id: C, zone: battlefield, token: no, layout: normal, name: Clone, types: [creature]}}
  - {{id: D, {own % "transforming, face_up: front"}}}
effects: [{{says: copies, objects: [C, D], to: [P]}}]"""
    assert put("can-transform C", rows).verdict == "no"
    assert put("can-transform D", rows).verdict == "yes"


def test_transforming_back(put: Ask) -> None:
    """701.27d: D can transform from a sorcery face; a card in exile, or with one face, or under "can't", can't."""
    back = DOUBLE % ("transforming", "back", "sorcery")
    assert put("can-transform D", board(back, effects="")).verdict == "yes"
    for day in ("2012-10-01", "2023-04-14", "2026-01-16"):
        away = board(back.replace("zone: battlefield", "zone: exile"), effects="")
        assert put("can-transform D", away, day).verdict == "no"
    token = board(back.replace("token: no", "token: yes"), effects="")
    assert put("can-transform D", token, "2012-10-01").verdict == "no"
    assert put("can-transform D", board(back, effects="{says: cant, does: transform, objects: [D]}")).verdict == "no"
    assert put("can-transform C", board(CLONE % ", layout: normal", effects="")).verdict == "no"
    assert put("can-transform C", board(CLONE % "", effects="")).verdict == "no"
    unlisted = board(CLONE % "", effects="").replace("closed: [battlefield]", "closed: []")
    assert put("can-transform C", unlisted).depends_on == ("objects.C.layout",)


@pytest.mark.parametrize(
    ("own", "day", "can", "name"),
    [
        ("", "2026-01-16", "yes", "Back"),
        ("", "2024-11-08", "yes", "Back"),
        ("", "2012-10-01", "no", "Back"),
        (", name: Own, layout: normal", "2026-01-16", "no", "Back"),
    ],
)
def test_double_faced_tokens(put: Ask, own: str, day: str, can: str, name: str) -> None:
    """707.8a: since 2023 a token created as a copy has both faces; a token that becomes a copy later hasn't."""
    text = board(
        DOUBLE % ("transforming", "back", "creature"), TOKEN % own, effects="{says: copies, objects: [T], to: [D]}"
    )
    assert put("can-transform T", text, day).verdict == can
    assert put("name T", text, day).value == name


def test_later_copy_effects_on_double_faced_tokens(put: Ask) -> None:
    """707.8a, 712.9: a later copy effect doesn't change whether a token is double-faced."""
    there = (DOUBLE % ("transforming", "front", "creature"), bear(token=None, layout="normal"), TOKEN % "")
    first_double = "{says: copies, objects: [T], to: [D]}, {says: copies, objects: [T], to: [B]}"
    first_bear = "{says: copies, objects: [T], to: [B]}, {says: copies, objects: [T], to: [D]}"
    assert put("can-transform T", board(*there, effects=first_double)).verdict == "yes"
    assert put("name T", board(*there, effects=first_double)).value == "Bear"
    assert put("can-transform T", board(*there, effects=first_bear)).verdict == "no"
    modal = board(DOUBLE % ("modal", "front", "creature"), TOKEN % "", effects="{says: copies, objects: [T], to: [D]}")
    assert put("can-transform T", modal).verdict == "yes"
    assert put("name T", modal, "2024-11-08").value == "Front"


@pytest.mark.parametrize(
    ("quality", "back", "zone"),
    [
        ("transformed", "sorcery", "graveyard"),
        ("transformed", "creature", "battlefield"),
        ("tapped", "sorcery", "battlefield"),
    ],
)
def test_entering_transformed(put: Ask, quality: str, back: str, zone: str) -> None:
    """712.13a: a card with a sorcery on its back is put into the graveyard instead of entering transformed."""
    effect = f"{{says: enters, does: enter, objects: [D], quality: [{quality}]}}"
    card = (DOUBLE % ("transforming", "front", back)).replace("zone: battlefield", "zone: stack, types: [creature]")
    assert put("enters D", board(card, effects=effect)).value["zone"] == zone


# --- tokens (111) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("a 1/1 green Saproling creature token", ("Saproling Token", ["green"], ["creature"], ["saproling"], [], 1)),
        ("two 2/1 red Dwarf Berserker creature tokens", None),
        (
            "2/2 white and blue Bird creature with flying",
            ("Bird Token", ["white", "blue"], ["creature"], ["bird"], ["flying"], 2),
        ),
        ("4/4 Golem artifact creature", ("Golem Token", [], ["artifact", "creature"], ["golem"], [], 4)),
        (
            "1/1 black Rat creature named Vermin with fear, haste",
            ("Vermin", ["black"], ["creature"], ["rat"], ["fear", "haste"], 1),
        ),
    ],
)
def test_tokens_as_created(put: Ask, words: str, expected: tuple[object, ...] | None) -> None:
    """111.3, 111.4: a token has only the characteristics that the effect that creates it names."""
    found = values(put, board(f'{{id: T, zone: battlefield, token: yes, created_as: "{words}"}}', effects=""), "T")
    assert (found["mana_cost"], found["supertypes"], found["abilities"]) == ("none", [], [])
    if expected is not None:
        facts = ("name", "colors", "types", "subtypes", "keywords", "power")
        assert tuple(found[fact] for fact in facts) == expected


def test_tokens_with_quoted_abilities(put: Ask) -> None:
    """111.3: a token has the abilities that the effect that creates it quotes."""
    words = "1/1 red Goblin creature with haste and “{T}: This deals 1 damage.”"
    found = values(put, board(f'{{id: T, zone: battlefield, token: yes, created_as: "{words}"}}', effects=""), "T")
    assert (found["keywords"], found["abilities"]) == (["haste"], ["{T}: This deals 1 damage."])


def test_tokens_by_name(put: Ask) -> None:
    """111.11: a token created by name has the characteristics of the card with that name, if it is listed."""
    there = board(bear(zone="outside"), "{id: T, token: yes, created_as: Bear}", effects="")
    assert values(put, there, "T")["power"] == 2
    assert put("name T", there).value == "Bear"
    missing = board("{id: T, token: yes, created_as: Bear}", effects="")
    assert put("name T", missing).verdict == "depends"
    assert put("name T", there, "2012-10-01").verdict == "depends"


def test_copiable_values_of_tokens(put: Ask) -> None:
    """111.3: the characteristics with which a token was created are its copiable values."""
    token = "{id: T, zone: battlefield, token: yes, created_as: 1/1 green Elf creature}"
    text = board(token, CLONE % "", effects="{says: copies, objects: [C], to: [T]}")
    found = values(put, text)
    assert (found["subtypes"], found["colors"], found["power"]) == (["elf"], ["green"], 1)


@pytest.mark.parametrize(
    ("effects", "verdict"),
    [
        ("{says: copies, objects: [T], to: []}", "no"),
        ("{says: copies, objects: [T], to: [B]}", "yes"),
        ("{says: copies, objects: [T], to: [none]}", "no"),
        ("{says: copies, objects: [B], to: []}", "yes"),
        ("{says: gains, objects: [T], to: []}", "yes"),
    ],
)
def test_no_token_copy_without_an_original(put: Ask, effects: str, verdict: str) -> None:
    """111.12: a token that would be a copy of an object that doesn't exist isn't created."""
    assert put("is-created T", board(BEAR, TOKEN % "", effects=effects)).verdict == verdict


@pytest.mark.parametrize(("player", "verdict"), [("p1", "no"), ("p2", "yes")])
def test_players_who_cant_create_tokens(put: Ask, player: str, verdict: str) -> None:
    """101.2: a token isn't created under the control of a player who can't create tokens."""
    effects = f"{{says: cant, does: create, players: [{player}]}}"
    assert put("is-created T", board(BEAR, TOKEN % ", controller: p1", effects=effects)).verdict == verdict


# --- morph (702.37e) -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "cost"),
    [
        ("face_down: yes, keywords: ['morph {2}{B}']", "{2}{B}"),
        ("face_down: yes, keywords: ['megamorph {G}']", "{G}"),
        ("face_down: yes, keywords: ['morph\N{EM DASH}discard a card']", "discard a card"),
        ("face_down: yes, keywords: [trample]", "none"),
        ("face_down: no, keywords: ['morph {2}{B}']", "none"),
    ],
)
def test_morph_costs(put: Ask, facts: str, cost: str) -> None:
    """702.37e: the morph cost is the cost that the permanent would have if it were face up."""
    assert put("morph-cost A", f"objects: [{{id: A, zone: battlefield, {facts}}}]").value == cost


def test_a_morph_cost_that_isnt_stated(put: Ask) -> None:
    """The morph cost is open if the keywords aren't stated; in 2002-02 there was no morph."""
    hidden = "objects: [{id: A, zone: battlefield, face_down: yes%s}]"
    assert put("morph-cost A", hidden % "").depends_on == ("objects.A.keywords",)
    assert put("morph-cost A", hidden % ", keywords: ['morph {G}']", "2002-02-01").value is None


LOSES_ALL = "{says: loses, generated_by: static-ability, affects: [creature], abilities: [all]}"
GAINS = "{says: gains, generated_by: resolution, objects: [A], keywords: ['morph {W}']}"


@pytest.mark.parametrize(
    ("keywords", "effects", "cost"),
    [
        ("'morph {2}{G}'", LOSES_ALL, "none"),
        ("'morph {2}{G}'", LOSES_ALL.replace("[creature]", "[artifact]"), "{2}{G}"),
        ("'morph {2}{G}'", LOSES_ALL.replace("[creature]", "[face-down creature]"), "{2}{G}"),
        ("'megamorph {2}{G}'", LOSES_ALL, "none"),
        ("'morph {2}{G}'", "{says: loses, objects: [A], keywords: [morph]}", "none"),
        ("trample", GAINS, "{W}"),
        ("'morph {2}{G}'", GAINS, "{2}{G} or {W}"),
        ("'morph {2}{G}', 'morph {2}{G}'", "", "{2}{G}"),
    ],
)
def test_morph_costs_after_effects(put: Ask, keywords: str, effects: str, cost: str) -> None:
    """702.37e, 613.1f: what the cost would be face up, where effects give abilities and take them away."""
    facts = f"zone: battlefield, face_down: yes, types: [creature], keywords: [{keywords}]"
    assert put("morph-cost A", f"objects: [{{id: A, {facts}}}]\neffects: [{effects}]").value == cost


def test_a_morph_ability_whose_cost_isnt_stated(put: Ask) -> None:
    """A morph ability always has a cost (702.37a). If only its name is stated, the cost is open."""
    ruling = put("morph-cost A", "objects: [{id: A, zone: battlefield, face_down: yes, keywords: [morph]}]")
    assert (ruling.value, ruling.depends_on) == (None, ("objects.A.keywords",))


@pytest.mark.parametrize("keyword", ["daybound", "nightbound"])
def test_only_the_own_ability_transforms_it(put: Ask, keyword: str) -> None:
    """702.145b, 702.145e: the permanent can't transform except due to the ability, so it depends on the cause."""
    text = (
        "usual: yes\nobjects: [{id: A, zone: battlefield, controller: p1, types: [creature], layout: transforming,"
        f" keywords: [{keyword}]}}]\n"
    )
    assert put("can-transform A", text).depends_on == ("objects.A.keywords",)
    assert put("can-transform A", text.replace(keyword, "flying")).verdict == "yes"
