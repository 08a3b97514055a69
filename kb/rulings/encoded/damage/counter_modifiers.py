"""Effects that modify how many counters are put on an object (614.1). They change the number or allow no counters."""

from __future__ import annotations

from kb.rulings.encoded.damage.damage_modifiers import AppliedEffects, effects_on_amount, modify_amount
from kb.rulings.engine.choice_courses import derive_each_course
from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import all_of
from kb.rulings.situation.situation import Object, Situation


def modify_counter_count(now: Situation, thing: Object, amount: NumberValue, kind: str) -> AppliedEffects:
    """Return the number of counters of a kind put on an object after effects modify it, and whether it is known."""
    effects = effects_on_amount(now, "put-counters", thing, kind)
    return modify_amount(now, amount, effects, thing, f"{kind} counters")


def entering_counters(now: Situation, concept: str, thing: Object, kind: str, printed: NumberValue) -> DerivedValue:
    """Return how many counters an object enters with by the rule `concept`, after effects modify `printed`."""

    def derive(course: Situation) -> DerivedValue:
        own = course.object(thing.id) or thing
        put = modify_counter_count(course, own, printed, kind)
        found = DerivedValue.from_rule(put.amount, concept, course, own)
        return DerivedValue(found.value, all_of(found.truth, put.known))

    return derive_each_course(now, derive)
