"""The tool that proposes the catalogue's next row, against a server on this machine."""

from __future__ import annotations

import shutil
import sys
import tomllib
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bench import next_edition
from tests.ingest.conftest import NEWEST, WEB, answer

if TYPE_CHECKING:
    from tests.ingest.conftest import Site

TEXT = (WEB / "edition.txt").read_bytes()


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, landing: str) -> Path:
    """Copy the catalogue, to which the tool writes. The tool reads the page of this machine."""
    copy = Path(shutil.copy(next_edition.CATALOGUE, tmp_path))
    monkeypatch.setattr(next_edition, "CATALOGUE", copy)
    monkeypatch.setattr(sys, "argv", ["next_edition", landing])
    return copy


def rows(catalogue: Path) -> dict[str, list[dict[str, str]]]:
    """Return the files of each English edition, by day."""
    listed = tomllib.loads(catalogue.read_text(encoding="utf-8"))["edition"]
    return {str(each["effective"]): each["files"] for each in listed if each["lang"] == "en"}


def test_the_newest_edition_gets_a_row(catalogue: Path, site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    """The day is that of the text, 2031-06-06, and not that of the file's name, 2031-06-01."""
    before = rows(catalogue)
    site.answers(f"{NEWEST}.txt", answer(200, TEXT, Content_Type="text/plain"))
    assert next_edition.main() == 0
    after = rows(catalogue)
    assert {day: files for day, files in after.items() if day not in before}.keys() == {"2031-06-06"}
    text, *others = after["2031-06-06"]
    assert text == {"format": "txt", "url": f"{site.url}{NEWEST}.txt", "sha256": sha256(TEXT).hexdigest()}
    assert all("sha256" not in each for each in others)
    assert "2031-06-06" in capsys.readouterr().out


def test_a_row_without_addresses_gets_them(catalogue: Path, site: Site) -> None:
    """2026-09-25 is in the catalogue without files. It keeps its place, and no second row comes in."""
    assert rows(catalogue)["2026-09-25"] == []
    days = list(rows(catalogue))
    text = TEXT.replace(b"June 6, 2031", b"September 25, 2026")
    site.answers(f"{NEWEST}.txt", answer(200, text, Content_Type="text/plain"))
    assert next_edition.main() == 0
    assert list(rows(catalogue)) == days
    assert rows(catalogue)["2026-09-25"][0]["sha256"] == sha256(text).hexdigest()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TEXT.replace(b"June 6, 2031", b"January 16, 2026"), "the catalogue has other files of that day"),
        (TEXT.replace(b"June 6, 2031", b"a day"), "states no date"),
    ],
)
def test_what_isnt_certain_is_refused(
    catalogue: Path, site: Site, capsys: pytest.CaptureFixture[str], text: bytes, message: str
) -> None:
    """A second row of a day, or a row without a day, is never written."""
    before = catalogue.read_bytes()
    site.answers(f"{NEWEST}.txt", answer(200, text, Content_Type="text/plain"))
    assert next_edition.main() == 1
    assert message in capsys.readouterr().err
    assert catalogue.read_bytes() == before
