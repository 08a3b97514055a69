"""`rules refs` and `rules query` as people type them."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

ROOT = Path(__file__).resolve().parents[2]


def on_a_terminal(home: Path, columns: int, *arguments: str) -> str:
    """Return stdout and stderr on a terminal of a width."""
    main, other = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm", "RULES_HOME": str(home)}
    with subprocess.Popen(
        [sys.executable, "-m", "cli", *arguments], cwd=ROOT, stdout=other, stderr=other, env=environment
    ) as run:
        os.close(other)
        said = b""
        while True:
            try:
                more = os.read(main, 4096)
            except OSError:  # the terminal is closed
                break
            if not more:
                break
            said += more
        run.wait()
    os.close(main)
    return said.decode().replace("\r\n", "\n")


class TestRefs:
    def test_every_rule_that_cites_306(self, rules: Any, newest_home: Path) -> None:
        """Outside 306, only the rule 209.1 and three headwords cite a rule of 306."""
        data = rules("refs", "306", "--depth", "1", "--json", home=newest_home).data
        assert [each["source"] for each in data["incoming"] if each["kind"] != "glossary"] == ["209.1"]
        assert [each["source"] for each in data["incoming"]][1:] == ["Loyalty", "Planeswalker", "Planeswalker Type"]
        assert data["number"] == "306"

    def test_what_a_rule_cites(self, rules: Any, starter_home: Path) -> None:
        """306.9 names rule 704, which chapter 3 alone doesn't have."""
        data = rules("refs", "306.9", "--json", home=starter_home).data
        (citation,) = data["outgoing"]
        assert (citation["source"], citation["target"], citation["text"]) == ("306.9", "704", "rule 704")
        assert citation["resolved"] is False

    @pytest.mark.parametrize(
        ("options", "empty"), [(["--incoming"], "outgoing"), (["--outgoing"], "incoming"), (["--depth", "2"], "")]
    )
    def test_sides(self, rules: Any, newest_home: Path, options: list[str], empty: str) -> None:
        """`--incoming` and `--outgoing` show one direction each, and together both."""
        data = rules("refs", "704.5", *options, "--json", home=newest_home).data
        assert [side for side in ("outgoing", "incoming") if not data[side]] == ([empty] if empty else [])

    def test_ranges_name_what_there_is(self, rules: Any, newest_home: Path) -> None:
        """103.2 says "103.2a–e" and names five subrules."""
        data = rules("refs", "103.2", "--outgoing", "--json", home=newest_home).data
        citation = next(each for each in data["outgoing"] if each["target"] == "103.2a-103.2e")
        assert citation["named"] == ["103.2a", "103.2b", "103.2c", "103.2d", "103.2e"]

    def test_pages_of_an_older_edition(self, rules: Any, starter_home: Path) -> None:
        """In 2016 306.4 was the uniqueness rule and cited 704."""
        data = rules("refs", "306.4", "--as-of", "2016-01-01", "--json", home=starter_home).data
        assert [each["target"] for each in data["outgoing"]] == ["704"]

    def test_french(self, rules: Any, starter_home: Path) -> None:
        """The French 306.6 cites 508 with its title."""
        data = rules("refs", "306.6", "--lang", "fr", "--json", home=starter_home).data
        assert [each["text"] for each in data["outgoing"]] == ["règle 508, « Étape de déclaration des attaquants »"]

    def test_a_way(self, rules: Any, newest_home: Path) -> None:
        """The shortest path is 306.1 to 601, 601.2b to 118.8, and 118.8 to 702."""
        out = rules("refs", "306", "--to", "702.9", home=newest_home).out
        assert re.findall(r"^(\S+) → (\S+)", out, re.MULTILINE) == [
            ("306.1", "601"),
            ("601.2b", "118.8"),
            ("118.8", "702"),
        ]

    def test_most_cited(self, rules: Any, newest_home: Path) -> None:
        """The counts decrease; within 704, the section itself is cited most."""
        data = rules("refs", "--most-cited", "--limit", "50", "--json", home=newest_home).data
        places = [each["places"] for each in data["most_cited"]]
        assert len(places) == 50 and places == sorted(places, reverse=True)
        first = rules("refs", "704", "--most-cited", home=newest_home).out.split("\n")[0]
        assert first.split("\t")[0] == "704" and first.endswith("State-Based Actions")

    @pytest.mark.parametrize(
        ("arguments", "says"),
        [
            (["refs", "306.2"], "306.2 cites nothing and is never cited in en"),
            (["refs", "306.2", "--incoming"], "306.2 isn't cited"),
            (["refs", "306.2", "--outgoing"], "306.2 cites nothing"),
            (["refs", "306.2", "--format", "svg"], "306.2 cites nothing"),
            (["refs", "306.99"], "306.99 isn't in the knowledge base in en"),
            (["refs", "303", "--to", "301"], "no references lead from 303 to 301"),
            (["refs", "306", "--most-cited"], "no rule of 306 is cited"),
            (["query", "deprecated & !deprecated"], "no rule in en"),
        ],
    )
    def test_nothing_found(self, rules: Any, starter_home: Path, arguments: list[str], says: str) -> None:
        """Without references the exit status is 1, stdout is empty, and stderr has one line about that."""
        outcome = rules(*arguments, home=starter_home)
        assert (outcome.status, outcome.out) == (1, "")
        (message,) = outcome.messages
        assert says in message

    @pytest.mark.parametrize(
        ("arguments", "says"),
        [
            (["refs"], "NUMBER is missing"),
            (["refs", "306.5l"], "'306.5l' is no rule number"),
            (["refs", "306", "--to", "x"], "'x' is no rule number"),
            (["refs", "306", "--format", "png"], "'png' is no format"),
            (["refs", "306", "-o", "306.png"], "'306.png' is no format"),
            (["refs", "306", "-o", "306.json"], "let the shell write it"),
            (["refs", "306", "--format", "svg", "--json"], "leave one of the two out"),
            (["refs", "306", "--to", "307", "--format", "svg"], "no format of a list"),
            (["refs", "306", "--to", "307", "--most-cited"], "give one of the two"),
            (["refs", "306", "--depth", "0"], "--depth"),
            (["refs", "306", "-o", "no/such/folder/306.svg"], "cannot write"),
            (["query", "refs(306.*) & frobs(3)"], "at character 15, 'frobs' is no atom"),
            (["query", "behind(fr)"], "has(example), deprecated"),
            (["query", "stale(de)"], "at character 7, 'de' is no language that the rules are translated to"),
            (["query", "stale"], "'stale' takes fr, in parentheses"),
            (["query"], "EXPR is missing"),
        ],
    )
    def test_bad_input(self, rules: Any, starter_home: Path, arguments: list[str], says: str) -> None:
        """Each error is one line with the accepted form; the exit status is 2."""
        outcome = rules(*arguments, home=starter_home)
        assert outcome.status == 2
        assert says in outcome.err and outcome.err.count("\n") == 1 and outcome.err.startswith("rules: error: ")

    @pytest.mark.parametrize("form", ["dot", "graphml", "svg"])
    def test_formats_go_to_stdout_or_a_file(self, rules: Any, starter_home: Path, tmp_path: Path, form: str) -> None:
        """stdout and a file get the same document; the file's ending tells the format."""
        file = tmp_path / f"306.{form}"
        printed = rules("refs", "306", "--format", form, home=starter_home)
        written = rules("refs", "306", "-o", str(file), home=starter_home)
        assert (printed.status, written.status, written.out) == (0, 0, "")
        assert file.read_text(encoding="utf-8") == printed.out
        assert list(tmp_path.iterdir()) == [file]
        if form != "dot":
            ET.fromstring(printed.out)

    def test_links_of_a_picture(self, rules: Any, newest_home: Path) -> None:
        """The SVG links today's English rules to their page, but not rules of another day or language."""
        assert "#R7045j" in rules("refs", "306", "--format", "svg", home=newest_home).out
        for options in (["--as-of", "2026-02-01"], ["--lang", "fr"]):
            assert "href" not in rules("refs", "306", "--format", "svg", *options, home=newest_home).out

    @pytest.mark.parametrize("columns", [60, 160])
    def test_on_a_terminal(self, newest_home: Path, columns: int) -> None:
        """Lines fit the terminal, whatever its width."""
        said = on_a_terminal(newest_home, columns, "refs", "306")
        plain = re.sub(r"\x1b\[[0-9;]*m", "", said)
        assert plain != said and max(map(len, plain.split("\n"))) <= columns
        assert "205. Type Line" in plain

    def test_no_colour_in_a_pipe(self, rules: Any, newest_home: Path) -> None:
        """In a pipe each reference is one plain line."""
        out = rules("refs", "704", home=newest_home).out
        assert "\x1b" not in out and "306.4 → 704.5j" in out


class TestQuery:
    def test_the_two_of_the_contract(self, rules: Any, newest_home: Path) -> None:
        """The two example queries: citations of the planeswalker rules from outside, and of the legend rule."""
        for expression, numbers in (("refs(306.*) & !under(306)", ["209.1"]), ("refs(704.5j)", ["205.4d", "306.4"])):
            data = rules("query", expression, "--json", home=newest_home).data
            assert (data["expression"], data["numbers"]) == (expression, numbers)

    def test_text_output(self, rules: Any, starter_home: Path) -> None:
        """Each rule is one line with its number and the beginning of its text."""
        lines = rules("query", "deprecated", home=starter_home).out.splitlines()
        assert [line.split(" ", 2)[:2] for line in lines] == [["306.4.", "Previously,"], ["306.7.", "Previously,"]]
        assert all(len(line) <= 100 for line in lines)

    def test_words_without_quotes_of_the_shell(self, rules: Any, starter_home: Path) -> None:
        """A query without operators that the shell takes needs no quotes around it."""
        assert rules("query", "301.5a-c", "&", "!", "301.5b", "--json", home=starter_home).data["numbers"] == [
            "301.5a", "301.5c",
        ]  # fmt: skip

    def test_french(self, rules: Any, starter_home: Path) -> None:
        """The French rules whose text says « loyauté », with or without its accent; 306.5a to d are four of them."""
        numbers = rules("query", 'text("loyaute") & 306.5.*', "--lang", "fr", "--json", home=starter_home).data[
            "numbers"
        ]
        assert numbers == ["306.5a", "306.5b", "306.5c", "306.5d"]

    def test_a_terminal_shows_the_place(self, starter_home: Path) -> None:
        """On a terminal, carets stand under what is wrong."""
        said = on_a_terminal(starter_home, 300, "query", "refs(306.*) & frobs(3)")
        assert said.splitlines()[1:] == ["  refs(306.*) & frobs(3)", "                ^^^^^"]

    def test_lines_fit_a_terminal(self, newest_home: Path) -> None:
        """On 60 columns every rule is one line."""
        said = re.sub(r"\x1b\[[0-9;]*m", "", on_a_terminal(newest_home, 60, "query", "306.*"))
        assert len(said.splitlines()) == 13 and max(map(len, said.splitlines())) <= 60
