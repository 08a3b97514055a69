"""The hint that the edition in force is old, and the quiet list of editions."""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

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
