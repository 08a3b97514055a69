"""`rules examples run`: cases that pass, cases that fail, and cases that need other editions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

CASES = """\
format: cr-examples/1
edition: 2026-01-16
cases:
  - rule: 205.3m
    about: a creature type
    ask: can-choose
    situation: {proposed: {choice: %(choice)s, choice_of: creature type}}
    expect: {verdict: %(verdict)s}
  - rule: 306.5b
    about: how many loyalty counters
    ask: starting-loyalty A
    situation: {objects: [{id: A, types: [planeswalker], loyalty: 4}]}
    expect: {answer: %(loyalty)s, cites: [%(cites)s]}
"""


@pytest.fixture
def cases(tmp_path: Path) -> Any:
    """Return a file of two cases with expected answers; one case needs the list of creature types."""

    def written(choice: str = "Elf", verdict: str = "yes", loyalty: int = 4, cites: str = "306.5b") -> str:
        file = tmp_path / "cases.yaml"
        file.write_text(CASES % {"choice": choice, "verdict": verdict, "loyalty": loyalty, "cites": cites})
        return str(file)

    return written


def test_the_starter_data_run_what_they_can(rules: Any, starter_home: Path) -> None:
    """Ten cases aren't run, because the starter data lack their rules: lists of subtypes, 120.3e, 704.5m."""
    outcome = rules("examples", "run", "--json", home=starter_home)
    assert (outcome.status, outcome.data["failed"], outcome.data["not_run"]) == (0, 0, 10)
    lacks = {each["number"]: each["lacks"] for each in outcome.data["examples"] if each["status"] == "not-run"}
    assert lacks == {
        "120.5": ["120.3e"], "205.3c": ["205.3i", "205.3m"], "205.3e": ["205.3m"],
        "704.5m": ["704.5m"], "704.5p": ["704.5m"],
    }  # fmt: skip
    shown = rules("examples", "run", home=starter_home)
    assert shown.status == 0
    assert shown.out.endswith("10 weren't run: `rules ingest` their edition first\n")


def test_the_edition_runs_them_all(rules: Any, newest_home: Path) -> None:
    """With the edition that prints the examples, every case runs and passes."""
    data = rules("examples", "run", "--json", home=newest_home).data
    assert (data["failed"], data["not_run"], data["passed"]) == (0, 0, len(data["examples"]))
    assert {each["status"] for each in data["examples"]} == {"passed"}


def test_what_is_lacking_is_named(rules: Any, starter_home: Path, cases: Any) -> None:
    """The text output names the missing rules and how to get them."""
    shown = rules("examples", "run", cases(), home=starter_home)
    assert shown.status == 0
    assert shown.out.splitlines() == [
        "not run  205.3m  a creature type",
        "    this knowledge base lacks 205.3m of 2026-01-16",
        "passed  306.5b  how many loyalty counters",
        "1 of 1 cases of 1 rules pass",
        "1 wasn't run: `rules ingest` its edition first",
    ]


@pytest.mark.parametrize("expected", [{"loyalty": 5}, {"cites": "306.5a"}, {"cites": "306.5a, 120.3e"}])
def test_what_can_be_told_fails(rules: Any, starter_home: Path, cases: Any, expected: dict[str, Any]) -> None:
    """A wrong answer or citation is a failure even if the case lacks another rule."""
    data = rules("examples", "run", cases(**expected), "--json", home=starter_home)
    assert (data.status, data.data["failed"], data.data["not_run"]) == (1, 1, 1)
    (failed,) = [each for each in data.data["examples"] if each["status"] == "failed"]
    assert (failed["number"], failed["lacks"], len(failed["differences"])) == ("306.5b", [], 1)


@pytest.mark.parametrize(("choice", "verdict", "status"), [("Elf", "yes", 0), ("Truck", "no", 0), ("Elf", "no", 1)])
def test_with_its_text_a_list_is_read(
    rules: Any, newest_home: Path, cases: Any, choice: str, verdict: str, status: int
) -> None:
    """A case fails if its expected verdict is wrong, or if it expects a citation of a rule that doesn't exist."""
    assert rules("examples", "run", cases(choice, verdict), home=newest_home).status == status
    assert rules("examples", "run", cases(cites="306.99"), home=newest_home).status == 1


def test_an_older_edition_is_no_judge(rules: Any, home: Path, shared: Path, cases: Any) -> None:
    """If only an older edition is known, another answer isn't a failure of the newer edition's example."""
    assert rules("ingest", str(shared / "corpus/en/2012-10-01.txt"), home=home).status == 0
    data = rules("examples", "run", cases(loyalty=5), "--json", home=home).data
    assert [(each["status"], each["lacks"]) for each in data["examples"]] == [("passed", []), ("not-run", ["306.5b"])]
