"""A build after a new edition: the same site as a fresh build, and the pages of old editions stay."""

from __future__ import annotations

from pathlib import Path

from cli.app import main
from cli.site.builder import STATE_FILE

EDITION = """Magic: The Gathering Comprehensive Rules

These rules are effective as of {day}.

Contents

1. Game Concepts
100. General
101. The Golden Rules

Glossary

Credits

1. Game Concepts

100. General

100.1. These rules apply to any game. See rule 101.1.

100.1a A game has {players} players.

101. The Golden Rules

101.1. Whenever a card contradicts these rules, the card wins. See rule {cited}.
{more}
Glossary

Card
A thing with text. See rule {cited}.

Credits

Nobody
"""
DAYS = (
    ("2025-01-01", "January 1, 2025", "two", "100.1", ""),
    ("2025-02-01", "February 1, 2025", "two or more", "100.1", ""),
    ("2025-03-01", "March 1, 2025", "two or more", "100.1a", "\n101.2. If an effect says no, no wins.\n"),
)


def ingest(folder: Path, *editions: tuple[str, str, str, str, str]) -> Path:
    """Ingest editions into the knowledge base of a folder."""
    for day, spoken, players, cited, more in editions:
        file = folder / f"{day}.txt"
        file.write_text(EDITION.format(day=spoken, players=players, cited=cited, more=more), encoding="utf-8")
        assert main(["--home", str(folder / "home"), "ingest", str(file), "--effective", day]) == 0
    return folder / "home"


def build(home: Path, site: Path) -> dict[str, bytes]:
    """Build the site of a knowledge base. Return its files."""
    assert main(["--home", str(home), "--as-of", "2026-01-01", "site", str(site)]) == 0
    files = (file for file in site.rglob("*") if file.is_file() and file.name != STATE_FILE)
    return {str(file.relative_to(site)): file.read_bytes() for file in files}


def test_a_new_edition_changes_what_it_must(tmp_path: Path) -> None:
    """Newer and older editions that come later lead to the same files as a fresh build."""
    for name, orders in (("newer", (DAYS[:2], DAYS[2:])), ("older", (DAYS[::2], DAYS[1:2]))):
        folder = tmp_path / name
        folder.mkdir()
        first, second = orders
        home = ingest(folder, *first)
        before = build(home, folder / "site")
        ingest(folder, *second)
        after = build(home, folder / "site")
        assert after == build(home, folder / "fresh")
        if name == "newer":
            oldest = [path for path in before if path.startswith(("cr/en/2025-01-01", "editions/2025-0"))]
            assert oldest and all(before[path] == after[path] for path in oldest)


def test_a_file_that_the_site_no_longer_has_is_deleted(tmp_path: Path) -> None:
    """If an edition is taken out, its pages go, and nothing else."""
    home = ingest(tmp_path, *DAYS)
    build(home, tmp_path / "site")
    assert main(["--home", str(home), "forget", "2025-03-01", "--lang", "en"]) == 0
    after = build(home, tmp_path / "site")
    assert not (tmp_path / "site/cr/en/2025-03-01").exists()
    assert after == build(home, tmp_path / "fresh")
