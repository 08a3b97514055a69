"""`rules compare` and `rules translation status` as people type them."""

from __future__ import annotations

import os
import pty
import re
import resource
import subprocess
import sys
from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.editions import edition_text


class TestCompare:
    def test_changed_words(self, rules: Any, starter_home: Path) -> None:
        """For 306.5b, compare names the base of the French and marks the changed words in both languages."""
        outcome = rules("compare", "306.5b", home=starter_home)
        assert outcome.status == 0
        head, english, french = outcome.out.splitlines()
        assert head.split()[:2] == ["306.5b", "stale"] and "2018-04-27" in head
        assert "[-is treated as if its text box included,-]{+has the intrinsic ability+}" in english
        assert "enters[- the battlefield-] with" in english
        assert "[~On considère que l'encadré de texte d'un planeswalker contient :~]" in french

    def test_pairs(self, rules: Any, starter_home: Path) -> None:
        """The JSON has each pair with both texts, its state and the changes it is behind."""
        pairs = {pair["number"]: pair for pair in rules("compare", "306", "--json", home=starter_home).data["pairs"]}
        assert pairs["306.7"]["state"] == "untranslated" and pairs["306.7"]["fr"]["text_lang"] == "en"
        assert pairs["306.2"]["state"] == "current" and pairs["306.2"]["source_diff"] is None
        stale = pairs["306.5b"]
        assert (stale["state"], stale["base_edition"], stale["changes_behind"]) == ("stale", "2018-04-27", 1)
        assert stale["en"]["edition"] == "2025-06-06" and stale["fr"]["edition"] == "2018-04-27"
        shown = rules("show", "306.5b", "--lang", "fr", "--json", home=starter_home).data["rules"][0]
        assert stale["fr"] == shown

    def test_missing(self, rules: Any, starter_home: Path) -> None:
        """Missing numbers are named; the others are shown."""
        outcome = rules("compare", "999.9", "307.1", home=starter_home)
        assert outcome.status == 1
        (message,) = outcome.messages
        assert "999.9 isn't in the knowledge base" in message
        assert outcome.out.startswith("307.1  missing") and "no French" in outcome.out

    @pytest.mark.parametrize(
        ("arguments", "says"),
        [
            (["compare"], "NUMBER..."),
            (["compare", "306.x"], "'306.x' is no rule number"),
            (["compare", "306", "--format", "pdf"], "give one of text, json, html"),
            (["compare", "306", "-o", "306.txt"], "a page is a .html file"),
            (["translation"], "Missing command"),
            (["translation", "status", "--state", "old"], "'old' is no state of a translation"),
            (["translation", "status", "--section", "x"], "'x' is no rule number"),
        ],
    )
    def test_wrong_usage(self, rules: Any, starter_home: Path, arguments: list[str], says: str) -> None:
        """Each error is one line with the accepted form; the exit status is 2."""
        outcome = rules(*arguments, home=starter_home)
        assert (outcome.status, outcome.out) == (2, "")
        assert says in outcome.err and outcome.err.count("\n") == 1

    def test_page(self, rules: Any, starter_home: Path, tmp_path: Path) -> None:
        """The page loads no other file, marks words in both languages, and states the language of each text."""
        file = tmp_path / "306.html"
        assert rules("compare", "306", "-o", str(file), home=starter_home).status == 0
        text = file.read_text(encoding="utf-8")
        assert rules("compare", "306", "--format", "html", home=starter_home).out == text + "\n"
        page = _Page(text)
        assert not page.addresses
        assert page.tags.count("article") == 14
        assert {"del", "ins", "mark"} <= set(page.tags)
        assert "<del>is treated as if its text box included,</del><ins>has the intrinsic ability</ins>" in text
        # 306.7 is in English in both columns; the page itself is in the language of messages.
        assert page.languages.count("fr") == 13 and page.languages.count("en") == 14 + 1 + 1

    @pytest.mark.parametrize(("columns", "beside"), [(60, False), (69, False), (70, True), (140, True)])
    def test_any_width(self, starter_home: Path, columns: int, beside: bool) -> None:
        """The texts stand side by side on a wide terminal; no line is wider than the terminal."""
        lines = _on_terminal(columns, "--home", str(starter_home), "compare", "306.5b", "306.4")
        assert max(map(len, lines)) <= columns
        assert any("A planeswalker" in line and "On considère" in line for line in lines) == beside
        assert "".join(lines).count("errata") == 2


class TestStatus:
    def test_the_starter_data(self, rules: Any, starter_home: Path) -> None:
        """One rule is untranslated and one is stale; 300 to 305 and 307 to 315 have no French."""
        outcome = rules("translation", "status", "--section", "3", home=starter_home)
        assert outcome.status == 0
        assert outcome.out.splitlines()[-1].split() == ["missing", "300-305,", "307-315"]
        data = rules("translation", "status", "--json", home=starter_home).data
        assert (data["summary"]["untranslated"], data["summary"]["stale"]) == (1, 1)
        assert data["summary"]["missing"] >= 150
        assert {rule["number"] for rule in data["rules"] if rule["state"] == "stale"} == {"306.5b"}
        assert sum(data["summary"].values()) == len(data["rules"])

    def test_states(self, rules: Any, starter_home: Path) -> None:
        """`--state` lists only some states; the summary counts all."""
        asked = ["translation", "status", "--state", "stale", "--state", "untranslated"]
        data = rules(*asked, "--json", home=starter_home).data
        assert [rule["number"] for rule in data["rules"]] == ["306.5b", "306.7"]
        assert data["summary"]["missing"] >= 150
        current = rules("translation", "status", "--state", "current", home=starter_home).out
        assert "306.2  current" in current and "306.7" not in current

    def test_queries(self, rules: Any, starter_home: Path) -> None:
        """A structural query selects rules by the same states."""
        asked = "(stale(fr) | untranslated(fr)) & under(306)"
        assert rules("query", asked, "--json", home=starter_home).data["numbers"] == ["306.5b", "306.7"]
        current = rules("query", "current(fr) & 306.5-306.9", "--lang", "fr", "--json", home=starter_home).data
        assert current["numbers"] == ["306.5", "306.6", "306.8", "306.9"]
        assert rules("query", "missing(fr) & under(306)", home=starter_home).status == 1

    def test_renumbered(self, rules: Any, tmp_path: Path, home: Path) -> None:
        """If a new English edition renumbers every rule, the French stays with its rule."""
        english, french = tmp_path / "en.txt", tmp_path / "fr.txt"
        kinds = (("tall", 3), ("small", 5), ("old", 8))
        texts = [f"The {name} lantern has {count} panes, and its keeper lights it." for name, count in kinds]
        english.write_text(edition_text(date(2020, 1, 1), texts, each=3), encoding="utf-8")
        page = "\n\n".join(
            [
                "100. Lanternes",
                "100.1. La grande lanterne a 3 vitres, et c’est son gardien qui l’allume avec une mèche.",
                "100.2. La petite lanterne a 5 vitres, et c’est son gardien qui l’allume avec une mèche.",
                "100.3. La vieille lanterne a 8 vitres, et c’est son gardien qui l’allume avec une mèche.",
            ]
        )
        french.write_text(page + "\n", encoding="utf-8")
        assert rules("ingest", str(english), home=home).status == 0
        dated = ["--lang", "fr", "--effective", "2020-01-01"]
        taken = rules("ingest", str(french), *dated, home=home)
        assert taken.status == 0, taken.err

        def states() -> dict[str, tuple[str, str, str]]:
            pairs = rules("compare", "100", "--as-of", "2022-01-01", "--json", home=home).data["pairs"]
            return {
                pair["lineage"]: (pair["number"], pair["fr"]["number"], pair["state"]) for pair in pairs if pair["fr"]
            }

        before = states()
        assert {number for number, _, _ in before.values()} >= {"100.1", "100.2", "100.3"}
        english.write_text(edition_text(date(2021, 1, 1), ["A lamp.", *texts], each=4), encoding="utf-8")
        assert rules("ingest", str(english), home=home).status == 0
        after = states()
        assert after.keys() == before.keys()
        assert {(now, french) for now, french, _ in after.values()} >= {
            ("100.2", "100.1"), ("100.3", "100.2"), ("100.4", "100.3")
        }  # fmt: skip

    def test_speed(self, every_edition: Path) -> None:
        """The status of all rules takes less than two seconds of processor time, including the start of the program."""

        def worked() -> float:
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            return used.ru_utime + used.ru_stime

        begin = worked()
        done = subprocess.run(
            [sys.executable, "-m", "cli", "--home", str(every_edition), "translation", "status", "--json"],
            capture_output=True, check=True,
        )  # fmt: skip
        assert worked() - begin < 2
        assert done.stdout.count(b'"number"') > 3000


class _Page(HTMLParser):
    """A parsed HTML page: its tags, the addresses that it loads, and the stated languages of its texts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str | None] = []
        self.languages: list[str | None] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value for name, value in attrs if name in ("src", "href")]
        self.languages += [value for name, value in attrs if name == "lang"]


def _on_terminal(columns: int, *arguments: str) -> list[str]:
    """Return the output of `rules` on a terminal with some number of columns, without colours."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", *arguments],
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "COLUMNS": str(columns), "TERM": "xterm"},
    )
    os.close(theirs)
    said = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break
        if not part:
            break
        said += part
    os.close(ours)
    assert process.wait() == 0
    return [line.rstrip("\r") for line in re.sub(r"\x1b\[[0-9;]*m", "", said.decode()).splitlines()]
