"""Keyword abilities that effects give, with their variables and variants, and costs of keyword abilities (702.1)."""

from __future__ import annotations

import re

from kb.rulings.encoded.casting.total_cost import format_cost, parse_cost
from kb.rulings.encoded.layers.ability_layer import keywords_found_among
from kb.rulings.encoded.layers.affected_objects import effect_affects
from kb.rulings.encoded.layers.layer_order import CHANGING_VERBS
from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.mana_value import mana_costs_of
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import Row, defines_each, encodes
from kb.rulings.logic.ternary import Truth, all_of, constant
from kb.rulings.situation.mana_cost import NO_COST
from kb.rulings.situation.situation import Effect, Object, Situation

_VARIABLE = re.compile(r"\{?\b[xn]\b\}?", re.IGNORECASE)
_COST = re.compile(r"([a-z' ]+?)(?: \d+)? ?[\N{EM DASH}-]? ?((?:\{[^}]+\})+)")


@encodes("granted-variable", "the variable of what “{effect}” gives {thing} is worked out again and again")
def constantly_reevaluated(_now: Situation, effect: Effect, _thing: Object) -> Truth:
    """If an effect gives a keyword ability and defines its variable, the variable is constantly reevaluated."""
    return constant("equal_to" in effect.stated)


@encodes("granted-variants", "“{effect}” gives each variant and variable of the keyword abilities")
def each_appropriate_variant(_now: Situation, effect: Effect) -> Truth:
    """An effect with “the same is true for” keywords gives their appropriate variants, and the variants' variables."""
    return constant("among" in effect.stated)


def granted_keywords(steps: Derivation, thing: Object) -> list[str]:
    """Return the keyword abilities that the stated effects give to an object."""
    found: list[str] = []
    for effect in steps.now.effects:
        gives = effect.stated.get("says") in CHANGING_VERBS and effect.stated["says"] != "loses"
        if not gives or not effect.stated.get("keywords") or effect_affects(effect, thing).value is False:
            continue
        if not steps.check(all_of(effect.in_force, effect_affects(effect, thing))):
            continue
        given = list(keywords_found_among(steps, effect) if "among" in effect.stated else effect.keywords)
        if "equal_to" in effect.stated and given:
            given = _fill_variable(steps, effect, thing, given)
        found += given
    return list(dict.fromkeys(found))


def _fill_variable(steps: Derivation, effect: Effect, thing: Object, given: list[str]) -> list[str]:
    """Return the abilities `given` with the value of the variable, such as `echo {5}` or `flashback {2}{U}{R}`."""
    steps.apply_rule("granted-variable", effect, thing)
    value = _variable_value(steps, effect, thing)
    if value is None:
        return []
    filled = []
    for each in given:
        if _VARIABLE.search(each):
            filled.append(_VARIABLE.sub(lambda found: f"{{{value}}}" if found[0].startswith("{") else value, each))
        else:
            filled.append(f"{each} {value}")
    return filled


def _variable_value(steps: Derivation, effect: Effect, thing: Object) -> str | None:
    """Return the present value of the variable that an effect defines, as text."""
    what = steps.read_value(effect.equal_to)
    if what == "mana cost":
        costs = mana_costs_of(steps, thing)
        cost = parse_cost("".join(each for each in costs or () if each.lower() != NO_COST), 0)
        return format_cost(cost) if cost else None
    if what == "life total":
        names = effect.stated.get("players") or (thing.controller.value or "",)
        player = steps.now.player(names[0])
        if player is None:
            steps.note_missing(effect, "players")
            return None
        number = player.life
    else:
        number = {"power": thing.power, "toughness": thing.toughness, "mana value": thing.mana_value}[what]
    value = steps.read_value(number)
    return None if value is None else str(value)


@answers("granted-keywords",
         "Which keyword abilities do the stated effects give to this object, with their variables and variants?",
         "object", "rules ask granted-keywords A -f situation.yaml")  # fmt: skip
def _granted_keywords(now: Situation, asked: QuestionArguments) -> DerivedValue:
    steps = Derivation(now)
    return steps.result(granted_keywords(steps, asked.object(now)))


# --- costs of keyword abilities ------------------------------------------------------------------------------


_EXILE = "exile this card from your graveyard"
_DISCARD = "discard this card"


@encodes("keyword-cost", "the {keyword} cost of {thing} is only what varies of the cost")
def only_the_variable_costs(_now: Situation, _thing: Object, keyword: str) -> Truth:
    """If an effect refers to a “[keyword ability] cost”, it refers only to the variable costs for that keyword."""
    return constant(bool(keyword))


@defines_each(
    Row("scavenge-cost", "scavenge_exiles_the_card",
        "scavenge costs what {thing} says, and exiling it from the graveyard",
        "Scavenge [cost] means “[Cost], Exile this card from your graveyard: ...”.", besides=_EXILE),
    Row("embalm-cost", "embalm_exiles_the_card", "embalm costs what {thing} says, and exiling it from the graveyard",
        "Embalm [cost] means “[Cost], Exile this card from your graveyard: ...”.", besides=_EXILE),
    Row("eternalize-cost", "eternalize_exiles_the_card",
        "eternalize costs what {thing} says, and exiling it from the graveyard",
        "Eternalize [cost] means “[Cost], Exile this card from your graveyard: ...”.", besides=_EXILE),
    Row("encore-cost", "encore_exiles_the_card", "encore costs what {thing} says, and exiling it from the graveyard",
        "Encore [cost] means “[Cost], Exile this card from your graveyard: ...”.", besides=_EXILE),
    Row("cycling-cost", "cycling_discards_the_card", "cycling costs what {thing} says, and discarding it",
        "Cycling [cost] means “[Cost], Discard this card: ...”.", besides=_DISCARD),
    Row("transmute-cost", "transmute_discards_the_card", "transmute costs what {thing} says, and discarding it",
        "Transmute [cost] means “[Cost], Discard this card: ...”.", besides=_DISCARD),
    Row("reinforce-cost", "reinforce_discards_the_card", "reinforce costs what {thing} says, and discarding it",
        "Reinforce N—[cost] means “[Cost], Discard this card: ...”.", besides=_DISCARD),
    Row("outlast-cost", "outlast_taps_the_creature", "outlast costs what {thing} says, and tapping it",
        "Outlast [cost] means “[Cost], {T}: ...”.", besides="{T}"),
)  # fmt: skip
def paid_besides(_now: Situation, _thing: Object, *, besides: str) -> str:
    """Return `besides`: what is paid for a keyword ability in addition to its stated cost."""
    return besides


_WITH_MORE_TO_PAY = frozenset(rule.concept for rule in paid_besides.rules)


@answers("keyword-cost", "What is the cost of this object's keyword abilities, as effects mean it and as it is paid?",
         "object", "rules ask keyword-cost A -f situation.yaml")  # fmt: skip
def _keyword_cost(now: Situation, asked: QuestionArguments) -> DerivedValue:
    thing = asked.object(now)
    steps = Derivation(now)
    costs: dict[str, dict[str, str]] = {}
    for keyword in dict.fromkeys((*thing.keywords, *granted_keywords(steps, thing))):
        name, cost = found.groups() if (found := _COST.fullmatch(keyword)) else ("", "")
        if f"{name}-cost" in _WITH_MORE_TO_PAY and (besides := steps.apply_rule(f"{name}-cost", thing)) is not None:
            steps.apply_rule("keyword-cost", thing, name)
            costs[name] = {"keyword_cost": cost.upper(), "cost": f"{cost.upper()}, {besides}"}
    if not costs:
        steps.read_value(thing.keywords)
    return steps.result(costs)
