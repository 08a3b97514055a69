"""Dates in the form in which users write them."""

from __future__ import annotations

import re
from datetime import date

from kb.errors import BadValue
from kb.i18n import _


def parse_date(text: str) -> date:
    """Parse a date of the form 2026-01-16. Raise BadValue for another form or a day that doesn't exist."""
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        try:
            return date.fromisoformat(text)
        except ValueError:
            pass
    raise BadValue("date", text, _("give a day of the calendar as YYYY-MM-DD, such as 2026-01-16"))
