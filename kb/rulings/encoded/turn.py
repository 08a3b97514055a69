"""What the steps of a turn do by themselves: untap, draw, discard (402.2, 502 to 514, 103.8)."""

from __future__ import annotations

from kb.rulings.logic import Truth, all_of, not_, stated
from kb.rulings.questions import Asked, Question, permitted
from kb.rulings.registry import defines, encodes
from kb.rulings.situation import Object, Player, Situation
from kb.rulings.steps import Steps, Valued
from kb.rulings.terms import Number
from kb.tongue import later


def player_asked(now: Situation, asked: Asked) -> Player:
    """The player that a question is about: the one named, else who asks."""
    return Asked(asked.question, asked.things, asked.things[0] if asked.things else asked.by).player(now)


@encodes(
    "untapping",
    claim=later("{permanent} untaps in the untap step of the active player, who controls it"),
    question="untaps",
    role="requires",
)
def all_that_the_active_player_controls(now: Situation, permanent: Object) -> Truth:
    """The active player untaps the permanents they control; normally all of them, but effects can keep some."""
    return all_of(permanent.is_permanent, now.game.active == permanent.controller)


UNTAPS = Question(
    "untaps",
    later("Does this permanent untap during this untap step?"),
    "object",
    lambda now, asked: permitted(now, "untaps", "untap", asked.object(now), asked.object(now)),
    "rules ask untaps A --active p1 --fact A.controller=p1",
)


@encodes("draw-step", claim=later("{player} draws a card in the draw step"), question="draws", role="requires")
def active_player_draws(_now: Situation, player: Player) -> Truth:
    """The active player draws a card as the draw step begins."""
    return player.is_active


def _plays_first(now: Situation, player: Player) -> Truth:
    """Whether it is the first turn of the player who plays first."""
    return all_of(now.game.turn == 1, now.game.starting == player)


@encodes(
    "first-draw-step",
    claim=later("{player} plays first, and skips the draw step of the first turn"),
    question="draws",
    role="forbids",
    where=lambda now, _player: all_of(stated(len(now.players) == 2), now.game.variant != "two-headed-giant"),
)
def skipped_in_a_two_player_game(now: Situation, player: Player) -> Truth:
    """In a two-player game, the player who plays first skips the draw step of their first turn."""
    return _plays_first(now, player)


@encodes(
    "first-draw-step-of-a-team",
    claim=later("the team of {player} plays first, and skips the draw step of the first turn"),
    question="draws",
    role="forbids",
    where=lambda now, _player: now.game.variant == "two-headed-giant",
)
def skipped_by_the_team_that_plays_first(now: Situation, player: Player) -> Truth:
    """In a Two-Headed Giant game, the team who plays first skips the draw step of their first turn."""
    return all_of(now.game.turn == 1, player.is_active)


def _draws(now: Situation, asked: Asked) -> Truth:
    player = player_asked(now, asked)
    return permitted(now, "draws", "draw", player, player)


DRAWS = Question(
    "draws",
    later("Does this player draw a card in the draw step?"),
    "player",
    _draws,
    "rules ask draws p1 --step draw --active p1",
)


@defines("hand-size", claim=later("{player} discards down to the maximum hand size"))
def excess_cards(_now: Situation, player: Player, maximum: Number) -> Number:
    """The active player discards as many cards as the hand holds above the maximum hand size, normally seven."""
    return (player.hand - maximum).at_least(0)


@defines("maximum-hand-in-vanguard", claim=later("the maximum hand size of {player} is seven and the hand modifier"))
def seven_as_modified(_now: Situation, player: Player) -> Number:
    """In a Vanguard game it is seven, as modified by the hand modifier of the player's vanguard card."""
    return player.hand_modifier + 7


def _maximum_hand(steps: Steps, player: Player) -> Number:
    """As stated, or as the variant has it; seven, where nothing is said of it."""
    if "maximum_hand" in player.given:
        return player.maximum_hand
    if steps.now.game.variant.value == "vanguard":
        modified: Number | None = steps.rule("maximum-hand-in-vanguard", player)
        return Number.of(7) if modified is None else modified
    return Number.of(7)


@encodes("cleanup-discard", claim=later("it is the turn of {player}, who discards excess cards in the cleanup step"))
def by_the_active_player(_now: Situation, player: Player) -> Truth:
    """The active player discards in the cleanup step, as a turn-based action that doesn't use the stack."""
    return player.is_active


def _discards(now: Situation, asked: Asked) -> Valued:
    player = player_asked(now, asked)
    own_turn = now.rule("cleanup-discard", player)
    if own_turn.value is False:
        return Valued(0, not_(own_turn))
    steps = Steps(now)
    count: Number | None = steps.rule("hand-size", player, _maximum_hand(steps, player))
    discarded = steps.read(Number.of(0) if count is None else count)
    return Valued(discarded, all_of(own_turn, steps.truth))


DISCARDS = Question(
    "discards",
    later("How many cards does this player discard in the cleanup step?"),
    "player",
    _discards,
    "rules ask discards p1 --active p1 --fact p1.hand=9",
)
