"""Haste that a permanent has because of how it was cast or entered: dash, blitz, riot, suspend (702)."""

from __future__ import annotations

from kb.i18n import mark_message
from kb.rulings.law.rule_registry import Row, encodes, encodes_each
from kb.rulings.logic.ternary import Truth, all_of, not_, unknown
from kb.rulings.situation.situation import Object, Situation


@encodes_each(
    Row("dash-haste", "haste_if_its_dash_cost_was_paid", "the dash cost of {creature} was paid: it has haste",
        "As long as a permanent's dash cost was paid, the permanent has haste.", keyword="dash"),
    Row("blitz-haste", "haste_if_its_blitz_cost_was_paid", "the blitz cost of {creature} was paid: it has haste",
        "As long as a permanent's blitz cost was paid, the permanent has haste.", keyword="blitz"),
)  # fmt: skip
def haste_if_its_cost_was_paid(_now: Situation, creature: Object, *, keyword: str) -> Truth:
    """A permanent has haste if the cost of a keyword ability was paid for it."""
    return all_of(creature.has_keyword(keyword), creature.is_cast_for(keyword))


@encodes("riot-haste", "{creature} has riot and entered without the additional counter: it gained haste")
def haste_instead_of_a_counter(_now: Situation, creature: Object) -> Truth:
    """If a permanent with riot doesn't enter with an additional +1/+1 counter, it gains haste."""
    return all_of(creature.has_keyword("riot"), not_(creature.takes_counters))


_GAINED = {"dash": "dash-haste", "blitz": "blitz-haste", "riot": "riot-haste"}


def gained_haste(now: Situation, creature: Object) -> list[Truth]:
    """Return, for each keyword ability that may have given a creature haste, whether it has."""
    found = [now.rule(concept, creature) for name, concept in _GAINED.items() if creature.keywords_named(name)]
    if creature.keywords_named("suspend"):
        asks = mark_message("no fact says whether {creature} was cast with suspend, and so has haste")
        found.append(unknown(f"{creature.path}.keywords", asks, creature=creature))
    return found
