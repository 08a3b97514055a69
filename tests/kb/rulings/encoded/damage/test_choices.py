"""Amounts that depend on the order of effects (616.1), and events that effects stop or replace (120.4, 614, 615)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

BOARD = """closed: [battlefield]
players: {p1: {life: 20, library: 30, hand: 4}, p2: {life: 20}}
objects:
  - {id: A, zone: battlefield, controller: p1, owner: p1, types: [creature], power: 3, toughness: 3,
     keywords: [KEYWORDS]}
  - {id: C, zone: battlefield, controller: p2, owner: p2, types: [creature], power: 1, toughness: 5,
     damage: 0, counters: {COUNTERS}}
"""


def board(effects: str, proposed: str = "", *, keywords: str = "", counters: str = "", more: str = "") -> str:
    """Return a board with A of p1 and C of p2."""
    text = BOARD.replace("KEYWORDS", keywords).replace("COUNTERS", counters)
    return f"{text}effects: [{effects}]\nproposed: {{{proposed}}}\n{more}"


def damage(to: str = "p2", amount: int = 3) -> str:
    """Return damage that A deals."""
    return f"damage: [{{source: A, to: {to}, amount: {amount}, combat: yes}}]"


DOUBLE = "{says: replaces, does: deal-damage, objects: [A], quality: [double]}"
PLUS = "{says: replaces, does: be-dealt-damage, players: [p2], quality: [plus], amount: 1}"


BOTH = (
    "{says: replaces, does: deal-damage, quality: [double]}, "
    "{says: replaces, does: deal-damage, quality: [plus], amount: 1}"
)


def test_the_affected_player_chooses_the_amount_of_damage(put: Ask) -> None:
    """616.1: 3 * 2 + 1 or (3 + 1) * 2; the damaged player chooses, and lifelink follows the choice (120.3f)."""
    ruling = put("damage", board(f"{DOUBLE}, {PLUS}", damage(), keywords="lifelink"))
    assert ruling.value == {"p2": {"life_lost": [7, 8]}, "p1": {"life_gained": [7, 8]}, "chooses": "p2"}
    assert {"616.1", "614.5"} <= {each.number for each in ruling.citations}
    life = put("life-total p2", board(f"{DOUBLE}, {PLUS}", damage()))
    assert life.value == {"life": [12, 13], "gained": 0, "lost": [7, 8], "chooses": "p2"}


def test_a_choice_has_one_result_everywhere(put: Ask) -> None:
    """119.3: what p1 loses and gains by one choice is the same, so that the life total doesn't depend on it."""
    text = board(BOTH, "damage: [{source: A, to: p1, amount: 3}]", keywords="lifelink")
    assert put("life-total p1", text).value == {"life": 20, "gained": [7, 8], "lost": [7, 8], "chooses": "p1"}


def test_each_event_has_its_own_choice(put: Ask) -> None:
    """616.1: each of two damage events is 3 or 4, so that 6, 7 or 8 life is lost."""
    text = board(BOTH, "damage: [{source: A, to: p2, amount: 1}, {source: C, to: p2, amount: 1}]")
    assert put("damage", text).value == {"p2": {"life_lost": [6, 7, 8]}, "chooses": "p2"}


def test_self_replacement_comes_first(put: Ask) -> None:
    """616.1a: a self-replacement effect is chosen first, so that there is only one order."""
    itself = "{says: replaces, does: deal-damage, objects: [A], quality: [double], modifies: itself}"
    assert put("damage", board(f"{PLUS}, {itself}", damage())).value == {"p2": {"life_lost": 7}}


def test_nothing_is_added_to_what_is_prevented(put: Ask) -> None:
    """120.8: if all damage is prevented, none is left to add 1 to; in the other order, 4 damage is prevented."""
    prevents = "{says: prevents, does: be-dealt-damage, players: [p2]}"
    assert put("damage", board(f"{PLUS}, {prevents}", damage())).verdict == "no"
    cant = "{says: cant, does: deal-damage, objects: [A]}"
    assert put("damage", board(f"{PLUS}, {cant}", damage())).verdict == "no"


TO_LOSS = "{says: replaces, does: gain-life, players: [p1], instead: lose-life}"


@pytest.mark.parametrize(
    ("effects", "keywords", "value"),
    [
        (TO_LOSS, "lifelink",
         {"p2": {"life_lost": 3}, "p1": {"life_lost": 3}}),
        (f"{TO_LOSS}, {{says: replaces, does: lose-life, players: [p1], quality: [double]}}", "lifelink",
         {"p2": {"life_lost": 3}, "p1": {"life_lost": 6}}),
        ("{says: replaces, does: be-dealt-damage, players: [p2], instead: lose-life}", "lifelink",
         {"p2": {"life_lost": 3}}),
        ("{says: replaces, does: be-dealt-damage, players: [p2], instead: lose-life}", "infect",
         {"p2": {"life_lost": 3}}),
        ("{says: replaces, does: be-dealt-damage, players: [p2], instead: other, text: Draw cards.}", "lifelink",
         {"p2": {"instead": "Draw cards."}}),
        ("{says: replaces, does: lose-life, players: [p2], quality: [double]}", "", {"p2": {"life_lost": 6}}),
        ("{says: replaces, does: lose-life, players: [p2], instead: nothing}", "lifelink", {"p1": {"life_gained": 3}}),
    ],
)  # fmt: skip
def test_life_that_is_lost_instead(
    put: Ask, effects: str, keywords: str, value: dict[str, dict[str, int | str]]
) -> None:
    """120.4b, 120.4c: effects can replace the damage, or only its result. Replaced damage isn't dealt (614.6)."""
    ruling = put("damage", board(effects, damage(), keywords=keywords))
    assert (ruling.verdict, ruling.value) == ("yes", value)


def test_damage_that_is_skipped(put: Ask) -> None:
    """614.6: damage that is replaced with nothing is never dealt."""
    effects = "{says: replaces, does: be-dealt-damage, players: [p2], instead: nothing}"
    assert put("damage", board(effects, damage())).verdict == "no"
    assert put("excess-damage C", board(effects, damage("C", 6))).value == 1
    excess = "{says: replaces, does: be-dealt-damage, objects: [C], quality: [double]}"
    assert put("excess-damage C", board(excess, damage("C", 6))).value == 7


UNPREVENTABLE = "{says: cant, does: be-prevented}"


@pytest.mark.parametrize(
    ("prevention", "counters", "value"),
    [
        ("{says: prevents, does: be-dealt-damage, objects: [C]}", "", {"C": {"damage": 3}}),
        ("{says: prevents, does: be-dealt-damage, objects: [C], amount: 2}", "", {"C": {"damage": 3}}),
        ("{says: prevents, does: deal-damage, objects: [A]}", "", {"C": {"damage": 3}}),
        ("{says: prevents, does: be-dealt-damage, objects: [C], players: [p2], quality: [gain that much life]}", "",
         {"C": {"damage": 3}}),
        ("", "shield: 1", {"C": {"damage": 3, "shield": -1}}),
    ],
)  # fmt: skip
def test_damage_that_cant_be_prevented(
    put: Ask, prevention: str, counters: str, value: dict[str, dict[str, int]]
) -> None:
    """615.12: no prevention effect prevents it. Their additional effects still happen (122.1c)."""
    effects = ", ".join(filter(None, (prevention, UNPREVENTABLE)))
    assert put("damage", board(effects, damage("C"), counters=counters)).value == value
    of_others = effects.replace("be-prevented}", "be-prevented, affects: [creature an opponent controls], source: A}")
    others = put("damage", board(of_others, damage("C"), counters=counters))
    assert others.value != value


def test_shield_counter_beside_another_prevention(put: Ask) -> None:
    """616.1, 122.1c: C's controller chooses which effect prevents the damage, and so whether the counter goes."""
    prevents = "{says: prevents, does: be-dealt-damage, objects: [C]}"
    ruling = put("damage", board(prevents, damage("C"), counters="shield: 1"))
    assert (ruling.verdict, ruling.value) == ("yes", {"C": {"shield": [-1, 0]}, "chooses": "p2"})


@pytest.mark.parametrize(
    ("effects", "changes", "life"),
    [
        ("{says: replaces, does: gain-life, players: [p1], quality: [double]}", "gains", 24),
        ("{says: replaces, does: gain-life, players: [p1], instead: lose-life}", "gains", 18),
        ("{says: replaces, does: lose-life, players: [p1], quality: [double]}", "loses", 16),
        ("{says: replaces, does: lose-life, players: [p1], quality: [double]}", "pays", 16),
        ("{says: replaces, does: gain-life, players: [p1], quality: [double]}", "loses", 18),
        ("{says: cant, does: gain-life, players: [p1]}", "gains", 20),
    ],
)
def test_effects_on_changes_of_life(put: Ask, effects: str, changes: str, life: int) -> None:
    """119.3, 119.4, 614.1a: effects change the amount of life gained, lost or paid, or what happens."""
    text = board(effects, f"life_changes: [{{player: p1, change: {changes}, amount: 2}}]")
    assert put("life-total p1", text).value["life"] == life


def test_choice_of_life_gained(put: Ask) -> None:
    """616.1: 2 * 2 + 1 or (2 + 1) * 2 life is gained."""
    effects = ("{says: replaces, does: gain-life, players: [p1], quality: [double]}, "
               "{says: replaces, does: gain-life, players: [p1], quality: [plus], amount: 1}")  # fmt: skip
    text = board(effects, "life_changes: [{player: p1, change: gains, amount: 2}]")
    assert put("life-total p1", text).value == {"life": [25, 26], "gained": [5, 6], "lost": 0, "chooses": "p1"}
    event = board(effects, "events: [{happens: gain-life, things: [p1], amount: 2}]")
    assert put("event-becomes p1", event).value == {"happens": "gain-life", "amount": [5, 6], "chooses": "p1"}


@pytest.mark.parametrize("happens", ["create", "draw", "mill", "gain-life", "lose-life"])
def test_choice_of_an_amount(put: Ask, happens: str) -> None:
    """616.1: "twice that many" and "that many plus one" give 2 * 2 + 1 or (2 + 1) * 2."""
    double = f"{{says: replaces, does: {happens}, players: [p1], quality: [double]}}"
    plus = f"{{says: replaces, does: {happens}, players: [p1], quality: [plus], amount: 1}}"
    event = f"events: [{{happens: {happens}, things: [p1], amount: 2}}]"
    assert put("event-becomes p1", board(double, event)).value == {"happens": happens, "amount": 4}
    both = put("event-becomes p1", board(f"{double}, {plus}", event))
    assert both.value == {"happens": happens, "amount": [5, 6], "chooses": "p1"}


def test_kinds_of_counters(put: Ask) -> None:
    """614.1a: an effect on +1/+1 counters changes only these."""
    effects = ("{says: replaces, does: put-counters, quality: [+1/+1, plus], amount: 1}, "
               "{says: enters, objects: [A], quality: [+1/+1], amount: 2}, "
               "{says: enters, objects: [A], quality: [charge], amount: 2}")  # fmt: skip
    text = board(effects).replace("id: A, zone: battlefield", "id: A, zone: stack")
    assert put("enters A", text).value["counters"] == {"+1/+1": 3, "charge": 2}


LIMIT = "{says: at-most, does: draw, players: [p1], amount: 2}"


@pytest.mark.parametrize(("drawn", "amount", "left"), [(0, 1, 1), (0, 3, 2), (1, 3, 1), (2, 1, 0)])
def test_limited_draws(put: Ask, drawn: int, amount: int, left: int) -> None:
    """121.2b: a player draws no more cards than effects allow each turn."""
    event = f"events: [{{happens: draw, things: [p1], amount: {amount}}}]"
    text = board(LIMIT, event, more=f"history: {{cards_drawn: {{p1: {drawn}}}}}")
    assert put("does-as-much p1", text).value == left
    becomes = put("event-becomes p1", text).value
    assert becomes.get("amount", amount if becomes["happens"] == "draw" else 0) == left
    assert put("event-becomes p1", board(LIMIT, event)).depends_on == ("history.cards_drawn.p1",)


@pytest.mark.parametrize(
    ("happens", "thing", "does"),
    [
        ("untap", "C", "untap"),
        ("draw", "p2", "draw"),
        ("discard", "p2", "discard"),
        ("sacrifice", "C", "sacrifice"),
        ("sacrifice", "C", "be-sacrificed"),
        ("exile", "C", "exile"),
        ("destroy", "C", "destroy"),
        ("destroy", "C", "be-destroyed"),
        ("counter", "C", "counter"),
        ("tap", "C", "tap"),
        ("mill", "p2", "mill"),
    ],
)
def test_events_that_effects_stop_or_replace(put: Ask, happens: str, thing: str, does: str) -> None:
    """101.2 and 614.6: "can't" stops every kind of event, and a replacement effect replaces it."""
    event = f"events: [{{happens: {happens}, things: [{thing}]}}]"
    whom = "players: [p2]" if thing == "p2" else "objects: [C]"
    assert put(f"event-becomes {thing}", board("", event)).value == {"happens": happens}
    stopped = put(f"event-becomes {thing}", board(f"{{says: cant, does: {does}, {whom}}}", event))
    assert stopped.value == {"happens": "nothing"}
    assert "101.2" in [each.number for each in stopped.citations]
    instead = put(f"event-becomes {thing}", board(f"{{says: replaces, does: {does}, {whom}, instead: exile}}", event))
    assert instead.value == {"happens": "exile"}


def test_an_effect_on_others_stops_nothing(put: Ask) -> None:
    """101.2: a "can't" about lands doesn't stop what happens to a creature; one that comes later neither."""
    event = "events: [{happens: sacrifice, things: [C]}], timestamp: 2"
    for effect in ("affects: [land]", "quality: [land]", "timestamp: 3"):
        text = board(f"{{says: cant, does: sacrifice, {effect}}}", event)
        assert put("event-becomes C", text).value == {"happens": "sacrifice"}
    assert put("event-becomes C", board("{says: cant, does: sacrifice, affects: [creature]}", event)).value == {
        "happens": "nothing"
    }


def test_a_barred_sacrifice_doesnt_bar_tapping(put: Ask) -> None:
    """608.2d: "can't be sacrificed" bars only the sacrifice."""
    for happens, verdict in (("tap", "yes"), ("sacrifice", "no")):
        text = board("{says: cant, does: sacrifice, objects: [A]}", f"events: [{{happens: {happens}, things: [A]}}]")
        text = text.replace("id: A,", "id: A, tapped: no,")
        assert put("can-choose-to p1", text).verdict == verdict


def test_what_cant_be_done_is_done_not_at_all(put: Ask) -> None:
    """609.3: a player who can't draw, discard or gain life does nothing of it."""
    for happens in ("draw", "discard", "gain-life"):
        text = board(f"{{says: cant, does: {happens}, players: [p1]}}",
                     f"events: [{{happens: {happens}, things: [p1], amount: 2}}]")  # fmt: skip
        assert put("does-as-much p1", text).value == 0
        assert put("does-as-much p1", text.replace("cant", "other")).value == 2


def test_each_drawn_card_triggers(put: Ask) -> None:
    """121.2, 603.2c: a doubled draw of one card triggers twice. With "that many plus one", it is 3 or 4 times."""
    ability = "types: [creature], abilities: [{kind: triggered, trigger: player-draws}]"
    double = "{says: replaces, does: draw, players: [p1], quality: [double]}"
    plus = "{says: replaces, does: draw, players: [p1], quality: [plus], amount: 1}"
    event = "events: [{happens: draw, things: [p1], amount: 1}]"
    for effects, times, on in ((double, 2, ()), (plus, 2, ()), (f"{double}, {plus}", None, ("effects",))):
        text = board(effects, event).replace("types: [creature]", ability, 1)
        ruling = put("trigger-count A", text)
        assert (ruling.value, ruling.depends_on) == (times, on)


REDIRECT = "{says: redirects, does: be-dealt-damage, players: [p1], to: [C], amount: 2}"


@pytest.mark.parametrize(
    ("effects", "value"),
    [
        (REDIRECT, {"C": {"damage": 2}}),
        (f"{REDIRECT}, {{says: replaces, does: deal-damage, quality: [double]}}",
         {"C": {"damage": [2, 4]}, "p1": {"life_lost": [0, 2]}, "chooses": "p1"}),
        (f"{REDIRECT}, {{says: prevents, does: be-dealt-damage, players: [p1], amount: 1}}",
         {"C": {"damage": [1, 2]}, "chooses": "p1"}),
        (f"{REDIRECT}, {{says: prevents, does: be-dealt-damage, objects: [C]}}", {}),
    ],
)  # fmt: skip
def test_redirection_beside_other_effects(put: Ask, effects: str, value: dict[str, object]) -> None:
    """614.9, 616.1: the player may apply an effect before the damage is redirected, or what is left of it after."""
    ruling = put("damage", board(effects, "damage: [{source: A, to: p1, amount: 2}]"))
    assert (ruling.value or {}) == value


def test_redirection_and_gaining_life(put: Ask) -> None:
    """615.5: with an effect that also gains life, the order isn't tried, and the answer is open."""
    gains = "{says: prevents, does: be-dealt-damage, players: [p1], quality: [gain that much life]}"
    text = board(f"{REDIRECT}, {gains}", "damage: [{source: A, to: p1, amount: 2}]")
    assert put("damage", text).depends_on == ("effects",)
