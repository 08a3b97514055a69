"""Power and toughness: printed numbers (208), the sublayers of layer 7 (613.4), negative results (107.1b)."""

from __future__ import annotations

from itertools import product
from math import prod

from kb.rulings.engine.card_sides import current_sides
from kb.rulings.engine.derivation import Derivation, is_stated
from kb.rulings.law.rule_registry import defines, encodes, variant_of
from kb.rulings.logic.ternary import Truth, all_of, not_, unknown
from kb.rulings.situation.situation import Effect, Object, Situation

PowerToughness = tuple[int, int]

_SETS = ("is", "has", "becomes", "loses")
"""The verbs of effects that set power and toughness. An effect may take away abilities and set both numbers."""


Sublayers = tuple[int, ...]
"""The sublayers in which an effect may apply, in rising order; more than one if a fact that decides isn't stated.

The changes from counters are in sublayer 0. Only the order of the numbers matters: each edition has names of its own.
"""

_COUNTERS = 0
_MOST_READINGS = 64
"""The most combinations of sublayers that are tried before the numbers are open."""


@encodes("no-power-or-toughness", "{permanent} has no power or toughness, as it is no creature")
def noncreature_permanents_have_none(_now: Situation, permanent: Object) -> Truth:
    """A noncreature permanent has no power or toughness, even if its card has them printed on it."""
    return all_of(permanent.zone == "battlefield", not_(permanent.has_type("creature")))


@defines("printed-power-first", "the power and toughness of {thing} start with the numbers printed")
def printed_numbers_first(_now: Situation, _thing: Object, printed: PowerToughness) -> PowerToughness:
    """A creature's power and toughness start with the numbers printed on its card. Then continuous effects apply."""
    return printed


@defines("face-down-power", "{thing} is a 2/2 face-down creature")
def two_two_face_down(_now: Situation, _thing: Object) -> PowerToughness:
    """A permanent turned face down becomes a 2/2 creature."""
    return (2, 2)


@defines("setting-power", "“{effect}” sets power and toughness")
def set_to_specific_values(_now: Situation, effect: Effect, before: PowerToughness) -> PowerToughness:
    """Effects that set power and toughness to specific values apply before effects that modify power and toughness."""
    power, toughness = before
    return (_stated_or(effect, "power", power), _stated_or(effect, "toughness", toughness))


@defines("counters-on-power", "the counters on {thing} add to its power and toughness")
def counters_add(_now: Situation, _thing: Object, counters: PowerToughness, before: PowerToughness) -> PowerToughness:
    """A +X/+Y counter adds X to power and Y to toughness. A -X/-Y counter subtracts X and Y."""
    return (before[0] + counters[0], before[1] + counters[1])


@defines("modifying-power", "“{effect}” modifies power and toughness")
def modified_afterwards(
    _now: Situation, _effect: Effect, more: PowerToughness, before: PowerToughness
) -> PowerToughness:
    """Effects that only modify power and toughness apply after effects that set power and toughness."""
    return (before[0] + more[0], before[1] + more[1])


@defines("switching-power", "“{effect}” switches power and toughness")
def switched_last(_now: Situation, _effect: Effect, before: PowerToughness) -> PowerToughness:
    """Effects that switch power and toughness are applied last. Power takes the value of toughness, and vice versa."""
    return (before[1], before[0])


@variant_of(switched_last)
def switched_when_it_comes(_now: Situation, _effect: Effect, before: PowerToughness) -> PowerToughness:
    """Power and toughness are switched when the switching effect is applied. Later effects then apply normally."""
    return (before[1], before[0])


@defines("number-sublayer", "“{effect}” changes power and toughness in its sublayer")
def set_then_modified_then_switched(_now: Situation, _thing: Object, effect: Effect) -> Sublayers:
    """Effects that set power and toughness apply before effects that modify them. Switching effects come last."""
    if effect.stated.get("says") in _SETS:
        return (-2,)
    return (1,) if effect.stated.get("says") == "switches" else (-1,)


@variant_of(set_then_modified_then_switched)
def static_modifiers_after_counters(_now: Situation, thing: Object, effect: Effect) -> Sublayers:
    """Static abilities that modify power apply after counters. Effects that set power and all others come before."""
    if effect.stated.get("says") == "switches":
        return (2,)
    if effect.stated.get("says") in _SETS:
        return tuple(-2 if is_own else -1 for is_own in _may_set_its_own(thing, effect))
    made = effect.stated.get("generated_by")
    return (-1, 1) if made is None else (1,) if made == "static-ability" else (-1,)


@variant_of(set_then_modified_then_switched)
def counters_after_the_characteristic_setting(_now: Situation, thing: Object, effect: Effect) -> Sublayers:
    """Type-changing effects apply first, then characteristic-setting abilities, counters, and all other effects."""
    if _changes_types(effect):
        return (-2,)
    return tuple(-1 if is_own else 1 for is_own in _may_set_its_own(thing, effect))


@variant_of(set_then_modified_then_switched)
def counters_after_the_type_changing(_now: Situation, thing: Object, effect: Effect) -> Sublayers:
    """What sets an object's own characteristics applies first, then type-changing effects, counters, all others."""
    otherwise = -1 if _changes_types(effect) else 1
    return tuple(-2 if is_own else otherwise for is_own in _may_set_its_own(thing, effect))


def _changes_types(effect: Effect) -> bool:
    return any(is_stated(effect, fact) for fact in ("types", "subtypes", "supertypes"))


def _may_set_its_own(thing: Object, effect: Effect) -> tuple[bool, ...]:
    """Return whether an effect is from a characteristic-setting ability of `thing`; both answers if that is open.

    Such an ability is static and says that its object's power "is" a value. Whether an ability with a condition, or
    one that was given to the object, is such an ability is open: the old editions don't agree.
    """
    made = effect.stated.get("generated_by")
    sets = effect.stated.get("says") in ("is", "has")
    if not sets or effect.stated.get("source") != thing.id or made == "resolution":
        return (False,)
    is_plain = not effect.has_condition and not is_stated(effect, "granted_by")
    return (True,) if is_plain and made is not None else (True, False)


@defines("doubling-power", "“{effect}” gives as much again as there is")
def as_much_again(_now: Situation, effect: Effect, current: PowerToughness) -> PowerToughness:
    """Doubling power gives +X/+0, where X is the power. Doubling toughness gives +0/+X, where X is the toughness."""
    return _part_named(effect, current)


@defines("tripling-power", "“{effect}” gives twice as much again as there is")
def twice_as_much_again(_now: Situation, effect: Effect, current: PowerToughness) -> PowerToughness:
    """Tripling power gives +X/+0, where X is twice the power. Tripling toughness gives +0/+X in the same way."""
    power, toughness = _part_named(effect, current)
    return (2 * power, 2 * toughness)


@defines("no-negative-results", "zero is used where the result of an effect would be negative: {amount}")
def zero_unless_it_modifies(_now: Situation, amount: int, modifies: bool) -> int:
    """Zero replaces a negative result, unless the effect sets or modifies power, toughness or a life total."""
    return amount if modifies else max(0, amount)


@variant_of(zero_unless_it_modifies)
def zero_instead(_now: Situation, amount: int, _modifies: bool) -> int:
    """Zero replaces a negative result, unless the effect doubles, triples or sets power, toughness or a life total."""
    return max(0, amount)


def _stated_or(effect: Effect, fact: str, otherwise: int) -> int:
    return int(effect.stated[fact]) if is_stated(effect, fact) else otherwise


def _part_named(effect: Effect, current: PowerToughness) -> PowerToughness:
    """Return the current power and toughness, with 0 for a number that the effect doesn't double or triple."""
    named = tuple(effect.quality) or ("power", "toughness")
    return (current[0] if "power" in named else 0, current[1] if "toughness" in named else 0)


@defines("effects-without-numbers", "what modifies the power and toughness of {thing} waits till it is a creature")
def until_it_becomes_a_creature(_now: Situation, _thing: Object) -> None:
    """An effect on a noncreature permanent's power or toughness does nothing until the permanent is a creature."""


def changes_power_or_toughness(effect: Effect) -> bool:
    """True if an effect sets, modifies or switches power or toughness."""
    says = effect.stated.get("says")
    if says in ("switches", "doubles", "triples"):
        return True
    has_numbers = any(is_stated(effect, fact) for fact in ("power", "toughness", "equal_to"))
    return has_numbers and (says in _SETS or says == "gets")


def power_toughness_of(steps: Derivation, thing: Object, effects: list[Effect]) -> PowerToughness | None:
    """Return an object's power and toughness after effects, or None if it has none or a fact is missing."""
    none = steps.now.rule("no-power-or-toughness", thing)
    if none.value is not False:
        steps.check(none)
        if effects:
            steps.apply_rule("effects-without-numbers", thing)
        return None
    printed = (0, 0) if _printed_is_replaced(thing, effects) else _printed(steps, thing)
    return None if printed is None else _apply_effects(steps, thing, printed, effects)


def _printed_is_replaced(thing: Object, effects: list[Effect]) -> bool:
    """True if an effect sets power and toughness before any effect reads the printed numbers."""
    if any(is_stated(thing, fact) for fact in ("power", "base_power", "toughness", "base_toughness")):
        return False
    for effect in effects:
        if effect.stated.get("says") in _SETS and is_stated(effect, "power") and is_stated(effect, "toughness"):
            return thing.face_down.value is False
        if effect.stated.get("says") in ("doubles", "triples") or is_stated(effect, "equal_to"):
            return False
    return False


def _printed(steps: Derivation, thing: Object) -> PowerToughness | None:
    """Return power and toughness before effects. Numbers that are stated for the object itself include its counters."""
    if steps.check(thing.face_down) is not False:
        return steps.apply_rule_or(None, "face-down-power", thing)
    if is_stated(thing, "printed_power") or is_stated(thing, "printed_toughness"):
        return _with_star(steps, thing)
    # A prototype card gets its power and its mana cost from one side. A flipped card gets them from different sides.
    is_prototype = thing.layout.value == "prototype"
    sides = current_sides(steps, thing, for_mana_cost=is_prototype) if len(thing.faces) else (thing,)
    if not sides:
        return None
    is_base = is_stated(thing, "base_power") or is_stated(thing, "base_toughness")
    stating = sides[0] if is_stated(sides[0], "power") else thing
    power = steps.read_value(thing.base_power if stating is thing and is_base else stating.power)
    toughness = steps.read_value(thing.base_toughness if stating is thing and is_base else stating.toughness)
    if power is None or toughness is None:
        return None
    return steps.apply_rule_or((power, toughness), "printed-power-first", thing, (power, toughness))


@defines("undetermined-star", "a number that {thing} needs can't be determined: 0 is used instead")
def zero_instead_of_the_number(_now: Situation, _thing: Object) -> int:
    """If an ability that defines power or toughness needs a number that can't be determined, 0 is used instead."""
    return 0


def _with_star(steps: Derivation, thing: Object) -> PowerToughness | None:
    """Return the printed power and toughness with each star replaced by its number, or None if a fact is missing."""
    star = steps.read_value(thing.star)
    number = steps.apply_rule("undetermined-star", thing) if star == "none" else star
    power, toughness = (_with_number(steps, thing, fact, number) for fact in ("power", "toughness"))
    return None if power is None or toughness is None else (power, toughness)


def _with_number(steps: Derivation, thing: Object, fact: str, star: str | int | None) -> int | None:
    """Return the printed number, its star (`1+*`) replaced; base power or toughness if no printed number is stated."""
    if not is_stated(thing, f"printed_{fact}"):
        base: int | None = steps.read_value(getattr(thing, f"base_{fact}"))
        return base
    parts = steps.read_value(getattr(thing, f"printed_{fact}")).replace(" ", "").split("+")
    if star is None or not all(part == "*" or part.isdecimal() for part in parts) or not str(star).isdecimal():
        steps.note_missing(thing, "star" if star is None or not str(star).isdecimal() else f"printed_{fact}")
        return None
    return sum(int(star) if part == "*" else int(part) for part in parts)


def added_by_counters(thing: Object) -> PowerToughness:
    """Return the power and toughness that the counters on an object add."""
    counted = [(kind.split("/"), count) for kind, count in thing.counters.counts.items() if "/" in kind]
    power, toughness = (sum(int(numbers[place]) * count for numbers, count in counted) for place in (0, 1))
    return (power, toughness)


def _sublayers(steps: Derivation, thing: Object, effect: Effect) -> Sublayers:
    """Return the sublayers in which an effect on an object's power and toughness may apply."""
    usual: Sublayers = set_then_modified_then_switched(steps.now, thing, effect)
    standing = steps.now.law.status_of(set_then_modified_then_switched.concept)
    if standing.rule is not None and standing.rule.key == set_then_modified_then_switched.key:
        # The rules of the single sublayers are cited as the effects apply.
        return usual
    return steps.apply_even_if_unprinted_or(usual, set_then_modified_then_switched, thing, effect)


def _apply_effects(steps: Derivation, thing: Object, printed: PowerToughness, effects: list[Effect]) -> PowerToughness:
    """Return power and toughness after effects in timestamp order, which are applied sublayer by sublayer.

    If an effect may apply in more than one sublayer and this decides the numbers, the result is open.
    """
    may_be = [_sublayers(steps, thing, each) for each in effects]
    if prod(map(len, may_be)) > _MOST_READINGS:
        _leave_open(steps, [each for each, places in zip(effects, may_be, strict=True) if len(places) > 1])
        return printed
    readings = list(product(*may_be))
    if len(readings) > 1:
        by = {each: _in_sublayers(Derivation(steps.now), thing, printed, effects, each) for each in readings}
        _leave_open(steps, [
            effect for place, effect in enumerate(effects)
            if any(by[(*each[:place], other, *each[place + 1 :])] != by[each] for each in by for other in may_be[place])
        ])  # fmt: skip
    return _in_sublayers(steps, thing, printed, effects, readings[0])


def _leave_open(steps: Derivation, effects: list[Effect]) -> None:
    """Make the result open, as the sublayers of `effects` decide it and aren't known."""
    for effect in effects:
        if is_stated(effect, "generated_by"):
            steps.check(unknown(effect.path, "not decided: in which sublayer “{effect}” applies", effect=effect))
        else:
            steps.note_missing(effect, "generated_by")


def _in_sublayers(
    steps: Derivation, thing: Object, printed: PowerToughness, effects: list[Effect], sublayers: Sublayers
) -> PowerToughness:
    """Return power and toughness after effects in timestamp order, each applied in its sublayer."""
    pair, counters = printed, _counters_to_add(thing, effects, sublayers)
    places = sorted(range(len(effects)), key=lambda place: sublayers[place])
    before = sum(each < _COUNTERS for each in sublayers)
    for place in places[:before]:
        pair = _apply_one(steps, thing, printed, effects, sublayers, place, pair)
    if counters != (0, 0):
        pair = steps.apply_even_if_unprinted_or(pair, counters_add, thing, counters, pair)
    for place in places[before:]:
        pair = _apply_one(steps, thing, printed, effects, sublayers, place, pair)
    return pair


def _counters_to_add(thing: Object, effects: list[Effect], sublayers: Sublayers) -> PowerToughness:
    """Return what the counters add. A power that is stated for the object itself includes them until it is set."""
    counters = added_by_counters(thing)
    if not is_stated(thing, "power") or any(is_stated(face, "power") for face in thing.faces):
        return counters
    setting = [
        effect
        for effect, sublayer in zip(effects, sublayers, strict=True)
        if sublayer < _COUNTERS and effect.stated.get("says") in _SETS
    ]
    power, toughness = (any(is_stated(each, fact) for each in setting) for fact in ("power", "toughness"))
    return (counters[0] if power else 0, counters[1] if toughness else 0)


def _apply_one(
    steps: Derivation, thing: Object, printed: PowerToughness, effects: list[Effect], sublayers: Sublayers, place: int,
    pair: PowerToughness,
) -> PowerToughness:  # fmt: skip
    """Return power and toughness after the effect at `place`, with `pair` before it."""
    effect = effects[place]
    says = effect.stated.get("says")
    if says in _SETS:
        return steps.apply_even_if_unprinted_or(pair, set_to_specific_values, effect, pair)
    if says == "switches":
        return steps.apply_even_if_unprinted_or(pair, switched_last, effect, pair)
    current = _in_sublayers(Derivation(steps.now), thing, printed, effects[:place], sublayers[:place])
    more = _added(steps, effect, current)
    return steps.apply_rule_or((pair[0] + more[0], pair[1] + more[1]), "modifying-power", effect, more, pair)


def _added(steps: Derivation, effect: Effect, current: PowerToughness) -> PowerToughness:
    """Return the numbers that an effect adds to the `current` power and toughness of an object."""
    says = effect.stated.get("says")
    if says in ("doubles", "triples"):
        return steps.apply_rule_or((0, 0), "doubling-power" if says == "doubles" else "tripling-power", effect, current)
    if is_stated(effect, "equal_to"):
        amount = current[0] if effect.stated["equal_to"] == "power" else current[1]
        amount = amount if amount >= 0 else non_negative_result(steps, amount, modifies_value=True)
        return (amount, amount)
    return (_stated_or(effect, "power", 0), _stated_or(effect, "toughness", 0))


def non_negative_result(steps: Derivation, amount: int, *, modifies_value: bool) -> int:
    """Return the result `amount` of an effect, or zero if the rules don't allow a negative amount."""
    return steps.apply_rule_or(amount, "no-negative-results", amount, modifies_value)
