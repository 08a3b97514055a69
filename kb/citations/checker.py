"""Checking citations against the rules.

Is there such a rule, is it still the one that was meant, does it still apply, does it say what is quoted?
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
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
        verdict: `ok`; `missing`: there is no such rule; `moved`: the rule that was meant has another number; `reused`:
            and its old number belongs to another rule; `edited`: its wording has changed; `quote-mismatch`: it doesn't
            say what is quoted; `deprecated`: it is printed but says that it no longer applies; `unchecked`: the
            knowledge base doesn't have the edition.
        suggestion: the number that is meant; None if it isn't known.
        message: one sentence for people; empty for `ok`.
        certain: whether the rule that was meant certainly has the suggested number now.
    """

    verdict: Verdict
    suggestion: str | None = None
    message: str = ""
    is_certain: bool = False


_OK = CitationCheck("ok")
_Question = tuple[str, RuleNumber | None, date | None, bool, Quotation | None]


class _Book:
    """The rules of one day, read once for all citations."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.rules = view.rules_by_number()
        self._wordings: dict[RuleNumber, ComparableText] = {}
        parents = {number.parent for number in self.rules}
        self.known = {*self.rules, *parents, *(parent.parent for parent in parents if parent)}

    @property
    def name(self) -> str:
        """The name of the edition for messages."""
        if self.view.base is None:
            return _("{lang} as of {day}", lang=self.view.lang, day=self.view.as_of)
        return f"{self.view.lang} {self.view.base}"

    @property
    def whole(self) -> bool:
        """True if a number that isn't here doesn't exist. Excerpts don't tell about rules that they don't quote."""
        return self.view.base is not None

    def wording(self, number: RuleNumber) -> ComparableText:
        """Return the text of a rule as the words by which it is compared."""
        if number not in self._wordings:
            self._wordings[number] = ComparableText(self.rules[number].text)
        return self._wordings[number]

    def with_words(self, parts: Sequence[ComparableText]) -> list[RuleNumber]:
        """Return the rules that have some runs of words, in their order."""
        return [number for number in self.rules if self.wording(number).contains(parts)]

    @cached_property
    def titles(self) -> dict[RuleNumber, str]:
        """The headings by number."""
        return {number: rule.title for number, rule in self.rules.items() if rule.title}


class _Since:
    """The outcomes of the rules of a day, traced once for all citations that mean these rules."""

    def __init__(self, store: Store, lang: Lang, then: date, now: date) -> None:
        self._store = store
        self._fates = trace_succession(store, lang, then, now).outcomes
        self._was, self._is = rules_of_edition(store, lang, then), rules_of_edition(store, lang, now)
        self._places: dict[RuleNumber, int] = {}
        for place, stands in self._was.items():
            self._places.setdefault(stands.number, place)

    def fate(self, number: RuleNumber) -> RuleOutcome | None:
        """Return the outcome of the rule that had a number then; None if no rule had it."""
        place = self._places.get(number)
        return None if place is None else self._fates[place]

    def number(self, place: int) -> RuleNumber:
        """Return the present number of a place."""
        return self._is[place].number

    def reworded(self, number: RuleNumber) -> bool:
        """True if the wording of the rule that had a number then has changed beyond cited numbers and template."""
        place = self._places[number]
        now = self._fates[place].place
        if now is None or (then := self._was[place].wording) == self._is[now].wording:
            return False
        texts = read_texts_with_examples(self._store, (then, self._is[now].wording))
        return classify_change(texts[then], texts[self._is[now].wording]) == "wording"


class CitationChecker:
    """Checks citations against the rules of a day. Rules are read once.

    Args:
        store: the knowledge base.
        view: the rules to check against.
        written_under: the day of the rules under which the texts were written; None if it isn't known.
    """

    def __init__(self, store: Store, view: View, written_under: date | None = None) -> None:
        self._store, self._view, self._written_under = store, view, written_under
        self._books: dict[date, _Book] = {}
        self._since: dict[date, _Since] = {}
        self._results: dict[_Question, CitationCheck | None] = {}

    def check(self, citation: Citation, quotation: Quotation | None = None) -> CitationCheck | None:
        """Check a citation; return None if its number turns out to be something else.

        Existence and quotation of a pinned citation are checked in its own edition.
        """
        question = citation.written, citation.number, citation.edition, citation.is_sure, quotation
        if question not in self._results:  # texts repeat their citations
            self._results[question] = self._checked(citation, quotation)
        return self._results[question]

    def _checked(self, citation: Citation, quotation: Quotation | None) -> CitationCheck | None:
        pinned = citation.edition
        now = self._book(pinned or self._view.as_of)
        meant = None if pinned or self._written_under is None else self._book(self._written_under)
        if citation.number is None:
            return self._malformed(citation, now)
        day = pinned or self._written_under
        since = self._followed(day) if day is not None else None
        if day is not None and since is not None and (found := self._elsewhere(citation.number, day, since)):
            return found
        if citation.number not in now.known:
            return self._missing(citation, citation.number, meant, now)
        checked = self._verdict(citation.number, quotation, meant, now)
        if checked.verdict == "ok" and day is not None and since is not None:
            return self._changed(citation.number, day, since)
        return checked

    def _followed(self, day: date) -> _Since | None:
        """Return the outcomes of the rules of a day; None without a whole edition of both days."""
        then, now = self._view.on_day(day).base, self._view.base
        if then is None or now is None:
            return None
        if then not in self._since:
            self._since[then] = _Since(self._store, self._view.lang, then, now)
        return self._since[then]

    def _elsewhere(self, number: RuleNumber, day: date, since: _Since) -> CitationCheck | None:
        """Return the verdict on a number whose rule now has another number or is removed; None if it still has it."""
        fate, now = since.fate(number), self._book(self._view.as_of)
        if fate is None or (fate.place is None and fate.removed_on is None):
            return None
        named = _("{number} of {day}", number=number, day=day)
        another = _("; {number} is another rule now", number=number) if number in now.known else ""
        if fate.place is None:
            message = _("{rule} is gone since {day}", rule=named, day=fate.removed_on)
            if fate.merged_into is not None:
                target = since.number(fate.merged_into)
                message += _(", merged into what is {number} in {edition}", number=target, edition=now.name)
            return CitationCheck("reused" if another else "missing", None, message + another)
        target = since.number(fate.place)
        if target == number:
            return None
        message = _("{rule} is {number} in {edition}", rule=named, number=target, edition=now.name)
        if fate.confidence < 1:
            message += _(" ({percent}% sure)", percent=f"{fate.confidence:.0%}".rstrip("%"))
        if fate.was_split:
            message += _("; a part of it became a rule of its own")
        if since.reworded(number):
            message += _("; its wording has changed")
        return CitationCheck("reused" if another else "moved", str(target), message + another, fate.is_certain)

    def _changed(self, number: RuleNumber, day: date, since: _Since) -> CitationCheck:
        """Return the verdict on a correct number whose rule may now have another wording."""
        now = self._book(self._view.as_of)
        if since.fate(number) is None:
            return _OK
        rule = now.rules.get(number)
        if rule is not None and rule.status == "deprecated":
            return _deprecated(rule, now)
        if since.reworded(number):
            return CitationCheck(
                "edited",
                None,
                _(
                    "the wording of {number} has changed since {day}; "
                    "`rules diff {day} {today} --section {number}` shows it",
                    number=number,
                    day=day,
                    today=self._view.as_of,
                ),
            )
        return _OK

    def _book(self, day: date) -> _Book:
        if day not in self._books:
            self._books[day] = _Book(self._view.on_day(day))
        return self._books[day]

    def _verdict(
        self, number: RuleNumber, quotation: Quotation | None, meant: _Book | None, now: _Book
    ) -> CitationCheck:
        """Return the verdict on a number that exists, by what its rule says."""
        if meant is not None and meant.whole and number not in meant.known:
            message = _(
                "{number} was no rule in {edition}, under which it was written; it is one now",
                number=number,
                edition=meant.name,
            )
            return CitationCheck("missing", None, message)
        rule = now.rules.get(number)
        if rule is not None and rule.status == "deprecated":
            return _deprecated(rule, now)
        if rule is not None and quotation is not None and quotation.lang in (None, rule.text_lang):
            return _quoted(rule, quotation, meant, now)
        return _OK

    def _malformed(self, citation: Citation, book: _Book) -> CitationCheck:
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
        if number not in book.known:
            return CitationCheck("missing", None, message + _(", and there is no rule {number}", number=number))
        return CitationCheck("missing", str(number), message + _("; {number} is meant", number=number))

    def _missing(self, citation: Citation, number: RuleNumber, meant: _Book | None, now: _Book) -> CitationCheck | None:
        """Return the verdict on a number that the rules don't have."""
        last = last_printed_day(self._store, now.view.lang, number, now.view.as_of)
        if not citation.is_sure and last is None:
            return None
        if not now.whole:
            message = _(
                "{number}: no edition in force on {day} is in the knowledge base", number=number, day=now.view.as_of
            )
            return CitationCheck("unchecked", None, message)
        message = _("there is no rule {number} in {edition}", number=number, edition=now.name)
        if meant is not None and number in meant.known:
            message += _("; it was one in {edition}, under which it was written", edition=meant.name)
            return CitationCheck("missing", None, message)
        if last is not None:
            message += _("; the edition of {day} was the last to have it", day=last)
        return CitationCheck("missing", None, message)


def _deprecated(rule: Rule, book: _Book) -> CitationCheck:
    """Return the verdict on a rule that only says what used to apply."""
    message = _(
        "{number} no longer applies ({edition}): {beginning}",
        number=rule.number,
        edition=book.name,
        beginning=_beginning(rule.text),
    )
    return CitationCheck("deprecated", None, message)


def _quoted(rule: Rule, quotation: Quotation, meant: _Book | None, now: _Book) -> CitationCheck:
    """Return the verdict on the words quoted beside a number."""
    number = rule.number
    if rule.title and is_same_title(quotation, rule.title):
        return _OK
    if rule.title and looks_like_title(quotation):
        others = [other for other, title in now.titles.items() if is_same_title(quotation, title)]
        shared = set(ComparableText(quotation.text).words) & set(ComparableText(rule.title).words)
        if others or shared or number.kind == "section":
            message = _("{number} is titled “{title}” ({edition})", number=number, title=rule.title, edition=now.name)
            if others:
                message += _("; that is the title of {numbers}", numbers=_some(others))
            return CitationCheck("quote-mismatch", _only(others), message)
    parts = quoted_parts(quotation)
    if not parts or (wording := now.wording(number)).contains(parts):
        return _OK
    others = now.with_words(parts) if is_distinctive(parts) else []
    if others and not any(number.covers(other) for other in others):
        message = _(
            "these are words of {numbers}, not of {number} ({edition})",
            numbers=_some(others),
            number=number,
            edition=now.name,
        )
        return CitationCheck("quote-mismatch", _only(others), message)
    if others or (found := first_difference(parts, wording)) is None:
        return _OK
    then = meant.rules.get(number) if meant is not None else None
    message = _(
        "{number} reads otherwise ({edition}): {difference}",
        number=number,
        edition=now.name,
        difference=_shown(found),
    )
    if meant and then and ComparableText(then.text).contains(parts):
        message += _("; as quoted in {edition}", edition=meant.name)
    return CitationCheck("quote-mismatch", None, message)


def _shown(found: QuotationDifference) -> str:
    where = _("after “{words}” ", words=found.after) if found.after else ""
    if not found.printed:
        return where + _("the rule doesn't have “{words}”", words=found.quoted)
    if not found.quoted:
        return where + _("the quotation leaves out “{words}”", words=found.printed)
    return where + _("the rule has “{printed}”, the quotation “{quoted}”", printed=found.printed, quoted=found.quoted)


def _only(numbers: list[RuleNumber]) -> str | None:
    return str(numbers[0]) if len(numbers) == 1 else None


def _some(numbers: list[RuleNumber]) -> str:
    more = ngettext(" and {count} more", " and {count} more", len(numbers) - 3) if len(numbers) > 3 else ""
    return ", ".join(map(str, numbers[:3])) + more


def _beginning(text: str) -> str:
    first = text.partition("\n")[0]
    return first if len(first) <= 100 else f"{first[:100].rsplit(maxsplit=1)[0]} …"
