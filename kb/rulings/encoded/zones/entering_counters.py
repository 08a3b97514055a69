"""Counters that permanents enter with because of sunburst and modular (702.43, 702.44)."""

from __future__ import annotations

import re

from kb.rulings.engine.derivation import Derivation
from kb.rulings.law.rule_registry import defines
from kb.rulings.logic.partial_values import NumberValue
from kb.rulings.logic.ternary import Truth
from kb.rulings.situation.keyword_forms import is_keyword
from kb.rulings.situation.situation import Object, Situation

_MODULAR_SUNBURST = re.compile(r"modular ?[\N{EM DASH}-] ?sunburst")
_PLUS = "+1/+1"


@defines("sunburst", "{thing} enters with a counter for each colour of mana spent to cast it")
def for_each_color_spent(_now: Situation, thing: Object) -> tuple[str, NumberValue]:
    """For each colour of mana spent, a creature gets a +1/+1 counter. Another object gets a charge counter."""
    return (_PLUS if thing.has_type("creature").value else "charge"), thing.colors_spent.count


@defines("sunburst-number", "sunburst sets the number of {thing}, creature or not")
def whether_creature_or_not(_now: Situation, thing: Object) -> NumberValue:
    """If sunburst sets a number for another ability, the number is the same for creatures and other permanents."""
    return thing.colors_spent.count


@defines("modular", "{thing} enters with as many +1/+1 counters as modular says")
def so_many_counters(_now: Situation, _thing: Object, number: NumberValue) -> NumberValue:
    """Modular N means "this permanent enters with N +1/+1 counters on it"."""
    return number


@defines("sunburst-from-the-stack", "sunburst counts what was spent on {thing}, which is a spell")
def only_as_the_spell_resolves(_now: Situation, thing: Object) -> Truth:
    """Sunburst applies only as the spell resolves."""
    return thing.zone == "stack"


def counters_of_sunburst_and_modular(now: Situation, thing: Object) -> tuple[dict[str, int], Truth]:
    """Return the kinds and numbers of the counters that sunburst and modular give an object, and the reasons."""
    steps, found = Derivation(now), dict[str, int]()
    for keyword in thing.keywords:
        counted = _by_sunburst(steps, thing) if keyword == "sunburst" else _by_modular(steps, thing, keyword)
        if counted is not None and (amount := steps.read_value(counted[1])):
            found[counted[0]] = found.get(counted[0], 0) + amount
    return found, steps.truth


def _is_cast(steps: Derivation, thing: Object) -> bool:
    """True if an object enters as a resolving spell, as sunburst requires."""
    resolving: Truth | None = steps.apply_rule("sunburst-from-the-stack", thing)
    return resolving is not None and steps.check(resolving) is True


def _by_sunburst(steps: Derivation, thing: Object) -> tuple[str, NumberValue] | None:
    if not _is_cast(steps, thing):
        return None
    steps.check(thing.has_type("creature"))
    found: tuple[str, NumberValue] | None = steps.apply_rule("sunburst", thing)
    return found


def _by_modular(steps: Derivation, thing: Object, keyword: str) -> tuple[str, NumberValue] | None:
    """Return the kind and number of counters that a modular ability gives, or None if `keyword` isn't modular."""
    number: NumberValue | None = None
    if not _MODULAR_SUNBURST.fullmatch(keyword):
        number = thing.number_of_keyword(keyword) if is_keyword(keyword, "modular", thing.now.words) else None
    elif _is_cast(steps, thing):
        number = steps.apply_rule("sunburst-number", thing)
    counters: NumberValue | None = None if number is None else steps.apply_rule("modular", thing, number)
    return None if counters is None else (_PLUS, counters)
