"""Words without accents and names without quotation marks, for comparing what people type."""

from __future__ import annotations

import re
import unicodedata

# Quotation marks; an apostrophe within a word is none.
_QUOTES = re.compile(r"[“”«»\"]|(?<!\w)['‘’]|['‘’](?!\w)")

# The blocks of combining marks. `unicodedata.combining` for each character is too slow for the players' vocabulary.
_COMBINING_MARKS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")


def without_accents(word: str) -> str:
    """Remove the accents of a word and split its ligatures."""
    if word.isascii():
        return word
    decomposed = unicodedata.normalize("NFKD", word.replace("œ", "oe").replace("æ", "ae"))
    return _COMBINING_MARKS.sub("", decomposed)


def name_key(name: str) -> str:
    """Return the form that all spellings of a headword or heading share: no case, accents or quotation marks."""
    bare = _QUOTES.sub("", name.casefold()).replace("’", "'")
    return " ".join(without_accents(bare).split())
