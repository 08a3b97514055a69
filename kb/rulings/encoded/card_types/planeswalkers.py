"""Planeswalkers: their loyalty, and the activation of loyalty abilities (306, 606)."""

from __future__ import annotations

from kb.i18n import mark_message
from kb.rulings.encoded.damage.counter_modifiers import entering_counters
from kb.rulings.encoded.damage.damage_modifiers import effects_on_amount
from kb.rulings.encoded.turn.timing import in_main_phase_with_empty_stack
from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import Row, defines, encodes_each, requires, variant_of
from kb.rulings.logic.partial_values import NumberValue, total
from kb.rulings.logic.ternary import Claim, Truth, all_of, constant, not_, unknown
from kb.rulings.situation.situation import Object, Player, Situation
from kb.rulings.situation.vocabulary import Ability


def is_loyalty_ability(now: Situation, _player: Player, permanent: Object, ability: Ability) -> Truth:
    """Yes if an ability has a loyalty symbol in its cost (606.2).

    If the situation states nothing about the ability, a planeswalker's ability is assumed to have the symbol. If
    `now.as_usual` is True, an ability of an object without stated types is assumed to have the symbol, too.
    """
    if ability.stated:
        has_cost = "loyalty_cost" in ability.stated
        return Truth(has_cost, facts=(f"{ability.id}.loyalty_cost",), claim=Claim(
            mark_message("the cost of {ability} has a loyalty symbol") if has_cost
            else mark_message("the cost of {ability} has no loyalty symbol"), (("ability", ability),)))  # fmt: skip
    claim = Claim("the ability asked about is a loyalty ability")
    if "planeswalker" in tuple(permanent.types) or (now.as_usual and "types" not in permanent.stated):
        return Truth(True, claim=claim, facts=(f"{permanent.path}.types",), assumed=True)
    return unknown(f"{permanent.path}.abilities", "not stated: the abilities of {permanent}", permanent=permanent)


@encodes_each(
    Row("loyalty-activation", "any_activated_ability_of_a_planeswalker",
        "{player} may activate an ability of {permanent} now",
        "A player may activate one ability of each planeswalker a turn, in their main phase with an empty stack.",
        where=lambda _now, _player, permanent, _ability: permanent.has_type("planeswalker")),
    Row("loyalty-activation", "loyalty_ability_once_a_turn",
        "{player} may activate a loyalty ability of {permanent} now",
        "A player may activate one loyalty ability of each permanent a turn, in their main phase with an empty stack.",
        where=is_loyalty_ability),
    question="can-activate", role="requires",
)  # fmt: skip
def once_a_turn_at_sorcery_time(_now: Situation, player: Player, permanent: Object, _ability: Ability) -> Truth:
    """The controller may activate one loyalty ability each turn, in their main phase with an empty stack."""
    return all_of(player.controls(permanent), in_main_phase_with_empty_stack(player), not_(permanent.loyalty_activated))


def has_negative_cost(_now: Situation, _player: Player, _permanent: Object, ability: Ability) -> Truth:
    """Yes if an ability has a negative loyalty cost. If no loyalty cost is stated, the answer is no."""
    return ability.loyalty_cost < 0 if "loyalty_cost" in ability.stated else constant(False)


@requires("can-activate", "negative-loyalty-cost", "{permanent} has enough loyalty counters for the cost of {ability}",
          where=has_negative_cost)  # fmt: skip
def at_least_that_many_counters(_now: Situation, _player: Player, permanent: Object, ability: Ability) -> Truth:
    """A loyalty ability with the cost -N can be activated only if the permanent has at least N loyalty counters."""
    return permanent.counters["loyalty"] + ability.loyalty_cost >= 0


@variant_of(
    at_least_that_many_counters,
    where=lambda now, _player, permanent, ability: (
        total_loyalty_cost(now, permanent, ability) < 0 if "loyalty_cost" in ability.stated else constant(False)
    ),
)
def at_least_that_many_counters_for_all_costs(
    now: Situation, _player: Player, permanent: Object, ability: Ability
) -> Truth:
    """If the total loyalty cost of an ability is -N, the permanent must have at least N loyalty counters."""
    return permanent.counters["loyalty"] + total_loyalty_cost(now, permanent, ability) >= 0


def total_loyalty_cost(now: Situation, permanent: Object, ability: Ability) -> NumberValue:
    """Return the printed loyalty cost plus the amounts that effects add."""
    effects = now.effects_matching("costs", "activate", permanent)
    return total([ability.loyalty_cost, *(each.amount for each in effects if each.in_force.value is not False)])


@defines("combined-loyalty-cost", "the counters to put on {permanent} or remove from it, as one cost")
def combined_into_one_cost(now: Situation, permanent: Object, ability: Ability) -> NumberValue:
    """Several costs to add or remove loyalty counters are combined into one cost."""
    return total_loyalty_cost(now, permanent, ability)


@defines("loyalty-cost", "the cost of {ability} in loyalty counters")
def as_its_symbol_shows(_now: Situation, _permanent: Object, ability: Ability) -> NumberValue:
    """To pay a loyalty cost, a player adds or removes as many loyalty counters as the loyalty symbol shows."""
    return ability.loyalty_cost


@answers("loyalty-cost", "How many loyalty counters does a loyalty ability cost? Negative: so many are removed.",
         "object", "rules ask loyalty-cost A --ability 1 -f situation.yaml")  # fmt: skip
def loyalty_cost(now: Situation, asked: QuestionArguments) -> DerivedValue:
    permanent = asked.object(now)
    ability = asked.abilities(now)[0]
    more = any(now.effects_matching("costs", "activate", permanent))
    concept = "combined-loyalty-cost" if more else "loyalty-cost"
    rule = now.law.rule(concept)
    cost = total_loyalty_cost(now, permanent, ability) if rule is None else rule(now, permanent, ability)
    return DerivedValue.from_rule(cost, concept, now, permanent, ability)


@defines("loyalty", "the loyalty of {planeswalker}")
def as_many_as_counters(_now: Situation, planeswalker: Object) -> NumberValue:
    """The loyalty of a planeswalker on the battlefield is the number of loyalty counters on it."""
    return planeswalker.counters["loyalty"]


@defines("starting-loyalty", "{planeswalker} enters with loyalty counters equal to its printed loyalty")
def printed_loyalty(_now: Situation, planeswalker: Object) -> NumberValue:
    """A planeswalker enters with as many loyalty counters as its printed loyalty number."""
    return planeswalker.loyalty


@defines("compleated", "{planeswalker} is compleated: it enters with two fewer for each symbol paid with life")
def two_fewer_for_each_symbol(_now: Situation, planeswalker: Object, counters: NumberValue) -> NumberValue:
    """A compleated planeswalker enters with two fewer loyalty counters for each mana symbol that life was paid for."""
    paid = planeswalker.phyrexian_mana_paid_with_life
    return (counters - (paid + paid)).at_least(0)


def printed_counters(now: Situation, planeswalker: Object) -> DerivedValue:
    """Return how many loyalty counters a planeswalker enters with before effects modify the number.

    The value is a NumberValue. Its truth cites the rule of compleated, if that matters.
    """
    rule, compleated = now.law.rule("starting-loyalty"), now.law.rule("compleated")
    counters: NumberValue = rule(now, planeswalker) if rule is not None else planeswalker.loyalty
    has = planeswalker.has_keyword("compleated")
    if compleated is None or not has.value or planeswalker.phyrexian_mana_paid_with_life.value == 0:
        return DerivedValue(counters, constant(True))
    if any(effects_on_amount(now, "put-counters", planeswalker, "loyalty")):
        asks = mark_message("{thing} or its controller chooses which effect applies first")
        return DerivedValue(counters, unknown("effects", asks, thing=planeswalker))
    found: NumberValue = compleated(now, planeswalker, counters)
    return DerivedValue(found, has.attributed_to(compleated, compleated.claim_about(planeswalker, counters)))


@answers("starting-loyalty", "With how many loyalty counters does this planeswalker enter the battlefield?", "object",
         "rules ask starting-loyalty A --fact A.loyalty=3")  # fmt: skip
def starting_loyalty(now: Situation, asked: QuestionArguments) -> DerivedValue:
    planeswalker = asked.object(now)
    printed = printed_counters(now, planeswalker)
    found = entering_counters(now, "starting-loyalty", planeswalker, "loyalty", printed.value)
    return DerivedValue(found.value, all_of(found.truth, printed.truth))
