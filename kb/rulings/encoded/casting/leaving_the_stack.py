"""Spells that are exiled as they leave the stack (702.34a, 702.133a), or as they resolve (715.3d)."""

from __future__ import annotations

from kb.rulings.law.rule_registry import Row, encodes, encodes_each
from kb.rulings.logic.ternary import Truth, constant
from kb.rulings.situation.situation import Object, Situation


@encodes_each(
    Row("flashback-exiles", "exiled_instead_of_going_anywhere_else",
        "the flashback cost of {spell} was paid: it is exiled as it leaves the stack",
        "If the flashback cost was paid, the card is exiled instead of being put anywhere else as it leaves the stack.",
        cost="flashback"),
    Row("jump-start-exiles", "exiled_if_cast_with_jump_start",
        "{spell} was cast with jump-start: it is exiled as it leaves the stack",
        "A spell cast with jump-start is exiled instead of being put anywhere else as it leaves the stack.",
        cost="jump-start"),
)  # fmt: skip
def exiled_as_it_leaves_the_stack(_now: Situation, spell: Object, *, cost: str) -> Truth:
    """A spell cast from a graveyard in some ways is exiled instead of being put anywhere else."""
    return spell.alternative_costs.contains(cost)


@encodes("adventure-exiled", "{spell} was cast as an Adventure: its controller exiles it")
def exiled_by_its_controller(_now: Situation, spell: Object) -> Truth:
    """A spell that was cast as an Adventure is exiled by its controller as it resolves."""
    if "cast_as" not in spell.stated and spell.stated.get("layout") != "adventurer":
        return constant(False)
    return spell.cast_as == "adventure"
