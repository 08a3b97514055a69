"""Searches during an ingest: a smaller form of `bench/crowd.py`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.editions import edition_text

ROOT = Path(__file__).resolve().parents[2]
SEARCHERS, EDITIONS = 3, 6

SEARCH = """
import json, sys
from datetime import date
from pathlib import Path
from kb.search import SearchLimits, search
from kb.storage.store import Store
from kb.storage.view import View

home, last = Path(sys.argv[1]), sys.argv[2]
said = []
while not said or said[-1][0] != last or not said[-1][1]:
    with Store.open(home) as store:
        for _ in range(3):
            view = View(store, "en", date.max)
            results = search(store, view, "brass", SearchLimits())
            said.append((str(view.base), [hit.snippet for hit in results.hits]))
print(json.dumps(said[-50:]))
"""


def test_searches_see_a_whole_state(tmp_path: Path) -> None:
    """A search finds the rule about brass in the wording of one edition, or nothing; at the end, the newest wording."""
    days = [date(2010 + place, 1, 1) for place in range(EDITIONS)]
    files = []
    for place, day in enumerate(days):
        files.append(tmp_path / f"edition{place}.txt")
        files[-1].write_text(edition_text(day, [f"Brass lanterns of {day.year} shine."]), encoding="utf-8")
    home = tmp_path / "home"
    environment = {**os.environ, "RULES_HOME": str(home)}
    ingest = [sys.executable, "-m", "cli", "ingest"]
    subprocess.run([*ingest, str(files[0])], cwd=ROOT, env=environment, check=True, capture_output=True)
    searchers = [
        subprocess.Popen(
            [sys.executable, "-c", SEARCH, str(home), str(days[-1])],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for _ in range(SEARCHERS)
    ]  # fmt: skip
    for file in files[1:]:
        subprocess.run([*ingest, str(file)], cwd=ROOT, env=environment, check=True, capture_output=True)
    for searcher in searchers:
        out, err = searcher.communicate(timeout=120)
        assert (searcher.returncode, err) == (0, "")
        for base, snippets in json.loads(out):
            # An old index may lack a wording, but a search never shows the wording of another edition.
            assert snippets in ([], [f"Brass lanterns of {base[:4]} shine."])
        assert json.loads(out)[-1] == [str(days[-1]), [f"Brass lanterns of {days[-1].year} shine."]]


def test_a_search_that_indexes_says_so_once(
    rules: Any, starter_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first search for a user says that it indexes, and the next one doesn't index."""
    monkeypatch.setenv("RULES_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("kb.search.index_builder._MANY_TEXTS", 100)
    first, second = (rules("search", "loyalty", "--json", home=starter_home) for _ in range(2))
    assert first.messages == ["rules: indexing the rules for search (once after the rules have changed)"]
    assert second.messages == []
    assert first.data == second.data
