"""Dependency: which effects of a layer wait for which others (613.8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from kb.rulings.encoded.layer_order import Layer
from kb.rulings.encoded.type_lines import Types
from kb.rulings.logic import Truth, stated
from kb.rulings.registry import defines, encodes
from kb.rulings.situation import Effect, Situation
from kb.tongue import later

if TYPE_CHECKING:
    from kb.rulings.encoded.layers import Board


@encodes("dependent-effect", claim=later("“{effect}” depends on “{other}”, which decides what it does to what"))
def the_other_would_change_it(_now: Situation, _effect: Effect, _other: Effect, changes: Truth) -> Truth:
    """An effect depends on another of its layer that would change its existence, what it applies to or what it does."""
    return changes


@defines("dependent-effect-waits", claim=later("an effect waits for those that it depends on"))
def after_those_it_depends_on(
    _now: Situation, pending: tuple[Effect, ...], depends: Callable[[Effect, Effect], bool]
) -> Effect:
    """A dependent effect waits until those that it depends on have been applied; a loop is ignored."""
    beyond = {each: _reached(each, pending, depends) for each in pending}
    free = [each for each in pending if all(each in beyond[other] for other in beyond[each])]
    return free[0]


def _reached(effect: Effect, pending: Sequence[Effect], depends: Callable[[Effect, Effect], bool]) -> frozenset[Effect]:
    """What an effect depends on, directly or by way of others."""
    found: set[Effect] = set()
    edge = [effect]
    while edge:
        one = edge.pop()
        new = [each for each in pending if each is not one and each not in found and depends(one, each)]
        found.update(new)
        edge += new
    return frozenset(found)


class Trial:
    """Effects of a layer applied on trial: which of them depends on which."""

    def __init__(self, board: Board, layer: Layer, values: dict[str, Any]) -> None:
        self._board, self._layer, self._values = board, layer, values
        self._known: dict[tuple[str, str], bool] = {}
        self._applying: dict[tuple[str, str], Truth] = {}

    def depends(self, one: Effect, other: Effect) -> bool:
        """Whether an effect depends on another."""
        pair = (one.id, other.id)
        if pair not in self._known:
            may = self._board.may_depend(self._layer, one) and _may_touch(one, other)
            changes = stated(may and self._changes(one, other))
            self._known[pair] = self._board.now.rule("dependent-effect", one, other, changes).value is True
        return self._known[pair]

    def _applies(self, effect: Effect, identity: str) -> Truth:
        key = (effect.id, identity)
        if key not in self._applying:
            self._applying[key] = self._board.applies(self._layer, effect, identity, self._values)
        return self._applying[key]

    def _changes(self, one: Effect, other: Effect) -> bool:
        """Whether applying the other effect would change to what one applies, what it does, or that it exists."""
        board, layer = self._board, self._layer
        touched = {each: self._applies(other, each).value for each in self._values}
        after = {
            each: board.changed(layer, other, each, value) if touched[each] else value
            for each, value in self._values.items()
        }
        if board.is_there(one, layer, self._values) is not board.is_there(one, layer, after):
            return True
        uncertain: list[Truth] = []
        for each in (each for each, so in touched.items() if so is not False):
            first, then = self._applies(one, each), board.applies(layer, one, each, after)
            if first.value is None or then.value is None:
                uncertain.append(first if first.value is None else then)
            elif first.value is not then.value:
                return True
            done = [board.changed(layer, one, each, state) for state in (self._values[each], after[each])]
            if first.value is True and _given_by(one, done[0]) != _given_by(one, done[1]):
                return True
        for truth in uncertain:
            self._note(one, other, truth)
        return False

    def _note(self, one: Effect, other: Effect, truth: Truth) -> None:
        """Where it is open whether an effect depends on another, so are objects for which their order matters."""
        for each, value in self._values.items():
            if any(self._applies(effect, each).value is False for effect in (one, other)):
                continue
            orders = []
            for first, second in ((one, other), (other, one)):
                between = self._board.changed(self._layer, first, each, value)
                orders.append(self._board.changed(self._layer, second, each, between))
            if orders[0] != orders[1]:
                self._board.note(self._layer, each, truth)


def _may_touch(one: Effect, other: Effect) -> bool:
    """Whether one effect can have to do with what another adds; what sets or takes away can change anything."""
    if not other.adds or "subtypes" in other.given or "subtypes" in one.given:
        return True
    given = [str(each) for fact in ("types", "supertypes", "colors", "keywords") for each in other.given.get(fact, ())]
    phrases = " ".join(one.given.get("affects") or ()).lower()
    return any(word in phrases for word in (*given, "abilit", "color", "permanent"))


def _given_by(effect: Effect, value: Any) -> frozenset[str]:
    """What of the subtypes that an effect gives an object has."""
    return frozenset(value.line.subtypes) & frozenset(effect.subtypes) if isinstance(value, Types) else frozenset()
