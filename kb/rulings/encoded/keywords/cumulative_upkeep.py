"""Cumulative upkeep (702.24): its counters, and the cost for each counter."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations_with_replacement

from kb.i18n import mark_message
from kb.rulings.encoded.casting.total_cost import format_cost, parse_cost
from kb.rulings.engine.card_phrases import matches_phrase
from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import defines, encodes, variant_of
from kb.rulings.logic.ternary import Truth, all_of, constant, unknown
from kb.rulings.situation.situation import Object, Situation

_KEYWORD = re.compile(r"cumulative upkeep(?: |\N{EM DASH}|-)(.+)")
_MANA = re.compile(r"(?:\{[^}]+\})+")
_LIFE = re.compile(r"pay (\d+) life")
_SACRIFICE = re.compile(r"sacrifice an? (.+)")


@defines("cumulative-upkeep", "{permanent} gets a counter, and its controller pays the cost for each")
def a_cumulative_upkeep_counter(_now: Situation, _permanent: Object) -> str:
    """Put a cumulative upkeep counter on the permanent, then sacrifice it unless you pay the cost for each counter."""
    return "cumulative upkeep"


@variant_of(a_cumulative_upkeep_counter)
def an_age_counter(_now: Situation, _permanent: Object) -> str:
    """Put an age counter on the permanent, then sacrifice it unless you pay the cost for each age counter."""
    return "age"


@encodes("cumulative-upkeep-choices",
         "each choice of the cost of {permanent} is made by itself, and all of it is paid or nothing")  # fmt: skip
def each_choice_made_separately(_now: Situation, _permanent: Object) -> Truth:
    """Each choice is made separately for each age counter. Then the entire set of costs is paid, or nothing is."""
    return constant(True)


@defines("cumulative-upkeep-instances", "each cumulative upkeep ability of {permanent} counts all its counters")
def counts_all_of_them_as_it_resolves(_now: Situation, _permanent: Object, before: int, place: int) -> int:
    """Each instance of cumulative upkeep triggers separately. As it resolves, it counts all age counters."""
    return before + place


def _cost_options(cost: str) -> list[str]:
    """Return the options of a cost. Keywords are stored in lower case, so put the mana symbols back into upper case."""
    return [_MANA.sub(lambda found: found[0].upper(), each) for each in cost.split(" or ")]


def _describe_costs(options: tuple[str, ...]) -> str:
    """Return a set of costs as text: total mana, total life, and the number of each other payment."""
    mana: Counter[str] = Counter()
    life, others = 0, Counter[str]()
    for each in options:
        if _MANA.fullmatch(each):
            mana += parse_cost(each, 0) or Counter()
        elif found := _LIFE.fullmatch(each):
            life += int(found[1])
        else:
            others[each] += 1
    words = [format_cost(mana)] if mana else []
    words += [f"pay {life} life"] if life else []
    return ", ".join([*words, *(f"{count} \N{MULTIPLICATION SIGN} {each}" for each, count in others.items())])


def _can_be_sacrificed(now: Situation, permanent: Object, what: str, count: int) -> tuple[list[str], Truth]:
    """Return the ids of permanents known to fit `what`. The Truth is open if others may be needed to reach `count`."""
    fitting = [
        (each, all_of(each.is_permanent, each.controller == permanent.controller, matches_phrase(each, what)))
        for each in now.permanents
    ]
    sure = [each.id for each, fits in fitting if fits.value]
    if len(sure) >= count:
        return sure, all_of(*(fits for _each, fits in fitting if fits.value))
    may_be = [fits for _each, fits in fitting if fits.value is None]
    if "battlefield" not in now.closed and not now.as_usual:
        may_be.append(unknown("closed", "not stated: what else could be sacrificed"))
    return sure, all_of(*may_be)


def _payment_choices(steps: Derivation, permanent: Object, cost: str, count: int) -> dict[str, object]:
    """Return the possible payments for `count` counters. There are none if the cost can't be paid."""
    options = _cost_options(cost)
    if len(options) > 1 and steps.apply_rule("cumulative-upkeep-choices", permanent) is None:
        claim = mark_message("the rules of that day don't say how the choices of such a cost are made")
        steps.check(unknown("rules.cumulative-upkeep-choices", claim))
    sacrificed = _SACRIFICE.fullmatch(cost)
    if sacrificed is None:
        return {"pay": [_describe_costs(each) for each in combinations_with_replacement(options, count)]}
    among, known = _can_be_sacrificed(steps.now, permanent, sacrificed[1], count)
    steps.check(known)
    return {"pay": [_describe_costs((cost,) * count)] if len(among) >= count else [], "among": among}


@answers("cumulative-upkeep",
         "What is to be paid as each cumulative upkeep ability of this permanent resolves, one after the other?",
         "object", "rules ask cumulative-upkeep A -f situation.yaml")  # fmt: skip
def _cumulative_upkeep(now: Situation, asked: QuestionArguments) -> DerivedValue:
    permanent = asked.object(now)
    costs = [found[1] for each in permanent.keywords if (found := _KEYWORD.fullmatch(each))]
    has_it = constant(True) if costs else permanent.has_keyword("cumulative upkeep")
    speaks = all_of(has_it, permanent.is_permanent).with_claim(
        "{permanent} is a permanent with cumulative upkeep", permanent=permanent
    )
    steps = Derivation(now)
    kind: str | None = steps.apply_rule("cumulative-upkeep", permanent)
    if speaks.value is not True or kind is None:
        return DerivedValue(None, speaks)
    steps.check(speaks)
    if len(costs) < len(permanent.keywords_named("cumulative upkeep")):
        steps.check(unknown(permanent.keywords.fact, mark_message("not stated: the cost of cumulative upkeep")))
    before = steps.read_value(permanent.counters[kind])
    to_pay: list[dict[str, object]] = []
    for place, cost in enumerate(costs if before is not None else (), start=1):
        count = before + place
        if len(costs) > 1:
            count = steps.apply_rule("cumulative-upkeep-instances", permanent, before, place)
        to_pay.append({kind: count, **_payment_choices(steps, permanent, cost, count)})
    return steps.result(to_pay)
