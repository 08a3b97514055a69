"""Priority: the player who gets it next, and the result if all players pass (117.3, 117.4, 500.2, 608.1)."""

from __future__ import annotations

from collections.abc import Callable

from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers, is_permitted
from kb.rulings.law.rule_registry import encodes, requires
from kb.rulings.logic.ternary import Truth, constant, unknown
from kb.rulings.situation.situation import Player, Situation


@answers("gets-priority", "Does this player get priority next: as a step begins, or after what just happened?",
         "player", "rules ask gets-priority p1 --step upkeep --active p1")  # fmt: skip
def _gets_priority(now: Situation, asked: QuestionArguments) -> Truth:
    player = asked.named_player(now)
    return is_permitted(now, "gets-priority", "other", player, player)


def _after(event: str) -> Callable[[Situation, Player], Truth]:
    return lambda now, _player: now.game.just_happened == event


@requires("gets-priority", "priority-at-the-beginning",
          "{player} gets priority at the beginning of the step or phase", where=_after("beginning"))  # fmt: skip
def active_player_at_the_beginning(_now: Situation, player: Player) -> Truth:
    """The active player receives priority at the beginning of most steps and phases."""
    return player.is_active


@requires("gets-priority", "priority-after-resolution",
          "{player} gets priority after the spell or ability has resolved", where=_after("resolution"))  # fmt: skip
def active_player_after_a_resolution(_now: Situation, player: Player) -> Truth:
    """The active player receives priority after a spell or ability, other than a mana ability, resolves."""
    return player.is_active


@requires("gets-priority", "priority-after-acting", "{player} had priority, acted, and gets it again",
          where=_after("action"))  # fmt: skip
def who_acted_gets_it_again(_now: Situation, player: Player) -> Truth:
    """A player who casts a spell, activates an ability or takes a special action gets priority afterward."""
    return player.has_priority


@requires("gets-priority", "priority-after-passing",
          "{player} is next in turn order after the player who passed", where=_after("pass"))  # fmt: skip
def next_in_turn_order(now: Situation, player: Player) -> Truth:
    """If a player with priority passes, the next player in turn order receives priority."""
    in_game = [each for each in now.players if each.lost.value is not True]
    place = next((place for place, each in enumerate(in_game) if each.id == player.id), 0)
    return now.game.priority == in_game[place - 1]


@encodes("all-pass", "all players pass in succession, and the object on top of the stack resolves")
def top_of_the_stack_resolves(now: Situation) -> Truth:
    """If all players pass in succession, the spell or ability on top of the stack resolves."""
    return constant(bool(now.game.stack.value))


@encodes("all-pass-empty-stack", "all players pass in succession with the stack empty: the step or phase ends")
def step_or_phase_ends(now: Situation) -> Truth:
    """A step or phase in which players get priority ends when all players pass while the stack is empty."""
    return now.game.stack.is_empty


@encodes("main-phase-ends", "the main phase has no steps, and ends when all players pass with the stack empty")
def main_phase_ends(now: Situation) -> Truth:
    """The main phase has no steps. It ends when all players pass in succession while the stack is empty."""
    return now.game.stack.is_empty


@answers("all-pass", "What happens if all players pass in succession?", "nothing",
         "rules ask all-pass --phase main --stack empty")  # fmt: skip
def _all_pass(now: Situation, asked: QuestionArguments) -> DerivedValue:
    stack = now.game.stack
    if stack.value is None:
        return DerivedValue(None, unknown(stack.fact, "not stated: what is on the stack"))
    if stack.value:
        return DerivedValue({"resolves": stack.value[-1]}, now.rule("all-pass"))
    is_main = now.game.is_main_phase.value
    ends = now.game.step.value or now.game.phase.value or "phase"
    return DerivedValue({"ends": ends}, now.rule("main-phase-ends" if is_main else "all-pass-empty-stack"))
