"""Layers: the characteristics of objects after all continuous effects, each applied in its layer (613).

The objects of a situation go through the layers together: what an effect affects may depend on what other effects have
done to an object in an earlier layer, or in the same one (dependency).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kb.i18n import later
from kb.rulings.encoded.characteristics.colors import Colors
from kb.rulings.encoded.characteristics.devotion import lasts
from kb.rulings.encoded.characteristics.power_toughness import is_about_numbers, power_toughness_of
from kb.rulings.encoded.characteristics.type_lines import Types
from kb.rulings.encoded.copying.copiable_values import as_copied
from kb.rulings.encoded.copying.timestamps import in_timestamp_order, source_of
from kb.rulings.encoded.layers.ability_layer import Abilities
from kb.rulings.encoded.layers.affected_objects import fits, is_conditional, may_be_gone
from kb.rulings.encoded.layers.dependency import Trial
from kb.rulings.encoded.layers.layer_order import LAYERS, OF_FACT, RANK, Layer
from kb.rulings.engine.derivation import Steps
from kb.rulings.logic.open_facts import settle
from kb.rulings.logic.ternary import Truth, all_of, stated, unknown
from kb.rulings.situation.fact import MISSING
from kb.rulings.situation.situation import Effect, Object, Situation
from kb.rulings.situation.type_line import TypeLine

Reads = list[tuple[str, Truth]]
"""The facts that were read of an object as it is seen: the path of each, and the reasons for its value."""


class _Seen(dict[str, Any]):
    """The facts of an object, with the values of the layers in place of its stated characteristics."""

    def __init__(self, given: dict[str, Any], read: Callable[[str], Any]) -> None:
        super().__init__(given)
        self._read = read

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a fact."""
        if key not in OF_FACT:
            return super().get(key, default)
        found = self._read(key)
        return default if found is MISSING else found


class Board:
    """The objects of a situation on their way through the layers.

    Attributes:
        now: the situation.
        effects: the effects that are applied.
    """

    def __init__(
        self, now: Situation, effects: Iterable[Effect], asked: Object, steps: Steps, layers: tuple[str, ...] = ()
    ) -> None:
        """Lay out the objects.

        Args:
            now: the situation.
            effects: the effects that are applied.
            asked: the object that is asked about.
            steps: takes note of the steps to the values of that object.
            layers: the layers whose values are asked for; those of other layers are worked out where they matter.
        """
        self.now = now
        in_force = [each for each in effects if each.given.get("applies") is not False]
        self.effects = in_timestamp_order(Steps(now), in_force)
        self._things = {each.id: each for each in now.objects} | {asked.id: asked}
        self._asked = {(layer, asked.id): steps for layer in (*layers, "copying")}
        self._steps: dict[tuple[str, str], Steps] = {}
        self._values: dict[tuple[str, str], Any] = {}
        self._sets: dict[tuple[str, str], Truth] = {}
        self._earlier: dict[str, Board] = {}
        self._copied: dict[str, Object] = {}
        self.thing(asked.id)

    def _before(self, effect: Effect) -> Board:
        """The same objects with only the effects before one; these boards share their objects and each other."""
        if effect.id not in self._earlier:
            asked = self._things[next(iter(self._things))]
            board = Board(self.now, self.effects[: self.effects.index(effect)], asked, Steps(self.now))
            board._earlier, board._copied, board._things = self._earlier, self._copied, self._things
            self._earlier[effect.id] = board
        return self._earlier[effect.id]

    def thing(self, identity: str) -> Object:
        """An object with its copiable values."""
        if identity not in self._copied:
            self._copied[identity] = as_copied(self._steps_of("copying", identity), self._things[identity])
        return self._copied[identity]

    def value(self, name: str, identity: str) -> Any:
        """The value of an object after the layer of a name; None if it is open."""
        if (name, identity) not in self._values:
            self._run(LAYERS[RANK[name]], identity)
        return self._values[name, identity]

    def _steps_of(self, name: str, identity: str) -> Steps:
        asked = self._asked.get((name, identity))
        return asked if asked is not None else self._steps.setdefault((name, identity), Steps(self.now))

    # --- one layer -------------------------------------------------------------------------------------------

    def _run(self, layer: Layer, identity: str) -> None:
        """Take an object through a layer; all objects if what the effects affect depends on what they do."""
        pending = [each for each in self.effects if layer.concerns(each)]
        together = any(is_conditional(each) for each in pending)
        names = list(self._things) if together else [identity]
        values = {each: layer.at_first(self._steps_of(layer.name, each), self.thing(each)) for each in names}
        applied: dict[str, list[Effect]] = {each: [] for each in names}
        while pending:
            effect = self._next(layer, pending, values)
            pending.remove(effect)
            for each in names:
                if self._affects(layer, effect, each, values):
                    applied[each].append(effect)
                    values[each] = self._changed(layer, effect, each, values[each])
        for each in names:
            steps = self._steps_of(layer.name, each)
            in_timestamp_order(steps, applied[each])
            if layer.name == "numbers":
                view, reads = self.view(each, layer)
                values[each] = power_toughness_of(steps, view, applied[each])
                for _path, truth in reads:
                    steps.holds(truth)
            self._values[layer.name, each] = values[each]

    def _changed(self, layer: Layer, effect: Effect, identity: str, value: Any, steps: Steps | None = None) -> Any:
        if value is None:
            return None
        return layer.changed(steps or self._steps_of(layer.name, identity), self.thing(identity), effect, value)

    def _affects(self, layer: Layer, effect: Effect, identity: str, values: dict[str, Any]) -> bool:
        """True if an effect is applied to an object in a layer; if that is open, so is the object's value."""
        applies = self._applies(layer, effect, identity, values)
        if self._first_layer(effect) is layer:
            self._sets[effect.id, identity] = applies
        if is_conditional(effect) and applies.value is not False:
            steps = self._steps_of(layer.name, identity)
            steps.rule("layers", effect)
            steps.holds(applies)
        return applies.value is True and lasts(self._steps_of(layer.name, identity), effect, self.thing(identity))

    def _first_layer(self, effect: Effect) -> Layer:
        return next(layer for layer in LAYERS if layer.concerns(effect))

    def _applies(self, layer: Layer, effect: Effect, identity: str, values: dict[str, Any]) -> Truth:
        """True if an effect applies to an object, as the object looks in the first layer of the effect."""
        if not is_conditional(effect):
            return fits(effect, self.view(identity, layer, values)[0])
        first = self._first_layer(effect)
        if first is not layer:
            self.value(first.name, identity)
            began = self._sets[effect.id, identity]
            return self.now.rule("same-set-in-each-layer", effect, self._things[identity], began)
        view, reads = self.view(identity, layer, values)
        static = self.with_reads(reads, all_of(fits(effect, view), self._is_there(effect, layer, values)))
        if not effect.given.get("affects"):
            return static
        if effect.given.get("generated_by") != "resolution":
            static = self.now.rule("static-effect-applies", effect, view, static)
        if effect.given.get("generated_by") == "static-ability":
            return static
        resolved = self.now.rule("resolved-effect-applies", effect, view, self._began_with(effect, identity))
        if effect.given.get("generated_by") == "resolution" or static.value is resolved.value:
            return resolved if effect.given.get("generated_by") else static
        path = f"{effect.path}.generated_by"
        return unknown(path, later("not stated: {path}"), path=path)

    def _began_with(self, effect: Effect, identity: str) -> Truth:
        """True if an object was among those that an effect of a resolution affects, when the effect began."""
        thing = self._things[identity]
        own, its = effect.given.get("timestamp"), thing.given.get("timestamp")
        if own is not None and its is not None and its > own:
            return stated(False, later("{thing} came after “{effect}” began"), thing=thing, effect=effect)
        view, reads = self._before(effect).view(identity)
        return self.with_reads(reads, fits(effect, view))

    def _is_there(self, effect: Effect, layer: Layer, values: dict[str, Any]) -> Truth:
        """True if the static ability that generates an effect still exists when the effect would start to apply."""
        source = source_of(effect)
        if source is None or not may_be_gone(effect, self.effects):
            return stated(True)
        lost = False
        for name, attribute in (("types", "has_lost_abilities"), ("abilities", "has_lost_all")):
            if RANK[name] > RANK[layer.name] or (name == "types" and "granted_by" in effect.given):
                continue
            value = values.get(source.id) if name == layer.name else self.value(name, source.id)
            lost |= value is not None and getattr(value, attribute)
        return stated(not lost, later("{source} has lost its abilities"), source=source)

    @staticmethod
    def with_reads(reads: Reads, truth: Truth) -> Truth:
        """A truth about an object as it is seen, with the reasons for the values that the truth depends on."""
        facts = settle(truth).depends_on
        return all_of(truth, *(each for path, each in reads if path in facts or each.value is True))

    # --- objects between layers --------------------------------------------------------------------------------

    def view(
        self, identity: str, layer: Layer | None = None, values: dict[str, Any] | None = None
    ) -> tuple[Object, Reads]:
        """An object as it looks before a layer, or in the layer so far; without a layer, after all of them.

        Returns:
            The object, and a list to which each reading of a fact adds the reasons for its value.
        """
        thing = self.thing(identity)
        reads: Reads = []
        rank = len(LAYERS) if layer is None else RANK[layer.name]

        def read(fact: str) -> Any:
            of = OF_FACT[fact]
            own = thing.given.get(fact, MISSING)
            if of.name == "numbers" and rank <= RANK[of.name]:
                if layer is of and values is None:
                    return own
                return self._number_so_far(thing, fact, reads, besides=1 if layer is of else 0)
            if of is layer:
                value = (values or {}).get(identity)
            elif RANK[of.name] < rank:
                value = self.value(of.name, identity)
                reads.append((f"{thing.path}.{fact}", self._steps_of(of.name, identity).truth))
            else:
                steps = Steps(self.now)
                value = of.at_first(steps, thing)
                reads.append((f"{thing.path}.{fact}", steps.truth))
            return _as_fact(fact, value)

        seen = Object(thing.id, self.now, {})
        seen.given = _Seen(thing.given, read)
        return seen, reads

    def _number_so_far(self, thing: Object, fact: str, reads: Reads, *, besides: int) -> Any:
        """Power or toughness before its layer, or for one effect in it; open if other effects change it, too."""
        changing = [each for each in self.effects if is_about_numbers(each) and each.covers(thing)]
        if len(changing) > besides:
            path = f"{thing.path}.{fact}"
            reads.append((path, unknown(path, later("{path} is told only in a later layer"), path=path)))
            return MISSING
        if thing.counters.known and not any("/" in kind for kind in thing.counters.stated):
            return thing.given.get(fact, thing.given.get(f"base_{fact}", MISSING))
        return thing.given.get(fact, MISSING)

    # --- dependency --------------------------------------------------------------------------------------------

    def _next(self, layer: Layer, pending: list[Effect], values: dict[str, Any]) -> Effect:
        """The effect to be applied next: the earliest that doesn't depend on another effect that is still pending."""
        rule = self.now.law.rule("dependent-effect-waits")
        if len(pending) == 1 or rule is None or not any(self._may_depend(layer, each) for each in pending):
            return pending[0]
        trial = Trial(
            self.now, values,
            may_depend=lambda effect: self._may_depend(layer, effect),
            exists=lambda effect, so_far: self._is_there(effect, layer, so_far),
            applies=lambda effect, identity, so_far: self._applies(layer, effect, identity, so_far),
            change=lambda effect, identity, value: self._changed(layer, effect, identity, value, Steps(self.now)),
            report=lambda identity, truth: self._steps_of(layer.name, identity).holds(truth),
        )  # fmt: skip
        found: Effect = rule(self.now, tuple(pending), trial.depends)
        if found is not pending[0]:
            for each in values:
                steps = self._steps_of(layer.name, each)
                steps.rule("dependent-effect-waits", tuple(pending), trial.depends)
                steps.holds(self.now.rule("dependent-effect", pending[0], found, stated(True)))
        return found

    def _may_depend(self, layer: Layer, effect: Effect) -> bool:
        """True if effects of a layer can change what an effect applies to, what it does, or that it exists.

        The objects that an effect of a resolution affects were determined when it began (611.2c).
        """
        if layer.name == "types" and effect.adds and "subtypes" in effect.given:
            return True
        if not is_conditional(effect) or effect.given.get("generated_by") == "resolution":
            return False
        phrases = " ".join(effect.given.get("affects") or ()).lower()
        looks = bool(phrases) and any(word in phrases for word in layer.words)
        return looks or may_be_gone(effect, self.effects)


def _as_fact(fact: str, value: Any) -> Any:
    """The value of a fact of an object, from the value of its layer; MISSING if it is open."""
    if value is None:
        return MISSING
    if isinstance(value, Types):
        return MISSING if fact in value.unstated else getattr(value.line, fact)
    if isinstance(value, Abilities):
        if fact in value.unstated:
            return MISSING
        return value.keywords if fact == "keywords" else tuple({"text": each} for each in value.texts)
    if fact in ("power", "toughness"):
        return value[0 if fact == "power" else 1]
    return value or MISSING if fact == "controller" else value


def board_of(steps: Steps, thing: Object, *layers: str) -> Board:
    """The board for a question about an object; the steps in the layers named become part of the answer."""
    return Board(steps.now, steps.now.effects, thing, steps, layers)


def value_after_layer(steps: Steps, thing: Object, layer: str) -> Any:
    """The value of an object after a layer; None if it is open."""
    return board_of(steps, thing, layer).value(layer, thing.id)


def color_of(steps: Steps, thing: Object) -> Colors | None:
    """The colours of an object, in order; none if it is colourless, None if a fact is missing."""
    found: Colors | None = value_after_layer(steps, thing, "colors")
    return found


def type_line_of(steps: Steps, thing: Object) -> TypeLine | None:
    """The type line of an object; None if a part of it isn't known."""
    found: Types | None = value_after_layer(steps, thing, "types")
    for fact in found.unstated if found is not None else ():
        steps.read(getattr(thing, fact))
    return found.line if found is not None and not found.unstated else None


def is_affected(effect: Effect, thing: Object) -> Truth:
    """True if an effect that changes no characteristics affects an object as it is now."""
    if not effect.given.get("affects"):
        return stated(True)
    board = board_of(Steps(thing.now), thing)
    view, reads = board.view(thing.id)
    so = board.with_reads(reads, fits(effect, view))
    return thing.now.rule("modifies-the-rules", effect, view, so)
