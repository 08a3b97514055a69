"""Who controls the objects that effects name, while the layers are applied (109.5, 613.1b)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kb.rulings.encoded.layers.layered_facts import LayeredFacts
from kb.rulings.logic.ternary import Truth, unknown
from kb.rulings.situation.fact import MISSING
from kb.rulings.situation.situation import Effect, Object


class LayeredControl:
    """The objects of a situation with the controllers that layer 2 gives them.

    The word “you” of an effect means the controller of the effect's source. In layers 3 to 7 this is the controller
    after layer 2.
    """

    def __init__(self, effects: tuple[Effect, ...], after: Callable[[str], tuple[Any, Truth]]) -> None:
        """Take the effects of layer 2, and a function that returns an object's controller after it, and the reasons."""
        self._effects = effects
        self._after = after

    def after(self, thing: Object) -> Object:
        """Return an object with its controller after layer 2."""
        if not any(each.covers(thing) for each in self._effects):
            return thing
        return _with_controller(thing, lambda: self._after(thing.id))

    def while_applying(self, effect: Effect, thing: Object) -> Object:
        """Return an object with its controller while an effect of layer 2 is applied; open if others change it."""
        if not any(each is not effect and each.covers(thing) for each in self._effects):
            return thing
        why = unknown(f"{thing.path}.controller", "{thing} may change its controller in the same layer", thing=thing)
        return _with_controller(thing, lambda: (MISSING, why))


def _with_controller(thing: Object, read: Callable[[], tuple[Any, Truth]]) -> Object:
    def value_of(fact: str) -> tuple[Any, Truth | None]:
        return read() if fact == "controller" else (thing.stated.get(fact, MISSING), None)

    seen = Object(thing.id, thing.now, {})
    seen.stated = LayeredFacts(thing.stated, value_of)
    return seen
