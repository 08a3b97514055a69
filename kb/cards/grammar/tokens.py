"""The tokens of card text.

A token is a word, a symbol in braces, a power and toughness (`+1/+1`), or a punctuation mark. `'s` is a token of its
own. The name of the card is one token, `~`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

SELF = "~"
"""The token for the name of the card."""

_TOKEN = re.compile(
    r"\{[^{}\s]+\}"
    r"|[+\-−]?(?:\d+|[XYZ*])/[+\-−]?(?:\d+|[XYZ*])(?![\w/])"
    r"|[+\-−]?\d+(?![\w/])"
    r"|[^\W\d_]+n['’]t\b"
    r"|[^\W_]+(?:[-–][^\W_]+)*"
    r"|['’](?:s|re|ve|d|ll)\b"
    r"|\S"
)


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of one text.

    Attributes:
        words: the tokens, folded: lower case, straight apostrophes, minus signs as hyphens.
        printed: the tokens as printed; for the name of the card, `~`.
        starts, ends: the offsets of each token in the text.
    """

    words: tuple[str, ...]
    printed: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def slice(self, start: int, end: int) -> Tokens:
        """Return the tokens from index `start` up to index `end`, with their offsets in the whole text."""
        return Tokens(self.words[start:end], self.printed[start:end], self.starts[start:end], self.ends[start:end])

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the offsets in the text of the tokens from index `start` up to index `end`."""
        if start >= end:
            return (self.starts[start], self.starts[start]) if start < len(self.words) else (0, 0)
        return self.starts[start], self.ends[end - 1]


def fold(token: str) -> str:
    """Return a token as the grammar spells it."""
    return token.lower().replace("’", "'").replace("−", "-")


def own_names(name: str, *, legendary: bool = False) -> tuple[tuple[str, ...], ...]:
    """Return the tokens of the names that a card's text may use for the card itself, longest first.

    The text may use the whole name. The text of a legendary card may use the part before the comma, "of" or "the"
    (201.5b): "Akroma" for "Akroma, Angel of Wrath".
    """
    names = [name, *name.split(" // ")]
    if legendary:
        names += [re.split(r", | of | the ", each, maxsplit=1)[0] for each in tuple(names)]
    found = {tuple(fold(token) for token in _TOKEN.findall(each)) for each in names if each}
    return tuple(sorted(found, key=len, reverse=True))


def tokenize(text: str, names: Sequence[tuple[str, ...]] = ()) -> Tokens:
    """Split a text into tokens.

    Args:
        text: a line, or a part of it.
        names: the card's own names as `own_names` returns them; each occurrence becomes the token `~`. A short name
            counts only where its words begin with capital letters.
    """
    matches = list(_TOKEN.finditer(text))
    folded = [fold(match[0]) for match in matches]
    words, printed, starts, ends = [], [], [], []
    first_of_names = {name[0] for name in names}
    at = 0
    while at < len(folded):
        is_first = folded[at] in first_of_names
        size = next((len(name) for name in names if is_first and _is_name(name, folded, matches, at)), 0)
        words.append(SELF if size else folded[at])
        printed.append(SELF if size else matches[at][0].replace("’", "'"))
        starts.append(matches[at].start())
        at += size or 1
        ends.append(matches[at - 1].end())
    return Tokens(tuple(words), tuple(printed), tuple(starts), tuple(ends))


def _is_name(name: tuple[str, ...], folded: Sequence[str], matches: Sequence[re.Match[str]], at: int) -> bool:
    """Return True if a name of the card begins at token `at`."""
    if tuple(folded[at : at + len(name)]) != name:
        return False
    return matches[at][0][0].isupper() or not matches[at][0][0].isalpha()
