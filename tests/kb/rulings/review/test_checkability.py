"""The classes of rules, from which `rules coverage` takes the number of checkable rules."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kb.rule_number import RuleNumber
from kb.rulings.review.coverage import load_checkability, parse_checkability, section_coverage

if TYPE_CHECKING:
    from tests.conftest import Rules


def test_checkable_rules_of_section_704() -> None:
    """Five of the 39 rules of 704 only describe state-based actions; the other 34 are checkable."""
    known = load_checkability().classes
    of_704 = {str(number): kind for number, kind in known.items() if number.section == 704}
    other = {"704.1", "704.1a", "704.2", "704.5", "704.6"}
    assert {number for number, kind in of_704.items() if kind != "checkable"} == other
    assert len(of_704) == 39


def test_sections_and_numbers_are_in_order() -> None:
    """Sections are in order, and so are the numbers in each class, which belong to their section."""
    content = tomllib.loads((files("data") / "checkability.toml").read_text(encoding="utf-8"))
    sections = list(content["section"])
    assert sections == sorted(sections)
    for section, classes in content["section"].items():
        for numbers in classes.values():
            parsed = [RuleNumber.parse(number) for number in numbers]
            assert parsed == sorted(parsed)
            assert {str(number.section) for number in parsed} == {section}


def test_bad_classifications_are_refused() -> None:
    """A number with two classes, or a class that doesn't exist, is an error."""
    file = 'edition = "2026-01-16"\n[section.100]\n%s = ["100.1"]\n%s = ["100.1"]\n'
    with pytest.raises(ValueError, match=r"100\.1 is classified twice"):
        parse_checkability(file % ("data", "prose"))
    with pytest.raises(ValueError, match="'maybe' is no class"):
        parse_checkability(file % ("data", "maybe"))


def test_coverage_is_printed_by_section(rules: Rules, home: Path) -> None:
    """The coverage has the checkable and the encoded rules of each section, and their sum."""
    printed = rules("coverage", "--json", home=home).data
    assert [each["section"] for each in printed["sections"]] == [each.number for each in section_coverage()]
    assert printed["checkable"] == sum(each["checkable"] for each in printed["sections"])
    assert sum(printed["classes"].values()) == len(load_checkability().classes)
    of_704 = next(each for each in printed["sections"] if each["section"] == "704")
    assert of_704["checkable"] == 34
    lines = rules("coverage", home=home).out.splitlines()
    assert any(line.split()[:2] == ["704", "34"] for line in lines)
