"""The infractions of one edition of the Infraction Procedure Guide, read from its sections.

An infraction is a section with parts: definition, examples, philosophy, additional remedy, upgrade, downgrade. Its
penalty is printed beside its title. The appendix "Penalty Quick Reference" lists all penalties again. Some sources have
lost the penalty beside the title. Then the penalty is the one of the appendix. If both are printed and differ, the
section decides, and both are given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from kb.model import Rule
from kb.section_number import INFRACTION_PARTS, SectionNumber
from kb.text.folding import name_lookup_key

Penalty = Literal["None", "Warning", "Game Loss", "Match Loss", "Disqualification"]
PENALTIES: tuple[Penalty, ...] = get_args(Penalty)
"""The penalties from the least, as the appendix names them."""

# A penalty as printed: "No Penalty", "Warning*", "Warning with potential upgrade".
_PENALTY = re.compile(
    r"\W*(?:(?P<none>No\s+Penalty)|(?P<name>None|Warning|(?:Game|Match)\s+Loss|Disqualification))\b", re.IGNORECASE
)
# The dash between the class of an infraction and its name.
_DASH = re.compile(r"\s*[—–]\s*|\s+-\s+")
_QUICK_REFERENCE = "penalty quick reference"
# These names are degrees of a class: alone they name no infraction.
_DEGREES = ("minor", "major")


def parse_penalty(printed: str) -> Penalty | None:
    """Return the penalty that a text begins with, or None if it begins with no penalty."""
    match = _PENALTY.match(printed)
    if match is None:
        return None
    if match["none"]:
        return "None"
    name = " ".join(match["name"].lower().split())
    return next(penalty for penalty in PENALTIES if penalty.lower() == name)


@dataclass(frozen=True, slots=True)
class ListedPenalty:
    """A row of the appendix "Penalty Quick Reference".

    Attributes:
        name: the infraction as the row names it.
        penalty: the penalty.
        appendix: the number of the appendix.
    """

    name: str
    penalty: Penalty
    appendix: SectionNumber


@dataclass(frozen=True, slots=True)
class Infraction:
    """An infraction in one edition.

    Attributes:
        number: the number of its section.
        title: the title as printed: `Game Play Error — Missed Trigger`.
        printed_penalty: the penalty as the section prints it, or "" if it prints none.
        listed: the row of the appendix, or None if the appendix doesn't list the infraction.
        parts: its parts in the order printed, without the penalty.
    """

    number: SectionNumber
    title: str
    printed_penalty: str
    listed: ListedPenalty | None
    parts: tuple[Rule, ...]

    @property
    def penalty(self) -> Penalty | None:
        """The penalty in the section, otherwise the one in the appendix. None if neither prints a penalty."""
        return parse_penalty(self.printed_penalty) or (self.listed.penalty if self.listed else None)

    @property
    def is_contradicted(self) -> bool:
        """True if the section and the appendix print different penalties."""
        printed = parse_penalty(self.printed_penalty)
        return printed is not None and self.listed is not None and printed != self.listed.penalty

    @property
    def is_from_appendix(self) -> bool:
        """True if only the appendix prints the penalty."""
        return self.listed is not None and parse_penalty(self.printed_penalty) is None

    @property
    def is_listed_by_name(self) -> bool:
        """True if the appendix lists the infraction by its name, with or without its class."""
        names = (_letters(self.title), _letters(self.short_title))
        return self.listed is not None and _letters(self.listed.name) in names

    @property
    def category(self) -> str:
        """The class of the infraction, as its title names it: `Game Play Error`. It is "" if the title names none."""
        return _split_title(self.title)[0]

    @property
    def short_title(self) -> str:
        """The title without the class: `Missed Trigger`, `Minor`."""
        return _split_title(self.title)[1]

    @property
    def name(self) -> str:
        """The name without the class, where it names an infraction: `Missed Trigger`, `Unsporting Conduct — Minor`."""
        return self.title if name_lookup_key(self.short_title) in _DEGREES else self.short_title

    def part(self, name: str) -> Rule | None:
        """Return the part with a name (`additional-remedy`), or None if the infraction has no such part."""
        return next((part for part in self.parts if _part_of(part) == name), None)


def read_infractions(rules: Iterable[Rule]) -> tuple[Infraction, ...]:
    """Return the infractions of an edition of the Infraction Procedure Guide, in order."""
    rules = tuple(rules)
    parts: dict[SectionNumber, list[Rule]] = {}
    for rule in rules:
        if isinstance(rule.number, SectionNumber) and rule.number.part in INFRACTION_PARTS and rule.number.section:
            parts.setdefault(rule.number.own_section, []).append(rule)
    found = []
    for rule in rules:
        number = rule.number
        if isinstance(number, SectionNumber) and number in parts:
            penalty = next((part.text for part in parts[number] if _part_of(part) == "penalty"), "")
            others = tuple(part for part in parts[number] if _part_of(part) != "penalty")
            found.append(Infraction(number, (rule.title or "").strip(), penalty.strip(), None, others))
    listed = _align(found, read_quick_reference(rules))
    return tuple(
        Infraction(each.number, each.title, each.printed_penalty, listed.get(each.number), each.parts) for each in found
    )


def read_quick_reference(rules: Iterable[Rule]) -> tuple[ListedPenalty, ...]:
    """Return the rows of the appendix "Penalty Quick Reference", in order; () if the edition has no such appendix.

    The cells are read in order, without regard to the rows: in some sources, cells have slipped into another row.
    """
    for rule in rules:
        number = rule.number
        if isinstance(number, SectionNumber) and number.is_appendix and _QUICK_REFERENCE in name_lookup_key(rule.text):
            return tuple(_listed(rule, number))
    return ()


def _listed(appendix: Rule, number: SectionNumber) -> Iterable[ListedPenalty]:
    before = ""
    for line in appendix.text.split("\n")[1:]:
        for cell in filter(None, map(str.strip, line.split("\t"))):
            penalty = parse_penalty(cell)
            if penalty is None:
                before = cell
            elif before:
                yield ListedPenalty(before, penalty, number)
                before = ""


def _align(infractions: Sequence[Infraction], listed: Sequence[ListedPenalty]) -> Mapping[SectionNumber, ListedPenalty]:
    """Return the row of each infraction: by its name, and for what is left by the order, if as many rows are left."""
    by_name: dict[str, ListedPenalty] = {}
    for row in listed:
        by_name.setdefault(_letters(row.name), row)
    found: dict[SectionNumber, ListedPenalty] = {}
    for each in infractions:
        names = (_letters(each.title), _letters(each.short_title))
        if known := [by_name[name] for name in names if name in by_name]:
            found[each.number] = known[0]
    taken = {_letters(row.name) for row in found.values()}
    rows = [row for row in listed if _letters(row.name) not in taken]
    left = [each for each in infractions if each.number not in found]
    if len(rows) == len(left):
        found |= {each.number: row for each, row in zip(left, rows, strict=True)}
    return found


def _split_title(title: str) -> tuple[str, str]:
    """Return the class of an infraction and its name. The class is "" if the title has no dash."""
    category, name = ([*_DASH.split(title, maxsplit=1), ""])[:2]
    return (category, name) if name else ("", title)


def _part_of(rule: Rule) -> str:
    return rule.number.part if isinstance(rule.number, SectionNumber) else ""


def _letters(name: str) -> str:
    return re.sub(r"[\W_]+", "", name_lookup_key(name))
