"""`data/paraphrases.toml`: what rules say in other words."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import kb
from bench.compile_words import compiled_paraphrases
from kb.search.paraphrases import Paraphrases, known_paraphrases

ROOT = Path(__file__).parents[3]
MOST_IN_ORDER = 6
"""So many words in the order of the rule would be the rule's own words."""


def test_statements_are_found_by_their_rules_and_by_their_words() -> None:
    """Each statement is a set of telling words; function words tell nothing."""
    lines = compiled_paraphrases({"702.9b": ["Only fliers can block it.", "no ground blockers"], "702.9c": ["Fliers"]})
    found = Paraphrases(lines)
    assert [sorted(each) for each in found.of("702.9b")] == [["block", "flier"], ["blocker", "ground", "no"]]
    assert found.of("702.9z") == ()
    assert found.rules_with["flier"] == ["702.9b", "702.9c"]


def test_every_rule_of_the_edition_has_statements_in_other_words(newest_home: Path) -> None:
    """Each rule of 2026-01-16 with a text has them, nothing else has, and they aren't copied from the rule."""
    stated = tomllib.loads((ROOT / "data/paraphrases.toml").read_text(encoding="utf-8"))
    with kb.open(newest_home) as library:
        rules = {each.number: each for each in library.at("2026-01-16").rules()}
    texts = {number for number, rule in rules.items() if rule.title is None and "." in number}
    assert stated["en"].keys() == texts
    assert stated["fr"].keys() <= texts
    for number, statements in (*stated["en"].items(), *stated["fr"].items()):
        assert len(set(statements)) == len(statements)
        words = re.findall(r"\w+", rules[number].text.lower())
        runs = {tuple(words[at : at + MOST_IN_ORDER]) for at in range(len(words) - MOST_IN_ORDER + 1)}
        for statement in statements:
            own = re.findall(r"\w+", statement.lower())
            assert runs.isdisjoint(tuple(own[at : at + MOST_IN_ORDER]) for at in range(len(own))), (number, statement)
            assert not re.search(r"\b[1-9]\d\d\.\d", statement), (number, statement)


def test_french_texts_are_compared_with_english_statements() -> None:
    """The French statements are for training alone."""
    assert known_paraphrases("fr").of("702.9b") == ()
