"""Normal forms of a text, for telling what kind of change lies between two wordings.

Each form forgets more than the one before: marks of typography, then what is cited, then the phrases that
an edition's template puts in another way everywhere ("his or her" became "their" in 2020). They serve for
comparing only and are never shown.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Literal

from kb import references

Change = Literal["typography", "references", "template", "wording"]
"""Classes of change, from the least."""

_MARKS = {
    **dict.fromkeys("‘’‚‛′`´", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    "_": "",
    "…": "...",
    "\N{SOFT HYPHEN}": "",
}
# (TM) and (R) until 2014, since then the signs themselves; and the blanks that French sets within its quotes.
_SIGNS = re.compile(r"\(TM\)|\(R\)|[™®©]")
_QUOTED_BLANKS = re.compile(r'"\s*(?P<inside>[^"]*?)\s*"')

# What the rules' template says in another way from an edition on: "his or her" (to 2020), "enters the
# battlefield" (to 2024), "see also". Each with words without which it isn't there, since few texts have any.
_TEMPLATES: tuple[tuple[str, re.Pattern[str], str], ...] = tuple(
    (words, re.compile(pattern), new)
    for words, pattern, new in (
        ("his or her", r"\bhis or her\b", "their"),
        ("his or hers", r"\bhis or hers\b", "theirs"),
        ("him or her", r"\bhim or her\b", "them"),
        ("self", r"\b(?:himself or herself|themself)\b", "themselves"),
        ("he or she", r"\bhe or she\b", "they"),
        (" the battlefield", r"\b(enter(?:s|ed|ing)?) the battlefield\b", r"\1"),
        ("see also", r"\bsee also\b", "see"),
    )
)
# "he or she controls" and "they control": behind the pronoun the verb changes too.
_VERB = re.compile(r"\b(?P<they>they) (?P<between>(?:also|then|instead|may|can|\w+ly) )?(?P<verb>[\w']+)")
_PLURAL = {"is": "are", "was": "were", "has": "have", "does": "do", "isn't": "aren't", "doesn't": "don't"}


@lru_cache(maxsize=1 << 15)
def plain(text: str) -> str:
    """A text without what is only typography: which quotes, dashes and blanks it uses, signs such as ™."""
    text = unicodedata.normalize("NFC", text)
    for mark, instead in _MARKS.items():
        text = text.replace(mark, instead)
    text = " ".join(_SIGNS.sub("", text).split())
    return _QUOTED_BLANKS.sub(r'"\g<inside>"', text)


@lru_cache(maxsize=1 << 15)
def masked(text: str) -> str:
    """The plain text with each reference, the title that it quotes included, as one mark."""
    found = [reference for reference in references.find(text) if not reference.term]
    pieces, at = [], 0
    for reference in found:
        pieces += [text[at : reference.start], "#"]
        at = reference.end
    return plain("".join((*pieces, text[at:])))


@lru_cache(maxsize=1 << 15)
def untemplated(text: str) -> str:
    """The masked text with the phrases of an edition's template put in one way."""
    text = masked(text).lower()
    for words, pattern, new in _TEMPLATES:
        if words in text:
            text = pattern.sub(new, text)
    return _VERB.sub(_with_plural_verb, text) if "they " in text else text


def _with_plural_verb(match: re.Match[str]) -> str:
    verb = match["verb"]
    plural = _PLURAL.get(verb, verb.removesuffix("es") if verb.endswith(("ches", "shes", "sses")) else verb)
    if plural == verb and verb.endswith("s") and not verb.endswith("ss"):
        plural = verb[:-1]
    return f"{match['they']} {match['between'] or ''}{plural}"


def change(old: str, new: str) -> Change | None:
    """The class of the change between two wordings; None if they are the same."""
    if old == new:
        return None
    if plain(old) == plain(new):
        return "typography"
    if masked(old) == masked(new):
        return "references"
    if untemplated(old) == untemplated(new):
        return "template"
    return "wording"
