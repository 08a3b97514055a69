"""The hint that the edition in force is old, and the quiet list of editions."""

from __future__ import annotations

import re
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import kb
from kb.storage.store import Store
from kb.storage.view import View

HINT = re.compile(r"the edition of 2026-01-16 is \d+ days old, and newer rules are probably out: `rules sync`")


@pytest.fixture(autouse=True)
def hinting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switch the hint on, which the tests switch off."""
    monkeypatch.delenv("RULES_NO_STALE_HINT")


@pytest.mark.parametrize("days", [0, 120, 121, 365])
def test_the_age_counts_from_the_121st_day(newest_home: Path, days: int) -> None:
    """Up to 120 days an edition is young."""
    today = date(2026, 1, 16) + timedelta(days)
    with Store.open(newest_home) as store:
        assert View(store, "en", today).days_behind(today) == (days if days > 120 else 0)
        assert View(store, "en", today - timedelta(1)).days_behind(today) == 0
        assert View(store, "fr", today).days_behind(today) == 0


@pytest.mark.parametrize(
    "command",
    [
        ["show", "306.6"],
        ["search", "loyalty"],
        ["define", "trample"],
        ["refs", "306.9"],
        ["cite", "306.6"],
        ["query", "306.5"],
        ["history", "306.6"],
        ["ask", "can-attack", "A", "--fact", "A.tapped=yes"],
        ["show", "306.6", "--json"],
    ],
    ids=" ".join,
)
def test_answers_hint_once_on_stderr(rules: Any, newest_home: Path, command: list[str]) -> None:
    """Each answer that rests on an old edition says so, once, and stdout has only the answer."""
    outcome = rules(*command, home=newest_home)
    assert len(HINT.findall(outcome.err)) == 1
    assert "days old" not in outcome.out


def test_no_hint_where_nobody_needs_it(rules: Any, newest_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not about an old day, not after an error, not if the environment switches it off."""
    assert "days old" not in rules("show", "306.6", "--as-of", "2026-01-20", home=newest_home).err
    assert "days old" not in rules("show", "30x", home=newest_home).err
    assert "days old" not in rules("editions", home=newest_home).err
    monkeypatch.setenv("RULES_NO_STALE_HINT", "1")
    assert "days old" not in rules("show", "306.6", home=newest_home).err


def test_editions_are_listed_quietly(rules: Any, every_edition: Path) -> None:
    """One line an edition, a mark for findings, one note; `--findings` lists them."""
    outcome = rules("editions", home=every_edition)
    assert "warning" not in outcome.err
    assert len(outcome.err.splitlines()) == 1
    marked = [line for line in outcome.out.splitlines() if line.split("\t")[3].endswith(" !")]
    listed = rules("editions", "--findings", home=every_edition)
    days = {line.split()[1] for line in listed.out.splitlines()}
    found = rules("editions", "--json", home=every_edition).data["editions"]
    assert days == {each["effective"] for each in found if each["warnings"]}
    assert len(marked) == sum(bool(each["warnings"]) for each in found)


@pytest.mark.parametrize(
    ("day", "rests"),
    [
        ("2026-01-16", False),  # the edition's own day
        ("2026-05-16", False),  # 120 days after it
        ("2026-05-17", True),
        ("2026-06-01", False),  # the day itself: the age of the edition is told instead
        ("2026-06-02", True),
        ("2050-01-01", True),
    ],
)
def test_a_day_that_the_newest_edition_may_not_reach(newest_home: Path, day: str, rests: bool) -> None:
    """Days to come, and past days more than 120 days after the newest edition."""
    today = date(2026, 6, 1)
    with Store.open(newest_home) as store:
        assert View(store, "en", date.fromisoformat(day)).rests_on_newest(today) is rests


def test_an_edition_that_has_a_successor_is_no_newest_one(every_edition: Path) -> None:
    """On a day long after an edition but before the next one known, that edition is simply in force."""
    with Store.open(every_edition) as store:
        days = View(store, "en", date(2026, 1, 16)).edition_days()
        long_after = [
            after - timedelta(1)
            for before, after in pairwise(days)
            if (after - before).days > 121 and before.year > 2002
        ]
        assert long_after
        assert not any(View(store, "en", day).rests_on_newest(date(2026, 1, 16)) for day in long_after)


@pytest.mark.parametrize("command", [["show", "306.6"], ["search", "loyalty"], ["query", "306.5"]], ids=" ".join)
def test_a_day_to_come_is_told(rules: Any, newest_home: Path, command: list[str]) -> None:
    """Text says on stderr that the answer rests on the newest edition, JSON in its notes, once."""
    told = "the newest edition known is of 2026-01-16; the answer about 2950-01-01 rests on it"
    outcome = rules(*command, "--as-of", "2950-01-01", home=newest_home)
    assert outcome.err.count(told) == 1 and "days old" not in outcome.err
    (noted,) = rules(*command, "--as-of", "2950-01-01", "--json", home=newest_home).data["notes"]
    assert noted == {
        "code": "rests-on-newest", "message": told, "lang": "en", "as_of": "2950-01-01", "edition": "2026-01-16",
    }  # fmt: skip
    assert "notes" not in rules(*command, "--as-of", "2026-01-20", "--json", home=newest_home).data


def test_programs_are_told(newest_home: Path) -> None:
    """The Python API has the same of a view, and the absent editions of a search."""
    with kb.open(newest_home) as library:
        assert library.at("2950-01-01").rests_on_newest and not library.at("2026-01-20").rests_on_newest
        found = library.at("2026-01-20").search_results("trample edition:2950 OR edition:2026-01-18")
        assert found.absent_editions == (("2950", None), ("2026-01-18", date(2026, 1, 16)))


def test_absent_editions_in_json(rules: Any, newest_home: Path) -> None:
    """A search without hits lists the values of `edition:` that no edition has; one with hits lists none."""
    outcome = rules("search", "trample edition:2950", "--json", home=newest_home)
    assert outcome.status == 1
    assert outcome.data["absent_editions"] == [{"value": "2950", "in_force": None}]
    assert rules("search", "trample", "--json", home=newest_home).data["absent_editions"] == []
