"""Protection, as far as it is about being attached to and being dealt damage (702.16)."""

from __future__ import annotations

from kb.rulings.engine.card_phrases import has_protection, is_protected_from
from kb.rulings.law.rule_registry import encodes, forbids, variant_of
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant
from kb.rulings.situation.situation import Object, Player, Situation


@forbids("can-attach", "protection-from-auras", "{host} has protection from a quality of {attachment}",
         where=lambda _now, attachment, host: all_of(attachment.has_subtype("aura"), has_protection(host)))  # fmt: skip
def permanents_arent_enchanted(_now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """A permanent with protection can't be enchanted by what has the stated quality."""
    return all_of(constant(isinstance(host, Object)), is_protected_from(host, attachment))


@variant_of(permanents_arent_enchanted)
def permanents_and_players_arent_enchanted(_now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """A permanent or player with protection can't be enchanted by Auras that have the stated quality."""
    return is_protected_from(host, attachment)


@forbids(
    "can-attach",
    "protection-from-equipment",
    "{host} has protection from a quality of {attachment}",
    where=lambda _now, attachment, host: all_of(attachment.has_subtype("equipment"), has_protection(host)),
)
def permanents_arent_equipped(_now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """A permanent with protection can't be equipped by Equipment that have the stated quality."""
    return is_protected_from(host, attachment)


@variant_of(
    permanents_arent_equipped,
    where=lambda _now, attachment, host: all_of(
        any_of(attachment.has_subtype("equipment"), attachment.has_subtype("fortification")), has_protection(host)
    ),
)
def permanents_arent_equipped_or_fortified(_now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """A permanent with protection can't be equipped or fortified by what has the stated quality."""
    return is_protected_from(host, attachment)


@encodes("protection-from-damage", "damage that {source} would deal to {recipient} is prevented")
def damage_to_permanents_is_prevented(_now: Situation, source: Object, recipient: Object | Player) -> Truth:
    """Damage from sources that have the stated quality to a permanent with protection is prevented."""
    return all_of(constant(isinstance(recipient, Object)), is_protected_from(recipient, source))


@variant_of(damage_to_permanents_is_prevented)
def damage_to_permanents_and_players_is_prevented(_now: Situation, source: Object, recipient: Object | Player) -> Truth:
    """Damage from sources that have the stated quality to a permanent or player with protection is prevented."""
    return is_protected_from(recipient, source)
