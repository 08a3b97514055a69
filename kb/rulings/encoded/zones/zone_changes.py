"""Zone changes: returns after an event (610.3), moves to several zones at once (400.6), piles (700.3c)."""

from __future__ import annotations

from collections.abc import Iterator

from kb.rulings.encoded.damage.commander_zone import may_go_to_command_zone
from kb.rulings.encoded.damage.protecting_effects import (
    CONTAINED_DEATH,
    NOT_OF_STATE_BASED_ACTIONS,
    cannot_happen,
    replacing_effects,
)
from kb.rulings.encoded.damage.protecting_keywords import is_madness_optional, madness_applies
from kb.rulings.encoded.damage.replacement_order import PossibleEvent, possible_events
from kb.rulings.encoded.zones.leaving_the_stack import exiled_as_it_leaves
from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.engine.state_based_checks import find_state_based_actions
from kb.rulings.law.rule_registry import defines
from kb.rulings.logic.partial_values import WordValue
from kb.rulings.situation.situation import Object, Player, Situation
from kb.rulings.situation.vocabulary import ZONES

_ZONE_OF_EVENT = {
    "die": "graveyard", "sacrifice": "graveyard", "exile": "exile", "return": "hand", "enter": "battlefield",
    "discard": "graveyard", "mill": "graveyard", "destroy": "graveyard", "counter": "graveyard", "command": "command",
}  # fmt: skip
_EVENT_OF_ACTION = {"destroy": "destroy", "graveyard": "die", "sacrifice": "sacrifice"}
"""The event of each kind of state-based action that moves permanents to the graveyard."""

_LEAVING = ("die", "sacrifice", "exile", "return", "leave")


# --- returns after an event ----------------------------------------------------------------------------------


@defines("returned-together", "what returns after simultaneous events returns at the same time")
def at_the_same_time(_now: Situation, left: list[str], exiled: list[Object]) -> list[str]:
    """If simultaneous events are each followed by a one-shot effect, these effects are simultaneous, too."""
    return [each.id for each in exiled if each.exiled_until.value in left]


@answers("returns", "Which exiled objects return, those together that return at the same time?", "nothing",
         "rules ask returns -f situation.yaml")  # fmt: skip
def _returns(now: Situation, _asked: QuestionArguments) -> DerivedValue:
    steps = Derivation(now)
    if not steps.check(now.proposed.events.stated):
        return steps.result(None)
    exiled = [each for each in now.objects if each.zone.value == "exile"]
    found: list[list[str]] = []
    for event in now.proposed.events:
        if steps.read_value(event.happens) in _LEAVING:
            left = list(steps.read_value(event.things) or ())
            together = steps.apply_rule("returned-together", left, exiled)
            apart = [[name] for name in at_the_same_time.function(now, left, exiled)]
            found += apart if together is None else [together]
    return steps.result([each for each in found if each])


# --- moves to several zones ----------------------------------------------------------------------------------


@defines("exclusive-moves", "the controller of {thing}, its owner if it has none, chooses where it moves")
def controller_or_owner_chooses(_now: Situation, thing: Object) -> WordValue:
    """If actions on an object exclude each other, its controller chooses one. Without a controller, its owner does."""
    return thing.controller if thing.zone.value in ("battlefield", "stack") else thing.owner


@defines("piles-stay", "{thing} is grouped into a pile, and doesn't leave the zone that it is in")
def grouped_objects_stay(_now: Situation, thing: Object) -> WordValue:
    """Objects grouped into piles don't leave the zone they're currently in."""
    return thing.zone


def _zones_by_events(steps: Derivation, thing: Object) -> Iterator[str]:
    """Yield the zones to which the proposed events move an object."""
    for event in steps.now.proposed.events:
        if thing.id in (steps.read_value(event.things) or ()) and steps.read_value(event.happens) in _ZONE_OF_EVENT:
            yield from _zones_after_effects(steps, thing, event.happens.value or "")


def _zones_after_effects(steps: Derivation, thing: Object, happens: str, *, state_based: bool = False) -> Iterator[str]:
    """Yield the zones in which an object can be after effects have stopped or replaced an event."""
    now = steps.now
    parts = (happens, "die") if happens in CONTAINED_DEATH else (happens,)
    used = NOT_OF_STATE_BASED_ACTIONS if state_based else frozenset()
    replaced = any(
        effect.id not in used for each in parts for effect in replacing_effects(now, "replaces", each, thing)
    )
    stopped = not state_based and cannot_happen(now, happens, thing, now.proposed.timestamp).value is not False
    found = [happens]
    commander = any(may_go_to_command_zone(now, thing, each).value is not False for each in parts)
    if replaced or stopped or commander:
        found = [each.happens for each in possible_events(steps, thing, PossibleEvent(happens, None), used)]
    if thing.zone.value == "stack" and any(each in _ZONE_OF_EVENT for each in found):
        exiled = exiled_as_it_leaves(now, thing)
        if exiled.value is not False and steps.check(exiled):
            found = ["exile" if each in _ZONE_OF_EVENT else each for each in found]
    exiled = madness_applies(now, thing, "discard" if "discard" in found else "")
    if exiled.value is not False and steps.check(exiled):
        yield "exile"
        found = [each for each in found if each != "discard" or is_madness_optional(now)]
    for each in found:
        yield _ZONE_OF_EVENT.get(each) or steps.read_value(thing.zone) or "battlefield"


def _zones_by_state(steps: Derivation, thing: Object) -> Iterator[str]:
    """Yield the zones to which an object moves by state-based actions, or by effects that replace losing the game."""
    now = steps.now
    for _concept, action in find_state_based_actions(now):
        moves = [value for name, fact, value in action.changes if (name, fact) == (thing.id, "zone")]
        if moves and steps.check(action.condition):
            event = _EVENT_OF_ACTION.get(action.kind)
            yield from moves if event is None else _zones_after_effects(steps, thing, event, state_based=True)
        if action.kind == "lose" and action.condition.value:
            for player in (each for name in action.things if (each := now.player(name)) is not None):
                yield from _zones_instead_of_losing(steps, thing, player)


def _zones_instead_of_losing(steps: Derivation, thing: Object, player: Player) -> Iterator[str]:
    """Yield the zones to which an object moves by its own effects that apply instead of a player losing the game."""
    for effect in steps.now.effects_matching("replaces", "lose-game", player):
        zone = _ZONE_OF_EVENT.get(effect.stated.get("instead", ""))
        if effect.stated.get("source") == thing.id and zone and steps.check(effect.in_force):
            yield zone


@answers("moves-to", "To which zone does this move, by all that is proposed at once, or by state-based actions?",
         "object", "rules ask moves-to A -f situation.yaml")  # fmt: skip
def _moves_to(now: Situation, asked: QuestionArguments) -> DerivedValue:
    thing, steps = asked.object(now), Derivation(now)
    if "pile" in thing.stated and not now.proposed.events.is_known:
        return steps.result({"zone": steps.read_value(steps.apply_rule("piles-stay", thing) or thing.zone)})
    found = set(_zones_by_events(steps, thing) if now.proposed.events.is_known else _zones_by_state(steps, thing))
    zones = sorted(found, key=ZONES.index)
    if not zones and not steps.check(now.proposed.events.stated):
        return steps.result(None)
    if len(zones) < 2:
        return steps.result({"zone": zones[0] if zones else steps.read_value(thing.zone)})
    who = steps.apply_rule("exclusive-moves", thing)
    return steps.result({"zone": zones, "chooses": None if who is None else steps.read_value(who)})
