"""Shortcuts (731.2): the shortcuts that a player may suggest, and the end of a shortcut that other players shorten."""

from __future__ import annotations

from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import defines, encodes
from kb.rulings.logic.ternary import Truth, all_of, not_
from kb.rulings.situation.situation import Player, Situation


@encodes("suggesting-a-shortcut", "{player} may suggest the shortcut")
def without_conditions_to_where_somebody_has_priority(now: Situation, player: Player) -> Truth:
    """A player with priority may suggest a series of unconditional choices that ends where a player has priority."""
    return all_of(player.has_priority, not_(now.proposed.conditional), now.proposed.ends_with_priority)


@defines("shortening-a-shortcut", "each other player accepts the shortcut of {player} or names its new end")
def the_place_that_is_named(_now: Situation, _player: Player, places: tuple[str, ...], named: list[str]) -> str:
    """In turn order, each other player accepts the sequence of choices or names an earlier place as its end."""
    for place in named:
        if place in places:
            places = places[: places.index(place) + 1]
    return places[-1]


@answers("shortcut",
         "May this player suggest the proposed shortcut, and where does it end after the others have answered?",
         "player", "rules ask shortcut p1 --priority p1 --fact proposed.shortcut=[draw,upkeep]")  # fmt: skip
def _shortcut(now: Situation, asked: QuestionArguments) -> DerivedValue:
    player = asked.named_player(now)
    may = now.rule("suggesting-a-shortcut", player)
    steps = Derivation(now)
    places = steps.read_value(now.proposed.shortcut)
    own = now.players.index(player)
    others = (*now.players[own + 1 :], *now.players[:own])
    named = [str(steps.read_value(each.shortens_at)) for each in others if "shortens_at" in each.stated]
    end = steps.apply_rule("shortening-a-shortcut", player, places, named) if places else None
    return DerivedValue({"ends": end}, all_of(may, steps.truth))
