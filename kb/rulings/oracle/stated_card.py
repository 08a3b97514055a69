"""What a card states in a situation: its characteristics, and for each line what was taken from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from kb.cards.faces import LineKind
from kb.rulings.oracle.topics import ALL_TOPICS, Topics

Fate = Literal["stated", "ability", "reminder", "apart", "level", "open"]
"""What became of a line.

`stated`: its facts and effects; `ability`: an ability that does something only if it is activated, triggers or
resolves; `reminder`: nothing, it is reminder text (207.2a); `apart`: nothing, the ability doesn't function in the
object's zone (113.6); `level`: nothing, the object doesn't have the level that the line needs; `open`: a part of it
couldn't be stated, so answers depend on it.
"""

ACTIVATED_KINDS = ("activated", "mana", "loyalty")
"""The kinds of lines that are activated abilities."""

FactValue = str | int | tuple[str, ...]
"""A value of a fact, as a document states it."""

Facts = Mapping[str, FactValue]


@dataclass(frozen=True, slots=True)
class StatedLine:
    """A line of a card and what it states.

    Attributes:
        number: number of the line, counted from 1.
        text: the line as printed.
        kind: the kind of the line.
        fate: what became of it.
        facts: facts of the object.
        effects: effects, each with its facts.
        ability: the facts of an ability of the object; empty if the line is none.
        topics: what the line can change.
        open_on: what the line can change that its facts and effects don't express. An ability that is `apart` can
            change it once the object has entered the battlefield.
    """

    number: int
    text: str
    kind: LineKind
    fate: Fate
    facts: Facts = field(default_factory=dict)
    effects: tuple[Facts, ...] = ()
    ability: Facts = field(default_factory=dict)
    topics: Topics = ALL_TOPICS
    open_on: Topics = frozenset()


@dataclass(frozen=True, slots=True)
class StatedCard:
    """A card and what its text states about one object.

    Attributes:
        name: the name of the card.
        facts: the printed characteristics, by fact.
        lines: the lines of the text.
        set_aside: the facts of the card that the situation states otherwise.
    """

    name: str
    facts: Facts
    lines: tuple[StatedLine, ...]
    set_aside: tuple[str, ...] = ()
