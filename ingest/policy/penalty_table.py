"""Findings about the penalties of the Infraction Procedure Guide: the sections against the table of the appendix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.i18n import stored_message
from kb.infractions.infraction import parse_penalty, read_infractions, read_quick_reference
from kb.model import Finding, Rule


def check_penalties(rules: Sequence[Rule]) -> Iterator[Finding]:
    """Yield findings for infractions whose penalty is missing, or isn't the one in the table of the appendix."""
    has_table = bool(read_quick_reference(rules))
    for each in read_infractions(rules):
        # A row with another name is only known to be this infraction's by its order.
        listed = each.listed if each.is_listed_by_name else None
        values = {"number": each.number, "title": each.title, "penalty": each.printed_penalty}
        if not each.printed_penalty and listed is None:
            message = stored_message("{number} '{title}' states no penalty", number=each.number, title=each.title)
        elif not each.printed_penalty:
            message = stored_message(
                "{number} '{title}' states no penalty; the table of penalties says {listed}",
                **values, listed=listed.penalty if listed else "",
            )  # fmt: skip
        elif listed is None:
            if not has_table:
                continue
            message = stored_message("{number} '{title}' is missing in the table of penalties", **values)
        elif listed.penalty != parse_penalty(each.printed_penalty):
            message = stored_message(
                "{number} '{title}' states the penalty {penalty}; the table of penalties says {listed}",
                **values, listed=listed.penalty,
            )  # fmt: skip
        else:
            continue
        yield Finding("penalty-mismatch", message, str(each.number), each.printed_penalty)
