"""Answers for reading: what a search shows on a terminal, the pager, and the help."""

from __future__ import annotations

import io
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from contextlib import suppress
from datetime import date
from fcntl import ioctl
from importlib import import_module
from inspect import getdoc
from pathlib import Path
from typing import Any

import pytest

from cli.app import app
from cli.commands import translation
from cli.pager import pager_command
from cli.rendering.search_view import SearchView
from cli.rendering.text_output import TextOutput
from kb.search import Hit, SearchResults
from kb.search.results import HitKind, Passage

ROOT = Path(__file__).resolve().parents[2]


def on_terminal(*arguments: str, home: Path, columns: int = 80, rows: int = 24, **environment: str) -> tuple[str, int]:
    """Run the program on a terminal of its own. Return what it wrote on stdout, without colours, and its exit status.

    stdin is no terminal, so the program asks no questions.
    """
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    usual = {"RULES_HOME": str(home), "TERM": "xterm", "PAGER": "cat", "LC_ALL": "C.UTF-8", **environment}
    # These variables override the size of the terminal.
    inherited = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    command = [sys.executable, "-m", "cli", *arguments]
    parts = []
    null = subprocess.DEVNULL
    with subprocess.Popen(
        command, cwd=ROOT, env={**inherited, **usual}, stdin=null, stdout=theirs, stderr=null
    ) as program:
        os.close(theirs)
        with suppress(OSError):  # Linux reports the end of the output as an error.
            while part := os.read(ours, 65536):
                parts.append(part)
    os.close(ours)
    text = b"".join(parts).decode().replace("\r\n", "\n")
    return re.sub(r"\x1b\[[0-9;]*m", "", text), program.returncode


class TestSearch:
    @pytest.mark.parametrize(
        ("query", "columns"), [("loyalty", 80), ("planeswalker", 80), ("can a creature attack", 100), ("creature", 120)]
    )
    def test_an_answer_fits_on_a_screen(self, starter_home: Path, query: str, columns: int) -> None:
        """The answer, the command and the prompt take at most 24 lines of at most 100 columns."""
        text, status = on_terminal("search", query, home=starter_home, columns=columns)
        lines = text.splitlines()
        assert status == 0
        assert len(lines) <= 22
        assert max(map(len, lines)) <= min(columns, 100)
        assert re.search(r"to read on: rules (show|define) \S", lines[-1])

    def test_the_first_hit_is_whole(self, rules: Any, starter_home: Path) -> None:
        """The answer has the whole text of 302.6, which is longer than a snippet."""
        rule = rules("show", "302.6", "--json", home=starter_home).data["rules"][0]["text"]
        outcome = rules("search", "summoning sickness", "--limit", "1", home=starter_home)
        assert outcome.out.splitlines()[:2] == ["302.6  Creatures", f"    {rule}"]

    def test_a_heading_has_the_beginnings_of_its_rules(self, rules: Any, starter_home: Path) -> None:
        """306 stands with the first sentences of 306.1."""
        first = rules("show", "306.1", "--json", home=starter_home).data["rules"][0]["text"].split(". ")[0]
        lines = rules("search", "arpenteur", "--limit", "1", home=starter_home).out.splitlines()
        assert lines[0] == "306  Planeswalkers"
        assert lines[1].startswith(f"    306.1  {first}")

    def test_a_heading_before_a_hit_of_its_rule_is_left_out(self) -> None:
        """702.17 stands at 702.17b, so it isn't shown alone. 306 has no hit of its own rule after it."""
        day, path = date(2026, 1, 16), (("702.17", "Reach"),)

        def hit(kind: HitKind, number: str, text: str, **more: Any) -> Hit:
            return Hit(kind, number, None, None, "en", day, "current", 1.0, text, (), **more)

        hits = (
            hit("rule", "509.1b", "The defending player checks.", passages=(Passage("509.1b", "The whole.", ()),)),
            hit("heading", "702.17", "Reach"),
            hit("rule", "702.17b", "A creature with flying.", path=path, under="702.17"),
            hit("heading", "306", "Planeswalkers"),
        )
        stream = io.StringIO()
        SearchView(TextOutput(stream, color=False), SearchResults("reach", 4, hits), "en", "", 10).print()
        numbers = [line.split()[0] for line in stream.getvalue().splitlines()[:-1] if line[:1].isdecimal()]
        assert numbers == ["509.1b", "702.17b", "306"]
        assert "702.17b  Reach" in stream.getvalue()

    def test_snippets_begin_at_a_sentence(self, rules: Any, starter_home: Path) -> None:
        """Each snippet begins as a sentence of its rule or of one of its examples begins."""
        for hit in rules("search", "creature damage", "--limit", "30", "--json", home=starter_home).data["hits"]:
            if hit["kind"] == "rule":
                (rule, *_) = rules("show", hit["number"], "--exact", "--json", home=starter_home).data["rules"]
                texts = " ".join([rule["text"], *rule["examples"]]).replace("\n", " ")
                before = texts.partition(hit["snippet"][:20])[0]
                assert before == "" or re.search(r"[.?!:][)”\"]* $", before), hit["number"]

    def test_excluded_words_are_no_options(self, rules: Any, starter_home: Path) -> None:
        """`-haste` excludes a word, though -h is an option."""
        outcome = rules("search", "loyalty", "-haste", "-planeswalkers", "--json", home=starter_home)
        assert outcome.data["query"] == "loyalty  -haste  -planeswalkers"
        assert all("planeswalkers" not in hit["snippet"] for hit in outcome.data["hits"])
        assert rules("search", "loyalty", "--haste", home=starter_home).status == 2

    def test_an_unknown_section_is_named(self, rules: Any, starter_home: Path) -> None:
        """If no title has the word, the answer says so."""
        outcome = rules("search", "section:zebra", home=starter_home)
        assert (outcome.status, outcome.out) == (1, "")
        assert "no section has 'zebra' in its title" in outcome.err


class TestPager:
    def test_long_text_is_paged(self, starter_home: Path) -> None:
        """Text that is longer than the screen goes through the pager, with its order kept."""
        text, status = on_terminal("show", "306", home=starter_home, rows=10, RULES_PAGER="sed -n 1,3p")
        assert (len(text.splitlines()), status) == (3, 0)
        assert "306. Planeswalkers" in text

    def test_short_text_is_not_paged(self, starter_home: Path) -> None:
        """A pager isn't started for text that fits on the screen."""
        text, status = on_terminal("show", "306.5d", "--exact", home=starter_home, RULES_PAGER="sed d")
        assert status == 0
        assert text.startswith("306.5d")

    @pytest.mark.parametrize("wish", [{"RULES_PAGER": ""}, {"TERM": "dumb", "RULES_PAGER": "sed d"}])
    def test_no_pager(self, starter_home: Path, wish: dict[str, str]) -> None:
        """An empty variable and a dumb terminal mean that the text isn't paged."""
        text, _ = on_terminal("show", "306", home=starter_home, rows=10, **wish)
        assert len(text.splitlines()) > 10

    def test_the_option(self, starter_home: Path) -> None:
        """`--no-pager` wins over the environment."""
        text, _ = on_terminal("show", "306", "--no-pager", home=starter_home, rows=10, RULES_PAGER="sed d")
        assert len(text.splitlines()) > 10

    def test_a_pager_that_ends_early(self, starter_home: Path) -> None:
        """If the user leaves the pager, the command ends quietly."""
        text, status = on_terminal("show", "3", home=starter_home, rows=5, RULES_PAGER="true")
        assert (text, status) == ("", 0)

    def test_a_pager_that_does_not_exist(self, starter_home: Path) -> None:
        """Without the named pager, the text goes to the terminal."""
        text, status = on_terminal("show", "306", home=starter_home, rows=5, RULES_PAGER="no-such-pager")
        assert "306. Planeswalkers" in text
        assert status == 0

    @pytest.mark.parametrize(
        ("environment", "command"),
        [
            ({"TERM": "xterm"}, ["less"]),
            ({"TERM": "xterm", "PAGER": "more -s"}, ["more", "-s"]),
            ({"TERM": "xterm", "PAGER": "more", "RULES_PAGER": "less -S"}, ["less", "-S"]),
            ({"TERM": "xterm", "PAGER": "cat"}, []),
            ({"TERM": "xterm", "PAGER": "'"}, []),
            ({}, []),
        ],
    )
    def test_which_pager(self, environment: dict[str, str], command: list[str]) -> None:
        """The program's own variable comes before the usual one, and both before less."""
        assert pager_command(environment) == command


class TestHelp:
    @pytest.mark.parametrize(
        ("group", "prefix"), [(app, "cli.commands."), (translation.app, "cli.commands.translation_")]
    )
    def test_summaries_are_those_of_the_commands(self, group: Any, prefix: str) -> None:
        """The help of a group describes each command as the command's own help does."""
        for name, summary in group.info.cls.summaries.items():
            module = import_module(f"{prefix}{name}")
            described = getattr(module, "command", None) or module.app.registered_callback.callback
            assert " ".join((getdoc(described) or "").split("\n\n")[0].split()) == summary

    def test_help_imports_no_command(self, starter_home: Path) -> None:
        """`rules --help` imports neither commands nor Rich."""
        script = (
            "import sys; from cli.app import main; main(['--help']); "
            "print(*sorted({'rich', 'cli.commands.search', 'kb.search'} & {*sys.modules}), file=sys.stderr)"
        )
        run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
        assert run.stderr.strip() == ""


def test_paragraphs_have_at_most_100_columns(starter_home: Path) -> None:
    """Longer lines are hard to read, however wide the terminal is."""
    text, _ = on_terminal("show", "306", home=starter_home, columns=200, rows=200)
    assert 90 < max(map(len, text.splitlines())) <= 100


def test_line_count() -> None:
    """Outside a terminal, a paragraph is one line."""
    assert TextOutput(io.StringIO(), color=False).line_count(["word " * 100]) == 1
