"""What players are told to do: whether they can choose it, how much they do, whether it pays a cost."""

from __future__ import annotations

from kb.rulings.encoded.turn import player_asked
from kb.rulings.logic import Claim, Truth, all_of, any_of, every, not_, some, stated, unknown
from kb.rulings.qualities import described, fits
from kb.rulings.questions import Asked, Question
from kb.rulings.registry import defines, encodes, variant_of
from kb.rulings.situation import Object, Player, Situation
from kb.rulings.steps import Steps, Valued
from kb.rulings.terms import Number
from kb.rulings.vocabulary import Event
from kb.tongue import later

_FROM_LIBRARY = ("mill", "draw")
_ALWAYS = ("gain-life", "create")


def _instructed(now: Situation, player: Player) -> Event | None:
    """What a player is told to do: the first that is stated of what happens, unless it lists other players."""
    for event in now.proposed.events:
        players = [name for name in event.things if now.player(name) is not None]
        if not players or player.id in players:
            return event  # type: ignore[no-any-return]
    return None


def _listed(player: Player, event: Event) -> list[Object]:
    """The objects with which it is to be done, where they are listed."""
    return [each for name in event.things if (each := player.now.object(name)) is not None]


# --- with what it can be done --------------------------------------------------------------------------------


def _suits(player: Player, thing: Object, event: Event) -> Truth:
    """Whether a player can do it with an object."""
    happens, phrase = event.happens.value, event.quality.value
    stays = not_(thing.changed_zones) if "changed_zones" in thing.given else stated(True)
    if happens == "discard":
        card = stated(True) if phrase is None else described(thing, phrase, player)
        return all_of(thing.zone == "hand", player.owns(thing), stays, card)
    asks = stated(True) if phrase is None else fits(thing, phrase, Object("you", player.now, {"controller": player.id}))
    if happens in ("sacrifice", "tap", "untap"):
        status = {"tap": not_(thing.tapped), "untap": thing.tapped}.get(happens, stated(True))
        barred = some(each.in_force for each in player.now.effects_that("cant", "be-sacrificed", thing))
        return all_of(thing.is_permanent, player.controls(thing), asks, status, stays, not_(barred))
    there = thing.zone != "battlefield" if happens == "enter" else stated(True)
    return all_of(asks, there, stays, stated(bool(_listed(player, event)) or phrase is not None))


def _means(player: Player, event: Event) -> list[Truth]:
    """The objects with which a player can do it, or may be able to."""
    return [_suits(player, thing, event) for thing in _listed(player, event) or player.now.objects]


def _zone(event: Event) -> str:
    return "hand" if event.happens.value == "discard" else "battlefield"


def _stock(player: Player, event: Event) -> Number | None:
    """How many cards there are that it can be done with, where it is done with any of a library or hand."""
    if event.happens.value in _FROM_LIBRARY:
        return player.library
    any_card = not _listed(player, event) and event.quality.value is None
    return player.hand if event.happens.value == "discard" and any_card else None


def _enough(player: Player, event: Event) -> Truth:
    """Whether a player has enough to do all of it."""
    if event.happens.value in _ALWAYS:
        return stated(True)
    if event.happens.value == "lose-life":
        return player.now.rule("paying-life", player, event.amount)
    stock = _stock(player, event)
    return stock >= event.amount if stock is not None else _enough_objects(player, event)


def _enough_objects(player: Player, event: Event) -> Truth:
    """Whether there are as many objects as it is to be done with."""
    means = _means(player, event)
    least = _wanted(player, event)
    sure, possible = [each for each in means if each.value], [each for each in means if each.value is not False]
    if len(possible) >= least:
        return every(sure if len(sure) >= least else possible)
    if _listed(player, event) or _zone(event) in player.now.closed:
        return all_of(stated(False), *means)
    return unknown("closed", later("whether {player} has anything else to do it with"), player=player)


def _wanted(player: Player, event: Event) -> int:
    """With how many objects it is to be done."""
    return len(_listed(player, event)) or int(event.amount.low)


def _barred(now: Situation, player: Player, event: Event) -> Truth:
    """Whether an effect says that the player can't do it."""
    return some(each.in_force for each in now.effects_that("cant", event.happens.value or "", player))


def _unstated(now: Situation) -> Truth:
    path = f"{now.proposed.path}.events"
    return unknown(path, later("not stated: {path}"), path=path)


# --- choosing to do it ---------------------------------------------------------------------------------------


@encodes("possible-options", claim=later("{player} can do it, so that it can be chosen"))
def only_what_is_possible(now: Situation, player: Player, event: Event) -> Truth:
    """A player can't choose an option that's illegal or impossible."""
    return all_of(_enough(player, event), not_(_barred(now, player, event)))


@variant_of(only_what_is_possible)
def what_is_possible_and_drawing(now: Situation, player: Player, event: Event) -> Truth:
    """A player can't choose an option that's illegal or impossible; to draw from an empty library isn't impossible."""
    draws = stated(event.happens.value == "draw")
    return all_of(any_of(draws, _enough(player, event)), not_(_barred(now, player, event)))


def _can_choose_to(now: Situation, asked: Asked) -> Truth:
    player = player_asked(now, asked)
    event = _instructed(now, player)
    if event is None or event.happens.value is None:
        return _unstated(now) if event is None else event.happens == "draw"
    return now.rule("possible-options", player, event)


CAN_CHOOSE_TO = Question(
    "can-choose-to",
    later("Can this player choose to do what is proposed, where an effect offers that?"),
    "player",
    _can_choose_to,
    "rules ask can-choose-to p1 -f situation.yaml",
)


# --- doing as much as possible -------------------------------------------------------------------------------


@defines("as-much-as-possible", claim=later("{player} does only as much as possible"))
def no_more_than_there_is(now: Situation, player: Player, event: Event) -> Number:
    """If an effect attempts to do something impossible, it does only as much as possible."""
    if event.happens.value in (*_ALWAYS, "lose-life"):
        return event.amount
    stock = _stock(player, event)
    if stock is not None:
        return _least(event.amount, stock)
    means, wanted = _means(player, event), _wanted(player, event)
    sure = sum(each.value is True for each in means)
    others = any(each.value is None for each in means) or not (_listed(player, event) or _zone(event) in now.closed)
    if sure < wanted and others:
        return Number(sure, wanted, ("closed",), "", None)
    return Number.of(min(sure, wanted))


def _least(one: Number, two: Number) -> Number:
    """The less of two numbers."""
    if one.high <= two.low:
        return one
    return two if two.high <= one.low else Number(
        min(one.low, two.low), min(one.high, two.high), (*one.facts, *two.facts), one.label, one.it,
        open_facts=(*one.open, *two.open), shift=None,
    )  # fmt: skip


def _does_as_much(now: Situation, asked: Asked) -> Valued:
    player, steps = player_asked(now, asked), Steps(now)
    event = _instructed(now, player)
    if event is None or steps.read(event.happens) is None:
        if event is None:
            steps.missing(now.proposed, "events")
        return steps.valued(None)
    found: Number = steps.rule("as-much-as-possible", player, event)
    return steps.valued(steps.read(found))


DOES_AS_MUCH = Question(
    "does-as-much",
    later("How much of what is proposed does this player do, where not all of it may be possible?"),
    "player",
    _does_as_much,
    "rules ask does-as-much p1 -f situation.yaml",
)


# --- paying a cost with it -----------------------------------------------------------------------------------


@encodes("resolution-cost", claim=later("{player} pays the cost: they can, and choose to where it is optional"))
def chosen_or_begun_whatever_occurs(now: Situation, player: Player, event: Event) -> Truth:
    """What "if a player does" asks: whether they chose to pay an optional cost, or started to pay a mandatory one."""
    agrees = now.proposed.agrees if "agrees" in now.proposed.given else stated(True)
    return all_of(agrees, now.rule("possible-options", player, event))


@encodes("modified-cost", claim=later("effects modify what {player} does to pay; the cost has still been paid"))
def still_paid_if_modified(now: Situation, player: Player, event: Event) -> Truth:
    """The actions performed when paying a cost may be modified by effects; even so, the cost has been paid."""
    happens = event.happens.value or ""
    things: list[Object | Player] = [*_listed(player, event)] or [player]
    return some(
        each.in_force
        for says in ("replaces", "prevents")
        for thing in things
        for each in now.effects_that(says, happens, thing)
    )


def _cost_paid(now: Situation, asked: Asked) -> Truth:
    player = player_asked(now, asked)
    event = _instructed(now, player)
    if event is None or event.happens.value is None:
        return _unstated(now) if event is None else event.happens == "draw"
    paid = now.rule("resolution-cost", player, event)
    rule = now.law.rule("modified-cost")
    if rule is None or now.rule("modified-cost", player, event).value is not True:
        return paid
    return paid.by(rule, Claim(rule.claim, (("player", player),)))


COST_PAID = Question(
    "cost-paid",
    later("If this player is to pay a cost by what is proposed, has it been paid: is it so that they “do”?"),
    "player",
    _cost_paid,
    "rules ask cost-paid p1 -f situation.yaml",
)
