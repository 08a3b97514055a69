"""The sides of a card (faces or halves) whose characteristics an object has now.

The deciding rules are encoded in `kb.rulings.encoded.characteristics.characteristic_sets`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kb.rulings.engine.derivation import Derivation, is_stated
from kb.rulings.logic.ternary import unknown
from kb.rulings.situation.situation import Object
from kb.rulings.situation.vocabulary import Face

Side = Object | Face
"""A card as a whole, or one of its faces or halves."""


@dataclass(frozen=True, slots=True)
class _Concepts:
    """The concepts of the rules for one zone. Of several concepts, use the first that has a rule in the edition.

    Attributes:
        otherwise: the concepts for values of `fact` that aren't in `by_value`.
        fact: the fact that selects the concept: `cast_as`, `face_up`, or "" if none does.
        by_value: the concepts by value of `fact`.
    """

    otherwise: tuple[str, ...]
    fact: str = ""
    by_value: Mapping[str, str] = field(default_factory=dict)


_FRONT = _Concepts(("double-faced-elsewhere",))
_SPLIT_SPELLS = {"left": "split-spell", "right": "split-spell", "fused": "fused-split-spell"}
_PROTOTYPED = _Concepts(("prototype-card",), "cast_as", {"prototype": "prototype-others"})
_PROTOTYPE_COST = _Concepts(("prototype-card",), "cast_as", {"prototype": "prototyped"})

_BY_LAYOUT: dict[str, dict[str, _Concepts]] = {
    "split": {
        "stack": _Concepts((), "cast_as", _SPLIT_SPELLS),
        "elsewhere": _Concepts(("split-card", "split-card-two-sets")),
    },
    "transforming": {
        "stack": _Concepts(("double-faced-spell",), "cast_as"),
        "battlefield": _Concepts(("front-face-up",), "face_up", {"back": "back-face-up"}),
        "elsewhere": _FRONT,
    },
    "modal": {
        "stack": _Concepts(("modal-face-up",), "cast_as"),
        "battlefield": _Concepts(("modal-face-up",), "face_up"),
        "elsewhere": _FRONT,
    },
    "meld": {
        "stack": _Concepts(("meld-card-on-the-stack",)),
        "battlefield": _Concepts(("front-face-up",), "face_up", {"back": "melded"}),
        "elsewhere": _FRONT,
    },
    "flip": {
        "battlefield": _Concepts(("flip-card-unflipped",), "face_up", {"back": "flipped"}),
        "elsewhere": _Concepts(("flip-card-unflipped",)),
    },
    "flip-cost": {"elsewhere": _Concepts(("flip-card-cost",))},
    "adventurer": {
        "stack": _Concepts(("adventurer-card",), "cast_as", {"adventure": "adventure-spell"}),
        "elsewhere": _Concepts(("adventurer-card",)),
    },
    "omen": {
        "stack": _Concepts(("omen-card",), "cast_as", {"omen": "omen-spell"}),
        "elsewhere": _Concepts(("omen-card",)),
    },
    "merged": {"elsewhere": _Concepts(("merged-permanent",))},
    "prototype": {
        "stack": _PROTOTYPED, "battlefield": _PROTOTYPED, "elsewhere": _Concepts(("prototype-card",)),
    },
    "prototype-cost": {
        "stack": _PROTOTYPE_COST, "battlefield": _PROTOTYPE_COST, "elsewhere": _Concepts(("prototype-card",)),
    },
}  # fmt: skip
"""The concepts by layout and zone. A key such as "flip-cost" has the concepts for the mana cost."""


def current_sides(steps: Derivation, thing: Object, *, for_mana_cost: bool = False) -> tuple[Side, ...] | None:
    """Return the sides whose characteristics an object has. If no faces are stated, return the card itself.

    Args:
        steps: the derivation, which records the used rules and facts.
        thing: the object.
        for_mana_cost: True to return the sides that give the object's mana cost, colour, power and toughness.

    Returns:
        The sides in order; an empty tuple for a face-down object; None if a fact is missing.
    """
    if steps.check(thing.face_down) is not False:
        return _apply(steps, ("face-down",), thing)
    if not thing.faces.is_known or not len(thing.faces):
        return (thing,)
    if not is_stated(thing, "layout"):
        steps.note_missing(thing, "layout")
        return None
    zone = steps.read_value(thing.zone)
    layout = steps.read_value(thing.layout)
    if zone is None or layout not in _BY_LAYOUT:
        return None if zone is None else (thing,)
    zones = _BY_LAYOUT.get(f"{layout}-cost" if for_mana_cost else layout, _BY_LAYOUT[layout])
    concepts = zones.get(zone, zones["elsewhere"])
    value = steps.read_value(thing.cast_as if concepts.fact == "cast_as" else thing.face_up) if concepts.fact else ""
    if value is None:
        return None
    found = (concepts.by_value[value],) if value in concepts.by_value else concepts.otherwise
    if not found:
        steps.note_missing(thing, concepts.fact)
    sides = _apply(steps, found, thing)
    if sides is None and layout == "merged":
        steps.check(unknown("rules.merged-permanent", "the rules of that day don't know merged permanents"))
    return sides


def _apply(steps: Derivation, concepts: tuple[str, ...], thing: Object) -> tuple[Side, ...] | None:
    """Return the result of the first concept whose rule the edition has."""
    for concept in concepts:
        found: tuple[Side, ...] | None = steps.apply_rule(concept, thing)
        if found is not None:
            return found
    return None


def side_stating(side: Side, thing: Object, fact: str) -> Side | None:
    """Return what states a fact: `side` or, for the first side, the whole card `thing`. None if neither states it."""
    if is_stated(side, fact):
        return side
    is_first = side is not thing and side.id.endswith(".1")
    return thing if is_first and is_stated(thing, fact) else None
