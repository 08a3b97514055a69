"""Words of a situation that the rules of the day don't have: card types of later days, numbers of other editions."""

from __future__ import annotations

from typing import Any

from kb.errors import BadValue
from kb.i18n import _
from kb.rule_number import RuleNumber
from kb.rulings.engine.card_lines import UnusedFact
from kb.rulings.law.applicable_law import Law
from kb.rulings.situation.situation import Situation

_RULE_OF_TYPE = {
    "battle": "battle-casting", "conspiracy": "conspiracies-arent-cast", "dungeon": "dungeons-arent-cast",
    "kindred": "kindred-casting", "phenomenon": "phenomena-arent-cast", "plane": "planes-arent-cast",
    "planeswalker": "planeswalker-casting", "scheme": "schemes-arent-cast", "tribal": "kindred-casting",
    "vanguard": "vanguards-arent-cast",
}  # fmt: skip
"""The card types that not all editions have, each with the concept of a rule that editions with this type have."""


def without_later_types(now: Situation) -> tuple[Situation, tuple[UnusedFact, ...]]:
    """Return a situation without the card types that the rules of its day don't have, and these stated types.

    An object or effect has such a type only if its text is of a later day. The rules of the day know nothing of it.
    """
    absent = {each for each, concept in _RULE_OF_TYPE.items() if _is_absent(now.law, concept)}
    if not absent:
        return now, ()
    found: list[UnusedFact] = []

    def cleaned(facts: dict[str, Any], path: str) -> dict[str, Any]:
        later = [each for each in facts.get("types", ()) if each in absent]
        if not later:
            return facts
        reason = _("the rules of {day} have no card type {type}", day=now.law.as_of, type=", ".join(later))
        found.append(UnusedFact(f"{path}.types", reason, ", ".join(later)))
        types = tuple(each for each in facts["types"] if each not in absent)
        left = {**facts, "types": types, "type_line": None}
        if facts.get("type_line") and facts.get("subtypes") and not types:
            # The words behind the dash are subtypes of the card type before it (205.3b). Without it they say nothing.
            found.append(UnusedFact(f"{path}.subtypes", reason, ", ".join(facts["subtypes"])))
            left["subtypes"] = ()
        return left

    objects = {each.id: cleaned(dict(each.stated), each.path) for each in now.objects}
    effects = [cleaned(dict(each.stated), each.path) for each in now.effects]
    return (now.replace(objects=objects, effects=effects), tuple(found)) if found else (now, ())


def _is_absent(law: Law, concept: str) -> bool:
    return law.status_of(concept).status == "not-in-edition"


def unknown_waivers(now: Situation) -> tuple[UnusedFact, ...]:
    """Return the rule numbers in `waives` that no rule of the day's edition has."""
    found = []
    for effect in now.effects:
        for text in dict.get(effect.stated, "waives") or ():
            try:
                number = RuleNumber.parse(text)
            except BadValue:
                continue  # It is the name of an encoded rule, which the parser has checked.
            if now.law.lacks(number):
                reason = _("the rules of {day} have no rule {number}", day=now.law.as_of, number=number)
                found.append(UnusedFact(f"{effect.path}.waives", reason, str(number)))
    return tuple(found)
