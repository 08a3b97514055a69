"""Cards for programs: found by name or read from pasted text, with the rules that govern each line."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from kb.cards.faces import LineKind, ParsedLine
from kb.cards.governing_rules import GoverningRule
from kb.cards.library.governed_lines import GovernedLine, governed_lines
from kb.cards.library.library_card import CardRuling, FrenchFace, LibraryCard, PrintedCard
from kb.languages import Lang
from kb.storage.store import Store
from kb.storage.view import View


@dataclass(frozen=True, slots=True)
class LineWithRules:
    """A line of a card's text, and the rules that govern it.

    Attributes:
        text: the line as printed.
        kind: the kind of the line: `keyword`, `activated`, `triggered`, `static`, `spell`, ...
        ability_word: the ability word or flavor word before the dash (207.2c), or empty.
        reminder: the texts in parentheses (207.2a).
        rules: the rules that the line rests on, each with its number and heading. The most special ones come first.
        understood: True if every word of the line has a place in its tree.
        parsed: the line with its tree.
    """

    text: str
    kind: LineKind
    ability_word: str
    reminder: tuple[str, ...]
    rules: tuple[GoverningRule, ...]
    understood: bool
    parsed: ParsedLine


@dataclass(frozen=True, slots=True)
class FaceWithRules:
    """A face of a card with its lines. What isn't printed is empty.

    Attributes:
        name: the name of the face.
        type_line: the type line, as `Legendary Creature — Human Wizard`.
        text: the rules text, one ability a line.
        mana_cost: the mana cost in symbols.
        power, toughness, loyalty, defense: as printed in the corner.
        lines: the lines of the text, each with its rules.
        french: the official French of the face, or None if the file of cards had none.
    """

    name: str
    type_line: str
    text: str
    mana_cost: str
    power: str
    toughness: str
    loyalty: str
    defense: str
    lines: tuple[LineWithRules, ...]
    french: FrenchFace | None


@dataclass(frozen=True, slots=True)
class CardWithRules:
    """A card, line by line, with the rules that govern each line.

    Attributes:
        name: the name of the card. The names of two faces are joined with " // ".
        layout: how the faces stand on the card: `normal`, `split`, `transform`, ...; empty for a pasted card.
        faces: the faces in the order of the card.
        rulings: the official rulings, oldest first.
        edition: the effective date of the edition that has the rules, or None if only excerpts are known.
        lang: the language of the rules.
    """

    name: str
    layout: str
    faces: tuple[FaceWithRules, ...]
    rulings: tuple[CardRuling, ...]
    edition: date | None
    lang: Lang

    @property
    def lines(self) -> tuple[LineWithRules, ...]:
        """The lines of all faces, in the order of the card."""
        return tuple(line for face in self.faces for line in face.lines)

    @property
    def text(self) -> str:
        """The rules text of all faces, one ability a line."""
        return "\n".join(face.text for face in self.faces if face.text)


def card_with_rules(store: Store, view: View, card: LibraryCard) -> CardWithRules:
    """Return a card as the API gives it out, with the rules of a view."""
    printed = card.card
    governed = governed_lines(store, view, card)
    faces = tuple(
        FaceWithRules(
            face.name, face.type_line, face.text, face.mana_cost, face.power, face.toughness, face.loyalty,
            face.defense, tuple(map(_line_with_rules, lines)), french,
        )
        for face, french, lines in zip(printed.faces, printed.french, governed, strict=True)
    )  # fmt: skip
    return CardWithRules(printed.name, printed.layout, faces, printed.rulings, view.base, view.lang)


def _line_with_rules(governed: GovernedLine) -> LineWithRules:
    parsed = governed.line.line
    return LineWithRules(
        parsed.text, parsed.kind, parsed.ability_word, parsed.reminder, tuple(governed.rules), parsed.understood, parsed
    )


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
