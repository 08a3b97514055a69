"""Cards for programs: found by name or read from pasted text, with the rules that govern each line."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from kb.cards.library.governed_lines import GovernedLine
from kb.cards.library.library_card import LibraryCard, PrintedCard
from kb.languages import Lang


@dataclass(frozen=True, slots=True)
class CardWithRules:
    """A card, line by line, with the rules that govern each line.

    Attributes:
        card: the card as printed: its name, faces, official French and rulings.
        lines: the lines of each face, each with its kind, its parse and its rules.
        edition: the effective date of the edition that has the rules, or None if only excerpts are known.
        lang: the language of the rules.
    """

    card: PrintedCard
    lines: tuple[tuple[GovernedLine, ...], ...]
    edition: date | None
    lang: Lang

    @property
    def name(self) -> str:
        """The name of the card. The names of two faces are joined with " // "."""
        return self.card.name


def card_named(home: Path, name: str) -> tuple[str, LibraryCard, str | None]:
    """Return the name by which a card of the card library was found, the card, and the version that parsed it.

    Raises:
        NotFound: no card has this name or a near one.
        Ambiguous: several cards have it.
        RulesError: there is no card library.
    """
    from kb.cards.library.database import open_library
    from kb.cards.library.name_lookup import find_card

    with open_library(home) as library:
        found = find_card(library, name)
        return found.name, library.card(found.card), library.meta("reader")


def pasted_card(text: str) -> LibraryCard:
    """Read a pasted card: name and cost, type line, text, power and toughness, each in its line as printed.

    Raises:
        BadValue: the text has no card.
    """
    from kb.cards.library.text_reader import parse
    from kb.cards.pasted_text import parse_pasted

    faces = parse_pasted(text)
    name = " // ".join(face.name for face in faces)
    return parse(PrintedCard(name, "", faces, (None,) * len(faces)))
