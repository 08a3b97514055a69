"""What the text of a card can target (115.1): the phrases after the word “target”."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kb.cards.faces import ParsedLine
from kb.cards.grammar.nodes import Node
from kb.rulings.oracle.phrases import nodes

_WORD = re.compile(r"\btargets?\b", re.IGNORECASE)
_PLAIN_TARGET = re.compile(
    r"\btarget ((?:non)?[\w-]+(?: or)?(?: (?!that|with|named|chosen|it\b)[\w-]+(?: or)?){0,3}?)"
    r"(?=\.|;|$| gets?\b| gains?\b| can't\b| doesn't\b| loses?\b| becomes?\b)",
    re.IGNORECASE,
)
_OBJECTS = ("target_s", "targets", "targets_other", "another_target", "other_target", "any_number_targets",
            "one_or_two_targets")  # fmt: skip
_PLAYERS = ("target", "targets", "any_number_targets", "target_and")
_OTHER = ("targets_other", "another_target", "other_target")
_KEYWORDS = {"equip": "creature you control", "reconfigure": "creature you control", "fortify": "land you control",
             "scavenge": "creature"}  # fmt: skip
"""The keyword abilities that target what a rule of section 702 describes without looking at other objects."""

_TARGETING_KEYWORDS = ("provoke", "mentor", "haunt", "soulshift", "modular", "mutate", "bestow", "backup", "enchant",
                       "graft", "aura swap", "replicate", "conspire", "job select", "crew")  # fmt: skip


def targets_of(lines: Iterable[ParsedLine]) -> tuple[str, ...]:
    """Return the phrases of what the spell or the abilities of a card can target. A quoted ability isn't the card's.

    A phrase that no phrase of a situation expresses is returned as printed.
    """
    found: list[str] = []
    for line in lines:
        bare = re.sub(r"\([^)]*\)|[“\"][^”\"]*[”\"]", "", line.text)
        if line.kind == "keyword" and line.tree is not None:
            found += _of_keywords(line.tree, line.text)
        elif _WORD.search(bare):
            phrases = (
                list(_of_line(line.tree, line.text)) if line.tree is not None and line.understood else _plain(bare)
            )
            asks = line.kind in ("static", "replacement", "characteristic-defining")
            found += phrases or ([] if asks else [bare.strip()])
    return tuple(dict.fromkeys(found))


def _plain(text: str) -> list[str]:
    """Return the phrases of a text that isn't understood; nothing if words after a target may describe it further."""
    found = [match[1] for match in _PLAIN_TARGET.finditer(text)]
    return [each.lower() for each in found] if len(found) == len(_WORD.findall(text)) else []


def _of_keywords(tree: Node, line: str) -> Iterator[str]:
    for each in tree.walk():
        name = each.get("name")
        if each.category == "keyword" and isinstance(name, str):
            if name in _KEYWORDS:
                yield _KEYWORDS[name]
            elif name == "enchant":
                of = nodes(each.get("of"))
                yield from (line[part.span[0] : part.span[1]].lower() for part in of)
            elif name in _TARGETING_KEYWORDS:
                yield line


def _of_line(tree: Node, line: str) -> Iterator[str]:
    """Yield the phrases of a line, in the order of the text."""
    if tree.category == "quality" and tree.name == "ability":
        return  # an ability in quotation marks
    if (found := _phrase(tree, line)) is not None:
        yield from found
        return
    zone = tree.child("from") if tree.category == "action" else None
    of_zone = (
        f" from {line[zone.span[0] : zone.span[1]].lower()}" if zone is not None and zone.category == "zone" else ""
    )
    for _role, value in tree.roles:
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Node):
                yield from (phrase + of_zone for phrase in _of_line(each, line))


def _phrase(node: Node, line: str) -> list[str] | None:
    """Return the phrases of a target; None if a node is no target."""
    text = line[node.span[0] : node.span[1]].lower()
    if node.category == "objects" and node.name in _OBJECTS:
        group = re.sub(r"^.*?\btarget ", "", text)
        return [("another " if node.name in _OTHER else "") + group]
    if node.category == "player" and node.name in _PLAYERS:
        return ["opponent" if "opponent" in text else "player"]
    if node.category == "anyone":
        if node.name in ("any_target", "any_other_target"):
            return ["any" if node.name == "any_target" else text]
        if node.name == "target_or":
            return [each.strip() for each in re.split(r",? or |, ", text.removeprefix("target ")) if each.strip()]
        if node.name in ("targets", "each_of_targets", "up_to", "divided"):
            return ["any"] if text.endswith("targets") and "target " not in text else [text]
    return None
