"""Spells that are exiled as they leave the stack (702.34a), or as they resolve (715.3d)."""

from __future__ import annotations

from kb.rulings.law.rule_registry import encodes
from kb.rulings.logic.ternary import Truth, constant
from kb.rulings.situation.situation import Object, Situation


@encodes("flashback-exiles", "the flashback cost of {spell} was paid: it is exiled as it leaves the stack")
def exiled_instead_of_going_anywhere_else(_now: Situation, spell: Object) -> Truth:
    """If the flashback cost was paid, the card is exiled instead of being put anywhere else as it leaves the stack."""
    return spell.is_cast_for("flashback")


@encodes("adventure-exiled", "{spell} was cast as an Adventure: its controller exiles it")
def exiled_by_its_controller(_now: Situation, spell: Object) -> Truth:
    """A spell that was cast as an Adventure is exiled by its controller as it resolves."""
    if "cast_as" not in spell.stated and spell.stated.get("layout") != "adventurer":
        return constant(False)
    return spell.cast_as == "adventure"
