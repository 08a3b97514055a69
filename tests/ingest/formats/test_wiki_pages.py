"""Pages of the English wiki, copied as text with bullets."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from ingest.documents.document import Document
from ingest.pipeline import IngestOptions, read_editions
from kb.model import Edition

Read = Callable[..., tuple[Edition, ...]]

RULES = "  • 870.1. A lantern is lit.\n    • 870.1a It is never dark.\n      • Example: It shines.\n"


@pytest.mark.parametrize(
    "page",
    [
        f"Lantern\n\nComprehensive Rules[]\n\n870. Lanterns\n\n{RULES}",
        f"Lantern\n\nComprehensive Rules[edit | edit source]\n\n870. Lanterns[edit]\n{RULES}\nNotes[edit]\n\n  • Fine.",
        f"Rules[ ]\n870. Lanterns\n{RULES}Card Types\nSupertypes BasicSnow",
        f"Rules[]\n870. Lanterns\n{RULES}\nSee also[]\n  • Wick\n",
        f"Rules[]\n870. Lanterns\n{RULES}\nHistory[]\n  • 870.1. A lantern was lit.\n  • 870.2. It shone.\n",
        f"Notes[]\nRule 870 begins:\n  • 870.1. A lantern …\nRules[]\n870. Lanterns\n{RULES}",
        f"Lanterns[]\n  1. Take one.\n  2. Light it.\nRules[]\n870. Lanterns\n{RULES}\n\nPowered by a wiki",
        f"Magic: The Gathering Comprehensive Rules\n\nTable of Contents\n\n870. Lanterns\n\n{RULES}",
    ],
)
def test_the_section_of_a_page(read: Read, page: str) -> None:
    """The edition has the section and its rules, and nothing of the page around them."""
    (edition,) = read(page)
    assert [(str(rule.number), rule.text) for rule in edition.rules] == [
        ("870", "Lanterns"),
        ("870.1", "A lantern is lit."),
        ("870.1a", "It is never dark."),
    ]
    assert [example.text for example in edition.rules[-1].examples] == ["It shines."]
    assert not edition.findings


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("List of Planeswalker subtypes[]", "planeswalker types"),
        ("List of enchantment types[edit]", "enchantment types"),
        ("List of all Lantern subtypes[]", "lantern types"),
        ("Trivia[]", None),
    ],
)
def test_lists_of_types(read: Read, heading: str, name: str | None) -> None:
    """A list of types begins after its heading and ends at the next heading or at the rules."""
    (edition,) = read(f"{heading}\n\n  • Brass\n  • Glass Eye\n\n870. Lanterns\n{RULES}")
    assert [(types.name, types.items) for types in edition.lists] == ([(name, ("Brass", "Glass Eye"))] if name else [])


@pytest.mark.parametrize(
    ("rows", "table"),
    [
        ("Supertypes BasicWorld", {"Supertypes": ("Basic", "World")}),
        ("Other PlaneScheme (Ongoing) • Tribal\nElite VanguardHero", {
            "Other": ("Plane", "Scheme (Ongoing)", "Tribal", "Elite Vanguard", "Hero"),
        }),
        ("Multiple Types Artifact LandLand Creature", {"Multiple Types": ("Artifact Land", "Land Creature")}),
        ("Lantern\tBrass • Glass Eye\nWick\tCotton", {"Lantern": ("Brass", "Glass Eye"), "Wick": ("Cotton",)}),
        ("Supertypes Basic\n\nLand PlainsIsland\n\nPowered by a wiki", {
            "Supertypes": ("Basic",), "Land": ("Plains", "Island"),
        }),
    ],
)  # fmt: skip
def test_the_table_of_card_types(read: Read, rows: str, table: dict[str, tuple[str, ...]]) -> None:
    """Rows are recognized by their labels; items that run together are split at capital letters."""
    (edition,) = read(f"Rules[]\n870. Lanterns\n{RULES}Card Types\n{rows}\n")
    assert {types.name: types.items for types in edition.lists} == table
    assert {types.table for types in edition.lists} == {"Card Types"}


def test_the_date_in_a_wikis_text(read: Read) -> None:
    """The date of the quoted rules dates the excerpt; a date elsewhere on the page doesn't."""
    page = f"Printed on May 2, 1999.\n\nRules[]\n\nFrom the Comprehensive Rules (June 6, 2025—A Set)\n\n{RULES}"
    (edition,) = read(page, effective=None)
    assert edition.effective == date(2025, 6, 6)


def test_a_page_with_contents_and_a_date_is_not_whole() -> None:
    """A wiki page with a contents box, a date and a quoted glossary is still not a whole edition."""
    page = (
        "Lantern\n\nContents\n\nGlossary\n\nRules[]\n\nFrom the Comprehensive Rules (November 14, 2025—A Set)\n\n"
        "870. Lanterns\n\n  • 870.1. A lantern’s lit.\n    • 870.1a Or it isn’t.\n\nTrivia[]\n\nIt’s yellow.\n"
    )
    (edition,) = read_editions(Document("page.txt", page.encode()), IngestOptions(), None)
    assert (edition.source.format, edition.partial) == ("wiki", True)
    assert [str(rule.number) for rule in edition.rules] == ["870", "870.1", "870.1a"]
