"""The mana cost and the mana value of an object, derived from the stated facts (202.1, 202.3).

The deciding rules are encoded in `kb.rulings.encoded.characteristics.mana_values`.
"""

from __future__ import annotations

from kb.rulings.engine.card_sides import Side, current_sides, side_stating
from kb.rulings.engine.derivation import Derivation, is_stated
from kb.rulings.logic.ternary import any_of
from kb.rulings.situation.mana_cost import NO_COST, ManaSymbol, parse_mana_cost
from kb.rulings.situation.situation import Object


def mana_costs_of(steps: Derivation, thing: Object) -> tuple[str, ...] | None:
    """Return the mana costs of an object. The word `none` means no mana cost. Return None if a fact is missing.

    Under the rules before 2017-04-28, a split card has two mana costs. Every other object has one mana cost.
    """
    sides = current_sides(steps, thing, for_mana_cost=True)
    if not sides:
        return None if sides is None else (NO_COST,)
    costs = _costs_of(steps, sides, thing)
    if costs is None or len(costs) == 1:
        return costs
    combined: str | None = steps.apply_rule("mana-cost-of-split-card", thing, costs)
    return costs if combined is None else (combined,)


def _costs_of(steps: Derivation, sides: tuple[Side, ...], thing: Object) -> tuple[str, ...] | None:
    costs = [_cost_of(steps, side, thing) for side in sides]
    known = tuple(cost for cost in costs if cost is not None)
    return known if len(known) == len(costs) else None


def _cost_of(steps: Derivation, side: Side, thing: Object) -> str | None:
    stated = side_stating(side, thing, "mana_cost")
    if stated is not None:
        cost: str = steps.read_value(stated.mana_cost)
        return cost
    if side is not thing:
        if thing.layout.value in ("transforming", "meld") and not side.id.endswith(".1"):
            return NO_COST
        steps.note_missing(side, "mana_cost")
        return None
    has_none = any_of(thing.emblem, steps.now.rule("no-mana-cost", thing))
    if has_none.value is True:
        steps.check(has_none)
        return NO_COST
    steps.assume_false(thing.token, "{thing} is no token", thing=thing)
    steps.note_missing(side, "mana_cost")
    return None


def mana_value_of(steps: Derivation, thing: Object) -> int | list[int] | None:
    """Return the mana value of an object (two for a split card until 2017-04-27); None if a fact is missing."""
    if is_stated(thing, "mana_value"):
        stated: int = steps.read_value(thing.mana_value)
        return stated
    costs = _costs_that_count(steps, thing)
    if costs is None:
        return None
    values = [_value_of_cost(steps, thing, cost) for cost in costs]
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None
    return known[0] if len(known) == 1 else known


def _costs_that_count(steps: Derivation, thing: Object) -> tuple[str, ...] | None:
    """Return the mana costs from which the mana value is calculated."""
    fronts = _front_sides(steps, thing)
    if fronts is None:
        return mana_costs_of(steps, thing)
    costs = _costs_of(steps, fronts, thing)
    return costs if costs is None else ("".join(cost for cost in costs if cost.lower() != NO_COST) or NO_COST,)


def _front_sides(steps: Derivation, thing: Object) -> tuple[Side, ...] | None:
    """Return the sides that give the mana value instead of the side that is up; None if there are no such sides."""
    if not thing.faces.is_known or thing.face_down.value is not False:
        return None
    concept = _CALCULATED_OTHERWISE.get(thing.layout.value or "", "")
    zone = thing.zone.value
    if not concept or zone is None or not _is_calculated_otherwise(thing, zone):
        return None
    current_sides(steps, thing)
    found: tuple[Side, ...] | None = steps.apply_rule(concept, thing, steps.value_or_assume(thing.copy, "no"))
    return found


_CALCULATED_OTHERWISE = {
    "transforming": "mana-value-of-back-face",
    "meld": "mana-value-of-melded",
    "split": "mana-value-of-split-card",
}


def _is_calculated_otherwise(thing: Object, zone: str) -> bool:
    """True if the mana value of a card is calculated from other sides than the side that is up."""
    if thing.layout.value == "split":
        return zone != "stack" or thing.cast_as.value == "fused"
    up = {"battlefield": thing.face_up, "stack": thing.cast_as}.get(zone)
    return up is not None and up.value == "back"


def _value_of_cost(steps: Derivation, thing: Object, cost: str) -> int | None:
    """Return the mana value of a cost."""
    if cost.lower() == NO_COST:
        return int(steps.apply_rule("mana-value-without-cost", thing) or 0)
    if steps.apply_rule("mana-value", thing, cost) is None:
        return None
    found = [_value_of_symbol(steps, thing, symbol) for symbol in parse_mana_cost(cost)]
    return None if any(each is None for each in found) else sum(each for each in found if each is not None)


def _value_of_symbol(steps: Derivation, thing: Object, symbol: ManaSymbol) -> int | None:
    """Return the amount that one symbol adds to the mana value."""
    if symbol.kind == "variable":
        zone = steps.read_value(thing.zone)
        if zone is None or (zone == "stack" and steps.read_value(thing.x) is None):
            return None
        value: int | None = steps.apply_rule("mana-value-with-x", thing)
        return steps.apply_rule("x-off-the-stack", thing) if value is None else value
    if symbol.kind in ("hybrid", "phyrexian"):
        return steps.apply_rule_or(max(symbol.amounts), f"mana-value-of-{symbol.kind}", symbol)
    return max(symbol.amounts)
