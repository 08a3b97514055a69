"""Coverage: the share of checkable rules that are encoded.

`data/checkability.toml` gives every rule of one edition a class, so that the number of checkable rules can't shrink
unnoticed. The classes are `checkable` (a program can apply the rule to a stated situation), `data` (a list, such as the
creature types), `definition` (the meaning of a word) and `prose` (headings, explanations, procedures of people).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Literal

from kb.rule_number import RuleNumber
from kb.rulings.law import rule_registry
from kb.rulings.law.reviewed_wordings import reviewed_wordings

RuleClass = Literal["checkable", "data", "definition", "prose"]

CLASSES: tuple[RuleClass, ...] = ("checkable", "data", "definition", "prose")


@dataclass(frozen=True, slots=True)
class Checkability:
    """The class of each rule of an edition.

    Attributes:
        edition: the day of the edition.
        classes: the class of each rule, by rule number.
    """

    edition: date
    classes: dict[RuleNumber, RuleClass]


@dataclass(frozen=True, slots=True)
class SectionCoverage:
    """The coverage of a section.

    Attributes:
        number: the number of the section.
        checkable: the count of checkable rules in the section.
        encoded: the count of encoded checkable rules.
        missing: the rule numbers of the checkable rules that aren't encoded, in order.
    """

    number: str
    checkable: int
    encoded: int
    missing: tuple[RuleNumber, ...]


@cache
def load_checkability() -> Checkability:
    """Return the classes of the rules from `data/checkability.toml`."""
    return parse_checkability((files("data") / "checkability.toml").read_text(encoding="utf-8"))


def parse_checkability(text: str) -> Checkability:
    """Parse a file with the classes of rules.

    Raises:
        ValueError: the file has a number twice or an unknown class.
    """
    content = tomllib.loads(text)
    found: dict[RuleNumber, RuleClass] = {}
    for section, classes in content["section"].items():
        for name, numbers in classes.items():
            kind = next((each for each in CLASSES if each == name), None)
            if kind is None:
                raise ValueError(f"section {section}: '{name}' is no class")
            for number in map(RuleNumber.parse, numbers):
                if number in found:
                    raise ValueError(f"{number} is classified twice")
                found[number] = kind
    return Checkability(date.fromisoformat(content["edition"]), found)


def encoded_numbers(day: date) -> dict[RuleNumber, tuple[str, ...]]:
    """Return the concepts of the reviewed wordings of an edition, by rule number."""
    found: dict[RuleNumber, tuple[str, ...]] = {}
    for rule in rule_registry.rules():
        for pin in reviewed_wordings().get(rule.key, ()):
            if pin.covers(day):
                found[pin.number] = tuple(dict.fromkeys((*found.get(pin.number, ()), rule.concept)))
    return found


def section_coverage() -> tuple[SectionCoverage, ...]:
    """Return the coverage of each section, in order."""
    known = load_checkability()
    encoded = encoded_numbers(known.edition)
    sections: dict[str, list[RuleNumber]] = {}
    for number in sorted(number for number, kind in known.classes.items() if kind == "checkable"):
        sections.setdefault(str(number.section), []).append(number)
    return tuple(
        SectionCoverage(
            section,
            len(numbers),
            sum(number in encoded for number in numbers),
            tuple(number for number in numbers if number not in encoded),
        )
        for section, numbers in sections.items()
    )
