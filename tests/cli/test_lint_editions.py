"""`rules lint` with two editions: fixing twice, diffs, and the lock file."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.app import main
from cli.linting.unified_diff import unified_diff
from kb.citations.locked_rules import wording_digest
from kb.text.normalization import classify_change
from tests.editions import edition_text

OLD = (
    "A red lantern burns the oil that its keeper buys at dawn. See rule 100.2.",
    "Every blue lantern hangs from a hook made of copper or brass.",
    "A green lantern is lit by two people who know each other well.",
    "Nobody carries a white lantern across a bridge in winter.",
)
NEW = (
    # A new rule, then the old rules: one as it was, apart from the number that it cites, one with another wording.
    "Snow puts out a paper lamp within a quarter of an hour, unless it has a roof.",
    "A red lantern burns the oil that its keeper buys at dawn. See rule 100.3.",
    "Every blue lantern hangs from a hook made of copper, brass or tin.",
    "A green lantern is lit by two people who know each other well.",
    "Nobody carries a white lantern across a bridge in winter.",
)
THEN, NOW = "2019-01-01", "2026-01-01"


@pytest.fixture(scope="module")
def two_editions(tmp_path_factory: pytest.TempPathFactory, starter_home: Path) -> Path:
    """Make a knowledge base with two invented editions: 100.1 to 100.4 became 100.2 to 100.5."""
    folder = tmp_path_factory.mktemp("editions")
    home = folder / "home"
    shutil.copytree(starter_home, home)
    for day, rules in ((THEN, OLD), (NOW, NEW)):
        file = folder / f"{day}.txt"
        file.write_text(edition_text(date.fromisoformat(day), rules))
        assert main(["--home", str(home), "ingest", str(file)]) == 0
    return home


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder and work in it."""
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


class TestFixing:
    def test_diff_changes_nothing(self, rules: Any, two_editions: Path, project: Path) -> None:
        """--diff prints what `git apply` needs to do what --fix does; with and without --fix, no file changes."""
        file = project / "docs/a.md"
        file.parent.mkdir()
        text = "\n".join(["one", *["x"] * 9, "CR 100.3 and CR 100.4", *["y"] * 9, "CR 100.4 (2019-01-01)"])
        file.write_text(text)
        arguments = ("lint", "docs", "--written-under", THEN)
        shown = rules(*arguments, "--diff", home=two_editions)
        assert shown.status == 1 and "--fix would mend 3 citations" in shown.err
        assert shown.out == rules(*arguments, "--diff", "--fix", home=two_editions).out
        assert shown.out.startswith("--- a/docs/a.md\n+++ b/docs/a.md\n@@ -8,7 +8,7 @@\n x\n")
        assert file.read_text() == text
        assert rules(*arguments, "--diff", "--json", home=two_editions).data["diff"] == shown.out
        if shutil.which("git"):
            subprocess.run(["git", "apply", "-"], input=shown.out, text=True, check=True, cwd=project)
            applied = file.read_text()
            file.write_text(text)
            assert rules(*arguments, "--fix", home=two_editions).status == 0
            assert applied == file.read_text() != text

    def test_twice_with_the_old_date(self, rules: Any, two_editions: Path, project: Path) -> None:
        """A second --fix with the same day changes nothing: 100.4 of today isn't 100.4 of 2019 any more."""
        file = project / "a.md"
        file.write_text("CR 100.3\n\nCR 100.3 once more\n")
        arguments = ("lint", "a.md", "--written-under", THEN, "--fix")
        assert rules(*arguments, home=two_editions).status == 0
        assert file.read_text() == "CR 100.4\n\nCR 100.4 once more\n"
        again = rules(*arguments, "--json", home=two_editions)
        assert (again.status, again.data["mended"], again.data["summary"]) == (0, 0, {"ignored": 2})
        # With today's edition as the day, a mended line is as good as any other.
        later = rules("lint", "a.md", "--written-under", NOW, "--fix", "--json", home=two_editions)
        assert later.data["summary"] == {"ok": 2}
        file.write_text("CR 100.4\n\nCR 100.3 is new here\n")
        rules(*arguments, home=two_editions)
        assert file.read_text() == "CR 100.4\n\nCR 100.4 is new here\n"

    def test_what_is_ignored_is_not_fixed(self, rules: Any, two_editions: Path, project: Path) -> None:
        """--fix leaves citations that a comment or the settings ignore."""
        file = project / "a.md"
        file.write_text("CR 100.3 <!-- rules-lint: ignore history -->\n")
        before = file.read_text()
        assert rules("lint", "a.md", "--written-under", THEN, "--fix", home=two_editions).status == 0
        assert file.read_text() == before

    @settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(
        st.lists(
            st.sampled_from(
                [
                    "CR 100.1",
                    "CR 100.2a",
                    "CR 100.3 (2019-01-01)",
                    "rule 100.4@2019-01-01",
                    "rules 100.3 and 100.4",
                    "100.3a-b",
                    "rules 100.1a, b and 100.4",
                    "CR 101.2",
                    "CR 100.9",
                    "cr_100_3",
                    "words",
                    "\n",
                    "\r\n",
                    "rules-lint: ignore no reason at all",
                ]
            ),
            max_size=12,
        )
    )
    def test_fixing_twice_changes_nothing(
        self, rules: Any, two_editions: Path, project: Path, texts: list[str]
    ) -> None:
        """For any text: after --fix, a second --fix changes nothing, and finds nothing more to mend."""
        file = project / "a.md"
        file.write_bytes(" ".join(texts).encode())
        arguments = ("lint", "a.md", "--written-under", THEN, "--fix", "--json")
        rules(*arguments, home=two_editions)
        once = file.read_bytes()
        assert rules(*arguments, home=two_editions).data["mended"] == 0
        assert file.read_bytes() == once


@given(st.lists(st.tuples(st.sampled_from([b"a", b"b", b""]), st.sampled_from([b"\n", b"\r\n"]), st.booleans())))
def test_unified_diffs_apply(lines: list[tuple[bytes, bytes, bool]]) -> None:
    """The lines of a diff that don't begin with + are the old lines near changes; those without - are the new ones."""
    old = b"".join(text + end for text, end, _changed in lines) + b"last"
    new = b"".join(text + (b"!" if changed else b"") + end for text, end, changed in lines) + b"last"
    if old == new:
        return
    before, after = old.split(b"\n"), new.split(b"\n")
    hunks = re.split(rb"^@@ -(\d+),(\d+) \+(\d+),(\d+) @@\n", unified_diff("a", old, new), flags=re.MULTILINE)[1:]
    seen: set[int] = set()
    for at in range(0, len(hunks), 5):
        start, count = int(hunks[at]) - 1, int(hunks[at + 1])
        body = [line for line in hunks[at + 4].split(b"\n")[:-1] if not line.startswith(b"\\")]
        assert [line[1:] for line in body if line[:1] != b"+"] == before[start : start + count]
        assert [line[1:] for line in body if line[:1] != b"-"] == after[start : start + count]
        seen.update(range(start, start + count))
    assert all(at in seen for at, (one, other) in enumerate(zip(before, after, strict=True)) if one != other)


def test_a_mended_line_is_mended_again_for_a_later_edition(tmp_path: Path) -> None:
    """The record of mended lines keeps the edition: a day from this edition on means the line as it stands."""
    from cli.linting.mended_lines import MendedLines

    file = str(tmp_path / "a.md")
    record = MendedLines()
    record.add(file, [b"CR 100.4\r\n"], date(2026, 1, 1))
    record.save()
    again = MendedLines()
    assert again.is_newer(file, b"CR 100.4", date(2019, 1, 1))
    assert not again.is_newer(file, b"CR 100.4", date(2026, 1, 1))
    assert not again.is_newer(file, b"CR 100.5", date(2019, 1, 1))
    assert not again.is_newer(f"{file}x", b"CR 100.4", date(2019, 1, 1))


class TestLock:
    def lint(self, rules: Any, home: Path, *arguments: str) -> Any:
        return rules("lint", "a.md", "--lock", "rules.lock", *arguments, home=home)

    def test_changes_in_substance(self, rules: Any, two_editions: Path, project: Path) -> None:
        """A rule that has another wording, or another rule under its number, is told until it is accepted."""
        (project / "a.md").write_text("CR 100.1, CR 100.2.\nCR 101.3, CR 100.2\n")
        first = self.lint(rules, two_editions, "--as-of", "2020-01-01")
        assert first.status == 0 and "3 rules added" in first.err
        locked = (project / "rules.lock").read_text()
        assert [line.split()[0] for line in locked.splitlines()[2:]] == ["100.1", "100.2", "101.3"]
        assert {line.split()[3] for line in locked.splitlines()[2:]} == {THEN}
        assert self.lint(rules, two_editions, "--as-of", "2020-01-01").status == 0
        later = self.lint(rules, two_editions)
        assert later.status == 1
        moved = "is another rule now; the rule that was read in the edition of 2019-01-01 is"
        assert later.out.splitlines()[:2] == [
            f"rules.lock:3:1: 100.1: 100.1 {moved} 100.2; cited in a.md:1",
            f"rules.lock:4:1: 100.2: 100.2 {moved} 100.3; cited in a.md:1, a.md:2",
        ]
        assert (project / "rules.lock").read_text() == locked
        some = self.lint(rules, two_editions, "--accept-only", "100.1", "--json")
        assert (some.status, some.data["lock"]["changed"], some.data["lock"]["accepted"]) == (1, ["100.2"], ["100.1"])
        assert self.lint(rules, two_editions, "--accept").status == 0
        assert self.lint(rules, two_editions).status == 0
        wrong = self.lint(rules, two_editions, "--accept-only", "101.3")
        assert wrong.status == 2 and "'101.3' is no changed rule: the changed rules are none" in wrong.err

    def test_a_rule_under_its_new_number(self, rules: Any, two_editions: Path, project: Path) -> None:
        """Texts with mended numbers keep what was read: a moved rule is no news, a changed wording is."""
        (project / "a.md").write_text("CR 100.2, CR 100.4\n")
        self.lint(rules, two_editions, "--as-of", "2020-01-01")
        (project / "a.md").write_text("CR 100.3, CR 100.5\n")
        outcome = self.lint(rules, two_editions, "--json")
        assert [(each["text"], each["code"]) for each in outcome.data["findings"]] == [("100.2", "changed")]
        assert "when the rule was 100.2" in outcome.data["findings"][0]["message"]
        assert outcome.data["lock"]["changed"] == ["100.3"]
        assert self.lint(rules, two_editions, "--accept").status == 0
        lines = (project / "rules.lock").read_text().splitlines()[2:]
        assert [line.split()[0] for line in lines] == ["100.2", "100.3", "100.4", "100.5"]
        assert self.lint(rules, two_editions).status == 0

    def test_without_the_old_edition(
        self, rules: Any, two_editions: Path, starter_home: Path, project: Path, tmp_path: Path
    ) -> None:
        """A knowledge base with only the new edition tells the same changes, though it can't say what moved."""
        (project / "a.md").write_text("CR 100.2, CR 101.3\n")
        self.lint(rules, two_editions, "--as-of", "2020-01-01")
        home = tmp_path / "new"
        shutil.copytree(starter_home, home)
        (tmp_path / "new.txt").write_text(edition_text(date.fromisoformat(NOW), NEW))
        assert rules("ingest", str(tmp_path / "new.txt"), home=home).status == 0
        outcome = self.lint(rules, home, "--json")
        assert (outcome.status, outcome.data["lock"]["changed"]) == (1, ["100.2"])

    def test_another_language(self, rules: Any, two_editions: Path, project: Path) -> None:
        """A lock file of English rules isn't compared with French rules."""
        (project / "a.md").write_text("CR 100.2\n")
        self.lint(rules, two_editions)
        outcome = self.lint(rules, two_editions, "--lang", "fr")
        assert outcome.status == 2 and "its rules are in en; give --lang en" in outcome.err


@given(st.sampled_from([*OLD, *NEW]), st.sampled_from([*OLD, *NEW]))
def test_digests_differ_as_the_class_of_a_change_says(one: str, other: str) -> None:
    """Two wordings have different digests exactly if the change from one to the other is of class `wording`."""
    assert (wording_digest(one) != wording_digest(other)) == (classify_change(one, other) == "wording")


def test_the_action(two_editions: Path, project: Path) -> None:
    """The last step of the GitHub Action runs `rules lint` on its inputs, one a line, and reports findings."""
    import yaml

    steps = yaml.safe_load((Path(__file__).resolve().parents[2] / "action.yml").read_text())["runs"]["steps"]
    bash = shutil.which("bash")
    program = shutil.which("rules")
    if bash is None or program is None:
        pytest.skip("needs bash, and `rules` on PATH")
    (project / "rules-venv/bin").mkdir(parents=True)
    (project / "rules-venv/bin/rules").symlink_to(program)
    (project / "two words.md").write_text("CR 100.2\n$(touch injected) CR 999.9\n")
    environment = {
        **os.environ, "RUNNER_TEMP": str(project), "GITHUB_OUTPUT": str(project / "output"), "ARGUMENTS": "",
        "RULES_HOME": str(two_editions), "PATHS": "two words.md\n\n",
    }  # fmt: skip
    for arguments, status, output in (("", 1, "findings=true\n"), ("--only=moved\n", 0, "findings=false\n")):
        run = subprocess.run(
            [bash, "-e", "-c", steps[-1]["run"]], env={**environment, "ARGUMENTS": arguments}, cwd=project,
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert run.returncode == status, run.stderr
        assert ("::warning file=two words.md,line=2" in run.stdout) == bool(status)
        assert (project / "output").read_text().endswith(output)
    assert not (project / "injected").exists()
