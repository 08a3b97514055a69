"""Instructions to players: possible choices (608.2d), doing as much as possible (609.3), payment (118.11, 118.12)."""

from __future__ import annotations

from kb.rulings.encoded.damage.protecting_effects import cannot_happen, draws_left
from kb.rulings.engine.card_phrases import matches_phrase, phrase_picks
from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import defines, encodes, variant_of
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Claim, Truth, all_of, any_of, constant, every, not_, some, unknown, unstated
from kb.rulings.situation.situation import Object, Player, Situation
from kb.rulings.situation.vocabulary import GameEvent

_FROM_LIBRARY = ("mill", "draw")
_ALWAYS = ("gain-life", "create")


def _instruction_to(now: Situation, player: Player) -> GameEvent | None:
    """Return a player's instruction: the first proposed event that names this player, or that names no player."""
    for event in now.proposed.events:
        players = [name for name in event.things if now.player(name) is not None]
        if not players or player.id in players:
            return event  # type: ignore[no-any-return]
    return None


def _listed(player: Player, event: GameEvent) -> list[Object]:
    """Return the objects that an event lists."""
    return [each for name in event.things if (each := player.now.object(name)) is not None]


# --- objects and cards ----------------------------------------------------------------------------------------


def _can_be_used(player: Player, thing: Object, event: GameEvent) -> Truth:
    """Yes if a player can follow the instruction with an object."""
    happens, phrase = event.happens.value, event.quality.value
    has_stayed = not_(thing.changed_zones) if "changed_zones" in thing.stated else constant(True)
    barred = cannot_happen(player.now, happens or "", thing, player.now.proposed.timestamp)
    if happens == "discard":
        is_such = constant(True) if phrase is None else matches_phrase(thing, phrase, player)
        return all_of(thing.zone == "hand", player.owns(thing), has_stayed, is_such, not_(barred))
    you = Object("you", player.now, {"controller": player.id})
    fitting = constant(True) if phrase is None else phrase_picks(thing, phrase, you)
    if happens in ("sacrifice", "tap", "untap"):
        status = {"tap": not_(thing.tapped), "untap": thing.tapped}.get(happens, constant(True))
        return all_of(thing.is_permanent, player.controls(thing), fitting, status, has_stayed, not_(barred))
    there = thing.zone != "battlefield" if happens == "enter" else constant(True)
    such = constant(bool(_listed(player, event)) or phrase is not None)
    return all_of(fitting, there, has_stayed, not_(barred), such)


def _usable_objects(player: Player, event: GameEvent) -> list[Truth]:
    """Return whether the instruction can use each listed object. If no object is listed, check all objects."""
    return [_can_be_used(player, thing, event) for thing in _listed(player, event) or player.now.objects]


def _zone(event: GameEvent) -> str:
    return "hand" if event.happens.value == "discard" else "battlefield"


def _number_of_cards(player: Player, event: GameEvent) -> NumberValue | None:
    """Return the library's size if cards are drawn or milled, the hand's if any card may be discarded, else None."""
    if event.happens.value in _FROM_LIBRARY:
        return player.library
    any_card = not _listed(player, event) and event.quality.value is None
    return player.hand if event.happens.value == "discard" and any_card else None


def _has_enough(player: Player, event: GameEvent) -> Truth:
    """Yes if a player has enough to follow the whole instruction."""
    if event.happens.value in _ALWAYS:
        return constant(True)
    if event.happens.value == "lose-life":
        return player.now.rule("paying-life", player, event.amount)
    cards = _number_of_cards(player, event)
    return cards >= event.amount if cards is not None else _has_enough_objects(player, event)


def _has_enough_objects(player: Player, event: GameEvent) -> Truth:
    """Yes if a player can use as many objects as the instruction takes."""
    usable, least = _usable_objects(player, event), _number_of_objects(player, event)
    sure, possible = [each for each in usable if each.value], [each for each in usable if each.value is not False]
    if len(possible) >= least:
        return every(sure if len(sure) >= least else possible)
    if _listed(player, event) or _zone(event) in player.now.closed:
        return all_of(constant(False), *usable)
    return unknown("closed", "whether {player} has anything else to do it with", player=player)


def _number_of_objects(player: Player, event: GameEvent) -> int:
    """Return the number of objects that the instruction takes."""
    return len(_listed(player, event)) or int(event.amount.low)


def _forbidden(now: Situation, player: Player, event: GameEvent) -> Truth:
    """Yes if an effect says that the player can't follow the instruction."""
    return cannot_happen(now, event.happens.value or "", player, now.proposed.timestamp)


# --- choices --------------------------------------------------------------------------------------------------


@encodes("possible-options", "{player} can do it, so that it can be chosen")
def only_what_is_possible(now: Situation, player: Player, event: GameEvent) -> Truth:
    """A player can't choose an option that's illegal or impossible."""
    return all_of(_has_enough(player, event), not_(_forbidden(now, player, event)))


@variant_of(only_what_is_possible)
def what_is_possible_and_drawing(now: Situation, player: Player, event: GameEvent) -> Truth:
    """A player can't choose an illegal or impossible option. Drawing from an empty library isn't impossible."""
    draws = constant(event.happens.value == "draw")
    return all_of(any_of(draws, _has_enough(player, event)), not_(_forbidden(now, player, event)))


@answers("can-choose-to", "Can this player choose to do what is proposed, where an effect offers that?", "player",
         "rules ask can-choose-to p1 -f situation.yaml")  # fmt: skip
def can_choose_to(now: Situation, asked: QuestionArguments) -> Truth:
    player = asked.named_player(now)
    event = _instruction_to(now, player)
    if event is None:
        return unstated("proposed.events")
    if event.happens.value is None:
        return event.happens == "draw"
    return now.rule("possible-options", player, event)


# --- doing as much as possible --------------------------------------------------------------------------------


@defines("as-much-as-possible", "{player} does only as much as possible")
def no_more_than_there_is(now: Situation, player: Player, event: GameEvent) -> NumberValue:
    """If an effect attempts to do something impossible, the effect does only as much as possible."""
    if (forbidden := _forbidden(now, player, event)).value is not False:
        return NumberValue(0, 0 if forbidden.value else event.amount.high, ("effects",), "", None, reasons=(forbidden,))
    if event.happens.value in (*_ALWAYS, "lose-life"):
        return event.amount
    cards = _number_of_cards(player, event)
    if cards is not None:
        most = _smaller(cards, draws_left(now, player)) if event.happens.value == "draw" else cards
        return _smaller(event.amount, most)
    usable, wanted = _usable_objects(player, event), _number_of_objects(player, event)
    sure = sum(each.value is True for each in usable)
    others = any(each.value is None for each in usable) or not (_listed(player, event) or _zone(event) in now.closed)
    if sure < wanted and others:
        return NumberValue(sure, wanted, ("closed",), "", None)
    return NumberValue.exactly(min(sure, wanted))


def _smaller(one: NumberValue, two: NumberValue) -> NumberValue:
    """Return the smaller of two numbers."""
    if one.high <= two.low:
        return one
    return two if two.high <= one.low else NumberValue(
        min(one.low, two.low), min(one.high, two.high), (*one.facts, *two.facts), one.label, one.it,
        open_facts=(*one.open_facts, *two.open_facts), shift=None,
    )  # fmt: skip


@answers("does-as-much", "How much of what is proposed does this player do, where not all of it may be possible?",
         "player", "rules ask does-as-much p1 -f situation.yaml")  # fmt: skip
def does_as_much(now: Situation, asked: QuestionArguments) -> DerivedValue:
    player, steps = asked.named_player(now), Derivation(now)
    event = _instruction_to(now, player)
    if event is None or steps.read_value(event.happens) is None:
        if event is None:
            steps.note_missing(now.proposed, "events")
        return steps.result(None)
    found: NumberValue = steps.apply_rule("as-much-as-possible", player, event)
    return steps.result(steps.read_value(found))


# --- costs ----------------------------------------------------------------------------------------------------


@encodes("resolution-cost", "{player} pays the cost: they can, and choose to where it is optional")
def chosen_or_begun_whatever_occurs(now: Situation, player: Player, event: GameEvent) -> Truth:
    """“If a player does” is true if the player chose to pay an optional cost or began to pay a mandatory cost."""
    agrees = now.proposed.agrees if "agrees" in now.proposed.stated else constant(True)
    return all_of(agrees, now.rule("possible-options", player, event))


@encodes("modified-cost", "effects modify what {player} does to pay; the cost has still been paid")
def still_paid_if_modified(now: Situation, player: Player, event: GameEvent) -> Truth:
    """Effects may modify the actions by which a player pays a cost. Even then, the cost has been paid."""
    happens = event.happens.value or ""
    things: list[Object | Player] = [*_listed(player, event)] or [player]
    return some(
        each.in_force
        for says in ("replaces", "prevents")
        for thing in things
        for each in now.effects_matching(says, happens, thing)
    )


@answers("cost-paid", "If this player is to pay a cost by what is proposed, has it been paid: is it so that they “do”?",
         "player", "rules ask cost-paid p1 -f situation.yaml")  # fmt: skip
def cost_paid(now: Situation, asked: QuestionArguments) -> Truth:
    player = asked.named_player(now)
    event = _instruction_to(now, player)
    if event is None:
        return unstated("proposed.events")
    if event.happens.value is None:
        return event.happens == "draw"
    paid = now.rule("resolution-cost", player, event)
    rule = now.law.rule("modified-cost")
    if rule is None or now.rule("modified-cost", player, event).value is not True:
        return paid
    return paid.attributed_to(rule, Claim(rule.claim, (("player", player),)))
