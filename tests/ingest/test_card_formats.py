"""Scryfall's card objects in all layouts, as its field documentation describes them. All cards are invented."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from ingest.cards.card_file import read_entries
from ingest.cards.card_formats import read_card, skipped_layout
from ingest.cards.card_import import CardImport, import_cards
from kb.cards.card_parser import parse_card
from kb.cards.faces import CardFace
from kb.cards.library.database import open_library

CREATURE = {"type_line": "Creature — Bird", "mana_cost": "{1}{W}", "power": "1", "toughness": "1"}
# The objects have more fields than a reader needs; some are null.
OBJECT = {"object": "card", "id": "0", "lang": "en", "cmc": 2.0, "keywords": [], "all_parts": None, "card_faces": None}


def face(name: str, type_line: str, text: str = "Flying", **others: str) -> dict[str, str]:
    return {"object": "card_face", "name": name, "mana_cost": "", "type_line": type_line, "oracle_text": text, **others}


def two_faced(layout: str, one: dict[str, str], other: dict[str, str], **others: Any) -> dict[str, Any]:
    types = f"{one.get('type_line')} // {other.get('type_line')}"
    names = f"{one['name']} // {other['name']}"
    return {**OBJECT, "layout": layout, "name": names, "type_line": types, "card_faces": [one, other], **others}


def single(layout: str, text: str, **others: str) -> dict[str, Any]:
    return {**OBJECT, **CREATURE, "name": "Glass Owl", "layout": layout, "oracle_text": text, **others}


OWL, DUSK = face("Glass Owl", "Creature — Bird", power="1", toughness="1"), face("Dusk", "Sorcery", "Draw a card.")


@pytest.mark.parametrize(
    "entry",
    [
        two_faced("split", face("Dawn", "Instant", "Scry 1."), DUSK),
        two_faced("flip", OWL, face("Glass Eagle", "Legendary Creature — Bird", power="3", toughness="3")),
        two_faced("transform", OWL, face("Glass Eagle", "Creature — Bird", power="3", toughness="3")),
        two_faced("transform", face("Siege of Glass", "Battle — Siege", "", defense="4"), OWL),
        two_faced("modal_dfc", OWL, face("Gate of Glass", "Land", "{T}: Add {W}.")),
        two_faced("adventure", OWL, face("Fly Away", "Instant — Adventure", "Draw a card.")),
        two_faced("reversible_card", OWL, DUSK),
        two_faced("an unknown layout", OWL, DUSK),
    ],
    ids=lambda entry: entry["layout"],
)
def test_cards_with_two_faces(entry: dict[str, Any]) -> None:
    """Each face has its own name, type line, text and corner."""
    card = read_card("", entry)
    assert (card.name, card.layout) == (entry["name"], entry["layout"])
    for read, printed in zip(card.faces, entry["card_faces"], strict=True):
        corner = (printed.get(key, "") for key in ("power", "toughness", "loyalty", "defense"))
        assert read == CardFace(printed["name"], printed["type_line"], printed["oracle_text"], "", *corner)


@pytest.mark.parametrize(
    ("layout", "text", "kinds"),
    [
        ("normal", "Flying", ["keyword"]),
        ("meld", "Flying\n(Melds with Gate of Glass.)", ["keyword", "reminder"]),
        ("leveler", "Level up {W}\nLEVEL 1-4\n2/2\nFlying", ["keyword", "level", "level", "keyword"]),
        ("class", "(A reminder.)\nFlying\n{1}{G}: Level 2", ["reminder", "keyword", "activated"]),
        ("case", "When this Case enters, draw a card.", ["triggered"]),
        ("saga", "(A reminder.)\nI, II — Draw a card.\nIII — Scry 1.", ["reminder", "chapter", "chapter"]),
        ("mutate", "Mutate {2}{G}\nFlying", ["keyword", "keyword"]),
        ("prototype", "Prototype {1}{W} — 1/1\nFlying", ["keyword", "keyword"]),
        ("planar", "Whenever you roll {CHAOS}, draw a card.", ["triggered"]),
        ("scheme", "When you set this scheme in motion, draw a card.", ["triggered"]),
        ("vanguard", "Creatures you control get +1/+1.", ["static"]),
        ("host", "When this creature enters, draw a card.", ["triggered"]),
        ("augment", "Flying", ["keyword"]),
        ("battle", "When Glass Owl enters, draw a card.", ["triggered"]),
    ],
)  # fmt: skip
def test_cards_with_one_face(layout: str, text: str, kinds: list[str]) -> None:
    """The text of the card is read line by line."""
    card = read_card("", single(layout, text))
    assert card.faces == (CardFace("Glass Owl", "Creature — Bird", text, "{1}{W}", "1", "1"),)
    assert [line.kind for line in parse_card(card.faces[0]).lines] == kinds


@pytest.mark.parametrize("layout", ["token", "double_faced_token", "emblem", "art_series"])
def test_objects_that_are_no_cards(layout: str) -> None:
    """Tokens (111.1), emblems (114.1) and art cards are left out, whatever name they have."""
    assert skipped_layout(single(layout, "Flying")) == layout
    assert skipped_layout(single("normal", "Flying")) is None


def test_colour_indicators() -> None:
    """204.1: both formats list the colours of a colour indicator by their letters."""
    back = face("Glass Eagle", "Creature — Bird", power="3", toughness="3") | {"color_indicator": ["W", "U"]}
    assert [each.color_indicator for each in read_card("", two_faced("transform", OWL, back)).faces] == ["", "WU"]
    row = {"name": "Glass Eagle", "type": "Creature — Bird", "layout": "normal", "colorIndicator": ["G"]}
    assert read_card("Glass Eagle", [row]).faces[0].color_indicator == "G"


def test_a_card_without_text_and_corner() -> None:
    """Fields that a card doesn't have are missing or null."""
    entry = {**OBJECT, "name": "Gate of Glass", "layout": "normal", "type_line": "Land", "oracle_text": None}
    assert read_card("", entry).faces == (CardFace("Gate of Glass", "Land"),)


def test_a_face_without_a_type_line_has_that_of_the_card() -> None:
    """Some objects have the type line only on the card."""
    bare = {"object": "card_face", "name": "Glass Owl", "oracle_text": "Flying"}
    entry = {
        **OBJECT,
        "name": "Glass Owl // Dusk",
        "layout": "flip",
        "type_line": "Creature",
        "card_faces": [bare, DUSK],
    }
    assert [each.type_line for each in read_card("", entry).faces] == ["Creature", "Sorcery"]


REVERSIBLE = two_faced("reversible_card", OWL, OWL, type_line=None, oracle_text=None)


def imported(tmp_path: Path, content: bytes) -> CardImport:
    file = tmp_path / "cards"
    file.write_bytes(content)
    return import_cards(file, tmp_path / "home", lambda _size: None)


@pytest.mark.parametrize(
    "entries", [[REVERSIBLE, single("normal", "Flying")], [single("normal", "Flying"), REVERSIBLE]]
)
def test_a_reversible_card_is_the_card_on_its_sides(tmp_path: Path, entries: list[dict[str, Any]]) -> None:
    """A printing with one card on both sides is that card; beside another printing it is left out, not rejected."""
    done = imported(tmp_path, json.dumps(entries).encode())
    assert (done.imported, done.faces, done.rejected, done.skipped) == (1, 1, (), {"reversible_card": 1})
    with open_library(tmp_path / "home") as library:
        assert [each.name for each in library.named("glass owl")] == ["Glass Owl"]


@pytest.mark.parametrize("compressed", [False, True])
def test_json_lines(tmp_path: Path, compressed: bool) -> None:
    """Scryfall's bulk data also come as JSON Lines: one object a line, plain or as gzip."""
    objects = [single("normal", "Flying"), single("token", "Flying"), two_faced("transform", OWL, DUSK)]
    content = b"".join(json.dumps(each).encode() + b"\n" for each in objects)
    done = imported(tmp_path, gzip.compress(content, mtime=0) if compressed else content)
    assert (done.imported, done.faces, done.skipped) == (2, 3, {"token": 1})


def test_entries_of_an_empty_line_file(tmp_path: Path) -> None:
    """Spaces and a byte order mark before the first object don't matter."""
    file = tmp_path / "cards"
    file.write_bytes(b"\xef\xbb\xbf \n" + json.dumps(single("normal", "Flying")).encode())
    assert [key for key, _entry in read_entries(file, lambda _size: None)] == [""]
