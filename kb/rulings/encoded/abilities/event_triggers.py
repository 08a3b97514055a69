"""Abilities that trigger on events (603), and how often they trigger. Some of these abilities look back in time."""

from __future__ import annotations

from collections.abc import Iterator

from kb.i18n import mark_message
from kb.rulings.encoded.abilities.additional_triggers import additional_times
from kb.rulings.encoded.abilities.damage_triggers import OF_DAMAGE, on_damage
from kb.rulings.encoded.abilities.event_occurrences import (
    OF_CARDS,
    STATUS,
    EventOccurrence,
    TriggerTimes,
    is_watched,
    occurrences,
)
from kb.rulings.encoded.abilities.keyword_triggers import Comparison
from kb.rulings.encoded.abilities.step_triggers import WITHOUT_EVENTS, objects_that_exist_then, without_events
from kb.rulings.encoded.abilities.trigger_effects import causes_no_triggers
from kb.rulings.encoded.damage.commander_zone import goes_to_command_zone
from kb.rulings.encoded.damage.effect_units import changes_amount, matches_qualities
from kb.rulings.encoded.damage.protecting_effects import applies_to, cannot_happen, replacing_effects
from kb.rulings.encoded.damage.replacement_order import (
    PossibleEvent,
    existed_before,
    is_gain_of_no_life,
    possible_events,
)
from kb.rulings.encoded.layers.characteristics_at_event import (
    loses_all_abilities_at,
    object_at,
)
from kb.rulings.engine.card_phrases import matches_phrase
from kb.rulings.engine.derivation import Derivation, DerivedValue, rule_even_if_unprinted
from kb.rulings.engine.trigger_texts import condition_at_trigger
from kb.rulings.law.rule_registry import EncodedRule, defines, encodes, variant_of
from kb.rulings.logic.open_facts import resolve
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Claim, Truth, all_of, any_of, constant, not_, some, unknown, unstated
from kb.rulings.situation.situation import Effect, Object, Player, Situation
from kb.rulings.situation.vocabulary import Ability, GameEvent

EVENT_OF_TRIGGER = {
    "enters": "enter", "leaves": "leave", "dies": "die", "becomes-tapped": "tap", "becomes-untapped": "untap",
    "is-sacrificed": "sacrifice", "is-discarded": "discard", "is-cast": "cast", "player-draws": "draw",
    "player-gains-life": "gain-life", "player-loses-life": "lose-life", "becomes-target": "target",
    "player-becomes-monarch": "become-monarch", "player-takes-initiative": "take-initiative",
}  # fmt: skip
"""The kind of event that each trigger waits for."""

EVENT_TRIGGERS = (*EVENT_OF_TRIGGER, *OF_DAMAGE, *WITHOUT_EVENTS)
"""All triggers of this module."""

_CONTAINED = {"sacrifice": "die", "destroy": "die", "die": "leave", "exile": "leave", "return": "leave"}
"""A map from a kind of event to the kind that it contains. For example, a sacrificed creature also dies."""


# --- events --------------------------------------------------------------------------------------------------


@encodes("event-occurs", "nothing prevents or replaces what happens to {thing}: {happens}")
def not_prevented_or_replaced(now: Situation, thing: Object | Player, happens: str, then: NumberValue) -> Truth:
    """An ability triggers only if its trigger event actually occurs, not if the event is prevented or replaced."""
    stopped = cannot_happen(now, happens, thing, then)
    elsewhere = goes_to_command_zone(now, thing, happens)
    preventing = [applies for _effect, applies in _preventing(now, thing, happens, then)]
    return all_of(not_(stopped), *(not_(applies) for applies in preventing if applies.value is not False),
                  *([] if elsewhere.value is False else [not_(elsewhere)]))  # fmt: skip


def _preventing(
    now: Situation, thing: Object | Player, happens: str, then: NumberValue
) -> Iterator[tuple[Effect, Truth]]:
    """Yield each effect that can prevent or replace an event, and whether the effect applies."""
    for says in ("replaces", "prevents"):
        for effect in replacing_effects(now, says, happens, thing):
            if not changes_amount(effect):
                before = existed_before(now, effect, then)
                yield effect, all_of(applies_to(now, effect, thing), before, matches_qualities(now, effect, thing))


def _is_sought(occurrence: EventOccurrence, what: str, sought: str, used: frozenset[str] = frozenset()) -> Truth:
    """Yes if an event is the event that a trigger waits for, contains that event, or is replaced with that event."""
    now, thing, then = occurrence.before, occurrence.thing, occurrence.event.timestamp
    if (nothing := is_gain_of_no_life(now, occurrence.event, thing)).value:
        return not_(nothing)
    contained = _CONTAINED.get(what)
    as_such = constant(what == sought)
    if what != sought and contained is not None:
        as_such = _is_sought(occurrence, contained, sought, used)
    instead = [
        all_of(applies, _is_sought(occurrence, effect.stated["instead"], sought, used | {effect.id}))
        for effect, applies in _preventing(now, thing, what, then)
        if effect.id not in used and "instead" in effect.stated
    ]
    if what == "die" and sought == "leave":
        instead.append(goes_to_command_zone(now, thing, what))  # It leaves the battlefield all the same.
    return any_of(all_of(now.rule("event-occurs", thing, what, then), as_such), *instead)


@encodes("becomes-triggers", "{thing} isn't in that state yet, so that it becomes so")
def only_as_the_state_changes(_now: Situation, thing: Object, happens: str) -> Truth:
    """A “becomes” ability triggers if a permanent's state changes, but not if the permanent enters in the new state."""
    return all_of(thing.is_permanent, not_(thing.tapped) if happens == "tap" else thing.tapped)


def _changes_state(occurrence: EventOccurrence, sought: str) -> Truth:
    thing = occurrence.before.object(occurrence.thing.id)
    if sought not in STATUS or thing is None:
        return constant(True)
    return rule_even_if_unprinted(occurrence.before, only_as_the_state_changes, thing, sought)


# --- abilities that exist to trigger -------------------------------------------------------------------------


@encodes("looks-back", "an ability that triggers on this looks back in time: {happens}")
def as_objects_leave_the_battlefield(_now: Situation, happens: str) -> Truth:
    """Leaves-the-battlefield abilities look back in time. They check the situation right before the event."""
    return constant(happens in ("leave", "die", "sacrifice"))


@encodes("delayed-trigger-created", "the delayed triggered ability was created before it happens")
def not_before_it_is_created(_now: Situation, ability: Ability, event: GameEvent) -> Truth:
    """A delayed triggered ability triggers only on events that occur after the ability's creation."""
    return ability.timestamp < event.timestamp if "timestamp" in ability.stated else constant(True)


@encodes("reflexive-trigger", "{source} is what makes it happen")
def because_of_what_created_it(now: Situation, source: Object, event: GameEvent) -> Truth:
    """A resolving spell or ability can create a reflexive ability, which triggers on events during that resolution."""
    ability = now.object(event.by.value or "")
    return ability.source == source if ability is not None and "source" in ability.stated else event.by == source


def _can_trigger(occurrence: EventOccurrence, then: Situation, source: Object, ability: Ability) -> Truth:
    """Yes if the ability exists in `then`, the situation in which it would trigger on an occurrence."""
    event = occurrence.event
    if ability.reflexive.value:
        return rule_even_if_unprinted(then, because_of_what_created_it, source, event)
    if ability.delayed.value:
        return then.rule("delayed-trigger-created", ability, event)
    if occurrence.thing.id == source.id and event.happens.value in OF_CARDS and not ability.quality.value:
        return constant(True)  # “when you cast this spell” functions wherever the spell is cast (113.6k)
    found = then.object(source.id) or source
    there = rule_even_if_unprinted(then, objects_that_exist_then, found)
    if ability.triggers_from.is_known:
        there = found.zone.is_one_of(*ability.triggers_from)
    return all_of(
        there,
        not_(loses_all_abilities_at(then, found, event.timestamp)),
        *_unless_lost(then, found, ability, event.timestamp),
    )


def _unless_lost(now: Situation, source: Object, ability: Ability, then: NumberValue) -> list[Truth]:
    """Return a truth that isn't yes if effects have taken away an ability at the time `then`; else nothing."""
    if not ability.id.rpartition(".")[2].isdecimal():
        return []  # a keyword of the object: `ability_of_keyword` says whether the object has it
    has = object_at(now, source, then)[0].abilities.has(ability)
    return [has] if has.value is not True else []


def _triggers(occurrence: EventOccurrence, source: Object, ability: Ability, sought: str) -> Truth:
    event, before = occurrence.event, occurrence.before
    if event.happens.value is None:
        return event.happens == sought
    back = before.rule("looks-back", sought)
    then = occurrence.seen_by(sought)
    return all_of(
        _is_sought(occurrence, event.happens.value, sought),
        _changes_state(occurrence, sought),
        not_(causes_no_triggers(then, then.thing(occurrence.thing.id) or occurrence.thing, sought)),
        *([back] if back.value else []),
        _can_trigger(occurrence, then, source, ability),
        is_watched(occurrence, then, source, ability),
        *(_is_caused_by(then, event, each, source) for each in ability.caused_by),
        *condition_at_trigger(occurrence.after, source, ability),
    )


def _is_caused_by(then: Situation, event: GameEvent, phrase: str, source: Object) -> Truth:
    """Yes if a phrase of the ability of `source` describes what makes an event happen."""
    cause = then.object(event.by.value or "")
    return unstated(event.by.fact) if cause is None else matches_phrase(cause, phrase, source)


# --- the number of times that an ability triggers ------------------------------------------------------------


@defines("triggers-each-occurrence", "it triggers once each time that its event occurs")
def once_for_each_occurrence(_now: Situation, ability: Ability, at_once: TriggerTimes) -> TriggerTimes:
    """An ability triggers once each time its event occurs. Each occurrence within one event counts."""
    return [some(at_once)] if ability.one_or_more.value else at_once


@defines("delayed-trigger-once", "a delayed triggered ability without a stated duration triggers only once")
def the_next_time_only(_now: Situation, ability: Ability, times: TriggerTimes) -> TriggerTimes:
    """A delayed triggered ability triggers only once, the next time its event occurs, unless it has a duration."""
    return times if ability.duration.value else [some(times)]


@defines("reflexive-trigger-times", "a reflexive triggered ability triggers once for each time")
def once_for_each_time(_now: Situation, _ability: Ability, times: TriggerTimes) -> TriggerTimes:
    """A reflexive ability triggers each time its event occurs while the spell or ability that created it resolves."""
    return times


@variant_of(once_for_each_time)
def once_for_each_time_or_once_in_all(_now: Situation, ability: Ability, times: TriggerTimes) -> TriggerTimes:
    """A reflexive ability triggers each time its event occurs. If it says "one or more times", it triggers once."""
    return [some(times)] if ability.one_or_more.value else times


def _on_events(
    now: Situation, source: Object, ability: Ability, sought: str, compares: Comparison | None
) -> TriggerTimes:
    """Return one Truth for each time that an ability would trigger on the proposed events."""
    rule = now.law.rule("triggers-each-occurrence") or once_for_each_occurrence
    times: TriggerTimes = []
    for found in occurrences(now):
        repeated = [(each, certain) for each in found for certain in _repeats(each)]
        at_once = [
            all_of(_triggers(each, source, ability, sought), *_compared(each, source, compares), *certain)
            for each, certain in repeated
        ]
        once = rule(now, ability, at_once)
        causes = [[each] for each, _certain in repeated] if len(once) == len(repeated) else [found] * len(once)
        times += once
        if ability.delayed.value or ability.reflexive.value:
            continue  # Effects on the abilities of an object aren't about those that its abilities create (603.2d).
        for time, by in zip(once, causes, strict=True):
            then = by[0].seen_by(sought) if by else now
            times += additional_times(then, source, [(time, by)], _is_event)
    return times


def _is_event(occurrence: EventOccurrence, kind: str) -> Truth:
    """Yes if an event is of a kind or contains an event of that kind: a sacrificed creature dies."""
    return _is_sought(occurrence, occurrence.event.happens.value or "", kind)


def _compared(occurrence: EventOccurrence, source: Object, compares: Comparison | None) -> list[Truth]:
    """Return the further test of what the event happens to, right after the event; [] if there is none."""
    then = occurrence.after
    thing, own = then.object(occurrence.thing.id), then.object(source.id)
    return [] if compares is None or thing is None or own is None else [compares(thing, own)]


def _repeats(occurrence: EventOccurrence) -> list[list[Truth]]:
    """Return a list for each time that an event happens. Drawing two cards is drawing a card twice (121.2).

    A time that only one order of the effects brings about has an open truth in its list.
    """
    event = occurrence.event
    if event.happens.value != "draw":
        return [[]]
    proposed = PossibleEvent("draw", event.amount.value)
    events = possible_events(Derivation(occurrence.before), occurrence.thing, proposed)
    drawn = [int(each.amount or 0) for each in events if each.happens == "draw"] or [int(event.amount.value or 0)]
    asks = mark_message("{thing} or its controller chooses which effect applies first")
    choice = unknown("effects", asks, thing=occurrence.thing)
    return [[] if time < min(drawn) else [choice] for time in range(max(drawn))]


def _trigger_times(
    now: Situation, source: Object, ability: Ability, trigger: str, compares: Comparison | None
) -> tuple[TriggerTimes, str]:
    """Return one Truth for each time that an ability may trigger, and the concept that the proof cites ("" if none)."""
    if (times := without_events(now, source, ability, trigger)) is not None:
        return times, ""
    if trigger in OF_DAMAGE:
        each_time = now.law.rule("triggers-each-occurrence") or once_for_each_occurrence
        times = on_damage(now, source, ability)
        by_recipient = ability.one_or_more.value and any(ability.recipient)
        return times if by_recipient else each_time(now, ability, times), "triggers-each-occurrence"
    if not now.proposed.events.is_known:
        return [now.proposed.events.stated], "triggers-each-occurrence"
    times = _on_events(now, source, ability, EVENT_OF_TRIGGER[trigger], compares)
    for kind, concept in ((ability.reflexive, "reflexive-trigger-times"), (ability.delayed, "delayed-trigger-once")):
        if kind.value and (rule := now.law.rule(concept)) is not None:
            return rule(now, ability, times), concept
    return times, "triggers-each-occurrence"


def trigger_count(
    now: Situation, source: Object, ability: Ability, compares: Comparison | None = None
) -> DerivedValue | None:
    """Return how often an ability triggers on events, or None if its trigger belongs to another module.

    `compares` is a further test of what an event happens to.
    """
    trigger = ability.trigger.value
    by_damage = trigger == "player-gains-life" and not now.proposed.events.is_known
    if trigger not in EVENT_TRIGGERS or by_damage:
        return None
    times, concept = _trigger_times(now, source, ability, trigger, compares)
    reasons = [each for each in times if each.value is not False] or [not_(each) for each in times]
    return valued_trigger_count(source, times, reasons, now.law.rule(concept) if concept else None)


def valued_trigger_count(
    source: Object, times: TriggerTimes, reasons: list[Truth], rule: EncodedRule | None
) -> DerivedValue:
    """Return how many of `times` are Yes. The proof of the answer cites `reasons` and `rule`."""
    number = sum(resolve(each).value is True for each in times)
    known = all_of(*reasons) if reasons else constant(True, "nothing happens that it triggers on")
    counted = known.with_claim("the ability of {source} triggers: {count}", source=source, count=number)
    return DerivedValue(number, counted if rule is None else counted.attributed_to(rule, Claim(rule.claim)))
