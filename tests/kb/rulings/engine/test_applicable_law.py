"""The rule of a concept whose wording no reviewer saw is found from the editions that the knowledge base has."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import pytest

from cli.app import main
from kb.rulings.law.applicable_law import ConceptStatus, Law
from kb.rulings.law.reviewed_wordings import newest_reviewed_edition
from kb.storage.store import Store

OLD = b"606.3. A player may activate a loyalty ability of a permanent they control any time they have priority"
NEW = b"606.3. A player may activate a loyalty ability of any permanent at all whenever they have priority"


def home_with(base: Path, shared: Path, folder: Path, day: str, *changes: tuple[bytes, bytes]) -> Path:
    """Make a knowledge base with an invented edition: that of 2026-01-16 with another day and other words."""
    raw = (shared / "corpus/en/2026-01-16.txt").read_bytes()
    for old, new in ((b"January 16, 2026", day.encode()), *changes):
        assert old in raw
        raw = raw.replace(old, new)
    file = folder / "invented.txt"
    file.write_bytes(raw)
    home = Path(shutil.copytree(base, folder / "home"))
    assert main(["--home", str(home), "ingest", str(file)]) == 0
    return home


def status(home: Path, day: date, concept: str) -> ConceptStatus:
    with Store.open(home) as store:
        return Law(store, day).status_of(concept)


@pytest.mark.parametrize("others", ["newest_home", "starter_home"])
@pytest.mark.parametrize(
    ("printed", "day"),
    [
        ("February 20, 2026", date(2026, 2, 20)),
        ("March 20, 2026", date(2026, 3, 20)),
        ("November 14, 2025", date(2025, 11, 14)),
    ],
)
def test_a_changed_wording_is_stale(
    request: pytest.FixtureRequest, shared: Path, tmp_path: Path, others: str, printed: str, day: date
) -> None:
    """606.3 reads otherwise. Whatever other editions there are, it is stale, and 306.5d isn't taken in its place.

    The days lie between reviewed editions, after the newest one, and on a reviewed edition.
    """
    home = home_with(request.getfixturevalue(others), shared, tmp_path, printed, (OLD, NEW))
    found = status(home, day, "loyalty-activation")
    assert (found.status, str(found.number)) == ("stale", "606.3")
    assert found.rule is not None and found.text is not None and "any permanent at all" in found.text


def test_a_changed_and_renumbered_rule_is_followed(newest_home: Path, shared: Path, tmp_path: Path) -> None:
    """The rule is found under its new number, from the one edition that has a reviewed wording."""
    moved = (
        OLD,
        b"606.9. A player may activate a loyalty ability of a permanent that they control when they have priority",
    )
    home = home_with(newest_home, shared, tmp_path, "March 20, 2026", moved)
    found = status(home, date(2026, 3, 20), "loyalty-activation")
    assert (found.status, str(found.number)) == ("stale", "606.9")


def test_a_rule_that_is_gone_isnt_in_the_edition(newest_home: Path, shared: Path, tmp_path: Path) -> None:
    """702.107a (outlast) is missing in the invented edition."""
    raw = (shared / "corpus/en/2026-01-16.txt").read_bytes()
    start = raw.index(b"702.107a ")
    rule = raw[start : raw.index(b"702.108", start)]
    home = home_with(newest_home, shared, tmp_path, "March 20, 2026", (rule, b""))
    assert status(home, date(2026, 3, 20), "outlast").status == "not-in-edition"


def test_the_invented_days_lie_around_the_newest_reviewed_edition() -> None:
    assert date(2026, 2, 20) < newest_reviewed_edition() < date(2026, 3, 20)


@pytest.mark.parametrize(
    ("titles", "number"),
    [(("trample",), "702.19"), (("daybound",), "702.145"), (("totem armor", "umbra armor"), "702.89"),
     (("sneak",), None)],
)  # fmt: skip
def test_a_keyword_is_found_by_its_title_without_the_edition_of_its_number(
    newest_home: Path, titles: tuple[str, ...], number: str | None
) -> None:
    """A knowledge base that lacks the edition in which keywords are numbered still has their rules."""
    with Store.open(newest_home) as store:
        found = Law(store, date(2026, 1, 16)).number_of_keyword(titles, "702.1", date(2026, 2, 27))
    assert (str(found) if found else None) == number
