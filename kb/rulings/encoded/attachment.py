"""Attachment: what Auras, Equipment and Fortifications can be attached to (301.5, 301.6, 303.4, 702.5)."""

from __future__ import annotations

from kb.rulings.logic import Claim, Truth, all_of, any_of, every, not_, some, stated, unknown
from kb.rulings.qualities import fits
from kb.rulings.questions import Question, permitted
from kb.rulings.registry import encodes, variant_of
from kb.rulings.situation import Object, Player, Situation
from kb.tongue import later

# --- what can be attached at all -----------------------------------------------------------------------------


def _is_aura(_now: Situation, attachment: Object, _host: Object | Player) -> Truth:
    return attachment.is_subtype("aura")


def _is_equipment(_now: Situation, attachment: Object, _host: Object | Player) -> Truth:
    return attachment.is_subtype("equipment")


def _is_fortification(_now: Situation, attachment: Object, _host: Object | Player) -> Truth:
    return attachment.is_subtype("fortification")


def is_local_enchantment(_now: Situation, attachment: Object, _host: Object | Player) -> Truth:
    """Whether it is what the rules once called a local enchantment: it says what it enchants."""
    if "enchant" in attachment.given:
        return stated(True, later("{attachment} says what it enchants"), attachment=attachment)
    return attachment.is_subtype("aura")


@encodes(
    "attachable",
    claim=later("{attachment} is an Aura, Equipment, or Fortification"),
    question="can-attach",
    role="requires",
    where=lambda _now, attachment, _host: not_(_is_attachment(attachment)),
)
def only_auras_equipment_and_fortifications(_now: Situation, attachment: Object, _host: Object | Player) -> Truth:
    """An effect that tries to attach what is no Aura, Equipment, or Fortification does nothing."""
    return _is_attachment(attachment)


def _is_attachment(attachment: Object) -> Truth:
    return any_of(*(attachment.is_subtype(each) for each in ("aura", "equipment", "fortification")))


@encodes(
    "battles-arent-attached",
    claim=later("{attachment} is a battle, which can't be attached to anything"),
    question="can-attach",
    role="forbids",
    where=lambda _now, attachment, _host: _is_also(attachment, "battle"),
)
def no_battle_is_attached(_now: Situation, attachment: Object, _host: Object | Player) -> Truth:
    """A battle can't be attached to players or permanents, even if it is also an Aura, Equipment, or Fortification."""
    return _is_also(attachment, "battle")


def _is_also(attachment: Object, word: str) -> Truth:
    """Whether an attachment has another card type; usually, where none are stated, it hasn't."""
    if not attachment.types.known and attachment.now.as_usual:
        claim = Claim(later("{attachment} isn't also a {word}"), (("attachment", attachment), ("word", word)))
        return Truth(False, claim=claim, facts=(attachment.types.fact,), assumed=True)
    return attachment.is_a(word)


# --- Equipment and Fortifications ----------------------------------------------------------------------------


@encodes(
    "equipment-to-creature",
    claim=later("{host} is a creature, as what an Equipment is attached to must be"),
    question="can-attach",
    role="requires",
    where=_is_equipment,
)
def only_to_a_creature(now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """An Equipment can be attached to a creature; it can't legally be attached to anything that isn't one."""
    return any_of(_stands_as(host, "creature"), as_though(now, attachment, host, "creature"))


@encodes(
    "equipment-that-cant-equip",
    claim=later("{attachment} can't equip {host}"),
    question="can-attach",
    role="forbids",
    where=_is_equipment,
)
def no_creature_and_not_itself(_now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """An Equipment that's also a creature can't equip a creature. An Equipment can't equip itself."""
    return any_of(_is_itself(attachment, host), _is_also(attachment, "creature"))


@variant_of(no_creature_and_not_itself)
def no_creature_without_reconfigure(_now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """An Equipment that's also a creature can't equip one unless it has reconfigure. It can't equip itself."""
    is_a_creature = all_of(_is_also(attachment, "creature"), not_(attachment.has("reconfigure")))
    return any_of(_is_itself(attachment, host), is_a_creature)


@encodes(
    "fortification-to-land",
    claim=later("{host} is a land that {attachment} can fortify"),
    question="can-attach",
    role="requires",
    where=_is_fortification,
)
def only_to_a_land(_now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """A Fortification can be attached to a land only; what is said of Equipment and creatures goes for lands."""
    return all_of(_stands_as(host, "land"), not_(_is_also(attachment, "land")))


@variant_of(only_to_a_land)
def only_to_a_land_if_no_creature(_now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """A Fortification can be attached to a land only; one that's also a creature can't fortify a land."""
    cant = any_of(_is_itself(attachment, host), _is_also(attachment, "creature"))
    return all_of(_stands_as(host, "land"), not_(cant))


def _stands_as(host: Object | Player, word: str) -> Truth:
    if isinstance(host, Player):
        return stated(False, later("{host} is a player"), host=host)
    return host.stands_as(word)


def _is_itself(attachment: Object, host: Object | Player) -> Truth:
    return stated(attachment.id == host.id, later("{attachment} would be attached to itself"), attachment=attachment)


def as_though(now: Situation, attachment: Object, host: Object | Player, quality: str) -> Truth:
    """Whether an effect lets it be attached to something as though that had a quality."""
    return some(
        effect.in_force
        for effect in now.effects_that("as-though", "be-attached", attachment)
        if quality in effect.given.get("quality", ()) and effect.directed_at(host)
    )


# --- Auras ---------------------------------------------------------------------------------------------------


def _enchantable(attachment: Object, host: Object | Player) -> Truth:
    """Whether a thing is what an Aura says it enchants: all that it says apply."""
    if not attachment.enchant.known:
        return unknown(
            attachment.enchant.fact, later("not stated: what {attachment} can enchant"), attachment=attachment
        )
    return every(fits(host, phrase.lower().removeprefix("enchant "), attachment) for phrase in attachment.enchant)


@encodes(
    "enchant",
    claim=later("{host} is what {attachment} can enchant"),
    question="can-attach",
    role="requires",
    where=is_local_enchantment,
)
def as_its_type_line_says(_now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """A local enchantment can enchant only what its type line says."""
    return _enchantable(attachment, host)


@variant_of(as_its_type_line_says, where=_is_aura)
def as_its_enchant_abilities_say(_now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """The enchant ability restricts what an Aura can enchant; of several, all apply."""
    return _enchantable(attachment, host)


@encodes(
    "aura-target",
    claim=later("{target} is what {source}, an Aura spell, can enchant"),
    question="can-target",
    role="requires",
    where=lambda _now, source, _target: all_of(source.is_subtype("aura"), source.zone != "battlefield"),
)
def defined_by_its_enchant_ability(_now: Situation, source: Object, target: Object | Player) -> Truth:
    """An Aura spell requires a target, which is defined by its enchant ability."""
    return _enchantable(source, target)


@encodes(
    "not-enchanted-by",
    claim=later("another effect keeps {attachment} from being attached to {host}"),
    question="can-attach",
    role="forbids",
    where=lambda now, attachment, host: stated(bool(_limits(now, attachment, host))),
)
def other_effects_limit_it(now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """Other effects can limit what a permanent can be enchanted by."""
    return some(_limits(now, attachment, host))


def _limits(now: Situation, attachment: Object, host: Object | Player) -> list[Truth]:
    """What effects say of what can be attached to a thing: perhaps only of some kinds of attachments."""
    listing = "players" if isinstance(host, Player) else "objects"
    return [
        all_of(effect.in_force, *(attachment.is_subtype(kind.lower()) for kind in effect.given.get("quality", ())))
        for effect in now.effects_that("cant", "be-attached", host)
        if host.id in effect.given.get(listing, ()) and effect.directed_at(attachment)
    ]


@encodes(
    "aura-that-cant-enchant",
    claim=later("{attachment} can't enchant {host}"),
    question="can-attach",
    role="forbids",
    where=is_local_enchantment,
)
def not_itself(_now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """A local enchantment can't be attached to itself."""
    return _is_itself(attachment, host)


@variant_of(not_itself)
def not_itself_and_no_creature_to_an_object(_now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """It can't be attached to itself; one that's also a creature can't be attached to another object."""
    to_an_object = all_of(_is_also(attachment, "creature"), stated(isinstance(host, Object)))
    return any_of(_is_itself(attachment, host), to_an_object)


@variant_of(not_itself, where=_is_aura)
def not_itself_and_no_creature(_now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """An Aura can't enchant itself. An Aura that's also a creature can't enchant anything."""
    return any_of(_is_itself(attachment, host), _is_also(attachment, "creature"))


# --- the questions -------------------------------------------------------------------------------------------


def can_attach(now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """Whether something can be attached to something."""
    allowed = permitted(now, "can-attach", "be-attached", attachment, attachment, host)
    if now.law.rule("attachable") is not None:
        return allowed
    kinds = any_of(
        is_local_enchantment(now, attachment, host),
        _is_equipment(now, attachment, host),
        _is_fortification(now, attachment, host),
    )
    return all_of(kinds, allowed)


CAN_ATTACH = Question(
    "can-attach",
    later("Can this Aura, Equipment or Fortification be attached to that object or player?"),
    "objects",
    lambda now, asked: can_attach(now, asked.object(now), asked.thing(now, 1)),
    "rules ask can-attach A B --fact A.subtypes=Equipment --fact B.types=creature",
)
