"""A card face as printed, and the result of reading it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kb.cards.grammar.nodes import Node

LineKind = Literal[
    "keyword",
    "activated",
    "mana",
    "loyalty",
    "triggered",
    "static",
    "characteristic-defining",
    "replacement",
    "prevention",
    "spell",
    "mode",
    "chapter",
    "level",
    "result",
    "reminder",
]
"""The kinds of lines. Each line has one kind: the most special one that applies."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """One face of a card, or one half of a split card.

    Attributes:
        name: the name of the face.
        type_line: the type line, as `Legendary Creature — Human Wizard`.
        text: the rules text, one ability a line.
        mana_cost: the mana cost in symbols, or empty.
        power, toughness, loyalty, defense: as printed in the corner, or empty.
        color_indicator: the letters of the colours of the colour indicator (204), such as `WU`, or empty.
    """

    name: str
    type_line: str = ""
    text: str = ""
    mana_cost: str = ""
    power: str = ""
    toughness: str = ""
    loyalty: str = ""
    defense: str = ""
    color_indicator: str = ""

    def values(self) -> tuple[str, ...]:
        """Return the values of all attributes in their order. `dataclasses.astuple` takes ten times as long."""
        return (
            self.name, self.type_line, self.text, self.mana_cost,
            self.power, self.toughness, self.loyalty, self.defense, self.color_indicator,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Unread:
    """A piece of a line that wasn't understood: its offset and length in the line, in characters, and its text."""

    offset: int
    length: int
    text: str


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """A line of a card's text.

    Attributes:
        text: the line as printed.
        kind: the kind of the line.
        ability_word: the ability word or flavor word before the dash (207.2c), or empty.
        reminder: the texts in parentheses (207.2a).
        tree: the tree of the line; None for a line that has only reminder text.
        unread: the pieces that weren't understood; none if the line was understood in full.
    """

    text: str
    kind: LineKind
    ability_word: str
    reminder: tuple[str, ...]
    tree: Node | None
    unread: tuple[Unread, ...]

    @property
    def understood(self) -> bool:
        """True if every word of the line has a place in the tree."""
        return not self.unread


@dataclass(frozen=True, slots=True)
class ParsedCard:
    """A card face with its lines."""

    face: CardFace
    lines: tuple[ParsedLine, ...]
