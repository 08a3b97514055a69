"""How a rule is encoded, and where the encoded rules are found.

A *concept* is what a rule is about, through all its numbers and wordings: `legend-rule`. A *variant* is what it
meant for a time: one function. Which variant an edition has is told by its wording (`kb.rulings.law`), so no
function knows a date or a number:

    @encodes("loyalty-activation", claim=later("a loyalty ability of {permanent} can be activated now"),
             question="can-activate", role="requires", where=is_loyalty_ability)
    def once_each_turn(now: Situation, player: Player, permanent: Object, ability: Ability) -> Truth:
        ...

    @variant_of(once_each_turn)
    def as_it_was_before(now: Situation, player: Player, permanent: Object, ability: Ability) -> Truth:
        ...

The claim's places are the function's parameters. The decorators mark functions and keep no list: the rules are
those that stand in the modules of `kb.rulings.encoded`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Literal

from kb.rulings.logic import Claim, Truth

Role = Literal["permits", "requires", "forbids", "decides"]
"""What a rule does to the answer of its question.

`requires`: no unless it is so. `permits`: one permission must be so. `forbids`: no if it is so, whatever
permits it (101.2). `decides`: it is asked by name, by the question or by other rules.
"""

Result = Literal["truth", "actions", "value"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One variant of a concept.

    Attributes:
        concept: what it is about, through time.
        variant: the name of the function.
        subject: the module that it stands in.
        says: the first line of its docstring: what the rule says.
        question: the question that it helps to answer, or several with blanks between; "" if only other rules ask it.
        role: what it does to that answer.
        result: what the function gives: a truth, actions, or a value.
        claim: what it says of its arguments, as a template.
        parameters: names of its parameters after the situation.
        function: what it says: takes the situation and the arguments.
        where: whether it says anything of the arguments; None if it always does.
    """

    concept: str
    variant: str
    subject: str
    says: str
    question: str
    role: Role
    result: Result
    claim: str
    parameters: tuple[str, ...]
    function: Callable[..., Any] = field(repr=False, compare=False)
    where: Callable[..., Truth] | None = field(default=None, repr=False, compare=False)

    @property
    def key(self) -> str:
        """Its name among all rules: `legend-rule/keep_one`."""
        return f"{self.concept}/{self.variant}"

    def __call__(self, *arguments: Any) -> Any:
        """What the function gives, without a claim."""
        return self.function(*arguments)

    def truth(self, *arguments: Any) -> Truth:
        """What it says of the situation and its arguments, as a truth with its claim."""
        found: Truth = self.function(*arguments)
        scope = self.where(*arguments) if self.where is not None else None
        claim = Claim(self.claim, tuple(zip(self.parameters, arguments[1:], strict=False)))
        return found.by(self, claim, scope if scope is not None and scope.value is True else None)

    def speaks_of(self, *arguments: Any) -> Truth:
        """Whether it says anything of its arguments."""
        return Truth(True) if self.where is None else self.where(*arguments)


def _mark(
    result: Result, concept: str, claim: str, question: str, role: Role, where: Callable[..., Truth] | None
) -> Callable[[Callable[..., Any]], Rule]:
    def marked(function: Callable[..., Any]) -> Rule:
        says = inspect.getdoc(function) or ""
        names = tuple(name.lstrip("_") for name in inspect.signature(function).parameters)[1:]
        subject = function.__module__.rpartition(".")[2]
        return Rule(
            concept, function.__name__, subject, says.partition("\n")[0], question, role, result, claim, names,
            function, where,
        )  # fmt: skip

    return marked


def encodes(
    concept: str,
    *,
    claim: str,
    question: str = "",
    role: Role = "decides",
    where: Callable[..., Truth] | None = None,
) -> Callable[[Callable[..., Truth]], Rule]:
    """Mark a function that says whether something is so.

    Args:
        concept: what the rule is about, through time.
        claim: what it says if the answer is yes, as a `later` template; its places are the parameters.
        question: the question that it helps to answer, or several with blanks between.
        role: what it does to that answer.
        where: whether the rule speaks of the arguments at all; takes what the function takes.
    """
    return _mark("truth", concept, claim, question, role, where)


def performs(concept: str, *, question: str = "sba") -> Callable[[Callable[..., Iterator[Any]]], Rule]:
    """Mark a function that yields the actions that a rule has the game perform (`kb.rulings.actions`)."""
    return _mark("actions", concept, "", question, "decides", None)


def defines(concept: str, *, claim: str, question: str = "") -> Callable[[Callable[..., Any]], Rule]:
    """Mark a function that gives a value: a number, a word, words (`kb.rulings.logic`)."""
    return _mark("value", concept, claim, question, "decides", None)


def variant_of(
    first: Rule, *, claim: str | None = None, where: Callable[..., Truth] | None = None
) -> Callable[[Callable[..., Any]], Rule]:
    """Mark a function as what the concept of another one meant at another time.

    Args:
        first: the variant with which the concept is introduced.
        claim: what this one says, where that is something else.
        where: of what this one speaks, where that is something else.
    """
    claim = first.claim if claim is None else claim
    where = first.where if where is None else where
    return _mark(first.result, first.concept, claim, first.question, first.role, where)


@cache
def subjects() -> tuple[str, ...]:
    """The modules of encoded rules."""
    package = import_module("kb.rulings.encoded")
    return tuple(sorted(module.name for module in iter_modules(package.__path__)))


@cache
def rules() -> tuple[Rule, ...]:
    """All encoded rules: subject by subject, as they stand there."""
    return tuple(
        rule
        for subject in subjects()
        for rule in vars(import_module(f"kb.rulings.encoded.{subject}")).values()
        if isinstance(rule, Rule) and rule.subject == subject
    )


@cache
def concepts() -> dict[str, tuple[Rule, ...]]:
    """The variants of each concept."""
    found: dict[str, tuple[Rule, ...]] = {}
    for rule in rules():
        found[rule.concept] = (*found.get(rule.concept, ()), rule)
    return found


@cache
def helping(question: str) -> tuple[str, ...]:
    """The concepts that help to answer a question, in the order in which they stand."""
    return tuple(dict.fromkeys(rule.concept for rule in rules() if question in rule.question.split()))
