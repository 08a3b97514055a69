"""The judgement on a quotation: whose words are these, if anybody's?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Literal, NamedTuple

from kb.citations.card_words import is_card_text, is_printed_in_quotes
from kb.citations.quotations import (
    ComparableText,
    Quotation,
    describe_difference,
    first_difference,
    is_same_title,
    looks_like_title,
    quoted_parts,
)
from kb.citations.rule_text_index import comparable_words
from kb.citations.rules_of_day import RulesOfDay
from kb.documents import Doc
from kb.i18n import _
from kb.rule_number import RuleNumber
from kb.verification.attribution import Claims
from kb.verification.mentions import Mention
from kb.verification.passages import QuotedPassage
from kb.verification.rule_words import NearText, PrintedText, RuleWords, share_of

Outcome = Literal["right", "wrong", "doubtful"]
Source = Literal["quote-mismatch", "wrong-number", "unfound", "ok"]


class QuotationJudgement(NamedTuple):
    """The judgement on a quotation.

    Attributes:
        outcome: right, wrong or doubtful; None if the quotation isn't judged.
        verdict: `ok`; `quote-mismatch`: the rule reads otherwise; `wrong-number`: these are another rule's words;
            `unfound`: no rule has the words.
        mention: the number that the quotation is of, or None.
        number: the rule that has the words, or is meant.
        message: one sentence; empty for `ok`. For a quotation that isn't judged, the reason.
        rule_says: the text that the rule has instead.
        suggestion: the right number, if the one beside is wrong.
        doc: the document that has the words of a quotation without a number.
    """

    outcome: Outcome | None
    verdict: Source = "ok"
    mention: Mention | None = None
    number: str | None = None
    message: str = ""
    rule_says: str | None = None
    suggestion: str | None = None
    doc: Doc = "cr"


_COST = re.compile(r"(?:\{[^{}]+\}|[A-Z])[^.:;]{0,60}: [A-Z]")
# In words. Fewer are a name or a figure of speech; with fewer than `SENTENCE`, only the rule itself is compared.
FEWEST, SENTENCE, _LONG = 4, 6, 10
# A text with this share of the words is almost what is quoted: of a few words more than of many.
_ALMOST, _ALMOST_LONG = 0.75, 0.65
# The rule named has this share: its words were changed. Another rule has this share: its words, changed, were meant.
CHANGED, _ANOTHER = 0.45, 0.8


class QuotationJudge:
    """Judges quotations by the texts of an edition."""

    def __init__(
        self,
        rules: RulesOfDay,
        words: RuleWords,
        earlier: Callable[[RuleNumber, Sequence[ComparableText]], date | None],
    ) -> None:
        """`earlier` returns the day until which a rule had some words."""
        self._rules, self._words, self._earlier = rules, words, earlier

    def judge(self, passage: QuotedPassage, claims: Claims) -> QuotationJudgement:
        """Judge a quotation that the numbers of `claims` may be the source of."""
        quotation = Quotation(passage.text, is_title=True)
        parts = quoted_parts(quotation)
        size = sum(len(part.words) for part in parts)
        if not size:
            return QuotationJudgement(None, message=_("it has no words"))
        for mention in claims.claiming or claims.near:
            if (number := mention.number) is not None and (owner := self._owner(number, quotation, parts)):
                return QuotationJudgement("right", "ok", mention, str(owner))
        if size < FEWEST:
            return self._title(quotation, claims) or QuotationJudgement(None, message=_("too short to tell"))
        exact = self._words.with_all(parts)
        if claims.claiming:
            return self._claimed(claims.claiming[0], passage, parts, size, exact)
        if exact:
            return self._found(claims, exact, size)
        return self._unclaimed(claims, passage, parts, size)

    def _owner(self, number: RuleNumber, quotation: Quotation, parts: Sequence[ComparableText]) -> RuleNumber | None:
        """Return the rule, of a number and those below it, that has the words or the title."""
        for each in self._family(number):
            title = self._rules.rules[each].title
            if (title and is_same_title(quotation, title)) or self._words.of_rule(each).contains(parts):
                return each
        return None

    def _family(self, number: RuleNumber) -> Iterable[RuleNumber]:
        if number in self._rules.rules:
            yield number
        if not number.subrule:
            yield from (each for each in self._rules.rules if each != number and number.covers(each))

    def _title(self, quotation: Quotation, claims: Claims) -> QuotationJudgement | None:
        """Return the judgement on a quoted title of another rule."""
        for mention in claims.claiming:
            number = mention.number
            rule = self._rules.rules.get(number) if number is not None else None
            if rule is None or not rule.title or not looks_like_title(quotation):
                continue
            if others := self._rules.titled(quotation):
                message = _("{number} is titled “{title}”", number=number, title=rule.title)
                message += _("; that is the title of {numbers}", numbers=", ".join(map(str, others)))
                return QuotationJudgement("wrong", "wrong-number", mention, str(number), message, None, str(others[0]))
        return None

    def _claimed(
        self,
        mention: Mention,
        passage: QuotedPassage,
        parts: Sequence[ComparableText],
        size: int,
        exact: Sequence[PrintedText],
    ) -> QuotationJudgement:
        """Judge words that a number claims, and that its rule doesn't have."""
        written, number = mention.citation.written, mention.number
        if exact:
            names = ", ".join(each.name for each in exact[:3])
            message = _("these are words of {numbers}, not of {number}", numbers=names, number=written)
            target = next((str(each.number) for each in exact if each.number), None)
            outcome: Outcome = "wrong" if size >= SENTENCE or len(exact) == 1 else "doubtful"
            suggestion = target if len(exact) == 1 or size >= SENTENCE else None
            return QuotationJudgement(outcome, "wrong-number", mention, written, message, None, suggestion)
        own, near = self._nearest_of(number, parts), self._words.nearest(parts)
        if (own is None or own.share < CHANGED) and _is_cards(passage.text, own or near):
            message = _("{number} doesn't have the quoted words; they read like a card's", number=written)
            return QuotationJudgement("doubtful", "unfound", mention, written, message)
        if own is not None and (own.share >= CHANGED or near is None or own.share >= near.share):
            return self._changed(mention, own.printed, passage, parts, size if own.share < CHANGED else SENTENCE)
        message = _("{number} doesn't have the quoted words", number=written)
        if near is not None and near.share >= _ANOTHER and size >= SENTENCE:
            message += _("; {name} has almost the same", name=near.printed.name)
            target = str(near.printed.number) if near.printed.number else None
            return QuotationJudgement("wrong", "quote-mismatch", mention, written, message, near.printed.text, target)
        outcome = "wrong" if size >= SENTENCE else "doubtful"
        says = own.printed.text if own else None
        return QuotationJudgement(outcome, "quote-mismatch", mention, written, message, says)

    def _nearest_of(self, number: RuleNumber | None, parts: Sequence[ComparableText]) -> NearText | None:
        """Return the rule, of a number and those below it, that is the most like the words."""
        words = [word for part in parts for word in part.words]
        found = [
            NearText(
                PrintedText(each, str(each), self._rules.rules[each].text),
                share_of(words, self._words.of_rule(each).words),
            )
            for each in (self._family(number) if number is not None and number.rule else ())
        ]
        return max(found, key=lambda near: near.share, default=None)

    def _changed(
        self,
        mention: Mention | None,
        printed: PrintedText,
        passage: QuotedPassage,
        parts: Sequence[ComparableText],
        size: int,
    ) -> QuotationJudgement:
        """Return the judgement on words that a text has otherwise."""
        difference = first_difference(parts, ComparableText(printed.text))
        message = _("{number} doesn't have the quoted words", number=printed.name)
        if difference is not None:
            message = _(
                "{name} reads otherwise: {difference}", name=printed.name, difference=describe_difference(difference)
            )
        if printed.number is not None and (until := self._earlier(printed.number, parts)):
            message += _("; until {day} it had the quoted words", day=until)
        outcome: Outcome = "wrong" if size >= SENTENCE else "doubtful"
        number = mention.citation.written if mention else str(printed.number) if printed.number else None
        return QuotationJudgement(outcome, "quote-mismatch", mention, number, message, printed.text)

    def _found(self, claims: Claims, exact: Sequence[PrintedText], size: int) -> QuotationJudgement:
        """Judge words that no number claims and that some texts have."""
        names = ", ".join(each.name for each in exact[:3])
        target = next((str(each.number) for each in exact if each.number), None)
        message = _("these are words of {numbers}", numbers=names)
        if len(claims.near) == 1 and size >= _LONG and len(exact) == 1 and target:
            beside = claims.near[0]
            message = _("these are words of {numbers}, not of {number}", numbers=names, number=beside.citation.written)
            return QuotationJudgement(
                "doubtful", "wrong-number", beside, beside.citation.written, message, None, target
            )
        return QuotationJudgement("right", "ok", None, target, message)

    def _unclaimed(
        self, claims: Claims, passage: QuotedPassage, parts: Sequence[ComparableText], size: int
    ) -> QuotationJudgement:
        """Judge words that no number claims and that no text has."""
        beside = claims.near[0] if claims.near else None
        own = self._nearest_of(beside.number, parts) if beside else None
        least = _ALMOST_LONG if size >= _LONG else _ALMOST
        if own is not None and own.share >= least:
            return self._changed(beside, own.printed, passage, parts, size)
        near = self._words.nearest(parts) if size >= SENTENCE else None
        if reason := _why_not_judged(passage, size, near if own is None or own.share < CHANGED else own):
            return QuotationJudgement(None, message=reason)
        if near is not None and near.share >= least:
            return self._changed(None, near.printed, passage, parts, size)
        message = _("no rule has these words: they are a card's or somebody's, or invented")
        number = beside.citation.written if beside else None
        return QuotationJudgement("doubtful", "unfound", beside, number, message)


def _why_not_judged(passage: QuotedPassage, size: int, near: NearText | None) -> str:
    """Return why words that nobody claims aren't judged, or an empty text. `near` is the text most like them."""
    if size < SENTENCE:
        return _("too short to tell")
    if passage.text.rstrip("\"”»' ")[-1:] in ("?", "!"):
        return _("a question or a call")
    return _("it reads like a card's text") if _is_cards(passage.text, near) else ""


def _is_cards(quoted: str, near: NearText | None) -> bool:
    """True if a quotation reads like a card: it has a cost with a colon, speaks of itself, or a rule prints it so."""
    printed = near.printed.text if near else ""
    words = comparable_words(quoted)
    return _COST.match(quoted) is not None or is_card_text(quoted, printed) or is_printed_in_quotes(words, printed)
