"""Truth with three values: yes, no, and open where a fact isn't stated.

A `Truth` remembers what it was made of, so the same value gives the answer, the facts that it still
depends on (`kb.rulings.settling`) and the proof (`kb.rulings.proof`). Terms (`kb.rulings.terms`) are values of facts
that may be unknown; to compare them gives a Truth:

    all_of(creature.is_a("creature"), creature.toughness <= 0)

A Truth has no truth value of its own in Python: `and`, `or`, `not` and `if` on one raise TypeError, because
they would have to guess what is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, NoReturn, Protocol

from kb.tongue import later

Kind = Literal["leaf", "all", "any", "not", "clash"]


class Named(Protocol):
    """What has an id: a player, an object."""

    @property
    def id(self) -> str:
        """Its id in the situation."""
        ...


class RuleName(Protocol):
    """What names an encoded rule."""

    @property
    def concept(self) -> str:
        """What the rule is about."""
        ...


class Term(Protocol):
    """The value of a fact, perhaps unknown: a claim by itself (`kb.rulings.terms`)."""

    @property
    def label(self) -> str:
        """Template of what the fact is called, with `it`."""
        ...

    @property
    def it(self) -> object:
        """What it is a fact of."""
        ...


@dataclass(frozen=True, slots=True)
class Claim:
    """What a truth says, as a template for `kb.tongue` and what goes into its places; put into words when shown.

    Attributes:
        template: the sentence in English, its places as `{name}`.
        values: what goes into the places: words, things, or terms.
    """

    template: str
    values: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Atom:
    """What isn't known: a question about facts that are open.

    Attributes:
        key: two atoms with the same key are the same question.
        facts: paths of the facts that it asks about.
        test: for a question about one fact, whether a value of it answers yes; None where only yes and no are
            tried.
        samples: values of the fact among which each answer to the question occurs.
    """

    key: str
    facts: tuple[str, ...] = field(compare=False)
    test: Callable[[Any], bool] | None = field(default=None, compare=False)
    samples: tuple[Any, ...] = field(default=(False, True), compare=False)


class Truth:
    """Yes, no or open, with what it was made of. Not to be changed once it is made.

    Attributes:
        value: True, False, or None while open.
        kind: how it follows from its parts.
        parts: what it was made of.
        claim: what it says: a sentence, or a fact as it is; None if its parts say it.
        facts: paths of the facts that it was read from.
        atom: for an open leaf, the question that is open.
        rule: the encoded rule that says so, where one does.
        assumed: whether nobody stated it: it is taken as usual.
    """

    __slots__ = ("assumed", "atom", "claim", "facts", "kind", "parts", "rule", "value")

    def __init__(
        self,
        value: bool | None,
        kind: Kind = "leaf",
        parts: tuple[Truth, ...] = (),
        *,
        claim: Claim | Term | None = None,
        facts: tuple[str, ...] = (),
        atom: Atom | None = None,
        rule: RuleName | None = None,
        assumed: bool = False,
    ) -> None:
        self.value, self.kind, self.parts = value, kind, parts
        self.claim, self.facts, self.atom, self.rule, self.assumed = claim, facts, atom, rule, assumed

    def __bool__(self) -> NoReturn:
        raise TypeError("a Truth may be open: use all_of, any_of and not_ instead of and, or, not and if")

    def says(self, template: str, **values: Any) -> Truth:
        """The same truth with a claim of its own, as a `later` template; its parts become the reasons for it."""
        return Truth(
            self.value, self.kind, self.parts, claim=Claim(template, tuple(values.items())), facts=self.facts,
            atom=self.atom, rule=self.rule, assumed=self.assumed,
        )  # fmt: skip

    def by(self, rule: RuleName, claim: Claim, scope: Truth | None = None) -> Truth:
        """A truth that an encoded rule says: this one is the reason.

        Args:
            rule: the rule.
            claim: what it says.
            scope: why the rule speaks of the case at all, where that is a condition that holds.
        """
        return Truth(self.value, "all", (self,) if scope is None else (self, scope), claim=claim, rule=rule)


def stated(value: bool, template: str = "", **values: Any) -> Truth:
    """A truth that needs no fact of the situation."""
    return Truth(value, claim=Claim(template, tuple(values.items())) if template else None)


def unknown(fact: str, template: str = "", **values: Any) -> Truth:
    """A truth that is open because of one fact, about which nothing else is known."""
    claim = Claim(template, tuple(values.items())) if template else None
    return Truth(None, claim=claim, facts=(fact,), atom=Atom(fact, (fact,)))


def unstated(path: str) -> Truth:
    """A truth that is open because the fact of a path isn't stated."""
    return unknown(path, later("not stated: {path}"), path=path)


def all_of(*parts: Truth) -> Truth:
    """Yes if each of them is; no as soon as one of them is no, whatever is open."""
    value: bool | None = True
    for part in parts:
        if part.value is False:
            value = False
            break
        if part.value is None:
            value = None
    return Truth(value, "all", parts)


def any_of(*parts: Truth) -> Truth:
    """Yes as soon as one of them is; no if none of them is."""
    value: bool | None = False
    for part in parts:
        if part.value is True:
            value = True
            break
        if part.value is None:
            value = None
    return Truth(value, "any", parts)


def not_(part: Truth) -> Truth:
    """Yes if it is no."""
    return Truth(None if part.value is None else not part.value, "not", (part,))


def decided(part: Truth) -> Truth:
    """Yes if it is known, whether it is yes or no: the part itself, or what denies it."""
    return not_(part) if part.value is False else part


def every(parts: Iterable[Truth]) -> Truth:
    """`all_of` for as many as there are; yes for none."""
    return all_of(*parts)


def some(parts: Iterable[Truth]) -> Truth:
    """`any_of` for as many as there are; no for none."""
    return any_of(*parts)


def clash(*exceptions: Truth) -> Truth:
    """Neither yes nor no: exceptions that all apply and disagree, none of them before the others."""
    return Truth(None, "clash", exceptions)


def unless(default: Truth, exceptions: Iterable[tuple[Truth, bool]]) -> Truth:
    """A truth by default, with exceptions to it.

    Where one exception applies, what it says holds instead of the default. Where two apply that disagree,
    that is a clash: which of them counts isn't for this program to pick.

    Args:
        default: what holds if no exception applies.
        exceptions: whether each applies, and what then holds.
    """
    yes = [applies for applies, then in exceptions if then]
    no = [applies for applies, then in exceptions if not then]
    for_it, against = some(yes), some(no)
    if not yes or not no:
        return any_of(for_it, all_of(default, not_(against)))
    disagree = all_of(for_it, against, clash(*(each for each in (*yes, *no) if each.value is not False)))
    alone = any_of(all_of(for_it, not_(against)), all_of(default, not_(for_it), not_(against)))
    return any_of(disagree, alone)
