"""Reference audit: references to missing rules, and titles that don't match their targets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kb.model import GlossaryEntry, Rule
from kb.rule_number import RuleNumber
from kb.text.reference_audit import wrong_references


def rule(number: str, text: str) -> Rule:
    return Rule(RuleNumber.parse(number), text)


RULES = (
    rule("6", "Spells, Abilities, and Effects"),
    rule("606", "Loyalty Abilities"),
    rule("606.1", "Some activated abilities are loyalty abilities."),
    rule("702.62", "Suspend"),
    rule("702.62a", "Suspend is a keyword that represents three abilities."),
    rule("701.63", "Endure"),
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See rule 606, \u201cLoyalty Abilities.\u201d", []),
        ('See rule 606, "loyalty abilities".', []),
        ("See section 6, \u201cSpells, Abilities, and Effects.\u201d", []),
        # A rule that isn't a heading has no title to compare.
        ("See rule 606.1, \u201cSome Title.\u201d", []),
        ("See rule 702.62, \u201cEndure.\u201d", [("title-mismatch", "702.62")]),
        ("See section 6, \u201cTurn Structure.\u201d", [("title-mismatch", "6")]),
        ("See rule 607, \u201cLoyalty Abilities.\u201d", [("dangling-reference", "607")]),
        ("See rules 606.1\u20133 and 606.", [("dangling-reference", "606.3")]),
        ("See Endure.", []),
    ],
)
def test_wrong_references(text: str, expected: list[tuple[str, str]]) -> None:
    """Wrong references are reported in rules and in the glossary alike."""
    in_rule = wrong_references((*RULES, rule("606.2", text)), ())
    in_glossary = wrong_references(RULES, (GlossaryEntry("Loyalty", text),))
    for found, where in ((in_rule, "606.2"), (in_glossary, "Loyalty")):
        assert [(finding.code, finding.target) for finding in found] == expected
        assert {finding.where for finding in found} <= {where}
        assert all(finding.text in text for finding in found)


def test_the_rule_with_the_title_is_named() -> None:
    """The message names the rule that has the quoted title."""
    (finding,) = wrong_references(RULES, (GlossaryEntry("Endure", "See rule 702.62, \u201cEndure.\u201d"),))
    assert finding.message == (
        "Endure cites 702.62 as \u201cEndure\u201d, but 702.62 is \u201cSuspend\u201d; \u201cEndure\u201d is 701.63"
    )


def test_newest_edition(rules: Any, newest_home: Path) -> None:
    """In the edition of 2026-01-16 one reference is dangling, and three titles don't match their targets."""
    findings = rules("audit", "--json", home=newest_home).data["findings"]
    assert {(each["code"], each["where"], each["target"]) for each in findings} >= {
        ("dangling-reference", "Map", "110.10"),
        ("title-mismatch", "Endure", "702.62"),
        ("title-mismatch", "724.5", "613"),
        ("title-mismatch", "Supervillain Rumble", "806"),
    }
    assert len([each for each in findings if each["code"] in ("dangling-reference", "title-mismatch")]) == 4
