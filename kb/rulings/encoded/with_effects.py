"""What an object is once all effects have been applied: type line, colours, abilities, power and toughness (613)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kb.rulings.encoded.ability_layer import Abilities
from kb.rulings.encoded.copying import as_copied
from kb.rulings.encoded.layers import board_of, color_of
from kb.rulings.encoded.names import name_of
from kb.rulings.encoded.power_toughness import not_negative
from kb.rulings.encoded.type_lines import Types, correlated_subtypes
from kb.rulings.mana_value import mana_cost_of, mana_value_of
from kb.rulings.questions import Asked, Question
from kb.rulings.situation import Object, Situation
from kb.rulings.steps import Steps, Valued, is_given
from kb.tongue import later


def _types(steps: Steps, thing: Object, found: Types | None) -> dict[str, Any] | None:
    """A type line as an answer; None where a part of it isn't known."""
    if found is None:
        return None
    for fact in found.unstated:
        steps.read(getattr(thing, fact))
    line = found.line
    answer: dict[str, Any] = {
        "supertypes": list(line.supertypes), "types": list(line.types), "subtypes": list(line.subtypes),
    }  # fmt: skip
    if line.subtypes:
        by_type = correlated_subtypes.function(steps.now, thing, line)
        if by_type is not None:
            if len(line.types) > 1:
                steps.rule("subtypes-by-type", thing, line)
            answer["by_type"] = by_type
    return answer


def _type_line(now: Situation, asked: Asked) -> Valued:
    thing, steps = asked.object(now), Steps(now)
    return steps.valued(_types(steps, thing, board_of(steps, thing, "types").value("types", thing.id)))


TYPE_LINE = Question(
    "type-line",
    later("What are the supertypes, card types and subtypes of this object?"),
    "object",
    _type_line,
    "rules ask type-line A --fact A.types=[land] --fact A.subtypes=[forest]",
)


def _color(now: Situation, asked: Asked) -> Valued:
    steps = Steps(now)
    colors = color_of(steps, asked.object(now))
    return steps.valued(None if colors is None else list(colors))


COLOR = Question(
    "color",
    later("Which colours is this object?"),
    "object",
    _color,
    "rules ask color A --fact A.mana_cost={2}{W}{B}",
)


def _abilities(steps: Steps, thing: Object, found: Abilities) -> dict[str, list[str]]:
    """Abilities as an answer: keyword abilities and others, as far as they are stated."""
    known = {"keywords": found.keywords, "abilities": found.texts}
    if len(found.unstated) == len(known):
        steps.read(thing.keywords)
        steps.holds(thing.abilities.stated)
    return {fact: list(each) for fact, each in known.items() if fact not in found.unstated}


def _abilities_of(now: Situation, asked: Asked) -> Valued:
    thing, steps = asked.object(now), Steps(now)
    found = board_of(steps, thing, "abilities").value("abilities", thing.id)
    return steps.valued(_abilities(steps, thing, found))


ABILITIES = Question(
    "abilities",
    later("Which abilities has this object, with those that effects give and without those that they take away?"),
    "object",
    _abilities_of,
    "rules ask abilities A --fact A.keywords=flying",
)


def _power_toughness(now: Situation, asked: Asked) -> Valued:
    thing, steps = asked.object(now), Steps(now)
    pair = board_of(steps, thing, "numbers").value("numbers", thing.id)
    if pair is None:
        return steps.valued({"power": None, "toughness": None})
    return steps.valued({"power": pair[0], "toughness": pair[1]})


POWER_TOUGHNESS = Question(
    "power-toughness",
    later("What are the power and toughness of this object, after the effects that are stated?"),
    "object",
    _power_toughness,
    "rules ask power-toughness A --fact A.types=[creature] --fact A.power=3 --fact A.toughness=4",
)


def _amount(now: Situation, asked: Asked) -> Valued:
    """What an effect that uses the power or toughness of an object comes to."""
    thing, steps = asked.object(now), Steps(now)
    pair = board_of(steps, thing, "numbers").value("numbers", thing.id)
    of_it = [each for each in now.effects if is_given(each, "equal_to") and each.covers(thing)]
    if pair is None or not of_it:
        steps.missing(thing, "power" if of_it else "effects")
        return steps.valued(None)
    effect = of_it[-1]
    modifies = effect.given.get("says") in ("gets", "is")
    amount = pair[0] if effect.given["equal_to"] == "power" else pair[1]
    return steps.valued(amount if amount >= 0 else not_negative(steps, amount, modifies=modifies))


AMOUNT = Question(
    "amount",
    later("How much is the amount of the effect that is equal to this object's power or toughness?"),
    "object",
    _amount,
    "rules ask amount A -f situation.yaml",
)


def _mana_value(now: Situation, asked: Asked) -> Valued:
    steps = Steps(now)
    return steps.valued(mana_value_of(steps, as_copied(steps, asked.object(now))))


MANA_VALUE = Question(
    "mana-value",
    later("What is the mana value of this object?"),
    "object",
    _mana_value,
    "rules ask mana-value A --fact A.mana_cost={2/B}{2/B}{2/B}",
)


def _cost(steps: Steps, thing: Object) -> str | None:
    costs = mana_cost_of(steps, as_copied(steps, thing))
    return "".join(costs) if costs else None


def _numbers(steps: Steps, thing: Object) -> dict[str, int] | None:
    pair = board_of(steps, thing, "numbers").value("numbers", thing.id)
    return None if pair is None else {"power": pair[0], "toughness": pair[1]}


def _name(steps: Steps, thing: Object) -> str | None:
    return name_of(steps, as_copied(steps, thing))


def _line(steps: Steps, thing: Object) -> dict[str, Any] | None:
    found: Types | None = board_of(steps, thing, "types").value("types", thing.id)
    if found is None:
        return None
    facts = [fact for fact in ("supertypes", "types", "subtypes") if fact not in found.unstated]
    return {fact: list(getattr(found.line, fact)) for fact in facts}


def _own_abilities(steps: Steps, thing: Object) -> dict[str, list[str]]:
    return _abilities(steps, thing, board_of(steps, thing, "abilities").value("abilities", thing.id))


_CHARACTERISTICS: tuple[tuple[tuple[str, ...], Callable[[Steps, Object], Any]], ...] = (
    (("name",), _name),
    (("mana_cost",), _cost),
    (("colors",), color_of),
    (("types", "subtypes", "supertypes"), _line),
    (("keywords", "abilities"), _own_abilities),
    (("power", "toughness", "equal_to"), _numbers),
)
"""The characteristics of an object (109.3), with the facts of effects that speak of each."""


def characteristics_of(reasons: Steps, thing: Object) -> dict[str, Any]:
    """The characteristics that can be told; where an effect speaks of one that can't, the answer is open."""
    now = reasons.now
    answer: dict[str, Any] = {}
    for facts, value_of in _CHARACTERISTICS:
        steps = Steps(now)
        found = value_of(steps, thing)
        known = steps.truth.value is True and found is not None
        if known:
            answer |= (
                found if isinstance(found, dict) else {facts[0]: list(found) if isinstance(found, tuple) else found}
            )
        if known or any(each.covers(thing) and any(fact in each.given for fact in facts) for each in now.effects):
            reasons.holds(steps.truth)
    return answer


def _characteristics(now: Situation, asked: Asked) -> Valued:
    steps = Steps(now)
    return steps.valued(characteristics_of(steps, asked.object(now)))


CHARACTERISTICS = Question(
    "characteristics",
    later("Which characteristics has this object, after the effects that are stated? What isn't stated isn't told."),
    "object",
    _characteristics,
    "rules ask characteristics A -f situation.yaml",
)
