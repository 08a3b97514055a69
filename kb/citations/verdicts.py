"""The verdicts on citations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Verdict = Literal[
    "ok", "missing", "moved", "reused", "edited", "quote-mismatch", "deprecated", "wrong-topic", "unchecked"
]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


@dataclass(frozen=True, slots=True)
class CitationCheck:
    """The result of checking a citation.

    Attributes:
        verdict: `ok`; `missing`: no rule has the number; `moved`: the cited rule now has another number; `reused`:
            the cited number now belongs to a different rule; `edited`: the rule's wording has changed;
            `quote-mismatch`: the quotation differs from the rule; `deprecated`: the rule is printed but says that it no
            longer applies; `wrong-topic`: what the text names stands under another number; `unchecked`: the knowledge
            base doesn't have the edition, or the number is probably newer than the edition.
        suggestion: the current number of the cited rule, or None if this number isn't known.
        message: one sentence for people. It is empty for `ok`.
        is_certain: True if the suggestion is certainly the cited rule.
        confidence: how certain the suggestion is, from 0 to 1; None without a suggestion.
        is_quoted: True if the verdict comes from the quoted words.
    """

    verdict: Verdict
    suggestion: str | None = None
    message: str = ""
    is_certain: bool = False
    confidence: float | None = None
    is_quoted: bool = False


OK = CitationCheck("ok")
"""The verdict on a citation that is right."""
