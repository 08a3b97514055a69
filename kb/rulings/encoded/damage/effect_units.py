"""How replacement and prevention effects apply to several sources, events or objects (615.10, 615.11)."""

from __future__ import annotations

import re

from kb.rulings.encoded.layers.characteristics_at_event import is_true_at
from kb.rulings.engine.card_phrases import matches_phrase
from kb.rulings.engine.derivation import rule_even_if_unprinted
from kb.rulings.law.rule_registry import encodes, variant_of
from kb.rulings.logic.ternary import Truth, all_of, constant, every, not_
from kb.rulings.situation.situation import Effect, Object, Player, Situation
from kb.rulings.situation.vocabulary.counter_kinds import is_counter_kind

AMOUNT_QUALITIES = ("double", "triple", "half", "plus", "minus", "gain that much life", "no less than", "toughness")
"""The words in an effect's `quality` that say how an amount changes. All other words there say what is affected."""

_FACTORS = {"double": 2, "triple": 3}
_SHARES_A_COLOR = re.compile(r"(?:creature )?that shares a color with (\S+)$")


@encodes("prevents-of-each-event", "“{effect}” prevents so much of what {source} deals, and of {other} apart from it")
def so_much_of_each_source(_now: Situation, _effect: Effect, source: Object, other: Object) -> Truth:
    """The effect prevents the indicated amount of the damage from each source separately."""
    return constant(source.id != other.id)


@variant_of(so_much_of_each_source)
def so_much_of_each_event(_now: Situation, _effect: Effect, _source: Object, _other: Object) -> Truth:
    """The effect prevents the indicated amount of the damage in each event separately."""
    return constant(True)


@encodes("shield-for-each", "“{effect}” gave {creature} a shield of its own as it was created")
def as_the_effect_was_created(now: Situation, effect: Effect, creature: Object) -> Truth:
    """A prevention effect shields the creatures that it applies to as it is created. Later creatures get no shield."""
    then = effect.timestamp
    timed = "timestamp" in creature.stated and "timestamp" in effect.stated
    there = not_(creature.timestamp > then) if timed else constant(True)
    phrases = _asked_qualities(effect)
    such = is_true_at(
        now, creature, then, lambda seen: every(_has_quality(now, seen, each, effect) for each in phrases)
    )
    return all_of(there, such)


def _asked_qualities(effect: Effect) -> list[str]:
    """Return the qualities that an object must have for the effect to affect it. Kinds of counters are none."""
    of_counters = effect.stated.get("does") == "put-counters"
    return [
        each
        for each in (*effect.quality, *effect.affects)
        if each not in AMOUNT_QUALITIES and not (of_counters and is_counter_kind(each))
    ]


def changes_amount(effect: Effect) -> bool:
    """True if an effect only changes the amount of an event, which still happens."""
    return "instead" not in effect.stated and bool(set(effect.stated.get("quality", ())).intersection(AMOUNT_QUALITIES))


def amount_after(effect: Effect, amount: float) -> float:
    """Return the amount of an event after one effect is applied once."""
    given, change = effect.stated, effect.stated.get("amount", 0)
    if given.get("says") == "prevents":
        return max(amount - given["amount"], 0) if "amount" in given else 0
    for word in given.get("quality", ()):
        if word in _FACTORS:
            amount *= _FACTORS[word]
        elif word == "half":
            amount //= 2
        elif word == "plus":
            amount += change
        elif word == "minus":
            amount = max(amount - change, 0)
    return amount


def _has_quality(now: Situation, thing: Object, phrase: str, effect: Effect) -> Truth:
    """Yes if an object has the quality `phrase`. “You” in `phrase` means the controller of the effect's source."""
    if (found := _SHARES_A_COLOR.search(phrase)) and (other := now.object(found[1])) is not None:
        shares = is_true_at(now, other, effect.timestamp, lambda seen: seen.colors.intersects(thing.colors))
        return all_of(thing.has_type("creature"), shares)
    return matches_phrase(thing, phrase, now.object(effect.stated.get("source", "")))


def matches_qualities(now: Situation, effect: Effect, thing: Object | Player) -> Truth:
    """Yes if a thing has the qualities that a replacement or prevention effect asks for."""
    if not isinstance(thing, Object):
        return constant(not _asked_qualities(effect))
    if effect.stated.get("each") == "object":
        return rule_even_if_unprinted(now, as_the_effect_was_created, effect, thing)
    return every(_has_quality(now, thing, each, effect) for each in _asked_qualities(effect))
