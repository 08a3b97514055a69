"""Reads a card face for a situation: `stated_card` is the entry of the room.

Nothing is dropped: a line that no facts express is `open`, and answers that it could change depend on it.
"""

from __future__ import annotations

import re
from dataclasses import replace

from kb.cards.card_parser import parse_card
from kb.cards.faces import CardFace, ParsedLine
from kb.cards.grammar.nodes import Node
from kb.cards.grammar.vocabulary import COLORS
from kb.rulings.oracle.phrases import NotStated, keywords_of, nodes
from kb.rulings.oracle.stated_card import ACTIVATED_KINDS, Facts, FactValue, StatedCard, StatedLine
from kb.rulings.oracle.static_effects import effects_of
from kb.rulings.oracle.topics import ALL_TOPICS, Topics, topics_of, unstated_topics

_OF_EVENTS = (*ACTIVATED_KINDS, "triggered", "spell", "mode", "chapter")
"""The kinds of lines that do something only if they are activated, trigger or resolve."""
_COLORS = dict(zip("WUBRG", COLORS, strict=True))
"""The colours, by letter of the primary mana symbol (107.4a)."""
_TAP = re.compile(r"\{[TQ]\}")
_TARGET = re.compile(r"\btargets?\b", re.IGNORECASE)
_LIMIT = re.compile(r"\bactivate (?!only as a sorcery\.)(?:only|no more)|\bany player may activate", re.IGNORECASE)
"""A limit of an activated ability that no fact states here. The fact `timing` states "only as a sorcery"."""
_LIMITED: Topics = frozenset({"activation"})
"""What a limit of an activated ability can change."""

_LOYALTY = re.compile(r"^\[?([+−\N{EN DASH}-]?)(\d+)\]?")


def stated_card(face: CardFace, identity: str, zone: str | None) -> StatedCard:
    """Return what a card face states about an object.

    Args:
        face: the face.
        identity: id of the object.
        zone: the zone of the object; None if it isn't stated.
    """
    parsed = parse_card(face)
    lines = tuple(_line(each, number, identity, zone) for number, each in enumerate(parsed.lines, 1))
    return StatedCard(face.name, _printed(face), lines)


def _printed(face: CardFace) -> dict[str, FactValue]:
    """Return the printed characteristics of a face."""
    found: dict[str, FactValue] = {"name": face.name, "type_line": face.type_line}
    if face.text:
        found["text"] = face.text
    is_land = "land" in re.split("[—–]", face.type_line.lower())[0].split()
    if face.mana_cost or is_land:
        found["mana_cost"] = face.mana_cost or "none"
        devoid = re.search(r"^devoid\b", face.text, re.IGNORECASE | re.MULTILINE)
        named = () if devoid else (word for letter, word in _COLORS.items() if letter in face.mana_cost.upper())
        found["colors"] = tuple(named)
    for fact, value in (("power", face.power), ("toughness", face.toughness)):
        if re.fullmatch(r"-?\d+", value):
            found[f"base_{fact}"] = int(value)
        elif value:
            found[f"printed_{fact}"] = value
    for fact, value in (("loyalty", face.loyalty), ("defense", face.defense)):
        if value.isdecimal():
            found[fact] = int(value)
    return found


def _line(line: ParsedLine, number: int, identity: str, zone: str | None) -> StatedLine:
    """Return what a line states."""
    tree, found = line.tree, StatedLine(number, line.text, line.kind, "reminder")
    if tree is None:
        return found
    if line.kind == "result":
        return replace(found, fate="ability")
    if line.kind in _OF_EVENTS:
        is_limited = line.kind in ACTIVATED_KINDS and _LIMIT.search(line.text)
        found = replace(found, ability=_ability(line))
        return replace(found, fate="open", open_on=_LIMITED) if is_limited else replace(found, fate="ability")
    if not line.understood:
        return replace(found, fate="open", open_on=ALL_TOPICS)
    try:
        return _stated(found, tree, identity, zone)
    except NotStated:
        return replace(found, fate="open", open_on=topics_of(tree))


def _stated(line: StatedLine, tree: Node, identity: str, zone: str | None) -> StatedLine:
    """Return a line with its facts and effects.

    Raises:
        NotStated: no facts express a part of the line.
    """
    if line.kind == "keyword":
        return replace(line, fate="stated", facts=_keywords(tree, line.text))
    if line.kind == "characteristic-defining":
        return replace(line, fate="stated", ability=_defining(line.text))
    effects = effects_of(tree, identity, line.text)
    if zone not in (None, "battlefield") and not all(_functions_anywhere(each) for each in effects):
        return replace(line, fate="apart")
    ability: Facts = {"kind": "static", "text": line.text}
    return replace(line, fate="stated", effects=effects, ability=ability, open_on=unstated_topics(tree))


def _functions_anywhere(effect: Facts) -> bool:
    """True if an ability functions as its object enters (614.12), or on the stack (113.6)."""
    return "objects" in effect and (effect["says"] == "enters" or effect.get("does") in ("be-countered", "cast"))


def _keywords(tree: Node, line: str) -> Facts:
    """Return the keyword abilities of a line. An enchant ability also states what the object can enchant."""
    found = nodes(tree.get("keywords"))
    facts: dict[str, FactValue] = {"keywords": keywords_of(found, line)}
    enchant = [line[of.span[0] : of.span[1]].lower() for each in found if each.get("name") == "enchant"
               for of in nodes(each.get("of"))]  # fmt: skip
    return facts | ({"enchant": tuple(enchant)} if enchant else {})


def _defining(line: str) -> Facts:
    """Return a characteristic-defining ability. The number that it gives is the fact `star`, which isn't stated.

    Raises:
        NotStated: the ability defines something else than power and toughness.
    """
    said = line.lower()
    defines = tuple(each for each in ("power", "toughness") if each in said.partition("equal to")[0])
    if not defines or "equal to" not in said:
        raise NotStated
    return {"kind": "static", "defines": defines, "text": line}


def _ability(line: ParsedLine) -> Facts:
    """Return the facts of an ability that does something only if it is activated, triggers or resolves."""
    text = line.text
    if line.kind in ("triggered", "chapter"):
        return {"kind": "triggered", "text": text}
    if line.kind in ("spell", "mode"):
        return {"kind": "spell", "text": text}
    cost, _colon, effect = text.partition(":")
    facts: dict[str, FactValue] = {
        "kind": "activated", "text": text, "cost": cost.strip(), "adds_mana": "yes" if line.kind == "mana" else "no",
        "has_tap_symbol": "yes" if _TAP.search(cost) else "no", "has_target": "yes" if _TARGET.search(effect) else "no",
    }  # fmt: skip
    if "activate only as a sorcery" in effect.lower():
        facts["timing"] = "sorcery"
    match = _LOYALTY.match(cost.strip())
    if line.kind == "loyalty" and match:
        facts["loyalty_cost"] = int(match[2]) * (-1 if match[1] in "−\N{EN DASH}-" and match[1] else 1)
    return facts
