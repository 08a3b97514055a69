"""State-based actions by which players and teams lose (704.5a to 704.5c, 704.6a to 704.6c)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.kb.rulings.conftest import Ask

Performed = Callable[..., set[tuple[str, str, str]]]
GIANT = "game: {variant: two-headed-giant}\n"


def teams(first: str = "", second: str = "", extra: str = "") -> str:
    """Return two teams in Two-Headed Giant. `first` and `second` are facts of the first player of each team."""
    players = f"a1: {{team: A, {first}}}, a2: {{team: A}}, b1: {{team: B, {second}}}, b2: {{team: B}}"
    return f"{GIANT}players: {{{players}}}{extra}"


@pytest.mark.parametrize(("life", "lost"), [(-1, True), (0, True), (1, False)])
def test_team_loses_with_its_life(performed: Performed, life: int, lost: bool) -> None:
    """704.6a, 810.4: a team with 0 or less life loses. The life total is stated for one of its players."""
    found = performed(teams(f"life: {life}", "life: 30"))
    assert (("team-life", "lose", "a1 a2") in found) is lost
    assert not any(concept == "zero-life" or "b1" in things for concept, _kind, things in found)
    alone = performed(f"players: {{p1: {{team: A, life: {life}}}}}")
    assert ("zero-life" in {concept for concept, _kind, _things in alone}) is lost
    assert "team-life" not in {concept for concept, _kind, _things in alone}


@pytest.mark.parametrize("day", ["2005-08-01", "2009-05-01", "2009-07-11", "2010-02-01", "2018-01-19"])
def test_team_loses_with_its_life_in_each_era(performed: Performed, day: str) -> None:
    """606.8a, 704.5t: a team with 0 life loses in each edition since 2005."""
    assert {things for _concept, _kind, things in performed(teams("life: 0"), day=day)} == {"a1 a2"}


def test_players_lose_alone_in_2002(performed: Performed) -> None:
    """420.5a: in 2002 only the player with 0 life loses."""
    assert performed(teams("life: 0"), day="2002-10-07") == {("zero-life", "lose", "a1")}


@pytest.mark.parametrize(("poison", "lost"), [(14, False), (15, True), (16, True)])
def test_team_loses_with_fifteen_poison_counters(performed: Performed, poison: int, lost: bool) -> None:
    """704.6b: since 2011-04-01 a team loses with fifteen poison counters. Before, ten were enough."""
    text = teams(f"poison: {poison}", "poison: 0")
    assert (("team-poison", "lose", "a1 a2") in performed(text)) is lost
    assert ("poison", "lose", "a1 a2") in performed(text, day="2011-02-04")
    assert "team-poison" not in {concept for concept, _kind, _things in performed(text.replace(GIANT, ""))}


def test_unstated_facts_of_a_team(put: Ask) -> None:
    """The answer depends on the life and poison counters of one player of the team, not of both players."""
    opened = {each.citation.concept: each.depends_on for each in put("sba", teams("life: 3, poison: 1")).open_actions}
    assert opened["team-life"] == ("players.b1.life",)
    assert opened["team-poison"] == ("players.b1.poison",)


def test_players_of_a_team_lose_together(put: Ask, performed: Performed) -> None:
    """810.8a: a player who drew from an empty library loses, and so does that player's teammate."""
    past = "\nhistory: {drew_from_empty_library: {a2: yes}}"
    assert ("empty-library", "lose", "a2 a1") in performed(teams(extra=past))
    assert ("empty-library", "lose", "a2") in performed(teams(extra=past).replace(GIANT, ""))
    assert put("losing a1", teams(extra=past)).verdict == "yes"
    gone = teams("lost: yes", extra=past).replace("a2: {team: A", "a2: {lost: yes, team: A")
    assert not any("a2" in things for _concept, _kind, things in performed(gone))


def test_team_that_has_lost_doesnt_lose_again(performed: Performed) -> None:
    """No state-based action makes a team lose if the team has already lost."""
    text = teams("life: 0, lost: yes").replace("a2: {team: A", "a2: {team: A, lost: yes")
    assert performed(text) == set()
    assert performed(teams("life: 0, lost: yes")) == set()


ANGEL = "\neffects: [{source: Platinum Angel, says: cant, does: lose-game, players: [%s]%s}]"


@pytest.mark.parametrize(("who", "more", "safe"), [("a2", "", True), ("b1", "", False), ("a2", ", applies: no", False)])
def test_teammate_of_a_player_who_cant_lose(performed: Performed, who: str, more: str, safe: bool) -> None:
    """810.8a, 101.2: if a player can't lose the game, that player's team can't lose either."""
    found = {things for _concept, _kind, things in performed(teams("life: 0", extra=ANGEL % (who, more)))}
    assert ("a1 a2" not in found) is safe


@pytest.mark.parametrize(("who", "safe"), [("p1", True), ("p2", False)])
def test_player_who_cant_lose(performed: Performed, who: str, safe: bool) -> None:
    """101.2: a player with 0 life who can't lose the game doesn't lose."""
    found = performed("players: {p1: {life: 0}, p2: }" + ANGEL % (who, ""))
    assert (("zero-life", "lose", "p1") not in found) is safe


@pytest.mark.parametrize(
    ("damage", "variant", "day", "lost"),
    [
        ("{C: 21}", "commander", "2026-01-16", True),
        ("{C: 20}", "commander", "2026-01-16", False),
        ("{C: 22}", "commander", "2010-02-01", True),
        ("{C: 20, D: 20}", "commander", "2026-01-16", False),
        ("{C: 2, D: 21}", "commander", "2026-01-16", True),
        ("{C: 21}", "normal", "2026-01-16", False),
        ("{C: 21}", "brawl", "2026-01-16", False),
        ("{C: 21}", "commander", "2009-07-11", False),
        ("{}", "commander", "2026-01-16", False),
    ],
)
def test_twenty_one_damage_by_one_commander(
    performed: Performed, damage: str, variant: str, day: str, lost: bool
) -> None:
    """704.6c: since 2009-10-01 a player dealt 21 combat damage by one commander loses, but not in Brawl (903.12h)."""
    players = f"players: {{p1: {{commander_damage: {damage}}}}}"
    text = f"game: {{variant: {variant}}}\n{players}\nobjects: [{{id: C}}, {{id: D}}]"
    assert (("commander-damage", "lose", "p1") in performed(text, day=day)) is lost


def test_commander_game_is_assumed(put: Ask) -> None:
    """If no variant is stated, a commander or its damage leads to the assumption of a Commander game."""
    text = "players: {p1: {%s}}\nobjects: [{id: C, zone: battlefield, commander: %s}]"
    ruling = put("sba", text % ("commander_damage: {C: 21}", "no"))
    assert [each.citation.number for each in ruling.actions] == ["704.6c"]
    assert any("commander" in each for each in ruling.assumptions)
    opened = {each.citation.concept: each.depends_on for each in put("sba", text % ("", "yes")).open_actions}
    assert opened["commander-damage"] == ("players.p1.commander_damage",)
    opened = {each.citation.concept for each in put("sba", text % ("", "no")).open_actions}
    assert "commander-damage" not in opened
