"""Letters without their accents, and names without their marks, for comparing words that people type."""

from __future__ import annotations

import re
import unicodedata

# Quotes; an apostrophe within a word is none.
_QUOTES = re.compile(r"[“”«»\"]|(?<!\w)['‘’]|['‘’](?!\w)")

# The blocks of combining marks: to ask of each character whether it is one takes long over all that players say.
_MARKS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")


def without_accents(word: str) -> str:
    """A word without accents; ligatures taken apart."""
    if word.isascii():
        return word
    decomposed = unicodedata.normalize("NFKD", word.replace("œ", "oe").replace("æ", "ae"))
    return _MARKS.sub("", decomposed)


def name_key(name: str) -> str:
    """What all spellings of a headword or heading share: case, accents and quotes don't count."""
    bare = _QUOTES.sub("", name.casefold()).replace("’", "'")
    return " ".join(without_accents(bare).split())
