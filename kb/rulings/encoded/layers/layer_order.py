"""The layers in their order (613.1): the characteristics that each layer decides, and its effects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kb.rulings.encoded.characteristics.colors import apply_color_effect, printed_colors
from kb.rulings.encoded.characteristics.power_toughness import changes_power_or_toughness
from kb.rulings.encoded.characteristics.type_lines import TypeLineState, apply_type_effect, initial_types
from kb.rulings.encoded.layers.ability_layer import (
    AbilityState,
    apply_ability_effect,
    initial_abilities,
    removes_all_abilities,
)
from kb.rulings.encoded.layers.control_layer import apply_control_effect, initial_controller
from kb.rulings.engine.derivation import Derivation
from kb.rulings.law.rule_registry import defines
from kb.rulings.situation.fact import MISSING
from kb.rulings.situation.situation import Effect, Object, Situation

CHANGING_VERBS = ("is", "has", "becomes", "gains", "gets", "loses")
"""The verbs of effects that give or take away types, colours and abilities."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer: the characteristics that it decides, and the effects that apply in it.

    Attributes:
        name: the name of the layer. Other modules use this name to ask for the layer's values.
        facts: the names of the facts of an object that the layer decides.
        includes: returns True if an effect applies in the layer.
        initial_value: returns the value of an object before the layer's effects, or None if the value is open.
        apply_effect: returns the value of an object after an effect.
    """

    name: str
    facts: tuple[str, ...]
    includes: Callable[[Effect], bool]
    initial_value: Callable[[Derivation, Object], Any]
    apply_effect: Callable[[Derivation, Object, Effect, Any], Any]


def _changes(*facts: str) -> Callable[[Effect], bool]:
    return lambda effect: effect.stated.get("says") in CHANGING_VERBS and any(each in effect.stated for each in facts)


LAYERS = (
    Layer(
        "control", ("controller",), lambda effect: effect.stated.get("says") == "controls",
        initial_controller, apply_control_effect,
    ),
    Layer(
        "types", ("types", "subtypes", "supertypes"), _changes("types", "subtypes", "supertypes"),
        initial_types, apply_type_effect,
    ),
    Layer(
        "colors", ("colors",),
        lambda effect: effect.stated.get("says") != "loses" and _changes("colors")(effect), printed_colors,
        lambda steps, _thing, effect, colors: apply_color_effect(steps, effect, colors),
    ),
    Layer(
        "abilities", ("keywords", "abilities"),
        lambda effect: removes_all_abilities(effect) or _changes("keywords", "abilities")(effect),
        initial_abilities, apply_ability_effect,
    ),
    Layer(
        "numbers", ("power", "toughness"), changes_power_or_toughness, lambda _steps, _thing: None,
        lambda _steps, _thing, _effect, value: value,
    ),
)  # fmt: skip
LAYER_RANK = {layer.name: place for place, layer in enumerate(LAYERS)}
LAYER_OF_FACT = {fact: layer for layer in LAYERS for fact in layer.facts}


@defines("layers", "the parts of “{effect}” are applied each in its layer")
def in_a_series_of_layers(_now: Situation, effect: Effect) -> tuple[str, ...]:
    """Continuous effects are applied to the actual object in a series of layers."""
    return tuple(layer.name for layer in LAYERS if layer.includes(effect))


def fact_value(fact: str, value: Any) -> Any:
    """Return a fact, or MISSING if it is open. `value` is the value of the object in the fact's layer."""
    if value is None:
        return MISSING
    if isinstance(value, TypeLineState):
        return MISSING if fact in value.unknown_facts else getattr(value.line, fact)
    if isinstance(value, AbilityState):
        if fact in value.unknown_facts:
            return MISSING
        return value.keywords if fact == "keywords" else tuple({"text": each} for each in value.texts)
    if fact in ("power", "toughness"):
        return value[0 if fact == "power" else 1]
    return value or MISSING if fact == "controller" else value
