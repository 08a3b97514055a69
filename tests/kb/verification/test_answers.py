"""Answers about the rules, as language models write them, with planted false numbers and quotations among right ones.

The false ones were planted by hand: numbers that no rule has, numbers of another rule, and quotations with other words.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import kb
from kb.library.library import Library

ANSWERS = Path(__file__).with_name("answers")


@pytest.fixture(scope="module")
def library(every_edition: Path) -> Iterator[Library]:
    with kb.open(every_edition) as opened:
        yield opened


def flagged(library: Library, text: str, *outcomes: str) -> list[tuple[int, str | None]]:
    """Return line and number of each citation that is wrong, or has one of the outcomes."""
    found = library.verify(text, as_of="2026-01-16")
    return [(each.line, each.number) for each in found if each.outcome in (outcomes or ("wrong",))]


@pytest.mark.parametrize(
    ("name", "planted"),
    [
        ("trample.md", [(13, "702.12f"), (17, "702.15b"), (25, "510.2"), (28, "702.91z")]),
        ("commander.txt", [(5, "704.5g"), (10, "903.14a"), (11, "408.9"), (19, "117.4"), (21, "702.14b")]),
        ("targets.txt", [(3, "702.16e"), (5, "305.7"), (5, "613.41"), (7, "202.3e"), (7, "701.18"),
                         (7, "702.19a")]),
        ("legend_rule.md", [(8, "704.5k"), (18, "117.3c"), (20, "707.10"), (22, "800.99")]),
        ("casting.txt", [(3, "601.2m"), (7, "306.8"), (9, "702.17a"), (11, "405.2")]),
        ("layers.md", [(3, "613.1h"), (7, "305.7"), (11, "613.6"), (12, "613.3"), (13, "702.71"), (17, "101.2"),
                       (17, "100.7z")]),
    ],
)  # fmt: skip
def test_planted_faults_are_found(library: Library, name: str, planted: list[tuple[int, str]]) -> None:
    """Every planted fault is wrong or doubtful. What is right is never wrong, and at most three times doubtful."""
    text = (ANSWERS / name).read_text(encoding="utf-8")
    suspicious = flagged(library, text, "wrong", "doubtful")
    assert set(planted) <= set(suspicious)
    assert set(flagged(library, text)) <= set(planted)
    assert len(set(suspicious) - set(planted)) <= 3


def test_a_name_beside_a_number_decides(library: Library) -> None:
    """Regeneration isn't in 702.19, which is trample."""
    assert flagged(library, "Regenerate lives in rule 702.19a.") == [(1, "702.19a")]
    assert flagged(library, "Regeneration lives in rule 702.19a.", "wrong", "doubtful") == [(1, "702.19a")]


RIGHT = "damage to the creature(s) blocking it"
WRONG = "damage to the player before it"


@pytest.mark.parametrize(
    "form",
    [
        "702.19b says: “The controller of an attacking creature with trample first assigns {}”",
        'As 702.19b makes clear, "the controller of an attacking creature with trample first assigns {}".',
        "“The controller of an attacking creature with trample first assigns {}.” – that's rule 702.19b.",
        "“The controller of an attacking creature with trample first assigns {},” says 702.19b.",
        "‘The controller of an attacking creature with trample first assigns {}’ (702.19b)",
        "**702.19b** says:\n\n> The controller of an attacking creature with trample first\n> assigns {}.\n",
        "- 702.19b:\n\n  > The controller of an attacking creature with trample first assigns {}.\n",
        "> The controller of an attacking creature with trample first assigns {}.\n\n— CR 702.19b",
        "<blockquote>The controller of an attacking creature with trample first assigns {}.</blockquote> (702.19b)",
        "Under 702.19b, the controller of such a creature “first assigns {}” and then goes on.",
        "By 702.19 and its first part, it is plain: “with trample first assigns {}” as you see in 702.19b.",
    ],
)
def test_forms_of_quotations(library: Library, form: str) -> None:
    """702.19b, quoted in the forms of articles and chats, rightly and wrongly."""
    right, wrong = form.format(RIGHT), form.format(WRONG)
    judged = [each for each in library.verify(right, as_of="2026-01-16") if each.quotation]
    assert [(each.outcome, "quotation" in each.checked) for each in judged] == [("right", True)]
    assert flagged(library, right) == []
    assert [str(number).rstrip("b") for _line, number in flagged(library, wrong)] == ["702.19"]


@pytest.mark.parametrize(
    "text",
    [
        "Blood Moon says “Nonbasic lands are Mountains and nothing else at all.” That is a matter of 305.7.",
        "He told you “you can never block with a tapped creature of mine”, and nothing in 509.1a says so.",
        "Its text is “Whenever this creature attacks, draw a card and discard a card” (603.2).",
        "It costs $100.50, in version 115.2 of the program, and takes 120.5 seconds.",
    ],
)
def test_words_of_others_are_no_fault(library: Library, text: str) -> None:
    """Cards and players are quoted beside right numbers, so no rule is wrong; decimals aren't citations."""
    assert flagged(library, text) == []


def test_bare_numbers_count_in_answers_only(library: Library) -> None:
    text = "In a layer, 613.8 comes first, then (613.7)."
    assert [each.number for each in library.verify(text, as_of="2026-01-16")] == ["613.8", "613.7"]
    assert library.lint(text) == ()
