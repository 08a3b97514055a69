"""What an effect is about and when it applies: descriptions (611.3a), “as long as ...”, “unless ...” and counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

from kb.rulings.encoded.copying.timestamps import source_of_effect
from kb.rulings.encoded.layers.affected_objects import (
    AsControlled,
    as_it_stands,
    effect_affects,
    picks,
    source_as_controlled,
)
from kb.rulings.engine.card_phrases import describes_as_spell, is_opponent_of, phrase_picks
from kb.rulings.engine.derivation import Derivation
from kb.rulings.engine.mana_value import mana_value_of
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, every, not_, some, unknown, unstated
from kb.rulings.situation.phrase_parser import parse_phrase
from kb.rulings.situation.phrase_tree import InZone
from kb.rulings.situation.reads import StatedFacts
from kb.rulings.situation.situation import Effect, Object, Player, Situation

_OF_SPELLS = ("cast", "be-countered")
_MOST_OPEN = 8
"""With more open objects than this, it is open whether there are enough of them."""


def describes(effect: Effect, thing: Object | Player) -> Truth:
    """Yes if an effect that changes no characteristics describes an object or a player.

    Args:
        effect: the effect, with `affects` or `whose`.
        thing: the object or player that something would happen to, or that would do something.
    """
    parts = [_is_whose(effect, thing)] if "whose" in effect.stated else []
    phrases = effect.stated.get("affects") or ()
    if phrases:
        if isinstance(thing, Player):
            source = source_of_effect(effect)
            parts += [unstated(f"{effect.path}.source") if source is None else phrase_picks(thing, each, source)
                      for each in phrases]  # fmt: skip
        elif effect.stated.get("does") in _OF_SPELLS:
            you = source_of_effect(effect) or thing
            parts += [describes_as_spell(thing, each, you) for each in phrases]
        else:
            parts.append(effect_affects(effect, thing))
    return every(parts)


def _is_whose(effect: Effect, thing: Object | Player) -> Truth:
    """Yes if a thing is, or belongs to, the player whom the fact `whose` means. Cards have no controller (108.4)."""
    source, now = source_of_effect(effect), effect.now
    if source is None:
        return unstated(f"{effect.path}.source")
    if isinstance(thing, Player):
        who = thing
    else:
        holds = thing.controller if thing.controller.is_known else thing.owner
        found = now.player(holds.value or "")
        if found is None:
            return unstated(f"{thing.path}.controller")
        who = found
    mine = effect.stated["whose"] == "you"
    return source.controller == who if mine else is_opponent_of(source, who)


def condition_is_met(
    effect: Effect, objects: Iterable[Object] | None = None, controlled: AsControlled = as_it_stands
) -> Truth:
    """Yes if the conditions of an effect are met: `as_long_as`, `unless` and `turn_of`.

    Args:
        effect: the effect.
        objects: the objects as they are when the condition is checked; None means as they are now.
        controlled: returns an object with its controller when the condition is checked.
    """
    now, parts = effect.now, []
    things = tuple(now.objects if objects is None else objects)
    least = int(effect.least_there.value or 1)
    if "as_long_as" in effect.stated:
        parts.append(_at_least(effect, str(effect.stated["as_long_as"]), least, things, controlled))
    if "unless" in effect.stated:
        parts.append(not_(_at_least(effect, str(effect.stated["unless"]), least, things, controlled)))
    if "turn_of" in effect.stated:
        source, active = source_as_controlled(effect, controlled), now.player(now.game.active.value or "")
        if source is None or active is None:
            parts.append(unstated("game.active" if active is None else f"{effect.path}.source"))
        else:
            mine = effect.stated["turn_of"] == "you"
            parts.append(source.controller == active if mine else is_opponent_of(source, active))
    return every(parts)


def _at_least(effect: Effect, phrase: str, least: int, things: tuple[Object, ...], controlled: AsControlled) -> Truth:
    """Yes if a phrase of an effect describes so many objects."""
    found = [fits(effect, phrase, each, controlled) for each in things]
    sure, open_ones = [each for each in found if each.value], [each for each in found if each.value is None]
    if len(sure) >= least:
        return every(sure[:least])
    missing = least - len(sure)
    others = [] if is_listed_in_full(effect.now, phrase) else [_unlisted(phrase)]
    if len(open_ones) > _MOST_OPEN:
        return unknown("closed", "it is open how many there are: {phrase}", phrase=phrase)
    enough = [every(each) for each in combinations(open_ones, missing)]
    none = constant(False, "there are {count} of these, not {least}: {phrase}", count=len(sure), least=least,
                    phrase=phrase)  # fmt: skip
    return any_of(none, some(enough), *others) if enough or others else none


def fits(effect: Effect, phrase: str, thing: Object, controlled: AsControlled = as_it_stands) -> Truth:
    """Yes if a phrase of an effect describes an object. A phrase without a zone is about permanents (109.2)."""
    elsewhere = _zone_of(effect.now, phrase) != "battlefield"
    fitting = picks(effect, thing, phrase, controlled)
    return fitting if elsewhere else all_of(thing.is_permanent, not_(thing.phased_out), fitting)


def is_listed_in_full(now: Situation, phrase: str) -> bool:
    """True if all the objects that a phrase might describe are listed."""
    words = phrase.lower().split()
    if any(each in words for each in ("this", "enchanted", "equipped", "fortified")):
        return True
    zone = _zone_of(now, phrase)
    return zone in now.closed or (zone == "battlefield" and now.as_usual)


def _zone_of(now: Situation, phrase: str) -> str:
    """Return the zone that a phrase names; without one, the battlefield."""
    parts = (part for each in parse_phrase(phrase, now.words).alternatives for part in each)
    return next((part.zone for part in parts if isinstance(part, InZone)), "battlefield")


def _unlisted(phrase: str) -> Truth:
    return unknown("closed", "not stated: whether all of these are listed: {phrase}", phrase=phrase)


def with_present_amount(
    steps: Derivation, effect: Effect, thing: Object, things: Callable[[], list[Object]], controlled: AsControlled
) -> Effect:
    """Return an effect with the power and toughness that it gives an object now.

    An effect that says “for each ...” gives its numbers so many times (608.2i). An effect that makes both equal to the
    mana value of the object gives this number.

    Args:
        steps: the derivation, which records what is open.
        effect: the effect.
        thing: the object that the effect affects.
        things: returns the objects as they are before layer 7.
        controlled: returns an object with its controller after layer 2.
    """
    if effect.stated.get("says") == "gets" and "for_each" in effect.stated:
        number = _count(steps, effect, str(effect.stated["for_each"]), things(), controlled)
        times = {each: int(effect.stated[each]) * number for each in ("power", "toughness") if each in effect.stated}
        return Effect(effect.id, effect.now, effect.stated | times)
    if effect.stated.get("says") in ("is", "has") and effect.stated.get("equal_to") == "mana value":
        value = mana_value_of(steps, thing)
        if isinstance(value, int):
            return Effect(effect.id, effect.now, effect.stated | {"power": value, "toughness": value})
        steps.note_missing(thing, "mana_value")
    return effect


def with_counted_star(
    steps: Derivation, thing: Object, things: Callable[[], list[Object]], controlled: AsControlled
) -> StatedFacts:
    """Return the facts of an object, with the number that its characteristic-defining ability counts (208.2a)."""
    if "star_counts" not in thing.stated or "star" in thing.stated:
        return thing.stated
    own = Effect(thing.id, thing.now, {"source": thing.id})
    return thing.stated | {"star": str(_count(steps, own, str(thing.stated["star_counts"]), things(), controlled))}


def _count(steps: Derivation, effect: Effect, phrase: str, things: Iterable[Object], controlled: AsControlled) -> int:
    """Return how many objects a phrase of an effect describes; 0 if this is open, which `steps` record."""
    found = [fits(effect, phrase, each, controlled) for each in things]
    reasons = [each for each in found if each.value is not False]
    if not is_listed_in_full(effect.now, phrase):
        reasons.append(_unlisted(phrase))
    for each in reasons:
        steps.check(each)
    return len(reasons)
