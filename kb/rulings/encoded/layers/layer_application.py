"""Layers: the characteristics of objects after all continuous effects, each applied in its layer (613).

All objects go through the layers together, because effect A may decide which objects effect B affects. Effect
A then applies before effect B: in an earlier layer or, by dependency, in the same layer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kb.rulings.encoded.characteristics.devotion import devotion_allows
from kb.rulings.encoded.copying.copiable_values import apply_copy_effects
from kb.rulings.encoded.copying.timestamps import sort_by_timestamp, source_of_effect
from kb.rulings.encoded.layers.ability_layer import abilities_of_counters
from kb.rulings.encoded.layers.affected_objects import depends_on_other_effects, effect_affects, source_may_lose_ability
from kb.rulings.encoded.layers.dependency import DependencyTrial
from kb.rulings.encoded.layers.effect_conditions import condition_is_met
from kb.rulings.encoded.layers.layer_order import LAYER_OF_FACT, LAYER_RANK, LAYERS, Layer, fact_value
from kb.rulings.encoded.layers.layer_record import LayerRecord
from kb.rulings.encoded.layers.layer_stages import cite_order, in_stages
from kb.rulings.encoded.layers.layered_control import LayeredControl
from kb.rulings.encoded.layers.layered_facts import LayeredFacts
from kb.rulings.encoded.layers.layered_numbers import number_so_far, numbers_of
from kb.rulings.encoded.layers.phrase_test import PhraseTest
from kb.rulings.engine.derivation import Derivation
from kb.rulings.logic.open_facts import resolve
from kb.rulings.logic.ternary import Truth, all_of, constant, unknown, unstated
from kb.rulings.situation.fact import MISSING
from kb.rulings.situation.situation import Effect, Object, Situation


class LayeredBoard:
    """The objects of a situation, with the values that the layers give them.

    Attributes:
        now: the situation.
        effects: the effects that are applied.
        record: which effects were applied to which objects.
        control: who controls the objects after layer 2.
    """

    def __init__(
        self, now: Situation, effects: Iterable[Effect] | None = None, asked: Object | None = None,
        steps: Derivation | None = None, layers: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        """Sort the effects by timestamp.

        Args:
            now: the situation. The layers start with the facts as stated.
            effects: the effects that are applied, if not all of the situation.
            asked: an object that isn't among the objects of the situation, or that replaces the one of its id.
            steps: the derivation that records the steps to the values of `asked`.
            layers: the names of the layers for which `steps` records the steps.
        """
        self.now = now = now.as_stated
        effects = now.effects if effects is None else effects
        # `dict.get` records no look-up: only an effect that affects an object counts as read.
        in_force = [
            each
            for each in effects
            if dict.get(each.stated, "applies") is not False
            and not (each.may_have_ended and each.outlasts_departed.value is False)
        ]
        self.effects = sort_by_timestamp(Derivation(now), in_force)
        self._things = {each.id: each for each in now.objects}
        self._steps: dict[tuple[str, str], Derivation] = {}
        if asked is not None:
            self._things[asked.id] = asked.as_stated
            self._steps = {(layer, asked.id): steps or Derivation(now) for layer in (*layers, "copying")}
        self.record = LayerRecord()
        self._values: dict[tuple[str, str], Any] = {}
        self._affected: dict[tuple[str, str], Truth] = {}
        self._touched: set[tuple[str, str]] = set()
        self._truths: dict[tuple[str, str], Truth] = {}
        self._views: dict[tuple[str | None, str, Any], Object] = {}
        self._looks: dict[tuple[str, str], bool] = {}
        self._applying: dict[tuple[Any, ...], Truth] = {}
        self._effects_by_layer = {
            layer.name: tuple(each for each in self.effects if layer.includes(each)) for layer in LAYERS
        }
        self._sources = {
            each.id: source_of_effect(each) if source_may_lose_ability(each, self.effects) else None
            for each in self.effects
        }
        self._tests = {each.id: PhraseTest(each) for each in self.effects if each.stated.get("affects")}
        self._first_layers: dict[str, Layer] = {}
        self._conditional: dict[str, bool] = {}
        self._earlier: dict[str, LayeredBoard] = {}
        self._copied: dict[str, Object] = {}
        self.control = LayeredControl(
            self._effects_by_layer["control"],
            lambda identity: (self.value_after("control", identity) or MISSING, self.truth_of("control", identity)),
        )
        if asked is not None:
            self.with_copiable_values(asked.id)

    def _before(self, effect: Effect) -> LayeredBoard:
        """Return a board with the same objects and copiable values, but with only the effects before `effect`."""
        if effect.id not in self._earlier:
            board = LayeredBoard(self.now, self.effects[: self.effects.index(effect)])
            board._earlier, board._copied, board._things = self._earlier, self._copied, self._things
            self._earlier[effect.id] = board
        return self._earlier[effect.id]

    def with_copiable_values(self, identity: str) -> Object:
        """Return an object with its copiable values."""
        if identity not in self._copied:
            self._copied[identity] = apply_copy_effects(self.steps_of("copying", identity), self._things[identity])
        return self._copied[identity]

    def value_after(self, name: str, identity: str) -> Any:
        """Return the value of an object after the layer `name`, or None if the value is open."""
        if (name, identity) not in self._values:
            self._run_layer(LAYERS[LAYER_RANK[name]], identity)
        return self._values[name, identity]

    def steps_of(self, name: str, identity: str) -> Derivation:
        """Return the steps to the value of an object after the layer `name`; for `copying`, to its copiable values."""
        key = (name, identity)
        if key not in self._steps:
            self._steps[key] = Derivation(self.now)
        return self._steps[key]

    def truth_of(self, name: str, identity: str) -> Truth:
        """Return whether the value of an object after a layer is known. The layer has been applied."""
        key = (name, identity)
        if key not in self._truths:
            self.value_after(name, identity)
            self._truths[key] = self.steps_of(name, identity).truth
        return self._truths[key]

    def is_touched(self, name: str, identity: str) -> bool:
        """True if an effect applies or may apply to an object in the layer `name`, whose value has been computed."""
        return (name, identity) in self._touched

    # --- one layer -------------------------------------------------------------------------------------------

    def _run_layer(self, layer: Layer, identity: str) -> None:
        """Apply a layer to one object, or to all objects if an effect of the layer depends on other effects."""
        together = any(self._is_conditional(each) for each in self.effects_in(layer))
        names = list(self._things) if together else [identity]
        values = {each: self._initial_value(layer, each) for each in names}
        applied: dict[str, list[Effect]] = {each: [] for each in names}
        for pending in in_stages(self.now, layer, self.effects_in(layer)):
            while pending:
                effect = self._next_effect(layer, pending, values)
                pending.remove(effect)
                # What the effect does to its own source doesn't decide what it does to other objects (613.6).
                for each in [each for each in names if self._affects(layer, effect, each, values)]:
                    applied[each].append(effect)
                    values[each] = self._change(layer, effect, each, values[each])
        for each in names:
            steps = self.steps_of(layer.name, each)
            cite_order(steps, layer, applied[each])
            if layer.name == "numbers":
                values[each] = numbers_of(self, steps, each, applied[each])
            self._values[layer.name, each] = values[each]

    def _initial_value(self, layer: Layer, identity: str) -> Any:
        """Return the value of an object before the effects of a layer."""
        steps, thing = self.steps_of(layer.name, identity), self.with_copiable_values(identity)
        if layer.name == "abilities" and any("subtypes" in each.stated for each in self.effects):
            types = self.value_after("types", identity)
            if types is not None and types.has_lost_abilities:
                # Basic land types that an effect set have taken away the abilities of the object's text (305.7).
                steps.include(self.steps_of("types", identity))
                self._touched.add((layer.name, identity))
                return abilities_of_counters(steps, thing)
        return layer.initial_value(steps, thing)

    def _change(self, layer: Layer, effect: Effect, identity: str, value: Any, steps: Derivation | None = None) -> Any:
        if value is None:
            return None
        return layer.apply_effect(
            steps or self.steps_of(layer.name, identity), self.with_copiable_values(identity), effect, value
        )

    def _affects(self, layer: Layer, effect: Effect, identity: str, values: dict[str, Any]) -> bool:
        """True if an effect applies to an object in a layer. If this is open, return False and make the value open."""
        applies = self._applies(layer, effect, identity, values)
        self.record.applied.setdefault((layer.name, identity), []).append((effect, applies))
        if self._first_layer(effect) is layer:
            self._affected[effect.id, identity] = applies
        if applies.value is not False and effect.in_force.value is not False:
            self._touched.add((layer.name, identity))
        steps = self.steps_of(layer.name, identity)
        if self._is_conditional(effect) and applies.value is not False:
            steps.apply_rule("layers", effect)
            steps.check(applies)
        return applies.value is True and devotion_allows(steps, effect, self.with_copiable_values(identity))

    def effects_in(self, layer: Layer) -> tuple[Effect, ...]:
        """Return the effects that apply in a layer, by timestamp."""
        return self._effects_by_layer[layer.name]

    def _first_layer(self, effect: Effect) -> Layer:
        if effect.id not in self._first_layers:
            self._first_layers[effect.id] = next(each for each in LAYERS if effect in self._effects_by_layer[each.name])
        return self._first_layers[effect.id]

    def _is_conditional(self, effect: Effect) -> bool:
        """True if other effects can change an effect's existence or the objects that it affects."""
        if effect.id not in self._conditional:
            self._conditional[effect.id] = depends_on_other_effects(effect)
        return self._conditional[effect.id]

    def _applies(self, layer: Layer, effect: Effect, identity: str, values: Mapping[str, Any]) -> Truth:
        """Yes if an effect applies to an object. The object's values in the effect's first layer decide."""
        source = self._sources[effect.id]
        state = None if source is None else values.get(source.id)
        key = (layer.name, effect.id, identity, values.get(identity) if self._looks_at(effect, layer) else None, state)
        if key not in self._applying:
            self._applying[key] = self._find_whether_applies(layer, effect, identity, values)
        return self._applying[key]

    def _looks_at(self, effect: Effect, layer: Layer) -> bool:
        """True if the phrases of an effect look at facts that a layer decides."""
        key = (effect.id, layer.name)
        if key not in self._looks:
            self._looks[key] = effect.id in self._tests and self._tests[effect.id].looks_at(layer.facts)
        return self._looks[key]

    def _find_whether_applies(self, layer: Layer, effect: Effect, identity: str, values: Mapping[str, Any]) -> Truth:
        first = self._first_layer(effect)
        if first is not layer and self._is_conditional(effect):
            self.value_after(first.name, identity)
            began = self._affected[effect.id, identity]
            if began.value is False:
                return began
            return self.now.rule("same-set-in-each-layer", effect, self._things[identity], began)
        view = self.object_before(identity, layer, values)
        affects, reasons = self._fits(effect, view, self)
        generated_by = effect.stated.get("generated_by")
        if not self._is_conditional(effect) or (affects.value is False and generated_by == "static-ability"):
            return affects
        static = all_of(affects, self._exists(effect, layer, values), self._condition(effect, layer, values), *reasons)
        if effect.stated.get("affects") and generated_by != "resolution":
            static = self.now.rule("static-effect-applies", effect, view, static)
        if not effect.stated.get("affects") or generated_by == "static-ability":
            return static
        resolved = self.now.rule("resolved-effect-applies", effect, view, self._affected_at_first(effect, identity))
        if generated_by == "resolution":
            return resolved
        return static if static.value is resolved.value else unstated(f"{effect.path}.generated_by")

    def _affected_at_first(self, effect: Effect, identity: str) -> Truth:
        """Yes if the effect of a resolving spell or ability affected an object as the effect began."""
        thing = self._things[identity]
        if identity in self.now.departed:
            return constant(False, "{thing} is a new object since “{effect}” began", thing=thing, effect=effect)
        own, its = effect.stated.get("timestamp"), thing.stated.get("timestamp")
        if own is not None and its is not None and its > own:
            return constant(False, "{thing} came after “{effect}” began", thing=thing, effect=effect)
        before = self._before(effect)
        affects, reasons = self._fits(effect, before.object_before(identity), before)
        return all_of(affects, *reasons)

    def _fits(self, effect: Effect, view: Object, board: LayeredBoard) -> tuple[Truth, list[Truth]]:
        """Return whether an effect describes an object of a board, and the reasons for the values that decide it."""
        test = self._tests.get(effect.id)
        sources: list[Object] = []

        def controlled(thing: Object) -> Object:
            sources.append(board.as_controlled(effect, thing))
            return sources[-1]

        affects = effect_affects(effect, view, controlled) if test is None else test.apply(view, controlled)
        if affects.value is False:
            return affects, []
        whose = [each.stated.reasons.get("controller") for each in sources if isinstance(each.stated, LayeredFacts)]
        mine = [each for each in whose if each is not None]
        if not isinstance(view.stated, LayeredFacts):
            return affects, mine
        names = ("controller",) if test is None else test.names
        facts = resolve(affects).depends_on if affects.value is None else ()
        reads = [(each, view.stated.reasons[each]) for each in names if each in view.stated.reasons]
        return affects, mine + [why for name, why in reads if f"{view.path}.{name}" in facts or why.value is True]

    def as_controlled(self, effect: Effect, thing: Object) -> Object:
        """Return an object with its controller as an effect is applied: after layer 2, if it is of a later layer."""
        if effect.stated.get("says") == "controls":
            return self.control.while_applying(effect, thing)
        return self.control.after(thing)

    def _exists(self, effect: Effect, layer: Layer, values: Mapping[str, Any]) -> Truth:
        """Yes if the static ability that generates an effect still exists as the effect starts to apply."""
        source = self._sources[effect.id]
        if source is None:
            return constant(True)
        if self.has_lost_abilities(source.id, layer, values, printed="granted_by" not in effect.stated):
            return constant(False, "{source} has lost its abilities", source=source)
        return constant(True, "{source} has its abilities", source=source)

    def has_lost_abilities(
        self, identity: str, layer: Layer, values: Mapping[str, Any] | None = None, *, printed: bool = True
    ) -> bool:
        """True if effects have taken away an object's abilities before `layer`, or so far within it, by `values`."""
        for name, attribute in (("types", "has_lost_abilities"), ("abilities", "has_lost_all")):
            # Setting land types takes only printed abilities away (305.7).
            if LAYER_RANK[name] > LAYER_RANK[layer.name] or (name == "types" and not printed):
                continue
            value = (values or {}).get(identity) if name == layer.name else self.value_after(name, identity)
            if value is not None and getattr(value, attribute):
                return True
        return False

    def _condition(self, effect: Effect, layer: Layer, values: Mapping[str, Any]) -> Truth:
        """Yes if the condition of an effect is met as the effect starts to apply.

        If other effects of the layer can change what the condition looks at, their order decides. Then it is open.
        """
        if not effect.has_condition:
            return constant(True)
        views = [self._view(each, layer, values.get(each)) for each in self._things]
        met = condition_is_met(effect, views, lambda thing: self.as_controlled(effect, thing))
        read = {fact for view in views if isinstance(view.stated, LayeredFacts) for fact in view.stated.looked_up}
        if read.isdisjoint(layer.facts) or len(self.effects_in(layer)) == 1:
            return met
        return unknown(effect.path, "not decided: whether the condition of “{effect}” is met in this layer",
                       effect=effect)  # fmt: skip

    # --- objects between layers --------------------------------------------------------------------------------

    def object_before(
        self, identity: str, layer: Layer | None = None, values: Mapping[str, Any] | None = None
    ) -> Object:
        """Return an object as it is before `layer`; if `layer` is None, after all layers.

        `values` are the values so far within `layer`.
        """
        value = None if values is None else values.get(identity)
        key = (None if layer is None else layer.name, identity, value)
        if key not in self._views:
            self._views[key] = self._view(identity, layer, value)
        return self._views[key]

    def objects_before(self, layer: Layer) -> list[Object]:
        """Return the objects as they are before `layer`."""
        return [self.object_before(each, layer) for each in self._things]

    def _view(self, identity: str, layer: Layer | None, value: Any) -> Object:
        """Return an object as it is before `layer`. `value` is its value so far within the layer."""
        thing = self.with_copiable_values(identity)
        seen = Object(thing.id, self.now, {})
        seen.stated = LayeredFacts(thing.stated, lambda fact: self._read(thing, fact, layer, value))
        return seen

    def _read(self, thing: Object, fact: str, layer: Layer | None, value: Any) -> tuple[Any, Truth | None]:
        """Return a fact of an object before `layer`, and the reasons for it. `value` is the value within `layer`."""
        of = LAYER_OF_FACT[fact]
        rank = len(LAYERS) if layer is None else LAYER_RANK[layer.name]
        if of.name == "numbers" and rank <= LAYER_RANK[of.name]:
            return number_so_far(self.effects, thing, fact, besides=1 if layer is of else 0)
        if of is layer:
            return fact_value(fact, value), None
        if LAYER_RANK[of.name] < rank:
            return fact_value(fact, self.value_after(of.name, thing.id)), self.truth_of(of.name, thing.id)
        steps = Derivation(self.now)
        return fact_value(fact, of.initial_value(steps, thing)), steps.truth

    # --- dependency --------------------------------------------------------------------------------------------

    def _next_effect(self, layer: Layer, pending: list[Effect], values: dict[str, Any]) -> Effect:
        """Return the effect to apply next: the earliest effect that doesn't depend on another pending effect."""
        rule = self.now.law.rule("dependent-effect-waits")
        if len(pending) == 1 or rule is None or not any(self._may_depend(layer, each) for each in pending):
            return pending[0]
        trial = DependencyTrial(
            self.now, values,
            may_depend=lambda effect: self._may_depend(layer, effect),
            looks_at_values=lambda effect: effect.is_additive or self._looks_at(effect, layer),
            exists=lambda effect, so_far: self._exists(effect, layer, so_far),
            applies=lambda effect, identity, so_far: self._applies(layer, effect, identity, so_far),
            change=lambda effect, identity, value: self._change(layer, effect, identity, value, Derivation(self.now)),
            report=lambda identity, truth: self.steps_of(layer.name, identity).check(truth),
        )  # fmt: skip
        found: Effect = rule(self.now, tuple(pending), trial.depends)
        if found is not pending[0]:
            self.record.waited.setdefault(layer.name, []).append((pending[0], found))
            order = Derivation(self.now)
            order.apply_rule("dependent-effect-waits", tuple(pending), trial.depends)
            order.check(self.now.rule("dependent-effect", pending[0], found, constant(True)))
            for each in values:
                self.steps_of(layer.name, each).include(order)
        return found

    def _may_depend(self, layer: Layer, effect: Effect) -> bool:
        """True if effects of a layer can change the existence, the objects or the result of an effect in that layer.

        The objects of an effect from a resolving spell or ability are fixed as the effect begins (611.2c).
        """
        if layer.name == "types" and effect.is_additive and "subtypes" in effect.stated:
            return True
        if not self._is_conditional(effect) or effect.stated.get("generated_by") == "resolution":
            return False
        if self._looks_at(effect, layer):
            return True
        return layer.name in ("types", "abilities") and self._sources[effect.id] is not None
