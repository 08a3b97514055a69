"""The order in which replacement effects are applied (616.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from kb.i18n import mark_message
from kb.rulings.encoded.damage.commander_zone import COMMAND_ZONE, may_go_to_command_zone
from kb.rulings.encoded.damage.effect_units import amount_after, changes_amount, matches_qualities
from kb.rulings.encoded.damage.protecting_effects import (
    CONTAINED_DEATH,
    applies_to,
    cannot_happen,
    draws_left,
    replacing_effects,
)
from kb.rulings.encoded.damage.protecting_keywords import (
    cards_with_dredge,
    is_madness_optional,
    madness_applies,
)
from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import Row, defines, defines_each, encodes, encodes_each
from kb.rulings.logic.partial_values import NumberValue, WordValue
from kb.rulings.logic.ternary import Truth, all_of, constant, unknown
from kb.rulings.situation.situation import Effect, Object, Player, Situation
from kb.rulings.situation.vocabulary import GameEvent

Effects = tuple[Effect, ...]

CONTAINED_EVENTS = {
    "create": ("enter",),
    "deal-damage": ("lose-life", "gain-life", "put-counters"),
    "be-dealt-damage": ("lose-life", "gain-life", "put-counters"),
}
"""The events that an event contains: a token that is created enters (616.1g), and damage has results (120.4)."""


_EVENTS_WITH_AMOUNT = ("create", "draw", "mill", "gain-life", "lose-life")
"""The events whose amount effects can change: of tokens, cards, life."""


# --- existing effects -----------------------------------------------------------------------------------------


@encodes_each(
    Row("replacement-exists-before", "replacements_dont_go_back_in_time", "“{effect}” existed before the event",
        "A replacement effect must exist before the event occurs. It can't change what has already happened."),
    Row("prevention-exists-before", "preventions_dont_go_back_in_time", "“{effect}” existed before the damage event",
        "A prevention effect must exist before the damage event occurs. It can't change what has already happened."),
)  # fmt: skip
def effects_dont_go_back_in_time(_now: Situation, effect: Effect, then: NumberValue) -> Truth:
    """An effect must exist before the event occurs. The effect can't change what has already happened."""
    return effect.timestamp < then


def existed_before(now: Situation, effect: Effect, then: NumberValue) -> Truth:
    """Yes if a replacement or prevention effect existed before an event, or if no times are stated."""
    if "timestamp" not in effect.stated or not then.is_known:
        return constant(True)
    prevents = effect.stated.get("says") == "prevents"
    return now.rule("prevention-exists-before" if prevents else "replacement-exists-before", effect, then)


# --- order ----------------------------------------------------------------------------------------------------


@defines("replacement-chooser", "the controller of {thing}, its owner if it has none, or the player chooses")
def controller_owner_or_player(_now: Situation, thing: Object | Player) -> WordValue | str:
    """The affected player chooses an effect. If an object is affected, its controller (or else its owner) chooses."""
    if isinstance(thing, Player):
        return thing.id
    return thing.controller if thing.zone.value in ("battlefield", "stack") else thing.owner


def _chooser(steps: Derivation, thing: Object | Player) -> str | None:
    """Return the id of the player who chooses which effect is applied first."""
    chooser: WordValue | str | None = steps.apply_rule("replacement-chooser", thing)
    return steps.read_value(chooser) if isinstance(chooser, WordValue) else chooser


def chooser_of(now: Situation, thing: Object | Player) -> tuple[str | None, Truth]:
    """Return the id of the player who chooses which effect is applied first, and the reasons."""
    steps = Derivation(now)
    return _chooser(steps, thing), steps.truth


def orders_of_application(now: Situation, effects: Effects) -> Iterator[Effects]:
    """Yield the orders in which effects can be applied to an event. Effects that do the same aren't exchanged."""
    if not effects:
        yield ()
    tried: list[tuple[object, ...]] = []
    for first in effects_to_choose_from(Derivation(now), effects):
        of_rule = "" if first.id.isdecimal() else first.id
        does = (of_rule, *(first.stated.get(fact) for fact in _WHAT_IT_DOES))
        if does not in tried:
            tried.append(does)
            left = tuple(each for each in effects if each is not first)
            yield from ((first, *order) for order in orders_of_application(now, left))


_WHAT_IT_DOES = ("says", "does", "quality", "amount", "instead", "modifies", "players")


@defines("contained-event-later", "an effect on an event contained within another is chosen after it")
def not_before_what_contains_it(_now: Situation, effects: Effects) -> Effects:
    """If one event contains another, effects on the containing event are chosen before those on the contained event."""
    contained = {part for each in effects for part in CONTAINED_EVENTS.get(each.stated.get("does", ""), ())}
    return tuple(each for each in effects if _modified_event(each) not in contained)


def _modified_event(effect: Effect) -> str:
    """Return the event that an effect attempts to modify."""
    return str(effect.stated.get("does", "enter" if effect.stated.get("says") == "enters" else "other"))


@defines_each(
    Row("self-replacement-first", "self_replacement_first", "one that replaces part of its own effect must be chosen",
        "If any of the effects are self-replacement effects, one of them must be chosen.", modifies="itself"),
    Row("control-next", "control_next", "one that modifies under whose control an object enters must be chosen",
        "If any effects modify under whose control an object enters the battlefield, one of them must be chosen.",
        modifies="control"),
    Row("copy-next", "copy_next", "one that makes the object a copy as it enters must be chosen",
        "If any effects make an object a copy as it enters the battlefield, one of them must be chosen.",
        modifies="copy"),
    Row("back-face-next", "back_face_next", "one that has the card enter with its back face up must be chosen",
        "If any effects make a card enter the battlefield with its back face up, one of them must be chosen.",
        modifies="back-face"),
)  # fmt: skip
def chosen_before_others(_now: Situation, effects: Effects, *, modifies: str) -> Effects:
    """If effects modify an aspect (`modifies`), one of them must be chosen. 616.1 gives the order of the aspects."""
    return tuple(each for each in effects if _modified_aspect(each) == modifies)


def _modified_aspect(effect: Effect) -> str:
    """Return which aspect of an event an effect modifies, as stated or as what the effect says shows (616.1)."""
    said = {"copies": "copy", "controls": "control"}.get(effect.stated.get("says", ""), "other")
    if effect.stated.get("says") == "enters" and "transformed" in effect.stated.get("quality", ()):
        said = "back-face"
    return str(effect.stated.get("modifies", said))


@defines("any-replacement", "any of the applicable effects may be chosen")
def any_of_the_others(_now: Situation, effects: Effects) -> Effects:
    """Any of the applicable replacement and prevention effects may be chosen."""
    return effects


_REPLACING = ("replaces", "prevents", "enters")
_AS_IT_ENTERS = ("copies", "controls")
"""What effects say that modify how an object enters. On the battlefield, such effects are no replacement effects."""


def applicable_effects(steps: Derivation, thing: Object | Player) -> Effects:
    """Return the replacement and prevention effects that apply to `thing`."""
    now = steps.now
    entering = isinstance(thing, Object) and thing.zone.value not in (None, "battlefield")
    says = (*_REPLACING, *(_AS_IT_ENTERS if entering else ()))
    return tuple(
        each
        for each in now.effects
        if each.stated.get("says") in says
        and each.covers(thing)
        and each.stated.get("applies") is not False
        and steps.check(
            all_of(existed_before(now, each, now.proposed.timestamp), _has_asked_qualities(now, each, thing))
        )
    )


def _has_asked_qualities(now: Situation, effect: Effect, thing: Object | Player) -> Truth:
    """Yes if a thing has the qualities that an effect asks for. An "enters" effect asks for no qualities."""
    about = effect.stated.get("says")
    return matches_qualities(now, effect, thing) if about in ("replaces", "prevents") else constant(True)


def effects_to_choose_from(steps: Derivation, effects: Effects) -> Effects:
    """Return the effects of which one must be chosen and applied first."""
    contained = steps.now.law.rule("contained-event-later")
    if contained is not None and len(contained(steps.now, effects)) < len(effects):
        effects = steps.apply_rule("contained-event-later", effects)
    for kind in chosen_before_others.rules:
        rule = steps.now.law.rule(kind.concept)
        chosen: Effects = rule(steps.now, effects) if rule is not None else ()
        if chosen:
            steps.apply_rule(kind.concept, effects)
            return chosen
    return tuple(steps.apply_rule("any-replacement", effects) or effects)


@answers("replacement-order",
         "Which of the effects that would modify what happens to this is applied first, and who chooses?", "object",
         "rules ask replacement-order A -f situation.yaml")  # fmt: skip
def replacement_order(now: Situation, asked: QuestionArguments) -> DerivedValue:
    thing = asked.thing(now)
    steps = Derivation(now)
    effects = applicable_effects(steps, thing)
    answer: dict[str, Any] = {
        "among": [str(each) for each in effects_to_choose_from(steps, effects)] if effects else []
    }
    if len(effects) > 1:
        answer["chooses"] = _chooser(steps, thing)
    return steps.result(answer)


# --- successive effects ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PossibleEvent:
    """An event that can result from effects.

    Attributes:
        happens: what happens, or the name of the effect that says what happens instead.
        amount: how much of it; None if that isn't stated.
    """

    happens: str
    amount: float | None


@defines("newly-applicable", "an effect can become applicable because another has modified the event")
def as_the_event_has_become(
    now: Situation, thing: Object | Player, event: PossibleEvent, used: frozenset[str]
) -> Effects:
    """An effect can become applicable because another effect modified the event. Each effect applies once (614.5)."""
    found = replacing_effects(now, "replaces", event.happens, thing)
    with_amount = event.amount is not None and event.happens in _EVENTS_WITH_AMOUNT
    return tuple(
        each
        for each in found
        if each.id not in used and each.in_force.value is not False and (with_amount or not changes_amount(each))
    )


@encodes("no-life-gain-event", "{player} would gain 0 life: no life gain event would occur")
def gaining_no_life_is_no_event(_now: Situation, _player: Player, amount: NumberValue) -> Truth:
    """If a player gains 0 life, no life gain event occurs. Effects that replace life gain don't apply."""
    return amount < 1


def is_gain_of_no_life(now: Situation, event: GameEvent, thing: Object | Player) -> Truth:
    """Yes if an event would be a gain of 0 life. A gain without a stated amount is a gain of more."""
    if event.happens.value != "gain-life" or "amount" not in event.stated:
        return constant(False)
    return now.rule("no-life-gain-event", thing, event.amount)


def _within_the_limit(steps: Derivation, player: Player, event: PossibleEvent) -> PossibleEvent:
    """Return a draw of no more cards than effects allow the player to draw this turn (121.2b)."""
    left, wanted = draws_left(steps.now, player), 1 if event.amount is None else event.amount
    if left.low >= wanted or steps.read_value(left) is None:
        return event
    return replace(event, amount=left.low)


def _to_command_zone(steps: Derivation, thing: Object | Player, event: PossibleEvent) -> list[PossibleEvent]:
    """Return the move to the command zone that the owner of a commander may choose instead of an event (903.9)."""
    may = may_go_to_command_zone(steps.now, thing, event.happens)
    return [replace(event, happens=COMMAND_ZONE)] if may.value is not False and steps.check(may) else []


def _dredged(steps: Derivation, thing: Object | Player, event: PossibleEvent) -> list[PossibleEvent]:
    """Return what a player may do instead of drawing a card: mill cards and return a card with dredge (702.52)."""
    if event.happens != "draw" or not isinstance(thing, Player):
        return []
    found = [each for each, truth in cards_with_dredge(steps.now, thing) if steps.check(truth)]
    if found and event.amount not in (None, 1):
        asks = mark_message("each card is drawn apart, and dredge may replace each draw")
        steps.check(unknown(f"{found[0].path}.keywords", asks))
    return [PossibleEvent(f"{each.id}: {each.keywords_named('dredge')[0]}", event.amount) for each in found]


def possible_events(
    steps: Derivation, thing: Object | Player, event: PossibleEvent, used: frozenset[str] = frozenset()
) -> list[PossibleEvent]:
    """Return the events that can result if effects stop an event, or replace it one after another.

    `used` has the ids of the effects that have replaced the event already. Each effect gets one opportunity (614.5).
    """
    now, then, nothing = steps.now, steps.now.proposed.timestamp, PossibleEvent("nothing", 0)
    if event.happens == "draw" and isinstance(thing, Player):
        event = _within_the_limit(steps, thing, event)
    stopped = cannot_happen(now, event.happens, thing, then)
    if event.amount == 0 or (stopped.value is not False and steps.check(stopped)):
        return [nothing]
    # The rule is about effects that become applicable later. Those that apply at first need no rule that says so.
    effects: Effects = (
        steps.apply_rule("newly-applicable", thing, event, used) or ()
        if used
        else as_the_event_has_become.function(now, thing, event, used)
    )
    effects = tuple(
        each
        for each in effects
        if steps.check(
            all_of(existed_before(now, each, then), matches_qualities(now, each, thing), applies_to(now, each, thing))
        )
    )
    if not effects:
        death = PossibleEvent("die", event.amount)
        contained = possible_events(steps, thing, death, used) if event.happens in CONTAINED_DEATH else [death]
        happening = [event if each == death else each for each in contained]
        return [*happening, *_to_command_zone(steps, thing, event), *_dredged(steps, thing, event)]
    found: list[PossibleEvent] = []
    for effect in effects_to_choose_from(steps, effects):
        instead = effect.stated.get("instead", "other")
        now_used = used | {effect.id}
        if changes_amount(effect) and event.amount is not None:
            found += possible_events(steps, thing, replace(event, amount=amount_after(effect, event.amount)), now_used)
        elif instead == "other":
            found.append(PossibleEvent(str(effect), event.amount))
        else:
            found += possible_events(steps, thing, replace(event, happens=instead), now_used)
    return list(dict.fromkeys(found))


@answers("event-becomes", "What becomes of what would happen to this, once effects have replaced it?", "object",
         "rules ask event-becomes p1 -f situation.yaml")  # fmt: skip
def event_becomes(now: Situation, asked: QuestionArguments) -> DerivedValue:
    thing, steps = asked.thing(now), Derivation(now)
    event = next((each for each in now.proposed.events if thing.id in each.things), None)
    happens = steps.read_value(event.happens) if event is not None else None
    if happens is None:
        if event is None:
            steps.note_missing(now.proposed, "events")
        return steps.result(None)
    if event is not None and (nothing := is_gain_of_no_life(now, event, thing)).value and steps.check(nothing):
        return steps.result({"happens": "nothing"})
    before = PossibleEvent(happens, event.amount.value if event is not None and "amount" in event.stated else None)
    found = possible_events(steps, thing, before)
    answer: dict[str, Any] = {"happens": _one_or_all([each.happens for each in found])}
    exiled = madness_applies(now, thing, found[0].happens)
    if isinstance(thing, Object) and exiled.value is not False and steps.check(exiled):
        may = is_madness_optional(now)
        answer |= (
            {"zone": ["graveyard", "exile"], "chooses": steps.read_value(thing.owner)} if may else {"zone": "exile"}
        )
    if any(each.amount not in (before.amount, 0) for each in found):
        answer["amount"] = _one_or_all([int(each.amount or 0) for each in found])
    if len(found) > 1:
        of_commander = any(each.happens == COMMAND_ZONE for each in found)
        owner = thing.owner if isinstance(thing, Object) and of_commander else None
        answer["chooses"] = _chooser(steps, thing) if owner is None else steps.read_value(owner)
    return steps.result(answer)


def _one_or_all(found: list[Any]) -> Any:
    """Return the only one of several values, or all different values."""
    different = list(dict.fromkeys(found))
    return different[0] if len(different) == 1 else different
