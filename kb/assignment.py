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
    columns = len(costs[0])
    row_price, column_price = [0.0] * len(costs), [0.0] * columns
    row_of: list[int | None] = [None] * columns
    for start in range(len(costs)):
        distance, came_from = [_NEVER] * columns, [-1] * columns
        done = [False] * columns
        row, column = start, -1
        while True:
            least, nearest = _NEVER, -1
            here = distance[column] if column >= 0 else 0.0
            for at in range(columns):
                if done[at]:
                    continue
                length = here + costs[row][at] - row_price[row] - column_price[at]
                if length < distance[at]:
                    distance[at], came_from[at] = length, column
                if distance[at] < least:
                    least, nearest = distance[at], at
            column = nearest
            done[column] = True
            taken = row_of[column]
            if taken is None:
                break
            row = taken
        total = distance[column]
        for at in range(columns):
            if done[at]:
                gain = total - distance[at]
                column_price[at] -= gain
                owner = row_of[at]
                if owner is not None:
                    row_price[owner] += gain
        row_price[start] += total
        while column >= 0:
            before = came_from[column]
            row_of[column] = row_of[before] if before >= 0 else start
            column = before
    found = [-1] * len(costs)
    for at, owner in enumerate(row_of):
        if owner is not None:
            found[owner] = at
    return found
