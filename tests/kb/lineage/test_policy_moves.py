"""Lineage of the real policy documents, compared with what a judge found by eye in their contents pages and texts."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kb.lineage.matching import NumberedText
from kb.lineage.overrides import reviewed_overrides
from kb.lineage.section_matching import match_sections
from kb.section_number import SectionNumber
from tests.policy_corpus import POLICY, edition_of, needs_policy

PAIRS = tomllib.loads((Path(__file__).parent / "moves_by_a_judge.toml").read_text(encoding="utf-8"))["pair"]

# Titles in the bodies of the blog's pages that its contents pages print differently. The judge took the contents pages.
# The title of the appendix is in German there.
ONLY_IN_THE_BODY = {("2018-04-27", "3.6"), ("2021-07-23", "3.6"), ("2018-07-13", "Appendix B")}
# The page of 2016-04-08 lists Appendix B in its contents, and lacks its text. So Appendix C doesn't become it.
WITHOUT_TEXT = {("2016-04-08", "Appendix B"), ("2016-04-08", "Appendix C"), ("2016-09-30", "Appendix B")}

pytestmark = needs_policy


@cache
def sections(doc: str, day: str) -> tuple[NumberedText, ...]:
    (path,) = (path for path in (POLICY / doc).glob(f"{day}.*"))
    edition = edition_of(str(path.relative_to(POLICY)))
    return tuple(NumberedText(rule.number, 1, rule.text) for rule in edition.rules)


def number(place: NumberedText) -> SectionNumber:
    assert isinstance(place.number, SectionNumber)
    return place.number


def title(place: NumberedText) -> str:
    return "".join(filter(str.isalnum, place.text.partition("\n")[0].casefold()))


def is_section(place: NumberedText) -> bool:
    return not number(place).part and (number(place).section > 0 or bool(number(place).name))


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair['doc']} {pair['old']} {pair['new']}")
def test_moves_by_hand(pair: dict[str, Any]) -> None:
    before, after = (sections(pair["doc"], pair[side]) for side in ("old", "new"))
    links = [link for link in match_sections(before, after, reviewed_overrides(pair["doc"])) if is_section(link.old)]
    found = {("removed", str(place.number), "") for place in before if is_section(place)}
    found |= {("added", "", str(place.number)) for place in after if is_section(place)}
    for link in links:
        old, new = str(link.old.number), str(link.new.number)
        found -= {("removed", old, ""), ("added", "", new)}
        if old != new:
            found.add(("moved", old, new))
        elif title(link.old) != title(link.new):
            found.add(("renamed", old, new))
    left = {each for each in found if (pair["new"], each[2] or each[1]) not in ONLY_IN_THE_BODY | WITHOUT_TEXT}
    expected = {tuple(each) for each in pair["moves"]}
    assert left == {each for each in expected if (pair["new"], each[2] or each[1]) not in WITHOUT_TEXT}
