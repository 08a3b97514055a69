"""Derivation of values from rules, with the applied rules, the facts read and the missing facts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from kb.rulings.law.rule_registry import EncodedRule
from kb.rulings.logic.partial_values import NumberValue, WordListValue, WordValue
from kb.rulings.logic.ternary import Claim, Truth, all_of, constant, decided, every, unknown, unstated
from kb.rulings.situation.fact import MISSING, Entity
from kb.rulings.situation.situation import Situation

_Value = TypeVar("_Value")


def _reasons_for(term: NumberValue | WordValue | WordListValue) -> list[Truth]:
    """If a fact is known, return one truth with its value. Otherwise, return an open truth for each missing fact."""
    if term.is_known:
        return [Truth(True, "all" if term.reasons else "leaf", term.reasons, claim=term, facts=term.facts,
                      assumed=term.assumed)]  # fmt: skip
    if any(each.value is None for each in term.reasons):
        return list(term.reasons)
    return [unstated(fact) for fact in term.open_facts]


def _as_json(term: NumberValue | WordValue | WordListValue) -> Any:
    """Return the value of a fact as JSON, with integers for whole numbers."""
    value = term.value
    return int(value) if isinstance(value, float) and value == int(value) else value


@dataclass(frozen=True, slots=True)
class DerivedValue:
    """A value with the truth that it rests on.

    Attributes:
        value: the value, of a JSON type; None if it is open.
        truth: yes if the value is known, open if it depends on open facts.
        correct_value: used if the verdict isn't yes: a value with which it would be yes (a legal declaration), or None.
    """

    value: Any
    truth: Truth
    correct_value: Any = None

    @classmethod
    def from_rule(
        cls, term: NumberValue | WordValue | WordListValue, concept: str, now: Situation, *arguments: Any
    ) -> DerivedValue:
        """Return the value of `term` as a statement of the rule of `concept`."""
        reasons = _reasons_for(term)
        truth = reasons[0] if term.is_known else all_of(*reasons)
        rule = now.law.rule(concept)
        if rule is not None:
            truth = truth.attributed_to(rule, rule.claim_about(*arguments))
        value = _as_json(term)
        return cls(list(value) if isinstance(value, tuple) else value, truth)


class Derivation:
    """The steps to a value, in order. A step that can't be taken leaves the value open.

    Attributes:
        now: the situation.
    """

    def __init__(self, now: Situation) -> None:
        self.now = now
        self._reasons: list[Truth] = []

    def apply_rule(self, concept: str, *arguments: Any) -> Any:
        """Apply the variant of a concept that is in force, and cite the rule.

        Returns:
            The variant's result; None if the edition has no such rule. If nobody has reviewed the edition's rule,
            the value is open.
        """
        standing = self.now.law.status_of(concept)
        if standing.rule is None:
            if standing.status == "unreviewed":
                self._reasons.append(standing.not_reviewed())
            return None
        found = standing.rule(self.now, *arguments)
        self._reasons.append(Truth(True).attributed_to(standing.rule, standing.rule.claim_about(*arguments)))
        return found

    def apply_rule_or(self, otherwise: _Value, concept: str, *arguments: Any) -> _Value:
        """Apply the variant of a concept as `apply_rule` does. If the edition has no such rule, return `otherwise`."""
        found: _Value | None = self.apply_rule(concept, *arguments)
        return otherwise if found is None else found

    def apply_even_if_unprinted(self, rule: EncodedRule, *arguments: Any) -> Any:
        """Apply the variant in force of a rule's concept. If the edition has no such rule, apply `rule` uncited.

        An effect does what its text says, even if the edition doesn't say in which layer.
        """
        if self.now.law.status_of(rule.concept).status == "not-in-edition":
            return rule(self.now, *arguments)
        return self.apply_rule(rule.concept, *arguments)

    def apply_even_if_unprinted_or(self, otherwise: _Value, rule: EncodedRule, *arguments: Any) -> _Value:
        """Apply a rule as `apply_even_if_unprinted` does. If nobody has reviewed the wording, return `otherwise`."""
        found: _Value | None = self.apply_even_if_unprinted(rule, *arguments)
        return otherwise if found is None else found

    def check(self, truth: Truth) -> bool | None:
        """Add a truth to the reasons and return its value. An open truth makes the result open."""
        self._reasons.append(decided(truth))
        return truth.value

    def read_value(self, term: NumberValue | WordValue | WordListValue) -> Any:
        """Return the value of a fact. If the fact is open, return None and make the result open."""
        self._reasons += _reasons_for(term)
        return _as_json(term) if term.is_known else None

    def value_or_assume(self, word: WordValue, otherwise: str) -> str:
        """Return a word that is rarely stated. If it is open, return `otherwise`; the answer lists this assumption."""
        if not word.is_known:
            word = WordValue(otherwise, word.fact, word.label, word.it, word.choices, assumed=True)
        self._reasons += _reasons_for(word)
        return word.value or otherwise

    def assume_false(self, truth: Truth, template: str, **values: Any) -> bool:
        """Return the value of a fact that is rarely stated. If it is open, return False.

        The answer lists this assumption; `template` and `values` give the assumption in words.
        """
        if truth.value is None:
            claim = Claim(template, tuple(values.items()))
            self._reasons.append(Truth(True, claim=claim, facts=truth.facts, assumed=True))
            return False
        return self.check(truth) is True

    def include(self, steps: Derivation) -> None:
        """Add the steps of another derivation, whose value this derivation uses."""
        self._reasons += steps._reasons

    def note_missing(self, thing: Entity, fact: str) -> None:
        """Record that a needed fact isn't stated. The result becomes open."""
        self._reasons.append(unstated(f"{thing.path}.{fact}"))

    def note_unknown_subtypes(self) -> None:
        """Record that the knowledge base lacks the lists of subtypes of the day. The result becomes open."""
        self._reasons.append(unknown("rules.subtypes", "the rules' lists of subtypes of that day aren't known here"))

    def decide(self, concept: str, *arguments: Any) -> Truth:
        """Return the result of a rule with the steps as reasons. If a step couldn't be taken, the result is open."""
        rule = self.now.law.rule(concept)
        if rule is None:
            return self.now.rule(concept, *arguments)
        if self.truth.value is not True:
            return self.truth
        found = Truth(bool(rule(self.now, *arguments)), "all", tuple(self._reasons))
        return found.attributed_to(rule, rule.claim_about(*arguments))

    def conclude(self, value: bool, template: str, **values: Any) -> Truth:
        """Return a value as a truth with the steps as its reasons. If a step couldn't be taken, the truth is open."""
        if self.truth.value is not True:
            return self.truth
        return Truth(value, "all", (*self._reasons, constant(value, template, **values)))

    @property
    def truth(self) -> Truth:
        """Yes if every step could be taken."""
        return every(self._reasons)

    def result(self, value: Any) -> DerivedValue:
        """Return the value with its steps. If a step couldn't be taken, the value is None."""
        truth = self.truth
        return DerivedValue(value if truth.value is True else None, truth)


def is_stated(thing: Entity, fact: str) -> bool:
    """True if the situation states a fact of a thing. An assumed usual value doesn't count."""
    return thing.stated.get(fact, MISSING) not in (MISSING, None)


def rule_even_if_unprinted(now: Situation, rule: EncodedRule, *arguments: object) -> Truth:
    """Return the result of a rule for `arguments`, even if the edition doesn't print the rule yet."""
    if now.law.status_of(rule.concept).status == "not-in-edition":
        found: Truth = rule(now, *arguments)
        return found
    return now.rule(rule.concept, *arguments)
