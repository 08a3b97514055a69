"""Print order: storing the order of an edition whose items aren't in the usual order."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from kb.storage.print_order import find_displaced, longest_increasing_subsequence, restore_printed_order


@given(st.permutations(range(12)))
def test_restoring_the_printed_order(printed: list[int]) -> None:
    """The usual order and the displaced items restore any printed order."""
    usual = sorted(printed)
    assert list(restore_printed_order(usual, find_displaced(printed, usual))) == printed


@given(st.lists(st.integers(0, 30), max_size=30))
def test_longest_increasing_subsequence(items: list[int]) -> None:
    """The subsequence is strictly increasing, and none is longer (checked by another method)."""
    run = [items[index] for index in longest_increasing_subsequence(items)]
    assert all(first < second for first, second in pairwise(run))
    longest = [1] * len(items)
    for at, item in enumerate(items):
        longest[at] = 1 + max((longest[before] for before in range(at) if items[before] < item), default=0)
    assert len(run) == max(longest, default=0)


def test_the_fewest_items_are_displaced() -> None:
    """One item out of order is one displaced item: `505.54` printed for 505.5."""
    assert find_displaced([1, 2, 9, 3, 4], [1, 2, 3, 4, 9]) == ((9, 2),)
    assert find_displaced([5, 1, 2], [1, 2, 5]) == ((5, None),)
