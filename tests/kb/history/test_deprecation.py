"""Deprecation: rules and headwords that no longer apply, and those that are no longer printed."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kb.history.deprecation import DeprecatedItem, find_deprecated
from kb.model import GlossaryEntry
from kb.storage.store import Store
from kb.storage.view import View

if TYPE_CHECKING:
    from tests.kb.conftest import Invented

NEWEST = date(2026, 1, 16)


def found(store: Store, day: date = NEWEST, *, removed: bool = False) -> dict[str, DeprecatedItem]:
    entries = find_deprecated(store, View(store, "en", day), removed=removed)
    return {str(entry.number or entry.term): entry for entry in entries}


def test_deprecated_items(invented: Invented) -> None:
    """Rules with "Previously, ..." and headwords marked obsolete are deprecated; a mention of the past isn't enough."""
    before = (
        invented.rule("100.1", "Lanterns burn oil."),
        invented.rule("100.2", "Previously lit lanterns may go out."),
    )
    after = (invented.rule("100.1", "Previously, lanterns burned oil. See rule 100.2."), before[1])
    entry, marked = (
        GlossaryEntry("Wick", "An older word."),
        GlossaryEntry("Wick (Obsolete)", "An older word. See Lamp."),
    )
    lamp = GlossaryEntry("Lamp", "A lantern.")
    editions = [
        invented.edition("a", "2019-01-01", *before, invented.rule("100.3", "Keepers walk."), glossary=[entry, lamp]),
        invented.edition("b", "2020-01-01", *after, glossary=[marked, lamp]),
        invented.edition("c", "2021-01-01", *after, glossary=[marked, lamp]),
    ]
    with invented.store(*editions) as store:
        assert found(store, date(2019, 6, 1)) == {}
        printed, everything = found(store), found(store, removed=True)
    assert {name: (str(each.since), each.replaced_by) for name, each in printed.items()} == {
        "100.1": ("2020-01-01", ("100.2",)),
        "Wick": ("2020-01-01", ("Lamp",)),
    }
    assert everything.keys() - printed.keys() == {"100.3"}
    gone = everything["100.3"]
    assert (gone.kind, str(gone.since), gone.removed, gone.text) == (
        "rule-removed",
        "2020-01-01",
        True,
        "Keepers walk.",
    )


def test_a_merged_rule_is_replaced(invented: Invented) -> None:
    """A rule that ended with a merge is replaced by the rule that it was merged into."""
    one, two = (
        "Each keeper carries one lantern until the morning bell rings.",
        "Bells are rung by whoever sees the sun.",
    )
    editions = [
        invented.edition("a", "2019-01-01", invented.rule("100.1", one), invented.rule("100.2", two)),
        invented.edition("b", "2020-01-01", invented.rule("100.1", f"{one} {two}")),
    ]
    with invented.store(*editions) as store:
        assert found(store, removed=True)["100.2"].replaced_by == ("100.1",)


class TestNewestEdition:
    @pytest.fixture
    def text(self, shared: Path) -> str:
        return (shared / "corpus/en/2026-01-16.txt").read_text(encoding="utf-8-sig")

    def test_rules(self, every_edition: Path, text: str) -> None:
        """Exactly the twelve rules printed with "Previously, " as their first word are deprecated."""
        printed = set(re.findall(r"([1-9][0-9]{2}\.[0-9]+[a-z]?)\.? Previously, ", text))
        assert len(printed) == 12
        with Store.open(every_edition) as store:
            assert {name for name, entry in found(store).items() if entry.number} == printed

    def test_headwords(self, every_edition: Path, text: str) -> None:
        """All 33 headwords marked "(Obsolete)" are deprecated, and at most one more."""
        marked = {
            line.replace("(Obsolete)", "").strip() for line in re.split(r"[\r\n]+", text) if line.endswith("(Obsolete)")
        }
        with Store.open(every_edition) as store:
            terms = {name for name, entry in found(store).items() if entry.term}
        assert len(marked) == 33
        assert marked <= terms
        assert len(terms - marked) <= 1

    @pytest.mark.parametrize(
        ("name", "kind", "since", "replaced_by"),
        [
            ("306.4", "rule-removed", "2017-09-29", "704.5j"),
            ("306.7", "rule-removed", "2018-04-27", None),
            ("403.5", "term-renamed", "2010-02-01", None),
            ("702.75b", "keyword-changed", "2022-04-29", None),
            ("Tribal", "type-retired", "2024-07-30", "308"),
            ("Interrupt", "type-retired", "2001-07-23", None),
            ("Mana Burn", "rule-removed", "2009-07-11", None),
            ("In Play", "term-renamed", "2009-07-11", "Battlefield"),
            ("EDH", "term-renamed", "2011-02-04", "903"),
            ("Totem Armor", "term-renamed", "2024-07-30", "702.89"),
        ],
    )
    def test_classes(self, every_edition: Path, name: str, kind: str, since: str, replaced_by: str | None) -> None:
        """Each deprecated item has its class, its first known edition and its replacements."""
        with Store.open(every_edition) as store:
            entry = found(store)[name]
        assert (entry.kind, str(entry.since)) == (kind, since)
        assert replaced_by is None or replaced_by in entry.replaced_by
