"""Situations in which a stated fact is stated as an effect instead. The answers must be the same (613)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kb.rulings.engine.answer import Ruling
from kb.rulings.situation.known_words import types_of_subtype
from kb.rulings.situation.situation import Situation

ABOUT_EFFECTS = frozenset({"affected-by", "granted-keywords", "copied-as", "replacement-order", "last-known"})
"""Questions about the effects themselves, or about facts as they are stated."""

_ABOUT_CONTROL = frozenset({"leaves-game"})
"""Questions whose answers differ if a player controls an object because of an effect (800.4a)."""

_EARLIER = ("bestow", "reconfigure", "changeling", "devoid", "living metal", "impending")

_CHANGING = ("copies", "is", "has", "becomes", "gains", "gets", "loses", "switches", "doubles", "triples", "controls")


def _changes(facts: dict[str, Any], players: tuple[str, ...]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield the changed facts of an object and the effect that undoes the change."""
    if facts.get("keywords") and len(set(facts["keywords"])) == len(facts["keywords"]):
        yield {"keywords": ()}, {"says": "has", "keywords": facts["keywords"]}
    if facts.get("colors"):
        yield {"colors": ()}, {"says": "is", "colors": facts["colors"]}
    if facts.get("types"):
        yield {"types": ()}, {"says": "is", "types": facts["types"], "in_addition": True}
    if facts.get("subtypes") and all(types_of_subtype(each) & {*facts.get("types", ())} for each in facts["subtypes"]):
        yield {"subtypes": ()}, {"says": "is", "subtypes": facts["subtypes"], "in_addition": True}
    if facts.get("supertypes"):
        yield {"supertypes": ()}, {"says": "gains", "supertypes": facts["supertypes"]}
    if facts.get("abilities") and all(set(each) == {"text"} for each in facts["abilities"]):
        yield {"abilities": ()}, {"says": "has", "abilities": tuple(each["text"] for each in facts["abilities"])}
    if "creature" in facts.get("types", ()) and None not in (facts.get("power"), facts.get("toughness")):
        less = {"power": facts["power"] - 1, "toughness": facts["toughness"] - 1}
        yield less, {"says": "gets", "power": 1, "toughness": 1}
    if facts.get("controller") and len(players) > 1:
        other = next(each for each in players if each != facts["controller"])
        yield {"controller": other}, {"says": "controls", "to": (facts["controller"],)}


def restatements(now: Situation, question: str) -> Iterator[Situation]:
    """Yield the situation with each of its facts stated as an effect, one at a time."""
    if any(dict.get(each.stated, "says") in _CHANGING for each in now.effects):
        return
    players = tuple(each.id for each in now.players)
    for thing in now.objects:
        facts = dict(thing.stated)
        special = any(facts.get(each) for each in ("faces", "face_down", "created_as", "type_line"))
        # What bestow and reconfigure do begins as a spell is cast, or as an Equipment becomes attached. Changeling and
        # devoid define characteristics in layers before the one in which an effect gives them (604.3a, 613.3). So
        # do the types that living metal and impending give (613.1d, 613.1f).
        special |= any(each.startswith(_EARLIER) for each in facts.get("keywords", ()))
        if facts.get("zone") != "battlefield" or special:
            continue
        for changes, effect in _changes(facts, players):
            if effect["says"] == "controls" and question in _ABOUT_CONTROL:
                continue
            objects = {each.id: {**each.stated, **(changes if each is thing else {})} for each in now.objects}
            effects = [*(dict(each.stated) for each in now.effects), {**effect, "objects": (thing.id,)}]
            yield now.replace(objects=objects, effects=effects)


def outcome(ruling: Ruling) -> tuple[object, ...]:
    """Return what must be the same in both answers."""
    actions = tuple((each.action.kind, each.action.things, each.action.changes) for each in ruling.actions)
    return ruling.verdict, ruling.value, actions
