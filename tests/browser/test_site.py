"""The site in a real browser: every kind of page on a phone and on a desk, in light and dark, and on paper."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import FolderServer
from tests.editions import edition_text

FRENCH = Path(__file__).parent.parent / "fixtures/editions_fr/lanternes-2014-05-01.txt"
KINDS = {
    "home": "",
    "rules of a language": "cr/fr/",
    "edition": "cr/en/2012-01-01/",
    "section": "cr/en/2025-06-06/306/",
    "French section": "cr/fr/2014-05-01/101/",
    "rule": "cr/306.5b/",
    "rule through time": "id/100.1@2010-01-01/",
    "glossary": "glossary/",
    "editions": "editions/",
    "release notes": "editions/2012-01-01/",
    "comparison": "compare/?from=2010-01-01&to=2012-01-01",
    "deprecated": "deprecated/",
    "old numbers": "numbers/101/",
    "translators' board": "translation/",
    "both languages": "translation/306/",
    "search": "search/",
    "not found": "404.html",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, starter_home: Path) -> Iterator[FolderServer]:
    """Serve the site of the starter data and of three invented editions, two English and one French."""
    from cli.app import main

    folder = tmp_path_factory.mktemp("site")
    home = folder / "home"
    shutil.copytree(starter_home, home)
    for day, word in ((date(2010, 1, 1), "one"), (date(2012, 1, 1), "another")):
        file = folder / f"{day}.txt"
        file.write_text(edition_text(day, [f"The lantern of {word} keeper is lit."]), encoding="utf-8")
        assert main(["--home", str(home), "ingest", str(file)]) == 0
    assert main(["--home", str(home), "ingest", str(FRENCH)]) == 0
    assert main(["--home", str(home), "site", str(folder / "site")]) == 0
    server = FolderServer(folder / "site")
    yield server
    server.stop()


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_accessible(
    window: Any, violations: Callable[[Any], list[str]], site: FolderServer, width: int, scheme: str
) -> None:
    """On no kind of page axe finds anything, and no page is wider than its window."""
    page = window(width, scheme)
    for kind, address in KINDS.items():
        assert page.goto(site.address + address).ok, kind
        assert violations(page) == [], kind
        assert page.evaluate("document.documentElement.scrollWidth") <= width, kind


def test_valid_html(site: FolderServer) -> None:
    """No kind of page has a parse error, or an id twice."""
    html5lib = pytest.importorskip("html5lib")
    for kind, address in KINDS.items():
        file = site.folder / address.partition("?")[0]
        parser = html5lib.HTMLParser(namespaceHTMLElements=False)
        tree = parser.parse((file / "index.html" if file.is_dir() else file).read_text(encoding="utf-8"))
        assert parser.errors == [], kind
        ids = [element.get("id") for element in tree.iter() if element.get("id")]
        assert len(ids) == len(set(ids)), kind


def test_reading_without_scripts(window: Any, site: FolderServer) -> None:
    """From the first page to a section, along a reference, to an earlier edition; a rule's terms have definitions."""
    page = window(390, scripts=False)
    page.goto(site.address)
    page.get_by_role("link", name="Lanterns of Kind 1").first.click()
    assert page.locator("h1").inner_text().split() == ["101", "Lanterns", "of", "Kind", "1"]
    page.locator("[id='101.2a']").get_by_role("link", name="rule 101.2").click()
    assert page.url.endswith("#101.2")
    page.get_by_role("link", name="2010-01-01").first.click()
    assert page.url.endswith("cr/en/2010-01-01/101/")
    page.goto(site.address + "cr/100.1a/")
    page.locator(".terms summary").click()
    assert page.get_by_text("Who holds a lantern.").is_visible()


def test_comparing_two_editions(window: Any, site: FolderServer) -> None:
    """The reader chooses two editions; the words that changed are marked, once."""
    page = window(390, "dark")
    page.goto(site.address + "compare/")
    page.get_by_label("from").select_option("2010-01-01")
    page.get_by_label("to").select_option("2012-01-01")
    change = page.locator("article.change", has_text="100.1")
    change.locator("ins").wait_for()
    assert change.locator("del").all_inner_texts() == ["one"]
    assert change.locator("ins").all_inner_texts() == ["another"]


def test_switching_the_language(window: Any, site: FolderServer) -> None:
    """A rule leads to the same rule in French and back; a page without a counterpart leads to the French rules."""
    page = window()
    page.goto(site.address + "cr/100.1/")
    page.get_by_role("link", name="Français").click()
    assert page.url.endswith("cr/fr/100.1/") and page.locator("html").get_attribute("lang") == "fr"
    assert "Ces règles s’appliquent à toute veillée" in page.locator("[id='100.1']").inner_text()
    page.get_by_role("link", name="English").click()
    assert page.url.endswith("cr/100.1/")
    page.goto(site.address + "editions/2012-01-01/")
    page.get_by_role("link", name="Français").click()
    assert page.url.endswith("cr/fr/")


@pytest.mark.parametrize(
    ("asked", "page", "anchor"),
    [
        ("cr/en/2010-01-01/101.1", "cr/en/2010-01-01/101/", "#101.1"),
        ("cr/en/2011-05-05/101.1", "cr/en/2010-01-01/101/", "#101.1"),
        ("cr/101.1@2011-01-01", "id/101.1@2010-01-01/", ""),
        ("#R3065d", "cr/306.5d/", ""),
    ],
)
def test_old_addresses_lead_on(window: Any, site: FolderServer, asked: str, page: str, anchor: str) -> None:
    """The page for missing addresses leads to the rule, and the first page follows anchors of another site."""
    opened = window(may_fail=True)
    opened.goto(site.address + asked)
    opened.wait_for_url(f"**/{page}{anchor}")
    assert opened.locator(".number").first.is_visible()


def test_definitions(window: Any, site: FolderServer) -> None:
    """A term shows its definition on hover, and Escape closes it. On a phone the first tap shows it."""
    for width, options in ((1280, {}), (390, {"has_touch": True})):
        page = window(width, **options)
        page.goto(site.address + "cr/en/2012-01-01/100/")
        term = page.locator("[id='100.1'] a.term", has_text="lantern")
        term.tap() if options else term.hover()
        page.locator("#definition").get_by_text("A light.").wait_for()
        page.keyboard.press("Escape")
        assert page.locator("#definition").is_hidden() and "/100/" in page.url


def test_keys_walk_the_rules(window: Any, site: FolderServer) -> None:
    """`j` goes to the next rule, `k` back, unless the reader types or has turned single keys off."""
    page = window()
    page.goto(site.address + "cr/en/2012-01-01/100/")
    seen = []
    for key in "jjjk":
        page.keyboard.press(key)
        seen.append(page.evaluate("document.activeElement.id"))
    assert seen == ["100.1", "100.1a", "100.1b", "100.1a"]
    page.locator("#keys").uncheck()
    page.reload()
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement === document.body")
    assert not page.locator("#keys").is_checked()


def test_print(window: Any, site: FolderServer, tmp_path: Path) -> None:
    """On paper a rule has its number and text, without search and links to other pages; black on white."""
    page = window(1280, "dark")
    page.goto(site.address + "cr/en/2012-01-01/100/")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator(".site-search").is_hidden() and page.locator("[id='100.1']").is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.pdf(path=tmp_path / "100.pdf", format="A4").startswith(b"%PDF")


def test_weight(site: FolderServer) -> None:
    """A section and the style sheet that it blocks on have less than 60 kB, compressed as servers do."""
    files = [site.folder / "cr/en/2025-06-06/306/index.html", site.folder / "assets/style.css"]
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) < 60_000
