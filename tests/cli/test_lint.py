"""`rules lint` and `rules cite` as people and continuous integration run them."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.user_files.source_files import list_files
from cli.user_files.text_parts import read_parts

TEXT = "CR 306.5d is one,\nrule 306.4 was one, CR 306.5d (2025-06-06) is pinned.\n"


def only_parts(sections: str) -> str:
    """Return the note about a knowledge base that has only these sections of today's English rules."""
    return (
        f"the knowledge base has only parts of the rules in English: {sections}; "
        "`rules sync` fetches the current edition"
    )


def no_problem(path: str, why: OSError) -> None:
    raise AssertionError(f"{path}: {why}")


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "notes.md"
    path.write_text(TEXT)
    return path


class TestCite:
    @pytest.mark.parametrize(
        ("arguments", "citation"),
        [
            (["306.5d"], "CR 306.5d"),
            (["CR 306.5D."], "CR 306.5d"),
            (["306.5d", "--pin"], "CR 306.5d (2025-06-06)"),
            (["306.4", "--pin", "--as-of", "2016-01-01"], "CR 306.4 (2014-05-01)"),
            (["306.5", "--lang", "fr", "--pin"], "RC 306.5 (2018-04-27)"),
            (
                ["306.5d", "--style", "markdown"],
                "[CR 306.5d](https://yawgatog.com/resources/magic-rules/#R3065d)",
            ),
            (
                ["306.5d", "--style", "discord", "--pin"],
                "[CR 306.5d (2025-06-06)](<https://media.wizards.com/2025/downloads/MagicCompRules%2020250606.txt>)",
            ),
            (["306", "--style", "bbcode"], "[url=https://yawgatog.com/resources/magic-rules/#R306]CR 306[/url]"),
            (
                ["306", "--style", "html", "--lang", "fr"],
                '<a href="https://magic.wizards.com/fr/rules">RC 306</a>',
            ),
        ],
    )
    def test_citation(self, rules: Any, starter_home: Path, arguments: list[str], citation: str) -> None:
        """`rules cite` prints the citation, or with a style a link to the rule, its edition or the publisher's page."""
        outcome = rules("cite", *arguments, home=starter_home)
        assert (outcome.status, outcome.out) == (0, f"{citation}\n")

    def test_json(self, rules: Any, starter_home: Path) -> None:
        """The JSON names the edition even if the citation isn't pinned."""
        answer = rules("cite", "306.5d", "--json", home=starter_home).data
        assert (answer["citation"], answer["number"], answer["edition"]) == ("CR 306.5d", "306.5d", "2025-06-06")

    def test_what_can_not_be_cited(self, rules: Any, starter_home: Path) -> None:
        """The exit status is 1 for an unknown rule and 2 for an unknown style."""
        gone = rules("cite", "306.5z", home=starter_home)
        assert gone.status == 1 and "306.5z isn't in the knowledge base in en" in gone.err
        assert rules("cite", "306.5l", home=starter_home).status == 2
        style = rules("cite", "306.5", "--style", "latex", home=starter_home)
        assert style.status == 2 and "'latex' is no style: give one of plain," in style.err

    def test_a_deprecated_rule_says_so(self, rules: Any, starter_home: Path) -> None:
        """stdout has only the citation, and stderr says that the rule is deprecated."""
        outcome = rules("cite", "306.4", home=starter_home)
        assert (outcome.status, outcome.out) == (0, "CR 306.4\n")
        assert "no longer applies" in outcome.err


class TestLint:
    def test_text(self, rules: Any, starter_home: Path, notes: Path) -> None:
        """Each finding is one line, the summary comes last; right citations are only counted."""
        outcome = rules("lint", str(notes), home=starter_home)
        finding, summary = outcome.out.splitlines()
        assert finding.startswith(f"{notes}:2:1: rule 306.4: 306.4 no longer applies (en ")
        assert summary == "3 citations: 2 ok, 1 deprecated"
        assert outcome.status == 1

    def test_clean(self, rules: Any, starter_home: Path, tmp_path: Path) -> None:
        """The exit status is 0 if nothing is wrong, or there are no citations."""
        path = tmp_path / "clean.txt"
        path.write_text("CR 306.5d\n")
        assert rules("lint", str(path), home=starter_home).status == 0
        path.write_text("costs $306.50\n")
        outcome = rules("lint", str(path), home=starter_home)
        assert (outcome.status, outcome.out) == (0, "0 citations\n")

    def test_json(self, rules: Any, starter_home: Path, notes: Path) -> None:
        """The JSON has all citations with their places, and the number for each verdict."""
        answer = rules("lint", str(notes), "--json", home=starter_home).data
        assert answer["summary"] == {"ok": 2, "deprecated": 1}
        places = [(each["line"], each["column"], each["text"], each["number"]) for each in answer["citations"]]
        assert places == [
            (1, 1, "CR 306.5d", "306.5d"),
            (2, 1, "rule 306.4", "306.4"),
            (2, 21, "CR 306.5d (2025-06-06)", "306.5d"),
        ]
        assert {each["path"] for each in answer["citations"]} == {str(notes)}

    def test_stdin(self, rules: Any, starter_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """`-` reads bytes from stdin."""
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode()), encoding="ascii"))
        answer = rules("lint", "-", "--json", home=starter_home).data
        assert [each["path"] for each in answer["citations"]] == ["-"] * 3

    @pytest.mark.parametrize(
        ("arguments", "part"),
        [
            (["no-such-file.md"], "'no-such-file.md' is no file or folder"),
            (["-", "--format", "xml"], "'xml' is no format: give one of text, json, github, sarif"),
            (["-", "--format", "sarif", "--json"], "leave one of the two out"),
            (["-", "--written-under", "soon"], "'soon' is no date"),
            ([], "is missing"),
        ],
    )
    def test_bad_usage(self, rules: Any, starter_home: Path, arguments: list[str], part: str) -> None:
        """Each error is one line that names the bad value; the exit status is 2."""
        outcome = rules("lint", *arguments, home=starter_home)
        assert outcome.status == 2
        assert part.casefold() in outcome.err.casefold() and outcome.err.count("\n") == 1

    def test_without_a_whole_edition_nothing_is_called_missing(
        self, rules: Any, starter_home: Path, tmp_path: Path
    ) -> None:
        """704.5j isn't in the excerpts of the starter data, so it is unchecked, and a note says what to do."""
        path = tmp_path / "notes.txt"
        path.write_text("CR 704.5j\n")
        outcome = rules("lint", str(path), home=starter_home)
        assert outcome.status == 1
        assert "1 citation: 1 unchecked" in outcome.out
        assert "704.5j isn't in the knowledge base in en" in outcome.out
        assert outcome.err.splitlines() == [
            "rules: some citations weren't checked",
            f"rules: {only_parts('sections 110, 300-315')}",
        ]

    def test_written_under(self, rules: Any, every_edition: Path, tmp_path: Path) -> None:
        """Until 2009-05-01 the legend rule was 420.5e; its number now is 704.5j, which didn't exist then."""
        path = tmp_path / "notes.txt"
        path.write_text("rule 420.5e\nrule 704.5j\n")
        outcome = rules("lint", str(path), "--written-under", "2008-03-03", "--json", home=every_edition)
        old, new = outcome.data["citations"]
        assert (old["verdict"], old["suggestion"], new["verdict"]) == ("moved", "704.5j", "missing")
        assert new["message"].startswith("704.5j was no rule in en 2008-02-01")

    def test_pinned(self, rules: Any, every_edition: Path, tmp_path: Path) -> None:
        """A pin is missing if its edition lacks the number (704.5w in 2022), and moved if the rule has moved."""
        path = tmp_path / "notes.txt"
        path.write_text("rule 420.5e (2009-02-01)\nCR 704.5w (2022-10-07)\nCR 704.5w (2025-06-06)\n")
        outcome = rules("lint", str(path), "--json", home=every_edition)
        found = [(each["verdict"], each["suggestion"]) for each in outcome.data["citations"]]
        assert found == [("moved", "704.5j"), ("missing", None), ("ok", None)]

    def test_the_rules_themselves(self, rules: Any, newest_home: Path, shared: Path) -> None:
        """In the edition of 2026-01-16 only one cited number doesn't exist (Map, 110.10)."""
        outcome = rules(
            "lint", str(shared / "corpus/en/2026-01-16.txt"), "--as-of", "2026-01-16", "--json", home=newest_home
        )
        missing = [each["number"] for each in outcome.data["citations"] if each["verdict"] == "missing"]
        assert missing == ["110.10"]


class TestFormats:
    def test_github(self, rules: Any, starter_home: Path, tmp_path: Path) -> None:
        """Each finding is one workflow command; characters that would end a property or a line are escaped."""
        path = tmp_path / "50%, or so: notes.md"
        path.write_text("rule 306.4\n")
        outcome = rules("lint", str(path), "--format", "github", home=starter_home)
        assert outcome.status == 1
        (line,) = outcome.out.splitlines()
        match = re.fullmatch(r"::warning file=([^,]*),line=1,col=1,endColumn=11,title=([^,]*)::(.*)", line)
        assert match is not None
        assert match[1].endswith("50%25%2C or so%3A notes.md")
        assert match[2] == "rules lint%3A deprecated"
        assert match[3].startswith("rule 306.4: 306.4 no longer applies")

    def test_sarif(self, rules: Any, starter_home: Path, notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The log has the fields that SARIF 2.1.0 requires of a run, tool, rule, result, location and region.

        Source of the fact: the OASIS standard, sections 3.13, 3.14, 3.19, 3.27, 3.28 and 3.30.
        """
        monkeypatch.chdir(notes.parent)
        outcome = rules("lint", "notes.md", "--format", "sarif", home=starter_home)
        assert outcome.status == 1
        log = json.loads(outcome.out)
        assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-schema-2.1.0.json")
        assert set(log) <= {"$schema", "version", "runs", "properties"}
        (run,) = log["runs"]
        assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
        driver = run["tool"]["driver"]
        assert driver["name"] and re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+", driver["semanticVersion"])
        known = [rule["id"] for rule in driver["rules"]]
        assert len(set(known)) == len(known)
        (result,) = run["results"]
        assert result["ruleId"] == "deprecated" and result["ruleId"] in known
        assert result["level"] in ("none", "note", "warning", "error")
        assert result["message"]["text"]
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "notes.md"
        assert place["region"]["startLine"] == 2
        assert (place["region"]["startColumn"], place["region"]["endColumn"]) == (1, 11)

    def test_sarif_of_nothing(self, rules: Any, starter_home: Path, tmp_path: Path) -> None:
        """A clean run is a log without results, not an empty output."""
        outcome = rules("lint", str(tmp_path), "--format", "sarif", home=starter_home)
        assert outcome.status == 0
        assert json.loads(outcome.out)["runs"][0]["results"] == []


class TestFiles:
    def make(self, folder: Path, files: dict[str, str]) -> None:
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)

    def walked(self, folder: Path, *below: str) -> list[str]:
        return sorted(
            Path(file).relative_to(folder).as_posix() for file in list_files([str(folder.joinpath(*below))], no_problem)
        )

    def test_what_gitignore_leaves_out(self, tmp_path: Path) -> None:
        """Nested .gitignore files and negation work as in git; a file in an excluded folder can't be included again."""
        self.make(
            tmp_path,
            {
                ".gitignore": "*.log\nbuild/\n/only-here.txt\n",
                "a.txt": "", "a.log": "", "only-here.txt": "", "build/b.txt": "", "build/.gitignore": "!b.txt",
                "src/.gitignore": "!keep.log\n*.tmp\n", "src/keep.log": "", "src/other.log": "", "src/c.tmp": "",
                "src/only-here.txt": "", "src/build/d.txt": "", ".git/config": "", "src/deep/keep.log": "",
            },
        )  # fmt: skip
        kept = [".gitignore", "a.txt", "src/.gitignore", "src/deep/keep.log", "src/keep.log", "src/only-here.txt"]
        assert self.walked(tmp_path) == kept

    def test_gitignore_above_the_folder(self, tmp_path: Path) -> None:
        """The .gitignore files above the folder count too, in a repository; a file that is an argument is checked."""
        self.make(tmp_path, {".gitignore": "*.log\n", ".git/HEAD": "", "src/a.log": "", "src/b.txt": ""})
        assert self.walked(tmp_path, "src") == ["src/b.txt"]
        assert list(list_files([str(tmp_path / "src/a.log")], no_problem)) == [str(tmp_path / "src/a.log")]

    def test_each_file_once_in_order(self, tmp_path: Path) -> None:
        """A file that two paths name is checked once."""
        self.make(tmp_path, {"b.txt": "", "a.txt": "", "c/d.txt": ""})
        paths = [str(tmp_path / "b.txt"), str(tmp_path)]
        assert [Path(file).name for file in list_files(paths, no_problem)] == ["b.txt", "a.txt", "d.txt"]

    @pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs symbolic links")
    def test_links_and_pipes_hold_nothing_up(self, tmp_path: Path) -> None:
        """Loops of links, broken links and pipes in a folder are skipped."""
        self.make(tmp_path, {"a/b.txt": ""})
        (tmp_path / "a/loop").symlink_to(tmp_path, target_is_directory=True)
        (tmp_path / "a/nowhere").symlink_to(tmp_path / "nothing")
        os.mkfifo(tmp_path / "a/pipe")
        assert self.walked(tmp_path) == ["a/b.txt"]

    def test_binary_files_are_passed_over(self, tmp_path: Path) -> None:
        """A NUL byte in the first 8 KiB makes a file binary; UTF-16 with a byte order mark is text."""
        (tmp_path / "image.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0CR 306.4")
        assert list(read_parts(str(tmp_path / "image.png"), no_problem)) == []
        (tmp_path / "wide.txt").write_text("CR 306.4\n", encoding="utf-16")
        (part,) = read_parts(str(tmp_path / "wide.txt"), no_problem)
        assert part.content == b"CR 306.4\n"

    def test_an_unreadable_file_is_one_line(
        self, rules: Any, starter_home: Path, notes: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A file that can't be read is named with the reason, the others are checked, and the exit status is 2."""
        locked = notes.with_name("locked.md")
        locked.write_text("CR 306.4")
        opened = os.open

        def refuse(path: Any, *arguments: Any, **options: Any) -> int:
            if os.fspath(path) == str(locked):
                raise PermissionError(13, "Permission denied")
            return opened(path, *arguments, **options)

        monkeypatch.setattr(os, "open", refuse)
        outcome = rules("lint", str(notes.parent), home=starter_home)
        assert outcome.status == 2
        assert outcome.err == f"rules: error: cannot read {locked}: Permission denied\n"
        assert "3 citations" in outcome.out

    @pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="needs file names that are any bytes")
    def test_any_file_name(self, rules: Any, starter_home: Path, tmp_path: Path) -> None:
        """The bytes of a file name that aren't UTF-8 are printed as replacement characters."""
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt")).write_text("rule 306.4")
        answer = rules("lint", str(tmp_path), "--json", home=starter_home).data
        assert answer["citations"][0]["path"].endswith("caf�.txt")
