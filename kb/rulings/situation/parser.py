"""Parser of situations. It makes a checked situation from a text and options, and finds every fault with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from kb.errors import BadSituation, Fault
from kb.i18n import _
from kb.rulings.oracle.stated_card import StatedCard
from kb.rulings.situation.card_facts import FindCard, no_library, state_cards
from kb.rulings.situation.consistency import NOBODY, find_contradictions
from kb.rulings.situation.fact import (
    AnyFact,
    Entity,
    InvalidFactValue,
    is_empty,
    no_such_thing,
    parse_day,
    parse_id,
    require_entries,
    require_items,
    require_scalar,
    require_word,
    suggestion,
)  # fmt: skip
from kb.rulings.situation.fact_types import CountsFact, IdFact, IdListFact, PartsFact, YesNoFact
from kb.rulings.situation.known_words import PROGRAM_WORDS, KnownWords, nearest
from kb.rulings.situation.option_parser import entity_path, numbered_facts, option_node, presumed_facts
from kb.rulings.situation.situation import SITUATION_FORMAT, SITUATION_KEYS, Situation
from kb.rulings.situation.vocabulary import (
    HISTORY_FACTS,
    STEPS,
    ZONES,
    EffectFacts,
    Game,
    ObjectFacts,
    PlayerFacts,
    Proposal,
    unknown_fact_message,
)  # fmt: skip
from kb.rulings.situation.word_checks import check_qualities, check_words, keywords_in_text, with_subtypes_of_quality
from kb.rulings.situation.yaml_nodes import (
    MappingNode,
    ScalarNode,
    SequenceNode,
    YamlNode,
    parse_yaml,
    parse_yaml_value,
)  # fmt: skip

_PLAYER = re.compile(r"p[0-9]{1,2}")


def situation_from_text(
    text: str | bytes, source: str, options: Iterable[tuple[str, str]] = (), words: KnownWords = PROGRAM_WORDS,
    find_card: FindCard = no_library,
) -> Situation:  # fmt: skip
    """Parse a situation from YAML or JSON.

    Args:
        text: the document.
        source: name of the document in errors.
        options: further facts, each a path and a value (`A.tapped`, `no`). They override the facts of the document.
        words: the known subtypes and keyword abilities.
        find_card: returns the faces of the card with a name.

    Raises:
        BadSituation: the document or an option has faults.
    """
    return situation_from_node(parse_yaml(text, source), source, options, words, find_card)


def situation_from_node(
    top: MappingNode, source: str, options: Iterable[tuple[str, str]] = (), words: KnownWords = PROGRAM_WORDS,
    find_card: FindCard = no_library,
) -> Situation:  # fmt: skip
    """Build a situation from parsed YAML.

    Args:
        top: the top mapping. A situation inside another document needs no `format` key.
        source: name of the document in errors.
        options: see `situation_from_text`.
        words: see `situation_from_text`.
        find_card: see `situation_from_text`.

    Raises:
        BadSituation: the situation has faults.
    """
    parser = _Parser(source, words=words)
    parser.parse_document(top)
    return _with_options(parser, options, find_card)


def situation_from_options(
    options: Iterable[tuple[str, str]], things: Iterable[str], asker: str | None, *, of_players: bool = False,
    words: KnownWords = PROGRAM_WORDS, find_card: FindCard = no_library,
) -> Situation:  # fmt: skip
    """Build a situation from options for a question asked without a document.

    Facts that aren't stated have their usual values. The player who asks owns and controls the objects and has the
    turn.

    Args:
        options: facts, each a path and a value.
        things: ids of the things that the question is about.
        find_card: see `situation_from_text`.
        asker: the player who asks. If None, the player who has priority asks; if `options` don't state priority, p1.
        words: the known subtypes and keyword abilities.
        of_players: True if all things are players. If False, only things with ids such as p1 and p2 are players.

    Raises:
        BadSituation: the options have faults.
    """
    parser = _Parser(_("the options"), lenient=True, words=words)
    for each in things:
        (parser.players if of_players or _PLAYER.fullmatch(each) else parser.objects)[each] = {}
    given = list(options)
    priority = next((value for path, value in given if path == "game.priority"), None)
    who = asker or priority or "p1"
    parser.players.setdefault(who, {})
    found = _with_options(parser, given, find_card)
    return found.replace(as_usual=True, presumed=presumed_facts(found, who))


def _with_options(parser: _Parser, options: Iterable[tuple[str, str]], find_card: FindCard) -> Situation:
    for path, value in options:
        parser.parse_option(path, value)
    cards = parser.check(find_card)
    if parser.faults:
        raise BadSituation(parser.source, tuple(sorted(parser.faults, key=lambda fault: (fault.line, fault.column))))
    return Situation(
        game=parser.game, players=parser.players, objects=parser.objects, effects=parser.effects,
        proposed=parser.proposed, closed=parser.closed, as_usual=parser.usual, as_of=parser.as_of,
        words=parser.words, cards=cards,
    )  # fmt: skip


@dataclass
class _Parser:
    """A parser with the facts and faults that it has found so far.

    Attributes:
        source: name of the document in errors.
        lenient: True if a mention of an undeclared player or object declares the player or object.
        words: the known subtypes and keyword abilities.
    """

    source: str
    lenient: bool = False
    words: KnownWords = PROGRAM_WORDS
    faults: list[Fault] = field(default_factory=list)
    as_of: date | None = None
    usual: bool = False
    closed: tuple[str, ...] = ()
    game: dict[str, Any] = field(default_factory=dict)
    players: dict[str, dict[str, Any]] = field(default_factory=dict)
    objects: dict[str, dict[str, Any]] = field(default_factory=dict)
    effects: list[dict[str, Any]] = field(default_factory=list)
    proposed: dict[str, Any] = field(default_factory=dict)
    _references: list[tuple[YamlNode, str, str, str]] = field(default_factory=list)
    """The ids in the values of facts. Each entry has the node, the path of the fact, the id and the kind of thing."""
    _nodes: dict[str, YamlNode] = field(default_factory=dict)
    """The nodes in which facts and things are stated, by path."""

    def fault(self, node: YamlNode, where: str, message: str) -> None:
        self.faults.append(Fault(node.line, node.column, where, message))

    @contextmanager
    def _catching_faults(self, where: str) -> Iterator[None]:
        try:
            yield
        except InvalidFactValue as problem:
            self.fault(problem.node, where, str(problem))

    def parse_document(self, top: MappingNode) -> None:
        values = {key.text: (key, value) for key, value in top.entries}
        for name, (key, _value) in values.items():
            if name not in SITUATION_KEYS:
                self.fault(key, "", _("'{key}' is no part of a situation", key=name) + suggestion(name, SITUATION_KEYS))
        if "format" not in values and top.line == 1:
            self.fault(top, "", _("'format: {format}' is missing", format=SITUATION_FORMAT))
        for name in SITUATION_KEYS:
            if name in values and not is_empty(node := values[name][1]):
                with self._catching_faults(name):
                    self._parse_section(name, node)

    def _parse_section(self, name: str, node: YamlNode) -> None:
        if name == "format":
            require_word(node, SITUATION_FORMAT)
        elif name == "as_of":
            self.as_of = parse_day(node)
        elif name == "usual":
            self.usual = YesNoFact("", "").parse(node)
        elif name == "game":
            self.game |= self._facts(Game, node, "game")
        elif name == "proposed":
            self.proposed |= self._facts(Proposal, node, "proposed")
        else:
            {"closed": self._parse_closed, "players": self._parse_players, "objects": self._parse_objects,
             "effects": self._parse_effects, "history": self._parse_history}[name](node)  # fmt: skip

    def _parse_closed(self, node: YamlNode) -> None:
        for item in require_items(node, _("give a list of zones, such as [battlefield]")):
            word = require_scalar(item, _("a zone")).text.lower()
            if word not in ZONES:
                self.fault(item, "closed", _("'{zone}' is no zone", zone=word[:40]) + suggestion(word, ZONES))
            self.closed = (*self.closed, word)

    def _parse_effects(self, node: YamlNode) -> None:
        for place, item in enumerate(require_items(node, _("give a list of effects"))):
            facts = self._facts(EffectFacts, item, f"effects.{place + 1}")
            self.effects.append(with_subtypes_of_quality(facts, self.words))
            self._check_effect(self.effects[-1], item, f"effects.{place + 1}")

    def _check_effect(self, facts: dict[str, Any], item: YamlNode, where: str) -> None:
        if facts.get("quality"):
            with self._catching_faults(f"{where}.quality"):
                check_qualities(facts, self._nodes.get(f"{where}.quality", item), self.words)
        if facts.get("affects") and not EffectFacts.may_state_affected(facts):
            message = _("what such an effect affects is told by `objects`, `players` and `quality`")
            self.fault(item, f"{where}.affects", message)

    def _parse_players(self, node: YamlNode) -> None:
        for key, value in require_entries(node, _("give players with their facts, such as {p1: {life: 20}}")):
            with self._catching_faults("players"):
                name = parse_id(key)
                self._nodes[f"players.{name}"] = key
                self.players[name] = {} if is_empty(value) else self._facts(PlayerFacts, value, f"players.{name}")

    def _parse_objects(self, node: YamlNode) -> None:
        for item in require_items(node, _("give a list of objects, such as [{id: A, zone: battlefield}]")):
            with self._catching_faults("objects"):
                self._parse_object(item)

    def _parse_object(self, item: YamlNode) -> None:
        entries = require_entries(item, _("an object is a mapping with an id, such as {id: A, zone: hand}"))
        found = next((value for key, value in entries if key.text == "id"), None)
        if found is None:
            raise InvalidFactValue(item, _("an object has no id"))
        name = parse_id(found)
        if name in self.objects or name in self.players:
            raise InvalidFactValue(found, _("'{id}' is the id of two things", id=name))
        self._nodes[f"objects.{name}"] = item
        self.objects[name] = self._facts(ObjectFacts, item, f"objects.{name}", besides=("id",))

    def _parse_history(self, node: YamlNode) -> None:
        for key, value in require_entries(node, _("give facts by id, such as {loyalty_activated: {A: no}}")):
            name = key.text
            if name not in HISTORY_FACTS:
                message = _("'{fact}' is no fact of the history", fact=name) + suggestion(name, tuple(HISTORY_FACTS))
                self.fault(key, "history", message)
                continue
            with self._catching_faults(f"history.{name}"):
                for whose, past in require_entries(value, _("give it by id, such as {A: no}")):
                    self._parse_past(*HISTORY_FACTS[name], whose, past)

    def _parse_past(self, kind: type[Entity], fact: AnyFact, whose: ScalarNode, node: YamlNode) -> None:
        things = self.players if kind is PlayerFacts else self.objects
        where = f"history.{fact.name}.{whose.text}"
        if whose.text in things or self.lenient:
            self._value(things.setdefault(whose.text, {}), fact, node, where)
        else:
            self.fault(whose, where, no_such_thing("player" if kind is PlayerFacts else "object", whose.text, things))

    def _facts(self, kind: type[Entity], node: YamlNode, where: str, besides: tuple[str, ...] = ()) -> dict[str, Any]:
        """Return the facts of one thing, without the keys in `besides`, which aren't facts."""
        found: dict[str, Any] = {}
        known = {name.rstrip("_"): fact for name, fact in kind.facts().items() if not fact.history}
        if not isinstance(node, MappingNode):
            example = ", ".join(f"{name}: …" for name in list(known)[:2])
            self.fault(node, where, _("give facts with their values, such as {{{example}}}", example=example))
            return found
        for key, value in node.entries:
            if key.text in known:
                self._value(found, known[key.text], value, f"{where}.{key.text}")
            elif key.text not in besides:
                cut_off = is_empty(value) and " " in key.text
                self.fault(key, where, _("'{text}' stands alone: a text with a comma needs quotes", text=key.text[:40])
                           if cut_off else unknown_fact_message(kind, key.text, tuple(known)))  # fmt: skip
        return found

    def _value(self, found: dict[str, Any], fact: AnyFact, node: YamlNode, where: str) -> None:
        """Parse the value of a fact. An empty value states nothing."""
        if is_empty(node):
            return
        self._nodes[where] = node
        with self._catching_faults(where):
            if isinstance(fact, PartsFact):
                items = require_items(node, _("give a list in brackets, [] if there are none"))
                parts = (self._facts(fact.of, item, f"{where}.{place + 1}") for place, item in enumerate(items))
                found[fact.name] = tuple(parts)
                return
            found[fact.name] = value = fact.parse(node)
            check_words(fact, value, node, self.words)
            if isinstance(fact, IdFact):
                self._references.append((node, where, value, fact.to))
            elif isinstance(fact, IdListFact) and isinstance(node, SequenceNode):
                self._references += [(item, where, each, fact.to) for item, each in zip(node.items, value, strict=True)]
            elif isinstance(fact, CountsFact) and fact.to:
                self._references += [(node, where, each, fact.to) for each in value]

    def parse_option(self, path: str, value: str) -> None:
        """Parse a fact given as an option."""
        top, _dot, rest = entity_path(path).partition(".")
        if top == "game":
            self._option(Game, self.game, rest, value, path)
        elif top == "proposed":
            self._option(Proposal, self.proposed, rest, value, path)
        elif path == "effects":
            self.effects = []
            with self._catching_faults("effects"):
                self._parse_effects(parse_yaml_value(value, self.source))
        elif top == "effects" and (numbered := numbered_facts(self.effects, rest)) is not None:
            self._option(EffectFacts, *numbered, value, path)
            self._check_effect(numbered[0], ScalarNode(0, 0, value), path.rpartition(".")[0])
        else:
            name, _dot, fact = rest.partition(".") if top in ("players", "objects") else (top, "", rest)
            if top == "players" or top in self.players or self._makes_player(top, fact):
                self._option(PlayerFacts, self.players.setdefault(name, {}), fact, value, path)
            elif name in self.objects or self.lenient:
                self._option(ObjectFacts, self.objects.setdefault(name, {}), fact, value, path)
            else:
                self.fault(ScalarNode(0, 0, value), path, no_such_thing("object", name, (*self.objects, *self.players)))

    def _makes_player(self, name: str, fact: str) -> bool:
        """True if an option declares a player: the id looks like a player's id, or only players have the fact."""
        if not self.lenient or name == "objects" or name in self.objects:
            return False
        kind = fact.partition(".")[0]
        return bool(_PLAYER.fullmatch(name)) or (kind in PlayerFacts.facts() and kind not in ObjectFacts.facts())

    def _option(self, kind: type[Entity], found: dict[str, Any], name: str, value: str, path: str) -> None:
        name, _dot, counted = name.partition(".")
        fact = kind.facts().get(name)
        if isinstance(fact, PartsFact) and (numbered := numbered_facts(found.get(name, ()), counted)) is not None:
            self._option(fact.of, *numbered, value, path)
            return
        node = option_node(fact, value)
        if fact is None:
            self.fault(node, path, unknown_fact_message(kind, name, tuple(kind.facts())))
        elif counted and isinstance(fact, CountsFact):
            counts = {**found.get(name, {})}
            self._value(found, fact, MappingNode(0, 0, ((ScalarNode(0, 0, counted), node),)), path)
            found[name] = counts | found.get(name, {})
        elif isinstance(fact, CountsFact) and isinstance(node, ScalarNode) and not node.is_empty:
            self.fault(node, path, _("give one kind as {path}.KIND=NUMBER, or all as {{KIND: NUMBER}}", path=path))
        else:
            self._value(found, fact, node, path)

    def check(self, find_card: FindCard) -> dict[str, StatedCard]:
        """Add what cards state; check that ids refer to something and that no facts contradict each other."""
        cards, faults = state_cards(self.objects, self.effects, self._nodes, self.words, find_card)
        self.faults += faults
        for node, where, name, to in self._references:
            if to == "name":
                hint = nearest(name, tuple(each for each in self.objects if len(each) > 2 and name not in self.objects))
                if hint:  # The name of an unlisted thing is nearly the id of a listed object.
                    self.fault(node, where, no_such_thing("object", name, ()) + hint)
            elif name != NOBODY:
                self._check_reference(node, where, name, to)
        for name, facts in self.objects.items():
            self._read_text(facts, f"objects.{name}")
            for place, face in enumerate(facts.get("faces", ())):
                self._read_text(face, f"objects.{name}.faces.{place + 1}")
        if (step := self.game.get("step")) is not None:
            self.game.setdefault("phase", STEPS[step])
        for path, message in find_contradictions(self.game, self.players, self.objects, self.effects, self.proposed):
            thing = path.rpartition(".")[0]
            self.fault(self._nodes.get(path) or self._nodes.get(thing) or MappingNode(0, 0, ()), path, message)
        return cards

    def _read_text(self, facts: dict[str, Any], where: str) -> None:
        """Add the keyword abilities in a text to the facts of an object or face that states no keyword abilities."""
        option = where.removeprefix("objects.")
        if (node := self._nodes.get(f"{where}.text") or self._nodes.get(f"{option}.text")) is not None:
            with self._catching_faults(f"{where}.text"):
                if keywords := keywords_in_text(facts, node, self.words):
                    facts.setdefault("keywords", keywords)

    def _check_reference(self, node: YamlNode, where: str, name: str, to: str) -> None:
        players, objects = to in ("player", "either"), to in ("object", "either")
        if (players and name in self.players) or (objects and name in self.objects):
            return
        may_be_player = players and name not in self.objects and (not objects or bool(_PLAYER.fullmatch(name)))
        lists_players = any(path.startswith("players.") for path in self._nodes)
        if may_be_player and (self.lenient or not lists_players):
            self.players[name] = {}
        elif objects and self.lenient:
            self.objects[name] = {}
        else:
            known = (*(self.players if players else ()), *(self.objects if objects else ()))
            self.fault(node, where, no_such_thing(to, name, known))
