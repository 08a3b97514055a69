"""Effects that modify how many counters are put on an object (614.1). They change the number or allow no counters."""

from __future__ import annotations

from kb.rulings.encoded.damage.damage_modifiers import apply_effects
from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Truth, all_of
from kb.rulings.situation.situation import Object, Situation


def modify_counter_count(now: Situation, thing: Object, amount: NumberValue) -> tuple[NumberValue, Truth]:
    """Return the number of counters put on an object after effects modify it, and whether the number is known."""
    effects = [effect for kind in ("replaces", "cant") for effect in now.effects_matching(kind, "put-counters", thing)]
    return apply_effects(now, amount, effects, thing)


def entering_counters(now: Situation, concept: str, thing: Object, printed: NumberValue) -> DerivedValue:
    """Return how many counters an object enters with by the rule `concept`, after effects modify `printed`."""
    amount, known = modify_counter_count(now, thing, printed)
    found = DerivedValue.from_rule(amount, concept, now, thing)
    return DerivedValue(found.value, all_of(found.truth, known))
