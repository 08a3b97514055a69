"""Who controls an object once effects have changed that: layer 2 (613.1b)."""

from __future__ import annotations

from kb.rulings.engine.derivation import Derivation
from kb.rulings.law.rule_registry import defines
from kb.rulings.situation.situation import Effect, Object, Situation


@defines("control-layer", "“{effect}” changes who controls {thing}")
def control_changed(_now: Situation, _thing: Object, effect: Effect) -> str:
    """Layer 2: control-changing effects are applied."""
    return next(iter(effect.stated.get("to") or ()), "")


def initial_controller(steps: Derivation, thing: Object) -> str:
    """The id of who controls an object before effects; "" where nobody says."""
    return str(steps.read_value(thing.controller)) if thing.controller.is_known else ""


def apply_control_effect(steps: Derivation, thing: Object, effect: Effect, before: str) -> str:
    """Who controls it once an effect that changes that has been applied."""
    found: str | None = steps.apply_rule("control-layer", thing, effect)
    return before if found is None else found
