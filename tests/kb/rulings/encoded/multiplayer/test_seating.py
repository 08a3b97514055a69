"""Grand Melee, Emperor, Alternating Teams: turn markers, ranges, attacks, seats (807, 809, 811)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask


def seats(order: str, **facts: str) -> str:
    """Return players in this order; each letter is a player's team, and a capital letter marks an emperor."""
    rows = []
    for place, letter in enumerate(order):
        more = facts.get(f"p{place + 1}", "")
        emperor = ", emperor: yes" if letter.isupper() else ""
        rows.append(f"p{place + 1}: {{team: {letter.lower()}{emperor}{', ' + more if more else ''}}}")
    return f"players: {{{', '.join(rows)}}}\n"


@pytest.mark.parametrize(
    ("players", "markers"), [("a" * 16, 4), ("a" * 15, 3), ("a" * 4, 1), ("a" * 3, 0), ("a" * 8, 2)]
)
def test_turn_markers(put: Ask, players: str, markers: int) -> None:
    """807.4a: there is one turn marker for each four players, rounded down."""
    assert put("turn-markers", seats(players)).value == markers
    assert put("turn-markers", seats(players, p1="lost: yes")).value == (len(players) - 1) // 4


@pytest.mark.parametrize(
    ("facts", "active", "day", "when"),
    [
        ("turn_marker: no", "p1", "2026-01-16", "before-next-turn"),
        ("turn_marker: yes", "p2", "2026-01-16", "after-this-turn"),
        ("turn_marker: no", "p1", "2007-07-13", "after-this-turn"),
        ("turn_marker: yes", "p2", "2007-07-13", "before-next-turn"),
        ("turn_marker: no", "p1", "2007-10-01", "before-next-turn"),
    ],
)
def test_extra_turns(put: Ask, facts: str, active: str, day: str, when: str) -> None:
    """807.4j: the time of an extra turn depends on the turn marker; until 2007-07-13 on the active player."""
    text = f"game: {{active: {active}}}\nplayers: {{p1: {{{facts}}}, p2: }}\n"
    assert put("extra-turn p1", text, day=day).value == when


def test_extra_turn_without_a_marker_stated(put: Ask) -> None:
    """The turn marker has to be stated."""
    assert put("extra-turn p1", "players: {p1: , p2: }").depends_on == ("players.p1.turn_marker",)


EMPEROR = "game: {variant: emperor, active: p2}\nusual: yes\nhistory: {controlled_since_turn_began: {A: yes}}\n"


def attacker(controller: str, *others: str) -> str:
    rows = [f"{{id: A, zone: battlefield, controller: {controller}, types: [creature]}}"]
    rows += [f"{{id: {name}, zone: battlefield, {each}}}" for name, each in zip("BC", others, strict=False)]
    return f"objects: [{', '.join(rows)}]\n"


@pytest.mark.parametrize(
    ("defender", "controller", "verdict"),
    [("p4", "p3", "yes"), ("p4", "p2", "no"), ("p6", "p1", "yes"), ("p5", "p3", "no")],
)
def test_attacking_neighbours_in_emperor(put: Ask, defender: str, controller: str, verdict: str) -> None:
    """809.3c: in an Emperor game a player can attack only neighbours, in other games any opponent."""
    text = EMPEROR.replace("active: p2", f"active: {controller}") + seats("aAabBb") + attacker(controller)
    assert put(f"can-attack A {defender}", text).verdict == verdict
    assert put(f"can-attack A {defender}", text.replace("emperor, active", "free-for-all, active")).verdict == "yes"


WALKER, BATTLE = "types: [planeswalker], controller: %s", "types: [battle], controller: p3, protector: %s"


@pytest.mark.parametrize(
    ("other", "day", "verdict"),
    [
        (WALKER % "p4", "2026-01-16", "yes"),
        (WALKER % "p5", "2026-01-16", "no"),
        (BATTLE % "p4", "2026-01-16", "yes"),
        (BATTLE % "p5", "2026-01-16", "no"),
        (WALKER % "p4", "2012-10-01", "yes"),
        (WALKER % "p5", "2012-10-01", "no"),
    ],
)
def test_attacking_permanents_of_neighbours(put: Ask, other: str, day: str, verdict: str) -> None:
    """809.3c: only planeswalkers that a neighbour controls and battles that a neighbour protects can be attacked."""
    text = EMPEROR.replace("active: p2", "active: p3") + seats("aAabBb") + attacker("p3", other)
    assert put("can-attack A B", text, day=day).verdict == verdict


@pytest.mark.parametrize(
    ("order", "player", "reach"),
    [
        ("aAabBb", "p1", 1), ("aAabBb", "p2", 2), ("aAabBb", "p3", 1),
        ("aAaabBbb", "p1", 1), ("aAaabBbb", "p2", 3), ("aAaabBbb", "p3", 2), ("aAaabBbb", "p4", 1),
        ("aaAaabbBbb", "p3", 3), ("aaAaabbBbb", "p2", 2),
    ],
)  # fmt: skip
def test_ranges_in_emperor(put: Ask, order: str, player: str, reach: int) -> None:
    """809.3a: an emperor's range is 2, a general's 1. 809.6a: in larger teams a range reaches an opposing general."""
    ruling = put(f"emperor-range {player}", seats(order))
    assert (ruling.verdict, ruling.value) == ("yes", reach)


def test_range_without_opposing_generals(put: Ask) -> None:
    """The range is open if the opposing teams have no generals."""
    assert put("emperor-range p1", seats("aaaaB")).verdict == "depends"
    assert put("emperor-range p2", seats("aAaab")).verdict == "depends"


@pytest.mark.parametrize(
    ("variant", "order", "verdict"),
    [
        ("alternating-teams", "abcabcabc", "yes"), ("alternating-teams", "abab", "yes"),
        ("alternating-teams", "abba", "no"), ("alternating-teams", "aabb", "no"),
        ("alternating-teams", "abcacb", "no"), ("alternating-teams", "aa", "no"),
        ("emperor", "aAabBb", "yes"), ("emperor", "aaABbb", "no"), ("emperor", "aAaabBbb", "yes"),
        ("emperor", "aaAaBbbb", "no"),
    ],
)  # fmt: skip
def test_seats(put: Ask, variant: str, order: str, verdict: str) -> None:
    """811.3: no teammates are neighbours, and teams are equally spaced. 809.6a: no emperor is in range of another."""
    assert put("legal-seating", f"game: {{variant: {variant}}}\n{seats(order)}").verdict == verdict


def test_seats_that_are_not_stated(put: Ask) -> None:
    """The teams and the players have to be stated."""
    text = "game: {variant: alternating-teams}\nplayers: {p1: {team: a}, p2: , p3: {team: a}, p4: {team: b}}"
    assert "players.p2.team" in put("legal-seating", text).depends_on
    assert put("legal-seating", "game: {variant: emperor}").depends_on == ("players",)
