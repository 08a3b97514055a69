"""Loops (731): the player who must end a loop by another choice, and actions that players can't be forced to take."""

from __future__ import annotations

from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import defines, encodes, variant_of
from kb.rulings.logic.ternary import Truth, unknown
from kb.rulings.situation.situation import Object, Player, Situation


@defines("fragmented-loop", "{player} has to make a different game choice, so that the loop ends")
def the_active_player(_now: Situation, player: Player, _involved: tuple[str, ...]) -> str:
    """If a loop is fragmented, the active player must make a different game choice."""
    return player.id


@variant_of(the_active_player, claim="{player}, or the first in turn order who acts in it, ends the loop")
def the_active_player_or_the_first_involved(now: Situation, player: Player, involved: tuple[str, ...]) -> str:
    """The active player must end the loop. If they aren't involved, the next involved player in turn order must."""
    order = [each.id for each in now.players]
    place = order.index(player.id)
    return next((each for each in (*order[place:], *order[:place]) if each in involved), player.id)


@answers("breaks-loop", "Who has to make a different choice, where players act in a loop that would go on?",
         "nothing", "rules ask breaks-loop --active p1 -f situation.yaml")  # fmt: skip
def _breaks_loop(now: Situation, _asked: QuestionArguments) -> DerivedValue:
    steps = Derivation(now)
    involved, active = steps.read_value(now.proposed.loop), steps.read_value(now.game.active)
    player = now.player(active or "")
    known = player is not None and involved is not None
    return steps.result(steps.apply_rule("fragmented-loop", player, involved) if known else None)


@encodes("forced-to-end-a-loop", "{thing} is involved in the loop: what it calls for has to be done")
def only_by_what_is_involved(now: Situation, thing: Object) -> Truth:
    """A player can be forced to end a loop by an action only if an object in the loop calls for the action."""
    return now.proposed.loop.contains(thing)


@answers("must-end-loop", "Can a player be forced to use this object, where that would end a loop?", "object",
         "rules ask must-end-loop A --fact proposed.loop=B")  # fmt: skip
def _must_end_loop(now: Situation, asked: QuestionArguments) -> Truth:
    thing = asked.object(now)
    if now.law.rule("forced-to-end-a-loop") is None:
        return unknown("rules.forced-to-end-a-loop", "the rules of that day don't say so")
    return now.rule("forced-to-end-a-loop", thing)
