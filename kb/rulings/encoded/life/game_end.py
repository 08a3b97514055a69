"""The end of the game: winning, losing other than by state-based actions, and draws (104)."""

from __future__ import annotations

import re

from kb.rulings.encoded.life.life_changes import life_total
from kb.rulings.engine.question_search import find_question
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import encodes, permits, variant_of
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, every, not_, some, unless
from kb.rulings.situation.situation import Effect, Player, Situation

_LIFE = re.compile(r"life (-?\d+) or (more|less)")


def loses_game(now: Situation, player: Player) -> Truth:
    """Yes if any rule makes a player lose the game."""
    found: Truth = find_question("losing").answer(now, QuestionArguments("losing", (player.id,)))
    return found


def _is_out(player: Player) -> Truth:
    return any_of(player.lost, player.conceded)


@permits("losing", "conceding", "{player} concedes, and loses the game")
def at_any_time(_now: Situation, player: Player) -> Truth:
    """A player who concedes leaves the game immediately and loses it."""
    return player.conceded


@permits("losing", "losing-by-effect", "an effect states that {player} loses the game")
def effect_states_loss(now: Situation, player: Player) -> Truth:
    """An effect may state that a player loses the game."""
    return _stated_by_effect(now, "lose-game", player)


def _stated_by_effect(now: Situation, does: str, player: Player) -> Truth:
    """Yes if an effect makes a player win or lose (`does`), and no effect says that the player can't do so."""
    stating = [*now.effects_matching("must", does, player), *now.effects_matching("can", does, player)]
    said = some(all_of(each.in_force, _meets_life_condition(now, each, player)) for each in stating)
    return all_of(said, not_(now.rule("cant-beats-can", player, does)))


def _meets_life_condition(now: Situation, effect: Effect, player: Player) -> Truth:
    """Yes if a player's life total meets the condition of an effect, such as `life 50 or more`."""
    asked = [found for each in effect.quality if (found := _LIFE.fullmatch(each))]
    life = life_total(now, player)
    return every(life >= int(each[1]) if each[2] == "more" else life <= int(each[1]) for each in asked)


@encodes("last-player", "all opponents of {player} have lost the game")
def all_opponents_have_lost(now: Situation, player: Player) -> Truth:
    """A player who is still in the game wins if all of that player's opponents have lost the game."""
    return all_of(_has_no_opponents_left(player), not_(now.rule("cant-beats-can", player, "win-game")))


@variant_of(all_opponents_have_lost, "all opponents of {player} have left the game, which overrides all effects")
def all_opponents_have_left(_now: Situation, player: Player) -> Truth:
    """A player who is still in the game wins if all opponents have left the game. This overrides all effects."""
    return _has_no_opponents_left(player)


def _has_no_opponents_left(player: Player) -> Truth:
    opponents = player.opponents
    return all_of(not_(_is_out(player)), constant(bool(opponents)), every(_is_out(each) for each in opponents))


@encodes("last-team", "the team of {player} is the only one left in the game")
def all_other_teams_have_left(now: Situation, player: Player) -> Truth:
    """A team with a player in the game wins if all other teams have left. Team members who had lost win as well."""
    mine = [each for each in now.players if each.stated.get("team") == player.stated.get("team")]
    others_are_out = (constant(bool(player.opponents)), every(_is_out(each) for each in player.opponents))
    return all_of(constant("team" in player.stated), some(not_(_is_out(each)) for each in mine), *others_are_out)


@encodes("winning-by-effect", "an effect states that {player} wins the game")
def effect_states_win(now: Situation, player: Player) -> Truth:
    """An effect may state that a player wins the game."""
    return all_of(not_(_is_out(player)), _stated_by_effect(now, "win-game", player))


@encodes("losing-before-winning", "{player} would both win and lose, and so loses")
def loses_who_would_do_both(now: Situation, player: Player) -> Truth:
    """A player who would both win and lose the game simultaneously loses the game."""
    return loses_game(now, player)


def _wins_by_effect(now: Situation, player: Player) -> Truth:
    """Yes if an effect states that a player wins the game, and the player doesn't lose at the same time."""
    wins = now.rule("winning-by-effect", player)
    return wins if wins.value is False else all_of(wins, not_(now.rule("losing-before-winning", player)))


@answers("winning", "Does a player win the game?", "player", "rules ask winning p1 -f situation.yaml")
def winning(now: Situation, asked: QuestionArguments) -> Truth:
    """Yes if a player wins by the rules or by an effect.

    If two effects would end the game in different ways at the same time, no rule decides.
    """
    player = asked.named_player(now)
    last = any_of(now.rule("last-player", player), now.rule("last-team", player))
    otherwise = [*(_wins_by_effect(now, each) for each in player.opponents), now.rule("draw-by-effect")]
    by_effect = _ends_by_effect(now.rule("winning-by-effect", player), otherwise)
    return all_of(any_of(last, by_effect), not_(now.rule("losing-before-winning", player)))


def _ends_by_effect(ends: Truth, otherwise: list[Truth]) -> Truth:
    """Yes if an effect ends the game in one way (`ends`). If one of `otherwise` is true too, the answer is conflict."""
    return unless(constant(False), [(ends, True), *((each, False) for each in otherwise if each.value is not False)])


@encodes("all-lose", "all the players remaining in the game lose at the same time")
def everybody_remaining_loses(now: Situation) -> Truth:
    """If all the players remaining in a game lose simultaneously, the game is a draw."""
    all_lose = every(any_of(each.lost, loses_game(now, each)) for each in now.players)
    return all_of(some(not_(each.lost) for each in now.players), all_lose)


@encodes("draw-by-effect", "an effect states that the game is a draw")
def effect_states_draw(now: Situation) -> Truth:
    """An effect may state that the game is a draw."""
    return some(each.in_force for each in now.effects_matching("must", "draw-game"))


@answers("drawn-game", "Is the game a draw?", "nothing", "rules ask drawn-game -f situation.yaml")
def drawn_game(now: Situation, _asked: QuestionArguments) -> Truth:
    """Yes if the rules or an effect make the game a draw. An effect that makes a player win conflicts with a draw."""
    wins = [_wins_by_effect(now, each) for each in now.players]
    return any_of(now.rule("all-lose"), _ends_by_effect(now.rule("draw-by-effect"), wins))
