"""A damaged database is reported in one line by every command that meets the damage, and is never changed."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

COMMANDS = (
    ("editions", "--json"),
    ("show", "306", "--lang", "both"),
    ("show", "306.5", "--as-of", "2016-01-01", "--json"),
    ("search", "loyalty counter"),
    ("search", "loyauté", "--lang", "fr", "--json"),
    ("types",),
    ("audit",),
    ("export", "-", "--format", "json"),
)
PAGE = 4096


def spoil(path: Path, draw: random.Random) -> None:
    """Damage pages of a database: random bytes, zeros, another page's content, or a few changed bytes."""
    data = bytearray(path.read_bytes())
    pages = [bytes(data[at : at + PAGE]) for at in range(0, len(data), PAGE)]
    for _ in range(draw.choice([1, 2, 8, 40])):
        at = draw.randrange(len(pages)) * PAGE
        some = bytearray(data[at : at + PAGE])
        for _ in range(20):
            some[draw.randrange(PAGE)] = draw.randrange(256)
        data[at : at + PAGE] = draw.choice([draw.randbytes(PAGE), bytes(PAGE), draw.choice(pages), bytes(some)])
    path.write_bytes(data)


@pytest.mark.parametrize("seed", range(40))
def test_damaged_pages(rules: Any, starter_home: Path, tmp_path: Path, seed: int) -> None:
    """The commands that meet the damage print one line of error; no command changes or removes the file."""
    home = tmp_path / "home"
    shutil.copytree(starter_home, home)
    draw = random.Random(seed)
    database = home / "rules.sqlite"
    spoil(database, draw)
    before = database.read_bytes()
    for command in draw.sample(COMMANDS, 4):
        outcome = rules(*command, home=home)
        assert outcome.status in (0, 1, 2)
        assert "fault of the program" not in outcome.err
        if outcome.status == 2:
            (line,) = (line for line in outcome.err.splitlines() if line.startswith("rules: error: "))
            assert f"{database} is damaged (" in line or f"{database} has schema" in line
    assert database.read_bytes() == before


@pytest.mark.parametrize("size", [0, 1, 99, 100, 512, 4095, 4096, 5000, 100_000])
@pytest.mark.parametrize("command", [("show", "306.5"), ("search", "loyalty"), ("ingest", "README.md")])
def test_a_truncated_database(
    rules: Any, starter_home: Path, tmp_path: Path, size: int, command: tuple[str, ...]
) -> None:
    """A truncated database is named in the error and kept, and no new database replaces it."""
    home = tmp_path / "home"
    shutil.copytree(starter_home, home)
    database = home / "rules.sqlite"
    database.write_bytes(database.read_bytes()[:size])
    outcome = rules(*command, home=home)
    assert outcome.status == 2
    (line,) = outcome.err.splitlines()
    assert line.startswith(f"rules: error: {database} is ")
    assert database.stat().st_size == size


@pytest.mark.parametrize("log", [b"", b"x" * 20, bytes(40_000), b"\xff" * 40_000])
def test_a_log_of_nonsense(rules: Any, starter_home: Path, tmp_path: Path, log: bytes) -> None:
    """A damaged write-ahead log is ignored, and the database is read."""
    home = tmp_path / "home"
    shutil.copytree(starter_home, home)
    (home / "rules.sqlite-wal").write_bytes(log)
    (home / "rules.sqlite-shm").write_bytes(log[::-1])
    assert rules("show", "306.5", home=home).out == rules("show", "306.5", home=starter_home).out
