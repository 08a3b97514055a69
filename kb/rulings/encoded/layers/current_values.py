"""The values of the facts of objects after all effects (613). They are computed once for a situation.

Every question reads these values: `thing.keywords` has the keyword abilities that effects give. If neither effects nor
the copy, the faces, the counters or the status of an object change a fact, the value is the stated value.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from kb.rulings.encoded.characteristics.colors import Colors
from kb.rulings.encoded.characteristics.name_stickers import name_with_stickers
from kb.rulings.encoded.characteristics.own_types import changes_own_types
from kb.rulings.encoded.characteristics.type_lines import TypeLineState
from kb.rulings.encoded.copying.copiable_values import PRINTED_FACTS
from kb.rulings.encoded.layers.ability_layer import AbilityState, ability_text, keywords_of_counters
from kb.rulings.encoded.layers.affected_objects import depends_on_other_effects, effect_affects
from kb.rulings.encoded.layers.layer_application import LayeredBoard
from kb.rulings.encoded.layers.layer_order import LAYER_OF_FACT, Layer
from kb.rulings.engine.derivation import Derivation, is_stated
from kb.rulings.engine.layer_rows import LayerRow
from kb.rulings.logic.partial_values import INFINITY, NumberValue, WordListValue, WordValue
from kb.rulings.logic.ternary import Truth, all_of, constant
from kb.rulings.situation.fact import Entity
from kb.rulings.situation.fact_types import Parts
from kb.rulings.situation.situation import Effect, Object, Situation

_COPIED = frozenset(PRINTED_FACTS) - LAYER_OF_FACT.keys()
"""The facts that copies have from the original and that no layer changes."""

_CHANGED = _COPIED | LAYER_OF_FACT.keys()

_FACE_DOWN_ZONES = ("battlefield", "stack")
"""The zones in which a face-down object is a 2/2 creature (708.2a, 708.4)."""

_DERIVED_FROM = {
    "colors": ("mana_cost", "color_indicator"),
    "power": ("base_power", "printed_power"),
    "toughness": ("base_toughness", "printed_toughness"),
}
"""For a fact that isn't stated: the stated facts from which the layers derive its value."""


class CurrentValues:
    """The values of the facts of the objects of a situation after all effects."""

    def __init__(self, now: Situation) -> None:
        self._now = now.as_stated
        self._known: dict[tuple[str, str], Any] = {}

    @cached_property
    def _copying(self) -> tuple[Effect, ...]:
        return tuple(each for each in self.board.effects if each.stated.get("says") == "copies")

    @cached_property
    def board(self) -> LayeredBoard:
        """The objects of the situation in the layers."""
        return LayeredBoard(self._now)

    def __call__(self, entity: Entity, fact: str) -> Any:
        """Return the value of a fact of an object, or None if the value is as stated."""
        if fact not in _CHANGED:
            return None
        key = (entity.id, fact)
        if key not in self._known:
            self._known[key] = self._find(entity, fact)
        return self._known[key]

    def rows(self, identity: str) -> tuple[LayerRow, ...]:
        """Return the rows of the table of layers for an object, as far as the layers have been applied to it."""
        board: LayeredBoard | None = vars(self).get("board")
        if board is None:
            return ()

        def fits(effect: Effect, identity: str) -> Truth:
            return effect_affects(
                effect, board.object_before(identity), lambda thing: board.as_controlled(effect, thing)
            )

        return tuple(board.record.rows(board.now, identity, fits))

    def _find(self, thing: Entity, fact: str) -> Any:
        stated = self._now.object(thing.id)
        if stated is None:
            return None
        is_copy = is_stated(stated, "created_as") or any(each.covers(stated) for each in self._copying)
        if (layer := LAYER_OF_FACT.get(fact)) is not None:
            return self._in_layer(layer, stated, fact, is_copy=is_copy)
        if fact == "name" and self._is_renamed(stated):
            return self._name(stated)
        return self._copied(stated, fact) if is_copy else None

    def _in_layer(self, layer: Layer, stated: Object, fact: str, *, is_copy: bool) -> Any:
        """Return the value of a fact of an object after its layer, or None if the value is as stated."""
        differs = is_copy or _differs_from_stated(stated, fact)
        if not differs and not self._may_change(layer, stated):
            return None
        value = self.board.value_after(layer.name, stated.id)
        if value is None and fact in ("types", "supertypes") and (added := self._certainly_added(layer, stated, fact)):
            return added
        touched = self.board.is_touched(layer.name, stated.id)
        steps = self.steps_to(layer.name, stated.id)
        # The stated types of an object with bestow aren't its types if it is open whether it is bestowed.
        is_open = layer.name == "types" and changes_own_types(stated)
        if not touched and (not differs or (steps.truth.value is not True and not is_open)):
            return None
        return _TERMS[layer.name](stated, fact, value, steps.truth, self.board.with_copiable_values(stated.id))

    def _may_change(self, layer: Layer, thing: Object) -> bool:
        """True if an effect of a layer, or one that takes abilities away with land types, may be about an object."""
        effects = self.board.effects_in(layer)
        if layer.name == "abilities":
            effects += tuple(each for each in self.board.effects if "subtypes" in each.stated)
        return any(each.covers(thing) or "players" in each.stated for each in effects)

    def _certainly_added(self, layer: Layer, thing: Object, fact: str) -> WordListValue | None:
        """Return the types that effects add to an object whose own types aren't known; None if that isn't certain."""
        effects = [each for each in self.board.effects_in(layer) if each.covers(thing)]
        effects = [each for each in effects if each.in_force.value is not False]
        if any(not each.is_additive or depends_on_other_effects(each) for each in effects):
            return None
        added = [each for each in effects if each.stated.get(fact) and each.in_force.value]
        words = (*(dict.get(thing.stated, fact) or ()), *(word for each in added for word in getattr(each, fact)))
        return _words(thing, fact, None, all_of(*(each.in_force for each in added)), included=words) if added else None

    def steps_to(self, layer: str, identity: str) -> Derivation:
        """Return the steps to the value of an object after a layer."""
        steps = Derivation(self._now)
        steps.include(self.board.steps_of("copying", identity))
        steps.include(self.board.steps_of(layer, identity))
        return steps

    def _copied(self, thing: Object, fact: str) -> Any:
        """Return the copiable value of a fact that no layer changes."""
        value = getattr(self.board.with_copiable_values(thing.id), fact)
        truth = self.board.steps_of("copying", thing.id).truth
        if isinstance(value, WordValue | WordListValue | NumberValue):
            value.reasons = (truth,)
        return all_of(truth, value) if isinstance(value, Truth) else value

    def _is_renamed(self, thing: Object) -> bool:
        """True if effects give an object another name. Name stickers are applied together with them (123.6)."""
        return not dict.get(thing.stated, "name_stickers") and any(
            each.stated.get("says") == "is"
            and "name" in each.stated
            and each.stated.get("applies") is not False
            and each.covers(thing)
            for each in self._now.effects
        )

    def _name(self, thing: Object) -> WordValue:
        """Return the name that effects give an object (612.8)."""
        steps = Derivation(self._now)
        name = name_with_stickers(steps, self.board.with_copiable_values(thing.id), "")
        known = steps.truth.value is True
        label = Object.name.label
        return WordValue(name if known else None, f"{thing.path}.name", label, thing, reasons=(steps.truth,))


def _differs_from_stated(thing: Object, fact: str) -> bool:
    """True if the status, the faces or the counters of an object, or its other facts, change what is stated."""

    def peek(name: str) -> Any:
        """Return a stated fact without a record that the question read it."""
        return dict.get(thing.stated, name)

    if peek("face_down") or peek("faces"):
        return fact != "controller" and (not peek("face_down") or thing.zone.value in _FACE_DOWN_ZONES)
    if fact == "keywords":
        return peek("counters") is not None and bool(keywords_of_counters.rules[-1](thing.now, thing))
    if fact in ("types", "subtypes", "supertypes") and changes_own_types(thing):
        return True
    if fact == "subtypes":
        return "changeling" in (peek("keywords") or ())
    if peek(fact) is not None:
        return False
    is_land = fact == "colors" and "land" in (peek("types") or ())
    return is_land or any(peek(each) is not None for each in _DERIVED_FROM.get(fact, ()))


# --- values of facts -----------------------------------------------------------------------------------------


def _words(
    thing: Entity,
    fact: str,
    value: tuple[str, ...] | None,
    truth: Truth,
    *,
    included: tuple[str, ...] = (),
    excluded: tuple[str, ...] = (),
) -> WordListValue:
    known = value if truth.value is True else None
    return WordListValue(
        known, f"{thing.path}.{fact}", Object.facts()[fact].label, thing, reasons=(truth,), included=included,
        excluded=excluded,
    )  # fmt: skip


def _controller(thing: Entity, fact: str, value: str, truth: Truth, _copied: Object) -> WordValue | None:
    known = truth.value is True
    if known and not value:
        return None
    label = Object.controller.label
    return WordValue(value if known else None, f"{thing.path}.{fact}", label, thing, reasons=(truth,))


def _types(thing: Entity, fact: str, value: TypeLineState | None, truth: Truth, _copied: Object) -> Any:
    if value is None:
        return _words(thing, fact, None, truth) if truth.value is not True else None
    words = getattr(value.line, fact)
    if fact in value.unknown_facts:
        is_stated_otherwise = dict.get(thing.stated, fact) is not None
        return _words(thing, fact, None, truth, included=words) if words or is_stated_otherwise else None
    return _words(thing, fact, words, truth)


def _colors(thing: Entity, fact: str, value: Colors | None, truth: Truth, _copied: Object) -> WordListValue | None:
    return None if value is None and truth.value is True else _words(thing, fact, value, truth)


def _abilities(thing: Entity, fact: str, value: AbilityState, truth: Truth, copied: Object) -> Any:
    is_known = fact not in value.unknown_facts
    if fact == "keywords":
        if is_known:
            return _words(thing, fact, value.keywords, truth)
        return _words(thing, fact, None, truth, included=value.keywords, excluded=value.removed)
    own = {ability_text(each): (int(each.id.rpartition(".")[2]), each.stated) for each in copied.abilities}
    if not is_known and not value.texts:
        return None
    last = max((number for number, _stated in own.values()), default=0)
    parts: dict[int, Any] = {}
    for text in value.texts:
        last += text not in own
        number, stated = own.get(text, (last, {"text": text}))
        parts[number] = stated
    return Parts(Object.abilities, thing, parts, (truth,), is_known=is_known and truth.value is True)


def _numbers(
    thing: Entity, fact: str, value: tuple[int, int] | None, truth: Truth, _copied: Object
) -> NumberValue | None:
    path, label = f"{thing.path}.{fact}", Object.facts()[fact].label
    if truth.value is not True:
        return NumberValue(-INFINITY, INFINITY, (path,), label, thing, reasons=(truth,))
    if value is None:
        return None
    number = value[0 if fact == "power" else 1]
    return NumberValue(number, number, (path,), label, thing, reasons=(truth,))


_TERMS: dict[str, Callable[..., Any]] = {
    "control": _controller, "types": _types, "colors": _colors, "abilities": _abilities, "numbers": _numbers,
}  # fmt: skip
"""For each layer, the function that makes the value of a fact from the value of an object after the layer."""


# --- values for rules that take several steps ----------------------------------------------------------------


def value_after_layer(steps: Derivation, thing: Object, layer: str) -> Any:
    """Return the value of an object after a layer, or None if the value is open. `steps` records the steps to it."""
    if not thing.follows_effects:
        return LayeredBoard(steps.now, None, thing, steps, (layer,)).value_after(layer, thing.id)
    current: CurrentValues = thing.now.current_values
    value = current.board.value_after(layer, thing.id)
    steps.include(current.steps_to(layer, thing.id))
    return value


def colors_of(steps: Derivation, thing: Object) -> Colors | None:
    """Return the colours of an object in order, () if the object is colourless, or None if a fact is missing."""
    found: Colors | None = value_after_layer(steps, thing, "colors")
    return found


def is_affected_by(effect: Effect, thing: Object) -> Truth:
    """Yes if an effect that changes no characteristics affects an object as it is now."""
    if not effect.stated.get("affects"):
        return constant(True)
    return thing.now.rule("modifies-the-rules", effect, thing, effect_affects(effect, thing))
