"""Pinned numbers in arguments of commands, resolved to the number of the rule on the day asked about.

The functions print a note on stderr that says which number the pinned rule has on that day. They raise `NotFound` if
the view lacks the pinned rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.messages import note
from kb.errors import BadValue, NotFound
from kb.i18n import _
from kb.rule_number import RuleNumber

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cli.options.global_options import GlobalOptions
    from kb.documents import Number, Range
    from kb.history.pinned_number import PinnedNumber
    from kb.rule_number import NumberRange
    from kb.storage.store import Store
    from kb.storage.view import View


def describe_day(common: GlobalOptions) -> str:
    """Return the day asked about, as worded in messages: `on 2016-01-01` or `today`."""
    return _("on {day}", day=common.day) if common.as_of else _("today")


def resolve_pinned_number(common: GlobalOptions, store: Store, view: View, named: Number | PinnedNumber) -> Number:
    """Return a plain number unchanged. For a pinned number, return the rule's number in the view."""
    if isinstance(named, RuleNumber):
        return named
    from kb.history.pinned_number import PinnedNumber, resolve_pin

    if not isinstance(named, PinnedNumber):
        return named

    found = resolve_pin(store, view, named)
    if found.number is None:
        message = found.describe(describe_day(common)) + _("; `rules show {rule}` shows its last wording", rule=named)
        raise NotFound(str(named), message)
    note(found.describe(describe_day(common)))
    return found.number


def resolve_pinned_range(common: GlobalOptions, store: Store, view: View, named: Range | PinnedNumber) -> Range:
    """Return a range unchanged. For a pinned number, return a range of one number: the rule's number in the view."""
    from kb.history.pinned_number import PinnedNumber, range_of

    return range_of(resolve_pinned_number(common, store, view, named)) if isinstance(named, PinnedNumber) else named


def parse_numbers_and_headwords(given: Iterable[str]) -> tuple[list[NumberRange | PinnedNumber], list[str]]:
    """Return the numbers, and the headwords: what has no digit where a number begins."""
    from kb.history.pinned_number import parse_range_or_pin

    numbers, terms = [], []
    for each in given:
        try:
            numbers.append(parse_range_or_pin(each))
        except BadValue:
            if not any(character.isalpha() for character in each[:1]):
                raise
            terms.append(each)
    return numbers, terms
