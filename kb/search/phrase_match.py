"""Phrases: whether words stand side by side in a text, told by the text itself.

The index has no places of words: they would be four fifths of what is read for a word, and few searches ask for them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from kb.languages import Lang
from kb.text.folding import fold_words, strip_accents

_PLAIN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
# Most texts have no accents but curly quotes, which would be looked up as well.
_ACCENTED = re.compile(r"[^\W_a-z0-9]|[\u0300-\u036f]")
# A French little word before it, and what the stemmer took off after it.
_BEFORE, _AFTER = r"(?:[^\W_]{1,7}['’])?", r"[^\W_]*(?:['’][^\W_]+)*"
# Not within a word.
_HERE, _BETWEEN, _END = r"(?<![^\W_])(?<![^\W_]['’])", r"[\W_]+", r"(?![^\W_])"
# The stemmer may also put other letters for so many at the end (loyalti of loyalty, die of dying).
_PUT = 2


def phrase_matcher(words: Sequence[str], lang: Lang) -> Callable[[str], bool]:
    """What tells whether a text has folded words side by side, in that order."""
    spelt = _BETWEEN.join(f"({_spelt(word)})" for word in words)
    # Looked ahead for: the next may begin within the one before.
    likely = re.compile(f"{_HERE}(?={spelt}{_END})")

    def stands_in(text: str) -> bool:
        plain = text.lower()
        if _ACCENTED.search(plain):
            plain = strip_accents(plain)
        return any(
            all(fold_words(said, lang) == [word] for said, word in zip(found.groups(), words, strict=True))
            for found in likely.finditer(plain)
        )

    return stands_in


def _spelt(word: str) -> str:
    """How a folded word may be spelt, and others that begin so."""
    if not _PLAIN.fullmatch(word):
        return re.escape(word)  # a number, a symbol
    return f"{_BEFORE}{re.escape(word[: max(1, len(word) - _PUT)])}{_AFTER}"
