"""Find state-based actions, perform them as one event, and check again (704.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from kb.rule_number import RuleNumber
from kb.rulings.engine.actions import Action
from kb.rulings.engine.citations import RuleCitation, cite
from kb.rulings.engine.proof import claim_text
from kb.rulings.law import rule_registry
from kb.rulings.logic.open_facts import resolve
from kb.rulings.logic.ternary import Truth
from kb.rulings.situation.situation import Object, Situation

MAX_CHECKS = 50
"""The greatest number of consecutive checks. The rules never need this many checks."""

_RESET_BY_ZONE_CHANGE = {
    "counters": {}, "damage": 0, "deathtouch_damage": False, "attached_to": "none", "attacking": "none",
    "blocking": (), "tapped": False, "put_there_since_check": True,
}  # fmt: skip
"""The values of facts after an object changes zones and so becomes a new object (400.7)."""


@dataclass(frozen=True, slots=True)
class PerformedAction:
    """A state-based action that is performed, or that depends on open facts.

    Attributes:
        citation: the rule.
        action: the action.
        description: the action in words.
        depends_on: paths of the open facts that decide whether the action is performed; empty if it is performed.
        check_number: the number of the check that found the action, counted from 1.
    """

    citation: RuleCitation
    action: Action
    description: str
    depends_on: tuple[str, ...] = ()
    check_number: int = 1


@dataclass
class StateBasedChecks:
    """The results of checks for state-based actions.

    Attributes:
        now: the situation of the last check.
        performed: the actions that are performed.
        open_actions: the actions that depend on open facts.
        conditions: the fulfilled conditions of the actions.
    """

    now: Situation
    performed: list[PerformedAction] = field(default_factory=list)
    open_actions: list[PerformedAction] = field(default_factory=list)
    conditions: list[Truth] = field(default_factory=list)


def check_repeatedly(now: Situation, first: list[tuple[str, Action]]) -> StateBasedChecks:
    """Perform the actions of the first check as one event. Check again as long as nobody has to choose."""
    checks = StateBasedChecks(now)
    found, number = first, 1
    while True:
        event, open_ones = _sort_by_outcome(checks.now, found, number)
        checks.open_actions += _not_known_yet(open_ones, checks.open_actions)
        event = _replace(checks.now, event)
        checks.conditions += [action.condition for _concept, action in found if action.condition.value is True]
        checks.performed += event
        if number == MAX_CHECKS or not _is_repeated(checks.now, event):
            break
        checks.open_actions = _unaffected(checks.open_actions, event)
        checks.now, number = perform_actions(checks.now, [each.action for each in event]), number + 1
        found = find_state_based_actions(checks.now)
    checks.performed.sort(key=_sort_key)
    checks.open_actions.sort(key=_sort_key)
    return checks


def _sort_key(each: PerformedAction) -> tuple[int, RuleNumber]:
    return each.check_number, RuleNumber.parse(each.citation.number)


def _unaffected(open_actions: list[PerformedAction], event: list[PerformedAction]) -> list[PerformedAction]:
    """Return the open actions on things that an event didn't remove, and all that may replace the event's actions."""
    gone = {thing for each in event for thing, fact, _value in each.action.changes if fact in ("zone", "lost")}
    instead = rule_registry.rules_for_question("sba-instead")
    return [each for each in open_actions if each.citation.concept in instead or gone.isdisjoint(each.action.things)]


def _not_known_yet(found: list[PerformedAction], known: list[PerformedAction]) -> list[PerformedAction]:
    keys = {(each.citation.concept, each.action.things) for each in known}
    return [each for each in found if (each.citation.concept, each.action.things) not in keys]


def _replace(now: Situation, event: list[PerformedAction]) -> list[PerformedAction]:
    """Return the event after effects replaced actions. If several actions have one result, one effect replaces all."""
    rule = now.law.rule("one-replacement")
    if rule is None:
        return event
    result: list[PerformedAction] = []
    for action, same in rule(now, [each.action for each in event]):
        replaced = [each for each in event if each.action in same]
        if action in same:
            result += replaced
        else:
            citation, number = cite(now.law, "one-replacement"), replaced[0].check_number
            result.append(PerformedAction(citation, action, claim_text(action.description), check_number=number))
    return result


def _is_repeated(now: Situation, event: list[PerformedAction]) -> bool:
    """True if the rules ask for another check, nobody has to choose, and no effect replaces an action."""
    unsettled = any(each.action.choice or each.action.kind == "replaced" for each in event)
    return not unsettled and now.rule("state-based-check", len(event)).value is True


def _sort_by_outcome(
    now: Situation, found: list[tuple[str, Action]], number: int
) -> tuple[list[PerformedAction], list[PerformedAction]]:
    """Return two lists: the actions that are performed, and the actions that depend on open facts."""
    performed: list[PerformedAction] = []
    open_actions: list[PerformedAction] = []
    citations: dict[str, RuleCitation] = {}
    for concept, action in found:
        outcome = resolve(action.condition)
        if outcome.value is False:
            continue
        if concept not in citations:
            citations[concept] = cite(now.law, concept)
        text = claim_text(action.description)
        each = PerformedAction(citations[concept], action, text, outcome.depends_on, number)
        (performed if outcome.value is True else open_actions).append(each)
    return performed, open_actions


def find_state_based_actions(now: Situation) -> list[tuple[str, Action]]:
    """Return the state-based actions whose condition holds or is open, each with the concept of its rule."""
    found: list[tuple[str, Action]] = []
    for concept in rule_registry.rules_for_question("sba"):
        rule = now.law.rule(concept)
        if rule is not None and rule.result == "actions":
            found += [(concept, action) for action in rule(now) if action.condition.value is not False]
    for concept in rule_registry.rules_for_question("sba-instead"):
        if (rule := now.law.rule(concept)) is not None:
            found += [(concept, action) for action in rule(now, [each for _concept, each in found])]
    return found


def perform_actions(now: Situation, actions: Iterable[Action]) -> Situation:
    """Return the situation after actions that are performed at the same time."""
    facts = {each.id: dict(each.stated) for each in (*now.players, *now.objects)}
    moved: set[str] = set()
    gone: set[str] = set()
    for action in actions:
        if action.kind == "cease":
            gone |= set(action.things)
        for name, fact, new in action.changes:
            value = new
            if fact == "zone":
                moved.add(name)
                if (thing := now.object(name)) is not None:
                    facts[name] = _known_in_closed_zone(thing) | facts[name] | _RESET_BY_ZONE_CHANGE
            elif action.kind == "remove-counters":
                # Two rules may remove counters from one permanent at once. Keep the smaller count of each kind.
                before = facts[name].get(fact, {})
                value = {kind: min(count, before.get(kind, count)) for kind, count in new.items()}
            facts[name][fact] = value
    # Reset facts about the time since the last check. Only the actions of this check have happened since then.
    for player in now.players:
        facts[player.id] |= {"drew_from_empty_library": False}
    for each in now.objects:
        facts[each.id] |= {"deathtouch_damage": False, "put_there_since_check": each.id in moved}
    return now.replace(
        players={each.id: facts[each.id] for each in now.players},
        objects={each.id: facts[each.id] for each in now.objects if each.id not in gone},
        departed=now.departed | _ids_and_names(now, moved | gone),
    )


def _ids_and_names(now: Situation, ids: set[str]) -> set[str]:
    """Return the ids of objects that leave their zones, and their names. Effects name their source either way.

    A name that another object keeps on the battlefield isn't returned: the effect may be that object's.
    """
    name_of = {each.id: dict.get(each.stated, "name") for each in now.objects}
    staying = {name for identity, name in name_of.items() if identity not in ids | now.departed}
    return ids | {name for identity in ids if (name := name_of.get(identity)) and name not in staying}


def _known_in_closed_zone(thing: Object) -> dict[str, Any]:
    """Return the known facts of an object that are certain in a closed zone. An object that moves keeps these facts."""
    known = {name: fact.look_up(thing)[0] for name, fact in Object.facts().items() if fact.closed}
    return {name: value for name, value in known.items() if value is not None}
