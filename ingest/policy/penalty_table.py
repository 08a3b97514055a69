"""The table "Penalty Quick Reference" of the Infraction Procedure Guide, and the penalties of its infractions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ingest.policy.contents import letters
from kb.i18n import stored_message
from kb.model import Finding, Rule
from kb.section_number import SectionNumber

_TITLE = "penaltyquickreference"
_PENALTIES = ("Disqualification", "Match Loss", "Game Loss", "Warning", "No Penalty", "None")
_CLASS = re.compile(r".*[—–-]\s*(?P<name>[^—–-]+)\Z")


def standard_penalty(text: str) -> str | None:
    """Return the name of the penalty that a text begins with, "None" for no penalty, or None for another text.

    Notes behind the penalty don't count: "Warning*", "Warning with potential upgrade".
    """
    for name in _PENALTIES:
        if letters(text).startswith(letters(name)):
            return "None" if name == "No Penalty" else name
    return None


def printed_table(rules: Sequence[Rule]) -> dict[str, str]:
    """Return the table of the appendix: from the name of each infraction to its penalty, both as printed.

    On some pages, the last infraction of a class, its penalty and the title of the next class run through two rows.
    """
    table: dict[str, str] = {}
    name = ""
    for line in _lines(rules):
        cells = [cell.strip() for cell in line.split("\t") if cell.strip()]
        for cell in cells:
            if standard_penalty(cell) is None:
                name = cell
            elif name:
                table.setdefault(name, cell.rstrip(" *"))
                name = ""
    return table


def _lines(rules: Sequence[Rule]) -> Iterator[str]:
    for rule in rules:
        title, *lines = rule.text.split("\n")
        if isinstance(rule.number, SectionNumber) and rule.number.is_appendix and letters(title) == _TITLE:
            yield from lines


def infraction_penalties(rules: Sequence[Rule]) -> dict[SectionNumber, tuple[str, str]]:
    """Return the titles of the infractions, and the penalties that they state themselves, or "" if they state none."""
    titles: dict[SectionNumber, str] = {}
    penalties: dict[SectionNumber, str] = {}
    for rule in rules:
        number = rule.number
        if not isinstance(number, SectionNumber) or number.chapter < 2:
            continue
        if number.kind == "section":
            titles[number] = rule.text.partition("\n")[0]
        elif number.part == "penalty":
            penalties[number.own_section] = rule.text
    return {number: (title, penalties.get(number, "")) for number, title in titles.items()}


def check_penalties(rules: Sequence[Rule]) -> Iterator[Finding]:
    """Yield findings for infractions whose penalty is missing, or isn't the one in the table of the appendix."""
    table = {letters(name): penalty for name, penalty in printed_table(rules).items()}
    for number, (title, penalty) in infraction_penalties(rules).items():
        listed = _listed(table, title)
        values = {"number": number, "title": title, "penalty": penalty, "listed": listed}
        if not penalty and listed is None:
            message = stored_message("{number} '{title}' states no penalty", number=number, title=title)
        elif not penalty:
            message = stored_message(
                "{number} '{title}' states no penalty; the table of penalties says {listed}", **values
            )
        elif table and listed is None:
            message = stored_message("{number} '{title}' is missing in the table of penalties", **values)
        elif listed is not None and standard_penalty(listed) != standard_penalty(penalty):
            message = stored_message(
                "{number} '{title}' states the penalty {penalty}; the table of penalties says {listed}", **values
            )
        else:
            continue
        yield Finding("penalty-mismatch", message, str(number), penalty)


def _listed(table: dict[str, str], title: str) -> str | None:
    """Return the penalty of the table for an infraction. The table leaves out the class of most infractions."""
    short = _CLASS.fullmatch(title)
    names = [letters(title), *([letters(short["name"])] if short else [])]
    return next((table[name] for name in names if name in table), None)
