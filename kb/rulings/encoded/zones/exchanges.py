"""Exchanges of permanents between players, and of an Aura with an Aura card in the hand (701.12, 702.65)."""

from __future__ import annotations

from kb.rulings.encoded.attachment.legal_attachment import can_attach
from kb.rulings.encoded.turn.timing import belongs_to
from kb.rulings.encoded.zones.battlefield_entry import is_aura
from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import encodes
from kb.rulings.logic.ternary import Truth, all_of
from kb.rulings.situation.situation import Object, Player, Situation


@encodes("entire-exchange", "the entire exchange of {first} and {second} can be completed")
def both_or_none(_now: Situation, first: Object, second: Object) -> Truth:
    """If the entire exchange can't be completed, no part of it occurs."""
    return all_of(first.is_permanent, second.is_permanent)


@encodes("exchange-of-control", "different players control {first} and {second}")
def controlled_by_different_players(_now: Situation, first: Object, second: Object) -> Truth:
    """Each player gains control of the other's permanent. If one player controls both permanents, nothing happens."""
    return first.controller != second.controller


@answers("exchange-control",
         "Is control of these two permanents exchanged by an effect, and who controls each afterwards?", "objects",
         "rules ask exchange-control A B --fact A.controller=p1 --fact B.controller=p2")  # fmt: skip
def _exchange_control(now: Situation, asked: QuestionArguments) -> DerivedValue:
    first, second = asked.object(now), asked.object(now, 1)
    done = [now.rule(each, first, second) for each in ("entire-exchange", "exchange-of-control")]
    return DerivedValue({first.id: second.controller.value, second.id: first.controller.value}, all_of(*done))


@encodes("aura-swap", "{aura} is an Aura of {player}, and {card} an Aura card in their hand")
def a_permanent_with_an_aura_card_in_hand(_now: Situation, player: Player, aura: Object, card: Object) -> Truth:
    """You may exchange this permanent with an Aura card in your hand."""
    is_theirs = all_of(aura.is_permanent, is_aura(aura), player.controls(aura))
    return all_of(is_theirs, card.zone == "hand", belongs_to(card, player), is_aura(card))


@encodes("aura-swap-halves", "{aura} can go to the hand of {player}, and {card} enchant what it enchants")
def each_half_can_be_completed(now: Situation, player: Player, aura: Object, card: Object) -> Truth:
    """If one half of the exchange can't be completed, the ability has no effect."""
    host = aura.host
    enchants = can_attach(now, card, host) if host is not None else aura.attached_to != "none"
    return all_of(player.owns(aura), enchants)


@answers("aura-swap", "Does the aura swap ability of this Aura exchange it with that card in the hand?", "objects",
         "rules ask aura-swap A B -f situation.yaml")  # fmt: skip
def _aura_swap(now: Situation, asked: QuestionArguments) -> Truth:
    aura, card = asked.object(now), asked.object(now, 1)
    player = asked.player(now, aura)
    return all_of(*(now.rule(each, player, aura, card) for each in ("aura-swap", "aura-swap-halves")))
