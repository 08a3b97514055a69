"""Types that depend on what a permanent is attached to: bestow (702.103) and reconfigure (702.151)."""

from __future__ import annotations

from dataclasses import replace

from kb.rulings.engine.derivation import Derivation
from kb.rulings.law.rule_registry import defines
from kb.rulings.logic.ternary import Truth, all_of, unknown
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


def changes_types_by_attachment(thing: Object) -> bool:
    """True if the types of an object may depend on what it is attached to, or on how it was cast."""
    stated = dict.get(thing.stated, "keywords") or ()
    return any(each.startswith(("bestow", "reconfigure")) for each in stated)


def is_bestowed(thing: Object) -> Truth:
    """Yes if an object was cast bestowed, and is still bestowed: a spell, or a permanent that is attached (702.103b).

    A creature can't be attached, so an attached permanent with bestow is bestowed.
    """
    if thing.zone.value == "stack":
        return all_of(thing.has_keyword("bestow"), thing.is_cast_for("bestow"))
    return all_of(thing.has_keyword("bestow"), thing.is_permanent, thing.attached_to != "none")


def with_types_by_attachment(steps: Derivation, thing: Object, line: TypeLine) -> TypeLine | None:
    """Return the type line as bestow and reconfigure change it, or None if a fact is missing."""
    if not changes_types_by_attachment(thing) or steps.check(thing.face_down):
        return line
    if thing.has_keyword("bestow").value:
        return _with_bestow(steps, thing, line)
    if not thing.has_keyword("reconfigure").value or "creature" not in line.types:
        return line
    attached = steps.check(all_of(thing.is_permanent, thing.attached_to != "none"))
    if attached is None:
        return None
    return steps.apply_rule_or(line, "reconfigured-types", thing, line) if attached else line


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
