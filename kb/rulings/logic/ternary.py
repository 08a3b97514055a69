"""Three-valued logic: a truth is yes, no, or open if a fact isn't stated.

A `Truth` keeps the truths from which it was made. So one `Truth` gives the answer, the open facts that the answer
depends on (`kb.rulings.logic.open_facts`) and the proof (`kb.rulings.engine.proof`). A comparison of values of facts
(`kb.rulings.logic.partial_values`) gives a `Truth`:

    all_of(creature.has_type("creature"), creature.toughness <= 0)

A `Truth` has no truth value in Python. `and`, `or`, `not` and `if` raise TypeError, because a `Truth` may be open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, NoReturn, Protocol

from kb.i18n import mark_message

TruthKind = Literal["leaf", "all", "any", "not", "clash"]


class HasId(Protocol):
    """A thing with an id: a player, an object."""

    id: str


UNSTATED = mark_message("not stated: {path}")
"""The claim of a truth that is open because the fact at a path isn't stated."""


class RuleName(Protocol):
    """The name of an encoded rule, and its effect on the answer of its question."""

    @property
    def concept(self) -> str:
        """The concept of the rule."""
        ...

    @property
    def role(self) -> str:
        """`permits`, `requires`, `forbids` or `decides` (`kb.rulings.law.rule_registry`)."""
        ...


class FactValue(Protocol):
    """The value of a fact, used as a claim (`kb.rulings.logic.partial_values`).

    Attributes:
        label: template of the fact's name, with the placeholder `it`.
        it: the thing that the fact is about.
    """

    label: str
    it: object


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence that is translated into the user's language when it is shown.

    Attributes:
        template: the sentence in English, with placeholders such as `{name}`.
        values: the values of the placeholders: words, things, values of facts, other claims.
    """

    template: str
    values: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Atom:
    """A question about open facts.

    Attributes:
        key: a unique name for the question.
        facts: paths of the facts that the question is about.
        test: a function that returns True if a value of the fact makes the answer yes. None if the question isn't about
            exactly one fact.
        samples: values of the fact, at least one for each possible answer.
    """

    key: str
    facts: tuple[str, ...] = field(compare=False)
    test: Callable[[Any], bool] | None = field(default=None, compare=False)
    samples: tuple[Any, ...] = field(default=(False, True), compare=False)


class Truth:
    """A value (yes, no or open) with the truths from which it was made. A `Truth` never changes.

    Attributes:
        value: True, False, or None if open.
        kind: how the value follows from the parts.
        parts: the truths from which it was made.
        claim: the sentence or fact that the truth states; None if proofs show only its parts.
        facts: paths of the facts that the value was read from.
        atom: if the truth is open and has no parts, the question that is open; else None.
        rule: the encoded rule that gives the value; None if no rule does.
        assumed: True if the value isn't stated but assumed as usual.
        outcome: what `kb.rulings.logic.open_facts.resolve` found for the truth; None before the first time.
    """

    __slots__ = ("assumed", "atom", "claim", "facts", "kind", "outcome", "parts", "rule", "value")

    def __init__(
        self,
        value: bool | None,
        kind: TruthKind = "leaf",
        parts: tuple[Truth, ...] = (),
        *,
        claim: Claim | FactValue | None = None,
        facts: tuple[str, ...] = (),
        atom: Atom | None = None,
        rule: RuleName | None = None,
        assumed: bool = False,
    ) -> None:
        self.value, self.kind, self.parts = value, kind, parts
        self.claim, self.facts, self.atom, self.rule, self.assumed = claim, facts, atom, rule, assumed
        self.outcome: object = None

    def __bool__(self) -> NoReturn:
        raise TypeError("a Truth may be open: use all_of, any_of and not_ instead of and, or, not and if")

    def with_claim(self, template: str, **values: Any) -> Truth:
        """Return the same truth with a claim, given as a template. The parts become the reasons for the claim."""
        return Truth(
            self.value, self.kind, self.parts, claim=Claim(template, tuple(values.items())), facts=self.facts,
            atom=self.atom, rule=self.rule, assumed=self.assumed,
        )  # fmt: skip

    def attributed_to(self, rule: RuleName, claim: Claim, scope: Truth | None = None) -> Truth:
        """Return the statement of an encoded rule. This truth is the reason for the statement.

        Args:
            rule: the rule.
            claim: the rule's statement.
            scope: the fulfilled condition under which the rule applies; None if the rule always applies.
        """
        return Truth(self.value, "all", (self,) if scope is None else (self, scope), claim=claim, rule=rule)


def constant(value: bool, template: str = "", **values: Any) -> Truth:
    """Return a truth that needs no fact of the situation."""
    return Truth(value, claim=Claim(template, tuple(values.items())) if template else None)


def unknown(fact: str, template: str = "", **values: Any) -> Truth:
    """Return a truth that is open because one fact is unknown."""
    claim = Claim(template, tuple(values.items())) if template else None
    return Truth(None, claim=claim, facts=(fact,), atom=Atom(fact, (fact,)))


def unstated(path: str) -> Truth:
    """Return a truth that is open because the fact at a path isn't stated."""
    return unknown(path, UNSTATED, path=path)


def all_of(*parts: Truth) -> Truth:
    """Yes if each part is yes. No if one part is no, even if other parts are open."""
    value: bool | None = True
    for part in parts:
        if part.value is False:
            value = False
            break
        if part.value is None:
            value = None
    return Truth(value, "all", parts)


def any_of(*parts: Truth) -> Truth:
    """Yes if one part is yes, even if other parts are open. No if each part is no."""
    value: bool | None = False
    for part in parts:
        if part.value is True:
            value = True
            break
        if part.value is None:
            value = None
    return Truth(value, "any", parts)


def not_(part: Truth) -> Truth:
    """Yes if the part is no; no if the part is yes; open if the part is open."""
    return Truth(None if part.value is None else not part.value, "not", (part,))


def decided(part: Truth) -> Truth:
    """Yes if the part is yes or no; open if the part is open."""
    return not_(part) if part.value is False else part


def every(parts: Iterable[Truth]) -> Truth:
    """Yes if each part is yes or there are no parts. This is `all_of` for an iterable."""
    return all_of(*parts)


def some(parts: Iterable[Truth]) -> Truth:
    """Yes if a part is yes; no if there are no parts. This is `any_of` for an iterable."""
    return any_of(*parts)


def clash(*exceptions: Truth) -> Truth:
    """Return a truth that is neither yes nor no, because `exceptions` disagree and none has precedence."""
    return Truth(None, "clash", exceptions)


def unless(default: Truth, exceptions: Iterable[tuple[Truth, bool]]) -> Truth:
    """Return a default truth with its exceptions.

    An exception that applies replaces the default. If two exceptions apply and disagree, the result is a clash.

    Args:
        default: the truth if no exception applies.
        exceptions: pairs of the condition under which an exception applies, and the value that it gives.
    """
    yes = [applies for applies, then in exceptions if then]
    no = [applies for applies, then in exceptions if not then]
    for_it, against = some(yes), some(no)
    if not yes or not no:
        return any_of(for_it, all_of(default, not_(against)))
    disagree = all_of(for_it, against, clash(*(each for each in (*yes, *no) if each.value is not False)))
    alone = any_of(all_of(for_it, not_(against)), all_of(default, not_(for_it), not_(against)))
    return any_of(disagree, alone)
