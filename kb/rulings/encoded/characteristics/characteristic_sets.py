"""The set of characteristics that an object has if its card has several sets (708 to 710, 712, 715, 718, 720)."""

from __future__ import annotations

from kb.rulings.engine.card_sides import Side
from kb.rulings.law.rule_registry import Row, defines_each
from kb.rulings.situation.situation import Object, Situation

_NONE, _ALL, _FIRST, _SECOND, _LAST = slice(0), slice(None), slice(1), slice(1, None), slice(-1, None)
_CHOSEN = None
"""As `sides`, None means: on the stack, the half or face that was cast; elsewhere, the face that is up."""


@defines_each(
    Row("face-down", "only_listed_characteristics", "{thing} has no characteristics but those of a face-down creature",
        "A face-down object has no text, no name, no subtypes and no mana cost. Nothing printed on its card counts.",
        sides=_NONE),
    Row("split-card-two-sets", "two_sets_of_characteristics", "{card} has two sets of characteristics",
        "In every zone except the stack, split cards have two sets of characteristics.", sides=_ALL, parameters="card"),
    Row("split-card", "halves_combined", "{card} has the characteristics of its two halves combined",
        "In every zone except the stack, a split card has the combined characteristics of its two halves.",
        sides=_ALL, parameters="card"),
    Row("fused-split-spell", "fused_halves_combined", "{spell} has the characteristics of its two halves combined",
        "A fused split spell on the stack has the combined characteristics of its two halves.", sides=_ALL,
        parameters="spell"),
    Row("split-spell", "half_being_cast", "{spell} has only the characteristics of the half that was cast",
        "A split spell on the stack has only the characteristics of the half that is being cast.", sides=_CHOSEN,
        parameters="spell"),
    Row("double-faced-elsewhere", "front_face_elsewhere", "{card} has only the characteristics of its front face",
        "Outside the battlefield and stack, a double-faced card has only the characteristics of its front face.",
        sides=_FIRST, parameters="card"),
    Row("meld-card-on-the-stack", "front_face_of_a_meld_card",
        "{spell} has only the characteristics of its front face",
        "A meld card on the stack has only the characteristics of its front face.", sides=_FIRST, parameters="spell"),
    Row("double-faced-spell", "face_up_on_the_stack", "{spell} has only the characteristics of the face that is up",
        "A double-faced spell has only the characteristics of its front face or, if cast transformed, its back face.",
        sides=_CHOSEN, parameters="spell"),
    Row("front-face-up", "only_the_front_face", "{permanent} has only the characteristics of its front face",
        "While a double-faced permanent has its front face up, it has only the characteristics of its front face.",
        sides=_FIRST, parameters="permanent"),
    Row("back-face-up", "only_the_back_face", "{permanent} has only the characteristics of its back face",
        "While a double-faced permanent has its back face up, it has only the characteristics of its back face.",
        sides=_SECOND, parameters="permanent"),
    Row("modal-face-up", "only_the_face_that_is_up", "{thing} has only the characteristics of the face that is up",
        "A modal double-faced spell or permanent has only the characteristics of the face that's up.", sides=_CHOSEN),
    Row("melded", "only_the_combined_back_face", "{permanent} has only the characteristics of the combined back face",
        "A melded permanent has only the characteristics of the combined back face.", sides=_LAST,
        parameters="permanent"),
    Row("merged-permanent", "only_the_topmost_component",
        "{permanent} has the characteristics of its topmost component",
        "A merged permanent has only the characteristics of its topmost component.", sides=_FIRST,
        parameters="permanent"),
    Row("flip-card-unflipped", "only_the_normal_half", "{card} has only its normal characteristics",
        "A flip card has only its normal characteristics outside the battlefield and before it flips.",
        sides=_FIRST, parameters="card"),
    Row("flipped", "alternative_half",
        "{permanent} has its alternative name, text box, type line, power and toughness",
        "A flip card's bottom half counts only while the permanent is on the battlefield and flipped.",
        sides=_SECOND, parameters="permanent"),
    Row("flip-card-cost", "cost_of_the_normal_half",
        "the colour and the mana cost of {card} don't change if it is flipped",
        "A flip card's colour and mana cost don't change if the permanent is flipped.", sides=_FIRST,
        parameters="card"),
    Row("adventure-spell", "only_the_adventure", "{spell} has only its alternative characteristics",
        "A spell on the stack as an Adventure has only its alternative characteristics.", sides=_SECOND,
        parameters="spell"),
    Row("adventurer-card", "adventurer_as_normal", "{card} has only its normal characteristics",
        "An adventurer card has only its normal characteristics, except on the stack as an Adventure.", sides=_FIRST,
        parameters="card"),
    Row("omen-spell", "only_the_omen", "{spell} has only its alternative characteristics",
        "A spell on the stack as an Omen has only its alternative characteristics.", sides=_SECOND,
        parameters="spell"),
    Row("omen-card", "omen_as_normal", "{card} has only its normal characteristics",
        "An omen card has only its normal characteristics, except on the stack as an Omen.", sides=_FIRST,
        parameters="card"),
    Row("prototyped", "alternative_power_toughness_and_cost",
        "{thing} has its alternative power, toughness and mana cost",
        "A prototyped spell or permanent uses its alternative power, toughness and mana cost.",
        sides=_SECOND),
    Row("prototype-card", "prototype_as_normal", "{card} has only its normal characteristics",
        "A prototype card has only its normal characteristics, except as a prototyped spell or permanent.",
        sides=_FIRST, parameters="card"),
    Row("prototype-others", "other_characteristics_stay",
        "the other characteristics of {thing} are the same, cast prototyped or not",
        "Casting a card prototyped changes only its power, toughness, mana cost and colour.",
        sides=_FIRST),
)  # fmt: skip
def sides_that_count(_now: Situation, thing: Object, *, sides: slice | None) -> tuple[Side, ...]:
    """Return the sides of a card that give the object its characteristics."""
    if sides is _CHOSEN:
        chosen = thing.cast_as if thing.zone.value == "stack" else thing.face_up
        sides = _SECOND if chosen.value in ("right", "back") else _FIRST
    return tuple(thing.faces)[sides]
