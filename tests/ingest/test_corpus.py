"""Single real editions, read from the folder `shared` beside the project."""

from __future__ import annotations

import csv
from datetime import date
from pathlib import Path

import pytest

from ingest.decode import decode
from ingest.documents.document import Document
from ingest.pipeline import IngestOptions, read_editions
from kb.model import Counts, Edition

SHARED = Path(__file__).parents[2].parent / "shared"
CORPUS = SHARED / "corpus"

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason=f"the corpus of real editions isn't at {CORPUS}")


def edition_of(day: str) -> Edition:
    path = CORPUS / "en" / f"{day}.txt"
    (edition,) = read_editions(Document(path.name, path.read_bytes()), IngestOptions(), None)
    return edition


def excerpt(path: Path) -> Edition:
    wishes = IngestOptions(effective=date(2025, 9, 19))
    (edition,) = read_editions(Document(str(path), path.read_bytes()), wishes, None)
    return edition


@pytest.fixture(scope="module")
def september() -> Edition:
    return edition_of("2025-09-19")


@pytest.fixture(scope="module")
def newest() -> Edition:
    return edition_of("2026-01-16")


def test_the_markdown_collection_equals_its_edition(september: Edition) -> None:
    """Every rule of the Markdown pages has the number, text and examples of the text edition."""
    printed = {rule.number: rule for rule in september.rules}
    pages = sorted((CORPUS / "markdown" / "rules").rglob("*.md"))
    assert pages
    read = 0
    for path in pages:
        page = excerpt(path)
        assert page.source.format == "markdown"
        assert page.partial
        assert not page.findings
        assert page.rules == tuple(printed[rule.number] for rule in page.rules), path.name
        section = int(path.name[:3])
        assert {rule.number for rule in page.rules if rule.number.rule} == {
            number for number in printed if number.section == section and number.rule
        }
        read += len(page.rules)
    assert read > 600


def test_the_markdown_glossary_equals_its_editions(september: Edition) -> None:
    """A page with only the glossary gives all entries of the edition, in order."""
    glossary = excerpt(CORPUS / "markdown" / "GLOSSARY.md")
    assert glossary.glossary == september.glossary
    assert not glossary.rules
    assert glossary.partial


def test_the_newest_edition_is_whole(newest: Edition) -> None:
    """Every section, rule, subrule, example and headword of 2026-01-16 is read."""
    assert newest.effective == date(2026, 1, 16)
    assert newest.counts == Counts(sections=146, rules=1157, subrules=1957, examples=276, glossary=725)
    assert not newest.partial
    assert not newest.lossy
    assert not newest.findings


@pytest.mark.parametrize(("number", "examples"), [("613.6", 4), ("707.3", 4), ("800.4a", 4), ("701.67b", 1)])
def test_rules_with_many_examples(newest: Edition, number: str, examples: int) -> None:
    """All examples of a rule are read, including the fourth one (613.6, 707.3, 800.4a)."""
    (rule,) = [rule for rule in newest.rules if str(rule.number) == number]
    assert len(rule.examples) == examples


def test_encodings_of_the_editions() -> None:
    """The detected encoding of each edition equals the encoding that an independent reader found."""
    wrong = []
    with (SHARED / "gold" / "editions.csv").open(encoding="utf-8", newline="") as gold:
        for row in csv.DictReader(gold):
            path = CORPUS / "en" / row["file"]
            found = decode(Document(path.name, path.read_bytes())).encoding
            if not found.replace("_", "-").startswith(row["encoding"].replace("_", "-")):
                wrong.append((path.name, found, row["encoding"]))
    assert not wrong
