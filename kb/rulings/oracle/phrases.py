"""The objects and looks that a line of a card names, as facts of an effect."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kb.cards.grammar.nodes import Node, Value
from kb.cards.grammar.vocabulary import CARD_TYPES, COLORS
from kb.rulings.oracle.stated_card import FactValue

Subject = dict[str, FactValue]
"""The facts `objects` or `affects` of an effect."""

_DETERMINERS = re.compile(r"^(?:all|each|every|a|an|any) ", re.IGNORECASE)
_ELSEWHERE = re.compile(
    r"\b(?:cards?|spells?|abilit(?:y|ies)|battlefield|graveyards?|hands?|librar(?:y|ies)|exiled?|stack|command|that)\b",
    re.IGNORECASE,
)
"""Words of objects that aren't permanents, and of clauses. An effect with `affects` is about permanents."""
_OTHERS = {"each_other": "other", "all_other": "other", "other_bare": "other", "another": "another"}
_ADDITION_OF = {"types": "types", "land types": "types", "creature types": "types", "types and colors": "both",
                "colors and types": "both", "colors": "colors"}  # fmt: skip


class NotStated(Exception):
    """A part of a line that no fact of a situation expresses."""


def nodes(value: Value | None) -> tuple[Node, ...]:
    """Return the phrases in a role. A role without phrases gives an empty tuple.

    Raises:
        NotStated: the role has words besides phrases.
    """
    items = value if isinstance(value, tuple) else () if value is None else (value,)
    found = tuple(each for each in items if isinstance(each, Node))
    if len(found) != len(items):
        raise NotStated
    return found


def only(value: Value | None) -> Node:
    """Return the only phrase in a role.

    Raises:
        NotStated: there are none or several.
    """
    found = nodes(value)
    if len(found) != 1:
        raise NotStated
    return found[0]


def has_only(node: Node, *roles: str) -> None:
    """Check that a phrase has no other roles than these.

    Raises:
        NotStated: it has another role.
    """
    if any(role not in roles for role, _value in node.roles):
        raise NotStated


def subject_of(value: Value | None, identity: str, line: str) -> Subject:
    """Return the objects that a statement is about.

    Args:
        value: the phrase.
        identity: id of the object with the line.
        line: the text of the line.

    Raises:
        NotStated: the phrase names several groups of objects, or objects that the line doesn't describe by itself.
    """
    node = only(value)
    text = line[node.span[0] : node.span[1]]
    if node.name == "self":
        return {"objects": (identity,)}
    if node.name == "this" and "group" in dict(node.roles):
        return {"objects": (identity,)}
    if _ELSEWHERE.search(text.lower().replace("with no abilities", "")):
        raise NotStated
    if node.name in ("bare", "all", "each", "every", "a"):
        return {"affects": (_DETERMINERS.sub("", text).lower(),)}
    if node.name in _OTHERS:
        rest = re.sub(r"^(?:all |each )?(?:other|another) ", "", text, flags=re.IGNORECASE)
        return {"affects": (f"other {rest.lower()}",)}
    if node.name in ("enchanted", "equipped", "fortified"):
        return {"affects": (text.lower(),)}
    raise NotStated


def described(node: Node, line: str) -> str:
    """Return the words of a phrase that describe objects, in lower case: “creature you control”.

    Raises:
        NotStated: the words describe no group of objects by themselves.
    """
    if any(each.name == "named_each" for each in node.walk()):
        raise NotStated  # No phrase has several names.
    text = line[node.span[0] : node.span[1]].lower()
    if node.name in ("bare", "all", "each", "every", "a", "any"):
        return _DETERMINERS.sub("", text)
    if node.name in (*_OTHERS, "any_other"):
        return "other " + re.sub(r"^(?:all |each |any )?(?:other|another) ", "", text)
    raise NotStated


def counted(node: Node, line: str) -> tuple[str, int]:
    """Return what a condition counts and the least number: “two or more other lands” gives `other land` and 2.

    Raises:
        NotStated: the condition doesn't ask for at least so many objects.
    """
    if node.name not in ("some", "some_other"):
        return described(node, line), 1
    count, group = only(node.get("count")), only(node.get("group"))
    number = count.get("number")
    if count.name != "or_more" or not isinstance(number, str) or not number.isdecimal():
        raise NotStated
    text = line[group.span[0] : group.span[1]].lower()
    return f"other {text}" if node.name == "some_other" else text, int(number)


PLAYERS = {"you": "you", "an_opponent": "opponent", "each_opponent": "opponent", "each_of_them": "opponent"}
"""The phrases for the players whom the fact `whose` means."""

ALL_PLAYERS = ("players", "all_players", "each_player", "a_player")


def whose_of(node: Node) -> Subject:
    """Return the players of a statement as the fact `whose`; nothing if it is about all players.

    Raises:
        NotStated: the statement is about other players.
    """
    if node.name in ALL_PLAYERS:
        return {}
    if node.name not in PLAYERS:
        raise NotStated
    return {"whose": PLAYERS[node.name]}


def looks_of(node: Node) -> dict[str, FactValue]:
    """Return the characteristics in a phrase such as “a 2/2 green Elf creature in addition to its other types”.

    Raises:
        NotStated: no fact of an effect expresses a part of the phrase.
    """
    has_only(node, "looks", "tail", "size", "words")
    found: dict[str, FactValue] = {}
    if node.name in ("colorless", "all_colors"):
        return {"colors": () if node.name == "colorless" else COLORS}
    if node.name not in ("kind", "kinds", "sized", "sizeds"):
        raise NotStated
    for look in nodes(node.get("looks")):
        _add_look(found, look)
    if "size" in dict(node.roles):
        found |= size_of(node.get("size"))
    for tail in nodes(node.get("tail")):
        _add_tail(found, tail)
    return found


def _add_look(found: dict[str, FactValue], look: Node) -> None:
    """Add a colour, a type or a supertype."""
    if look.name == "colors":
        found["colors"] = colors_of(look.get("colors"))
    elif look.name == "colorless":
        found["colors"] = ()
    elif look.name in ("legendary", "snow", "basic"):
        _append(found, "supertypes", look.name)
    elif look.name == "kind" and isinstance(kind := look.get("kind"), str):
        _append(found, "types" if kind.lower() in CARD_TYPES else "subtypes", kind.lower())
    else:
        raise NotStated


def _add_tail(found: dict[str, FactValue], tail: Node) -> None:
    """Add “in addition to its other types”, “that are still lands”, “with base power and toughness”."""
    if tail.name == "addition":
        adds, colored = _ADDITION_OF.get(str(tail.get("words2")), ""), "colors" in found
        typed = any(each in found for each in ("types", "subtypes", "supertypes"))
        if not adds or (adds == "types" and colored) or (adds == "colors" and typed):
            raise NotStated
        found["in_addition"] = "yes"
    elif tail.name in ("still_land", "are_still") and "colors" not in found:
        found["in_addition"] = "yes"
    elif tail.name == "base":
        found |= size_of(tail.get("size"))
    else:
        raise NotStated


def _append(found: dict[str, FactValue], fact: str, word: str) -> None:
    before = found.get(fact, ())
    found[fact] = (*(before if isinstance(before, tuple) else ()), word)


def colors_of(value: Value | None) -> tuple[str, ...]:
    """Return the colours in a role.

    Raises:
        NotStated: the role has phrases instead of words.
    """
    words = value if isinstance(value, tuple) else (value,)
    if not all(isinstance(each, str) for each in words):
        raise NotStated
    return tuple(str(each) for each in words)


def size_of(value: Value | None) -> dict[str, FactValue]:
    """Return power and toughness from “2/2” or “+1/-1”.

    Raises:
        NotStated: one of them is no number, such as “X”.
    """
    text = value.replace("\N{MINUS SIGN}", "-") if isinstance(value, str) else ""
    match = re.fullmatch(r"([+-]?\d+)/([+-]?\d+)", text)
    if match is None:
        raise NotStated
    return {"power": int(match[1]), "toughness": int(match[2])}


def keywords_of(qualities: Iterable[Node], line: str) -> tuple[str, ...]:
    """Return the keyword abilities in a list, as printed.

    Raises:
        NotStated: an item is no keyword ability.
    """
    found = []
    for each in qualities:
        if each.category == "quality" and each.name != "keyword":
            raise NotStated
        text = line[each.span[0] : each.span[1]].lower()
        first, *more = re.split(r",? and from |, from ", text)
        found += [first, *(f"{first.partition(' from ')[0]} from {quality}" for quality in more)]
    return tuple(found)


_GRANTED = ("activated", "triggered", "mana", "loyalty")


def granted_ability(quality: Node, line: str) -> str:
    """Return the text of an ability in quotation marks.

    Raises:
        NotStated: it is a static ability, whose effects no fact states as those of another object.
    """
    quoted = only(quality.get("quoted"))
    if quoted.name not in _GRANTED:
        raise NotStated
    return line[quality.span[0] : quality.span[1]].strip('"“”')
