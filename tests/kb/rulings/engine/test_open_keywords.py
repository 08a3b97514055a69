"""Keyword abilities that bear on a question are read, or make its answer open (702)."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kb.cards.grammar.vocabulary import VARIANTS
from kb.rulings.engine.keyword_bearings import ASPECTS, NUMBERED_IN, Aspect, UnreadBearing, keyword_bearings
from kb.rulings.engine.questions import all_questions
from kb.rulings.law.applicable_law import Law
from kb.rulings.law.rule_registry import variants_by_concept
from kb.rulings.situation.keyword_forms import parse_keyword
from kb.rulings.situation.vocabulary.keyword_names import KEYWORD_NAMES
from tests.kb.rulings.engine.keyword_boards import BOARDS, KEYWORDS, PAID

if TYPE_CHECKING:
    from kb.rulings.engine.answer import Ruling
    from kb.rulings.law.applicable_law import ConceptStatus
    from tests.kb.rulings.conftest import Ask

PRINTED = {
    "affinity": "affinity for artifacts", "protection": "protection from red", "enchant": "enchant creature",
    "offering": "goblin offering", "landwalk": "forestwalk", "splice": "splice onto arcane {1}",
    "bands with other": "bands with other legends", "snow-covered landwalk": "snow-covered forestwalk",
    "graft": "graft 2", "vanishing": "vanishing 2", "fading": "fading 2", "devour": "devour 2", "absorb": "absorb 1",
    "dredge": "dredge 2", "tribute": "tribute 2", "toxic": "toxic 2", "crew": "crew 1", "equip": "equip {1}",
    "cumulative upkeep": "cumulative upkeep {1}", "hideaway": "hideaway 4", "partner": "partner with b",
    "waterbend": "waterbend {2}",
    "impending": "impending 2—{1}",
}  # fmt: skip
"""Keyword abilities as they are printed, where their name alone doesn't do."""

OF_CHANGED_TYPES = ("living metal", "impending", "bestow", "reconfigure", "changeling")
"""Keyword abilities that change types, and through these all questions about types."""

Seen = set[str]


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Seen:
    """The concepts of the rules that questions ask about."""
    found: Seen = set()
    status_of = Law.status_of

    def recorded(law: Law, concept: str) -> ConceptStatus:
        found.add(concept)
        return status_of(law, concept)

    monkeypatch.setattr(Law, "status_of", recorded)
    return found


def answers(put: Ask, question: str, keyword: str) -> list[Ruling]:
    """Return the answers to a question on all its boards, with a keyword ability."""
    printed = PRINTED.get(keyword, keyword)
    return [
        put(words, text.replace(KEYWORDS, f'"{printed}"').replace(PAID, f'"{keyword}"'), as_effects=False)
        for words, text in BOARDS[question]
    ]


def is_open(ruling: Ruling, keyword: str) -> bool:
    """True if an answer depends on what a keyword ability does."""
    return any(f"objects.A.keywords: “{PRINTED.get(keyword, keyword)}”" in each for each in ruling.depends_on)


def asked_about(aspect: Aspect) -> list[str]:
    """Return the questions about an aspect for which there are boards."""
    return [each for each in ASPECTS[aspect].questions.split() if each in BOARDS]


def bearing(aspect: Aspect, *, unread: bool) -> list[str]:
    """Return the keyword abilities that bear on an aspect: those that are read, or those that aren't."""
    found = {name: each.aspects[aspect] for name, each in keyword_bearings().items() if aspect in each.aspects}
    return [name for name, how in found.items() if isinstance(how, UnreadBearing) is unread]


def test_every_keyword_ability_and_every_question_is_known() -> None:
    """The table has each keyword ability of any day; its questions and rules exist."""
    assert keyword_bearings().keys() == set(KEYWORD_NAMES)
    asked = {each for aspect in ASPECTS.values() for each in aspect.questions.split()}
    assert asked <= all_questions().keys()
    concepts = {
        concept
        for each in keyword_bearings().values()
        for how in each.aspects.values()
        if isinstance(how, str)
        for concept in how.split()
    }
    assert concepts - {"*"} <= variants_by_concept().keys()


def test_numbers_are_those_of_the_rules(shared: Path) -> None:
    """Each number is that of the rule whose title is the keyword ability."""

    @cache
    def titles(day: str) -> dict[str, str]:
        file = next(shared.glob(f"corpus/*/{day}.txt"))
        text = file.read_text(encoding="utf-8-sig").replace("’", "'")
        return {
            number: title.lower() for number, title in re.findall(r"^(70[12]\.\d+)\. ([^\r\n]+)", text, re.MULTILINE)
        }

    for name, each in keyword_bearings().items():
        if each.number == "glossary":
            continue
        title = titles(each.day)[each.number]
        of = {"bands with other": "banding", "snow-covered landwalk": "landwalk"}.get(name, VARIANTS.get(name, name))
        assert of in (title, *title.split(" and "), title.partition(" (")[0]), name


@pytest.mark.parametrize("aspect", [each for each in ASPECTS if asked_about(each)])
def test_a_keyword_that_no_rule_reads_makes_the_answer_open(put: Ask, aspect: Aspect) -> None:
    """702: no definite answer rests on a keyword ability that bears on the question and that no rule reads."""
    for keyword in bearing(aspect, unread=True):
        for question in asked_about(aspect):
            assert any(is_open(each, keyword) for each in answers(put, question, keyword)), (keyword, question)


@pytest.mark.parametrize("aspect", [each for each in ASPECTS if asked_about(each)])
def test_a_keyword_that_is_read_has_its_rule_asked(put: Ask, seen: Seen, aspect: Aspect) -> None:
    """A keyword ability is listed as read only if a question about the aspect asks its rule, and isn't open for it."""
    for keyword in bearing(aspect, unread=False):
        concepts = set(str(keyword_bearings()[keyword].aspects[aspect]).split())
        seen.clear()
        for question in asked_about(aspect):
            assert not any(is_open(each, keyword) for each in answers(put, question, keyword)), (keyword, question)
        assert "*" in concepts or concepts & seen, (keyword, aspect)


@pytest.mark.parametrize("question", BOARDS)
def test_other_keywords_change_no_answer(put: Ask, question: str) -> None:
    """A keyword ability that isn't listed for a question doesn't change its answer."""
    if question in ("abilities", "characteristics", "enters-as"):
        return  # They list the keyword abilities.
    bears = {
        name
        for name, each in keyword_bearings().items()
        if any(question in ASPECTS[aspect].questions.split() for aspect in each.aspects)
    }
    # No keyword ability that changes nothing on these boards is more harmless than partner on a permanent.
    before = [(each.verdict, each.value) for each in answers(put, question, "choose a background")]
    for keyword in sorted(set(KEYWORD_NAMES) - bears - set(OF_CHANGED_TYPES)):
        found = [(each.verdict, each.value) for each in answers(put, question, keyword)]
        assert found == before, keyword


DEVOTED = """usual: yes
closed: [battlefield]
players: {p1: , p2: }
objects:
  - {id: S, zone: hand, owner: p1, types: [sorcery], mana_cost: "{3}{G}", keywords: [%s]}
"""


def test_the_answer_names_the_keyword_and_its_rule(put: Ask) -> None:
    """The total cost with spree depends on the modes that are chosen (702.172a)."""
    ruling = put("total-cost S", DEVOTED % "spree", as_effects=False)
    assert ruling.verdict == "depends"
    assert ruling.depends_on == (f"objects.S.keywords: “spree” (702.172@{NUMBERED_IN})",)
    assert put("total-cost S", DEVOTED % "storm").value == "{3}{G}"


def test_a_keyword_that_an_effect_gives_or_takes_away(put: Ask) -> None:
    """The keyword abilities that count are those after effects (613.1f)."""
    gives = "effects: [{says: has, objects: [S], keywords: [spree]}]\n"
    loses = "effects: [{says: loses, objects: [S], keywords: [spree]}]\n"
    assert put("total-cost S", DEVOTED % "" + gives, as_effects=False).verdict == "depends"
    assert put("total-cost S", DEVOTED % "spree" + loses, as_effects=False).value == "{3}{G}"


@pytest.mark.parametrize(
    ("words", "verdict"), [("pays-cost S", "depends"), ("pays-cost S --paid", "yes"), ("pays-cost T", "no")]
)
def test_a_keyword_that_can_only_help(put: Ask, words: str, verdict: str) -> None:
    """702.66a: delve can make a payment suffice. It can't make a sufficient payment fail."""
    text = DEVOTED % "delve" + '  - {id: T, zone: hand, owner: p1, types: [sorcery], mana_cost: "{3}{G}"}\n'
    pays = "{green: 4}" if "--paid" in words else "{green: 1}"
    assert put(words.removesuffix(" --paid"), text + f"proposed: {{pays: {pays}}}\n").verdict == verdict


def test_words_are_printed_keywords() -> None:
    """The boards' keyword abilities are what they are listed as."""
    for name, printed in PRINTED.items():
        assert parse_keyword(printed).name in (name, VARIANTS.get(name), "landwalk")
