"""No command runs code from the working folder, which may hold a stranger's files."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from tests.editions import edition_text

ROOT = Path(__file__).resolve().parents[2]
INSTALLED = [
    "kb", "ingest", "cli", "data", "typer", "rich", "whoosh", "bs4", "httpx", "platformdirs", "filelock",
    "rapidfuzz", "jinja2", "yaml", "docx", "pypdfium2", "prompt_toolkit", "networkx", "pygraphviz", "translate",
    "sitecustomize", "usercustomize",
]  # fmt: skip
PLANTED = """
with open({marker!r}, "a") as stream:
    print(__name__, file=stream)
raise ImportError(__name__ + " was planted")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a planted module for every name that a program may import, and files for the commands."""
    folder = tmp_path_factory.mktemp("strange")
    code = PLANTED.format(marker=str(folder / "executed.txt"))
    for name in sys.stdlib_module_names - {"__main__"}:
        (folder / f"{name}.py").write_text(code)
    for name in INSTALLED:
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(code)
    documents = folder / "documents"
    documents.mkdir()
    for at in range(9):
        text = edition_text(date(2010 + at, 1, 1), [f"Edition {at}."], 8, 12)
        (documents / f"{at}.txt").write_text(text, encoding="utf-8")
    (folder / "notes.md").write_text("CR 306.5d and rule 306.4\n")
    (folder / "page.pdf").write_bytes(pdf())
    script = folder / "bin/rules"
    script.parent.mkdir()
    script.write_text("import sys\nfrom cli.app import main\nsys.exit(main())\n")
    return folder


def pdf() -> bytes:
    """Return a PDF with rules, or one that can't be read if the library that makes one is missing."""
    try:
        from fpdf import FPDF
    except ImportError:
        return b"%PDF-1.4"
    page = FPDF()
    page.add_page()
    page.set_font("Helvetica", size=11)
    for line in ("306.1. A player who has priority may cast a spell.", "306.2. A spell is cast.", "306.3. It is."):
        page.cell(0, 8, line, new_x="LMARGIN", new_y="NEXT")
    return bytes(page.output())


def test_planted_modules_are_not_run(folder: Path) -> None:
    """Of the modules in the working folder, none is run by the installed program or by its second processes."""
    environment = {
        **os.environ, "RULES_HOME": str(folder / "home"), "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip

    def rules(*arguments: str) -> str:
        command = [sys.executable, str(folder / "bin/rules"), *arguments]
        run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        assert not (folder / "executed.txt").exists(), (arguments, (folder / "executed.txt").read_text())
        return run.stdout

    assert rules("ingest", "documents").count("edition:") == 9
    assert "page.pdf" in rules("ingest", "page.pdf", "--effective", "2009-01-01", "--lang", "en", "--json")
    rules("search", "loyalty")
    assert "citations" in rules("lint", "notes.md")
    rules("refs", "306.5", "--format", "svg")
    rules("compare", "306.5", "--format", "html")
    rules("ask", "can-cast", "--json")
    rules("export", "edition.json")
