"""A process that searches for long: what it keeps in memory doesn't grow with the number of different queries."""

from __future__ import annotations

import gc
import tracemalloc
from datetime import date, timedelta
from pathlib import Path

import pytest

from kb.search import SearchLimits, search
from kb.search.corpus import _MAX_DAYS, open_corpora
from kb.storage.store import Store
from kb.storage.view import View
from kb.terms import bilingual_terms

DAY = date(2026, 1, 16)


def test_many_different_queries_keep_the_memory(starter_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the caches are full, as many different queries again need no more memory.

    The limits are small here, so that every cache is full early, whatever other tests have left in it.
    """
    monkeypatch.setattr("kb.text.folding._MAX_FOLDED", 64)
    for name in ("inverted_index._MAX_CACHED", "ranking._MAX_WORDS", "ranking._MAX_FIELD_SCORES"):
        monkeypatch.setattr(f"kb.search.{name}", 64)
    sizes: list[int] = []
    with Store.open(starter_home) as store:
        view = View(store, "en", DAY)
        tracemalloc.start()
        try:
            for first, last in ((0, 600), (600, 1200)):
                for at in range(first, last):
                    search(store, view, f"loyalty OR unknown{at}", SearchLimits(limit=1))
                gc.collect()  # results may wait for the collector, a different number of them each time
                sizes.append(tracemalloc.get_traced_memory()[0])
        finally:
            tracemalloc.stop()
    # Some 5 kB are added. Without the limits, 2 MB would be.
    assert sizes[1] < sizes[0] + 50_000


def test_many_days_keep_the_memory(starter_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the days that were asked about, the last few are kept."""
    monkeypatch.setattr(bilingual_terms, "load_term_base", lambda *_: bilingual_terms.TermBase(()))
    with Store.open(starter_home) as store:
        corpora = open_corpora(store, View(store, "en", DAY), include_past=False)
        for days in range(3 * _MAX_DAYS):
            view = View(store, "en", DAY + timedelta(days=days))
            corpora.corpus(view)
            corpora.terms_and_everyday_words(view.as_of)
            corpora.english_counterparts(view, View(store, "fr", view.as_of))
        for cache in (corpora._corpora, corpora._terms, corpora._terms_and_words, corpora._counterparts):
            assert len(cache) == _MAX_DAYS


def test_prefixes_from_queries_are_not_kept() -> None:
    """Words that begin no term leave nothing behind."""
    terms = bilingual_terms.TermBase(bilingual_terms.game_vocabulary())
    for at in range(300):
        terms.find_in_text(f"{chr(0x4E00 + at)} loyalty", "en")
    assert len(terms._names["en"]._folded) < 10
