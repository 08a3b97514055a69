"""Resolve an open truth: find exactly the open facts that could change its value.

The truth becomes a formula of open questions. Some facts occur in more than one question. Each combination of sample
values for these facts gives a simpler formula, in which every fact occurs only once. So no two parts of the simpler
formula can cancel each other, and each of its facts matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

from kb.rulings.logic.ternary import Atom, Truth

MAX_COMPLETIONS = 1 << 12
"""The greatest number of combinations of sample values. If there are more, all open facts are named."""

_Formula = bool | str | tuple[Any, ...]
"""One of True, False, "clash", ("is", key, wanted, atom), ("and", parts) and ("or", parts). The parts are a frozenset.
An "is" formula says that the question `atom` has the answer `wanted`.
"""


@dataclass(frozen=True, slots=True)
class ResolvedTruth:
    """The value of a truth, and the open facts that it depends on.

    Attributes:
        value: True, False, None if it depends on open facts, or "clash".
        depends_on: paths of exactly the open facts that could change the value, in order of occurrence.
    """

    value: bool | Literal["clash"] | None
    depends_on: tuple[str, ...] = ()


def resolve(truth: Truth) -> ResolvedTruth:
    """Return the value of a truth and the open facts that it depends on.

    A fact is named only if it changes the value for some values of the other open facts. So a tautology ("it is p1's
    turn or it isn't") is yes and depends on nothing.
    """
    if truth.value is not None:
        return ResolvedTruth(truth.value)
    if not isinstance(truth.outcome, ResolvedTruth):
        truth.outcome = found = _resolve_open(truth)
        return found
    return truth.outcome


def _resolve_open(truth: Truth) -> ResolvedTruth:
    atoms: dict[Atom, None] = {}
    formula = _formula(truth, True, atoms)
    if formula in (True, False):
        return ResolvedTruth(bool(formula))
    if formula == "clash":
        return ResolvedTruth("clash")
    in_order = list(dict.fromkeys(fact for atom in atoms for fact in atom.facts))
    matters = _facts_that_matter(formula)
    if isinstance(matters, ResolvedTruth):
        return matters
    return ResolvedTruth(None, tuple(fact for fact in in_order if fact in matters))


def _formula(truth: Truth, wanted: bool, atoms: dict[Atom, None]) -> _Formula:
    """Return the truth as a formula of open questions. If `wanted` is False, return the formula of its denial."""
    if truth.kind == "clash":
        return "clash"
    if truth.kind == "leaf" or truth.value is not None:
        if truth.atom is None or truth.value is not None:
            return truth.value is wanted
        atoms[truth.atom] = None
        return ("is", truth.atom.key, wanted, truth.atom)
    if truth.kind == "not":
        return _formula(truth.parts[0], not wanted, atoms)
    together = "and" if (truth.kind == "all") is wanted else "or"
    return _join(together, [_formula(part, wanted, atoms) for part in truth.parts])


def _join(kind: str, parts: Iterable[_Formula]) -> _Formula:
    """Join formulas by "and" or "or"."""
    neutral = kind == "and"
    found: set[Any] = set()
    for part in parts:
        if part is (not neutral):
            return not neutral
        if part is neutral:
            continue
        if isinstance(part, tuple) and part[0] == kind:
            found |= part[1]
        else:
            found.add(part)
    if not found:
        return neutral
    return next(iter(found)) if len(found) == 1 else (kind, frozenset(found))


def _literals(formula: _Formula) -> Iterator[tuple[Atom, bool]]:
    if isinstance(formula, tuple):
        if formula[0] == "is":
            yield formula[3], formula[2]
        else:
            for part in formula[1]:
                yield from _literals(part)


def _variable(atom: Atom) -> str:
    """Return the variable of a question: the fact's path if the question tests one fact, else the question's key."""
    return atom.facts[0] if atom.test is not None else atom.key


def _facts_that_matter(formula: _Formula) -> set[str] | ResolvedTruth:
    """Return the facts that matter in a formula; if no facts matter, return the formula's value."""
    seen: dict[str, list[Atom]] = {}
    for atom, _wanted in _literals(formula):
        seen.setdefault(_variable(atom), []).append(atom)
    repeated = {variable: _samples(atoms) for variable, atoms in seen.items() if len(atoms) > 1}
    size = 1
    for samples in repeated.values():
        size *= len(samples)
    if size > MAX_COMPLETIONS:
        return {fact for atoms in seen.values() for atom in atoms for fact in atom.facts}
    names = list(repeated)
    residuals = {
        values: _substitute(formula, dict(zip(names, values, strict=True))) for values in product(*repeated.values())
    }
    outcomes = set(residuals.values())
    if len(outcomes) == 1 and isinstance(only := next(iter(outcomes)), bool | str):
        return ResolvedTruth("clash" if only == "clash" else bool(only))
    # In a simpler formula, each fact occurs in only one question. So nothing cancels a question, and each one matters.
    facts = {fact for residual in outcomes for atom, _wanted in _literals(residual) for fact in atom.facts}
    for place, name in enumerate(names):
        alike: dict[tuple[Any, ...], set[_Formula]] = {}
        for values, residual in residuals.items():
            alike.setdefault((*values[:place], *values[place + 1 :]), set()).add(residual)
        if any(len(found) > 1 for found in alike.values()):
            facts |= {fact for atom in seen[name] for fact in atom.facts}
    return facts


def _samples(atoms: Iterable[Atom]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(value for atom in atoms for value in atom.samples))


def _substitute(formula: _Formula, values: Mapping[str, Any]) -> _Formula:
    """Return a formula with values in place of some variables."""
    if not isinstance(formula, tuple):
        return formula
    if formula[0] == "is":
        variable = _variable(formula[3])
        if variable not in values:
            return formula
        test = formula[3].test
        answer = bool(values[variable]) if test is None else test(values[variable])
        return answer is formula[2]
    return _join(formula[0], (_substitute(part, values) for part in formula[1]))
