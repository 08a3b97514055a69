"""The characteristics of an object after all effects: type line, colours, abilities, power and toughness (613)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kb.rulings.encoded.characteristics.power_toughness import non_negative_result
from kb.rulings.encoded.characteristics.type_lines import TypeLineState, correlated_subtypes
from kb.rulings.encoded.copying.copiable_values import apply_copy_effects
from kb.rulings.encoded.copying.object_names import name_of
from kb.rulings.encoded.layers.ability_layer import AbilityState
from kb.rulings.encoded.layers.current_values import colors_of, value_after_layer
from kb.rulings.engine.derivation import Derivation, DerivedValue, is_stated
from kb.rulings.engine.mana_value import mana_costs_of, mana_value_of
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.situation.situation import Object, Situation

_TYPE_FACTS = ("supertypes", "types", "subtypes")


def _type_line_answer(steps: Derivation, thing: Object, found: TypeLineState | None) -> dict[str, Any] | None:
    """Return the supertypes, card types and subtypes for an answer, or None if `found` is None."""
    if found is None:
        return None
    for fact in found.unknown_facts:
        steps.read_value(getattr(thing, fact))
    line = found.line
    answer: dict[str, Any] = {fact: list(getattr(line, fact)) for fact in _TYPE_FACTS}
    if line.subtypes:
        by_type = correlated_subtypes(steps.now, thing, line)
        if by_type is not None:
            if len(line.types) > 1:
                steps.apply_rule("subtypes-by-type", thing, line)
            answer["by_type"] = by_type
    return answer


@answers("type-line", "What are the supertypes, card types and subtypes of this object?", "object",
         "rules ask type-line A --fact A.types=[land] --fact A.subtypes=[forest]")  # fmt: skip
def _type_line(now: Situation, asked: QuestionArguments) -> DerivedValue:
    thing, steps = asked.object(now), Derivation(now)
    return steps.result(_type_line_answer(steps, thing, value_after_layer(steps, thing, "types")))


@answers("color", "Which colours is this object?", "object", "rules ask color A --fact A.mana_cost={2}{W}{B}")
def _color(now: Situation, asked: QuestionArguments) -> DerivedValue:
    steps = Derivation(now)
    colors = colors_of(steps, asked.object(now))
    return steps.result(None if colors is None else list(colors))


def _abilities(steps: Derivation, thing: Object) -> dict[str, list[str]]:
    """Return the keyword abilities and the other abilities of an object. Leave out a list that isn't known."""
    found: AbilityState = value_after_layer(steps, thing, "abilities")
    known = {"keywords": found.keywords, "abilities": found.texts}
    if len(found.unknown_facts) == len(known):
        steps.read_value(thing.keywords)
        steps.check(thing.abilities.stated)
    return {fact: list(each) for fact, each in known.items() if fact not in found.unknown_facts}


@answers("abilities",
         "Which abilities has this object, with those that effects give and without those that they take away?",
         "object", "rules ask abilities A --fact A.keywords=flying")  # fmt: skip
def _abilities_of(now: Situation, asked: QuestionArguments) -> DerivedValue:
    steps = Derivation(now)
    return steps.result(_abilities(steps, asked.object(now)))


@answers("power-toughness",
         "What are the power and toughness of this object, after the effects that are stated?", "object",
         "rules ask power-toughness A --fact A.types=[creature] --fact A.power=3 --fact A.toughness=4")  # fmt: skip
def _power_toughness(now: Situation, asked: QuestionArguments) -> DerivedValue:
    steps = Derivation(now)
    return steps.result(_numbers(steps, asked.object(now)) or {"power": None, "toughness": None})


@answers("amount", "How much is the amount of the effect that is equal to this object's power or toughness?",
         "object", "rules ask amount A -f situation.yaml")  # fmt: skip
def _amount(now: Situation, asked: QuestionArguments) -> DerivedValue:
    """Return the amount in the last listed effect whose amount is the power or toughness of an object."""
    thing, steps = asked.object(now), Derivation(now)
    numbers = _numbers(steps, thing)
    using = [each.stated for each in now.effects if is_stated(each, "equal_to") and each.covers(thing)]
    if numbers is None or not using:
        steps.note_missing(thing, "power" if using else "effects")
        return steps.result(None)
    modifies = using[-1].get("says") in ("gets", "is")
    amount = numbers["power" if using[-1]["equal_to"] == "power" else "toughness"]
    return steps.result(amount if amount >= 0 else non_negative_result(steps, amount, modifies_value=modifies))


@answers("mana-value", "What is the mana value of this object?", "object",
         "rules ask mana-value A --fact A.mana_cost={2/B}{2/B}{2/B}")  # fmt: skip
def _mana_value(now: Situation, asked: QuestionArguments) -> DerivedValue:
    steps = Derivation(now)
    return steps.result(mana_value_of(steps, apply_copy_effects(steps, asked.object(now))))


def _cost(steps: Derivation, thing: Object) -> str | None:
    costs = mana_costs_of(steps, apply_copy_effects(steps, thing))
    return "".join(costs) if costs else None


def _numbers(steps: Derivation, thing: Object) -> dict[str, int] | None:
    pair = value_after_layer(steps, thing, "numbers")
    return None if pair is None else {"power": pair[0], "toughness": pair[1]}


def _name(steps: Derivation, thing: Object) -> str | None:
    return name_of(steps, apply_copy_effects(steps, thing))


def _known_types(steps: Derivation, thing: Object) -> dict[str, Any] | None:
    found: TypeLineState | None = value_after_layer(steps, thing, "types")
    if found is None:
        return None
    return {fact: list(getattr(found.line, fact)) for fact in _TYPE_FACTS if fact not in found.unknown_facts}


_CHARACTERISTICS: tuple[tuple[tuple[str, ...], Callable[[Derivation, Object], Any]], ...] = (
    (("name",), _name),
    (("mana_cost",), _cost),
    (("colors",), colors_of),
    (("types", "subtypes", "supertypes"), _known_types),
    (("keywords", "abilities"), _abilities),
    (("power", "toughness", "equal_to"), _numbers),
)
"""The characteristics (109.3): the facts by which effects change each, and the function that returns its value."""


def characteristics_of(reasons: Derivation, thing: Object) -> dict[str, Any]:
    """Return the known characteristics. If an effect changes an unknown one, the result of `reasons` is open."""
    now = reasons.now
    answer: dict[str, Any] = {}
    for facts, value_of in _CHARACTERISTICS:
        steps = Derivation(now)
        found = value_of(steps, thing)
        known = steps.truth.value is True and found is not None
        if known and isinstance(found, dict):
            answer |= found
        elif known:
            answer[facts[0]] = list(found) if isinstance(found, tuple) else found
        if known or any(each.covers(thing) and any(fact in each.stated for fact in facts) for each in now.effects):
            reasons.check(steps.truth)
    return answer


@answers("characteristics",
         "Which characteristics has this object, after the effects that are stated? What isn't stated isn't told.",
         "object", "rules ask characteristics A -f situation.yaml")  # fmt: skip
def _characteristics(now: Situation, asked: QuestionArguments) -> DerivedValue:
    steps = Derivation(now)
    return steps.result(characteristics_of(steps, asked.object(now)))
