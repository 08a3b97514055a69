"""Start-up: a limit on the modules that a command imports. A count, unlike a time, doesn't depend on the machine."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# All modules, and modules of the program with code. Packages aren't counted, since a docstring costs next to nothing.
# At these counts, `bench/startup.py` measures 1.2, 2.0 and 1.0 times a Typer hello-world. A search counts `gc`, which
# is compiled into Python, and which `cli.__main__` imports in any case. The first number holds for Python 3.11: later
# versions divide the same standard library into more modules.
BUDGET = {("show", "306.5"): (184, 25), ("search", "loyalty"): (291, 46), ("--help",): (181, 22)}
HAS_OTHER_MODULES = sys.version_info[:2] != (3, 11)

# Each of these takes milliseconds, and neither showing a rule nor searching for plain words needs it.
NEVER = {
    "cli.options.completion", "importlib.resources", "secrets", "random.SystemRandom", "kb.storage.writer",
    "kb.storage.link_writer", "kb.lineage", "kb.history", "kb.text.reference_parser", "kb.graph", "kb.terms",
    "kb.translation", "ingest", "rapidfuzz", "rich", "filelock", "whoosh.qparser", "whoosh.query", "whoosh.searching",
    "whoosh.scoring", "whoosh.highlight",
}  # fmt: skip


# The frozen dataclasses of these modules take half a millisecond each.
NEVER_TO_SEARCH = {"kb.model", "kb.storage.view_items"}


def imported(home: Path, command: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the modules that a command imports, and those of the program with code."""
    script = (
        "import json, sys; from cli.app import main; "
        f"status = main(['--home', {str(home)!r}, *{list(command)!r}]); "
        "print(json.dumps(sorted(sys.modules)), file=sys.stderr); sys.exit(status)"
    )
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    modules = json.loads(run.stderr.splitlines()[-1])
    return modules, [name for name in modules if (ROOT / name.replace(".", "/")).with_suffix(".py").exists()]


@pytest.mark.parametrize("command", list(BUDGET), ids=" ".join)
def test_imports_are_counted(starter_home: Path, command: tuple[str, ...]) -> None:
    """A command stays within its limits of imported modules, and imports nothing that it doesn't need."""
    imported(starter_home, command)  # The first run builds the index.
    modules, ours = imported(starter_home, command)
    never = NEVER if command[0] == "show" else NEVER | NEVER_TO_SEARCH
    assert sorted(never & {*modules}) == []
    most, most_ours = BUDGET[command]
    assert len(ours) <= most_ours, ours
    assert len(modules) <= most or HAS_OTHER_MODULES, len(modules)


# A file that hasn't changed isn't searched for citations. Compiling the patterns takes a fifth of the time.
NEVER_FOR_KNOWN_FILES = {
    "kb.citations.scanner", "kb.citations.citation_parser", "kb.citations.checker", "kb.citations.text_evidence",
    "kb.citations.rule_text_index", "kb.history", "kb.model", "kb.text.reference_parser",
}  # fmt: skip


def test_files_with_known_results_need_no_patterns(
    starter_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second run of `rules lint` imports nothing that finds or checks citations."""
    monkeypatch.setenv("RULES_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "a.md"
    file.write_text("CR 306.5d", encoding="utf-8")
    command = ("lint", str(file))
    first, _ours = imported(starter_home, command)
    assert "kb.citations.checker" in first
    second, _ours = imported(starter_home, command)
    assert sorted(NEVER_FOR_KNOWN_FILES & {*second}) == []


# `rules card` takes at most 1.5 times the time of `rules show`. The grammar is only needed to parse a card.
CARD_BUDGET = (221, 36)
NEVER_FOR_A_CARD = {"kb.cards.card_parser", "kb.cards.concepts", "kb.cards.grammar.vocabulary", "kb.history.history"}

# With a card library, a search looks for names in it. Only if it finds some, it reads their cards.
NEVER_WITHOUT_A_NAME = {
    "kb.cards.governing_rules", "kb.cards.faces", "kb.cards.library.name_lookup", "kb.cards.library.library_card",
    "kb.cards.library.reader_version",
}  # fmt: skip


def test_imports_of_a_card_are_counted(newest_home: Path, tmp_path: Path) -> None:
    """`rules card` takes a parsed card from the card library without the grammar."""
    home = Path(shutil.copytree(newest_home, tmp_path / "home"))
    gate = {"name": "Gate of Glass", "type": "Artifact", "layout": "normal", "text": "Creatures enter tapped."}
    file = tmp_path / "cards.json"
    file.write_text(json.dumps({"data": {"Gate of Glass": [gate]}}), encoding="utf-8")
    imported(home, ("cards", "import", str(file)))
    modules, ours = imported(home, ("card", "Gate", "of", "Glass"))
    assert sorted(NEVER_FOR_A_CARD & {*modules}) == []
    assert len(ours) <= CARD_BUDGET[1], ours
    assert len(modules) <= CARD_BUDGET[0] or HAS_OTHER_MODULES, len(modules)
    imported(home, ("search", "loyalty"))  # The first run builds the index.
    searched, _ours = imported(home, ("search", "loyalty"))
    assert sorted((NEVER | NEVER_TO_SEARCH | NEVER_WITHOUT_A_NAME) & {*searched}) == []
