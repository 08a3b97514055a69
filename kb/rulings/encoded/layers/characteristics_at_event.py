"""The characteristics of objects at the time of an event, with the effects that exist then (603.6b, 603.10)."""

from __future__ import annotations

from collections.abc import Callable

from kb.rulings.encoded.layers.ability_layer import removes_all_abilities
from kb.rulings.encoded.layers.affected_objects import is_named_by_effect
from kb.rulings.encoded.layers.layer_order import CHANGING_VERBS
from kb.rulings.law.rule_registry import encodes
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Truth, all_of, constant, some
from kb.rulings.situation.situation import Effect, Object, Situation


def effect_exists_at(effect: Effect, then: NumberValue) -> bool:
    """True unless the situation states that an effect began after the time `then`."""
    came, at = effect.stated.get("timestamp"), then.value
    return came is None or at is None or came <= at


@encodes("modified-at-once", "effects make {thing} what it is from the moment that it is on the battlefield")
def never_there_unmodified(_now: Situation, thing: Object) -> Truth:
    """Continuous effects modify a permanent from the moment it is on the battlefield."""
    return thing.is_permanent


def object_at(now: Situation, thing: Object, then: NumberValue) -> tuple[Object, Truth]:
    """Return an object as it is at the time `then`, and Yes if effects that exist then can modify the object."""
    existing = [each for each in now.effects if effect_exists_at(each, then)]
    modified = now.rule("modified-at-once", thing)
    if modified.value is False:
        return thing.as_stated, constant(True)
    changing = (each for each in existing if each.stated.get("says") in CHANGING_VERBS and each.covers(thing))
    is_changed = any(is_named_by_effect(now, thing, each).value is not False for each in changing)
    there = now if len(existing) == len(now.effects) else now.replace(effects=[each.stated for each in existing])
    return there.object(thing.id) or thing, modified if is_changed else constant(True)


def is_true_at(now: Situation, thing: Object, then: NumberValue, test: Callable[[Object], Truth]) -> Truth:
    """Yes if a test holds for an object at a time. Open if the object's characteristics at that time aren't known."""
    seen, known = object_at(now, thing, then)
    return known if known.value is not True else all_of(known, test(seen))


def loses_all_abilities_at(now: Situation, thing: Object, then: NumberValue) -> Truth:
    """Yes if an effect that exists at a time says that the object loses all abilities."""
    taking = [each for each in now.effects if removes_all_abilities(each) and each.covers(thing)]
    existing = [each for each in taking if effect_exists_at(each, then)]
    return some(all_of(each.in_force, is_named_by_effect(now, thing, each)) for each in existing)
