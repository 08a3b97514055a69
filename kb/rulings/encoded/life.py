"""Paying, gaining and losing life; drawing cards where a player may choose to (118.3, 119, 121)."""

from __future__ import annotations

from kb.rulings.encoded.losses import of_the_team
from kb.rulings.encoded.turn import player_asked
from kb.rulings.logic import Truth, all_of, any_of, every, not_, some, stated
from kb.rulings.questions import Asked, Question, permitted
from kb.rulings.registry import encodes, variant_of
from kb.rulings.situation import Player, Situation
from kb.rulings.terms import Number
from kb.tongue import later

Amount = Number | int


@encodes(
    "paying-life",
    claim=later("the life total of {player} is at least what is to be paid"),
    question="can-pay-life",
    role="requires",
    where=lambda now, _player, _amount: now.game.variant != "two-headed-giant",
)
def life_at_least_that_much(_now: Situation, player: Player, amount: Amount) -> Truth:
    """A player may pay life only if their life total is greater than or equal to the amount."""
    return player.life >= amount


@variant_of(life_at_least_that_much)
def life_at_least_that_much_or_nothing_to_pay(_now: Situation, player: Player, amount: Amount) -> Truth:
    """An amount greater than 0 can be paid only if their life total is greater than or equal to it."""
    return any_of(_nothing(amount), player.life >= amount)


def _nothing(amount: Amount) -> Truth:
    return amount <= 0 if isinstance(amount, Number) else stated(amount <= 0)


@encodes(
    "paying-life-as-a-team",
    claim=later("the life total of the team of {player} is at least what is to be paid"),
    question="can-pay-life",
    role="requires",
    where=lambda now, _player, _amount: now.game.variant == "two-headed-giant",
)
def team_life_at_least_that_much(_now: Situation, player: Player, amount: Amount) -> Truth:
    """In Two-Headed Giant, the team's life total must be at least what both members pay together."""
    return any_of(_nothing(amount), of_the_team((player, *player.teammates), "life") >= amount)


@encodes("paying-no-life", claim=later("{player} can always pay 0 life"))
def zero_can_always_be_paid(_now: Situation, _player: Player, amount: Amount) -> Truth:
    """Players can always pay 0 life, whatever their life total is and even if they can't pay life."""
    return _nothing(amount)


@encodes(
    "cant-lose-life-cant-pay",
    claim=later("an effect says that {player} can't lose life"),
    question="can-pay-life",
    role="forbids",
)
def no_paying_without_losing(now: Situation, player: Player, _amount: Amount) -> Truth:
    """A cost that has a player who can't lose life pay life can't be paid."""
    return some(each.in_force for each in now.effects_that("cant", "lose-life", player))


def can_pay(now: Situation, player: Player, amount: Amount) -> Truth:
    """Whether a player can pay an amount of life."""
    by_rules = permitted(now, "can-pay-life", "other", player, player, amount)
    nothing = now.rule("paying-no-life", player, amount)
    return any_of(nothing, by_rules) if nothing.value is not False else by_rules


CAN_PAY_LIFE = Question(
    "can-pay-life",
    later("Can this player pay the proposed amount of life?"),
    "player",
    lambda now, asked: can_pay(now, player_asked(now, asked), now.proposed.life),
    "rules ask can-pay-life p1 --fact p1.life=1 --fact proposed.life=2",
)


@encodes(
    "paying-mana", claim=later("{player} has the mana that is to be paid"), question="can-pay-mana", role="requires"
)
def mana_from_the_pool(now: Situation, player: Player) -> Truth:
    """Paying mana is removing it from the mana pool: it has to be there, of each type; no mana can always be paid."""
    to_pay = now.proposed.pays
    return every(player.mana[kind] >= count for kind, count in to_pay.stated.items() if count)


CAN_PAY_MANA = Question(
    "can-pay-mana",
    later("Has this player the mana in the mana pool that is to be paid, by type?"),
    "player",
    lambda now, asked: permitted(now, "can-pay-mana", "other", player_asked(now, asked), player_asked(now, asked)),
    "rules ask can-pay-mana p1 --fact p1.mana.red=1 --fact proposed.pays.red=2",
)


@encodes(
    "exchange-without-gaining",
    claim=later("the life total of {player} would become higher, which an effect says it can't"),
    question="can-exchange-life",
    role="forbids",
)
def no_exchange_that_gains(now: Situation, player: Player, other: Player) -> Truth:
    """A player who can't gain life can't make an exchange by which their life total would become higher."""
    return any_of(_becomes_more(now, player, other), _becomes_more(now, other, player))


@encodes(
    "exchange-without-losing",
    claim=later("the life total of {player} would become lower, which an effect says it can't"),
    question="can-exchange-life",
    role="forbids",
)
def no_exchange_that_loses(now: Situation, player: Player, other: Player) -> Truth:
    """A player who can't lose life can't make an exchange by which their life total would become lower."""
    return any_of(_becomes_less(now, player, other), _becomes_less(now, other, player))


def _becomes_more(now: Situation, player: Player, other: Player) -> Truth:
    bars = some(each.in_force for each in now.effects_that("cant", "gain-life", player))
    return all_of(bars, other.life > player.life)


def _becomes_less(now: Situation, player: Player, other: Player) -> Truth:
    bars = some(each.in_force for each in now.effects_that("cant", "lose-life", player))
    return all_of(bars, other.life < player.life)


def _can_exchange_life(now: Situation, asked: Asked) -> Truth:
    first = player_asked(now, asked)
    named = now.player(asked.things[1]) if len(asked.things) > 1 else None
    second = named or next((each for each in now.players if each.id != first.id), first)
    return permitted(now, "can-exchange-life", "other", first, first, second)


CAN_EXCHANGE_LIFE = Question(
    "can-exchange-life",
    later("Can these two players exchange their life totals?"),
    "player",
    _can_exchange_life,
    "rules ask can-exchange-life p1 p2 -f situation.yaml",
)


# --- drawing -------------------------------------------------------------------------------------------------


@encodes(
    "choosing-to-draw",
    claim=later("no effect says that {player} can't draw cards; an empty library doesn't matter"),
    question="can-choose-to-draw",
    role="requires",
)
def even_from_an_empty_library(_now: Situation, _player: Player) -> Truth:
    """A player may choose to draw from an empty library."""
    return stated(True)


@variant_of(even_from_an_empty_library)
def unless_an_effect_says_they_cant(now: Situation, player: Player) -> Truth:
    """A player may choose to draw from an empty library, but not if an effect says that they can't draw cards."""
    return not_(some(each.in_force for each in now.effects_that("cant", "draw", player)))


@encodes(
    "drawing-limit",
    claim=later("{player} has drawn as many cards this turn as an effect lets them draw"),
    question="can-choose-to-draw",
    role="forbids",
    where=lambda now, player: stated(any(now.effects_that("at-most", "draw", player))),
)
def as_many_as_allowed(now: Situation, player: Player) -> Truth:
    """Who can't draw more than one card each turn can't choose to draw once that many have been drawn."""
    return some(
        all_of(each.in_force, player.cards_drawn >= each.amount) for each in now.effects_that("at-most", "draw", player)
    )


def _can_choose_to_draw(now: Situation, asked: Asked) -> Truth:
    player = player_asked(now, asked)
    return permitted(now, "can-choose-to-draw", "other", player, player)


CAN_CHOOSE_TO_DRAW = Question(
    "can-choose-to-draw",
    later("Can a player choose that this player draws a card, where an effect offers that?"),
    "player",
    _can_choose_to_draw,
    "rules ask can-choose-to-draw p1 --fact p1.library=0",
)
