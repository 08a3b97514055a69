"""Places that an edition prints out of their usual order.

The store orders rules by number and headwords alphabetically. If an edition prints another order, the store has the
smallest set of places that must be moved, each with the place printed before it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Protocol, TypeVar


class _Comparable(Protocol):
    def __lt__(self, other: Any, /) -> bool: ...


_Item = TypeVar("_Item", bound=_Comparable)
_Place = TypeVar("_Place")


def longest_increasing_subsequence(items: Sequence[_Item]) -> tuple[int, ...]:
    """Return the indexes of a longest increasing subsequence."""
    if all(first < second for first, second in pairwise(items)):
        return tuple(range(len(items)))
    last_indexes: list[int] = []
    last_items: list[_Item] = []
    previous: list[int] = []
    for index, item in enumerate(items):
        length = bisect_left(last_items, item)
        previous.append(last_indexes[length - 1] if length else -1)
        last_indexes[length : length + 1] = [index]
        last_items[length : length + 1] = [item]
    found = []
    index = last_indexes[-1] if last_indexes else -1
    while index >= 0:
        found.append(index)
        index = previous[index]
    return tuple(reversed(found))


def find_displaced(printed: Sequence[_Place], usual: Sequence[_Place]) -> tuple[tuple[_Place, _Place | None], ...]:
    """Return the places printed out of their usual order, each with the place printed before it (None if first)."""
    rank = {place: index for index, place in enumerate(usual)}
    in_order = set(longest_increasing_subsequence([rank[place] for place in printed]))
    return tuple(
        (place, printed[index - 1] if index else None) for index, place in enumerate(printed) if index not in in_order
    )


def restore_printed_order(usual: Sequence[_Place], moved: Sequence[tuple[_Place, _Place | None]]) -> tuple[_Place, ...]:
    """Return the places in the printed order. `moved` is the result of `find_displaced`."""
    following: dict[_Place | None, _Place] = {after: place for place, after in moved}
    moved_places = set(following.values())
    printed: list[_Place] = []

    def add_followers(place: _Place | None) -> None:
        while place in following:
            place = following.pop(place)
            printed.append(place)

    add_followers(None)
    for place in usual:
        if place not in moved_places:
            printed.append(place)
            add_followers(place)
    return tuple(printed)
