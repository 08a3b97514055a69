"""Choosing a card name (201.4): of a card, whose printed characteristics are what is asked for."""

from __future__ import annotations

from kb.rulings.encoded.choices import QUESTION
from kb.rulings.logic import Truth, all_of, every, not_, some, unknown
from kb.rulings.qualities import described
from kb.rulings.registry import encodes, variant_of
from kb.rulings.situation import Object, Situation
from kb.tongue import later


def _asks_for_a_name(now: Situation) -> Truth:
    return now.proposed.choice_of == "card name"


def _named(now: Situation) -> list[Object]:
    """What is listed under the name that is chosen."""
    chosen = (now.proposed.choice.value or "").lower()
    return [each for each in now.objects if (each.name.value or "").lower() == chosen]


def _some_of(now: Situation, found: list[Truth]) -> Truth:
    """Whether one of what is listed is so; open where nothing of the name is listed."""
    if found:
        return some(found)
    path = "proposed.choice" if not now.proposed.choice.known else "objects"
    return unknown(path, later("no card of the name that is chosen is listed"))


@encodes(
    "choosing-a-card-name",
    claim=later("the name of a card that is legal in the format is chosen"),
    question=QUESTION,
    role="requires",
    where=_asks_for_a_name,
)
def name_of_a_card_legal_in_the_format(now: Situation) -> Truth:
    """Choose the name of a card that is legal in the format of the game; no token's, unless it's also a card's."""
    return _some_of(now, [all_of(not_(each.token), each.legal_in_format) for each in _named(now)])


@variant_of(name_of_a_card_legal_in_the_format, claim=later("the name of a card is chosen"))
def name_of_a_card(now: Situation) -> Truth:
    """Choose the name of a card in the Oracle card reference; that of a token only if it's also that of a card."""
    return _some_of(now, [not_(each.token) for each in _named(now)])


@encodes(
    "choosing-a-fitting-card-name",
    claim=later("the Oracle text of the card whose name is chosen matches what is asked for"),
    question=QUESTION,
    role="requires",
    where=_asks_for_a_name,
)
def name_of_a_card_that_matches(now: Situation) -> Truth:
    """Asked for a card name with certain characteristics, choose that of a card whose Oracle text matches them."""
    asked = tuple(now.proposed.choice_quality)
    return _some_of(now, [every(described(each, quality) for quality in asked) for each in _named(now)])
