"""Planeswalkers: their loyalty, when its abilities can be activated (306, 606)."""

from __future__ import annotations

from kb.rulings.encoded.counter_effects import enters_with
from kb.rulings.logic import Claim, Truth, all_of, any_of, not_, stated, unknown
from kb.rulings.questions import Asked, Question, permitted
from kb.rulings.registry import defines, encodes, variant_of
from kb.rulings.situation import Object, Player, Situation
from kb.rulings.steps import Valued
from kb.rulings.terms import Number, total
from kb.rulings.vocabulary import Ability
from kb.tongue import later


def is_loyalty_ability(now: Situation, _player: Player, permanent: Object, ability: Ability) -> Truth:
    """Whether an ability has a loyalty symbol in its cost (606.2).

    Where nothing is said of the ability, one of a planeswalker is meant to be one; so it is where nothing at
    all is said of the object.
    """
    if ability.given:
        has_cost = "loyalty_cost" in ability.given
        return Truth(has_cost, facts=(f"{ability.id}.loyalty_cost",), claim=Claim(
            later("the cost of {ability} has a loyalty symbol") if has_cost
            else later("the cost of {ability} has no loyalty symbol"), (("ability", ability),)))  # fmt: skip
    claim = Claim(later("the ability asked about is a loyalty ability"))
    if "planeswalker" in permanent.given.get("types", ()) or (now.as_usual and "types" not in permanent.given):
        return Truth(True, claim=claim, facts=(f"{permanent.path}.types",), assumed=True)
    return unknown(
        f"{permanent.path}.abilities", later("not stated: the abilities of {permanent}"), permanent=permanent
    )


@encodes(
    "loyalty-activation",
    claim=later("{player} may activate an ability of {permanent} now"),
    question="can-activate",
    role="requires",
    where=lambda _now, _player, permanent, _ability: permanent.is_a("planeswalker"),
)
def any_activated_ability_of_a_planeswalker(
    _now: Situation, player: Player, permanent: Object, _ability: Ability
) -> Truth:
    """Any activated ability of a planeswalker: with priority, in a main phase, stack empty, once that turn."""
    return _as_loyalty_abilities_are(player, permanent)


@variant_of(
    any_activated_ability_of_a_planeswalker,
    claim=later("{player} may activate a loyalty ability of {permanent} now"),
    where=is_loyalty_ability,
)
def loyalty_ability_once_a_turn(_now: Situation, player: Player, permanent: Object, _ability: Ability) -> Truth:
    """Of a permanent they control, with priority, in a main phase of their turn, stack empty, once that turn."""
    return _as_loyalty_abilities_are(player, permanent)


def _as_loyalty_abilities_are(player: Player, permanent: Object) -> Truth:
    game = player.now.game
    return all_of(
        player.controls(permanent),
        player.has_priority,
        game.stack.empty,
        game.is_main_phase,
        player.is_active,
        not_(permanent.loyalty_activated),
    )


def has_negative_cost(_now: Situation, _player: Player, _permanent: Object, ability: Ability) -> Truth:
    """Whether a loyalty ability has a negative cost; one of which no cost is stated counts as one that can be paid."""
    return ability.loyalty_cost < 0 if "loyalty_cost" in ability.given else stated(False)


@encodes(
    "negative-loyalty-cost",
    claim=later("{permanent} has enough loyalty counters for the cost of {ability}"),
    question="can-activate",
    role="requires",
    where=has_negative_cost,
)
def at_least_that_many_counters(_now: Situation, _player: Player, permanent: Object, ability: Ability) -> Truth:
    """A loyalty ability with a negative cost needs at least that many loyalty counters."""
    return permanent.counters["loyalty"] + ability.loyalty_cost >= 0


@variant_of(
    at_least_that_many_counters,
    where=lambda now, _player, permanent, ability: (
        total_loyalty_cost(now, permanent, ability) < 0 if "loyalty_cost" in ability.given else stated(False)
    ),
)
def at_least_that_many_counters_for_all_costs(
    now: Situation, _player: Player, permanent: Object, ability: Ability
) -> Truth:
    """A loyalty ability with a negative cost, additional costs included, needs at least that many loyalty counters."""
    return permanent.counters["loyalty"] + total_loyalty_cost(now, permanent, ability) >= 0


def total_loyalty_cost(now: Situation, permanent: Object, ability: Ability) -> Number:
    """The printed cost with what effects add to it."""
    more = [
        effect.amount
        for effect in now.effects_that("costs", "activate", permanent)
        if effect.in_force.value is not False
    ]
    return total([ability.loyalty_cost, *more])


@defines("combined-loyalty-cost", claim=later("the counters to put on {permanent} or remove from it, as one cost"))
def combined_into_one_cost(now: Situation, permanent: Object, ability: Ability) -> Number:
    """Multiple costs to add or remove loyalty counters are combined into a single cost."""
    return total_loyalty_cost(now, permanent, ability)


@defines("loyalty-cost", claim=later("the cost of {ability} in loyalty counters"))
def as_its_symbol_shows(_now: Situation, _permanent: Object, ability: Ability) -> Number:
    """The cost of a loyalty ability is to put on or remove as many loyalty counters as its symbol shows."""
    return ability.loyalty_cost


def _loyalty_cost(now: Situation, asked: Asked) -> Valued:
    permanent = asked.object(now)
    ability = asked.abilities(now)[0]
    more = any(now.effects_that("costs", "activate", permanent))
    concept = "combined-loyalty-cost" if more else "loyalty-cost"
    rule = now.law.rule(concept)
    cost = total_loyalty_cost(now, permanent, ability) if rule is None else rule(now, permanent, ability)
    return Valued.of(cost, concept, now, permanent, ability)


LOYALTY_COST = Question(
    "loyalty-cost",
    later("How many loyalty counters does a loyalty ability cost? Negative: so many are removed."),
    "object",
    _loyalty_cost,
    "rules ask loyalty-cost A --ability 1 -f situation.yaml",
)


def _can_activate(now: Situation, asked: Asked) -> Truth:
    permanent = asked.object(now)
    player = asked.player(now, permanent)
    return any_of(
        *(
            permitted(now, "can-activate", "activate", permanent, player, permanent, ability)
            for ability in asked.abilities(now)
        )
    )


CAN_ACTIVATE = Question(
    "can-activate",
    later("May a player activate an ability of this object now?"),
    "object",
    _can_activate,
    "rules ask can-activate A --phase main --priority p1 --stack empty",
)


@defines("loyalty", claim=later("the loyalty of {planeswalker}"))
def as_many_as_counters(_now: Situation, planeswalker: Object) -> Number:
    """The loyalty of a planeswalker on the battlefield is the number of loyalty counters on it."""
    return planeswalker.counters["loyalty"]


@defines("starting-loyalty", claim=later("{planeswalker} enters with loyalty counters equal to its printed loyalty"))
def printed_loyalty(_now: Situation, planeswalker: Object) -> Number:
    """A planeswalker enters with a number of loyalty counters on it equal to its printed loyalty number."""
    return planeswalker.loyalty


def _starting_loyalty(now: Situation, asked: Asked) -> Valued:
    planeswalker = asked.object(now)
    rule = now.law.rule("starting-loyalty")
    counters = rule(now, planeswalker) if rule is not None else planeswalker.loyalty
    return enters_with(now, "starting-loyalty", planeswalker, counters)


STARTING_LOYALTY = Question(
    "starting-loyalty",
    later("With how many loyalty counters does this planeswalker enter the battlefield?"),
    "object",
    _starting_loyalty,
    "rules ask starting-loyalty A --fact A.loyalty=3",
)
