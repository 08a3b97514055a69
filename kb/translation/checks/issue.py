"""What a check finds in one text."""

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
"""In the order in which the findings of a rule are given, the gravest first."""

_AROUND = 20


@dataclass(frozen=True, slots=True)
class Issue:
    """Something wrong with the French of a rule.

    Attributes:
        code: what kind of fault.
        message: one sentence for people, without the rule's number.
        text: the words of the French that it is about; "" where it is about something that isn't there.
    """

    code: IssueCode
    message: str
    text: str = ""


def excerpt_around(text: str, start: int, end: int) -> str:
    """The words around a place, so that it can be found in the text."""
    low, high = max(0, start - _AROUND), min(len(text), end + _AROUND)
    # Whole words only; the place itself stays.
    while 0 < low < start and not text[low - 1].isspace():
        low += 1
    while end < high < len(text) and not text[high].isspace():
        high -= 1
    return text[low:high].strip()
