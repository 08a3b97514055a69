"""Declarations of facts.

A fact is declared once, as an attribute of a class of entities (`kb.rulings.situation.vocabulary`):

    toughness = NumberFact("the toughness of {it}", rule="208.1", means="...")

The declaration gives the fact's name in proofs, its possible values and its meaning. It is the source for the parser of
situations, the tables of docs/situations.md, the JSON Schema and the options of `rules ask`. The value of
`creature.toughness` may be partly known (`kb.rulings.logic.partial_values`). `fact_types` defines the types of facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from difflib import get_close_matches
from typing import Any, Final, Generic, Protocol, Self, TypeVar, overload

from kb.errors import BadValue
from kb.i18n import _
from kb.rulings.situation.reads import Reads, StatedFacts
from kb.rulings.situation.yaml_nodes import MappingNode, ScalarNode, SequenceNode, YamlNode
from kb.text.dates import parse_date

MISSING: Final = object()
"""A marker for a missing value. `usual=MISSING` means that a fact has no usual value."""

ID_PATTERN = re.compile(r"[A-Za-z][A-Za-z0-9_'-]{0,39}")
"""The pattern of an id: p1, A, Aura-2."""

Value = TypeVar("Value")


def suggestion(word: str, choices: tuple[str, ...]) -> str:
    """Return the end of a message. It suggests a choice similar to `word`, or lists the choices if there are few."""
    if close := get_close_matches(word, choices, n=1, cutoff=0.6):
        return _("; did you mean '{word}'?", word=close[0])
    return _("; give one of {words}", words=", ".join(choices)) if len(choices) <= 16 else ""


def no_such_thing(to: str, name: str, known: Iterable[str]) -> str:
    """Return the message that a situation has no thing with an id. `to` is `player`, `object` or `either`."""
    what = {"player": _("player"), "object": _("object"), "either": _("player or object")}[to]
    return _("there is no {what} '{id}'", what=what, id=name) + suggestion(name, tuple(known))


class InvalidFactValue(Exception):
    """A value doesn't fit its fact. The message says which values fit. The situation parser catches this error."""

    def __init__(self, node: YamlNode, message: str) -> None:
        super().__init__(message)
        self.node = node


class FactDefaults(Protocol):
    """The part of a situation that gives values to unstated facts.

    Attributes:
        closed: zones whose objects are all listed.
        as_usual: True if facts that aren't stated have their usual values.
        presumed: values that replace the usual values of some facts, by path of the fact.
        reads: the record of the facts that the question reads.
        departed: ids and names of objects that left their zones after the moment that is stated.
    """

    closed: frozenset[str]
    as_usual: bool
    presumed: Mapping[str, Any]
    reads: Reads
    departed: frozenset[str]

    def value_after_effects(self, entity: Entity, fact: str) -> Any:
        """Return the value of a fact after effects, or None if effects and rules don't change what is stated."""
        ...


class Entity:
    """A thing about which facts are stated: the game, a player, an object, an effect.

    Attributes:
        id: the id of the entity; `game` for the game, and `proposed` for the proposed actions.
        now: the situation that the entity belongs to.
        stated: the stated values, by names of facts. They record what is looked up.
        follows_effects: True if the values of its facts are those after the effects of the situation.
    """

    follows_effects = False
    __slots__ = ("id", "now", "stated")

    section = ""
    noun = ""

    def __init__(self, identity: str, now: FactDefaults, stated: dict[str, Any]) -> None:
        self.id, self.now = identity, now
        self.stated = StatedFacts(stated, now.reads, self.path)

    @property
    def path(self) -> str:
        """The path that the entity's facts begin with: `game`, `players.p1`, `objects.A`."""
        return f"{self.section}.{self.id}" if self.section and self.section != self.id else self.id

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id})"

    def __str__(self) -> str:
        return self.id

    @classmethod
    def kind_name(cls) -> str:
        """Return the name of this kind of entity in the docs and in the JSON Schema."""
        return cls.noun or cls.__name__.lower()

    @classmethod
    def facts(cls) -> dict[str, AnyFact]:
        """Return the facts of this kind of entity by name, in the order of declaration."""
        if cls not in _FACTS_BY_KIND:
            _FACTS_BY_KIND[cls] = {
                name: fact
                for base in reversed(cls.__mro__)
                for name, fact in vars(base).items()
                if isinstance(fact, Fact)
            }
        return _FACTS_BY_KIND[cls]


_FACTS_BY_KIND: dict[type[Entity], dict[str, Fact[Any]]] = {}
"""The facts of the kinds of entities, kept because the layers look them up for each value."""


class Fact(Generic[Value]):
    """The declaration of a fact, as an attribute of a class of entities. `fact_types` defines the types of facts.

    Attributes:
        label: the name of the fact, a template with `it`: "the toughness of {it}".
        form: the kind of values, in words.
        rule: number of the fact's rule in the newest edition.
        means: the meaning of the fact in a few words.
        unknown: in words, what applies if the fact isn't stated ("all objects"). If "", an unstated fact is unknown.
        usual: the value that is assumed in situations with `usual: yes` and for questions without a file. The answer
            lists the assumption. MISSING if no value is usual.
        otherwise: the value in every situation that doesn't state the fact; MISSING for most facts.
        closed: True if the usual value is certain for objects in a closed zone.
        history: True if situations state the fact under `history`, with an entity's id: `history.loyalty_activated.A`.
        name: the name of the fact in a situation.
    """

    def __init__(
        self, label: str, form: str, *, rule: str = "", means: str = "", unknown: str = "", usual: Any = MISSING,
        otherwise: Any = MISSING, closed: bool = False, history: bool = False,
    ) -> None:  # fmt: skip
        self.label, self.form, self.rule, self.means, self.unknown = label, form, rule, means, unknown
        self.usual, self.otherwise, self.closed, self.history, self.name = usual, otherwise, closed, history, ""

    def __set_name__(self, owner: type[Entity], name: str) -> None:
        self.name = name.rstrip("_")

    @overload
    def __get__(self, entity: None, owner: type[Entity]) -> Self: ...
    @overload
    def __get__(self, entity: Entity, owner: type[Entity]) -> Value: ...
    def __get__(self, entity: Entity | None, owner: type[Entity]) -> Self | Value:
        if entity is None:
            return self
        if entity.follows_effects and (found := entity.now.value_after_effects(entity, self.name)) is not None:
            value: Value = found
            return value
        return self.value_of(entity)

    def value_of(self, entity: Entity) -> Value:
        """Return the value of the fact for an entity. The value may be unknown."""
        raise NotImplementedError

    def path(self, entity: Entity) -> str:
        """Return the fact's path: `objects.A.tapped`, `history.loyalty_activated.A`."""
        return f"history.{self.name}.{entity.id}" if self.history else f"{entity.path}.{self.name}"

    def look_up(self, entity: Entity) -> tuple[Any, bool]:
        """Return the value, or None if it is open. Also return True if the value isn't stated but assumed as usual."""
        value = entity.stated.get(self.name, MISSING)
        if value is not MISSING:
            return value, False
        if self.otherwise is not MISSING:
            return self.otherwise, False
        now = entity.now
        if self.closed and entity.stated.get("zone") in now.closed:
            return self.usual, False
        if now.as_usual:
            presumed = now.presumed.get(self.path(entity), self.usual)
            if presumed is not MISSING:
                return presumed, True
        return None, False

    def parse(self, node: YamlNode) -> Any:
        """Parse the value at a node.

        Raises:
            InvalidFactValue: the value doesn't fit the fact.
        """
        raise NotImplementedError


AnyFact = Fact[Any]


def require_scalar(node: YamlNode, wanted: str) -> ScalarNode:
    """Return the node as a scalar.

    Raises:
        InvalidFactValue: the node is a list or a mapping.
    """
    if isinstance(node, ScalarNode):
        return node
    got = _("a list") if isinstance(node, SequenceNode) else _("a mapping")
    raise InvalidFactValue(node, _("this is {got}; give {wanted}", got=got, wanted=wanted))


def require_word(node: YamlNode, word: str) -> None:
    """Check that the node is a certain word.

    Raises:
        InvalidFactValue: the node is something else.
    """
    text = require_scalar(node, word).text
    if text != word:
        raise InvalidFactValue(node, _("'{text}' isn't known; give {format}", text=text[:40], format=word))


def require_items(node: YamlNode, message: str) -> tuple[YamlNode, ...]:
    """Return the items of a list.

    Raises:
        InvalidFactValue: the node isn't a list; with `message`.
    """
    if not isinstance(node, SequenceNode):
        raise InvalidFactValue(node, message)
    return node.items


def require_entries(node: YamlNode, message: str) -> tuple[tuple[ScalarNode, YamlNode], ...]:
    """Return the entries of a mapping.

    Raises:
        InvalidFactValue: the node isn't a mapping; with `message`.
    """
    if not isinstance(node, MappingNode):
        raise InvalidFactValue(node, message)
    return node.entries


def is_empty(node: YamlNode) -> bool:
    """True if a node is an empty scalar, which states nothing."""
    return isinstance(node, ScalarNode) and node.is_empty


def parse_id(node: YamlNode) -> str:
    """Parse an id.

    Raises:
        InvalidFactValue: the node isn't an id.
    """
    text = require_scalar(node, _("an id")).text
    if not ID_PATTERN.fullmatch(text):
        raise InvalidFactValue(node, _("'{text}' is no id; give letters and digits such as p1, A", text=text[:40]))
    return text


def parse_day(node: YamlNode) -> date:
    """Parse a day.

    Raises:
        InvalidFactValue: the node isn't a day.
    """
    try:
        return parse_date(require_scalar(node, _("a day")).text)
    except BadValue as problem:
        raise InvalidFactValue(node, str(problem)) from problem
