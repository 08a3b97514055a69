"""Blanks of the French: before and after « » : ; ? !, within words, before a comma.

French puts a no-break space between a word and these marks (U+00A0, or the narrow U+202F). Any blank is
taken for one, since pages lose which kind it was: only what is missing or too much is a fault.

Source of the fact: Lexique des règles typographiques en usage à l'Imprimerie nationale, "Ponctuation".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from kb.i18n import _
from kb.translation.checks.issue import Issue, excerpt_around

# Addresses, entities of HTML, mana symbols, times and proportions, C++'s colons: no punctuation of a sentence.
_NO_SENTENCE = re.compile(
    r"""
    (?: https?:// | www\. | mailto: ) \S+
    | [\w.+-]+@[\w-]+\.[\w.]+
    | & \#?\w+ ;
    | \{ [^{}\n]{1,20} \}
    | \d+ (?: : \d+ )+
    | ::
    """,
    re.VERBOSE,
)

_OPENING = re.compile(r"«(?=[^\s])")
_OPENING_GLUED = re.compile(r"(?<=[\w.,:;?!)\]»])«")
_CLOSING = re.compile(r"(?<=[^\s])»")
_CLOSING_GLUED = re.compile(r"»(?=[\w«(\[])")
# A second mark needs no space before it (?!, !!); one within a word stands for a character that was lost.
_DOUBLE_MARK = re.compile(r"(?<=[^\s«(\[:;?!.…])[:;?!](?![\w])|(?<=[\w»)\]}’'”\"])[:;](?=\w)")
_GLUED_AFTER = re.compile(r"(?<=\s)[:;?!](?=\w)|(?<=\w)[,;](?=[^\W\d_])")
_BEFORE_COMMA = re.compile(r"(?<=\S)\s+(?:,(?!\d)|\.(?![.\w]))")
_DOUBLED = re.compile(r"(?<=[^\s.?!»…])[^\S\n]{2,}(?=\S)")

# "pré- et post-combat": the hyphen stands for what follows later.
_BROKEN = re.compile(r"(?<=[^\W\d_])[-‐‑]\s+(?!(?:et|ou|puis|ni|à|voire)\b)(?=[^\W\d_])")
_PARTED = re.compile(
    r"""
    \b (?: sous | non | peut | demi | quasi | contre | celui | celle | ceux | celles | lui | elle | eux | soi ) \s
    [-‐‑] \s? (?=[^\W\d_])
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ELIDED = re.compile(r"\b(?:[ldnsjmtc]|qu|jusqu|lorsqu|puisqu)['’]\s+(?=[^\W\d_])", re.IGNORECASE)

_Wrong = Literal[
    "no-space-before", "no-space-after", "space-before", "two-spaces", "broken-word", "space-after-apostrophe"
]
_WRONG: tuple[tuple[_Wrong, re.Pattern[str]], ...] = (
    ("no-space-after", _OPENING),
    ("no-space-before", _OPENING_GLUED),
    ("no-space-before", _CLOSING),
    ("no-space-after", _CLOSING_GLUED),
    ("no-space-before", _DOUBLE_MARK),
    ("no-space-after", _GLUED_AFTER),
    ("space-before", _BEFORE_COMMA),
    ("two-spaces", _DOUBLED),
    ("broken-word", _BROKEN),
    ("broken-word", _PARTED),
    ("space-after-apostrophe", _ELIDED),
)


def check_spacing(text: str, english: str = "") -> Iterator[Issue]:
    """Faults of the blanks in a French text, in order.

    Args:
        text: a paragraph of it, or several.
        english: the wording it was made from: names that stand in it exactly so are none
            ("Magic: The Gathering", "Start Your Engines!").
    """
    plain = _NO_SENTENCE.sub(lambda match: "0" * len(match.group()), text)
    # A mark that touches words on both sides is one fault.
    found: dict[int, Issue] = {}
    for wrong, pattern in _WRONG:
        for match in pattern.finditer(plain):
            if not _is_name(text, match.start(), english):
                words = excerpt_around(text, match.start(), match.end())
                message = _message(wrong, match.group().strip(), words)
                found.setdefault(match.start(), Issue("spacing", message, words))
    yield from (found[at] for at in sorted(found))


def _message(wrong: _Wrong, mark: str, words: str) -> str:
    match wrong:
        case "no-space-before":
            return _("no space before “{mark}”: {words}", mark=mark, words=words)
        case "no-space-after":
            return _("no space after “{mark}”: {words}", mark=mark, words=words)
        case "space-before":
            return _("a space before “{mark}”: {words}", mark=mark, words=words)
        case "two-spaces":
            return _("two spaces: {words}", words=words)
        case "broken-word":
            return _("a word broken at its hyphen: {words}", words=words)
        case "space-after-apostrophe":
            return _("a space after an apostrophe: {words}", words=words)


_NAME_BEFORE = re.compile(r"[\w'’-]+(?:\s[\w'’-]+)?\Z")
_NAME_AFTER = re.compile(r".\s[\w'’-]+")
_TITLE = "Magic: The Gathering"


def _is_name(text: str, at: int, english: str) -> bool:
    """Whether a mark belongs to a name that keeps its English form.

    That is one that the English prints with the same words around it.
    """
    if text[at] not in ":?!":
        return False
    before = _NAME_BEFORE.search(text, max(0, at - 60), at)
    after = _NAME_AFTER.match(text, at)
    start = before.start() if before else at
    whole = text[start : after.end() if after else at + 1]
    name = text[start : at + 1]
    if text[at] != ":" and " " in name.strip() and name.strip() in english:
        return True
    tail = whole.split(maxsplit=1)[-1] if whole.count(" ") > 1 else whole
    return bool(after) and (tail in english or tail in _TITLE)
