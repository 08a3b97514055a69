"""`rules site` on the starter data: pages, anchors, links, JSON, building again."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup

from cli.app import main
from cli.site.section_pages import glossary_entries
from kb.model import GlossaryEntry
from kb.storage.view_items import ViewItem
from tests.cli.test_json import validate


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, starter_home: Path) -> Path:
    """Build the site of the starter data. Tests must not write to it."""
    folder = tmp_path_factory.mktemp("site") / "out"
    assert main(["--home", str(starter_home), "site", str(folder)]) == 0
    return folder


def soup(folder: Path, address: str) -> BeautifulSoup:
    """Return a page of the site."""
    return BeautifulSoup((folder / address / "index.html").read_text(encoding="utf-8"), "html.parser")


def test_a_section_has_an_anchor_for_each_rule(built: Path) -> None:
    """A rule stands at its number, and at the anchor that other sites link to."""
    page = soup(built, "cr/en/2025-06-06/306")
    rule = page.find(id="306.5d")
    assert rule is not None and "only if none of that permanent’s loyalty abilities" in rule.text
    assert page.find(id="R3065d") is not None
    assert page.html is not None and page.html["lang"] == "en"


def test_a_rule_has_a_page_of_its_own(built: Path) -> None:
    """The page of a rule has its text and a link to its edition; the French rule has a page in French."""
    assert "loyalty counters" in soup(built, "cr/306.5b").text
    french = soup(built, "cr/fr/306.5b")
    assert french.html is not None and french.html["lang"] == "fr"
    assert "Histoire" in french.text


def test_the_french_glossary(built: Path) -> None:
    """É stands among E. If only excerpts have French, the page names no edition."""
    headwords = ("Écho", "Effet", "Étape")
    items = [
        ViewItem(GlossaryEntry(headword, "Texte.", text_lang="fr"), "fr", date(2020, 1, 1), at, at)
        for at, headword in enumerate(headwords)
    ]
    assert [letter for _anchor, letter, _entry, _lines in glossary_entries(items, [()] * 3)] == ["E"] * 3
    assert [each.text for each in soup(built, "glossary/fr").select("main > p")] == []


def test_json_beside_pages_follows_the_schema(built: Path) -> None:
    """The JSON of pages has the schema of the commands' answers, and names no folder of this computer."""
    section = soup(built, "cr/en/2025-06-06/306").find("link", type="application/json")
    assert section is not None
    folder = built / "cr/en/2025-06-06/306"
    for file, name in (
        (built / "cr/306.5/index.json", "show"),
        (folder / str(section["href"]), "show"),
        (built / "editions/index.json", "editions"),
        (built / "id/fr/306.1@2018-04-27/index.json", "history"),
    ):
        data = json.loads(file.read_text(encoding="utf-8"))
        validate(data, name)
        assert str(Path.home()) not in json.dumps(data)


def test_building_again_writes_nothing(rules: Any, starter_home: Path, tmp_path: Path) -> None:
    """The second build keeps every file; a deleted file comes back; a file of the user stays."""
    folder = tmp_path / "out"
    first = rules("site", str(folder), "--json", home=starter_home).data
    validate(first, "site")
    assert first["written"] > 100 and first["kept"] == 0
    (folder / "cr/306.5/index.html").unlink()
    (folder / "CNAME").write_text("rules.example\n")
    second = rules("site", str(folder), "--json", home=starter_home).data
    assert (second["written"], second["kept"]) == (1, first["written"] - 1)
    assert (folder / "CNAME").exists()


def test_a_folder_with_other_files_is_refused(rules: Any, starter_home: Path, tmp_path: Path) -> None:
    """A folder that isn't empty and has no earlier build is left as it is."""
    (tmp_path / "thesis.txt").write_text("all my work\n")
    outcome = rules("site", str(tmp_path), home=starter_home)
    assert outcome.status == 2
    assert "name an empty folder" in outcome.messages[-1]
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize("base", ["rules.example", "ftp://rules.example/", "https://", "/x?y", "//x", "http://[", ""])
def test_a_base_that_is_no_address_is_refused(rules: Any, starter_home: Path, tmp_path: Path, base: str) -> None:
    """`--base` takes an address or a path."""
    outcome = rules("site", str(tmp_path / "out"), "--base", base, home=starter_home)
    assert outcome.status == 2
    assert len(outcome.messages) == 1
