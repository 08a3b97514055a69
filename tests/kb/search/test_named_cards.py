"""Searches that name cards: which names are recognized, and which rules come first. All cards are invented."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from ingest.cards.card_import import import_cards
from kb.cards.library.database import CardLibrary, open_library
from kb.cards.library.names_in_text import names_in_text
from kb.errors import NotFound
from kb.languages import Lang
from kb.rule_number import SUBRULE_LETTERS
from kb.search import SearchLimits, SearchResults, search, weights
from kb.search.cited_hits import raise_cited_hits
from kb.search.corpus import open_corpora
from kb.storage.store import Store
from kb.storage.view import View

CARDS = {
    "Glass Owl": ("Creature — Bird", "Flying", "Chouette de verre"),
    "Glass Spider": ("Creature — Spider", "Reach", "Araignée de verre"),
    "Gorse": ("Creature — Plant", "Cascade", "Ajonc"),
    "Glass Moon, Door of Dusk": ("Enchantment", "Nonbasic lands are Mountains.", "Lune de verre"),
    "Glass Moon": ("Enchantment", "Creatures can't block.", ""),
    "Wool-o'-the-Glass": ("Enchantment", "Creatures get +1/+1.", ""),
    "Turn the Glass": ("Instant", "Scry 1.", ""),
    "Fear": ("Instant", "Draw a card.", ""),
    "Combat Damage": ("Instant", "Scry 1.", ""),
}


@pytest.fixture(scope="module")
def home(newest_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a knowledge base with the newest edition and the invented cards."""
    home = Path(shutil.copytree(newest_home, tmp_path_factory.mktemp("cards") / "home"))
    data = {
        name: [
            {"name": name, "layout": "normal", "type": types, "text": text}
            | ({"foreignData": [{"language": "French", "name": french, "type": "", "text": ""}]} if french else {})
        ]
        for name, (types, text, french) in CARDS.items()
    }
    file = home.parent / "cards.json"
    file.write_text(json.dumps({"data": data}), encoding="utf-8")
    import_cards(file, home, lambda _size: None)
    return home


@pytest.fixture
def library(home: Path) -> Iterator[CardLibrary]:
    with open_library(home) as opened:
        yield opened


def asked(home: Path, text: str, *cards: str, lang: Lang = "en") -> SearchResults:
    with Store.open(home) as store:
        return search(store, View(store, lang, date(2026, 2, 1)), text, SearchLimits(), cards=cards)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("does Glass Owl fly", ["Glass Owl"]),
        ("does glass owl's ability count", ["Glass Owl"]),
        ("wool o the glass", ["Wool-o'-the-Glass"]),
        ("Glass Moon, Door of Dusk and Glass Owl", ["Glass Moon, Door of Dusk", "Glass Owl"]),
        ("Glass Moon and an owl", ["Glass Moon"]),
        ("Glass Moon, Gorse and Fear", ["Glass Moon", "Gorse", "Fear"]),
        ("Glass Moon, Gate of Dusk", []),
        ("the Glass Owl Avatar", []),
        ("an owl of glass", []),
    ],
)
def test_names_in_a_text(library: CardLibrary, text: str, names: list[str]) -> None:
    """The longest name counts. A name that goes on with another word in capitals is the name of an unknown card."""
    found = names_in_text(library, text, ("en",), lambda *_: True)
    assert [name.card.name for name in found] == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("does Glass Owl block Gorse", ["Glass Owl", "Gorse"]),
        ("can glass owl block", ["Glass Owl"]),
        ("gorse", []),
        ("how does gorse work", []),
        ("does Fear stop Gorse", ["Gorse"]),
        ("when is combat damage dealt", []),
        ("what is Combat Damage", []),
        ('"glass owl"', []),
        ("glass OR owl", []),
    ],
)
def test_recognized_names(home: Path, text: str, names: list[str]) -> None:
    """A name in small letters has several words; a keyword (702.36) or a term of the rules (510) is no card."""
    assert [card.name for card in asked(home, text).cards] == names


def test_rules_of_a_card_come_first(home: Path) -> None:
    """The search finds the rules that govern a card: cascade (702.85), and for one that sets land types 305.7."""
    assert asked(home, "can Gorse be countered").hits[0].number != "702.85"
    found = asked(home, "instances of a triggered ability", "Gorse")
    assert found.hits[0].number in {"702.85", "702.85a", "702.85c"}
    assert [(card.name, card.rules) for card in found.cards] == [("Gorse", ("702.85",))]
    moon = asked(home, "what does Glass Moon, Door of Dusk do")
    assert moon.hits[0].number == "305.7"
    assert moon.cards[0].rules == ("305.7", "604.1")


def test_the_rules_where_two_cards_meet(home: Path) -> None:
    """Flying and reach meet where one names the other: 702.9b and 702.17b."""
    for text in ("can Glass Owl be blocked by Glass Spider", "Glass Owl Glass Spider"):
        assert {"702.9b", "702.17b"} <= {hit.number for hit in asked(home, text).hits}
    assert {hit.number for hit in asked(home, "does reach work", "Glass Owl").hits[:2]} == {"702.17", "702.9b"}


@pytest.mark.parametrize(
    ("question", "meeting"),
    [
        ("can flying be blocked by reach", {"702.9b", "702.17b"}),
        ("does deathtouch work with trample", {"702.2c", "702.19b"}),
    ],
)
def test_the_rules_where_two_named_keywords_meet(newest_home: Path, question: str, meeting: set[str]) -> None:
    """Rules that name the other keyword meet; if no rule does, rules that share a rare word ("lethal")."""
    found = [str(hit.number) for hit in asked(newest_home, question).hits]
    assert meeting <= set(found)
    assert {number.rstrip(SUBRULE_LETTERS) for number in found[:2]} == {
        number.rstrip(SUBRULE_LETTERS) for number in meeting
    }


def test_hits_cited_by_the_first_hits_rise(newest_home: Path) -> None:
    """702.9b refers to rule 702.17, which rises above another hit by a share of 702.9b's score."""
    with Store.open(newest_home) as store:
        corpus = open_corpora(store, View(store, "en", date(2026, 2, 1)), include_past=False).corpus(
            View(store, "en", date(2026, 2, 1))
        )
        entries = {row.label: at for at, row in enumerate(corpus.table.entries)}
        ranked = [
            (entries[label], score)
            for label, score in [("702.9b", 10.0), ("306.5", 4.0), ("702.17", 3.0), ("702.9", 3.0)]
        ]
        raised = raise_cited_hits(ranked, corpus.table, corpus.wordings)
    assert raised == [
        (entries["702.9b"], 10.0),
        (entries["702.17"], 3.0 + 10.0 * weights.CITED_BY_FIRST),
        (entries["306.5"], 4.0),
        (entries["702.9"], 3.0),
    ]


def test_a_card_beside_the_query(home: Path) -> None:
    """Misspellings of a card beside the query are forgiven; without such a card, there is an error."""
    assert asked(home, "cascade", "Glas Owll").cards[0].name == "Glass Owl"
    with pytest.raises(NotFound):
        asked(home, "cascade", "Wibblewobble")


def test_a_search_without_a_library(newest_home: Path) -> None:
    """Without a card library, names are words, and a card beside the query is an error."""
    assert asked(newest_home, "does Glass Owl fly").cards == ()
    with pytest.raises(NotFound):
        asked(newest_home, "flying", "Glass Owl")


def test_a_damaged_library_doesnt_stop_a_search(home: Path, tmp_path: Path) -> None:
    """A search of words needs no card library."""
    copy = Path(shutil.copytree(home, tmp_path / "home"))
    (copy / "cards.sqlite").write_bytes(b"no database" * 100)
    assert asked(copy, "flying").hits


def test_french_names(home: Path) -> None:
    """A French reader names cards in French or English."""
    for name in ("Chouette de verre", "chouette de verre", "Glass Owl"):
        assert [card.name for card in asked(home, f"est-ce que {name} peut bloquer", lang="fr").cards] == ["Glass Owl"]
    assert "702.9" in {hit.number for hit in asked(home, "que fait Chouette de verre", lang="fr").hits}
