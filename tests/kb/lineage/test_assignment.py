"""Assignment: maximum-weight matching, compared with all possible matchings."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from kb.lineage.assignment import maximum_weight_matching

Worth = Mapping[tuple[int, int], float]


def best(worth: Worth) -> float:
    """Return the greatest total weight of pairs that share no member, by trying all sets of pairs."""
    found = 0.0
    for count in range(1, len(worth) + 1):
        for pairs in combinations(worth, count):
            if len({left for left, _ in pairs}) == len({right for _, right in pairs}) == count:
                found = max(found, sum(worth[pair] for pair in pairs))
    return found


def worths() -> st.SearchStrategy[Worth]:
    # Sums of eighths have no rounding error.
    pairs = st.tuples(st.integers(0, 4), st.integers(0, 4))
    return st.dictionaries(pairs, st.integers(1, 16).map(lambda eighths: eighths / 8), max_size=9)


@given(worths())
def test_the_matching_has_the_greatest_weight(worth: Worth) -> None:
    """The matching uses existing pairs, each member once, and no other matching has a greater weight."""
    chosen = maximum_weight_matching(worth)
    assert set(chosen.items()) <= worth.keys()
    assert len(set(chosen.values())) == len(chosen)
    assert sum(worth[pair] for pair in chosen.items()) == best(worth)


def test_the_best_pair_is_not_always_matched() -> None:
    """Two good pairs are better than the best pair together with a bad one."""
    assert maximum_weight_matching({(1, 1): 0.9, (1, 2): 0.8, (2, 1): 0.8, (2, 2): 0.1}) == {1: 2, 2: 1}


def test_trivial_matchings() -> None:
    """A matching of no pairs is empty, and a single pair is matched."""
    assert maximum_weight_matching({}) == {}
    assert maximum_weight_matching({(7, 3): 0.5}) == {7: 3}
