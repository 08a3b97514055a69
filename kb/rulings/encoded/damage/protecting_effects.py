"""Replacement and prevention effects that rules give to a permanent: counters (122.1), regeneration (701.19)."""

from __future__ import annotations

from collections.abc import Iterator

from kb.rulings.encoded.damage.effect_units import matches_qualities
from kb.rulings.encoded.damage.protecting_keywords import effects_of_keywords, keyword_effect_applies
from kb.rulings.encoded.layers.characteristics_at_event import effect_exists_at
from kb.rulings.engine.derivation import rule_even_if_unprinted
from kb.rulings.law.rule_registry import Row, encodes, encodes_each, forbids
from kb.rulings.logic.partial_values import INFINITY, NumberValue
from kb.rulings.logic.ternary import Claim, Truth, all_of, any_of, constant, not_, some
from kb.rulings.situation.situation import Effect, Object, Player, Situation
from kb.rulings.situation.vocabulary.game_terms import EVENTS_OF_PERMANENTS


@encodes_each(
    Row("shield-counters", "shield_counters_protect", "a shield counter protects {permanent}",
        "A shield counter is removed instead of destroying the permanent by an effect, and as it prevents damage.",
        counter="shield"),
    Row("finality-counters", "exiled_instead_of_dying", "a finality counter on {permanent} has it exiled instead",
        "A permanent with a finality counter is exiled if it would be put into a graveyard from the battlefield.",
        counter="finality"),
)  # fmt: skip
def counters_protect(_now: Situation, permanent: Object, *, counter: str) -> Truth:
    """Counters of some kinds create one replacement effect. The effect exists if there are one or more of them."""
    return all_of(permanent.is_permanent, permanent.counters[counter] >= 1)


@forbids("untaps", "stun-counters", "a stun counter is removed from {permanent} instead of untapping it",
         where=lambda _now, permanent: constant("stun" in permanent.stated.get("counters", {})))  # fmt: skip
def stun_counter_is_removed_instead(_now: Situation, permanent: Object) -> Truth:
    """If a permanent with a stun counter would become untapped, a stun counter is removed from it instead."""
    return all_of(permanent.is_permanent, permanent.counters["stun"] >= 1)


@encodes("unpreventable-damage", "an effect says that the damage of {source} can't be prevented")
def nothing_prevents_it(now: Situation, source: Object, recipient: Object | Player) -> Truth:
    """Prevention effects don't prevent damage that can't be prevented."""
    effects = now.effects_matching("cant", "be-prevented", source)
    directed = [each for each in effects if each.is_directed_at(recipient)]
    return some(all_of(each.in_force, matches_qualities(now, each, source)) for each in directed)


@encodes("regeneration-shield", "a regeneration shield of {permanent} replaces its destruction")
def regenerated_instead(now: Situation, permanent: Object) -> Truth:
    """A regeneration shield replaces the next destruction, unless an effect says that it can't be regenerated."""
    return all_of(
        permanent.is_permanent,
        permanent.regeneration_shields >= 1,
        not_(now.rule("cant-beats-can", permanent, "be-regenerated")),
    )


_CREATED = (
    ("shield-counters", "replaces", "be-destroyed", "nothing"),
    ("shield-counters", "prevents", "be-dealt-damage", None),
    ("stun-counters", "replaces", "untap", "nothing"),
    ("finality-counters", "replaces", "die", "exile"),
    ("regeneration-shield", "replaces", "be-destroyed", "nothing"),
)
"""The effects that rules create: the concept of the rule, then the facts `says`, `does` and `instead` of the effect."""

_KIND_OF_COUNTER = {"shield-counters": "shield", "stun-counters": "stun", "finality-counters": "finality"}

NOT_OF_STATE_BASED_ACTIONS = frozenset({"shield-counters"})
"""The ids of effects that don't replace destruction by a state-based action (122.1c)."""

CONTAINED_DEATH = ("destroy", "sacrifice")
"""The events that contain that a permanent dies."""


def replacing_effects(now: Situation, says: str, happens: str, thing: Object | Player) -> Iterator[Effect]:
    """Yield the effects on an event: the stated effects, then those that rules create."""
    does = EVENTS_OF_PERMANENTS.get(happens, happens)
    yield from now.effects_matching(says, does, thing)
    if isinstance(thing, Object):
        yield from effects_of_rules(now, says, does, thing)


def effects_of_rules(now: Situation, says: str, does: str, permanent: Object) -> Iterator[Effect]:
    """Yield the effects on a permanent that rules create. The id of an effect is the concept of its rule."""
    for concept, *facts, instead in _CREATED:
        if facts == [says, does] and _may_exist(permanent, concept) and _exists(now, concept, permanent).value:
            name = _KIND_OF_COUNTER.get(concept, "regeneration")
            stated = {"says": says, "does": does, "objects": (permanent.id,), "text": f"{permanent.id}: {name}"}
            yield Effect(concept, now, stated | ({"instead": instead} if instead else {}))
    yield from effects_of_keywords(now, says, does, permanent)


def _exists(now: Situation, concept: str, thing: Object) -> Truth:
    """Yes if a rule creates an effect. The oldest editions mention regeneration only in other rules."""
    if concept == "regeneration-shield":
        return rule_even_if_unprinted(now, regenerated_instead, thing)
    return now.rule(concept, thing)


def _may_exist(thing: Object, concept: str) -> bool:
    """True if the counters or shields that create an effect are stated. Otherwise they don't count."""
    kind = _KIND_OF_COUNTER.get(concept)
    if kind is None:
        return "regeneration_shields" in thing.stated
    return kind in thing.stated.get("counters", {})


def applies_to(now: Situation, effect: Effect, thing: Object | Player) -> Truth:
    """Yes if an effect applies. The proof of an effect that a rule creates cites this rule."""
    if isinstance(thing, Object) and any(effect.id == concept for concept, *_facts in _CREATED):
        return _exists(now, effect.id, thing)
    if isinstance(thing, Object) and (of_keyword := keyword_effect_applies(now, effect, thing)) is not None:
        return of_keyword
    return effect.in_force


def draws_left(now: Situation, player: Player) -> NumberValue:
    """Return how many more cards a player can draw this turn, if effects limit the number; else any number."""
    left = NumberValue(INFINITY, INFINITY, (), "", None)
    for effect in now.effects_matching("at-most", "draw", player):
        if effect.in_force.value is not False and "amount" in effect.stated:
            allowed = (effect.amount - player.cards_drawn).at_least(0)
            left = allowed if allowed.high < left.high else left
    return left


def cannot_happen(now: Situation, happens: str, thing: Object | Player, then: NumberValue) -> Truth:
    """Yes if indestructible, or an effect that exists at the time `then`, says that an event can't happen.

    Args:
        now: the situation.
        happens: the event.
        thing: the permanent that the event would happen to, or the player who would do it.
        then: the time of the event.
    """
    effects = now.effects_matching("cant", EVENTS_OF_PERMANENTS.get(happens, happens), thing)
    by_effects = some(
        all_of(each.in_force, matches_qualities(now, each, thing)) for each in effects if effect_exists_at(each, then)
    )
    rule = now.law.rule("cant-beats-can")
    if rule is not None and by_effects.value is not False:
        by_effects = by_effects.attributed_to(rule, Claim(rule.claim, (("thing", thing),)))
    # A player may be instructed to destroy something. Only permanents are indestructible.
    if happens == "destroy" and isinstance(thing, Object) and by_effects.value is not True:
        return any_of(by_effects, now.rule("indestructible", thing))
    return by_effects if by_effects.value is not False else constant(False)
