"""Controlling another player (722): decisions, cards that players can see, and resources that pay costs."""

from __future__ import annotations

from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import encodes, variant_of
from kb.rulings.logic.ternary import Truth, all_of, any_of, not_
from kb.rulings.situation.situation import Object, Player, Situation

_PUBLIC = ("battlefield", "graveyard", "stack", "exile", "command", "ante")


@encodes("deciding-for-a-player", "the controller of {player} makes the choices that the game calls for")
def during_the_controlled_turn(now: Situation, player: Player) -> Truth:
    """A player who controls another player's turn makes all choices that rules or objects call for in that turn."""
    return all_of(player.controlled_by != "none", player.is_active, now.proposed.decision == "game")


@variant_of(during_the_controlled_turn)
def while_controlling_the_player(now: Situation, player: Player) -> Truth:
    """A player who controls another player makes all choices that rules or objects call on that player to make."""
    return all_of(player.controlled_by != "none", now.proposed.decision == "game")


@encodes("deciding-for-oneself", "nothing in the game calls for the decision, so {player} makes it")
def what_the_game_does_not_call_for(now: Situation, _player: Player) -> Truth:
    """A player's controller makes only decisions that rules or objects call for, not those under tournament rules."""
    return now.proposed.decision.is_one_of("tournament", "other")


@answers("decides", "Who makes a decision for this player: the player, or who controls that player?", "player",
         "rules ask decides p1 --fact p1.controlled_by=p2 --fact proposed.decision=game")  # fmt: skip
def _decides(now: Situation, asked: QuestionArguments) -> DerivedValue:
    player = asked.named_player(now)
    controlled = now.rule("deciding-for-a-player", player)
    if controlled.value is not False:
        return DerivedValue(player.controlled_by.value, controlled)
    own = now.rule("deciding-for-oneself", player)
    return DerivedValue(player.id, own if own.value else not_(controlled))


def _visible(player: Player, thing: Object) -> Truth:
    """Yes if a player can see a card, given its zone, its owner and controller, and whether it is face down."""
    public = all_of(thing.zone.is_one_of(*_PUBLIC), not_(thing.face_down))
    own_face_down = all_of(thing.face_down, thing.zone.is_one_of("battlefield", "stack"), player.controls(thing))
    own_cards = all_of(thing.zone.is_one_of("hand", "outside"), player.owns(thing))
    return any_of(public, *(each for each in (own_face_down, own_cards) if each.value is not False))


@encodes("seeing-what-a-player-sees", "{thing} is visible to {player}, and so to who controls that player")
def whatever_is_visible(_now: Situation, player: Player, thing: Object) -> Truth:
    """Information about an object that is visible to the controlled player is also visible to the controller."""
    return _visible(player, thing)


@variant_of(whatever_is_visible)
def whatever_is_visible_in_the_game(_now: Situation, player: Player, thing: Object) -> Truth:
    """The controller sees what the controlled player sees in the game, but no cards outside the game."""
    return all_of(_visible(player, thing), thing.zone != "outside")


@answers("can-see", "Can this player see that card: by themselves, or as they control another player?",
         "objects", "rules ask can-see p2 A -f situation.yaml")  # fmt: skip
def _can_see(now: Situation, asked: QuestionArguments) -> Truth:
    player, thing = asked.named_player(now), asked.object(now, 1)
    controlled = [each for each in now.players if each.controlled_by.value == player.id]
    through = [now.rule("seeing-what-a-player-sees", each, thing) for each in controlled]
    own = _visible(player, thing)
    return any_of(own, *through) if through else own


@encodes("paying-for-a-player", "{thing} is one of the resources of {player}, which alone pay their costs")
def only_with_that_players_resources(_now: Situation, player: Player, thing: Object) -> Truth:
    """The controller of another player can use only that player's resources to pay costs for that player."""
    if thing.zone.value in (None, "battlefield", "stack"):
        return player.controls(thing)
    return player.owns(thing)


@answers("can-pay-with",
         "Can this card or permanent be used to pay costs for this player, whoever controls that player?",
         "objects", "rules ask can-pay-with p1 A -f situation.yaml")  # fmt: skip
def _can_pay_with(now: Situation, asked: QuestionArguments) -> Truth:
    return now.rule("paying-for-a-player", asked.named_player(now), asked.object(now, 1))
