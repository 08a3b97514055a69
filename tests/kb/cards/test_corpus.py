"""Real cards, where the corpus is beside the checkout: how much is understood, and the round trip of what is."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from bench.card_text import faces, returns
from kb.cards.card_parser import parse_card
from kb.cards.faces import CardFace, ParsedLine

FILE = Path(__file__).resolve().parents[4] / "shared" / "corpus" / "cards" / "AtomicCards.json.gz"

pytestmark = pytest.mark.skipif(not FILE.exists(), reason="needs the cards in ../shared")


@pytest.fixture(scope="module")
def lines() -> list[tuple[CardFace, ParsedLine]]:
    """Every twentieth card of the half of the corpus that the grammar was not written with."""
    held_out = [face for half, face in faces(FILE) if half == 1]
    return [(face, line) for face in held_out[::20] for line in parse_card(face).lines]


def test_held_out_cards_are_understood(lines: list[tuple[CardFace, ParsedLine]]) -> None:
    """At least 65 % of all lines, 60 % of static abilities and all keyword lines are understood in full."""
    total, understood = Counter[str](), Counter[str]()
    for _, line in lines:
        total[line.kind] += 1
        understood[line.kind] += line.understood
    assert understood.total() >= 0.65 * total.total()
    assert understood["static"] >= 0.6 * total["static"]
    assert understood["keyword"] == total["keyword"]


def test_held_out_round_trip(lines: list[tuple[CardFace, ParsedLine]]) -> None:
    """The printed tree of each line that is understood has the same tree."""
    lost = [line.text for face, line in lines if line.understood and not returns(face, line)]
    assert lost == []


def test_unread_pieces_are_in_the_line(lines: list[tuple[CardFace, ParsedLine]]) -> None:
    """Offset and length of an unread piece give its text in the line as printed."""
    for _, line in lines:
        for piece in line.unread:
            assert line.text[piece.offset : piece.offset + piece.length] == piece.text != ""
