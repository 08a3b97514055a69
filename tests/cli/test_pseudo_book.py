"""A whole book in a language that doesn't exist: out, through gettext, and back in; then the English goes on."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_omegat import pseudo

pytest.importorskip("translate.storage")


@pytest.fixture
def book(newest_home: Path, tmp_path: Path) -> Path:
    home = tmp_path / "home"
    shutil.copytree(newest_home, home)
    return home


def texts(file: Path) -> dict[str, str]:
    """Read the rules of an edition with a few lines of code: numbers and texts with examples, as printed."""
    lines = file.read_text(encoding="utf-8-sig").replace("\r", "\n").splitlines()
    body = lines[[at for at, line in enumerate(lines) if line == "1. Game Concepts"][1] :]
    found: dict[str, str] = {}
    number = ""
    for line in body[: body.index("Glossary")]:
        if match := re.match(r"([1-9](?:[0-9]{2}(?:\.[0-9]+(?:[a-z]+|\.))?)?\.?) ", line):
            number = match[1].rstrip(".")
            found[number] = line[match.end() :].strip()
        elif line.strip():
            found[number] += "\n" + line.strip()
    return found


def entries(file: Path) -> dict[str, str]:
    """Read the glossary of an edition with a few lines of code: headwords and definitions, as printed."""
    text = file.read_text(encoding="utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    glossary = text.split("\nGlossary\n")[2].split("\nCredits\n")[0]
    blocks = (block.strip().split("\n", 1) for block in re.split(r"\n\s*\n", glossary) if block.strip())
    return {block[0].strip(): block[1] for block in blocks}


def bare(text: str) -> str:
    """Return a text without cited numbers and typography."""
    text = re.sub(r"[1-9][0-9]{2}(?:\.[0-9]+[a-z]*)?", "#", text)
    return re.sub(r"[^\w{}/+]+", " ", text)


def test_a_whole_book(rules: Any, book: Path, shared: Path, tmp_path: Path) -> None:
    """Every unit is translated: all come back exactly, all are current. Then only what an edition changes is stale."""
    from translate.storage.po import pofile

    file = tmp_path / "book.po"
    assert rules("translation", "export", str(file), home=book).status == 0
    store: Any = pofile.parsefile(str(file))
    expected = {}
    for unit in store.units[1:]:
        unit.target = expected[unit.getcontext()] = pseudo(unit.source)
        unit.markfuzzy(False)
    store.savefile(str(file))
    if shutil.which("msgfmt"):
        subprocess.run(["msgfmt", "--check", "-o", str(tmp_path / "book.mo"), str(file)], check=True)
    outcome = rules("translation", "import", str(file), "--json", home=book)
    assert (outcome.status, len(outcome.data["ingested"])) == (0, 1), outcome.err
    assert outcome.data["left"] == {"empty": 0, "unfinished": 0, "waiting": [], "refused": []}
    assert outcome.data["ingested"][0]["warnings"] == []

    again = tmp_path / "again.po"
    assert rules("translation", "export", str(again), home=book).status == 0
    store = pofile.parsefile(str(again))
    assert {unit.getcontext(): str(unit.target) for unit in store.units[1:]} == expected
    assert not any(unit.isfuzzy() for unit in store.units)
    status = rules("translation", "status", "--json", home=book).data
    for summary in (status["summary"], status["glossary"]["summary"]):
        assert {state for state, count in summary.items() if count} == {"current"}

    assert rules("ingest", str(shared / "corpus/newer/2026-02-27.txt"), home=book).status == 0
    before = set(map(bare, texts(shared / "corpus/en/2026-01-16.txt").values()))
    now = texts(shared / "corpus/newer/2026-02-27.txt")
    changed = {number for number, text in now.items() if bare(text) not in before}
    assert changed
    status = rules("translation", "status", "--json", home=book).data["rules"]
    assert len(status) >= len(now)
    assert {each["number"] for each in status if each["state"] in ("stale", "missing")} == changed
    assert {each["state"] for each in status} <= {"current", "stale", "missing", "orphan"}

    before = set(map(bare, map("\n".join, entries(shared / "corpus/en/2026-01-16.txt").items())))
    now = entries(shared / "corpus/newer/2026-02-27.txt")
    changed = {headword for headword, text in now.items() if bare(f"{headword}\n{text}") not in before}
    glossary = rules("translation", "status", "--section", "glossary", "--json", home=book).data["glossary"]["entries"]
    assert {each["term"] for each in glossary if each["state"] != "orphan"} == now.keys()
    assert {each["term"] for each in glossary if each["state"] in ("stale", "missing")} == changed
