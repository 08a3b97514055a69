"""Layers: the characteristics of objects after all continuous effects, each applied in its layer (613).

All objects go through the layers together, because effect A may decide which objects effect B affects. Effect
A then applies before effect B: in an earlier layer or, by dependency, in the same layer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kb.rulings.encoded.characteristics.colors import Colors
from kb.rulings.encoded.characteristics.devotion import devotion_allows
from kb.rulings.encoded.characteristics.power_toughness import changes_power_or_toughness, power_toughness_of
from kb.rulings.encoded.characteristics.type_lines import TypeLineState
from kb.rulings.encoded.copying.copiable_values import apply_copy_effects
from kb.rulings.encoded.copying.timestamps import sort_by_timestamp, source_of_effect
from kb.rulings.encoded.layers.ability_layer import AbilityState
from kb.rulings.encoded.layers.affected_objects import depends_on_other_effects, effect_affects, source_may_lose_ability
from kb.rulings.encoded.layers.dependency import DependencyTrial
from kb.rulings.encoded.layers.layer_order import LAYER_OF_FACT, LAYER_RANK, LAYERS, Layer
from kb.rulings.engine.derivation import Derivation
from kb.rulings.logic.open_facts import resolve
from kb.rulings.logic.ternary import Truth, all_of, constant, unknown, unstated
from kb.rulings.situation.fact import MISSING
from kb.rulings.situation.reads import StatedFacts
from kb.rulings.situation.situation import Effect, Object, Situation
from kb.rulings.situation.type_line import TypeLine

FactReasons = list[tuple[str, Truth]]
"""The facts that were read between layers: the path of each fact, and a Truth with the reasons for its value."""


class _LayeredFacts(StatedFacts):
    """The facts of an object. If a layer decides a fact, the layer's value replaces the stated value."""

    def __init__(self, given: StatedFacts, value_of: Callable[[str], Any]) -> None:
        super().__init__(given, given.reads, "")
        self._value_of = value_of

    def get(self, key: str, default: Any = None) -> Any:
        """If a layer decides the fact, return the layer's value. Otherwise, return the stated value."""
        if key not in LAYER_OF_FACT:
            return super().get(key, default)
        found = self._value_of(key)
        return default if found is MISSING else found


class LayeredBoard:
    """The objects of a situation, with the values that the layers give them.

    Attributes:
        now: the situation.
        effects: the effects that are applied.
    """

    def __init__(
        self, now: Situation, effects: Iterable[Effect], asked: Object, steps: Derivation, layers: tuple[str, ...] = ()
    ) -> None:
        """Sort the effects by timestamp, and apply copy effects to the object that is asked about.

        Args:
            now: the situation.
            effects: the effects that are applied.
            asked: the object that is asked about.
            steps: the derivation that records the steps to the values of `asked`.
            layers: the names of the layers for which `steps` records the steps.
        """
        self.now = now
        in_force = [each for each in effects if each.stated.get("applies") is not False]
        self.effects = sort_by_timestamp(Derivation(now), in_force)
        self._things = {each.id: each for each in now.objects} | {asked.id: asked}
        self._steps = {(layer, asked.id): steps for layer in (*layers, "copying")}
        self._values: dict[tuple[str, str], Any] = {}
        self._affected: dict[tuple[str, str], Truth] = {}
        self._earlier: dict[str, LayeredBoard] = {}
        self._copied: dict[str, Object] = {}
        self._object(asked.id)

    def _before(self, effect: Effect) -> LayeredBoard:
        """Return a board that shares the objects and caches of this board, but has only the effects before `effect`."""
        if effect.id not in self._earlier:
            asked = self._things[next(iter(self._things))]
            board = LayeredBoard(self.now, self.effects[: self.effects.index(effect)], asked, Derivation(self.now))
            board._earlier, board._copied, board._things = self._earlier, self._copied, self._things
            self._earlier[effect.id] = board
        return self._earlier[effect.id]

    def _object(self, identity: str) -> Object:
        """Return an object with its copiable values."""
        if identity not in self._copied:
            self._copied[identity] = apply_copy_effects(self._steps_of("copying", identity), self._things[identity])
        return self._copied[identity]

    def value_after(self, name: str, identity: str) -> Any:
        """Return the value of an object after the layer `name`, or None if the value is open."""
        if (name, identity) not in self._values:
            self._run_layer(LAYERS[LAYER_RANK[name]], identity)
        return self._values[name, identity]

    def _steps_of(self, name: str, identity: str) -> Derivation:
        return self._steps.setdefault((name, identity), Derivation(self.now))

    # --- one layer -------------------------------------------------------------------------------------------

    def _run_layer(self, layer: Layer, identity: str) -> None:
        """Apply a layer to one object, or to all objects if an effect of the layer depends on other effects."""
        pending = [each for each in self.effects if layer.includes(each)]
        together = any(depends_on_other_effects(each) for each in pending)
        names = list(self._things) if together else [identity]
        values = {each: layer.initial_value(self._steps_of(layer.name, each), self._object(each)) for each in names}
        applied: dict[str, list[Effect]] = {each: [] for each in names}
        while pending:
            effect = self._next_effect(layer, pending, values)
            pending.remove(effect)
            for each in names:
                if self._affects(layer, effect, each, values):
                    applied[each].append(effect)
                    values[each] = self._change(layer, effect, each, values[each])
        for each in names:
            steps = self._steps_of(layer.name, each)
            sort_by_timestamp(steps, applied[each])
            if layer.name == "numbers":
                view, reads = self.object_before(each, layer)
                values[each] = power_toughness_of(steps, view, applied[each])
                for _path, truth in reads:
                    steps.check(truth)
            self._values[layer.name, each] = values[each]

    def _change(self, layer: Layer, effect: Effect, identity: str, value: Any, steps: Derivation | None = None) -> Any:
        if value is None:
            return None
        return layer.apply_effect(steps or self._steps_of(layer.name, identity), self._object(identity), effect, value)

    def _affects(self, layer: Layer, effect: Effect, identity: str, values: dict[str, Any]) -> bool:
        """True if an effect applies to an object in a layer. If this is open, return False and make the value open."""
        applies = self._applies(layer, effect, identity, values)
        if self._first_layer(effect) is layer:
            self._affected[effect.id, identity] = applies
        steps = self._steps_of(layer.name, identity)
        if depends_on_other_effects(effect) and applies.value is not False:
            steps.apply_rule("layers", effect)
            steps.check(applies)
        return applies.value is True and devotion_allows(steps, effect, self._object(identity))

    def _first_layer(self, effect: Effect) -> Layer:
        return next(layer for layer in LAYERS if layer.includes(effect))

    def _applies(self, layer: Layer, effect: Effect, identity: str, values: dict[str, Any]) -> Truth:
        """Yes if an effect applies to an object. The object's values in the effect's first layer decide."""
        if not depends_on_other_effects(effect):
            return effect_affects(effect, self.object_before(identity, layer, values)[0])
        first = self._first_layer(effect)
        if first is not layer:
            self.value_after(first.name, identity)
            began = self._affected[effect.id, identity]
            return self.now.rule("same-set-in-each-layer", effect, self._things[identity], began)
        view, reads = self.object_before(identity, layer, values)
        static = self.with_reasons(reads, all_of(effect_affects(effect, view), self._exists(effect, layer, values)))
        if not effect.stated.get("affects"):
            return static
        if effect.stated.get("generated_by") != "resolution":
            static = self.now.rule("static-effect-applies", effect, view, static)
        if effect.stated.get("generated_by") == "static-ability":
            return static
        resolved = self.now.rule("resolved-effect-applies", effect, view, self._affected_at_first(effect, identity))
        if effect.stated.get("generated_by") == "resolution" or static.value is resolved.value:
            return resolved if effect.stated.get("generated_by") else static
        return unstated(f"{effect.path}.generated_by")

    def _affected_at_first(self, effect: Effect, identity: str) -> Truth:
        """Yes if the effect of a resolving spell or ability affected an object as the effect began."""
        thing = self._things[identity]
        own, its = effect.stated.get("timestamp"), thing.stated.get("timestamp")
        if own is not None and its is not None and its > own:
            return constant(False, "{thing} came after “{effect}” began", thing=thing, effect=effect)
        view, reads = self._before(effect).object_before(identity)
        return self.with_reasons(reads, effect_affects(effect, view))

    def _exists(self, effect: Effect, layer: Layer, values: dict[str, Any]) -> Truth:
        """Yes if the static ability that generates an effect still exists as the effect starts to apply."""
        source = source_of_effect(effect)
        if source is None or not source_may_lose_ability(effect, self.effects):
            return constant(True)
        lost = False
        for name, attribute in (("types", "has_lost_abilities"), ("abilities", "has_lost_all")):
            if LAYER_RANK[name] > LAYER_RANK[layer.name] or (name == "types" and "granted_by" in effect.stated):
                continue
            value = values.get(source.id) if name == layer.name else self.value_after(name, source.id)
            lost |= value is not None and getattr(value, attribute)
        return constant(not lost, "{source} has lost its abilities", source=source)

    @staticmethod
    def with_reasons(reads: FactReasons, truth: Truth) -> Truth:
        """Return `truth` with the reasons for the facts that decide it. `reads` are the facts that were read."""
        facts = resolve(truth).depends_on
        return all_of(truth, *(each for path, each in reads if path in facts or each.value is True))

    # --- objects between layers --------------------------------------------------------------------------------

    def object_before(
        self, identity: str, layer: Layer | None = None, values: dict[str, Any] | None = None
    ) -> tuple[Object, FactReasons]:
        """Return an object as it is before `layer`, and a list of the facts that are read from the object.

        If `layer` is None, return the object after all layers. `values` are the values so far within `layer`.
        """
        thing = self._object(identity)
        reads: FactReasons = []
        rank = len(LAYERS) if layer is None else LAYER_RANK[layer.name]

        def read(fact: str) -> Any:
            of = LAYER_OF_FACT[fact]
            own = thing.stated.get(fact, MISSING)
            if of.name == "numbers" and rank <= LAYER_RANK[of.name]:
                if layer is of and values is None:
                    return own
                return self._number_so_far(thing, fact, reads, besides=1 if layer is of else 0)
            if of is layer:
                value = (values or {}).get(identity)
            elif LAYER_RANK[of.name] < rank:
                value = self.value_after(of.name, identity)
                reads.append((f"{thing.path}.{fact}", self._steps_of(of.name, identity).truth))
            else:
                steps = Derivation(self.now)
                value = of.initial_value(steps, thing)
                reads.append((f"{thing.path}.{fact}", steps.truth))
            return _fact_value(fact, value)

        seen = Object(thing.id, self.now, {})
        seen.stated = _LayeredFacts(thing.stated, read)
        return seen, reads

    def _number_so_far(self, thing: Object, fact: str, reads: FactReasons, *, besides: int) -> Any:
        """Return the power or toughness before layer 7, or MISSING if more than `besides` effects change it."""
        changing = [each for each in self.effects if changes_power_or_toughness(each) and each.covers(thing)]
        if len(changing) > besides:
            path = f"{thing.path}.{fact}"
            reads.append((path, unknown(path, "{path} is told only in a later layer", path=path)))
            return MISSING
        if thing.counters.is_known and not any("/" in kind for kind in thing.counters.counts):
            return thing.stated.get(fact, thing.stated.get(f"base_{fact}", MISSING))
        return thing.stated.get(fact, MISSING)

    # --- dependency --------------------------------------------------------------------------------------------

    def _next_effect(self, layer: Layer, pending: list[Effect], values: dict[str, Any]) -> Effect:
        """Return the effect to apply next: the earliest effect that doesn't depend on another pending effect."""
        rule = self.now.law.rule("dependent-effect-waits")
        if len(pending) == 1 or rule is None or not any(self._may_depend(layer, each) for each in pending):
            return pending[0]
        trial = DependencyTrial(
            self.now, values,
            may_depend=lambda effect: self._may_depend(layer, effect),
            exists=lambda effect, so_far: self._exists(effect, layer, so_far),
            applies=lambda effect, identity, so_far: self._applies(layer, effect, identity, so_far),
            change=lambda effect, identity, value: self._change(layer, effect, identity, value, Derivation(self.now)),
            report=lambda identity, truth: self._steps_of(layer.name, identity).check(truth),
        )  # fmt: skip
        found: Effect = rule(self.now, tuple(pending), trial.depends)
        if found is not pending[0]:
            for each in values:
                steps = self._steps_of(layer.name, each)
                steps.apply_rule("dependent-effect-waits", tuple(pending), trial.depends)
                steps.check(self.now.rule("dependent-effect", pending[0], found, constant(True)))
        return found

    def _may_depend(self, layer: Layer, effect: Effect) -> bool:
        """True if effects of a layer can change the existence, the objects or the result of an effect in that layer.

        The objects of an effect from a resolving spell or ability are fixed as the effect begins (611.2c).
        """
        if layer.name == "types" and effect.is_additive and "subtypes" in effect.stated:
            return True
        if not depends_on_other_effects(effect) or effect.stated.get("generated_by") == "resolution":
            return False
        phrases = " ".join(effect.stated.get("affects") or ()).lower()
        looks = bool(phrases) and any(word in phrases for word in layer.phrase_words)
        return looks or source_may_lose_ability(effect, self.effects)


def _fact_value(fact: str, value: Any) -> Any:
    """Return a fact, or MISSING if it is open. `value` is the value of the object in the fact's layer."""
    if value is None:
        return MISSING
    if isinstance(value, TypeLineState):
        return MISSING if fact in value.unknown_facts else getattr(value.line, fact)
    if isinstance(value, AbilityState):
        if fact in value.unknown_facts:
            return MISSING
        return value.keywords if fact == "keywords" else tuple({"text": each} for each in value.texts)
    if fact in ("power", "toughness"):
        return value[0 if fact == "power" else 1]
    return value or MISSING if fact == "controller" else value


def layered_board(steps: Derivation, thing: Object, *layers: str) -> LayeredBoard:
    """Return the board for a question about an object. `steps` records what the layers named in `layers` do."""
    return LayeredBoard(steps.now, steps.now.effects, thing, steps, layers)


def value_after_layer(steps: Derivation, thing: Object, layer: str) -> Any:
    """Return the value of an object after a layer, or None if the value is open."""
    return layered_board(steps, thing, layer).value_after(layer, thing.id)


def colors_of(steps: Derivation, thing: Object) -> Colors | None:
    """Return the colours of an object in order, () if the object is colourless, or None if a fact is missing."""
    found: Colors | None = value_after_layer(steps, thing, "colors")
    return found


def type_line_of(steps: Derivation, thing: Object) -> TypeLine | None:
    """Return the type line of an object, or None if a part of the line isn't known."""
    found: TypeLineState | None = value_after_layer(steps, thing, "types")
    for fact in found.unknown_facts if found is not None else ():
        steps.read_value(getattr(thing, fact))
    return found.line if found is not None and not found.unknown_facts else None


def is_affected_by(effect: Effect, thing: Object) -> Truth:
    """Yes if an effect that changes no characteristics affects an object as it is now."""
    if not effect.stated.get("affects"):
        return constant(True)
    board = layered_board(Derivation(thing.now), thing)
    view, reads = board.object_before(thing.id)
    so = board.with_reasons(reads, effect_affects(effect, view))
    return thing.now.rule("modifies-the-rules", effect, view, so)
