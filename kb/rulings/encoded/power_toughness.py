"""Power and toughness: from the numbers printed through the sublayers of layer 7 (208, 613.4), and numbers (107.1b)."""

from __future__ import annotations

from kb.rulings.answer import Valued
from kb.rulings.encoded.colors import in_timestamp_order
from kb.rulings.logic import Truth, all_of, not_
from kb.rulings.questions import Asked, Question
from kb.rulings.registry import defines, encodes, variant_of
from kb.rulings.situation import Situation
from kb.rulings.steps import Steps, is_given
from kb.rulings.vocabulary import Effect, Object
from kb.tongue import later

Pair = tuple[int, int]
"""A power and a toughness."""


@encodes("no-power-or-toughness", claim=later("{permanent} has no power or toughness, as it is no creature"))
def noncreature_permanents_have_none(_now: Situation, permanent: Object) -> Truth:
    """A noncreature permanent has no power or toughness, even if its card has them printed on it."""
    return all_of(permanent.zone == "battlefield", not_(permanent.is_a("creature")))


@defines("printed-power-first", claim=later("the power and toughness of {thing} start with the numbers printed"))
def printed_numbers_first(_now: Situation, _thing: Object, printed: Pair) -> Pair:
    """Start with the numbers printed in its lower right corner, then apply any continuous effects."""
    return printed


@defines("face-down-power", claim=later("{thing} is a 2/2 face-down creature"))
def two_two_face_down(_now: Situation, _thing: Object) -> Pair:
    """A permanent turned face down becomes a 2/2 creature."""
    return (2, 2)


@defines("setting-power", claim=later("“{effect}” sets power and toughness"))
def set_to_specific_values(_now: Situation, effect: Effect, before: Pair) -> Pair:
    """Effects that set power and toughness to a specific value are applied before those that modify them."""
    power, toughness = before
    return (_stated(effect, "power", power), _stated(effect, "toughness", toughness))


@defines("counters-on-power", claim=later("the counters on {thing} add to its power and toughness"))
def counters_add(_now: Situation, _thing: Object, counters: Pair, before: Pair) -> Pair:
    """A +X/+Y counter adds X to power and Y to toughness; a -X/-Y counter subtracts."""
    return (before[0] + counters[0], before[1] + counters[1])


@defines("modifying-power", claim=later("“{effect}” modifies power and toughness"))
def modified_afterwards(_now: Situation, _effect: Effect, more: Pair, before: Pair) -> Pair:
    """Effects that modify power and toughness, but don't set them, are applied after those that set them."""
    return (before[0] + more[0], before[1] + more[1])


@defines("switching-power", claim=later("“{effect}” switches power and toughness"))
def switched_last(_now: Situation, _effect: Effect, before: Pair) -> Pair:
    """Effects that switch take the value of power for toughness and the other way; they are applied last."""
    return (before[1], before[0])


@variant_of(switched_last)
def switched_when_it_comes(_now: Situation, _effect: Effect, before: Pair) -> Pair:
    """Effects switch power and toughness; any that are applied after the switching effect apply normally."""
    return (before[1], before[0])


@defines("doubling-power", claim=later("“{effect}” gives as much again as there is"))
def as_much_again(_now: Situation, effect: Effect, current: Pair) -> Pair:
    """To double power, the creature gets +X/+0, where X is its power; to double toughness likewise."""
    return _chosen_of(effect, current)


@defines("tripling-power", claim=later("“{effect}” gives twice as much again as there is"))
def twice_as_much_again(_now: Situation, effect: Effect, current: Pair) -> Pair:
    """To triple power, the creature gets +X/+0, where X is twice its power; to triple toughness likewise."""
    power, toughness = _chosen_of(effect, current)
    return (2 * power, 2 * toughness)


@defines("no-negative-results", claim=later("zero is used where the result of an effect would be negative: {amount}"))
def zero_unless_it_modifies(_now: Situation, amount: int, modifies: bool) -> int:
    """A negative result is zero, unless the effect sets or otherwise modifies power, toughness or a life total."""
    return amount if modifies else max(0, amount)


@variant_of(zero_unless_it_modifies)
def zero_instead(_now: Situation, amount: int, _modifies: bool) -> int:
    """A negative result is zero, unless the effect doubles, triples or sets power, toughness or a life total."""
    return max(0, amount)


def _stated(effect: Effect, fact: str, otherwise: int) -> int:
    return int(effect.given[fact]) if is_given(effect, fact) else otherwise


def _chosen_of(effect: Effect, current: Pair) -> Pair:
    """What an effect doubles or triples: what it names, both if it names neither."""
    named = tuple(effect.quality) or ("power", "toughness")
    return (current[0] if "power" in named else 0, current[1] if "toughness" in named else 0)


def power_toughness_of(steps: Steps, thing: Object) -> Pair | None:
    """The power and toughness of an object with all effects; None where it has none, or a fact is missing."""
    none = steps.now.rule("no-power-or-toughness", thing)
    if none.value is not False:
        steps.holds(none)
        return None
    printed = _printed(steps, thing)
    if printed is None:
        return None
    says = ("is", "gets", "switches", "doubles", "triples")
    effects = [each for each in in_timestamp_order(steps, thing, *says) if _is_about(each)]
    return _applied(steps, thing, printed, effects)


def _is_about(effect: Effect) -> bool:
    says = effect.given.get("says")
    numbers = any(is_given(effect, fact) for fact in ("power", "toughness", "equal_to"))
    return says in ("switches", "doubles", "triples") or numbers


def _printed(steps: Steps, thing: Object) -> Pair | None:
    """What is stated before the effects of the situation: printed, or as it is with its counters."""
    if steps.holds(thing.face_down) is not False:
        found: Pair | None = steps.rule("face-down-power", thing)
        return found
    is_base = is_given(thing, "base_power") or is_given(thing, "base_toughness")
    power = steps.read(thing.base_power if is_base else thing.power)
    toughness = steps.read(thing.base_toughness if is_base else thing.toughness)
    if power is None or toughness is None:
        return None
    pair = (power, toughness)
    started = steps.rule("printed-power-first", thing, pair)
    return pair if started is None else started


def _counters(thing: Object) -> Pair:
    """What the counters on an object add up to."""
    power = toughness = 0
    for kind, count in thing.counters.stated.items():
        first, slash, second = kind.partition("/")
        if slash:
            power, toughness = power + int(first) * count, toughness + int(second) * count
    return (power, toughness)


def _applied(steps: Steps, thing: Object, printed: Pair, effects: list[Effect]) -> Pair:
    """The effects in the order of the sublayers: those that set, then those that modify, then those that switch."""
    pair = printed
    for effect in effects:
        if effect.given.get("says") == "is":
            pair = _or(steps.rule("setting-power", effect, pair), pair)
    counters = _counters(thing)
    if counters != (0, 0) and not is_given(thing, "power"):
        pair = _or(steps.rule("counters-on-power", thing, counters, pair), pair)
    switch = steps.now.law.rule("switching-power")
    comes_last = switch is None or switch.variant == "switched_last"
    for place, effect in enumerate(effects):
        if effect.given.get("says") == "switches" and not comes_last:
            pair = _or(steps.rule("switching-power", effect, pair), pair)
        elif effect.given.get("says") in ("gets", "doubles", "triples"):
            more = _more(steps, effect, _applied(Steps(steps.now), thing, printed, effects[:place]))
            pair = _or(steps.rule("modifying-power", effect, more, pair), (pair[0] + more[0], pair[1] + more[1]))
    for effect in effects:
        if effect.given.get("says") == "switches" and comes_last:
            pair = _or(steps.rule("switching-power", effect, pair), pair)
    return pair


def _more(steps: Steps, effect: Effect, current: Pair) -> Pair:
    """How much an effect adds, given what the object has as it resolves."""
    says = effect.given.get("says")
    if says in ("doubles", "triples"):
        return _or(steps.rule("doubling-power" if says == "doubles" else "tripling-power", effect, current), (0, 0))
    if is_given(effect, "equal_to"):
        amount = current[0] if effect.given["equal_to"] == "power" else current[1]
        amount = amount if amount >= 0 else _not_negative(steps, amount, modifies=True)
        return (amount, amount)
    return (_stated(effect, "power", 0), _stated(effect, "toughness", 0))


def _not_negative(steps: Steps, amount: int, *, modifies: bool) -> int:
    found = steps.rule("no-negative-results", amount, modifies)
    return amount if found is None else int(found)


def _or(found: Pair | None, otherwise: Pair) -> Pair:
    return otherwise if found is None else found


def _power_toughness(now: Situation, asked: Asked) -> Valued:
    thing = asked.object(now)
    steps = Steps(now)
    pair = power_toughness_of(steps, thing)
    if pair is None:
        return steps.valued({"power": None, "toughness": None})
    return steps.valued({"power": pair[0], "toughness": pair[1]})


POWER_TOUGHNESS = Question(
    "power-toughness",
    later("What are the power and toughness of this object, after the effects that are stated?"),
    "object",
    _power_toughness,
    "rules ask power-toughness A --fact A.types=[creature] --fact A.power=3 --fact A.toughness=4",
)


def _amount(now: Situation, asked: Asked) -> Valued:
    """What an effect that uses the power or toughness of an object comes to."""
    thing = asked.object(now)
    steps = Steps(now)
    pair = power_toughness_of(steps, thing)
    of_it = [each for each in now.effects if is_given(each, "equal_to") and each.covers(thing)]
    if pair is None or not of_it:
        steps.missing(thing, "power" if of_it else "effects")
        return steps.valued(None)
    effect = of_it[-1]
    modifies = effect.given.get("says") in ("gets", "is")
    amount = pair[0] if effect.given["equal_to"] == "power" else pair[1]
    return steps.valued(amount if amount >= 0 else _not_negative(steps, amount, modifies=modifies))


AMOUNT = Question(
    "amount",
    later("How much is the amount of the effect that is equal to this object's power or toughness?"),
    "object",
    _amount,
    "rules ask amount A -f situation.yaml",
)
