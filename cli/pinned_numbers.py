"""Numbers that commands take: a pinned number is resolved to the number on the day asked about, and a note says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.messages import note
from kb.errors import NotFound
from kb.i18n import _
from kb.rule_number import NumberRange, RuleNumber

if TYPE_CHECKING:
    from cli.options.global_options import Everywhere
    from kb.history.pinned_number import Pin
    from kb.storage.store import Store
    from kb.storage.view import View


def when(common: Everywhere) -> str:
    """The day asked about, as messages name it."""
    return _("on {day}", day=common.day) if common.as_of else _("today")


def today(common: Everywhere, store: Store, view: View, named: RuleNumber | Pin) -> RuleNumber:
    """The number that a rule has in a view; a line on stderr says what a pinned number is resolved to.

    Raises:
        NotFound: the view doesn't have the pinned rule.
    """
    if isinstance(named, RuleNumber):
        return named
    from kb.history.pinned_number import became

    found = became(store, view, named)
    if found.number is None:
        message = found.says(when(common)) + _("; `rules show {rule}` shows its last wording", rule=named)
        raise NotFound(str(named), message)
    note(found.says(when(common)))
    return found.number


def range_today(common: Everywhere, store: Store, view: View, named: NumberRange | Pin) -> NumberRange:
    """The same for a range, or for one rule as a range of itself.

    Raises:
        NotFound: the view doesn't have the pinned rule.
    """
    if isinstance(named, NumberRange):
        return named
    number = today(common, store, view, named)
    return NumberRange(number, number)
