"""Values that depend on the choices of players: every course is derived, and the results are put together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kb.i18n import mark_message
from kb.rulings.engine.derivation import DerivedValue
from kb.rulings.logic.ternary import all_of, constant
from kb.rulings.situation.choices import Choices
from kb.rulings.situation.situation import Situation

MAX_COURSES = 64
"""The greatest number of courses that are derived. If there are more, the value depends on the choices."""

CHOOSES = "chooses"
"""The key, in a value with several possible results, of the ids of the players who choose among them."""


def derive_each_course(now: Situation, derive: Callable[[Situation], DerivedValue]) -> DerivedValue:
    """Derive a value for each course of choices. If the results differ, the value lists the possible ones.

    A result that differs becomes a list of its possible values. The key `chooses` has the player who chooses.
    """
    found: list[tuple[DerivedValue, Choices]] = []
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        if len(found) == MAX_COURSES:
            return derive(now)
        course = Choices(waiting.pop(0))
        found.append((derive(now.replace(choices=course)), course))
        waiting += course.other_courses()
    return _put_together(found)


def _put_together(found: list[tuple[DerivedValue, Choices]]) -> DerivedValue:
    """Return the value of all courses. If one of them isn't known, its truth says what it depends on."""
    first, _course = found[0]
    if len(found) == 1:
        return first
    if (unsure := next((each for each, _course in found if each.truth.value is None), None)) is not None:
        return unsure
    values = [each.value if each.truth.value else {} for each, _course in found]
    if all(each == values[0] for each in values):
        return first
    choosers = list(dict.fromkeys(each.chooser or "?" for _value, course in found for each in course.made.values()))
    chooses = choosers[0] if len(choosers) == 1 else choosers
    merged = _merge(values) if isinstance(values[0], dict) else {"amount": _distinct(values)}
    says = mark_message("{player} chooses, and so decides the result")
    chosen = constant(True, says, player=", ".join(choosers))
    happens = next(each.truth for each, _course in found if each.truth.value)
    return DerivedValue(merged | {CHOOSES: chooses}, all_of(chosen, happens))


def _distinct(values: list[Any]) -> list[Any]:
    found = [each for place, each in enumerate(values) if each not in values[:place]]
    return sorted(found) if all(isinstance(each, int) for each in found) else found


def _merge(values: list[dict[str, Any]]) -> dict[str, Any]:
    """Return one mapping for all courses. What a mapping lacks doesn't happen in its course."""
    merged: dict[str, Any] = {}
    for key in dict.fromkeys(key for each in values for key in each):
        of_key = [each.get(key) for each in values]
        inner = next((each for each in of_key if each is not None), None)
        if all(each == inner for each in of_key):
            merged[key] = inner
        elif isinstance(inner, dict):
            merged[key] = _merge([each or {} for each in of_key])
        else:
            nothing = type(inner)() if isinstance(inner, int | list) else None
            merged[key] = _distinct([nothing if each is None else each for each in of_key])
    return merged
