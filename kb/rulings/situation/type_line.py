"""Parser of printed type lines such as `Legendary Creature — Goblin Wizard` (205.1, 205.3b, 205.4a)."""

from __future__ import annotations

import re
from dataclasses import dataclass

CARD_TYPES = (
    "artifact", "battle", "conspiracy", "creature", "dungeon", "enchantment", "instant", "kindred", "land",
    "phenomenon", "plane", "planeswalker", "scheme", "sorcery", "tribal", "vanguard",
)  # fmt: skip
SUPERTYPES = ("basic", "elite", "host", "legendary", "ongoing", "snow", "world")

TWO_WORD_TYPES = ("time lord",)
"""The creature types with two words (205.3m)."""

_DASH = re.compile(r"\s*(?:[\N{EM DASH}\N{EN DASH}]|--|\s-\s)\s*")


@dataclass(frozen=True, slots=True)
class TypeLine:
    """The parts of a type line in lower case, in the order printed.

    Attributes:
        supertypes: the words before the card types.
        types: the card types.
        subtypes: the subtypes after the dash.
    """

    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]


def parse_type_line(text: str) -> TypeLine:
    """Parse a type line.

    Raises:
        ValueError: a word before the dash isn't a supertype or card type. The message is this word.
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
    """Split the text after the dash into subtypes by words. On a plane card, the whole text is one subtype."""
    bare = " ".join(after.lower().split())
    if not bare:
        return ()
    if "plane" in types:
        return (bare,)
    if {"creature", "kindred", "tribal"} & set(types):
        for phrase in TWO_WORD_TYPES:
            bare = re.sub(rf"\b{phrase}\b", phrase.replace(" ", "\N{NO-BREAK SPACE}"), bare)
    return tuple(word.replace("\N{NO-BREAK SPACE}", " ") for word in bare.split(" "))
