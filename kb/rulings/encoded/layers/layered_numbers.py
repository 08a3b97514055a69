"""Power and toughness in layer 7: what the objects have after the other layers (208.2a, 613.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from kb.rulings.encoded.characteristics.power_toughness import (
    PowerToughness,
    changes_power_or_toughness,
    power_toughness_of,
)
from kb.rulings.encoded.layers.ability_layer import may_take_abilities
from kb.rulings.encoded.layers.effect_conditions import with_counted_star, with_present_amount
from kb.rulings.encoded.layers.layer_order import LAYER_OF_FACT, LAYER_RANK, LAYERS, Layer, fact_value
from kb.rulings.encoded.layers.layer_record import as_one_step
from kb.rulings.encoded.layers.layered_control import LayeredControl
from kb.rulings.encoded.layers.layered_facts import LayeredFacts
from kb.rulings.engine.derivation import Derivation
from kb.rulings.logic.ternary import Truth, unknown
from kb.rulings.situation.fact import MISSING
from kb.rulings.situation.reads import StatedFacts
from kb.rulings.situation.situation import Effect, Object, Situation


class OtherLayers(Protocol):
    """The objects of a situation in the layers before layer 7."""

    now: Situation
    effects: tuple[Effect, ...]
    control: LayeredControl

    def with_copiable_values(self, identity: str) -> Object:
        """Return an object with its copiable values."""

    def value_after(self, name: str, identity: str) -> Any:
        """Return the value of an object after a layer, or None if the value is open."""

    def truth_of(self, name: str, identity: str) -> Truth:
        """Return whether the value of an object after a layer is known."""

    def steps_of(self, name: str, identity: str) -> Derivation:
        """Return the steps to the value of an object after a layer."""

    def has_lost_abilities(self, identity: str, layer: Layer) -> bool:
        """True if effects before a layer have taken away the abilities of an object."""

    def objects_before(self, layer: Layer) -> list[Object]:
        """Return the objects as they are before a layer."""


def numbers_of(board: OtherLayers, steps: Derivation, identity: str, effects: list[Effect]) -> PowerToughness | None:
    """Return the power and toughness of an object, with the types and counters that it has in layer 7.

    Args:
        board: the objects after the other layers.
        steps: the derivation, which records the steps.
        identity: the id of the object.
        effects: the effects that change the object's power or toughness, in their order.
    """
    thing = board.with_copiable_values(identity)
    reads: dict[str, Truth] = {}

    def read(fact: str) -> tuple[Any, Truth | None]:
        layer = LAYER_OF_FACT[fact]
        if layer.name == "numbers":
            return thing.stated.get(fact, MISSING), None
        why, value = board.truth_of(layer.name, identity), fact_value(fact, board.value_after(layer.name, identity))
        reads[fact] = as_one_step(thing, fact, value, why)
        return value, why

    def before() -> list[Object]:
        return board.objects_before(LAYERS[LAYER_RANK["numbers"]])

    seen = Object(thing.id, board.now, {})
    lost = _has_lost_star(board, steps, thing)
    facts = thing.stated | {"star": "none"} if lost else with_counted_star(steps, thing, before, board.control.after)
    seen.stated = LayeredFacts(facts, read)
    present = [with_present_amount(steps, each, thing, before, board.control.after) for each in effects]
    pair = power_toughness_of(steps, seen, present)
    for truth in reads.values():
        steps.check(truth)
    return pair


def number_so_far(effects: Iterable[Effect], thing: Object, fact: str, *, besides: int) -> tuple[Any, Truth | None]:
    """Return the power or toughness before layer 7, or MISSING if more than `besides` effects change it."""
    changing = [each for each in effects if changes_power_or_toughness(each) and each.covers(thing)]
    if len(changing) > besides:
        path = f"{thing.path}.{fact}"
        return MISSING, unknown(path, "{path} is told only in a later layer", path=path)
    if thing.counters.is_known and not any("/" in kind for kind in thing.counters.counts):
        return thing.stated.get(fact, thing.stated.get(f"base_{fact}", MISSING)), None
    return thing.stated.get(fact, MISSING), None


def _has_lost_star(board: OtherLayers, steps: Derivation, thing: Object) -> bool:
    """True if effects have taken away the ability that defines the star of an object.

    Abilities are lost in layer 6, before layer 7a (613.1f, 613.4a). Then nothing determines the number.
    """
    if not _has_star(thing.stated) or not any(
        may_take_abilities(each) and each.covers(thing) for each in board.effects
    ):
        return False
    lost = board.has_lost_abilities(thing.id, LAYERS[LAYER_RANK["numbers"]])
    for name in ("types", "abilities"):
        if lost or board.truth_of(name, thing.id).value is not True:
            steps.include(board.steps_of(name, thing.id))
    return lost


def _has_star(facts: StatedFacts) -> bool:
    return any("*" in str(dict.get(facts, each, "")) for each in ("printed_power", "printed_toughness"))
