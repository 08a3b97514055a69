"""Mana costs and mana values (202.1, 202.3). Until 2021, a mana value was called a converted mana cost."""

from __future__ import annotations

from kb.rulings.engine.card_sides import Side
from kb.rulings.law.rule_registry import defines, encodes, variant_of
from kb.rulings.logic.ternary import Truth, any_of
from kb.rulings.situation.mana_cost import ManaSymbol, parse_mana_cost
from kb.rulings.situation.situation import Object, Situation

NONTRADITIONAL = ("conspiracy", "dungeon", "phenomenon", "plane", "scheme", "vanguard")
"""The card types of nontraditional cards (108.2a). Attractions aren't listed, because they are artifacts."""


@defines("mana-value", "the mana value of {thing} is the total amount of mana in its mana cost, {cost}")
def total_amount_of_mana(_now: Situation, _thing: Object, cost: str) -> int:
    """The mana value of an object is the total amount of mana in its mana cost, regardless of colour."""
    return sum(max(symbol.amounts) for symbol in parse_mana_cost(cost))


@defines("mana-value-without-cost", "the mana value of {thing}, which has no mana cost, is 0")
def without_cost_it_is_zero(_now: Situation, _thing: Object) -> int:
    """The mana value of an object with no mana cost is 0."""
    return 0


@encodes("no-mana-cost", "{thing} has no mana cost")
def lands_and_tokens_have_none(_now: Situation, thing: Object) -> Truth:
    """Land cards and tokens normally have no mana cost. An effect may give a token a mana cost."""
    return any_of(thing.has_type("land"), thing.token)


@variant_of(lands_and_tokens_have_none)
def lands_tokens_and_nontraditional_cards_have_none(_now: Situation, thing: Object) -> Truth:
    """Lands, nontraditional cards and tokens normally have no mana cost. An effect may give a token a mana cost."""
    return any_of(thing.has_type("land"), thing.token, *(thing.has_type(each) for each in NONTRADITIONAL))


@defines("mana-value-of-back-face", "the mana value of {thing} is that of its front face; of a copy it is 0")
def as_though_it_had_the_cost_of_its_front(_now: Situation, thing: Object, copy: str) -> tuple[Side, ...]:
    """A back face has the mana value of its front face's mana cost. A copy of a back face has mana value 0."""
    return tuple(thing.faces)[:1] if copy == "no" else ()


@defines("mana-value-of-melded", "the mana value of {thing} is that of its front faces; of a copy it is 0")
def combined_costs_of_front_faces(_now: Situation, thing: Object, copy: str) -> tuple[Side, ...]:
    """A melded permanent has the mana value of its front faces' combined mana costs. Its copies have mana value 0."""
    return tuple(thing.faces)[:2] if copy == "no" else ()


@defines("mana-value-of-split-card", "the mana value of {card} is that of the combined costs of its halves")
def from_combined_costs(_now: Situation, card: Object, _copy: str) -> tuple[Side, ...]:
    """A fused split spell, or a split card outside the stack, has the mana value of its halves' combined mana costs."""
    return tuple(card.faces)


@variant_of(from_combined_costs, claim="the mana value of {card}, if fused, is that of its two mana costs")
def fused_has_one(_now: Situation, card: Object, _copy: str) -> tuple[Side, ...] | None:
    """A fused split spell has one converted mana cost, the total of its halves. Other split cards have two costs."""
    return tuple(card.faces) if card.zone.value == "stack" else None


@defines("mana-cost-of-split-card", "the mana cost of {card} is the combined mana costs of its halves")
def combined_costs(_now: Situation, _card: Object, costs: tuple[str, ...]) -> str:
    """The mana cost of a split card is the combined mana costs of its two halves."""
    return "".join(costs)


@defines("mana-value-with-x", "the X in the mana cost of {thing} is 0 off the stack, else the number chosen")
def chosen_on_the_stack_else_zero(_now: Situation, thing: Object) -> int | None:
    """While an object is on the stack, the X in its mana cost is the chosen number. In any other zone, it is 0."""
    chosen = thing.x.value if thing.zone.value == "stack" else 0
    return None if chosen is None else int(chosen)


@defines("x-off-the-stack", "the X in the mana cost of {thing} is treated as 0, as it isn't on the stack")
def zero_off_the_stack(_now: Situation, _thing: Object) -> int:
    """If a card in any zone other than the stack has an {X} in its mana cost, the value of {X} is treated as 0."""
    return 0


@defines("mana-value-of-hybrid", "of the hybrid symbol {symbol} the largest component counts")
def largest_component(_now: Situation, symbol: ManaSymbol) -> int:
    """The mana value counts the largest component of a hybrid mana symbol."""
    return max(symbol.amounts)


@defines("mana-value-of-phyrexian", "the Phyrexian mana symbol {symbol} contributes 1")
def phyrexian_symbols_contribute_one(_now: Situation, _symbol: ManaSymbol) -> int:
    """Each Phyrexian mana symbol contributes 1 to the mana value."""
    return 1


@defines("additional-costs-apart", "an additional cost is no part of the mana cost of {thing}")
def additional_costs_are_no_part(_now: Situation, _thing: Object, cost: str) -> str:
    """An additional cost listed in an object's text, or imposed by an effect, isn't part of the mana cost."""
    return cost
