"""State-based actions by which single players and teams lose the game (704.5a to 704.5c, 704.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kb.rulings.engine.actions import Action, lose
from kb.rulings.law.rule_registry import encodes, performs, variant_of
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Truth, all_of, constant, every, not_, some, unknown
from kb.rulings.situation.situation import Player, Situation

TWO_HEADED_GIANT = "two-headed-giant"


@encodes("team-plays-as-one", "{player} loses or wins the game only as a team")
def only_as_a_team(now: Situation, _player: Player) -> Truth:
    """In Two-Headed Giant, players win and lose the game only as a team, not as individuals."""
    return now.game.variant == TWO_HEADED_GIANT


def _losing(now: Situation, player: Player, when: Truth) -> Action:
    """Return the action by which a player or their team loses the game, unless an effect says that they can't lose."""
    together = now.rule("team-plays-as-one", player)
    losing = (player, *player.teammates) if together.value else (player,)
    as_a_team = [together] if len(losing) > 1 else []
    return lose(*losing, when=all_of(not_(player.lost), when, _can_lose(now, losing), *as_a_team))


def _can_lose(now: Situation, players: Iterable[Player]) -> Truth:
    """Yes if no effect says that one of the players can't lose the game (101.2, 810.8a)."""
    safe = [each for each in players if any(now.effects_matching("cant", "lose-game", each))]
    return every(not_(now.rule("cant-beats-can", each, "lose-game")) for each in safe)


def _has_own_life(now: Situation) -> Truth:
    """Yes if players have their own life totals. In some editions, a Two-Headed Giant team shares one life total."""
    shared = all_of(now.has_rule("team-life"), now.game.variant == TWO_HEADED_GIANT)
    return not_(shared) if shared.value else constant(True)


@performs("zero-life")
def zero_or_less_life(now: Situation) -> Iterator[Action]:
    """A player with 0 or less life loses the game."""
    for player in now.players:
        yield _losing(now, player, all_of(_has_own_life(now), player.life <= 0))


@performs("empty-library")
def drew_from_empty_library(now: Situation) -> Iterator[Action]:
    """A player who tried to draw from an empty library since the last check of state-based actions loses the game."""
    for player in now.players:
        yield _losing(now, player, player.drew_from_empty_library)


@performs("poison")
def ten_poison_counters_in_any_game(now: Situation) -> Iterator[Action]:
    """A player with ten or more poison counters loses the game."""
    for player in now.players:
        yield _losing(now, player, player.poison >= 10)


@variant_of(ten_poison_counters_in_any_game)
def ten_poison_counters(now: Situation) -> Iterator[Action]:
    """A player with ten or more poison counters loses the game, except in Two-Headed Giant."""
    for player in now.players:
        yield _losing(now, player, all_of(now.game.variant != TWO_HEADED_GIANT, player.poison >= 10))


def _teams(now: Situation) -> Iterator[tuple[Player, ...]]:
    """Yield each team once. A player without a stated team is a team of one."""
    seen: set[str] = set()
    for player in now.players:
        if player.id not in seen:
            team = (player, *player.teammates)
            seen |= {each.id for each in team}
            yield team


def team_total(team: tuple[Player, ...], fact: str) -> NumberValue:
    """Return a number that a team shares. The situation states it for one player of the team (810.9a, 810.10a)."""
    number: NumberValue = getattr(next((each for each in team if fact in each.stated), team[0]), fact)
    return number


def _team_losing(now: Situation, team: tuple[Player, ...], when: Truth) -> Action:
    in_game = every(not_(each.lost) for each in team)
    return lose(*team, when=all_of(now.game.variant == TWO_HEADED_GIANT, in_game, when, _can_lose(now, team)))


@performs("team-life")
def team_with_zero_or_less_life(now: Situation) -> Iterator[Action]:
    """In Two-Headed Giant, a team with 0 or less life loses the game."""
    for team in _teams(now):
        yield _team_losing(now, team, team_total(team, "life") <= 0)


@performs("team-poison")
def team_with_fifteen_poison_counters(now: Situation) -> Iterator[Action]:
    """In Two-Headed Giant, a team with fifteen or more poison counters loses the game."""
    for team in _teams(now):
        yield _team_losing(now, team, team_total(team, "poison") >= 15)


def implies_commander(now: Situation) -> bool:
    """True if the situation states a commander or commander damage, which implies the Commander variant."""
    commanders = any(each.stated.get("commander") for each in now.objects)
    return commanders or any(each.stated.get("commander_damage") for each in now.players)


@performs("commander-damage")
def twenty_one_damage_by_one_commander(now: Situation) -> Iterator[Action]:
    """In a Commander game, a player who was dealt 21 or more combat damage by the same commander loses the game."""
    for player in now.players:
        dealt = player.commander_damage
        enough = some(dealt[commander] >= 21 for commander in dealt.counts)
        if not dealt.is_known:
            path = f"{player.path}.commander_damage"
            enough = unknown(path, "not stated: {player}'s commander damage", player=player)
        yield _losing(now, player, all_of(now.game.is_variant("commander", implied=implies_commander(now)), enough))
