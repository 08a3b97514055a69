"""The commands as people type them."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SEEDS = ROOT / "data/starter"


class TestSearch:
    def test_loyalty_finds_306_5(self, rules: Any, starter_home: Path) -> None:
        """A search for loyalty has 306.5 among the first three hits."""
        hits = rules("search", "loyalty", "--json", home=starter_home).data["hits"]
        assert "306.5" in [hit["number"] for hit in hits[:3]]

    @pytest.mark.parametrize("word", ["loyauté", "loyaute", "LOYAUTÉ", "l'encadre", "l’encadré", "encadrés"])
    def test_french_without_accents_and_elisions(self, rules: Any, starter_home: Path, word: str) -> None:
        """Accents, case, elisions and endings don't matter; 306.5b says « l'encadré » and « loyauté ».

        French rules come before English rules, which follow if they have the translated words ("text box").
        """
        hits = rules("search", word, "--lang", "fr", "--json", home=starter_home).data["hits"]
        french = [hit["number"] for hit in hits if hit["lang"] == "fr"]
        assert "306.5b" in french
        assert [hit["number"] for hit in hits[: len(french)]] == french

    def test_a_number_goes_straight_to_its_rule(self, rules: Any, starter_home: Path) -> None:
        """306.5 is the first hit for `306.5`."""
        for query in ("306.5", "CR 306.5", "306.5."):
            assert rules("search", query, "--json", home=starter_home).data["hits"][0]["number"] == "306.5"

    def test_phrase(self, rules: Any, starter_home: Path) -> None:
        """Words in quotation marks are side by side in every hit."""
        hits = rules("search", '"loyalty counters"', "--json", home=starter_home).data["hits"]
        assert hits
        for hit in hits:
            rule = rules("show", hit["number"], "--exact", "--json", home=starter_home).data["rules"][0]
            assert re.search(r"loyalty counters", rule["text"])

    def test_snippet_marks_the_words(self, rules: Any, starter_home: Path) -> None:
        """`marks` are offsets of matched words in the snippet."""
        for hit in rules("search", "loyalty", "--json", home=starter_home).data["hits"]:
            assert hit["marks"]
            assert {hit["snippet"][start:end].lower() for start, end in hit["marks"]} == {"loyalty"}

    def test_as_of(self, rules: Any, starter_home: Path) -> None:
        """The uniqueness rule is found in 2016, and today no longer as a rule in force."""
        then = rules("search", '"share a planeswalker type"', "--as-of", "2016-01-01", "--json", home=starter_home)
        assert [hit["number"] for hit in then.data["hits"]] == ["306.4"]
        assert rules("search", '"share a planeswalker type"', "--json", home=starter_home).status == 1
        ever = rules("search", '"share a planeswalker type"', "--all-editions", "--json", home=starter_home)
        assert [hit["edition"] for hit in ever.data["hits"]] == ["2014-05-01"]

    def test_section(self, rules: Any, starter_home: Path) -> None:
        """`--section` narrows to a section or a chapter."""
        hits = rules("search", "battlefield", "--section", "301", "--limit", "50", "--json", home=starter_home).data[
            "hits"
        ]
        assert hits and all(hit["number"].startswith("301") for hit in hits)
        assert rules("search", "battlefield", "--section", "9", home=starter_home).status == 1

    def test_suggestion(self, rules: Any, starter_home: Path) -> None:
        """A misspelt heading is recognised."""
        outcome = rules("search", "plainswalkers", "--json", home=starter_home)
        assert outcome.status == 1
        assert outcome.data["suggestion"] == "Planeswalkers"

    @pytest.mark.parametrize("query", ['"', "(", "a AND", "text:", "*", "~", "\\", "[a TO", "’", "{T}", " ", "é" * 999])
    def test_careless_queries(self, rules: Any, starter_home: Path, query: str) -> None:
        """Every query has an answer: hits or nothing found."""
        outcome = rules("search", query, home=starter_home)
        assert outcome.status in (0, 1)
        assert "Traceback" not in outcome.err and "fault of the program" not in outcome.err


class TestShow:
    def test_both_languages(self, rules: Any, starter_home: Path) -> None:
        """306.5 in English and French, each with its edition."""
        out = rules("show", "306.5", "--lang", "both", home=starter_home).out
        assert "Loyalty is a characteristic only planeswalkers have.  [en 2025-06-06, excerpt]" in out
        assert "La loyauté est une caractéristique que seuls les planeswalkers ont.  [fr 2018-04-27, excerpt]" in out

    def test_306_4_then_and_now(self, rules: Any, starter_home: Path) -> None:
        """306.4 was the uniqueness rule and now says "Previously"; its status changes with the text."""
        then = rules("show", "306.4", "--as-of", "2016-01-01", "--json", home=starter_home).data["rules"][0]
        assert then["text"].startswith("If a player controls two or more planeswalkers that share")
        assert then["status"] == "current"
        now = rules("show", "306.4", "--json", home=starter_home).data["rules"][0]
        assert now["text"].startswith("Previously, planeswalkers were subject to")
        assert now["status"] == "deprecated"

    @pytest.mark.parametrize(
        ("arguments", "numbers"),
        [
            (["306.5"], ["306.5", "306.5a", "306.5b", "306.5c", "306.5d"]),
            (["306.5", "--exact"], ["306.5"]),
            (["306.5b"], ["306.5b"]),
            (["cr 306.5B."], ["306.5b"]),
            (["306.5a-c"], ["306.5a", "306.5b", "306.5c"]),
            (["306.5a–c"], ["306.5a", "306.5b", "306.5c"]),
            (["306.1-306.3"], ["306.1", "306.2", "306.3"]),
            (["306.9", "306.1"], ["306.1", "306.9"]),
            (["306.5-306.6", "--exact"], ["306.5", "306.6"]),
            (["306.6", "--context", "1"], ["306.5d", "306.6", "306.7"]),
            (["304"], ["304", "304.1", "304.2", "304.3", "304.4", "304.5"]),
        ],
    )
    def test_what_is_shown(self, rules: Any, starter_home: Path, arguments: list[str], numbers: list[str]) -> None:
        """`rules show` prints rules with everything below them, ranges and neighbours in the order of the document."""
        shown = rules("show", *arguments, "--json", home=starter_home).data["rules"]
        assert [rule["number"] for rule in shown] == numbers

    def test_chapter_3_has_163_rules(self, rules: Any, starter_home: Path) -> None:
        """Seed 003 has 163 numbered rules in 16 sections."""
        kinds = [rule["kind"] for rule in rules("show", "3", "--json", home=starter_home).data["rules"]]
        assert (kinds.count("rule") + kinds.count("subrule"), kinds.count("section")) == (163, 16)

    def test_lossy_text_warns(self, rules: Any, starter_home: Path) -> None:
        """Section 110 is known only from a page without its punctuation, so showing it prints a warning."""
        outcome = rules("show", "110.2", home=starter_home)
        assert outcome.status == 0
        assert "lost its quotation marks" in outcome.err
        rule = rules("show", "110.2", "--json", home=starter_home).data["rules"][0]
        assert "lossy" in [warning["code"] for warning in rule["warnings"]]

    def test_english_left_in_the_french(self, rules: Any, starter_home: Path) -> None:
        """The French 306.7 was never translated: it is shown in English, with a warning."""
        rule = rules("show", "306.7", "--lang", "fr", "--json", home=starter_home).data["rules"][0]
        assert (rule["lang"], rule["text_lang"]) == ("fr", "en")
        assert "untranslated" in [warning["code"] for warning in rule["warnings"]]

    def test_one_missing_among_others(self, rules: Any, starter_home: Path) -> None:
        """Existing rules are shown, missing ones are named, and the exit status is 1."""
        outcome = rules("show", "306.1", "306.99", home=starter_home)
        assert outcome.status == 1
        assert outcome.out.startswith("306.1. A player who has priority")
        assert outcome.err.startswith("rules: error: 306.99 isn't in the knowledge base") and "306.9" in outcome.err

    def test_number_of_the_other_language(self, rules: Any, starter_home: Path) -> None:
        """301 isn't in the French excerpt; the message says that English has it."""
        outcome = rules("show", "301", "--lang", "fr", home=starter_home)
        assert outcome.status == 1
        assert "--lang en" in outcome.err


class TestErrors:
    @pytest.mark.parametrize(
        ("arguments", "status", "says"),
        [
            (["show", "999.9"], 1, "999.9"),
            (["show", "306.5l"], 2, "'306.5l' is no rule number"),
            (["show", "loyalty"], 1, "'loyalty' is no term in the knowledge base"),
            (["show", "306.5c-a"], 2, "'306.5c-a' is no range"),
            (["show", "306.5", "--lang", "xx"], 2, "'xx' is no language: give en, fr or both"),
            (["search", "loyalty", "--lang", "both"], 2, "'both' is no language: give en or fr"),
            (["search", "loyalty", "--as-of", "2026-13-45"], 2, "'2026-13-45' is no date"),
            (["search", "loyalty", "--as-of", "yesterday"], 2, "YYYY-MM-DD"),
            (["search", "loyalty", "--in", "cards"], 2, "'cards'"),
            (["search", "loyalty", "--status", "dead"], 2, "'dead' is no status"),
            (["search", "loyalty", "--limit", "0"], 2, "--limit"),
            (["search"], 2, "QUERY"),
            (["define", "zzzz"], 1, "'zzzz' is no term in the knowledge base"),
            (["ingest", "no-such-file.txt"], 1, "no such file or folder: no-such-file.txt"),
            (["ingest", "x.txt", "--format", "word"], 2, "'word' is no format"),
            (["ingest", "x.txt", "--effective", "1 May"], 2, "'1 May' is no date"),
            (["ingest", "ftp://example.org/rules.txt"], 1, "no http or https address"),
            (["ingest", "file:///etc/passwd"], 1, "no http or https address"),
            (["bogus"], 2, "bogus"),
            (["show", "306", "--bogus"], 2, "--bogus"),
        ],
    )
    def test_one_clear_line(self, rules: Any, starter_home: Path, arguments: list[str], status: int, says: str) -> None:
        """Bad input gives the exit status of the contract and one line that names the bad value."""
        outcome = rules(*arguments, home=starter_home)
        assert outcome.status == status
        errors = [line for line in outcome.err.splitlines() if line.startswith("rules: error: ")]
        assert len(errors) == 1 and says in errors[0]
        assert "Traceback" not in outcome.err
        assert outcome.out == ""

    def test_bad_documents(self, rules: Any, home: Path, tmp_path: Path) -> None:
        """Empty files, pictures, and texts without rules or date are rejected with a reason and store nothing."""
        before = (home / "rules.sqlite").read_bytes()
        documents = {
            "empty.txt": (b"", "empty"),
            "blank.txt": (b" \n\n ", "empty"),
            "picture.png": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20, "not-text"),
            "letter.txt": (b"Dear player,\n\nthank you for 100 cards.\n", "not-rules"),
            "undated.txt": (b"100. General\n\n100.1. These rules have no date.\n", "no-date"),
        }
        for name, (content, reason) in documents.items():
            path = tmp_path / name
            path.write_bytes(content)
            outcome = rules("ingest", str(path), "--json", home=home)
            assert outcome.status == 1
            assert [each["reason"] for each in outcome.data["rejected"]] == [reason]
            assert name in outcome.data["rejected"][0]["message"]
            assert outcome.err.count("rules: error: ") == 1
        connection = sqlite3.connect(f"{(home / 'rules.sqlite').as_uri()}?mode=ro", uri=True)
        assert connection.execute("SELECT count(*) FROM edition").fetchone() == (6,)
        connection.close()
        assert (home / "rules.sqlite").read_bytes() == before

    def test_home_that_cannot_be_written(self, rules: Any, tmp_path: Path) -> None:
        """If the folder can't be made, one line names the problem and what to do."""
        obstacle = tmp_path / "file"
        obstacle.write_text("in the way")
        outcome = rules("search", "loyalty", home=obstacle / "home")
        assert outcome.status == 2
        assert outcome.err.startswith(f"rules: error: cannot write the knowledge base in {obstacle / 'home'}")
        assert "--home" in outcome.err

    def test_damaged_store(self, rules: Any, tmp_path: Path) -> None:
        """A file that is no database is recognised and left alone."""
        path = tmp_path / "rules.sqlite"
        path.write_bytes(b"not a database at all" * 1000)
        outcome = rules("show", "306", home=tmp_path)
        assert outcome.status == 2
        assert "damaged" in outcome.err
        assert path.exists()

    def test_damage_within_the_store(self, rules: Any, home: Path) -> None:
        """Damaged pages of a database are reported when they are read, and the file stays unchanged."""
        path = home / "rules.sqlite"
        content = bytearray(path.read_bytes())
        content[8192:] = b"\x5a" * (len(content) - 8192)
        path.write_bytes(content)
        for command in (["show", "306"], ["search", "loyalty"], ["editions"]):
            outcome = rules(*command, home=home)
            assert outcome.status == 2
            assert f"{path} is damaged" in outcome.err
        assert path.read_bytes() == content


class TestIngest:
    def test_known_documents_are_skipped(self, rules: Any, home: Path) -> None:
        """The starter documents are skipped as known, whatever their paths are."""
        outcome = rules("ingest", str(SEEDS), "--json", home=home)
        assert [each["reason"] for each in outcome.data["skipped"]] == ["known"] * 5
        assert [each["source"].rpartition("/")[2] for each in outcome.data["rejected"]] == ["manifest.toml"]

    def test_seeds_give_exactly(self, rules: Any, home: Path) -> None:
        """With --force, each starter document gives the counts that its own text has."""
        paths = [str(path) for path in sorted(SEEDS.glob("*.txt"))]
        ingested = rules("ingest", *paths, "--force", "--json", home=home).data["ingested"]
        figures = [
            (e["source"][:3], e["lang"], e["rules"] + e["subrules"], e["sections"], e["lossy"]) for e in ingested
        ]
        assert figures == [
            ("000", "en", 13, 1, False),
            ("001", "en", 13, 1, False),
            ("002", "fr", 13, 1, False),
            ("002", "en", 13, 1, False),
            ("003", "en", 163, 16, False),
            ("004", "en", 14, 1, True),
        ]
        lists = {each["name"]: each["items"] for each in ingested[0]["lists"]}
        assert len(lists["planeswalker types"]) == 31
        assert len(rules("editions", "--json", home=home).data["editions"]) == 6

    def test_one_language_taken_again_leaves_the_other(self, rules: Any, home: Path) -> None:
        """`--force --lang fr` ingests the French half of seed 002 again; the English half stays."""
        seed = str(next(SEEDS.glob("002*")))
        assert rules("ingest", seed, "--force", "--lang", "fr", home=home).status == 0
        editions = rules("editions", "--json", home=home).data["editions"]
        assert sorted(each["lang"] for each in editions if each["source"].startswith("002")) == ["en", "fr"]

    def test_the_language_that_was_left_out_can_follow(self, rules: Any, home: Path, tmp_path: Path) -> None:
        """After --lang fr, the English half of a page in two languages isn't known, so the next run ingests it."""
        page = tmp_path / "page.txt"
        page.write_bytes(next(SEEDS.glob("002*")).read_bytes() + b"\n")
        base = ["ingest", str(page), "--effective", "2018-04-27", "--json"]
        runs = [["--lang", "fr"], ["--lang", "fr"], [], [], ["--lang", "en"]]
        answers = [rules(*base, *run, home=home).data for run in runs]
        assert [[each["lang"] for each in answer["ingested"]] for answer in answers] == [["fr"], [], ["en"], [], []]
        assert [len(answer["skipped"]) for answer in answers] == [0, 1, 0, 1, 1]

    @pytest.mark.parametrize("term", [["flying"], ["Flying"], ["first", "strike"], ["untap"], ["landfall"]])
    def test_a_keyword_leads_to_the_rule_that_says_what_it_does(
        self, rules: Any, newest_home: Path, term: list[str]
    ) -> None:
        """`define flying` and `show flying` answer with 702.9b, not with the heading 702.9."""
        expected = {"flying": "702.9b", "first": "702.7b", "untap": "701.26b", "landfall": "207.2c"}[term[0].lower()]
        assert rules("define", *term, "--json", home=newest_home).data["defining_rule"]["number"] == expected
        (shown,) = rules("show", *term, "--json", home=newest_home).data["rules"]
        assert shown["number"] == expected

    def test_numbers_and_terms_together(self, rules: Any, newest_home: Path) -> None:
        """Successive words are one term, but "CR" before a number isn't a term."""
        outcome = rules("show", "CR", "306.5d", "first", "strike", "zzzz", "--json", home=newest_home)
        assert outcome.status == 1
        assert "'first strike zzzz'" in outcome.err
        outcome = rules("show", "CR", "306.5d", "first", "strike", "306.5c", "--json", home=newest_home)
        assert [rule["number"] for rule in outcome.data["rules"]] == ["306.5c", "306.5d", "702.7b"]

    def test_excerpts_remove_nothing(self, rules: Any, newest_home: Path, tmp_path: Path) -> None:
        """704.5j stays current if the excerpts are ingested after the newest edition."""
        home = tmp_path / "home"
        shutil.copytree(newest_home, home)
        paths = [str(path) for path in sorted(SEEDS.glob("*.txt"))]
        assert rules("ingest", *paths, "--force", home=home).status == 0
        rule = rules("show", "704.5j", "--json", home=home).data["rules"][0]
        assert (rule["status"], rule["edition"]) == ("current", "2026-01-16")
        assert len(rules("show", "306", "--json", home=home).data["rules"]) == 14

    def test_newest_edition_is_whole(self, rules: Any, newest_home: Path) -> None:
        """The edition of 2026-01-16 has the expected counts, and the examples of 613.6, 707.3, 800.4a and 701.67b."""
        editions = rules("editions", "--json", home=newest_home).data["editions"]
        newest = next(edition for edition in editions if edition["effective"] == "2026-01-16")
        counts = [newest[key] for key in ("sections", "rules", "subrules", "examples", "glossary")]
        assert counts == [146, 1157, 1957, 276, 725]
        assert newest["warnings"] == []
        for number, examples in (("613.6", 4), ("707.3", 4), ("800.4a", 4), ("701.67b", 1)):
            rule = rules("show", number, "--exact", "--json", home=newest_home).data["rules"][0]
            assert len(rule["examples"]) == examples

    def test_a_stated_date_wins(self, rules: Any, home: Path, tmp_path: Path) -> None:
        """--effective doesn't replace the date that a document states."""
        path = tmp_path / "page.txt"
        path.write_text("These rules are effective as of May 1, 2015.\n\n899. Invented\n\n899.1. A rule.\n")
        outcome = rules("ingest", str(path), "--effective", "2020-01-01", home=home)
        assert outcome.status == 1 and "2015-05-01" in outcome.err
        assert rules("ingest", str(path), "--json", home=home).data["ingested"][0]["effective"] == "2015-05-01"


class TestProgram:
    def test_options_stand_before_or_after_the_command(self, rules: Any, starter_home: Path) -> None:
        """`rules --json --lang fr show 306.5` is `rules show 306.5 --json --lang fr`."""
        before = rules("--json", "--lang", "fr", "--home", str(starter_home), "show", "306.5")
        after = rules("show", "306.5", "--home", str(starter_home), "--lang", "fr", "--json")
        assert before.data == after.data
        assert (
            rules("--lang", "fr", "show", "306.5", "--lang", "en", "--json", home=starter_home).data["rules"][0]["lang"]
            == "en"
        )

    def test_module_is_the_program(self, starter_home: Path) -> None:
        """`python -m cli` is `rules`."""
        run = subprocess.run(
            [sys.executable, "-m", "cli", "show", "306.5", "--exact", "--home", str(starter_home)],
            cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert run.stdout == "306.5. Loyalty is a characteristic only planeswalkers have.\n[en 2025-06-06, excerpt]\n"
        assert "\x1b" not in run.stdout

    def test_first_command_builds_with_progress_on_stderr(self, tmp_path: Path) -> None:
        """The first command of all builds the knowledge base; stdout holds only the answer."""
        run = subprocess.run(
            [sys.executable, "-m", "cli", "search", "loyalty", "--json"],
            cwd=ROOT, capture_output=True, text=True, check=True,
            env={**os.environ, "RULES_HOME": str(tmp_path / "kb")},
        )  # fmt: skip
        assert run.stdout.startswith("{")
        assert "building the knowledge base" in run.stderr
        assert run.stderr.count("rules: reading ") == 5
        assert ".txt" not in run.stderr

    def test_closed_pipe_ends_quietly(self, starter_home: Path) -> None:
        """`rules show 3 | head -1` prints nothing on stderr."""
        run = subprocess.run(
            f"{sys.executable} -m cli show 3 --home {starter_home} | head -1",
            shell=True, cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert run.stdout == "300. General\n"
        assert run.stderr == ""

    def test_two_first_commands_at_once(self, tmp_path: Path) -> None:
        """Two processes that both find no knowledge base build one, and both answer."""
        command = [sys.executable, "-m", "cli", "show", "306.5", "--exact"]
        env = {**os.environ, "RULES_HOME": str(tmp_path / "kb")}
        runs = [
            subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for _ in range(3)
        ]
        for run in runs:
            out, err = run.communicate(timeout=60)
            assert (run.returncode, out.splitlines()[0]) == (
                0,
                "306.5. Loyalty is a characteristic only planeswalkers have.",
            ), err
