"""Replacement effects of a card's lines (614): “if ... would ..., ... instead”."""

from __future__ import annotations

from kb.cards.grammar.nodes import Node
from kb.rulings.oracle.phrases import NotStated, described, has_only, nodes, only, subject_of
from kb.rulings.oracle.stated_card import FactValue

Effect = dict[str, FactValue]

_OWNERS = {"an_opponent": " an opponent owns", "your": " you own"}


def replacements_of(node: Node, identity: str, line: str) -> list[Effect]:
    """Return the effects that a replacement states.

    Args:
        node: the replacement.
        identity: id of the object with the line.
        line: the text of the line.

    Raises:
        NotStated: no facts express a part of the replacement.
    """
    if node.name not in _READERS:
        raise NotStated
    return _READERS[node.name](node, identity, line)


def _would(node: Node, identity: str, line: str) -> list[Effect]:
    has_only(node, "event", "then")
    event, then = only(node.get("event")), only(node.get("then"))
    if event.name not in _EVENTS or then.name != "one":
        raise NotStated
    clause = only(then.get("clause"))
    found = _EVENTS[event.name](event, identity, line)
    if found.get("does") == "die" and is_exile_it(clause):
        return [found | {"instead": "exile"}]
    raise NotStated


def _dies(event: Node, identity: str, line: str) -> Effect:
    """Return the event of “a creature would die”."""
    has_only(event, "what", "do")
    if only(event.get("do")).name != "die":
        raise NotStated
    return {"says": "replaces", "does": "die", **subject_of(event.get("what"), identity, line)}


def _put_into_graveyard(event: Node, identity: str, line: str) -> Effect:
    """Return the part about permanents of “a card would be put into an opponent's graveyard from anywhere”.

    A permanent that is put into a graveyard dies (700.4). A token is no card (108.2b). The rest of the event, cards
    from other zones, is no part of the effect: `unstated_topics` of the line names it.
    """
    has_only(event, "what", "zone", "words")
    what, zone = only(event.get("what")), only(event.get("zone"))
    if what.name == "self":
        return {"says": "replaces", "does": "die", "objects": (identity,)}
    phrase = described(what, line)
    if phrase not in ("card", "card or token"):
        raise NotStated
    phrase = "card" if phrase == "card" else "permanent"
    if zone.name in ("a_graveyard", "a_graveyard2"):
        return {"says": "replaces", "does": "die", "affects": (phrase,)}
    whose = only(zone.get("whose")) if "whose" in dict(zone.roles) else None
    who = only(whose.get("player")).name if whose is not None and whose.name == "possessive" else ""
    owner = _OWNERS.get(who or (whose.name if whose is not None else ""))
    if zone.name != "graveyard" or owner is None:
        raise NotStated
    return {"says": "replaces", "does": "die", "affects": (phrase + owner,)}


_EVENTS = {"objects": _dies, "card_put": _put_into_graveyard}
"""The events that a replacement effect replaces, with their readers."""


def is_exile_it(clause: Node) -> bool:
    """True if a clause says “exile it instead”."""
    has_only(clause, "statement", "tails")
    statement = only(clause.get("statement"))
    does = only(only(statement.get("doing")).get("do")) if statement.name == "imperative" else statement
    tails = nodes(clause.get("tails"))
    what = nodes(does.get("what"))
    return (
        does.name == "exile" and [each.name for each in what] == ["it"] and [each.name for each in tails] == ["instead"]
        and all(role == "what" for role, _value in does.roles)
    )  # fmt: skip


def _twice_counters(node: Node, _identity: str, line: str) -> list[Effect]:
    """Return the effect of “it puts twice that many of those counters on that permanent instead”."""
    has_only(node, "event", "on")
    on = _counters_on(only(node.get("event")), line)
    return [{"says": "replaces", "does": "put-counters", "quality": ("double",), **on}]


def _more_counters(node: Node, _identity: str, line: str) -> list[Effect]:
    """Return the effect of “that many plus one +1/+1 counters are put on it instead”."""
    event, kind = only(node.get("event")), node.get("kind")
    if not isinstance(kind, str) or event.get("kind") != kind:
        raise NotStated
    on = _counters_on(event, line)
    double = node.name == "double_counters"
    change: Effect = {"quality": (kind, "double")} if double else {"quality": (kind, "plus"), "amount": 1}
    return [{"says": "replaces", "does": "put-counters", **change, **on}]


def _counters_on(event: Node, line: str) -> Effect:
    """Return the permanents on which counters would be put.

    Raises:
        NotStated: the event is about other things, or about a number of counters.
    """
    has_only(event, "count", "on", "kind", "words")
    count, on = only(event.get("count")), only(event.get("on"))
    if count.name not in ("one_of_more", "or_more") or event.name not in (
        "counters",
        "effect_counters",
        "effect_puts",
        "counters_any",
        "any_counters",
    ):
        raise NotStated
    # What enters with counters isn't a permanent yet. Its effect counts it as the permanent it will be (614.12).
    return {"affects": (described(on, line).removeprefix("permanent ").removeprefix("permanents "),)}


def _twice_tokens(node: Node, _identity: str, _line: str) -> list[Effect]:
    """Return the effect of “it creates twice that many of those tokens instead”."""
    has_only(node, "event")
    event = only(node.get("event"))
    if event.name not in ("tokens", "tokens2") or (
        event.name == "tokens" and only(event.get("count")).name != "one_of_more"
    ):
        raise NotStated
    return [{"says": "replaces", "does": "create", "quality": ("double",), "whose": "you"}]


_CAUSES = {"entering": "enter", "dying": "die"}


def _triggers_again(node: Node, _identity: str, line: str) -> list[Effect]:
    """Return the effect of “that ability triggers an additional time” (603.2d)."""
    has_only(node, "cause", "of")
    cause = only(node.get("cause"))
    if cause.name not in _CAUSES or described(only(node.get("of")), line) != "permanent you control":
        raise NotStated
    has_only(cause, "what")
    phrase = described(only(cause.get("what")), line)
    found: Effect = {"says": "additional", "does": "trigger", "trigger_event": _CAUSES[cause.name], "amount": 1}
    return [found | {"quality": (phrase,), "affects": ("permanent you control",)}]


_READERS = {
    "would": _would,
    "trigger_twice": _triggers_again,
    "twice_counters": _twice_counters,
    "that_many_counters": _more_counters,
    "double_counters": _more_counters,
    "twice_tokens": _twice_tokens,
    "twice_tokens_2": _twice_tokens,
}
"""The replacements, with their readers."""
