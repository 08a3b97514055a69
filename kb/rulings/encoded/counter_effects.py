"""Modify the number of counters that would be put on something: twice as many, one more, none (614.1)."""

from __future__ import annotations

from kb.rulings.encoded.damage_effects import modified
from kb.rulings.logic import Truth, all_of
from kb.rulings.situation import Object, Situation
from kb.rulings.steps import Valued
from kb.rulings.terms import Number


def counters_put(now: Situation, thing: Object, amount: Number) -> tuple[Number, Truth]:
    """The number of counters put on a thing after effects modify it, and whether it is known."""
    effects = [effect for kind in ("replaces", "cant") for effect in now.effects_that(kind, "put-counters", thing)]
    return modified(now, amount, effects, thing)


def enters_with(now: Situation, concept: str, thing: Object, printed: Number) -> Valued:
    """The number of counters that a thing enters with by a rule, after effects modify it."""
    amount, known = counters_put(now, thing, printed)
    found = Valued.of(amount, concept, now, thing)
    return Valued(found.value, all_of(found.truth, known))
