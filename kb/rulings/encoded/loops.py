"""Loops (731): who has to make another choice, and who can't be forced to."""

from __future__ import annotations

from kb.rulings.logic import Truth, unknown
from kb.rulings.questions import Asked, Question
from kb.rulings.registry import defines, encodes, variant_of
from kb.rulings.situation import Object, Player, Situation
from kb.rulings.steps import Steps, Valued
from kb.tongue import later


@defines("fragmented-loop", claim=later("{player} has to make a different game choice, so that the loop ends"))
def the_active_player(_now: Situation, player: Player, _involved: tuple[str, ...]) -> str:
    """If a loop is fragmented, the active player must make a different game choice."""
    return player.id


@variant_of(the_active_player, claim=later("{player}, or the first in turn order who acts in it, ends the loop"))
def the_active_player_or_the_first_involved(now: Situation, player: Player, involved: tuple[str, ...]) -> str:
    """The active player must, or, if not involved in the loop, the first player in turn order who is."""
    order = [each.id for each in now.players]
    place = order.index(player.id)
    return next((each for each in (*order[place:], *order[:place]) if each in involved), player.id)


def _breaks_loop(now: Situation, _asked: Asked) -> Valued:
    steps = Steps(now)
    involved, active = steps.read(now.proposed.loop), steps.read(now.game.active)
    player = now.player(active or "")
    return steps.valued(None if player is None or involved is None else steps.rule("fragmented-loop", player, involved))


BREAKS_LOOP = Question(
    "breaks-loop",
    later("Who has to make a different choice, where players act in a loop that would go on?"),
    "nothing",
    _breaks_loop,
    "rules ask breaks-loop --active p1 -f situation.yaml",
)


@encodes("forced-to-end-a-loop", claim=later("{thing} is involved in the loop: what it calls for has to be done"))
def only_by_what_is_involved(now: Situation, thing: Object) -> Truth:
    """No player can be forced to perform an action that ends a loop, but for what objects in the loop call for."""
    return now.proposed.loop.has(thing)


def _must_end_loop(now: Situation, asked: Asked) -> Truth:
    thing = asked.object(now)
    if now.law.rule("forced-to-end-a-loop") is None:
        return unknown("rules.forced-to-end-a-loop", later("the rules of that day don't say so"))
    return now.rule("forced-to-end-a-loop", thing)


MUST_END_LOOP = Question(
    "must-end-loop",
    later("Can a player be forced to use this object, where that would end a loop?"),
    "object",
    _must_end_loop,
    "rules ask must-end-loop A --fact proposed.loop=B",
)
