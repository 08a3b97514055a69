"""Station (702.184): the number of charge counters that a permanent gets for tapping a creature."""

from __future__ import annotations

from kb.rulings.encoded.turn.timing import acting_player
from kb.rulings.engine.card_phrases import is_another
from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import defines, encodes
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Truth, all_of, constant, not_
from kb.rulings.situation.situation import Effect, Object, Player, Situation

_TOUGHER = "toughness greater than power"


@encodes("station-cost", "{player} can tap {creature} to station {permanent}")
def another_untapped_creature(_now: Situation, player: Player, permanent: Object, creature: Object) -> Truth:
    """The cost of a station ability is to tap another untapped creature you control."""
    return all_of(
        is_another(creature, permanent),
        creature.is_permanent_of_type("creature"),
        not_(creature.tapped),
        player.controls(creature),
    )


@defines("station-counters", "{permanent} gets as many charge counters as the power of {creature}")
def as_many_as_its_power(_now: Situation, _permanent: Object, creature: Object) -> NumberValue:
    """The number of charge counters put on this permanent is the tapped creature's power."""
    return creature.power.at_least(0)


@defines("station-modified", "“{effect}” has {creature} station with another characteristic")
def with_another_characteristic(_now: Situation, effect: Effect, creature: Object) -> NumberValue:
    """A static ability may make station use a characteristic of the tapped creature other than power."""
    return creature.toughness.at_least(0) if "toughness" in effect.quality else creature.power.at_least(0)


def _applying(steps: Derivation, creature: Object) -> Effect | None:
    """Return the effect that makes station use another characteristic of a creature, or None if no effect does."""
    for effect in steps.now.effects_matching("replaces", "station", creature):
        if_tougher = creature.toughness > creature.power if _TOUGHER in effect.quality else constant(True)
        if steps.check(all_of(effect.in_force, if_tougher)):
            return effect
    return None


@answers("station",
         "How many charge counters does this permanent get if that creature is tapped for its station ability?",
         "objects", "rules ask station A B --by p1 --fact B.types=creature --fact B.power=2")  # fmt: skip
def _station(now: Situation, asked: QuestionArguments) -> DerivedValue:
    permanent, creature = asked.object(now), asked.object(now, 1)
    player = acting_player(now, asked, permanent)
    can = all_of(permanent.is_permanent, now.rule("station-cost", player, permanent, creature))
    steps = Derivation(now)
    effect = _applying(steps, creature)
    if effect is not None and now.law.rule("station-modified") is not None:
        counters: NumberValue | None = steps.apply_rule("station-modified", effect, creature)
    else:
        counters = steps.apply_rule("station-counters", permanent, creature)
    number = steps.read_value(counters) if counters is not None else None
    return DerivedValue(number, all_of(can, steps.truth))
