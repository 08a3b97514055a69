"""`rules translation lint`: its text and JSON, and the check of a file that isn't ingested."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kb.storage.database_file import DATABASE_FILE_NAME

TEXT = """Ces règles entrent en vigueur au 27 avril 2018.

306.1. Un joueur qui a la priorité peut lancer une carte de planeswalker depuis sa main. (cf. règle 602)

306.2. Quand un sort de planeswalker se résout, son contrôleur met le planeswalker sur le champ de bataille.
"""


@pytest.fixture
def french(tmp_path: Path) -> Path:
    """A French text that cites a wrong rule."""
    file = tmp_path / "planeswalkers.txt"
    file.write_text(TEXT, encoding="utf-8")
    return file


def test_findings_of_a_rule_stand_together(rules: Any, starter_home: Path) -> None:
    """The text names the rule, the base of its French, each finding and the number of findings."""
    outcome = rules("translation", "lint", "--section", "306.5", home=starter_home)
    assert outcome.status == 1
    assert outcome.out.splitlines() == [
        "306.5d  made from en 2018-04-27",
        "  spacing  no space before “»”: Capacités de loyauté»)",
        "5 French rules checked: 1 spacing",
    ]


def test_a_clean_section(rules: Any, starter_home: Path) -> None:
    """306.1 has no findings, and "Planeswalker : Jace" in 306.3 is correct for the English dash."""
    outcome = rules("translation", "lint", "--section", "306.1", home=starter_home)
    assert (outcome.status, outcome.out) == (0, "1 French rule checked: nothing wrong\n")
    found = rules("translation", "lint", "--section", "306.3", "--json", home=starter_home).data["findings"]
    assert [finding["text"] for finding in found if "Jace" in finding["text"]] == []


def test_as_json(rules: Any, starter_home: Path) -> None:
    """Each finding in the JSON has code, number, message and the French edition."""
    data = rules("translation", "lint", "--json", home=starter_home).data
    assert data["summary"] == {"spacing": 2, "untranslated": 1}
    (finding,) = [each for each in data["findings"] if each["number"] == "306.5d"]
    assert finding["code"] == "spacing"
    assert (finding["today"], finding["edition"], finding["base_edition"]) == ("306.5d", "2018-04-27", "2018-04-27")


def test_a_file_is_looked_at_without_taking_it_in(rules: Any, home: Path, french: Path) -> None:
    """Only the rules of the file are checked; the knowledge base doesn't change."""
    before = (home / DATABASE_FILE_NAME).read_bytes()
    outcome = rules("translation", "lint", str(french), home=home)
    assert outcome.status == 1
    assert outcome.out.splitlines() == [
        "306.1  made from en 2018-04-27",
        "  reference-mismatch  the English cites 601, the French 602",
        "2 French rules checked: 1 reference-mismatch",
    ]
    assert (home / DATABASE_FILE_NAME).read_bytes() == before
    assert rules("translation", "lint", str(french), "--section", "306.2", home=home).status == 0


def test_a_file_that_states_no_date(rules: Any, home: Path, french: Path) -> None:
    """A document that states no date gets it from `--effective`."""
    french.write_text(TEXT.partition("\n")[2], encoding="utf-8")
    assert rules("translation", "lint", str(french), home=home).status == 1
    outcome = rules("translation", "lint", str(french), "--effective", "2018-04-27", "--json", home=home)
    assert [finding["code"] for finding in outcome.data["findings"]] == ["reference-mismatch"]


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["--section", "999"], 1, "there is no French of 999"),
        (["--section", "306.l"], 2, "306.l"),
        (["--as-of", "2001-01-01"], 1, "there is no French as of 2001-01-01"),
        (["nothing.txt"], 1, "nothing.txt"),
        (["--effective", "2018-02-30", "nothing.txt"], 2, "2018-02-30"),
    ],
)
def test_what_cant_be_done_is_said(
    rules: Any, starter_home: Path, arguments: list[str], status: int, message: str
) -> None:
    """Each error is one line that names the bad value."""
    outcome = rules("translation", "lint", *arguments, home=starter_home)
    assert outcome.status == status
    assert outcome.out == ""
    assert message in outcome.err
    assert outcome.err.count("\n") == 1


def test_an_english_file_holds_no_french(rules: Any, starter_home: Path, tmp_path: Path) -> None:
    """A document without French is rejected, with its language."""
    file = tmp_path / "english.txt"
    file.write_text("306.1. A player who has priority may cast it.\n306.2. It is what the player does.\n")
    outcome = rules("translation", "lint", str(file), "--effective", "2018-04-27", home=starter_home)
    assert outcome.status == 1
    assert "none in fr" in outcome.err


def test_compare_shows_what_lint_finds(rules: Any, starter_home: Path) -> None:
    """`rules compare` shows the findings of each pair."""
    (pair,) = rules("compare", "306.5d", "--json", home=starter_home).data["pairs"]
    assert [finding["code"] for finding in pair["findings"]] == ["spacing"]


def test_the_guide_prints_what_it_shows(rules: Any, starter_home: Path) -> None:
    """The example in docs/translation.md has the output that the page shows."""
    guide = (Path(__file__).parents[2] / "docs/translation.md").read_text(encoding="utf-8")
    shown = guide.partition("$ rules translation lint\n")[2].partition("```")[0]
    assert rules("translation", "lint", home=starter_home).out == shown
