"""Write a situation as YAML: a parsed document, if there is one, with the facts that options state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kb.rulings.situation.fact import AnyFact, Entity
from kb.rulings.situation.fact_types import CountsFact, PartsFact
from kb.rulings.situation.option_parser import entity_path, option_node
from kb.rulings.situation.situation import SITUATION_FORMAT, SITUATION_KEYS, Situation
from kb.rulings.situation.vocabulary import HISTORY_FACTS, EffectFacts, Game, ObjectFacts, PlayerFacts, Proposal
from kb.rulings.situation.yaml_nodes import (
    MappingNode,
    ScalarNode,
    SequenceNode,
    YamlNode,
    dump_yaml,
    parse_yaml,
    parse_yaml_value,
)

Document = dict[str, Any]


def situation_as_yaml(now: Situation, text: str | bytes | None, options: Iterable[tuple[str, str]]) -> str:
    """Return a situation as YAML that the parser of situations reads.

    Args:
        now: the situation. If it was stated by options alone, its presumed facts are written, too.
        text: the document with which the situation began; None if options alone state it.
        options: the facts that were stated besides, each a path and a value.
    """
    document = _stated_by_options(now) if text is None else _content(parse_yaml(text, ""))
    for path, value in options:
        _state(document, now, path, value)
    return dump_yaml({key: document[key] for key in SITUATION_KEYS if key in document})


def _stated_by_options(now: Situation) -> Document:
    """Return the document of a situation without facts, with the things and presumed facts of a situation."""
    found: Document = {
        "format": SITUATION_FORMAT, "usual": "yes", "players": {each.id: {} for each in now.players},
        "objects": [{"id": each.id} for each in now.objects],
    }  # fmt: skip
    for path, value in now.presumed.items():
        _state(found, now, path, value)
    return found


def _content(node: YamlNode) -> Any:
    """Return the content of a node: a dict, a list, or a scalar node."""
    if isinstance(node, MappingNode):
        return {key.text: _content(value) for key, value in node.entries}
    return [_content(item) for item in node.items] if isinstance(node, SequenceNode) else node


def _section(document: Document, name: str, of: type[dict[str, Any] | list[Any]] = dict) -> Any:
    """Return a section of a document. If it is missing or empty, make it."""
    if not isinstance(document.get(name), of):
        document[name] = of()
    return document[name]


def _state(document: Document, now: Situation, path: str, value: str) -> None:
    """State a fact in a document."""
    if path == "effects":
        document["effects"] = _content(parse_yaml_value(value, ""))
        return
    section, _dot, rest = entity_path(path).partition(".")
    if section in ("game", "proposed"):
        _state_in(Game if section == "game" else Proposal, _section(document, section), rest, value)
        return
    if section == "effects":
        number, _dot, rest = rest.partition(".")
        _state_in(EffectFacts, document["effects"][int(number) - 1], rest, value)
        return
    name, _dot, fact = rest.partition(".") if section in ("players", "objects") else (section, "", rest)
    if fact in HISTORY_FACTS:
        past = HISTORY_FACTS[fact][1]
        _section(_section(document, "history"), past.name)[name] = _content(option_node(past, value))
    elif now.player(name) is not None:
        _state_in(PlayerFacts, _section(_section(document, "players"), name), fact, value)
    else:
        listed = _section(document, "objects", list)
        facts = next((each for each in listed if _content_text(each["id"]) == name), None)
        if facts is None:
            listed.append(facts := {"id": name})
        _state_in(ObjectFacts, facts, fact, value)


def _content_text(content: Any) -> str:
    return content.text if isinstance(content, ScalarNode) else str(content)


def _state_in(kind: type[Entity], facts: Document, path: str, value: str) -> None:
    """State a fact of an entity, one of its counts, or a fact of one of its parts."""
    name, _dot, rest = path.partition(".")
    fact: AnyFact = kind.facts()[name]
    if isinstance(fact, PartsFact) and rest:
        number, _dot, rest = rest.partition(".")
        _state_in(fact.of, facts[name][int(number) - 1], rest, value)
    elif isinstance(fact, CountsFact) and rest:
        _section(facts, name)[rest] = value
    else:
        facts[name] = _content(option_node(fact, value))
