"""Paying life and mana, exchanging life totals, choosing to draw cards (118.3, 119, 121)."""

from __future__ import annotations

from kb.rulings.encoded.life.player_loss import team_total
from kb.rulings.engine.questions import Question, QuestionArguments, answers, is_permitted
from kb.rulings.law.rule_registry import encodes, forbids, requires, variant_of
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Truth, all_of, any_of, constant, every, not_, some
from kb.rulings.situation.situation import Player, Situation

LifeAmount = NumberValue | int


@requires("can-pay-life", "paying-life", "the life total of {player} is at least what is to be paid",
          where=lambda now, _player, _amount: now.game.variant != "two-headed-giant")  # fmt: skip
def life_at_least_that_much(_now: Situation, player: Player, amount: LifeAmount) -> Truth:
    """A player may pay life only if their life total is greater than or equal to the amount."""
    return player.life >= amount


@variant_of(life_at_least_that_much)
def life_at_least_that_much_or_nothing_to_pay(_now: Situation, player: Player, amount: LifeAmount) -> Truth:
    """A player may pay more than 0 life only if their life total is greater than or equal to the amount."""
    return any_of(_is_nothing(amount), player.life >= amount)


def _is_nothing(amount: LifeAmount) -> Truth:
    return amount <= 0 if isinstance(amount, NumberValue) else constant(amount <= 0)


@requires("can-pay-life", "paying-life-as-a-team",
          "the life total of the team of {player} is at least what is to be paid",
          where=lambda now, _player, _amount: now.game.variant == "two-headed-giant")  # fmt: skip
def team_life_at_least_that_much(_now: Situation, player: Player, amount: LifeAmount) -> Truth:
    """In Two-Headed Giant, the team's life total must be at least the life that both members pay together."""
    return any_of(_is_nothing(amount), team_total((player, *player.teammates), "life") >= amount)


@encodes("paying-no-life", "{player} can always pay 0 life")
def zero_can_always_be_paid(_now: Situation, _player: Player, amount: LifeAmount) -> Truth:
    """Players can always pay 0 life, whatever their life total is, and even if an effect forbids paying life."""
    return _is_nothing(amount)


@forbids("can-pay-life", "cant-lose-life-cant-pay", "an effect says that {player} can't lose life")
def no_paying_without_losing(now: Situation, player: Player, _amount: LifeAmount) -> Truth:
    """A player who can't lose life can't pay a cost that includes paying life."""
    return _cant(now, "lose-life", player)


def can_pay_life(now: Situation, player: Player, amount: LifeAmount) -> Truth:
    """Yes if a player can pay an amount of life."""
    by_rules = is_permitted(now, "can-pay-life", "other", player, player, amount)
    nothing = now.rule("paying-no-life", player, amount)
    return any_of(nothing, by_rules) if nothing.value is not False else by_rules


CAN_PAY_LIFE = Question("can-pay-life", "Can this player pay the proposed amount of life?", "player",
                        lambda now, asked: can_pay_life(now, asked.named_player(now), now.proposed.life),
                        "rules ask can-pay-life p1 --fact p1.life=1 --fact proposed.life=2")  # fmt: skip


@requires("can-pay-mana", "paying-mana", "{player} has the mana that is to be paid")
def mana_from_the_pool(now: Situation, player: Player) -> Truth:
    """To pay mana, a player removes it from their mana pool. The pool must hold enough mana of each type."""
    to_pay = now.proposed.pays
    return every(player.mana[kind] >= count for kind, count in to_pay.counts.items() if count)


@answers("can-pay-mana", "Has this player the mana in the mana pool that is to be paid, by type?", "player",
         "rules ask can-pay-mana p1 --fact p1.mana.red=1 --fact proposed.pays.red=2")  # fmt: skip
def can_pay_mana(now: Situation, asked: QuestionArguments) -> Truth:
    player = asked.named_player(now)
    return is_permitted(now, "can-pay-mana", "other", player, player)


@forbids("can-exchange-life", "exchange-without-gaining",
         "the life total of {player} would become higher, which an effect says it can't")  # fmt: skip
def no_exchange_that_gains(now: Situation, player: Player, other: Player) -> Truth:
    """A player who can't gain life can't exchange life totals with a player whose life total is higher."""
    pairs = ((player, other), (other, player))
    return some(all_of(_cant(now, "gain-life", one), two.life > one.life) for one, two in pairs)


@forbids("can-exchange-life", "exchange-without-losing",
         "the life total of {player} would become lower, which an effect says it can't")  # fmt: skip
def no_exchange_that_loses(now: Situation, player: Player, other: Player) -> Truth:
    """A player who can't lose life can't exchange life totals with a player whose life total is lower."""
    pairs = ((player, other), (other, player))
    return some(all_of(_cant(now, "lose-life", one), two.life < one.life) for one, two in pairs)


def _cant(now: Situation, does: str, player: Player) -> Truth:
    """Yes if an effect says that a player can't do something."""
    return some(each.in_force for each in now.effects_matching("cant", does, player))


@answers("can-exchange-life", "Can these two players exchange their life totals?", "player",
         "rules ask can-exchange-life p1 p2 -f situation.yaml")  # fmt: skip
def can_exchange_life(now: Situation, asked: QuestionArguments) -> Truth:
    first = asked.named_player(now)
    named = now.player(asked.things[1]) if len(asked.things) > 1 else None
    second = named or next((each for each in now.players if each.id != first.id), first)
    return is_permitted(now, "can-exchange-life", "other", first, first, second)


@requires("can-choose-to-draw", "choosing-to-draw",
          "no effect says that {player} can't draw cards; an empty library doesn't matter")  # fmt: skip
def even_from_an_empty_library(_now: Situation, _player: Player) -> Truth:
    """A player may choose to draw from an empty library."""
    return constant(True)


@variant_of(even_from_an_empty_library)
def unless_an_effect_says_they_cant(now: Situation, player: Player) -> Truth:
    """A player may choose to draw from an empty library, unless an effect says that they can't draw cards."""
    return not_(_cant(now, "draw", player))


@forbids("can-choose-to-draw", "drawing-limit",
         "{player} has drawn as many cards this turn as an effect lets them draw",
         where=lambda now, player: constant(any(now.effects_matching("at-most", "draw", player))))  # fmt: skip
def as_many_as_allowed(now: Situation, player: Player) -> Truth:
    """If an effect limits how many cards a player can draw each turn, the player can't choose to draw more."""
    return some(
        all_of(each.in_force, player.cards_drawn >= each.amount)
        for each in now.effects_matching("at-most", "draw", player)
    )


@answers("can-choose-to-draw", "Can a player choose that this player draws a card, where an effect offers that?",
         "player", "rules ask can-choose-to-draw p1 --fact p1.library=0")  # fmt: skip
def can_choose_to_draw(now: Situation, asked: QuestionArguments) -> Truth:
    player = asked.named_player(now)
    return is_permitted(now, "can-choose-to-draw", "other", player, player)
