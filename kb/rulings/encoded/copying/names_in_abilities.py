"""The object that a name in an ability refers to (201.5, 707.11)."""

from __future__ import annotations

import re

from kb.rulings.encoded.copying.copiable_values import apply_copy_effects
from kb.rulings.engine.derivation import Derivation, DerivedValue, is_stated
from kb.rulings.engine.questions import QuestionArguments, answers, named_ability
from kb.rulings.law.rule_registry import defines
from kb.rulings.situation.situation import Object, Situation
from kb.rulings.situation.vocabulary import Ability


@defines("name-means-itself", "the name in an ability of {thing} means just that object")
def that_particular_object(_now: Situation, thing: Object) -> str:
    """An object's name in its own text means just this object, even if the object's name changes."""
    return thing.id


@defines("name-tracks-permanent", "an effect that refers to {thing} by name still tracks it")
def whatever_its_name_becomes(_now: Situation, thing: Object) -> str:
    """The name of a permanent in an effect still means that permanent after it is renamed or becomes a copy."""
    return thing.id


@defines("name-in-granted-ability", "the name in an ability that {source} gave {thing} means {source}")
def source_of_the_granting_ability(_now: Situation, _thing: Object, source: Object) -> str:
    """If an effect grants an ability that names the effect's source, the name means only that source."""
    return source.id


@defines("name-in-gained-ability", "the name of {origin} in an ability that {thing} gained means {thing}")
def treated_as_the_name_of_the_object_that_gained_it(_now: Situation, thing: Object, _origin: Object) -> str:
    """If an object gains an ability in which another object names itself, the name means the object that gained it."""
    return thing.id


def _name_in(steps: Derivation, thing: Object, ability: Ability) -> str | None:
    """Return the name by which an ability refers to an object: as stated, or as its text has it.

    The text may have the name of the object that gave the ability, or of the object itself before effects. After
    “named”, a name means any object with this name.
    """
    text = ability.stated.get("text")
    if is_stated(ability, "names") or text is None:
        found: str | None = steps.read_value(ability.names)
        return found
    others = (steps.now.object(ability.stated.get(fact) or "") for fact in ("granted_by", "gained_from"))
    for each in (*others, thing.as_stated):
        name = None if each is None else each.stated.get("name")
        if name and re.search(rf"(?<!named )\b{re.escape(name)}\b", text):
            return str(name)
    steps.note_missing(ability, "names")
    return None


def _object_meant(steps: Derivation, thing: Object, ability: Ability) -> str | None:
    """Return the id of the object that a name in an ability means, or None if a fact is missing."""
    name = _name_in(steps, thing, ability)
    for fact, concept in (("granted_by", "name-in-granted-ability"), ("gained_from", "name-in-gained-ability")):
        other = steps.now.object(ability.stated.get(fact) or "")
        if name is not None and other is not None and steps.read_value(other.name) == name:
            return steps.apply_rule_or(None, concept, thing, other)
    if name is None or is_stated(ability, "granted_by") or is_stated(ability, "gained_from"):
        steps.note_missing(ability, "names")
        return None
    found: str | None = steps.apply_rule("name-means-itself", thing)
    if is_stated(thing, "name") and steps.read_value(thing.name) != name:
        steps.apply_rule("name-tracks-permanent", thing)
    return found


@answers("named-object", "Which object does the name in an ability of this object, by its number, mean?",
         "objects", "rules ask named-object A 1 -f situation.yaml")  # fmt: skip
def _named_object(now: Situation, asked: QuestionArguments) -> DerivedValue:
    steps = Derivation(now)
    thing = apply_copy_effects(steps, asked.object(now))
    return steps.result(_object_meant(steps, thing, named_ability(asked, thing)))
