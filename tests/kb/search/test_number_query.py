"""Rule numbers in queries: wherever they stand and however they are written."""

from __future__ import annotations

import pytest

from kb.search.number_query import parse_number_query


@pytest.mark.parametrize(
    ("query", "number", "rest"),
    [
        ("RC 306.4", "306.4", ""), ("cr702.9", "702.9", ""), ("704.5 k", "704.5k", ""), ("CR 306.5D.", "306.5d", ""),
        ("what is rule 704.5k", "704.5k", "what is"), ("what is 704.5k?", "704.5k", "what is ?"),
        ("608.2b fizzle", "608.2b", "fizzle"), ("704.5 a creature", "704.5", "a creature"),
        ("what does section 702 say", "702", "what does say"), ("306", "306", ""), ("3", "3", ""),
        ("r\u00e8gle 702.9b ?", "702.9b", "?"),
    ],
)  # fmt: skip
def test_numbers_are_found(query: str, number: str, rest: str) -> None:
    """The number is found with its letter, and the words around it are kept without "rule" and "CR"."""
    found = parse_number_query(query)
    assert found is not None
    assert (str(found.number), found.rest) == (number, rest)


@pytest.mark.parametrize(
    "query",
    [
        "100 cards",
        "deal 3.5 damage",
        "12/12 100",
        "306.7@2009",
        "rule 704-706",
        "",
        "a 702",
        "704.5l",
        "word " * 20 + "704.5a",
    ],
)
def test_other_numbers_are_words(query: str) -> None:
    """Amounts, pinned numbers, ranges and references in long texts aren't taken out."""
    assert parse_number_query(query) is None
