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


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("can A block B",), "did you mean 'can-block A B'?"),
        (("can", "A", "block", "B"), "did you mean 'can-block A B'?"),
        (("can", "p1", "mulligan"), "did you mean 'mulligan p1'?"),
        (("xyzzy",), "in groups: Combat; "),
    ],
)
def test_objects_in_the_words_stand_in_the_suggestion(
    rules: Any, starter_home: Path, words: tuple[str, ...], message: str
) -> None:
    outcome = rules("ask", *words, home=starter_home)
    assert (outcome.status, outcome.err.count("\n")) == (2, 1)
    assert message in outcome.err


def test_what_a_question_lacks_is_named_in_a_line(rules: Any, starter_home: Path) -> None:
    outcome = rules("ask", "can-target", "A", home=starter_home)
    assert (outcome.status, outcome.err.count("\n")) == (2, 1)
    assert "lacks a further object or player" in outcome.err and "rules ask can-target A B" in outcome.err


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("A", "creature"), 0),
        (("A", "a", "white", "creature"), 0),
        (("A", "black creature"), 1),
        (("A", "creature with flying"), 1),
        (("A", "Goblin"), 1),
        (("A", "craeture"), 2),
    ],
)
def test_whether_an_object_is_what_a_phrase_says(
    rules: Any, starter_home: Path, words: tuple[str, ...], status: int
) -> None:
    """`rules ask is A creature`: the words of cards are understood as in situations."""
    facts = ("--fact", "A.types=creature", "--fact", "A.colors=white", "--fact", "A.keywords=none")
    outcome = rules("ask", "is", *words, *facts, home=starter_home)
    assert outcome.status == status
    assert status != 2 or "did you mean 'creature'?" in outcome.err
