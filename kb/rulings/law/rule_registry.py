"""Decorators that encode rules, and the list of the encoded rules.

A *concept* is the subject of a rule, whatever its number and wording: `legend-rule`. A *variant* is a meaning that the
concept had for a time, encoded as one function. An edition's wording selects the variant
(`kb.rulings.law.applicable_law`), so functions contain no dates and no rule numbers:

    @requires("can-activate", "loyalty-activation", "a loyalty ability of {permanent} can be activated now",
              where=is_loyalty_ability)
    def once_each_turn(now: Situation, player: Player, permanent: Object, ability: Ability) -> Truth:
        ...

    @variant_of(once_each_turn)
    def as_it_was_before(now: Situation, player: Player, permanent: Object, ability: Ability) -> Truth:
        ...

The placeholders of the claim are the function's parameters. Rules that differ only in names and words are rows of a
table:

    @encodes_each(
        Row("flashback", "flashback_from_the_graveyard", "{spell} has flashback, in the graveyard of {player}",
            "A card with flashback may be cast from its owner's graveyard.", keyword="flashback"),
        ...,
        question="can-cast", role="permits",
    )  # fmt: skip
    def from_the_graveyard(_now: Situation, player: Player, spell: Object, *, keyword: str) -> Truth:
        ...

The decorators turn functions into `EncodedRule` objects. `rules` collects these objects from `kb.rulings.encoded`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from itertools import pairwise
from types import ModuleType
from typing import Any, Literal

from kb.rulings.logic.ternary import Claim, Truth

Role = Literal["permits", "requires", "forbids", "decides"]
"""The effect of a rule on the answer of its question.

`requires`: the answer is no unless the rule says yes. `permits`: the answer is no unless one such rule says yes.
`forbids`: the answer is no if the rule says yes, even if other rules permit it (101.2). `decides`: the question or
another rule asks this rule by its concept.
"""

ResultKind = Literal["truth", "actions", "value"]

Scope = Callable[..., Truth] | None
"""A function that returns yes if a rule applies to its arguments; None if the rule always applies."""

_Function = Callable[..., Any]
_TruthFunction = Callable[..., Truth]


@dataclass(frozen=True, slots=True)
class EncodedRule:
    """One variant of a concept.

    Attributes:
        concept: the concept.
        variant: name of the function.
        subject: name of the function's module.
        summary: summary of the rule: the first line of the function's docstring.
        question: questions that the rule helps to answer, separated by blanks; "" if only other rules use the rule.
        role: the effect of the rule on the answer.
        result: the kind of the function's result.
        claim: template of the rule's statement about its arguments.
        parameters: names of the function's parameters after the situation.
        function: the function, which takes the situation and the arguments.
        where: a function with the same parameters that returns yes if the rule applies; None if it always applies.
    """

    concept: str
    variant: str
    subject: str
    summary: str
    question: str
    role: Role
    result: ResultKind
    claim: str
    parameters: tuple[str, ...]
    function: _Function = field(repr=False, compare=False)
    where: Scope = field(default=None, repr=False, compare=False)

    @property
    def key(self) -> str:
        """The unique name of the variant: `legend-rule/keep_one`."""
        return f"{self.concept}/{self.variant}"

    def __call__(self, *arguments: Any) -> Any:
        """Call the function and return its result, without a claim."""
        return self.function(*arguments)

    def claim_about(self, *arguments: Any) -> Claim:
        """Return the claim with the arguments in its placeholders. The situation isn't among the arguments."""
        return Claim(self.claim, tuple(zip(self.parameters, arguments, strict=False)))

    def evaluate(self, *arguments: Any) -> Truth:
        """Return the function's result as a statement of the rule, with the rule's claim."""
        found: Truth = self.function(*arguments)
        scope = self.where(*arguments) if self.where is not None else None
        holds = scope if scope is not None and scope.value is True else None
        return found.attributed_to(self, self.claim_about(*arguments[1:]), holds)

    def applies_to(self, *arguments: Any) -> Truth:
        """Yes if the rule applies to its arguments."""
        return Truth(True) if self.where is None else self.where(*arguments)


class Row:
    """One rule of a table, with the names, words and claim in which it differs from the other rules.

    Attributes:
        concept: the concept. A second row with the same concept is another variant of the concept.
        variant: the name of the variant.
        claim: template of the rule's statement; "" repeats the claim of the row before.
        summary: summary of the rule; "" means the first line of the docstring of the table's function.
        where: a condition instead of the table's `where`; None means the table's `where`.
        parameters: names of the arguments in the claim, separated by blanks; "" means the names in the table's
            function.
        words: keyword arguments for the table's function and for `where`.
    """

    def __init__(
        self, concept: str, variant: str, claim: str, says: str = "", /, *, where: Scope = None, parameters: str = "",
        **words: Any,
    ) -> None:  # fmt: skip
        self.concept, self.variant, self.claim, self.summary = concept, variant, claim, says
        self.where, self.parameters, self.words = where, tuple(parameters.split()), words


@dataclass(frozen=True, slots=True)
class RuleTable:
    """Rules that share one function.

    Attributes:
        rules: the rules, in the order of the rows.
    """

    rules: tuple[EncodedRule, ...]

    def __getitem__(self, concept: str) -> EncodedRule:
        """Return the first rule of a concept."""
        return next(rule for rule in self.rules if rule.concept == concept)


def _mark(
    result: ResultKind, concept: str, claim: str, question: str, role: Role, where: Scope
) -> Callable[[_Function], EncodedRule]:
    return lambda function: _rule(result, Row(concept, function.__name__, claim), question, role, function, where)


def _mark_each(
    result: ResultKind, rows: tuple[Row, ...], question: str, role: Role, where: Scope
) -> Callable[[_Function], RuleTable]:
    for before, row in pairwise(rows):
        row.claim = row.claim or before.claim
    return lambda function: RuleTable(
        tuple(_rule(result, row, question, role, function, row.where or where) for row in rows)
    )


def _rule(result: ResultKind, row: Row, question: str, role: Role, function: _Function, where: Scope) -> EncodedRule:
    names, keywords = _parameters(function)
    says = row.summary or (function.__doc__ or "").partition("\n")[0]
    if unknown := row.words.keys() - {*keywords} - {*_parameters(where)[1]}:
        raise TypeError(f"{row.concept}: neither the function nor `where` takes {', '.join(sorted(unknown))}")
    words = {"concept": row.concept, **row.words}
    return EncodedRule(
        row.concept, row.variant, function.__module__.rpartition(".")[2], says, question, role, result, row.claim,
        row.parameters or tuple(name.lstrip("_") for name in names[1:]), _bind(function, words),
        where and _bind(where, words),
    )  # fmt: skip


def _bind(function: _Function, words: dict[str, Any]) -> _Function:
    """Return a function with its keyword-only parameters bound to words."""
    taken = {name: words[name] for name in _parameters(function)[1] if name in words}
    return partial(function, **taken) if taken else function


def _parameters(function: _Function | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of a function's positional parameters (with `*args`) and of its keyword-only parameters."""
    code = getattr(function, "__code__", None)
    if code is None:
        found = inspect.signature(function).parameters.values() if function is not None else ()
        only = tuple(each.name for each in found if each.kind is each.KEYWORD_ONLY)
        return tuple(each.name for each in found if each.name not in only), only
    # The names are read from the code, because `inspect.signature` would take a tenth of the time of an answer.
    end = code.co_argcount + code.co_kwonlyargcount
    star = code.co_varnames[end : end + 1] if code.co_flags & inspect.CO_VARARGS else ()
    return (*code.co_varnames[: code.co_argcount], *star), code.co_varnames[code.co_argcount : end]


def encodes(
    concept: str, claim: str, *, question: str = "", role: Role = "decides", where: Scope = None
) -> Callable[[_TruthFunction], EncodedRule]:
    """Return a decorator that makes a rule from a function that returns a Truth.

    Args:
        concept: the subject of the rule, the same for all its variants.
        claim: the rule's statement if the answer is yes. It is a template with the function's parameters in braces.
        question: the question that the rule helps to answer, or several questions, separated by blanks.
        role: the effect of the rule on the answer.
        where: a function with the same parameters that returns yes if the rule applies.
    """
    return _mark("truth", concept, claim, question, role, where)


def requires(
    question: str, concept: str, claim: str, *, where: Scope = None
) -> Callable[[_TruthFunction], EncodedRule]:
    """Mark a function as a requirement. Unless it says yes, the answer to the question is no. See `encodes`."""
    return encodes(concept, claim, question=question, role="requires", where=where)


def permits(question: str, concept: str, claim: str, *, where: Scope = None) -> Callable[[_TruthFunction], EncodedRule]:
    """Mark a function as a permission. If a question has permissions, at least one must say yes. See `encodes`."""
    return encodes(concept, claim, question=question, role="permits", where=where)


def forbids(question: str, concept: str, claim: str, *, where: Scope = None) -> Callable[[_TruthFunction], EncodedRule]:
    """Mark a function as a prohibition. If it says yes, the answer to the question is no. See `encodes`."""
    return encodes(concept, claim, question=question, role="forbids", where=where)


def performs(concept: str, *, question: str = "sba") -> Callable[[Callable[..., Iterator[Any]]], EncodedRule]:
    """Mark a function that yields the game actions of a rule (`kb.rulings.engine.actions`)."""
    return _mark("actions", concept, "", question, "decides", None)


def defines(concept: str, claim: str, *, question: str = "") -> Callable[[_Function], EncodedRule]:
    """Mark a function that returns a value: a Python value or a value of `kb.rulings.logic.partial_values`."""
    return _mark("value", concept, claim, question, "decides", None)


def encodes_each(
    *rows: Row, question: str = "", role: Role = "decides", where: Scope = None
) -> Callable[[_TruthFunction], RuleTable]:
    """Make a rule from each row. All rows share one function, which returns a Truth. See `encodes`.

    The function and `where` take the words of a row as keyword-only parameters. A keyword-only parameter `concept` gets
    the row's concept.

    Raises:
        TypeError: a row has a word that neither the function nor `where` takes.
    """
    return _mark_each("truth", rows, question, role, where)


def defines_each(*rows: Row, question: str = "") -> Callable[[_Function], RuleTable]:
    """Make a rule from each row. All rows share one function, which returns a value. See `defines`, `encodes_each`."""
    return _mark_each("value", rows, question, "decides", None)


def performs_each(*rows: Row, question: str = "sba") -> Callable[[Callable[..., Iterator[Any]]], RuleTable]:
    """Make a rule from each row, with the claim "". All rows share one function that yields actions. See `performs`."""
    return _mark_each("actions", rows, question, "decides", None)


def variant_of(
    first: EncodedRule, claim: str | None = None, *, where: Scope = None
) -> Callable[[_Function], EncodedRule]:
    """Mark a function as another variant of a rule's concept.

    Args:
        first: the variant whose decorator names the concept.
        claim: the statement of this variant; None means the claim of `first`.
        where: the scope of this variant; None means the scope of `first`.
    """
    claim, where = claim or first.claim, where or first.where
    return _mark(first.result, first.concept, claim, first.question, first.role, where)


@cache
def rule_modules() -> tuple[ModuleType, ...]:
    """Return the modules of encoded rules. Each question asks the rules module by module, in this order."""
    return tuple(import_module(name) for name in import_module("kb.rulings.encoded").SUBJECTS)


def values_after_effects(now: Any) -> Callable[[Any, str], Any]:
    """Return a function that computes the values of the facts of objects after the effects of a situation (613).

    The function takes an object and the name of a fact. It returns None if the value is as stated.
    """
    found: Callable[[Any, str], Any] = import_module("kb.rulings.encoded.layers.current_values").CurrentValues(now)
    return found


def condition_of_effect(effect: Any) -> Truth:
    """Yes if the condition of an effect is met, such as “as long as you control an artifact”."""
    found: Truth = import_module("kb.rulings.encoded.layers.effect_conditions").condition_is_met(effect)
    return found


def effect_describes(effect: Any, thing: Any) -> Truth:
    """Yes if an effect that changes no characteristics describes an object or a player."""
    found: Truth = import_module("kb.rulings.encoded.layers.effect_conditions").describes(effect, thing)
    return found


@cache
def rules() -> tuple[EncodedRule, ...]:
    """Return all encoded rules, module by module. Within a module, the rules are in the order of their definition."""
    return tuple(rule for module in rule_modules() for rule in _rules_in(module))


def _rules_in(module: ModuleType) -> Iterator[EncodedRule]:
    subject = module.__name__.rpartition(".")[2]
    for value in vars(module).values():
        found = value.rules if isinstance(value, RuleTable) else (value,) if isinstance(value, EncodedRule) else ()
        yield from (rule for rule in found if rule.subject == subject)


@cache
def variants_by_concept() -> dict[str, tuple[EncodedRule, ...]]:
    """Return the variants of each concept."""
    found: dict[str, tuple[EncodedRule, ...]] = {}
    for rule in rules():
        found[rule.concept] = (*found.get(rule.concept, ()), rule)
    return found


@cache
def rules_for_question(question: str) -> tuple[str, ...]:
    """Return the concepts of the rules that help to answer a question, in the order of the rules."""
    return tuple(dict.fromkeys(rule.concept for rule in rules() if question in rule.question.split()))
