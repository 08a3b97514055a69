"""Maximum-weight bipartite matching: choosing the pairs whose weights have the greatest sum.

The possible pairs fall into groups without common members. Each group is solved exactly by shortest augmenting paths
(Jonker and Volgenant 1987). SciPy has a solver, but would add a dependency of 100 MB.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

_INFINITE = float("inf")
# A group with more possible pairs than this is solved greedily, because the exact solution takes cubic time. Groups of
# real editions have up to 36.
_MAX_CELLS = 2_500


def maximum_weight_matching(weights: Mapping[tuple[int, int], float]) -> dict[int, int]:
    """Return a dict from matched left to matched right members. `weights` has a weight above 0 for possible pairs."""
    chosen: dict[int, int] = {}
    for group in _groups(weights):
        lefts = sorted({left for left, _ in group})
        rights = sorted({right for _, right in group})
        if len(lefts) == len(rights) == 1:
            chosen[lefts[0]] = rights[0]
            continue
        if len(lefts) * len(rights) > _MAX_CELLS:
            chosen.update(_greedy(group, weights))
            continue
        # Each left member also has its own extra column with weight 0. Choosing this column means no match.
        costs = [
            [-weights.get((left, right), -_INFINITE) for right in rights]
            + [0.0 if at == row else _INFINITE for at in range(len(lefts))]
            for row, left in enumerate(lefts)
        ]
        row_of_right = _Solver(costs).solve()[: len(rights)]
        for row, column in sorted((row, column) for column, row in enumerate(row_of_right) if row is not None):
            chosen[lefts[row]] = rights[column]
    return chosen


def _greedy(group: Iterable[tuple[int, int]], weights: Mapping[tuple[int, int], float]) -> dict[int, int]:
    """Match the members of a large group, the pairs with the greatest weight first."""
    chosen: dict[int, int] = {}
    taken: set[int] = set()
    for left, right in sorted(group, key=lambda pair: (-weights[pair], pair)):
        if left not in chosen and right not in taken:
            chosen[left] = right
            taken.add(right)
    return chosen


def _groups(pairs: Iterable[tuple[int, int]]) -> Iterable[list[tuple[int, int]]]:
    """Split the pairs into groups that have no member in common."""
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


class _Solver:
    """A solver that assigns a different column to each row of a cost matrix, so that the sum of the costs is least.

    Rows are assigned one by one. A later row may move earlier rows to other columns.
    """

    def __init__(self, costs: Sequence[Sequence[float]]) -> None:
        self.costs = costs
        self.columns = range(len(costs[0]))
        self.row_price, self.column_price = [0.0] * len(costs), [0.0] * len(costs[0])
        self.row_of: list[int | None] = [None] * len(costs[0])

    def solve(self) -> list[int | None]:
        """Return the row of each column, or None if a column has no row."""
        for row in range(len(self.costs)):
            self._assign_row(row)
        return self.row_of

    def _assign_row(self, start: int) -> None:
        """Assign a row along the shortest path to a free column."""
        distance, came_from = [_INFINITE] * len(self.columns), [-1] * len(self.columns)
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
