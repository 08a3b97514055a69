"""Objects that enter the battlefield as copies, and copied abilities that say how the copies enter (707.5, 707.9e)."""

from __future__ import annotations

from typing import Any

from kb.rulings.encoded.copying.copiable_values import copy_effects_on
from kb.rulings.encoded.copying.copy_exceptions import copy_exceptions_apply
from kb.rulings.engine.derivation import Derivation
from kb.rulings.law.rule_registry import defines, encodes
from kb.rulings.logic.ternary import Truth
from kb.rulings.situation.situation import Effect, Object, Situation


@encodes("enters-as-copy", "{thing} becomes a copy as it enters: “{effect}”, which is copied, takes effect")
def copied_abilities_take_effect(_now: Situation, _thing: Object, effect: Effect) -> Truth:
    """An object becomes a copy as it enters. Copied abilities that say how the object enters take effect."""
    return effect.in_force


@defines("copy-exception-counters", "“{effect}” has {thing} enter with more, unless another copy follows")
def only_of_the_last_copy(_now: Situation, _thing: Object, effect: Effect, last: Effect) -> dict[str, int]:
    """A copy effect adds counters only if no later copy effect is applied to the object."""
    if effect is not last:
        return {}
    return {kind: int(effect.stated.get("amount", 1)) for kind in effect.stated.get("quality", ())}


def copied_entering_effects(steps: Derivation, thing: Object) -> list[Effect]:
    """Return the effects in the original's text that say how the original enters. They now affect the copy `thing`."""
    found = []
    for copying in copy_effects_on(thing):
        original = thing.now.object(next(iter(copying.stated.get("to") or ()), ""))
        for effect in thing.now.effects:
            if original is not None and _is_its_own(effect, original):
                given = effect.stated | {"source": thing.id, "objects": (thing.id,)}
                found.append(Effect(effect.id, thing.now, given))
                steps.check(thing.now.rule("enters-as-copy", thing, effect))
    return found


def _is_its_own(effect: Effect, original: Object) -> bool:
    """True if an effect comes from the text of `original` and says how `original` enters."""
    own = effect.stated.get("source") in (original.id, original.stated.get("name"))
    return own and effect.stated.get("says") == "enters" and effect.stated.get("objects") == (original.id,)


def additional_counters(steps: Derivation, thing: Object) -> dict[str, Any]:
    """Return how many counters of each kind an object enters with because of copy exceptions."""
    found: dict[str, Any] = {}
    copying = copy_effects_on(thing)
    for effect in copying:
        if effect.stated.get("quality") and copy_exceptions_apply(steps, effect, thing, dict(thing.stated)):
            found |= steps.apply_rule_or({}, "copy-exception-counters", thing, effect, copying[-1])
    return found
