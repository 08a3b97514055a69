"""Indexing in the background: the index is the same whichever process builds it, and never incomplete."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whoosh import analysis, fields

from kb.languages import Lang
from kb.search import SearchLimits, background_indexer, build_index, search
from kb.search.background_indexer import background_indexing, run_indexer
from kb.search.index import is_index_current
from kb.search.inverted_index import WeightedText
from kb.search.saved_index import index_folder
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.folding import WORD_PATTERN, fold_words
from tests.editions import edition_text

if TYPE_CHECKING:
    from tests.kb.conftest import Invented

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test a folder of its own for indexes."""
    monkeypatch.setenv("RULES_CACHE", str(tmp_path / "cache"))


class Folding(analysis.Filter):
    """A Whoosh filter that folds the words of Whoosh's own tokenizer."""

    def __init__(self, lang: Lang) -> None:
        self.lang = lang

    # The base classes in Whoosh name this argument in two ways.
    def __call__(self, tokens: Iterable[Any]) -> Iterator[Any]:  # type: ignore[override]
        for token in tokens:
            (token.text,) = fold_words(token.text, self.lang)
            yield token


@given(st.text() | st.sampled_from(["l'arpenteur qu’il a {T} +1/+1 306.5d", "A player’s loyalty, its loyalties."]))
def test_words_are_indexed_as_whoosh_would(text: str) -> None:
    """The indexed words and frequencies of any text equal those of Whoosh's own field; weights aren't compared."""
    for lang in ("en", "fr"):
        plain = fields.TEXT(analyzer=analysis.RegexTokenizer(WORD_PATTERN) | Folding(lang), phrase=False)
        here, there = WeightedText(lang, "text").index(text), plain.index(text)
        assert {word: times for word, times, _, _ in here} == {word: times for word, times, _, _ in there}


def hits(store: Store, lang: Lang = "en") -> list[tuple[str | None, float]]:
    found = search(store, View(store, lang, date(2026, 1, 16)), "loyalty or fidelity", SearchLimits(all_editions=True))
    return [(hit.snippet, hit.score) for hit in found.hits]


def add(store: Store, invented: Invented, at: int) -> None:
    """Add one of several editions with a rule that changes and a text that later moves to another place."""
    changing = invented.rule("306.1", f"Loyalty of {at}. " + ("Fidelity." if at % 3 else ""))
    moved = invented.rule("307.1" if at > 5 else "306.2", "Fidelity stays.", "An example.")
    invented.add(store, invented.edition(f"document {at}", f"{2010 + at}-01-01", changing, moved))


def test_an_updated_index_equals_a_new_one(tmp_path: Path, invented: Invented) -> None:
    """An index that was updated with its store gives the same hits and scores as one built at the end."""
    with Store.open(tmp_path / "a", create=True) as grown, Store.open(tmp_path / "b", create=True) as whole:

        def lines() -> Iterator[str]:
            for at in range(12):
                add(grown, invented, at)
                yield "new\n"
            yield "end\n"

        run_indexer(grown.home, lines())
        for at in range(12):
            add(whole, invented, at)
        build_index(whole)
        assert is_index_current(grown)
        assert hits(grown) == hits(whole)


def test_an_index_is_finished_now_and_then(tmp_path: Path, invented: Invented, monkeypatch: pytest.MonkeyPatch) -> None:
    """During a long ingest, indexes of what is stored so far are finished, after each pause that is asked for."""
    monkeypatch.setattr(background_indexer, "_MIN_SECONDS", 0.0)
    monkeypatch.setattr(background_indexer, "_MAX_SHARE", 1e9)
    finished: list[bool] = []
    with Store.open(tmp_path, create=True) as store:

        def lines() -> Iterator[str]:
            for at in range(6):
                add(store, invented, at)
                yield "new\n"
                finished.append(is_index_current(store))
            # The ingest is killed: the last line is missing.

        run_indexer(tmp_path, lines())
    assert finished == [False, True, False, True, False, True]
    assert not drafts()


def test_an_ingest_that_ends_early_leaves_no_index(tmp_path: Path, invented: Invented) -> None:
    """If the final line is missing, no index is moved into place and the draft is deleted."""
    with Store.open(tmp_path, create=True) as store:
        add(store, invented, 0)
        run_indexer(tmp_path, iter(["new\n"]))
        assert not is_index_current(store)
        assert not drafts()


@pytest.mark.parametrize("documents", [1, 100])
@pytest.mark.parametrize("program", [sys.executable, "/no/such/python", "/bin/false"])
def test_the_index_is_built_in_any_case(
    tmp_path: Path, invented: Invented, monkeypatch: pytest.MonkeyPatch, documents: int, program: str
) -> None:
    """If no second process can be started, or if it fails, the first process builds the index."""
    monkeypatch.setattr(sys, "executable", program)
    monkeypatch.chdir(ROOT)
    with Store.open(tmp_path, create=True) as store, store.writer_lock():
        with background_indexing(store, documents) as more:
            for at in range(12):
                add(store, invented, at)
                more()
        assert is_index_current(store)
        assert len(hits(store)) == 10


def test_the_second_process_ends_with_a_killed_ingest(home: Path, tmp_path: Path) -> None:
    """After an ingest is killed with SIGKILL, its second process ends and deletes the draft index."""
    folder = tmp_path / "documents"
    folder.mkdir()
    for at in range(30):
        text = edition_text(date(2010 + at % 15, 1 + at // 15, 1), [f"Edition {at}."], 8, 12)
        (folder / f"{at}.txt").write_text(text, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", "ingest", str(folder)],
        cwd=ROOT, env={**os.environ, "RULES_HOME": str(home)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    while process.poll() is None and not drafts():
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    patience = time.monotonic() + 20
    while drafts() and time.monotonic() < patience:
        time.sleep(0.05)
    assert not drafts()


def drafts() -> list[Path]:
    return list(index_folder().glob("draft-*"))
