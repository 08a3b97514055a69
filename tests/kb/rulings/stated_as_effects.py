"""Situations in which one stated fact is stated as an effect instead. The answers must be the same (613)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from zlib import crc32

from kb.rulings.engine.answer import Ruling
from kb.rulings.situation.situation import Situation

ABOUT_EFFECTS = frozenset({"affected-by", "granted-keywords", "copied-as", "replacement-order", "last-known"})
"""Questions about the effects themselves, or about facts as they are stated."""

_CHANGING = ("copies", "is", "has", "becomes", "gains", "gets", "loses", "switches", "doubles", "triples", "controls")


def _changes(facts: dict[str, Any], players: tuple[str, ...]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield the changed facts of an object and the effect that undoes the change."""
    if facts.get("keywords") and len(set(facts["keywords"])) == len(facts["keywords"]):
        yield {"keywords": ()}, {"says": "has", "keywords": facts["keywords"]}
    if facts.get("colors"):
        yield {"colors": ()}, {"says": "is", "colors": facts["colors"]}
    if facts.get("types"):
        yield {"types": ()}, {"says": "is", "types": facts["types"], "in_addition": True}
    if "creature" in facts.get("types", ()) and None not in (facts.get("power"), facts.get("toughness")):
        less = {"power": facts["power"] - 1, "toughness": facts["toughness"] - 1}
        yield less, {"says": "gets", "power": 1, "toughness": 1}
    if facts.get("controller") and len(players) > 1:
        other = next(each for each in players if each != facts["controller"])
        yield {"controller": other}, {"says": "controls", "to": (facts["controller"],)}


def restated(now: Situation) -> Situation | None:
    """Return the situation with one fact of a permanent stated as an effect; None if no fact can be restated.

    The fact is chosen by the situation, so that each run of the tests chooses the same fact.
    """
    if any(dict.get(each.stated, "says") in _CHANGING for each in now.effects):
        return None
    players, found = tuple(each.id for each in now.players), []
    for thing in now.objects:
        facts = dict(thing.stated)
        special = any(facts.get(each) for each in ("faces", "face_down", "created_as", "type_line"))
        if facts.get("zone") == "battlefield" and not special:
            found += [(thing.id, *each) for each in _changes(facts, players)]
    if not found:
        return None
    name, changes, effect = found[crc32(repr(found).encode()) % len(found)]
    objects = {each.id: {**each.stated, **(changes if each.id == name else {})} for each in now.objects}
    effects = [*(dict(each.stated) for each in now.effects), {**effect, "objects": (name,)}]
    return now.replace(objects=objects, effects=effects)


def outcome(ruling: Ruling) -> tuple[object, ...]:
    """Return what must be the same in both answers."""
    actions = tuple((each.action.kind, each.action.things, each.action.changes) for each in ruling.actions)
    return ruling.verdict, ruling.value, actions
