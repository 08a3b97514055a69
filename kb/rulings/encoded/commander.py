"""The Commander variant (903): which cards can be commanders, the commander tax, the way back to the command zone."""

from __future__ import annotations

from kb.rulings.encoded.partners import both_can_be
from kb.rulings.logic import Truth, all_of, any_of, not_
from kb.rulings.questions import Asked, Question, permitted
from kb.rulings.registry import defines, encodes, variant_of
from kb.rulings.situation import Object, Situation
from kb.rulings.steps import Valued
from kb.rulings.terms import Number
from kb.tongue import later

# --- who can be a commander ----------------------------------------------------------------------------------


def _is_brawl(now: Situation, _card: Object) -> Truth:
    return now.game.variant == "brawl"


@encodes("legendary-commander", claim=later("{card} is legendary"), question="can-be-commander", role="requires")
def a_legendary_card(_now: Situation, card: Object) -> Truth:
    """A commander is a legendary card."""
    return card.supertypes.has("legendary")


@encodes(
    "commander-card",
    claim=later("{card} is a card that can be a commander"),
    question="can-be-commander",
    role="permits",
    where=lambda now, card: not_(_is_brawl(now, card)),
)
def a_creature_card(_now: Situation, card: Object) -> Truth:
    """A commander is a legendary creature card."""
    return card.is_a("creature")


@variant_of(a_creature_card)
def a_creature_vehicle_or_spacecraft_card(_now: Situation, card: Object) -> Truth:
    """A commander is a legendary creature card, Vehicle card, or Spacecraft card with a power/toughness box."""
    return any_of(
        card.is_a("creature"),
        card.is_subtype("vehicle"),
        all_of(card.is_subtype("spacecraft"), card.has_power_box),
    )


@encodes(
    "says-it-can-be-commander",
    claim=later("an ability of {card} says that it can be a commander"),
    question="can-be-commander",
    role="permits",
)
def a_planeswalker_that_says_so(_now: Situation, card: Object) -> Truth:
    """Some planeswalker cards have an ability that states the card can be your commander."""
    return all_of(card.is_a("planeswalker"), card.can_be_commander)


@variant_of(a_planeswalker_that_says_so)
def a_card_that_says_so(_now: Situation, card: Object) -> Truth:
    """Some cards have an ability that states the card can be your commander."""
    return card.can_be_commander


@encodes(
    "brawl-commander",
    claim=later("{card} is a card that can be a commander in Brawl"),
    question="can-be-commander",
    role="permits",
    where=_is_brawl,
)
def a_creature_or_planeswalker_card(_now: Situation, card: Object) -> Truth:
    """In Brawl, a player designates either a legendary planeswalker or a legendary creature as their commander."""
    return any_of(card.is_a("creature"), card.is_a("planeswalker"))


@variant_of(a_creature_or_planeswalker_card)
def a_creature_planeswalker_vehicle_or_spacecraft_card(_now: Situation, card: Object) -> Truth:
    """In Brawl, it is a legendary creature, planeswalker or Vehicle card, or a Spacecraft card with a P/T box."""
    return any_of(
        card.is_a("creature"),
        card.is_a("planeswalker"),
        card.is_subtype("vehicle"),
        all_of(card.is_subtype("spacecraft"), card.has_power_box),
    )


def _can_be_commander(now: Situation, asked: Asked) -> Truth:
    card = asked.object(now)
    if len(asked.things) > 1:
        return both_can_be(now, asked)
    return permitted(now, "can-be-commander", "other", card, card)


CAN_BE_COMMANDER = Question(
    "can-be-commander",
    later("Can this card be a commander? With a second card: can both be the commanders of one deck?"),
    "objects",
    _can_be_commander,
    "rules ask can-be-commander A --fact A.types=[creature] --fact A.supertypes=[legendary]",
)


@encodes(
    "is-commander", claim=later("{thing} is a commander: the card keeps the designation wherever and however it is")
)
def designation_of_the_card(_now: Situation, thing: Object) -> Truth:
    """The designation is of the card: it stays when it changes zones, is face down or a copy; a copy of it has none."""
    return thing.commander


# --- playing -------------------------------------------------------------------------------------------------


@defines(
    "commander-tax",
    claim=later("{commander} costs two more for each time it was cast from the command zone"),
)
def two_for_each_previous_time(_now: Situation, commander: Object) -> Number:
    """A commander cast from the command zone costs an additional {2} for each previous time it was cast from there."""
    return commander.times_cast_from_command + commander.times_cast_from_command


def _commander_tax(now: Situation, asked: Asked) -> Valued:
    commander = asked.object(now)
    rule = now.law.rule("commander-tax")
    tax = rule(now, commander) if rule is not None else Number.of(0)
    return Valued.of(tax, "commander-tax", now, commander)


COMMANDER_TAX = Question(
    "commander-tax",
    later("How much more does this commander cost from the command zone?"),
    "object",
    _commander_tax,
    "rules ask commander-tax A --fact A.times_cast_from_command=2",
)


@encodes(
    "command-zone-instead",
    claim=later("the owner of {commander} may put it into the command zone instead"),
    question="command-zone",
    role="permits",
)
def instead_of_the_graveyard(now: Situation, commander: Object) -> Truth:
    """If a general would be put into its owner's graveyard, that player may put it into the command zone instead."""
    return all_of(now.rule("is-commander", commander), now.proposed.moves_to == "graveyard")


@variant_of(instead_of_the_graveyard)
def instead_of_any_zone(now: Situation, commander: Object) -> Truth:
    """If a commander would be exiled or put into hand, graveyard or library, its owner may choose the command zone."""
    return all_of(
        now.rule("is-commander", commander), now.proposed.moves_to.one_of("exile", "hand", "graveyard", "library")
    )


@variant_of(instead_of_the_graveyard)
def instead_of_hand_or_library(now: Situation, commander: Object) -> Truth:
    """If a commander would be put into its owner's hand or library, its owner may put it into the command zone."""
    return all_of(now.rule("is-commander", commander), now.proposed.moves_to.one_of("hand", "library"))


@encodes(
    "command-zone-afterwards",
    claim=later(
        "the owner of {commander} may put it into the command zone the next time state-based actions are checked"
    ),
    question="command-zone",
    role="permits",
)
def from_graveyard_or_exile(now: Situation, commander: Object) -> Truth:
    """A commander put into a graveyard or exile since the last check may be put into the command zone by its owner."""
    would_be = now.proposed.moves_to.one_of("graveyard", "exile")
    was = all_of(commander.zone.one_of("graveyard", "exile"), commander.put_there_since_check)
    return all_of(now.rule("is-commander", commander), any_of(would_be, was))


def _command_zone(now: Situation, asked: Asked) -> Truth:
    commander = asked.object(now)
    return permitted(now, "command-zone", "other", commander, commander)


COMMAND_ZONE = Question(
    "command-zone",
    later("May the owner put this commander into the command zone, where it would be put elsewhere?"),
    "object",
    _command_zone,
    "rules ask command-zone A --fact A.commander=yes --fact proposed.moves_to=hand",
)
