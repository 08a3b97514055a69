"""The ways to pay a mana cost, with hybrid and Phyrexian symbols (107.4e, 107.4f)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from kb.i18n import later
from kb.rulings.engine.derivation import Steps, Valued
from kb.rulings.engine.questions import Asked, answers
from kb.rulings.law.rule_registry import defines, variant_of
from kb.rulings.logic.partial_values import Number, total
from kb.rulings.logic.ternary import Truth, all_of, some, stated
from kb.rulings.situation.mana_cost import COLOR_OF, NO_COST, Symbol, symbols
from kb.rulings.situation.situation import Player, Situation
from kb.rulings.situation.vocabulary import COLORS

TYPES = (*COLORS, "colorless")


@dataclass(frozen=True, slots=True)
class Way:
    """A way to pay a cost, or a symbol of one.

    Attributes:
        mana: the type of each mana that must be of a certain type, in the rules' order.
        any: how much other mana, of any type.
        life: how much life.
    """

    mana: tuple[str, ...] = ()
    any: int = 0
    life: int = 0

    def __add__(self, other: Way) -> Way:
        mana = sorted((*self.mana, *other.mana), key=TYPES.index)
        return Way(tuple(mana), self.any + other.any, self.life + other.life)

    @property
    def shown(self) -> dict[str, int]:
        """The amounts by what is paid: `{green: 1, any: 2, life: 2}`."""
        rest = {"any": self.any, "life": self.life}
        return dict(Counter(self.mana)) | {what: amount for what, amount in rest.items() if amount}


Ways = tuple[Way, ...]

_COLOR_PAIR = 2


def _half(part: str) -> Way:
    """The way to pay one half of a symbol: mana of its colour, colourless mana, or an amount of any type."""
    if part.isdigit():
        return Way(any=int(part))
    return Way((COLOR_OF.get(part, "colorless"),))


@defines("hybrid-symbol", later("{symbol} can be paid with one of its two colours"))
def one_of_two_colors(_now: Situation, symbol: Symbol) -> Ways:
    """A hybrid mana symbol represents a cost that can be paid with one of two colours."""
    return tuple(_half(part) for part in symbol.parts) if len(symbol.colors) == _COLOR_PAIR else ()


@variant_of(one_of_two_colors, claim=later("{symbol} can be paid in one of two ways, as its halves represent"))
def as_either_half(_now: Situation, symbol: Symbol) -> Ways:
    """A hybrid mana symbol can be paid in one of two ways: {W/U} with white or blue, {2/B} with black or two of any."""
    return tuple(_half(part) for part in symbol.parts)


@defines("phyrexian-symbol", later("{symbol} can be paid with mana of its colour or with 2 life"))
def its_color_or_two_life(_now: Situation, symbol: Symbol) -> Ways:
    """A Phyrexian mana symbol can be paid either with one mana of its colour or by paying 2 life."""
    return (_half(symbol.parts[0]), Way(life=2)) if len(symbol.parts) == 1 else ()


@variant_of(its_color_or_two_life, claim=later("{symbol} can be paid with mana of one of its colours or with 2 life"))
def either_of_its_colors_or_two_life(_now: Situation, symbol: Symbol) -> Ways:
    """One mana of its colour, or of either of its colours if it is a hybrid one, or 2 life."""
    return (*(_half(part) for part in symbol.parts), Way(life=2))


def _ways_of(steps: Steps, symbol: Symbol, x: Number) -> Ways:
    """The ways to pay one symbol; none if the edition doesn't know the symbol."""
    if symbol.kind in ("hybrid", "phyrexian"):
        return steps.rule(f"{symbol.kind}-symbol", symbol) or ()
    if symbol.kind == "variable":
        return (Way(any=steps.read(x) or 0),)
    return (_half(symbol.parts[0]),)


def ways(steps: Steps, asked: Asked) -> Ways | None:
    """The ways to pay the cost that is asked about, each once; None if the cost isn't stated."""
    things = [steps.now.object(name) for name in asked.things]
    thing = next((each for each in things if each is not None), None)
    cost = steps.read(steps.now.proposed.cost if thing is None else thing.mana_cost)
    if cost is None or cost == NO_COST:
        return () if cost else None
    x = steps.now.proposed.x if thing is None else thing.x
    found: dict[Way, None] = {Way(): None}
    for symbol in symbols(cost):
        found = dict.fromkeys(way + one for way in found for one in _ways_of(steps, symbol, x))
    return tuple(found)


@answers(
    "ways-to-pay",
    later("In which ways can this mana cost be paid: mana by type, mana of any type, life?"),
    "objects",
    "rules ask ways-to-pay --fact proposed.cost={G/W}{G/W}",
)
def ways_to_pay(now: Situation, asked: Asked) -> Valued:
    steps = Steps(now)
    found = ways(steps, asked)
    return steps.valued(None if found is None else [each.shown for each in found])


@answers(
    "pays-cost",
    later("Do the proposed mana and life pay this mana cost?"),
    "objects",
    "rules ask pays-cost --fact proposed.cost={W/P}{W/P} --fact proposed.pays.white=1 --fact proposed.life=2",
)
def pays_cost(now: Situation, asked: Asked) -> Truth:
    """Whether the proposed mana and life are exactly one way to pay the cost."""
    steps = Steps(now)
    found, pays = ways(steps, asked), now.proposed.pays
    if found is None:
        return steps.truth
    life = now.proposed.life if "life" in now.proposed.given else Number.of(0)
    spent = total(pays[each] for each in TYPES)
    paid = [
        all_of(
            *(pays[each] >= way.mana.count(each) for each in dict.fromkeys(way.mana)),
            spent == len(way.mana) + way.any,
            life == way.life,
        )
        for way in found
    ]
    return all_of(steps.truth, some(paid).says(later("what is to be paid is a way to pay the cost")))


def _can_pay(now: Situation, player: Player, way: Way) -> Truth:
    """Whether a player has the mana and life that a way to pay takes."""
    pool = [player.mana[each] >= way.mana.count(each) for each in dict.fromkeys(way.mana)]
    if way.any:
        pool.append(total(player.mana[each] for each in TYPES) >= len(way.mana) + way.any)
    life = [now.rule("paying-life", player, way.life)] if way.life else []
    return all_of(*pool, *life, stated(True))


@answers(
    "can-pay-cost",
    later("Can this player pay this mana cost from the mana pool, with life where that is a way to pay?"),
    "objects",
    "rules ask can-pay-cost p1 --fact proposed.cost={G/W} --fact p1.mana.green=1",
)
def can_pay_cost(now: Situation, asked: Asked) -> Truth:
    steps = Steps(now)
    player = next((each for name in asked.things if (each := now.player(name)) is not None), None) or asked.player(now)
    found = ways(steps, asked)
    if found is None:
        return steps.truth
    able = some(_can_pay(now, player, each) for each in found)
    return all_of(steps.truth, able.says(later("{player} has what a way to pay the cost takes"), player=player))
