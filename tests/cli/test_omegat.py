"""Through OmegaT and back: a project folder, its translation with the real program and as its filters work."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bench.omegat import SECTIONS, pseudo, remember, segments, split_into_sentences, translate
from tests.cli.omegat_filters import translate_like_omegat

pytest.importorskip("translate.storage")

WITHIN = [word for section in SECTIONS for word in ("--section", section)]
FORMS = [("rules.xlf", ()), ("rules2.xlf", ("--xliff-version", "2.0")), ("rules.po", ())]
STALE, ENGLISH = "306.5b@2014-05-01", "306.7@2014-05-01"


class Book:
    """The rules of `SECTIONS` in a knowledge base, and a plan: what is translated by the memory and what by hand."""

    def __init__(self, rules: Any, home: Path) -> None:
        self.run, self.home = rules, home
        self.before = self.pairs()
        missing = [pair["en"]["text"] for pair in self.before.values() if pair["state"] == "missing"]
        left = self.before[ENGLISH]["en"]["text"]
        self.by_memory = {english: pseudo(english) for english in (*missing[:20], left)}
        self.by_hand = {english: pseudo(english) for english in missing[20:35]}
        self.translated = self.by_memory | self.by_hand

    def pairs(self) -> dict[str, dict[str, Any]]:
        """Return all rules in both languages, by the names of their lineages."""
        pairs = self.run("compare", *SECTIONS, "--json", home=self.home).data["pairs"]
        return {pair["lineage"]: pair for pair in pairs}

    def export(self, *arguments: str) -> None:
        outcome = self.run("translation", "export", *arguments, *WITHIN, home=self.home)
        assert outcome.status == 0, outcome.err

    def take_back(self, file: Path, *options: str) -> Any:
        return self.run("translation", "import", str(file), *options, "--json", home=self.home)

    def check(self, translated: Mapping[str, str]) -> None:
        """Check that the translated rules have their French and are current, and that no other rule has changed."""
        after = self.pairs()
        assert after.keys() == self.before.keys()
        for lineage, before in self.before.items():
            pair, english = after[lineage], before["en"]["text"]
            if english in translated:
                assert (pair["state"], pair["fr"]["text"]) == ("current", translated[english]), lineage
            else:
                assert pair == before, lineage


@pytest.fixture
def book(rules: Any, home: Path) -> Book:
    found = Book(rules, home)
    states = [pair["state"] for pair in found.before.values()]
    assert len(states) >= 60 and set(states) == {"current", "stale", "untranslated", "missing"}
    return found


class TestAsItsFiltersWork:
    """The same flow for everybody: files are translated as the source code of OmegaT's filters says."""

    @pytest.mark.parametrize(("name", "options"), FORMS)
    def test_every_unit_in_its_state(self, book: Book, tmp_path: Path, name: str, options: tuple[str, ...]) -> None:
        """Only what was translated is finished: OmegaT never shows a stale text as translated."""
        file, back = tmp_path / name, tmp_path / f"back-{name}"
        book.export(str(file), *options)
        current = [pair for pair in book.before.values() if pair["state"] == "current"]
        equal = sum(pair["en"]["text"] == pair["fr"]["text"] for pair in current)
        assert translate_like_omegat(file, back, {}) == len(current) - equal
        outcome = book.take_back(back)
        assert (outcome.status, outcome.data["ingested"]) == (0, [])
        book.check({})
        translate_like_omegat(file, back, book.translated)
        outcome = book.take_back(back)
        assert (outcome.status, outcome.data["left"]["refused"]) == (0, [])
        book.check(book.translated)

    @pytest.mark.parametrize(("name", "options"), FORMS)
    def test_a_stale_text_that_a_translator_keeps(
        self, book: Book, tmp_path: Path, name: str, options: tuple[str, ...]
    ) -> None:
        """The old French of a stale rule as a new translation is named, and doesn't become current by itself."""
        file = tmp_path / name
        book.export(str(file), *options)
        stale = book.before[STALE]
        translate_like_omegat(file, file, {stale["en"]["text"]: stale["fr"]["text"]})
        outcome = book.take_back(file)
        assert outcome.status == 1
        assert [each["reason"] for each in outcome.data["left"]["refused"]] == ["unchanged"]
        book.check({})
        assert book.take_back(file, "--unchanged").status == 0
        book.check({stale["en"]["text"]: stale["fr"]["text"]})


@pytest.mark.skipif(shutil.which("omegat") is None, reason="OmegaT isn't installed (Debian: omegat)")
class TestTheProgram:
    """OmegaT itself, headless."""

    def test_a_project(self, book: Book, tmp_path: Path) -> None:
        """Sixty rules of every state, translated by the project's memory and by a script; XLIFF lies beside them."""
        folder = tmp_path / "project"
        book.export(str(folder), "--for", "omegat")
        for name, options in FORMS[:2]:
            book.export(str(folder / "source" / name), *options)
        remember(folder, book.by_memory)
        known = [is_known for is_known, _text in segments(translate(folder, book.by_hand))]
        assert known.count(True) >= len(book.by_memory) + 11  # of the current texts, one equals its English
        # Version 3.6 takes the targets of XLIFF 1.2 as texts to translate, and shows nothing of XLIFF 2. The current
        # version translates both. Whatever it did, nothing is taken in that isn't finished.
        for name, _options in FORMS[:2]:
            outcome = book.take_back(folder / "target" / name)
            assert (outcome.status, outcome.data["left"]["refused"]) == (0, [])
            for lineage, pair in book.pairs().items():
                before = book.before[lineage]
                assert pair == before or pair["fr"]["text"] == book.translated.get(before["en"]["text"])
        outcome = book.take_back(folder)
        assert (outcome.status, outcome.data["left"]["refused"]) == (0, [])
        book.check(book.translated)

    def test_sentences(self, book: Book, tmp_path: Path) -> None:
        """If a translator switches sentences on and translates one of two, the rule is refused with a line."""
        folder = tmp_path / "project"
        book.export(str(folder), "--for", "omegat")
        split_into_sentences(folder)
        english = {pair["number"]: pair["en"]["text"] for pair in book.before.values()}
        first, second = re.split(r"(?<=turn\.) ", english["305.3"])
        assert second.startswith("Ignore any part")
        by_hand = {first: pseudo(first), english["305.9"].split(". ")[0] + ".": "Entière."}
        translate(folder, by_hand)
        outcome = book.take_back(folder)
        assert outcome.status == 1 and outcome.data["ingested"] == []
        refused = {each["unit"].partition("@")[0]: each["message"] for each in outcome.data["left"]["refused"]}
        assert refused.keys() == {"305.3", "305.9"}
        assert second.rstrip(".") in refused["305.3"] and refused["305.3"] in outcome.err
        book.check({})


class TestTheFolder:
    def test_written_again(self, book: Book, tmp_path: Path) -> None:
        """A project is brought up to date: the texts are new, the translator's work and settings stay."""
        folder = tmp_path / "project"
        book.export(str(folder), "--for", "omegat")
        texts = folder / "source" / "rules.po"
        before = texts.read_bytes()
        texts.write_bytes(before + b"#. old\n")
        for path in ("omegat/project_save.tmx", "glossary/glossary.txt", "omegat.project", "target/rules.po"):
            (folder / path).write_text("mine <sentence_seg>true</sentence_seg>", encoding="utf-8")
        outcome = book.run("translation", "export", str(folder), "--for", "omegat", *WITHIN, home=book.home)
        assert outcome.status == 0 and "splits texts into sentences" in outcome.err
        assert texts.read_bytes() == before
        for path in ("omegat/project_save.tmx", "glossary/glossary.txt", "omegat.project", "target/rules.po"):
            assert (folder / path).read_text(encoding="utf-8").startswith("mine")

    def test_an_empty_folder(self, book: Book, tmp_path: Path) -> None:
        """An empty folder is filled; the memory has all French, also of other sections than the texts."""
        (tmp_path / "project").mkdir()
        arguments = ("--for", "omegat", "--section", "305")
        outcome = book.run("translation", "export", str(tmp_path / "project"), *arguments, home=book.home)
        assert outcome.status == 0
        assert "306.2" in (tmp_path / "project/tm/rules.tmx").read_text(encoding="utf-8")
        assert "306.2" not in (tmp_path / "project/source/rules.po").read_text(encoding="utf-8")
        glossary = (tmp_path / "project/glossary/rules.utf8").read_text(encoding="utf-8").splitlines()
        assert any(line.split("\t")[:2] == ["planeswalker", "planeswalker"] for line in glossary)
        assert not any(line.split("\t")[1] == "arpenteur" for line in glossary)  # a former name is no translation
        assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []

    def test_what_is_refused(self, book: Book, tmp_path: Path) -> None:
        """Another folder, a file, a format, an unknown tool and a folder to import are refused with one line each."""
        (tmp_path / "full").mkdir()
        (tmp_path / "full" / "thing").write_text("mine")
        (tmp_path / "file").write_text("mine")
        for arguments, says in (
            (("full", "--for", "omegat"), "there are other things in it"),
            (("file", "--for", "omegat"), "it is a file"),
            (("new", "--for", "omegat", "--format", "po"), "leave --format out"),
            (("new", "--for", "trados"), "give one of omegat"),
        ):
            outcome = book.run("translation", "export", str(tmp_path / arguments[0]), *arguments[1:], home=book.home)
            assert outcome.status == 2 and says in outcome.err, arguments
        outcome = book.run("translation", "import", str(tmp_path / "full"), home=book.home)
        assert outcome.status == 2 and "no project that this made" in outcome.err
        book.export(str(tmp_path / "new"), "--for", "omegat")
        outcome = book.run("translation", "import", str(tmp_path / "new"), home=book.home)
        assert outcome.status == 2 and "no translated documents" in outcome.err
        assert [path.name for path in (tmp_path / "full").iterdir()] == ["thing"]
