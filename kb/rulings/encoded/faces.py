"""Which set of characteristics an object has, where its card has more than one (708 to 710, 712, 715, 718, 720)."""

from __future__ import annotations

from kb.rulings.registry import defines
from kb.rulings.situation import Situation
from kb.rulings.steps import Steps, is_given
from kb.rulings.vocabulary import Face, Object
from kb.tongue import later

Side = Object | Face
"""What characteristics are printed on: the card as a whole, or one of its faces or halves."""


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


# --- which of them an object has -----------------------------------------------------------------------------


def sides_of(steps: Steps, thing: Object, *, of_cost: bool = False) -> tuple[Side, ...] | None:
    """What the characteristics of an object are printed on, in order; the card itself if it has no faces stated.

    Args:
        steps: takes note of the rules and facts used.
        thing: the object.
        of_cost: whether its mana cost, and so its colour, power and toughness, is what is asked for.

    Returns:
        The sides; none for a face-down object, None where a fact is missing.
    """
    if steps.holds(thing.face_down) is not False:
        return _used(steps, "face-down", thing)
    if not thing.faces.known or not len(thing.faces):
        return (thing,)
    if not is_given(thing, "layout"):
        steps.missing(thing, "layout")
        return None
    zone = steps.read(thing.zone)
    layout = steps.read(thing.layout)
    if zone is None or layout not in _BY_LAYOUT:
        return None if zone is None else (thing,)
    return _BY_LAYOUT[layout](steps, thing, zone, of_cost)


def _used(steps: Steps, concept: str, thing: Object) -> tuple[Side, ...] | None:
    found: tuple[Side, ...] | None = steps.rule(concept, thing)
    return found


def _split(steps: Steps, card: Object, zone: str, _of_cost: bool) -> tuple[Side, ...] | None:
    if zone != "stack":
        combined = _used(steps, "split-card", card)
        return combined if combined is not None else _used(steps, "split-card-two-sets", card)
    if (cast_as := steps.read(card.cast_as)) is None:
        return None
    if cast_as not in ("left", "right", "fused"):
        steps.missing(card, "cast_as")
        return None
    return _used(steps, "fused-split-spell" if cast_as == "fused" else "split-spell", card)


def _transforming(steps: Steps, card: Object, zone: str, _of_cost: bool) -> tuple[Side, ...] | None:
    if zone == "stack":
        return None if steps.read(card.cast_as) is None else _used(steps, "double-faced-spell", card)
    if zone != "battlefield":
        return _used(steps, "double-faced-elsewhere", card)
    if (up := steps.read(card.face_up)) is None:
        return None
    return _used(steps, "back-face-up" if up == "back" else "front-face-up", card)


def _modal(steps: Steps, card: Object, zone: str, _of_cost: bool) -> tuple[Side, ...] | None:
    if zone not in ("stack", "battlefield"):
        return _used(steps, "double-faced-elsewhere", card)
    up = card.cast_as if zone == "stack" else card.face_up
    return None if steps.read(up) is None else _used(steps, "modal-face-up", card)


def _meld(steps: Steps, card: Object, zone: str, _of_cost: bool) -> tuple[Side, ...] | None:
    if zone == "stack":
        return _used(steps, "meld-card-on-the-stack", card)
    if zone != "battlefield":
        return _used(steps, "double-faced-elsewhere", card)
    if (up := steps.read(card.face_up)) is None:
        return None
    return _used(steps, "melded" if up == "back" else "front-face-up", card)


def _flip(steps: Steps, card: Object, zone: str, of_cost: bool) -> tuple[Side, ...] | None:
    if of_cost:
        return _used(steps, "flip-card-cost", card)
    if zone == "battlefield":
        if (up := steps.read(card.face_up)) is None:
            return None
        if up == "back":
            return _used(steps, "flipped", card)
    return _used(steps, "flip-card-unflipped", card)


def _adventurer(steps: Steps, card: Object, zone: str, _of_cost: bool) -> tuple[Side, ...] | None:
    return _inset(steps, card, zone, "adventure", "adventure-spell", "adventurer-card")


def _omen(steps: Steps, card: Object, zone: str, _of_cost: bool) -> tuple[Side, ...] | None:
    return _inset(steps, card, zone, "omen", "omen-spell", "omen-card")


def _inset(steps: Steps, card: Object, zone: str, cast: str, so: str, otherwise: str) -> tuple[Side, ...] | None:
    if zone == "stack":
        if (cast_as := steps.read(card.cast_as)) is None:
            return None
        if cast_as == cast:
            return _used(steps, so, card)
    return _used(steps, otherwise, card)


def _prototype(steps: Steps, card: Object, zone: str, of_cost: bool) -> tuple[Side, ...] | None:
    if zone in ("stack", "battlefield"):
        if (cast_as := steps.read(card.cast_as)) is None:
            return None
        if cast_as == "prototype":
            return _used(steps, "prototyped" if of_cost else "prototype-others", card)
    return _used(steps, "prototype-card", card)


_BY_LAYOUT = {
    "split": _split, "transforming": _transforming, "modal": _modal, "meld": _meld, "flip": _flip,
    "adventurer": _adventurer, "omen": _omen, "prototype": _prototype,
}  # fmt: skip


def stated_of(side: Side, thing: Object, fact: str) -> Side | None:
    """Where a characteristic of a side is stated: of the side, or of the card if that is its first one; else None."""
    if is_given(side, fact):
        return side
    is_first = side is not thing and side.id.endswith(".1")
    return thing if is_first and is_given(thing, fact) else None
