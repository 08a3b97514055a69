"""Markup in ingested texts stays text: in pages, JSON, feeds and comparisons."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from bs4 import BeautifulSoup

from cli.app import main

PLANTED = "<script>alert(1)</script><img src=x onerror=alert(2)>"
CLOSING = "</script><b>&amp;\u202e"

ENGLISH = """Magic: The Gathering Comprehensive Rules

These rules are effective as of {day}.

Contents

1. Game Concepts
100. General {planted}

Glossary

Credits

1. Game Concepts

100. General {planted}

100.1. These rules apply to any game{closing} {planted}. See rule 100.2.
Example: A player writes {planted}.

100.2. To play, each player needs {word} {planted}.

Glossary

Game {planted}
A thing that is played {planted}. See rule 100.

Credits

Nobody {planted}
"""

FRENCH = """Quelques règles choisies

Ces règles entrent en vigueur au 1er janvier 2025.

100.1. Ces règles s'appliquent à toute partie qui oppose deux joueurs {planted}.

100.2. Pour jouer, chaque joueur a besoin de ses cartes et de marqueurs {planted}. Cf. règle 100.1.

Exemple : Un joueur écrit {planted} sur une feuille de papier, et la pose devant lui.
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site of two editions with planted markup, and a French page with markup."""
    folder = tmp_path_factory.mktemp("planted")
    home = folder / "home"
    for day, spoken, word in (("2025-01-01", "January 1, 2025", "cards"), ("2025-02-01", "February 1, 2025", "a deck")):
        text = ENGLISH.format(day=spoken, planted=PLANTED, closing=CLOSING.replace("\u202e", ""), word=word)
        file = folder / f"{day}.txt"
        file.write_text(text, encoding="utf-8")
        assert main(["--home", str(home), "ingest", str(file), "--effective", day]) == 0
    french = folder / "fr.txt"
    french.write_text(FRENCH.format(planted=PLANTED), encoding="utf-8")
    assert main(["--home", str(home), "ingest", str(french), "--lang", "fr", "--effective", "2025-01-01"]) == 0
    assert main(["--home", str(home), "--as-of", "2026-01-01", "site", str(folder / "site")]) == 0
    return folder / "site"


def own(tag: Any) -> bool:
    """True if a script is one of the site's: a file of its folder, or data."""
    return str(tag.get("src", "")).rpartition("/")[0].endswith("assets") or tag.get("type") == "application/ld+json"


def test_no_page_has_planted_elements(site: Path) -> None:
    """No page has a script, an image or a handler that a text has planted; the text is there to be read."""
    pages = list(site.rglob("*.html"))
    assert len(pages) > 30
    shown = 0
    for file in pages:
        text = file.read_text(encoding="utf-8")
        page = BeautifulSoup(text, "html.parser")
        assert all(map(own, page.find_all("script"))), file
        assert page.find("img") is None, file
        assert not [tag for tag in page.find_all(True) if any(name.startswith("on") for name in tag.attrs)], file
        assert "\u202e" not in text
        shown += PLANTED in page.get_text()
        for data in page.find_all("script", type="application/ld+json"):
            assert json.loads(data.string or "")["@type"] == "Legislation"
    assert shown > 20


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_planted_rule_reads_as_it_was_written(site: Path, lang: str) -> None:
    """The page of a rule shows the planted markup as text, in both languages."""
    page = BeautifulSoup(
        (site / ("cr/100.2" if lang == "en" else "cr/fr/100.2") / "index.html").read_text(), "html.parser"
    )
    rule = page.find(id="100.2")
    assert rule is not None and PLANTED in rule.get_text()


def test_data_is_valid_and_says_the_same(site: Path) -> None:
    """JSON and XML are well formed. A browser that takes JSON for HTML would be told otherwise by its ending only."""
    texts = [json.loads(file.read_text(encoding="utf-8")) for file in site.rglob("*.json")]
    assert any(PLANTED in json.dumps(each) for each in texts)
    feeds = list(site.rglob("*.xml"))
    assert len(feeds) > 3
    for file in feeds:
        root = ET.fromstring(file.read_text(encoding="utf-8"))
        assert not [each for each in root.iter() if each.tag.rpartition("}")[2] in ("script", "img")]


def test_the_script_of_comparisons_makes_no_html() -> None:
    """No script of the site writes HTML from a text."""
    folder = Path(__file__).resolve().parents[2] / "cli/site/assets"
    for file in folder.glob("*.js"):
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", file.read_text()), file
