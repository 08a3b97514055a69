"""Letters without their accents, and names without their marks, for comparing words that people type."""

from __future__ import annotations

import re
import unicodedata

# Quotes; an apostrophe within a word is none.
_QUOTES = re.compile(r"[“”«»\"]|(?<!\w)['‘’]|['‘’](?!\w)")


def without_accents(word: str) -> str:
    """A word without accents; ligatures taken apart."""
    if word.isascii():
        return word
    decomposed = unicodedata.normalize("NFKD", word.replace("œ", "oe").replace("æ", "ae"))
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def name_key(name: str) -> str:
    """What all spellings of a headword or heading share: case, accents and quotes don't count."""
    bare = _QUOTES.sub("", name.casefold()).replace("’", "'")
    return " ".join(without_accents(bare).split())
