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
from kb.rulings.oracle.levels import Levels, lines_in_force
from kb.rulings.oracle.phrases import NotStated, keywords_of, nodes, only, size_of
from kb.rulings.oracle.rule_effects import phrase_of_group
from kb.rulings.oracle.stated_card import ACTIVATED_KINDS, Facts, FactValue, StatedCard, StatedLine
from kb.rulings.oracle.static_effects import effects_of
from kb.rulings.oracle.targets import targets_of
from kb.rulings.oracle.topics import ALL_TOPICS, Topics, topics_of, unstated_topics
from kb.rulings.oracle.triggers import is_limited, trigger_of

_OF_EVENTS = (*ACTIVATED_KINDS, "triggered", "spell", "mode", "chapter")
"""The kinds of lines that do something only if they are activated, trigger or resolve."""
_COLORS = dict(zip("WUBRG", COLORS, strict=True))
"""The colours, by letter of the primary mana symbol (107.4a)."""
_TAP = re.compile(r"\{[TQ]\}")
_TARGET = re.compile(r"\btargets?\b", re.IGNORECASE)
_LIMIT = re.compile(
    r"\bactivate (?!only (?:as a sorcery|once each turn|during your turn)\.)(?:only|no more)|\bonly [^.]* may activate"
    r"|\bany player may activate (?!this ability\.)",
    re.IGNORECASE,
)
"""A limit of an activated ability that no fact states here. The fact `timing` states "only as a sorcery"."""
_LIMITED: Topics = frozenset({"activation"})
"""What a limit of an activated ability can change."""

_TRIGGERING: Topics = frozenset({"triggers"})
"""What a limit of a triggered ability can change."""

UNSTATED = Levels()
_ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6}
_LOYALTY = re.compile(r"^\[?([+−\N{EN DASH}-]?)(\d+)\]?")


def stated_card(face: CardFace, identity: str, zone: str | None, levels: Levels = UNSTATED) -> StatedCard:
    """Return what a card face states about an object.

    Args:
        face: the face.
        identity: id of the object.
        zone: the zone of the object; None if it isn't stated.
        levels: the levels of the object.
    """
    parsed = parse_card(face).lines
    lines = []
    for number, (each, is_in_force) in enumerate(zip(parsed, lines_in_force(parsed, levels), strict=True), 1):
        line = _line(each, number, identity, zone)
        line = _with_origin(_with_trigger(line, each), face.name)
        lines.append(line if is_in_force is True else _at_level(line, is_in_force))
    facts = _printed(face) | {"can_target": targets_of(parsed)}
    chapters = [_last_chapter(each.text) for each in lines if each.kind == "chapter"]
    return StatedCard(face.name, facts | ({"final_chapter": max(chapters)} if chapters else {}), tuple(lines))


def _at_level(line: StatedLine, is_in_force: bool | None) -> StatedLine:
    """Return a line that the object doesn't have at its level, or whose level isn't stated."""
    bare = StatedLine(line.number, line.text, line.kind, line.fate)
    if line.fate == "reminder":
        return bare
    return replace(bare, fate="level") if is_in_force is False else replace(bare, fate="open", open_on=ALL_TOPICS)


def _last_chapter(line: str) -> int:
    """Return the last chapter number of a chapter ability such as “I, II — Draw a card” (714.2c)."""
    last = re.split(r"\s*,\s*", re.split(r"\s*[—–-]", line, maxsplit=1)[0].strip())[-1]
    return _ROMAN.get(last, 0)


def _with_origin(line: StatedLine, name: str) -> StatedLine:
    """Return a line with the zone out of which its ability moves its own object (113.6m)."""
    if line.kind not in ACTIVATED_KINDS:
        return line
    own = "|".join(map(re.escape, {name, name.split(",", maxsplit=1)[0], "this card", "this creature"}))
    moved = re.search(rf"\b(?:return|exile|put|shuffle) (?:{own}) from your (graveyard|hand)\b", line.text,
                      re.IGNORECASE)  # fmt: skip
    cost = line.text.partition(":")[0]
    discarded = re.search(rf"\bdiscard (?:{own})(?:,|$)", cost, re.IGNORECASE)
    if moved is None and not discarded:
        return line
    zone = moved[1].lower() if moved is not None else "hand"
    return replace(line, ability={**line.ability, "moves_from": zone})


def _with_trigger(line: StatedLine, parsed: ParsedLine) -> StatedLine:
    """Return a line with the facts of its trigger. It is open how often an ability with a limit triggers."""
    if line.kind != "triggered" or parsed.tree is None:
        return line
    if is_limited(parsed.tree):
        return replace(line, open_on=_TRIGGERING)
    found = trigger_of(parsed.tree, line.text)
    return replace(line, ability={**line.ability, **found}) if found else line


def _printed(face: CardFace) -> dict[str, FactValue]:
    """Return the printed characteristics of a face."""
    found: dict[str, FactValue] = {"name": face.name, "type_line": face.type_line}
    if face.text:
        found["text"] = face.text
    if face.color_indicator:
        found["color_indicator"] = tuple(word for letter, word in _COLORS.items() if letter in face.color_indicator)
    types = re.split("[—–]", face.type_line.lower())[0].split()
    if face.mana_cost or ("land" in types and "creature" not in types):  # a land creature may have a colour indicator
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
        has_limit = line.kind in ACTIVATED_KINDS and _LIMIT.search(line.text)
        found = replace(found, ability=_ability(line))
        return replace(found, fate="open", open_on=_LIMITED) if has_limit else replace(found, fate="ability")
    if not line.understood:
        return replace(found, fate="open", open_on=ALL_TOPICS)
    found = replace(found, topics=topics_of(tree))
    try:
        return _stated(found, tree, identity, zone)
    except NotStated:
        is_elsewhere = zone not in (None, "battlefield") and _is_about_host(tree)
        return replace(found, fate="apart" if is_elsewhere else "open", open_on=found.topics)


def _is_about_host(tree: Node) -> bool:
    """True if a line is only about what its object is attached to, so that it functions only on the battlefield."""
    whats = [each for node in tree.walk() if node.name in ("objects", "control_enchanted") for each in _whats(node)]
    return bool(whats) and all(each.name in ("enchanted", "equipped", "fortified") for each in whats)


def _whats(statement: Node) -> tuple[Node, ...]:
    return nodes(statement.get("what")) if statement.category == "statement" else ()


def _level_size(line: StatedLine, tree: Node, identity: str) -> StatedLine:
    """Return the base power and toughness of a leveler at its level (711.2a)."""
    effect: Facts = {"source": identity, "generated_by": "static-ability", "says": "has", "objects": (identity,),
                     **size_of(tree.get("size")), "text": line.text}  # fmt: skip
    return replace(line, fate="stated", effects=(effect,))


def _stated(line: StatedLine, tree: Node, identity: str, zone: str | None) -> StatedLine:
    """Return a line with its facts and effects.

    Raises:
        NotStated: no facts express a part of the line.
    """
    if tree.name == "level":
        return replace(line, fate="stated")
    if tree.name == "level_size":
        return _level_size(line, tree, identity)
    if line.kind == "keyword":
        return replace(line, fate="stated", facts=_keywords(tree, line.text))
    if line.kind == "characteristic-defining":
        return replace(line, fate="stated", facts=_counted(tree, line.text), ability=_defining(line.text))
    effects = effects_of(tree, identity, line.text)
    if zone not in (None, "battlefield") and not all(_functions_anywhere(each) for each in effects):
        return replace(line, fate="apart", open_on=line.topics)
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
    """Return a characteristic-defining ability.

    Raises:
        NotStated: the ability defines something else than power and toughness.
    """
    said = line.lower()
    defines = tuple(each for each in ("power", "toughness") if each in said.partition("equal to")[0])
    if not defines or "equal to" not in said:
        raise NotStated
    return {"kind": "static", "defines": defines, "text": line}


def _counted(tree: Node, line: str) -> Facts:
    """Return what the number of a characteristic-defining ability counts (208.2a); nothing if it is another number."""
    quantities = [each for each in tree.walk() if each.category == "quantity" and "of" in dict(each.roles)]
    counts = [each for each in quantities if each.name == "number_of"]
    if len(counts) != 1 or any(each.name not in ("number_of", "power", "toughness") for each in quantities):
        return {}
    try:
        return {"star_counts": phrase_of_group(only(counts[0].get("of")), line)}
    except NotStated:
        return {}


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
    said = effect.lower()
    if "activate only as a sorcery." in said:
        facts["timing"] = "sorcery"
    if "activate only during your turn." in said:
        facts["timing"] = "own-turn"
    if "activate only once each turn." in said:
        facts["most_each_turn"] = 1
    if "any player may activate this ability." in said:
        facts["any_player"] = "yes"
    match = _LOYALTY.match(cost.strip())
    if line.kind == "loyalty" and match:
        facts["loyalty_cost"] = int(match[2]) * (-1 if match[1] in "−\N{EN DASH}-" and match[1] else 1)
    return facts
