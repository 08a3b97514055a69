"""Names in both languages that pair off exactly: keywords, ability words, types and counters.

A line of keywords has the same keywords in the same order in both languages: "Flying, vigilance" is "Vol, vigilance".
An ability word stands before a dash. A type line has its types before and its subtypes after a dash or a colon.
A line that speaks of one kind of counters speaks of the same kind in both languages.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from kb.cards.library.database import BilingualFace
from kb.parallel.card_lines import LinePair, year_of
from kb.text.normalization import normalize_typography

# The end of a keyword's name: a cost, a number, a dash, a colon.
_VALUE = re.compile(r"\s*(?: - |:|\{|[0-9]|\bX\b).*", re.DOTALL)
_SEPARATOR = re.compile(r"\s*[,;]\s*")
# A word that connects a keyword with its object: "protection contre les démons", "affinité pour les artefacts".
_CONNECTIVE = re.compile(
    r"\s+(?:à|au|aux|avec|contre|d'|de|des|depuis|du|en|pour|par|sur)(?:\s.*|(?<=')\S.*)", re.DOTALL
)
_ABILITY_WORD = re.compile(r"^([^\W\d][^.{}:,\"-]{2,40}?) - (?=\S)")
_ENGLISH_COUNTER = re.compile(r"\b((?:first |double )?[a-z]+) counters?\b")
_FRENCH_COUNTER = re.compile(r"\bmarqueurs? (?:\"([^\"]+)\"|(?:de |d')?([^\W\d]+))")
# The creature types of a token stand behind its colours in French, before "creature" in English, with capitals.
_CAPITALS = r"[A-ZÉÎŒ][\w'-]+"
_ENGLISH_TOKEN = re.compile(rf"({_CAPITALS}(?: {_CAPITALS})*) (?:artifact |enchantment )*creature tokens?\b")
_FRENCH_TOKEN = re.compile(rf"\bjetons? de créatures?\b[^.:,;]*? ({_CAPITALS}(?: (?:et )?{_CAPITALS})*)")
_NO_COUNTER_KINDS = frozenset(
    "a all an and another any be each every five four get gets had has have kind kinds more no of one or six that the "
    "their these those three two with x".split()
)
_NO_FRENCH_KINDS = frozenset("sur de du des qui que ou et en au par dans supplémentaire identique".split())


class ExactName(NamedTuple):
    """An English name, the French beside it on a card, the card, and the year of the card's oldest ruling."""

    en: str
    fr: str
    card: int
    year: int | None


def keyword_names(lines: Iterable[LinePair], keywords: Collection[str]) -> Iterator[ExactName]:
    """Yield the keywords of the lines that consist of keywords only. `keywords` are English, in lower case."""
    longest = max((keyword.count(" ") + 1 for keyword in keywords), default=0)
    for line in lines:
        english, french = (_pieces(side) for side in (line.en, line.fr))
        if line.is_reminder or len(english) != len(french):
            continue
        names = [_leading_keyword(piece, keywords, longest) for piece in english]
        if not all(names):
            continue
        for name, piece, other in zip(names, english, french, strict=True):
            named = _VALUE.sub("", other).strip()
            if _VALUE.sub("", piece[len(name) :]).strip():
                named = _CONNECTIVE.sub("", named)
            if named:
                yield ExactName(name, named.lower(), line.card, line.year)


def _pieces(line: str) -> list[str]:
    """Return the keywords of a line. A cost after a dash belongs to its keyword: "Escape - {2}{R}, Exile two ..."."""
    return [line] if " - " in line else _SEPARATOR.split(line)


def _leading_keyword(piece: str, keywords: Collection[str], longest: int) -> str:
    """Return the longest keyword that a piece of a line begins with, or "". A sentence is no keyword."""
    before, dash, _after = piece.partition(" - ")
    if piece.endswith(".") and not dash:
        return ""
    words = before.lower().split()
    name = next((name for count in range(longest, 0, -1) if (name := " ".join(words[:count])) in keywords), "")
    # "Sneak Attack - ..." begins with a flavor word, not with the keyword sneak.
    return "" if dash and _VALUE.sub("", before[len(name) :]).strip() else name


def ability_words(lines: Iterable[LinePair]) -> Iterator[ExactName]:
    """Yield the words before the dash of a line, which have no rules meaning (207.2c)."""
    for line in lines:
        english, french = _ABILITY_WORD.match(line.en), _ABILITY_WORD.match(line.fr)
        if english and french and not line.is_reminder:
            yield ExactName(english[1].lower(), french[1].lower(), line.card, line.year)


def type_names(faces: Iterable[BilingualFace]) -> Iterator[ExactName]:
    """Yield the subtypes of type lines, and the types of lines with one type. Of several types, the order differs."""
    for face in faces:
        year = year_of(face)
        english, french = (normalize_typography(line).lower() for line in (face.type_line, face.french_type_line))
        types, _dash, subtypes = english.partition(" - ")
        others = re.split(r"\s*:\s*|\s+-\s+", french, maxsplit=1)
        if " " not in types.strip() and " " not in others[0].strip():
            yield ExactName(types.strip(), others[0].strip(), face.card, year)
        if len(others) == 2 and (names := subtypes.split()):
            for between in (r"\s*,\s*|\s+et\s+", r"\s*,\s*|\s+et\s+|\s+"):
                split = re.split(between, others[1].strip())
                if len(split) == len(names):
                    yield from (ExactName(*pair, face.card, year) for pair in zip(names, split, strict=True) if pair[1])
                    break


def token_names(lines: Iterable[LinePair]) -> Iterator[ExactName]:
    """Yield the creature types of the tokens of lines that create one kind of creature tokens."""
    for line in lines:
        english, french = _ENGLISH_TOKEN.findall(line.en), _FRENCH_TOKEN.findall(line.fr)
        if len(english) == 1 and len(french) == 1:
            types, others = english[0].split(), french[0].replace(" et ", " ").split()
            if len(types) == len(others):
                for pair in zip(types, others, strict=True):
                    yield ExactName(pair[0].lower(), pair[1].lower(), line.card, line.year)


def counter_names(lines: Iterable[LinePair]) -> Iterator[ExactName]:
    """Yield the kinds of counters of the lines that speak of one kind, as in "charge counter"."""
    for line in lines:
        english = {match[1] for match in _ENGLISH_COUNTER.finditer(line.en)} - _NO_COUNTER_KINDS
        french = {(match[1] or match[2]).lower() for match in _FRENCH_COUNTER.finditer(line.fr)} - _NO_FRENCH_KINDS
        if len(english) == 1 and len(french) == 1:
            yield ExactName(f"{english.pop()} counter", f"marqueur {french.pop()}", line.card, line.year)
