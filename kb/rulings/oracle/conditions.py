"""The conditions of effects: “as long as ...”, “unless ...” (611.3a)."""

from __future__ import annotations

from kb.cards.grammar.nodes import Node
from kb.rulings.oracle.phrases import PLAYERS, NotStated, Subject, counted, has_only, only

_CONTROL = {"you": "you control", "opponent": "an opponent controls"}
OWN_NAMES = {"self": "this", "enchanted": "enchanted", "equipped": "equipped", "fortified": "fortified"}
"""The words with which a phrase names the object with the line, or what that object is attached to."""

_NEGATED = {"dont_control": "control", "is_not": "is", "its_not": "its", "hasnt": "has"}


def condition_of(node: Node, line: str, it: str | None, *, unless: bool = False) -> Subject:
    """Return a condition as facts of an effect: `as_long_as` or `unless`, `least_there`, `turn_of`.

    Args:
        node: the condition.
        line: the text of the line.
        it: the word of phrases for what “it” means in the line: `this`, `enchanted`; None if that isn't known.
        unless: True if the effect applies unless the condition is met.

    Raises:
        NotStated: no facts express the condition.
    """
    if node.name == "turn" and not unless:
        has_only(node, "words")
        if node.get("words") != "your":
            raise NotStated
        return {"turn_of": "you"}
    if node.name in _NEGATED:
        node, unless = Node(node.category, _NEGATED[node.name], node.roles, node.span), not unless
    if node.name not in _PHRASES:
        raise NotStated
    phrase, least = _PHRASES[node.name](node, line, it)
    found: Subject = {"unless" if unless else "as_long_as": phrase}
    return found | ({"least_there": least} if least > 1 else {})


def subject_of_condition(node: Node) -> Node | None:
    """Return the objects that a condition is about, to which “it” refers in the statement; None if there are none."""
    what = node.get("what") if node.name in ("is", "is_not", "have_counter", "has", "hasnt") else None
    found = what if isinstance(what, tuple) else (what,)
    return found[0] if len(found) == 1 and isinstance(found[0], Node) else None


def _controls(node: Node, line: str, _it: str | None) -> tuple[str, int]:
    """Return the phrase of “you control a creature”."""
    has_only(node, "who", "what")
    who = only(node.get("who")).name
    what = only(node.get("what"))
    if who not in PLAYERS or who == "each_of_them":
        raise NotStated
    if what.name == "no":
        raise NotStated
    phrase, least = counted(what, line)
    return f"{phrase} {_CONTROL[PLAYERS[who]]}", least


def _is(node: Node, line: str, it: str | None) -> tuple[str, int]:
    """Return the phrase of “this creature is untapped”, “enchanted permanent is a creature”."""
    has_only(node, "what", "state")
    name = _own_name(only(node.get("what")), it)
    state = only(node.get("state"))
    if state.name == "kind":
        has_only(state, "group")
        group = only(state.get("group"))
        return f"{name} {line[group.span[0] : group.span[1]].lower()}", 1
    if state.name not in ("adjective", "untapped", "colors", "legendary", "attacking"):
        raise NotStated
    text = line[state.span[0] : state.span[1]].lower()
    if " " in text or text in ("enchanted", "equipped", "paired", "transformed", "monstrous"):
        raise NotStated
    return f"{name} {text} permanent", 1


def _has_counter(node: Node, line: str, it: str | None) -> tuple[str, int]:
    """Return the phrase of “this creature has a +1/+1 counter on it”."""
    has_only(node, "what", "count", "kind", "words")
    count, kind = only(node.get("count")), node.get("kind")
    if count.name != "a" or not isinstance(kind, str) or not line:
        raise NotStated
    return f"{_own_name(only(node.get('what')), it)} permanent with a {kind} counter on it", 1


def _has_quality(node: Node, line: str, it: str | None) -> tuple[str, int]:
    """Return the phrase of “enchanted creature has flying”."""
    has_only(node, "what", "qualities")
    quality = only(node.get("qualities"))
    if quality.name not in ("keyword", "compared"):
        raise NotStated
    return (
        f"{_own_name(only(node.get('what')), it)} permanent with {line[quality.span[0] : quality.span[1]].lower()}",
        1,
    )


def _own_name(node: Node, it: str | None) -> str:
    name = it if node.name == "it" else OWN_NAMES.get(node.name)
    if name is None:
        raise NotStated
    return name


_PHRASES = {"control": _controls, "is": _is, "have_counter": _has_counter, "has": _has_quality}
"""The conditions that ask whether there are objects that a phrase describes."""
