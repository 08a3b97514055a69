"""Duration, zone and characteristics decide which objects an effect affects (608.2j, 609.2, 611.2, 611.3, 613.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kb.rulings.encoded.copying.timestamps import source_of_effect
from kb.rulings.encoded.layers.ability_layer import may_take_abilities
from kb.rulings.engine.card_phrases import is_another, matches_phrase, phrase_picks, same_controller
from kb.rulings.engine.derivation import Derivation, DerivedValue, is_stated
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import Row, encodes, encodes_each, variant_of
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, every, not_, unknown, unstated
from kb.rulings.situation.situation import Effect, Object, Player, Situation


@encodes_each(
    Row("static-effect-applies", "to_whatever_its_text_indicates",
        "“{effect}”, of a static ability, applies to {thing} as it is now",
        "A static ability's effect isn't locked in. It applies at any moment to whatever its text indicates."),
    Row("resolved-effect-applies", "to_what_it_affected_as_it_began",
        "{thing} was among what “{effect}” affects as it began",
        "The set of objects that a resolving spell or ability modifies is determined when its effect begins.",
        parameters="effect thing fitted"),
    Row("modifies-the-rules", "whenever_it_came",
        "“{effect}” changes no characteristics: {thing} is what it affects, now",
        "An effect that changes no characteristics can affect objects that it didn't affect as it began."),
    Row("same-set-in-each-layer", "the_same_objects_in_each_layer",
        "“{effect}” applies to {thing} in each of its layers",
        "An effect that starts to apply in one layer continues to apply to the same objects in each other layer.",
        parameters="effect thing began"),
)  # fmt: skip
def affects_object(_now: Situation, _effect: Effect, _thing: Object, fits: Truth) -> Truth:
    """Return `fits`: Yes if an effect fits an object. The rule in each row says at what time the effect must fit."""
    return fits


def depends_on_other_effects(effect: Effect) -> bool:
    """True if other effects can change an effect's existence or the objects that it affects."""
    if effect.may_have_ended:
        return True
    is_static = effect.stated.get("generated_by") == "static-ability"
    has_time = is_stated(effect, "began_in") or is_stated(effect, "while_you_control")
    if effect.has_condition or "for_each" in effect.stated:
        return True
    return bool(effect.stated.get("affects")) or has_time or (is_static and source_of_effect(effect) is not None)


def source_may_lose_ability(effect: Effect, effects: Iterable[Effect]) -> bool:
    """True if one of `effects` may take away the static ability that generates `effect`."""
    source = source_of_effect(effect)
    if source is None or effect.stated.get("generated_by") == "resolution":
        return False
    return any(map(may_take_abilities, effects))


AsControlled = Callable[[Object], Object]
"""Returns an object with its controller at the time of the test: within the layers, after layer 2 (613.1b)."""


def as_it_stands(thing: Object) -> Object:
    """Return the object itself: its controller is the one that its situation gives."""
    return thing


def source_as_controlled(effect: Effect, controlled: AsControlled) -> Object | None:
    """Return an effect's source with its controller, who is “you” (109.5), or None if the source isn't listed."""
    source = source_of_effect(effect)
    return None if source is None else controlled(source)


def _player_meant(effect: Effect, controlled: AsControlled) -> Object | Player | None:
    """Return whom “you” in an effect means: the first player that the effect is directed at or, if none, its source."""
    named = effect.now.player(next(iter(effect.stated.get("to") or ()), ""))
    return named if named is not None else source_as_controlled(effect, controlled)


@encodes("for-as-long-as", "the duration of “{effect}” has begun, and goes on")
def nothing_once_it_is_over(_now: Situation, effect: Effect, watched: Object, you: Object | Player) -> Truth:
    """An effect does nothing if its "for as long as" duration never starts, or ends before the effect first applies."""
    return all_of(effect.lasted, same_controller(watched, you))


@encodes("effect-on-permanent-spell", "“{effect}”, begun on the spell, continues to apply to {permanent}")
def continues_on_the_permanent(_now: Situation, effect: Effect, permanent: Object) -> Truth:
    """An effect on the characteristics of a permanent spell also applies to the permanent that the spell becomes."""
    return all_of(effect.began_in == "stack", permanent.zone == "battlefield")


@variant_of(continues_on_the_permanent)
def of_a_resolution_continues(_now: Situation, effect: Effect, permanent: Object) -> Truth:
    """If a resolved spell or ability affects a permanent spell, its effect also applies to the resulting permanent."""
    resolved = effect.generated_by == "resolution"
    return all_of(effect.began_in == "stack", permanent.zone == "battlefield", resolved)


def _still_applies(effect: Effect, thing: Object, controlled: AsControlled) -> Truth:
    """Yes if an effect's duration isn't over, and the object hasn't become a new object since the effect began."""
    now, parts = effect.now, [effect.outlasts_departed] if effect.may_have_ended else []
    if is_stated(effect, "began_in"):
        same = thing.zone == effect.began_in
        parts.append(any_of(same, now.rule("effect-on-permanent-spell", effect, thing)))
    if is_stated(effect, "while_you_control"):
        watched, you = now.object(effect.stated["while_you_control"]), _player_meant(effect, controlled)
        if watched is None:
            parts.append(unknown(f"{effect.path}.while_you_control"))
        elif you is None:
            parts.append(unknown(f"{effect.path}.to", "not stated: who is “you”"))
        else:
            parts.append(now.rule("for-as-long-as", effect, controlled(watched), you))
    return every(parts)


def effect_affects(effect: Effect, thing: Object, controlled: AsControlled = as_it_stands) -> Truth:
    """Yes if an effect still applies to `thing`, and the phrases of the effect fit the facts of `thing`."""
    if not effect.covers(thing):
        return constant(False)
    applies, phrases = _still_applies(effect, thing, controlled), effect.stated.get("affects") or ()
    if not phrases:
        return applies
    there = all_of(thing.zone == effect.in_zone, not_(thing.phased_out))
    return all_of(applies, there, every(picks(effect, thing, phrase, controlled) for phrase in phrases))


_SAME = frozenset({"this", "itself"})
_ATTACHED = frozenset({"enchanted", "equipped", "fortified"})
_OTHER = frozenset({"other", "another"})
_YOU = frozenset({"you", "your", "opponent", "opponents"})


def picks(effect: Effect, thing: Object, phrase: str, controlled: AsControlled = as_it_stands) -> Truth:
    """Yes if a phrase of an effect fits an object. Words such as "this", "equipped" and "other" refer to the source."""
    words = phrase.lower().split()
    picked = [each for each in words if each in _SAME | _ATTACHED | _OTHER]
    rest = " ".join(each for each in words if each not in picked)
    source = source_as_controlled(effect, controlled)
    # "You" is the controller of the source. If there is no source, "you" is the only player that the effect names.
    named = [effect.now.player(each) for each in effect.stated.get("players") or ()]
    you = source or (named[0] if len(named) == 1 else None)
    if (picked and source is None) or (you is None and _YOU & set(words)):
        return unstated(f"{effect.path}.source")
    fits_rest = matches_phrase(thing, rest, you) if rest else constant(True)
    if source is None or not picked:
        return fits_rest
    if set(picked) & _ATTACHED:
        return all_of(source.attached_to == thing, fits_rest)
    another = is_another(thing, source)
    return all_of(another if set(picked) & _OTHER else not_(another), fits_rest)


_OF_SPELLS = ("cast", "be-countered")
_OF_OTHER_ZONES = {"discard": "hand", "play-land": "hand"}


@encodes("affected-permanents", "“{effect}” applies to {thing} where it is")
def permanents_unless_it_says_otherwise(now: Situation, thing: Object, effect: Effect) -> Truth:
    """Effects apply only to permanents, unless they say otherwise or clearly can apply only in other zones."""
    if "in_zone" in effect.stated:
        return thing.zone == str(effect.stated["in_zone"])
    if "affects" in effect.stated:
        return is_named_by_effect(now, thing, effect)
    if effect.stated.get("does") in _OF_SPELLS:
        return thing.zone == "stack"
    zone: str | None = _OF_OTHER_ZONES.get(effect.stated.get("does", ""))
    return thing.is_permanent if zone is None else thing.zone == zone


def is_named_by_effect(now: Situation, thing: Object, effect: Effect) -> Truth:
    """Yes if an object fits every phrase that describes the affected objects of an effect."""
    return every(phrase_picks(thing, phrase, source_or_player(now, effect)) for phrase in effect.affects)


def source_or_player(now: Situation, effect: Effect) -> Object:
    """Return an effect's source, or a new object with the effect's first player ("you") as its controller."""
    source = now.object(effect.stated.get("source", ""))
    players = effect.stated.get("players", ())
    return source or Object(f"source of {effect.id}", now, {"controller": players[0]} if players else {})


@encodes("specified-characteristics", "{thing} has the characteristics that “{effect}” names")
def whatever_others_it_has(now: Situation, thing: Object, effect: Effect) -> Truth:
    """An effect checks only for the characteristics that it specifies, not for related characteristics."""
    return is_named_by_effect(now, thing, effect)


@answers("affected-by", "Which of the stated effects affect this object, where it is and as it is?", "object",
         "rules ask affected-by A -f situation.yaml")  # fmt: skip
def _affected_by(now: Situation, asked: QuestionArguments) -> DerivedValue:
    thing, steps = asked.object(now), Derivation(now)
    concepts = ("affected-permanents", "specified-characteristics")
    affecting = [
        str(effect)
        for effect in now.effects
        if effect.covers(thing)
        and steps.check(all_of(effect.in_force, *(now.rule(each, thing, effect) for each in concepts)))
    ]
    return steps.result(affecting)
