"""A card of the library: its faces with their parsed lines, its rulings, its French."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kb.cards.faces import CardFace, ParsedLine, Unread
from kb.cards.grammar.nodes import Node, from_json, to_json


@dataclass(frozen=True, slots=True)
class FrenchFace:
    """The official French of a face: its name, type line and text. A part that isn't known is empty."""

    name: str
    type_line: str
    text: str


@dataclass(frozen=True, slots=True)
class CardRuling:
    """An official ruling on a card. `date` is in ISO form."""

    date: str
    text: str


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card as a file of cards has it, before its text is parsed.

    Attributes:
        name: the name of the card. The names of two faces are joined with " // ".
        layout: how the faces stand on the card, in the words of the file: `normal`, `split`, `transform`, ...
        faces: the faces in the order of the card.
        french: the French of each face, or None where there is none.
        rulings: the official rulings, oldest first.
    """

    name: str
    layout: str
    faces: tuple[CardFace, ...]
    french: tuple[FrenchFace | None, ...]
    rulings: tuple[CardRuling, ...] = ()


@dataclass(frozen=True, slots=True)
class LibraryLine:
    """A parsed line, and what it rests on: see `kb.cards.concepts.concepts`."""

    line: ParsedLine
    concepts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ParsedFace:
    """The parsed text of a face, as the database stores it.

    Attributes:
        kinds: the kind of each line, and whether the line was understood in full.
        lines: the JSON of the lines, in ASCII.
    """

    kinds: tuple[tuple[str, bool], ...]
    lines: str


@dataclass(frozen=True, slots=True)
class LibraryCard:
    """A card with the parsed lines of each face."""

    card: PrintedCard
    lines: tuple[tuple[LibraryLine, ...], ...]


def lines_to_json(lines: Iterable[LibraryLine]) -> list[dict[str, Any]]:
    """Return lines as JSON."""
    return [
        {
            "text": each.line.text,
            "kind": each.line.kind,
            "word": each.line.ability_word,
            "reminder": each.line.reminder,
            "tree": None if each.line.tree is None else to_json(each.line.tree),
            "unread": [(piece.offset, piece.length, piece.text) for piece in each.line.unread],
            "concepts": each.concepts,
        }
        for each in lines
    ]


def lines_from_json(data: Iterable[dict[str, Any]]) -> tuple[LibraryLine, ...]:
    """Return the lines whose JSON is `data`."""
    return tuple(_line(each) for each in data)


def _line(data: dict[str, Any]) -> LibraryLine:
    tree = None if data["tree"] is None else from_json(data["tree"])
    unread = tuple(Unread(*piece) for piece in data["unread"])
    found = tree if isinstance(tree, Node) else None
    line = ParsedLine(data["text"], data["kind"], data["word"], tuple(data["reminder"]), found, unread)
    return LibraryLine(line, tuple(data["concepts"]))
