"""Markdown: marks at the edges of a line are removed, marks within a line stay."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ingest.formats import markdown
from kb.model import Edition, Example

Read = Callable[..., tuple[Edition, ...]]


@pytest.mark.parametrize(
    ("line", "number", "text", "printed"),
    [
        ("870.1. A lantern is lit.", "870.1", "A lantern is lit.", ""),
        ("**870.1.** A lantern is lit.", "870.1", "A lantern is lit.", ""),
        ("**870.1**. A lantern is lit.", "870.1", "A lantern is lit.", ""),
        ("__870.1.__ A lantern is lit.", "870.1", "A lantern is lit.", ""),
        ("`870.1.` A lantern is lit.", "870.1", "A lantern is lit.", ""),
        ("- **870.1a** A lantern is lit.", "870.1a", "A lantern is lit.", ""),
        ("* 870.1. A lantern is lit.", "870.1", "A lantern is lit.", ""),
        ("> 870.1. A lantern is lit.", "870.1", "A lantern is lit.", ""),
        ("> > **870.1.** A lantern is lit.", "870.1", "A lantern is lit.", ""),
        ("- [870.1a](870.md#870-1a) A lantern is lit.", "870.1a", "A lantern is lit.", ""),
        ("### 870.1. Brightness", "870.1", "Brightness", ""),
        ("870.1 A lantern is lit.", "870.1", "A lantern is lit.", "870.1"),
        ("870.1. A **lit** lantern is */* and {W}.", "870.1", "A **lit** lantern is */* and {W}.", ""),
        ("870.1. Its size is \\*/\\*.", "870.1", "Its size is */*.", ""),
    ],
)
def test_the_marks_around_a_number(read: Read, line: str, number: str, text: str, printed: str) -> None:
    """Bold, quotation, list and link marks around a rule number are removed."""
    (edition,) = read(f"# 870. Lanterns\n\n{line}\n", "870.md")
    section, rule = edition.rules
    assert (str(section.number), section.text) == ("870", "Lanterns")
    assert (str(rule.number), rule.text, rule.printed_number.rstrip()) == (number, text, printed)
    assert not edition.findings


@pytest.mark.parametrize(
    "line",
    [
        "Example: A lantern is lit.",
        "*Example: A lantern is lit.*",
        "_Example: A lantern is lit._",
        "**Example:** A lantern is lit.",
        "**Example**: A lantern is lit.",
        "*Example:* A lantern is lit.",
        "> *Example: A lantern is lit.*",
        "- Example: A lantern is lit.",
        "  - **Example:** A lantern is lit.",
    ],
)
def test_the_marks_around_an_example(read: Read, line: str) -> None:
    """An example is recognized with any Markdown marks around it."""
    (edition,) = read(f"## 870. Lanterns\n\n870.1. A rule.\n\n{line}\n", "870.md")
    assert edition.rules[-1].examples == (Example("A lantern is lit."),)


@pytest.mark.parametrize(
    "top",
    [
        "# 870. Lanterns\n\n*Chapter: Lights*\n\n---\n\n870. Lanterns",
        "# 870. Lanterns",
        "870. Lanterns\n=====",
        "**870. Lanterns**",
        "---\ntitle: Lanterns\n---\n\n# 870. Lanterns\n\n***",
    ],
)
def test_a_section_has_one_heading(read: Read, top: str) -> None:
    """A page title that repeats the heading of the section isn't a second heading."""
    (edition,) = read(f"{top}\n\n870.1. A lantern is lit.\n", "870.md")
    assert [(str(rule.number), rule.text) for rule in edition.rules] == [
        ("870", "Lanterns"),
        ("870.1", "A lantern is lit."),
    ]


def test_a_page_with_marks_of_every_kind(read_page: Read) -> None:
    """Quotations, lists and headings on one page give one section."""
    (edition,) = read_page("marks.md")
    assert [(str(rule.number), rule.text, len(rule.examples)) for rule in edition.rules] == [
        ("870", "Lanterns", 0),
        ("870.1", "A lantern is lit or it is dark. Its size is */*.", 1),
        ("870.2", "Its keeper may snuff it.", 0),
        ("870.2a", "Nobody may snuff it twice.", 2),
        ("870.3", "A lantern may cost **two** coins.", 0),
        ("870.4", "Brightness", 0),
        ("870.4a", "Two lanterns are brighter than one.", 0),
    ]


def test_a_page_with_only_a_glossary(read_page: Read) -> None:
    """A page may hold only a glossary; its headwords may be headings or bold."""
    (edition,) = read_page("glossary.md")
    assert not edition.rules
    assert [(entry.term, entry.text) for entry in edition.glossary] == [
        ("Keeper", "1. One who keeps a lantern.\n2. One who kept one."),
        ("Lantern", "A light. See rule 870, “Lanterns.”"),
        ("Wick", "A part of a lantern."),
    ]


@pytest.mark.parametrize(
    ("text", "name", "fits"),
    [
        ("870.1. A lantern is lit.", "870.md", True),
        ("# 870. Lanterns", "page", True),
        ("870. Lanterns\n\n870.1. A lantern is lit.", "870.txt", False),
        ("#1 is not a heading", "870.txt", False),
    ],
)
def test_files_that_are_markdown(text: str, name: str, fits: bool) -> None:
    """The format fits a file with a Markdown extension, or a text with a Markdown heading near the top."""
    assert markdown.fits(text, name) is fits
