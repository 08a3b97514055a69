"""The facts that a line of card text states, as the parser of situations reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kb.rulings.oracle.stated_card import FactValue
from kb.rulings.situation.fact import Entity
from kb.rulings.situation.known_words import KnownWords
from kb.rulings.situation.vocabulary import EffectFacts
from kb.rulings.situation.word_checks import check_qualities, check_words
from kb.rulings.situation.yaml_nodes import ScalarNode, SequenceNode, YamlNode


def parse_line_facts(
    kind: type[Entity], stated: Mapping[str, FactValue], place: YamlNode, words: KnownWords
) -> dict[str, Any]:
    """Return facts of an object, an ability or a face.

    Args:
        kind: what has the facts.
        stated: the facts.
        place: where the card is stated.
        words: the words that the situation may name.

    Raises:
        InvalidFactValue: a word isn't known.
    """
    known, found = kind.facts(), {}
    for name, value in stated.items():
        fact, node = known[name], _node_of(value, place)
        found[name] = fact.parse(node)
        check_words(fact, found[name], node, words)
    return found


def parse_line_effect(stated: Mapping[str, FactValue], place: YamlNode, words: KnownWords) -> dict[str, Any]:
    """Return the facts of an effect. The arguments and errors are those of `parse_line_facts`."""
    found = parse_line_facts(EffectFacts, stated, place, words)
    if "quality" in found:
        check_qualities(found, _node_of(stated["quality"], place), words)
    return found


def _node_of(value: FactValue, place: YamlNode) -> YamlNode:
    """Return a value as a node at the place of the card."""
    if isinstance(value, tuple):
        items = tuple(ScalarNode(place.line, place.column, each) for each in value)
        return SequenceNode(place.line, place.column, items)
    return ScalarNode(place.line, place.column, str(value))
