"""Pins: a rule named by the number that it had on a day, `306.7@2009-09-04`, whatever its number is now.

Wherever a number is taken, a pin may stand; this module alone reads pins and says which rule one means today.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from kb.dates import read_date
from kb.errors import BadValue, NotFound
from kb.history import History, Span, history
from kb.link_reads import merged_into
from kb.model import Rule
from kb.number import NumberRange, RuleNumber
from kb.store import Store
from kb.tongue import _
from kb.view import Printed, View

# As people write it, and as a pinned citation has it: `306.7@2009-09-04`, `CR 306.7 (2009-09-04)`.
_PIN = re.compile(r"(?P<number>[^@(]*)(?:@(?P<at>.*)|\((?P<day>[0-9-]+)\)\s*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Pin:
    """A rule, by the number that it had on a day."""

    number: RuleNumber
    day: date

    @property
    def range(self) -> NumberRange:
        """Its number as a range of one."""
        return NumberRange(self.number, self.number)

    def __str__(self) -> str:
        return f"{self.number}@{self.day}"


@dataclass(frozen=True, slots=True)
class Became:
    """What a pinned rule is in a view.

    Attributes:
        pin: how it was named.
        number: its number in the view; None if it isn't there.
        last: as it was printed last; None if it is there.
        gone: the first edition that no longer had it; None if that isn't known, or it is there.
        into: what the rule is in the view that it was merged into; None if there is none.
    """

    pin: Pin
    number: RuleNumber | None
    last: Printed[Rule] | None = None
    gone: date | None = None
    into: Became | None = None

    def says(self, when: str | None = None) -> str:
        """In words: `306.7 of 2009-09-04 is 606.3 today`.

        Args:
            when: the day of the view, as it should stand there, in the user's language; "today" if not given.
        """
        when = _("today") if when is None else when
        named = _("{number} of {day}", number=self.pin.number, day=self.pin.day)
        if self.number is not None:
            if self.number == self.pin.number:
                return _("{rule} is still {number} {when}", rule=named, number=self.number, when=when)
            return _("{rule} is {number} {when}", rule=named, number=self.number, when=when)
        if self.gone is None:
            return _("{rule} isn't in the rules {when}", rule=named, when=when)
        message = _("{rule} is gone since {day}", rule=named, day=self.gone)
        if self.into is not None:
            message += _(", merged into {number}", number=self.into.pin.number)
            if self.into.number not in (None, self.into.pin.number):
                message += _(", which is {number} {when}", number=self.into.number, when=when)
        return message


def read(text: str) -> NumberRange | Pin:
    """Read a number or a range, or one number with a day: `306.7@2009-09-04`, `CR 306.7 (2009-09-04)`.

    Raises:
        BadValue: it is none of them, or the day is none of the calendar.
    """
    match = _PIN.fullmatch(text)
    return NumberRange.read(text) if match is None else _pin(match)


def read_one(text: str) -> RuleNumber | Pin:
    """Read one number, or one with a day.

    Raises:
        BadValue: it is neither.
    """
    match = _PIN.fullmatch(text)
    return RuleNumber.read(text) if match is None else _pin(match)


def _pin(match: re.Match[str]) -> Pin:
    numbers = NumberRange.read(match["number"])
    if numbers.first != numbers.last:
        raise BadValue("rule number", match[0], _("a day stands behind one number, such as 306.7@2009-09-04"))
    return Pin(numbers.first, read_date(match["at"] if match["day"] is None else match["day"]))


def life(store: Store, view: View, pin: Pin) -> History:
    """The whole life of a pinned rule.

    Args:
        store: what is known.
        view: its language counts.
        pin: the rule.

    Raises:
        NotFound: there was no such rule on its day, or no edition of that day is known.
    """
    then = view.at(pin.day)
    if then.rule(pin.number) is not None:
        return history(store, then, pin.number)
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


def became(store: Store, view: View, pin: Pin) -> Became:
    """What a pinned rule is in a view.

    Raises:
        NotFound: there was no such rule on its day, or no edition of that day is known.
    """
    lived = life(store, view, pin)
    if (span := in_view(lived, view)) is not None:
        return Became(pin, span.number)
    known = [span for span in lived.spans if span.first <= view.as_of]
    if not known:
        return Became(pin, None)
    last = known[-1]
    printed = view.at(last.last or last.first).rule(last.number)
    ending = lived.events[-1] if lived.events and lived.events[-1].kind in ("removed", "merged") else None
    if ending is None or ending.edition > view.as_of:
        return Became(pin, None, printed)
    target = merged_into(store, view.lang, last.number, ending.edition)
    into = became(store, view, Pin(target, ending.edition)) if target is not None else None
    return Became(pin, None, printed, ending.edition, into)


def in_view(lived: History, view: View) -> Span | None:
    """The span of a rule that a view shows; None if it shows none."""
    shown = None
    for span in lived.spans:
        if span.partial:
            in_force = span.first <= view.as_of and (view.base is None or span.first > view.base)
        else:
            in_force = view.base is not None and span.first <= view.base and (not span.last or view.base <= span.last)
        if in_force:
            shown = span
    return shown
