"""How a value that isn't one fact is worked out: the rules used, the facts read, and those that are missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from kb.rulings.facts import MISSING, Thing
from kb.rulings.logic import Claim, Truth, all_of, every, stated, unknown
from kb.rulings.situation import Situation
from kb.rulings.terms import Number, Word, Words
from kb.tongue import later

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Valued:
    """A value with what it rests on.

    Attributes:
        value: as JSON has it.
        truth: yes where it is known, open where it depends.
        instead: what would be right, where the answer isn't yes; None where nothing is to be said.
    """

    value: Any
    truth: Truth
    instead: Any = None

    @classmethod
    def of(cls, term: Number | Word | Words, concept: str, now: Situation, *arguments: Any) -> Valued:
        """The value of a term that an encoded rule gives."""
        rule = now.law.rule(concept)
        open_facts = term.open if isinstance(term, Number) else () if term.known else (term.fact,)
        facts = term.facts if isinstance(term, Number) else (term.fact,)
        if term.known:
            truth = Truth(True, claim=term, facts=facts, assumed=term.assumed)
        else:
            truth = all_of(*(unknown(fact, later("not stated: {path}"), path=fact) for fact in open_facts))
        if rule is not None:
            truth = truth.by(rule, Claim(rule.claim, tuple(zip(rule.parameters, arguments, strict=False))))
        value: Any = term.value
        if isinstance(term, Number) and term.known:
            value = int(term.low) if term.low == int(term.low) else term.low
        return cls(list(value) if isinstance(value, tuple) else value, truth)


class Steps:
    """The steps to a value, in order.

    Attributes:
        now: the situation.
    """

    def __init__(self, now: Situation) -> None:
        self.now = now
        self._reasons: list[Truth] = []

    def rule(self, concept: str, *arguments: Any) -> Any:
        """What the variant of a concept that is in force says of its arguments; it is cited as a step.

        Returns:
            What the variant gives; None where the edition has no such rule. Where it has one that nobody has
            reviewed, what is worked out is open.
        """
        standing = self.now.law.standing(concept)
        if standing.rule is None:
            if standing.status == "unreviewed":
                self._reasons.append(
                    unknown(f"rules.{concept}", later("{number} isn't reviewed"), number=str(standing.number))
                )
            return None
        found = standing.rule(self.now, *arguments)
        values = tuple(zip(standing.rule.parameters, arguments, strict=False))
        self._reasons.append(Truth(True).by(standing.rule, Claim(standing.rule.claim, values)))
        return found

    def rule_or(self, otherwise: _Value, concept: str, *arguments: Any) -> _Value:
        """What the variant of a concept that is in force says (`rule`), or another value if none is."""
        found: _Value | None = self.rule(concept, *arguments)
        return otherwise if found is None else found

    def holds(self, truth: Truth) -> bool | None:
        """Whether something is so; where it is open, so is what is worked out."""
        self._reasons.append(truth if truth.value is not False else Truth(True, "not", (truth,)))
        return truth.value

    def read(self, term: Number | Word | Words) -> Any:
        """The value of a fact; None where it is open, and then so is what is worked out."""
        if not term.known:
            facts = term.open if isinstance(term, Number) else (term.fact,)
            self._reasons += [unknown(fact, later("not stated: {path}"), path=fact) for fact in facts]
            return None
        facts = term.facts if isinstance(term, Number) else (term.fact,)
        self._reasons.append(Truth(True, claim=term, facts=facts, assumed=term.assumed))
        value = term.value
        return int(value) if isinstance(value, float) and value == int(value) else value

    def taken(self, word: Word, otherwise: str) -> str:
        """A word that hardly anybody states: where it isn't stated, it is taken so, and listed as an assumption."""
        if not word.known:
            word = Word(otherwise, word.fact, word.label, word.it, word.choices, assumed=True)
        self._reasons.append(Truth(True, claim=word, facts=(word.fact,), assumed=word.assumed))
        return word.value or otherwise

    def supposed(self, truth: Truth, template: str, **values: Any) -> bool:
        """Whether something is so that hardly anybody states; where it isn't stated, it is taken not to be.

        Args:
            truth: the truth.
            template: what is then taken for granted, as a `later` template.
            values: what goes into its places.
        """
        if truth.value is None:
            claim = Claim(template, tuple(values.items()))
            self._reasons.append(Truth(True, claim=claim, facts=truth.facts, assumed=True))
            return False
        return self.holds(truth) is True

    def missing(self, thing: Thing, fact: str) -> None:
        """A fact that would have to be stated; what is worked out is open."""
        path = f"{thing.path}.{fact}"
        self._reasons.append(unknown(path, later("not stated: {path}"), path=path))

    def unlisted(self) -> None:
        """What is worked out needs a list of subtypes that the knowledge base doesn't have for that day."""
        self._reasons.append(
            unknown("rules.subtypes", later("the rules' lists of subtypes of that day aren't known here"))
        )

    def verdict(self, concept: str, *arguments: Any) -> Truth:
        """Whether a rule says that something is so, once all its facts could be read; open if they couldn't."""
        rule = self.now.law.rule(concept)
        if rule is None:
            return self.now.rule(concept, *arguments)
        if self.truth.value is not True:
            return self.truth
        found = Truth(bool(rule(self.now, *arguments)), "all", tuple(self._reasons))
        return found.by(rule, Claim(rule.claim, tuple(zip(rule.parameters, arguments, strict=False))))

    def so(self, value: bool, template: str, **values: Any) -> Truth:
        """Whether something is so, with the steps as reasons; open if one of them is."""
        if self.truth.value is not True:
            return self.truth
        return Truth(value, "all", (*self._reasons, stated(value, template, **values)))

    @property
    def truth(self) -> Truth:
        """Yes if every step could be taken."""
        return every(self._reasons)

    def valued(self, value: Any) -> Valued:
        """The value with its steps; open where one couldn't be taken."""
        truth = self.truth
        return Valued(value if truth.value is True else None, truth)


def is_given(thing: Thing, fact: str) -> bool:
    """Whether a fact is stated of a thing, rather than usual or unknown."""
    return thing.given.get(fact, MISSING) not in (MISSING, None)
