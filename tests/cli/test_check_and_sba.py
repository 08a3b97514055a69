"""`rules check` on a screen and with `--question`; `--fact` of `rules check` and `rules sba`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

SITUATION = """\
format: cr-situation/1
game: {active: p1, phase: combat, step: declare-attackers}
players: {p1: {life: 20, poison: 0}, p2: {life: 20, poison: 0}}
closed: [battlefield]
objects:
  - {id: A, zone: battlefield, controller: p1, types: [creature], power: 2, toughness: 2, keywords: [haste]}
history: {drew_from_empty_library: {p1: no, p2: no}}
"""
SCREEN = 24


@pytest.fixture
def attack(tmp_path: Path) -> str:
    file = tmp_path / "attack.yaml"
    file.write_text(SITUATION)
    return str(file)


def test_check_fits_a_screen(rules: Any, starter_home: Path, attack: str) -> None:
    outcome = rules("check", attack, home=starter_home)
    assert outcome.status == 0 and outcome.out.count("\n") <= SCREEN
    assert "Rules that apply as well:" in outcome.out and "Not stated, with" in outcome.out


BLOCK = """\
format: cr-situation/1
game: {active: p1, phase: combat, step: declare-blockers}
players: {p1: {life: 20, poison: 0}, p2: {life: 0, poison: 0}}
closed: [battlefield]
objects:
  - {id: A, zone: battlefield, controller: p1, types: [creature], keywords: [flying], attacking: p2}
  - {id: B, zone: battlefield, controller: p2, types: [creature], keywords: [reach], tapped: no}
"""


def test_what_decides_stands_first(rules: Any, starter_home: Path, tmp_path: Path) -> None:
    """704.5a: p2 has 0 life. 702.9b: B has reach. Rules about casting and planes decide nothing here."""
    file = tmp_path / "block.yaml"
    file.write_text(BLOCK)
    lines = rules("check", str(file), home=starter_home).out.splitlines()
    deciding = [line.split()[0] for line in lines[2 : lines.index("  Rules that apply as well:")]]
    assert deciding[0] == "704.5a"
    assert "702.9b" in deciding
    assert not {"601.3", "302.1", "309.2c"} & set(deciding)


def test_many_faults_fit_a_screen_and_the_others_are_counted(rules: Any, starter_home: Path, tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    objects = "".join(f"  - {{id: A{at}, zone: batlefield}}\n" for at in range(100))
    file.write_text(f"format: cr-situation/1\nobjects:\n{objects}")
    outcome = rules("check", str(file), home=starter_home)
    lines = outcome.out.splitlines()
    assert outcome.status == 1 and len(lines) <= SCREEN
    assert lines[-1].split() == [str(100 - (len(lines) - 1)), "more"]
    assert len(rules("check", str(file), "--json", home=starter_home).data["faults"]) == 100


def test_check_says_what_one_question_lacks(rules: Any, starter_home: Path, attack: str) -> None:
    """508.1a: a chosen creature must be untapped. Whether A is tapped isn't stated."""
    asked = ("check", attack, "--question", "can-attack")
    answer = rules(*asked, "--json", home=starter_home).data
    assert answer["unstated"] == ["objects.A.tapped"]
    assert {each["asked"] for each in answer["rules"]} <= {"can-attack A"}
    assert "can-attack A  depends on objects.A.tapped" in rules(*asked, home=starter_home).out
    stated = rules(*asked, "--fact", "A.tapped=no", home=starter_home)
    assert "can-attack A  yes" in stated.out


@pytest.mark.parametrize(
    ("question", "says"),
    [("can-atack", "did you mean 'can-attack'?"), ("can-attack Z", "'Z'"), ("", "`rules ask --list`")],
)
def test_a_question_that_cannot_be_asked_is_an_error(
    rules: Any, starter_home: Path, attack: str, question: str, says: str
) -> None:
    outcome = rules("check", attack, "--question", question, home=starter_home)
    assert (outcome.status, outcome.out) == (2, "")
    assert says in outcome.err and outcome.err.count("\n") == 1


def test_sba_takes_facts(rules: Any, starter_home: Path, attack: str) -> None:
    """704.5a: a player with 0 life loses the game."""
    assert rules("sba", attack, home=starter_home).status != 0
    actions = rules("sba", attack, "--fact", "p1.life=0", "--json", home=starter_home).data["actions"]
    assert [(each["number"], each["players"]) for each in actions] == [("704.5a", ["p1"])]
    wrong = rules("sba", attack, "--fact", "life", home=starter_home)
    assert wrong.status == 2 and "PATH=VALUE" in wrong.err
