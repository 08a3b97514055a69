"""What effects make of counters that would be put on something: twice as many, one more, none (614.1)."""

from __future__ import annotations

from kb.rulings.encoded.damage_effects import modified
from kb.rulings.logic import Truth, all_of
from kb.rulings.situation import Object, Situation
from kb.rulings.steps import Valued
from kb.rulings.terms import Number


def counters_put(now: Situation, thing: Object, amount: Number) -> tuple[Number, Truth]:
    """How many counters are put on a thing where so many would be, and whether that is known."""
    effects = [effect for says in ("replaces", "cant") for effect in now.effects_that(says, "put-counters", thing)]
    return modified(now, amount, effects, thing)


def enters_with(now: Situation, concept: str, thing: Object, printed: Number) -> Valued:
    """With how many counters a thing enters because of what it is, as effects modify that."""
    amount, known = counters_put(now, thing, printed)
    told = Valued.of(amount, concept, now, thing)
    return Valued(told.value, all_of(told.truth, known))
