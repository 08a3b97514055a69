"""Layers (613): the objects that effects affect, the order of effects, and effects that end (611)."""

from __future__ import annotations

import pytest

from kb.errors import BadSituation
from tests.kb.rulings.conftest import Ask, situation
from tests.kb.rulings.encoded.casting.test_casting_times import Says

WHITE = "affects: [white creature], power: 1, toughness: 1"
STATIC, RESOLVED = "generated_by: static-ability, ", "generated_by: resolution, "


def board(a: str, *effects: str, others: str = "") -> str:
    """Return a battlefield with A, which has the facts `a`, other objects, and effects."""
    rows = f"{{id: A, zone: battlefield, {a}}}" + (f", {others}" if others else "")
    return f"players: {{p1: , p2: }}\nobjects: [{rows}]\neffects: [{', '.join(f'{{{each}}}' for each in effects)}]"


BEAR = "types: [creature], subtypes: [], supertypes: [], keywords: [], abilities: [], power: 2, toughness: 2"


def size(put: Ask, text: str, day: str = "2026-01-16") -> tuple[int, int] | None:
    """Return the power and toughness of A; None if the answer is open."""
    value = put("power-toughness A", text, day).value
    return None if value is None else (value["power"], value["toughness"])


# --- affected objects (611.2c, 611.3a, 613.6) ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "phrase", "after"),
    [
        ("controller: p1, colors: [white]", "white creature", 3),
        ("controller: p1, colors: [red]", "white creature", 2),
        ("controller: p1, colors: [white]", "white creature you control", 3),
        ("controller: p2, colors: [white]", "white creature you control", 2),
        ("controller: p1, colors: [white]", "other creature", 3),
        ("controller: p1, colors: [white]", "artifact", 2),
        ("controller: p1, colors: [white]", "creature with no abilities", 3),
        ("controller: p1, colors: [white], phased_out: yes", "creature", 2),
        ("controller: p1", "creatures you control with power 2 or less", 3),
        ("controller: p1, keywords: [flying]", "creatures you control with flying", 3),
        ("controller: p2, keywords: [flying]", "creatures you control with flying", 2),
        ("controller: p1", "creatures you control with flying", 2),
        ("counters: {+1/+1: 1}", "each creature with a +1/+1 counter on it", 3),
        ("counters: {}", "each creature with a +1/+1 counter on it", 2),
        ("controller: p1", "enchanted creature", 3),
        ("controller: p1", "enchanted artifact", 2),
        ("controller: p1", "other artifact", 2),
        ("controller: p1", "this creature", 2),
        ("controller: p1", "all creatures", 3),
    ],
)
def test_static_effects_affect_what_their_text_indicates(put: Ask, facts: str, phrase: str, after: int) -> None:
    """611.3a: a phrase of the card decides which objects are affected; "you" is the controller of the source."""
    source = "{id: S, zone: battlefield, controller: p1, types: [enchantment], attached_to: A}"
    effect = f"source: S, {STATIC}says: gets, affects: [{phrase}], power: 1, toughness: 1"
    bear = BEAR.replace(", keywords: []", "") if "keywords" in facts else BEAR
    assert size(put, board(f"{bear}, {facts}", effect, others=source)) == (after, after)


@pytest.mark.parametrize(
    ("phased_out", "generated_by", "after"),
    [
        ("yes", "generated_by: static-ability, ", 2),
        ("no", "generated_by: static-ability, ", 3),
        ("yes", "generated_by: resolution, ", 3),
        ("yes", "", None),
    ],
)
def test_phased_out_sources_have_no_static_effects(
    put: Ask, phased_out: str, generated_by: str, after: int | None
) -> None:
    """702.26b: a phased-out permanent can't affect anything. 611.2a: the effect of a resolution continues."""
    source = f"{{id: S, zone: battlefield, controller: p1, types: [enchantment], phased_out: {phased_out}}}"
    effect = f"source: S, {generated_by}says: gets, affects: [creature], power: 1, toughness: 1"
    ruling = put("power-toughness A", board(BEAR, effect, others=source))
    assert ruling.value == (None if after is None else {"power": after, "toughness": after})
    assert ruling.depends_on == (("effects.1.generated_by",) if after is None else ())


@pytest.mark.parametrize(
    ("fact", "generated_by", "phased_out", "after"),
    [
        ("granted_by", "static-ability", "yes", 2),
        ("granted_by", "static-ability", "no", 3),
        ("granted_by", "resolution", "yes", 3),
        ("while_you_control", "resolution", "yes", 2),
        ("while_you_control", "resolution", "no", 3),
        ("while_you_control", "static-ability", "yes", 2),
    ],
)
def test_effects_that_depend_on_a_phased_out_object(
    put: Ask, fact: str, generated_by: str, phased_out: str, after: int
) -> None:
    """702.26b, 702.26f: a phased-out permanent gives no ability, and a duration that tracks it is over."""
    source = "{id: S, zone: battlefield, controller: p1, types: [artifact]}"
    other = f"{{id: T, zone: battlefield, controller: p1, types: [enchantment], phased_out: {phased_out}}}"
    effect = f"source: S, {fact}: T, generated_by: {generated_by}, says: gets, affects: [creature], power: 1"
    ruling = put("power-toughness A", board(BEAR, effect, others=f"{source}, {other}"))
    assert ruling.value == {"power": after, "toughness": 2}


@pytest.mark.parametrize(("phased_out", "verdict"), [("yes", "yes"), ("no", "no")])
def test_phased_out_sources_forbid_nothing(put: Ask, phased_out: str, verdict: str) -> None:
    """702.26b: “can't attack” of a phased-out permanent doesn't keep a creature from attacking."""
    ruling = put(
        "can-attack A p2",
        f"""
usual: yes
players: {{p1: {{life: 20}}, p2: {{life: 20}}}}
closed: [battlefield]
game: {{active: p1, step: declare-attackers}}
objects:
  - {{id: H, zone: battlefield, controller: p2, types: [enchantment], phased_out: {phased_out}}}
  - {{id: A, zone: battlefield, controller: p1, types: [creature], power: 1, toughness: 1}}
effects: [{{source: H, generated_by: static-ability, says: cant, does: attack, objects: [A]}}]
history: {{controlled_since_turn_began: {{A: yes}}}}""",
    )
    assert ruling.verdict == verdict
    assert ("702.26b" in [each.number for each in ruling.citations]) is (phased_out == "yes")


def test_phrases_that_need_a_source(put: Ask) -> None:
    """The objects of "enchanted creature" and "this creature" depend on the source, so it has to be listed."""
    effect = f"{STATIC}says: gets, affects: [enchanted creature], power: 1, toughness: 1"
    assert put("power-toughness A", board(BEAR, effect)).verdict == "depends"
    away = "{id: S, zone: battlefield, attached_to: S2}, {id: S2, zone: battlefield}"
    assert size(put, board(BEAR, f"source: S, {effect}", others=away)) == (2, 2)
    itself = f"source: A, {STATIC}says: gets, affects: [this creature], power: 1, toughness: 1"
    assert size(put, board(BEAR, itself)) == (3, 3)


@pytest.mark.parametrize(
    ("players", "phrase", "controller", "after"),
    [
        ("players: [p1], ", "creature you control", "p1", 3),
        ("players: [p1], ", "creature you control", "p2", 2),
        ("players: [p1, p2], ", "creature you control", "p1", None),
        ("", "creature you control", "p1", None),
        ("", "creature", "p1", 3),
    ],
)
def test_you_without_a_listed_source(put: Ask, players: str, phrase: str, controller: str, after: int | None) -> None:
    """If the source isn't listed, "you" is the only player that the effect names; else the answer is open."""
    effect = f"{STATIC}{players}says: gets, affects: [{phrase}], power: 1, toughness: 1"
    ruling = put("power-toughness A", board(f"{BEAR}, controller: {controller}", effect))
    assert ruling.value == (None if after is None else {"power": after, "toughness": after})
    assert ruling.depends_on == (("effects.1.source",) if after is None else ())


def test_another_doesnt_affect_the_source(put: Ask) -> None:
    """ "Other creatures" don't include the source of the effect."""
    effect = f"source: A, {STATIC}says: gets, affects: [other creature], power: 1, toughness: 1"
    assert size(put, board(BEAR, effect)) == (2, 2)


@pytest.mark.parametrize(
    ("zone", "in_zone", "after"), [("battlefield", "battlefield", 3), ("hand", "battlefield", 2), ("hand", "hand", 3)]
)
def test_effects_affect_objects_in_a_zone(put: Ask, zone: str, in_zone: str, after: int) -> None:
    """109.2: "creature" means a creature on the battlefield unless the effect says otherwise."""
    text = f"""objects: [{{id: A, zone: {zone}, {BEAR}, colors: [white]}}]
effects: [{{{STATIC}says: gets, {WHITE}, in_zone: {in_zone}}}]"""
    assert size(put, text) == (after, after)


@pytest.mark.parametrize(
    ("colors", "then", "static", "resolved"),
    [("white", "white", 3, 3), ("white", "red", 2, 3), ("red", "white", 3, 2), ("red", "red", 2, 2)],
)
def test_a_resolved_effect_is_locked_in(put: Ask, colors: str, then: str, static: int, resolved: int) -> None:
    """611.2c: a resolved effect keeps its first set of objects. 611.3a: a static ability's set changes."""
    facts = f"{BEAR}, colors: [{colors}]"
    later = f"says: becomes, objects: [A], colors: [{then}], timestamp: 2"
    for kind, after in ((STATIC, static), (RESOLVED, resolved)):
        assert size(put, board(facts, f"{kind}says: gets, {WHITE}, timestamp: 1", later)) == (after, after)
    ruling = put("power-toughness A", board(facts, f"says: gets, {WHITE}, timestamp: 1", later))
    assert ruling.depends_on == (() if static == resolved else ("effects.1.generated_by",))


@pytest.mark.parametrize(("came", "after"), [(1, 3), (2, 3), (3, 2)])
def test_resolved_effects_dont_affect_later_objects(put: Ask, came: int, after: int) -> None:
    """611.2c: an object that entered after the effect began isn't affected."""
    facts = f"{BEAR}, colors: [white], timestamp: {came}"
    assert size(put, board(facts, f"{RESOLVED}says: gets, {WHITE}, timestamp: 2")) == (after, after)


def test_affected_objects_depend_on_an_unstated_colour(put: Ask) -> None:
    """Whether a white creature gets a bonus depends on its colour if that isn't stated."""
    ruling = put("power-toughness A", board(BEAR, f"{STATIC}says: gets, {WHITE}"))
    assert ruling.verdict == "depends"
    assert "objects.A.colors" in ruling.depends_on


def test_parts_apply_in_their_layers_to_the_same_objects(put: Ask) -> None:
    """613.6: an artifact that matches in layer 4 still gets its size in layer 7, although it is a creature by then."""
    effect = (
        f"{STATIC}says: becomes, affects: [noncreature artifact], types: [artifact, creature], power: 4, toughness: 4"
    )
    relic = "types: [artifact], subtypes: [], supertypes: []"
    assert size(put, board(relic, effect)) == (4, 4)
    assert size(put, board(BEAR, effect)) == (2, 2)
    assert put("type-line A", board(relic, effect)).value["types"] == ["artifact", "creature"]
    cites = [each.number for each in put("power-toughness A", board(relic, effect)).citations]
    assert {"613.6", "613.1"} <= set(cites)


def test_effects_in_later_layers_dont_matter_in_earlier_ones(put: Ask) -> None:
    """An effect on the types of white creatures (layer 4) doesn't use a colour from layer 5."""
    effect = f"{STATIC}says: is, affects: [white creature], types: [artifact], in_addition: yes"
    white = board(f"{BEAR}, colors: [red]", effect, "says: becomes, objects: [A], colors: [white]")
    assert put("type-line A", white).value["types"] == ["creature"]
    assert put("color A", white).value == ["white"]


@pytest.mark.parametrize(("counters", "verdict"), [("{}", "yes"), ("{+1/+1: 1}", "depends")])
def test_affected_objects_by_power(put: Ask, counters: str, verdict: str) -> None:
    """If counters change the power in layer 7, it is open whether a layer 6 effect affects creatures by power."""
    effect = f"{STATIC}says: has, affects: [creature with power 2 or less], keywords: [flying]"
    facts = BEAR.replace("power: 2, toughness: 2", f"base_power: 2, base_toughness: 2, counters: {counters}")
    assert put("abilities A", board(facts, effect)).verdict == verdict


@pytest.mark.parametrize(("more", "after"), [((), 3), (("says: gets, objects: [A], power: 1",), None)])
def test_power_bonus_by_power(put: Ask, more: tuple[str, ...], after: int | None) -> None:
    """If another effect changes the power, it is open whether creatures by power get a bonus in the same layer."""
    effect = f"{STATIC}says: gets, affects: [creature with power 2 or less], power: 1, toughness: 1"
    assert size(put, board(BEAR, effect, *more)) == (None if after is None else (after, after))


def test_one_effect_gives_colour_and_size(put: Ask) -> None:
    """613.6: each part of an effect applies in its own layer."""
    effect = f"{RESOLVED}says: gets, objects: [A], power: 1, colors: [blue]"
    value = put("characteristics A", board(f"{BEAR}, colors: [red]", effect)).value
    assert (value["colors"], value["power"], value["toughness"]) == (["blue"], 3, 2)


# --- order: timestamps (613.7) and dependency (613.8) --------------------------------------------------------


@pytest.mark.parametrize(("gives", "takes", "flying"), [(1, 2, False), (2, 1, True)])
def test_the_later_of_two_wins(put: Ask, gives: int, takes: int, flying: bool) -> None:
    """613.7, 613.9: the later of two independent effects wins."""
    effects = (
        f"says: gains, objects: [A], keywords: [flying], timestamp: {gives}",
        f"says: loses, objects: [A], keywords: [flying], timestamp: {takes}",
    )
    assert ("flying" in put("abilities A", board(BEAR, *effects)).value["keywords"]) is flying


@pytest.mark.parametrize(
    ("day", "hammer", "rune", "flying"),
    [
        ("2026-01-16", 1, 2, True),
        ("2026-01-16", 7, 3, True),
        ("2012-10-01", 1, 2, True),
        ("2004-06-01", 1, 2, False),
    ],
)
def test_timestamps_of_static_abilities(put: Ask, day: str, hammer: int, rune: int, flying: bool) -> None:
    """613.7a: since 2006 a granted ability has the later timestamp of its object and of the effect that granted it."""
    others = f"{{id: E, zone: battlefield, timestamp: {hammer}}}, {{id: R, zone: battlefield, timestamp: {rune}}}"
    effects = (
        f"source: E, granted_by: R, {STATIC}says: has, objects: [A], keywords: [flying]",
        f"source: E, {STATIC}says: loses, objects: [A], keywords: [flying]",
    )
    ruling = put("abilities A", board(BEAR, *effects, others=others), day)
    if day < "2009":
        # The layer of abilities is encoded only since 2009, so before that the answer has no keywords.
        assert ruling.value["keywords"] == []
    else:
        assert ("flying" in ruling.value["keywords"]) is flying


def test_dependency_of_the_affected_objects(put: Ask) -> None:
    """613.8a, 613.8b: "artifacts are creatures" waits for the effect that makes A an artifact."""
    effects = (
        f"{STATIC}says: is, affects: [artifact], types: [creature], in_addition: yes, timestamp: 1",
        "says: becomes, objects: [A], types: [artifact], timestamp: 2",
    )
    land = "types: [land], subtypes: [], supertypes: []"
    ruling = put("type-line A", board(land, *effects))
    assert ruling.value["types"] == ["artifact", "creature"]
    assert {"613.8a", "613.8b"} <= {each.number for each in ruling.citations}


def test_subtype_depends_on_its_card_type(put: Ask) -> None:
    """613.8a, 205.3d: an effect that gives a subtype waits for the effect that gives its card type."""
    effects = (
        "says: gains, objects: [A], subtypes: [forest], timestamp: 1",
        "says: gains, objects: [A], types: [land], timestamp: 2",
    )
    assert put("type-line A", board("types: [creature], subtypes: [], supertypes: []", *effects)).value["subtypes"] == [
        "forest"
    ]


@pytest.mark.parametrize(
    ("b", "verdict"), [("types: [artifact]", "yes"), ("types: [land]", "yes"), ("tapped: no", "depends")]
)
def test_unknown_dependency(put: Ask, b: str, verdict: str) -> None:
    """613.8a: if B's unknown type decides whether one effect depends on another, the answer is open."""
    effects = (
        f"{STATIC}says: is, affects: [artifact], types: [creature], in_addition: yes, timestamp: 1",
        "says: becomes, objects: [A, B], types: [artifact], timestamp: 2",
    )
    text = board(
        "types: [artifact], subtypes: [], supertypes: []", *effects, others=f"{{id: B, zone: battlefield, {b}}}"
    )
    assert put("type-line A", text).verdict == verdict
    apart = text.replace("objects: [A, B]", "objects: [B]")
    assert put("type-line A", apart).value["types"] == ["artifact", "creature"]


def test_a_loop_of_dependencies_is_ignored(put: Ask) -> None:
    """613.8b: effects that depend on each other apply in timestamp order."""
    effects = (
        f"{STATIC}says: becomes, affects: [artifact], types: [enchantment], timestamp: 1",
        f"{STATIC}says: becomes, affects: [enchantment], types: [artifact], timestamp: 2",
    )
    relic = "types: [artifact], subtypes: [], supertypes: []"
    assert put("type-line A", board(relic, *effects)).value["types"] == ["artifact"]


@pytest.mark.parametrize(
    ("loses", "after"),
    [
        ("says: loses, objects: [S], abilities: [all]", 2),
        ("says: loses, objects: [A], abilities: [all]", 3),
        ("says: loses, objects: [S], abilities: [something else]", 3),
    ],
)
def test_an_effect_ends_with_the_ability_that_generates_it(put: Ask, loses: str, after: int) -> None:
    """613.6: an effect ends if its source loses all abilities before the effect has started to apply."""
    source = "{id: S, zone: battlefield, types: [enchantment], keywords: [], abilities: []}"
    effect = f"source: S, {STATIC}says: gets, {WHITE}"
    assert size(put, board(f"{BEAR}, colors: [white]", effect, loses, others=source)) == (after, after)


def test_effect_that_has_started_to_apply_goes_on(put: Ask) -> None:
    """613.6: an effect that makes creatures in layer 4 still sets their size if its source then loses its abilities."""
    source = (
        "{id: S, zone: battlefield, types: [enchantment], subtypes: [], supertypes: [], keywords: [], abilities: []}"
    )
    effect = (
        f"source: S, {STATIC}says: is, affects: [artifact], types: [creature], in_addition: yes, power: 3, toughness: 3"
    )
    relic = "types: [artifact], subtypes: [], supertypes: []"
    loses = "says: loses, objects: [S], abilities: [all]"
    assert size(put, board(relic, effect, loses, others=source)) == (3, 3)


@pytest.mark.parametrize(("granted", "types"), [("", ["mountain"]), ("granted_by: A, ", ["mountain", "swamp"])])
def test_land_whose_type_is_set_loses_its_text(put: Ask, granted: str, types: list[str]) -> None:
    """305.7: if Urborg becomes a Mountain, lands aren't Swamps, unless the ability was granted by an effect."""
    others = "{id: U, zone: battlefield, types: [land], subtypes: [], supertypes: []}"
    effects = (
        f"{STATIC}says: is, affects: [land], subtypes: [mountain], timestamp: 1",
        f"source: U, {granted}{STATIC}says: gains, affects: [land], subtypes: [swamp], timestamp: 2",
    )
    text = board("types: [land], subtypes: [], supertypes: []", *effects, others=others)
    assert put("type-line A", text).value["subtypes"] == types


def test_dependency_of_existence(put: Ask) -> None:
    """613.8a: a land's effect waits for the effect that takes the land's abilities away, and so never applies."""
    others = "{id: U, zone: battlefield, types: [land], subtypes: [], supertypes: []}"
    effects = (
        f"source: U, {STATIC}says: is, affects: [land], types: [artifact], in_addition: yes, timestamp: 1",
        f"{STATIC}says: is, affects: [land], subtypes: [mountain], timestamp: 2",
    )
    text = board("types: [land], subtypes: [], supertypes: []", *effects, others=others)
    assert put("type-line A", text).value["types"] == ["land"]


# --- control, durations, spells that became permanents -------------------------------------------------------


@pytest.mark.parametrize(
    ("thief", "facts", "controller"),
    [("p1", "", "p1"), ("p2", "", "p2"), ("p1", ", lasted: no", "p2")],
)
def test_control_for_as_long_as(put: Ask, thief: str, facts: str, controller: str) -> None:
    """611.2b: an effect whose duration is over before it begins does nothing."""
    others = f"{{id: T, zone: battlefield, controller: {thief}}}"
    effect = f"says: controls, objects: [A], to: [p1], while_you_control: T{facts}"
    ruling = put("controller A", board("controller: p2, types: [artifact]", effect, others=others))
    assert ruling.value == controller
    assert ("611.2b" in [each.number for each in ruling.citations]) is (controller == "p1")


def test_control_decides_what_you_control(put: Ask) -> None:
    """613.1b: control changes before an effect on creatures "you control" applies."""
    source = "{id: S, zone: battlefield, controller: p1}"
    effect = f"source: S, {STATIC}says: gets, affects: [creature you control], power: 1, toughness: 1"
    facts = f"{BEAR}, controller: p2"
    assert size(put, board(facts, effect, others=source)) == (2, 2)
    assert size(put, board(facts, effect, "says: controls, objects: [A], to: [p1]", others=source)) == (3, 3)


def test_control_that_isnt_stated(put: Ask) -> None:
    """An unstated controller is open unless an effect says who controls the object."""
    assert put("controller A", board("types: [artifact]")).depends_on == ("objects.A.controller",)
    assert put("controller A", board("types: [artifact]", "says: controls, objects: [A], to: [p1]")).value == "p1"
    ends = "says: controls, objects: [A], while_you_control: A"
    assert put("controller A", board("controller: p2", ends)).depends_on == ("effects.1.to",)


@pytest.mark.parametrize(
    ("facts", "day", "colors"),
    [
        (f"began_in: stack, {RESOLVED}", "2026-01-16", ["white"]),
        (f"began_in: battlefield, {RESOLVED}", "2026-01-16", ["white"]),
        (f"began_in: hand, {RESOLVED}", "2026-01-16", ["black"]),
        (f"began_in: stack, {STATIC}", "2026-01-16", ["black"]),
        (f"began_in: stack, {STATIC}", "2012-10-01", ["white"]),
    ],
)
def test_effects_on_a_spell_that_becomes_a_permanent(put: Ask, facts: str, day: str, colors: list[str]) -> None:
    """112.4, 400.7: a resolved effect on a spell continues on the permanent; other effects don't."""
    effect = f"{facts}says: becomes, objects: [A], colors: [white]"
    assert put("color A", board("types: [creature], colors: [black]", effect), day).value == colors


@pytest.mark.parametrize(
    ("began", "zone", "day", "goes_on"),
    [
        ("stack", "battlefield", "2026-01-16", True),
        ("battlefield", "battlefield", "2026-01-16", False),
        ("stack", "graveyard", "2026-01-16", False),
        ("stack", "battlefield", "2012-10-01", True),
        ("battlefield", "battlefield", "2012-10-01", False),
        ("stack", "graveyard", "2012-10-01", False),
    ],
)
def test_effect_on_a_permanent_spell_by_zones(says: Says, began: str, zone: str, day: str, goes_on: bool) -> None:
    """400.7a: an effect that began on a spell continues only if the object is now a permanent."""
    text = (
        f"objects: [{{id: A, zone: {zone}}}]\neffects: [{{began_in: {began}, {RESOLVED}says: becomes, objects: [A]}}]"
    )
    assert says("effect-on-permanent-spell", text, "effect1", "A", day=day) is goes_on


def test_effects_that_refuse_affects(put: Ask) -> None:
    """`affects` is refused for a "can't" effect, and allowed for an effect that gives abilities."""
    with pytest.raises(BadSituation, match="quality"):
        situation(board(BEAR, "says: cant, does: attack, affects: [creature]"))
    assert put("abilities A", board(BEAR, "says: has, affects: [creature], keywords: [reach]")).verdict == "yes"


def test_static_ability_before_layers(put: Ask) -> None:
    """In 2008, before the encoded layers, a static ability affects the same objects."""
    text = board(f"{BEAR}, colors: [white]", f"{STATIC}says: gets, {WHITE}")
    assert size(put, text, "2008-02-01") == (3, 3)


def test_later_layers_of_an_effect_before_2006(put: Ask) -> None:
    """Until 2006 no rule said which objects an effect affects in its later layers, so the answer is open."""
    effect = (
        f"{STATIC}says: becomes, affects: [noncreature artifact], types: [artifact, creature], power: 4, toughness: 4"
    )
    relic = board("types: [artifact], subtypes: [], supertypes: []", effect)
    assert put("power-toughness A", relic, "2004-06-01").verdict == "depends"
