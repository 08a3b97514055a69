"""Histories of glossary entries: one name through all headwords, in invented editions and in the corpus."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kb.errors import BadValue, NotFound
from kb.history.headword_history import HeadwordHistories, HeadwordHistory, PinnedHeadword
from kb.model import Edition, GlossaryEntry
from kb.storage.store import Store

if TYPE_CHECKING:
    from tests.kb.conftest import Invented


def edition(invented: Invented, day: str, entries: dict[str, str], *, partial: bool = False) -> Edition:
    glossary = [GlossaryEntry(term, text) for term, text in entries.items()]
    return invented.edition(f"{day} {partial}", day, invented.rule("100.1", "A."), glossary=glossary, partial=partial)


def histories(invented: Invented, *editions: Edition) -> dict[str, list[str]]:
    """Return the headwords of each lineage, oldest first."""
    with invented.store(*editions) as store:
        return {each.lineage: terms(each) for each in HeadwordHistories(store, "en").all}


def terms(history: HeadwordHistory) -> list[str]:
    return list(dict.fromkeys(span.term for span in history.spans))


def test_a_renamed_entry(invented: Invented) -> None:
    """A renamed entry keeps its lineage, and the entry that tells of the old name has a lineage of its own."""
    first = edition(invented, "2019-01-01", {"Wick": "A braid.", "Glass": "Clear."})
    second = edition(
        invented, "2020-01-01", {"Braid": "Of cotton.", "Glass": "Clear.", "Wick (Obsolete)": "Older name for a braid."}
    )
    assert histories(invented, first, second) == {
        "Wick@2019-01-01": ["Wick", "Braid"],
        "Glass@2019-01-01": ["Glass"],
        "Wick (Obsolete)@2020-01-01": ["Wick (Obsolete)"],
    }


def test_a_headword_that_returns(invented: Invented) -> None:
    """A headword that an edition lacks and the next one prints again is the same entry."""
    days = {"2019-01-01": {"Wick": "A braid."}, "2020-01-01": {"Glass": "Clear."}, "2021-01-01": {"Wick": "A rope."}}
    editions = [edition(invented, day, entries) for day, entries in days.items()]
    assert histories(invented, *editions)["Wick@2019-01-01"] == ["Wick"]


def test_a_headword_that_another_entry_takes(invented: Invented) -> None:
    """If an entry goes on under another headword, its old headword is a new entry when it returns."""
    text = "A braid of cotton that carries oil."
    days = {
        "2019-01-01": {"Wick": text},
        "2020-01-01": {"Braid": text},
        "2021-01-01": {"Braid": text, "Wick": "An end."},
    }
    editions = [edition(invented, day, entries) for day, entries in days.items()]
    assert histories(invented, *editions) == {"Wick@2019-01-01": ["Wick", "Braid"], "Wick@2021-01-01": ["Wick"]}


def test_a_headword_printed_twice(invented: Invented) -> None:
    """The second entry of a headword has a name of its own."""
    glossary = [GlossaryEntry("Wick", "A braid."), GlossaryEntry("Wick", "An end.")]
    twice = invented.edition("twice", "2019-01-01", invented.rule("100.1", "A."), glossary=glossary)
    assert set(histories(invented, twice)) == {"Wick@2019-01-01", "Wick@2019-01-01.2"}


def test_excerpts(invented: Invented) -> None:
    """An excerpt adds its text to the entry with its headword, or begins a new entry."""
    whole = edition(invented, "2019-01-01", {"Wick": "A braid."})
    excerpt = edition(invented, "2020-01-01", {"Wick": "A rope.", "Glass": "Clear."}, partial=True)
    assert set(histories(invented, whole, excerpt)) == {"Wick@2019-01-01", "Glass@2020-01-01"}


def test_pinned_headwords(invented: Invented) -> None:
    """A headword of a day names its entry, whatever its headword is on other days."""
    text = "A braid of cotton that carries oil."
    editions = (edition(invented, "2019-01-01", {"Wick": text}), edition(invented, "2020-01-01", {"Braid": text}))
    with invented.store(*editions) as store:
        known = HeadwordHistories(store, "en")
        for name in ("Wick@2019-06-01", "wick@2019-01-01", "Braid@2026-01-01"):
            assert known.resolve(PinnedHeadword.parse(name)).lineage == "Wick@2019-01-01"
        with pytest.raises(NotFound, match="the glossary of 2020-06-01 has no headword Wick"):
            known.resolve(PinnedHeadword.parse("Wick@2020-06-01"))
    for bad in ("Wick", "@2019-01-01", "Wick@soon"):
        with pytest.raises(BadValue):
            PinnedHeadword.parse(bad)


def test_renamed_entries_of_all_editions(every_edition: Path) -> None:
    """Each entry of each edition has one lineage, and headwords that the rules call renamed keep theirs."""
    with Store.open(every_edition) as store:
        known = HeadwordHistories(store, "en")
    assert len({each.lineage for each in known.all}) == len(known.all)
    days = [(span.place, span.first) for each in known.all for span in each.spans if not span.partial]
    assert len(set(days)) == len(days)
    for old, day, new in (
        ("Totem Armor", "2019-05-03", "Umbra Armor"),
        ("Tribal", "2019-05-03", "Kindred"),
        ("Converted Mana Cost", "2019-05-03", "Mana Value"),
        ("In Play", "2005-02-01", "Battlefield"),
        ("Removed from the Game", "2005-02-01", "Exile"),
        ("EDH", "2010-02-01", "Commander"),
        ("Partner", "2017-01-20", "Partner, “Partner—[text],” “Partner with [name]”"),
    ):
        history = known.resolve(PinnedHeadword(old, date.fromisoformat(day)))
        assert terms(history)[-1] == new
