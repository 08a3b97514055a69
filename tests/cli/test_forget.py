"""`rules forget`, corrected files, and the marks of texts from excerpts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

PAGE = "# 899. Lanterns\n\n899.1. A lantern has {count} wicks.\n"
STARTER_SOURCES = 6
"""The starter data have five documents; one of them is in both languages."""


def write_page(path: Path, count: str) -> str:
    """Write a page about lanterns and return its path."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(PAGE.format(count=count), encoding="utf-8")
    return str(path)


def ingest(rules: Any, home: Path, page: str, day: str = "2025-06-06") -> Any:
    """Ingest a page and return the report."""
    outcome = rules("ingest", page, "--effective", day, "--json", home=home)
    assert outcome.status == 0, outcome.err
    return outcome.data


def wording(rules: Any, home: Path) -> str:
    """Return the text of the rule about lanterns; "" if there is none."""
    found = rules("show", "899.1", "--json", home=home).data["rules"]
    return found[0]["text"] if found else ""


def sources(rules: Any, home: Path) -> list[str]:
    """Return the sources of all editions."""
    return [each["source"] for each in rules("editions", "--json", home=home).data["editions"]]


class TestForget:
    """`rules forget`."""

    def test_a_wrong_excerpt_is_taken_out(self, rules: Any, home: Path, tmp_path: Path) -> None:
        """The rules of an excerpt are gone, also from searches, and the same file can be ingested again."""
        page = write_page(tmp_path / "page.md", "two")
        ingest(rules, home, page)
        assert rules("search", "lantern wicks", home=home).status == 0
        outcome = rules("forget", page, home=home)
        assert (outcome.status, outcome.out) == (0, f"forgot en 2025-06-06  excerpt  {page}\n")
        assert wording(rules, home) == ""
        assert page not in sources(rules, home)
        hits = rules("search", "lantern", "--all-editions", "--json", home=home).data["hits"]
        assert not [hit for hit in hits if hit.get("number") == "899.1"]
        assert len(ingest(rules, home, page)["ingested"]) == 1

    @pytest.mark.parametrize("name", ["page.md", "./page.md", "2024-01-01", "en 2024-01-01"])
    def test_names(self, rules: Any, home: Path, tmp_path: Path, name: str) -> None:
        """A dry run takes nothing out; it finds a source by the end of its path, and an edition by its day."""
        page = write_page(tmp_path / "page.md", "two")
        ingest(rules, home, page, "2024-01-01")
        before = sources(rules, home)
        found = rules("forget", name, "--dry-run", "--json", home=home).data
        assert ([each["source"] for each in found["forgotten"]], found["dry_run"]) == ([page], True)
        assert sources(rules, home) == before
        assert rules("forget", *name.split(), "--json", home=home).data == {**found, "dry_run": False}
        assert sources(rules, home) == [each for each in before if each != page]

    def test_titles(self, rules: Any, home: Path) -> None:
        """A starter document is found by the title that `rules editions` shows."""
        listed = rules("editions", "--lang", "en", home=home).out.splitlines()[0].split("\t")
        assert (listed[1], listed[-1]) == ("2014-05-01", "Planeswalker (page of an English wiki)")
        found = rules("forget", listed[-1], "--dry-run", "--json", home=home).data["forgotten"]
        assert [each["effective"] for each in found] == ["2014-05-01"]

    def test_an_ambiguous_name_is_refused(self, rules: Any, home: Path) -> None:
        """A day of two languages is refused with both; with the language it isn't ambiguous."""
        before = sources(rules, home)
        outcome = rules("forget", "2025-06-06", "2018-04-27", home=home)
        assert (outcome.status, outcome.out, outcome.err.count("\n")) == (2, "", 1)
        assert "'2018-04-27' fits en 2018-04-27" in outcome.err
        assert "or fr 2018-04-27" in outcome.err
        assert sources(rules, home) == before
        assert rules("forget", "2018-04-27", "--lang", "fr", home=home).status == 0
        assert rules("show", "306.1", "--lang", "fr", home=home).status == 1
        assert rules("show", "306.1", "--as-of", "2018-05-01", home=home).status == 0

    @pytest.mark.parametrize(("name", "status"), [("nowhere.md", 1), ("1999-01-01", 1), ("2025-02-30", 2), ("en", 1)])
    def test_an_unknown_name_changes_nothing(self, rules: Any, home: Path, name: str, status: int) -> None:
        """If one name is unknown, nothing is taken out, and one line says so."""
        outcome = rules("forget", "2025-06-06", name, home=home)
        assert (outcome.status, outcome.err.count("\n")) == (status, 1)
        assert name in outcome.err
        assert len(sources(rules, home)) == STARTER_SOURCES

    def test_starter_data_stay_forgotten(self, rules: Any, home: Path) -> None:
        """The next commands don't ingest forgotten starter documents again, not even if all are forgotten."""
        for name in dict.fromkeys(sources(rules, home)):
            assert rules("forget", name, home=home).status == 0
        assert sources(rules, home) == []
        assert rules("show", "306", home=home).status == 1


class TestCorrectedFiles:
    """A file or page that was ingested, changed and ingested again."""

    def test_the_corrected_file_replaces_the_earlier(self, rules: Any, home: Path, tmp_path: Path) -> None:
        """The file's earlier text of the same day is gone, whichever text has the smaller hash."""
        for count in ("two", "three", "four", "five"):
            page = write_page(tmp_path / "page.md", count)
            (taken,) = ingest(rules, home, page)["ingested"]
            assert taken["replaces"] == (None if count == "two" else page)
            assert wording(rules, home) == f"A lantern has {count} wicks."
        assert sources(rules, home).count(page) == 1
        write_page(tmp_path / "page.md", "six")
        outcome = rules("ingest", page, "--effective", "2025-06-06", home=home)
        assert f"en 2025-06-06 replaces the earlier excerpt of {page}" in outcome.err

    def test_the_same_file_by_another_path(
        self, rules: Any, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A relative path names the same file as the absolute path."""
        page = write_page(tmp_path / "page.md", "two")
        ingest(rules, home, page)
        write_page(tmp_path / "page.md", "three")
        monkeypatch.chdir(tmp_path)
        assert ingest(rules, home, "../" + tmp_path.name + "/page.md")["ingested"][0]["replaces"] == page
        assert wording(rules, home) == "A lantern has three wicks."

    def test_other_files_and_days_stay(
        self, rules: Any, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Files of one name in two folders are different sources; so are two texts of one file of different days."""
        for folder, count in (("one", "two"), ("two", "three")):
            write_page(tmp_path / folder / "page.md", count)
            monkeypatch.chdir(tmp_path / folder)
            assert ingest(rules, home, "page.md")["ingested"][0]["replaces"] is None
        write_page(tmp_path / "two" / "page.md", "four")
        assert ingest(rules, home, "page.md", "2025-07-01")["ingested"][0]["replaces"] is None
        assert sources(rules, home).count("page.md") == 3
        # The path tells two sources of one name apart; two days of one file stay ambiguous.
        assert rules("forget", "page.md", home=home).status == 2
        monkeypatch.chdir(tmp_path / "one")
        assert rules("forget", "page.md", home=home).status == 0
        assert sources(rules, home).count("page.md") == 2
        assert rules("forget", "2025-07-01", home=home).status == 0
        assert rules("forget", str(tmp_path / "two" / "page.md"), home=home).status == 0


class TestMarks:
    """Texts from excerpts are marked wherever they are shown."""

    def test_text(self, rules: Any, home: Path) -> None:
        """Each command marks excerpts beside the edition."""
        mark = "[en 2025-06-06, excerpt]"
        for command in (
            ["show", "306.1"], ["show", "306.1", "--lang", "both"], ["define", "planeswalkers"], ["compare", "306.1"],
            ["ask", "can-activate", "A", "--phase", "main", "--priority", "p1", "--stack", "empty"],
        ):  # fmt: skip
            assert mark in rules(*command, home=home).out, command
        assert "\nen 2025-06-06, excerpt; to read on: " in rules("search", "loyalty", home=home).out
        assert "[excerpt]" in rules("history", "306.7", home=home).out
        assert "[en 2025-06-06, excerpt]" in rules("compare", "306.1", "--format", "html", home=home).out
        french = rules("show", "306.1", "--lang", "fr", "--ui-lang", "fr", home=home).out
        assert "[fr 2018-04-27, extrait]" in french

    def test_json(self, rules: Any, home: Path) -> None:
        """Answers say whether a text comes from an excerpt, and from which source."""
        source = "003_14b500ea57cedd8e.txt"
        rule = rules("show", "306.1", "--json", home=home).data["rules"][0]
        hit = rules("search", "loyalty", "--json", home=home).data["hits"][0]
        defined = rules("define", "planeswalkers", "--json", home=home).data["defining_rule"]
        pair = rules("compare", "306.1", "--json", home=home).data["pairs"][0]["en"]
        for item in (rule, hit, defined, pair):
            assert (item["excerpt"], item["source"]) == (True, source)
        listed = rules("types", "--json", home=home).data["lists"]
        assert {(each["excerpt"], each["source"]) for each in listed} == {(True, "000_8a12d92e53b48f6f.txt")}
        spans = rules("history", "306.7", "--json", home=home).data["spans"]
        assert spans[0]["source"] == "000_8a12d92e53b48f6f.txt"
        records = rules("export", "-", "--format", "json", home=home)
        assert '"excerpt": true' in records.out

    def test_whole_editions_have_no_mark(self, rules: Any, newest_home: Path) -> None:
        """A text of a whole edition has only the edition beside it."""
        assert rules("show", "306.1", home=newest_home).out.endswith("[en 2026-01-16]\n")
        assert "\nen 2026-01-16; to read on: " in rules("search", "loyalty", home=newest_home).out
        rule = rules("show", "306.1", "--json", home=newest_home).data["rules"][0]
        assert rule["excerpt"] is False
        assert rule["source"].endswith("2026-01-16.txt")
        assert rules("export", "-", "--format", "text", home=newest_home).err == ""

    def test_an_excerpt_among_editions(self, rules: Any, newest_home: Path, tmp_path: Path) -> None:
        """A younger excerpt is marked, and an export as text names it; the editions around stay unmarked."""
        import shutil

        home = tmp_path / "home"
        shutil.copytree(newest_home, home)
        page = write_page(tmp_path / "page.md", "two")
        ingest(rules, home, page, "2026-02-01")
        shown = rules("show", "899.1", "306.1", home=home).out
        assert "899.1. A lantern has two wicks.  [en 2026-02-01, excerpt]" in shown
        assert "[en 2026-01-16]" in shown
        assert page in rules("export", "-", "--format", "markdown", home=home).err
        hits = rules("search", "lantern", "--json", home=home).data["hits"]
        assert {hit["number"] for hit in hits if hit["excerpt"]} == {"899", "899.1"}


def test_sources_have_readable_names(rules: Any, home: Path) -> None:
    """`rules editions` shows titles; with --verbose it shows the file's name and SHA-256 too."""
    assert ".txt" not in rules("editions", home=home).out
    verbose = rules("editions", "--verbose", home=home).out
    assert "Chapter 3, sections 300 to 315 (plain text)  003_14b500ea57cedd8e.txt  a1245111828a" in verbose
