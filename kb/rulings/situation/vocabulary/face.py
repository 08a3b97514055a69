"""Facts of a face or half of a card."""

from __future__ import annotations

from typing import Any

from kb.rulings.situation.fact import Entity, FactDefaults
from kb.rulings.situation.fact_types import KeywordsFact, NumberFact, WordFact
from kb.rulings.situation.type_line import SUPERTYPES, parse_type_line
from kb.rulings.situation.vocabulary.game_terms import COLORS
from kb.rulings.situation.vocabulary.printed_fact_types import (
    HALVES,
    CardTypesFact,
    CostFact,
    KeywordAbilitiesFact,
    SubtypesFact,
    TypeLineFact,
)


def expand_type_line(given: dict[str, Any]) -> dict[str, Any]:
    """Return the stated facts of an object or face. Add the types of a stated type line."""
    if not given.get("type_line"):
        return given
    line = parse_type_line(given["type_line"])
    return {"types": line.types, "supertypes": line.supertypes, "subtypes": line.subtypes} | given


def expand_split_cost(given: dict[str, Any]) -> dict[str, Any]:
    """Return the stated facts of an object. A mana cost printed as `{1}{R} // {1}{U}` becomes two halves (709.1)."""
    cost = given.get("mana_cost")
    if not cost or HALVES not in cost or given.get("faces"):
        return given
    names = str(given.get("name") or "").split(HALVES)
    faces = [{"mana_cost": each.strip()} for each in cost.split(HALVES)]
    if len(names) == len(faces):
        faces = [{"name": name.strip(), **face} for name, face in zip(names, faces, strict=True)]
    return {"layout": "split", **{key: each for key, each in given.items() if key != "mana_cost"}, "faces": (*faces,)}


class Face(Entity):
    """A face or half of a card with two faces or halves."""

    def __init__(self, identity: str, now: FactDefaults, given: dict[str, Any]) -> None:
        super().__init__(identity, now, expand_type_line(given))

    name = WordFact("the name of {it}", rule="201.1")
    types = CardTypesFact("the card types of {it}", rule="205.2a")
    subtypes = SubtypesFact("the subtypes of {it}", rule="205.3")
    supertypes = KeywordsFact("the supertypes of {it}", *SUPERTYPES, rule="205.4a")
    type_line = TypeLineFact("the type line of {it}", rule="205.1", means="as printed; replaces the three lists above")
    mana_cost = CostFact("the mana cost of {it}", rule="202.1")
    colors = KeywordsFact("the colours of {it}", *COLORS, rule="105.2")
    color_indicator = KeywordsFact("the colour indicator of {it}", *COLORS, rule="204.1")
    text = WordFact("the rules text of {it}", rule="207.1", means="as printed; used for colour identity")
    keywords = KeywordAbilitiesFact("the keyword abilities of {it}", rule="702.1")
    power = NumberFact("the power of {it}", rule="208.1")
    toughness = NumberFact("the toughness of {it}", rule="208.1")
