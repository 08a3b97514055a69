"""What a triggered keyword ability means: when it triggers, and the condition of its "if" clause (603.4, 702)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kb.rulings.logic.ternary import Truth, constant, every
from kb.rulings.situation.situation import Object, Situation

AbilityFacts = dict[str, Any]
"""The facts of an ability: its trigger, and the quality of what it watches."""

Test = Callable[[Situation, Object], Truth]
"""A test of the object with a keyword."""

Comparison = Callable[[Object, Object], Truth]
"""A test of what the event happens to, beside the object with the keyword."""


@dataclass(frozen=True, slots=True)
class KeywordTrigger:
    """The triggered abilities that a keyword means.

    Attributes:
        abilities: the facts of each ability.
        condition: Yes if the condition after the trigger event is true (603.4). Yes if there is no condition.
        compares: a further test of what the event happens to; None if there is none.
    """

    abilities: tuple[AbilityFacts, ...]
    condition: Truth
    compares: Comparison | None = None


def meaning_of_keyword(
    now: Situation, source: Object, triggers: tuple[AbilityFacts, ...], *, lacks: str = "", has: str = "",
    when: Test | None = None, compares: Comparison | None = None,
) -> KeywordTrigger:  # fmt: skip
    """Return the abilities of a keyword of `source`.

    Args:
        now: the situation.
        source: the object with the keyword.
        triggers: the facts of each triggered ability besides its kind.
        lacks: a kind of counters. The object must have none of them, or the abilities don't trigger.
        has: a kind of counters that the object must have.
        when: a test that the object must pass.
        compares: a test of what the event happens to.
    """
    conditions = [source.counters[lacks] < 1] if lacks else []
    conditions += [source.counters[has] >= 1] if has else []
    conditions += [when(now, source)] if when is not None else []
    abilities = tuple({"kind": "triggered"} | each for each in triggers)
    return KeywordTrigger(abilities, every(conditions) if conditions else constant(True), compares)
