"""What the verification of an answer tells: judged citations, and what wasn't judged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

from kb.citations.verdicts import Verdict
from kb.documents import Doc
from kb.languages import Lang
from kb.verification.quotation_judge import Outcome

Aspect = Literal["number", "topic", "quotation"]
AnswerVerdict = Verdict | Literal["wrong-number", "unfound"]


@dataclass(frozen=True, slots=True)
class JudgedCitation:
    """A number of an answer with its quotation, or a quotation without a number, judged.

    Attributes:
        line: its line, from 1.
        column: the column of its first character, from 1.
        text: the number as written, with the word before it; empty for a quotation without a number.
        number: the full number; for a quotation without one, the rule that has the words, or None.
        outcome: `right`, `wrong`, or `doubtful` if it isn't settled and should be looked up.
        verdict: `ok` or what is wrong: those of `rules lint`, `wrong-number` (the quoted words are another rule's), and
            `unfound` (no rule has the quoted words).
        checked: what was found to be right: the `number` is a rule's, the `topic` beside it is the rule's, the
            `quotation` is the rule's.
        suggestion: the number that should probably stand there, or None.
        message: one sentence for people; empty if there is nothing to say.
        quotation: the quoted words, or None.
        rule_says: the rule's text, if the quotation differs from it, or if only the `number` was checked: nothing near
            it tells whether this rule is meant, so read and compare.
        doc: the document: `cr`, the Comprehensive Rules, or `mtr`, `ipg`, `jar`.
    """

    line: int
    column: int
    text: str
    number: str | None
    outcome: Outcome
    verdict: AnswerVerdict
    checked: tuple[Aspect, ...] = ()
    suggestion: str | None = None
    message: str = ""
    quotation: str | None = None
    rule_says: str | None = None
    doc: Doc = "cr"


@dataclass(frozen=True, slots=True)
class UnjudgedWords:
    """A quotation or a number of an answer that wasn't judged, and why.

    Attributes:
        line: its line, from 1.
        text: the words.
        reason: why they weren't judged.
    """

    line: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Verification:
    """Everything in an answer that can be checked. A loop over it yields the citations.

    Attributes:
        edition: the effective date of the edition, or None if only excerpts are known.
        lang: the language of the rules.
        citations: numbers and quotations in the order of the text, the right ones, too.
        not_judged: what looks like a quotation or a number of a rule and wasn't judged.
    """

    edition: date | None
    lang: Lang
    citations: tuple[JudgedCitation, ...]
    not_judged: tuple[UnjudgedWords, ...]

    def __iter__(self) -> Iterator[JudgedCitation]:
        return iter(self.citations)

    def __len__(self) -> int:
        return len(self.citations)

    @property
    def right(self) -> int:
        """How many are right."""
        return self._count("right")

    @property
    def wrong(self) -> int:
        """How many are wrong."""
        return self._count("wrong")

    @property
    def doubtful(self) -> int:
        """How many aren't settled."""
        return self._count("doubtful")

    def _count(self, outcome: Outcome) -> int:
        return sum(each.outcome == outcome for each in self.citations)
