"""Checking citations of policy documents: verdicts as for the rules, from numbers, lineage, titles and quotations."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import cache

from kb.citations.policy_citation_parser import PolicyCitation
from kb.citations.policy_sections import POLICY_LANG, PolicySections, title_words, titles_of_all_editions
from kb.citations.policy_title_evidence import title_beside
from kb.citations.quotations import (
    Quotation,
    describe_difference,
    first_difference,
    is_distinctive,
    quoted_parts,
)
from kb.citations.surroundings import Surroundings
from kb.citations.verdicts import OK, CitationCheck, Verdict
from kb.documents import DOCUMENTS, Doc
from kb.history.succession import RuleOutcome, trace_succession
from kb.i18n import _
from kb.section_number import SectionNumber
from kb.storage.spans import last_printed_day, rules_of_edition
from kb.storage.store import Store
from kb.storage.view import STALE_AFTER
from kb.storage.wordings import read_texts_with_examples
from kb.text.normalization import classify_section_change

# How certain it is that the only section with the quoted words, or with the title beside the number, is meant.
_PROBABLE = 0.8
# No chapter got more sections in a year.
_NEW_SECTIONS = 3


class PolicyChecker:
    """Checks citations against the editions in force on a day. Citations without a pin mean the day `written_under`.

    Attributes:
        sections: the sections of a document on a day.
    """

    def __init__(self, store: Store, as_of: date, written_under: date | None = None) -> None:
        self._store, self._as_of, self._written_under = store, as_of, written_under
        self.sections = cache(self._read_sections)
        self._outcomes = cache(self._trace)
        self._titles = cache(lambda doc: titles_of_all_editions(store, doc))

    def check(
        self,
        citation: PolicyCitation,
        quotation: Quotation | None = None,
        around: Surroundings | None = None,
        written: date | None = None,
    ) -> CitationCheck | None:
        """Check a citation. Return None if its number turns out to be no citation.

        A pinned citation means the edition that it is pinned to. Another citation means the edition of the day beside
        it, of the day `written` on which its line was written, or of `written_under`.
        """
        doc = citation.doc
        now = self.sections(doc, citation.edition or self._as_of)
        if now.base is None:
            return CitationCheck("unchecked", None, self.describe_absence(doc, citation.edition or self._as_of))
        day = citation.edition or (around.day if around else None) or written or self._written_under
        if day and (moved := self._check_dated(citation, day, now)):
            return moved
        citation = _at_its_place(citation, now)
        checked = self._check_number(citation, now)
        if checked is None:
            return None
        beside = self._check_title(citation, around, now, checked) if around else None
        if beside is not None or checked is not OK:
            return beside or checked
        quoted = self._check_quotation(citation, quotation, now) if quotation else None
        return quoted or (self._check_wording(citation, day, now) if day else OK)

    def _read_sections(self, doc: Doc, day: date) -> PolicySections:
        return PolicySections(self._store, doc, day)

    def describe_absence(self, doc: Doc, day: date) -> str:
        """Return why there is nothing to check a citation against."""
        title = _(DOCUMENTS[doc].title)
        if doc in self._store.books:
            return _("the knowledge base has no edition of the {book} of {day}", book=title, day=day)
        return _("the knowledge base doesn't have the {book}", book=title)

    def _trace(self, doc: Doc, then: date, now: date) -> dict[SectionNumber, tuple[RuleOutcome, SectionNumber | None]]:
        """Return what became of each place of an edition: its outcome, and its number in the other edition."""
        book = self._store.book(doc)
        before, after = (rules_of_edition(book, POLICY_LANG, day) for day in (then, now))
        found: dict[SectionNumber, tuple[RuleOutcome, SectionNumber | None]] = {}
        for place, outcome in trace_succession(book, POLICY_LANG, then, now).outcomes.items():
            number = before[place].number
            target = None if outcome.place is None else after[outcome.place].number
            if isinstance(number, SectionNumber) and number not in found:
                found[number] = outcome, target if isinstance(target, SectionNumber) else None
        return found

    def _outcome(self, doc: Doc, number: SectionNumber, day: date) -> tuple[RuleOutcome, SectionNumber | None] | None:
        """Return what became of the place that had a number on a day, or None if no place had it."""
        then, base = self.sections(doc, day).base, self.sections(doc, self._as_of).base
        if then is None or base is None:
            return None
        return self._outcomes(doc, min(then, base), base).get(number)

    def _check_dated(self, citation: PolicyCitation, day: date, now: PolicySections) -> CitationCheck | None:
        """Return the verdict on a number that was written on a day, if the place moved or is gone since."""
        number, doc = citation.number, citation.doc
        found, current = self._outcome(doc, number, day), self.sections(doc, self._as_of)
        then = self.sections(doc, day)
        if found is None:
            if then.base is None or number in then.known or number not in now.known or not now.base:
                return None
            message = _("{number} was no section in {edition}, under which it was written; it is one now",
                        number=number, edition=then.name)  # fmt: skip
            return CitationCheck("missing", None, message) if day == self._written_under else None
        outcome, target = found
        if target == number:
            return None
        is_known = number in current.known
        named = _("{number} of {day}", number=number, day=day)
        another = _("; {number} is another section now", number=number) if is_known else ""
        if target is None:
            message = _("{rule} is gone since {day}", rule=named, day=outcome.removed_on)
            return CitationCheck("reused" if is_known else "missing", None, message + another)
        message = _("{rule} is {number} in {edition}", rule=named, number=target, edition=current.name)
        verdict: Verdict = "reused" if is_known else "moved"
        is_certain = self._is_certain(doc, number, day, outcome, target)
        return CitationCheck(verdict, str(target), message + another, is_certain, outcome.confidence)

    def _is_certain(
        self, doc: Doc, number: SectionNumber, day: date, outcome: RuleOutcome, target: SectionNumber
    ) -> bool:
        """True if a section certainly is the one that had a number on a day: it has kept a title that no other has."""
        if outcome.was_split or outcome.confidence == 1:
            return outcome.is_certain
        current = self.sections(doc, self._as_of)
        title = title_words(self.sections(doc, day).titles.get(number.own_section, ""))
        return bool(title) and list(current.titled.get(title, ())) == [target.own_section]

    def _check_number(self, citation: PolicyCitation, now: PolicySections) -> CitationCheck | None:
        """Return the verdict from the number alone. Return None if the number is no citation."""
        number, doc = citation.number, citation.doc
        if number in now.known:
            return OK
        book = self._store.book(doc)
        last = last_printed_day(book, POLICY_LANG, number, now.base or self._as_of)
        if last is None and not citation.is_sure:
            return None
        if last is None and self._may_be_newer(number, now):
            message = _("{number} is past the last section of {edition}: `rules sync`", number=number, edition=now.name)
            return CitationCheck("unchecked", None, message)
        message = _("there is no {number} in {edition}", number=number, edition=now.name)
        if last is None:
            has_section = number.part and number.own_section in now.known
            return _without_part(number, now) if has_section else CitationCheck("missing", None, message)
        message += _("; the edition of {day} was the last to have it", day=last)
        found = self._outcome(doc, number, last)
        if found is None or found[1] is None or citation.edition:
            return CitationCheck("missing", None, message)
        message += _("; {number} of {day} is {target} today", number=number, day=last, target=found[1])
        return CitationCheck("missing", str(found[1]), message, confidence=found[0].confidence)

    def _may_be_newer(self, number: SectionNumber, now: PolicySections) -> bool:
        """True if a number may be a new section of an edition that came after the newest one."""
        if now.base is None or number.part or not number.section:
            return False
        newest = self.sections(now.doc, date.max).base
        last = now.last_section(number.chapter)
        is_old = newest == now.base and (self._as_of - now.base).days > STALE_AFTER
        return is_old and 0 < last < number.section <= last + _NEW_SECTIONS

    def _check_title(
        self, citation: PolicyCitation, around: Surroundings, now: PolicySections, checked: CitationCheck
    ) -> CitationCheck | None:
        """Return the verdict from the title beside the number. Return None if no title is beside it."""
        number = citation.number.own_section
        words = title_beside(around, self._titles(citation.doc))
        if words is None:
            return None
        present = now.titled.get(words, ())
        if number in present:
            return OK
        earlier = self._last_with_title(citation.doc, words, number)
        if earlier is not None and not citation.edition:
            outcome = self._outcome(citation.doc, number, earlier)
            if outcome is not None and outcome[1] is not None and outcome[1] != number:
                message = _("“{title}” was {number} on {day}; it is {target} in {edition}", title=" ".join(words),
                            number=number, day=earlier, target=outcome[1], edition=now.name)  # fmt: skip
                verdict: Verdict = "reused" if number in now.known else "moved"
                is_certain = self._is_certain(citation.doc, number, earlier, outcome[0], outcome[1])
                return CitationCheck(verdict, str(outcome[1]), message, is_certain, outcome[0].confidence)
            if outcome is not None and outcome[1] == number:
                return checked if checked is not OK else OK  # the section has a new title
        if not present:
            return None
        message = _("“{title}” is the title of {numbers} in {edition}", title=" ".join(words),
                    numbers=", ".join(map(str, present)), edition=now.name)  # fmt: skip
        only = str(present[0]) if len(present) == 1 else None
        verdict = checked.verdict if checked.verdict == "missing" else "wrong-topic"
        if checked.message:
            message = f"{checked.message}; {message}"
        return CitationCheck(verdict, only, message, confidence=_PROBABLE if only else None)

    def _editions(self, doc: Doc) -> list[date]:
        return [date.fromisoformat(day) for day in self._store.book(doc).whole_editions(POLICY_LANG)]

    def _last_with_title(self, doc: Doc, words: tuple[str, ...], number: SectionNumber) -> date | None:
        """Return the day of the last edition up to now in which a number had a title."""
        days = [day for day in self._editions(doc) if day <= self._as_of]
        return max((day for day in days if number in self.sections(doc, day).titled.get(words, ())), default=None)

    def _check_quotation(
        self, citation: PolicyCitation, quotation: Quotation, now: PolicySections
    ) -> CitationCheck | None:
        """Return the verdict on the words quoted beside a number, if they aren't those of the section."""
        parts, number = quoted_parts(quotation), citation.number
        if not parts or quotation.lang not in (None, POLICY_LANG) or now.text(number).contains(parts):
            return None
        others = now.sections_with(parts) if is_distinctive(parts) else []
        if others:
            message = _(
                "these are words of {numbers}, not of {number} ({edition})",
                numbers=", ".join(map(str, others)),
                number=number,
                edition=now.name,
            )
            only = str(others[0]) if len(others) == 1 else None
            return CitationCheck("reused", only, message, confidence=_PROBABLE if only else None, is_quoted=True)
        difference = first_difference(parts, now.text(number))
        if difference is None:
            return None
        message = _("{number} reads otherwise ({edition}): {difference}", number=number, edition=now.name,
                    difference=describe_difference(difference))  # fmt: skip
        meant = self.sections(citation.doc, self._written_under) if self._written_under else None
        if meant and meant.base and meant.text(number).contains(parts):
            message += _("; as quoted in {edition}", edition=meant.name)
        return CitationCheck("quote-mismatch", None, message, is_quoted=True)

    def _check_wording(self, citation: PolicyCitation, day: date, now: PolicySections) -> CitationCheck:
        """Return the verdict on a place that kept its number: its wording may have changed since the day."""
        doc, number = citation.doc, citation.number
        then = self.sections(doc, day).base
        current = self.sections(doc, self._as_of).base
        if then is None or current is None or then >= current:
            return OK
        book = self._store.book(doc)
        before, after = (
            {
                place.number: place.wording
                for place in rules_of_edition(book, POLICY_LANG, each).values()
                if isinstance(place.number, SectionNumber) and number.covers(place.number)
            }
            for each in (then, current)
        )
        texts = read_texts_with_examples(book, (*before.values(), *after.values()))
        is_reworded = before.keys() != after.keys() or any(
            classify_section_change(texts[wording], texts[after[place]]) == "wording"
            for place, wording in before.items()
        )
        if not is_reworded:
            return OK
        message = _(
            "the wording of {number} has changed since {day}; `rules diff {day} {today} --doc {doc}` shows it",
            number=number,
            day=day,
            today=self._as_of,
            doc=doc,
        )
        return replace(OK, verdict="edited", message=message)


def _at_its_place(citation: PolicyCitation, now: PolicySections) -> PolicyCitation:
    """Return a citation by title with the number of the place that has the title: a section, or a part of one."""
    number = citation.number
    if not number.name or number in now.known:
        return citation
    places = [each for each in now.known if each.part == number.name]
    return citation._replace(number=places[0]) if len(places) == 1 else citation


def _without_part(number: SectionNumber, now: PolicySections) -> CitationCheck:
    """Return the verdict on a part that a section doesn't have. A part that has all its words may be meant."""
    parts = sorted(each for each in now.known if each.part and each.own_section == number.own_section)
    named = {"number": number.own_section, "part": number.part, "edition": now.name}
    if not parts:
        return CitationCheck("missing", None, _("{number} has no parts in {edition}", **named))
    message = _("{number} has no part “{part}” in {edition}, only {parts}", **named,
                parts=", ".join(each.part for each in parts))  # fmt: skip
    words = set(number.part.split("-"))
    meant = [str(each) for each in parts if words <= set(each.part.split("-"))]
    return CitationCheck("missing", meant[0] if len(meant) == 1 else None, message)
