"""Who controls an object once effects have changed that: layer 2 (613.1b)."""

from __future__ import annotations

from kb.i18n import later
from kb.rulings.engine.derivation import Steps
from kb.rulings.law.rule_registry import defines
from kb.rulings.situation.situation import Effect, Object, Situation


@defines("control-layer", later("“{effect}” changes who controls {thing}"))
def control_changed(_now: Situation, _thing: Object, effect: Effect) -> str:
    """Layer 2: control-changing effects are applied."""
    return next(iter(effect.given.get("to") or ()), "")


def controller_at_first(steps: Steps, thing: Object) -> str:
    """The id of who controls an object before effects; "" where nobody says."""
    return str(steps.read(thing.controller)) if thing.controller.known else ""


def controller_changed(steps: Steps, thing: Object, effect: Effect, before: str) -> str:
    """Who controls it once an effect that changes that has been applied."""
    found: str | None = steps.rule("control-layer", thing, effect)
    return before if found is None else found
