"""Numbers that commands take: a pinned number is resolved to the number on the day asked about, and a note says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.messages import note
from kb.errors import NotFound
from kb.i18n import _
from kb.rule_number import NumberRange, RuleNumber

if TYPE_CHECKING:
    from cli.options.global_options import GlobalOptions
    from kb.history.pinned_number import PinnedNumber
    from kb.storage.store import Store
    from kb.storage.view import View


def describe_day(common: GlobalOptions) -> str:
    """Return the day asked about, as messages name it."""
    return _("on {day}", day=common.day) if common.as_of else _("today")


def resolve_pinned_number(
    common: GlobalOptions, store: Store, view: View, named: RuleNumber | PinnedNumber
) -> RuleNumber:
    """Return the number that a rule has in a view; a line on stderr says what a pinned number is resolved to.

    Raises:
        NotFound: the view doesn't have the pinned rule.
    """
    if isinstance(named, RuleNumber):
        return named
    from kb.history.pinned_number import resolve_pin

    found = resolve_pin(store, view, named)
    if found.number is None:
        message = found.describe(describe_day(common)) + _("; `rules show {rule}` shows its last wording", rule=named)
        raise NotFound(str(named), message)
    note(found.describe(describe_day(common)))
    return found.number


def resolve_pinned_range(
    common: GlobalOptions, store: Store, view: View, named: NumberRange | PinnedNumber
) -> NumberRange:
    """Return a range unchanged, or a pinned number resolved to the range of that one rule.

    Raises:
        NotFound: the view doesn't have the pinned rule.
    """
    if isinstance(named, NumberRange):
        return named
    number = resolve_pinned_number(common, store, view, named)
    return NumberRange(number, number)
