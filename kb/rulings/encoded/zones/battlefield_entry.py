"""Entering the battlefield (303.4, 608.3, 614.12): whether objects can enter, and their host, states and counters."""

from __future__ import annotations

from typing import Any

from kb.rulings.encoded.attachment import legal_attachment
from kb.rulings.encoded.copying.copiable_values import apply_copy_effects
from kb.rulings.encoded.copying.entering_as_copy import copied_entering_effects
from kb.rulings.encoded.damage.counter_modifiers import modify_counter_count
from kb.rulings.encoded.variants import command_zone
from kb.rulings.encoded.zones.cannot_enter import graveyard_instead
from kb.rulings.encoded.zones.entering_by_type import counters_by_type
from kb.rulings.encoded.zones.entering_keywords import EnteringState, state_by_keywords
from kb.rulings.encoded.zones.entering_texts import effects_of_text
from kb.rulings.encoded.zones.leaving_the_stack import exiled_as_it_leaves, may_be_encoded
from kb.rulings.engine.choice_courses import derive_each_course
from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers, is_permitted
from kb.rulings.law.rule_registry import Row, defines_each, encodes, encodes_each, variant_of
from kb.rulings.logic.partial_values import NumberValue, WordValue
from kb.rulings.logic.ternary import Claim, Truth, all_of, any_of, constant, decided, every, not_, some, unknown
from kb.rulings.situation.situation import Effect, Object, Player, Situation
from kb.rulings.situation.type_line import CARD_TYPES

# --- resolving spells ----------------------------------------------------------------------------------------


@encodes_each(
    Row("artifact-resolves", "artifact_enters",
        "{spell} is an artifact spell: its controller puts it onto the battlefield",
        "When an artifact spell resolves, its controller puts it onto the battlefield under their control."),
    Row("creature-resolves", "creature_enters",
        "{spell} is a creature spell: its controller puts it onto the battlefield",
        "When a creature spell resolves, its controller puts it onto the battlefield under their control."),
    Row("enchantment-resolves", "enchantment_enters",
        "{spell} is an enchantment spell: its controller puts it onto the battlefield",
        "When an enchantment spell resolves, its controller puts it onto the battlefield under their control."),
    Row("planeswalker-resolves", "planeswalker_enters",
        "{spell} is a planeswalker spell: its controller puts it onto the battlefield",
        "When a planeswalker spell resolves, its controller puts it onto the battlefield under their control."),
    Row("battle-resolves", "battle_enters", "{spell} is a battle spell: its controller puts it onto the battlefield",
        "When a battle spell resolves, its controller puts it onto the battlefield under their control."),
    Row("instant-resolves", "instant_is_put_into_the_graveyard",
        "{spell} is an instant spell: it is put into its owner's graveyard",
        "When an instant spell resolves, its text is followed. Then the card is put into its owner's graveyard."),
    Row("sorcery-resolves", "sorcery_is_put_into_the_graveyard",
        "{spell} is a sorcery spell: it is put into its owner's graveyard",
        "When a sorcery spell resolves, its text is followed. Then the card is put into its owner's graveyard."),
)  # fmt: skip
def resolves_by_type(_now: Situation, spell: Object, *, concept: str) -> Truth:
    """Yes if a spell has the card type in the name of `concept`, such as creature for `creature-resolves`."""
    return spell.has_type(concept.removesuffix("-resolves"))


@encodes("kindred-resolves", "{spell} is a kindred spell: it follows the rules for its other card type")
def as_the_other_card_type(_now: Situation, spell: Object) -> Truth:
    """A kindred card is cast and resolves by the rules for its other card type."""
    return any_of(spell.has_type("kindred"), spell.has_type("tribal"))


_PERMANENTS = ("artifact", "creature", "enchantment", "planeswalker", "battle")


@answers("resolves-to", "Where is this spell put when it resolves, and under whose control?", "object",
         "rules ask resolves-to A --fact A.types=creature")  # fmt: skip
def _resolves(now: Situation, asked: QuestionArguments) -> DerivedValue:
    spell = asked.object(now)
    ways = _ways_elsewhere(now, spell)
    for says, zone, who, whose in ways:
        if says.value is not False:
            return _put_into(zone, who, whose, [says])
    found = _merges(now, spell) or _with_choice_of_cipher(now, spell, _put_by_type(now, spell))
    return DerivedValue(found.value, all_of(found.truth, *(not_(says) for says, *_put in ways if _is_assumed(says))))


def _with_choice_of_cipher(now: Situation, spell: Object, found: DerivedValue) -> DerivedValue:
    """Return where a spell is put, with the choice of its controller to exile it encoded on a creature (702.99a)."""
    may = may_be_encoded(now, spell)
    if may.value is False or found.truth.value is not True:
        return found
    zones = {"zone": [found.value["zone"], "exile"], "chooses": spell.controller.value}
    return DerivedValue({**found.value, **zones} if may.value else None, all_of(found.truth, may))


def _is_assumed(truth: Truth) -> bool:
    """True if a truth rests on a fact that isn't stated but has its usual value."""
    return truth.assumed or any(_is_assumed(each) for each in truth.parts)


def _merges(now: Situation, spell: Object) -> DerivedValue | None:
    """Return that a mutating creature spell merges with its target, or None if it enters as a creature."""
    mutating = spell.is_cast_for("mutate")
    if mutating.value is False or now.law.rule("mutates") is None:
        return None
    if mutating.value is None:
        return DerivedValue(None, mutating)
    if not spell.targets.is_known:
        return DerivedValue(None, not_(spell.targets.is_empty))
    target = now.object(next(iter(spell.targets), ""))
    merges = constant(False) if target is None else now.rule("mutates", spell, target)
    if target is None or merges.value is False:
        return None
    found = _put_into("battlefield", "controller", target.controller, [merges])
    return DerivedValue({**found.value, "merges_with": target.id}, found.truth)


def _ways_elsewhere(now: Situation, spell: Object) -> tuple[tuple[Truth, str, str, WordValue], ...]:
    """Return the ways in which a spell is put elsewhere than its types say, the strongest first.

    Each way is whether it applies, the zone, and the role and the name of the player.
    """
    return (
        (exiled_as_it_leaves(now, spell), "exile", "owner", spell.owner),
        (now.rule("adventure-exiled", spell), "exile", "controller", spell.controller),
        (now.rule("rebound-exiles", spell), "exile", "owner", spell.owner),
        (now.rule("omen-shuffled", spell), "library", "owner", spell.owner),
        (now.rule("buyback-returns", spell), "hand", "owner", spell.owner),
    )


def _put_by_type(now: Situation, spell: Object) -> DerivedValue:
    """Return where a spell is put because of its card types."""
    if not spell.types.is_known:
        return DerivedValue(None, spell.types.contains("creature"))
    kindred = now.rule("kindred-resolves", spell)
    reasons = [kindred] if kindred.value else []
    if by_type := _resolving_as(now, spell, ("instant", "sorcery")):
        return _put_into("graveyard", "owner", spell.owner, [*reasons, *by_type])
    if not (by_type := _resolving_as(now, spell, _PERMANENTS)):
        return DerivedValue(None, constant(False, "{spell} is no spell that resolves", spell=spell))
    reasons += by_type
    if graveyard_instead(now, spell).value is False:
        return _put_into("battlefield", "controller", spell.controller, reasons)
    # Before 2008-07-15 no rule said where a permanent spell that can't enter is put.
    if now.law.rule("cant-be-put-onto-battlefield") is None:
        return DerivedValue(None, constant(False, "the rules of this day don't say where {spell} is put", spell=spell))
    reasons.append(now.rule("cant-be-put-onto-battlefield", spell))
    return _put_into("graveyard", "owner", spell.owner, reasons)


def _resolving_as(now: Situation, spell: Object, card_types: tuple[str, ...]) -> list[Truth]:
    """Return a Truth for each card type that a spell resolves as. If a type has no rule, the spell's types decide."""
    concepts = {each: f"{each}-resolves" for each in card_types}
    says = [now.rule(concept, spell) if now.law.rule(concept) is not None else spell.has_type(each)
            for each, concept in concepts.items()]  # fmt: skip
    return [each for each in says if each.value]


def _put_into(zone: str, person: str, whose: WordValue, reasons: list[Truth]) -> DerivedValue:
    return DerivedValue({"zone": zone} | ({person: whose.value} if whose.is_known else {}), all_of(*reasons))


# --- objects that can't enter --------------------------------------------------------------------------------


@defines_each(
    Row("aura-without-host", "remains_in_its_zone",
        "there is nothing that {aura} can legally enchant, so it doesn't enter",
        "An Aura that would enter the battlefield with nothing legal to enchant remains in its current zone."),
    Row("aura-without-host", "remains_in_its_zone_unless_on_the_stack", "",
        "An Aura with nothing legal to enchant remains in its zone. An Aura on the stack goes to the graveyard.",
        leaves_stack=True),
    Row("aura-at-illegal-host", "remains_in_its_current_zone",
        "{aura} would be attached to what it can't legally enchant, so it doesn't enter",
        "An Aura that an effect would put onto the battlefield attached to an illegal host remains in its zone."),
    Row("aura-at-illegal-host", "remains_in_its_current_zone_unless_on_the_stack", "",
        "An Aura that would enter with an illegal host stays in its zone, or goes from the stack to a graveyard.",
        leaves_stack=True),
)  # fmt: skip
def zone_of_aura_that_cant_enter(_now: Situation, aura: Object, *, leaves_stack: bool = False) -> WordValue:
    """Return the zone of an Aura that can't enter. If `leaves_stack`, an Aura on the stack goes to the graveyard."""
    zone = aura.zone
    if leaves_stack and zone.value == "stack":
        return WordValue("graveyard", zone.fact, zone.label, aura, assumed=zone.assumed)
    return zone


def legal_hosts(now: Situation, aura: Object) -> list[tuple[Object | Player, Truth]]:
    """Return the listed objects and players that an Aura can enchant, each with a Truth: Yes, or open if unknown."""
    candidates: list[Object | Player] = [*now.objects, *now.players]
    found = [(each, legal_attachment.can_attach(now, aura, each)) for each in candidates if each is not aura]
    return [(each, truth) for each, truth in found if truth.value is not False]


def _has_host(now: Situation, aura: Object, host: Object | Player | None) -> Truth:
    """Yes if an Aura can be attached to `host` or, if `host` is None, to at least one object or player."""
    if host is not None:
        return legal_attachment.can_attach(now, aura, host)
    candidates = any_of(*(truth for _each, truth in legal_hosts(now, aura)))
    if candidates.value is False and "battlefield" not in now.closed:
        return unknown("closed", "whether there is anything else that {aura} can enchant", aura=aura)
    return candidates


def can_enter(now: Situation, thing: Object, host: Object | Player | None) -> Truth:
    """Yes if an object can enter the battlefield, attached to the host if one is given."""
    return all_of(
        is_permitted(now, "can-enter", "enter", thing, thing),
        not_(command_zone.stays_in_command_zone(now, thing)),
        _has_host_if_aura(now, thing, host),
    )


def is_aura(thing: Object) -> Truth:
    """Yes if an object is an Aura: an enchantment with the subtype Aura (205.3d)."""
    return all_of(thing.has_type("enchantment"), thing.has_subtype("aura"))


def _has_host_if_aura(now: Situation, thing: Object, host: Object | Player | None) -> Truth:
    """Yes if an object is no Aura, or is an Aura that has something to enchant."""
    aura = is_aura(thing)
    if aura.value is not True:
        return not_(aura)
    rule = now.law.rule("aura-without-host" if host is None else "aura-at-illegal-host")
    has_host = _has_host(now, thing, host)
    if rule is None or has_host.value is not False:
        return has_host
    return has_host.attributed_to(rule, Claim(rule.claim, (("aura", thing),)))


# --- states, counters and attachments of entering permanents -------------------------------------------------


@encodes("aura-enters-attached", "{thing} enters attached to {host}")
def attached_to_what_is_legal(now: Situation, thing: Object, host: Object | Player) -> Truth:
    """If an Aura enters by other means than resolving, its controller chooses a legal object or player to enchant."""
    return legal_attachment.can_attach(now, thing, host)


@encodes("equipment-enters-unattached", "{thing} enters unattached, as it can't legally be attached to {host}")
def unattached_if_it_cant_equip(now: Situation, thing: Object, host: Object | Player) -> Truth:
    """If an Equipment would enter attached to an object that it can't legally equip, it enters unattached."""
    return not_(legal_attachment.can_attach(now, thing, host))


@encodes("others-enter-unattached", "{thing} enters unattached: it is no Aura, Equipment, or Fortification")
def unattached_if_no_attachment(_now: Situation, thing: Object) -> Truth:
    """A permanent that is no Aura, Equipment, or Fortification enters unattached, even if an effect would attach it."""
    return not_(some(thing.has_subtype(each) for each in ("aura", "equipment", "fortification")))


@encodes("entering-effects", "“{effect}” modifies how {thing} enters the battlefield")
def as_it_would_be_by_itself(_now: Situation, thing: Object, effect: Effect) -> Truth:
    """To decide if an effect modifies how a permanent enters, ignore other sources' effects on the permanent."""
    return all_of(effect.in_force, _affects(thing, effect), *(thing.has_type(kind) for kind in _card_types(effect)))


@variant_of(as_it_would_be_by_itself)
def as_it_would_exist_there(now: Situation, thing: Object, effect: Effect) -> Truth:
    """To decide if an effect modifies how a permanent enters, include effects that would apply on the battlefield."""
    kinds = [any_of(thing.has_type(kind), *_made_by_effects(now, thing, kind)) for kind in _card_types(effect)]
    return all_of(effect.in_force, _affects(thing, effect), *kinds)


def _affects(thing: Object, effect: Effect) -> Truth:
    """Yes if an effect affects an entering permanent.

    If the effect comes from the permanent itself, the answer is Yes only if the effect affects no other object
    (614.12). If the effect affects objects in a zone other than the battlefield, the answer is No. The permanent is
    checked as it would exist on the battlefield.
    """
    alone = effect.stated.get("objects") == (thing.id,)
    affects = constant(alone or not _is_own(thing, effect), "“{effect}” affects {thing}", effect=effect, thing=thing)
    return all_of(affects, effect.in_zone == "battlefield")


def _is_own(thing: Object, effect: Effect) -> bool:
    """True if an effect comes from an ability of `thing` itself."""
    return effect.stated.get("source") in {thing.id, thing.stated.get("name", thing.id)}


def _card_types(effect: Effect) -> list[str]:
    return [word for word in effect.stated.get("quality", ()) if word in CARD_TYPES]


def _made_by_effects(now: Situation, thing: Object, card_type: str) -> list[Truth]:
    """Return one Truth for each effect that gives an object a card type: Yes if the effect is in force."""
    effects = (each for says in ("is", "gains") for each in now.effects_matching(says, "other", thing))
    return [each.in_force for each in effects if card_type in each.stated.get("quality", ())]


@encodes("enters-untapped", "{permanent} enters untapped, unflipped, face up and phased in")
def untapped_face_up(_now: Situation, _permanent: Object) -> Truth:
    """Permanents enter the battlefield untapped, unflipped, face up, and phased in unless something says otherwise."""
    return Truth(True)


_STATES = {"tapped": "tapped", "face down": "face_down", "face-down": "face_down", "transformed": "transformed"}


def _entering_by_effects(
    now: Situation, thing: Object, by_keywords: EnteringState
) -> tuple[dict[str, Any], list[Truth]]:
    """Return the states, counters and abilities that effects give an entering object, and the reasons.

    `by_keywords` has the states and abilities that the object's keyword abilities give it.
    """
    value: dict[str, Any] = {"tapped": by_keywords.tapped}
    value |= {"transformed": True} if by_keywords.transformed else {}
    value |= {"with": list(by_keywords.gains)} if by_keywords.gains else {}
    reasons: list[Truth] = []
    applying: list[Effect] = []
    steps = Derivation(now)
    for effect in (*now.effects, *copied_entering_effects(steps, thing), *effects_of_text(steps, thing)):
        about_it = effect.stated.get("does", "enter") == "enter" and effect.covers(thing)
        if effect.stated.get("says") == "enters" and about_it:
            applies = now.rule("entering-effects", thing, effect)
            reasons.append(decided(applies))
            applying += [effect] if applies.value else []
    for effect in _left_after_copying(now, thing, applying, reasons):
        for word in effect.stated.get("quality", ()):
            if word in _STATES:
                value[_STATES[word]] = True
            elif word not in CARD_TYPES and (" " not in word or "amount" in effect.stated):
                counters = value.setdefault("counters", {})
                counters[word] = counters.get(word, 0) + effect.stated.get("amount", 1)
            elif word not in CARD_TYPES:
                value.setdefault("with", []).append(word)
    reasons.append(steps.truth)
    if not value["tapped"]:
        reasons += [now.rule("enters-untapped", thing)] if now.law.rule("enters-untapped") is not None else []
    return value, reasons


def _left_after_copying(now: Situation, thing: Object, effects: list[Effect], reasons: list[Truth]) -> list[Effect]:
    """Return the effects that still apply. If the object enters as a copy, effects of its own abilities don't apply."""
    copying = [each for each in effects if each.stated.get("modifies") == "copy"]
    rule = now.law.rule("copy-next")
    if not copying or rule is None:
        return effects
    reasons.append(Truth(True).attributed_to(rule, Claim(rule.claim, ())))
    return [each for each in effects if each in copying or not _is_own(thing, each)]


def _attachment_of(now: Situation, thing: Object, host: Object | Player | None) -> tuple[Any, list[Truth]]:
    """Return an entering object's host and the reasons. The host is an id, a list of ids to choose from, or "none"."""
    if is_aura(thing).value:
        hosts = [(host, legal_attachment.can_attach(now, thing, host))] if host is not None else legal_hosts(now, thing)
        says = [now.rule("aura-enters-attached", thing, each) for each, _truth in hosts]
        names = [each.id for each, truth in hosts if truth.value]
        return names[0] if len(names) == 1 else names, says
    if thing.has_subtype("equipment").value or thing.has_subtype("fortification").value:
        if host is None:
            return "none", []
        legal = legal_attachment.can_attach(now, thing, host)
        illegal = now.rule("equipment-enters-unattached", thing, host)
        return (host.id, [legal]) if legal.value else ("none", [illegal if illegal.value else not_(legal)])
    return "none", [] if host is None else [now.rule("others-enter-unattached", thing)]


@answers("enters", "How does this enter the battlefield: attached to what, with which counters, tapped?", "objects",
         "rules ask enters A --fact A.types=planeswalker --fact A.loyalty=3")  # fmt: skip
def _enters(now: Situation, asked: QuestionArguments) -> DerivedValue:
    return derive_each_course(now, lambda course: _how_it_enters(course, asked))


def _how_it_enters(now: Situation, asked: QuestionArguments) -> DerivedValue:
    steps = Derivation(now)
    thing, host = apply_copy_effects(steps, asked.object(now)), asked.thing(now, 1) if len(asked.things) > 1 else None
    can = can_enter(now, thing, host)
    if can.value is None:
        return DerivedValue(None, can)
    if can.value is False:
        concept = "aura-without-host" if host is None else "aura-at-illegal-host"
        rule = now.law.rule(concept) if is_aura(thing).value else None
        zone = rule(now, thing) if rule is not None else thing.zone
        return DerivedValue({"zone": "none" if thing.token.value else zone.value}, not_(can))
    value: dict[str, Any] = {"zone": "battlefield"}
    attached, reasons = _attachment_of(now, thing, host)
    if is_aura(thing).value or host is not None:
        value["attached_to"] = attached
    counters, more = counters_by_type(now, thing)
    by_keywords = state_by_keywords(steps, thing)
    extra, effects = _entering_by_effects(now, thing, by_keywords)
    if extra.get("transformed") and (refused := now.rule("enters-transformed", thing)).value is not False:
        return DerivedValue({"zone": "graveyard"} if refused.value else None, all_of(refused, *effects))
    for kind, count in (*by_keywords.counters.items(), *extra.pop("counters", {}).items()):
        counters[kind] = counters.get(kind, 0) + count
    for kind, count in counters.items():
        if isinstance(count, int):
            put = modify_counter_count(now, thing, NumberValue.exactly(count), kind)
            counters[kind] = int(put.amount.low)
            more.append(put.known)
    if counters:
        value["counters"] = counters
    return DerivedValue(value | extra, all_of(can, every([*reasons, *more, *effects, steps.truth])))
