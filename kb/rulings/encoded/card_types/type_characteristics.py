"""Power, toughness, loyalty and defense of objects (301.7, 302.4, 306.5, 310.4)."""

from __future__ import annotations

from collections.abc import Callable

from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.engine.questions import Question, QuestionArguments
from kb.rulings.law.rule_registry import defines, encodes
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, not_
from kb.rulings.situation.situation import Object, Situation


@encodes("power-and-toughness", "{thing} is a creature: only creatures have power and toughness")
def only_creatures_have_them(_now: Situation, thing: Object) -> Truth:
    """Only creatures have power and toughness."""
    return any_of(thing.has_type("creature"), all_of(thing.has_subtype("vehicle"), thing.zone != "battlefield"))


@encodes("vehicle-power-and-toughness", "{vehicle} has power and toughness, as it is a creature, too")
def only_if_also_a_creature(_now: Situation, vehicle: Object) -> Truth:
    """A Vehicle has printed power and toughness. It has these characteristics only while it's also a creature."""
    return vehicle.has_type("creature")


@encodes("vehicle-becomes-creature", "{vehicle} has its printed power and toughness as soon as it is a creature")
def printed_as_soon_as_a_creature(_now: Situation, vehicle: Object) -> Truth:
    """A Vehicle that becomes a creature has its printed power and toughness immediately. Effects may modify them."""
    return vehicle.has_type("creature")


def _has_power_and_toughness(now: Situation, thing: Object) -> Truth:
    vehicle = all_of(thing.has_subtype("vehicle"), thing.zone == "battlefield")
    if vehicle.value is True and now.law.rule("vehicle-power-and-toughness") is not None:
        becomes = now.rule("vehicle-becomes-creature", thing)
        return becomes if becomes.value is True else now.rule("vehicle-power-and-toughness", thing)
    if now.law.rule("power-and-toughness") is not None:
        return now.rule("power-and-toughness", thing)
    return thing.has_type("creature")


@defines("creature-power", "the power of {creature}")
def printed_with_all_effects(_now: Situation, creature: Object) -> NumberValue:
    """A creature's power and toughness are the printed numbers, modified by the continuous effects that apply to it."""
    return creature.power


def _power_or_toughness(of: Callable[[Object], NumberValue]) -> Callable[[Situation, QuestionArguments], DerivedValue]:
    def answer(now: Situation, asked: QuestionArguments) -> DerivedValue:
        thing = asked.object(now)
        has = _has_power_and_toughness(now, thing)
        if has.value is False:
            return DerivedValue("none", not_(has))
        found = DerivedValue.from_rule(of(thing), "creature-power", now, thing)
        return DerivedValue(found.value, all_of(has, found.truth))

    return answer


POWER = Question("power", "What is the power of this object now? `none` if it has none.", "object",
                 _power_or_toughness(lambda thing: thing.power),
                 "rules ask power A --fact A.types=artifact --fact A.subtypes=Vehicle --fact A.power=3")  # fmt: skip

TOUGHNESS = Question("toughness", "What is the toughness of this object now? `none` if it has none.", "object",
                     _power_or_toughness(lambda thing: thing.toughness),
                     "rules ask toughness A --fact A.types=creature --fact A.toughness=3")  # fmt: skip


@encodes("loyalty-of-planeswalkers", "{thing} is a planeswalker: only planeswalkers have loyalty")
def only_planeswalkers_have_loyalty(_now: Situation, thing: Object) -> Truth:
    """Only planeswalkers have loyalty."""
    return thing.has_type("planeswalker")


@defines("printed-loyalty", "the loyalty of {planeswalker}, which isn't on the battlefield, is the printed one")
def printed_in_the_corner(_now: Situation, planeswalker: Object) -> NumberValue:
    """The loyalty of a planeswalker card not on the battlefield is the number printed in its lower right corner."""
    return planeswalker.loyalty


def _counted(has: str, there: str, elsewhere: str) -> Callable[[Situation, QuestionArguments], DerivedValue]:
    """Return a function that applies the rule `there` on the battlefield, and the rule `elsewhere` in other zones."""

    def answer(now: Situation, asked: QuestionArguments) -> DerivedValue:
        thing = asked.object(now)
        is_one = now.rule(has, thing)
        if is_one.value is False:
            return DerivedValue("none", not_(is_one)) if now.law.rule(has) is not None else DerivedValue(None, is_one)
        here = thing.zone == "battlefield"
        if here.value is None:
            return DerivedValue(None, all_of(is_one, here))
        concept = there if here.value else elsewhere
        rule = now.law.rule(concept)
        if rule is None:
            return DerivedValue(None, constant(False, "the rules of this day don't say"))
        found = DerivedValue.from_rule(rule(now, thing), concept, now, thing)
        return DerivedValue(found.value, all_of(is_one, here if here.value else not_(here), found.truth))

    return answer


LOYALTY = Question("loyalty", "What is the loyalty of this object, on the battlefield or elsewhere?", "object",
                   _counted("loyalty-of-planeswalkers", "loyalty", "printed-loyalty"),
                   "rules ask loyalty A --fact A.types=planeswalker --fact A.counters.loyalty=4")  # fmt: skip

DEFENSE = Question("defense", "What is the defense of this object, on the battlefield or elsewhere?", "object",
                   _counted("defense-of-battles", "defense", "printed-defense"),
                   "rules ask defense A --fact A.types=battle --fact A.counters.defense=4")  # fmt: skip
