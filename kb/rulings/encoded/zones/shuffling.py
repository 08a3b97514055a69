"""Shuffling (701.24): whether a library is shuffled, and which objects are in the library or on top afterwards."""

from __future__ import annotations

from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import encodes, variant_of
from kb.rulings.logic.ternary import Truth, constant, not_, some
from kb.rulings.situation.situation import Object, Player, Situation


def _objects_shuffled_in(now: Situation) -> list[tuple[Object, Truth]]:
    """Return the objects to be shuffled into a library, each with a Truth: Yes if it is in the zone `shuffled_from`."""
    objects = [found for each in now.proposed.shuffled_in if (found := now.object(each)) is not None]
    return [(each, each.zone == now.proposed.shuffled_from) for each in objects]


@encodes("shuffling-objects-in", "an object is there to be shuffled into the library of {player}")
def not_without_any_of_them(now: Situation, _player: Player) -> Truth:
    """If no object to be shuffled into a library is in its expected zone, the library isn't shuffled."""
    return some(is_there for _thing, is_there in _objects_shuffled_in(now))


@variant_of(not_without_any_of_them, claim="the library of {player} is shuffled, whether objects are there or not")
def even_without_any_of_them(_now: Situation, _player: Player) -> Truth:
    """The library is shuffled even if no object is in its expected zone or all objects are moved elsewhere."""
    return constant(True)


@encodes("shuffling-a-set-in", "the library of {player} is shuffled, though nothing is shuffled into it")
def even_if_the_set_is_empty(now: Situation, _player: Player) -> Truth:
    """Shuffling a set of objects into a library shuffles the library even if there are no objects in the set."""
    return now.proposed.shuffled_in.is_empty


@encodes("shuffling-after-a-search", "instructions that refer to searching apply to {player} all the same")
def also_after_searching_a_portion(now: Situation, _player: Player) -> Truth:
    """If only a portion of a zone is searched, other instructions that refer to searching the zone still apply."""
    return now.proposed.then_shuffle


@encodes("shuffled-but-for-a-position", "{thing} is in its position in the library, which is shuffled")
def randomized_except_for_the_object(now: Situation, thing: Object) -> Truth:
    """If an object is put at a position in a library that is shuffled, only the other cards are randomized."""
    return now.proposed.on_top.contains(thing)


def _is_shuffled(now: Situation, player: Player) -> Truth:
    """Yes if a library is shuffled, with objects shuffled into it or after a search."""
    if now.proposed.shuffled_in.is_known:
        empty = now.rule("shuffling-a-set-in", player)
        return empty if empty.value else now.rule("shuffling-objects-in", player)
    if "search_portion" in now.proposed.stated and now.has_rule("shuffling-after-a-search").value:
        return now.rule("shuffling-after-a-search", player)
    return now.proposed.then_shuffle if "then_shuffle" in now.proposed.stated else now.proposed.shuffled_in.is_empty


@answers("shuffle", "Is this player's library shuffled, what is shuffled into it, and what is on top of it then?",
         "player", "rules ask shuffle p1 -f situation.yaml")  # fmt: skip
def _shuffle(now: Situation, asked: QuestionArguments) -> DerivedValue:
    player = asked.named_player(now)
    shuffled = _is_shuffled(now, player)
    if shuffled.value is False:
        return DerivedValue({"shuffled": False, "into": []}, not_(shuffled))
    steps = Derivation(now)
    steps.check(shuffled)
    into = [thing.id for thing, is_there in _objects_shuffled_in(now) if steps.check(is_there)]
    value: dict[str, object] = {"shuffled": True, "into": into}
    on_top = [now.object(each) for each in now.proposed.on_top]
    for thing in on_top:
        steps.apply_rule("shuffled-but-for-a-position", thing)
    if on_top:
        value["on_top"] = list(now.proposed.on_top)
    return steps.result(value)
