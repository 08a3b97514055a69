"""Turn-based actions of the steps of a turn: untap, draw, discard (402.2, 502 to 514, 103.8)."""

from __future__ import annotations

from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers, is_permitted
from kb.rulings.law.rule_registry import defines, encodes, forbids, requires
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Truth, all_of, constant, not_
from kb.rulings.situation.situation import Object, Player, Situation


@requires("untaps", "untapping", "{permanent} untaps in the untap step of the active player, who controls it")
def all_that_the_active_player_controls(now: Situation, permanent: Object) -> Truth:
    """The active player untaps all permanents they control, but effects can keep some of them from untapping."""
    there = permanent.is_permanent
    if permanent.phased_out.value:
        there = now.rule("phasing-in-untap-step", permanent)
    elif permanent.keywords.is_known and permanent.has_keyword("phasing").value:
        there = all_of(there, not_(now.rule("phasing-in-untap-step", permanent)))
    return all_of(there, now.game.active == permanent.controller)


@encodes("phasing-in-untap-step", "{permanent} phases in or out before permanents untap")
def before_permanents_untap(now: Situation, permanent: Object) -> Truth:
    """First in the untap step, the active player's permanents with phasing phase out, and those phased out phase in."""
    phases = all_of(permanent.phased_out, not_(now.rule("cant-beats-can", permanent, "phase-in")))
    return all_of(
        permanent.zone == "battlefield",
        now.game.active == permanent.controller,
        phases if permanent.phased_out.value else permanent.has_keyword("phasing"),
    )


@answers("untaps", "Does this permanent untap during this untap step?", "object",
         "rules ask untaps A --active p1 --fact A.controller=p1")  # fmt: skip
def _untaps(now: Situation, asked: QuestionArguments) -> Truth:
    return is_permitted(now, "untaps", "untap", asked.object(now), asked.object(now))


@requires("draws", "draw-step", "{player} draws a card in the draw step")
def active_player_draws(_now: Situation, player: Player) -> Truth:
    """The active player draws a card as the draw step begins."""
    return player.is_active


@forbids(
    "draws",
    "first-draw-step",
    "{player} plays first, and skips the draw step of the first turn",
    where=lambda now, _player: all_of(constant(len(now.players) == 2), now.game.variant != "two-headed-giant"),
)
def skipped_in_a_two_player_game(now: Situation, player: Player) -> Truth:
    """In a two-player game, the player who plays first skips the draw step of their first turn."""
    return all_of(now.game.turn == 1, now.game.starting == player)


@forbids("draws", "first-draw-step-of-a-team",
         "the team of {player} plays first, and skips the draw step of the first turn",
         where=lambda now, _player: now.game.variant == "two-headed-giant")  # fmt: skip
def skipped_by_the_team_that_plays_first(now: Situation, player: Player) -> Truth:
    """In a Two-Headed Giant game, the team who plays first skips the draw step of their first turn."""
    return all_of(now.game.turn == 1, player.is_active)


@answers("draws", "Does this player draw a card in the draw step?", "player",
         "rules ask draws p1 --step draw --active p1")  # fmt: skip
def _draws(now: Situation, asked: QuestionArguments) -> Truth:
    player = asked.named_player(now)
    return is_permitted(now, "draws", "draw", player, player)


@defines("hand-size", "{player} discards down to the maximum hand size")
def excess_cards(_now: Situation, player: Player, maximum: NumberValue) -> NumberValue:
    """The active player discards the cards in hand beyond the maximum hand size, which is normally seven."""
    return (player.hand - maximum).at_least(0)


@defines("maximum-hand-in-vanguard", "the maximum hand size of {player} is seven and the hand modifier")
def seven_as_modified(_now: Situation, player: Player) -> NumberValue:
    """In a Vanguard game the maximum hand size is seven, as modified by the player's vanguard card."""
    return player.hand_modifier + 7


def _maximum_hand(steps: Derivation, player: Player) -> NumberValue:
    """Return the stated maximum hand size of a player. If none is stated, return seven plus any Vanguard modifier."""
    if "maximum_hand" in player.stated:
        return player.maximum_hand
    is_vanguard = steps.now.game.variant.value == "vanguard"
    seven = NumberValue.exactly(7)
    return steps.apply_rule_or(seven, "maximum-hand-in-vanguard", player) if is_vanguard else seven


@encodes("cleanup-discard", "it is the turn of {player}, who discards excess cards in the cleanup step")
def by_the_active_player(_now: Situation, player: Player) -> Truth:
    """The active player discards in the cleanup step, as a turn-based action that doesn't use the stack."""
    return player.is_active


@answers("discards", "How many cards does this player discard in the cleanup step?", "player",
         "rules ask discards p1 --active p1 --fact p1.hand=9")  # fmt: skip
def _discards(now: Situation, asked: QuestionArguments) -> DerivedValue:
    player = asked.named_player(now)
    own_turn = now.rule("cleanup-discard", player)
    if own_turn.value is False:
        return DerivedValue(0, not_(own_turn))
    steps = Derivation(now)
    excess = steps.apply_rule_or(NumberValue.exactly(0), "hand-size", player, _maximum_hand(steps, player))
    return DerivedValue(steps.read_value(excess), all_of(own_turn, steps.truth))
