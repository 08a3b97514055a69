"""Lineage names: each rule has one of its own."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from bench.omegat import pseudo
from bench.whole_book import translate_every_unit
from kb.history.distinct_names import distinct_names
from kb.history.history import all_rule_histories, lineage_names
from kb.languages import LANGUAGES
from kb.model import Edition
from kb.storage.store import Store
from kb.storage.view import View

if TYPE_CHECKING:
    from tests.kb.conftest import Invented

Libraries = Callable[[], st.SearchStrategy[tuple[Edition, ...]]]


def test_names_are_unique_over_all_editions(every_edition: Path) -> None:
    """No two rules share a name, and a view gives each rule the name that its history has."""
    with Store.open(every_edition) as store:
        names = Counter(history.lineage for history in all_rule_histories(store, "en"))
        assert [name for name, count in names.items() if count > 1] == []
        for day in (*list(store.whole_editions("en"))[::11], "2005-08-01", "2006-02-01"):
            rules = View(store, "en", date.fromisoformat(day)).rules()
            found = lineage_names(store, "en", rules)
            assert len(set(found.values())) == len(rules)
            assert set(found.values()) <= set(names)


@settings(max_examples=25, phases=[Phase.reuse, Phase.generate])
@given(data=st.data())
def test_names_of_any_library(data: st.DataObject, invented: Invented, some_library: Libraries) -> None:
    """In any library of whole editions, no two rules share a name, and views give the names of the histories."""
    whole = [edition for edition in data.draw(some_library()) if not edition.partial]
    with invented.store(*whole) as store:
        for lang in LANGUAGES:
            names = Counter(history.lineage for history in all_rule_histories(store, lang))
            assert [name for name, count in names.items() if count > 1] == []
            for day in store.whole_editions(lang):
                rules = View(store, lang, date.fromisoformat(day)).rules()
                found = lineage_names(store, lang, rules)
                assert len(set(found.values())) == len(rules)
                assert set(found.values()) <= set(names)


@settings(max_examples=25, phases=[Phase.reuse, Phase.generate])
@given(data=st.data())
def test_names_in_a_view_of_any_library(data: st.DataObject, invented: Invented, some_library: Libraries) -> None:
    """With excerpts, a view may have a rule under its former and its new number. Each of its rules has its own name."""
    with invented.store(*data.draw(some_library())) as store:
        for lang in LANGUAGES:
            for view in (View(store, lang, day) for day in View(store, lang, date(2100, 1, 1)).edition_days()):
                rules = view.rules()
                found = distinct_names(rules, lineage_names(store, lang, rules))
                assert len(set(found.values())) == len({rule.place for rule in rules})


OLD = """Magic: The Gathering Comprehensive Rules

These rules are effective as of January 16, 2012.

3. Card Types

309. Planes

309.1. Plane is a card type seen only on nontraditional Magic cards. Only the Planechase variant uses plane cards.

313. Conspiracies

313.5. A conspiracy card may have any number of static or triggered abilities associated with it.

313.5a Abilities of conspiracy cards may affect the start-of-game procedure.

Glossary

Credits
"""
"""An edition in which the starter texts' sections 311 and 315 have other numbers, and 309 is another section."""


def test_another_rule_has_the_number_now(rules: Any, home: Path, tmp_path: Path) -> None:
    """A rule of an excerpt is no edited form of the rule that had its number and moved."""
    (tmp_path / "old.txt").write_text(OLD, encoding="utf-8")
    assert rules("ingest", str(tmp_path / "old.txt"), home=home).status == 0
    found = {
        number: rules("history", number, "--json", home=home).data["lineage"]
        for number in ("309", "309.1", "311", "311.1", "315.5a")
    }
    assert found == {
        "309": "309@2025-06-06",
        "309.1": "309.1@2025-06-06",
        "311": "309@2012-01-16",
        "311.1": "309.1@2012-01-16",
        "315.5a": "313.5a@2012-01-16",
    }


def test_a_rule_under_two_numbers(rules: Any, home: Path, tmp_path: Path) -> None:
    """An excerpt has a rule's new number, the older edition its former one: both are units, and both get French."""
    pytest.importorskip("translate")
    (tmp_path / "old.txt").write_text(OLD, encoding="utf-8")
    assert rules("ingest", str(tmp_path / "old.txt"), home=home).status == 0
    file = tmp_path / "rules.po"
    assert rules("translation", "export", str(file), "--state", "missing,stale", home=home).status == 0
    text = file.read_text(encoding="utf-8")
    assert 'msgctxt "313.5a@2012-01-16"' in text and 'msgctxt "315.5a@2025-06-06"' in text
    translate_every_unit(file)
    outcome = rules("translation", "import", str(file), "--json", home=home)
    assert (outcome.status, outcome.data["rejected"], outcome.data["left"]["refused"]) == (0, [], [])
    pairs = rules("compare", "313.5a", "315.5a", "--json", home=home).data["pairs"]
    assert [(pair["state"], pair["fr"]["edition"]) for pair in pairs] == [
        ("current", "2012-01-16"),
        ("current", "2025-06-06"),
    ]


def test_a_file_with_the_former_name(rules: Any, every_edition: Path, tmp_path: Path) -> None:
    """A file that was exported when two rules shared a name brings each of them its French: their English differs."""
    pytest.importorskip("translate")
    home, file = tmp_path / "home", tmp_path / "rules.po"
    shutil.copytree(every_edition, home)
    asked = ("translation", "export", str(file), "--section", "806.2c", "--section", "811.2c")
    assert rules(*asked, home=home).status == 0
    text = file.read_text(encoding="utf-8").replace("609.2c@2006-02-01", "605.2c@2005-08-01")
    head, *units = text.split("\n\n")
    assert len(units) == 2
    french = ("La première option.", "La seconde option.")
    done = [unit.rstrip().removesuffix('""') + f'"{each}"' for unit, each in zip(units, french, strict=True)]
    file.write_text("\n\n".join((head, *done)) + "\n", encoding="utf-8")
    assert rules("translation", "import", str(file), home=home).status == 0
    pairs = rules("compare", "806.2c", "811.2c", "--json", home=home).data["pairs"]
    assert [pair["fr"]["text"] for pair in pairs] == list(french)


def test_a_number_that_is_printed_twice(every_edition: Path) -> None:
    """605.2c stands twice in 2005-08-01. The first rule keeps that name, the second has its next number."""
    with Store.open(every_edition) as store:
        view = View(store, "en", date(2026, 1, 16))
        rules = view.rules()
        names = lineage_names(store, "en", rules)
        found = {str(rule.item.number): names[rule.place] for rule in rules}
    assert found["806.2c"] == "605.2c@2005-08-01"
    assert found["811.2c"] == "609.2c@2006-02-01"


def test_a_number_twice_in_the_only_edition(rules: Any, home: Path, tmp_path: Path) -> None:
    """Rules that never had a number of their own still have different names."""
    text = (
        "Magic: The Gathering Comprehensive Rules\n\nThese rules are effective as of January 16, 2030.\n\n"
        "1. Game Concepts\n\n100. General\n\n100.1. The first rule.\n\n100.1. The second rule.\n\n100.2. The third.\n"
    )
    file = tmp_path / "twice.txt"
    file.write_text(text, encoding="utf-8")
    assert rules("ingest", str(file), home=home).status == 0
    with Store.open(home) as store:
        printed = View(store, "en", date(2030, 1, 16)).rules()
        names = lineage_names(store, "en", printed)
        first, second = (names[rule.place] for rule in printed if str(rule.item.number) == "100.1")
        histories = {history.lineage for history in all_rule_histories(store, "en")}
    assert (first, second) == ("100.1@2030-01-16", "100.1@2030-01-16.2")
    assert {first, second} <= histories


def test_french_of_a_number_that_is_printed_twice(rules: Any, home: Path, tmp_path: Path) -> None:
    """The second rule can have French from the first edition on: with that of the first one, or after it."""
    pytest.importorskip("translate")
    edition, both, second = tmp_path / "twice.txt", tmp_path / "both.po", tmp_path / "second.po"
    edition.write_text(
        "These rules are effective as of January 16, 2030.\n\n400. General\n\n"
        "400.1. The first rule is here for a player.\n\n400.1. The second rule is there for a player.\n\n"
        "400.2. The third rule comes after them.\n",
        encoding="utf-8",
    )
    assert rules("ingest", str(edition), home=home).status == 0
    day = ("--as-of", "2030-01-16")

    def french() -> list[str | None]:
        pairs = rules("compare", "400.1", "--json", *day, home=home).data["pairs"]
        return [pair["fr"] and pair["fr"]["text"] for pair in pairs]

    assert rules("translation", "export", str(both), "--section", "400", *day, home=home).status == 0
    assert translate_every_unit(both) == 4
    store = both.read_text(encoding="utf-8")
    units = store.split("\n\n")
    second.write_text("\n\n".join(unit for unit in units if '400.1@2030-01-16"' not in unit), encoding="utf-8")
    outcome = rules("translation", "import", str(second), "--json", *day, home=home)
    assert (outcome.status, outcome.data["left"]["waiting"]) == (0, ["400.1"])
    assert french() == [None, None]
    assert rules("translation", "import", str(both), *day, home=home).status == 0
    one, two = pseudo("The first rule is here for a player."), pseudo("The second rule is there for a player.")
    assert french() == [one, two]
    second.write_text(second.read_text(encoding="utf-8").replace(two, "Une autre."), encoding="utf-8")
    outcome = rules("translation", "import", str(second), "--json", *day, home=home)
    assert (outcome.status, outcome.data["left"]["waiting"]) == (0, [])
    assert french() == [one, "Une autre."]
    both.write_text(store.replace(one, "La première."), encoding="utf-8")
    assert rules("translation", "import", str(both), *day, home=home).status == 0
    assert french() == ["La première.", two]
