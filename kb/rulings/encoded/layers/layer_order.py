"""The layers in their order (613.1): what each decides, and which effects do something in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kb.i18n import later
from kb.rulings.encoded.characteristics.colors import colors_changed, printed_colors
from kb.rulings.encoded.characteristics.power_toughness import is_about_numbers
from kb.rulings.encoded.characteristics.type_lines import types_at_first, types_changed
from kb.rulings.encoded.layers.ability_layer import abilities_at_first, abilities_changed, takes_all
from kb.rulings.encoded.layers.control_layer import controller_at_first, controller_changed
from kb.rulings.engine.derivation import Steps
from kb.rulings.law.rule_registry import defines
from kb.rulings.situation.situation import Effect, Object, Situation
from kb.rulings.situation.vocabulary import COLORS

CHANGES = ("is", "has", "becomes", "gains", "gets", "loses")
"""What effects say that give or take away types, colours and abilities."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer.

    Attributes:
        name: what it decides.
        facts: the facts of an object that its value is read as.
        words: of which one stands in a phrase that looks at them; "" where any word may be one.
        concerns: whether an effect does something in it.
        at_first: the value of an object before the effects; None where it is open.
        changed: the value once an effect has been applied.
    """

    name: str
    facts: tuple[str, ...]
    words: tuple[str, ...]
    concerns: Callable[[Effect], bool]
    at_first: Callable[[Steps, Object], Any]
    changed: Callable[[Steps, Object, Effect, Any], Any]


def _speaks_of(*facts: str) -> Callable[[Effect], bool]:
    def concerns(effect: Effect) -> bool:
        return effect.given.get("says") in CHANGES and any(fact in effect.given for fact in facts)

    return concerns


def _gives_colors(effect: Effect) -> bool:
    return effect.given.get("says") != "loses" and _speaks_of("colors")(effect)


def _gives_or_takes_abilities(effect: Effect) -> bool:
    return takes_all(effect) or _speaks_of("keywords", "abilities")(effect)


LAYERS = (
    Layer(
        "control", ("controller",), ("control", "opponent"), lambda effect: effect.given.get("says") == "controls",
        controller_at_first, controller_changed,
    ),
    Layer(
        "types", ("types", "subtypes", "supertypes"), ("",), _speaks_of("types", "subtypes", "supertypes"),
        types_at_first, types_changed,
    ),
    Layer(
        "colors", ("colors",), (*COLORS, "color"), _gives_colors, printed_colors,
        lambda steps, _thing, effect, colors: colors_changed(steps, effect, colors),
    ),
    Layer(
        "abilities", ("keywords", "abilities"), ("",), _gives_or_takes_abilities, abilities_at_first,
        abilities_changed,
    ),
    Layer(
        "numbers", ("power", "toughness"), (), is_about_numbers, lambda _steps, _thing: None,
        lambda _steps, _thing, _effect, value: value,
    ),
)  # fmt: skip
RANK = {layer.name: place for place, layer in enumerate(LAYERS)}
OF_FACT = {fact: layer for layer in LAYERS for fact in layer.facts}


@defines("layers", later("the parts of “{effect}” are applied each in its layer"))
def in_a_series_of_layers(_now: Situation, effect: Effect) -> tuple[str, ...]:
    """All applicable continuous effects are applied in a series of layers, starting with the actual object."""
    return tuple(layer.name for layer in LAYERS if layer.concerns(effect))
