"""The number of modes that can be chosen for a spell (601.4). Other choices can raise this number."""

from __future__ import annotations

from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import encodes
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, some
from kb.rulings.situation.costs_paid import is_cost_paid
from kb.rulings.situation.situation import Object, Situation


@encodes("options-with-other-choices", "another choice made while casting {spell} can allow as many modes")
def considering_choices_made_later(now: Situation, spell: Object) -> Truth:
    """Another choice in the same step of casting may allow a player to choose more modes."""
    choices = spell.most_modes_if.counts.items()
    return some(
        all_of(
            any_of(
                spell.has_keyword(each),
                spell.choices.contains(each),
                is_cost_paid(spell, "additional_costs", each, now.words),
            ),
            now.proposed.modes <= most,
        )
        for each, most in choices
    )


@answers("can-choose-modes", "Can so many modes of this spell be chosen as it is cast?", "object",
         "rules ask can-choose-modes A --fact proposed.modes=2")  # fmt: skip
def can_choose_modes(now: Situation, asked: QuestionArguments) -> Truth:
    spell = asked.object(now)
    there = now.proposed.modes <= spell.modes if "modes" in spell.stated else constant(True)
    few_enough = now.proposed.modes <= spell.most_modes
    as_written = few_enough.with_claim("{spell} says that so many modes can be chosen", spell=spell)
    return all_of(there, any_of(as_written, now.rule("options-with-other-choices", spell)))
