"""The rules that govern a line, in a made-up edition and in real editions."""

from __future__ import annotations

import json
import re
import tomllib
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bench.card_words import OUTPUT, card_words
from kb.cards.card_parser import grammar, parse_card
from kb.cards.concepts import concepts
from kb.cards.faces import CardFace
from kb.cards.governing_rules import GoverningRules
from kb.storage.store import Store
from kb.storage.view import View

if TYPE_CHECKING:
    from kb.model import Edition
    from tests.kb.conftest import Invented


def of(text: str, type_line: str = "Creature — Elf") -> tuple[str, ...]:
    (line,) = parse_card(CardFace("Glass Elf", type_line, text)).lines
    return concepts(line)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Flying, vigilance", {"keyword:flying", "keyword:vigilance"}),
        ("Islandwalk", {"keyword:landwalk"}),
        ("Plainscycling {2}", {"keyword:cycling"}),
        ("Megamorph {2}{G}", {"keyword:morph"}),
        ("When Glass Elf dies, scry 1.", {"603.1@2026-01-16", "action:scry"}),
        ("When Glass Elf enters, if it was kicked, draw a card.", {"603.1@2026-01-16", "603.4@2026-01-16"}),
        ("Whenever you surveil, draw a card.", {"action:surveil"}),
        ("Glass Elf enters tapped.", {"614.1@2026-01-16", "614.1d@2026-01-16"}),
        ("Landfall — Whenever a land enters, draw a card.", {"207.2c@2026-01-16"}),
        ("Sharp Glass — Whenever a land enters, draw a card.", {"207.2d@2026-01-16"}),
        ("{T}: Add {G}.", {"605.1a@2026-01-16"}),
        ("Creatures you control have flying.", {"604.1@2026-01-16", "keyword:flying"}),
    ],
)
def test_concepts(text: str, expected: set[str]) -> None:
    """A line rests on its kind (602 to 606, 614), its keywords (702), its keyword actions (701) and its templates."""
    assert expected <= set(of(text))


def test_numbers_of_the_edition(invented: Invented) -> None:
    """Keywords are found by the headings of the edition; a keyword without a heading there has no rule there."""
    before = invented.edition(
        "old",
        "2010-01-01",
        invented.rule("502", "Keyword Abilities"),
        invented.rule("502.4", "Flying"),
        invented.rule("502.7", "Vigilance and Reach"),
    )
    (line,) = parse_card(CardFace("Glass Elf", "Creature", "Flying, menace, reach")).lines
    with invented.store(before) as store:
        found = GoverningRules(store, View(store, "en", date(2011, 1, 1))).of(concepts(line))
    assert [str(rule.number) for rule in found] == ["502.4", "502.7"]


def test_french_texts_have_the_numbers_of_their_day(invented: Invented) -> None:
    """French rules are found by their English numbers on the day of the French; the others are given in English."""

    def english(name: str, day: str, *numbers: str) -> Edition:
        flying, reach = (
            invented.rule(number, title) for number, title in zip(numbers, ("Flying", "Reach"), strict=True)
        )
        replaced = invented.rule("614.1", "Some continuous effects are replacement effects.")
        return invented.edition(name, day, invented.rule("702", "Keyword Abilities"), flying, reach, replaced)

    before, now = english("before", "2024-01-01", "702.8", "702.17"), english("now", "2026-01-16", "702.9", "702.18")
    french = invented.edition(
        "french",
        "2024-01-01",
        invented.rule("702", "Capacités mot-clé", lang="fr"),
        invented.rule("702.8", "Vol", lang="fr"),
        invented.rule("702.18", "Carénage", lang="fr"),
        lang="fr",
    )
    (line,) = parse_card(CardFace("Glass Elf", "Creature", "Flying, reach, menace")).lines
    with invented.store(before, now, french) as store:
        governing = GoverningRules(store, View(store, "fr", date(2026, 2, 1)))
        found = governing.of([*concepts(line), "614.1@2026-01-16"])
        texts = [governing.text(rule) for rule in found]
    assert [(str(rule.number), rule.lang, rule.heading) for rule in found] == [
        ("702.8", "fr", "Vol"), ("702.18", "en", "Reach"), ("614.1", "en", "")
    ]  # fmt: skip
    assert texts == ["Vol", "Reach", "Some continuous effects are replacement effects."]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Flying, vigilance", ["702.9", "702.20"]),
        ("Creatures enter tapped.", ["614.1", "614.1d"]),
        ("{T}: Add {G}.", ["605.1a", "107.5"]),
        ("Creatures get +1/+1.", ["604.1", "613.4c"]),
        ("Creatures lose all abilities and have base power and toughness 1/1.", ["604.1", "613.1f", "613.4b"]),
        ("Creatures lose all creature types.", ["604.1"]),
        ("Nonbasic lands are Mountains.", ["604.1", "305.7"]),
        ("Creatures are Elves.", ["604.1", "613.1d"]),
        ("{2}: Glass Elf becomes blue until end of turn.", ["602.1", "613.1e"]),
        ("Creatures can't block.", ["604.1", "101.2"]),
        ("When Glass Elf dies, draw a card.", ["603.1", "603.6c", "121.1"]),
        ("As Glass Elf enters the battlefield, choose a color.", ["614.1", "614.1c"]),
        ("(A reminder.)", ["207.2a"]),
        ("{2}: Scry 1.", ["602.1", "701.22"]),
    ],
)
def test_newest_edition(newest_home: Path, text: str, numbers: list[str]) -> None:
    """The numbers are those of the edition of 2026-01-16."""
    (line,) = parse_card(CardFace("Glass Elf", "Creature", text)).lines
    with Store.open_readonly(newest_home) as store:
        found = GoverningRules(store, View(store, "en", date(2026, 2, 1))).of(concepts(line))
    assert [str(each.number) for each in found] == numbers


def test_pins_are_numbers_of_the_edition(newest_home: Path) -> None:
    """Every pinned number of `data/card_rules.toml` is a rule of its edition."""
    text = files("data").joinpath("card_rules.toml").read_text(encoding="utf-8")
    pinned = re.findall(r'"([0-9.]+[a-z]?)@2026-01-16"', text)
    with Store.open_readonly(newest_home) as store:
        known = {str(number) for number in View(store, "en", date(2026, 2, 1)).rules_by_number()}
    assert set(pinned) <= known


def test_pinned_productions_exist() -> None:
    """Every production of `data/card_rules.toml` is in the grammar."""
    named = tomllib.loads(files("data").joinpath("card_rules.toml").read_text(encoding="utf-8"))["productions"]
    known = {f"{category}.{name}" for category, name in grammar().productions}
    assert {each.partition(":")[0] for each in named} - known == {"ability.class_level"}


def test_words_of_the_newest_edition(newer_home: Path) -> None:
    """The words in `data/compiled/card_words.json` are those of the newest edition."""
    with Store.open_readonly(newer_home) as store:
        found = card_words([item.item for item in View(store, "en", date(2026, 2, 27)).rules()])
    assert json.loads(OUTPUT.read_text(encoding="utf-8")) == found
