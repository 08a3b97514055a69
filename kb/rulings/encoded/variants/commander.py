"""The Commander variant (903): which cards can be commanders, the commander tax, the return to the command zone."""

from __future__ import annotations

from kb.rulings.encoded.variants.partners import can_be_commanders_together
from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers, is_permitted
from kb.rulings.law.rule_registry import Row, defines, encodes, encodes_each, permits, requires, variant_of
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Truth, all_of, any_of, not_
from kb.rulings.situation.situation import Object, Situation


def _is_brawl(now: Situation, _card: Object) -> Truth:
    return now.game.variant == "brawl"


@requires("can-be-commander", "legendary-commander", "{card} is legendary")
def a_legendary_card(_now: Situation, card: Object) -> Truth:
    """A commander is a legendary card."""
    return card.supertypes.contains("legendary")


@permits("can-be-commander", "commander-card", "{card} is a card that can be a commander",
         where=lambda now, card: not_(_is_brawl(now, card)))  # fmt: skip
def a_creature_card(_now: Situation, card: Object) -> Truth:
    """A commander is a legendary creature card."""
    return card.has_type("creature")


@variant_of(a_creature_card)
def a_creature_vehicle_or_spacecraft_card(_now: Situation, card: Object) -> Truth:
    """A commander is a legendary creature card, Vehicle card, or Spacecraft card with a power/toughness box."""
    return any_of(card.has_type("creature"), _is_vehicle_or_spacecraft(card))


def _is_vehicle_or_spacecraft(card: Object) -> Truth:
    return any_of(card.has_subtype("vehicle"), all_of(card.has_subtype("spacecraft"), card.has_power_box))


@permits("can-be-commander", "says-it-can-be-commander", "an ability of {card} says that it can be a commander")
def a_planeswalker_that_says_so(_now: Situation, card: Object) -> Truth:
    """A planeswalker card can be a commander if one of its abilities says so."""
    return all_of(card.has_type("planeswalker"), card.can_be_commander)


@variant_of(a_planeswalker_that_says_so)
def a_card_that_says_so(_now: Situation, card: Object) -> Truth:
    """A card can be a commander if one of its abilities says so."""
    return card.can_be_commander


@permits("can-be-commander", "brawl-commander", "{card} is a card that can be a commander in Brawl", where=_is_brawl)
def a_creature_or_planeswalker_card(_now: Situation, card: Object) -> Truth:
    """A Brawl commander is a legendary creature or planeswalker."""
    return any_of(card.has_type("creature"), card.has_type("planeswalker"))


@variant_of(a_creature_or_planeswalker_card)
def a_creature_planeswalker_vehicle_or_spacecraft_card(_now: Situation, card: Object) -> Truth:
    """A Brawl commander is a legendary creature, planeswalker, Vehicle, or Spacecraft with a power/toughness box."""
    return any_of(card.has_type("creature"), card.has_type("planeswalker"), _is_vehicle_or_spacecraft(card))


@answers("can-be-commander",
         "Can this card be a commander? With a second card: can both be the commanders of one deck?", "objects",
         "rules ask can-be-commander A --fact A.types=[creature] --fact A.supertypes=[legendary]")  # fmt: skip
def can_be_commander(now: Situation, asked: QuestionArguments) -> Truth:
    card = asked.object(now)
    if len(asked.things) > 1:
        return can_be_commanders_together(now, asked)
    return is_permitted(now, "can-be-commander", "other", card, card)


@encodes("is-commander", "{thing} is a commander: the card keeps the designation wherever and however it is")
def designation_of_the_card(_now: Situation, thing: Object) -> Truth:
    """A commander stays a commander in any zone, even while it's face down. A copy of a commander isn't a commander."""
    return thing.commander


@defines("commander-tax", "{commander} costs two more for each time it was cast from the command zone")
def two_for_each_previous_time(_now: Situation, commander: Object) -> NumberValue:
    """A commander cast from the command zone costs {2} more for each earlier time it was cast from that zone."""
    return commander.times_cast_from_command + commander.times_cast_from_command


@answers("commander-tax", "How much more does this commander cost from the command zone?", "object",
         "rules ask commander-tax A --fact A.times_cast_from_command=2")  # fmt: skip
def commander_tax(now: Situation, asked: QuestionArguments) -> DerivedValue:
    commander = asked.object(now)
    rule = now.law.rule("commander-tax")
    tax = rule(now, commander) if rule is not None else NumberValue.exactly(0)
    return DerivedValue.from_rule(tax, "commander-tax", now, commander)


@encodes_each(
    Row("command-zone-instead", "instead_of_the_graveyard",
        "the owner of {commander} may put it into the command zone instead",
        "If a general would be put into its owner's graveyard, that player may put it into the command zone instead.",
        zones=("graveyard",)),
    Row("command-zone-instead", "instead_of_any_zone",
        "the owner of {commander} may put it into the command zone instead",
        "If a commander would go to exile, hand, graveyard or library, its owner may put it into the command zone.",
        zones=("exile", "hand", "graveyard", "library")),
    Row("command-zone-instead", "instead_of_hand_or_library",
        "the owner of {commander} may put it into the command zone instead",
        "If a commander would be put into its owner's hand or library, its owner may put it into the command zone.",
        zones=("hand", "library")),
    question="command-zone", role="permits",
)  # fmt: skip
def instead_of_zones(now: Situation, commander: Object, *, zones: tuple[str, ...]) -> Truth:
    """If a commander would be put into one of `zones`, its owner may put it into the command zone instead."""
    return all_of(now.rule("is-commander", commander), now.proposed.moves_to.is_one_of(*zones))


@permits(
    "command-zone",
    "command-zone-afterwards",
    "the owner of {commander} may put it into the command zone the next time state-based actions are checked",
)
def from_graveyard_or_exile(now: Situation, commander: Object) -> Truth:
    """If a commander went to a graveyard or exile since the last check, its owner may put it into the command zone."""
    would_be = now.proposed.moves_to.is_one_of("graveyard", "exile")
    was = all_of(commander.zone.is_one_of("graveyard", "exile"), commander.put_there_since_check)
    return all_of(now.rule("is-commander", commander), any_of(would_be, was))


@answers("command-zone", "May the owner put this commander into the command zone, where it would be put elsewhere?",
         "object", "rules ask command-zone A --fact A.commander=yes --fact proposed.moves_to=hand")  # fmt: skip
def command_zone(now: Situation, asked: QuestionArguments) -> Truth:
    commander = asked.object(now)
    return is_permitted(now, "command-zone", "other", commander, commander)
