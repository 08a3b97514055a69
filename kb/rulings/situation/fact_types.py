"""The types of facts: yes or no, numbers, words, ids, lists and parts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from kb.i18n import _, mark_message
from kb.rulings.logic.partial_values import INFINITY, NumberValue, WordListValue, WordValue, derived_truth
from kb.rulings.logic.ternary import Atom, Claim, Truth
from kb.rulings.situation.fact import (
    AnyFact,
    Entity,
    Fact,
    InvalidFactValue,
    Value,
    parse_id,
    require_scalar,
    suggestion,
)
from kb.rulings.situation.yaml_nodes import MappingNode, ScalarNode, SequenceNode, YamlNode

_YES, _NO = ("true", "yes", "on"), ("false", "no", "off")
_NUMBER = re.compile(r"[+-]?[0-9]{1,6}")


def _not_stated(fact: AnyFact, entity: Entity, atom: Atom) -> Truth:
    """Return an open truth for a fact that isn't stated."""
    claim = Claim("not stated: {statement}", (("statement", Claim(fact.label, (("it", entity),))),))
    return Truth(None, claim=claim, facts=atom.facts, atom=atom)


class YesNoFact(Fact[Truth]):
    """A fact that is yes or no.

    Attributes:
        denial: the opposite of the label: "{it} isn't tapped".
    """

    def __init__(self, label: str, denial: str, **options: Any) -> None:
        super().__init__(label, "yes or no", **options)
        self.denial = denial

    def value_of(self, entity: Entity) -> Truth:
        """See `Fact`."""
        value, assumed = self.look_up(entity)
        path = self.path(entity)
        if value is None:
            return _not_stated(self, entity, Atom(path, (path,), bool))
        claim = Claim(self.label if value else self.denial, (("it", entity),))
        return Truth(value, claim=claim, facts=(path,), assumed=assumed)

    def parse(self, node: YamlNode) -> bool:
        """See `Fact`."""
        text = require_scalar(node, _("yes or no")).text.lower()
        if text in _YES or text in _NO:
            return text in _YES
        raise InvalidFactValue(node, _("'{text}' is neither yes nor no", text=text))


class NumberFact(Fact[NumberValue]):
    """A whole number that isn't less than `least`."""

    def __init__(self, label: str, *, least: float = -INFINITY, **options: Any) -> None:
        form = "number" if least == -INFINITY else f"number from {least:g} on"
        super().__init__(label, form, **options)
        self.least = least

    def value_of(self, entity: Entity) -> NumberValue:
        """See `Fact`."""
        value, assumed = self.look_up(entity)
        low, high = (self.least, INFINITY) if value is None else (value, value)
        return NumberValue(low, high, (self.path(entity),), self.label, entity, assumed=assumed)

    def parse(self, node: YamlNode) -> int:
        """See `Fact`."""
        return parse_number(node, self.least)


def parse_number(node: YamlNode, least: float = -INFINITY) -> int:
    """Parse a whole number.

    Raises:
        InvalidFactValue: the node isn't a whole number, or is less than `least`.
    """
    text = require_scalar(node, _("a whole number")).text
    if not _NUMBER.fullmatch(text):
        raise InvalidFactValue(node, _("'{text}' is no whole number", text=text[:40]))
    if int(text) < least:
        raise InvalidFactValue(node, _("{text} is less than {least}", text=text, least=int(least)))
    return int(text)


class _ChoiceFact(Fact[Value]):
    """A fact with words as values: words from a few choices, or any words.

    Attributes:
        choices: the choices, in lower case; empty if any word is allowed.
    """

    def __init__(self, label: str, form: str, choices: tuple[str, ...], **options: Any) -> None:
        super().__init__(label, form, **options)
        self.choices = choices

    def parse_word(self, node: YamlNode) -> str:
        """Parse one word.

        Raises:
            InvalidFactValue: the word isn't among the choices.
        """
        text = require_scalar(node, _("one word")).text
        if self.choices and (text := text.lower()) not in self.choices:
            message = _("'{word}' isn't known here", word=text[:40]) + suggestion(text, self.choices)
            raise InvalidFactValue(node, message)
        return text


def _listed(choices: tuple[str, ...]) -> str:
    return " · ".join(f"`{choice}`" for choice in choices)


class WordFact(_ChoiceFact[WordValue]):
    """A fact whose value is one word: a word from a few choices, or any name.

    Attributes:
        synonyms: the choices that mean another choice, with that choice.
    """

    def __init__(
        self, label: str, *choices: str, form: str = "", synonyms: Mapping[str, str] | None = None, **options: Any
    ) -> None:
        super().__init__(label, form or _listed(choices) or "text", choices, **options)
        self.synonyms = synonyms or {}

    def value_of(self, entity: Entity) -> WordValue:
        """See `Fact`."""
        value, assumed = self.look_up(entity)
        return WordValue(value, self.path(entity), self.label, entity, self.choices, assumed=assumed)

    def parse(self, node: YamlNode) -> str:
        """See `Fact`."""
        if "no" in self.choices and isinstance(node, ScalarNode) and node.text.lower() == "false":
            return "no"  # Programs that write YAML or JSON turn `no` into `false`.
        text = self.parse_word(node)
        if not text.strip():
            raise InvalidFactValue(node, _("a word is missing; leave the fact out if there is none"))
        return self.synonyms.get(text, text)


class IdFact(WordFact):
    """The id of a player or an object.

    Attributes:
        to: the kind of thing with the id: `player`, `object` or `either`.
    """

    def __init__(self, label: str, to: str, **options: Any) -> None:
        form = {"either": "id of a player or an object", "object": "id of an object"}.get(to, f"id of a {to}")
        super().__init__(label, form=form, **options)
        self.to = to

    def parse(self, node: YamlNode) -> str:
        """See `Fact`."""
        return parse_id(node)


class WordListFact(_ChoiceFact[WordListValue]):
    """A list of words, stated in full: words from a few choices, or any words."""

    def __init__(self, label: str, *choices: str, form: str = "", **options: Any) -> None:
        super().__init__(label, form or f"list of {_listed(choices) or 'texts'}", choices, **options)

    def value_of(self, entity: Entity) -> WordListValue:
        """See `Fact`."""
        value, assumed = self.look_up(entity)
        return WordListValue(value, self.path(entity), self.label, entity, assumed=assumed)

    def parse(self, node: YamlNode) -> tuple[str, ...]:
        """See `Fact`."""
        if not isinstance(node, SequenceNode):
            word = "…" if not isinstance(node, ScalarNode) or node.text in ("none", "empty") else node.text[:40]
            raise InvalidFactValue(node, _("give a list in brackets: [{word}], or [] if there are none", word=word))
        return tuple(self.parse_word(item) for item in node.items)


class KeywordsFact(WordListFact):
    """A list of words that are kept in lower case: keyword abilities, types."""

    def parse_word(self, node: YamlNode) -> str:
        """See `WordListFact`."""
        return super().parse_word(node).lower()


class IdListFact(WordListFact):
    """A list of ids of players or objects.

    Attributes:
        to: the kind of things: `player`, `object`, `either`, or `name` for things that the situation needn't list.
    """

    def __init__(self, label: str, to: str, **options: Any) -> None:
        form = {"either": "list of ids", "name": "list of ids or names"}.get(to, f"list of ids of {to}s")
        super().__init__(label, form=form, **options)
        self.to = to

    def parse_word(self, node: YamlNode) -> str:
        """See `WordListFact`."""
        return parse_id(node) if self.to != "name" else super().parse_word(node)


class CountsValue:
    """Counts by kind, such as counters by kind or damage by source. They are stated in full or not at all.

    Attributes:
        counts: the stated counts; empty if no counts are stated.
        is_known: True if the counts are stated or assumed.
    """

    __slots__ = ("_assumed", "_entity", "_fact", "counts", "is_known")

    def __init__(self, fact: CountsFact, entity: Entity) -> None:
        value, self._assumed = fact.look_up(entity)
        self._fact, self._entity = fact, entity
        self.counts: dict[str, int] = value or {}
        self.is_known = value is not None

    def __getitem__(self, kind: str | Entity) -> NumberValue:
        """Return the count of one kind; 0 for a kind that isn't listed."""
        name = kind if isinstance(kind, str) else kind.id
        facts, it = (f"{self._fact.path(self._entity)}.{name}",), (name, self._entity)
        if not self.is_known or (self._assumed and name in self._fact.never_usual):
            return NumberValue(0, INFINITY, facts, self._fact.each, it)
        count = self.counts.get(name, 0)
        return NumberValue(count, count, facts, self._fact.each, it, assumed=self._assumed)


class CountsFact(Fact[CountsValue]):
    """A fact with counts by kind.

    Attributes:
        each: the name of one count, a template with `it` and `kind`: "the number of {kind} counters on {it}".
        to: `player` or `object` if the kinds are ids; otherwise "".
        never_usual: kinds whose count is never assumed to be 0, because objects enter with counters of these kinds.
    """

    def __init__(
        self, label: str, each: str, *, to: str = "", never_usual: tuple[str, ...] = (), **options: Any
    ) -> None:
        super().__init__(label, "kinds with a number from 0 on", **options)
        self.each, self.to, self.never_usual = each, to, never_usual

    def value_of(self, entity: Entity) -> CountsValue:
        """See `Fact`."""
        return CountsValue(self, entity)

    def parse(self, node: YamlNode) -> dict[str, int]:
        """See `Fact`."""
        if not isinstance(node, MappingNode):
            message = _("give kinds with their numbers, such as {loyalty: 3}; {} if there are none")
            raise InvalidFactValue(node, message)
        return {key.text: parse_number(value, 0) for key, value in node.entries}


_HAS = mark_message("{it} has {part}")
_HAS_LOST = mark_message("{it} has lost {part}")


class Parts:
    """The stated parts of an entity.

    Attributes:
        is_known: True if the parts are stated. A situation states all parts or none.
    """

    __slots__ = ("_entity", "_fact", "_reasons", "_stated", "is_known")

    def __init__(
        self, fact: PartsFact, entity: Entity, parts: Mapping[int, Any] | None = None,
        reasons: tuple[Truth, ...] = (), *, is_known: bool = True,
    ) -> None:  # fmt: skip
        """Take the stated parts, or other parts that rules derive.

        Args:
            fact: the fact.
            entity: the entity that has the parts.
            parts: the derived parts by their number, counted from 1; None for the stated parts.
            reasons: the truths that derived parts rest on.
            is_known: False if there may be more parts than the derived ones.
        """
        value, _assumed = fact.look_up(entity)
        self._fact, self._entity, self._reasons = fact, entity, reasons
        self._stated = dict(enumerate(value or (), 1)) if parts is None else parts
        self.is_known = value is not None if parts is None else is_known

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the parts, as entities of their class."""
        path = self._fact.path(self._entity)
        for number, stated in self._stated.items():
            yield self._fact.of(f"{path}.{number}", self._entity.now, stated)

    def __len__(self) -> int:
        return len(self._stated)

    def has(self, part: Entity) -> Truth:
        """Yes if a part is still among the parts. Effects can remove it, such as an ability (613.1f)."""
        if not self._reasons:
            return Truth(True)
        if self._reasons[0].value is None:
            return self._reasons[0]
        number = part.id.rpartition(".")[2]
        is_there = int(number) in self._stated if number.isdecimal() else bool(self._stated) or not self.is_known
        claim = Claim(_HAS if is_there else _HAS_LOST, (("it", self._entity), ("part", part)))
        return derived_truth(is_there, self._reasons, claim, ())

    @property
    def stated(self) -> Truth:
        """Yes if the parts are stated; open if not."""
        path = self._fact.path(self._entity)
        if self.is_known:
            return Truth(True, "all" if self._reasons else "leaf", self._reasons, facts=(path,))
        return _not_stated(self._fact, self._entity, Atom(path, (path,)))


class PartsFact(Fact[Parts]):
    """A list of parts that have facts of their own: proposed attacks, abilities, faces.

    Attributes:
        of: the class of the parts.
    """

    def __init__(self, label: str, of: type[Entity], **options: Any) -> None:
        super().__init__(label, f"list of [{of.kind_name()}](#{of.kind_name()}) entries", **options)
        self.of = of

    def value_of(self, entity: Entity) -> Parts:
        """See `Fact`."""
        return Parts(self, entity)
