"""Adds what cards state to a parsed situation: the fact `oracle` becomes characteristics, abilities and effects.

Facts that the situation states besides win over the card's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from kb.cards.library.library_card import PrintedCard
from kb.cards.pasted_text import parse_pasted
from kb.errors import BadValue, Fault
from kb.i18n import _
from kb.rulings.oracle.levels import Levels
from kb.rulings.oracle.read_card import stated_card
from kb.rulings.oracle.stated_card import FactValue, StatedCard, StatedLine
from kb.rulings.situation.card_faces import faces_in_use
from kb.rulings.situation.consistency import EXCLUSIVE_FACTS
from kb.rulings.situation.fact import Entity, InvalidFactValue
from kb.rulings.situation.known_words import KnownWords
from kb.rulings.situation.line_facts import parse_line_effect, parse_line_facts
from kb.rulings.situation.type_line import parse_type_line
from kb.rulings.situation.vocabulary import Ability, Face, ObjectFacts
from kb.rulings.situation.yaml_nodes import ScalarNode, YamlNode

_OF_TRIGGER = ("trigger", "quality", "one_or_more")
_HIDDEN = ("face_down", "phased_out")

FindCard = Callable[[str], PrintedCard]
"""A function that returns the card with a name."""


def no_library(name: str) -> PrintedCard:
    """Refuse a name, because there is no card library.

    Raises:
        BadValue: always.
    """
    raise BadValue("card", name, _("there is no card library here; paste the card's text instead of its name"))


def state_cards(
    objects: dict[str, dict[str, Any]], effects: list[dict[str, Any]], nodes: Mapping[str, YamlNode],
    words: KnownWords, find_card: FindCard,
) -> tuple[dict[str, StatedCard], list[Fault]]:  # fmt: skip
    """Replace the fact `oracle` of objects by the facts that their cards state, and add the cards' effects.

    Args:
        objects: the facts of each object, by id. They are changed.
        effects: the facts of each effect. The cards' effects are added at the end.
        nodes: the nodes in which facts are stated, by path.
        words: the known subtypes and keyword abilities.
        find_card: returns the card with a name.

    Returns:
        The card of each object, by id, and the faults.
    """
    cards: dict[str, StatedCard] = {}
    faults: list[Fault] = []
    for identity, facts in objects.items():
        if "oracle" not in facts:
            continue
        text, where = facts.pop("oracle"), f"objects.{identity}.oracle"
        node = nodes.get(where) or nodes.get(f"{identity}.oracle") or ScalarNode(0, 0, text)
        try:
            card = _card(text, find_card)
            places = faces_in_use(card, text, facts)
            for face in card.faces:
                parse_type_line(face.type_line)
        except BadValue as problem:
            faults.append(Fault(node.line, node.column, where, str(problem)))
            continue
        except ValueError as problem:
            message = _("'{word}' in the type line is no supertype or card type", word=str(problem)[:40])
            faults.append(Fault(node.line, node.column, where, message))
            continue
        try:
            cards[identity] = _Statements(identity, facts, node, words).add(card, places, effects)
        except InvalidFactValue as problem:
            faults.append(Fault(node.line, node.column, where, str(problem)))
    return cards, faults


def _card(text: str, find_card: FindCard) -> PrintedCard:
    """Return the card that a pasted text or a name gives.

    Raises:
        BadValue: the text is no card.
    """
    if "\n" not in text.strip():
        return find_card(text.strip())
    faces = parse_pasted(text)
    return PrintedCard(" // ".join(each.name for each in faces), "", faces, (None,) * len(faces))


def _forms_of(name: str) -> set[str]:
    """Return a characteristic and the facts that state it, or a part of it, in another form."""
    forms = ({form, *others} for form, others in EXCLUSIVE_FACTS.items() if form != "created_as")
    return {name}.union(*(each for each in forms if name in each))


class _Statements:
    """The statements of one card about one object."""

    def __init__(self, identity: str, facts: dict[str, Any], node: YamlNode, words: KnownWords) -> None:
        self.identity, self.facts, self.node, self.words = identity, facts, node, words
        self.given = frozenset(facts)
        self.set_aside: list[str] = []
        self.has_faces = False

    def add(self, card: PrintedCard, places: tuple[int, ...], effects: list[dict[str, Any]]) -> StatedCard:
        """Add the facts and effects of a card, and return the card as it was used.

        Args:
            card: the card.
            places: the places of the faces whose text the object has.
            effects: the facts of each effect, to which those of the card are added.
        """
        hidden = any(self.facts.get(each) is True for each in _HIDDEN)
        zone, levels = "apart" if hidden else self.facts.get("zone"), self._levels()
        own = [each for each in effects if each.get("source") == self.identity]
        self.has_faces = len(card.faces) > 1
        of_faces = [stated_card(each, self.identity, zone, levels) for each in card.faces]
        lines: list[StatedLine] = []
        for place in places:
            stated = of_faces[place]
            if len(card.faces) == 1:
                for name, value in stated.facts.items():
                    self._add_fact(name, value)
            else:
                self._add_fact("can_target", stated.facts["can_target"])
            added = [self._add_line(line, own, effects) for line in stated.lines]
            lines += [replace(line, number=len(lines) + line.number) for line in added]
        if len(card.faces) > 1:
            self._add_faces(of_faces)
        elif all(each.kind != "keyword" or each.fate != "open" for each in lines):
            self.facts.setdefault("keywords", ())
        self.facts.setdefault("abilities", ())
        return StatedCard(card.name, of_faces[places[0]].facts, tuple(lines), tuple(self.set_aside))

    def _levels(self) -> Levels:
        """Return the levels that the situation states."""
        counters = self.facts.get("counters")
        return Levels(None if counters is None else counters.get("level", 0), self.facts.get("class_level"))

    def _add_faces(self, faces: list[StatedCard]) -> None:
        """Add the printed characteristics of the faces, and the keyword abilities of each."""
        if "faces" in self.given:
            self.set_aside.append("faces")
            return
        found = []
        for face in faces:
            names = {"base_power": "power", "base_toughness": "toughness"}
            printed = {names.get(each, each): value for each, value in face.facts.items()}
            stated = self._parsed(Face, {each: value for each, value in printed.items() if each in Face.facts()})
            keyword_lines = [each for each in face.lines if each.kind == "keyword"]
            if all(each.fate == "stated" for each in keyword_lines):
                facts = [self._parsed(Face, _only_keywords(each.facts)) for each in keyword_lines]
                stated["keywords"] = tuple(word for each in facts for word in each.get("keywords", ()))
            found.append(stated)
        self.facts["faces"] = tuple(found)

    def _add_fact(self, name: str, value: FactValue) -> None:
        """Add a printed characteristic, unless the situation states it.

        A phrase of a target that isn't understood stays: a question about it depends on this phrase.
        """
        if name == "can_target":
            self.facts.setdefault(name, value)
        elif _forms_of(name).isdisjoint(self.given):
            self.facts[name] = self._parsed(ObjectFacts, {name: value})[name]
        elif name == "type_line":
            line = parse_type_line(str(value))
            parts = {"types": line.types, "subtypes": line.subtypes, "supertypes": line.supertypes}
            missing = {} if "type_line" in self.given else {k: v for k, v in parts.items() if k not in self.given}
            self.facts |= missing
            self.set_aside += [each for each in parts if each not in missing]
        else:
            self.set_aside.append(name)

    def _add_line(self, line: StatedLine, own: list[dict[str, Any]], effects: list[dict[str, Any]]) -> StatedLine:
        """Add what a line states. If its words aren't known, the line is open."""
        try:
            facts = self._parsed(ObjectFacts, line.facts)
            ability = self._ability(line.ability)
            found = [parse_line_effect(each, self.node, self.words) for each in line.effects]
        except InvalidFactValue:
            return replace(line, fate="open", facts={}, effects=(), ability={}, open_on=line.topics)
        for name, value in facts.items():
            if name == "keywords" and self.has_faces:
                continue  # `_add_faces` adds them
            if name in self.given:
                self.set_aside.append(name)
            elif isinstance(value, tuple):
                self.facts[name] = (*self.facts.get(name, ()), *value)
            else:
                self.facts[name] = value
        if ability and "abilities" not in self.given:
            self.facts["abilities"] = (*self.facts.get("abilities", ()), ability)
        if found and any(_states_same(each, mine) for each in found for mine in own):
            self.set_aside.append(f"oracle.{line.number}")
            return line
        effects += found
        return line

    def _ability(self, stated: Mapping[str, FactValue]) -> dict[str, Any]:
        """Return the facts of an ability. If the words of its trigger aren't known, its text stands alone.

        Raises:
            InvalidFactValue: another word isn't known.
        """
        try:
            return self._parsed(Ability, stated)
        except InvalidFactValue:
            return self._parsed(Ability, {each: value for each, value in stated.items() if each not in _OF_TRIGGER})

    def _parsed(self, kind: type[Entity], stated: Mapping[str, FactValue]) -> dict[str, Any]:
        return parse_line_facts(kind, stated, self.node, self.words)


def _only_keywords(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    return {name: value for name, value in facts.items() if name == "keywords"}


def _states_same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """True if a stated effect is the situation's own wording of a card's effect."""
    same = all(one.get(each) == other.get(each) for each in ("says", "does"))
    return same and other.get("generated_by") != "resolution"
