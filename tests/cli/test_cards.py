"""`rules cards import`, `rules cards` and `rules card`, with invented cards in the two formats of card files."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from kb.storage.database_file import CARDS_FILE_NAME
from tests.cli.test_completion import asked as completions
from tests.cli.test_json import validate

GATE = {
    "name": "Gate of Glass",
    "type": "Artifact",
    "manaCost": "{2}",
    "layout": "normal",
    "text": "Creatures enter tapped.\n{T}: Add {G}.\nWhenever a land enters under your control, you gain 1 life.",
    "rulings": [{"date": "2021-02-05", "text": "The gate is made of glass."}],
    "foreignData": [{"language": "French", "name": "Portail de verre", "type": "Artefact", "text": "a\nb\nc"}],
}
DAWN = {"name": "Dawn // Dusk", "faceName": "Dawn", "type": "Instant", "layout": "split", "text": "Draw a card."}
DUSK = {**DAWN, "faceName": "Dusk", "text": "Wibble the wobble."}
OWL = {"name": "Glass Owl", "type": "Creature — Bird", "text": "Flying", "power": "1", "toughness": "1"}
ATOMIC = {"meta": {"version": "5"}, "data": {"Gate of Glass": [GATE], "Dawn // Dusk": [DAWN, DUSK], "Glass Owl": [OWL]}}
SCRYFALL: list[dict[str, Any]] = [
    {"name": "Glass Owl", "layout": "normal", "type_line": "Creature — Bird", "oracle_text": "Flying", "power": "1"},
    {"name": "Glass Owl", "layout": "token", "type_line": "Token Creature — Bird", "oracle_text": ""},
    {
        "name": "Dawn // Dusk",
        "layout": "split",
        "card_faces": [
            {"name": name, "type_line": "Instant", "oracle_text": "Draw a card."} for name in ("Dawn", "Dusk")
        ],
    },
]


@pytest.fixture
def home(starter_home: Path, tmp_path: Path) -> Path:
    """Return a knowledge base with the starter data that a test may write to."""
    return Path(shutil.copytree(starter_home, tmp_path / "home"))


@pytest.fixture
def atomic(tmp_path: Path) -> Path:
    """Return a compressed file in the AtomicCards format."""
    file = tmp_path / "cards.json.gz"
    file.write_bytes(gzip.compress(json.dumps(ATOMIC).encode(), mtime=0))
    return file


def test_import_again_and_count(rules: Any, home: Path, atomic: Path) -> None:
    """An import counts cards and faces; the same file again is skipped; `rules cards` counts lines by kind."""
    done = rules("cards", "import", str(atomic), "--json", home=home)
    validate(done.data, "cards-import")
    assert (done.status, done.data["imported"], done.data["faces"], done.data["unchanged"]) == (0, 3, 4, False)
    assert rules("cards", "import", str(atomic), "--json", home=home).data["unchanged"] is True
    have = rules("cards", "--json", home=home).data
    validate(have, "cards")
    assert (have["cards"], have["faces"], have["lines"]) == (3, 4, 6)
    assert have["kinds"]["keyword"] == {"lines": 1, "understood": 1}
    assert have["kinds"]["spell"] == {"lines": 2, "understood": 1}
    assert "3 cards with 4 faces" in rules("cards", home=home).out


def test_terms_from_cards(rules: Any, home: Path, tmp_path: Path) -> None:
    """`translation terms --from-cards` shows where cards have another name, and which names the list lacks."""
    empty = rules("translation", "terms", "--from-cards", home=home)
    assert (empty.status, "rules cards import FILE" in empty.err) == (1, True)
    french = {"language": "French", "type": "Créature : oiseau", "text": "Envol, muserolle 2"}
    cards = {
        name: [
            {
                "name": name,
                "type": "Creature — Bird",
                "text": "Flying, bushido 2",
                "foreignData": [{**french, "name": name}],
            }
        ]
        for name in ("Glass Owl", "Glass Crow", "Glass Hen")
    }
    file = tmp_path / "birds.json"
    file.write_text(json.dumps({"meta": {}, "data": cards}), encoding="utf-8")
    rules("cards", "import", str(file), home=home)
    found = rules("translation", "terms", "flying", "bird", "--from-cards", "--json", home=home)
    validate(found.data, "translation-terms-cards")
    terms = {term["en"]: term for term in found.data["terms"]}
    assert (found.data["faces"], terms["flying"]["verdict"], terms["Bird"]["verdict"]) == (3, "differs", "agrees")
    assert (terms["flying"]["kinds"], terms["Bird"]["kinds"]) == (["keyword-ability"], ["subtype"])
    assert (found.data["kinds"]["keyword-ability"], found.data["kinds"]["subtype"]) == ({"differs": 1}, {"agrees": 1})
    assert terms["flying"]["cards"] == {"fr": "envol", "cards": 3, "years": None, "method": "exact"}
    shown = rules("translation", "terms", "--from-cards", home=home).out
    assert "envol (3)" in shown and "muserolle (3)" in shown and "oiseau" not in shown
    assert rules("translation", "terms", "--kind", "wibble", home=home).status == 2
    subtypes = rules("translation", "terms", "--kind", "subtype", "--json", home=home).data
    assert {"Bird", "Zubera"} <= {term["en"] for term in subtypes["terms"]} and [*subtypes["kinds"]] == ["subtype"]


def test_drafts_from_cards(rules: Any, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`translation draft` proposes French with what it rests on; `export --drafts` writes it as unfinished."""
    monkeypatch.setenv("RULES_CACHE", str(tmp_path / "cache"))
    nothing = rules("translation", "draft", home=home)
    assert (nothing.status, "--missing" in nothing.err) == (2, True)
    assert rules("translation", "draft", "306.2", home=home).status == 1
    before = rules("translation", "status", "--json", home=home).data["summary"]
    drafts = rules("translation", "draft", "306.5b", "--json", home=home)
    validate(drafts.data, "translation-draft")
    assert "without cards" in drafts.err
    (draft,) = drafts.data["drafts"]
    assert (draft["number"], draft["state"]) == ("306.5b", "stale")
    # The second sentence is unchanged since the French was made.
    (own,) = (part for part in draft["parts"] if part["basis"] == "own")
    assert own["english"].startswith("This ability creates a replacement effect")
    assert (
        own["french"].startswith("Cette capacité génère un effet de remplacement") and own["french"] in draft["french"]
    )
    shown = rules("translation", "draft", "306.5b", home=home).out
    assert "306.5b  draft" in shown and "its French so far" in shown
    pytest.importorskip("translate")
    po = rules("translation", "export", "-", "--format", "po", "--section", "306.5b", "--drafts", home=home).out
    assert "#, fuzzy" in po and "a draft by the program" in po
    assert rules("translation", "status", "--json", home=home).data["summary"] == before


def test_terms_and_what_they_rest_on(rules: Any, home: Path) -> None:
    """`translation terms` lists names and their evidence; an unknown name is an error."""
    listed = rules("translation", "terms", "flétrissure", "--json", home=home)
    validate(listed.data, "translation-terms")
    (term,) = listed.data["terms"]
    assert (term["en"], term["rests_on"], term["why"]) == ("wither", "cards", "flétrissement stands on no card")
    assert "nothing yet" in rules("translation", "terms", "partie nulle", home=home).out
    assert rules("translation", "terms", "wibble", home=home).status == 1


@pytest.mark.parametrize("asked", ["gate of glass", "Gate of Glas", "gate of", "portail de verre", "PORTAIL DE VERRE"])
def test_a_card_is_found_by_its_names(rules: Any, home: Path, atomic: Path, asked: str) -> None:
    """The English and French names find a card, also misspelt or shortened."""
    rules("cards", "import", str(atomic), home=home)
    card = rules("card", *asked.split(), "--json", home=home)
    validate(card.data, "card")
    assert (card.status, card.data["name"]) == (0, "Gate of Glass")
    assert [line["kind"] for line in card.data["faces"][0]["lines"]] == ["replacement", "mana", "triggered"]
    assert card.data["rulings"] == [{"date": "2021-02-05", "text": "The gate is made of glass."}]
    assert card.data["french"][0]["name"] == "Portail de verre"
    shown = rules("card", *asked.split(), home=home).out
    assert "Creatures enter tapped." in shown and "The gate is made of glass." in shown


def test_search_with_a_card(rules: Any, newest_home: Path, tmp_path: Path, atomic: Path) -> None:
    """`rules search --card` puts the card's rules first (702.9) and says which card it is; others are errors."""
    home = Path(shutil.copytree(newest_home, tmp_path / "newest"))
    assert rules("search", "--card", "Glass Owl", "block", home=home).status == 1
    rules("cards", "import", str(atomic), home=home)
    found = rules("search", "--card", "Glas Owl", "evasion", "ability", "--json", home=home)
    validate(found.data, "search")
    assert found.data["cards"] == [{"name": "Glass Owl", "rules": ["702.9"]}]
    assert found.data["hits"][0]["number"] == "702.9a"
    shown = rules("search", "is Glass Owl an evasion ability", home=home)
    assert shown.out.startswith("702.9a")
    assert "Glass Owl → 702.9" in shown.err
    assert rules("search", "--card", "Wibblewobble", "block", home=home).status == 1


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("rules card gla", ["glass owl"]),
        ("rules card Gate of G", ["Glass"]),
        ("rules card por", ["portail de verre"]),
        ("rules card d", ["dawn", "dawn // dusk", "dusk"]),
        ("rules card x", []),
        ("rules card ", []),
    ],
)
def test_names_are_completed(rules: Any, home: Path, atomic: Path, line: str, offered: list[str]) -> None:
    """Names of cards and faces are completed, in English and French; an empty word isn't."""
    assert completions(line, home).stdout.split() == []
    rules("cards", "import", str(atomic), home=home)
    assert [each for each in completions(line, home).stdout.splitlines() if each] == offered


def test_a_face_finds_its_card_and_unread_text_is_marked(rules: Any, home: Path, atomic: Path) -> None:
    """The name of a face finds the card with all faces. A line that isn't understood says so."""
    rules("cards", "import", str(atomic), home=home)
    faces = rules("card", "dusk", "--json", home=home).data["faces"]
    assert [face["name"] for face in faces] == ["Dawn", "Dusk"]
    assert [face["lines"][0]["understood"] for face in faces] == [True, False]
    assert "not understood: " in rules("card", "dusk", home=home).out


def test_keywords_rest_on_their_rules(rules: Any, newest_home: Path, tmp_path: Path) -> None:
    """Flying is rule 702.9, also for a pasted card."""
    file = tmp_path / "owl.txt"
    file.write_text("Glass Owl {U}\nCreature — Bird\nFlying\n1/1\n", encoding="utf-8")
    face = rules("card", "--text", str(file), "--json", home=newest_home).data["faces"][0]
    assert face["lines"][0]["rules"] == ["702.9"]
    assert (face["power"], face["toughness"]) == ("1", "1")
    assert "702.9" in rules("card", "--text", str(file), "--full", home=newest_home).out


def test_scryfall_leaves_tokens_out(rules: Any, home: Path, tmp_path: Path) -> None:
    """Scryfall's form is read; a token isn't a card."""
    file = tmp_path / "oracle.json"
    file.write_text("\ufeff" + json.dumps(SCRYFALL), encoding="utf-8")
    done = rules("cards", "import", str(file), "--json", home=home).data
    assert (done["imported"], done["faces"], done["skipped"], done["rejected"]) == (2, 3, {"token": 1}, [])


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ([{"name": "", "type_line": "Instant"}], "a card has no name"),
        ([{"type_line": "Instant"}], "a card has no name"),
        ([{"name": "Nought"}], "the card has no type line"),
        ([SCRYFALL[0], SCRYFALL[0]][1:] * 2, "has the name of entry"),
        ([{"name": "Nought", "type_line": "Instant", "oracle_text": 7 * ["x"]}], "is no text"),
        ([{"name": "Nought", "type_line": "Instant", "oracle_text": "x" * 5001}], "is longer than 5000"),
        ([{"name": "Nought", "card_faces": [3]}], "isn't a list of faces"),
        (["x"], "isn't a list of faces"),
    ],
)
def test_bad_entries_are_rejected(rules: Any, home: Path, tmp_path: Path, entries: list[Any], message: str) -> None:
    """An entry that is no card is rejected with its reason; the others are imported; the status is 1."""
    file = tmp_path / "oracle.json"
    file.write_text(json.dumps([SCRYFALL[2], *entries]), encoding="utf-8")
    done = rules("cards", "import", str(file), "--json", home=home)
    assert done.status == 1
    assert [message in each["message"] for each in done.data["rejected"]] == [True]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not cards",
        b"\0" * 1000,
        b"[]",
        b"{}",
        b'{"data": {}}',
        b'{"data": {"A": {"cards": []}}}',
        b'{"data": {"A": [{"name": "A"',
        b'[{"name": "A", "type_line": "Instant"}, ',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'["' + b"x" * 5_000_000,
        b"\x1f\x8b",
        gzip.compress(json.dumps(ATOMIC).encode(), mtime=0)[:60],
        gzip.compress(json.dumps(ATOMIC).encode(), mtime=0)[:-4] + b"abcd",
        gzip.compress(b"[" + b" " * 10_000_000, mtime=0),
    ],
)
def test_a_file_without_cards_changes_nothing(
    rules: Any, home: Path, tmp_path: Path, atomic: Path, content: bytes
) -> None:
    """What is no file of cards is refused in one line, and the library stays as it was."""
    rules("cards", "import", str(atomic), home=home)
    before = (home / CARDS_FILE_NAME).read_bytes()
    file = tmp_path / "bad"
    file.write_bytes(content)
    done = rules("cards", "import", str(file), home=home)
    assert done.status == 2
    assert [line for line in done.err.splitlines() if "error" in line] == [done.err.splitlines()[-1]]
    assert (home / CARDS_FILE_NAME).read_bytes() == before
    assert not list(home.glob("*.new*"))


def test_without_a_library(rules: Any, home: Path) -> None:
    """Without a library, the error names the command that makes one; a name or a pasted card is required."""
    assert "rules cards import FILE" in rules("card", "Gate", home=home).err
    assert "rules cards import FILE" in rules("cards", home=home).err
    assert rules("card", home=home).status == 2
    (home / CARDS_FILE_NAME).write_bytes(b"no database" * 100)
    assert rules("cards", home=home).status == 2


def test_no_near_name_and_several(rules: Any, home: Path, tmp_path: Path) -> None:
    """A name that nothing is near to isn't found; one near to two cards names both."""
    file = tmp_path / "oracle.json"
    owls = [{**SCRYFALL[0], "name": f"Glass {name}"} for name in ("Owlet", "Owlen")]
    file.write_text(json.dumps(owls), encoding="utf-8")
    rules("cards", "import", str(file), home=home)
    assert rules("card", "zzzzzz", home=home).status == 1
    both = rules("card", "glass owle", home=home)
    assert both.status == 2 and "Glass Owlet" in both.err and "Glass Owlen" in both.err
