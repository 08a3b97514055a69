"""Paths of facts, such as `objects.A.tapped`: the fact that a path means, and the path and the fact in words.

Inside the program, a path names an effect by its place in the list. What users read names it by its text or source.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.rulings.logic.partial_values import NumberValue, WordListValue, WordValue
from kb.rulings.logic.ternary import Claim, FactValue, Truth
from kb.rulings.situation.fact import MISSING, AnyFact, Entity
from kb.rulings.situation.fact_types import CountsFact, CountsValue, Parts, PartsFact
from kb.rulings.situation.situation import Effect, Situation

_EFFECT = re.compile(r"\beffects\.([0-9]+)\b")
_MOST_LETTERS = 60
"""The greatest length of an effect's name in a path."""


@dataclass(frozen=True, slots=True)
class FactPlace:
    """The fact that a path means.

    Attributes:
        entity: the entity that has the fact.
        fact: the fact.
        kind: the kind that is counted, if the path means one count, such as `loyalty`; else "".
    """

    entity: Entity
    fact: AnyFact
    kind: str = ""

    @property
    def is_stated(self) -> bool:
        """True if the situation states the fact. To ask this isn't recorded as reading the fact."""
        return dict.get(self.entity.stated, self.fact.name, MISSING) is not MISSING

    @property
    def claim(self) -> Claim:
        """What the fact is about, as a claim: `the power of A`, `A is tapped`."""
        if isinstance(self.fact, CountsFact) and self.kind:
            return Claim(self.fact.each, (("it", self.entity), ("kind", self.kind)))
        return Claim(self.fact.label, (("it", self.entity),))

    @property
    def value(self) -> Claim | FactValue:
        """The stated value as a claim, or as a value that can be shown as one."""
        found = self.fact.value_of(self.entity)
        if isinstance(found, Truth) and found.claim is not None:
            return found.claim
        if isinstance(found, CountsValue) and self.kind:
            return found[self.kind]
        return found if isinstance(found, WordValue | WordListValue | NumberValue) else self.claim


def find_fact(now: Situation, path: str) -> FactPlace | None:
    """Return the fact that a path means, or None if the path means no fact of the situation."""
    section, _dot, rest = path.partition(".")
    entity: Entity | None
    if section == "history":
        name, _dot, identity = rest.partition(".")
        entity, rest = now.thing(identity), name
    elif section in ("game", "proposed"):
        entity = now.game if section == "game" else now.proposed
    else:
        identity, _dot, rest = rest.partition(".")
        entity = _effect(now, identity) if section == "effects" else now.thing(identity)
    return None if entity is None else _fact_of(entity, rest)


def _effect(now: Situation, number: str) -> Effect | None:
    at = int(number) - 1 if number.isdecimal() else -1
    return now.effects[at] if 0 <= at < len(now.effects) else None


def _fact_of(entity: Entity, path: str) -> FactPlace | None:
    """Return a fact of an entity or of its parts."""
    name, _dot, rest = path.partition(".")
    fact = next((each for each in type(entity).facts().values() if each.name == name), None)
    if fact is None:
        return None
    if not isinstance(fact, PartsFact) or not rest:
        return FactPlace(entity, fact, rest)
    number, _dot, rest = rest.partition(".")
    parts: Parts = fact.value_of(entity)
    found = [part for part in parts if part.id.rpartition(".")[2] == number]
    return _fact_of(found[0], rest) if found and rest else FactPlace(entity, fact)


def effect_names(now: Situation) -> tuple[str, ...]:
    """Return the names of the effects of a situation, in order: text, source, or what the effect says."""
    return tuple(_shortened(str(each)) for each in now.effects)


def named_path(names: tuple[str, ...], path: str) -> str:
    """Return a path, or a text with paths, in which effects have their names: `effects.Blood Moon.amount`."""

    def name(found: re.Match[str]) -> str:
        at = int(found[1]) - 1
        return f"effects.{names[at]}" if 0 <= at < len(names) else found[0]

    return _EFFECT.sub(name, path)


def _shortened(name: str) -> str:
    return name if len(name) <= _MOST_LETTERS else f"{name[: _MOST_LETTERS - 1].rstrip()}\N{HORIZONTAL ELLIPSIS}"
