"""Rules identified by the number that they had on a day: `306.7@2009-09-04`.

Every command accepts such a pinned number in place of a number. Only this module parses and resolves pinned numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from kb.errors import BadValue, NotFound
from kb.i18n import _
from kb.rule_number import NumberRange, RuleNumber
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.dates import parse_date

if TYPE_CHECKING:
    from kb.documents import Doc, Number, Range
    from kb.history.history import RuleHistory, Span
    from kb.model import Rule
    from kb.storage.view_items import ViewItem

# A pinned number is written with `@` (`306.7@2009-09-04`) or as in a citation (`CR 306.7 (2009-09-04)`).
_PIN = re.compile(r"(?P<number>[^@(]*)(?:@(?P<at>.*)|\((?P<day>[0-9-]+)\)\s*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class PinnedNumber:
    """A rule, identified by the number that it had on a day."""

    number: Number
    day: date

    @property
    def range(self) -> Range:
        """The number as a range with one member."""
        return range_of(self.number)

    def __str__(self) -> str:
        return f"{self.number}@{self.day}"


@dataclass(frozen=True, slots=True)
class PinResolution:
    """The rule of a pinned number in a view.

    Attributes:
        number: the number of the rule in the view, or None if the view doesn't have the rule.
        last_printed: the rule as last printed, or None if the view has the rule.
        removed_on: the first edition without the rule, or None if this edition is unknown or the view has the rule.
        merged_into: if the rule was merged into another rule, the resolution of the other rule.
        has_whole_edition: True if a whole edition is in force in the view. Excerpts don't show that a rule is absent.
    """

    pin: PinnedNumber
    number: Number | None
    last_printed: ViewItem[Rule] | None = None
    removed_on: date | None = None
    merged_into: PinResolution | None = None
    has_whole_edition: bool = True

    def describe(self, when: str | None = None) -> str:
        """Return a sentence: `306.7 of 2009-09-04 is 606.3 today`. `when` is a translated phrase for "today"."""
        when = _("today") if when is None else when
        named = _("{number} of {day}", number=self.pin.number, day=self.pin.day)
        if self.number is not None:
            if self.number == self.pin.number:
                return _("{rule} is still {number} {when}", rule=named, number=self.number, when=when)
            return _("{rule} is {number} {when}", rule=named, number=self.number, when=when)
        if not self.has_whole_edition:
            return _("{rule} isn't in the knowledge base {when}", rule=named, when=when)
        if self.removed_on is None:
            return _("{rule} isn't in the rules {when}", rule=named, when=when)
        message = _("{rule} is gone since {day}", rule=named, day=self.removed_on)
        if self.merged_into is not None:
            message += _(", merged into {number}", number=self.merged_into.pin.number)
            if self.merged_into.number not in (None, self.merged_into.pin.number):
                message += _(", which is {number} {when}", number=self.merged_into.number, when=when)
        return message


def range_of(number: Number) -> Range:
    """Return the range of one number."""
    if isinstance(number, RuleNumber):
        return NumberRange(number, number)
    from kb.section_number import SectionRange

    return SectionRange(number, number)


def parse_range_or_pin(text: str) -> NumberRange | PinnedNumber:
    """Parse a number, a range, or a pinned number (`306.7@2009-09-04`, `CR 306.7 (2009-09-04)`), or raise BadValue."""
    match = _PIN.fullmatch(text)
    return NumberRange.parse(text) if match is None else _pin(match)


def parse_number_or_pin(text: str) -> RuleNumber | PinnedNumber:
    """Parse a number or a pinned number. Raise BadValue for any other text."""
    match = _PIN.fullmatch(text)
    return RuleNumber.parse_lenient(text) if match is None else _pin(match)


def parse_in_document(text: str, doc: Doc) -> Range | PinnedNumber:
    """Parse a number, a range or a pinned number of a document. Raise BadValue for any other text."""
    if doc == "cr":
        return parse_range_or_pin(text)
    from kb.documents import DOCUMENTS

    match, parse = _PIN.fullmatch(text), DOCUMENTS[doc].ranges.parse
    return parse(text) if match is None else _pin(match, parse)


def parse_one_in_document(text: str, doc: Doc) -> Number | PinnedNumber:
    """Parse a number or a pinned number of a document. Raise BadValue for any other text."""
    if doc == "cr":
        return parse_number_or_pin(text)
    from kb.documents import DOCUMENTS

    match = _PIN.fullmatch(text)
    return DOCUMENTS[doc].numbers.parse_lenient(text) if match is None else _pin(match, DOCUMENTS[doc].ranges.parse)


def _pin(match: re.Match[str], parse: Callable[[str], Range] = NumberRange.parse) -> PinnedNumber:
    numbers = parse(match["number"].strip())
    if numbers.first != numbers.last:
        raise BadValue("rule number", match[0], _("a day stands behind one number, such as 306.7@2009-09-04"))
    return PinnedNumber(numbers.first, parse_date(match["at"] if match["day"] is None else match["day"]))


def pinned_rule_history(store: Store, view: View, pin: PinnedNumber) -> RuleHistory:
    """Return the history of a pinned rule in the language of a view.

    Raises:
        NotFound: there was no such rule on the pin's day, or no edition is known that was in force on this day.
    """
    from kb.history.history import rule_history

    then = view.on_day(pin.day)
    if then.rule(pin.number) is not None:
        return rule_history(store, then, pin.number)
    if then.base is None:
        raise NotFound(
            str(pin),
            _(
                "{pin}: no edition in {lang} that was in force on {day} is known with a rule {number}; "
                "`rules editions` lists what there is",
                pin=pin,
                lang=view.lang,
                day=pin.day,
                number=pin.number,
            ),
        )
    message = _(
        "{pin}: there was no rule {number} on {day} ({edition})",
        pin=pin,
        number=pin.number,
        day=pin.day,
        edition=f"{view.lang} {then.base}",
    )
    raise NotFound(str(pin), message)


def resolve_pin(store: Store, view: View, pin: PinnedNumber) -> PinResolution:
    """Find the rule of a pinned number in a view. Raise the same errors as `pinned_rule_history`."""
    # Most pins name a rule of the edition in force. They need no history, whose modules take long to import.
    then = view.on_day(pin.day)
    is_same_edition = then.base is not None and then.last_edition_day == view.last_edition_day
    if is_same_edition and str(pin.number) in then.labels("rule", pin.number.sort_key):
        return PinResolution(pin, pin.number)
    history = pinned_rule_history(store, view, pin)
    if (span := span_in_view(history, view)) is not None:
        return PinResolution(pin, span.number)
    known = [span for span in history.spans if span.first <= view.as_of]
    if not known:
        return PinResolution(pin, None, has_whole_edition=view.base is not None)
    last = known[-1]
    printed = view.on_day(last.last or last.first).rule(last.number)
    ending = history.events[-1] if history.events and history.events[-1].kind in ("removed", "merged") else None
    if ending is None or ending.edition > view.as_of:
        return PinResolution(pin, None, printed)
    from kb.storage.link_reads import merged_into

    target = merged_into(store, view.lang, last.number, ending.edition)
    into = resolve_pin(store, view, PinnedNumber(target, ending.edition)) if target is not None else None
    return PinResolution(pin, None, printed, ending.edition, into)


def span_in_view(history: RuleHistory, view: View) -> Span | None:
    """Return the span of a rule's history that is in force in a view, if any."""
    found = None
    for span in history.spans:
        if span.partial:
            in_force = span.first <= view.as_of and (view.base is None or span.first > view.base)
        else:
            in_force = view.base is not None and span.first <= view.base and (not span.last or view.base <= span.last)
        found = span if in_force else found
    return found
