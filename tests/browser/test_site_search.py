"""The search of the site in a real browser: typed queries, keys, numbers, and flight mode."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.policy_books import add_books

HITS = "#search-panel .hit"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, starter_home: Path) -> Path:
    """Build the site of the starter data, below a path as on a host that has other sites."""
    from cli.app import main

    folder = tmp_path_factory.mktemp("host")
    assert main(["--home", str(starter_home), "site", str(folder / "rules"), "--base", "/rules/"]) == 0
    return folder


@pytest.fixture
def start(serve: Callable[[Path], Any], site: Path) -> str:
    """Return the address of the site."""
    return f"{serve(site).address}rules/"


def texts(page: Any, selector: str) -> list[str]:
    """Return the texts of the elements that a selector finds, when there is one."""
    page.wait_for_selector(selector)
    return [str(text) for text in page.locator(selector).all_inner_texts()]


def test_results_while_typing(window: Any, start: str) -> None:
    """A hit shows number, headings, a sentence with marks, and its edition. An unfinished word finds something."""
    page = window()
    page.goto(f"{start}cr/en/2025-06-06/306/")
    page.keyboard.press("/")
    page.keyboard.type("loyalty coun")
    page.wait_for_function("document.querySelectorAll('#search-panel mark').length > 1")
    first = page.locator(HITS).first
    assert first.locator(".number, .headword").count() == 1
    assert "loyalty" in {text.lower() for text in first.locator("mark").all_inner_texts()}
    assert first.locator("time").inner_text() == "2025-06-06"
    page.wait_for_function("document.querySelector('[role=status].spoken').textContent.startsWith('Results: ')")


def test_a_number_leads_at_once_to_its_rule(window: Any, start: str) -> None:
    """A rule number, however it is written, opens the rule's page."""
    page = window()
    page.goto(start)
    for typed, number in (("306.5d", "306.5d"), ("cr306.5", "306.5"), ("306.5 d", "306.5d"), ("rule 306.7", "306.7")):
        page.fill("#q", typed)
        page.press("#q", "Enter")
        page.wait_for_url(f"{start}cr/{number}/")


def test_keys_walk_the_results(window: Any, start: str) -> None:
    """Arrows walk from the input through the results and back, Escape closes them, Enter opens one."""
    page = window()
    page.goto(start)
    page.fill("#q", "planeswalker")
    page.wait_for_selector(HITS)
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.matches('li:first-child .hit')")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.matches('li:nth-child(2) .hit')")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.id") == "q"
    page.keyboard.press("Escape")
    assert page.locator("#search-panel").is_hidden()
    page.fill("#q", "planeswalkers")
    page.wait_for_selector(HITS)
    page.keyboard.press("ArrowDown")
    target = page.evaluate("document.activeElement.href")
    page.keyboard.press("Enter")
    page.wait_for_url(target)


def test_results_have_a_page(window: Any, start: str, violations: Callable[[Any], list[str]]) -> None:
    """Enter opens the page of results, on a phone too; the page is accessible, and says what was mended."""
    page = window(390)
    page.goto(f"{start}cr/306.5/")
    page.fill("#q", "planeswlaker")
    page.wait_for_selector(HITS)
    box, panel = page.locator("#q").bounding_box(), page.locator("#search-panel").bounding_box()
    assert panel["y"] >= box["y"] + box["height"] and panel["x"] >= 0 and panel["x"] + panel["width"] <= 390
    page.press("#q", "Enter")
    page.wait_for_url(f"{start}search/?q=planeswlaker")
    assert "Searched for planeswalker." in texts(page, "#search-results .search-note")
    assert page.locator("#search-results .hit").count() > 3
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []


def test_french_readers_find_both_languages(window: Any, start: str) -> None:
    """A French word finds the French rule, and English rules that have no French text."""
    page = window()
    page.goto(f"{start}search/fr/?q=arpenteur")
    assert any(text.startswith("306") for text in texts(page, "#search-results .number"))
    languages = page.locator("#search-results .hit-text").evaluate_all("all => all.map(each => each.lang)")
    assert {"en", "fr"} == set(languages)
    assert "Règles du 2018-04-27" in page.inner_text("#search-results")


def test_texts_stay_texts(window: Any, start: str) -> None:
    """Markup in a query is shown as it is, and never becomes an element."""
    page = window()
    page.goto(f"{start}search/?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E%20planeswlaker")
    page.wait_for_selector("#search-results .search-edition")
    assert page.locator("#search-results img").count() == 0


def test_flight_mode(window: Any, serve: Callable[[Path], Any], site: Path) -> None:
    """After one visit, the rules can be searched and read without a connection, and the page says which edition."""
    server = serve(site)
    page = window(390, may_fail=True)
    page.goto(f"{server.address}rules/cr/306.5/")
    page.wait_for_selector(".offline-state", timeout=30_000)
    assert "2025-06-06" in page.inner_text(".offline-state")
    server.stop()
    page.context.set_offline(True)
    page.goto(f"{server.address}rules/cr/")
    page.fill("#q", "how many loyalty abilities can I activate each turn")
    page.wait_for_selector(HITS)
    assert any(number.startswith(("606", "306")) for number in texts(page, f"{HITS} .number"))
    page.fill("#q", "306.5d")
    page.press("#q", "Enter")
    page.wait_for_url(f"{server.address}rules/cr/en/2025-06-06/306/#306.5d")
    assert page.locator("[id='306.5d']").is_visible()
    page.goto(f"{server.address}rules/editions/")
    assert "isn't kept" in page.inner_text("main")


@pytest.fixture(scope="module")
def site_of_books(tmp_path_factory: pytest.TempPathFactory, starter_home: Path) -> Path:
    """Build the site of the starter data with the invented editions of the judges' other books."""
    from cli.app import main

    home, folder = tmp_path_factory.mktemp("books") / "home", tmp_path_factory.mktemp("site")
    shutil.copytree(starter_home, home)
    add_books(home)
    assert main(["--home", str(home), "site", str(folder)]) == 0
    return folder


def test_the_judges_other_books_are_found(window: Any, serve: Callable[[Path], Any], site_of_books: Path) -> None:
    """Words lead to a section in a list of its own, which is first if a book is named. A number opens its page."""
    address = serve(site_of_books).address
    page = window()
    page.goto(f"{address}search/?q=looking+at+extra+cards")
    assert texts(page, ".hits-of-books + ol .number")[0] == "IPG 2.2"
    page.goto(f"{address}search/?q=ipg+extra+cards")
    page.wait_for_selector(".hits-of-books")
    first = page.locator("#search-results .hit").first
    assert first.locator(".number").inner_text() == "IPG 2.2"
    assert first.get_attribute("href") == f"{address}ipg/2.2/"
    assert first.locator("time").inner_text() == "2024-09-23"
    for typed, place in (("IPG 2.2", "ipg/2.2/"), ("ipg 2.2/philosophy", "ipg/2.2/#philosophy"), ("4.5", "mtr/4.5/"),
                         ("MTR appendix b", "mtr/appendix-b/"), ("306.5", "cr/306.5/")):  # fmt: skip
        page.goto(address)
        page.fill("#q", typed)
        page.press("#q", "Enter")
        page.wait_for_url(f"{address}{place}")


def test_a_book_is_compared_in_the_browser(window: Any, serve: Callable[[Path], Any], site_of_books: Path) -> None:
    """Insufficient Shuffling was 3.4 and is 3.9; the links lead to both editions. Without a script there is no form."""
    address = serve(site_of_books).address
    page = window()
    page.goto(f"{address}ipg/compare/?from=2016-09-30&to=2024-09-23")
    page.wait_for_selector("#comparison details")
    sections = [text.split()[0] for text in page.locator("#comparison summary").all_inner_texts()]
    assert sections == ["3.4", "3.9", "Appendix"]
    moved = page.locator("#s3\\.9 article.moved").first
    links = [each.get_attribute("href") for each in moved.locator("a").all()]
    assert links == ["../../ipg/en/2016-09-30/#3.4", "../../ipg/en/2024-09-23/#3.9"]
    page.wait_for_function("document.querySelector('#s3\\\\.9 article .words').textContent.includes('Insufficient')")
