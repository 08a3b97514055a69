"""The French of the glossary in `compare`, `translation status`, `translation lint`, `define` and `export`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kb.model import GlossaryEntry
from kb.storage.store import Store
from kb.translation.entry_pair import finished_entry
from tests.cli.test_json import validate
from tests.kb.conftest import Invented, source

WICK = GlossaryEntry("Wick", "A braid of cotton that carries oil to 3 flames. See rule 201.1.")
GLASS = GlossaryEntry("Glass", "The part of a lantern that keeps the wind out. See rule 202.1.")
OLD_NAME = GlossaryEntry("Wick (Obsolete)", "Older name for a braid. See rule 201.1.")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a knowledge base in which the wick became a braid after its French was made."""
    folder = tmp_path_factory.mktemp("glossary")
    invented = Invented()
    rules = [invented.rule(number, "A lantern.") for number in ("201.1", "202.1")]
    entries = (
        finished_entry(WICK, "Mèche", "Tresse de coton qui mène l’huile à 4 flammes. Voir règle 201.1.", None),
        finished_entry(GLASS, "Verre", "Partie qui protège la mèche du vent. Voir règle 202.1.", None),
    )
    today = (GlossaryEntry("Braid", WICK.text), GLASS, OLD_NAME)
    with Store.open(folder, create=True) as store:
        invented.add(
            store,
            invented.edition("first", "2020-01-01", *rules, glossary=(WICK, GLASS)),
            invented.edition("second", "2021-01-01", *rules, glossary=today),
            invented.edition(
                "back", "2020-01-01", glossary=entries, lang="fr", partial=True,
                source=replace(source("back", "fr"), format="po"),
            ),
        )  # fmt: skip
    return folder


def test_status(rules: Any, home: Path) -> None:
    """The glossary has a summary of its own, and entries with the headword of today and of the base."""
    data = rules("translation", "status", "--json", home=home).data
    validate(data, "translation-status")
    assert sum(data["summary"].values()) == len(data["rules"])
    assert data["glossary"]["summary"] == {"current": 1, "stale": 1, "untranslated": 0, "missing": 1, "orphan": 0}
    told = [(each["term"], each["state"], each["base_term"]) for each in data["glossary"]["entries"]]
    assert told == [("Braid", "stale", "Wick"), ("Glass", "current", "Glass"), ("Wick (Obsolete)", "missing", None)]
    assert data["glossary"]["entries"][0]["lineage"] == "Wick@2020-01-01"


def test_status_of_a_part(rules: Any, home: Path) -> None:
    """A section has no headwords, and the glossary has no rules."""
    data = rules("translation", "status", "--section", "201", "--json", home=home).data
    assert (len(data["rules"]), data["glossary"]["entries"]) == (1, [])
    data = rules("translation", "status", "--section", "glossary", "--state", "stale", "--json", home=home).data
    assert (data["rules"], [each["term"] for each in data["glossary"]["entries"]]) == ([], ["Braid"])


def test_status_as_text(rules: Any, home: Path) -> None:
    """The text lists the headwords that need work."""
    lines = rules("translation", "status", home=home).out.splitlines()
    assert "Glossary  1 current  1 stale  1 missing" in lines
    assert any(line.split()[:2] == ["Braid", "stale"] and "made from Wick of 2020-01-01" in line for line in lines)
    assert lines[-1].split("  ")[-2:] == ["missing", "Wick (Obsolete)"]


@pytest.mark.parametrize("name", ["Braid", "braid", "Mèche", "meche", "Wick@2020-06-01", "Braid@2026-01-01"])
def test_compare(rules: Any, home: Path, name: str) -> None:
    """Compare takes English and French headwords, and headwords of a day."""
    data = rules("compare", name, "--json", home=home).data
    validate(data, "compare")
    (pair,) = data["pairs"]
    assert (pair["term"], pair["state"], pair["fr"]["term"]) == ("Braid", "stale", "Mèche")
    assert {"kind": "new", "text": "Braid"} in pair["source_diff"]
    assert [finding["code"] for finding in pair["findings"]] == ["number-mismatch"]


def test_compare_as_text(rules: Any, home: Path) -> None:
    """The changed headword is marked."""
    outcome = rules("compare", "201.1", "Braid", home=home)
    assert "Braid  stale" in outcome.out and "[-Wick-]{+Braid+}" in outcome.out
    assert rules("compare", "Braid", "--format", "html", home=home).out.count('id="Braid"') == 1


def test_compare_with_unknown_names(rules: Any, home: Path) -> None:
    """An unknown headword is named in one line; what begins like a number is a bad number."""
    outcome = rules("compare", "Rope", "Glass", home=home)
    assert outcome.status == 1 and "Glass  current" in outcome.out
    assert outcome.messages == ["rules: error: 'Rope' is no headword in English or French"]
    assert rules("compare", "9x", home=home).status == 2


def test_lint(rules: Any, home: Path) -> None:
    """A wrong amount in a definition is found, under the French headword."""
    outcome = rules("translation", "lint", "--section", "glossary", "--json", home=home)
    validate(outcome.data, "translation-lint")
    (finding,) = outcome.data["glossary"]["findings"]
    assert (finding["code"], finding["term"], finding["today"]) == ("number-mismatch", "Mèche", "Braid")
    assert (outcome.status, outcome.data["rules"], outcome.data["glossary"]["entries"]) == (1, 0, 2)
    assert outcome.data["findings"] == []
    text = rules("translation", "lint", "--section", "glossary", home=home).out.splitlines()
    assert text[0].startswith("Mèche  today Braid") and text[-1].startswith("0 French rules checked and 2 headwords")
    assert rules("translation", "lint", "--section", "201", home=home).status == 1


def test_the_french_book(rules: Any, home: Path, tmp_path: Path) -> None:
    """`define` and `export` have the French entries under their French headwords."""
    assert rules("define", "mèche", "--lang", "fr", home=home).out.startswith("Mèche")
    assert rules("define", "Verre", "--lang", "fr", "--json", home=home).data["term"] == "Verre"
    file = tmp_path / "regles.md"
    assert rules("export", str(file), "--lang", "fr", home=home).status == 0
    text = file.read_text(encoding="utf-8")
    assert text.index("Mèche") < text.index("Verre")
