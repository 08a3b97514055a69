"""When a triggered ability of a card triggers (603), from the tree of its trigger condition."""

from __future__ import annotations

import re

from kb.cards.grammar.nodes import Node
from kb.rulings.oracle.phrases import PLAYERS, NotStated, described, has_only, only
from kb.rulings.oracle.stated_card import Facts, FactValue

Trigger = dict[str, FactValue]

_HAPPENINGS = {
    "enter": "enters", "die": "dies", "die_turn": "dies", "leave": "leaves", "attack": "attacks", "block": "blocks",
    "attack_alone": "attacks-alone", "attacks_not_blocked": "attacks-unblocked",
}  # fmt: skip
_PASSIVES = {"sacrificed": "is-sacrificed", "discarded": "is-discarded"}
_BECOMES = {"tapped": "becomes-tapped", "untapped": "becomes-untapped"}
_DEEDS = {"gain_life": "player-gains-life", "lose_life": "player-loses-life", "draw": "player-draws"}
_OF_COMBAT = ("attacks", "blocks", "attacks-alone", "attacks-unblocked", "becomes-blocked")
_CONTROLLED = {"you": " you control", "opponent": " an opponent controls"}


def trigger_of(tree: Node, line: str) -> Facts:
    """Return when an ability triggers, as facts of the ability; nothing if no facts express its condition.

    Args:
        tree: the tree of the line.
        line: the text of the line.
    """
    if tree.name != "triggered" or "condition" in dict(tree.roles) or any(map(_may_limit, tree.walk())):
        return {}
    try:
        event = only(tree.get("event"))
        if event.name == "things":
            return _of_things(event, line)
        return _of_player(event, line) if event.name == "people" else {}
    except NotStated:
        return {}


def is_limited(tree: Node) -> bool:
    """True if an ability says how often it triggers, or if words that weren't understood may say so."""
    return any(each.name in ("trigger_once", "trigger_more") or "trigger" in _unread(each) for each in tree.walk())


def _unread(node: Node) -> str:
    return str(node.get("text") or "").lower() if node.category == "unread" else ""


def _may_limit(node: Node) -> bool:
    """True if words that weren't understood may be a condition (603.4)."""
    return _unread(node).startswith("if ")


def _of_things(event: Node, line: str) -> Trigger:
    """Return the trigger of “whenever another creature enters under your control”."""
    has_only(event, "what", "does", "when")
    what, does = only(event.get("what")), only(event.get("does"))
    when = only(event.get("when")) if "when" in dict(event.roles) else None
    others = ""
    if does.name == "or_another":
        group = only(does.get("group"))
        others, does = line[group.span[0] : group.span[1]].lower(), only(does.get("does"))
        if what.name != "self":
            raise NotStated
    if (owner := _graveyard(does, when)) is not None:
        found: Trigger = {"trigger": "dies"}
        whose = owner
    else:
        if when is not None and when.name != "you_control":
            raise NotStated
        found, whose = _trigger(does), "" if when is None else " you control"
    if others:
        return {**found, "quality": (f"this permanent or {others}{whose}",)}
    return {**found, **_watched(what, whose, line)}


def _graveyard(does: Node, when: Node | None) -> str | None:
    """Return whose cards die, for “is put into your graveyard from the battlefield” (700.4); None if it says more."""
    put = only(does.get("does")) if does.name == "passive" else does
    zone, origin = put.child("zone"), put.child("from") or (when.child("zone") if when is not None else None)
    is_from = when is None or (when.name == "from" and "from" not in dict(put.roles))
    if put.name != "put" or zone is None or origin is None or origin.name != "battlefield" or not is_from:
        return None
    whose = zone.child("whose")
    if zone.name in ("a_graveyard", "a_graveyard2"):
        return ""
    return " you own" if zone.name == "graveyard" and whose is not None and whose.name == "your" else None


def _trigger(does: Node) -> Trigger:
    """Return the kind of a trigger."""
    if does.name in _HAPPENINGS:
        has_only(does, *(("words",) if does.name in ("die", "die_turn", "attack_alone", "attacks_not_blocked") else ()))
        return {"trigger": _HAPPENINGS[does.name]}
    if does.name == "become_blocked":
        has_only(does, "words")
        return {"trigger": "becomes-blocked"}
    words = only(does.get("does")).get("words") if does.name == "passive" else does.get("words")
    names = _PASSIVES if does.name == "passive" else _BECOMES if does.name == "becomes" else {}
    if not isinstance(words, str) or words not in names:
        raise NotStated
    return {"trigger": names[words]}


def _watched(what: Node, whose: str, line: str) -> Trigger:
    """Return what an ability watches. Without a quality, it is the object with the ability."""
    if what.name in ("self", "this"):
        return {}
    if what.name in ("enchanted", "equipped"):
        return {"quality": (line[what.span[0] : what.span[1]].lower(),)}
    if what.name == "some" and only(what.get("count")).name == "one_of_more":
        group = only(what.get("group"))
        return {"quality": (line[group.span[0] : group.span[1]].lower() + whose,), "one_or_more": "yes"}
    return {"quality": (re.sub(r"^other ", "another ", described(what, line)) + whose,)}


def _of_player(event: Node, line: str) -> Trigger:
    """Return the trigger of “whenever you cast a creature spell”, “whenever you gain life”."""
    has_only(event, "who", "does")
    who, does = only(event.get("who")), only(event.get("does"))
    if does.name == "cast":
        has_only(does, "what")
        phrase = described(only(does.get("what")), line)
        if who.name != "a_player" and who.name not in PLAYERS:
            raise NotStated
        return {"trigger": "is-cast", "quality": (phrase + _CONTROLLED.get(PLAYERS.get(who.name, ""), ""),)}
    if does.name not in _DEEDS or who.name != "you":
        raise NotStated
    has_only(does, "count")
    if "count" in dict(does.roles) and only(does.get("count")).name != "a":
        raise NotStated
    return {"trigger": _DEEDS[does.name]}
