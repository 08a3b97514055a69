"""The zones in which abilities function (113.6)."""

from __future__ import annotations

import re

from kb.rulings.engine.derivation import is_stated
from kb.rulings.engine.questions import QuestionArguments, answers, named_ability
from kb.rulings.law.rule_registry import encodes
from kb.rulings.logic.ternary import Truth, any_of
from kb.rulings.situation.situation import Object, Situation
from kb.rulings.situation.vocabulary import Ability


@encodes("ability-functions", "{ability} functions while {thing} is where it is")
def on_the_stack_or_the_battlefield(_now: Situation, thing: Object, _ability: Ability) -> Truth:
    """Abilities usually function only on the battlefield. Abilities of instants and sorceries function on the stack."""
    spell = thing.types.contains_any("instant", "sorcery")
    if spell.value is None:
        return spell
    return thing.zone == ("stack" if spell.value else "battlefield")


@encodes("functions-where-it-moves-from", "{ability} functions only in the zone that it moves {thing} from")
def only_in_the_zone_it_leaves(_now: Situation, thing: Object, ability: Ability) -> Truth:
    """An ability that moves its object from a zone functions only there, unless the ability first puts it there."""
    return any_of(ability.puts_there, thing.zone == ability.moves_from)


@encodes("functions-where-it-triggers", "{ability} functions in all zones that it can trigger from")
def in_all_zones_it_can_trigger_from(_now: Situation, thing: Object, ability: Ability) -> Truth:
    """An ability that can't trigger from the battlefield functions in all zones that it can trigger from."""
    return thing.zone.is_one_of(*ability.triggers_from)


_MOVES_ITSELF = re.compile(
    r"\b(?:return|put|exile|cast|play) (?:this (?:card|creature|permanent|spell)|~)(?: card)? from "
    r"(?:your (?P<zone>graveyard|hand|library)|(?P<exile>exile))\b",
    re.IGNORECASE,
)
"""The words with which the cost or effect of an ability moves its own object out of a zone."""

_PUT_THERE = re.compile(r"\bdies\b|\bput into\b|\bdiscard(?:ed)?\b|\bcycle", re.IGNORECASE)
"""Words that may first put the object into the zone. Then the ability doesn't function only there."""


def _with_zone_of_text(thing: Object, ability: Ability) -> Ability:
    """Return an ability that moves its own object with the zone that its cost or text names, if none is stated."""
    words = " ".join(str(ability.stated.get(each, "")) for each in ("cost", "text")).replace(
        str(thing.stated.get("name") or "~"), "~"
    )
    found = None if is_stated(ability, "moves_from") else _MOVES_ITSELF.search(words)
    if found is None or _PUT_THERE.search(words):
        return ability
    zone = (found["zone"] or found["exile"]).lower()
    return Ability(ability.id, ability.now, {**ability.stated, "moves_from": zone})


def ability_functions(now: Situation, thing: Object, ability: Ability) -> Truth:
    """Yes if an ability functions in the zone of its object."""
    ability = _with_zone_of_text(thing, ability)
    if is_stated(ability, "moves_from") and ability.puts_there.value is not True:
        return now.rule("functions-where-it-moves-from", thing, ability)
    if is_stated(ability, "triggers_from") and "battlefield" not in tuple(ability.triggers_from):
        return now.rule("functions-where-it-triggers", thing, ability)
    return now.rule("ability-functions", thing, ability)


@answers("functions", "Does an ability of this object, by its number, function where the object is?", "objects",
         "rules ask functions A 1 -f situation.yaml")  # fmt: skip
def _functions(now: Situation, asked: QuestionArguments) -> Truth:
    return ability_functions(now, asked.object(now), named_ability(asked, asked.object(now)))
