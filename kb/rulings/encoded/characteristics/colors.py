"""Colours that objects have by their mana costs, colour indicators and effects (105, 202.2, 204)."""

from __future__ import annotations

from collections.abc import Iterable

from kb.rulings.engine.card_sides import Side, current_sides, side_stating
from kb.rulings.engine.derivation import Derivation, is_stated
from kb.rulings.engine.mana_value import mana_costs_of
from kb.rulings.law.rule_registry import Row, defines, defines_each, variant_of
from kb.rulings.logic.partial_values import WordListValue
from kb.rulings.situation.mana_cost import NO_COST, ManaSymbol, parse_mana_cost
from kb.rulings.situation.situation import Effect, Object, Situation
from kb.rulings.situation.vocabulary import COLORS

Colors = tuple[str, ...]


def in_color_order(colors: Iterable[str]) -> Colors:
    """Return each colour once, in the order in which the rules name them (105.1)."""
    found = set(colors)
    return tuple(color for color in COLORS if color in found)


@defines("color-of-mana-cost", "{thing} is the colours of the mana symbols in its mana cost, {cost}")
def colors_of_mana_symbols(_now: Situation, _thing: Object, cost: str) -> Colors:
    """An object is the colour or colours of the mana symbols in its mana cost, regardless of its frame."""
    return in_color_order(
        color for symbol in parse_mana_cost(cost) if symbol.kind == "colored" for color in symbol.colors
    )


@defines("colorless-without-symbols", "{thing}, without coloured mana symbols, is colourless")
def colorless_without_colored_symbols(_now: Situation, _thing: Object) -> Colors:
    """Objects with no coloured mana symbols in their mana costs are colourless."""
    return ()


@defines("each-color-of-its-symbols", "{thing} is each of the colours of its mana symbols: {colors}")
def each_of_the_colors(_now: Situation, _thing: Object, colors: Colors) -> Colors:
    """An object with two or more different coloured mana symbols in its mana cost has all colours of these symbols."""
    return in_color_order(colors)


@defines("colors-of-hybrid-symbols", "the symbol {symbol} is all of its colours")
def all_colors_of_hybrid(_now: Situation, symbol: ManaSymbol) -> Colors:
    """An object with hybrid mana symbols in its mana cost has all colours of these symbols."""
    return symbol.colors if symbol.kind == "hybrid" else ()


@variant_of(all_colors_of_hybrid)
def all_colors_of_hybrid_and_phyrexian(_now: Situation, symbol: ManaSymbol) -> Colors:
    """An object with hybrid or Phyrexian mana symbols in its mana cost has all colours of these symbols."""
    return symbol.colors


@defines("color-indicator", "{thing} is each colour of its colour indicator: {colors}")
def each_color_denoted(_now: Situation, _thing: Object, colors: Colors) -> Colors:
    """An object with a colour indicator is each colour that the indicator denotes."""
    return in_color_order(colors)


@defines("devoid", "{thing} has devoid: it is colourless")
def devoid_is_colorless(_now: Situation, _thing: Object) -> Colors:
    """Devoid means "This object is colorless" and works everywhere."""
    return ()


@defines("color-changing", "“{effect}” changes the colour")
def new_color_replaces(_now: Situation, effect: Effect, before: Colors) -> Colors:
    """A new colour replaces all previous colours, unless the effect says "in addition"."""
    given = in_color_order(effect.colors)
    if not given:
        return before
    return in_color_order((*before, *given)) if effect.is_additive else given


@variant_of(new_color_replaces)
def new_color_or_none_replaces(_now: Situation, effect: Effect, before: Colors) -> Colors:
    """A new colour, or becoming colourless, replaces all previous colours, unless the effect says "in addition"."""
    given = in_color_order(effect.colors)
    return in_color_order((*before, *given)) if effect.is_additive else given


@defines_each(
    Row("kinds-of-color-monocolored", "exactly_one_color", "{thing} is monocoloured: exactly one of the five colours",
        "A monocoloured object is exactly one of the five colours.", counts=(1,)),
    Row("kinds-of-color-multicolored", "two_or_more_colors",
        "{thing} is multicoloured: two or more of the five colours",
        "A multicoloured object is two or more of the five colours.", counts=(2, 3, 4, 5)),
    Row("kinds-of-color-colorless", "no_color", "{thing} is colourless: it has no colour",
        "A colourless object has no colour.", counts=(0,)),
)  # fmt: skip
def is_of_a_kind(_now: Situation, _thing: Object, colors: Colors, *, counts: tuple[int, ...]) -> bool:
    """True if the number of an object's colours is one of `counts`."""
    return len(colors) in counts


def printed_colors(steps: Derivation, thing: Object) -> Colors | None:
    """Return an object's colours before effects. If none are stated, its mana cost and colour indicator decide."""
    is_face_down = thing.face_down.value is True and thing.zone.value in ("battlefield", "stack")
    if is_stated(thing, "colors") and not is_face_down:
        stated: Colors = steps.read_value(thing.colors)
        return stated
    has_devoid = thing.keywords.contains("devoid").value is True and thing.face_down.value is False
    if has_devoid and steps.apply_rule("devoid", thing) is not None:
        return ()
    sides = current_sides(steps, thing)
    if sides is None:
        return None
    if not sides:
        return ()
    of_sides = [_colors_of_side(steps, side, thing) for side in sides]
    of_cost: Colors = ()
    if None in of_sides:
        costs = mana_costs_of(steps, thing)
        if costs is None:
            return None
        of_cost = _colors_of_costs(steps, thing, costs)
    return in_color_order([*of_cost, *(color for colors in of_sides for color in colors or ())])


def _colors_of_side(steps: Derivation, side: Side, thing: Object) -> Colors | None:
    """Return the colours that a side states, else those of its colour indicator. None if the mana cost decides."""
    if side is not thing and is_stated(side, "colors"):
        colors: Colors = steps.read_value(side.colors)
        return colors
    indicator = side_stating(side, thing, "color_indicator")
    if indicator is None:
        return None
    return steps.apply_rule_or(None, "color-indicator", thing, steps.read_value(indicator.color_indicator))


def _colors_of_costs(steps: Derivation, thing: Object, costs: tuple[str, ...]) -> Colors:
    """Return the colours that mana costs give an object."""
    cost = "".join(each for each in costs if each.lower() != NO_COST)
    if not cost:
        # Nearly every colour indicator is on an object without a mana cost (204.1). An unstated one isn't there.
        none = WordListValue((), thing.color_indicator.fact, thing.color_indicator.label, thing, assumed=True)
        steps.read_value(none)
    colors: set[str] = {*steps.apply_rule_or((), "color-of-mana-cost", thing, cost or NO_COST)}
    for symbol in parse_mana_cost(cost):
        if symbol.kind in ("hybrid", "phyrexian"):
            colors |= {*steps.apply_rule_or((), "colors-of-hybrid-symbols", symbol)}
    if not colors:
        steps.apply_rule("colorless-without-symbols", thing)
    if len(colors) > 1:
        steps.apply_rule("each-color-of-its-symbols", thing, in_color_order(colors))
    return in_color_order(colors)


def apply_color_effect(steps: Derivation, effect: Effect, colors: Colors) -> Colors:
    """Return the colours of an object after an effect that gives colours."""
    return steps.apply_even_if_unprinted_or(colors, new_color_replaces, effect, colors)
