"""The checks of the French on 200 official card texts, read as rules: no false alarm.

The texts are drawn by lot from cards whose first ruling is from 2019 to March 2021. Like the rules of an edition, they
are of one time: cards of other years say "arrive en jeu" or "valeur de mana". Reminder texts are left out, since French
cards print fewer of them, and so are modal double-faced cards, whose French has the footer of the other face.
"""

from __future__ import annotations

import gzip
import json
import random
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from kb.model import Rule
from kb.rule_number import RuleNumber
from kb.storage.view_items import ViewItem
from kb.terms.bilingual_terms import TermBase, game_vocabulary
from kb.translation.checks import check_translations
from kb.translation.rule_pair import RulePair, SourceWording

DAY = date(2022, 5, 1)
FIRST, LAST = "2019-01-01", "2021-03-31"
SEED, COUNT = 306, 200

# The findings of these 200 texts, judged by reading them. Six loyalty costs have no space before the colon ("+4: Le
# joueur ciblé"), where the other cards have one ("+1 : Ciblez"). They are faults of the texts.
TRUE_FINDINGS = [("Karn Liberated", "spacing")] * 3 + [("Nahiri, Heir of the Ancients", "spacing")] * 3

_REMINDER = re.compile(r" ?\([^()]*\)")


def _rule_text(text: str) -> str:
    return "\n".join(line for line in _REMINDER.sub("", text).split("\n") if line.strip())


def _french(face: dict[str, Any]) -> str | None:
    return next((each["text"] for each in face["foreignData"] if each["language"] == "French" and "text" in each), None)


@pytest.fixture(scope="module")
def texts(shared: Path) -> list[tuple[str, str, str]]:
    """Return the names of the drawn cards with their English and French texts."""
    with gzip.open(shared / "corpus/cards/AtomicCards.json.gz", "rt", encoding="utf-8") as file:
        cards = json.load(file)["data"]
    faces = []
    for name, found in cards.items():
        for face in found:
            first = min((ruling["date"] for ruling in face.get("rulings", ())), default="")
            english, french = face.get("text"), _french({"foreignData": [], **face})
            if english and french and face["layout"] != "modal_dfc" and FIRST <= first <= LAST:
                faces.append((name, _rule_text(english), _rule_text(french)))
    return random.Random(SEED).sample([face for face in faces if all(face)], COUNT)


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
