"""How a rule is encoded, and where the encoded rules are found.

A *concept* is what a rule is about, through all its numbers and wordings: `legend-rule`. A *variant* is what it
meant for a time: one function. Which variant an edition has is told by its wording (`kb.rulings.law`), so no
function knows a date or a number:

    @requires("can-activate", "loyalty-activation", later("a loyalty ability of {permanent} can be activated now"),
              where=is_loyalty_ability)
    def once_each_turn(now: Situation, player: Player, permanent: Object, ability: Ability) -> Truth:
        ...

    @variant_of(once_each_turn)
    def as_it_was_before(now: Situation, player: Player, permanent: Object, ability: Ability) -> Truth:
        ...

The claim's places are the function's parameters. Rules that differ only by names and words are rows of a table:

    @encodes_each(
        Row("flashback", "flashback_from_the_graveyard", later("{spell} has flashback, in the graveyard of {player}"),
            "A card with flashback may be cast from its owner's graveyard.", keyword="flashback"),
        ...,
        question="can-cast", role="permits",
    )  # fmt: skip
    def from_the_graveyard(_now: Situation, player: Player, spell: Object, *, keyword: str) -> Truth:
        ...

The decorators mark functions and keep no list: the rules are those that stand in the modules of
`kb.rulings.encoded`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from types import ModuleType
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


class Row:
    """One rule of a table: what it has for itself.

    Attributes:
        concept: what it is about. A second row of the same concept is another variant of it.
        variant: its name among the variants of the concept.
        claim: what it says if the answer is yes, as a `later` template.
        says: what the rule says, in a line; "" for the first line of the docstring of the table's function.
        where: whether it says anything of the arguments, if not what the table has.
        words: what the function, or `where`, is given by name.
    """

    def __init__(
        self, concept: str, variant: str, claim: str, says: str = "", /, *,
        where: Callable[..., Truth] | None = None, **words: Any,
    ) -> None:  # fmt: skip
        self.concept, self.variant, self.claim, self.says = concept, variant, claim, says
        self.where, self.words = where, words


@dataclass(frozen=True, slots=True)
class RuleTable:
    """Rules that have one function in common.

    Attributes:
        rules: the rules, in the order of the rows.
    """

    rules: tuple[Rule, ...]

    def __getitem__(self, concept: str) -> Rule:
        """The first rule of a concept."""
        return next(rule for rule in self.rules if rule.concept == concept)


def _mark(
    result: Result, concept: str, claim: str, question: str, role: Role, where: Callable[..., Truth] | None
) -> Callable[[Callable[..., Any]], Rule]:
    def marked(function: Callable[..., Any]) -> Rule:
        return _rule(result, Row(concept, function.__name__, claim), question, role, function, where)

    return marked


def _mark_each(
    result: Result, rows: tuple[Row, ...], question: str, role: Role, where: Callable[..., Truth] | None
) -> Callable[[Callable[..., Any]], RuleTable]:
    def marked(function: Callable[..., Any]) -> RuleTable:
        return RuleTable(tuple(_rule(result, row, question, role, function, row.where or where) for row in rows))

    return marked


def _rule(
    result: Result,
    row: Row,
    question: str,
    role: Role,
    function: Callable[..., Any],
    where: Callable[..., Truth] | None,
) -> Rule:
    parameters = inspect.signature(function).parameters.values()
    names = tuple(each.name.lstrip("_") for each in parameters if each.kind is not each.KEYWORD_ONLY)[1:]
    says = row.says or (inspect.getdoc(function) or "").partition("\n")[0]
    subject = function.__module__.rpartition(".")[2]
    if unknown := row.words.keys() - _words_for(function) - _words_for(where):
        raise TypeError(f"{row.concept}: neither the function nor `where` takes {', '.join(sorted(unknown))}")
    words = {"concept": row.concept, **row.words}
    return Rule(
        row.concept, row.variant, subject, says, question, role, result, row.claim, names,
        _given(function, words), where and _given(where, words),
    )  # fmt: skip


def _given(function: Callable[..., Any], words: dict[str, Any]) -> Callable[..., Any]:
    """A function with those of the words that it takes."""
    taken = {name: words[name] for name in _words_for(function) if name in words}
    return partial(function, **taken) if taken else function


def _words_for(function: Callable[..., Any] | None) -> set[str]:
    """The names of the parameters that a function takes by name only."""
    if function is None:
        return set()
    return {each.name for each in inspect.signature(function).parameters.values() if each.kind is each.KEYWORD_ONLY}


def encodes(
    concept: str,
    claim: str,
    *,
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


def requires(
    question: str, concept: str, claim: str, *, where: Callable[..., Truth] | None = None
) -> Callable[[Callable[..., Truth]], Rule]:
    """Mark a function that says something without which the answer to a question is no: see `encodes`, `Role`."""
    return _mark("truth", concept, claim, question, "requires", where)


def permits(
    question: str, concept: str, claim: str, *, where: Callable[..., Truth] | None = None
) -> Callable[[Callable[..., Truth]], Rule]:
    """Mark a function that says whether what a question asks about is permitted: see `encodes`, `Role`."""
    return _mark("truth", concept, claim, question, "permits", where)


def forbids(
    question: str, concept: str, claim: str, *, where: Callable[..., Truth] | None = None
) -> Callable[[Callable[..., Truth]], Rule]:
    """Mark a function that says whether what a question asks about is forbidden: see `encodes`, `Role`."""
    return _mark("truth", concept, claim, question, "forbids", where)


def performs(concept: str, *, question: str = "sba") -> Callable[[Callable[..., Iterator[Any]]], Rule]:
    """Mark a function that yields the actions that a rule has the game perform (`kb.rulings.actions`)."""
    return _mark("actions", concept, "", question, "decides", None)


def defines(concept: str, claim: str, *, question: str = "") -> Callable[[Callable[..., Any]], Rule]:
    """Mark a function that gives a value: a number, a word, words (`kb.rulings.logic`)."""
    return _mark("value", concept, claim, question, "decides", None)


def encodes_each(
    *rows: Row, question: str = "", role: Role = "decides", where: Callable[..., Truth] | None = None
) -> Callable[[Callable[..., Truth]], RuleTable]:
    """Make a function that says whether something is so into as many rules as there are rows: see `encodes`.

    The function, and `where`, take what distinguishes the rules as parameters by name only, after a `*`; of the name
    `concept`, the concept.

    Raises:
        TypeError: a row gives a word that neither takes.
    """
    return _mark_each("truth", rows, question, role, where)


def defines_each(*rows: Row, question: str = "") -> Callable[[Callable[..., Any]], RuleTable]:
    """Make a function that gives a value into as many rules as there are rows: see `defines`, `encodes_each`."""
    return _mark_each("value", rows, question, "decides", None)


def performs_each(*rows: Row, question: str = "sba") -> Callable[[Callable[..., Iterator[Any]]], RuleTable]:
    """Make a function that yields actions into as many rules as there are rows: see `performs`, `encodes_each`.

    The claim of such a row is "".
    """
    return _mark_each("actions", rows, question, "decides", None)


def variant_of(
    first: Rule, claim: str | None = None, *, where: Callable[..., Truth] | None = None
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
def subjects() -> tuple[ModuleType, ...]:
    """The modules of encoded rules, in the order in which their rules are asked."""
    return tuple(import_module(name) for name in import_module("kb.rulings.encoded").SUBJECTS)


@cache
def rules() -> tuple[Rule, ...]:
    """All encoded rules: subject by subject, as they stand there."""
    return tuple(rule for module in subjects() for rule in _rules_in(module))


def _rules_in(module: ModuleType) -> Iterator[Rule]:
    subject = module.__name__.rpartition(".")[2]
    for value in vars(module).values():
        found = value.rules if isinstance(value, RuleTable) else (value,) if isinstance(value, Rule) else ()
        yield from (rule for rule in found if rule.subject == subject)


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
