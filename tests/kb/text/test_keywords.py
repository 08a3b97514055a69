"""Keywords: the rule that defines each keyword (sections 701 and 702, rule 207.2c)."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from kb.model import Rule
from kb.rule_number import RuleNumber
from kb.storage.store import Store
from kb.storage.view import View
from kb.text.keywords import find_keywords

# The rules were read in the edition of 2026-01-16.
DEFINED = {
    "flying": "702.9b",
    "first strike": "702.7b",
    "double strike": "702.4b",
    "deathtouch": "702.2b",
    "haste": "702.10b",
    "hexproof": "702.11b",
    "lifelink": "702.15b",
    "protection": "702.16b",
    "landwalk": "702.14c",
    "banding": "702.22c",
    "equip": "702.6a",
    "enchant": "702.5a",
    "cycling": "702.29a",
    "nightbound": "702.145e",
    "daybound": "702.145b",
    "enlist": "702.154a",
    "toxic": "702.164c",
    "craft": "702.167a",
    "gift": "702.174a",
    "destroy": "701.8a",
    "tap": "701.26a",
    "untap": "701.26b",
    "scry": "701.22a",
    "clash": "701.30a",
    "planeswalk": "701.31b",
    "abandon": "701.33b",
    "open an attraction": "701.51b",
    "landfall": "207.2c",
    "will of the council": "207.2c",
}


def rules(*lines: str, lang: Any = "en") -> list[Rule]:
    return [
        Rule(RuleNumber.parse(number.rstrip(".")), text, text_lang=lang)
        for number, text in (line.split(" ", 1) for line in lines)
    ]


def test_a_rule_that_only_names_the_kind_is_skipped() -> None:
    """The definition of flying is 702.9b; the heading 702.9 and 702.9a, which only names its kind, are skipped."""
    found = find_keywords(
        rules(
            "702. Keyword Abilities",
            "702.1. Most abilities describe exactly what they do.",
            "702.9. Flying",
            "702.9a Flying is an evasion ability.",
            "702.9b A creature with flying can\u2019t be blocked except by creatures with flying.",
            "702.9c Multiple instances of flying on the same creature are redundant.",
            "703. Turn-Based Actions",
            "703.1. Sleeping",
        )
    )
    assert [(each.name, each.kind, str(each.heading), str(each.definition)) for each in found] == [
        ("Flying", "ability", "702.9", "702.9b")
    ]


def test_sections_are_found_by_their_headings() -> None:
    """Keyword sections are found by their headings, such as section 502 in editions until 2009-05."""
    (found,) = find_keywords(
        rules("502. Keyword Abilities", "502.4. Flying", "502.4a Flying is an evasion ability.", "502.4b It flies.")
    )
    assert str(found.definition) == "502.4b"


def test_french_keywords() -> None:
    """A French subrule that only names the kind of the keyword is skipped too."""
    (found,) = find_keywords(
        rules(
            "702. Capacit\u00e9s \u00e0 mot-cl\u00e9",
            "702.9. Vol",
            "702.9a Le vol est une capacit\u00e9 d\u2019\u00e9vasion.",
            "702.9b Une cr\u00e9ature avec le vol ne peut \u00eatre bloqu\u00e9e que par d\u2019autres avec le vol.",
            lang="fr",
        )
    )
    assert str(found.definition) == "702.9b"


def test_a_heading_without_subrules_defines_itself() -> None:
    """A heading without subrules is its own definition, as for placeholders."""
    (found,) = find_keywords(rules("701. Keyword Actions", "701.2. Activate"))
    assert found.definition == found.heading


def test_ability_words_of_the_list() -> None:
    """The ability words listed in rule 207.2c are keywords, with and without a comma before "and"."""
    found = find_keywords(
        rules("207.2c Some say more. The ability words are adamant, tempting offer, and will of the council.")
    )
    assert [each.name for each in found] == ["adamant", "tempting offer", "will of the council"]
    assert {str(each.definition) for each in found} == {"207.2c"}


@pytest.fixture(scope="module")
def newest(newest_home: Path) -> dict[str, str]:
    with Store.open(newest_home) as store:
        view = View(store, "en", date(2026, 1, 16))
        return {each.name.lower(): str(each.definition) for each in find_keywords([rule.item for rule in view.rules()])}


@pytest.mark.parametrize("name", DEFINED)
def test_keywords_of_the_newest_edition(newest: dict[str, str], name: str) -> None:
    """Each listed rule of 2026-01-16 is found as the definition of its keyword."""
    assert newest[name] == DEFINED[name]


def test_every_heading_is_a_keyword(newest_home: Path) -> None:
    """Each heading of 701 and 702 except the first rule is a keyword that one of its own subrules defines."""
    with Store.open(newest_home) as store:
        all_rules = [rule.item for rule in View(store, "en", date(2026, 1, 16)).rules()]
    found = [each for each in find_keywords(all_rules) if each.kind != "ability word"]
    headings = {each.heading for each in found}
    expected = {r.number for r in all_rules if r.number.section in (701, 702) and r.number.rule > 1 and r.title}
    assert headings == expected
    assert all(each.definition.parent == each.heading for each in found)
