"""Touching: of the differences between two editions, those of rules that somebody's texts cite.

A citation stands for its number and everything below it, as elsewhere. One that isn't pinned means the rule
that has the number in either edition: whoever cites a number wants to know that its rule went away, and that
another one came.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from kb.comparison import Comparison, Difference
from kb.number import NumberRange, RuleNumber
from kb.spans import rules_of_edition
from kb.store import Store
from kb.succession import succession
from kb.view import View


@dataclass(frozen=True, slots=True)
class Cited:
    """What a citation names.

    Attributes:
        numbers: a number, or the range that two citations are the ends of.
        edition: the day that it is pinned to; None if it isn't.
    """

    numbers: NumberRange
    edition: date | None


@dataclass(frozen=True, slots=True)
class Touched:
    """A difference, and the citations that it concerns."""

    difference: Difference
    by: tuple[Cited, ...]


def touched(store: Store, found: Comparison, cited: Collection[Cited]) -> tuple[Touched, ...]:
    """The differences that concern what is cited, in their order.

    Args:
        store: what is known.
        found: what changed between two editions.
        cited: what the texts cite; a pin to a day without a whole edition in force says nothing.
    """
    looked_up = _LookedUp(store, found, cited)
    concerned = ((difference, looked_up.citations(difference)) for difference in found.differences)
    return tuple(Touched(difference, by) for difference, by in concerned if by)


class _LookedUp:
    """Citations by the numbers that they mean in either edition."""

    def __init__(self, store: Store, found: Comparison, cited: Collection[Cited]) -> None:
        self._plain: dict[RuleNumber, list[Cited]] = defaultdict(list)
        self._ranges = [each for each in cited if each.edition is None and each.numbers.first != each.numbers.last]
        pinned: dict[date, list[Cited]] = defaultdict(list)
        for each in cited:
            if each.edition is not None:
                pinned[each.edition].append(each)
            elif each.numbers.first == each.numbers.last:
                self._plain[each.numbers.first].append(each)
        self._then: list[dict[RuleNumber, list[Cited]]] = []
        for day in (found.first, found.second):
            meant: dict[RuleNumber, list[Cited]] = defaultdict(list)
            for edition, citations in pinned.items():
                base = View(store, found.lang, edition).base
                if base is not None:
                    _mean(store, found, (base, day), citations, meant)
            self._then.append(meant)

    def citations(self, difference: Difference) -> tuple[Cited, ...]:
        """The citations that a difference concerns, each once."""
        concerned: list[Cited] = []
        for side, meant in zip((difference.old, difference.new), self._then, strict=True):
            if side is not None:
                concerned += meant.get(side.number, ())
                concerned += [each for number in _upwards(side.number) for each in self._plain.get(number, ())]
                concerned += [each for each in self._ranges if each.numbers.covers(side.number)]
        return tuple(dict.fromkeys(concerned))


def _mean(
    store: Store,
    found: Comparison,
    days: tuple[date, date],
    citations: Sequence[Cited],
    meant: dict[RuleNumber, list[Cited]],
) -> None:
    """Add, under the numbers of the second day's edition, the citations that are pinned to that of the first."""
    fates = succession(store, found.lang, *days).fates
    there = rules_of_edition(store, found.lang, days[1])
    for place, stands in rules_of_edition(store, found.lang, days[0]).items():
        fate = fates[place]
        if fate.place is not None:
            meant[there[fate.place].number] += [each for each in citations if each.numbers.covers(stands.number)]


def _upwards(number: RuleNumber) -> Iterator[RuleNumber]:
    """A number, and those that it stands below."""
    above: RuleNumber | None = number
    while above is not None:
        yield above
        above = above.parent
