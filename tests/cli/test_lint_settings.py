"""Settings, ignore comments, baseline and levels of `rules lint`, as a project uses them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from cli.linting.settings import BadSettings, find_settings
from kb.citations.verdicts import VERDICTS

# In the starter data, 306.4 and 306.7 are deprecated, and 306.5d is right.
WRONG, RIGHT = "CR 306.4", "CR 306.5d"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder and work in it."""
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def verdicts(outcome: Any) -> list[tuple[str, int, str]]:
    """Return path, line and verdict of each citation."""
    return [(each["path"], each["line"], each["verdict"]) for each in outcome.data["citations"]]


class TestSettings:
    @pytest.mark.parametrize(
        ("text", "part"),
        [
            ("exlude = []", "'exlude' is no setting; 'exclude' is the nearest one"),
            ("xyz = 1", "the settings are include, exclude, written-under, language, baseline, lock, verdicts"),
            ("include = 'docs'", "include must be a list of patterns"),
            ("written-under = 2026", "written-under must be a day"),
            ("written-under = '2026-13-01'", "'2026-13-01' is no date"),
            ("written-under = 2026-01-16T00:00:00", "written-under must be a day"),
            ("language = 'de'", "'de' is no language: give en or fr"),
            ("baseline = ''", "baseline must be a text"),
            ("verdicts = 'off'", "verdicts must be a table"),
            ("[verdicts]\nmising = 'off'", "'verdicts.missing' is the nearest one"),
            ("[verdicts]\nok = 'off'", "'verdicts.ok' is no setting"),
            ("[verdicts]\nmissing = 'loud'", "'loud' is no level: give one of error, warning, off"),
            ("[verdicts", "it isn't TOML"),
            ("a = " + "[" * 100_000, "it isn't TOML"),
        ],
    )
    def test_bad_settings(self, rules: Any, starter_home: Path, project: Path, text: str, part: str) -> None:
        """A wrong key or value is one line that names the file and what would be right; the exit status is 2."""
        (project / "rules-lint.toml").write_text(text)
        (project / "a.md").write_text(RIGHT)
        outcome = rules("lint", "a.md", home=starter_home)
        assert (outcome.status, outcome.out) == (2, "")
        assert outcome.err.startswith("rules: error: ") and outcome.err.count("\n") == 1
        assert "rules-lint.toml" in outcome.err and part in outcome.err

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
    def test_a_pipe_is_no_file_of_settings(self, rules: Any, starter_home: Path, project: Path) -> None:
        """A pipe named rules-lint.toml is an error at once; one named pyproject.toml is no concern of this program."""
        (project / "a.md").write_text(RIGHT)
        os.mkfifo(project / "pyproject.toml")
        assert rules("lint", "a.md", home=starter_home).status == 0
        os.mkfifo(project / "rules-lint.toml")
        outcome = rules("lint", "a.md", home=starter_home)
        assert outcome.status == 2 and "it isn't a regular file" in outcome.err

    def test_nearest_file_counts(self, tmp_path: Path) -> None:
        """The nearest file counts; its own file wins over pyproject.toml; one without the table doesn't count."""
        below = tmp_path / "a/b"
        below.mkdir(parents=True)
        (tmp_path / "pyproject.toml").write_text("[tool.rules-lint]\nlanguage = 'fr'\n")
        (tmp_path / "a/pyproject.toml").write_text("[project]\nname = 'x'\n")
        assert find_settings(below).language == "fr"
        (tmp_path / "a/rules-lint.toml").write_text("written-under = 2019-01-25\n")
        found = find_settings(below)
        assert (found.language, str(found.written_under), found.folder) == (None, "2019-01-25", tmp_path / "a")
        (below / "pyproject.toml").write_text("[tool]\nrules-lint = 3\n")
        with pytest.raises(BadSettings, match=r"tool\.rules-lint must be a table"):
            find_settings(below)

    @pytest.mark.parametrize(
        ("settings", "checked"),
        [
            ("", ["b.txt", "docs/a.md", "src/c.md", "vendor/d.md"]),
            ("include = ['*.md']", ["docs/a.md", "src/c.md", "vendor/d.md"]),
            ("include = ['docs/', 'b.txt']", ["b.txt", "docs/a.md"]),
            ("exclude = ['vendor/']", ["b.txt", "docs/a.md", "src/c.md"]),
            ("include = ['*.md']\nexclude = ['/src', '*d.md', '!docs']", ["docs/a.md"]),
        ],
    )
    def test_files(self, rules: Any, starter_home: Path, project: Path, settings: str, checked: list[str]) -> None:
        """Patterns choose files in folders, wherever the command runs, and files that are named."""
        for name in ("docs/a.md", "b.txt", "src/c.md", "vendor/d.md"):
            (project / name).parent.mkdir(exist_ok=True)
            (project / name).write_text(RIGHT)
        (project / "rules-lint.toml").write_text(settings)
        found = rules("lint", ".", "--json", home=starter_home)
        assert sorted(Path(each["path"]).as_posix() for each in found.data["citations"]) == checked
        named = rules("lint", "docs/a.md", "b.txt", "src/c.md", "vendor/d.md", "--json", home=starter_home)
        assert sorted(path for path, _line, _verdict in verdicts(named)) == checked
        left_out = 4 - len(checked)
        assert ("the settings leave out" in named.err) == bool(left_out)

    def test_levels(self, rules: Any, starter_home: Path, project: Path) -> None:
        """A warning doesn't count for the exit status; what is off is ignored; an error is one on GitHub."""
        (project / "a.md").write_text(f"{WRONG}\n")
        for level, status, mark in (("error", 1, "::error "), ("warning", 0, "::warning "), ("off", 0, "")):
            (project / "rules-lint.toml").write_text(f"[verdicts]\ndeprecated = '{level}'\n")
            outcome = rules("lint", "a.md", "--format", "github", home=starter_home)
            assert (outcome.status, outcome.out[: len(mark)]) == (status, mark)
            assert bool(outcome.out) == bool(mark)
        assert rules("lint", "a.md", "--json", home=starter_home).data["summary"] == {"ignored": 1}

    def test_options_override(self, rules: Any, starter_home: Path, project: Path) -> None:
        """--lang and --written-under win over the settings."""
        (project / "rules-lint.toml").write_text("language = 'fr'\n")
        (project / "a.md").write_text(RIGHT)
        assert rules("lint", "a.md", "--json", home=starter_home).data["lang"] == "fr"
        assert rules("lint", "a.md", "--json", "--lang", "en", home=starter_home).data["lang"] == "en"

    def test_settings_never_write(self, rules: Any, starter_home: Path, project: Path) -> None:
        """Settings that name a lock file make a run compare, but not write; the folder may be a stranger's."""
        (project / "rules-lint.toml").write_text("lock = 'new.lock'\n")
        (project / "a.md").write_text(RIGHT)
        outcome = rules("lint", "a.md", home=starter_home)
        assert outcome.status == 0 and "1 cited rule isn't in it" in outcome.err
        assert not (project / "new.lock").exists()


class TestIgnoreComments:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            (f"{WRONG} // rules-lint: ignore history", ["ignored"]),
            (f"rules-lint: ignore-next history\n{WRONG}\n{WRONG}", ["ignored", "deprecated"]),
            (f"/* rules-lint: ignore-next {WRONG} is history */\n{WRONG}", ["ignored", "ignored"]),
            (f"# rules-lint: ignore-file history\n{WRONG}\n\n{WRONG}", ["ignored", "ignored"]),
            (f"{WRONG} # rules-lint: ignore[deprecated] x", ["ignored"]),
            (f"{WRONG} # rules-lint: ignore [missing, deprecated]: x", ["ignored"]),
            (f"{RIGHT} {WRONG} # rules-lint: ignore x", ["ok", "ignored"]),
            (f"rules-lint: ignore-next x\r\n{WRONG}\r\n", ["ignored"]),
        ],
    )
    def test_ignored(self, rules: Any, starter_home: Path, project: Path, text: str, expected: list[str]) -> None:
        """A comment with a reason ignores the wrong citations of its lines; the message is the reason."""
        (project / "a.md").write_bytes(text.encode())
        outcome = rules("lint", "a.md", "--json", home=starter_home)
        assert [verdict for _path, _line, verdict in verdicts(outcome)] == expected
        assert "findings" not in outcome.data
        for each in outcome.data["citations"]:
            if each["verdict"] == "ignored":
                assert each["ignored"]["verdict"] == "deprecated"
                assert each["message"] and not each["message"].endswith("*/")
        assert outcome.status == (1 if "deprecated" in expected else 0)

    @pytest.mark.parametrize(
        ("text", "code", "part"),
        [
            (f"{WRONG} # rules-lint: ignore", "bad-ignore", "without a reason"),
            (f"{WRONG} <!-- rules-lint: ignore -->", "bad-ignore", "without a reason"),
            (f"{WRONG} # rules-lint: ignore[] - ...", "bad-ignore", "without a reason"),
            (f"{WRONG} # rules-lint: ignore[wrong] x", "bad-ignore", "'wrong' is no verdict"),
            (f"{WRONG} # rules-lint: ignore[ok] x", "bad-ignore", "'ok' is no verdict"),
            (f"{WRONG} # rules-lint: ignore-line x", "bad-ignore", "write ignore, ignore-next or ignore-file"),
            ("\n" * 20 + f"rules-lint: ignore-file x\n{WRONG}", "bad-ignore", "first 20 lines"),
            (f"{WRONG}\n# rules-lint: ignore-next x\n", "unused-ignore", "ignores nothing"),
            (f"{WRONG} # rules-lint: ignore[missing] x", "unused-ignore", "ignores nothing"),
        ],
    )
    def test_findings(self, rules: Any, starter_home: Path, project: Path, text: str, code: str, part: str) -> None:
        """A comment that can't be used, or ignores nothing, is a finding, and the citation stays wrong."""
        (project / "a.md").write_text(text)
        answer = rules("lint", "a.md", "--json", home=starter_home).data
        (finding,) = answer["findings"]
        assert finding["code"] == code and part in finding["message"]
        line = text[: text.index("rules-lint")]
        assert (finding["line"], finding["column"]) == (line.count("\n") + 1, len(line.rpartition("\n")[2]) + 1)
        assert answer["summary"] == {"deprecated": 1}

    def test_unused_alone_is_a_finding(self, rules: Any, starter_home: Path, project: Path) -> None:
        """The exit status is 1, unless the settings make it a warning. What is quoted isn't a comment."""
        (project / "a.md").write_text(f"{RIGHT} # rules-lint: ignore x\nWrite `rules-lint: ignore REASON`.\n")
        assert rules("lint", "a.md", home=starter_home).status == 1
        (project / "rules-lint.toml").write_text("[verdicts]\nunused-ignore = 'warning'\n")
        assert rules("lint", "a.md", home=starter_home).status == 0

    def test_far_apart_lines(self, rules: Any, starter_home: Path, project: Path) -> None:
        """A comment holds where a large file is cut into parts, for any place of the cut."""
        for pad in range(262_144 - 90, 262_144 + 10, 7):
            (project / "a.md").write_text("x" * (pad - 1) + f"\nrules-lint: ignore-next history\n{WRONG}\n")
            answer = rules("lint", "a.md", "--json", home=starter_home).data
            assert answer["summary"] == {"ignored": 1} and "findings" not in answer, pad


class TestBaseline:
    def test_known_findings(self, rules: Any, starter_home: Path, project: Path) -> None:
        """Findings of the baseline are ignored wherever their lines move; new ones count; gone ones are told."""
        path = project / "docs/a.md"
        path.parent.mkdir()
        path.write_text(f"Here {WRONG} is old.\n")
        arguments = ("lint", "docs", "--baseline", "known.txt")
        assert rules(*arguments, "--write-baseline", home=starter_home).status == 0
        assert (project / "known.txt").read_text().splitlines()[1:] == ["docs/a.md\t306.4\tdeprecated\tHere … is old."]
        path.write_text(f"\n\n{RIGHT}\nHere   {WRONG} is old.\n")
        assert rules(*arguments, home=starter_home).status == 0
        path.write_text(f"Here {WRONG} is old.\nHere {WRONG} is old.\n")
        outcome = rules(*arguments, "--json", home=starter_home)
        assert (outcome.status, outcome.data["summary"]) == (1, {"deprecated": 1, "ignored": 1})
        path.write_text(f"{RIGHT}\n")
        outcome = rules(*arguments, home=starter_home)
        assert outcome.status == 0 and "1 finding is gone" in outcome.err

    @pytest.mark.parametrize(
        ("arguments", "part"),
        [
            (["--baseline", "none.txt"], "cannot read none.txt: No such file"),
            (["--baseline", "bad.txt"], "line 1 has no four columns"),
            (["--write-baseline"], "name the file with --baseline"),
            (["--accept"], "name the file with --lock"),
            (["--only", "wrong"], "'wrong' is no verdict"),
            (["--diff", "--format", "sarif"], "leave the format out"),
            (["--lock", "bad.txt"], "line 1 isn't a locked rule"),
            (["--baseline", "b.txt", "--write-baseline", "--fix"], "run --fix first"),
        ],
    )
    def test_bad_usage(self, rules: Any, starter_home: Path, project: Path, arguments: list[str], part: str) -> None:
        """Each error is one line; the exit status is 2, and nothing is written."""
        (project / "a.md").write_text(WRONG)
        (project / "bad.txt").write_text("nonsense\n")
        before = sorted(project.iterdir())
        outcome = rules("lint", "a.md", *arguments, home=starter_home)
        assert outcome.status == 2 and part in outcome.err, outcome.err
        assert outcome.err.count("\n") == 1
        assert sorted(project.iterdir()) == before


def test_only_and_statistics(rules: Any, starter_home: Path, project: Path) -> None:
    """--only reports the named verdicts; --statistics counts findings, files and numbers."""
    (project / "a.md").write_text(f"{WRONG}, {WRONG}, {RIGHT}\nCR 999.9\n")
    (project / "b.md").write_text("CR 306.7\n")
    outcome = rules("lint", ".", "--only", "unchecked", home=starter_home)
    assert outcome.status == 1 and outcome.out.splitlines()[1:] == ["1 citation: 1 unchecked"]
    assert rules("lint", ".", "--only", "missing,edited", home=starter_home).status == 0
    answer = rules("lint", ".", "--statistics", "--json", home=starter_home).data
    assert answer["statistics"] == {
        "verdicts": {"deprecated": {"count": 3, "files": 2}, "unchecked": {"count": 1, "files": 1}},
        "numbers": {"306.4": 2, "999.9": 1, "306.7": 1},
    }
    outcome = rules("lint", ".", "--statistics", home=starter_home)
    assert outcome.out.splitlines()[0].split() == ["3", "deprecated", "in", "2", "files"]


def test_ignored_citations_in_sarif_and_github(rules: Any, starter_home: Path, project: Path) -> None:
    """SARIF has ignored citations as suppressed results (section 3.35 of SARIF 2.1.0); GitHub has no line for them."""
    (project / "a.md").write_text(f"{WRONG} rules-lint: ignore history\n")
    log = json.loads(rules("lint", "a.md", "--format", "sarif", home=starter_home).out)
    (result,) = log["runs"][0]["results"]
    assert result["suppressions"] == [{"kind": "inSource", "justification": "history"}]
    assert result["ruleId"] == "deprecated"
    outcome = rules("lint", "a.md", "--format", "github", home=starter_home)
    assert (outcome.status, outcome.out) == (0, "")


def test_every_verdict_can_have_a_level(rules: Any, starter_home: Path, project: Path) -> None:
    """The settings and --only know every verdict of the checker."""
    wrong = [verdict for verdict in VERDICTS if verdict != "ok"]
    (project / "rules-lint.toml").write_text("[verdicts]\n" + "".join(f"{each} = 'warning'\n" for each in wrong))
    (project / "a.md").write_text(WRONG)
    assert rules("lint", "a.md", "--only", ",".join(VERDICTS), home=starter_home).status == 0
