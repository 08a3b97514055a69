"""`rules watch` and `rules diff --touching` with citations of the judges' other books."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.cli.test_books import add_policy


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    file = tmp_path / "notes.md"
    file.write_text("See MTR 1.3 and IPG 2.1.\nLong ago it was MTR 1.2 (2020-01-01).\n", encoding="utf-8")
    return file


def test_diff_touching_a_book(rules: Any, home: Path, notes: Path) -> None:
    """Lighting Order was MTR 1.2 in 2020 and is 1.3 since 2022: both citations mean it."""
    add_policy(home)
    days = ("2020-01-01", "2022-12-31")
    found = rules("diff", *days, "--doc", "mtr", "--touching", str(notes), "--json", home=home).data
    assert [(each["event"], each["new"]["number"]) for each in found["changes"]] == [("moved-and-edited", "1.3")]
    assert [(each["line"], each["text"]) for each in found["changes"][0]["cited"]] == [
        (1, "MTR 1.3"), (2, "MTR 1.2 (2020-01-01)"),
    ]  # fmt: skip
    everything = rules("diff", *days, "--doc", "mtr", "--json", home=home).data
    assert len(everything["changes"]) > 1


def test_watch_compares_each_book_that_is_cited(rules: Any, home: Path, notes: Path) -> None:
    add_policy(home)
    options = ("--since", "2021-01-01", "--as-of", "2022-12-31", "--json")
    answer = rules("watch", str(notes), "--doc", "ipg", *options, home=home)
    assert answer.status == 0
    assert answer.data["doc"] == "ipg"
    # Broken Glass is new under 2.1, with its parts; Spilled Oil was 2.1 and is 2.2.
    assert {each["new"]["number"].partition("/")[0] for each in answer.data["changes"]} == {"2.1", "2.2"}
    schema = json.loads((Path(__file__).parents[2] / "docs/schema/rules-1.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator({"$ref": "#/$defs/touched", **schema}).validate(answer.data)
    nothing = rules("watch", str(notes), "--doc", "jar", "--since", "2022-01-01", *options[2:], home=home)
    assert (nothing.status, nothing.data["changes"]) == (1, [])


def test_watch_in_all_books(rules: Any, newest_home: Path, tmp_path: Path, notes: Path) -> None:
    import shutil

    home = Path(shutil.copytree(newest_home, tmp_path / "home"))
    add_policy(home)
    options = ("--since", "2026-01-16", "--as-of", "2026-02-01")
    answer = rules("watch", str(notes), "--json", *options, home=home)
    assert [each["doc"] for each in answer.data["books"]] == ["mtr", "ipg"]
    assert "doc" not in answer.data
    assert (answer.status, answer.data["changes"]) == (1, [])
    assert "MTR en 2022-02-02 to 2022-02-02" in rules("watch", str(notes), *options, home=home).out
