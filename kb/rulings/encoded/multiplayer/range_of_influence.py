"""The limited range of influence (801): players and objects within range, and choices among them."""

from __future__ import annotations

from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import defines, encodes, variant_of
from kb.rulings.logic.partial_values import INFINITY, NumberValue, WordValue
from kb.rulings.logic.ternary import Claim, Truth, all_of, any_of, constant, decided, every, not_, unstated
from kb.rulings.situation.situation import Object, Player, Situation

_FACT = "range_of_influence"


def is_range_limited(now: Situation) -> bool:
    """True if a range of influence is stated and the edition has the rule about it."""
    is_stated = _FACT in now.game.stated or any(_FACT in each.stated for each in now.players)
    return is_stated and now.law.rule("range-of-influence") is not None


def _range(now: Situation, player: Player) -> NumberValue:
    """Return the range of influence stated for a player or the whole game. If no range is limited, return infinity."""
    if not is_range_limited(now):
        return NumberValue.exactly(INFINITY)
    return player.range_of_influence if _FACT in player.stated else now.game.range_of_influence


def _is_seated(player: Player) -> Truth:
    return not_(any_of(player.lost, player.conceded))


@encodes("range-as-the-turn-began", "who is within the range of whom was determined as the turn began")
def as_each_turn_begins(_now: Situation, player: Player) -> Truth:
    """The particular players within each player's range of influence are determined as each turn begins."""
    return any_of(_is_seated(player), player.left_this_turn)


def seated_players(now: Situation) -> tuple[Player, ...]:
    """Return the players in the game. If the edition's rules say so, add those who left it this turn."""
    rule = now.law.rule("range-as-the-turn-began")
    counts = rule or (lambda _now, player: _is_seated(player))
    return tuple(each for each in now.players if counts(now, each).value is not False)


def seat_distance(now: Situation, one: Player, other: Player) -> int | None:
    """Return the number of seats from one player to another, the shorter way round, or None if a player has left."""
    order = [each.id for each in seated_players(now)]
    if one.id not in order or other.id not in order:
        return None
    apart = abs(order.index(one.id) - order.index(other.id))
    return min(apart, len(order) - apart)


def players_to_the_left(now: Situation, player: Player) -> tuple[Player, ...]:
    """Return the other players in turn order, starting to the left of `player`."""
    order = seated_players(now)
    place = next((number for number, each in enumerate(order) if each.id == player.id), 0)
    return tuple(each for each in (*order[place + 1 :], *order[:place]) if each.id != player.id)


@encodes("range-of-influence", "{other} is within the range of influence of {player}")
def within_that_many_seats(now: Situation, player: Player, other: Player) -> Truth:
    """A player's range of influence is a number of seats. It includes the players at most that many seats away."""
    seats = seat_distance(now, player, other)
    if seats is None:
        return constant(False, "{other} has left the game", other=other)
    return _range(now, player) >= seats


@encodes("own-range", "{player} is always within their own range of influence")
def oneself(_now: Situation, player: Player, other: Player) -> Truth:
    """A player is always within their own range of influence."""
    return constant(player.id == other.id)


@encodes("objects-in-range", "{thing} is within the range of influence of {player}, by who controls it")
def whose_controller_is_in_range(now: Situation, player: Player, thing: Object) -> Truth:
    """An object is within a player's range if that player, or a player within range, controls it."""
    return _role_in_range(now, player, thing, "controller")


@variant_of(whose_controller_is_in_range, claim="{thing} is within the range of influence of {player}, by whose it is")
def whose_controller_or_protector_is_in_range(now: Situation, player: Player, thing: Object) -> Truth:
    """An object is within range if its controller or, for a battle, its protector is within range."""
    battle = thing.has_type("battle") if "protector" in thing.stated else constant(False)
    protected = [all_of(battle, _role_in_range(now, player, thing, "protector"))] if battle.value is not False else []
    return any_of(_role_in_range(now, player, thing, "controller"), *protected)


def controller_or_owner(thing: Object) -> WordValue:
    """Return the controller of an object, or its owner in zones where objects have no controller (108.4)."""
    uncontrolled = thing.zone.value in ("library", "hand", "graveyard", "exile", "ante", "outside")
    return thing.owner if uncontrolled and "controller" not in thing.stated else thing.controller


def _role_in_range(now: Situation, player: Player, thing: Object, role: str) -> Truth:
    """Yes if an object's controller or protector is within range. `role` is "controller" or "protector"."""
    term = controller_or_owner(thing) if role == "controller" else thing.protector
    other = now.player(term.value or "")
    return unstated(term.fact) if other is None else is_in_range(now, player, other)


def is_in_range(now: Situation, player: Player, thing: Object | Player) -> Truth:
    """Yes if a player or an object is within a player's range of influence."""
    if isinstance(thing, Object):
        return now.rule("objects-in-range", player, thing)
    itself = now.rule("own-range", player, thing)
    return itself if itself.value else now.rule("range-of-influence", player, thing)


@answers("in-range", "Is that player or object within this player's range of influence?", "objects",
         "rules ask in-range p1 p2 -f situation.yaml")  # fmt: skip
def _in_range(now: Situation, asked: QuestionArguments) -> Truth:
    return is_in_range(now, asked.named_player(now), asked.thing(now, 1))


@answers("players-in-range", "Which players are within this player's range of influence?", "player",
         "rules ask players-in-range p1 -f situation.yaml")  # fmt: skip
def _players_in_range(now: Situation, asked: QuestionArguments) -> DerivedValue:
    player = asked.named_player(now)
    found = [(each, is_in_range(now, player, each)) for each in (player, *players_to_the_left(now, player))]
    known = every(decided(truth) for _each, truth in found)
    return DerivedValue([each.id for each, truth in found if truth.value], known)


@encodes("choosing-in-range", "{thing} is within the range of influence of {player}, who chooses")
def one_within_range(now: Situation, player: Player, thing: Object | Player) -> Truth:
    """A player who is asked to choose an object or player must choose an object or player within their range."""
    return is_in_range(now, player, thing)


@answers("can-choose-object",
         "Can this object or player be chosen by the player who is asked to, for that spell or ability?",
         "objects", "rules ask can-choose-object A p2 --by p1 -f situation.yaml")  # fmt: skip
def _can_choose_object(now: Situation, asked: QuestionArguments) -> Truth:
    source, thing = asked.object(now), asked.thing(now, 1)
    player = asked.player(now, source)
    if not is_range_limited(now):
        return all_of()
    controller = now.player(source.controller.value or "")
    of_controller = unstated(source.controller.fact) if controller is None else is_in_range(now, controller, thing)
    return all_of(now.rule("choosing-in-range", player, thing), of_controller)


@defines("chooser-out-of-range", "the closest appropriate player to the left of {player} makes the choice")
def closest_to_the_left(now: Situation, player: Player, appropriate: tuple[Player, ...]) -> list[str]:
    """If no player who can make a choice is within range, the closest appropriate player to the left chooses."""
    return [each.id for each in players_to_the_left(now, player) if each in appropriate][:1]


@answers("chooser", "Which opponents can make a choice that this spell or ability has an opponent make?",
         "object", "rules ask chooser A -f situation.yaml")  # fmt: skip
def _chooser(now: Situation, asked: QuestionArguments) -> DerivedValue:
    source = asked.object(now)
    player = now.player(source.controller.value or "")
    if player is None:
        return DerivedValue(None, unstated(source.controller.fact))
    appropriate = tuple(each for each in player.opponents if each in seated_players(now))
    limited = is_range_limited(now)
    found = [(each, is_in_range(now, player, each) if limited else constant(True)) for each in appropriate]
    inside = [each.id for each, truth in found if truth.value]
    known = every(decided(truth) for _each, truth in found)
    rule = now.law.rule("chooser-out-of-range")
    if inside or rule is None or known.value is not True:
        return DerivedValue(inside, known)
    reasons = known.attributed_to(rule, Claim(rule.claim, (("player", player),)))
    return DerivedValue(rule(now, player, appropriate), reasons)
