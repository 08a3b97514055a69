"""Facts: how one is declared, stated and asked.

A fact is declared once, as an attribute of the class of things that it is a fact of (`kb.rulings.situation.vocabulary`):

    toughness = NumberFact(later("the toughness of {it}"), rule="208.1", means="...")

The declaration says what the fact is called in a proof, which values it can have, what it means and what not
knowing it means. From it come the reading and checking of situations, the tables of docs/situations.md, the
JSON Schema and the options of `rules ask`; and `creature.toughness` is a term (`kb.rulings.logic.partial_values`). The kinds
of facts stand in `kb.rulings.situation.fact_types`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Final, Protocol

from kb.i18n import _
from kb.rulings.situation.yaml_nodes import ScalarNode, SequenceNode, YamlNode

MISSING: Final = object()
"""No usual value: only who states the fact knows it."""

ID_PATTERN = re.compile(r"[A-Za-z][A-Za-z0-9_'-]{0,39}")
"""What an id may be: p1, A, Aura-2."""


Report = Callable[[YamlNode, str, str], None]
"""Takes note of a fault: at which node, of which path, what is wrong."""


def suggestion(word: str, choices: Iterator[str] | tuple[str, ...]) -> str:
    """What was probably meant, as the end of a message; the choices themselves where they are few."""
    known = tuple(choices)
    if close := get_close_matches(word, known, n=1, cutoff=0.6):
        return _("; did you mean '{word}'?", word=close[0])
    return _("; give one of {words}", words=", ".join(known)) if len(known) <= 16 else ""


class InvalidFactValue(Exception):
    """A value doesn't fit its fact; the message says what would. Never leaves the reading of a situation."""

    def __init__(self, node: YamlNode, message: str) -> None:
        super().__init__(message)
        self.node = node


class FactDefaults(Protocol):
    """What a situation says of facts that aren't stated."""

    @property
    def closed(self) -> frozenset[str]:
        """Zones all of whose objects are listed."""
        ...

    @property
    def as_usual(self) -> bool:
        """Whether facts that aren't stated are taken at their usual value."""
        ...

    @property
    def presumed(self) -> Mapping[str, Any]:
        """Values taken in the same way, by path."""
        ...


class Entity:
    """What facts are stated of: the game, a player, an object, an effect.

    Attributes:
        id: its id; for the game and the like, the section that it stands in.
        now: the situation that it is part of.
        given: what is stated of it, by the names of its facts.
    """

    __slots__ = ("id", "now", "stated")

    section = ""
    noun = ""

    def __init__(self, identity: str, now: FactDefaults, given: dict[str, Any]) -> None:
        self.id, self.now, self.stated = identity, now, given

    @property
    def path(self) -> str:
        """Where its facts stand: `game`, `players.p1`, `objects.A`."""
        return f"{self.section}.{self.id}" if self.section and self.section != self.id else self.id

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id})"

    def __str__(self) -> str:
        return self.id

    @classmethod
    def kind_name(cls) -> str:
        """What such a thing is called in docs and in the JSON Schema."""
        return cls.noun or cls.__name__.lower()

    @classmethod
    def facts(cls) -> dict[str, Fact]:
        """The facts of such things, by name, in the order declared."""
        return {
            name: fact for base in reversed(cls.__mro__) for name, fact in vars(base).items() if isinstance(fact, Fact)
        }


class Fact:
    """A kind of facts. The kinds below say what their values are.

    Attributes:
        label: what it is called, a template with `it`: "the toughness of {it}".
        rule: the rule that it comes from, by its number in the newest edition of the corpus.
        means: what it means, in a few words.
        unknown: what not stating it means, where that isn't plain.
        usual: what it is if a question is asked of an object by itself, or the situation says `usual: yes`; such a
            value is listed among the assumptions. MISSING where nothing is usual.
        otherwise: what it always is unless stated; MISSING for most.
        closed: whether in a closed zone what isn't stated is as usual.
        history: whether it is stated under `history`, by thing.
        name: as stated.
    """

    form = ""
    """The kind of values, in words."""

    def __init__(
        self, label: str, *, rule: str = "", means: str = "", unknown: str = "", usual: Any = MISSING,
        otherwise: Any = MISSING, closed: bool = False, history: bool = False,
    ) -> None:  # fmt: skip
        self.label, self.rule, self.means, self.unknown, self.usual = label, rule, means, unknown, usual
        self.otherwise, self.closed, self.history, self.name = otherwise, closed, history, ""

    def __set_name__(self, owner: type[Entity], name: str) -> None:
        self.name = name.rstrip("_")

    def path(self, thing: Entity) -> str:
        """The fact's path: `objects.A.tapped`, `history.loyalty_activated.A`."""
        return f"history.{self.name}.{thing.id}" if self.history else f"{thing.path}.{self.name}"

    def look_up(self, thing: Entity) -> tuple[Any, bool]:
        """What is stated, and whether it is only taken as usual; None where it is open."""
        value = thing.stated.get(self.name, MISSING)
        if value is not MISSING:
            return value, False
        if self.otherwise is not MISSING:
            return self.otherwise, False
        now = thing.now
        if self.closed and thing.stated.get("zone") in now.closed:
            return self.usual, False
        if now.as_usual:
            presumed = now.presumed.get(self.path(thing), self.usual)
            if presumed is not MISSING:
                return presumed, True
        return None, False

    def parse(self, node: YamlNode) -> Any:
        """The value at a node.

        Raises:
            Refused: it doesn't fit.
        """
        raise NotImplementedError

    def json_schema(self) -> dict[str, Any]:
        """The values as JSON Schema."""
        raise NotImplementedError


def require_scalar(node: YamlNode, wanted: str) -> ScalarNode:
    """The node as a scalar.

    Raises:
        Refused: it is a list or a mapping.
    """
    if isinstance(node, ScalarNode):
        return node
    got = _("a list") if isinstance(node, SequenceNode) else _("a mapping")
    raise InvalidFactValue(node, _("this is {got}; give {wanted}", got=got, wanted=wanted))


def parse_id(node: YamlNode) -> str:
    """An id.

    Raises:
        Refused: it is none.
    """
    text = require_scalar(node, _("an id")).text
    if not ID_PATTERN.fullmatch(text):
        raise InvalidFactValue(node, _("'{text}' is no id; give letters and digits such as p1, A", text=text[:40]))
    return text
