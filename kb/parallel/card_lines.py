"""The lines of cards in English and French, paired line by line.

Reminder texts are taken out of the lines and paired for themselves, since only some printings have them. The name of
the card itself is replaced by `OWN_NAME`, as in `~ deals 3 damage`. Typography is normalized.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kb.cards.library.database import BilingualFace
from kb.text.normalization import normalize_typography

OWN_NAME = "~"
"""Stands in a line for the name of the card whose line it is."""

_REMINDER = re.compile(r"\(((?:[^()]|\([^()]*\))*)\)")  # "ciblé(e)" stands in some of them
# Some French texts have lost their line ends: "VolAu début", "sur elle.{1}, {T}".
_LOST_LINE_END = re.compile(r"(?<=[a-zé.)\"])(?=[A-ZÀÂÉÊÎÔ{•])")
_DASH = re.compile(r"\s*—\s*|\s+[–-]\s+")
_ARTICLE = r"(?:\b(?:[Ll]e|[Ll]a|[Ll]es) |\b[Ll]')?"
# The loyalty cost of a planeswalker's ability: `[+2]:` in English, `+2:` or `+2 :` in French.
_LOYALTY = re.compile(r"^\[?([+-]?(?:[0-9]+|X))\]? ?: ")


class LinePair(NamedTuple):
    """A line of a card in both languages. `year` is the year of the card's oldest ruling, or None without rulings."""

    card: int
    en: str
    fr: str
    year: int | None
    is_reminder: bool = False


def pair_lines(faces: Iterable[BilingualFace]) -> Iterator[LinePair]:
    """Yield the lines and the reminder texts of faces.

    A face whose two texts have different numbers of lines has no pairs of lines. If it has the same number of reminder
    texts in both languages, these are still paired.
    """
    for face in faces:
        year = year_of(face)
        english, french = _both_texts(face)
        yield from (LinePair(face.card, *pair, year) for pair in _paired(english, french))
        reminders = [_REMINDER.findall("\n".join(side)) for side in (english, french)]
        if len(reminders[0]) == len(reminders[1]):
            yield from (LinePair(face.card, en, fr, year, True) for en, fr in zip(*reminders, strict=True))


def unpaired_texts(faces: Iterable[BilingualFace]) -> Iterator[LinePair]:
    """Yield the whole texts of the faces whose lines don't pair, each as one line."""
    for face in faces:
        english, french = _both_texts(face)
        if not _paired(english, french):
            yield LinePair(face.card, " ".join(english), " ".join(french), year_of(face))


def _both_texts(face: BilingualFace) -> tuple[list[str], list[str]]:
    """Return the lines of the English and of the French text of a face."""
    return _lines(_mask_name(face.text, face.name, "")), _lines(
        _mask_name(face.french_text, face.french_name, _ARTICLE)
    )


def _paired(english: Sequence[str], french: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairs of lines without their reminder texts, or nothing if their numbers differ."""
    en, fr = _without_reminders(english), _without_reminders(french)
    if len(en) != len(fr):
        fr = _without_reminders(_lines("\n".join(_LOST_LINE_END.sub("\n", line) for line in french)))
    return list(zip(en, fr, strict=True)) if len(en) == len(fr) else []


def year_of(face: BilingualFace) -> int | None:
    """Return the year of the oldest ruling of a face's card, or None."""
    return int(face.oldest_ruling[:4]) if face.oldest_ruling[:4].isdigit() else None


def _lines(text: str) -> list[str]:
    """Return the lines of a text that aren't empty, without typography. A reminder text may contain line ends."""
    text = _REMINDER.sub(lambda match: match[0].replace("\n", " "), text)
    # A dash between two parts has spaces, so it differs from a hyphen: "Morph—Discard a card", "Au-delà".
    lines = (normalize_typography(_DASH.sub(" - ", line)) for line in text.split("\n"))
    return [_LOYALTY.sub(r"\1: ", line) for line in lines if line]


def _without_reminders(lines: Iterable[str]) -> list[str]:
    bare = (" ".join(_REMINDER.sub(" ", line).split()) for line in lines)
    return [line for line in bare if line]


def _mask_name(text: str, name: str, article: str) -> str:
    """Replace the name of a card, or its part before a comma, by `OWN_NAME`. `article` is a pattern before the name."""
    text = text.replace("’", "'")
    for each in dict.fromkeys((name, name.partition(",")[0])):
        if len(each) > 2:
            text = re.sub(rf"{article}(?<!\w){re.escape(each.replace('’', chr(39)))}(?!\w)", OWN_NAME, text)
    return text
