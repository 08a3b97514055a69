"""A test whether the phrases of an effect describe an object, which doesn't test alike objects again (611.3a)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kb.rulings.encoded.layers.affected_objects import AsControlled, as_it_stands, effect_affects, source_as_controlled
from kb.rulings.encoded.layers.layered_facts import LayeredFacts
from kb.rulings.logic.ternary import Truth, constant
from kb.rulings.situation.reads import StatedFacts
from kb.rulings.situation.situation import Effect, Object

_OF_ONE_OBJECT = frozenset({
    "this", "itself", "enchanted", "equipped", "fortified", "other", "another", "shares", "with the same", "named",
    "that", "commander", "modified",
})  # fmt: skip
"""Words of phrases that look at other objects, or at the object itself. Alike objects differ in what these mean."""


class _ReadFacts(StatedFacts):
    """The facts of an object. It records the names of the facts that are read from it."""

    def __init__(self, facts: StatedFacts) -> None:
        super().__init__({}, facts.reads, "")
        self._facts = facts
        self.names: dict[str, None] = {}

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value of a fact and record its name."""
        self.names[name] = None
        return self._facts.get(name, default)

    def __contains__(self, name: object) -> bool:
        self.names[str(name)] = None
        return name in self._facts

    def __getitem__(self, name: str) -> Any:
        self.names[name] = None
        return self._facts[name]


class PhraseTest:
    """The test whether an effect affects an object.

    If the effect doesn't affect an object, other objects with the same values of the facts that were read aren't
    tested. The result doesn't name the reasons then, because an effect that doesn't apply isn't part of a proof.

    Attributes:
        names: the names of the facts that were read so far.
    """

    def __init__(self, effect: Effect) -> None:
        self._effect = effect
        text = " ".join(effect.stated["affects"]).lower()
        self._shares = not any(word in text for word in _OF_ONE_OBJECT) and "objects" not in effect.stated
        self.names: tuple[str, ...] = ()
        self._is_read = False
        self._rejected: set[tuple[Any, ...]] = set()

    def looks_at(self, facts: Iterable[str]) -> bool:
        """True if the phrases look at one of some facts of the objects that they describe."""
        if not self._is_read:
            for thing in self._effect.now.objects:
                self.apply(thing)
            self._is_read = True
        return any(each in self.names for each in facts)

    def apply(self, thing: Object, controlled: AsControlled = as_it_stands) -> Truth:
        """Yes if the effect affects an object with the facts of `thing`, for the present controller of its source."""
        key = self._key(thing, controlled)
        if key is not None and key in self._rejected:
            return constant(False)
        seen, read = Object(thing.id, thing.now, {}), _ReadFacts(thing.stated)
        seen.stated = read
        found = effect_affects(self._effect, seen, controlled)
        if new := tuple(each for each in read.names if each not in self.names):
            self.names += new
            self._rejected.clear()
        if found.value is False and (key := self._key(thing, controlled)) is not None:
            self._rejected.add(key)
        return found

    def _key(self, thing: Object, controlled: AsControlled) -> tuple[Any, ...] | None:
        """Return the values that decide the test, or None if an alike object may have another result."""
        if not self._shares:
            return None
        if (source := source_as_controlled(self._effect, controlled)) and isinstance(source.stated, LayeredFacts):
            return None
        key = tuple(thing.stated.get(each) for each in self.names)
        try:
            hash(key)
        except TypeError:
            return None
        return key
