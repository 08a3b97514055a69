"""Types that a permanent's own keyword abilities change: bestow, reconfigure, living metal, impending (702)."""

from __future__ import annotations

from dataclasses import replace

from kb.rulings.engine.derivation import Derivation
from kb.rulings.law.rule_registry import defines
from kb.rulings.logic.ternary import Truth, all_of, unknown, unstated
from kb.rulings.situation.situation import Object, Situation
from kb.rulings.situation.type_line import TypeLine


@defines("bestowed", "{thing} is bestowed: it is an Aura enchantment")
def becomes_an_aura_enchantment(_now: Situation, _thing: Object, line: TypeLine) -> TypeLine:
    """A spell cast bestowed, and the permanent that it becomes, is an Aura enchantment and has enchant creature."""
    return replace(line, types=("enchantment",), subtypes=tuple(dict.fromkeys((*line.subtypes, "aura"))))


@defines("bestowed-unattached", "{thing} isn't attached to anything: it isn't bestowed any more")
def ceases_to_be_bestowed(_now: Situation, _thing: Object, line: TypeLine) -> TypeLine:
    """A bestowed Aura that becomes unattached ceases to be bestowed: it is an enchantment creature again."""
    types = tuple(dict.fromkeys((*line.types, "creature")))
    return replace(line, types=types, subtypes=tuple(each for each in line.subtypes if each != "aura"))


@defines("reconfigured-types", "{thing} is attached, and has reconfigure: it isn't a creature")
def stops_being_a_creature(_now: Situation, _thing: Object, line: TypeLine) -> TypeLine:
    """An Equipment with reconfigure that is attached to another creature isn't a creature until it is unattached."""
    return replace(line, types=tuple(each for each in line.types if each != "creature"))


@defines("living-metal", "{thing} has living metal: it is an artifact creature during its controller's turn")
def an_artifact_creature_too(_now: Situation, _thing: Object, line: TypeLine) -> TypeLine:
    """Living metal means that the permanent is an artifact creature in addition to its types during your turn."""
    return replace(line, types=tuple(dict.fromkeys((*line.types, "artifact", "creature"))))


@defines("impending-types", "the impending cost of {thing} was paid, and it has a time counter: it isn't a creature")
def not_a_creature_yet(_now: Situation, _thing: Object, line: TypeLine) -> TypeLine:
    """As long as a permanent whose impending cost was paid has a time counter, it isn't a creature."""
    return replace(line, types=tuple(each for each in line.types if each != "creature"))


_CHANGING = ("bestow", "reconfigure", "living metal", "impending")


def changes_own_types(thing: Object) -> bool:
    """True if a keyword ability of an object may change its types, because of what it is attached to or its cost."""
    stated = dict.get(thing.stated, "keywords") or ()
    return any(each.startswith(_CHANGING) for each in stated)


def is_bestowed(thing: Object) -> Truth:
    """Yes if an object was cast bestowed, and is still bestowed: a spell, or a permanent that is attached (702.103b).

    A creature can't be attached, so an attached permanent with bestow is bestowed.
    """
    if thing.zone.value == "stack":
        return all_of(thing.has_keyword("bestow"), thing.is_cast_for("bestow"))
    return all_of(thing.has_keyword("bestow"), thing.is_permanent, thing.attached_to != "none")


def with_own_types(steps: Derivation, thing: Object, line: TypeLine) -> TypeLine | None:
    """Return the type line as an object's own keyword abilities change it, or None if a fact is missing."""
    if not changes_own_types(thing) or steps.check(thing.face_down):
        return line
    if thing.has_keyword("bestow").value:
        return _with_bestow(steps, thing, line)
    if thing.has_keyword("living metal").value:
        return _if(steps, _is_its_players_turn(thing), "living-metal", thing, line)
    if thing.has_keyword("impending").value:
        return _if(steps, _is_still_impending(thing), "impending-types", thing, line)
    return _with_reconfigure(steps, thing, line)


def _is_its_players_turn(thing: Object) -> Truth:
    return all_of(thing.is_permanent, thing.now.game.active == thing.controller)


def _is_still_impending(thing: Object) -> Truth:
    """Yes if the impending cost of a permanent was paid, and it has a time counter. Unstated costs leave it open."""
    there = all_of(thing.is_permanent, thing.counters["time"] >= 1)
    is_stated = "alternative_costs" in thing.stated
    return all_of(there, thing.is_cast_for("impending") if is_stated else unstated(thing.alternative_costs.fact))


def _with_reconfigure(steps: Derivation, thing: Object, line: TypeLine) -> TypeLine | None:
    if not thing.has_keyword("reconfigure").value or "creature" not in line.types:
        return line
    return _if(steps, all_of(thing.is_permanent, thing.attached_to != "none"), "reconfigured-types", thing, line)


def _if(steps: Derivation, applies: Truth, concept: str, thing: Object, line: TypeLine) -> TypeLine | None:
    """Return the type line as a rule changes it if it applies, or None if that is open."""
    found = steps.check(applies)
    return None if found is None else steps.apply_rule_or(line, concept, thing, line) if found else line


def _with_bestow(steps: Derivation, thing: Object, line: TypeLine) -> TypeLine | None:
    bestowed = steps.check(is_bestowed(thing))
    if bestowed is None:
        return None
    is_aura = "aura" in line.subtypes and "creature" not in line.types
    if not bestowed and not is_aura:
        return line
    if steps.now.law.status_of("bestowed").status == "not-in-edition":
        steps.check(unknown("rules.bestow", "the rules of that day don't know bestow"))
        return None
    return steps.apply_rule_or(line, "bestowed" if bestowed else "bestowed-unattached", thing, line)
