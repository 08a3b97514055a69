"""Which set of characteristics an object has, where its card has more than one (708 to 710, 712, 715, 718, 720)."""

from __future__ import annotations

from functools import partial

from kb.rulings.registry import Row, defines_each
from kb.rulings.situation import Situation
from kb.rulings.steps import Steps, is_given
from kb.rulings.vocabulary import Face, Object
from kb.tongue import later

Side = Object | Face
"""What characteristics are printed on: the card as a whole, or one of its faces or halves."""


# --- the rules -----------------------------------------------------------------------------------------------

_NONE, _ALL, _FIRST, _SECOND, _LAST = slice(0), slice(None), slice(1), slice(1, None), slice(-1, None)
_CHOSEN = None
"""The half or face that was cast; on the battlefield, the one that is up."""


@defines_each(
    Row("face-down", "only_listed_characteristics",
        later("{thing} has no characteristics but those of a face-down creature"),
        "A face-down object has no name, no subtypes, no mana cost, and none of what is printed on its card.",
        sides=_NONE),
    Row("split-card-two-sets", "two_sets_of_characteristics", later("{card} has two sets of characteristics"),
        "In every zone except the stack, split cards have two sets of characteristics.", sides=_ALL, parameters="card"),
    Row("split-card", "halves_combined", later("{card} has the characteristics of its two halves combined"),
        "In every zone except the stack, the characteristics of a split card are those of its two halves combined.",
        sides=_ALL, parameters="card"),
    Row("fused-split-spell", "fused_halves_combined",
        later("{spell} has the characteristics of its two halves combined"),
        "The characteristics of a fused split spell on the stack are those of its two halves combined.", sides=_ALL,
        parameters="spell"),
    Row("split-spell", "half_being_cast", later("{spell} has only the characteristics of the half that was cast"),
        "While on the stack, only the characteristics of the half being cast exist.", sides=_CHOSEN, parameters="spell"),
    Row("double-faced-elsewhere", "front_face_elsewhere",
        later("{card} has only the characteristics of its front face"),
        "Elsewhere than on the battlefield or the stack, a double-faced card is only its front face.", sides=_FIRST,
        parameters="card"),
    Row("meld-card-on-the-stack", "front_face_of_a_meld_card",
        later("{spell} has only the characteristics of its front face"),
        "A meld card on the stack has only the characteristics of its front face.", sides=_FIRST, parameters="spell"),
    Row("double-faced-spell", "face_up_on_the_stack",
        later("{spell} has only the characteristics of the face that is up"),
        "A double-faced spell has the characteristics of its front face, or of its back face if it was cast so.",
        sides=_CHOSEN, parameters="spell"),
    Row("front-face-up", "only_the_front_face", later("{permanent} has only the characteristics of its front face"),
        "While a double-faced permanent has its front face up, it has only the characteristics of its front face.",
        sides=_FIRST, parameters="permanent"),
    Row("back-face-up", "only_the_back_face", later("{permanent} has only the characteristics of its back face"),
        "While a double-faced permanent has its back face up, it has only the characteristics of its back face.",
        sides=_SECOND, parameters="permanent"),
    Row("modal-face-up", "only_the_face_that_is_up",
        later("{thing} has only the characteristics of the face that is up"),
        "A modal double-faced spell or permanent has only the characteristics of the face that's up.", sides=_CHOSEN),
    Row("melded", "only_the_combined_back_face",
        later("{permanent} has only the characteristics of the combined back face"),
        "A melded permanent has only the characteristics of the combined back face.", sides=_LAST,
        parameters="permanent"),
    Row("flip-card-unflipped", "only_the_normal_half", later("{card} has only its normal characteristics"),
        "Off the battlefield, and before it flips, a flip card has only the normal characteristics of the card.",
        sides=_FIRST, parameters="card"),
    Row("flipped", "alternative_half",
        later("{permanent} has its alternative name, text box, type line, power and toughness"),
        "The bottom half is used only if the permanent is on the battlefield and flipped.", sides=_SECOND,
        parameters="permanent"),
    Row("flip-card-cost", "cost_of_the_normal_half",
        later("the colour and the mana cost of {card} don't change if it is flipped"),
        "A flip card's colour and mana cost don't change if the permanent is flipped.", sides=_FIRST,
        parameters="card"),
    Row("adventure-spell", "only_the_adventure", later("{spell} has only its alternative characteristics"),
        "While on the stack as an Adventure, the spell has only its alternative characteristics.", sides=_SECOND,
        parameters="spell"),
    Row("adventurer-card", "adventurer_as_normal", later("{card} has only its normal characteristics"),
        "Except on the stack as an Adventure, an adventurer card has only its normal characteristics.", sides=_FIRST,
        parameters="card"),
    Row("omen-spell", "only_the_omen", later("{spell} has only its alternative characteristics"),
        "While on the stack as an Omen, the spell has only its alternative characteristics.", sides=_SECOND,
        parameters="spell"),
    Row("omen-card", "omen_as_normal", later("{card} has only its normal characteristics"),
        "Except on the stack as an Omen, an omen card has only its normal characteristics.", sides=_FIRST,
        parameters="card"),
    Row("prototyped", "alternative_power_toughness_and_cost",
        later("{thing} has its alternative power, toughness and mana cost"),
        "A prototyped spell and the permanent it becomes have only the alternative power, toughness and mana cost.",
        sides=_SECOND),
    Row("prototype-card", "prototype_as_normal", later("{card} has only its normal characteristics"),
        "Elsewhere, and where it wasn't cast prototyped, a prototype card has only its normal characteristics.",
        sides=_FIRST, parameters="card"),
    Row("prototype-others", "other_characteristics_stay",
        later("the other characteristics of {thing} are the same, cast prototyped or not"),
        "A prototype card's characteristics other than power, toughness, mana cost and colour are its normal ones.",
        sides=_FIRST),
)  # fmt: skip
def sides_that_count(_now: Situation, thing: Object, *, sides: slice | None) -> tuple[Side, ...]:
    """The sides whose characteristics an object has."""
    if sides is _CHOSEN:
        chosen = thing.cast_as if thing.zone.value == "stack" else thing.face_up
        sides = _SECOND if chosen.value in ("right", "back") else _FIRST
    return tuple(thing.faces)[sides]


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


def _inset(
    steps: Steps, card: Object, zone: str, _of_cost: bool, *, cast: str, so: str, otherwise: str
) -> tuple[Side, ...] | None:
    """The sides of a card with an inset frame, which can be cast as what stands there."""
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
    "adventurer": partial(_inset, cast="adventure", so="adventure-spell", otherwise="adventurer-card"),
    "omen": partial(_inset, cast="omen", so="omen-spell", otherwise="omen-card"), "prototype": _prototype,
}  # fmt: skip


def stated_of(side: Side, thing: Object, fact: str) -> Side | None:
    """Where a characteristic of a side is stated: of the side, or of the card if that is its first one; else None."""
    if is_given(side, fact):
        return side
    is_first = side is not thing and side.id.endswith(".1")
    return thing if is_first and is_given(thing, fact) else None
