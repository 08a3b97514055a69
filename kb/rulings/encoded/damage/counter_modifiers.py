"""Modify the number of counters that would be put on something: twice as many, one more, none (614.1)."""

from __future__ import annotations

from kb.rulings.encoded.damage.damage_modifiers import modified
from kb.rulings.engine.derivation import Valued
from kb.rulings.logic.partial_values import Number
from kb.rulings.logic.ternary import Truth, all_of
from kb.rulings.situation.situation import Object, Situation


def counters_put(now: Situation, thing: Object, amount: Number) -> tuple[Number, Truth]:
    """The number of counters put on a thing after effects modify it, and whether it is known."""
    effects = [effect for kind in ("replaces", "cant") for effect in now.effects_that(kind, "put-counters", thing)]
    return modified(now, amount, effects, thing)


def enters_with(now: Situation, concept: str, thing: Object, printed: Number) -> Valued:
    """The number of counters that a thing enters with by a rule, after effects modify it."""
    amount, known = counters_put(now, thing, printed)
    found = Valued.of(amount, concept, now, thing)
    return Valued(found.value, all_of(found.truth, known))
