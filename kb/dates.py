"""Days of the calendar, as users write them."""

from __future__ import annotations

import re
from datetime import date

from kb.errors import BadValue
from kb.i18n import _


def parse_date(text: str) -> date:
    """Parse a date of the form 2026-01-16.

    Raises:
        BadValue: the text has another form, or the calendar has no such day.
    """
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        try:
            return date.fromisoformat(text)
        except ValueError:
            pass
    raise BadValue("date", text, _("give a day of the calendar as YYYY-MM-DD, such as 2026-01-16"))
