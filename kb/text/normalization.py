"""Normal forms of a text, by which the change between two wordings is classified.

The first form ignores typography. The second form also ignores cited numbers and titles. The third form also ignores
changes of standard phrases (class `template`: "his or her" became "their" in 2020). The forms are compared and never
shown.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Literal

from kb.text import reference_parser

ChangeClass = Literal["typography", "references", "template", "wording"]
"""The classes of change, from the smallest to the largest."""

_MARKS = {
    **dict.fromkeys("‘’‚‛′`´", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    "_": "",
    "…": "...",
    "\N{SOFT HYPHEN}": "",
}
# Editions until 2014 print (TM) and (R). Later editions print the signs ™ and ®.
_SIGNS = re.compile(r"\(TM\)|\(R\)|[™®©]")
# A word or number. An amount of mana is in it: {2}{R}, 3W, -1/-1.
_WORD = re.compile(r"[^\W_]+|[{}/+]|-(?=[\dX])")
# French sets blanks within its quotation marks.
_QUOTED = re.compile(r'"([^"]*)"')

# Standard phrases that were changed in all rules: "his or her" (until 2020), "enters the battlefield" (until 2024),
# "see also". The first column is a cheap test: without these words the pattern can't match.
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
# "he or she controls" became "they control": the verb after the pronoun changes too.
_VERB = re.compile(r"\b(?P<they>they) (?P<between>(?:also|then|instead|may|can|\w+ly) )?(?P<verb>[\w']+)")
_PLURAL = {"is": "are", "was": "were", "has": "have", "does": "do", "isn't": "aren't", "doesn't": "don't"}


@lru_cache(maxsize=1 << 15)
def normalize_typography(text: str) -> str:
    """Drop typography: the kinds of quotation marks, dashes and blanks, and signs such as ™."""
    text = unicodedata.normalize("NFC", text)
    for mark, instead in _MARKS.items():
        text = text.replace(mark, instead)
    text = " ".join(_SIGNS.sub("", text).split())
    return _QUOTED.sub(lambda quoted: f'"{quoted[1].strip()}"', text)


@lru_cache(maxsize=1 << 15)
def mask_references(text: str) -> str:
    """Drop typography. Replace each reference to a rule, and its quoted title, by `#`."""
    pieces, at = [], 0
    for reference in (found for found in reference_parser.find_references(text) if not found.term):
        pieces += [text[at : reference.start], "#"]
        at = reference.end
    return normalize_typography("".join((*pieces, text[at:])))


@lru_cache(maxsize=1 << 15)
def normalize_template(text: str) -> str:
    """Mask references, and replace old and new standard phrases by one form."""
    text = mask_references(text).lower()
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


def classify_change(old: str, new: str) -> ChangeClass | None:
    """Return the class of the change between two wordings, or None if they are the same."""
    if old == new:
        return None
    if normalize_typography(old) == normalize_typography(new):
        return "typography"
    if mask_references(old) == mask_references(new):
        return "references"
    if normalize_template(old) == normalize_template(new):
        return "template"
    return "wording"


def classify_section_change(old: str, new: str) -> ChangeClass | None:
    """Return the class of the change between two wordings in a policy document, or None if they are the same.

    The documents come as pages of different kinds. From one to the next, paragraphs are joined or split, bullets become
    hyphens, and titles stand in capital letters. So if all words and numbers are the same, in the same order, the
    change is one of typography.
    """
    change = classify_change(old, new)
    if change in (None, "typography") or _bare_words(old) == _bare_words(new):
        return change and "typography"
    if change != "wording":
        return change
    return "template" if _bare_words(normalize_template(old)) == _bare_words(normalize_template(new)) else "wording"


def _bare_words(text: str) -> list[str]:
    return _WORD.findall(normalize_typography(text).casefold())
