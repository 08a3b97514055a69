"""Reminder texts: sentences in parentheses that explain what other words mean.

Only some printings of a text have them, and they may say the same in other words.
"""

from __future__ import annotations

import re

# Whole sentences in parentheses. They may contain parentheses: "ciblé(e)".
_REMINDER = re.compile(r"\((?=[^()]*[^\W\d_]{2})(?:[^()]|\([^()]*\))*[.!?][»”\"\u00a0\u202f ]*\)")


def reminder_texts(text: str) -> list[str]:
    """Return the reminder texts of a text, in order."""
    return _REMINDER.findall(text)


def without_reminders(text: str) -> str:
    """Return a text whose reminder texts are replaced by spaces, in the same length."""
    return _REMINDER.sub(lambda match: " " * len(match[0]), text)


def have_the_same_reminders(french: str, english: str) -> bool:
    """True if two texts have the same number of reminder texts, at least one."""
    return 0 < len(reminder_texts(french)) == len(reminder_texts(english))
