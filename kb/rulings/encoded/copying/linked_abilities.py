"""Linked abilities (607): an ability refers to the choices, objects or payments of another ability."""

from __future__ import annotations

from kb.rulings.encoded.copying.copiable_values import apply_copy_effects
from kb.rulings.engine.derivation import Derivation, DerivedValue, is_stated
from kb.rulings.engine.questions import QuestionArguments, answers, named_ability
from kb.rulings.law.rule_registry import defines, encodes
from kb.rulings.logic.ternary import Truth, all_of, constant
from kb.rulings.situation.situation import Situation
from kb.rulings.situation.vocabulary import Ability


@encodes("linked-abilities", "{second} refers only to what {first} caused: they are linked")
def printed_on_the_same_object(_now: Situation, second: Ability, first: Ability) -> Truth:
    """Two abilities printed on the same object are linked if the second refers to what the first causes."""
    printed = constant(not is_stated(second, "came_with") and not is_stated(first, "came_with"))
    return all_of(printed, second.refers_to == first.causes)


@encodes("linked-when-acquired", "{second} and {first}, acquired together, are linked to one another")
def acquired_by_the_same_effect(_now: Situation, second: Ability, first: Ability) -> Truth:
    """Linked abilities acquired as part of the same effect are linked only to one another."""
    together = is_stated(second, "came_with") and second.stated["came_with"] == first.stated.get("came_with")
    return all_of(constant(together), second.refers_to == first.causes)


@defines("undefined-choice", "what {ability} refers to is undefined: that part of it does nothing")
def nothing_is_done(_now: Situation, _ability: Ability) -> tuple[str, ...]:
    """An ability refers to nothing if no choice was made for the ability that it is linked to."""
    return ()


@answers("linked", "To which choice, objects or payment does an ability of this object, by its number, refer?",
         "objects", "rules ask linked A 1 -f situation.yaml")  # fmt: skip
def _linked(now: Situation, asked: QuestionArguments) -> DerivedValue:
    """Return the choices, objects or payments of the abilities that an ability is linked to."""
    steps = Derivation(now)
    thing = apply_copy_effects(steps, asked.object(now))
    second = named_ability(asked, thing)
    if steps.read_value(second.refers_to) is None:
        return steps.result(None)
    found: list[str] = []
    for first in thing.abilities:
        if is_stated(first, "causes"):
            links = [now.rule(concept, second, first) for concept in ("linked-abilities", "linked-when-acquired")]
            linked = next((each for each in links if each.value), None)
            if linked is not None:
                steps.check(linked)
                found += steps.read_value(first.result)
    if not found:
        steps.apply_rule("undefined-choice", second)
    return steps.result(found)
