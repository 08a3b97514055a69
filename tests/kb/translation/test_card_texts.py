"""The checks of the French on 200 official card texts of all years, read as rules: no false alarm.

The texts are drawn by lot from one half of the cards; the checks were improved with the other half. A file of cards
doesn't say when a text was printed, and names of terms changed, so the texts are read as French of the first edition.
"""

from __future__ import annotations

import gzip
import json
import random
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from kb.model import Rule
from kb.rule_number import RuleNumber
from kb.storage.view_items import ViewItem
from kb.terms.bilingual_terms import TermBase, game_vocabulary
from kb.translation.checks import check_translations
from kb.translation.rule_pair import RulePair, SourceWording

DAY = date(2001, 6, 1)
SEED, COUNT = 20261130, 200

# The findings of these 200 texts, judged by reading them, are faults of the texts: no space before a quotation mark
# ("marqueur« quête »"), none before a colon ("{2}: Attachez"), and the name and text of the card's other face.
TRUE_FINDINGS = [
    ("Neurok Hoversail", "spacing"),
    ("Quest for Ancient Secrets", "spacing"),
    ("Valakut Awakening // Valakut Stoneforge", "symbol-mismatch"),
]


def _french(face: dict[str, Any]) -> str | None:
    return next((each["text"] for each in face["foreignData"] if each["language"] == "French" and "text" in each), None)


@pytest.fixture(scope="module")
def texts(shared: Path) -> list[tuple[str, str, str]]:
    """Return the names of the drawn cards with their English and French texts."""
    with gzip.open(shared / "corpus/cards/AtomicCards.json.gz", "rt", encoding="utf-8") as file:
        cards = json.load(file)["data"]
    faces = [
        (name, english, french)
        for name, found in cards.items()
        for face in found
        if (english := face.get("text")) and (french := _french({"foreignData": [], **face}))
    ]
    half = [face for face in faces if sha256(face[0].encode()).digest()[0] % 2]
    return random.Random(SEED).sample(half, COUNT)


def test_no_false_alarm(texts: list[tuple[str, str, str]]) -> None:
    """Each finding is a fault that a reader of both texts confirmed."""
    names: dict[RulePair, str] = {}
    for at, (name, english, french) in enumerate(texts):
        number = RuleNumber.parse(f"{100 + at // 50}.{at % 50 + 1}")
        sides = [
            ViewItem(Rule(number, text, text_lang=lang), lang, DAY, 2 * at + side, 2 * at + side)
            for side, (lang, text) in enumerate((("en", english), ("fr", french)))
        ]
        base = SourceWording(DAY, number, english)
        names[RulePair(f"{number}@{DAY}", number, sides[0], sides[1], "current", base)] = name
    found = check_translations(names, TermBase(game_vocabulary()))
    told = [(names[pair], finding.code) for pair, findings in found.items() for finding in findings]
    assert sorted(told) == TRUE_FINDINGS
