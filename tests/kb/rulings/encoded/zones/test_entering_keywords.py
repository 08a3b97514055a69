"""Keyword abilities and texts that say how their object enters the battlefield (614.1c, 614.12, 702)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

PLUS = "+1/+1"


def entering(facts: str, zone: str = "stack", more: str = "", types: str = "creature") -> str:
    """Return a situation in which the object A of p1 is about to enter."""
    return f"""usual: yes
closed: [battlefield]
players: {{p1: {{}}, p2: {{}}}}
objects:
  - {{id: A, zone: {zone}, controller: p1, owner: p1, types: [{types}], {facts}}}
{more}
"""


@pytest.mark.parametrize(
    ("facts", "counters"),
    [
        ("keywords: [graft 2]", {PLUS: 2}),
        ("keywords: [graft 2, graft 1]", {PLUS: 3}),
        ("keywords: [fading 3]", {"fade": 3}),
        ("keywords: [fading 3, fading 1]", {"fade": 4}),
        ("keywords: [vanishing 3]", {"time": 3}),
        ("keywords: [vanishing]", None),
        ("keywords: [ravenous], x: 4", {PLUS: 4}),
        ("keywords: [ravenous], x: 0", None),
        ("keywords: [devour 2], devoured: 3", {PLUS: 6}),
        ("keywords: [devour 2], devoured: 0", None),
        ("keywords: [devour artifact 1], devoured: 2", {PLUS: 2}),
        ("keywords: [amplify 3], revealed_to_amplify: 2", {PLUS: 6}),
        ('keywords: ["impending 4—{2}{W}"]', None),
        ('keywords: ["impending 4—{2}{W}"], alternative_costs: [impending]', {"time": 4}),
        ("keywords: [unleash], takes_counters: yes", {PLUS: 1}),
        ("keywords: [unleash], takes_counters: no", None),
        ("keywords: [tribute 3], takes_counters: yes", {PLUS: 3}),
        ("keywords: [riot], takes_counters: yes", {PLUS: 1}),
        ("keywords: [graft 1, vanishing 2]", {PLUS: 1, "time": 2}),
        ('text: "Graft 2"', {PLUS: 2}),
        ('text: "This creature enters with two +1/+1 counters on it."', {PLUS: 2}),
        ('text: "Graft 2\\nThis creature enters with a +1/+1 counter on it."', {PLUS: 3}),
        ('abilities: [{kind: static, text: "This creature enters with a shield counter on it."}]', {"shield": 1}),
        ('text: "When this creature enters, draw a card."', None),
    ],
)
def test_counters_of_keywords_and_texts(put: Ask, facts: str, counters: dict[str, int] | None) -> None:
    """702.32a, 702.38a, 702.58a, 702.63a and b, 702.82a and c, 702.156a, 702.176a: N counters for each instance."""
    ruling = put("enters A", entering(facts))
    assert ruling.verdict == "yes"
    assert ruling.value.get("counters") == counters


@pytest.mark.parametrize(
    ("facts", "fact"),
    [
        ("keywords: [devour 2]", "objects.A.devoured"),
        ("keywords: [devour 2, devour 1], devoured: 3", "objects.A.keywords"),
        ("keywords: [amplify 1]", "objects.A.revealed_to_amplify"),
        ("keywords: [ravenous]", "objects.A.x"),
        ("keywords: [graft]", "objects.A.keywords"),
        ('text: "This creature enters with a +1/+1 counter on it for each land you control."', "objects.A.text"),
        ('text: "As this creature enters, choose a color."', "objects.A.text"),
    ],
)
def test_what_is_not_stated_stays_open(put: Ask, facts: str, fact: str) -> None:
    """Nobody knows how many creatures are sacrificed, or what a text says that isn't understood."""
    assert put("enters A", entering(facts)).depends_on == (fact,)


def test_a_stated_effect_stands_for_the_text(put: Ask) -> None:
    """An effect with the object as its source is the situation's own wording of the object's text."""
    text = entering(
        'text: "This creature enters with a +1/+1 counter on it for each land you control."',
        more="effects: [{says: enters, source: A, objects: [A], quality: [+1/+1], amount: 5}]",
    )
    assert put("enters A", text).value["counters"] == {PLUS: 5}


def test_ravenous_from_another_zone(put: Ask) -> None:
    """107.3m: X is the value chosen for the spell that becomes the permanent; without such a spell it is 0."""
    assert put("enters A", entering("keywords: [ravenous], x: 4", zone="graveyard")).value.get("counters") is None


@pytest.mark.parametrize(
    ("dealt", "keyword", "counters"),
    [
        ("p2: 3", "bloodthirst 2", {PLUS: 2}),
        ("p2: 0", "bloodthirst 2", None),
        ("p1: 3", "bloodthirst 2", None),
        ("p2: 3", "bloodthirst x", {PLUS: 3}),
        ("p2: 3, p1: 2", "bloodthirst x", {PLUS: 3}),
    ],
)
def test_bloodthirst(put: Ask, dealt: str, keyword: str, counters: dict[str, int] | None) -> None:
    """702.54a, 702.54b: the damage that opponents have been dealt this turn counts."""
    text = entering(f"keywords: [{keyword}]", more=f"history: {{damage_dealt_to: {{{dealt}}}}}")
    assert put("enters A", text).value.get("counters") == counters


def test_choices(put: Ask) -> None:
    """702.98a, 702.104a, 702.136a: a player chooses the counters; without them riot gives haste."""
    assert put("enters A", entering("keywords: [unleash]")).value == {
        "zone": "battlefield", "tapped": False, "counters": {PLUS: [0, 1]}, "chooses": "p1",
    }  # fmt: skip
    assert put("enters A", entering("keywords: [tribute 2]")).value["chooses"] == "p2"
    riot = put("enters A", entering("keywords: [riot]")).value
    assert (riot["counters"], riot["with"], riot["chooses"]) == ({PLUS: [0, 1]}, [["haste"], []][::-1], "p1")
    assert put("enters A", entering("keywords: [riot], takes_counters: no")).value["with"] == ["haste"]
    twice = put("enters A", entering("keywords: [riot, riot]")).value
    assert twice["counters"] == {PLUS: [0, 1, 2]}


def test_tapped_and_transformed(put: Ask) -> None:
    """702.75a until 2022-02-18, 702.145b, 702.146b: hideaway taps, daybound and disturb turn the back face up."""
    assert put("enters A", entering("keywords: [hideaway]"), day="2015-01-01").value["tapped"] is True
    assert put("enters A", entering("keywords: [hideaway 4]")).value["tapped"] is False
    day = "keywords: [daybound], layout: transforming"
    assert put("enters A", entering(day, more="game: {day_night: night}")).value["transformed"] is True
    assert "transformed" not in put("enters A", entering(day, more="game: {day_night: day}")).value
    assert "transformed" not in put("enters A", entering("keywords: [daybound], layout: normal")).value
    disturbed = 'keywords: ["disturb {1}{W}"], layout: transforming, alternative_costs: [disturb]'
    assert put("enters A", entering(disturbed)).value["transformed"] is True


RIOTOUS = """  - {id: R, zone: battlefield, controller: p1, types: [enchantment], keywords: []}
effects: [{source: R, generated_by: static-ability, says: has, affects: [creature you control], keywords: [riot]}]
"""


def test_keywords_that_an_effect_gives(put: Ask) -> None:
    """614.12: since 2017-09-29, effects of other sources that would apply to the permanent count."""
    assert put("enters A", entering("keywords: []", more=RIOTOUS)).value["counters"] == {PLUS: [0, 1]}
    none = entering("keywords: [graft 2]", more=RIOTOUS.replace("says: has", "says: loses, abilities: [all]").replace(
        ", keywords: [riot]", ""))  # fmt: skip
    assert put("enters A", none).value.get("counters") is None
    assert put("enters A", none, day="2017-08-25").value["counters"] == {PLUS: 2}


def test_counters_add_up_and_are_doubled(put: Ask) -> None:
    """614.16, 702.58a: the effects on counters apply to all that an object enters with."""
    doubled = """effects:
  - {says: replaces, does: put-counters, players: [p1], quality: [double]}
  - {says: enters, objects: [A], quality: [+1/+1], amount: 1}
"""
    assert put("enters A", entering("keywords: [graft 2]", more=doubled)).value["counters"] == {PLUS: 6}


def test_compleated(put: Ask) -> None:
    """702.150a: two loyalty counters fewer for each Phyrexian mana symbol that was paid for with life."""
    paid = entering(
        "loyalty: 5, keywords: [compleated], phyrexian_mana_paid_with_life: {}", types="planeswalker"
    )  # fmt: skip
    for symbols, loyalty in ((0, 5), (1, 3), (2, 1)):
        text = paid.replace("life: {}", f"life: {symbols}")
        assert put("enters A", text).value["counters"] == {"loyalty": loyalty}
        assert put("starting-loyalty A", text).value == loyalty
    both = paid.replace("life: {}", "life: 1") + (
        "effects: [{says: replaces, does: put-counters, players: [p1], quality: [double]}]"
    )
    assert put("enters A", both).depends_on == ("effects",)


def test_unleashed_creatures_do_not_block(put: Ask) -> None:
    """702.98a: a permanent with unleash can't block as long as it has a +1/+1 counter on it."""
    board = """usual: yes
players: {{p1: {{}}, p2: {{}}}}
game: {{active: p2}}
objects:
  - {{id: A, zone: battlefield, controller: p1, types: [creature], keywords: [unleash], counters: {{{counters}}}}}
  - {{id: B, zone: battlefield, controller: p2, types: [creature], keywords: [], attacking: p1}}
"""
    asked: dict[str, Any] = {
        each: put("can-block A B", board.format(counters=each)).verdict for each in ("", "+1/+1: 1")
    }
    assert asked == {"": "yes", "+1/+1: 1": "no"}
