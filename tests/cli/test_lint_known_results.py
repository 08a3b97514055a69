"""`rules lint` keeps the results of a run for the next one: the same answer, and never an outdated one."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

TEXT = "CR 306.7 and CR 306.5d\n"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for caches."""
    monkeypatch.setenv("RULES_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "citations"


def kept(cache: Path) -> list[Path]:
    return sorted(cache.glob("results-*.json"))


def test_a_second_run_answers_the_same(rules: Any, tmp_path: Path, cache: Path) -> None:
    """The second run doesn't check again: the file of results is all that it writes or needs."""
    file = tmp_path / "a.md"
    file.write_text(TEXT)
    first = rules("lint", str(file), "--json")
    (results,) = kept(cache)
    before = results.stat().st_mtime_ns
    second = rules("lint", str(file), "--json")
    assert second.data == first.data
    assert results.stat().st_mtime_ns == before


def test_the_second_run_reads_the_results(rules: Any, tmp_path: Path, cache: Path) -> None:
    """A changed message in the file of results comes out again."""
    file = tmp_path / "a.md"
    file.write_text(TEXT)
    rules("lint", str(file), "--json")
    (results,) = kept(cache)
    results.write_text(results.read_text().replace("306.7 no longer applies", "as in the cache"))
    assert "as in the cache" in rules("lint", str(file)).out


@pytest.mark.parametrize(
    "content", ["", "[]", "{", '{"a": 1}', "\0", "[" * 100_000], ids=["empty", "list", "cut", "row", "nul", "deep"]
)
def test_damaged_results_are_no_results(rules: Any, tmp_path: Path, cache: Path, content: str) -> None:
    """Whatever the file of results holds, the answer is the same."""
    file = tmp_path / "a.md"
    file.write_text(TEXT)
    expected = rules("lint", str(file), "--json").data
    (results,) = kept(cache)
    results.write_text(content)
    assert rules("lint", str(file), "--json").data == expected


def test_damaged_rows_are_no_results(rules: Any, tmp_path: Path, cache: Path) -> None:
    """Rows of another form are checked again."""
    file = tmp_path / "a.md"
    file.write_text(TEXT)
    expected = rules("lint", str(file), "--json").data
    (results,) = kept(cache)
    for rows in (7, [7], [[1, 2, 3]], [[1, 1, "a", "b", 0, 1, "no verdict", None, "", False, None]]):
        results.write_text(json.dumps(dict.fromkeys(json.loads(results.read_text()), rows)))
        assert rules("lint", str(file), "--json").data == expected


def test_another_day_or_language_has_other_results(rules: Any, tmp_path: Path, cache: Path) -> None:
    """Results hold for one day, one language of messages and one date of writing."""
    file = tmp_path / "a.md"
    file.write_text(TEXT)
    rules("lint", str(file), "--as-of", "2026-01-16")
    assert len(kept(cache)) == 1
    rules("lint", str(file), "--as-of", "2026-01-17")
    assert len(kept(cache)) == 2
    rules("lint", str(file), "--as-of", "2026-01-17", "--ui-lang", "fr")
    assert len(kept(cache)) == 3
    for day in range(10, 20):
        rules("lint", str(file), "--as-of", f"2026-02-{day}")
    assert len(kept(cache)) == 6


def test_a_changed_file_is_checked_again(rules: Any, tmp_path: Path, cache: Path) -> None:
    """The content decides, not the name or the time of the file."""
    file = tmp_path / "a.md"
    file.write_text("CR 306.5d\n")
    status = file.stat()
    assert rules("lint", str(file), "--json").data["summary"] == {"ok": 1}
    file.write_text("CR 306.7\n")
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert rules("lint", str(file), "--json").data["summary"] == {"deprecated": 1}
    assert kept(cache)


def test_ignore_comments_are_read_again(rules: Any, tmp_path: Path, cache: Path) -> None:
    """A known citation is ignored as a new one is, and an unused comment is a finding again."""
    file = tmp_path / "a.md"
    file.write_text("CR 306.7 <!-- rules-lint: ignore history -->\nCR 306.5d <!-- rules-lint: ignore nothing -->\n")
    first = rules("lint", str(file), "--json").data
    assert first["summary"] == {"ok": 1, "ignored": 1}
    assert rules("lint", str(file), "--json").data == first
    assert kept(cache)


def test_a_folder_of_others_is_not_used(rules: Any, tmp_path: Path, cache: Path) -> None:
    """Nothing is read from or written to a folder that others can write."""
    cache.mkdir(parents=True)
    cache.chmod(0o777)
    file = tmp_path / "a.md"
    file.write_text(TEXT)
    assert rules("lint", str(file), "--json").data["summary"]
    assert not kept(cache)
