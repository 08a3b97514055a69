"""Citations held against the rules.

Is there such a rule, is it still the one that was meant, does it still apply, does it say what is quoted?
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Literal, get_args

from kb.citations.grammar import Citation
from kb.citations.quotation import (
    Difference,
    Quotation,
    Wording,
    difference,
    is_long,
    looks_like_title,
    parts_of,
    same_title,
)
from kb.errors import BadValue
from kb.model import Lang, Rule
from kb.normal import change
from kb.number import RuleNumber
from kb.store import Store
from kb.succession import Fate, standing, succession, whole_texts
from kb.view import View, last_printed

Verdict = Literal["ok", "missing", "moved", "reused", "edited", "quote-mismatch", "deprecated", "unchecked"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check of a citation gave.

    Attributes:
        verdict: `ok`; `missing`, no such rule; `moved`, the rule that was meant has another number; `reused`,
            and its number belongs to another rule; `edited`, its wording has changed since; `quote-mismatch`,
            it doesn't say what is quoted; `deprecated`, it is printed but says that it no longer applies;
            `unchecked`, the knowledge base doesn't have the edition to look in.
        suggestion: the number that is meant; None if none is known.
        message: one sentence for people; empty for `ok`.
        certain: whether the suggestion is the number of that very rule now beyond doubt.
    """

    verdict: Verdict
    suggestion: str | None = None
    message: str = ""
    certain: bool = False


_OK = Checked("ok")
_Question = tuple[str, RuleNumber | None, date | None, bool, Quotation | None]


class _Book:
    """The rules of one day, read once."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.rules = view.by_number()
        self._wordings: dict[RuleNumber, Wording] = {}
        parents = {number.parent for number in self.rules}
        self.known = {*self.rules, *parents, *(parent.parent for parent in parents if parent)}

    @property
    def name(self) -> str:
        """The edition that was looked in, for messages."""
        return f"{self.view.lang} {self.view.base or f'as of {self.view.as_of}'}"

    @property
    def whole(self) -> bool:
        """Whether a number that isn't here is none; excerpts say nothing about what they don't quote."""
        return self.view.base is not None

    def wording(self, number: RuleNumber) -> Wording:
        """A rule's text as the words that it is compared by."""
        if number not in self._wordings:
            self._wordings[number] = Wording(self.rules[number].text)
        return self._wordings[number]

    def with_words(self, parts: Sequence[Wording]) -> list[RuleNumber]:
        """The rules that have some runs of words, in their order."""
        return [number for number in self.rules if self.wording(number).has(parts)]

    @cached_property
    def titles(self) -> dict[RuleNumber, str]:
        """The headings."""
        return {number: rule.title for number, rule in self.rules.items() if rule.title}


class _Since:
    """What became of the rules of a day, followed once for all citations that mean them."""

    def __init__(self, store: Store, lang: Lang, then: date, now: date) -> None:
        self._store = store
        self._fates = succession(store, lang, then, now).fates
        self._was, self._is = standing(store, lang, then), standing(store, lang, now)
        self._places: dict[RuleNumber, int] = {}
        for place, stands in self._was.items():
            self._places.setdefault(stands.number, place)

    def fate(self, number: RuleNumber) -> Fate | None:
        """What became of the rule that had a number then; None if none had it."""
        place = self._places.get(number)
        return None if place is None else self._fates[place]

    def number(self, place: int) -> RuleNumber:
        """The number of a place now."""
        return self._is[place].number

    def reworded(self, number: RuleNumber) -> bool:
        """Whether the wording of the rule that had a number then has changed, beyond cited numbers and template."""
        place = self._places[number]
        now = self._fates[place].place
        if now is None or (then := self._was[place].wording) == self._is[now].wording:
            return False
        texts = whole_texts(self._store, (then, self._is[now].wording))
        return change(texts[then], texts[self._is[now].wording]) == "wording"


class Checker:
    """Holds citations against the rules of a day; what it reads of the rules it reads once.

    Args:
        store: the knowledge base.
        view: the rules that a citation is meant to agree with.
        written_under: the day whose rules the texts were written under; None if it isn't known.
    """

    def __init__(self, store: Store, view: View, written_under: date | None = None) -> None:
        self._store, self._view, self._written_under = store, view, written_under
        self._books: dict[date, _Book] = {}
        self._since: dict[date, _Since] = {}
        self._results: dict[_Question, Checked | None] = {}

    def check(self, citation: Citation, quotation: Quotation | None = None) -> Checked | None:
        """What became of the rule that a citation names; None if the number turns out to be something else.

        Whether there was such a rule, and what it said, a citation that is pinned to an edition is asked there.
        """
        question = citation.written, citation.number, citation.edition, citation.sure, quotation
        if question not in self._results:  # texts repeat their citations
            self._results[question] = self._checked(citation, quotation)
        return self._results[question]

    def _checked(self, citation: Citation, quotation: Quotation | None) -> Checked | None:
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
        """What became of the rules of a day; None if there isn't a whole edition of either day to tell."""
        then, now = self._view.at(day).base, self._view.base
        if then is None or now is None:
            return None
        if then not in self._since:
            self._since[then] = _Since(self._store, self._view.lang, then, now)
        return self._since[then]

    def _elsewhere(self, number: RuleNumber, day: date, since: _Since) -> Checked | None:
        """The verdict on a number whose rule has another now, or is gone; None if it still has it."""
        fate, now = since.fate(number), self._book(self._view.as_of)
        if fate is None or (fate.place is None and fate.gone is None):
            return None
        named = f"{number} of {day}"
        another = f"; {number} is another rule now" if number in now.known else ""
        if fate.place is None:
            into = f", merged into what is {since.number(fate.into)} in {now.name}" if fate.into is not None else ""
            return Checked(
                "reused" if another else "missing", None, f"{named} is gone since {fate.gone}{into}{another}"
            )
        target = since.number(fate.place)
        if target == number:
            return None
        sure = f" ({fate.confidence:.0%} sure)" if fate.confidence < 1 else ""
        divided = "; a part of it became a rule of its own" if fate.divided else ""
        reworded = "; its wording has changed" if since.reworded(number) else ""
        message = f"{named} is {target} in {now.name}{sure}{divided}{reworded}{another}"
        return Checked("reused" if another else "moved", str(target), message, fate.certain)

    def _changed(self, number: RuleNumber, day: date, since: _Since) -> Checked:
        """The verdict on a number that is right, of a rule that may read otherwise now."""
        now = self._book(self._view.as_of)
        if since.fate(number) is None:
            return _OK
        rule = now.rules.get(number)
        if rule is not None and rule.status == "deprecated":
            return _deprecated(rule, now)
        if since.reworded(number):
            return Checked(
                "edited",
                None,
                f"the wording of {number} has changed since {day}; "
                f"`rules diff {day} {self._view.as_of} --section {number}` shows it",
            )
        return _OK

    def _book(self, day: date) -> _Book:
        if day not in self._books:
            self._books[day] = _Book(self._view.at(day))
        return self._books[day]

    def _verdict(self, number: RuleNumber, quotation: Quotation | None, meant: _Book | None, now: _Book) -> Checked:
        """The verdict on a number that the rules have, by what the rule says."""
        if meant is not None and meant.whole and number not in meant.known:
            return Checked(
                "missing", None, f"{number} was no rule in {meant.name}, under which it was written; it is one now"
            )
        rule = now.rules.get(number)
        if rule is not None and rule.status == "deprecated":
            return _deprecated(rule, now)
        if rule is not None and quotation is not None and quotation.lang in (None, rule.text_lang):
            return _quoted(rule, quotation, meant, now)
        return _OK

    def _malformed(self, citation: Citation, book: _Book) -> Checked:
        """The verdict on what has the form of no rule's number."""
        plain = citation.written.replace("(", "").replace(")", "").lower()
        head, dot, letter = plain.rpartition(".")
        if letter.isalpha() and dot:
            plain = head + letter
        try:
            number = RuleNumber.parse(plain)
        except BadValue:
            skipped = "; the letters l and o are skipped" if plain[-1:] in ("l", "o") else ""
            return Checked("missing", None, f"{citation.written} can be no rule's number{skipped}")
        message = f"{citation.written} isn't how a rule's number is written"
        if number not in book.known:
            return Checked("missing", None, f"{message}, and there is no rule {number}")
        return Checked("missing", str(number), f"{message}; {number} is meant")

    def _missing(self, citation: Citation, number: RuleNumber, meant: _Book | None, now: _Book) -> Checked | None:
        """The verdict on a number that the rules don't have."""
        last = last_printed(self._store, now.view.lang, number, now.view.as_of)
        if not citation.sure and last is None:
            return None
        if not now.whole:
            return Checked(
                "unchecked", None, f"{number}: no edition in force on {now.view.as_of} is in the knowledge base"
            )
        message = f"there is no rule {number} in {now.name}"
        if meant is not None and number in meant.known:
            return Checked("missing", None, f"{message}; it was one in {meant.name}, under which it was written")
        if last is not None:
            message += f"; the edition of {last} was the last to have it"
        return Checked("missing", None, message)


def _deprecated(rule: Rule, book: _Book) -> Checked:
    """The verdict on a rule that only says that something used to be so."""
    message = f"{rule.number} no longer applies ({book.name}): {_beginning(rule.text)}"
    return Checked("deprecated", None, message)


def _quoted(rule: Rule, quotation: Quotation, meant: _Book | None, now: _Book) -> Checked:
    """Whether a rule says what is quoted beside its number."""
    number = rule.number
    if rule.title and same_title(quotation, rule.title):
        return _OK
    if rule.title and looks_like_title(quotation):
        others = [other for other, title in now.titles.items() if same_title(quotation, title)]
        shared = set(Wording(quotation.text).words) & set(Wording(rule.title).words)
        if others or shared or number.kind == "section":
            theirs = f"; that is the title of {_some(others)}" if others else ""
            return Checked("quote-mismatch", _only(others), f"{number} is titled “{rule.title}” ({now.name}){theirs}")
    parts = parts_of(quotation)
    if not parts or (wording := now.wording(number)).has(parts):
        return _OK
    others = now.with_words(parts) if is_long(parts) else []
    if others and not any(number.covers(other) for other in others):
        return Checked(
            "quote-mismatch", _only(others), f"these are words of {_some(others)}, not of {number} ({now.name})"
        )
    if others or (found := difference(parts, wording)) is None:
        return _OK
    then = meant.rules.get(number) if meant is not None else None
    earlier = f"; as quoted in {meant.name}" if meant and then and Wording(then.text).has(parts) else ""
    return Checked("quote-mismatch", None, f"{number} reads otherwise ({now.name}): {_shown(found)}{earlier}")


def _shown(found: Difference) -> str:
    where = f"after “{found.after}” " if found.after else ""
    if not found.printed:
        return f"{where}the rule doesn't have “{found.quoted}”"
    if not found.quoted:
        return f"{where}the quotation leaves out “{found.printed}”"
    return f"{where}the rule has “{found.printed}”, the quotation “{found.quoted}”"


def _only(numbers: list[RuleNumber]) -> str | None:
    return str(numbers[0]) if len(numbers) == 1 else None


def _some(numbers: list[RuleNumber]) -> str:
    more = f" and {len(numbers) - 3} more" if len(numbers) > 3 else ""
    return ", ".join(map(str, numbers[:3])) + more


def _beginning(text: str) -> str:
    first = text.partition("\n")[0]
    return first if len(first) <= 100 else f"{first[:100].rsplit(maxsplit=1)[0]} …"
