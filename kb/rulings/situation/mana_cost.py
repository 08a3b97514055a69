"""Parser of printed mana costs such as `{2}{W/U}{X}`, with the amounts and colours of their symbols."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

COLOR_OF = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
"""The colours, by letter of the primary mana symbol (107.4a)."""

NO_COST = "none"
"""The word that means no mana cost. It isn't the same as a cost of {0} (202.1b)."""

_SYMBOL = re.compile(r"\{([0-9]{1,4}|[A-Z](?:/[A-Z])*|[0-9]{1,4}/[A-Z](?:/[A-Z])*)\}", re.IGNORECASE)
_LETTERS = {*COLOR_OF, "C", "S", "X", "Y", "Z"}

SymbolKind = Literal["colored", "generic", "variable", "colorless", "snow", "hybrid", "phyrexian"]


@dataclass(frozen=True, slots=True)
class ManaSymbol:
    """A mana symbol.

    Attributes:
        text: the text in the braces, in upper case: `2/W`.
        kind: the kind of symbol; a hybrid Phyrexian symbol is `phyrexian`.
        parts: the components of the symbol, letters or numbers, in order, without the P of a Phyrexian symbol.
    """

    text: str
    kind: SymbolKind
    parts: tuple[str, ...]

    def __str__(self) -> str:
        return f"{{{self.text}}}"

    @property
    def colors(self) -> tuple[str, ...]:
        """The colours of all components (107.4a, 107.4e, 107.4f)."""
        return tuple(COLOR_OF[part] for part in self.parts if part in COLOR_OF)

    @property
    def amounts(self) -> tuple[int, ...]:
        """The amount of mana of each component; 0 for X, Y and Z."""
        return tuple(int(part) if part.isdigit() else 0 if part in "XYZ" else 1 for part in self.parts)


@lru_cache(maxsize=1024)
def parse_mana_cost(cost: str) -> tuple[ManaSymbol, ...]:
    """Parse a mana cost. Return its symbols in order; the word `none` has no symbols.

    Raises:
        ValueError: the text isn't a mana cost. The message is the wrong part of the text.
    """
    bare = cost.replace(" ", "")
    if bare.lower() == NO_COST:
        return ()
    if rest := _SYMBOL.sub("", bare):
        raise ValueError(rest)
    return tuple(_symbol(match[1].upper()) for match in _SYMBOL.finditer(bare))


def mana_symbols_in(text: str) -> tuple[ManaSymbol, ...]:
    """Return the mana symbols in a text, without other symbols ({T}, {Q}, {E})."""
    found = []
    for match in _SYMBOL.finditer(text):
        try:
            found.append(_symbol(match[1].upper()))
        except ValueError:
            continue
    return tuple(found)


def _symbol(text: str) -> ManaSymbol:
    parts = tuple(text.split("/"))
    letters = _LETTERS if len(parts) == 1 else {*COLOR_OF, "C", "P"}
    if any(not part.isdigit() and part not in letters for part in parts):
        raise ValueError("{" + text + "}")
    real = tuple(part for part in parts if part != "P")
    if len(real) < len(parts):
        return ManaSymbol(text, "phyrexian", real)
    if len(parts) > 1:
        return ManaSymbol(text, "hybrid", real)
    letter = parts[0]
    kinds: dict[str, SymbolKind] = {"C": "colorless", "S": "snow", "X": "variable", "Y": "variable", "Z": "variable"}
    return ManaSymbol(text, "colored" if letter in COLOR_OF else kinds.get(letter, "generic"), parts)
