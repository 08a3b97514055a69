"""The best of several copies of one edition is kept, in any order of ingest."""

from __future__ import annotations

import codecs
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.editions import edition_text

DAY = date(2020, 5, 1)
CLEAN = edition_text(
    DAY,
    [
        "A keeper’s lantern isn’t dark.",
        "A “lit” lantern can’t be dark, doesn’t smoke, won’t burn, and isn’t put out.",
    ],
)
MARKS = re.compile("[’“”]")
KEEPER, GLASS = CLEAN.index("Keeper\nWho"), CLEAN.index("Glass\nWhat")
DAMAGED = {
    "question marks": MARKS.sub("?", CLEAN).encode(),
    "replacement characters": CLEAN.replace("’", "\ufffd").encode(),
    "no marks": MARKS.sub("", CLEAN).encode(),
    "no apostrophes": CLEAN.replace("’", "").encode(),
    "codes for marks": CLEAN.encode("ascii", "xmlcharrefreplace"),
    "read as another encoding": CLEAN.encode().decode("cp1252", "replace").encode(),
    "read as another encoding twice": CLEAN.encode().decode("latin-1").encode().decode("latin-1").encode(),
    "read as a Mac's": CLEAN.encode("cp1252").decode("mac_roman").encode(),
    "UTF-16 read as bytes": codecs.BOM_UTF16_LE + CLEAN.encode("utf-16-le").replace(b"\x00", b""),
    "a part twice": (CLEAN[: CLEAN.rindex("102. Lanterns")] + CLEAN[CLEAN.index("101.2. ") :]).encode(),
    "a part shuffled": "\n\n".join(
        sorted(CLEAN.split("\n\n"), key=lambda part: part[4:] if part.startswith("101.") else "")
    ).encode(),
    "a part missing": (CLEAN[: CLEAN.index("101.5.")] + CLEAN[CLEAN.index("101.8.") :]).encode(),
}
SHORTER = {
    "a gap in the glossary": (CLEAN[:GLASS] + CLEAN[KEEPER:]).encode(),
    "a gap at the end of a section": (
        CLEAN[: CLEAN.index("101.10.")] + CLEAN[CLEAN.rindex("102. Lanterns") :]
    ).encode(),
}
COPIES = {
    "clean": CLEAN.encode(),
    "cut off": CLEAN[: CLEAN.index("101.5.")].encode(),
    **DAMAGED,
    **SHORTER,
}


def taken(rules: Any, home: Path, tmp_path: Path, *names: str) -> list[Any]:
    """Ingest copies one after the other; return the answers."""
    answers = []
    for name in names:
        path = tmp_path / f"{name}.txt"
        path.write_bytes(COPIES[name])
        answers.append(rules("ingest", str(path), "--json", home=home).data)
    return answers


def shown(rules: Any, home: Path) -> str:
    return str(
        rules("show", "100.1", "--exact", "--as-of", DAY.isoformat(), "--json", home=home).data["rules"][0]["text"]
    )


@pytest.mark.parametrize("damaged", [*DAMAGED, *SHORTER])
def test_a_damaged_copy_never_replaces_a_clean_one(rules: Any, home: Path, tmp_path: Path, damaged: str) -> None:
    """The damaged copy is skipped with a reason."""
    _, second = taken(rules, home, tmp_path, "clean", damaged)
    assert [each["reason"] for each in second["skipped"]] == ["no-better"]
    assert shown(rules, home) == "A keeper’s lantern isn’t dark."


@pytest.mark.parametrize("damaged", [*DAMAGED, *SHORTER])
def test_a_clean_copy_replaces_a_damaged_one(rules: Any, home: Path, tmp_path: Path, damaged: str) -> None:
    """The damaged copy is ingested with warnings; the clean copy replaces it, and the report says so."""
    first, second = taken(rules, home, tmp_path, damaged, "clean")
    assert bool(first["ingested"][0]["warnings"]) == (damaged in DAMAGED)
    assert second["ingested"][0]["replaces"].endswith(f"{damaged}.txt")
    assert shown(rules, home) == "A keeper’s lantern isn’t dark."
    editions = rules("editions", "--json", home=home).data["editions"]
    assert len([edition for edition in editions if edition["effective"] == DAY.isoformat()]) == 1


def test_a_copy_that_is_cut_off_removes_nothing(rules: Any, home: Path, tmp_path: Path) -> None:
    """A truncated copy counts as an excerpt and is reported; the rules that it lacks stay current."""
    _, second = taken(rules, home, tmp_path, "clean", "cut off")
    assert second["ingested"][0]["partial"]
    assert "truncated" in [warning["code"] for warning in second["ingested"][0]["warnings"]]
    rule = rules("show", "102.10", "--exact", "--as-of", DAY.isoformat(), "--json", home=home).data["rules"][0]
    assert rule["status"] == "current"


def test_the_name_of_a_file_is_no_damage(rules: Any, home: Path, tmp_path: Path) -> None:
    """A clean copy whose file name has another date replaces a damaged copy, and isn't replaced by it."""
    (tmp_path / "damaged.txt").write_bytes(DAMAGED["question marks"])
    (tmp_path / "Rules 20190101.txt").write_bytes(COPIES["clean"])
    (tmp_path / "tampered.txt").write_bytes(DAMAGED["a part twice"])
    rules("ingest", str(tmp_path / "damaged.txt"), home=home)
    clean = rules("ingest", str(tmp_path / "Rules 20190101.txt"), "--json", home=home).data
    assert clean["ingested"][0]["replaces"].endswith("damaged.txt")
    again = rules("ingest", str(tmp_path / "tampered.txt"), "--json", home=home).data
    assert [each["reason"] for each in again["skipped"]] == ["no-better"]


def test_the_file_name_is_no_date(rules: Any, home: Path, tmp_path: Path) -> None:
    """The date in the text counts; another date in the file name is reported."""
    path = tmp_path / "Rules 20190101.txt"
    path.write_text(CLEAN, encoding="utf-8")
    (edition,) = rules("ingest", str(path), "--json", home=home).data["ingested"]
    assert edition["effective"] == "2020-05-01"
    assert [warning["code"] for warning in edition["warnings"]] == ["date-mismatch"]


def test_audit_of_a_document(rules: Any, home: Path, tmp_path: Path) -> None:
    """`--source` audits a document without ingesting it."""
    text = edition_text(DAY, ["See rule 100.99 and rule 100.2."]).replace("102.4.", "102. 4.", 1)
    path = tmp_path / "draft.txt"
    path.write_text(text, encoding="utf-8")
    outcome = rules("audit", "--source", str(path), "--json", home=home)
    assert outcome.status == 1
    assert [(each["code"], each["where"], each["target"]) for each in outcome.data["findings"]] == [
        ("malformed-number", "102.4", None),
        ("dangling-reference", "100.1", "100.99"),
    ]
    assert rules("show", "102.4", home=home).status == 1


def test_export_gives_the_edition_back(rules: Any, home: Path, tmp_path: Path) -> None:
    """The exported text is the ingested text without contents page and credits."""
    path = tmp_path / "edition.txt"
    path.write_text(CLEAN, encoding="utf-8")
    rules("ingest", str(path), home=home)
    out = rules("export", "-", "--format", "text", "--as-of", DAY.isoformat(), home=home).out
    start, end = CLEAN.index("Contents"), CLEAN.index("1. Lanterns\n\n")
    expected = CLEAN[:start] + CLEAN[end : CLEAN.rindex("Credits")]
    assert out.split() == expected.split()


@pytest.mark.parametrize("form", ["json", "jsonl", "text", "markdown", "sqlite"])
def test_export_to_a_file(rules: Any, starter_home: Path, tmp_path: Path, form: str) -> None:
    """Every format is written to a whole file; an existing file isn't replaced without --force."""
    path = tmp_path / "out"
    assert rules("export", str(path), "--format", form, home=starter_home).status == 0
    size = path.stat().st_size
    assert size > 10_000
    again = rules("export", str(path), "--format", form, home=starter_home)
    assert again.status == 2
    assert "--force" in again.err
    assert rules("export", str(path), "--format", form, "--force", home=starter_home).status == 0
    assert [each.name for each in tmp_path.iterdir()] == ["out"]


def test_export_to_nowhere(rules: Any, starter_home: Path, tmp_path: Path) -> None:
    """A missing folder and an unknown ending are one line of error each."""
    assert "cannot write" in rules("export", str(tmp_path / "no" / "x.json"), home=starter_home).err
    assert "give --format" in rules("export", str(tmp_path / "x.doc"), home=starter_home).err
