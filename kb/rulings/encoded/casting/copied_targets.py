"""The targets of a copy of a spell or ability, if the copying effect specifies them (707.10e)."""

from __future__ import annotations

from typing import Any

from kb.rulings.encoded.casting.legal_targets import can_target
from kb.rulings.encoded.copying.copiable_values import apply_copy_effects, copy_effects_on
from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import defines, encodes
from kb.rulings.logic.ternary import Truth, any_of, decided
from kb.rulings.situation.situation import Object, Situation

Ids = tuple[str, ...]


@encodes("copy-without-target", "none of what {copy} is to target is legal: it isn't created")
def not_created_without_a_legal_target(_now: Situation, _copy: Object, legal: Ids) -> Truth:
    """The copy is created only if a specified object or player is a legal target for every instance of "target"."""
    return Truth(not legal)


@defines("copy-target-chosen", "the controller of {copy} chooses one of {legal} to be its target")
def one_of_them(_now: Situation, _copy: Object, legal: Ids) -> Ids:
    """If the effect specifies several objects as the copy's target, the copy's controller chooses one of them."""
    return legal


@answers("copy-targets", "What does this copy of a spell or ability target, where the effect that copies it says so?",
         "object", "rules ask copy-targets A -f situation.yaml")  # fmt: skip
def copy_targets(now: Situation, asked: QuestionArguments) -> DerivedValue:
    """Return the copy's target. If several targets are legal, return all of them and the player who chooses one."""
    steps = Derivation(now)
    copy = apply_copy_effects(steps, asked.object(now))
    named = [each for effect in copy_effects_on(copy) for each in effect.targets]
    if not named:
        steps.note_missing(copy, "targets")
        return steps.result(None)
    things = [(each, now.thing(each)) for each in named]
    found = [(each, can_target(now, copy, thing)) for each, thing in things if thing is not None]
    legal = tuple(each for each, truth in found if truth.value is not False)
    for _each, truth in found:
        steps.check(decided(truth))
    none = now.rule("copy-without-target", copy, legal)
    if steps.check(any_of(none)):
        return steps.result({"targets": []})
    value: dict[str, Any] = {"targets": list(legal)}
    if len(legal) > 1:
        if steps.apply_rule("copy-target-chosen", copy, legal) is None:
            steps.note_missing(copy, "targets")
        value |= {"choose": 1} | ({"chooses": copy.controller.value} if copy.controller.is_known else {})
    return steps.result(value)
