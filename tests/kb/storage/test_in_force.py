"""SQL is only in `kb.storage`, and the condition for a day only in `kb.storage.in_force`."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
STATEMENT = re.compile(r"\.execute(?:many|script)?\(|\b(?:SELECT|INSERT INTO|DELETE FROM) [\"\w{*]")
PREDICATE = re.compile(
    r"first\s*<=.{1,40}?\sAND\s.{0,20}?ended\s*>|ended\s*>.{1,40}?\sAND\s.{0,20}?first\s*<=", re.DOTALL
)


def modules_with(pattern: re.Pattern[str]) -> set[str]:
    """Return the modules of the program whose text matches a pattern."""
    paths = (path for package in ("kb", "ingest", "cli") for path in (ROOT / package).rglob("*.py"))
    return {path.relative_to(ROOT).as_posix() for path in paths if pattern.search(path.read_text(encoding="utf-8"))}


def test_sql_is_in_storage_only() -> None:
    """No module outside `kb.storage` has an SQL statement, except the one of the card library, a file of its own."""
    outside = {path for path in modules_with(STATEMENT) if not path.startswith("kb/storage/")}
    assert outside == {"kb/cards/library/database.py"}


def test_the_condition_of_a_day_is_in_one_module() -> None:
    """No module but `kb.storage.in_force` has the condition of a day; queries take it from `carried_on`."""
    assert modules_with(PREDICATE) == {"kb/storage/in_force.py"}
