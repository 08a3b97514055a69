"""The facts of an object between layers (613)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kb.rulings.encoded.layers.layer_order import LAYER_OF_FACT
from kb.rulings.logic.ternary import Truth
from kb.rulings.situation.fact import MISSING
from kb.rulings.situation.reads import StatedFacts


class LayeredFacts(StatedFacts):
    """The facts of an object. If a layer decides a fact, the layer's value replaces the stated value.

    Attributes:
        reasons: for each fact that was read from a layer, a Truth with the reasons for its value.
    """

    def __init__(self, given: StatedFacts, value_of: Callable[[str], tuple[Any, Truth | None]]) -> None:
        super().__init__(given, given.reads, "")
        self._value_of = value_of
        self._found: dict[str, Any] = {}
        self.reasons: dict[str, Truth] = {}

    @property
    def looked_up(self) -> frozenset[str]:
        """The names of the facts that were read from a layer."""
        return frozenset(self._found)

    def get(self, key: str, default: Any = None) -> Any:
        """If a layer decides the fact, return the layer's value. Otherwise, return the stated value."""
        if key not in LAYER_OF_FACT:
            return super().get(key, default)
        if key not in self._found:
            self._found[key], reason = self._value_of(key)
            if reason is not None:
                self.reasons[key] = reason
        found = self._found[key]
        return default if found is MISSING else found
