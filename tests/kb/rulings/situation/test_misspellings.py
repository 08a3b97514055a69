"""A misspelt word is a fault, and a fact that a question doesn't look up changes no answer."""

from __future__ import annotations

import pytest

from bench.misspellings import misspelling_trials, unread_fact_trials
from kb.rulings.review.printed_examples import ExampleCase, packaged_cases

SEED = 704


@pytest.fixture(scope="module")
def cases() -> list[ExampleCase]:
    return list(packaged_cases())


def test_no_misspelling_gives_another_answer(cases: list[ExampleCase]) -> None:
    """Of a sample of misspellings, each gives a fault or leaves the answer. `bench.misspellings` draws more."""
    found = list(misspelling_trials(cases, 80, SEED))
    assert [each for each in found if not each.holds] == []
    assert sum(each.outcome == "fault" for each in found) > 60


def test_unread_facts_change_nothing(cases: list[ExampleCase]) -> None:
    """A fact that `not_used` lists doesn't matter: the answer is the same without the fact."""
    found = list(unread_fact_trials(cases, 80, SEED))
    assert len(found) > 40
    assert [each for each in found if not each.holds] == []
