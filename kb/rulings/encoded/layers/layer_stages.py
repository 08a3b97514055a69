"""The order of effects within the layers of colours and abilities: type-changing effects first, until 2005 (418.5)."""

from __future__ import annotations

from collections.abc import Iterable

from kb.rulings.encoded.copying.timestamps import sort_by_timestamp
from kb.rulings.encoded.layers.layer_order import Layer
from kb.rulings.engine.derivation import Derivation
from kb.rulings.law.rule_registry import encodes
from kb.rulings.logic.ternary import Truth, constant
from kb.rulings.situation.situation import Effect, Situation


@encodes("type-changing-first", "“{effect}” changes types, so all its parts are applied before those of other effects")
def all_parts_with_the_types(_now: Situation, effect: Effect) -> Truth:
    """All parts of an effect that changes types are applied as types are, before other effects on characteristics."""
    return constant(any(fact in effect.stated for fact in ("types", "subtypes", "supertypes")))


def in_stages(now: Situation, layer: Layer, effects: Iterable[Effect]) -> list[list[Effect]]:
    """Return the effects of a layer, those that are applied together in one list, in the order of the lists.

    In editions that apply type-changing effects as a whole, these come before the others in the layers of colours and
    abilities. For power and toughness, `number-sublayer` has the order.
    """
    if layer.name not in ("colors", "abilities") or now.law.rule("type-changing-first") is None:
        return [list(effects)]
    stages: list[list[Effect]] = [[], []]
    for each in effects:
        stages[0 if now.rule("type-changing-first", each).value else 1].append(each)
    return stages


def cite_order(steps: Derivation, layer: Layer, applied: list[Effect]) -> None:
    """Add the rules that decide the order of effects that were applied in a layer."""
    first, *others = in_stages(steps.now, layer, applied)
    if first and any(others):
        steps.apply_rule("type-changing-first", first[0])
    sort_by_timestamp(steps, applied)
