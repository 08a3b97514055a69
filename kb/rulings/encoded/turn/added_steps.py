"""Steps that effects add after a phase (500.10)."""

from __future__ import annotations

from typing import Any

from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import defines, encodes
from kb.rulings.logic.ternary import Truth, not_
from kb.rulings.situation.situation import Player, Situation
from kb.rulings.situation.vocabulary import STEPS


@defines("step-after-phase", "a phase is created for each added step, {step}; its other steps are skipped")
def in_a_phase_of_its_own(_now: Situation, step: str, count: int) -> list[dict[str, Any]]:
    """If a step is added after a phase, the phase that contains the step is created. Its other steps are skipped."""
    return [{"phase": STEPS[step], "steps": [step]} for _each in range(count)]


@encodes("added-to-own-turn", "it is another turn than that of {player}, who would get the step or phase")
def only_to_the_turn_of_its_controller(_now: Situation, player: Player) -> Truth:
    """If "you get" an additional step or phase in a turn that isn't yours, nothing is added."""
    return not_(player.is_active)


@answers("added-steps",
         "Which phases and steps does an effect create that gives this player additional steps after a phase?",
         "player", "rules ask added-steps p1 --fact proposed.adds_step=upkeep --active p1")  # fmt: skip
def _added_steps(now: Situation, asked: QuestionArguments) -> DerivedValue:
    player, steps = asked.named_player(now), Derivation(now)
    step, count = steps.read_value(now.proposed.adds_step), steps.read_value(now.proposed.adds_steps)
    if steps.check(now.rule("added-to-own-turn", player)):
        return steps.result([])
    return steps.result(None if step is None else steps.apply_rule("step-after-phase", step, count))
