"""Phrase matching: finding words side by side in a text.

The index doesn't store the positions of words. Positions would be four fifths of the data, and few searches need them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from kb.languages import Lang
from kb.text.folding import fold_words, strip_accents

_LETTERS = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
# Accents are removed only from texts that match this. Curly quotes, which most texts have, don't match.
_ACCENTED = re.compile(r"[^\W_a-z0-9]|[\u0300-\u036f]")
# An elided French word before a word (l'), and an ending that the stemmer has cut off.
_ELISION, _ENDING = r"(?:[^\W_]{1,7}['’])?", r"[^\W_]*(?:['’][^\W_]+)*"
_START, _BETWEEN, _END = r"(?<![^\W_])(?<![^\W_]['’])", r"[\W_]+", r"(?![^\W_])"
# Up to this many last letters of a folded word may differ from the typed word (loyalti, loyalty).
_CHANGED_LETTERS = 2


def phrase_matcher(words: Sequence[str], lang: Lang) -> Callable[[str], bool]:
    """Return a function that tells whether a text has the folded words side by side, in the given order."""
    spellings = _BETWEEN.join(f"({_spellings(word)})" for word in words)
    # A lookahead finds overlapping matches too.
    candidates = re.compile(f"{_START}(?={spellings}{_END})")

    def matches(text: str) -> bool:
        plain = text.lower()
        if _ACCENTED.search(plain):
            plain = strip_accents(plain)
        return any(
            all(fold_words(spelling, lang) == [word] for spelling, word in zip(match.groups(), words, strict=True))
            for match in candidates.finditer(plain)
        )

    return matches


def _spellings(word: str) -> str:
    """Return a pattern that matches all spellings of a folded word, and some other words with the same beginning."""
    if not _LETTERS.fullmatch(word):
        return re.escape(word)  # a number or a symbol has only one spelling
    return f"{_ELISION}{re.escape(word[: max(1, len(word) - _CHANGED_LETTERS)])}{_ENDING}"
