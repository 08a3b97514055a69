"""The kind of a line: keyword, activated, mana, triggered and so on (113.3, 602 to 607, 614, 615).

The kind rests on the words of the line and on the card's types, not on whether the grammar understood the line. So
each line has a kind.
"""

from __future__ import annotations

import re

from kb.cards.faces import LineKind
from kb.cards.grammar.nodes import Node

_ADDS_MANA = re.compile(r"\b[Aa]dds?\b(?! to)[^.\"]*?(?:\{[WUBRGCSX0-9/P]+\}|\bmana\b)|\bproduces?\b[^.\"]* mana\b")
_TARGETS = re.compile(r"\btargets?\b", re.IGNORECASE)
_MANA_TRIGGER = re.compile(r"\b(?:taps? [^,]*for mana|is tapped for mana|mana (?:is|of [^,]*) added|adds? [^,]*mana)\b")
_QUOTED = re.compile(r"[\"“][^\"“”]*[\"”]")

_SPELL_STATIC = re.compile(
    r"^(?:as an additional cost to cast (?:this spell|~)|(?:this spell|~) (?:costs?|can't be (?:countered|copied)|"
    r"has \w+ as long as|can be cast|has )|"
    r"you may (?:cast|play) (?:~|this (?:spell|card))|(?:you may|if [^,]*, you may) [^.]*rather than pay|"
    r"(?:if [^,]*, )?you may (?:pay|sacrifice|discard|exile|return|reveal|tap|remove) [^.]*rather than pay|"
    r"cast (?:this spell|~) only|spend only|you can't (?:spend|cast (?:~|this spell))|"
    r"(?:if [^,]*, )?(?:this spell|~) costs|players? (?:can't|may) .*(?:~|this spell)|"
    r"~ (?:is|has)\b|this spell is\b|for each [^,]*, this spell costs|no more than|x (?:can't|is)\b)",
    re.IGNORECASE,
)
_REPLACEMENT = re.compile(
    r"\binstead\b|\bskips? (?:your|their|that|his or her|the|its)\b|\bskip\b|"
    r"^(?:[^.\"]* )?enters?(?: the battlefield)? (?:tapped|with|as|prepared|transformed)\b|"
    r"^(?:~|this \w+|creatures|[^.\"]*) enters? (?:the battlefield )?under\b|"
    r"^as (?:~|this [\w-]+|[^,]*) (?:enters?|is turned face up|transforms?|becomes?)\b|"
    r"^(?:you may have|if [^,]*, you may have) (?:~|this [\w-]+) enter\b|\bwould\b[^.]*\b(?:instead|rather)\b|"
    r"\benter(?:s)? (?:the battlefield )?(?:tapped|with)\b",
    re.IGNORECASE,
)
_ALTERNATIVE_COST = re.compile(r"\brather than pay\b", re.IGNORECASE)
_PREVENTION = re.compile(r"\bprevent\b", re.IGNORECASE)
_DEFINES = re.compile(
    r"^(?:~|this (?:creature|card|permanent))'s (?:power|toughness|power and toughness)(?: and toughness)? "
    r"(?:is|are)(?: each)? equal to\b|^(?:~|this \w+)'s (?:power|toughness) (?:is|are) equal\b|"
    r"^(?:~|this (?:card|creature|spell|permanent|object)) is (?:all colors|every creature type|colorless|"
    r"(?:white|blue|black|red|green)(?:,? (?:and )?(?:white|blue|black|red|green))*)\b|"
    r"^(?:~|this card) (?:is|has) (?:all|every) (?:creature type|color)s?\b",
    re.IGNORECASE,
)
_DELAYED = re.compile(r"^(?:whenever|when|at) [^.]*\bthis turn\b|^at the (?:beginning|end) of (?:the|your) next\b",
                      re.IGNORECASE)  # fmt: skip


_BY_TREE: dict[str, LineKind] = {
    "keywords": "keyword",
    "mode": "mode",
    "loyalty": "loyalty",
    "chapter": "chapter",
    "level": "level",
    "result": "result",
    "striation": "level",
    "level_size": "level",
}


def kind_of(tree: Node | None, text: str, card_types: frozenset[str]) -> LineKind:
    """Return the kind of a line.

    Args:
        tree: the tree of the line; None for a line that has only reminder text.
        text: the line without reminder text and ability word, with `~` for the card's name.
        card_types: the card types of the face, in lower case.
    """
    if tree is None:
        return "reminder"
    if tree.name in _BY_TREE:
        return _BY_TREE[tree.name]
    bare = _QUOTED.sub('""', text).strip()
    if tree.name in {"activated", "class_level"}:
        return "mana" if _adds_mana(bare.partition(":")[2]) else "activated"
    is_spell = bool(card_types & {"instant", "sorcery"})
    if tree.name == "triggered" and not (is_spell and _DELAYED.match(bare)):
        condition, _, effect = bare.partition(",")
        return "mana" if _MANA_TRIGGER.search(condition) and _adds_mana(effect) else "triggered"
    return "spell" if is_spell and not _SPELL_STATIC.match(bare) else _static_kind(bare)


def _adds_mana(effect: str) -> bool:
    """Return True if an effect could add mana and has no target (605.1)."""
    return bool(_ADDS_MANA.search(effect)) and not _TARGETS.search(effect)


def _static_kind(text: str) -> LineKind:
    """Return the kind of a static ability (604)."""
    if _DEFINES.match(text):
        return "characteristic-defining"
    if _PREVENTION.search(text):
        return "prevention"
    if _ALTERNATIVE_COST.search(text):
        return "static"
    return "replacement" if _REPLACEMENT.search(text) else "static"
