"""What enters the battlefield as a copy, with what is copied that says how it enters (707.5, 707.9e)."""

from __future__ import annotations

import re
from typing import Any

from kb.rulings.encoded.copy_exceptions import exceptions_apply
from kb.rulings.encoded.copying import copied_by
from kb.rulings.logic import Truth
from kb.rulings.registry import defines, encodes
from kb.rulings.situation import Effect, Object, Situation
from kb.rulings.steps import Steps
from kb.tongue import later

_FADING = re.compile(r"fading (?P<number>[0-9]+)")


@encodes(
    "enters-as-copy", claim=later("{thing} becomes a copy as it enters: “{effect}”, which is copied, takes effect")
)
def copied_abilities_take_effect(_now: Situation, _thing: Object, effect: Effect) -> Truth:
    """An object that enters as a copy is one as it enters; copied abilities that replace the event take effect."""
    return effect.in_force


@defines("copy-exception-counters", claim=later("“{effect}” has {thing} enter with more, unless another copy follows"))
def only_of_the_last_copy(_now: Situation, _thing: Object, effect: Effect, last: Effect) -> dict[str, int]:
    """The additional effect of a copy effect doesn't happen if another copy effect is applied to the object after."""
    if effect is not last:
        return {}
    return {kind: int(effect.given.get("amount", 1)) for kind in effect.given.get("quality", ())}


@defines("fading-enters", claim=later("{thing} has fading: it enters with so many fade counters"))
def so_many_fade_counters(_now: Situation, _thing: Object, number: int) -> dict[str, int]:
    """Fading N means that the permanent enters with N fade counters on it."""
    return {"fade": number}


def copied_effects(steps: Steps, thing: Object) -> list[Effect]:
    """What the text that is copied says of how the object enters, as said of the copy itself."""
    found = []
    for copying in copied_by(thing):
        original = thing.now.object(next(iter(copying.given.get("to") or ()), ""))
        for effect in thing.now.effects:
            if original is not None and _is_its_own(effect, original):
                given = {**effect.given, "source": thing.id, "objects": (thing.id,)}
                found.append(Effect(effect.id, thing.now, given))
                steps.holds(thing.now.rule("enters-as-copy", thing, effect))
    return found


def _is_its_own(effect: Effect, original: Object) -> bool:
    """Whether an effect is what an object's own text says of how it enters."""
    own = effect.given.get("source") in (original.id, original.given.get("name"))
    return own and effect.given.get("says") == "enters" and effect.given.get("objects") == (original.id,)


def counters_besides(steps: Steps, thing: Object) -> dict[str, Any]:
    """The counters that it enters with by exceptions of copy effects, and by fading."""
    found: dict[str, Any] = {}
    copying = copied_by(thing)
    for effect in copying:
        if effect.given.get("quality") and exceptions_apply(steps, effect, thing, dict(thing.given)):
            found |= steps.rule("copy-exception-counters", thing, effect, copying[-1]) or {}
    for keyword in thing.keywords:
        if fading := _FADING.fullmatch(keyword):
            found |= steps.rule("fading-enters", thing, int(fading["number"])) or {}
    return found
