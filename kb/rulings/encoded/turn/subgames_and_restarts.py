"""The places of cards after a game is restarted or a subgame ends (726, 728)."""

from __future__ import annotations

from kb.rulings.encoded.characteristics.mana_values import NONTRADITIONAL
from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import encodes, variant_of
from kb.rulings.logic.ternary import Truth, all_of, not_
from kb.rulings.situation.situation import Object, Situation


def _is_card(thing: Object) -> Truth:
    """Yes if an object is a card. Tokens, copies and emblems aren't cards."""
    said = [thing.card] if "card" in thing.stated else []
    copy = [thing.copy == "no"] if "copy" in thing.stated else []
    token = [not_(thing.token)] if "token" in thing.stated or not said else []
    return all_of(*said, *copy, *token, not_(thing.emblem))


def _is_traditional(thing: Object) -> Truth:
    return not_(thing.types.contains_any(*NONTRADITIONAL))


@encodes("cards-of-a-restarted-game", "{thing} is involved in the new game, with the owner that it had")
def all_cards_are_involved(_now: Situation, thing: Object) -> Truth:
    """The new game has all cards that were in the old game when the old game was restarted. Owners don't change."""
    return _is_card(thing)


@encodes("cards-of-a-subgame", "{thing} is put into its owner's main-game library")
def all_cards_of_the_subgame(_now: Situation, thing: Object) -> Truth:
    """As a subgame ends, each player puts all cards they own in the subgame into their main-game library."""
    return _is_card(thing)


@variant_of(all_cards_of_the_subgame)
def all_but_those_in_the_command_zone(_now: Situation, thing: Object) -> Truth:
    """As a subgame ends, its cards go into their owners' main-game libraries, except those in its command zone."""
    return all_of(_is_card(thing), thing.zone != "command")


@variant_of(all_cards_of_the_subgame)
def traditional_cards_but_those_in_the_command_zone(_now: Situation, thing: Object) -> Truth:
    """As a subgame ends, its traditional cards go into main-game libraries, except those in its command zone."""
    return all_of(_is_card(thing), _is_traditional(thing), thing.zone != "command")


@answers("after-restart", "Is this object involved in the new game when this one is restarted, in whose library?",
         "object", "rules ask after-restart A --fact A.owner=p1")  # fmt: skip
def _after_restart(now: Situation, asked: QuestionArguments) -> DerivedValue:
    thing = asked.object(now)
    in_library = _is_traditional(thing).value if "types" in thing.stated else True
    return _owner_of_library(now, thing, "cards-of-a-restarted-game", {"zone": "library"} if in_library else {})


@answers("after-subgame",
         "Is this object of a subgame put into a main-game library when the subgame ends, and into whose?",
         "object", "rules ask after-subgame A --fact A.owner=p1 --fact A.types=creature")  # fmt: skip
def _after_subgame(now: Situation, asked: QuestionArguments) -> DerivedValue:
    return _owner_of_library(now, asked.object(now), "cards-of-a-subgame", {"zone": "library"})


def _owner_of_library(now: Situation, thing: Object, concept: str, value: dict[str, str]) -> DerivedValue:
    """Return `value` with the owner of `thing` added, and the rule for `concept` as the reason."""
    steps, goes = Derivation(now), now.rule(concept, thing)
    owner = steps.read_value(thing.owner) if goes.value is not False else None
    return DerivedValue({**value, "owner": owner}, all_of(goes, steps.truth))
