"""Playing lands (305, 116.2a)."""

from __future__ import annotations

from kb.rulings.encoded.casting.casting_zones import allowed_by_effect
from kb.rulings.encoded.turn.timing import acting_player, assume_in_hand, belongs_to, in_main_phase_with_empty_stack
from kb.rulings.engine.questions import QuestionArguments, answers, is_permitted
from kb.rulings.law.rule_registry import forbids, requires
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Truth, all_of, any_of, not_
from kb.rulings.situation.situation import Object, Player, Situation


@answers("can-play-land", "May a player play this land now?", "object",
         "rules ask can-play-land A --phase main --priority p1 --stack empty --fact A.types=land")  # fmt: skip
def can_play_land(now: Situation, asked: QuestionArguments) -> Truth:
    now = assume_in_hand(now, asked.object(now))
    land = asked.object(now)
    player = acting_player(now, asked, land)
    return is_permitted(now, "can-play-land", "play-land", land, player, land)


@requires("can-play-land", "land-playing", "{player} may play the land card {land} now")
def land_from_hand_in_a_main_phase(now: Situation, player: Player, land: Object) -> Truth:
    """A player with priority may play a land card from their hand in their main phase while the stack is empty."""
    from_there = any_of(
        all_of(land.zone == "hand", belongs_to(land, player)), allowed_by_effect(now, "play-land", player, land)
    )
    return all_of(land.has_type("land"), from_there, in_main_phase_with_empty_stack(player))


@requires("can-play-land", "land-limit", "{player} hasn't yet played as many lands this turn as they can")
def one_land_a_turn_and_what_effects_add(now: Situation, player: Player, _land: Object) -> Truth:
    """A player can play one land each turn. Effects can add to this number."""
    most = NumberValue.exactly(1)
    for effect in now.effects_matching("additional", "play-land", player):
        if effect.in_force.value is not False:
            most += effect.amount
    return player.lands_played < most


@forbids("can-play-land", "land-turn", "it isn't the turn of {player}")
def never_in_the_turn_of_another(_now: Situation, player: Player, _land: Object) -> Truth:
    """A player can never play a land in another player's turn."""
    return not_(player.is_active)
