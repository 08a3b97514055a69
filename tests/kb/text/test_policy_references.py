"""References in the policy documents: to their own sections, to other books, to the Comprehensive Rules."""

from __future__ import annotations

import pytest

from kb.text.document_names import find_book_names
from kb.text.policy_references import find_references


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(see section 2.10)", ["mtr 2.10"]),
        ("as in section 7.6.", ["mtr 7.6"]),
        ("Limited tournaments (Section 7) apply", ["mtr 7"]),
        ("Infractions (sections 2-4)", ["mtr 2-4"]),
        ("sections 6.1, 6.2 and 6.3", ["mtr 6.1", "mtr 6.2", "mtr 6.3"]),
        ("Refer to section 5.2 of the Magic Tournament Rules.", ["mtr 5.2"]),
        ("See Infraction Procedure Guide section 3.7.", ["ipg 3.7"]),
        ("rules (MTR section 4.3) may also be applicable", ["mtr 4.3"]),
        ("Magic Comprehensive Rules, rule 103.4c)", ["cr 103.4c"]),
        ("see rule 704.5 and section 4.2", ["cr 704.5", "mtr 4.2"]),
        ("listed in Appendix F. Also Appendix C", ["mtr Appendix F", "mtr Appendix C"]),
        ("except Tardiness (3.1) and others (3.5))", ["mtr 3.1", "mtr 3.5"]),
        ("a percentage of 0.33, 3/(4*3) = 0.25, 2.5 minutes", []),
        ("3.9: New section.", []),
        ("sections 100 players", []),
    ],
)
def test_references(text: str, expected: list[str]) -> None:
    """A number without a book is one of the document itself; offsets are those of the text."""
    found = find_references(text, "mtr")
    assert [f"{each.doc} {each.label}" for each in found] == expected
    for each in found:
        assert text[each.start : each.end] == each.text


def test_names_of_books() -> None:
    """A full name is found wherever it stands."""
    text = "See the Magic: The Gathering Tournament Rules and the Magic Infraction Procedure Guide."
    assert [(doc, text[start:end]) for doc, start, end in find_book_names(text)] == [
        ("mtr", "Magic: The Gathering Tournament Rules"),
        ("ipg", "Magic Infraction Procedure Guide"),
    ]
