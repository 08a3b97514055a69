"""`bench/translation`: what it measures is a real translation of all units."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("translate.storage")


def test_the_invented_translation_is_taken_in(rules: Any, home: Path, tmp_path: Path) -> None:
    """Each unit of the file gets finished French, which an import takes in: otherwise the times mean nothing."""
    from bench.translation import translate_all

    file = tmp_path / "rules.po"
    assert rules("translation", "export", str(file), "--section", "305", home=home).status == 0
    count = translate_all(file)
    assert count > 10
    outcome = rules("translation", "import", str(file), "--json", home=home)
    assert (outcome.status, outcome.data["rejected"]) == (0, [])
    assert outcome.data["left"] == {"empty": 0, "unfinished": 0, "waiting": [], "refused": []}
    (edition,) = outcome.data["ingested"]
    assert edition["sections"] + edition["rules"] + edition["subrules"] + edition["examples"] == count
