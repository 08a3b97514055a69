"""The face of a card with several faces whose text an object has (709 to 715). It is stated, never guessed."""

from __future__ import annotations

from typing import Any

from kb.cards.library.library_card import PrintedCard
from kb.errors import BadValue
from kb.i18n import _

_LAYOUTS = {"split": "split", "aftermath": "split", "adventure": "adventurer", "transform": "transforming",
            "modal_dfc": "modal", "meld": "meld", "flip": "flip"}  # fmt: skip
"""The layouts of situations, by the words of files of cards."""

_BACK = {"split": "right", "adventurer": "adventure", "modal": "back"}
"""The values of `cast_as` that mean the second face or half."""


def faces_in_use(card: PrintedCard, named: str, facts: dict[str, Any]) -> tuple[int, ...]:
    """Return the places of the faces whose text an object has, and add what its name and its layout state.

    Args:
        card: the card.
        named: the name by which the situation states the card. The name of a face states that this face is up, or that
            the spell was cast as this face.
        facts: the facts of the object. They are changed.

    Raises:
        BadValue: it isn't stated which face is up, or how the spell was cast, or which layout the card has.
    """
    if len(card.faces) == 1:
        return (0,)
    layout = facts.get("layout") or _LAYOUTS.get(card.layout)
    if layout not in _LAYOUTS.values() or len(card.faces) != 2:
        raise BadValue("card", card.name, _("one face; state a card with several faces by its `layout` and `faces`, or"
                                            " paste one face"))  # fmt: skip
    facts["layout"] = layout
    places = [place for place, face in enumerate(card.faces) if face.name.casefold() == named.strip().casefold()]
    place = places[0] if len(places) == 1 else None
    zone = facts.get("zone", "battlefield")
    if zone == "stack" and layout in _BACK:
        return _cast(card, layout, place, facts)
    if zone == "battlefield" and layout not in ("split", "adventurer"):
        return _up(card, place, facts)
    return (0, 1) if layout == "split" else (0,)


def _up(card: PrintedCard, place: int | None, facts: dict[str, Any]) -> tuple[int, ...]:
    """Return the place of the face that is up on the battlefield (712.8)."""
    if "face_up" not in facts and place is not None:
        facts["face_up"] = ("front", "back")[place]
    if "face_up" not in facts:
        raise BadValue("card", card.name, _("the face that is up: name the face, or state `face_up: front` or `back`"))
    return (1,) if facts["face_up"] == "back" else (0,)


def _cast(card: PrintedCard, layout: str, place: int | None, facts: dict[str, Any]) -> tuple[int, ...]:
    """Return the places of the faces or halves with which a spell was cast (709.3, 712.8, 715.3)."""
    if "cast_as" not in facts and place is not None:
        facts["cast_as"] = _BACK[layout] if place else "left" if layout == "split" else "normal"
    if "cast_as" not in facts:
        raise BadValue("card", card.name, _("how the spell was cast: name the half or face, or state `cast_as`"))
    if facts["cast_as"] == "fused":
        return (0, 1)
    return (1,) if facts["cast_as"] == _BACK[layout] else (0,)
