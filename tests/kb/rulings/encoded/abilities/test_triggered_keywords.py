"""Triggered abilities that keywords alone state (702)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def board(
    source: str, proposed: str, *, effects: str = "", closed: bool = True, counters: str = "{}", blocker: str = ""
) -> str:
    """Return A of p1 with the facts `source`, creatures D of p1 and B of p2, and cards in hand."""
    return f"""{"closed: [battlefield]" if closed else ""}
game: {{active: p1}}
players: {{p1: {{life: 20}}, p2: {{life: 20}}}}
objects:
  - {{id: A, zone: battlefield, controller: p1, types: [creature], counters: {counters}, {source}}}
  - {{id: D, zone: battlefield, controller: p1, types: [creature]}}
  - {{id: B, zone: battlefield, controller: p2, types: [creature], keywords: [{blocker}]}}
  - {{id: S, zone: hand, owner: p1, controller: p1, types: [sorcery]}}
  - {{id: C, zone: hand, owner: p1, controller: p1, types: [artifact, creature]}}
  - {{id: T, zone: hand, owner: p2, controller: p2, types: [instant]}}
effects: [{effects}]
proposed: {{{proposed}}}
"""


ALONE = "attackers: [{creature: A, attacks: p2}]"
OTHER_ALONE = "attackers: [{creature: D, attacks: p2}]"
BOTH = "attackers: [{creature: A, attacks: p2}, {creature: D, attacks: p2}]"
THEIRS = "attackers: [{creature: B, attacks: p1}]"
BLOCKED = "attackers: [{creature: A, attacks: p2}], blockers: [{creature: B, blocks: [A]}]"
UNBLOCKED = "attackers: [{creature: A, attacks: p2}], blockers: []"


def events(happens: str, *things: str) -> str:
    """Return one proposed event."""
    return f"events: [{{happens: {happens}, things: [{', '.join(things)}]}}]"


CASES = [
    ("exalted", ALONE, "{}", 1),
    ("exalted", OTHER_ALONE, "{}", 1),
    ("exalted", BOTH, "{}", 0),
    ("exalted", THEIRS, "{}", 0),
    ("annihilator 2", BOTH, "{}", 1),
    ("annihilator 2", OTHER_ALONE, "{}", 0),
    ("battle cry", BOTH, "{}", 1),
    ("battle cry", OTHER_ALONE, "{}", 0),
    ("afflict 2", BLOCKED, "{}", 1),
    ("afflict 2", UNBLOCKED, "{}", 0),
    ("prowess", events("cast", "S"), "{}", 1),
    ("prowess", events("cast", "C"), "{}", 0),
    ("prowess", events("cast", "T"), "{}", 0),
    ("extort", events("cast", "S"), "{}", 1),
    ("extort", events("cast", "C"), "{}", 1),
    ("extort", events("cast", "T"), "{}", 0),
    ("flanking", BLOCKED, "{}", 1),
    ("flanking", UNBLOCKED, "{}", 0),
    ("afterlife 2", events("die", "A"), "{-1/-1: 1}", 1),
    ("afterlife 2", events("exile", "A"), "{}", 0),
    ("persist", events("die", "A"), "{}", 1),
    ("persist", events("destroy", "A"), "{}", 1),
    ("persist", events("sacrifice", "A"), "{+1/+1: 1}", 1),
    ("persist", events("die", "A"), "{-1/-1: 1}", 0),
    ("persist", events("exile", "A"), "{}", 0),
    ("persist", events("die", "D"), "{}", 0),
    ("undying", events("die", "A"), "{}", 1),
    ("undying", events("die", "A"), "{-1/-1: 2}", 1),
    ("undying", events("die", "A"), "{+1/+1: 1}", 0),
    ("undying", events("return", "A"), "{}", 0),
]


@pytest.mark.parametrize(("keyword", "proposed", "counters", "times"), CASES)
def test_each_keyword(put: Ask, keyword: str, proposed: str, counters: str, times: int) -> None:
    """702.83a, 702.86a, 702.91a, 702.108a, 702.79a, 702.93a and others: what each keyword triggers on."""
    name = keyword.rstrip(" 2")
    for source in (f"keywords: [{keyword}]", f"abilities: [{{kind: triggered, keyword: {name}}}]"):
        found = put("trigger-count A", board(source, proposed, counters=counters))
        assert (found.verdict, found.value) == ("yes", times), source
        assert name.replace(" ", "-") in [each.concept for each in found.citations]


@pytest.mark.parametrize(("blocks", "times"), [("", 1), ("{creature: B, blocks: [A]}", 0)])
def test_frenzy_of_an_attacking_creature(put: Ask, blocks: str, times: int) -> None:
    """702.68a: frenzy triggers as blockers are declared, if the attacking creature isn't blocked."""
    text = board("keywords: [frenzy 2], attacking: p2", f"blockers: [{blocks}]")
    assert put("trigger-count A", text).value == times


def test_flanking_of_the_blocker(put: Ask) -> None:
    """702.25a: a creature with flanking that blocks doesn't make flanking trigger."""
    text = board("keywords: [flanking]", BLOCKED, blocker="flanking")
    assert put("trigger-count A", text).value == 0


def test_counters_of_the_object_that_died(put: Ask) -> None:
    """702.79a, 603.4: without the counters, the condition of persist is open, but only if the creature dies."""
    text = board("keywords: [persist]", events("die", "A")).replace("closed: [battlefield]", "")
    text = text.replace("counters: {}, ", "")
    assert put("trigger-count A", text).depends_on == ("objects.A.counters.-1/-1",)
    assert put("trigger-count A", text.replace("happens: die", "happens: exile")).value == 0


@pytest.mark.parametrize(
    ("keywords", "effect", "times"),
    [("[]", "{says: gains, objects: [A], keywords: [KEYWORD]}", 1),
     ("[KEYWORD]", "{says: loses, objects: [A], keywords: [KEYWORD]}", 0),
     ("[KEYWORD]", "{says: loses, objects: [A], abilities: [all]}", 0)],
)  # fmt: skip
@pytest.mark.parametrize(
    ("keyword", "proposed"), [("exalted", ALONE), ("prowess", events("cast", "S")), ("undying", events("die", "A"))]
)
def test_keywords_after_effects(
    put: Ask, keyword: str, proposed: str, keywords: str, effect: str, times: int
) -> None:  # fmt: skip
    """613.1f: an object that gains or loses a keyword has or doesn't have its triggered ability."""
    text = board(f"keywords: {keywords}", proposed, effects=effect).replace("KEYWORD", keyword)
    assert put("trigger-count A", text).value == times


def test_one_keyword_of_several(put: Ask) -> None:
    """An object with two triggered keywords has two abilities. The answer asks which one is meant."""
    found = put("trigger-count A", board("keywords: [exalted, annihilator 2]", ALONE))
    assert (found.verdict, found.depends_on) == ("depends", ("objects.A.abilities",))


@pytest.mark.parametrize(("keyword", "day"), [("exalted", "2008-07-15"), ("prowess", "2014-05-01")])
def test_before_the_keyword_existed(put: Ask, keyword: str, day: str) -> None:
    """Exalted has rules since 2009, prowess since 2015. Before, nothing triggers."""
    assert put("trigger-count A", board(f"keywords: [{keyword}]", ALONE), day).value == 0


@pytest.mark.parametrize(
    ("proposed", "quality", "times"),
    [(ALONE, "", 1), (BOTH, "", 0), (OTHER_ALONE, "", 0), (OTHER_ALONE, ", quality: [creature you control]", 1),
     (THEIRS, ", quality: [creature]", 1), (THEIRS, ", quality: [creature you control]", 0)],
)  # fmt: skip
def test_attacks_alone(put: Ask, proposed: str, quality: str, times: int) -> None:
    """506.5: a creature attacks alone if it is the only creature declared as an attacker."""
    source = f"abilities: [{{kind: triggered, trigger: attacks-alone{quality}}}]"
    assert put("trigger-count A", board(source, proposed)).value == times
