"""The order in which an edition prints its places, where that isn't the usual one.

Rules are kept by number and headwords by the alphabet. An edition that prints some otherwise is known
by the fewest places that have to be moved: each stands after another one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Protocol, TypeVar


class _Ordered(Protocol):
    def __lt__(self, other: Any, /) -> bool: ...


Item = TypeVar("Item", bound=_Ordered)
Place = TypeVar("Place")


def upwards(items: Sequence[Item]) -> tuple[int, ...]:
    """The longest run of items, not necessarily adjacent, that goes only upwards: their indexes."""
    if all(first < second for first, second in pairwise(items)):
        return tuple(range(len(items)))
    tails: list[int] = []
    ends: list[Item] = []
    previous: list[int] = []
    for index, item in enumerate(items):
        at = bisect_left(ends, item)
        previous.append(tails[at - 1] if at else -1)
        tails[at : at + 1] = [index]
        ends[at : at + 1] = [item]
    run = []
    index = tails[-1] if tails else -1
    while index >= 0:
        run.append(index)
        index = previous[index]
    return tuple(reversed(run))


def displaced(printed: Sequence[Place], usual: Sequence[Place]) -> tuple[tuple[Place, Place | None], ...]:
    """The places that are printed out of their usual order, each with the one it stands after.

    Args:
        printed: all places as printed; no place twice.
        usual: the same places in their usual order.
    """
    rank = {place: index for index, place in enumerate(usual)}
    kept = set(upwards([rank[place] for place in printed]))
    return tuple(
        (place, printed[index - 1] if index else None) for index, place in enumerate(printed) if index not in kept
    )


def restored(usual: Sequence[Place], moved: Sequence[tuple[Place, Place | None]]) -> tuple[Place, ...]:
    """The inverse of `displaced`: the places as printed."""
    out = {place for place, _ in moved}
    following: dict[Place | None, Place] = {after: place for place, after in moved}
    printed: list[Place] = []

    def put(place: Place | None) -> None:
        while place in following:
            place = following.pop(place)
            printed.append(place)

    put(None)
    for place in usual:
        if place not in out:
            printed.append(place)
            put(place)
    return tuple(printed)
