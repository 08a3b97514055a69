"""Effects on triggering: events that cause no triggers, abilities that trigger additional times (603.2d)."""

from __future__ import annotations

from collections.abc import Iterator

from kb.rulings.encoded.copying.timestamps import source_of_effect
from kb.rulings.engine.card_phrases import matches_phrase
from kb.rulings.engine.derivation import rule_even_if_unprinted
from kb.rulings.law.rule_registry import encodes, variant_of
from kb.rulings.logic.ternary import Truth, all_of, constant, not_, some, unstated
from kb.rulings.situation.situation import Effect, Object, Player, Situation
from kb.rulings.situation.vocabulary import Ability


def causes_no_triggers(now: Situation, thing: Object | Player, happens: str) -> Truth:
    """Yes if an effect says that what happens to a thing doesn't cause abilities to trigger."""
    return some(all_of(effect.in_force, _is_caused_by(effect, thing)) for effect in _effects(now, "cant", happens))


def additional_times(
    now: Situation, thing: Object | Player, happens: str, source: Object, ability: Ability
) -> list[Truth]:
    """Return one truth for each additional time that effects make an ability of `source` trigger."""
    found = []
    for effect in _effects(now, "additional", happens):
        applies = all_of(effect.on(source).in_force, _is_caused_by(effect, thing), source.is_permanent)
        truth = rule_even_if_unprinted(now, of_abilities_that_the_object_has, effect, ability, applies)
        found += [truth] * int(effect.amount.value or 1)
    return found


def _effects(now: Situation, says: str, happens: str) -> Iterator[Effect]:
    for effect in now.effects_matching(says, "trigger"):
        if effect.stated.get("on_event") in (None, happens):
            yield effect


def _is_caused_by(effect: Effect, thing: Object | Player) -> Truth:
    """Yes if a thing is what the effect names as the cause of the trigger."""
    phrases = effect.stated.get("affects") or ()
    if not phrases:
        return constant(True)
    source = source_of_effect(effect)
    if source is None:
        return unstated(f"{effect.path}.source")
    if isinstance(thing, Player):
        return constant(False)
    return all_of(*(matches_phrase(thing, each, source) for each in phrases))


@encodes("additional-triggers", "“{effect}” makes {ability} trigger an additional time")
def as_many_times_as_stated(_now: Situation, _effect: Effect, _ability: Ability, applies: Truth) -> Truth:
    """An effect may state that a triggered ability triggers additional times. It doesn't invoke itself repeatedly."""
    return applies


@variant_of(as_many_times_as_stated)
def of_abilities_that_the_object_has(_now: Situation, _effect: Effect, ability: Ability, applies: Truth) -> Truth:
    """Such an effect refers only to abilities that the object has, not to delayed or reflexive triggered abilities."""
    return all_of(applies, not_(ability.delayed), not_(ability.reflexive))
