"""Alignment of the French glossary with the English, and states of the French, on invented entries."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from kb.model import Edition, GlossaryEntry
from kb.storage.view import View
from kb.translation.entry_alignment import align_glossary
from kb.translation.entry_pair import EntryPair, finished_entry
from tests.kb.conftest import source

if TYPE_CHECKING:
    from tests.kb.conftest import Invented

TODAY = date(2026, 1, 1)

WICK = GlossaryEntry("Wick", "A braid of cotton that carries oil to the flame. See rule 201.1.")
GLASS = GlossaryEntry("Glass", "The part of a lantern that keeps the wind out. See rule 202.1.")
WICK_FR = "Tresse de coton qui mène l’huile à la flamme. Voir règle 201.1."
GLASS_FR = "Partie de la lanterne qui protège la mèche du vent. Voir règle 202.1."


class Bench:
    """Invented glossaries in both languages, and their alignment."""

    def __init__(self, invented: Invented) -> None:
        self.invented = invented
        self.editions: list[Edition] = []

    def english(self, day: str, *entries: GlossaryEntry) -> Bench:
        rules = [self.invented.rule(number, "A lantern.") for number in ("201.1", "202.1")]
        self.editions.append(self.invented.edition(f"en {day}", day, *rules, glossary=list(entries)))
        return self

    def french(self, day: str, *entries: GlossaryEntry) -> Bench:
        """Add a whole French edition, which doesn't state what its headwords translate."""
        rules = [self.invented.rule(number, "Une lanterne.", lang="fr") for number in ("201.1", "202.1")]
        self.editions.append(self.invented.edition(f"fr {day}", day, *rules, glossary=list(entries), lang="fr"))
        return self

    def finished(self, day: str, *entries: GlossaryEntry) -> Bench:
        """Add a finished translation of the English edition of a day."""
        name = f"finished {day} {len(self.editions)}"
        made = replace(source(name, "fr"), format="po")
        fields: dict[str, Any] = {"glossary": list(entries), "lang": "fr", "partial": True, "source": made}
        self.editions.append(self.invented.edition(name, day, **fields))
        return self

    def pairs(self, day: date = TODAY) -> tuple[EntryPair, ...]:
        with self.invented.store(*self.editions) as store:
            return align_glossary(store, day)

    def told(self) -> list[tuple[str, str, str | None]]:
        """Return the English headword, the state and the French headword of each pair."""
        return [(pair.term, pair.state, pair.fr.item.term if pair.fr else None) for pair in self.pairs()]


@pytest.fixture
def bench(invented: Invented) -> Bench:
    return Bench(invented)


def test_a_french_edition_of_the_same_day(bench: Bench) -> None:
    """Entries are paired across the two alphabets by the rules that they cite; others have no French."""
    flame = GlossaryEntry("Flame", "See Wick.")
    bench.english("2020-01-01", flame, GLASS, WICK)
    bench.french("2020-01-01", GlossaryEntry("Mèche", WICK_FR, "fr"), GlossaryEntry("Verre", GLASS_FR, "fr"))
    assert bench.told() == [("Flame", "missing", None), ("Glass", "current", "Verre"), ("Wick", "current", "Mèche")]
    assert {pair.confidence for pair in bench.pairs() if pair.fr} == {0.9}


def test_names_of_terms_pair_entries(bench: Bench) -> None:
    """Entries that cite no rules are paired if their headwords are names of one term of the game."""
    bench.english("2020-01-01", GlossaryEntry("Flying", "It flies."), GlossaryEntry("Trample", "It tramples."))
    french = [GlossaryEntry("Piétinement", "Elle piétine.", "fr"), GlossaryEntry("Vol", "Elle vole.", "fr")]
    bench.french("2020-01-01", *french)
    assert bench.told() == [("Flying", "current", "Vol"), ("Trample", "current", "Piétinement")]


def test_what_does_not_fit_is_an_orphan(bench: Bench) -> None:
    """An entry with two possible counterparts, or none, is an orphan and never guessed."""
    bench.english("2020-01-01", WICK, GlossaryEntry("Braid", "Cotton. See rule 201.1."))
    bench.french("2020-01-01", GlossaryEntry("Mèche", WICK_FR, "fr"))
    assert bench.told() == [("Braid", "missing", None), ("Wick", "missing", None), ("Mèche", "orphan", "Mèche")]


def test_states(bench: Bench) -> None:
    """A changed definition and a renamed headword make the French stale, a headword's case doesn't."""
    bench.english("2020-01-01", WICK, GLASS, GlossaryEntry("Put Into Oil", "To dip."))
    bench.finished(
        "2020-01-01",
        finished_entry(WICK, "Mèche", WICK_FR, None),
        finished_entry(GLASS, "Verre", GLASS_FR, None),
        finished_entry(GlossaryEntry("Put Into Oil", ""), "Mettre dans l’huile", "Tremper.", None),
    )
    assert [state for _term, state, _french in bench.told()] == ["current"] * 3
    braid = GlossaryEntry("Braid", WICK.text)
    glass = GlossaryEntry("Glass", GLASS.text.replace("the wind", "all rain"))
    bench.english("2021-01-01", braid, glass, GlossaryEntry("Put into Oil", "To dip."))
    assert bench.told() == [
        ("Braid", "stale", "Mèche"),
        ("Glass", "stale", "Verre"),
        ("Put into Oil", "current", "Mettre dans l’huile"),
    ]
    (stale, *_rest) = bench.pairs()
    assert (stale.lineage, stale.base and stale.base.term) == ("Wick@2020-01-01", "Wick")
    assert stale.changes_behind == ("wording",)


def test_untranslated_and_gone(bench: Bench) -> None:
    """An English text in a French edition is untranslated; the French of a dropped entry is an orphan."""
    bench.english("2020-01-01", WICK, GLASS)
    bench.finished("2020-01-01", finished_entry(WICK, "Mèche", WICK_FR, None))
    bench.finished("2020-01-01", GlossaryEntry("Glass", GLASS.text, "en", translates="Glass"))
    bench.english("2021-01-01", GLASS)
    assert bench.told() == [("Glass", "untranslated", "Glass"), ("Mèche", "orphan", "Mèche")]


def test_one_french_headword_for_two_entries(bench: Bench, invented: Invented) -> None:
    """ "Initiative" is first strike and the initiative. Two files that translate one of them each keep both."""
    strike, token = GlossaryEntry("First Strike", "Strikes first."), GlossaryEntry("Initiative", "A designation.")
    bench.english("2020-01-01", strike, token)
    bench.finished("2020-01-01", finished_entry(strike, "Initiative", "Frappe en premier.", None))
    bench.finished("2020-01-01", finished_entry(token, "Initiative", "Une désignation.", None))
    assert [(pair.term, pair.fr and pair.fr.item.text) for pair in bench.pairs()] == [
        ("First Strike", "Frappe en premier."),
        ("Initiative", "Une désignation."),
    ]
    with invented.store(*bench.editions) as store:
        assert len(View(store, "fr", TODAY).glossary()) == 2


def test_the_last_translation_wins(bench: Bench, invented: Invented) -> None:
    """A later file replaces the entry of an earlier file, even if it gives it another headword."""
    bench.english("2020-01-01", WICK)
    first = finished_entry(WICK, "Cordon", WICK_FR, None)
    bench.finished("2020-01-01", first)
    bench.finished("2020-01-01", finished_entry(WICK, "Mèche", WICK_FR, first))
    assert bench.told() == [("Wick", "current", "Mèche")]
    bench.english("2021-01-01", GlossaryEntry("Braid", WICK.text))
    bench.finished(
        "2021-01-01", finished_entry(GlossaryEntry("Braid", ""), "Tresse", WICK_FR, GlossaryEntry("Mèche", ""))
    )
    assert bench.told() == [("Braid", "current", "Tresse")]
    with invented.store(*bench.editions) as store:
        assert [entry.item.term for entry in View(store, "fr", TODAY).glossary()] == ["Tresse"]
        assert [entry.item.term for entry in View(store, "fr", date(2020, 6, 1)).glossary()] == ["Mèche"]


def test_the_alphabet(bench: Bench, invented: Invented) -> None:
    """French headwords are in alphabetical order, accents apart."""
    heads = ("Étape", "Écho", "Exil", "Effet")
    bench.english("2020-01-01", *(GlossaryEntry(head, "A.") for head in heads))
    bench.finished("2020-01-01", *(finished_entry(GlossaryEntry(head, ""), head, "Un.", None) for head in heads))
    with invented.store(*bench.editions) as store:
        assert [each.item.term for each in View(store, "fr", TODAY).glossary()] == ["Écho", "Effet", "Étape", "Exil"]
