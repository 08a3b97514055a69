"""Mana costs and mana values (202.1, 202.3; until 2021 the converted mana cost)."""

from __future__ import annotations

from kb.rulings.encoded.faces import Side, sides_of, stated_of
from kb.rulings.logic import Truth, any_of
from kb.rulings.mana import NO_COST, Symbol, symbols
from kb.rulings.registry import defines, encodes, variant_of
from kb.rulings.situation import Situation
from kb.rulings.steps import Steps, is_given
from kb.rulings.vocabulary import Object
from kb.tongue import later

NONTRADITIONAL = ("conspiracy", "dungeon", "phenomenon", "plane", "scheme", "vanguard")
"""The card types of nontraditional cards; Attractions are artifacts (108.2a)."""


@defines("mana-value", claim=later("the mana value of {thing} is the total amount of mana in its mana cost, {cost}"))
def total_amount_of_mana(_now: Situation, _thing: Object, cost: str) -> int:
    """The mana value of an object is the total amount of mana in its mana cost, regardless of colour."""
    return sum(max(symbol.amounts) for symbol in symbols(cost))


@defines("mana-value-without-cost", claim=later("the mana value of {thing}, which has no mana cost, is 0"))
def without_cost_it_is_zero(_now: Situation, _thing: Object) -> int:
    """The mana value of an object with no mana cost is 0."""
    return 0


@encodes("no-mana-cost", claim=later("{thing} has no mana cost"))
def lands_and_tokens_have_none(_now: Situation, thing: Object) -> Truth:
    """Land cards, and tokens unless their effect says otherwise, normally have no mana cost."""
    return any_of(thing.is_a("land"), thing.token)


@variant_of(lands_and_tokens_have_none)
def lands_tokens_and_nontraditional_cards_have_none(_now: Situation, thing: Object) -> Truth:
    """Land cards, tokens unless their effect says otherwise, and nontraditional cards normally have no mana cost."""
    return any_of(thing.is_a("land"), thing.token, *(thing.is_a(each) for each in NONTRADITIONAL))


@defines(
    "mana-value-of-back-face", claim=later("the mana value of {thing} is that of its front face; of a copy it is 0")
)
def as_though_it_had_the_cost_of_its_front(_now: Situation, thing: Object, copy: str) -> tuple[Side, ...]:
    """The mana value of a back face is calculated as though it had the front face's mana cost; 0 for a copy of it."""
    return tuple(thing.faces)[:1] if copy == "no" else ()


@defines("mana-value-of-melded", claim=later("the mana value of {thing} is that of its front faces; of a copy it is 0"))
def combined_costs_of_front_faces(_now: Situation, thing: Object, copy: str) -> tuple[Side, ...]:
    """The mana value of a melded permanent is calculated with the combined costs of its fronts; 0 for a copy of it."""
    return tuple(thing.faces)[:2] if copy == "no" else ()


@defines(
    "mana-value-of-split-card", claim=later("the mana value of {card} is that of the combined costs of its halves")
)
def from_combined_costs(_now: Situation, card: Object, _copy: str) -> tuple[Side, ...]:
    """The mana value of a split card off the stack, or of a fused one, is that of its halves' combined mana costs."""
    return tuple(card.faces)


@variant_of(from_combined_costs, claim=later("the mana value of {card}, if fused, is that of its two mana costs"))
def fused_has_one(_now: Situation, card: Object, _copy: str) -> tuple[Side, ...] | None:
    """A split spell cast using fuse has one converted mana cost, that of its two mana costs; other cards have two."""
    on_the_stack = card.zone.value == "stack"
    return tuple(card.faces) if on_the_stack else None


@defines("mana-cost-of-split-card", claim=later("the mana cost of {card} is the combined mana costs of its halves"))
def combined_costs(_now: Situation, _card: Object, costs: tuple[str, ...]) -> str:
    """The mana cost of a split card is the combined mana costs of its two halves."""
    return "".join(costs)


@defines(
    "mana-value-with-x", claim=later("the X in the mana cost of {thing} is 0 off the stack, else the number chosen")
)
def chosen_on_the_stack_else_zero(_now: Situation, thing: Object) -> int | None:
    """X is treated as 0 while the object isn't on the stack, and as the number chosen for it while it is."""
    on_the_stack = thing.zone.value == "stack"
    chosen = thing.x.value if on_the_stack else 0
    return None if chosen is None else int(chosen)


@defines("x-off-the-stack", claim=later("the X in the mana cost of {thing} is treated as 0, as it isn't on the stack"))
def zero_off_the_stack(_now: Situation, _thing: Object) -> int:
    """If a card in any zone other than the stack has an {X} in its mana cost, the value of {X} is treated as 0."""
    return 0


@defines("mana-value-of-hybrid", claim=later("of the hybrid symbol {symbol} the largest component counts"))
def largest_component(_now: Situation, symbol: Symbol) -> int:
    """For a hybrid mana symbol, use its largest component."""
    return max(symbol.amounts)


@defines("mana-value-of-phyrexian", claim=later("the Phyrexian mana symbol {symbol} contributes 1"))
def phyrexian_symbols_contribute_one(_now: Situation, _symbol: Symbol) -> int:
    """Each Phyrexian mana symbol contributes 1 to the mana value."""
    return 1


@defines("additional-costs-apart", claim=later("an additional cost is no part of the mana cost of {thing}"))
def additional_costs_are_no_part(_now: Situation, _thing: Object, cost: str) -> str:
    """An additional cost listed in an object's text, or imposed by an effect, isn't part of the mana cost."""
    return cost


def mana_cost_of(steps: Steps, thing: Object) -> tuple[str, ...] | None:
    """The mana costs that count for an object, `none` for no cost; None where a fact is missing.

    A card has one; a split card of before 2017-04-28 has two.
    """
    sides = sides_of(steps, thing, of_cost=True)
    if sides is None:
        return None
    if not sides:
        return (NO_COST,)
    costs = [_cost_of(steps, side, thing) for side in sides]
    if any(cost is None for cost in costs):
        return None
    found = tuple(cost for cost in costs if cost is not None)
    if len(found) > 1 and (combined := steps.rule("mana-cost-of-split-card", thing, found)) is not None:
        return (combined,)
    return found


def _cost_of(steps: Steps, side: Side, thing: Object) -> str | None:
    stated = stated_of(side, thing, "mana_cost")
    if stated is not None:
        cost: str = steps.read(stated.mana_cost)
        return cost
    if side is not thing:
        is_back = not side.id.endswith(".1")
        costless = is_back and thing.layout.value in ("transforming", "meld")
        if not costless:
            steps.missing(side, "mana_cost")
        return NO_COST if costless else None
    has_none = any_of(thing.emblem, steps.now.rule("no-mana-cost", thing))
    if has_none.value is True:
        steps.holds(has_none)
        return NO_COST
    steps.supposed(thing.token, later("{thing} is no token"), thing=thing)
    steps.missing(side, "mana_cost")
    return None


def mana_value_of(steps: Steps, thing: Object) -> int | list[int] | None:
    """The mana value of an object; two for a split card of before 2017-04-28, None where a fact is missing."""
    if is_given(thing, "mana_value"):
        stated: int = steps.read(thing.mana_value)
        return stated
    costs = _costs_that_count(steps, thing)
    if costs is None:
        return None
    values = [_amount(steps, thing, cost) for cost in costs]
    if any(value is None for value in values):
        return None
    known = [value for value in values if value is not None]
    return known[0] if len(known) == 1 else known


def _costs_that_count(steps: Steps, thing: Object) -> tuple[str, ...] | None:
    """The mana costs that the mana value is calculated with."""
    fronts = _fronts(steps, thing)
    if fronts is None:
        return mana_cost_of(steps, thing)
    costs = [_cost_of(steps, side, thing) for side in fronts]
    if any(cost is None for cost in costs):
        return None
    joined = "".join(cost for cost in costs if cost is not None and cost.lower() != NO_COST)
    return (joined or NO_COST,)


def _fronts(steps: Steps, thing: Object) -> tuple[Side, ...] | None:
    """The sides whose costs count instead of those of the side that is up; None where none do."""
    if not thing.faces.known or thing.face_down.value is not False:
        return None
    concept = _CALCULATED_OTHERWISE.get(thing.layout.value or "", "")
    zone = thing.zone.value
    if not concept or zone is None or not _is_calculated_otherwise(thing, zone):
        return None
    sides_of(steps, thing)
    found: tuple[Side, ...] | None = steps.rule(concept, thing, steps.taken(thing.copy, "no"))
    return found


_CALCULATED_OTHERWISE = {
    "transforming": "mana-value-of-back-face",
    "meld": "mana-value-of-melded",
    "split": "mana-value-of-split-card",
}


def _is_calculated_otherwise(thing: Object, zone: str) -> bool:
    """Whether the layout of a card makes its mana value another than that of the side that is up."""
    if thing.layout.value == "split":
        return zone != "stack" or thing.cast_as.value == "fused"
    up = {"battlefield": thing.face_up, "stack": thing.cast_as}.get(zone)
    return up is not None and up.value == "back"


def _amount(steps: Steps, thing: Object, cost: str) -> int | None:
    """The mana value of a cost."""
    if cost.lower() == NO_COST:
        return int(steps.rule("mana-value-without-cost", thing) or 0)
    if steps.rule("mana-value", thing, cost) is None:
        return None
    found = [_worth(steps, thing, symbol) for symbol in symbols(cost)]
    return None if any(each is None for each in found) else sum(each for each in found if each is not None)


def _worth(steps: Steps, thing: Object, symbol: Symbol) -> int | None:
    """How much one symbol adds."""
    value: int | None
    if symbol.kind == "variable":
        zone = steps.read(thing.zone)
        if zone is None or (zone == "stack" and steps.read(thing.x) is None):
            return None
        value = steps.rule("mana-value-with-x", thing)
        return steps.rule("x-off-the-stack", thing) if value is None else value
    if symbol.kind in ("hybrid", "phyrexian"):
        concept = "mana-value-of-hybrid" if symbol.kind == "hybrid" else "mana-value-of-phyrexian"
        value = steps.rule(concept, symbol)
        return max(symbol.amounts) if value is None else value
    return max(symbol.amounts)
