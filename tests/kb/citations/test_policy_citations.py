"""Citations of the judges' policy documents: their forms, and what is none."""

from __future__ import annotations

import pytest

from kb.citations.policy_citation_parser import find_policy_citations
from kb.citations.scanner import scan_policy_part
from kb.citations.text_part import TextPart

CITATIONS = [
    ("MTR 4.2", ["mtr 4.2"]),
    ("IPG 2.2/philosophy applies", ["ipg 2.2/philosophy"]),
    ("MTR section 4.2", ["mtr 4.2"]),
    ("MTR §4.2", ["mtr 4.2"]),
    ("the MTR (4.2)", ["mtr 4.2"]),
    ("[MTR](https://example.org/mtr) 4.2", ["mtr 4.2"]),
    ("section 3.8 of the Tournament Rules", ["mtr 3.8"]),
    ("Magic: The Gathering Tournament Rules, section 3.8", ["mtr 3.8"]),
    ("Infraction Procedure Guide 2.5", ["ipg 2.5"]),
    ("Infraction Procedure Guide (IPG) 2.5", ["ipg 2.5"]),
    ("2.5 of the current IPG", ["ipg 2.5"]),
    ("MTR Appendix B", ["mtr Appendix B"]),
    ("Appendix B of the MTR", ["mtr Appendix B"]),
    ("MTR 4.2, 4.3 and 4.5-4.7", ["mtr 4.2", "mtr 4.3", "mtr 4.5", "mtr 4.7"]),
    ("sections 4.2 and 4.3 of the MTR", ["mtr 4.2", "mtr 4.3"]),
    ("MTR sections 2.1 to 2.5", ["mtr 2.1", "mtr 2.5"]),
    ("IPG 2.2 and MTR 4.3", ["ipg 2.2", "mtr 4.3"]),
    ("IPG 3.4 and section 3.8 of the Tournament Rules", ["ipg 3.4", "mtr 3.8"]),
    ("MTR section 4", ["mtr 4"]),
    ("See IPG 2.", ["ipg 2"]),
    ("section 4.2 des Règles de tournoi", ["mtr 4.2"]),
    ("Règles des tournois, section 4.2", ["mtr 4.2"]),
    ("le guide des infractions, 2.2", ["ipg 2.2"]),
    ("la section 2.2 du Guide des procédures et infractions", ["ipg 2.2"]),
    ("l'annexe B des MTR", ["mtr Appendix B"]),
    ("2.2 de l'IPG", ["ipg 2.2"]),
    ("The MTR's section 5.2 forbids it, and the Tournament Rules’ spirit does.", ["mtr 5.2"]),
    ("I gave a Warning (IPG, 4.1) and read IPG: 4.3 again.", ["ipg 4.1", "ipg 4.3"]),
    ("IPG4.3 and MTR2.10", ["ipg 4.3", "mtr 2.10"]),
    ("MTR s5.2, MTR s. 5.3", ["mtr 5.2", "mtr 5.3"]),
    ("see tournament rule 2.4 or Tournament Rule 2.5", ["mtr 2.4", "mtr 2.5"]),
    ("IPG 2.5/remedy, IPG 2.5/Additional Remedy", ["ipg 2.5/remedy", "ipg 2.5/additional-remedy"]),
    ("IPG 2.2/mtr, MTR 4.2/also", ["ipg 2.2", "mtr 4.2"]),
    ("Judging at Regular, “Common Issues”", ["jar common-issues"]),
    ("JAR (Serious Problems) and IPG 2.1", ["jar serious-problems", "ipg 2.1"]),
    ("Guide de procédure d'infraction 3.4 ; règles des tournois 2.3", ["ipg 3.4", "mtr 2.3"]),
]
NO_CITATIONS = [
    "a bare 2.2 is none",
    "section 4.2",
    "MTR 10 players",
    "IPG 2.0",
    "IPG 2.10.3",
    "MTR v4.2",
    "MTR 2025",
    "foo.mtr 4.2",
    "/mtr 4.2",
    "the Tournament Rules say that 2.5 minutes are enough",
    "IPG-2.2",
    "JAR 2.1",
    "IPG4",
    "MTR10.2.3",
    "MTR4.2a",
    "a tournament rule 10 minutes long",
    "the JAR of Common Issues",
    "rebuild the JAR, Common issues",
    "Table 2.2 had no lamp, 4.2 miles from the hall; the Tournament Rules lay there.",
]


@pytest.mark.parametrize(("line", "cited"), CITATIONS)
def test_forms_of_citations(line: str, cited: list[str]) -> None:
    """Each form names the document and the number; the text of a citation stands in the line."""
    found = find_policy_citations(line)
    assert [f"{each.doc} {each.number}" for each in found] == cited
    for each in found:
        assert line[each.start : each.end] == each.text
        assert each.text.endswith(each.written)


@pytest.mark.parametrize("line", NO_CITATIONS)
def test_no_citations(line: str) -> None:
    """A number without the name of a document, an amount or a version is no citation."""
    assert find_policy_citations(line) == ()


def test_amount_after_a_citation() -> None:
    """An amount in a list isn't cited."""
    assert [str(each.number) for each in find_policy_citations("IPG 3.1, 2.5 minutes")] == ["3.1"]


@pytest.mark.parametrize(
    "line", ["IPG 2.2 (2024-09-23) says", "IPG 2.2@2024-09-23", "section 2.2 of the IPG (2024-09-23)"]
)
def test_pinned_citations(line: str) -> None:
    """A day in brackets or after @ pins the edition."""
    (found,) = find_policy_citations(line)
    assert str(found.edition) == "2024-09-23"


def test_citation_over_line_ends() -> None:
    """Comments are wrapped: the document may be named in the line before or after."""
    content = b"// See the MTR,\n// section 4.2, first, and at section 2.2 of the\n// Infraction Procedure Guide"
    found = list(scan_policy_part(TextPart(content, 0, len(content))))
    assert [(each.citation.doc, str(each.citation.number), each.line, each.column) for each in found] == [
        ("mtr", "4.2", 2, 4),
        ("ipg", "2.2", 2, 31),
    ]
    lines = content.decode().split("\n")
    for each in found:
        assert lines[each.line - 1][each.column - 1 :].startswith(each.citation.text)


def test_lower_case_is_unsure() -> None:
    """In lower case, the letters may be a file name or a unit: such a number counts only if the document had it."""
    assert [each.is_sure for each in find_policy_citations("mtr 4.2, IPG 2.2")] == [False, True]


def test_time_of_a_long_line() -> None:
    """A line of many names and numbers is read in linear time, each citation once."""
    line = "see section 2.2 of the IPG; MTR 4.2; " * 3_000
    assert len(find_policy_citations(line)) == 6_000
