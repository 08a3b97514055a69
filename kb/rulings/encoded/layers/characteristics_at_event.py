"""The characteristics of objects at the time of an event, with the effects that exist then (603.6b, 603.10)."""

from __future__ import annotations

from collections.abc import Callable

from kb.rulings.encoded.layers.ability_layer import removes_all_abilities
from kb.rulings.encoded.layers.affected_objects import is_named_by_effect
from kb.rulings.encoded.layers.layer_application import colors_of, type_line_of
from kb.rulings.engine.derivation import Derivation
from kb.rulings.law.rule_registry import EncodedRule, encodes
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Truth, all_of, constant, some
from kb.rulings.situation.situation import Effect, Object, Situation

_CHANGING = ("is", "gains", "loses")
_TYPES = ("types", "subtypes", "supertypes")


def rule_even_if_unprinted(now: Situation, rule: EncodedRule, *arguments: object) -> Truth:
    """Return the result of a rule for `arguments`, even if the edition doesn't print the rule yet."""
    if now.law.status_of(rule.concept).status == "not-in-edition":
        found: Truth = rule(now, *arguments)
        return found
    return now.rule(rule.concept, *arguments)


def effect_exists_at(effect: Effect, then: NumberValue) -> bool:
    """True unless the situation states that an effect began after the time `then`."""
    came, at = effect.stated.get("timestamp"), then.value
    return came is None or at is None or came <= at


@encodes("modified-at-once", "effects make {thing} what it is from the moment that it is on the battlefield")
def never_there_unmodified(_now: Situation, thing: Object) -> Truth:
    """Continuous effects modify a permanent from the moment it is on the battlefield."""
    return thing.is_permanent


def object_at(now: Situation, thing: Object, then: NumberValue) -> tuple[Object, Truth]:
    """Return an object with its types and colours at the time `then`, and a Truth: Yes if these are known."""
    existing = [each for each in now.effects if effect_exists_at(each, then)]
    modified = now.rule("modified-at-once", thing)
    covering = [each for each in existing if each.stated.get("says") in _CHANGING and each.covers(thing)]
    on_it = {each.id: is_named_by_effect(now, thing, each) for each in covering}
    changing = [each for each in existing if each.id in on_it and on_it[each.id].value is not False]
    about = {fact for each in changing for fact in (*_TYPES, "colors") if fact in each.stated}
    if not about or modified.value is False:
        return thing, constant(True)
    there = now.replace(effects=[each.stated for each in existing if each in changing or each.id not in on_it])
    found = there.object(thing.id) or thing
    steps, facts = Derivation(there), dict(found.stated)
    if about.intersection(_TYPES) and (line := type_line_of(steps, found)) is not None:
        facts |= {fact: getattr(line, fact) for fact in _TYPES}
    if "colors" in about and (colors := colors_of(steps, found)) is not None:
        facts["colors"] = colors
    return Object(thing.id, there, facts), all_of(steps.truth, modified, *(on_it[each.id] for each in changing))


def is_true_at(now: Situation, thing: Object, then: NumberValue, test: Callable[[Object], Truth]) -> Truth:
    """Yes if a test holds for an object at a time. Open if the object's characteristics at that time aren't known."""
    seen, known = object_at(now, thing, then)
    return known if known.value is not True else all_of(known, test(seen))


def loses_all_abilities_at(now: Situation, thing: Object, then: NumberValue) -> Truth:
    """Yes if an effect that exists at a time says that the object loses all abilities."""
    taking = [each for each in now.effects if removes_all_abilities(each) and each.covers(thing)]
    existing = [each for each in taking if effect_exists_at(each, then)]
    return some(all_of(each.in_force, is_named_by_effect(now, thing, each)) for each in existing)
