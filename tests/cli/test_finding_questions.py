"""Finding a question: groups, near names, words of players, a question quoted with its objects."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kb.rulings.engine.question_search import near_questions, questions_by_group
from kb.rulings.engine.questions import all_questions


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("can-activat", "can-activate"),
        ("can it block", "can-block"),
        ("can this creature attack", "can-attack"),
        ("does my creature die", "sba"),
        ("who wins", "winning"),
        ("which color", "color"),
    ],
)
def test_words_find_a_question(words: str, name: str) -> None:
    assert name in [each.name for each in near_questions(words)]


def test_words_that_no_question_has_find_nothing() -> None:
    assert near_questions("xyzzy") == []


def test_every_question_stands_in_one_group() -> None:
    listed = [each.name for _heading, questions in questions_by_group() for each in questions]
    assert sorted(listed) == sorted(all_questions())


def test_an_unknown_question_of_several_words_names_near_ones(rules: Any, starter_home: Path) -> None:
    outcome = rules("ask", "can", "it", "block", home=starter_home)
    assert (outcome.status, outcome.out) == (2, "")
    assert "did you mean 'can-block'" in outcome.err and outcome.err.count("\n") == 1


def test_a_question_may_be_quoted_with_its_objects(rules: Any, starter_home: Path) -> None:
    facts = ("--phase", "main", "--priority", "p1", "--stack", "empty")
    quoted = rules("ask", "can-activate A", *facts, home=starter_home)
    apart = rules("ask", "can-activate", "A", *facts, home=starter_home)
    assert (quoted.status, quoted.out) == (apart.status, apart.out) and quoted.status == 0
