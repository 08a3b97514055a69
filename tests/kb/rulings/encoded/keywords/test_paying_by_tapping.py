"""Tapping creatures and artifacts for a cost: convoke, improvise, waterbend (702.51, 702.126, 701.67)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def board(spell: str, *things: str, effects: str = "") -> str:
    """Return a spell S in the hand of p1, and permanents A, B, C with these facts."""
    rows = [f"{{id: S, zone: hand, owner: p1, {spell}}}"]
    rows += [f"{{id: {name}, zone: battlefield, {facts}}}" for name, facts in zip("ABC", things, strict=False)]
    return f"players: {{p1: , p2: }}\nclosed: [battlefield]\nobjects: [{', '.join(rows)}]\neffects: [{effects}]"


def spell(keyword: str, cost: str = "{1}{G}") -> str:
    return f'types: [sorcery], keywords: ["{keyword}"], mana_cost: "{cost}"'


GREEN = "controller: p1, types: [creature], colors: [green], tapped: no"
RED = "controller: p1, types: [creature], colors: [red], tapped: no"
ROCK = "controller: p1, types: [artifact], colors: [], tapped: no"


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        (board(spell("convoke", "{5}{G}{G}")), {"generic": 5, "green": 2}),
        (board(spell("convoke", "{W}{U}{B}{R}")), {"white": 1, "blue": 1, "black": 1, "red": 1}),
        (board(spell("convoke", "{1}{W/U}{C}")), {"generic": 1, "{W/U}": 1}),
        (board(spell("improvise", "{3}{U}")), {"generic": 3}),
        (board(spell("waterbend {6}", "{1}{U}{U}")), {"generic": 6}),
        (board(spell("flying")), {}),
        (
            board(spell("convoke", "{5}{G}{G}"), effects="{says: costs, does: cast, objects: [S], amount: -2}"),
            {"generic": 3, "green": 2},
        ),
    ],
)
def test_amounts_payable_by_tapping(put: Ask, text: str, amounts: dict[str, int]) -> None:
    """702.51a, 702.126a, 701.67b: convoke pays for the total cost, improvise generic mana, waterbend its own cost."""
    ruling = put("tap-to-pay S", text, by="p1")
    assert ruling.verdict == ("yes" if amounts else "no")
    if amounts:
        assert ruling.value == amounts


@pytest.mark.parametrize(
    ("text", "things", "verdict"),
    [
        (board(spell("convoke"), GREEN, RED), "A B", "yes"),
        (board(spell("convoke"), RED, GREEN), "A B", "yes"),
        (board(spell("convoke"), RED, RED), "A B", "no"),
        (board(spell("convoke"), GREEN, GREEN, GREEN), "A B C", "no"),
        (board(spell("convoke"), GREEN, GREEN), "A B", "yes"),
        (board(spell("convoke"), ROCK), "A", "no"),
        (board(spell("convoke"), GREEN.replace("tapped: no", "tapped: yes")), "A", "no"),
        (board(spell("convoke"), GREEN.replace("p1", "p2")), "A", "no"),
        (board(spell("convoke"), f"{GREEN}, phased_out: yes"), "A", "no"),
        (board(spell("convoke", "{W/U}"), GREEN), "A", "no"),
        (board(spell("convoke", "{W/G}"), GREEN), "A", "yes"),
        (board(spell("improvise"), ROCK), "A", "yes"),
        (board(spell("improvise"), ROCK, ROCK), "A B", "no"),
        (board(spell("improvise"), GREEN), "A", "no"),
        (board(spell("improvise"), ROCK.replace("p1", "p2")), "A", "no"),
        (board(spell("waterbend {1}"), ROCK), "A", "yes"),
        (board(spell("waterbend {1}"), RED), "A", "yes"),
        (board(spell("waterbend {2}", "{4}"), RED, ROCK, GREEN), "A B C", "no"),
        (board(spell("waterbend {2}", "{4}"), RED, ROCK), "A B", "yes"),
        (board(spell("waterbend {1}"), ROCK.replace("tapped: no", "tapped: yes")), "A", "no"),
        (board(spell("waterbend {1}"), ROCK.replace("artifact", "enchantment")), "A", "no"),
    ],
)
def test_permanents_tapped_for_a_cost(put: Ask, text: str, things: str, verdict: str) -> None:
    """Each creature pays one mana of its colour or generic, each artifact one generic mana."""
    assert put(f"tap-to-pay S {things}", text, by="p1").verdict == verdict


@pytest.mark.parametrize(
    ("keyword", "creature", "verdict"),
    [
        ("convoke", GREEN, "yes"),
        ("convoke", RED, "no"),
        ("convoke", GREEN.replace("tapped: no", "tapped: yes"), "no"),
        ("flying", GREEN, "no"),
    ],
)
def test_convoke_while_it_was_an_additional_cost(put: Ask, keyword: str, creature: str, verdict: str) -> None:
    """702.49a: in 2012, too, an untapped creature pays for one mana of its colours."""
    text = board(spell(keyword, "{G}"), creature)
    assert put("tap-to-pay S A", text, day="2012-10-01", by="p1").verdict == verdict


def test_what_is_not_stated(put: Ask) -> None:
    """The answer depends on the spell's keywords and cost and on the creature's colours, if they aren't stated."""
    unstated = board('types: [sorcery], mana_cost: "{G}"')
    assert put("tap-to-pay S", unstated, by="p1").depends_on == ("objects.S.keywords",)
    costless = board("types: [sorcery], keywords: [convoke]")
    assert put("tap-to-pay S", costless, by="p1").depends_on == ("objects.S.mana_cost",)
    colorless = board(spell("convoke", "{G}"), "controller: p1, types: [creature], tapped: no")
    assert put("tap-to-pay S A", colorless, by="p1").depends_on == ("objects.A.colors",)


def test_through_time(put: Ask) -> None:
    """Convoke works since 2006-02-01, at first as a cost reduction, since 2013-09-27 as a payment."""
    text = board(spell("convoke"), GREEN, RED)
    assert put("tap-to-pay S A", text, day="2005-08-01", by="p1").verdict == "no"
    assert put("tap-to-pay S A B", text, day="2006-02-01", by="p1").verdict == "yes"
    reduced = put("tap-to-pay S A B", text, day="2013-05-01", by="p1")
    assert {each.concept for each in reduced.citations} >= {"convoke"}
    assert "convoke-and-total-cost" not in {each.concept for each in reduced.citations}
    for day in ("2013-09-27", "2017-01-20"):
        now = put("tap-to-pay S A B", text, day=day, by="p1")
        assert "convoke-and-total-cost" in {each.concept for each in now.citations}
    assert put("tap-to-pay S A", board(spell("waterbend {1}"), ROCK), day="2025-09-19", by="p1").verdict == "no"
    assert put("tap-to-pay S A", board(spell("improvise"), ROCK), day="2016-11-11", by="p1").verdict == "no"


@pytest.mark.parametrize(
    ("creature", "effects", "counters"),
    [
        ("power: 2, toughness: 4", "", 2),
        ("power: -1, toughness: 4", "", 0),
        ("power: 2, toughness: 4", "{says: replaces, does: station, quality: [toughness]}", 4),
        ("power: 2, toughness: 1", "{says: replaces, does: station, quality: [toughness]}", 1),
        ("power: 2, toughness: 1", "{says: replaces, does: station, quality: [toughness, %s]}", 2),
        ("power: 2, toughness: 2", "{says: replaces, does: station, quality: [toughness, %s]}", 2),
        ("power: 2, toughness: 3", "{says: replaces, does: station, quality: [toughness, %s]}", 3),
        ("power: 2, toughness: 3", "{says: replaces, does: station, quality: [toughness], applies: no}", 2),
        ("power: 2, toughness: 3", "{says: replaces, does: station, objects: [A], quality: [toughness]}", 2),
        ("power: 2, toughness: -1", "{says: replaces, does: station, quality: [toughness]}", 0),
    ],
)
def test_station(put: Ask, creature: str, effects: str, counters: int) -> None:
    """702.184a: station puts counters equal to the creature's power. 702.184c: an effect can use toughness instead."""
    ship = "controller: p1, types: [artifact]"
    tougher = "toughness greater than power"
    text = board("types: [land]", ship, f"controller: p1, types: [creature], tapped: no, {creature}",
                 effects=effects.replace("%s", tougher))  # fmt: skip
    ruling = put("station A B", text, by="p1")
    assert (ruling.verdict, ruling.value) == ("yes", counters)


@pytest.mark.parametrize(
    ("things", "facts", "verdict"),
    [
        ("A B", "controller: p1, types: [creature], tapped: yes, power: 1", "no"),
        ("A B", "controller: p2, types: [creature], tapped: no, power: 1", "no"),
        ("A B", "controller: p1, types: [artifact], tapped: no, power: 1", "no"),
        ("A A", "controller: p1, types: [creature], tapped: no, power: 1", "no"),
        ("S B", "controller: p1, types: [creature], tapped: no, power: 1", "no"),
        ("A B", "controller: p1, types: [creature], tapped: no", "depends"),
        ("A B", "controller: p1, types: [creature], tapped: no, power: 1", "yes"),
    ],
)
def test_creatures_that_can_station(put: Ask, things: str, facts: str, verdict: str) -> None:
    """702.184a: to station a permanent, a player taps another untapped creature that they control."""
    ship = "controller: p1, types: [artifact, creature], tapped: no, power: 3"
    assert put(f"station {things}", board("types: [artifact]", ship, facts), by="p1").verdict == verdict
    assert put("station A B", board("types: [artifact]", ship, facts), by="p1", day="2025-06-06").verdict == "no"
