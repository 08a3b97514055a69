"""Detection of a text's language by its function words."""

from __future__ import annotations

import re

from kb.languages import LANGUAGES, Lang

_WORD = re.compile(r"[^\W\d_]+")
_FUNCTION_WORDS: dict[Lang, frozenset[str]] = {
    "en": frozenset(
        "the of and to is that it its a an or be are by if this has have with for from was were will as on in at "
        "they their when which who can may not into any each only under other more less see rule rules player".split()
    ),
    "fr": frozenset(
        "le la les de des du un une et est qui que ce cette ces son sa ses il elle ils sur dans par pour pas ne se "
        "au aux à ou si en leur leurs vous votre vos avec sont peut plus quand comme tout chaque être règle règles "
        "joueur".split()
    ),
}


def detect_language(text: str, default: Lang = "en") -> Lang:
    """Return the language of a text, or `default` if its words don't show it, as in a heading or a name."""
    words = _WORD.findall(text.lower())
    english, french = (sum(map(_FUNCTION_WORDS[lang].__contains__, words)) for lang in LANGUAGES)
    if english == french:
        return default
    return "en" if english > french else "fr"
