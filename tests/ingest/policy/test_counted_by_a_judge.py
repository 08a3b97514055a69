"""The real policy documents, compared with what a judge counted by eye: sections, tables, parts, printed penalties."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from kb.model import Edition
from kb.section_number import SectionNumber
from tests.policy_corpus import edition_of, needs_policy

COUNTED = tomllib.loads((Path(__file__).parent / "counted_by_a_judge.toml").read_text(encoding="utf-8"))["edition"]
# The rows of the appendix that name a class of infractions have one cell.
CLASSES = 3

pytestmark = needs_policy


def numbers(edition: Edition) -> list[SectionNumber]:
    return [rule.number for rule in edition.rules if isinstance(rule.number, SectionNumber)]


@pytest.mark.parametrize("counted", COUNTED, ids=lambda counted: counted["file"])
def test_sections_and_appendices(counted: dict[str, Any]) -> None:
    found = numbers(edition_of(counted["file"]))
    chapters = [number.chapter for number in found if number.kind == "section"]
    assert [chapters.count(chapter) for chapter in range(1, len(counted["sections"]) + 1)] == counted["sections"]
    assert "".join(number.name for number in found if number.kind == "appendix") == counted["appendices"]


@pytest.mark.parametrize("counted", COUNTED, ids=lambda counted: counted["file"])
def test_rows_of_tables(counted: dict[str, Any]) -> None:
    texts = {str(rule.number): rule.text for rule in edition_of(counted["file"]).rules}
    for place, rows in counted["tables"].items():
        lines = [line for line in texts[place].split("\n") if "\t" in line]
        assert (place, len(lines)) == (place, rows + 1 - (CLASSES if place == "Appendix A" else 0))


@pytest.mark.parametrize("counted", [each for each in COUNTED if "infractions" in each], ids=lambda each: each["file"])
def test_infractions_with_their_parts_and_penalties(counted: dict[str, Any]) -> None:
    """Where the page of 2016-04-08 prints the penalty in the heading, the text below it is the definition.

    On the page of 2018-07-13, the penalty stands in a box within the definition, so the order is compared without it.
    """
    edition = edition_of(counted["file"])
    texts = {str(rule.number): rule.text for rule in edition.rules}
    for each in counted["infractions"]:
        section = SectionNumber.parse(each["number"])
        parts = [number.part for number in numbers(edition) if number.own_section == section and number.part]
        expected = [*(["definition"] if "definition" not in each["parts"] else []), *each["parts"]]
        assert (each["number"], [part for part in parts if part != "penalty"]) == (each["number"], expected)
        assert texts.get(f"{each['number']}/penalty", "") == each["penalty"]
