"""All editions of the corpus: all of the printed text is read."""

from __future__ import annotations

import csv
import sqlite3
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ingest.decode import decode
from ingest.documents.document import read_file
from kb.storage.editions import EditionRecord, list_editions
from kb.storage.export import export_text
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.reference_audit import wrong_references

SHARED = Path(__file__).resolve().parents[2].parent / "shared"


def gold(name: str) -> list[dict[str, str]]:
    path = SHARED / "gold" / name
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines())) if path.exists() else []


ROWS, DANGLING = gold("editions.csv"), gold("dangling.csv")

pytestmark = pytest.mark.skipif(not ROWS, reason="the corpus of real editions (../shared) is not here")


@pytest.fixture(scope="module")
def records(every_edition: Path) -> dict[str, EditionRecord]:
    """Return what the store says of each whole edition, by the name of its file."""
    with Store.open(every_edition) as store:
        return {Path(record.source).name: record for record in list_editions(store) if not record.partial}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["effective_date"])
def test_counts_equal_the_independent_count(row: dict[str, str], records: dict[str, EditionRecord]) -> None:
    """Encoding and counts of rules, examples and headwords equal an independent count, unless that is uncertain."""
    record = records[row["file"]]
    assert record.effective == date.fromisoformat(row["effective_date"])
    for name in ("sections", "rules", "subrules", "examples", "glossary"):
        if name not in row["uncertain"]:
            assert getattr(record, name) == int(row[name]), name
    assert record.encoding.partition("-")[0] == row["encoding"].partition("-")[0]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["effective_date"])
def test_references_equal_the_independent_count(
    row: dict[str, str], every_edition: Path, records: dict[str, EditionRecord]
) -> None:
    """The counts of references and dangling references equal an independent count, and its listed ones are found."""
    record = records[row["file"]]
    with Store.open(every_edition) as store:
        view = View(store, "en", record.effective)
        wrong = wrong_references((rule.item for rule in view.rules()), (entry.item for entry in view.glossary()))
    missing = [finding for finding in wrong if finding.code == "dangling-reference"]
    if "refs" not in row["uncertain"]:
        assert record.references == int(row["refs"])
    assert record.dangling == len(missing) == int(row["dangling"])
    listed = {
        (each["source"].removeprefix("G:"), each["target"])
        for each in DANGLING
        if each["edition"] == row["effective_date"] and "in range" not in each["target"]
    }
    assert listed <= {(finding.where, finding.target) for finding in missing}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["effective_date"])
def test_nothing_is_lost(row: dict[str, str], every_edition: Path) -> None:
    """The store gives back every character of the source except whitespace, in order.

    The exported text has introduction, rules and glossary; contents page and credits are stored as parts.
    """
    source = decode(read_file(SHARED / "corpus/en" / row["file"])).text
    with Store.open(every_edition) as store:
        view = View(store, "en", date.fromisoformat(row["effective_date"]))
        lines = list(export_text(view))
        introduction = 2 if view.part("introduction") else 0
        body = "\n".join(lines[introduction:])
        whole = "".join((view.part("introduction"), view.part("contents"), body, view.part("credits")))
    assert "".join(whole.split()) == "".join(source.split())


def test_size(every_edition: Path) -> None:
    """The store and the index of all editions together take less than 30 MB."""
    size = sum(path.stat().st_size for path in every_edition.rglob("*") if path.is_file())
    assert size < 30_000_000


def test_a_text_is_stored_once(every_edition: Path) -> None:
    """89 editions print over 200,000 rules, but the store has fewer than 16,000 wordings."""
    connection = sqlite3.connect(f"{(every_edition / 'rules.sqlite').as_uri()}?mode=ro", uri=True)
    wordings = connection.execute("SELECT count(*) FROM wording").fetchone()[0]
    spans = connection.execute("SELECT count(*) FROM span").fetchone()[0]
    connection.close()
    assert wordings < 16_000
    assert spans < 22_000


def test_unchanged_files_are_skipped(rules: Any, every_edition: Path) -> None:
    """Ingesting the same files again skips all of them."""
    outcome = rules("ingest", str(SHARED / "corpus/en"), "--json", home=every_edition)
    assert outcome.status == 0
    assert len(outcome.data["skipped"]) == len(ROWS)
    assert not outcome.data["ingested"]
