"""The parts of a phrase of cards, such as `white creature you control with flying` (`phrase_parser` parses phrases).

`kb.rulings.engine.card_phrases` says whether a phrase describes an object.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kb.rulings.situation.known_words import nearest

Controls = Literal["you", "not you", "opponent", "owned by you", "owned by opponent"]
Quantity = Literal["mana value", "power", "toughness"]


@dataclass(frozen=True, slots=True)
class DescribingWord:
    """A word that an object can be: a card type, supertype, colour, subtype or state (`tapped`), as a singular."""

    kind: Literal["type", "supertype", "color", "subtype", "state"]
    word: str


@dataclass(frozen=True, slots=True)
class NegatedPart:
    """`nonblack`, `without flying`, `that isn't tapped`: the part doesn't apply."""

    part: PhrasePart


@dataclass(frozen=True, slots=True)
class OneOfParts:
    """`with flying or reach`: at least one of the parts applies."""

    parts: tuple[PhrasePart, ...]


@dataclass(frozen=True, slots=True)
class AllOfParts:
    """`with flying and power 2 or less`: each part applies."""

    parts: tuple[PhrasePart, ...]


@dataclass(frozen=True, slots=True)
class ControlledBy:
    """`you control`, `an opponent controls`, `you own`."""

    who: Controls


@dataclass(frozen=True, slots=True)
class InZone:
    """`in your graveyard`, `in exile`. `whose` is "" for any player's zone."""

    zone: str
    whose: Literal["", "your", "opponent"] = ""


@dataclass(frozen=True, slots=True)
class ComparedTo:
    """`power 2 or less`, `mana value 3`."""

    quantity: Quantity
    number: int
    how: Literal["", "less", "greater"] = ""


@dataclass(frozen=True, slots=True)
class ManaValueParity:
    """`even mana value`, `odd mana value`."""

    even: bool


@dataclass(frozen=True, slots=True)
class HavingKeyword:
    """`with flying`, or `flying` alone."""

    name: str


@dataclass(frozen=True, slots=True)
class HavingCounter:
    """`with a +1/+1 counter on it`. `kind` is "" for a counter of any kind."""

    kind: str


@dataclass(frozen=True, slots=True)
class HavingNoAbilities:
    """`with no abilities`."""


@dataclass(frozen=True, slots=True)
class HavingName:
    """`named Sol Ring`."""

    name: str


@dataclass(frozen=True, slots=True)
class ReferringWord:
    """`another`, `this`, `enchanted`, `equipped`, `fortified`: words that refer to the source of the phrase."""

    word: str


@dataclass(frozen=True, slots=True)
class SharingColor:
    """`that shares a color with A`."""

    thing: str


@dataclass(frozen=True, slots=True)
class AttackedThisTurn:
    """`you attacked with this turn`."""


@dataclass(frozen=True, slots=True)
class PlayerNoun:
    """A player: `player`, `opponent`, `you`."""

    who: Literal["player", "opponent", "you"]


PhrasePart = (
    DescribingWord | NegatedPart | OneOfParts | AllOfParts | ControlledBy | InZone | ComparedTo | ManaValueParity
    | HavingKeyword | HavingCounter | HavingNoAbilities | HavingName | ReferringWord | SharingColor
    | AttackedThisTurn | PlayerNoun
)  # fmt: skip
"""A part of a phrase. All parts of an alternative must apply."""


@dataclass(frozen=True, slots=True)
class CardPhrase:
    """A parsed phrase.

    Attributes:
        alternatives: the parts of each alternative: for `artifact or creature you control`, two alternatives.
        negated: True if the phrase begins with `no`: it describes what none of the alternatives describes.
    """

    alternatives: tuple[tuple[PhrasePart, ...], ...]
    negated: bool = False


class InvalidPhrase(ValueError):
    """A phrase isn't understood.

    Attributes:
        word: the word that isn't understood.
        choices: words that could be meant.
    """

    def __init__(self, word: str, choices: tuple[str, ...] = ()) -> None:
        super().__init__(word)
        self.word, self.choices = word, choices

    @property
    def hint(self) -> str:
        """The end of a message, which suggests the nearest word; "" if no word is near."""
        return nearest(self.word.lower(), self.choices)
