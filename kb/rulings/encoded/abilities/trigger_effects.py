"""Effects that keep events from causing abilities to trigger."""

from __future__ import annotations

from kb.rulings.engine.card_phrases import phrase_picks
from kb.rulings.logic.ternary import Truth, all_of, constant, every, some, unstated
from kb.rulings.situation.situation import Effect, Object, Player, Situation


def causes_no_triggers(now: Situation, thing: Object | Player, happens: str) -> Truth:
    """Yes if an effect says that what happens to a thing doesn't cause abilities to trigger.

    Args:
        now: the situation in which the event is checked.
        thing: the object or player to which it happens.
        happens: the event.
    """
    return some(
        all_of(effect.in_force, _describes(effect, thing))
        for effect in now.effects_matching("cant", "trigger")
        if effect.stated.get("trigger_event") in (None, happens)
    )


def _describes(effect: Effect, thing: Object | Player) -> Truth:
    """Yes if a thing is what the effect names as the cause of the trigger."""
    qualities, source = effect.stated.get("quality") or (), effect.now.object(str(effect.stated.get("source", "")))
    if not qualities:
        return constant(True)
    return (
        unstated(f"{effect.path}.source")
        if source is None
        else every(phrase_picks(thing, each, source) for each in qualities)
    )
