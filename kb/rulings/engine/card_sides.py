"""The sides of a card: on which of its faces or halves the characteristics are printed that an object has now.

The encoded rules say which (`kb.rulings.encoded.characteristics.characteristic_sets`); they are asked here by their concepts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from kb.rulings.engine.derivation import Derivation, is_stated
from kb.rulings.situation.situation import Object
from kb.rulings.situation.vocabulary import Face

Side = Object | Face
"""What characteristics are printed on: the card as a whole, or one of its faces or halves."""


def current_sides(steps: Derivation, thing: Object, *, for_mana_cost: bool = False) -> tuple[Side, ...] | None:
    """What the characteristics of an object are printed on, in order; the card itself if it has no faces stated.

    Args:
        steps: takes note of the rules and facts used.
        thing: the object.
        of_cost: whether its mana cost, and so its colour, power and toughness, is what is asked for.

    Returns:
        The sides; none for a face-down object, None where a fact is missing.
    """
    if steps.check(thing.face_down) is not False:
        return _used(steps, "face-down", thing)
    if not thing.faces.is_known or not len(thing.faces):
        return (thing,)
    if not is_stated(thing, "layout"):
        steps.note_missing(thing, "layout")
        return None
    zone = steps.read_value(thing.zone)
    layout = steps.read_value(thing.layout)
    if zone is None or layout not in _BY_LAYOUT:
        return None if zone is None else (thing,)
    return _BY_LAYOUT[layout](steps, thing, zone, for_mana_cost)


def _used(steps: Derivation, concept: str, thing: Object) -> tuple[Side, ...] | None:
    found: tuple[Side, ...] | None = steps.apply_rule(concept, thing)
    return found


def _split(steps: Derivation, card: Object, zone: str, _of_cost: bool) -> tuple[Side, ...] | None:
    if zone != "stack":
        combined = _used(steps, "split-card", card)
        return combined if combined is not None else _used(steps, "split-card-two-sets", card)
    if (cast_as := steps.read_value(card.cast_as)) is None:
        return None
    if cast_as not in ("left", "right", "fused"):
        steps.note_missing(card, "cast_as")
        return None
    return _used(steps, "fused-split-spell" if cast_as == "fused" else "split-spell", card)


def _transforming(steps: Derivation, card: Object, zone: str, _of_cost: bool) -> tuple[Side, ...] | None:
    if zone == "stack":
        return None if steps.read_value(card.cast_as) is None else _used(steps, "double-faced-spell", card)
    if zone != "battlefield":
        return _used(steps, "double-faced-elsewhere", card)
    if (up := steps.read_value(card.face_up)) is None:
        return None
    return _used(steps, "back-face-up" if up == "back" else "front-face-up", card)


def _modal(steps: Derivation, card: Object, zone: str, _of_cost: bool) -> tuple[Side, ...] | None:
    if zone not in ("stack", "battlefield"):
        return _used(steps, "double-faced-elsewhere", card)
    up = card.cast_as if zone == "stack" else card.face_up
    return None if steps.read_value(up) is None else _used(steps, "modal-face-up", card)


def _meld(steps: Derivation, card: Object, zone: str, _of_cost: bool) -> tuple[Side, ...] | None:
    if zone == "stack":
        return _used(steps, "meld-card-on-the-stack", card)
    if zone != "battlefield":
        return _used(steps, "double-faced-elsewhere", card)
    if (up := steps.read_value(card.face_up)) is None:
        return None
    return _used(steps, "melded" if up == "back" else "front-face-up", card)


def _flip(steps: Derivation, card: Object, zone: str, of_cost: bool) -> tuple[Side, ...] | None:
    if of_cost:
        return _used(steps, "flip-card-cost", card)
    if zone == "battlefield":
        if (up := steps.read_value(card.face_up)) is None:
            return None
        if up == "back":
            return _used(steps, "flipped", card)
    return _used(steps, "flip-card-unflipped", card)


def _inset(
    steps: Derivation, card: Object, zone: str, _of_cost: bool, *, cast: str, so: str, otherwise: str
) -> tuple[Side, ...] | None:
    """The sides of a card with an inset frame, which can be cast as what stands there."""
    if zone == "stack":
        if (cast_as := steps.read_value(card.cast_as)) is None:
            return None
        if cast_as == cast:
            return _used(steps, so, card)
    return _used(steps, otherwise, card)


def _prototype(steps: Derivation, card: Object, zone: str, of_cost: bool) -> tuple[Side, ...] | None:
    if zone in ("stack", "battlefield"):
        if (cast_as := steps.read_value(card.cast_as)) is None:
            return None
        if cast_as == "prototype":
            return _used(steps, "prototyped" if of_cost else "prototype-others", card)
    return _used(steps, "prototype-card", card)


_BY_LAYOUT: Mapping[str, Callable[[Derivation, Object, str, bool], tuple[Side, ...] | None]] = {
    "split": _split, "transforming": _transforming, "modal": _modal, "meld": _meld, "flip": _flip,
    "adventurer": partial(_inset, cast="adventure", so="adventure-spell", otherwise="adventurer-card"),
    "omen": partial(_inset, cast="omen", so="omen-spell", otherwise="omen-card"), "prototype": _prototype,
}  # fmt: skip


def side_stating(side: Side, thing: Object, fact: str) -> Side | None:
    """Where a characteristic of a side is stated: of the side, or of the card if that is its first one; else None."""
    if is_stated(side, fact):
        return side
    is_first = side is not thing and side.id.endswith(".1")
    return thing if is_first and is_stated(thing, fact) else None
