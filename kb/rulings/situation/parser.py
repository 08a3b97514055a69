"""From a text and options to a situation: what it states is read, checked and put together.

Everything that is wrong is found in one reading, each fault with its line and column.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from kb.dates import parse_date
from kb.errors import BadSituation, BadValue, Fault
from kb.i18n import _
from kb.rulings.situation.consistency import NOBODY, find_contradictions
from kb.rulings.situation.fact import AnyFact, Entity, InvalidFactValue, parse_id, require_scalar, suggestion
from kb.rulings.situation.fact_types import CountsFact, IdFact, IdListFact, PartsFact, YesNoFact
from kb.rulings.situation.option_parser import option_node
from kb.rulings.situation.situation import SITUATION_FORMAT, Situation
from kb.rulings.situation.vocabulary import (
    HISTORY_FACTS,
    SECTION_CLASSES,
    STEPS,
    ZONES,
    EffectFacts,
    Game,
    ObjectFacts,
    PlayerFacts,
    Proposal,
)  # fmt: skip
from kb.rulings.situation.yaml_nodes import (
    MappingNode,
    ScalarNode,
    SequenceNode,
    YamlNode,
    parse_yaml,
    parse_yaml_value,
)

SITUATION_KEYS = ("format", "as_of", "usual", "closed", *SECTION_CLASSES, "history")
"""What a situation holds."""

_PLAYER = re.compile(r"p[0-9]{1,2}")


def situation_from_text(text: str | bytes, source: str, options: Iterable[tuple[str, str]] = ()) -> Situation:
    """A situation from YAML or JSON.

    Args:
        text: the document.
        source: what to call it in errors.
        options: further facts, each a path and a value (`A.tapped`, `no`); they win over the document's.

    Raises:
        BadSituation: something is wrong with it.
    """
    return situation_from_node(parse_yaml(text, source), source, options)


def situation_from_node(top: MappingNode, source: str, options: Iterable[tuple[str, str]] = ()) -> Situation:
    """A situation from a text that was read already, alone or as part of another.

    Args:
        top: its mapping; within another document it needs no format.
        source: what to call it in errors.
        options: see `from_text`.

    Raises:
        BadSituation: something is wrong with it.
    """
    reading = _Reading(source)
    reading.document(top)
    return _with_options(reading, options)


def situation_from_options(
    options: Iterable[tuple[str, str]], things: Iterable[str], asker: str | None, *, of_players: bool = False
) -> Situation:
    """A situation from options alone: a question about things of which little is said.

    It is taken as usual: the player who asks has the things and the turn, unless something else is stated.

    Args:
        options: facts, each a path and a value.
        things: ids of what the question is about.
        asker: the player who asks; who has priority, or p1, if that isn't said.
        of_players: whether it is about players; else about objects, and players called p1, p2 and so on.

    Raises:
        BadSituation: something is wrong with them.
    """
    reading = _Reading(_("the options"), lenient=True)
    for each in things:
        (reading.players if of_players or _PLAYER.fullmatch(each) else reading.objects)[each] = {}
    given = list(options)
    priority = next((value for path, value in given if path == "game.priority"), None)
    who = asker or priority or "p1"
    reading.players.setdefault(who, {})
    found = _with_options(reading, given)
    return found.replace(as_usual=True, presumed=presumed_facts(found, who))


def presumed_facts(situation: Situation, who: str) -> dict[str, Any]:
    """Whose things and whose turn it is, where it is usual that they are of the player who asks."""
    own = {f"objects.{each.id}.{fact}": who for each in situation.objects for fact in ("controller", "owner")}
    return {"game.active": who, **own}


def _with_options(reading: _Reading, options: Iterable[tuple[str, str]]) -> Situation:
    for path, value in options:
        reading.option(path, value)
    reading.check()
    if reading.faults:
        raise BadSituation(reading.source, tuple(sorted(reading.faults, key=lambda fault: (fault.line, fault.column))))
    return Situation(
        game=reading.game, players=reading.players, objects=reading.objects, effects=reading.effects,
        proposed=reading.proposed, closed=reading.closed, as_usual=reading.usual, as_of=reading.as_of,
    )  # fmt: skip


@dataclass
class _Reading:
    """What has been read so far.

    Attributes:
        source: what the text is called.
        lenient: whether players and objects come to be by being named.
    """

    source: str
    lenient: bool = False
    faults: list[Fault] = field(default_factory=list)
    as_of: date | None = None
    usual: bool = False
    closed: tuple[str, ...] = ()
    game: dict[str, Any] = field(default_factory=dict)
    players: dict[str, dict[str, Any]] = field(default_factory=dict)
    objects: dict[str, dict[str, Any]] = field(default_factory=dict)
    effects: list[dict[str, Any]] = field(default_factory=list)
    proposed: dict[str, Any] = field(default_factory=dict)
    _named: list[tuple[YamlNode, str, str, str]] = field(default_factory=list)
    _places: dict[str, YamlNode] = field(default_factory=dict)

    def fault(self, node: YamlNode, where: str, message: str) -> None:
        self.faults.append(Fault(node.line, node.column, where, message))

    def document(self, top: MappingNode) -> None:
        values = {key.text: (key, value) for key, value in top.entries}
        for name, (key, _value) in values.items():
            if name not in SITUATION_KEYS:
                self.fault(key, "", _("'{key}' is no part of a situation", key=name) + suggestion(name, SITUATION_KEYS))
        if "format" not in values and top.line == 1:
            self.fault(top, "", _("'format: {format}' is missing", format=SITUATION_FORMAT))
        for name in SITUATION_KEYS:
            if name in values and not (isinstance(node := values[name][1], ScalarNode) and node.is_empty):
                try:
                    getattr(self, f"_{name}")(node)
                except InvalidFactValue as problem:
                    self.fault(problem.node, name, str(problem))

    def _format(self, node: YamlNode) -> None:
        text = require_scalar(node, SITUATION_FORMAT).text
        if text != SITUATION_FORMAT:
            raise InvalidFactValue(
                node, _("'{text}' isn't known; give {format}", text=text[:40], format=SITUATION_FORMAT)
            )

    def _as_of(self, node: YamlNode) -> None:
        try:
            self.as_of = parse_date(require_scalar(node, _("a day")).text)
        except BadValue as problem:
            raise InvalidFactValue(node, str(problem)) from problem

    def _usual(self, node: YamlNode) -> None:
        self.usual = YesNoFact("", "").parse(node)

    def _closed(self, node: YamlNode) -> None:
        if not isinstance(node, SequenceNode):
            raise InvalidFactValue(node, _("give a list of zones, such as [battlefield]"))
        for item in node.items:
            word = require_scalar(item, _("a zone")).text.lower()
            if word not in ZONES:
                self.fault(item, "closed", _("'{zone}' is no zone", zone=word[:40]) + suggestion(word, ZONES))
            self.closed = (*self.closed, word)

    def _game(self, node: YamlNode) -> None:
        self.game |= self._facts(Game, node, "game")

    def _proposed(self, node: YamlNode) -> None:
        self.proposed |= self._facts(Proposal, node, "proposed")

    def _effects(self, node: YamlNode) -> None:
        if not isinstance(node, SequenceNode):
            raise InvalidFactValue(node, _("give a list of effects"))
        for place, item in enumerate(node.items):
            facts = self._facts(EffectFacts, item, f"effects.{place + 1}")
            self.effects.append(facts)
            if facts.get("affects") and not EffectFacts.may_state_affected(facts):
                message = _("what such an effect affects is told by `objects`, `players` and `quality`")
                self.fault(item, f"effects.{place + 1}.affects", message)

    def _effects_only(self, node: YamlNode) -> None:
        self.effects = []
        try:
            self._effects(node)
        except InvalidFactValue as problem:
            self.fault(problem.node, "effects", str(problem))

    def _players(self, node: YamlNode) -> None:
        if not isinstance(node, MappingNode):
            raise InvalidFactValue(node, _("give players with their facts, such as {p1: {life: 20}}"))
        for key, value in node.entries:
            try:
                name = parse_id(key)
            except InvalidFactValue as problem:
                self.fault(key, "players", str(problem))
                continue
            self._places[f"players.{name}"] = key
            empty = isinstance(value, ScalarNode) and value.is_empty
            self.players[name] = {} if empty else self._facts(PlayerFacts, value, f"players.{name}")

    def _objects(self, node: YamlNode) -> None:
        if not isinstance(node, SequenceNode):
            raise InvalidFactValue(node, _("give a list of objects, such as [{id: A, zone: battlefield}]"))
        for item in node.items:
            if not isinstance(item, MappingNode):
                self.fault(item, "objects", _("an object is a mapping with an id, such as {id: A, zone: hand}"))
                continue
            try:
                self._object(item)
            except InvalidFactValue as problem:
                self.fault(problem.node, "objects", str(problem))

    def _object(self, item: MappingNode) -> None:
        found = next((value for key, value in item.entries if key.text == "id"), None)
        if found is None:
            raise InvalidFactValue(item, _("an object has no id"))
        name = parse_id(found)
        if name in self.objects or name in self.players:
            raise InvalidFactValue(found, _("'{id}' is the id of two things", id=name))
        self._places[f"objects.{name}"] = item
        self.objects[name] = self._facts(ObjectFacts, item, f"objects.{name}", apart=("id",))

    def _history(self, node: YamlNode) -> None:
        if not isinstance(node, MappingNode):
            raise InvalidFactValue(node, _("give facts by id, such as {loyalty_activated: {A: no}}"))
        for key, value in node.entries:
            if key.text not in HISTORY_FACTS:
                message = _("'{fact}' is no fact of the history", fact=key.text) + suggestion(
                    key.text, tuple(HISTORY_FACTS)
                )
                self.fault(key, "history", message)
                continue
            kind, fact = HISTORY_FACTS[key.text]
            if not isinstance(value, MappingNode):
                self.fault(value, f"history.{key.text}", _("give it by id, such as {A: no}"))
                continue
            for whose, what in value.entries:
                self._past(kind, fact, whose, what)

    def _past(self, kind: type[Entity], fact: AnyFact, whose: ScalarNode, node: YamlNode) -> None:
        things = self.players if kind is PlayerFacts else self.objects
        where = f"history.{fact.name}.{whose.text}"
        if whose.text not in things and not self.lenient:
            what = _("player") if kind is PlayerFacts else _("object")
            message = _("there is no {what} '{id}'", what=what, id=whose.text) + suggestion(whose.text, tuple(things))
            self.fault(whose, where, message)
            return
        self._value(things.setdefault(whose.text, {}), fact, node, where)

    def _facts(self, kind: type[Entity], node: YamlNode, where: str, apart: tuple[str, ...] = ()) -> dict[str, Any]:
        """The facts of one thing."""
        found: dict[str, Any] = {}
        known = {name.rstrip("_"): fact for name, fact in kind.facts().items() if not fact.history}
        if not isinstance(node, MappingNode):
            example = ", ".join(f"{name}: …" for name in list(known)[:2])
            self.fault(node, where, _("give facts with their values, such as {{{example}}}", example=example))
            return found
        for key, value in node.entries:
            if key.text in apart:
                continue
            if key.text not in known and isinstance(value, ScalarNode) and value.is_empty and " " in key.text:
                self.fault(key, where, _("'{text}' stands alone: a text with a comma needs quotes", text=key.text[:40]))
            elif key.text not in known:
                self.fault(key, where, _unknown_fact(kind, key.text, tuple(known)))
            else:
                self._value(found, known[key.text], value, f"{where}.{key.text}")
        return found

    def _value(self, found: dict[str, Any], fact: AnyFact, node: YamlNode, where: str) -> None:
        if isinstance(node, ScalarNode) and node.is_empty:
            return
        self._places[where] = node
        try:
            if isinstance(fact, PartsFact):
                found[fact.name] = tuple(self._parts(fact, node, where))
                return
            found[fact.name] = value = fact.parse(node)
        except InvalidFactValue as problem:
            self.fault(problem.node, where, str(problem))
            return
        if isinstance(fact, IdFact):
            self._named.append((node, where, value, fact.to))
        elif isinstance(fact, IdListFact) and isinstance(node, SequenceNode):
            self._named += [(item, where, name, fact.to) for item, name in zip(node.items, value, strict=True)]
        elif isinstance(fact, CountsFact) and fact.to:
            self._named += [(node, where, name, fact.to) for name in value]

    def _parts(self, fact: PartsFact, node: YamlNode, where: str) -> Iterator[dict[str, Any]]:
        if not isinstance(node, SequenceNode):
            raise InvalidFactValue(node, _("give a list in brackets, [] if there are none"))
        for place, item in enumerate(node.items):
            yield self._facts(fact.of, item, f"{where}.{place + 1}")

    def option(self, path: str, value: str) -> None:
        """Take a fact from an option."""
        top, _dot, rest = path.partition(".")
        if top == "game":
            self._option_fact(Game, self.game, rest, value, path)
        elif top == "proposed":
            self._option_fact(Proposal, self.proposed, rest, value, path)
        elif path == "effects":
            self._effects_only(parse_yaml_value(value, self.source))
        elif top == "players" or top in self.players:
            name, _dot, fact = rest.partition(".") if top == "players" else (top, "", rest)
            self._option_fact(PlayerFacts, self.players.setdefault(name, {}), fact, value, path)
        else:
            name, _dot, fact = rest.partition(".") if top == "objects" else (top, "", rest)
            if self.lenient and top != "objects" and name not in self.objects and _is_of_player(name, fact):
                self._option_fact(PlayerFacts, self.players.setdefault(name, {}), fact, value, path)
                return
            if name not in self.objects and not self.lenient:
                message = _("there is no object '{id}'", id=name) + suggestion(name, (*self.objects, *self.players))
                self.fault(ScalarNode(0, 0, value), path, message)
                return
            self._option_fact(ObjectFacts, self.objects.setdefault(name, {}), fact, value, path)

    def _option_fact(self, kind: type[Entity], found: dict[str, Any], name: str, value: str, path: str) -> None:
        name, _dot, counted = name.partition(".")
        fact = kind.facts().get(name)
        node = option_node(fact, value)
        if fact is None:
            self.fault(node, path, _unknown_fact(kind, name, tuple(kind.facts())))
        elif counted and isinstance(fact, CountsFact):
            counts = {**found.get(name, {})}
            inner = MappingNode(0, 0, ((ScalarNode(0, 0, counted), node),))
            self._value(found, fact, inner, path)
            found[name] = counts | found.get(name, {})
        elif isinstance(fact, CountsFact) and isinstance(node, ScalarNode) and not node.is_empty:
            self.fault(node, path, _("give one kind as {path}.KIND=NUMBER, or all as {{KIND: NUMBER}}", path=path))
        else:
            self._value(found, fact, node, path)

    def check(self) -> None:
        """Whether what was read goes together."""
        for node, where, name, to in self._named:
            if name != NOBODY and to != "name":
                self._check_named(node, where, name, to)
        step = self.game.get("step")
        if step is not None:
            self.game.setdefault("phase", STEPS[step])
        for path, message in find_contradictions(self.game, self.players, self.objects, self.effects):
            thing = path.rpartition(".")[0]
            self.fault(self._places.get(path) or self._places.get(thing) or MappingNode(0, 0, ()), path, message)

    def _check_named(self, node: YamlNode, where: str, name: str, to: str) -> None:
        players, objects = to in ("player", "either"), to in ("object", "either")
        if (players and name in self.players) or (objects and name in self.objects):
            return
        if players and (self.lenient or not self._places_of("players")) and name not in self.objects:
            self.players[name] = {}
            return
        if objects and self.lenient:
            self.objects[name] = {}
            return
        known = (*(self.players if players else ()), *(self.objects if objects else ()))
        what = {"player": _("player"), "object": _("object"), "either": _("player or object")}[to]
        self.fault(node, where, _("there is no {what} '{id}'", what=what, id=name) + suggestion(name, known))

    def _places_of(self, section: str) -> bool:
        return any(path.startswith(f"{section}.") for path in self._places)


def _is_of_player(name: str, fact: str) -> bool:
    """Whether a fact in an option is of a player: one called so, or one that only players have."""
    kind = fact.partition(".")[0]
    return bool(_PLAYER.fullmatch(name)) or (kind in PlayerFacts.facts() and kind not in ObjectFacts.facts())


def _unknown_fact(kind: type[Entity], name: str, known: tuple[str, ...]) -> str:
    if name in HISTORY_FACTS:
        return _("'{fact}' stands under history: {{{fact}: {{ID: …}}}}", fact=name)
    for section, other in SECTION_CLASSES.items():
        if other is not kind and name in other.facts():
            return _("'{fact}' is a fact of {section}, not of this", fact=name, section=section)
    return _("'{fact}' is no known fact", fact=name) + suggestion(name, known)
