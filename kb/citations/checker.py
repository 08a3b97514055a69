"""Checking citations against the rules.

Does the cited rule exist? Is it the same rule as when the text was written? Does it still apply? Does it have the
quoted words?
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, get_args

from kb.citations.citation_parser import Citation
from kb.citations.quotations import (
    ComparableText,
    Quotation,
    QuotationDifference,
    first_difference,
    is_distinctive,
    is_same_title,
    looks_like_title,
    quoted_parts,
)
from kb.errors import BadValue
from kb.history.succession import RuleOutcome, trace_succession
from kb.i18n import _, ngettext
from kb.languages import Lang
from kb.model import Rule
from kb.rule_number import RuleNumber
from kb.storage.spans import last_printed_day, rules_of_edition
from kb.storage.store import Store
from kb.storage.view import View
from kb.storage.wordings import read_texts_with_examples
from kb.text.normalization import classify_change

Verdict = Literal["ok", "missing", "moved", "reused", "edited", "quote-mismatch", "deprecated", "unchecked"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


@dataclass(frozen=True, slots=True)
class CitationCheck:
    """The result of checking a citation.

    Attributes:
        verdict: `ok`; `missing`: no rule has the number; `moved`: the cited rule now has another number; `reused`:
            the cited number now belongs to a different rule; `edited`: the rule's wording has changed;
            `quote-mismatch`: the quotation differs from the rule; `deprecated`: the rule is printed but says that it no
            longer applies; `unchecked`: the knowledge base doesn't have the edition.
        suggestion: the current number of the cited rule, or None if this number isn't known.
        message: one sentence for people. It is empty for `ok`.
        is_certain: True if the suggestion is certainly the cited rule.
    """

    verdict: Verdict
    suggestion: str | None = None
    message: str = ""
    is_certain: bool = False


_OK = CitationCheck("ok")
# A result may hold a quotation of some thousand characters.
_MAX_RESULTS = 2_000
_CacheKey = tuple[str, RuleNumber | None, date | None, bool, Quotation | None]


class _RulesInForce:
    """The rules that are in force from one edition or excerpt to the next."""

    def __init__(self, view: View) -> None:
        self.rules = view.rules_by_number()
        self.texts: dict[RuleNumber, ComparableText] = {}
        parents = {number.parent for number in self.rules}
        self.known = {*self.rules, *parents, *(parent.parent for parent in parents if parent)}


class _RulesOfDay:
    """The rules of one day."""

    def __init__(self, view: View, in_force: _RulesInForce) -> None:
        self.view = view
        # Excerpts say nothing about rules that they don't quote.
        self.is_complete = view.base is not None
        self.rules, self.known, self._texts = in_force.rules, in_force.known, in_force.texts

    @property
    def name(self) -> str:
        """The name of the edition for messages."""
        if self.view.base is None:
            return _("{lang} as of {day}", lang=self.view.lang, day=self.view.as_of)
        return f"{self.view.lang} {self.view.base}"

    def text(self, number: RuleNumber) -> ComparableText:
        """Return the text of a rule in a form that can be compared with quotations."""
        if number not in self._texts:
            self._texts[number] = ComparableText(self.rules[number].text)
        return self._texts[number]

    def deprecation(self, number: RuleNumber) -> CitationCheck | None:
        """Return the verdict on a deprecated rule. Return None for other rules."""
        rule = self.rules.get(number)
        if rule is None or rule.status != "deprecated":
            return None
        message = _(
            "{number} no longer applies ({edition}): {beginning}",
            number=number,
            edition=self.name,
            beginning=_beginning(rule.text),
        )
        return CitationCheck("deprecated", None, message)


class _OutcomesSince:
    """The outcomes of the rules of day `then` on day `now`, traced once for all citations that mean day `then`."""

    def __init__(self, store: Store, lang: Lang, then: date, now: date) -> None:
        self._store = store
        self._outcomes = trace_succession(store, lang, then, now).outcomes
        self._then, self._now = rules_of_edition(store, lang, then), rules_of_edition(store, lang, now)
        self._places: dict[RuleNumber, int] = {}
        for place, rule in self._then.items():
            self._places.setdefault(rule.number, place)

    def outcome(self, number: RuleNumber) -> RuleOutcome | None:
        """Return the outcome of the rule that had a number on day `then`. Return None if no rule had the number."""
        place = self._places.get(number)
        return None if place is None else self._outcomes[place]

    def present_number(self, place: int) -> RuleNumber:
        """Return the number of a place in the edition of day `now`."""
        return self._now[place].number

    def is_reworded(self, number: RuleNumber) -> bool:
        """True if the text of a rule has changed in class `wording` since day `then`, when the rule had `number`."""
        place = self._places[number]
        present = self._outcomes[place].place
        if present is None:
            return False
        then, now = self._then[place].wording, self._now[present].wording
        if then == now:
            return False
        texts = read_texts_with_examples(self._store, (then, now))
        return classify_change(texts[then], texts[now]) == "wording"


class CitationChecker:
    """Checks citations against the rules of a view. Citations without a pin mean the rules of day `written_under`."""

    def __init__(self, store: Store, view: View, written_under: date | None = None) -> None:
        self._store, self._view, self._written_under = store, view, written_under
        # A text may be pinned to thousands of days, but the rules of few of them differ.
        self._rules_in_force: dict[str, _RulesInForce] = {}
        self._rules: dict[date, _RulesOfDay] = {}
        self._successions: dict[date, _OutcomesSince] = {}
        self._results: dict[_CacheKey, CitationCheck | None] = {}

    def check(self, citation: Citation, quotation: Quotation | None = None) -> CitationCheck | None:
        """Check a citation. Return None if its number turns out to be no citation.

        A pinned citation and its quotation are checked against the edition that it is pinned to.
        """
        key = citation.written, citation.number, citation.edition, citation.is_sure, quotation
        if key not in self._results:  # texts cite the same rule many times
            if len(self._results) >= _MAX_RESULTS:
                self._results.clear()
            self._results[key] = self._check(citation, quotation)
        return self._results[key]

    def _check(self, citation: Citation, quotation: Quotation | None) -> CitationCheck | None:
        pinned, number = citation.edition, citation.number
        now = self._rules_of(pinned or self._view.as_of)
        meant = None if pinned or self._written_under is None else self._rules_of(self._written_under)
        if number is None:
            return _check_malformed(citation, now)
        day = pinned or self._written_under
        succession = self._succession_since(day)
        if day and succession and (moved := self._check_number(number, day, succession)):
            return moved
        if number not in now.known:
            return self._check_unknown(citation, number, meant, now)
        if meant is not None and meant.is_complete and number not in meant.known:
            message = _(
                "{number} was no rule in {edition}, under which it was written; it is one now",
                number=number,
                edition=meant.name,
            )
            return CitationCheck("missing", None, message)
        checked = now.deprecation(number) or _check_quotation(now.rules.get(number), quotation, meant, now)
        if checked is _OK and day and succession:
            return self._check_wording(number, day, succession)
        return checked

    def _rules_of(self, day: date) -> _RulesOfDay:
        if day not in self._rules:
            view = self._view.on_day(day)
            since = view.last_edition_day
            if since not in self._rules_in_force:
                self._rules_in_force[since] = _RulesInForce(view)
            self._rules[day] = _RulesOfDay(view, self._rules_in_force[since])
        return self._rules[day]

    def _succession_since(self, day: date | None) -> _OutcomesSince | None:
        """Return the outcomes of the rules of a day, or None if that day or the view's day has no whole edition."""
        then, now = self._view.on_day(day).base if day else None, self._view.base
        if then is None or now is None:
            return None
        if then not in self._successions:
            self._successions[then] = _OutcomesSince(self._store, self._view.lang, then, now)
        return self._successions[then]

    def _check_number(self, number: RuleNumber, day: date, succession: _OutcomesSince) -> CitationCheck | None:
        """Return the verdict on a number whose rule moved or was removed. Return None if the rule kept the number."""
        outcome, now = succession.outcome(number), self._rules_of(self._view.as_of)
        if outcome is None or (outcome.place is None and outcome.removed_on is None):
            return None
        named = _("{number} of {day}", number=number, day=day)
        another = _("; {number} is another rule now", number=number) if number in now.known else ""
        if outcome.place is None:
            message = _("{rule} is gone since {day}", rule=named, day=outcome.removed_on)
            if outcome.merged_into is not None:
                target = succession.present_number(outcome.merged_into)
                message += _(", merged into what is {number} in {edition}", number=target, edition=now.name)
            return CitationCheck("reused" if another else "missing", None, message + another)
        target = succession.present_number(outcome.place)
        if target == number:
            return None
        message = _("{rule} is {number} in {edition}", rule=named, number=target, edition=now.name)
        if outcome.confidence < 1:
            message += _(" ({percent}% sure)", percent=f"{outcome.confidence:.0%}".rstrip("%"))
        if outcome.was_split:
            message += _("; a part of it became a rule of its own")
        if succession.is_reworded(number):
            message += _("; its wording has changed")
        return CitationCheck("reused" if another else "moved", str(target), message + another, outcome.is_certain)

    def _check_wording(self, number: RuleNumber, day: date, succession: _OutcomesSince) -> CitationCheck:
        """Return the verdict on a number whose rule kept the number: its wording may have changed."""
        if succession.outcome(number) is None:
            return _OK
        if deprecation := self._rules_of(self._view.as_of).deprecation(number):
            return deprecation
        if not succession.is_reworded(number):
            return _OK
        message = _(
            "the wording of {number} has changed since {day}; `rules diff {day} {today} --section {number}` shows it",
            number=number,
            day=day,
            today=self._view.as_of,
        )
        return CitationCheck("edited", None, message)

    def _check_unknown(
        self, citation: Citation, number: RuleNumber, meant: _RulesOfDay | None, now: _RulesOfDay
    ) -> CitationCheck | None:
        """Return the verdict on a number that the rules `now` don't have. Return None if the number is no citation."""
        last = last_printed_day(self._store, now.view.lang, number, now.view.as_of)
        if not citation.is_sure and last is None:
            return None
        if not now.is_complete:
            return CitationCheck("unchecked", None, now.view.describe_absence(number))
        message = _("there is no rule {number} in {edition}", number=number, edition=now.name)
        if meant is not None and number in meant.known:
            message += _("; it was one in {edition}, under which it was written", edition=meant.name)
        elif last is not None:
            message += _("; the edition of {day} was the last to have it", day=last)
        return CitationCheck("missing", None, message)


def _check_malformed(citation: Citation, now: _RulesOfDay) -> CitationCheck:
    """Return the verdict on a number that no rule can have."""
    plain = citation.written.replace("(", "").replace(")", "").lower()
    head, dot, letter = plain.rpartition(".")
    if letter.isalpha() and dot:
        plain = head + letter
    try:
        number = RuleNumber.parse(plain)
    except BadValue:
        message = _("{written} can be no rule's number", written=citation.written)
        if plain[-1:] in ("l", "o"):
            message += _("; the letters l and o are skipped")
        return CitationCheck("missing", None, message)
    message = _("{written} isn't how a rule's number is written", written=citation.written)
    if number not in now.known:
        if not now.is_complete:
            return CitationCheck("missing", None, message)
        return CitationCheck("missing", None, message + _(", and there is no rule {number}", number=number))
    return CitationCheck("missing", str(number), message + _("; {number} is meant", number=number))


def _check_quotation(
    rule: Rule | None, quotation: Quotation | None, meant: _RulesOfDay | None, now: _RulesOfDay
) -> CitationCheck:
    """Return the verdict on the words quoted beside a number."""
    if rule is None or quotation is None or quotation.lang not in (None, rule.text_lang):
        return _OK
    if rule.title:
        if is_same_title(quotation, rule.title):
            return _OK
        if looks_like_title(quotation) and (mismatch := _check_title(rule, quotation, now)):
            return mismatch
    parts = quoted_parts(quotation)
    return _check_words(rule.number, parts, meant, now) if parts else _OK


def _check_words(
    number: RuleNumber, parts: Sequence[ComparableText], meant: _RulesOfDay | None, now: _RulesOfDay
) -> CitationCheck:
    """Return the verdict on quoted words that aren't a title."""
    if now.text(number).contains(parts):
        return _OK
    others = [other for other in now.rules if now.text(other).contains(parts)] if is_distinctive(parts) else []
    if others:
        if any(number.covers(other) for other in others):
            return _OK
        message = _(
            "these are words of {numbers}, not of {number} ({edition})",
            numbers=_enumerate(others),
            number=number,
            edition=now.name,
        )
        return CitationCheck("quote-mismatch", _only(others), message)
    difference = first_difference(parts, now.text(number))
    if difference is None:
        return _OK
    message = _(
        "{number} reads otherwise ({edition}): {difference}",
        number=number,
        edition=now.name,
        difference=_describe(difference),
    )
    if meant and number in meant.rules and meant.text(number).contains(parts):
        message += _("; as quoted in {edition}", edition=meant.name)
    return CitationCheck("quote-mismatch", None, message)


def _check_title(rule: Rule, quotation: Quotation, now: _RulesOfDay) -> CitationCheck | None:
    """Return the verdict on quoted words that differ from the rule's title, or None if they may be no quoted title."""
    others = [number for number, other in now.rules.items() if other.title and is_same_title(quotation, other.title)]
    shared = set(ComparableText(quotation.text).words) & set(ComparableText(rule.title or "").words)
    if not (others or shared or rule.number.kind == "section"):
        return None
    message = _("{number} is titled “{title}” ({edition})", number=rule.number, title=rule.title, edition=now.name)
    if others:
        message += _("; that is the title of {numbers}", numbers=_enumerate(others))
    return CitationCheck("quote-mismatch", _only(others), message)


def _describe(difference: QuotationDifference) -> str:
    where = _("after “{words}” ", words=difference.after) if difference.after else ""
    quoted, printed = difference.quoted, difference.printed
    if not printed:
        return where + _("the rule doesn't have “{words}”", words=quoted)
    if not quoted:
        return where + _("the quotation leaves out “{words}”", words=printed)
    return where + _("the rule has “{printed}”, the quotation “{quoted}”", printed=printed, quoted=quoted)


def _only(numbers: list[RuleNumber]) -> str | None:
    return str(numbers[0]) if len(numbers) == 1 else None


def _enumerate(numbers: list[RuleNumber]) -> str:
    more = ngettext(" and {count} more", " and {count} more", len(numbers) - 3) if len(numbers) > 3 else ""
    return ", ".join(map(str, numbers[:3])) + more


def _beginning(text: str) -> str:
    first = text.partition("\n")[0]
    return first if len(first) <= 100 else f"{first[:100].rsplit(maxsplit=1)[0]} …"
