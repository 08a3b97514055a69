"""Which set of characteristics an object has, where its card has more than one (708 to 710, 712, 715, 718, 720)."""

from __future__ import annotations

from kb.rulings.card_sides import Side
from kb.rulings.registry import defines
from kb.rulings.situation import Object, Situation
from kb.tongue import later

# --- face down -----------------------------------------------------------------------------------------------


@defines("face-down", claim=later("{thing} has no characteristics but those of a face-down creature"))
def only_listed_characteristics(_now: Situation, _thing: Object) -> tuple[Side, ...]:
    """A face-down object has no name, no subtypes, no mana cost, and none of what is printed on its card."""
    return ()


# --- split cards ---------------------------------------------------------------------------------------------


@defines("split-card-two-sets", claim=later("{card} has two sets of characteristics"))
def two_sets_of_characteristics(_now: Situation, card: Object) -> tuple[Side, ...]:
    """In every zone except the stack, split cards have two sets of characteristics."""
    return tuple(card.faces)


@defines("split-card", claim=later("{card} has the characteristics of its two halves combined"))
def halves_combined(_now: Situation, card: Object) -> tuple[Side, ...]:
    """In every zone except the stack, the characteristics of a split card are those of its two halves combined."""
    return tuple(card.faces)


@defines("fused-split-spell", claim=later("{spell} has the characteristics of its two halves combined"))
def fused_halves_combined(_now: Situation, spell: Object) -> tuple[Side, ...]:
    """The characteristics of a fused split spell on the stack are those of its two halves combined."""
    return tuple(spell.faces)


@defines("split-spell", claim=later("{spell} has only the characteristics of the half that was cast"))
def half_being_cast(_now: Situation, spell: Object) -> tuple[Side, ...]:
    """While on the stack, only the characteristics of the half being cast exist."""
    left, right = spell.faces
    return (right,) if spell.cast_as.value == "right" else (left,)


# --- double-faced cards --------------------------------------------------------------------------------------


@defines("double-faced-elsewhere", claim=later("{card} has only the characteristics of its front face"))
def front_face_elsewhere(_now: Situation, card: Object) -> tuple[Side, ...]:
    """Elsewhere than on the battlefield or the stack, a double-faced card is only its front face."""
    return tuple(card.faces)[:1]


@defines("meld-card-on-the-stack", claim=later("{spell} has only the characteristics of its front face"))
def front_face_of_a_meld_card(_now: Situation, spell: Object) -> tuple[Side, ...]:
    """A meld card on the stack has only the characteristics of its front face."""
    return tuple(spell.faces)[:1]


@defines("double-faced-spell", claim=later("{spell} has only the characteristics of the face that is up"))
def face_up_on_the_stack(_now: Situation, spell: Object) -> tuple[Side, ...]:
    """A double-faced spell has the characteristics of its front face, or of its back face if it was cast so."""
    front, back = spell.faces
    return (back,) if spell.cast_as.value == "back" else (front,)


@defines("front-face-up", claim=later("{permanent} has only the characteristics of its front face"))
def only_the_front_face(_now: Situation, permanent: Object) -> tuple[Side, ...]:
    """While a double-faced permanent has its front face up, it has only the characteristics of its front face."""
    return tuple(permanent.faces)[:1]


@defines("back-face-up", claim=later("{permanent} has only the characteristics of its back face"))
def only_the_back_face(_now: Situation, permanent: Object) -> tuple[Side, ...]:
    """While a double-faced permanent has its back face up, it has only the characteristics of its back face."""
    return tuple(permanent.faces)[1:]


@defines("modal-face-up", claim=later("{thing} has only the characteristics of the face that is up"))
def only_the_face_that_is_up(_now: Situation, thing: Object) -> tuple[Side, ...]:
    """A modal double-faced spell or permanent has only the characteristics of the face that's up."""
    front, back = thing.faces
    on_the_stack = thing.zone.value == "stack"
    up = thing.cast_as.value if on_the_stack else thing.face_up.value
    return (back,) if up == "back" else (front,)


@defines("melded", claim=later("{permanent} has only the characteristics of the combined back face"))
def only_the_combined_back_face(_now: Situation, permanent: Object) -> tuple[Side, ...]:
    """A melded permanent has only the characteristics of the combined back face."""
    return tuple(permanent.faces)[-1:]


# --- flip, adventurer, omen and prototype cards --------------------------------------------------------------


@defines("flip-card-unflipped", claim=later("{card} has only its normal characteristics"))
def only_the_normal_half(_now: Situation, card: Object) -> tuple[Side, ...]:
    """Off the battlefield, and before it flips, a flip card has only the normal characteristics of the card."""
    return tuple(card.faces)[:1]


@defines("flipped", claim=later("{permanent} has its alternative name, text box, type line, power and toughness"))
def alternative_half(_now: Situation, permanent: Object) -> tuple[Side, ...]:
    """The bottom half is used only if the permanent is on the battlefield and flipped."""
    return tuple(permanent.faces)[1:]


@defines("flip-card-cost", claim=later("the colour and the mana cost of {card} don't change if it is flipped"))
def cost_of_the_normal_half(_now: Situation, card: Object) -> tuple[Side, ...]:
    """A flip card's colour and mana cost don't change if the permanent is flipped."""
    return tuple(card.faces)[:1]


@defines("adventure-spell", claim=later("{spell} has only its alternative characteristics"))
def only_the_adventure(_now: Situation, spell: Object) -> tuple[Side, ...]:
    """While on the stack as an Adventure, the spell has only its alternative characteristics."""
    return tuple(spell.faces)[1:]


@defines("adventurer-card", claim=later("{card} has only its normal characteristics"))
def adventurer_as_normal(_now: Situation, card: Object) -> tuple[Side, ...]:
    """Except on the stack as an Adventure, an adventurer card has only its normal characteristics."""
    return tuple(card.faces)[:1]


@defines("omen-spell", claim=later("{spell} has only its alternative characteristics"))
def only_the_omen(_now: Situation, spell: Object) -> tuple[Side, ...]:
    """While on the stack as an Omen, the spell has only its alternative characteristics."""
    return tuple(spell.faces)[1:]


@defines("omen-card", claim=later("{card} has only its normal characteristics"))
def omen_as_normal(_now: Situation, card: Object) -> tuple[Side, ...]:
    """Except on the stack as an Omen, an omen card has only its normal characteristics."""
    return tuple(card.faces)[:1]


@defines("prototyped", claim=later("{thing} has its alternative power, toughness and mana cost"))
def alternative_power_toughness_and_cost(_now: Situation, thing: Object) -> tuple[Side, ...]:
    """A prototyped spell and the permanent it becomes have only the alternative power, toughness and mana cost."""
    return tuple(thing.faces)[1:]


@defines("prototype-card", claim=later("{card} has only its normal characteristics"))
def prototype_as_normal(_now: Situation, card: Object) -> tuple[Side, ...]:
    """Elsewhere, and where it wasn't cast prototyped, a prototype card has only its normal characteristics."""
    return tuple(card.faces)[:1]


@defines("prototype-others", claim=later("the other characteristics of {thing} are the same, cast prototyped or not"))
def other_characteristics_stay(_now: Situation, thing: Object) -> tuple[Side, ...]:
    """A prototype card's characteristics other than power, toughness, mana cost and colour are its normal ones."""
    return tuple(thing.faces)[:1]
