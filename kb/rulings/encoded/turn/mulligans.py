"""Mulligans (103.5): whether a player may take one, and the size of the new hand."""

from __future__ import annotations

from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import defines, encodes, variant_of
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant
from kb.rulings.situation.situation import Player, Situation

MULTIPLAYER_VARIANTS = ("two-headed-giant", "archenemy", "free-for-all", "grand-melee")
"""Variants that make a game a multiplayer game, however many players are listed."""


@defines("starting-hand-in-vanguard", "{player} begins with seven cards and the hand modifier")
def seven_and_the_modifier(_now: Situation, player: Player) -> NumberValue:
    """In a Vanguard game the starting hand size is seven plus or minus the hand modifier of the vanguard card."""
    return player.hand_modifier + 7


def _starting_hand(now: Situation, player: Player) -> NumberValue:
    """Return the stated starting hand size of a player. If none is stated, return seven plus any Vanguard modifier."""
    if "starting_hand" in player.stated:
        return player.starting_hand
    is_vanguard = now.game.variant.value == "vanguard"
    seven = NumberValue.exactly(7)
    return Derivation(now).apply_rule_or(seven, "starting-hand-in-vanguard", player) if is_vanguard else seven


@encodes("free-mulligan", "the first mulligan of {player} doesn't cost a card: it is a multiplayer game")
def first_in_a_multiplayer_game(now: Situation, _player: Player) -> Truth:
    """In a multiplayer game, a player who takes their first mulligan draws as many cards as before."""
    return _is_multiplayer(now)


@variant_of(first_in_a_multiplayer_game,
            claim="the first mulligan of {player} doesn't cost a card: multiplayer or Brawl")  # fmt: skip
def first_in_a_multiplayer_or_brawl_game(now: Situation, _player: Player) -> Truth:
    """In a multiplayer game and in any Brawl game, the first mulligan that a player takes doesn't count."""
    return any_of(_is_multiplayer(now), now.game.variant == "brawl")


def _is_multiplayer(now: Situation) -> Truth:
    two, more = constant(False, "two players are listed"), constant(True, "more than two players are listed")
    return any_of(more if len(now.players) > 2 else two, now.game.variant.is_one_of(*MULTIPLAYER_VARIANTS))


def _mulligans_counted(now: Situation, player: Player, taken: NumberValue) -> NumberValue:
    """Return how many of a player's mulligans count. A free first mulligan doesn't count."""
    free = 1 if now.rule("free-mulligan", player).value else 0
    return (taken - free).at_least(0)


@encodes("mulligan", "{player} may take a mulligan: there would be cards left in the hand")
def until_no_card_is_left(now: Situation, player: Player) -> Truth:
    """A player may take mulligans until their opening hand would be zero cards."""
    return _mulligans_counted(now, player, player.mulligans) < _starting_hand(now, player)


@defines("mulligan-draw", "{player} draws a new hand of one fewer card for each mulligan")
def one_fewer_card(now: Situation, player: Player) -> NumberValue:
    """The new hand has one card fewer than the hand before."""
    return (_starting_hand(now, player) - _mulligans_counted(now, player, player.mulligans + 1)).at_least(0)


@variant_of(one_fewer_card, claim="{player} draws a new hand of as many cards as the starting hand")
def as_many_as_at_first(now: Situation, player: Player) -> NumberValue:
    """The new hand has as many cards as the starting hand size."""
    return _starting_hand(now, player)


@defines("mulligan-bottom", "{player} puts a card on the bottom of the library for each mulligan taken")
def one_card_for_each_mulligan(now: Situation, player: Player) -> NumberValue:
    """A player puts one card of the new hand on the bottom of their library for each mulligan they have taken."""
    return _mulligans_counted(now, player, player.mulligans + 1)


@encodes("mulligan-look", "with fewer cards than a starting hand, {player} may look at the top card")
def may_put_the_top_card_on_the_bottom(now: Situation, player: Player) -> Truth:
    """A player with fewer cards than the starting hand size may look at the top card and put it on the bottom."""
    return _mulligans_counted(now, player, player.mulligans + 1) >= 1


@answers("mulligan", "May this player take a mulligan now, and with how many cards would it leave them?",
         "player", "rules ask mulligan p1 --fact p1.mulligans=1")  # fmt: skip
def _mulligan(now: Situation, asked: QuestionArguments) -> DerivedValue:
    player = asked.named_player(now)
    may, free = now.rule("mulligan", player), now.rule("free-mulligan", player)
    reasons = all_of(may, free) if free.value else may
    if may.value is not True:
        return DerivedValue(None, reasons)
    steps = Derivation(now)
    draws = steps.apply_rule_or(NumberValue.exactly(7), "mulligan-draw", player)
    bottom = steps.apply_rule_or(NumberValue.exactly(0), "mulligan-bottom", player)
    value = {"draws": int(draws.low), "bottom": int(bottom.low), "hand": int(draws.low) - int(bottom.low)}
    if now.law.rule("mulligan-look") is not None:
        value["look_at_top"] = bool(now.rule("mulligan-look", player).value)
    return DerivedValue(value, reasons)
