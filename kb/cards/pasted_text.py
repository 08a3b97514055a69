"""Pasted card text: name and mana cost, type line, rules text, power and toughness or loyalty.

    Gate of Glass {2}
    Artifact
    Creatures enter tapped.

Texts from card databases have this form. A line `//` or `----` separates the faces of a card.
"""

from __future__ import annotations

import re

from kb.cards.faces import CardFace
from kb.cards.grammar.vocabulary import CARD_TYPES
from kb.errors import BadValue
from kb.i18n import _

_SUPERTYPES = frozenset({"basic", "elite", "host", "legendary", "ongoing", "snow", "world", "token"})
_COST = re.compile(r"\s*(?P<cost>(?:\{[^{}\s]+\})+)\s*$")
_CORNER = re.compile(r"(?P<power>[\d*+\-.½²?X]+)\s*/\s*(?P<toughness>[\d*+\-.½²?X]+)$")
_LABELLED = re.compile(
    r"(?P<label>loyalty|starting loyalty|defense|power|toughness|p/t)\s*[:=]\s*(?P<value>.+)$", re.IGNORECASE
)
_FIELD = re.compile(
    r"(?P<field>name|mana ?cost|cost|type(?: ?line)?|text|oracle(?: ?text)?|rules(?: ?text)?)\s*:\s*", re.IGNORECASE
)
_SEPARATOR = re.compile(r"(?://|-{3,}|—{2,})$")
_TRAILING_NUMBER = re.compile(r"\(?\[?(?P<value>\d+|X|\*)\]?\)?$")


def parse_pasted(text: str) -> tuple[CardFace, ...]:
    """Read pasted card text.

    Returns:
        The faces of the card, in the order pasted.

    Raises:
        BadValue: if the text has no name, or if no type line follows the name.
    """
    faces: list[list[str]] = [[]]
    for line in text.replace("\r\n", "\n").split("\n"):
        stripped = line.strip().strip("\ufeff")
        if _SEPARATOR.match(stripped) and faces[-1]:
            faces.append([])
        elif stripped:
            faces[-1].append(stripped)
    return tuple(_face(lines) for lines in faces if lines) or (_face([]),)


def _face(lines: list[str]) -> CardFace:
    """Read the lines of one face."""
    rest = [_FIELD.sub("", line, count=1) if _FIELD.match(line) else line for line in lines]
    if not rest:
        raise BadValue("card", "", _("a name, a type line and the text, each on its own line"))
    name, cost = _name_and_cost(rest.pop(0))
    if rest and not cost and re.fullmatch(r"(?:\{[^{}\s]+\})+", rest[0]):
        cost = rest.pop(0)
    if not rest or not is_type_line(rest[0]):
        raise BadValue("card", name, _("a type line such as “Creature — Elf” on the second line, after the name"))
    type_line = rest.pop(0)
    corner = _take_corner(rest, type_line.lower())
    return CardFace(name, type_line, "\n".join(rest), cost, **corner)


def _name_and_cost(line: str) -> tuple[str, str]:
    """Split the first line into the name and the mana cost."""
    match = _COST.search(line)
    if match is None:
        return line.strip(), ""
    return line[: match.start()].strip(), match["cost"]


def is_type_line(line: str) -> bool:
    """Return True if all words before the dash are supertypes or card types, and one is a card type."""
    before = re.split(r"\s[—–-]\s|\s*—\s*|--", line, maxsplit=1)[0].lower().split()
    return any(word in CARD_TYPES for word in before) and all(
        word in CARD_TYPES or word in _SUPERTYPES for word in before
    )


def _take_corner(lines: list[str], type_line: str) -> dict[str, str]:
    """Take power, toughness, loyalty and defense from the last lines."""
    found: dict[str, str] = {}
    while lines and (labelled := _LABELLED.match(lines[-1])):
        label, value = labelled["label"].lower(), labelled["value"].strip()
        lines.pop()
        if label == "p/t" and (match := _CORNER.match(value)):
            found |= {"power": match["power"], "toughness": match["toughness"]}
        else:
            found[label.removeprefix("starting ")] = value
    found.pop("p/t", None)
    if found or not lines:
        return found
    below_level = len(lines) > 1 and lines[-2].upper().startswith("LEVEL")
    if (match := _CORNER.match(lines[-1])) and not below_level:
        lines.pop()
        return {"power": match["power"], "toughness": match["toughness"]}
    kind = "loyalty" if "planeswalker" in type_line else "defense" if "battle" in type_line else ""
    if kind and (match := _TRAILING_NUMBER.match(lines[-1])):
        lines.pop()
        return {kind: match["value"]}
    return {}
