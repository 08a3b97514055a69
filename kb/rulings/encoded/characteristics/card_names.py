"""The card names that a player can choose (201.4)."""

from __future__ import annotations

from kb.rulings.encoded.characteristics.legal_choices import QUESTION_NAME
from kb.rulings.engine.card_phrases import matches_phrase
from kb.rulings.law.rule_registry import requires, variant_of
from kb.rulings.logic.ternary import Truth, all_of, every, not_, some, unknown
from kb.rulings.situation.situation import Object, Situation


def _asks_for_a_name(now: Situation) -> Truth:
    return now.proposed.choice_of == "card name"


def _named(now: Situation) -> list[Object]:
    """Return the listed objects that have the chosen name, with their stated values. Effects don't change a card."""
    chosen = (now.proposed.choice.value or "").lower()
    return [each for each in now.as_stated.objects if (each.name.value or "").lower() == chosen]


def _some_of(now: Situation, found: list[Truth]) -> Truth:
    """Yes if one of the truths `found` is yes. Open if `found` is empty: no listed object has the chosen name."""
    if found:
        return some(found)
    path = "proposed.choice" if not now.proposed.choice.is_known else "objects"
    return unknown(path, "no card of the name that is chosen is listed")


@requires(QUESTION_NAME, "choosing-a-card-name", "the name of a card that is legal in the format is chosen",
          where=_asks_for_a_name)  # fmt: skip
def name_of_a_card_legal_in_the_format(now: Situation) -> Truth:
    """Only names of cards legal in the format can be chosen. A token's name can be chosen only if a card has it."""
    return _some_of(now, [all_of(not_(each.token), each.legal_in_format) for each in _named(now)])


@variant_of(name_of_a_card_legal_in_the_format, claim="the name of a card is chosen")
def name_of_a_card(now: Situation) -> Truth:
    """Only names of cards in the Oracle reference can be chosen. A token's name can be chosen only if a card has it."""
    return _some_of(now, [not_(each.token) for each in _named(now)])


@requires(QUESTION_NAME, "choosing-a-fitting-card-name",
          "the Oracle text of the card whose name is chosen matches what is asked for",
          where=_asks_for_a_name)  # fmt: skip
def name_of_a_card_that_matches(now: Situation) -> Truth:
    """If a player must name a card with certain characteristics, the card's Oracle text must have them."""
    asked = tuple(now.proposed.choice_quality)
    return _some_of(now, [every(matches_phrase(each, quality) for quality in asked) for each in _named(now)])
