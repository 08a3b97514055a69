"""`rules history`, `rules diff` and `rules deprecated` as people type them."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest


class TestHistory:
    def test_a_life(self, rules: Any, every_edition: Path) -> None:
        """`rules history` prints the numbers, days and wordings of 306.7, oldest first."""
        outcome = rules("history", "306.7", home=every_edition)
        assert outcome.status == 0
        lines = outcome.out.splitlines()
        assert lines[0].startswith("212.9g@2007-10-01")
        marks = [line for line in lines if line[:4].isdigit() and line[4] == "-"]
        assert [line.split()[:3] for line in marks] == [
            ["2007-10-01", "added", "212.9g"],
            ["2009-07-11", "moved-and-edited", "212.9g"],
            ["2009-10-01", "moved-and-edited", "306.8"],
            ["2018-04-27", "deprecated", "306.7"],
        ]
        assert "{+Previously, planeswalkers" in outcome.out

    @pytest.mark.parametrize("arguments", [["306.7@2009-09-04"], ["306.7", "--at", "2009-09-04"]])
    def test_whose_number(self, rules: Any, every_edition: Path, arguments: list[str]) -> None:
        """With --at 2009-09-04, 306.7 is the rule that has the number 606.3 today."""
        then = rules("history", *arguments, "--json", home=every_edition).data
        assert then == rules("history", "606.3", "--json", home=every_edition).data

    def test_quiet_changes(self, rules: Any, every_edition: Path) -> None:
        """Changes of typography and template are counted, and shown with --all."""
        short, long = (rules("history", "606.3", *all_, home=every_edition).out for all_ in ([], ["--all"]))
        assert "1 quiet change (template); --all shows them" in short
        assert "quiet change" not in long and "[-he or she controls-]" in long

    def test_unknown(self, rules: Any, starter_home: Path) -> None:
        """A missing number is reported in one line, with the day."""
        outcome = rules("history", "306.99", home=starter_home)
        assert (outcome.status, outcome.out) == (1, "")
        assert "306.99" in outcome.err

    @pytest.mark.parametrize("wrong", [["306.x"], ["306.7@yesterday"], ["306.7", "--at", "2009"]])
    def test_wrong_usage(self, rules: Any, starter_home: Path, wrong: list[str]) -> None:
        """A malformed number or day is named."""
        outcome = rules("history", *wrong, home=starter_home)
        assert outcome.status == 2 and outcome.err.count("\n") == 1


class Page(HTMLParser):
    """A parsed HTML page: its headings, the classes of its paragraphs, and the addresses that it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]


class TestDiff:
    def test_numbers_move_up(self, rules: Any, every_edition: Path) -> None:
        """2025-11-14 to 2026-01-16: 702.124k removed; m, n, p are k, m, n."""
        data = rules("diff", "2025-11-14", "2026-01-16", "--section", "702.124", "--json", home=every_edition).data
        numbers = [
            (each["event"], each["old"] and each["old"]["number"], each["new"] and each["new"]["number"])
            for each in data["changes"]
            if each["event"] != "edited"
        ]
        assert numbers == [
            ("moved", "702.124m", "702.124k"),
            ("removed", "702.124k", None),
            ("moved", "702.124n", "702.124m"),
            ("moved", "702.124p", "702.124n"),
        ]
        assert data["summary"] == {"edited": 2, "moved": 3, "removed": 1}

    def test_text(self, rules: Any, every_edition: Path) -> None:
        """The text has sections with titles, rules with their keywords, and marked changes of words."""
        lines = rules("diff", "2025-11-14", "2026-01-16", home=every_edition).out.splitlines()
        assert lines[0].startswith("en 2025-11-14 to 2026-01-16  ")
        assert "702  Keyword Abilities  2 edited, 3 moved, 1 removed" in lines
        assert "  702.124m to 702.124k  Partner  moved" in lines
        assert any("[-another-]{+any other+}" in line for line in lines)

    def test_one_class_only(self, rules: Any, every_edition: Path) -> None:
        """`--change` keeps only the changes of its class."""
        data = rules("diff", "2020-01-24", "2020-04-17", "--change", "references", "--json", home=every_edition).data
        assert data["changes"]
        assert {each["change"] for each in data["changes"]} == {"references"}

    def test_nothing_changed(self, rules: Any, every_edition: Path) -> None:
        """Two days of one edition don't differ: exit status 1."""
        outcome = rules("diff", "2026-01-16", "2026-01-20", home=every_edition)
        assert outcome.status == 1 and "nothing changed" in outcome.out

    def test_page(self, rules: Any, every_edition: Path, tmp_path: Path) -> None:
        """The page has every section's title, loads no other file and runs no script."""
        file = tmp_path / "changes.html"
        assert rules("diff", "2025-11-14", "2026-01-16", "-o", str(file), home=every_edition).status == 0
        text = file.read_text(encoding="utf-8")
        assert rules("diff", "2025-11-14", "2026-01-16", "--format", "html", home=every_edition).out == text + "\n"
        page = Page(text)
        assert page.tags.count("article") == 16 and "script" not in page.tags
        assert all(address.startswith("#") for address in page.addresses)
        assert ">702 Keyword Abilities<" in text and "<s>702.124k</s>" in text and "702.124m → 702.124k" in text

    def test_what_stands_in_texts_is_no_markup(self, rules: Any, every_edition: Path) -> None:
        """Angle brackets in the rules (addresses in 100.6) are escaped."""
        page = rules("diff", "2009-05-01", "2009-07-11", "--section", "100", "--format", "html", home=every_edition)
        assert "&lt;http" in page.out and "<http" not in page.out

    @pytest.mark.parametrize(
        ("arguments", "word"),
        [
            (["2019-01-01", "soon"], "soon"),
            (["2025-11-14", "2026-01-16", "--change", "big"], "big"),
            (["2025-11-14", "2026-01-16", "--format", "pdf"], "pdf"),
            (["2025-11-14", "2026-01-16", "-o", "changes.txt"], "changes.txt"),
        ],
    )
    def test_wrong_usage(self, rules: Any, every_edition: Path, arguments: list[str], word: str) -> None:
        """Each impossible request is named in one line."""
        outcome = rules("diff", *arguments, home=every_edition)
        assert outcome.status == 2 and word in outcome.err and outcome.err.count("\n") == 1

    def test_no_edition(self, rules: Any, starter_home: Path) -> None:
        """Excerpts can't be compared, because they lack most rules."""
        outcome = rules("diff", "2014-05-01", "2025-06-06", home=starter_home)
        assert outcome.status == 1 and "no whole edition" in outcome.err


class TestDeprecated:
    def test_list(self, rules: Any, every_edition: Path) -> None:
        """Rules and then terms are listed, each with its class, its date and its replacement."""
        lines = rules("deprecated", home=every_edition).out.splitlines()
        assert "  306.4  rule-removed since 2017-09-29; see 704.5j" in lines
        assert "  Tribal  type-retired since 2024-07-30; see 308" in lines
        assert lines.index("Printed, but no longer applies") < lines.index("Obsolete terms")

    def test_no_longer_printed(self, rules: Any, every_edition: Path) -> None:
        """--removed adds the rules that are no longer printed."""
        few = rules("deprecated", "--json", home=every_edition).data["entries"]
        entries = rules("deprecated", "--removed", "--json", home=every_edition).data["entries"]
        more = [entry for entry in entries if entry not in few]
        assert {
            "number": "702.124k",
            "class": "rule-removed",
            "since": "2026-01-16",
            "replaced_by": [],
            "removed": True,
        } in [{key: value for key, value in entry.items() if key != "text"} for entry in more]

    def test_nothing(self, rules: Any, starter_home: Path) -> None:
        """On a day without deprecated rules, the exit status is 1."""
        outcome = rules("deprecated", "--as-of", "2014-06-01", home=starter_home)
        assert outcome.status == 1 and "2014-06-01" in outcome.out


def test_a_pin_to_an_edition_without_a_known_address(rules: Any, newer_home: Path) -> None:
    """The link leads to the page where the publisher lists the rules."""
    for style in ("plain", "markdown"):
        cited = rules("cite", "306.5d", "--pin", "--style", style, "--as-of", "2026-03-01", home=newer_home)
        assert cited.status == 0, cited.err
        assert "CR 306.5d (2026-02-27)" in cited.out
    assert cited.out.strip().endswith("(https://magic.wizards.com/en/rules)")
