"""The pages that `rules compare` and `rules diff` write, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.editions import edition_text

SIZES = [(width, scheme) for width in (390, 1280) for scheme in ("light", "dark")]
LONG = "A keeper may carry " + ", ".join(f"a lantern of glass {each}" for each in range(60)) + ", and {} wick."


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory, starter_home: Path) -> dict[str, Path]:
    """Write a comparison of rules in both languages, and the changes between two invented editions."""
    from cli.app import main

    folder = tmp_path_factory.mktemp("pages")
    home, found = folder / "home", {name: folder / f"{name}.html" for name in ("compare", "diff")}
    for day, word in ((date(2010, 1, 1), "one"), (date(2012, 1, 1), "another")):
        text = edition_text(day, [LONG.format(word), f"The lantern of {word} keeper is lit."])
        (folder / f"{day}.txt").write_text(text, encoding="utf-8")
        assert main(["--home", str(home), "ingest", str(folder / f"{day}.txt"), "--lang", "en"]) == 0
    assert main(["--home", str(home), "diff", "2010-01-01", "2012-01-01", "-o", str(found["diff"])]) == 0
    assert main(["--home", str(starter_home), "compare", "306", "-o", str(found["compare"])]) == 0
    return found


@pytest.mark.parametrize("name", ["compare", "diff"])
def test_accessible(window: Any, violations: Callable[[Any], list[str]], pages: dict[str, Path], name: str) -> None:
    """Axe finds nothing, and no page is wider than its window, on a phone and on a desk, light and dark."""
    for width, scheme in SIZES:
        page = window(width, scheme)
        page.goto(pages[name].as_uri())
        assert violations(page) == [], (width, scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("name", ["compare", "diff"])
def test_valid_html(pages: dict[str, Path], name: str) -> None:
    """The page has no parse error, and no id twice."""
    parser = pytest.importorskip("html5lib").HTMLParser(namespaceHTMLElements=False)
    tree = parser.parse(pages[name].read_text(encoding="utf-8"))
    assert parser.errors == []
    ids = [element.get("id") for element in tree.iter() if element.get("id")]
    assert len(ids) == len(set(ids))


def test_a_folded_run_opens(window: Any, pages: dict[str, Path]) -> None:
    """The unchanged words of 100.1 are hidden until their label is activated, without a script."""
    page = window(scripts=False)
    page.goto(pages["diff"].as_uri())
    rule = page.locator(".sides.changed").first
    label = rule.locator("details.fold summary")
    assert "a lantern of glass 30" not in rule.inner_text()
    label.focus()
    page.keyboard.press("Enter")
    assert "a lantern of glass 30" in rule.inner_text() and not label.is_visible()


def test_a_phone_shows_a_changed_rule_once(window: Any, pages: dict[str, Path]) -> None:
    """On a desk two wordings stand side by side; on a phone there is one text with both marks."""
    for width, olds, marks in ((1280, 2, 2), (390, 0, 2)):
        page = window(width)
        page.goto(pages["diff"].as_uri())
        assert page.locator(".sides.changed > .old:visible").count() == olds
        assert page.locator(".sides.changed del:visible").count() == marks


def test_print(window: Any, pages: dict[str, Path], tmp_path: Path) -> None:
    """Paper has both columns with their headings, black on white, also from a dark screen."""
    page = window(390, "dark")
    page.goto(pages["compare"].as_uri())
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator(".column-heads").is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.pdf(path=tmp_path / "306.pdf", format="A4").startswith(b"%PDF")
