"""Players who lose the game by state-based actions: life, libraries, poison, commanders; alone and as teams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kb.rulings.actions import Action, lose
from kb.rulings.logic import Truth, all_of, every, not_, some, stated, unknown
from kb.rulings.registry import encodes, performs, variant_of
from kb.rulings.situation import Player, Situation
from kb.rulings.terms import Number
from kb.tongue import later

TWO_HEADED = "two-headed-giant"


@encodes("team-plays-as-one", claim=later("{player} loses or wins the game only as a team"))
def only_as_a_team(now: Situation, _player: Player) -> Truth:
    """In Two-Headed Giant, players win and lose the game only as a team, not as individuals."""
    return now.game.variant == TWO_HEADED


def _loses(now: Situation, player: Player, when: Truth) -> Action:
    """A player loses, with the team where players lose only as teams; unless an effect says that they can't."""
    together = now.rule("team-plays-as-one", player)
    losing = (player, *player.teammates) if together.value else (player,)
    reasons = [together] if len(losing) > 1 else []
    return lose(*losing, when=all_of(not_(player.lost), when, _can_lose(now, losing), *reasons))


def _can_lose(now: Situation, players: Iterable[Player]) -> Truth:
    """Whether no effect says that one of those who lose together can't lose (101.2, 810.8a)."""
    safe = [each for each in players if any(now.effects_that("cant", "lose-game", each))]
    return every(not_(now.rule("cant-beats-can", each, "lose-game")) for each in safe)


def _has_own_life(now: Situation) -> Truth:
    """Whether life is a player's own: in Two-Headed Giant it is the team's, where the edition has a rule for that."""
    shared = all_of(now.has_rule("team-life"), now.game.variant == TWO_HEADED)
    return not_(shared) if shared.value else stated(True)


@performs("zero-life")
def zero_or_less_life(now: Situation) -> Iterator[Action]:
    """A player with 0 or less life loses the game."""
    for player in now.players:
        yield _loses(now, player, all_of(_has_own_life(now), player.life <= 0))


@performs("empty-library")
def drew_from_empty_library(now: Situation) -> Iterator[Action]:
    """A player who attempted to draw from an empty library since the last check loses the game."""
    for player in now.players:
        yield _loses(now, player, player.drew_from_empty_library)


@performs("poison")
def ten_poison_counters_in_any_game(now: Situation) -> Iterator[Action]:
    """A player with ten or more poison counters loses the game."""
    for player in now.players:
        yield _loses(now, player, player.poison >= 10)


@variant_of(ten_poison_counters_in_any_game)
def ten_poison_counters(now: Situation) -> Iterator[Action]:
    """A player with ten or more poison counters loses the game, but for Two-Headed Giant."""
    for player in now.players:
        yield _loses(now, player, all_of(now.game.variant != TWO_HEADED, player.poison >= 10))


# --- teams ---------------------------------------------------------------------------------------------------


def _teams(now: Situation) -> Iterator[tuple[Player, ...]]:
    """The teams, each once; a player of whom no team is stated is one alone."""
    seen: set[str] = set()
    for player in now.players:
        if player.id not in seen:
            team = (player, *player.teammates)
            seen |= {each.id for each in team}
            yield team


def of_the_team(team: tuple[Player, ...], fact: str) -> Number:
    """A number that is the whole team's: as stated of one of its players (810.9a, 810.10a)."""
    number: Number = getattr(next((each for each in team if fact in each.given), team[0]), fact)
    return number


def _team_loses(now: Situation, team: tuple[Player, ...], when: Truth) -> Action:
    in_game = every(not_(each.lost) for each in team)
    return lose(*team, when=all_of(now.game.variant == TWO_HEADED, in_game, when, _can_lose(now, team)))


@performs("team-life")
def team_with_zero_or_less_life(now: Situation) -> Iterator[Action]:
    """In Two-Headed Giant, a team with 0 or less life loses the game."""
    for team in _teams(now):
        yield _team_loses(now, team, of_the_team(team, "life") <= 0)


@performs("team-poison")
def team_with_fifteen_poison_counters(now: Situation) -> Iterator[Action]:
    """In Two-Headed Giant, a team with fifteen or more poison counters loses the game."""
    for team in _teams(now):
        yield _team_loses(now, team, of_the_team(team, "poison") >= 15)


# --- Commander -----------------------------------------------------------------------------------------------


def commander_told(now: Situation) -> bool:
    """Whether commanders, or damage that they have dealt, tell that Commander is played."""
    commanders = any(each.given.get("commander") for each in now.objects)
    return commanders or any(each.given.get("commander_damage") for each in now.players)


@performs("commander-damage")
def twenty_one_damage_by_one_commander(now: Situation) -> Iterator[Action]:
    """In a Commander game, a player who was dealt 21 or more combat damage by the same commander loses the game."""
    for player in now.players:
        dealt = player.commander_damage
        enough = (
            some(dealt[commander] >= 21 for commander in dealt.stated)
            if dealt.known
            else unknown(
                f"{player.path}.commander_damage", later("not stated: {player}'s commander damage"), player=player
            )
        )
        yield _loses(now, player, all_of(now.game.is_variant("commander", told=commander_told(now)), enough))
