"""Judges the quotations of an answer about the rules: each one is attached to the citation that it belongs to."""

from __future__ import annotations

from itertools import accumulate

from kb.citations.answer_quotations import AnswerQuotation, answer_quotations, says_another
from kb.citations.card_words import is_card_text
from kb.citations.checker import CitationChecker
from kb.citations.quotations import ComparableText, Quotation
from kb.citations.scanner import CitationOccurrence
from kb.citations.text_part import decode_line
from kb.citations.verdicts import OK, CitationCheck
from kb.i18n import _

JudgedCitations = list[tuple[CitationOccurrence, CitationCheck]]


def judge_quotations(content: bytes, found: JudgedCitations, checker: CitationChecker) -> JudgedCitations:
    """Return the citations of an answer with the verdicts on all its quotations, in the order of the text.

    A citation with two quotations comes twice.

    Args:
        content: the answer. Lines end with line feeds.
        found: the citations with the quotations that any text attaches to them.
        checker: the checker of the day.
    """
    lines = [decode_line(line)[0] for line in content.removeprefix(b"\xef\xbb\xbf").split(b"\n")]
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    spans = [
        (start, start + len(place.citation.text))
        for place, _checked in found
        for start in (starts[place.line - 1] + place.column - 1,)
    ]
    return _Judge("\n".join(lines), found, checker).judged(spans)


class _Judge:
    """The judgement of one answer."""

    def __init__(self, text: str, found: JudgedCitations, checker: CitationChecker) -> None:
        self._text, self._found, self._checker = text, found, checker
        self._by_citation: list[JudgedCitations] = [[] for _each in found]

    def judged(self, spans: list[tuple[int, int]]) -> JudgedCitations:
        """Return the judged citations. `spans` has the offsets of each."""
        left = {at: place.quotation for at, (place, _checked) in enumerate(self._found) if place.quotation}
        for each in answer_quotations(self._text, spans):
            owner = next((at for at in each.near if at in left and _is_same(each.quotation, left[at])), None)
            quotation = each.quotation if owner is None else left.pop(owner)
            self._attach(each, quotation, owner)
        for at, quotation in left.items():
            self._add(at, quotation, is_said_by_another=False)
        return [each for at, own in enumerate(self._by_citation) for each in own or [self._without_quotation(at)]]

    def _attach(self, found: AnswerQuotation, quotation: Quotation, owner: int | None) -> None:
        """Attach a quotation to the citation whose rule has the words, or else to the one that the sentence names."""
        likely = list(dict.fromkeys((*(() if owner is None else (owner,)), *found.linked, *found.near)))
        has = {at: self._checker.has_quotation(self._found[at][0].citation, quotation) for at in likely}
        right = next((at for at in likely if has[at]), None)
        if right is not None:
            self._add(right, quotation, is_said_by_another=False)
        elif (at := next((at for at in likely if at == owner or at in found.linked), None)) is not None:
            self._add(at, quotation, is_said_by_another=says_another(self._text, found.start))
        elif (at := next((at for at in likely if self._is_alike(at, quotation)), None)) is not None:
            self._add(at, quotation, is_said_by_another=True)

    def _is_alike(self, at: int, quotation: Quotation) -> bool:
        """True if a quotation is nearly what the rule of a citation says."""
        checked = self._checker.check(self._found[at][0].citation, quotation)
        return checked is not None and checked.verdict == "quote-mismatch"

    def _add(self, at: int, quotation: Quotation, *, is_said_by_another: bool) -> None:
        """Add a citation with a quotation. Words that aren't like the rule are no fault if another one says them."""
        place, checked = self._found[at]
        around, cited = place.surroundings, place.citation
        if place.quotation != quotation:
            checked = self._checker.check(cited, quotation, around) or OK
        is_false = checked.verdict == "ok" and self._checker.has_quotation(cited, quotation) is False
        if is_false and not is_said_by_another and not is_card_text(quotation.text, ""):
            message = _("{number} doesn't have the quoted words", number=cited.written)
            checked = CitationCheck("quote-mismatch", None, message, is_quoted=True)
        self._by_citation[at].append((place._replace(quotation=quotation), checked))

    def _without_quotation(self, at: int) -> tuple[CitationOccurrence, CitationCheck]:
        """Return a citation whose quotation, if it had one, belongs to another citation."""
        place, checked = self._found[at]
        if place.quotation is None:
            return place, checked
        again = self._checker.check(place.citation, None, place.surroundings)
        return place._replace(quotation=None), again or OK


def _is_same(one: Quotation, other: Quotation) -> bool:
    """True if two quotations are the same words, or one is a part of the other."""
    first, second = ComparableText(one.text).run, ComparableText(other.text).run
    return first in second or second in first
