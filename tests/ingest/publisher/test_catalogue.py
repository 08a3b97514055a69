"""The catalogue of official editions that ships with the program."""

from __future__ import annotations

import csv
import re
from datetime import date
from pathlib import Path

from ingest.publisher.catalogue import FILE_FORMATS, load_catalogue


def test_catalogue_equals_the_known_files(shared: Path) -> None:
    """The catalogue lists exactly the official files that an independent list has."""
    with (shared / "gold/official-editions.csv").open(encoding="utf-8") as table:
        known = {
            (row["effective_date"], row["format"], row["url"], row["sha256"] or None) for row in csv.DictReader(table)
        }
    catalogued = {
        (str(each.effective), file.format, file.url, file.sha256)
        for each in load_catalogue().editions
        for file in each.files
    }
    assert catalogued == known


def test_catalogue_is_well_formed() -> None:
    """Editions are in order of date; no edition and no address occurs twice; checksums are SHA-256."""
    catalogue = load_catalogue()
    assert catalogue.page == "https://magic.wizards.com/en/rules"
    days = [each.effective for each in catalogue.editions if each.effective]
    assert len(days) == len(catalogue.editions) and days == sorted(set(days))
    assert {each.lang for each in catalogue.editions} == {"en"}
    files = [file for each in catalogue.editions for file in each.files]
    assert len({file.url for file in files}) == len(files)
    for file in files:
        assert re.fullmatch(r"https://media\.wizards\.com/[!-~]+\.(txt|docx|pdf)", file.url)
        assert file.url.endswith(f".{file.format}")
        assert file.sha256 is None or re.fullmatch(r"[0-9a-f]{64}", file.sha256)


def test_a_text_comes_first() -> None:
    """The files of an edition are in the order of preference, text first, and no format occurs twice."""
    for each in load_catalogue().editions:
        formats = [FILE_FORMATS.index(file.format) for file in each.files]
        assert formats == sorted(set(formats))


def test_only_the_editions_of_2026_lack_an_address() -> None:
    """Their days are known, their addresses aren't."""
    without = [str(each.effective) for each in load_catalogue().editions if not each.files]
    assert without == ["2026-02-27", "2026-04-17", "2026-06-19", "2026-08-07", "2026-09-25"]


def test_addresses_with_a_space_are_found() -> None:
    """An address with a space is found where the catalogue writes %20."""
    found = load_catalogue().find_file("https://media.wizards.com/2026/downloads/MagicCompRules 20260116.txt")
    assert found is not None
    assert (found[0].effective, found[1].format) == (date(2026, 1, 16), "txt")
    assert load_catalogue().find_file("https://media.wizards.com/2026/downloads/MagicCompRules.txt") is None
