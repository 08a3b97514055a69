"""The optional costs that were paid for a spell on the stack, if the situation doesn't state them (118.8a, 118.9a)."""

from __future__ import annotations

from kb.rulings.logic.partial_values import WordListValue
from kb.rulings.logic.ternary import Truth
from kb.rulings.situation.keyword_forms import has_keyword
from kb.rulings.situation.known_words import KnownWords
from kb.rulings.situation.vocabulary import ObjectFacts


def is_cost_paid(thing: ObjectFacts, fact: str, keyword: str, words: KnownWords) -> Truth:
    """Yes if the cost of a keyword ability is to be paid, or was paid, for an object.

    For a spell on the stack that has the ability, it has been chosen whether to pay. If the costs aren't stated, the
    choice is open. If facts have their usual values, the cost wasn't paid.

    Args:
        thing: the object.
        fact: `alternative_costs` or `additional_costs`.
        keyword: the keyword ability.
        words: the keyword abilities that the situation may name.
    """
    costs: WordListValue = getattr(thing, fact)
    if fact not in thing.stated and thing.zone.value == "stack" and has_keyword(thing.keywords, keyword, words).value:
        usual = thing.now.as_usual
        costs = WordListValue(() if usual else None, costs.fact, costs.label, thing, assumed=usual)
    return has_keyword(costs, keyword, words)
