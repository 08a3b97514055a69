"""Three-valued logic: truth tables, numbers with bounds, and the facts that an open answer depends on."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.rulings.logic.open_facts import ResolvedTruth, resolve
from kb.rulings.logic.partial_values import INFINITY, NumberValue, WordListValue, WordValue, total
from kb.rulings.logic.ternary import Truth, all_of, any_of, clash, constant, every, not_, some, unknown, unless

YES, NO = constant(True), constant(False)


def opened(name: str) -> Truth:
    return unknown(name)


def phase(value: str | None = None) -> WordValue:
    return WordValue(value, "phase", "the phase", "", ("main", "combat", "end"))


def life(value: int | None = None, name: str = "life", least: float = -INFINITY) -> NumberValue:
    return NumberValue(least if value is None else value, INFINITY if value is None else value, (name,), "life", "")


@pytest.mark.parametrize(
    ("parts", "together", "either"),
    [
        ((), True, False),
        ((YES, YES), True, True),
        ((YES, NO), False, True),
        ((NO, opened("a")), False, None),
        ((YES, opened("a")), None, True),
        ((opened("a"), opened("b")), None, None),
    ],
)
def test_all_of_and_any_of(parts: tuple[Truth, ...], together: bool | None, either: bool | None) -> None:
    """`all_of` and `any_of` follow the truth tables of Kleene's strong logic."""
    assert (all_of(*parts).value, any_of(*parts).value) == (together, either)
    assert (every(parts).value, some(parts).value) == (together, either)


def test_a_truth_has_no_truth_value_in_python() -> None:
    """`and`, `or`, `not` and `if` raise TypeError, because Python would take an open truth as true."""
    for use in (bool, lambda truth: truth and YES, lambda truth: not truth):
        with pytest.raises(TypeError, match="use all_of"):
            use(opened("a"))


@pytest.mark.parametrize(
    ("truth", "expected"),
    [
        (all_of(phase() == "main", opened("a")), ResolvedTruth(None, ("phase", "a"))),
        (any_of(phase() == "main", phase() != "main"), ResolvedTruth(True)),
        (all_of(phase() == "main", phase() == "combat"), ResolvedTruth(False)),
        (any_of(phase().is_one_of("main", "combat", "end")), ResolvedTruth(True)),
        (all_of(any_of(opened("a"), opened("b")), not_(opened("a"))), ResolvedTruth(None, ("a", "b"))),
        (any_of(all_of(opened("a"), opened("b")), all_of(opened("a"), not_(opened("b")))), ResolvedTruth(None, ("a",))),
        (any_of(opened("a"), all_of(opened("a"), opened("b"))), ResolvedTruth(None, ("a",))),
        (all_of(life() >= 3, life() >= 1), ResolvedTruth(None, ("life",))),
        (any_of(life() >= 3, life() < 3), ResolvedTruth(True)),
        (all_of(life() >= 3, life() < 2), ResolvedTruth(False)),
        (all_of(life(least=0) < 0, opened("a")), ResolvedTruth(False)),
        (any_of(life() + 2 >= 5, life() <= 2), ResolvedTruth(True)),
        (life() == life(), ResolvedTruth(None, ("life",))),
    ],
)
def test_resolved_answers(truth: Truth, expected: ResolvedTruth) -> None:
    """A fact that occurs twice is tried with sample values, so the answer depends only on facts that can change it."""
    assert resolve(truth) == expected


# --- comparison with an exhaustive search --------------------------------------------------------------------

FACTS = ("a", "b", "c", "d")


def formulas() -> st.SearchStrategy[Any]:
    """Return a strategy for formulas over four yes-or-no facts and a phase, as nested tuples."""
    leaves = st.one_of(
        st.sampled_from(FACTS), st.booleans(), st.tuples(st.just("phase"), st.sampled_from(("main", "combat", "end")))
    )
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.tuples(st.just("not"), inner),
            st.tuples(st.sampled_from(("all", "any")), st.lists(inner, max_size=3).map(tuple)),
        ),
        max_leaves=8,
    )


def as_truth(formula: Any) -> Truth:
    if isinstance(formula, bool):
        return constant(formula)
    if isinstance(formula, str):
        return opened(formula)
    kind, inner = formula
    if kind == "phase":
        return phase() == inner
    if kind == "not":
        return not_(as_truth(inner))
    return (all_of if kind == "all" else any_of)(*map(as_truth, inner))


def computed(formula: Any, world: dict[str, Any]) -> bool:
    if isinstance(formula, bool):
        return formula
    if isinstance(formula, str):
        return bool(world[formula])
    kind, inner = formula
    if kind == "phase":
        return bool(world["phase"] == inner)
    if kind == "not":
        return not computed(inner, world)
    return (all if kind == "all" else any)(computed(each, world) for each in inner)


@given(formulas())
def test_agrees_with_an_exhaustive_search(formula: Any) -> None:
    """A formula has a verdict if all worlds agree on it; it depends on a fact if changing that alone can change it."""
    worlds = [
        dict(zip((*FACTS, "phase"), values, strict=True))
        for values in product((False, True), (False, True), (False, True), (False, True), ("main", "combat", "end"))
    ]
    answers = {computed(formula, world) for world in worlds}
    matters = {
        fact
        for fact in (*FACTS, "phase")
        for world in worlds
        for value in (("main", "combat", "end") if fact == "phase" else (False, True))
        if computed(formula, world) != computed(formula, world | {fact: value})
    }
    settled = resolve(as_truth(formula))
    assert settled.value == (answers.pop() if len(answers) == 1 else None)
    assert set(settled.depends_on) == matters


# --- numbers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", ["<", "<=", "==", "!=", ">=", ">"])
@pytest.mark.parametrize("low", [-1, 0, 2, 3])
@pytest.mark.parametrize("width", [0, 1, 2])
def test_comparisons_of_bounded_numbers(sign: str, low: int, width: int) -> None:
    """A comparison is decided if and only if every number within the bounds agrees."""
    number = NumberValue(low, low + width, ("n",), "", "")
    each = [eval(f"{value} {sign} 2") for value in range(low, low + width + 1)]
    found = eval(f"number {sign} 2", {"number": number})
    assert found.value == (each[0] if len(set(each)) == 1 else None)


def test_sums_of_open_numbers() -> None:
    """A sum of known numbers is known; with one open number the sum is open and depends on it."""
    assert total([life(2), NumberValue.exactly(3)]).value == 5
    assert total([]).value == 0
    open_sum = total([life(2), life(None, "x", least=0)])
    assert (open_sum.low, open_sum.is_known) == (2, False)
    assert resolve(open_sum >= 2).value is True
    assert resolve(open_sum >= 4).depends_on == ("x",)
    assert resolve(life(5) - life(None, "x", least=0) <= 5).value is True
    assert (life(-3).at_least(0).value, life(3).at_least(0).value) == (0, 3)


# --- words ---------------------------------------------------------------------------------------------------


def test_comparisons_of_open_words() -> None:
    """Two open words may be equal, so the comparison is open; a list is either known in full or open."""
    one, other = WordValue(None, "x", "", ""), WordValue("p1", "y", "", "")
    assert resolve(one == other).depends_on == ("x",)
    assert resolve(one == one).value is True  # noqa: PLR0124
    assert (other == "p1").value is True
    assert resolve(one == WordValue(None, "z", "", "")).depends_on == ("x", "z")
    known, none, nothing = (
        WordListValue(("a", "b"), "k", "", ""),
        WordListValue((), "n", "", ""),
        WordListValue(None, "u", "", ""),
    )
    assert (known.contains("a").value, known.contains("c").value, nothing.contains("a").value) == (True, False, None)
    assert (known.intersects(none).value, nothing.intersects(none).value) == (False, False)
    assert (known.intersects(nothing).value, known.is_empty.value, none.is_empty.value) == (None, False, True)
    assert (known.count.value, nothing.count.is_known, nothing.is_empty.value) == (2, False, None)
    assert known.contains_any("x", "b").value is True


# --- exceptions ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("default", "exceptions", "expected"),
    [
        (YES, [], True),
        (YES, [(YES, False)], False),
        (NO, [(YES, True)], True),
        (NO, [(NO, True)], False),
        (YES, [(YES, True), (YES, True)], True),
        (YES, [(YES, True), (YES, False)], "clash"),
        (YES, [(YES, True), (NO, False)], True),
        (YES, [(opened("a"), False)], None),
    ],
)
def test_exceptions_that_disagree_are_a_clash(default: Truth, exceptions: Any, expected: object) -> None:
    """One exception overrides the default; two that apply and disagree are a clash."""
    assert resolve(unless(default, exceptions)).value == expected


def test_a_no_elsewhere_makes_a_clash_irrelevant() -> None:
    """A conjunction with a "no" is "no" even if its other part is a clash."""
    assert resolve(all_of(clash(YES, YES), NO)).value is False
    assert resolve(all_of(clash(YES, YES), YES)).value == "clash"
    assert resolve(all_of(clash(YES, YES), opened("a"))).depends_on == ("a",)
