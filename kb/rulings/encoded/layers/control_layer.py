"""Effects that change who controls an object: layer 2 (613.1b)."""

from __future__ import annotations

from kb.rulings.engine.derivation import Derivation
from kb.rulings.law.rule_registry import defines
from kb.rulings.situation.situation import Effect, Object, Situation


@defines("control-layer", "“{effect}” changes who controls {thing}")
def control_changed(_now: Situation, _thing: Object, effect: Effect) -> str:
    """In layer 2, control-changing effects are applied."""
    return next(iter(effect.stated.get("to") or ()), "")


def initial_controller(steps: Derivation, thing: Object) -> str:
    """Return the id of the player who controls an object before effects, or "" if no controller is stated."""
    return str(steps.read_value(thing.controller)) if thing.controller.is_known else ""


def apply_control_effect(steps: Derivation, thing: Object, effect: Effect, before: str) -> str:
    """Return the id of the player who controls an object after a control-changing effect."""
    return steps.apply_even_if_unprinted_or(before, control_changed, thing, effect)
