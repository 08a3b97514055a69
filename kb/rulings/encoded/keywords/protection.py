"""Protection from attachments and from damage (702.16)."""

from __future__ import annotations

from kb.rulings.engine.protection_qualities import has_protection, is_protected_from
from kb.rulings.law.rule_registry import Row, encodes, encodes_each, variant_of
from kb.rulings.logic.ternary import Truth, all_of, constant, some
from kb.rulings.situation.situation import Object, Player, Situation


def _attaches(_now: Situation, attachment: Object, host: Object | Player, *, subtypes: tuple[str, ...]) -> Truth:
    """Yes if an attachment has one of the `subtypes` and its host has protection."""
    return all_of(some(attachment.has_subtype(each) for each in subtypes), has_protection(host))


@encodes_each(
    Row("protection-from-auras", "permanents_arent_enchanted", "{host} has protection from a quality of {attachment}",
        "A permanent with protection can't be enchanted by Auras that have the stated quality.", subtypes=("aura",),
        permanents_only=True),
    Row("protection-from-auras", "permanents_and_players_arent_enchanted", "",
        "A permanent or player with protection can't be enchanted by Auras that have the stated quality.",
        subtypes=("aura",)),
    Row("protection-from-equipment", "permanents_arent_equipped", "",
        "A permanent with protection can't be equipped by Equipment that have the stated quality.",
        subtypes=("equipment",)),
    Row("protection-from-equipment", "permanents_arent_equipped_or_fortified", "",
        "A permanent with protection can't be equipped or fortified by permanents that have the stated quality.",
        subtypes=("equipment", "fortification")),
    question="can-attach", role="forbids", where=_attaches,
)  # fmt: skip
def nothing_is_attached(
    _now: Situation, attachment: Object, host: Object | Player, *, permanents_only: bool = False
) -> Truth:
    """A permanent or player with protection can't have attachments with the stated quality."""
    protected = is_protected_from(host, attachment)
    return all_of(constant(isinstance(host, Object)), protected) if permanents_only else protected


@encodes("protection-from-damage", "damage that {source} would deal to {recipient} is prevented")
def damage_to_permanents_is_prevented(_now: Situation, source: Object, recipient: Object | Player) -> Truth:
    """Damage to a permanent with protection is prevented if the source has the stated quality."""
    return all_of(constant(isinstance(recipient, Object)), is_protected_from(recipient, source))


@variant_of(damage_to_permanents_is_prevented)
def damage_to_permanents_and_players_is_prevented(_now: Situation, source: Object, recipient: Object | Player) -> Truth:
    """Damage to a permanent or player with protection is prevented if the source has the stated quality."""
    return is_protected_from(recipient, source)
