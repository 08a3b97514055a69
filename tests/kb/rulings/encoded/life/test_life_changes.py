"""Changes of life totals, of single players and in Two-Headed Giant (119.3, 119.5, 701.10d, 810.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def alone(life: int, *changes: str, more: str = "") -> str:
    """Return a player p1 with a life total, and proposed changes of life totals."""
    return f"players: {{p1: {{life: {life}}}, p2: }}\nproposed: {{life_changes: [{', '.join(changes)}]}}\n{more}"


def heads(life: int, *changes: str, more: str = "") -> str:
    """Return two teams of two. `life` is the total of the first team, stated for its second player."""
    players = f"p1: {{team: x}}, p2: {{team: x, life: {life}}}, p3: {{team: y, life: 30}}, p4: {{team: y}}"
    return (
        f"game: {{variant: two-headed-giant}}\nplayers: {{{players}}}\n"
        f"proposed: {{life_changes: [{', '.join(changes)}]}}\n{more}"
    )


def to(player: str, change: str) -> str:
    return f"{{player: {player}, {change}}}"


CANT_GAIN = "effects: [{says: cant, does: gain-life, players: [p1]}]"
CANT_LOSE = "effects: [{says: cant, does: lose-life, players: [p1]}]"


@pytest.mark.parametrize(
    ("text", "life", "gained", "lost"),
    [
        (alone(20), 20, 0, 0),
        (alone(20, to("p1", "change: gains, amount: 3"), to("p2", "change: loses, amount: 9")), 23, 3, 0),
        (alone(20, to("p1", "change: loses, amount: 4"), to("p1", "change: gains, amount: 3")), 19, 3, 4),
        (alone(20, to("p1", "change: becomes, amount: 10")), 10, 0, 10),
        (alone(5, to("p1", "change: becomes, amount: 10")), 10, 5, 0),
        (alone(7, to("p1", "change: doubles")), 14, 7, 0),
        (alone(-3, to("p1", "change: doubles")), -6, 0, 3),
        (alone(11, to("p1", "change: pays, half: rounded up")), 5, 0, 6),
        (alone(11, to("p1", "change: loses, half: rounded down")), 6, 0, 5),
        (alone(5, to("p1", "change: becomes, amount: 10"), more=CANT_GAIN), 5, 0, 0),
        (alone(5, to("p1", "change: becomes, amount: 1"), more=CANT_GAIN), 1, 0, 4),
        (alone(5, to("p1", "change: becomes, amount: 1"), more=CANT_LOSE), 5, 0, 0),
        (
            alone(5, to("p1", "change: becomes, amount: 1"), more=CANT_LOSE.replace("[p1]", "[p1], applies: no")),
            1,
            0,
            4,
        ),
        (alone(5, to("p1", "change: doubles"), more=CANT_GAIN), 5, 0, 0),
    ],
)
def test_one_life_total(put: Ask, text: str, life: int, gained: int, lost: int) -> None:
    """119.3, 119.5, 701.10d, 107.1a, 101.2: gaining, losing, setting, doubling and halving one player's life total."""
    ruling = put("life-total p1", text)
    assert (ruling.verdict, ruling.value) == ("yes", {"life": life, "gained": gained, "lost": lost})


@pytest.mark.parametrize(
    ("text", "life", "gained", "lost"),
    [
        # The rules' own examples of 810.9, 810.9a, 810.9c and 810.9d.
        (heads(17, to("p1", "change: doubles")), 34, 17, 0),
        (heads(11, to("p1", "change: pays, half: rounded up")), 5, 0, 6),
        (heads(25, to("p1", "change: becomes, amount: 10")), 10, 0, 15),
        (heads(13, to("p1", "change: becomes, amount: 7"), to("p2", "change: becomes, amount: 7")), 7, 0, 6),
        # A change of a teammate's life total applies to the team's total. Changes of other players' totals don't.
        (heads(20, to("p1", "change: loses, amount: 4"), to("p2", "change: loses, amount: 4")), 12, 0, 8),
        (heads(20, to("p1", "change: gains, amount: 2"), to("p3", "change: loses, amount: 4")), 22, 2, 0),
        (heads(13, to("p2", "change: becomes, amount: 7"), to("p3", "change: becomes, amount: 7")), 7, 0, 6),
    ],
)
def test_team_life_total(put: Ask, text: str, life: int, gained: int, lost: int) -> None:
    """810.9, 810.9a, 810.9c, 810.9d: a change of a player's life total applies to the team's total."""
    ruling = put("life-total p1", text)
    assert (ruling.verdict, ruling.value) == ("yes", {"life": life, "gained": gained, "lost": lost})


@pytest.mark.parametrize(
    ("day", "one", "each", "doubled", "half"),
    [
        ("2005-08-01", 10, 14, 38, 18),
        ("2006-02-01", 22, 14, 38, 18),
        ("2010-02-01", 22, 14, 38, 18),
        ("2010-04-23", 10, 7, 50, 12),
    ],
)
def test_team_life_through_time(put: Ask, day: str, one: int, each: int, doubled: int, half: int) -> None:
    """606.9: until 2010 a player's life total was half of the team's total, rounded up."""

    def life(*changes: str) -> int:
        found = put("life-total p1", heads(25, *changes), day=day).value["life"]
        assert isinstance(found, int)
        return found

    assert life(to("p1", "change: becomes, amount: 10")) == one
    assert life(to("p1", "change: becomes, amount: 7"), to("p2", "change: becomes, amount: 7")) == each
    assert life(to("p1", "change: doubles")) == doubled
    assert life(to("p1", "change: loses, half: rounded up")) == half


def test_life_totals_in_2004(put: Ask) -> None:
    """On 2004-02-01 a team shares no life total."""
    ruling = put("life-total p1", alone(20, to("p1", "change: becomes, amount: 4")), day="2004-02-01")
    assert ruling.value == {"life": 4, "gained": 0, "lost": 16}
    assert put("life-total p1", heads(25, to("p1", "change: loses, amount: 1")), day="2004-02-01").depends_on == (
        "players.p1.life",
    )


def test_different_new_totals_of_teammates(put: Ask) -> None:
    """810.9d: if the teammates' totals become different numbers, the answer depends on the chosen player."""
    different = [to("p1", "change: becomes, amount: 7"), to("p2", "change: becomes, amount: 9")]
    assert put("life-total p1", heads(13, *different)).depends_on == ("proposed.choice",)
    chosen = heads(13, *different).replace("proposed: {", "proposed: {choice: p2, ")
    assert put("life-total p1", chosen).value["life"] == 9


def test_damage_to_each_player(put: Ask) -> None:
    """810.9: 4 damage to each player costs each team 8 life. Infect costs no life. Lifelink gains life."""

    def after(keywords: str, *hit: str) -> object:
        damage = ", ".join(f"{{source: R, to: {each}, amount: 4}}" for each in hit)
        rift = f"objects: [{{id: R, types: [sorcery], controller: p3, keywords: [{keywords}]}}]"
        return put("life-total p1", heads(30, more=rift).replace("life_changes: []", f"damage: [{damage}]")).value

    assert after("", "p1", "p2", "p3", "p4") == {"life": 22, "gained": 0, "lost": 8}
    assert after("", "p3") == {"life": 30, "gained": 0, "lost": 0}
    assert after("infect", "p1", "p2") == {"life": 30, "gained": 0, "lost": 0}
    own = "objects: [{id: R, zone: battlefield, types: [creature], controller: p2, keywords: [lifelink]}]"
    text = heads(30, more=own).replace("life_changes: []", "damage: [{source: R, to: p3, amount: 2}]")
    assert put("life-total p1", text).value == {"life": 32, "gained": 2, "lost": 0}


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (alone(3, to("p1", "change: pays, amount: 3")), "yes"),
        (alone(3, to("p1", "change: pays, amount: 4")), "no"),
        (heads(3, to("p1", "change: pays, amount: 2"), to("p2", "change: pays, amount: 1")), "yes"),
        (heads(3, to("p1", "change: pays, amount: 2"), to("p2", "change: pays, amount: 2")), "no"),
    ],
)
def test_life_that_cannot_be_paid(put: Ask, text: str, verdict: str) -> None:
    """119.4, 810.9b: teammates who pay life together need enough life for both payments."""
    assert put("life-total p1", text).verdict == verdict


@pytest.mark.parametrize(
    ("text", "lacking"),
    [
        ("players: {p1: }\nproposed: {life_changes: [{player: p1, change: doubles}]}", "players.p1.life"),
        (alone(3, "{change: doubles}"), "proposed.life_changes.1.player"),
        (alone(3, "{player: p1}"), "proposed.life_changes.1.change"),
        (alone(3, "{player: p1, change: gains}"), "proposed.life_changes.1.amount"),
        (heads(3, "{player: p1, change: becomes}", "{player: p2, change: becomes}"), "proposed.life_changes.1.amount"),
    ],
)
def test_what_is_not_stated(put: Ask, text: str, lacking: str) -> None:
    """The life total depends on each part of a change that isn't stated."""
    assert lacking in put("life-total p1", text).depends_on


WINS = "usual: yes\neffects: [{says: must, does: win-game, players: [p1], quality: [life %s]}]"


@pytest.mark.parametrize(
    ("life", "asked", "day", "verdict"),
    [
        (50, "50 or more", "2026-01-16", "yes"),
        (49, "50 or more", "2026-01-16", "no"),
        (10, "10 or less", "2026-01-16", "yes"),
        (11, "10 or less", "2026-01-16", "no"),
        (50, "50 or more", "2010-02-01", "no"),
        (99, "50 or more", "2010-02-01", "yes"),
    ],
)
def test_winning_with_the_life_of_the_team(put: Ask, life: int, asked: str, day: str, verdict: str) -> None:
    """810.9a: a condition on a player's life total uses the team's total. Older editions use half of that total."""
    assert put("winning p1", heads(life, more=WINS % asked), day=day).verdict == verdict


def test_winning_with_own_life(put: Ask) -> None:
    """Without teams a condition uses the player's own life total. It is open if the life total isn't stated."""
    assert put("winning p1", alone(50, more=WINS % "50 or more")).verdict == "yes"
    assert put("winning p1", alone(49, more=WINS % "50 or more")).verdict == "no"
    unstated = (WINS % "50 or more").removeprefix("usual: yes\n")
    assert "players.p1.life" in put("winning p1", f"players: {{p1: , p2: }}\n{unstated}").depends_on
    team = heads(1, more=unstated).replace(", life: 1", "")
    assert "players.p1.life" in put("winning p1", team).depends_on
