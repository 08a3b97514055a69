"""The words that a situation may use for subtypes and keyword abilities (205.3, 702).

The program knows the subtypes that any edition lists (`data/subtypes.toml`). A newer edition may list more:
`more_words` returns these. It is called only if a word isn't known otherwise.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from difflib import get_close_matches
from functools import cache, cached_property
from importlib.resources import files

from kb.i18n import _

_CUTOFF, _CUTOFF_OF_SHORT_WORDS, _SHORT = 0.7, 0.6, 4


@cache
def _listed_subtypes() -> dict[str, frozenset[str]]:
    """Return each subtype with the card types of the lists that have it."""
    lists: dict[str, list[str]] = tomllib.loads(files("data").joinpath("subtypes.toml").read_text(encoding="utf-8"))
    found: dict[str, frozenset[str]] = {}
    for card_type, words in lists.items():
        for word in words:
            found[word] = found.get(word, frozenset()) | {card_type}
    return found


def types_of_subtype(word: str) -> frozenset[str]:
    """Return the card types that a subtype belongs to in any edition (205.3d); empty for a newer subtype.

    The subtypes of instants and sorceries have the type `spell`.
    """
    return _listed_subtypes().get(word.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"), frozenset())


class KnownWords:
    """The subtypes and keyword abilities that situations may name.

    Attributes:
        more_words: a function that returns the words of the newest edition known, in lower case.
    """

    def __init__(self, more_words: Callable[[], frozenset[str]] = frozenset) -> None:
        self.more_words = more_words

    @cached_property
    def _more(self) -> frozenset[str]:
        return self.more_words()

    def is_subtype(self, word: str) -> bool:
        """True if a word in lower case is a subtype of some day."""
        word = word.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
        return word in _listed_subtypes() or word in self._more

    def is_newer(self, word: str) -> bool:
        """True if only the newest edition known has the word."""
        return word in self._more

    @property
    def subtypes(self) -> tuple[str, ...]:
        """The known subtypes, for suggestions."""
        return tuple(_listed_subtypes().keys() | self._more)


PROGRAM_WORDS = KnownWords()
"""The words that the program knows without a knowledge base."""


def nearest(word: str, *choices: tuple[str, ...]) -> str:
    """Return the end of a message that suggests the choice nearest to a word; "" if none is near."""
    known = list(dict.fromkeys(each for listed in choices for each in listed))
    cutoff = _CUTOFF if len(word) > _SHORT else _CUTOFF_OF_SHORT_WORDS
    close = get_close_matches(word, known, n=1, cutoff=cutoff)
    return _("; did you mean '{word}'?", word=close[0]) if close else ""
