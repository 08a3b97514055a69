"""Pinned numbers, fixed citations and watched rules on the command line."""

from __future__ import annotations

import io
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

NOTES = "Under CR 702.124m and rule 704.5j (2025-11-14),\r\nsee 601.2a, 702.124k.\r\n"


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "notes.md"
    path.write_bytes(NOTES.encode())
    return path


class TestPins:
    def test_show(self, rules: Any, every_edition: Path) -> None:
        """306.7 of 2009-09-04 said when loyalty abilities may be activated, which is 606.3."""
        outcome = rules("show", "306.7@2009-09-04", "--exact", home=every_edition)
        assert outcome.status == 0
        assert outcome.out.startswith("606.3. A player may activate a loyalty ability")
        assert outcome.err == "rules: 306.7 of 2009-09-04 is 606.3 today\n"

    def test_another_day_than_today(self, rules: Any, every_edition: Path) -> None:
        """--as-of says which day's number is wanted."""
        outcome = rules("show", "704.5j@2026-01-16", "--as-of", "2008-03-03", home=every_edition)
        assert outcome.out.startswith("420.5e ")
        assert outcome.err == "rules: 704.5j of 2026-01-16 is 420.5e on 2008-03-03\n"

    def test_a_rule_that_is_gone(self, rules: Any, every_edition: Path) -> None:
        """702.124k of 2025-11-14 ("friends forever") was removed with 2026-01-16, and another rule has its number."""
        outcome = rules("show", "702.124k@2025-11-14", "702.124k", "--json", home=every_edition)
        now, gone = outcome.data["rules"]
        assert (now["status"], gone["status"]) == ("current", "removed")
        assert (now["edition"], gone["edition"]) == ("2026-01-16", "2025-11-14")
        assert gone["text"].startswith("“Friends forever” means") and now["lineage"] != gone["lineage"]
        assert outcome.err == "rules: 702.124k of 2025-11-14 is gone since 2026-01-16\n"

    @pytest.mark.parametrize(
        "command",
        [
            ["refs"],
            ["cite"],
            ["search", "background", "--section"],
            ["search"],
            ["query"],
            ["diff", "2025-11-14", "2026-01-16", "--section"],
        ],
    )
    def test_everywhere(self, rules: Any, every_edition: Path, command: list[str]) -> None:
        """Every command that takes a number takes a pinned one, and says today's number."""
        outcome = rules(*command, "702.124m@2025-11-14", home=every_edition)
        assert outcome.status == (1 if command == ["refs"] else 0)  # it cites nothing and isn't cited
        assert "702.124k" in outcome.out + outcome.err
        assert "rules: 702.124m of 2025-11-14 is 702.124k " in outcome.err

    def test_history(self, rules: Any, every_edition: Path) -> None:
        """The day is given after the number or by `--at`, but not both."""
        pinned = rules("history", "306.7@2009-09-04", "--json", home=every_edition)
        assert pinned.out == rules("history", "606.3", "--json", home=every_edition).out
        assert pinned.out == rules("history", "306.7", "--at", "2009-09-04", "--json", home=every_edition).out
        both = rules("history", "306.7@2009-09-04", "--at", "2009-09-04", home=every_edition)
        assert both.status == 2 and both.err.count("\n") == 1

    @pytest.mark.parametrize("command", [["refs"], ["cite"], ["search", "--section"], ["query"]])
    def test_gone_is_not_found(self, rules: Any, every_edition: Path, command: list[str]) -> None:
        """Commands that need a current rule don't find a removed rule."""
        first, *options = command
        outcome = rules(first, *(["x"] if options else []), *options, "702.124k@2025-11-14", home=every_edition)
        assert (outcome.status, outcome.out) == (1, "")
        assert "702.124k of 2025-11-14 is gone since 2026-01-16" in outcome.err and outcome.err.count("\n") == 1

    @pytest.mark.parametrize(
        ("pin", "status", "part"),
        [
            ("306.7@2009-02-30", 2, "'2009-02-30' is no date"),
            ("301.5a-f@2009-09-04", 2, "a day stands behind one number"),
            ("306.7@1993-08-05", 1, "no edition in en that was in force on 1993-08-05"),
            ("306.7@2003-03-15", 1, "there was no rule 306.7 on 2003-03-15"),
        ],
    )
    def test_bad_pins(self, rules: Any, every_edition: Path, pin: str, status: int, part: str) -> None:
        """Each error is one line; the status is 2 for a malformed number, 1 for a number that no rule had."""
        for command in ("show", "refs", "cite", "history"):
            outcome = rules(command, pin, home=every_edition)
            assert outcome.status == status
            assert part in outcome.err and outcome.err.count("\n") == 1

    def test_lineages(self, rules: Any, every_edition: Path) -> None:
        """Every answer has the lineage of `rules history`: 306.7 began as 212.9g."""
        name = rules("history", "306.7", "--json", home=every_edition).data["lineage"]
        assert name.startswith("212.9g@")
        shown = {
            rule["number"]: rule["lineage"] for rule in rules("show", "306", "--json", home=every_edition).data["rules"]
        }
        assert shown["306.7"] == name
        assert rules("cite", "306.7", "--json", home=every_edition).data["lineage"] == name


class TestFix:
    def test_in_place(self, rules: Any, every_edition: Path, notes: Path) -> None:
        """--fix replaces 702.124m by 702.124k, but no numbers of removed or reworded rules, and keeps line ends."""
        notes.chmod(0o640)
        arguments = ("lint", str(notes), "--written-under", "2025-11-14")
        before = rules(*arguments, "--json", home=every_edition)
        found = {each["number"]: (each["verdict"], each["suggestion"]) for each in before.data["citations"]}
        assert found == {
            "702.124m": ("reused", "702.124k"), "704.5j": ("ok", None), "601.2a": ("edited", None),
            "702.124k": ("reused", None),
        }  # fmt: skip
        assert notes.read_bytes() == NOTES.encode()
        fixed = rules(*arguments, "--fix", home=every_edition)
        assert fixed.status == 1
        assert notes.read_bytes() == NOTES.replace("702.124m", "702.124k", 1).encode()
        assert stat.S_IMODE(notes.stat().st_mode) == 0o640
        assert [line.split(": ")[1] for line in fixed.out.splitlines()[:-1]] == ["601.2a", "702.124k"]
        assert fixed.err == "rules: mended 1 citation; they are written under 2026-01-16 now\n"
        assert list(notes.parent.iterdir()) == [notes]

    def test_all_mended_is_clean(self, rules: Any, every_edition: Path, tmp_path: Path) -> None:
        """--fix follows a link; with all citations fixed the status is 0, and a second run finds nothing."""
        real, link = tmp_path / "real.md", tmp_path / "link.md"
        real.write_text("CR 702.124m (2025-11-14)")
        link.symlink_to(real)
        outcome = rules("lint", str(link), "--fix", "--json", home=every_edition)
        assert (outcome.status, outcome.data["mended"]) == (0, 1)
        assert [each["mended"] for each in outcome.data["citations"]] == [True]
        assert link.is_symlink() and real.read_text() == "CR 702.124k (2026-01-16)"
        again = rules("lint", str(link), "--fix", home=every_edition)
        assert (again.status, again.err) == (0, "rules: mended 0 citations\n")

    def test_what_is_uncertain_stays(self, rules: Any, every_edition: Path, tmp_path: Path) -> None:
        """The legend rule moved from 704.5k to 704.5j with another wording: it is reported, but not fixed."""
        path = tmp_path / "notes.md"
        path.write_text("CR 704.5k (2013-05-01)\n")
        outcome = rules("lint", str(path), "--fix", "--json", home=every_edition)
        (found,) = outcome.data["citations"]
        assert (found["verdict"], found["suggestion"], found["mended"]) == ("reused", "704.5j", False)
        assert path.read_text() == "CR 704.5k (2013-05-01)\n"

    def test_stdin(self, rules: Any, every_edition: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The fixed text goes to stdout, the findings go to stderr."""
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(NOTES.encode())))
        outcome = rules("lint", "-", "--fix", "--written-under", "2025-11-14", home=every_edition)
        assert outcome.out.replace("\r\n", "\n") == NOTES.replace("702.124m", "702.124k", 1).replace("\r\n", "\n")
        assert "-:2:5: 601.2a: " in outcome.err and "mended 1 citation" in outcome.err

    def test_stdin_and_json(self, rules: Any, every_edition: Path) -> None:
        """`--fix` of stdin and `--json` both need stdout, so together they are an error."""
        outcome = rules("lint", "-", "--fix", "--json", home=every_edition)
        assert outcome.status == 2 and "leave the format out" in outcome.err

    def test_a_file_that_can_not_be_written(
        self, rules: Any, every_edition: Path, notes: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A file that can't be written is named, its text doesn't change, and its citations count as wrong."""

        def full(path: Path, content: bytes) -> int:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Path, "write_bytes", full)
        outcome = rules("lint", str(notes), "--fix", "--written-under", "2025-11-14", home=every_edition)
        assert outcome.status == 2
        assert f"cannot write {notes}: No space left" in outcome.err and "mended 0 citations" in outcome.err
        assert notes.read_bytes() == NOTES.encode()


class TestWatch:
    def test_since_the_edition_before(self, rules: Any, every_edition: Path, notes: Path) -> None:
        """On 2026-01-16, 601.2a was reworded, 702.124k was removed, and 702.124m moved; another rule got its number."""
        outcome = rules("watch", str(notes), "--as-of", "2026-02-01", "--json", home=every_edition)
        assert outcome.status == 0
        assert (outcome.data["from"], outcome.data["to"]) == ("2025-11-14", "2026-01-16")
        changes = {
            ((each["old"] or {}).get("number"), (each["new"] or {}).get("number")): each
            for each in outcome.data["changes"]
        }
        assert set(changes) == {
            ("601.2a", "601.2a"), ("702.124k", None), ("702.124m", "702.124k"), ("702.124n", "702.124m")
        }  # fmt: skip
        edited = changes["601.2a", "601.2a"]
        assert (edited["event"], edited["change"]) == ("edited", "wording")
        assert edited["cited"] == [{"path": str(notes), "line": 2, "column": 5, "text": "601.2a"}]

    def test_it_is_diff_touching(self, rules: Any, every_edition: Path, notes: Path) -> None:
        """`rules diff --touching` gives the same answer for the two days."""
        watch = rules(
            "watch", str(notes), "--since", "2024-01-01", "--as-of", "2026-02-01", "--json", home=every_edition
        )
        diff = rules("diff", "2024-01-01", "2026-02-01", "--touching", str(notes), "--json", home=every_edition)
        assert watch.out == diff.out

    def test_text(self, rules: Any, every_edition: Path, notes: Path) -> None:
        """The citations of a rule are printed below its change."""
        outcome = rules("watch", str(notes), "--change", "wording", "--as-of", "2026-02-01", home=every_edition)
        assert outcome.out.splitlines()[0] == "en 2025-11-14 to 2026-01-16  1 edited"
        assert outcome.out.splitlines()[-1].strip() == f"{notes}:2:5: 601.2a"

    @pytest.mark.parametrize(
        ("text", "numbers"),
        [
            ("CR 702.124", {"702.124a", "702.124i"}),  # everything below the number
            ("CR 702.124i", {"702.124i"}),
            ("rules 702.124h-i", {"702.124i"}),
            ("CR 702.124m (2025-11-14)", {"702.124k"}),  # the pinned rule alone, not the rule that has its number now
            ("CR 306.5", set()),
        ],
    )
    def test_what_a_citation_stands_for(
        self, rules: Any, every_edition: Path, tmp_path: Path, text: str, numbers: set[str]
    ) -> None:
        """A number stands for everything below it, a range for everything in it, a pin for its rule alone."""
        path = tmp_path / "notes.md"
        path.write_text(text)
        outcome = rules("watch", str(path), "--as-of", "2026-02-01", "--json", home=every_edition)
        assert outcome.status == (0 if numbers else 1)
        assert {each["new"]["number"] for each in outcome.data["changes"] if each["new"]} >= numbers

    def test_without_editions(self, rules: Any, starter_home: Path, notes: Path) -> None:
        """Changes can't be told from excerpts alone."""
        outcome = rules("watch", str(notes), home=starter_home)
        assert outcome.status == 1 and "no whole edition in en that was in force" in outcome.err

    def test_bad_usage(self, rules: Any, every_edition: Path, notes: Path) -> None:
        """Each error is one line."""
        for arguments in (["nowhere.md"], [str(notes), "--since", "soon"], [str(notes), "--change", "words"]):
            outcome = rules("watch", *arguments, home=every_edition)
            assert outcome.status == 2 and outcome.err.count("\n") == 1
