"""Effects that have triggered abilities trigger additional times (603.2d)."""

from __future__ import annotations

from collections.abc import Iterable

from kb.rulings.encoded.abilities.event_occurrences import EventOccurrence, TriggerTimes
from kb.rulings.engine.card_phrases import phrase_picks
from kb.rulings.engine.derivation import rule_even_if_unprinted
from kb.rulings.law.rule_registry import encodes
from kb.rulings.logic.ternary import Truth, all_of, constant, every, some, unstated
from kb.rulings.situation.situation import Effect, Object, Situation


@encodes("additional-triggers", "“{effect}” has an ability of {source} trigger an additional time")
def additional_times_that_effects_state(_now: Situation, effect: Effect, _source: Object) -> Truth:
    """If an effect says that a triggered ability triggers additional times, it triggers that many more times."""
    return effect.in_force


def additional_times(
    now: Situation, source: Object, times: Iterable[tuple[Truth, list[EventOccurrence]]]
) -> TriggerTimes:
    """Return one Truth for each additional time that effects have an ability trigger (603.2d).

    Each effect adds to the times that the ability would trigger without effects. `times` has these, each with the
    events that cause it; if none are known, an effect that asks for a quality of the cause is open.
    """
    more: TriggerTimes = []
    counted = list(times)
    for effect in now.effects_matching("additional", "trigger", source):
        applies = rule_even_if_unprinted(now, additional_times_that_effects_state, effect, source)
        described = every(phrase_picks(source, each, source) for each in effect.affects)
        for time, causes in counted:
            such = some(_is_such_cause(each, effect, source) for each in causes) if causes else _any_cause(effect)
            more += [all_of(time, applies, described, such)] * int(effect.stated.get("amount", 1))
    return more


def _any_cause(effect: Effect) -> Truth:
    """Yes unless an effect on triggers asks for an event or for a quality of what it happens to."""
    asks = next((fact for fact in ("trigger_event", "quality") if fact in effect.stated), None)
    return constant(True) if asks is None else unstated(f"{effect.path}.{asks}")


def _is_such_cause(occurrence: EventOccurrence, effect: Effect, source: Object) -> Truth:
    """Yes if an event is the one that an effect on triggers names, and happens to a thing with its qualities."""
    event, thing = occurrence.event, occurrence.after.thing(occurrence.thing.id)
    named = "trigger_event" not in effect.stated or event.happens.value == effect.stated["trigger_event"]
    you = occurrence.before.object(effect.stated.get("source", "")) or source
    qualities = (phrase_picks(thing or occurrence.thing, each, you) for each in effect.quality)
    return all_of(constant(named), every(qualities))
