"""The documentation site: built strictly, every page in the navigation, every page opened at two widths."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kb
from tests.browser.conftest import FolderServer

ROOT = Path(__file__).resolve().parents[2]
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def documentation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site. A dead link, a missing anchor or a page without a place in the navigation is an error."""
    pytest.importorskip("mkdocs", reason="no MkDocs here: pip install '.[dev]'")
    folder = tmp_path_factory.mktemp("documentation")
    run = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT, capture_output=True, text=True, check=False, env={"NO_MKDOCS_2_WARNING": "1", "PATH": ""},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return folder


@pytest.fixture(scope="module")
def server(documentation: Path) -> Iterator[FolderServer]:
    """Serve the site on loopback."""
    found = FolderServer(documentation, are_kept=True)
    yield found
    found.stop()


def test_every_page_is_in_the_navigation() -> None:
    """`mkdocs.yml` names every page of docs."""
    named = set(re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE))
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert pages <= named
    assert named - pages == {"index.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "NOTICE.md"}


def test_every_name_of_the_api_is_in_the_reference() -> None:
    """The page of the classes has each name that `import kb` gives out, and no other."""
    page = (ROOT / "docs" / "api-reference.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^::: (\S+)$", page, re.MULTILINE)) == sorted(
        f"{module}.{name}" for name, module in kb._SOURCES.items()
    )


def test_nothing_is_fetched_from_elsewhere(documentation: Path) -> None:
    """Scripts, styles and pictures come from the site itself."""
    for page in documentation.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"<(?:script|img)[^>]*src=\"https?:|<link[^>]*rel=\"stylesheet\"[^>]*href=\"https?:", text)


def test_every_page_opens(browser: Any, documentation: Path, server: FolderServer) -> None:
    """Every page has its heading, no error in the console, and doesn't scroll sideways, narrow or wide."""
    page_errors = pytest.importorskip("playwright.sync_api")
    page = browser.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda problem: faults.append(str(problem)))
    page.on("response", lambda answer: faults.append(answer.url) if answer.status >= 400 else None)
    pages = sorted(path.relative_to(documentation).as_posix() for path in documentation.rglob("*.html"))
    assert len(pages) > 60
    page.goto(server.address, wait_until="networkidle")
    # The search reads its index on each page, which takes half of the time. It has read the whole one now.
    file = documentation / "search" / "search_index.json"
    index = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**index, "docs": index["docs"][:1]}), encoding="utf-8")
    widths = [390, 1280]
    for name in pages:
        if name == "404.html":
            continue
        widths.reverse()  # A page begins with the width that the page before ended with.
        for width in widths:
            if page.viewport_size["width"] != width:
                page.set_viewport_size({"width": width, "height": 800})
            if width == widths[0]:
                page.goto(server.address + name, wait_until="load")
            assert page.locator("h1").first.inner_text(), name
            # A script of the theme lays out tables after the page has loaded.
            try:
                page.wait_for_function(FITS, timeout=5_000)
            except page_errors.TimeoutError:
                pytest.fail(f"{name} scrolls sideways at {width}")
    page.close()
    assert faults == []
