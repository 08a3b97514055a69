"""Land types and the abilities that they give (305.6 to 305.9)."""

from __future__ import annotations

from kb.rulings.encoded.layers.affected_objects import effect_affects
from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import encodes, variant_of
from kb.rulings.logic.partial_values import WordListValue
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, not_, unstated
from kb.rulings.situation.situation import Effect, Object, Situation

BASIC_LAND_MANA = {"plains": "{W}", "island": "{U}", "swamp": "{B}", "mountain": "{R}", "forest": "{G}"}
"""The mana symbol of each basic land type (305.6)."""

NONBASIC_LAND_TYPES = frozenset(
    "cave desert gate lair locus mine planet power-plant sphere tower town urza's".split()
)  # fmt: skip
"""The land types that aren't basic (205.3i). Setting a land's type removes these and the basic types, nothing else."""


def _land_type_effects(land: Object, *, adding: bool) -> list[Effect]:
    """Return the effects that add land types to a land or, if `adding` is False, that set its land types."""
    return [
        effect
        for effect in land.now.effects
        if effect.stated.get("says") in ("is", "gains")
        and (effect.stated["says"] == "gains" or effect.stated.get("in_addition") is True) is adding
        and _fits(effect, land)
        and _basic_types_given(effect)
        and effect.in_force.value is not False
    ]


def _fits(effect: Effect, land: Object) -> bool:
    """True if an effect is about a land: as it is, or as it was before the effects that change its types."""
    if not effect.stated.get("affects"):
        return effect.covers(land)
    return any(effect_affects(effect, each).value is not False for each in (land, land.as_stated))


def _basic_types_given(effect: Effect) -> list[str]:
    """Return the basic land types that an effect gives."""
    return [each for each in effect.stated.get("subtypes", ()) if each in BASIC_LAND_MANA]


@encodes("intrinsic-mana-ability", "{land} has “{{T}}: Add” the mana of its type {land_type}")
def land_with_a_basic_land_type(now: Situation, land: Object, land_type: str) -> Truth:
    """A land with a basic land type has an intrinsic ability that taps the land for the mana of that type."""
    return all_of(land.has_type("land"), land.has_subtype(land_type))


@variant_of(land_with_a_basic_land_type)
def object_with_a_basic_land_type(_now: Situation, land: Object, land_type: str) -> Truth:
    """An object with a basic land type has an intrinsic ability that taps the object for the mana of that type."""
    return land.has_subtype(land_type)


@answers("mana-abilities", "Which mana can this land be tapped for because of its land types?", "object",
         "rules ask mana-abilities A --fact A.types=land --fact A.subtypes=Forest,Island")  # fmt: skip
def mana_abilities(now: Situation, asked: QuestionArguments) -> DerivedValue:
    land = asked.object(now)
    found = {symbol: now.rule("intrinsic-mana-ability", land, word) for word, symbol in BASIC_LAND_MANA.items()}
    has = [truth for truth in found.values() if truth.value is True]
    open_ones = [truth for truth in found.values() if truth.value is None]
    symbols = [symbol for symbol, truth in found.items() if truth.value]
    if open_ones:
        return DerivedValue(None, all_of(*open_ones))
    effects = (*_land_type_effects(land, adding=False)[-1:], *_land_type_effects(land, adding=True))
    changed = [now.rule("set-land-type", land, effect) for effect in effects]
    return DerivedValue(symbols, all_of(*has, *changed) if has else not_(any_of(*found.values())))


@encodes("set-land-type", "“{effect}” sets or adds to the land types of {land}")
def to_one_basic_land_type(_now: Situation, land: Object, effect: Effect) -> Truth:
    """If an effect changes a land's type to a basic land type, the land loses its old land type and its rules text."""
    one = constant(effect.stated["says"] == "gains" or len(_basic_types_given(effect)) == 1)
    return all_of(land.has_type("land"), effect.in_force, one)


@variant_of(to_one_basic_land_type)
def to_basic_land_types(_now: Situation, land: Object, effect: Effect) -> Truth:
    """If an effect sets a land's subtype to basic land types, the land loses its old types and printed abilities."""
    return all_of(land.has_type("land"), effect.in_force)


@answers("land-types",
         "What are the subtypes of this land once effects have set or added to them, and what does it lose?", "object",
         "rules ask land-types A -f situation.yaml")  # fmt: skip
def land_types(now: Situation, asked: QuestionArguments) -> DerivedValue:
    """Return a land's subtypes after effects. Effects that say `is` set types. Effects that say `gains` add types."""
    land = asked.object(now)
    subtypes: WordListValue = land.subtypes
    if not subtypes.is_known:
        return DerivedValue(None, unstated(subtypes.fact))
    sets, adds = _land_type_effects(land, adding=False), _land_type_effects(land, adding=True)
    # `subtypes` has the effects with `subtypes` already. An effect that the layers don't apply any more adds nothing.
    adds = [each for each in adds if set(_basic_types_given(each)) <= set(subtypes)]
    added = [word for effect in adds for word in _basic_types_given(effect)]
    says = all_of(*(now.rule("set-land-type", land, effect) for effect in (*sets[-1:], *adds)))
    kept = (
        [each for each in subtypes if each not in BASIC_LAND_MANA and each not in NONBASIC_LAND_TYPES]
        if sets
        else list(subtypes)
    )
    new = [*kept, *(_basic_types_given(sets[-1]) if sets else ()), *added]
    value = {"subtypes": list(dict.fromkeys(new)), "loses_text_abilities": bool(sets)}
    if says.value is not True or sets or adds:
        return DerivedValue(value, says)
    return DerivedValue(value, not_(subtypes.is_empty) if new else subtypes.is_empty)


@encodes("basic-land", "{land} is a basic land")
def has_the_supertype_basic(_now: Situation, land: Object) -> Truth:
    """A land with the supertype basic is a basic land. Any other land is nonbasic, even with a basic land type."""
    return all_of(land.has_type("land"), land.supertypes.contains("basic"))
