"""Citations of the judges' other books in an answer: numbers, titles, quotations."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import kb
from kb.storage.store import Store
from tests.policy_editions import invented_policy


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[kb.Library]:
    """Open a knowledge base with the invented books of lanterns. The MTR is of 2022-02-02, the IPG of 2022-03-03."""
    home = tmp_path_factory.mktemp("books")
    with Store.open(home, create=True) as store, store.transaction() as writer:
        for edition in invented_policy():
            writer.add_edition(edition)
    with kb.open(home) as found:
        yield found


@pytest.mark.parametrize(
    ("text", "number", "outcome", "verdict", "suggestion"),
    [
        ("See MTR 1.2.", "1.2", "right", "ok", None),
        ("See MTR 1.9.", "1.9", "wrong", "missing", None),
        ("See IPG 2.2/philosophy.", "2.2/philosophy", "right", "ok", None),
        ("See IPG 2.2/remedy.", "2.2/remedy", "wrong", "missing", None),
        ("IPG 2.3 (Dark Table) earns a Warning.", "2.3", "right", "ok", None),
        ("IPG 2.2 (Dark Table) earns a Warning.", "2.2", "wrong", "reused", "2.3"),
        ("A dark table is an infraction by IPG 2.3.", "2.3", "right", "ok", None),
        ("A dark table is an infraction by IPG 2.1.", "2.1", "doubtful", "wrong-topic", "2.3"),
        ("The older player lights first, the younger one waits (MTR 1.2).", "1.2", "doubtful", "wrong-topic", "1.3"),
        ("The older player lights first, the younger one waits (MTR 1.3).", "1.3", "right", "ok", None),
        ("Who breaks the glass by accident gets a Warning, see IPG 2.2.", "2.2", "doubtful", "wrong-topic", "2.1"),
        ("JAR, “Serious Problems”, is about fire.", "serious-problems", "right", "ok", None),
        ("JAR, “Trivial Problems”, is about fire.", "trivial-problems", "wrong", "missing", None),
        ('MTR 1.2 says: "Spectators sit behind the rope and keep silent during a round."', "1.2", "right", "ok", None),
        (
            'MTR 1.2 says: "Spectators sit before the rope and keep silent during a round."',
            "1.2", "wrong", "quote-mismatch", None,
        ),
        (
            'MTR 1.1 says: "Spectators sit behind the rope and keep silent during a round."',
            "1.1", "wrong", "wrong-number", "1.2",
        ),
        ("> Spectators sit behind the rope and keep silent during a round.\n> — MTR 1.2", "1.2", "right", "ok", None),
    ],
)  # fmt: skip
def test_a_citation_of_another_book(
    library: kb.Library, text: str, number: str, outcome: str, verdict: str, suggestion: str | None
) -> None:
    """It is judged by its number, its title and its quotation, as a rule's is."""
    (judged,) = library.verify(text, as_of="2022-04-01").citations
    assert (judged.number, judged.outcome, judged.verdict, judged.suggestion) == (number, outcome, verdict, suggestion)
    assert judged.doc == ("jar" if "JAR" in text else "ipg" if "IPG" in text else "mtr")


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        ("See IPG 2.2/philosophy, IPG2.2 and tournament rule 1.2.", ["ok", "ok", "ok"]),
        ("See IPG 2.2/remedy and MTR s1.9.", ["missing", "missing"]),
        ("Judging at Regular, “Serious Problems”, and JAR (A Lantern Falls).", ["ok", "ok"]),
        ("Judging at Regular, “Trivial Problems”.", ["missing"]),
        ("Open the JAR “Lantern Build Files”.", []),  # a file
    ],
)
def test_lint_reads_parts_and_titles(library: kb.Library, text: str, verdicts: list[str]) -> None:
    """A part that an infraction doesn't have is missing, and so is a title that Judging at Regular doesn't have."""
    assert [each.verdict for each in library.lint(text, as_of="2022-04-01")] == verdicts


def test_a_quotation_without_a_number_is_looked_for_in_all_books(library: kb.Library) -> None:
    """It is named with its section."""
    (judged,) = library.verify('As they say, "a player breaks the glass of a lantern by accident".', as_of="2022-04-01")
    assert (judged.doc, judged.number, judged.outcome) == ("ipg", "2.1", "right")


def test_without_the_book_a_citation_is_named(newest_home: Path) -> None:
    """It isn't judged, and the reason says what would help."""
    with kb.open(newest_home) as library:
        found = library.verify("See MTR 1.2, and CR 702.19b for trample.", as_of="2026-01-16")
    assert [each.number for each in found] == ["702.19b"]
    assert [(each.text, "rules sync --doc mtr" in each.reason) for each in found.not_judged] == [("MTR 1.2", True)]
