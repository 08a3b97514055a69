"""Replacement and prevention effects of keyword abilities: absorb, umbra armor, madness, dredge (702)."""

from __future__ import annotations

from collections.abc import Iterator

from kb.rulings.law.rule_registry import encodes
from kb.rulings.logic.ternary import Truth, all_of, constant
from kb.rulings.situation.situation import Effect, Object, Player, Situation


@encodes("umbra-armor", "{aura} has umbra armor: instead of {permanent}, {aura} is destroyed")
def aura_is_destroyed_instead(_now: Situation, permanent: Object, aura: Object) -> Truth:
    """If the enchanted permanent would be destroyed, all damage is removed from it and the Aura is destroyed."""
    return all_of(aura.is_permanent, aura.attached_to == permanent, aura.has_keyword("umbra armor"))


@encodes("absorb", "{creature} has absorb: so much of the damage of each source is prevented")
def so_much_of_each_source_is_prevented(_now: Situation, creature: Object, ability: str) -> Truth:
    """If a source would deal damage to the creature, absorb N prevents N of that damage."""
    return all_of(creature.is_permanent_of_type("creature"), creature.keywords.contains(ability))


@encodes("madness", "{card} has madness: it is discarded into exile")
def discarded_into_exile(_now: Situation, card: Object) -> Truth:
    """A player who discards a card with madness from their hand exiles it instead of putting it into the graveyard."""
    return all_of(card.zone == "hand", card.has_keyword("madness"))


@encodes("madness-choice", "the player who discards {card} chooses whether to exile it")
def may_be_discarded_into_exile(now: Situation, card: Object) -> Truth:
    """A player who discards a card with madness may exile it instead of putting it into the graveyard."""
    return now.rule("madness", card)


@encodes("dredge", "{player} may return {card} to the hand instead of drawing a card")
def returned_instead_of_drawing(_now: Situation, player: Player, card: Object) -> Truth:
    """A player with enough cards in the library may mill N cards and return the card instead of drawing a card."""
    enough = [
        player.library >= card.number_of_keyword(each) if "library" in player.stated else constant(True)
        for each in card.keywords_named("dredge")
    ]
    return all_of(card.zone == "graveyard", card.owner == player, *enough[:1], card.has_keyword("dredge"))


def effects_of_keywords(now: Situation, says: str, does: str, permanent: Object) -> Iterator[Effect]:
    """Yield the effects of keyword abilities on what happens to a permanent.

    The id of an effect is the concept of its rule, a full stop, and what tells the effect from others of the rule.
    """
    if (says, does) == ("replaces", "be-destroyed"):
        for aura in now.attached_permanents:
            if aura.stated.get("attached_to") == permanent.id and _has_armor(now, permanent, aura).value:
                text = f"{aura.id}: umbra armor"
                facts = {"says": says, "does": does, "objects": (permanent.id,), "instead": "other", "text": text}
                yield Effect(f"umbra-armor.{aura.id}", now, facts)
    elif (says, does) == ("prevents", "be-dealt-damage"):
        for place, each in enumerate(permanent.keywords_named("absorb")):
            number = permanent.number_of_keyword(each)
            if now.rule("absorb", permanent, each).value and number.is_known:
                stated = {"says": says, "does": does, "objects": (permanent.id,), "amount": int(number.low),
                          "each": "event", "text": f"{permanent.id}: {each}"}  # fmt: skip
                yield Effect(f"absorb.{place}", now, stated)


def keyword_effect_applies(now: Situation, effect: Effect, permanent: Object) -> Truth | None:
    """Return whether an effect of `effects_of_keywords` applies, with its rule; None if it is another effect."""
    concept, _dot, which = effect.id.partition(".")
    if concept == "umbra-armor" and (aura := now.object(which)) is not None:
        return _has_armor(now, permanent, aura)
    if concept == "absorb":
        return now.rule("absorb", permanent, permanent.keywords_named("absorb")[int(which)])
    return None


def reason_for(now: Situation, effect: Effect, thing: Object | Player) -> Truth:
    """Return the rule by which an effect applies: the rule of a keyword ability, or that cards override rules."""
    of_keyword = keyword_effect_applies(now, effect, thing) if isinstance(thing, Object) else None
    return now.rule("cards-beat-rules", effect) if of_keyword is None else of_keyword


def _has_armor(now: Situation, permanent: Object, aura: Object) -> Truth:
    return now.rule("umbra-armor", permanent, aura)


def madness_applies(now: Situation, thing: Object | Player, happens: str) -> Truth:
    """Yes if a card that is discarded goes, or may go, to exile because of madness."""
    if happens != "discard" or not isinstance(thing, Object) or not thing.keywords_named("madness"):
        return constant(False)
    return now.rule("madness", thing)


def is_madness_optional(now: Situation) -> bool:
    """True if the rules of the day let the player choose whether the card goes to exile."""
    return now.law.rule("madness-choice") is not None


def cards_with_dredge(now: Situation, player: Player) -> list[tuple[Object, Truth]]:
    """Return the listed cards that a player may return instead of drawing a card, each with the reason."""
    cards = (each for each in now.objects if each.keywords_named("dredge"))
    found = [(each, now.rule("dredge", player, each)) for each in cards]
    return [(each, truth) for each, truth in found if truth.value is not False]
