"""What can be stated of a face or half of a card."""

from __future__ import annotations

from typing import Any

from kb.i18n import later
from kb.rulings.situation.fact import FactDefaults, Thing
from kb.rulings.situation.fact_types import KeywordsFact, NumberFact, WordFact
from kb.rulings.situation.type_line import SUPERTYPES, parse
from kb.rulings.situation.vocabulary.game_terms import COLORS
from kb.rulings.situation.vocabulary.printed_fact_types import CardTypesFact, CostFact, TypeLineFact


def with_types(given: dict[str, Any]) -> dict[str, Any]:
    """What is stated of an object or face, with the types of its type line where one is stated."""
    if not given.get("type_line"):
        return given
    line = parse(given["type_line"])
    return {"types": line.types, "supertypes": line.supertypes, "subtypes": line.subtypes} | given


class Face(Thing):
    """A face or half of a card that has two."""

    def __init__(self, identity: str, now: FactDefaults, given: dict[str, Any]) -> None:
        super().__init__(identity, now, with_types(given))

    name = WordFact(later("the name of {it}"), rule="201.1")
    types = CardTypesFact(later("the card types of {it}"), rule="205.2a")
    subtypes = KeywordsFact(later("the subtypes of {it}"), rule="205.3")
    supertypes = KeywordsFact(later("the supertypes of {it}"), *SUPERTYPES, rule="205.4a")
    type_line = TypeLineFact(
        later("the type line of {it}"), rule="205.1", means="as printed; instead of the three above"
    )
    mana_cost = CostFact(later("the mana cost of {it}"), rule="202.1")
    colors = KeywordsFact(later("the colours of {it}"), *COLORS, rule="105.2")
    color_indicator = KeywordsFact(later("the colour indicator of {it}"), *COLORS, rule="204.1")
    text = WordFact(later("the rules text of {it}"), rule="207.1", means="as printed, for colour identity")
    keywords = KeywordsFact(later("the keyword abilities of {it}"), rule="702.1")
    power = NumberFact(later("the power of {it}"), rule="208.1")
    toughness = NumberFact(later("the toughness of {it}"), rule="208.1")
