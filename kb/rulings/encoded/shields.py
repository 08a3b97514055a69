"""What replacement and prevention effects are about: so much of each event, each creature (615.10, 615.11)."""

from __future__ import annotations

import re

from kb.rulings.encoded.appearing import is_then, taken_so
from kb.rulings.logic import Truth, all_of, every, not_, stated
from kb.rulings.qualities import described
from kb.rulings.registry import encodes, variant_of
from kb.rulings.situation import Effect, Object, Player, Situation
from kb.tongue import later

CHANGING = ("double", "triple", "half", "plus", "minus", "gain that much life", "no less than", "toughness")
"""The qualities of effects on damage that say what they do, not what they affect."""

_SHARES_A_COLOR = re.compile(r"(?:creature )?that shares a color with (\S+)$")


@encodes(
    "prevents-of-each-event",
    claim=later("“{effect}” prevents so much of what {source} deals, and of {other} apart from it"),
)
def so_much_of_each_source(_now: Situation, _effect: Effect, source: Object, other: Object) -> Truth:
    """It prevents only the indicated amount from one source at any given time; separately from other sources."""
    return stated(source.id != other.id)


@variant_of(so_much_of_each_source)
def so_much_of_each_event(_now: Situation, _effect: Effect, _source: Object, _other: Object) -> Truth:
    """It prevents only the indicated amount in any event; it applies separately to other events at the same time."""
    return stated(True)


@encodes("shield-for-each", claim=later("“{effect}” gave {creature} a shield of its own as it was created"))
def as_the_effect_was_created(now: Situation, effect: Effect, creature: Object) -> Truth:
    """A shield for each applicable creature is created as the spell or ability resolves: not for others later."""
    then = effect.timestamp
    there = (
        not_(creature.timestamp > then)
        if {"timestamp"} <= creature.given.keys() & effect.given.keys()
        else stated(True)
    )
    phrases = _asked_for(effect)
    such = is_then(now, creature, then, lambda seen: every(_is_such(now, seen, each, effect) for each in phrases))
    return all_of(there, such)


def _asked_for(effect: Effect) -> list[str]:
    return [each for each in (*effect.quality, *effect.affects) if each not in CHANGING]


def changes_amount(effect: Effect) -> bool:
    """Whether it only makes it more or less of the same: what it changes still happens."""
    return "instead" not in effect.given and bool(set(effect.given.get("quality", ())).intersection(CHANGING))


def _is_such(now: Situation, thing: Object, phrase: str, effect: Effect) -> Truth:
    """Whether a thing has a quality that an effect asks for; “you” is who controls the source of the effect."""
    if (found := _SHARES_A_COLOR.search(phrase)) and (other := now.object(found[1])) is not None:
        shares = is_then(now, other, effect.timestamp, lambda seen: seen.colors.shares_with(thing.colors))
        return all_of(thing.is_a("creature"), shares)
    source = now.object(effect.given.get("source", ""))
    return described(thing, phrase, source)


def picks(now: Situation, effect: Effect, thing: Object | Player) -> Truth:
    """Whether a replacement or prevention effect is about a thing that it covers: by the qualities that it asks for."""
    if not isinstance(thing, Object):
        return stated(not _asked_for(effect))
    if effect.given.get("each") == "object":
        return taken_so(now, as_the_effect_was_created, effect, thing)
    return every(_is_such(now, thing, each, effect) for each in _asked_for(effect))
