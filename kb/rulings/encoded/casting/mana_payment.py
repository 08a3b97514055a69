"""The ways to pay a mana cost, with hybrid and Phyrexian symbols (107.4e, 107.4f)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from kb.rulings.engine.derivation import Derivation, DerivedValue
from kb.rulings.engine.questions import QuestionArguments, answers
from kb.rulings.law.rule_registry import defines, variant_of
from kb.rulings.logic.partial_values import NumberValue, total
from kb.rulings.logic.ternary import Truth, all_of, constant, some
from kb.rulings.situation.mana_cost import COLOR_OF, NO_COST, ManaSymbol, parse_mana_cost
from kb.rulings.situation.situation import Player, Situation
from kb.rulings.situation.vocabulary import COLORS

MANA_TYPES = (*COLORS, "colorless")


@dataclass(frozen=True, slots=True)
class Payment:
    """One way to pay a cost, or to pay one symbol of a cost.

    Attributes:
        mana: the types of the mana that must have a certain type: `("red", "red")`, in the order of `MANA_TYPES`.
        any: the amount of mana that may have any type.
        life: the amount of life.
    """

    mana: tuple[str, ...] = ()
    any: int = 0
    life: int = 0

    def __add__(self, other: Payment) -> Payment:
        mana = sorted((*self.mana, *other.mana), key=MANA_TYPES.index)
        return Payment(tuple(mana), self.any + other.any, self.life + other.life)

    @property
    def amounts(self) -> dict[str, int]:
        """The amounts of mana and life, such as `{"green": 1, "any": 2, "life": 2}`."""
        rest = {"any": self.any, "life": self.life}
        return dict(Counter(self.mana)) | {what: amount for what, amount in rest.items() if amount}


Payments = tuple[Payment, ...]

_COLOR_PAIR = 2


def _payment_of_half(part: str) -> Payment:
    """Return the payment for one half of a symbol: one coloured or colourless mana, or an amount of any mana."""
    if part.isdigit():
        return Payment(any=int(part))
    return Payment((COLOR_OF.get(part, "colorless"),))


@defines("hybrid-symbol", "{symbol} can be paid with one of its two colours")
def one_of_two_colors(_now: Situation, symbol: ManaSymbol) -> Payments:
    """A hybrid mana symbol represents a cost that can be paid with one of two colours."""
    return tuple(_payment_of_half(part) for part in symbol.parts) if len(symbol.colors) == _COLOR_PAIR else ()


@variant_of(one_of_two_colors, claim="{symbol} can be paid in one of two ways, as its halves represent")
def as_either_half(_now: Situation, symbol: ManaSymbol) -> Payments:
    """A hybrid mana symbol can be paid in two ways, such as {W/U} with one white or one blue mana."""
    return tuple(_payment_of_half(part) for part in symbol.parts)


@defines("phyrexian-symbol", "{symbol} can be paid with mana of its colour or with 2 life")
def its_color_or_two_life(_now: Situation, symbol: ManaSymbol) -> Payments:
    """A Phyrexian mana symbol can be paid either with one mana of its colour or by paying 2 life."""
    return (_payment_of_half(symbol.parts[0]), Payment(life=2)) if len(symbol.parts) == 1 else ()


@variant_of(its_color_or_two_life, claim="{symbol} can be paid with mana of one of its colours or with 2 life")
def either_of_its_colors_or_two_life(_now: Situation, symbol: ManaSymbol) -> Payments:
    """A Phyrexian symbol can be paid with 2 life, or with one mana of its colour or of one of its two colours."""
    return (*(_payment_of_half(part) for part in symbol.parts), Payment(life=2))


def _payments_of_symbol(steps: Derivation, symbol: ManaSymbol, x: NumberValue) -> Payments:
    """Return the ways to pay one symbol, or () if the edition doesn't know the symbol."""
    if symbol.kind in ("hybrid", "phyrexian"):
        return steps.apply_rule(f"{symbol.kind}-symbol", symbol) or ()
    if symbol.kind == "variable":
        return (Payment(any=steps.read_value(x) or 0),)
    return (_payment_of_half(symbol.parts[0]),)


def payments_for(steps: Derivation, asked: QuestionArguments) -> Payments | None:
    """Return the different ways to pay the cost that the question is about, or None if the cost isn't stated."""
    things = [steps.now.object(name) for name in asked.things]
    thing = next((each for each in things if each is not None), None)
    cost = steps.read_value(steps.now.proposed.cost if thing is None else thing.mana_cost)
    if cost is None or cost == NO_COST:
        return () if cost else None
    x = steps.now.proposed.x if thing is None else thing.x
    found: dict[Payment, None] = {Payment(): None}
    for symbol in parse_mana_cost(cost):
        found = dict.fromkeys(way + one for way in found for one in _payments_of_symbol(steps, symbol, x))
    return tuple(found)


@answers("ways-to-pay", "In which ways can this mana cost be paid: mana by type, mana of any type, life?", "objects",
         "rules ask ways-to-pay --fact proposed.cost={G/W}{G/W}")  # fmt: skip
def ways_to_pay(now: Situation, asked: QuestionArguments) -> DerivedValue:
    steps = Derivation(now)
    found = payments_for(steps, asked)
    return steps.result(None if found is None else [each.amounts for each in found])


@answers(
    "pays-cost",
    "Do the proposed mana and life pay this mana cost?",
    "objects",
    "rules ask pays-cost --fact proposed.cost={W/P}{W/P} --fact proposed.pays.white=1 --fact proposed.life=2",
)
def pays_cost(now: Situation, asked: QuestionArguments) -> Truth:
    """Yes if the proposed mana and life pay the cost in one of the ways to pay it, with nothing left over."""
    steps = Derivation(now)
    found, pays = payments_for(steps, asked), now.proposed.pays
    if found is None:
        return steps.truth
    life = now.proposed.life if "life" in now.proposed.stated else NumberValue.exactly(0)
    spent = total(pays[each] for each in MANA_TYPES)
    paid = [
        all_of(*(pays[each] >= way.mana.count(each) for each in dict.fromkeys(way.mana)),
               spent == len(way.mana) + way.any, life == way.life)
        for way in found
    ]  # fmt: skip
    return all_of(steps.truth, some(paid).with_claim("what is to be paid is a way to pay the cost"))


def _can_pay(now: Situation, player: Player, way: Payment) -> Truth:
    """Yes if a player has the mana and life for one way to pay."""
    pool = [player.mana[each] >= way.mana.count(each) for each in dict.fromkeys(way.mana)]
    if way.any:
        pool.append(total(player.mana[each] for each in MANA_TYPES) >= len(way.mana) + way.any)
    life = [now.rule("paying-life", player, way.life)] if way.life else []
    return all_of(*pool, *life, constant(True))


@answers("can-pay-cost", "Can this player pay this mana cost from the mana pool, with life where that is a way to pay?",
         "objects", "rules ask can-pay-cost p1 --fact proposed.cost={G/W} --fact p1.mana.green=1")  # fmt: skip
def can_pay_cost(now: Situation, asked: QuestionArguments) -> Truth:
    steps = Derivation(now)
    player = next((each for name in asked.things if (each := now.player(name)) is not None), None) or asked.player(now)
    found = payments_for(steps, asked)
    if found is None:
        return steps.truth
    able = some(_can_pay(now, player, each) for each in found)
    return all_of(steps.truth, able.with_claim("{player} has what a way to pay the cost takes", player=player))
