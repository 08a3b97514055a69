"""Spells that go elsewhere as they leave the stack (702.34a), or as they resolve (702.27a, 715.3d, 720.3d)."""

from __future__ import annotations

from kb.rulings.law.rule_registry import Row, encodes, encodes_each
from kb.rulings.logic.ternary import Truth, all_of, constant, some, unknown
from kb.rulings.situation.costs_paid import is_cost_paid
from kb.rulings.situation.situation import Object, Situation

_EXILED_AS_THEY_LEAVE = ("flashback", "harmonize", "jump-start", "aftermath")


def exiled_as_it_leaves(now: Situation, spell: Object) -> Truth:
    """Yes if a spell is exiled instead of being put anywhere else any time it would leave the stack."""
    ways = [each for each in _EXILED_AS_THEY_LEAVE if spell.has_keyword(each).value or spell.is_cast_for(each).value]
    return some(now.rule(f"{each}-exiles", spell) for each in ways)


def may_be_encoded(now: Situation, spell: Object) -> Truth:
    """Yes if a spell's controller may exile the card encoded on a creature as the spell resolves."""
    return now.rule("cipher-exiles", spell) if spell.has_keyword("cipher").value else constant(False)


@encodes("rebound-exiles", "{spell} has rebound and was cast from the hand: it is exiled as it resolves")
def exiled_if_cast_from_the_hand(_now: Situation, spell: Object) -> Truth:
    """A spell with rebound that was cast from its owner's hand is exiled as it resolves."""
    if not spell.has_keyword("rebound").value:
        return constant(False)
    return spell.cast_from == "hand"


@encodes("aftermath-exiles", "{spell} has aftermath and was cast from a graveyard: it is exiled as it leaves the stack")
def exiled_if_cast_from_a_graveyard(_now: Situation, spell: Object) -> Truth:
    """A half with aftermath that was cast from a graveyard is exiled instead of being put anywhere else."""
    return spell.cast_from == "graveyard"


@encodes("cipher-exiles", "{spell} has cipher: its controller may exile it encoded on a creature they control")
def may_be_exiled_encoded(now: Situation, spell: Object) -> Truth:
    """A card with cipher may be exiled encoded on a creature that the spell's controller controls."""
    theirs = [all_of(each.is_permanent_of_type("creature"), each.controller == spell.controller) for each in
              now.possible_permanents("creature")]  # fmt: skip
    if "battlefield" not in now.closed and not now.as_usual:
        theirs.append(unknown("closed", "not stated: whether there are other creatures"))
    return all_of(spell.card, some(theirs))


@encodes_each(
    Row("flashback-exiles", "exiled_instead_of_going_anywhere_else",
        "the flashback cost of {spell} was paid: it is exiled as it leaves the stack",
        "If the flashback cost was paid, the card is exiled instead of being put anywhere else off the stack."),
    Row("harmonize-exiles", "exiled_if_harmonized",
        "the harmonize cost of {spell} was paid: it is exiled as it leaves the stack",
        "If the harmonize cost was paid, the card is exiled instead of being put anywhere else off the stack."),
    Row("jump-start-exiles", "exiled_if_cast_using_jump_start",
        "{spell} was cast using jump-start: it is exiled as it leaves the stack",
        "If the spell was cast using jump-start, it is exiled instead of being put anywhere else off the stack."),
)  # fmt: skip
def exiled_if_cast_so(_now: Situation, spell: Object, *, concept: str) -> Truth:
    """A spell cast for the keyword ability in the name of `concept` is exiled any time it would leave the stack."""
    return spell.is_cast_for(concept.removesuffix("-exiles"))


@encodes("buyback-returns", "the buyback cost of {spell} was paid: it is put into its owner's hand")
def put_into_the_hand_instead(now: Situation, spell: Object) -> Truth:
    """If the buyback cost was paid, the spell is put into its owner's hand instead of the graveyard as it resolves."""
    return is_cost_paid(spell, "additional_costs", "buyback", now.words)


@encodes("adventure-exiled", "{spell} was cast as an Adventure: its controller exiles it")
def exiled_by_its_controller(_now: Situation, spell: Object) -> Truth:
    """A spell that was cast as an Adventure is exiled by its controller as it resolves."""
    if "cast_as" not in spell.stated and spell.stated.get("layout") != "adventurer":
        return constant(False)
    return spell.cast_as == "adventure"


@encodes("omen-shuffled", "{spell} was cast as an Omen: its controller shuffles it into its owner's library")
def shuffled_into_the_library(_now: Situation, spell: Object) -> Truth:
    """As an Omen spell resolves, its controller shuffles it into its owner's library."""
    if "cast_as" not in spell.stated and spell.stated.get("layout") != "omen":
        return constant(False)
    return spell.cast_as == "omen"
