"""Numbers that commands take: a pinned one becomes what it is in the rules asked about, and the user is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.messages import note
from kb.errors import NotFound
from kb.number import NumberRange, RuleNumber
from kb.tongue import _

if TYPE_CHECKING:
    from cli.global_options import Everywhere
    from kb.pins import Pin
    from kb.store import Store
    from kb.view import View


def when(common: Everywhere) -> str:
    """The day asked about, as a message names it."""
    return _("on {day}", day=common.day) if common.as_of else _("today")


def today(common: Everywhere, store: Store, view: View, named: RuleNumber | Pin) -> RuleNumber:
    """The number that a rule has in a view; if it was pinned, a line on stderr says what it is.

    Raises:
        NotFound: the view doesn't have the pinned rule.
    """
    if isinstance(named, RuleNumber):
        return named
    from kb.pins import became

    found = became(store, view, named)
    if found.number is None:
        message = found.says(when(common)) + _("; `rules show {rule}` shows its last wording", rule=named)
        raise NotFound(str(named), message)
    note(found.says(when(common)))
    return found.number


def range_today(common: Everywhere, store: Store, view: View, named: NumberRange | Pin) -> NumberRange:
    """The same for what may be a range, which is never pinned.

    Raises:
        NotFound: the view doesn't have the pinned rule.
    """
    if isinstance(named, NumberRange):
        return named
    number = today(common, store, view, named)
    return NumberRange(number, number)
