"""The objects and players that Auras, Equipment and Fortifications can be attached to (301.5, 301.6, 303.4, 702.5)."""

from __future__ import annotations

from collections.abc import Callable

from kb.rulings.encoded.characteristics.own_types import is_bestowed
from kb.rulings.engine.card_phrases import phrase_picks
from kb.rulings.engine.questions import Question, is_permitted
from kb.rulings.law.rule_registry import Row, encodes, encodes_each, forbids, requires, variant_of
from kb.rulings.logic.ternary import Claim, Truth, all_of, any_of, constant, every, not_, some, unknown
from kb.rulings.situation.situation import Object, Player, Situation


def _has_subtype(subtype: str) -> Callable[[Situation, Object, Object | Player], Truth]:
    """Return a function that says whether an attachment has a subtype."""
    return lambda _now, attachment, _host: attachment.has_subtype(subtype)


def is_local_enchantment(_now: Situation, attachment: Object, _host: Object | Player) -> Truth:
    """Yes if an attachment is an enchantment that says what it enchants, which older rules call a local enchantment."""
    if "enchant" in attachment.stated:
        return constant(True, "{attachment} says what it enchants", attachment=attachment)
    return attachment.has_subtype("aura")


@requires("can-attach", "attachable", "{attachment} is an Aura, Equipment, or Fortification",
          where=lambda _now, attachment, _host: not_(_is_attachment(attachment)))  # fmt: skip
def only_auras_equipment_and_fortifications(_now: Situation, attachment: Object, _host: Object | Player) -> Truth:
    """An effect that tries to attach an object other than an Aura, Equipment, or Fortification does nothing."""
    return _is_attachment(attachment)


def _is_attachment(attachment: Object) -> Truth:
    return any_of(*(attachment.has_subtype(each) for each in ("aura", "equipment", "fortification")))


@forbids("can-attach", "battles-arent-attached", "{attachment} is a battle, which can't be attached to anything",
         where=lambda _now, attachment, _host: _is_also(attachment, "battle"))  # fmt: skip
def no_battle_is_attached(_now: Situation, attachment: Object, _host: Object | Player) -> Truth:
    """A battle can't be attached to players or permanents, even if it is also an Aura, Equipment, or Fortification."""
    return _is_also(attachment, "battle")


def _is_also(attachment: Object, word: str) -> Truth:
    """Yes if an attachment also has the card type `word`. If its types aren't stated, the assumed answer is no."""
    if not attachment.types.is_known and attachment.now.as_usual:
        claim = Claim("{attachment} isn't also a {word}", (("attachment", attachment), ("word", word)))
        return Truth(False, claim=claim, facts=(attachment.types.fact,), assumed=True)
    return attachment.has_type(word)


# --- Equipment and Fortifications -----------------------------------------------------------------------------


@requires("can-attach", "equipment-to-creature", "{host} is a creature, as what an Equipment is attached to must be",
          where=_has_subtype("equipment"))  # fmt: skip
def only_to_a_creature(now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """An Equipment can legally be attached only to a creature."""
    return any_of(_is_permanent_of_type(host, "creature"), _as_though(now, attachment, host, "creature"))


@forbids("can-attach", "equipment-that-cant-equip", "{attachment} can't equip {host}", where=_has_subtype("equipment"))
def no_creature_and_not_itself(_now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """An Equipment that's also a creature can't equip a creature. An Equipment can't equip itself."""
    return any_of(_is_itself(attachment, host), _is_also(attachment, "creature"))


@variant_of(no_creature_and_not_itself)
def no_creature_without_reconfigure(_now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """No Equipment can equip itself. An Equipment creature can't equip anything unless it has reconfigure."""
    is_a_creature = all_of(_is_also(attachment, "creature"), not_(attachment.has_keyword("reconfigure")))
    return any_of(_is_itself(attachment, host), is_a_creature)


@requires("can-attach", "fortification-to-land", "{host} is a land that {attachment} can fortify",
          where=_has_subtype("fortification"))  # fmt: skip
def only_to_a_land(_now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """A Fortification can be attached only to a land. A Fortification that's also a land can't fortify anything."""
    return all_of(_is_permanent_of_type(host, "land"), not_(_is_also(attachment, "land")))


@variant_of(only_to_a_land)
def only_to_a_land_if_no_creature(_now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """A Fortification can be attached only to a land. A Fortification that's also a creature can't fortify a land."""
    cant = any_of(_is_itself(attachment, host), _is_also(attachment, "creature"))
    return all_of(_is_permanent_of_type(host, "land"), not_(cant))


def _is_permanent_of_type(host: Object | Player, word: str) -> Truth:
    if isinstance(host, Player):
        return constant(False, "{host} is a player", host=host)
    return host.is_permanent_of_type(word)


def _is_itself(attachment: Object, host: Object | Player) -> Truth:
    return constant(attachment.id == host.id, "{attachment} would be attached to itself", attachment=attachment)


def _as_though(now: Situation, attachment: Object, host: Object | Player, quality: str) -> Truth:
    """Yes if an effect lets an attachment be attached to a host as though the host had the given quality."""
    return some(
        effect.in_force
        for effect in now.effects_matching("as-though", "be-attached", attachment)
        if quality in effect.stated.get("quality", ()) and effect.is_directed_at(host)
    )


# --- Auras ----------------------------------------------------------------------------------------------------


@encodes_each(
    Row("enchant", "as_its_type_line_says", "{host} is what {attachment} can enchant",
        "A local enchantment can enchant only objects that its type line names.", where=is_local_enchantment),
    Row("enchant", "as_its_enchant_abilities_say", "{host} is what {attachment} can enchant",
        "An Aura can enchant only something that all its enchant abilities allow.", where=_has_subtype("aura")),
    question="can-attach", role="requires",
)  # fmt: skip
def enchantable(now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """An Aura can be attached only to an object or player that all its enchant abilities allow."""
    if (bestowed := is_bestowed(attachment)).value:
        return all_of(now.rule("bestowed-enchant", attachment, host), bestowed)
    if not attachment.enchant.is_known:
        return unknown(attachment.enchant.fact, "not stated: what {attachment} can enchant", attachment=attachment)
    return every(phrase_picks(host, _without_keyword(phrase), attachment) for phrase in attachment.enchant)


@encodes("bestowed-enchant", "{host} is a creature, which {attachment}, a bestowed Aura, can enchant")
def enchant_creature_is_gained(_now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """A bestowed Aura has enchant creature, besides the enchant abilities that it is stated to have."""
    phrases = attachment.enchant.value or ()
    return every(phrase_picks(host, each, attachment) for each in ("creature", *map(_without_keyword, phrases)))


def _without_keyword(phrase: str) -> str:
    return phrase.lower().removeprefix("enchant ")


@requires(
    "can-target",
    "aura-target",
    "{target} is what {source}, an Aura spell, can enchant",
    where=lambda _now, source, _target: all_of(source.has_subtype("aura"), source.zone != "battlefield"),
)
def defined_by_its_enchant_ability(now: Situation, source: Object, target: Object | Player) -> Truth:
    """An Aura spell requires a target. Its enchant ability says which targets are possible."""
    return enchantable["enchant"](now, source, target)  # type: ignore[no-any-return]


@forbids("can-attach", "not-enchanted-by", "another effect keeps {attachment} from being attached to {host}",
         where=lambda now, attachment, host: constant(bool(_bans(now, attachment, host))))  # fmt: skip
def other_effects_limit_it(now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """Effects other than enchant abilities can limit which Auras can enchant a permanent."""
    return some(_bans(now, attachment, host))


def _bans(now: Situation, attachment: Object, host: Object | Player) -> list[Truth]:
    """Return, for each effect that limits what can be attached to a host, whether the effect bars this attachment."""
    listing = "players" if isinstance(host, Player) else "objects"
    return [
        all_of(effect.in_force, *(attachment.has_subtype(kind.lower()) for kind in effect.stated.get("quality", ())))
        for effect in now.effects_matching("cant", "be-attached", host)
        if host.id in effect.stated.get(listing, ()) and effect.is_directed_at(attachment)
    ]


@forbids("can-attach", "aura-that-cant-enchant", "{attachment} can't enchant {host}", where=is_local_enchantment)
def not_itself(_now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """A local enchantment can't be attached to itself."""
    return _is_itself(attachment, host)


@variant_of(not_itself)
def not_itself_and_no_creature_to_an_object(_now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """An Aura can't be attached to itself. An Aura that's also a creature can't be attached to another object."""
    to_an_object = all_of(_is_also(attachment, "creature"), constant(isinstance(host, Object)))
    return any_of(_is_itself(attachment, host), to_an_object)


@variant_of(not_itself, where=_has_subtype("aura"))
def not_itself_and_no_creature(_now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """An Aura can't enchant itself. An Aura that's also a creature can't enchant anything."""
    return any_of(_is_itself(attachment, host), _is_also(attachment, "creature"))


def can_attach(now: Situation, attachment: Object, host: Object | Player) -> Truth:
    """Yes if an attachment can be attached to a host."""
    allowed = is_permitted(now, "can-attach", "be-attached", attachment, attachment, host)
    if now.law.rule("attachable") is not None:
        return allowed
    others = (attachment.has_subtype(each) for each in ("equipment", "fortification"))
    return all_of(any_of(is_local_enchantment(now, attachment, host), *others), allowed)


CAN_ATTACH = Question("can-attach", "Can this Aura, Equipment or Fortification be attached to that object or player?",
                      "objects", lambda now, asked: can_attach(now, asked.object(now), asked.thing(now, 1)),
                      "rules ask can-attach A B --fact A.subtypes=Equipment --fact B.types=creature")  # fmt: skip
