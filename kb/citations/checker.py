"""Checking citations against the rules.

Does the cited rule exist? Is it the same rule as when the text was written? Does it still apply? Does it have the
quoted words?
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property, lru_cache

from kb.citations.citation_parser import Citation
from kb.citations.evidence import Evidence, EvidenceReader
from kb.citations.policy_checker import PolicyChecker
from kb.citations.quotation_check import check_quotation
from kb.citations.quotations import ComparableText, Quotation, is_same_title, quoted_parts
from kb.citations.rule_text_index import RuleTextIndex
from kb.citations.rules_of_day import OutcomesSince, RulesInForce, RulesOfDay
from kb.citations.scanner import AnyOccurrence, PolicyOccurrence
from kb.citations.surroundings import Surroundings, numbers_joined_to
from kb.citations.verdicts import OK, CitationCheck, Verdict
from kb.errors import BadValue
from kb.i18n import _
from kb.rule_number import RuleNumber
from kb.storage.spans import last_printed_day
from kb.storage.store import Store
from kb.storage.view import View

# Each result that is kept may hold a quotation of some thousand characters.
_MAX_RESULTS = 2_000
_MAX_DAYS = 20_000
_CacheKey = tuple[str, RuleNumber | None, date | None, bool, Quotation | None]
_BESIDE_DAY = 0.8


class CitationChecker:
    """Checks citations against the rules of a view. Citations without a pin mean the rules of day `written_under`."""

    def __init__(
        self,
        store: Store,
        view: View,
        written_under: date | None = None,
        open_index: Callable[[], RuleTextIndex] | None = None,
    ) -> None:
        self._store, self._view, self._written_under = store, view, written_under
        self._open_index = open_index or self._build_index
        # The citations of a text may be pinned to thousands of days. Days with the same edition share its rules.
        self._rules_in_force: dict[str, RulesInForce] = {}
        self._rules: dict[date, RulesOfDay] = {}
        self._successions: dict[date, OutcomesSince] = {}
        self._results: dict[_CacheKey, CitationCheck | None] = {}
        # A text may cite many numbers that no rule has, each many times.
        self._last_printed = lru_cache(maxsize=_MAX_DAYS)(self._read_last_printed)

    def check(
        self,
        citation: Citation,
        quotation: Quotation | None = None,
        around: Surroundings | None = None,
        written: date | None = None,
    ) -> CitationCheck | None:
        """Check a citation. Return None if its number turns out to be no citation.

        A pinned citation and its quotation are checked against the edition that it is pinned to. Another citation means
        the rules of the day beside it, of the day `written` on which its line was written, or of `written_under`.
        """
        key = citation.written, citation.number, citation.edition, citation.is_sure, quotation
        if key not in self._results:  # texts cite the same rule many times
            if len(self._results) >= _MAX_RESULTS:
                self._results.clear()
            self._results[key] = self._check(citation, quotation)
        checked, number = self._results[key], citation.number
        if checked is None or number is None or citation.edition or around is None or self._evidence is None:
            return None if citation.needs_text else checked
        if quotation and checked.is_quoted and self._is_quoted_from_group(quotation, around):
            return OK
        if day := around.day or written:
            checked = self._check_dated(number, day, checked, is_beside=around.day is not None)
        evidence = self._evidence.read(number, around, citation.range_start)
        if citation.needs_text and (evidence is None or not evidence.is_direct):
            return None
        if evidence is not None:
            if around.day:
                evidence = replace(evidence, confidence=min(evidence.confidence, _BESIDE_DAY))
            checked = self._weigh(number, checked, evidence)
        return checked if checked.suggestion else self._with_successor(number, checked, around, evidence)

    def check_place(self, place: AnyOccurrence, written: date | None = None) -> CitationCheck | None:
        """Check a citation of the rules or of a policy document in a file, as `check` does."""
        if isinstance(place, PolicyOccurrence):
            return self.policy.check(place.citation, place.quotation, place.surroundings, written)
        return self.check(place.citation, place.quotation, place.surroundings, written)

    @cached_property
    def policy(self) -> PolicyChecker:
        """The checker of citations of policy documents."""
        return PolicyChecker(self._store, self._view.as_of, self._written_under)

    def has_quotation(self, citation: Citation, quotation: Quotation) -> bool | None:
        """True if the cited rule, a rule below it, or its title has the quoted words, False if none has.

        `check` is silent about words that aren't like the rule at all: people quote other things beside a number. None
        if the number has no rule, or the words are too few or in the other language.
        """
        rules, number = self.rules_of(citation.edition or self._view.as_of), citation.number
        rule = None if number is None else rules.rules.get(number)
        parts = quoted_parts(quotation)
        if rule is None or number is None or not parts or quotation.lang not in (None, rule.text_lang):
            return None
        if rule.title and is_same_title(quotation, rule.title):
            return True
        return rules.text(number).contains(parts) or any(map(number.covers, rules.rules_with(parts)))

    def had_words_until(self, number: RuleNumber, parts: Sequence[ComparableText]) -> date | None:
        """Return the day until which a rule had quoted words that it doesn't have now, or None if it never had them."""
        return self._evidence.had_words_until(number, parts) if self._evidence else None

    def in_other_process(self, store: Store) -> CitationChecker:
        """Return a checker for another process, in which the same knowledge base is opened again.

        It shares what this one has read so far.
        """
        other = CitationChecker(store, View(store, self._view.lang, self._view.as_of), self._written_under)
        other._open_index, other._rules_in_force = self._open_index, self._rules_in_force
        return other

    def _read_last_printed(self, number: RuleNumber, as_of: date) -> date | None:
        return last_printed_day(self._store, self._view.lang, number, as_of)

    def _is_quoted_from_group(self, quotation: Quotation, around: Surroundings) -> bool:
        """True if another citation of the group ("702.9b + 702.19a") has the quoted words."""
        now, parts = self.rules_of(self._view.as_of), quoted_parts(quotation)
        return any(number in now.rules and now.text(number).contains(parts) for number in numbers_joined_to(around))

    def _check_dated(self, number: RuleNumber, day: date, checked: CitationCheck, *, is_beside: bool) -> CitationCheck:
        """Return the verdict on a number that was written on a day. The number may have had another rule then.

        If no rule had the number on that day, its author had other rules, and the day tells nothing.
        """
        moved = self._evidence.on_day(number, day) if self._evidence else None
        if moved is None:
            return checked
        is_rule = number in self.rules_of(self._view.as_of).known
        if moved.target is None:
            message = _("the rule that was {number} on {day} is gone", number=number, day=day)
            return CitationCheck("reused" if is_rule else "missing", None, message)
        edition = self.rules_of(self._view.as_of).name
        if moved.target != number:
            named = _("{number} of {day}", number=number, day=day)
            message = _("{rule} is {number} in {edition}", rule=named, number=moved.target, edition=edition)
            is_certain = moved.confidence == 1 and not is_beside  # a mended number wouldn't fit the day beside it
            verdict: Verdict = "reused" if is_rule else "moved"
            return CitationCheck(verdict, str(moved.target), message, is_certain, moved.confidence)
        if moved.is_reworded and checked.verdict == "ok":
            return CitationCheck("edited", None, self._describe_rewording(number, day))
        return checked

    def _describe_rewording(self, number: RuleNumber, day: date) -> str:
        return _(
            "the wording of {number} has changed since {day}; `rules diff {day} {today} --section {number}` shows it",
            number=number,
            day=day,
            today=self._view.as_of,
        )

    def _with_successor(
        self, number: RuleNumber, checked: CitationCheck, around: Surroundings, evidence: Evidence | None
    ) -> CitationCheck:
        """Add the present number of the last rule that had a number to the verdict that there is no such rule.

        If that rule isn't meant, since the name near the number is that of the rule above, the number may be newer.
        """
        base = self._view.base
        if checked.verdict != "missing" or self._evidence is None or base is None:
            return checked
        last = self._last_printed(number, base)
        target, confidence = self._evidence.successor(number, last.isoformat(), around) if last else (None, 0.0)
        if not target or target == number:
            newer = self._may_be_newer(number, self.rules_of(self._view.as_of))
            return newer if newer and evidence and evidence.kind == "agrees" else checked
        message = _("{number} of {day} is {target} today", number=number, day=last, target=target)
        return replace(checked, suggestion=str(target), message=f"{checked.message}; {message}", confidence=confidence)

    def _build_index(self) -> RuleTextIndex:
        from kb.citations.rule_text_index_builder import build_rule_text_index

        return RuleTextIndex(build_rule_text_index(self._store, self._view.lang))

    @cached_property
    def _evidence(self) -> EvidenceReader | None:
        """The reader of the text around citations, or None if no whole edition is in force."""
        base = self._view.base
        if base is None:
            return None
        return EvidenceReader(self._store, self._open_index(), base.isoformat(), self.rules_of(self._view.as_of).name)

    def _weigh(self, number: RuleNumber, checked: CitationCheck, evidence: Evidence) -> CitationCheck:
        """Return the verdict on a citation from its number and from the text around it."""
        verdict = checked.verdict
        if verdict == "unchecked":
            return self._weigh_newer(checked, evidence)
        if not evidence.contradicts:
            if evidence.kind == "edited" and verdict == "ok":
                return CitationCheck("edited", None, evidence.message)
            return OK if verdict in ("moved", "reused") and not checked.is_quoted else checked
        target = None if evidence.target is None else str(evidence.target)
        if checked.is_certain and checked.suggestion == target:
            return checked
        message = evidence.message
        if checked.is_quoted:
            return self._weigh_quotation(checked, evidence, target)
        if verdict in ("missing", "moved", "reused"):
            message = f"{checked.message}; {message}"
        else:
            verdict = "reused" if evidence.kind == "reused" else "wrong-topic"
        return CitationCheck(verdict, target, message, evidence.confidence == 1, evidence.confidence)

    def _weigh_newer(self, checked: CitationCheck, evidence: Evidence) -> CitationCheck:
        """Return the verdict on a number that may be newer than the rules: the text may name a rule that moved to it.

        There is no suggestion, because the number is probably right.
        """
        if not evidence.contradicts or evidence.target is None:
            return checked
        edition = self.rules_of(self._view.as_of).name
        moved = _(
            "; by the text beside it, it may be what is {target} in {edition}", target=evidence.target, edition=edition
        )
        return replace(checked, message=checked.message + moved)

    def _weigh_quotation(self, checked: CitationCheck, evidence: Evidence, target: str | None) -> CitationCheck:
        """Return the verdict on a quotation that isn't the rule's, from the text around the citation."""
        if evidence.kind == "reused" and checked.suggestion in (None, target):
            message = evidence.message if checked.verdict == "quote-mismatch" else checked.message
            return replace(
                checked, verdict="reused", suggestion=target, message=message, is_certain=evidence.confidence == 1,
                confidence=evidence.confidence,
            )  # fmt: skip
        return replace(checked, suggestion=checked.suggestion or target)

    def _check(self, citation: Citation, quotation: Quotation | None) -> CitationCheck | None:
        pinned, number, written = citation.edition, citation.number, self._written_under
        now = self.rules_of(pinned or self._view.as_of)
        meant = None if pinned or written is None else self.rules_of(written)
        if number is None:
            return _check_malformed(citation, now)
        day = pinned or written
        succession = self._succession_since(day)
        if day and succession and (moved := self._check_number(number, day, succession)):
            return moved
        if number not in now.known:
            return self._check_unknown(citation, number, meant, now)
        checked = _check_known(number, quotation, meant, now)
        if checked is OK and day and succession:
            return self._check_wording(number, day, succession)
        return checked

    def rules_of(self, day: date) -> RulesOfDay:
        """Return the rules of a day."""
        if day not in self._rules:
            view = self._view.on_day(day)
            since = view.last_edition_day
            if since not in self._rules_in_force:
                self._rules_in_force[since] = RulesInForce(view)
            self._rules[day] = RulesOfDay(view, self._rules_in_force[since])
        return self._rules[day]

    def _succession_since(self, day: date | None) -> OutcomesSince | None:
        """Return the outcomes of the rules of a day, or None if that day or the view's day has no whole edition."""
        then, now = self._view.on_day(day).base if day else None, self._view.base
        if then is None or now is None:
            return None
        if then not in self._successions:
            self._successions[then] = OutcomesSince(self._store, self._view.lang, then, now)
        return self._successions[then]

    def _check_number(self, number: RuleNumber, day: date, succession: OutcomesSince) -> CitationCheck | None:
        """Return the verdict on a number whose rule moved or was removed. Return None if the rule kept the number."""
        outcome, now = succession.outcome(number), self.rules_of(self._view.as_of)
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
        return CitationCheck(
            "reused" if another else "moved", str(target), message + another, outcome.is_certain, outcome.confidence
        )

    def _check_wording(self, number: RuleNumber, day: date, succession: OutcomesSince) -> CitationCheck:
        """Return the verdict on a number whose rule kept the number: its wording may have changed."""
        if succession.outcome(number) is None:
            return OK
        if deprecation := self.rules_of(self._view.as_of).deprecation(number):
            return CitationCheck("deprecated", None, deprecation)
        if not succession.is_reworded(number):
            return OK
        return CitationCheck("edited", None, self._describe_rewording(number, day))

    def _check_unknown(
        self, citation: Citation, number: RuleNumber, meant: RulesOfDay | None, now: RulesOfDay
    ) -> CitationCheck | None:
        """Return the verdict on a number that the rules `now` don't have. Return None if the number is no citation."""
        last = self._last_printed(number, now.view.as_of)
        if not citation.is_sure and last is None:
            return None
        if not now.is_complete:
            return CitationCheck("unchecked", None, now.view.describe_absence(number))
        if last is None and (newer := self._may_be_newer(number, now)):
            return newer
        message = _("there is no rule {number} in {edition}", number=number, edition=now.name)
        if meant is not None and number in meant.known:
            message += _("; it was one in {edition}, under which it was written", edition=meant.name)
        elif last is not None:
            message += _("; the edition of {day} was the last to have it", day=last)
        return CitationCheck("missing", None, message)

    def _may_be_newer(self, number: RuleNumber, now: RulesOfDay) -> CitationCheck | None:
        """Return the verdict on a number that an edition after the newest one may have. Return None for others."""
        age = self._age_of_newest(now)
        if not age or not now.is_past_last(number, age):
            return None
        message = _(
            "{number} is past the last number of {edition}, which is {days} days old: `rules sync`",
            number=number,
            edition=now.name,
            days=age,
        )
        return CitationCheck("unchecked", None, message)

    def _age_of_newest(self, now: RulesOfDay) -> int:
        """Return the age in days of the edition in force, or 0 if the knowledge base has a newer edition."""
        newest = self._view.on_day(date.max).base
        if newest is None or now.view.base != newest:
            return 0
        return (self._view.as_of - newest).days


def _check_known(
    number: RuleNumber, quotation: Quotation | None, meant: RulesOfDay | None, now: RulesOfDay
) -> CitationCheck:
    """Return the verdict on a number that the rules `now` have."""
    if meant is not None and meant.is_complete and number not in meant.known:
        message = _(
            "{number} was no rule in {edition}, under which it was written; it is one now",
            number=number,
            edition=meant.name,
        )
        return CitationCheck("missing", None, message)
    if deprecation := now.deprecation(number):
        return CitationCheck("deprecated", None, deprecation)
    return check_quotation(now.rules.get(number), quotation, meant, now)


def _check_malformed(citation: Citation, now: RulesOfDay) -> CitationCheck:
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
