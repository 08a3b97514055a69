"""Effects that have triggered abilities trigger additional times (603.2d)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kb.rulings.encoded.abilities.event_occurrences import EventOccurrence, TriggerTimes
from kb.rulings.encoded.layers.affected_objects import source_or_player
from kb.rulings.encoded.layers.characteristics_at_event import is_true_at
from kb.rulings.engine.card_phrases import phrase_picks
from kb.rulings.engine.derivation import rule_even_if_unprinted
from kb.rulings.law.rule_registry import encodes
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Truth, all_of, constant, every, some, unstated
from kb.rulings.situation.situation import Effect, Object, Player, Situation


@encodes("additional-triggers", "“{effect}” has an ability of {source} trigger an additional time")
def additional_times_that_effects_state(_now: Situation, effect: Effect, _source: Object) -> Truth:
    """If an effect says that a triggered ability triggers additional times, it triggers that many more times."""
    return effect.in_force


def additional_times(
    then: Situation,
    source: Object,
    times: Iterable[tuple[Truth, list[EventOccurrence]]],
    is_event: Callable[[EventOccurrence, str], Truth] | None = None,
) -> TriggerTimes:
    """Return one Truth for each additional time that effects have an ability trigger (603.2d).

    Each effect adds to the times that the ability would trigger without effects. If no events are known that cause a
    time, an effect that asks for a quality of the cause is open.

    Args:
        then: the situation in which the events are checked, with the effects and objects that exist then (603.10).
        source: the source of the ability.
        times: the times that the ability triggers without effects, each with the events that cause it.
        is_event: returns yes if an event is of a kind.
    """
    more: TriggerTimes = []
    counted, source = list(times), then.object(source.id) or source
    for effect in then.effects_matching("additional", "trigger", source):
        applies = rule_even_if_unprinted(then, additional_times_that_effects_state, effect, source)
        for time, causes in counted:
            when = causes[0].event.timestamp if causes else None
            described = _fits(then, source, effect, effect.affects, when)
            such = _any_cause(effect)
            if causes and is_event is not None:
                such = some(_is_such_cause(then, each, effect, is_event) for each in causes)
            more += [all_of(time, applies, described, such)] * int(effect.stated.get("amount", 1))
    return more


def _fits(
    then: Situation, thing: Object | Player, effect: Effect, phrases: Iterable[str], when: NumberValue | None
) -> Truth:
    """Yes if the phrases of an effect describe a thing in the situation `then`. "You" is the effect's controller."""
    asked = tuple(phrases)
    if not asked:
        return constant(True)
    if then.object(effect.stated.get("source", "")) is None and not effect.stated.get("players"):
        return unstated(f"{effect.path}.source")
    you = source_or_player(then, effect)

    def test(seen: Object | Player) -> Truth:
        return every(phrase_picks(seen, each, you) for each in asked)

    return test(thing) if when is None or isinstance(thing, Player) else is_true_at(then, thing, when, test)


def _any_cause(effect: Effect) -> Truth:
    """Yes unless an effect on triggers asks for an event or for a quality of what it happens to."""
    asks = next((fact for fact in ("trigger_event", "quality") if fact in effect.stated), None)
    return constant(True) if asks is None else unstated(f"{effect.path}.{asks}")


def _is_such_cause(
    then: Situation,
    occurrence: EventOccurrence,
    effect: Effect,
    is_event: Callable[[EventOccurrence, str], Truth],
) -> Truth:
    """Yes if an event is the one that an effect on triggers names, and happens to a thing with its qualities."""
    kind, thing = effect.stated.get("trigger_event"), then.thing(occurrence.thing.id) or occurrence.thing
    named = constant(True) if kind is None else is_event(occurrence, kind)
    if named.value is False:
        return named
    return all_of(named, _fits(then, thing, effect, effect.quality, occurrence.event.timestamp))
