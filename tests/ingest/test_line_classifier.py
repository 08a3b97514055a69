"""Classification of single lines."""

from __future__ import annotations

import pytest

from ingest.parsing.line_classifier import LineKind, classify_lines


@pytest.mark.parametrize(
    ("raw", "kind", "number", "label", "text"),
    [
        ("3. Card Types", LineKind.CHAPTER, "3", "3. ", "Card Types"),
        ("306. Planeswalkers", LineKind.SECTION, "306", "306. ", "Planeswalkers"),
        ("  • 306. Planeswalkers", LineKind.SECTION, "306", "306. ", "Planeswalkers"),
        ("306.5. Loyalty", LineKind.RULE, "306.5", "306.5. ", "Loyalty"),
        ("306.5 Loyalty", LineKind.RULE, "306.5", "306.5 ", "Loyalty"),
        ("306.5a Text", LineKind.RULE, "306.5a", "306.5a ", "Text"),
        ("306.5a. Text", LineKind.RULE, "306.5a", "306.5a. ", "Text"),
        ("704.5aa Text", LineKind.RULE, "704.5aa", "704.5aa ", "Text"),
        ("702.190b Text", LineKind.RULE, "702.190b", "702.190b ", "Text"),
        ("    • 306.5a\u00a0Text  ", LineKind.RULE, "306.5a", "306.5a\u00a0", "Text"),
        ("- 306.5. Text", LineKind.RULE, "306.5", "306.5. ", "Text"),
        # These numbers are malformed, but can be read. The parser reports them.
        ("606. 8b Text", LineKind.RULE, "606.8b", "606. 8b ", "Text"),
        ("702. 37a/b Text", LineKind.RULE, "702.37a", "702. 37a/b ", "Text"),
        ("901.4.All text", LineKind.RULE, "901.4", "901.4.", "All text"),
        ("306.b Text", LineKind.RULE, None, "306.b ", "Text"),
        ("211. [This section is blank.]", LineKind.SECTION, "211", "211. ", "[This section is blank.]"),
        ("Example: Text", LineKind.EXAMPLE, None, "Example:", "Text"),
        ("Examples: Text", LineKind.EXAMPLE, None, "Examples:", "Text"),
        ("EXAMPLE: Text", LineKind.EXAMPLE, None, "EXAMPLE:", "Text"),
        ("      • Example: Text", LineKind.EXAMPLE, None, "Example:", "Text"),
        ("Exemple\u00a0: Texte", LineKind.EXAMPLE, None, "Exemple\u00a0:", "Texte"),
        ("Exemple : Texte", LineKind.EXAMPLE, None, "Exemple :", "Texte"),
        ("", LineKind.BLANK, None, "", ""),
        (" \t\u00a0 ", LineKind.BLANK, None, "", ""),
        # These can't begin a rule: there are no letters l and o, no rule 0 and no section 06.
        ("306.5l Text", LineKind.TEXT, None, "", "306.5l Text"),
        ("306.5o Text", LineKind.TEXT, None, "", "306.5o Text"),
        ("306.0 Text", LineKind.TEXT, None, "", "306.0 Text"),
        ("006.1 Text", LineKind.TEXT, None, "", "006.1 Text"),
        ("306.5aText", LineKind.TEXT, None, "", "306.5aText"),
        ("306.5", LineKind.TEXT, None, "", "306.5"),
        ("306.", LineKind.TEXT, None, "", "306."),
        ("100 cards", LineKind.TEXT, None, "", "100 cards"),
        ("12. Text", LineKind.TEXT, None, "", "12. Text"),
        ("3.5 Text", LineKind.TEXT, None, "", "3.5 Text"),
        ("For example: Text", LineKind.TEXT, None, "", "For example: Text"),
        ("Exemplary", LineKind.TEXT, None, "", "Exemplary"),
        ("Example:", LineKind.TEXT, None, "", "Example:"),
    ],
)
def test_classification(raw: str, kind: LineKind, number: str | None, label: str, text: str) -> None:
    """A line is classified as a heading, a rule, an example, blank, or text."""
    (line,) = classify_lines([raw])
    assert (line.kind, line.label, line.text, line.raw) == (kind, label, text, raw)
    assert (str(line.number) if line.number else None) == number


def test_no_line_is_lost() -> None:
    """All lines, blank ones too, are returned in order with their line numbers."""
    lines = classify_lines(["306. A", "", "  text", "306.1. B"])
    assert [line.line_number for line in lines] == [1, 2, 3, 4]
    assert [line.is_indented for line in lines] == [False, False, True, False]
