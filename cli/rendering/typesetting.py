"""Spaces of French typography, as HTML pages show them."""

from __future__ import annotations

import re

# The Imprimerie nationale sets a thin no-break space before ; ? ! and a full one before : and inside « ».
_BEFORE_THIN = re.compile(r"[ \u00a0](?=[;?!])")
_BESIDE_FULL = re.compile(r"(?<=«) | (?=[»:])")


def typeset(text: str, lang: str) -> str:
    """Return a text whose lines don't break before or inside French punctuation.

    Only spaces that the text has are replaced: a missing space is the text's defect. Other languages than French stay
    as they are.
    """
    if lang != "fr":
        return text
    return _BESIDE_FULL.sub("\u00a0", _BEFORE_THIN.sub("\u202f", text))
