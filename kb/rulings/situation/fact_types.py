"""The kinds of facts: yes or no, numbers, words, ids, lists and parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Self, overload

from kb.i18n import _
from kb.rulings.logic.partial_values import INFINITY, NumberValue, WordListValue, WordValue
from kb.rulings.logic.ternary import Atom, Claim, Truth
from kb.rulings.situation.fact import Entity, Fact, InvalidFactValue, parse_id, require_scalar, suggestion
from kb.rulings.situation.yaml_nodes import MappingNode, ScalarNode, SequenceNode, YamlNode

_YES, _NO = ("true", "yes", "on"), ("false", "no", "off")
_NUMBER = re.compile(r"[+-]?[0-9]{1,6}")


class YesNoFact(Fact):
    """Yes or no.

    Attributes:
        denial: the label's opposite: "{it} isn't tapped".
    """

    form = "yes or no"

    def __init__(self, label: str, denial: str, **options: Any) -> None:
        super().__init__(label, **options)
        self.denial = denial

    @overload
    def __get__(self, thing: None, owner: type[Entity]) -> Self: ...
    @overload
    def __get__(self, thing: Entity, owner: type[Entity]) -> Truth: ...
    def __get__(self, thing: Entity | None, owner: type[Entity]) -> Self | Truth:
        if thing is None:
            return self
        value, assumed = self.look_up(thing)
        path = self.path(thing)
        if value is None:
            claim = Claim("not stated: {statement}", (("statement", Claim(self.label, (("it", thing),))),))
            return Truth(None, claim=claim, facts=(path,), atom=Atom(path, (path,), bool))
        claim = Claim(self.label if value else self.denial, (("it", thing),))
        return Truth(value, claim=claim, facts=(path,), assumed=assumed)

    def parse(self, node: YamlNode) -> bool:
        """See `Fact`."""
        text = require_scalar(node, _("yes or no")).text.lower()
        if text in _YES or text in _NO:
            return text in _YES
        raise InvalidFactValue(node, _("'{text}' is neither yes nor no", text=text))

    def json_schema(self) -> dict[str, Any]:
        """See `Fact`."""
        return {"type": "boolean"}


class NumberFact(Fact):
    """A whole number, or one from `least` on."""

    def __init__(self, label: str, *, least: float = -INFINITY, **options: Any) -> None:
        super().__init__(label, **options)
        self.least = least

    @property
    def form(self) -> str:  # type: ignore[override]
        """See `Fact`."""
        return "number" if self.least == -INFINITY else f"number from {self.least:g} on"

    @overload
    def __get__(self, thing: None, owner: type[Entity]) -> Self: ...
    @overload
    def __get__(self, thing: Entity, owner: type[Entity]) -> NumberValue: ...
    def __get__(self, thing: Entity | None, owner: type[Entity]) -> Self | NumberValue:
        if thing is None:
            return self
        value, assumed = self.look_up(thing)
        low, high = (self.least, INFINITY) if value is None else (value, value)
        return NumberValue(low, high, (self.path(thing),), self.label, thing, assumed=assumed)

    def parse(self, node: YamlNode) -> int:
        """See `Fact`."""
        return parse_number(node, self.least)

    def json_schema(self) -> dict[str, Any]:
        """See `Fact`."""
        return {"type": "integer"} | ({} if self.least == -INFINITY else {"minimum": int(self.least)})


def parse_number(node: YamlNode, least: float = -INFINITY) -> int:
    """A whole number.

    Raises:
        Refused: it is none, or less than the least.
    """
    text = require_scalar(node, _("a whole number")).text
    if not _NUMBER.fullmatch(text):
        raise InvalidFactValue(node, _("'{text}' is no whole number", text=text[:40]))
    if int(text) < least:
        raise InvalidFactValue(node, _("{text} is less than {least}", text=text, least=int(least)))
    return int(text)


class WordFact(Fact):
    """One word: one of a few choices, or any name."""

    def __init__(self, label: str, *choices: str, **options: Any) -> None:
        super().__init__(label, **options)
        self.choices = choices

    @property
    def form(self) -> str:  # type: ignore[override]
        """See `Fact`."""
        return " · ".join(f"`{choice}`" for choice in self.choices) or "text"

    @overload
    def __get__(self, thing: None, owner: type[Entity]) -> Self: ...
    @overload
    def __get__(self, thing: Entity, owner: type[Entity]) -> WordValue: ...
    def __get__(self, thing: Entity | None, owner: type[Entity]) -> Self | WordValue:
        if thing is None:
            return self
        value, assumed = self.look_up(thing)
        return WordValue(value, self.path(thing), self.label, thing, self.choices, assumed=assumed)

    def parse(self, node: YamlNode) -> str:
        """See `Fact`."""
        text = require_scalar(node, _("one word")).text
        if self.choices and (text := text.lower()) not in self.choices:
            if text == "false" and "no" in self.choices:
                return "no"  # As JSON has it, and whatever writes YAML.
            raise InvalidFactValue(
                node, _("'{word}' isn't known here", word=text[:40]) + suggestion(text, self.choices)
            )
        if not text.strip():
            raise InvalidFactValue(node, _("a word is missing"))
        return text

    def json_schema(self) -> dict[str, Any]:
        """See `Fact`."""
        return {"enum": list(self.choices)} if self.choices else {"type": "string", "minLength": 1}


class IdFact(WordFact):
    """The id of a player or an object.

    Attributes:
        to: what it is the id of: `player`, `object` or `either`.
    """

    def __init__(self, label: str, to: str, **options: Any) -> None:
        super().__init__(label, **options)
        self.to = to

    @property
    def form(self) -> str:  # type: ignore[override]
        """See `Fact`."""
        return "id of a player or an object" if self.to == "either" else f"id of {_article(self.to)}"

    def parse(self, node: YamlNode) -> str:
        """See `Fact`."""
        return parse_id(node)


def _article(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


class WordListFact(Fact):
    """A list of words, stated in full: from a few choices, or any."""

    def __init__(self, label: str, *choices: str, **options: Any) -> None:
        super().__init__(label, **options)
        self.choices = choices

    @property
    def form(self) -> str:  # type: ignore[override]
        """See `Fact`."""
        return "list of " + (" · ".join(f"`{choice}`" for choice in self.choices) or "texts")

    @overload
    def __get__(self, thing: None, owner: type[Entity]) -> Self: ...
    @overload
    def __get__(self, thing: Entity, owner: type[Entity]) -> WordListValue: ...
    def __get__(self, thing: Entity | None, owner: type[Entity]) -> Self | WordListValue:
        if thing is None:
            return self
        value, assumed = self.look_up(thing)
        return WordListValue(value, self.path(thing), self.label, thing, assumed=assumed)

    def parse(self, node: YamlNode) -> tuple[str, ...]:
        """See `Fact`."""
        if not isinstance(node, SequenceNode):
            word = "…" if not isinstance(node, ScalarNode) or node.text in ("none", "empty") else node.text[:40]
            raise InvalidFactValue(node, _("give a list in brackets: [{word}], or [] if there are none", word=word))
        return tuple(self.parse_word(item) for item in node.items)

    def parse_word(self, node: YamlNode) -> str:
        """One word of the list.

        Raises:
            Refused: it isn't among the choices.
        """
        text = require_scalar(node, _("one word")).text
        if self.choices and (text := text.lower()) not in self.choices:
            raise InvalidFactValue(
                node, _("'{word}' isn't known here", word=text[:40]) + suggestion(text, self.choices)
            )
        return text

    def json_schema(self) -> dict[str, Any]:
        """See `Fact`."""
        items = {"enum": list(self.choices)} if self.choices else {"type": "string", "minLength": 1}
        return {"type": "array", "items": items}


class KeywordsFact(WordListFact):
    """A list of words that are compared in lower case: keyword abilities, types."""

    def parse_word(self, node: YamlNode) -> str:
        """See `WordsFact`."""
        return super().parse_word(node).lower()


class IdListFact(WordListFact):
    """A list of ids of players or objects.

    Attributes:
        to: what they are the ids of: `player`, `object`, `either`, or `name` where things may be meant that
            aren't listed.
    """

    def __init__(self, label: str, to: str, **options: Any) -> None:
        super().__init__(label, **options)
        self.to = to

    @property
    def form(self) -> str:  # type: ignore[override]
        """See `Fact`."""
        return {"either": "list of ids", "name": "list of ids or names"}.get(self.to, f"list of ids of {self.to}s")

    def parse_word(self, node: YamlNode) -> str:
        """See `WordsFact`."""
        return parse_id(node) if self.to != "name" else super().parse_word(node)


class CountsValue:
    """How many of each kind there are: counters, damage by source. Stated in full or not at all."""

    __slots__ = ("_fact", "_thing", "counts", "is_known")

    def __init__(self, fact: CountsFact, thing: Entity) -> None:
        self._fact, self._thing = fact, thing
        value, _assumed = fact.look_up(thing)
        self.counts: dict[str, int] = value or {}
        self.is_known = value is not None

    def __getitem__(self, kind: str | Entity) -> NumberValue:
        """How many of one kind; 0 of what isn't listed."""
        name = kind if isinstance(kind, str) else kind.id
        value, assumed = self._fact.look_up(self._thing)
        path = f"{self._fact.path(self._thing)}.{name}"
        if value is None or (assumed and name in self._fact.never_usual):
            return NumberValue(0, INFINITY, (path,), self._fact.each, (name, self._thing))
        count = value.get(name, 0)
        return NumberValue(count, count, (path,), self._fact.each, (name, self._thing), assumed=assumed)


class CountsFact(Fact):
    """Kinds with how many there are of each.

    Attributes:
        each: what the number of one kind is called, a template with `it` and `kind`.
        to: `player` or `object` where the kinds are ids, else "".
        never_usual: kinds of which it isn't usual that there are none: what can have them enters with some.
    """

    form = "kinds with a number from 0 on"

    def __init__(
        self, label: str, each: str, *, to: str = "", never_usual: tuple[str, ...] = (), **options: Any
    ) -> None:
        super().__init__(label, **options)
        self.each, self.to, self.never_usual = each, to, never_usual

    @overload
    def __get__(self, thing: None, owner: type[Entity]) -> Self: ...
    @overload
    def __get__(self, thing: Entity, owner: type[Entity]) -> CountsValue: ...
    def __get__(self, thing: Entity | None, owner: type[Entity]) -> Self | CountsValue:
        return self if thing is None else CountsValue(self, thing)

    def parse(self, node: YamlNode) -> dict[str, int]:
        """See `Fact`."""
        if not isinstance(node, MappingNode):
            raise InvalidFactValue(node, _("give kinds with their numbers, such as {loyalty: 3}; {} if there are none"))
        return {key.text: parse_number(value, 0) for key, value in node.entries}

    def json_schema(self) -> dict[str, Any]:
        """See `Fact`."""
        return {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}}


class PartsFact(Fact):
    """A list of parts that have facts of their own: proposed attacks, abilities, faces.

    Attributes:
        of: their class.
    """

    def __init__(self, label: str, of: type[Entity], **options: Any) -> None:
        super().__init__(label, **options)
        self.of = of

    @property
    def form(self) -> str:  # type: ignore[override]
        """See `Fact`."""
        return f"list of [{self.of.kind_name()}s](#{self.of.kind_name()})"

    @overload
    def __get__(self, thing: None, owner: type[Entity]) -> Self: ...
    @overload
    def __get__(self, thing: Entity, owner: type[Entity]) -> Parts: ...
    def __get__(self, thing: Entity | None, owner: type[Entity]) -> Self | Parts:
        return self if thing is None else Parts(self, thing)

    def json_schema(self) -> dict[str, Any]:
        """See `Fact`."""
        return {"type": "array", "items": {"$ref": f"#/$defs/{self.of.kind_name()}"}}


class Parts:
    """The parts that are stated of a thing.

    Attributes:
        known: whether they are stated; if so, all of them are.
    """

    __slots__ = ("_fact", "_given", "_thing", "is_known")

    def __init__(self, fact: PartsFact, thing: Entity) -> None:
        value, _assumed = fact.look_up(thing)
        self._fact, self._thing, self._given, self.is_known = fact, thing, value or (), value is not None

    def __iter__(self) -> Iterator[Any]:
        """The parts, as things of their class."""
        for place, given in enumerate(self._given):
            part = self._fact.of(f"{self._fact.path(self._thing)}.{place + 1}", self._thing.now, given)
            yield part

    def __len__(self) -> int:
        return len(self._given)

    @property
    def stated(self) -> Truth:
        """Yes if they are stated; open if not."""
        path = self._fact.path(self._thing)
        if self.is_known:
            return Truth(True, facts=(path,))
        claim = Claim("not stated: {statement}", (("statement", Claim(self._fact.label, (("it", self._thing),))),))
        return Truth(None, claim=claim, facts=(path,), atom=Atom(path, (path,)))
