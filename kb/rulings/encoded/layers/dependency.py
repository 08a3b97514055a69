"""Dependency (613.8): effects of a layer that wait for other effects of the same layer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from kb.rulings.encoded.characteristics.type_lines import TypeLineState
from kb.rulings.encoded.layers.ability_layer import may_take_abilities
from kb.rulings.law.rule_registry import defines, encodes
from kb.rulings.logic.ternary import Truth, constant
from kb.rulings.situation.situation import Effect, Situation

Values = Mapping[str, Any]
"""A mapping from each object's id to the object's value in a layer."""


class _LazyValues(Mapping[str, Any]):
    """Values that are computed when they are read. `ids` are the ids of the objects."""

    def __init__(self, ids: Collection[str], compute: Callable[[str], Any]) -> None:
        self._ids, self._compute = ids, cache(compute)

    def __getitem__(self, key: str) -> Any:
        return self._compute(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)


@encodes("dependent-effect", "“{effect}” depends on “{other}”, which decides what it does to what")
def the_other_would_change_it(_now: Situation, _effect: Effect, _other: Effect, changes: Truth) -> Truth:
    """Effect A depends on effect B of the same layer if B would change the existence, objects or result of A."""
    return changes


@defines("dependent-effect-waits", "an effect waits for those that it depends on")
def after_those_it_depends_on(
    _now: Situation, pending: tuple[Effect, ...], depends: Callable[[Effect, Effect], bool]
) -> Effect:
    """An effect waits for the effects that it depends on. In a loop of dependent effects, no effect waits."""
    needed = {each: _needed(each, pending, depends) for each in pending}
    free = [each for each in pending if all(each in needed[other] for other in needed[each])]
    return free[0]


def _needed(effect: Effect, pending: Sequence[Effect], depends: Callable[[Effect, Effect], bool]) -> frozenset[Effect]:
    """Return the effects that an effect depends on, directly or through other effects."""
    found: set[Effect] = set()
    edge = [effect]
    while edge:
        one = edge.pop()
        new = [each for each in pending if each is not one and each not in found and depends(one, each)]
        found.update(new)
        edge += new
    return frozenset(found)


class DependencyTrial:
    """A trial run of a layer's effects. It shows which effects depend on other effects."""

    def __init__(
        self, now: Situation, values: Values, *,
        may_depend: Callable[[Effect], bool],
        looks_at_values: Callable[[Effect], bool],
        exists: Callable[[Effect, Values], Truth],
        applies: Callable[[Effect, str, Values], Truth],
        change: Callable[[Effect, str, Any], Any],
        report: Callable[[str, Truth], object],
    ) -> None:  # fmt: skip
        """Prepare a trial.

        Args:
            now: the situation.
            values: the value of each object before the effects are applied, by the id of the object.
            may_depend: returns True if other effects of the layer can change an effect's existence, objects or result.
            looks_at_values: returns True if an effect's objects or result can depend on the objects' values in the
                layer.
            exists: returns Yes if an effect exists when the objects have the given values.
            applies: returns Yes if an effect applies to an object when the objects have the given values.
            change: returns the value of an object after an effect.
            report: records the id of an object whose value is open, and the reason.
        """
        self._now, self._values = now, values
        self._may_depend, self._looks_at_values = may_depend, looks_at_values
        self._exists, self._applies_with = exists, applies
        self._change, self._report = change, report
        self._known: dict[tuple[str, str], bool] = {}
        self._applying: dict[tuple[str, str], Truth] = {}
        self._touched: dict[str, tuple[str, ...]] = {}

    def depends(self, one: Effect, other: Effect) -> bool:
        """True if `one` depends on `other`."""
        pair = (one.id, other.id)
        if pair not in self._known:
            may = self._may_depend(one) and _may_matter(one, other)
            changes = constant(may and self._would_change(one, other))
            self._known[pair] = self._now.rule("dependent-effect", one, other, changes).value is True
        return self._known[pair]

    def _applies(self, effect: Effect, identity: str) -> Truth:
        key = (effect.id, identity)
        if key not in self._applying:
            self._applying[key] = self._applies_with(effect, identity, self._values)
        return self._applying[key]

    def _touched_by(self, effect: Effect) -> tuple[str, ...]:
        """Return the ids of the objects to which an effect applies or may apply."""
        if effect.id not in self._touched:
            found = (each for each in self._values if self._applies(effect, each).value is not False)
            self._touched[effect.id] = tuple(found)
        return self._touched[effect.id]

    def _would_change(self, one: Effect, other: Effect) -> bool:
        """True if `other` would change the existence, the objects or the result of `one`."""
        after = _LazyValues(
            self._values,
            lambda each: (
                self._change(other, each, self._values[each])
                if self._applies(other, each).value
                else self._values[each]
            ),
        )
        if may_take_abilities(other) and self._exists(one, self._values).value is not self._exists(one, after).value:
            return True
        if not self._looks_at_values(one):
            return False
        uncertain: list[Truth] = []
        for each in self._touched_by(other):
            first, then = self._applies(one, each), self._applies_with(one, each, after)
            if first.value is None or then.value is None:
                uncertain.append(first if first.value is None else then)
            elif first.value is not then.value:
                return True
            done = [self._change(one, each, state) for state in (self._values[each], after[each])]
            if first.value is True and _subtypes_given(one, done[0]) != _subtypes_given(one, done[1]):
                return True
        for truth in uncertain:
            self._report_order(one, other, truth)
        return False

    def _report_order(self, one: Effect, other: Effect, truth: Truth) -> None:
        """Report the objects whose value depends on the order of two effects. `truth` says why the order is open."""
        for each in self._touched_by(other):
            value = self._values[each]
            if self._applies(one, each).value is False:
                continue
            orders = [
                self._change(second, each, self._change(first, each, value))
                for first, second in ((one, other), (other, one))
            ]
            if orders[0] != orders[1]:
                self._report(each, truth)


def _may_matter(one: Effect, other: Effect) -> bool:
    """Return False if `other` only adds qualities that `one` doesn't look for. Otherwise, return True."""
    if not _only_adds(other) or "subtypes" in other.stated or "subtypes" in one.stated:
        return True
    given = [str(each) for fact in ("types", "supertypes", "colors", "keywords") for each in other.stated.get(fact, ())]
    phrases = " ".join(one.stated.get("affects") or ()).lower()
    return any(word in phrases for word in (*given, "abilit", "color", "permanent"))


def _only_adds(effect: Effect) -> bool:
    """True if an effect takes no characteristic away. A keyword ability that an effect gives replaces no other."""
    if effect.is_additive:
        return True
    sets_types_or_colors = any(fact in effect.stated for fact in ("types", "supertypes", "colors"))
    return effect.stated.get("says") != "loses" and not sets_types_or_colors


def _subtypes_given(effect: Effect, value: Any) -> frozenset[str]:
    """Return the subtypes that an effect gives and that the type line `value` contains."""
    subtypes = value.line.subtypes if isinstance(value, TypeLineState) else ()
    return frozenset(subtypes) & frozenset(effect.subtypes)
