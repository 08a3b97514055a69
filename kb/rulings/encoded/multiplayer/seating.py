"""Seats in multiplayer games (807, 809, 811): turn markers, extra turns, attacks, ranges, legal seating."""

from __future__ import annotations

from itertools import permutations

from kb.rulings.encoded.multiplayer.range_of_influence import seat_distance, seated_players
from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers, is_permitted
from kb.rulings.law.rule_registry import defines, encodes, requires, variant_of
from kb.rulings.logic.ternary import Truth, all_of, constant, not_, unknown, unstated
from kb.rulings.situation.situation import Object, Player, Situation


@defines("turn-markers", "there is one turn marker for each full four of {players} players")
def one_for_each_full_four(_now: Situation, players: int) -> int:
    """The number of turn markers is a quarter of the number of players, rounded down."""
    return players // 4


@answers("turn-markers", "How many turn markers are there in this Grand Melee game?", "nothing",
         "rules ask turn-markers -f situation.yaml")  # fmt: skip
def _turn_markers(now: Situation, _asked: QuestionArguments) -> DerivedValue:
    steps = Derivation(now)
    return steps.result(steps.apply_rule("turn-markers", len(seated_players(now))))


@encodes("extra-turn-later", "{player} takes the extra turn immediately before their next turn")
def not_on_their_own_turn(_now: Situation, player: Player) -> Truth:
    """A player who gets an extra turn in another player's turn takes it immediately before their own next turn."""
    return not_(player.is_active)


@variant_of(not_on_their_own_turn)
def without_a_turn_marker(_now: Situation, player: Player) -> Truth:
    """A player with no turn marker at the start of an extra turn takes that turn immediately before their next turn."""
    return not_(player.turn_marker)


@answers("extra-turn", "When does this player take an extra turn “after this one” in a Grand Melee game?",
         "player", "rules ask extra-turn p1 --fact p1.turn_marker=no")  # fmt: skip
def _extra_turn(now: Situation, asked: QuestionArguments) -> DerivedValue:
    later_on = now.rule("extra-turn-later", asked.named_player(now))
    if later_on.value:
        return DerivedValue("before-next-turn", later_on)
    return DerivedValue("after-this-turn", not_(later_on))


def _in_emperor(now: Situation, *_asked: Object | Player) -> Truth:
    return now.game.variant == "emperor"


def _next_to(now: Situation, creature: Object, defender: Object | Player, *, battles: bool = False) -> Truth:
    """Yes if a creature's controller sits next to the defender, or to the controller or protector of the defender."""
    mine = now.player(creature.controller.value or "")
    if mine is None:
        return unstated(creature.controller.fact)
    if isinstance(defender, Object):
        whose = defender.protector if battles and defender.has_type("battle").value else defender.controller
        if (other := now.player(whose.value or "")) is None:
            return unstated(whose.fact)
    else:
        other = defender
    is_next = seat_distance(now, mine, other) == 1
    return constant(is_next, "{player} and {other} sit next to each other", player=mine, other=other)


@requires("can-attack", "attacking-the-next", "{defender} sits immediately next to who controls {creature}",
          where=_in_emperor)  # fmt: skip
def opponents_seated_next(now: Situation, creature: Object, defender: Object | Player) -> Truth:
    """A player can attack only an opponent seated immediately next to them."""
    return _next_to(now, creature, defender)


@variant_of(
    opponents_seated_next,
    claim="{defender}, or who controls or protects it, sits immediately next to who controls {creature}",
)
def opponents_seated_next_with_permanents(now: Situation, creature: Object, defender: Object | Player) -> Truth:
    """A player can attack only an opponent next to them, or a planeswalker or battle of that opponent."""
    return _next_to(now, creature, defender, battles=True)


@defines("range-in-emperor", "the range of influence is 2 for emperors and 1 for generals")
def two_and_one(_now: Situation, _player: Player, is_emperor: bool, _distances: list[int]) -> int:
    """The range of influence is limited to 2 for emperors and 1 for generals."""
    return 2 if is_emperor else 1


@defines("range-in-larger-teams", "the range of {player} lets opposing generals begin within it: so many")
def least_that_reaches_generals(_now: Situation, _player: Player, is_emperor: bool, distances: list[int]) -> int:
    """A general begins with the least range that reaches an opposing general. An emperor must reach two generals."""
    return distances[1 if is_emperor else 0]


def _is_emperor(steps: Derivation, player: Player) -> bool:
    return steps.assume_false(player.emperor, "{player} is no emperor", player=player)


def _range_of(steps: Derivation, player: Player) -> int | None:
    """Return the range of influence of a player in an Emperor game, or None if a fact is missing."""
    now = steps.now
    generals = [each for each in player.opponents if not _is_emperor(steps, each)]
    distances = sorted(seats for each in generals if (seats := seat_distance(now, player, each)) is not None)
    emperor = _is_emperor(steps, player)
    # A team counts as three players unless more are stated (809.1).
    if len(player.teammates) <= 2:
        return steps.apply_rule_or(None, "range-in-emperor", player, emperor, distances)
    if len(distances) <= emperor:
        steps.note_missing(player, "team")
        return None
    return steps.apply_rule_or(None, "range-in-larger-teams", player, emperor, distances)


@answers("emperor-range", "What range of influence has this player in an Emperor game, as they are seated?",
         "player", "rules ask emperor-range p1 -f situation.yaml")  # fmt: skip
def _emperor_range(now: Situation, asked: QuestionArguments) -> DerivedValue:
    steps = Derivation(now)
    return steps.result(_range_of(steps, asked.named_player(now)))


@requires("legal-seating", "emperors-apart",
          "no emperor begins within the range of influence of another emperor", where=_in_emperor)  # fmt: skip
def no_emperor_in_range_of_another(now: Situation, *_asked: Player) -> Truth:
    """No emperor begins the game within the range of influence of another emperor."""
    steps = Derivation(now)
    emperors = [each for each in now.players if _is_emperor(steps, each)]
    ranges = {each.id: _range_of(steps, each) for each in emperors}
    near = [(seat_distance(now, one, other) or 0) <= (ranges[one.id] or 0) for one, other in permutations(emperors, 2)]
    return steps.conclude(not any(near), "each emperor is out of the range of every other")


@requires("legal-seating", "teams-alternate", "no one sits next to a teammate, and each team is equally spaced out",
          where=lambda now, *_asked: now.game.variant == "alternating-teams")  # fmt: skip
def spaced_out_equally(now: Situation, *_asked: Player) -> Truth:
    """Players are seated so that no one is next to a teammate and each team is equally spaced out."""
    missing = [unstated(f"{each.path}.team") for each in now.players if "team" not in each.stated]
    teams = [each.stated.get("team") for each in now.players]
    apart = [_seats_apart(teams, team) for team in dict.fromkeys(teams)]
    equal = constant(all(len(set(gaps)) == 1 for gaps in apart), "each team is equally spaced out")
    alone = constant(all(1 not in gaps for gaps in apart), "no one is next to a teammate")
    return all_of(*missing, equal, alone)


def _seats_apart(teams: list[str | None], team: str | None) -> list[int]:
    """Return the number of seats from each player of a team to the next player of the team."""
    places = [place for place, each in enumerate(teams) if each == team]
    return [(after - place - 1) % len(teams) + 1 for place, after in zip(places, [*places[1:], places[0]], strict=True)]


@answers("legal-seating", "Are the players seated as they should be in an Emperor or Alternating Teams game?",
         "nothing", "rules ask legal-seating -f situation.yaml")  # fmt: skip
def _legal_seating(now: Situation, _asked: QuestionArguments) -> Truth:
    if not now.players:
        return unknown("players", "not stated: who plays")
    first = now.players[0]
    return is_permitted(now, "legal-seating", "other", first, first)
