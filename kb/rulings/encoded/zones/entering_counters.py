"""Counters for the colours of mana spent, and what modular brings along (702.43, 702.44)."""

from __future__ import annotations

import re

from kb.i18n import later
from kb.rulings.engine.derivation import Steps
from kb.rulings.law.rule_registry import defines
from kb.rulings.logic.partial_values import Number
from kb.rulings.logic.ternary import Truth
from kb.rulings.situation.situation import Object, Situation

_MODULAR = re.compile(r"modular (\d+)")
_MODULAR_SUNBURST = re.compile(r"modular ?[\N{EM DASH}-] ?sunburst")
_PLUS = "+1/+1"


@defines("sunburst", later("{thing} enters with a counter for each colour of mana spent to cast it"))
def for_each_color_spent(_now: Situation, thing: Object) -> tuple[str, Number]:
    """A +1/+1 counter for each colour of mana spent if it enters as a creature; else a charge counter for each."""
    return (_PLUS if thing.is_a("creature").value else "charge"), thing.colors_spent.count


@defines("sunburst-number", later("sunburst sets the number of {thing}, creature or not"))
def whether_creature_or_not(_now: Situation, thing: Object) -> Number:
    """It can set a number for another ability; then it doesn't matter whether that is on a creature spell."""
    return thing.colors_spent.count


@defines("modular", later("{thing} enters with as many +1/+1 counters as modular says"))
def so_many_counters(_now: Situation, _thing: Object, number: Number) -> Number:
    """Modular N means "this permanent enters with N +1/+1 counters on it"."""
    return number


@defines("sunburst-from-the-stack", later("sunburst counts what was spent on {thing}, which is a spell"))
def only_as_the_spell_resolves(_now: Situation, thing: Object) -> Truth:
    """Sunburst applies only as the spell resolves."""
    return thing.zone == "stack"


def entering_counters(now: Situation, thing: Object) -> tuple[dict[str, int], Truth]:
    """The counters that something enters with because of sunburst and modular, and why."""
    steps, found = Steps(now), dict[str, int]()
    for keyword in thing.keywords:
        counted = _of_sunburst(steps, thing) if keyword == "sunburst" else _of_modular(steps, thing, keyword)
        if counted is not None and (amount := steps.read(counted[1])):
            found[counted[0]] = found.get(counted[0], 0) + amount
    return found, steps.truth


def _is_cast(steps: Steps, thing: Object) -> bool:
    """Whether it enters as a resolving spell, as sunburst asks for."""
    resolving: Truth | None = steps.rule("sunburst-from-the-stack", thing)
    return resolving is not None and steps.holds(resolving) is True


def _of_sunburst(steps: Steps, thing: Object) -> tuple[str, Number] | None:
    if not _is_cast(steps, thing):
        return None
    steps.holds(thing.is_a("creature"))
    found: tuple[str, Number] | None = steps.rule("sunburst", thing)
    return found


def _of_modular(steps: Steps, thing: Object, keyword: str) -> tuple[str, Number] | None:
    """What a modular ability puts on it; None if a keyword ability is none."""
    found = _MODULAR.fullmatch(keyword)
    number = Number.of(int(found[1])) if found else None
    if _MODULAR_SUNBURST.fullmatch(keyword) and _is_cast(steps, thing):
        number = steps.rule("sunburst-number", thing)
    counters: Number | None = None if number is None else steps.rule("modular", thing, number)
    return None if counters is None else (_PLUS, counters)
