"""An issue that a check finds in one text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

IssueCode = Literal[
    "untranslated",
    "reference-mismatch",
    "symbol-mismatch",
    "number-mismatch",
    "example-count",
    "term-inconsistent",
    "spacing",
]
ISSUE_CODES: tuple[IssueCode, ...] = get_args(IssueCode)
"""All codes, in the order in which the issues of a rule are listed: the most serious first."""

_CONTEXT = 20


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue with the French of a rule. `message` is a sentence without the rule's number.

    `text` has the wrong French words, or is "" if words are missing.
    """

    code: IssueCode
    message: str
    text: str = ""


def excerpt_around(text: str, start: int, end: int) -> str:
    """Return the whole words around a span, so that a reader finds the span in the text."""
    low, high = max(0, start - _CONTEXT), min(len(text), end + _CONTEXT)
    while 0 < low < start and not text[low - 1].isspace():
        low += 1
    while end < high < len(text) and not text[high].isspace():
        high -= 1
    return text[low:high].strip()
