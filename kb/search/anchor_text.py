"""Anchor text: the words around a reference describe the rule that it refers to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kb.languages import Lang

# The end of a sentence: a full stop, a closing quotation mark or bracket, before a capital letter.
_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?])[\"”»)]*\s+(?=[\"“«(]?[^\W\d_a-z])")
# Words that only introduce a reference.
_POINTING: dict[Lang, re.Pattern[str]] = {
    "en": re.compile(r"\b(?:see|also|and|rules?|sections?)\b", re.IGNORECASE),
    "fr": re.compile(r"\b(?:voir|cf|aussi|et|la|les|aux?|règles?|sections?|chapitres?)\b", re.IGNORECASE),
}


def anchor_texts(text: str, lang: Lang, references: Iterable[tuple[int, int, int]]) -> Iterator[tuple[int, str]]:
    """Yield the position of each reference in a text and its anchor text: the rest of its sentence.

    If no other word stands before the reference ("See rule 702.9."), the sentence before it is added. `references` has
    the position of each among the references of the text, and the offsets of its first character and after its last.
    """
    begins = [0, *(between.end() for between in _BETWEEN_SENTENCES.finditer(text))]
    for position, start, end in references:
        sentence = max(at for at, begin in enumerate(begins) if begin <= start)
        after = begins[sentence + 1] if sentence + 1 < len(begins) else len(text)
        before = text[begins[sentence] : start]
        if sentence and not re.search(r"\w", _POINTING[lang].sub("", before)):
            before = text[begins[sentence - 1] : start]
        yield position, _POINTING[lang].sub(" ", f"{before} {text[end:after]}")
