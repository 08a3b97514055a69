"""A section can be named by its title, in the reader's language or in English."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from kb.errors import Ambiguous, NotFound
from kb.languages import Lang
from kb.rule_number import NumberRange
from kb.search.section_titles import find_section
from kb.storage.store import Store
from kb.storage.view import View

DAY = date(2026, 3, 1)


@pytest.fixture(scope="module")
def newest(newest_home: Path) -> Iterator[Store]:
    """Open the knowledge base with the newest edition."""
    with Store.open(newest_home) as store:
        yield store


@pytest.mark.parametrize(
    ("title", "lang", "number"),
    [
        ("commander", "en", "903"),
        ("Planeswalkers", "en", "306"),
        ("state actions", "en", "704"),
        # 702.9 is the rule with the title Flying. No section has it.
        ("flying", "en", "702.9"),
        # No French section has this title.
        ("commander", "fr", "903"),
    ],
)
def test_a_section_is_found_by_its_title(newest: Store, title: str, lang: Lang, number: str) -> None:
    assert find_section(newest, View(newest, lang, DAY), title) == NumberRange.parse(number)


def test_several_sections_are_named(newest: Store) -> None:
    """506 is Combat Phase, 507 Beginning of Combat Step, 510 Combat Damage Step, 511 End of Combat Step."""
    with pytest.raises(Ambiguous) as problem:
        find_section(newest, View(newest, "en", DAY), "combat")
    assert problem.value.candidates == ("506", "507", "510", "511")


def test_an_unknown_title(newest: Store) -> None:
    with pytest.raises(NotFound):
        find_section(newest, View(newest, "en", DAY), "xqzzy")
