"""Letters without their accents, for comparing words that people type."""

from __future__ import annotations

import unicodedata


def without_accents(word: str) -> str:
    """A word without accents; ligatures taken apart."""
    decomposed = unicodedata.normalize("NFKD", word.replace("œ", "oe").replace("æ", "ae"))
    return "".join(char for char in decomposed if not unicodedata.combining(char))
