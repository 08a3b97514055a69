"""Checking the words quoted beside a citation against the rule, and against all other rules."""

from __future__ import annotations

from collections.abc import Sequence

from kb.citations.card_words import is_card_text, is_printed_in_quotes
from kb.citations.quotations import (
    ComparableText,
    Quotation,
    describe_difference,
    first_difference,
    is_distinctive,
    is_same_title,
    looks_like_title,
    quoted_parts,
)
from kb.citations.rule_text_index import comparable_words
from kb.citations.rules_of_day import RulesOfDay
from kb.citations.verdicts import OK, CitationCheck
from kb.i18n import _, ngettext
from kb.model import Rule
from kb.rule_number import RuleNumber

# How certain it is that the only rule with the quoted words is meant.
_PROBABLE = 0.8


def check_quotation(
    rule: Rule | None, quotation: Quotation | None, meant: RulesOfDay | None, now: RulesOfDay
) -> CitationCheck:
    """Return the verdict on the words quoted beside a number."""
    if rule is None or quotation is None or quotation.lang not in (None, rule.text_lang):
        return OK
    if rule.title:
        if is_same_title(quotation, rule.title):
            return OK
        if looks_like_title(quotation) and (mismatch := _check_title(rule, quotation, now)):
            return mismatch
    parts = quoted_parts(quotation)
    return _check_words(rule, quotation, parts, meant, now) if parts else OK


def _check_words(
    rule: Rule,
    quotation: Quotation,
    parts: Sequence[ComparableText],
    meant: RulesOfDay | None,
    now: RulesOfDay,
) -> CitationCheck:
    """Return the verdict on quoted words that aren't a title."""
    number = rule.cr_number
    if now.text(number).contains(parts):
        return OK
    others = _others_with(number, quotation, parts, now)
    if others:
        if any(number.covers(other) for other in others):
            return OK
        message = _(
            "these are words of {numbers}, not of {number} ({edition})",
            numbers=_enumerate(others),
            number=number,
            edition=now.name,
        )
        only = _only(others)
        return CitationCheck("reused", only, message, confidence=None if only is None else _PROBABLE, is_quoted=True)
    difference = None if is_card_text(quotation.text, rule.text) else first_difference(parts, now.text(number))
    if difference is None:
        return OK
    message = _(
        "{number} reads otherwise ({edition}): {difference}",
        number=number,
        edition=now.name,
        difference=describe_difference(difference),
    )
    if meant and number in meant.rules and meant.text(number).contains(parts):
        message += _("; as quoted in {edition}", edition=meant.name)
    return CitationCheck("quote-mismatch", None, message, is_quoted=True)


def _others_with(
    number: RuleNumber, quotation: Quotation, parts: Sequence[ComparableText], now: RulesOfDay
) -> list[RuleNumber]:
    """Return the other rules with quoted words. Another rule that prints them as words of a card isn't quoted."""
    if not is_distinctive(parts):
        return []
    words = comparable_words(quotation.text)
    return [
        other
        for other in now.rules_with(parts)
        if number._replace(subrule=0) == other._replace(subrule=0)
        or not is_printed_in_quotes(words, now.rules[other].text)
    ]


def _check_title(rule: Rule, quotation: Quotation, now: RulesOfDay) -> CitationCheck | None:
    """Return the verdict on quoted words that differ from the rule's title. Return None if no title may be meant."""
    others = now.titled(quotation)
    shared = set(ComparableText(quotation.text).words) & set(ComparableText(rule.title or "").words)
    if not (others or shared or rule.number.kind == "section"):
        return None
    message = _("{number} is titled “{title}” ({edition})", number=rule.number, title=rule.title, edition=now.name)
    if others:
        message += _("; that is the title of {numbers}", numbers=_enumerate(others))
    return CitationCheck("quote-mismatch", _only(others), message, is_quoted=True)


def _only(numbers: list[RuleNumber]) -> str | None:
    return str(numbers[0]) if len(numbers) == 1 else None


def _enumerate(numbers: list[RuleNumber]) -> str:
    more = ngettext(" and {count} more", " and {count} more", len(numbers) - 3) if len(numbers) > 3 else ""
    return ", ".join(map(str, numbers[:3])) + more
