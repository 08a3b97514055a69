"""The cache that the laws of one store share: each wording is read once, until the store changes."""

from __future__ import annotations

from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from kb.rule_number import RuleNumber
from kb.rulings.law import wording_cache
from kb.rulings.law.applicable_law import Law
from kb.storage.store import Store

DAYS = (date(2025, 6, 6), date(2025, 7, 1), date(2026, 1, 16))


def test_each_wording_is_hashed_once(starter_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Laws of several days read each wording once."""
    hashed: Counter[str] = Counter()
    digest = wording_cache.wording_hash

    def counted(text: str) -> str:
        hashed[text] += 1
        return digest(text)

    monkeypatch.setattr(wording_cache, "wording_hash", counted)
    with Store.open(starter_home) as store:
        found = {Law(store, day).status_of("loyalty-activation") for day in DAYS}
    assert len(found) == 1
    assert hashed and set(hashed.values()) == {1}


def test_cache_of_a_changed_store(rules: Any, home: Path, shared: Path) -> None:
    """An edition that is added while a store is open is used by the next law."""
    with Store.open(home) as store:
        assert Law(store, DAYS[-1]).status_of("creature-types").text is None
        before = wording_cache.wording_cache(store)
        assert wording_cache.wording_cache(store) is before
        assert rules("ingest", str(shared / "corpus/en/2026-01-16.txt"), home=home).status == 0
        assert wording_cache.wording_cache(store) is not before
        assert "Advisor" in str(Law(store, DAYS[-1]).status_of("creature-types").text)


def test_history_needs_the_day_of_an_edition(newest_home: Path) -> None:
    """A number has a history on the day of an edition; other days and unknown numbers have none."""
    with Store.open(newest_home) as store:
        read = wording_cache.wording_cache(store)
        life = read.history_of(RuleNumber.parse("606.3"), date(2026, 1, 16))
        assert life is not None and "606.3" in {str(span.number) for span in life.spans}
        assert read.history_of(RuleNumber.parse("606.3"), date(2026, 1, 17)) is None
        assert read.history_of(RuleNumber.parse("606.99"), date(2026, 1, 16)) is None
