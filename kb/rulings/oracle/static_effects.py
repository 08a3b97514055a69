"""Effects of static abilities and replacement effects of a card, from the tree of a line.

Every part of the tree becomes a fact, or the whole line isn't stated.
"""

from __future__ import annotations

from collections.abc import Callable

from kb.cards.grammar.nodes import Node
from kb.rulings.oracle.phrases import (
    NotStated,
    Subject,
    colors_of,
    has_only,
    keywords_of,
    looks_of,
    nodes,
    only,
    size_of,
    subject_of,
)
from kb.rulings.oracle.stated_card import Facts, FactValue

Effect = dict[str, FactValue]

_ORDER = ("loses", "gets", "is", "has")
"""The verbs of characteristics. If a statement has several, its effect has the first that fits all parts (613.6)."""


def effects_of(tree: Node, identity: str, line: str) -> tuple[Facts, ...]:
    """Return the effects that a line states.

    Args:
        tree: the tree of the line.
        identity: id of the object with the line.
        line: the text of the line.

    Raises:
        NotStated: no facts express a part of the line.
    """
    if tree.name != "statement":
        raise NotStated
    has_only(tree, "effects")
    found: list[Effect] = []
    for sentence in nodes(tree.get("effects")):
        found += _sentence(sentence, identity, line)
    return tuple({"source": identity, "generated_by": "static-ability", **each, "text": line} for each in found)


def _sentence(sentence: Node, identity: str, line: str) -> list[Effect]:
    if sentence.name == "one":
        clause = only(sentence.get("clause"))
        has_only(clause, "statement")
        return _statement(only(clause.get("statement")), identity, line)
    if sentence.name == "and":
        has_only(sentence, "first", "next")
        part = only(sentence.get("first"))
        has_only(part, "statement")
        first = _statement(only(part.get("statement")), identity, line)
        return first + _sentence(only(sentence.get("next")), identity, line)
    if sentence.name == "would":
        return [_replacement(only(sentence.get("replacement")), identity, line)]
    raise NotStated


def _statement(statement: Node, identity: str, line: str) -> list[Effect]:
    if statement.name == "objects":
        has_only(statement, "what", "does")
        subject = subject_of(statement.get("what"), identity, line)
        return _predicates(nodes(statement.get("does")), subject, line)
    raise NotStated


def _predicates(does: tuple[Node, ...], subject: Subject, line: str) -> list[Effect]:
    """Return the effects of what objects do, get or are. All changes of characteristics are one effect (613.6)."""
    if all(each.name in _CHANGES for each in does):
        return [_change(does, subject, line)]
    if len(does) == 1 and does[0].name in _OTHERS:
        return _OTHERS[does[0].name](does[0], subject)
    raise NotStated


def _change(does: tuple[Node, ...], subject: Subject, line: str) -> Effect:
    """Return one effect that changes characteristics."""
    verbs, effect = [], dict(subject)
    for each in does:
        verb, facts = _CHANGES[each.name](each, line)
        if set(facts) & set(effect):
            raise NotStated
        verbs.append(verb)
        effect |= facts
    verb = next(each for each in _ORDER if each in verbs)
    _check_verbs(verb, set(verbs), effect)
    return {"says": verb, **effect}


_KEPT_BY_LOSES = {"affects", "objects", "abilities", "power", "toughness"}


def _check_verbs(verb: str, verbs: set[str], effect: Effect) -> None:
    """Refuse parts that would mean something else under the verb of the effect."""
    if verb == "loses" and verbs != {"loses"} and (not set(effect) <= _KEPT_BY_LOSES or "gets" in verbs):
        raise NotStated


def _is(node: Node, _line: str) -> tuple[str, Effect]:
    has_only(node, "what")
    return "is", looks_of(only(node.get("what")))


def _is_colors(node: Node, _line: str) -> tuple[str, Effect]:
    has_only(node, "colors", "words")
    too: Effect = {"in_addition": "yes"} if node.name == "is_colors_too" else {}
    return "is", {"colors": colors_of(node.get("colors")), **too}


def _keywords(node: Node, line: str) -> tuple[str, Effect]:
    has_only(node, "qualities")
    return "loses" if node.name == "lose" else "has", {"keywords": keywords_of(nodes(node.get("qualities")), line)}


def _loses_all(node: Node, _line: str) -> tuple[str, Effect]:
    has_only(node, "words")
    if node.get("words") != "abilities":
        raise NotStated
    return "loses", {"abilities": ("all",)}


def _gets(node: Node, _line: str) -> tuple[str, Effect]:
    has_only(node, "change")
    return "gets", size_of(node.get("change"))


def _has_base(node: Node, _line: str) -> tuple[str, Effect]:
    has_only(node, "size")
    return "has", size_of(node.get("size"))


_CHANGES: dict[str, Callable[[Node, str], tuple[str, Effect]]] = {
    "is_kind": _is,
    "is_colors": _is_colors,
    "is_colors_too": _is_colors,
    "have": _keywords,
    "lose": _keywords,
    "lose_all": _loses_all,
    "get": _gets,
    "have_base": _has_base,
}
"""The predicates that change characteristics, with the verb and the facts of the effect."""


def _enters(node: Node, subject: Subject) -> list[Effect]:
    """Return the effects of “enters tapped” and “enters with two +1/+1 counters on it”."""
    has_only(node, "how")
    found: list[Effect] = []
    for how in nodes(node.get("how")):
        effect: Effect = {"says": "enters"}
        if how.name == "tapped":
            has_only(how)
            effect["quality"] = (*_kind_that_enters(subject), "tapped")
        elif how.name == "with_counters" and "objects" in subject:
            count, kind = how.child("count"), how.get("kind")
            if count is None or not isinstance(kind, str) or count.name not in ("number", "a"):
                raise NotStated
            number = count.get("number") if count.name == "number" else "1"
            if not isinstance(number, str) or not number.isdecimal():
                raise NotStated
            effect |= {"quality": (kind,), "amount": int(number)}
        else:
            raise NotStated
        found.append(effect | ({"objects": subject["objects"]} if "objects" in subject else {}))
    return found


def _kind_that_enters(subject: Subject) -> tuple[str, ...]:
    """Return the card type that enters. The `quality` of such an effect has no other description.

    Raises:
        NotStated: the objects that enter are described by more than a card type.
    """
    described = subject.get("affects", ())
    kinds = tuple(_PERMANENT_TYPES.get(each, "") for each in described) if isinstance(described, tuple) else ()
    if not all(kinds):
        raise NotStated
    return kinds


_PERMANENT_TYPES = {"creatures": "creature", "artifacts": "artifact", "lands": "land", "enchantments": "enchantment",
                    "planeswalkers": "planeswalker"}  # fmt: skip

_EVENTS = {"attack": ("attack",), "block": ("block",), "attack_or_block": ("attack", "block"),
           "be_blocked": ("be-blocked",), "be_countered": ("be-countered",), "be_sacrificed": ("be-sacrificed",),
           "be_regenerated": ("be-regenerated",), "transform": ("transform",)}  # fmt: skip


def _cant(node: Node, subject: Subject) -> list[Effect]:
    """Return the effects of “can't attack or block”, for the object with the line itself."""
    has_only(node, "do")
    verb = only(node.get("do"))
    has_only(verb)
    if "objects" not in subject or verb.name not in _EVENTS:
        raise NotStated
    return [{"says": "cant", "does": event, **subject} for event in _EVENTS[verb.name]]


_OTHERS: dict[str, Callable[[Node, Subject], list[Effect]]] = {"enter": _enters, "cant": _cant}
"""The other predicates."""


def _replacement(node: Node, identity: str, line: str) -> Effect:
    """Return the effect of “if a creature would die, exile it instead”."""
    event, then = only(node.get("event")), only(node.get("then"))
    if node.name != "would" or event.name != "objects" or then.name != "one":
        raise NotStated
    has_only(event, "what", "do")
    would = only(event.get("do"))
    if would.name != "die":
        raise NotStated
    if not _is_exile_it(only(then.get("clause"))):
        raise NotStated
    return {"says": "replaces", "does": "die", **subject_of(event.get("what"), identity, line), "instead": "exile"}


def _is_exile_it(clause: Node) -> bool:
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
