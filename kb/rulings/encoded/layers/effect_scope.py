"""The effects that affect an object, by its zone and by the characteristics that they name (608.2j, 609.2)."""

from __future__ import annotations

from kb.rulings.engine.card_phrases import phrase_picks
from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import encodes
from kb.rulings.logic.ternary import Truth, all_of, every
from kb.rulings.situation.situation import Effect, Object, Situation

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
    """True if an object is what an effect says that it affects."""
    return every(phrase_picks(thing, phrase, _you(now, thing, effect)) for phrase in effect.affects)


def _you(now: Situation, thing: Object, effect: Effect) -> Object:
    """The source of an effect, whose controller is "you"; if none is listed, a stand-in of the player whom it lists."""
    source = now.object(effect.stated.get("source", ""))
    players = effect.stated.get("players", ())
    return source or Object(f"{thing.id}-{effect.id}", now, {"controller": players[0]} if players else {})


@encodes("specified-characteristics", "{thing} has the characteristics that “{effect}” names")
def whatever_others_it_has(now: Situation, thing: Object, effect: Effect) -> Truth:
    """An effect checks only for the characteristics it specifies, whatever related ones the object may also have."""
    return is_named_by_effect(now, thing, effect)


@answers("affected-by", "Which of the stated effects affect this object, where it is and as it is?", "object",
         "rules ask affected-by A -f situation.yaml")  # fmt: skip
def _affected_by(now: Situation, asked: QuestionArguments) -> DerivedValue:
    thing, steps = asked.object(now), Derivation(now)
    found = [
        str(effect)
        for effect in now.effects
        if effect.covers(thing)
        and steps.check(
            all_of(
                effect.in_force,
                now.rule("affected-permanents", thing, effect),
                now.rule("specified-characteristics", thing, effect),
            )
        )
    ]
    return steps.result(found)
