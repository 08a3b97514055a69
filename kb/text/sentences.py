"""Sentences of a text of the rules."""

from __future__ import annotations

import re
from functools import cache

_ABBREVIATIONS = ("e.g.", "i.e.", "etc.", "vs.", "cf.", "p. ex.", "p.", "c.-à-d.", "Sgt.", "Mr.", "Mrs.", "Dr.", "St.")


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return the offsets of the sentences of a text, without the spaces between them. A line break ends a sentence."""
    found = []
    begin = 0
    for gap in _gap().finditer(text):
        end = gap.end("end") if gap["end"] else begin + len(text[begin : gap.start()].rstrip())
        # The number of a sense of a glossary entry ("1.") is no sentence.
        if gap["end"] and (text[begin:end].endswith(_ABBREVIATIONS) or text[begin : end - 1].isdigit()):
            continue
        if text[begin:end].strip():
            found.append((begin, end))
        begin = gap.end()
    if text[begin:].strip():
        found.append((begin, len(text.rstrip())))
    return found


@cache
def _gap() -> re.Pattern[str]:
    """Return the pattern of the end of a sentence and the space after it. A number such as 702.19b has no space."""
    return re.compile(
        r"""
        (?P<end> [.!?…] [\u00a0\u202f)\]”"’'»]* ) [ ]+ (?= [(\[“"‘'«\u00a0\u202f ]* [^\W_a-z] )
        | \n\s*
        """,
        re.VERBOSE,
    )
