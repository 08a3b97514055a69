"""Assignment: which of the possible pairs to take so that their worth together is greatest.

The pairs fall into groups that have nothing in common; each group is solved exactly by shortest augmenting
paths (Jonker and Volgenant 1987). Nothing light that is kept does this: SciPy's solver brings 100 MB along.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

_NEVER = float("inf")


def assign(worth: Mapping[tuple[int, int], float]) -> dict[int, int]:
    """The pairs of greatest worth together, each left and each right member in one pair at most.

    Args:
        worth: of each possible pair (left, right), above 0; a pair that is missing is impossible.
    """
    chosen: dict[int, int] = {}
    for group in _groups(worth):
        lefts = sorted({left for left, _ in group})
        rights = sorted({right for _, right in group})
        if len(lefts) == len(rights) == 1:
            chosen[lefts[0]] = rights[0]
            continue
        # A column of its own for each left member stands for being left alone, which is worth nothing.
        costs = [
            [-worth.get((left, right), -_NEVER) for right in rights]
            + [0.0 if at == row else _NEVER for at in range(len(lefts))]
            for row, left in enumerate(lefts)
        ]
        for row, column in enumerate(_cheapest(costs)):
            if column < len(rights):
                chosen[lefts[row]] = rights[column]
    return chosen


def _groups(pairs: Iterable[tuple[int, int]]) -> Iterable[list[tuple[int, int]]]:
    """The pairs parted so that no member stands in two groups."""
    by_left, by_right = defaultdict(list), defaultdict(list)
    for left, right in pairs:
        by_left[left].append(right)
        by_right[right].append(left)
    seen: set[int] = set()
    for start in by_left:
        if start in seen:
            continue
        seen.add(start)
        group, waiting = [], [start]
        while waiting:
            left = waiting.pop()
            for right in by_left[left]:
                group.append((left, right))
                new = [other for other in by_right[right] if other not in seen]
                seen.update(new)
                waiting += new
        yield group


def _cheapest(costs: Sequence[Sequence[float]]) -> list[int]:
    """For each row its column, so that the sum is least; there are at least as many columns as rows."""
    solving = _Solving(costs)
    for row in range(len(costs)):
        solving.find_column(row)
    found = [-1] * len(costs)
    for column, owner in enumerate(solving.row_of):
        if owner is not None:
            found[owner] = column
    return found


class _Solving:
    """Rows get their columns one by one; a row that comes later may push earlier ones on."""

    def __init__(self, costs: Sequence[Sequence[float]]) -> None:
        self.costs = costs
        self.columns = range(len(costs[0]))
        self.row_price, self.column_price = [0.0] * len(costs), [0.0] * len(costs[0])
        self.row_of: list[int | None] = [None] * len(costs[0])

    def find_column(self, start: int) -> None:
        """Give a row its column along the shortest path to one that is free."""
        distance, came_from = [_NEVER] * len(self.columns), [-1] * len(self.columns)
        done: set[int] = set()
        row: int | None = start
        column, here = -1, 0.0
        while row is not None:
            for at in self.columns:
                length = here + self.costs[row][at] - self.row_price[row] - self.column_price[at]
                if at not in done and length < distance[at]:
                    distance[at], came_from[at] = length, column
            column = min((at for at in self.columns if at not in done), key=distance.__getitem__)
            done.add(column)
            row, here = self.row_of[column], distance[column]
        for at in done:
            gain = here - distance[at]
            self.column_price[at] -= gain
            owner = self.row_of[at]
            if owner is not None:
                self.row_price[owner] += gain
        self.row_price[start] += here
        while column >= 0:
            before = came_from[column]
            self.row_of[column] = start if before < 0 else self.row_of[before]
            column = before
