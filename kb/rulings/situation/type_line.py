"""Type lines as they are printed, such as `Legendary Creature — Goblin Wizard` (205.1, 205.3b, 205.4a)."""

from __future__ import annotations

import re
from dataclasses import dataclass

CARD_TYPES = (
    "artifact", "battle", "conspiracy", "creature", "dungeon", "enchantment", "instant", "kindred", "land",
    "phenomenon", "plane", "planeswalker", "scheme", "sorcery", "tribal", "vanguard",
)  # fmt: skip
SUPERTYPES = ("basic", "elite", "host", "legendary", "ongoing", "snow", "world")

TWO_WORD_TYPES = ("time lord",)
"""The creature types of two words; the rule with the creature types names them (205.3m)."""

_DASH = re.compile(r"\s*(?:[\N{EM DASH}\N{EN DASH}]|--|\s-\s)\s*")


@dataclass(frozen=True, slots=True)
class TypeLine:
    """A type line in its parts, all in lower case, in the order printed.

    Attributes:
        supertypes: what is before the card types.
        types: the card types.
        subtypes: what is after the dash, each for itself.
    """

    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]


def parse_type_line(text: str) -> TypeLine:
    """A type line in its parts.

    Raises:
        ValueError: a word before the dash is neither a supertype nor a card type; the message is the word.
    """
    before, after, *_more = (*_DASH.split(text.strip().lower(), maxsplit=1), "")
    supertypes, types = [], []
    for word in before.split():
        if word in SUPERTYPES:
            supertypes.append(word)
        elif word in CARD_TYPES:
            types.append(word)
        else:
            raise ValueError(word)
    return TypeLine(tuple(supertypes), tuple(types), parse_subtypes(after, tuple(types)))


def parse_subtypes(after: str, types: tuple[str, ...]) -> tuple[str, ...]:
    """The subtypes after the dash: of a plane all words together, else each word, but for creature types of two."""
    bare = " ".join(after.lower().split())
    if not bare:
        return ()
    if "plane" in types:
        return (bare,)
    if {"creature", "kindred", "tribal"} & set(types):
        for phrase in TWO_WORD_TYPES:
            bare = re.sub(rf"\b{phrase}\b", phrase.replace(" ", "\N{NO-BREAK SPACE}"), bare)
    return tuple(word.replace("\N{NO-BREAK SPACE}", " ") for word in bare.split(" "))
