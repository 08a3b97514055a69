"""What a rule is cited for, in the words of those who cite it: what stands around a reference describes its target."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kb.languages import Lang

# Where a sentence ends: at a full stop, with the quotes or bracket that close it, before a capital.
_BETWEEN = re.compile(r"(?<=[.!?])[\"”»)]*\s+(?=[\"“«(]?[^\W\d_a-z])")
# The words that do nothing but point.
_POINTING: dict[Lang, re.Pattern[str]] = {
    "en": re.compile(r"\b(?:see|also|and|rules?|sections?)\b", re.IGNORECASE),
    "fr": re.compile(r"\b(?:voir|cf|aussi|et|la|les|aux?|règles?|sections?|chapitres?)\b", re.IGNORECASE),
}


def anchor_texts(text: str, lang: Lang, references: Iterable[tuple[int, int, int]]) -> Iterator[tuple[int, str]]:
    """The words around each reference: the rest of its sentence.

    Where a sentence only points ("See rule 702.9."), it is about the one before it.

    Args:
        text: that has the references.
        lang: its language.
        references: place among those of the text, offsets of the first character and after the last.

    Yields:
        The place of a reference, and the words.
    """
    begins = [0, *(between.end() for between in _BETWEEN.finditer(text))]
    for place, start, end in references:
        sentence = max(at for at, begin in enumerate(begins) if begin <= start)
        after = begins[sentence + 1] if sentence + 1 < len(begins) else len(text)
        before = text[begins[sentence] : start]
        if sentence and not re.search(r"\w", _POINTING[lang].sub("", before)):
            before = text[begins[sentence - 1] : start]
        yield place, _POINTING[lang].sub(" ", f"{before} {text[end:after]}")
