"""Effects of static abilities and replacement effects of a card, from the tree of a line.

Every part of the tree becomes a fact, or the whole line isn't stated.
"""

from __future__ import annotations

from collections.abc import Callable

from kb.cards.grammar.nodes import Node
from kb.rulings.oracle.conditions import OWN_NAMES, condition_of, subject_of_condition
from kb.rulings.oracle.phrases import (
    NotStated,
    Subject,
    colors_of,
    granted_ability,
    has_only,
    keywords_of,
    looks_of,
    nodes,
    only,
    size_of,
    subject_of,
)
from kb.rulings.oracle.replacements import replacements_of
from kb.rulings.oracle.rule_effects import (
    effects_on_rules,
    multiplied,
    no_activation,
    player_effects,
    spares_mana_abilities,
    spell_effects,
    trigger_effects,
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
        found += _LineReader(identity, line).sentence(sentence, {})
    return tuple({"source": identity, "generated_by": "static-ability", **each, "text": line} for each in found)


_NO_ACTIVATION = ("no_activated", "no_activated2")


class _LineReader:
    """The reader of one sentence. It keeps what “it” and “its” mean."""

    def __init__(self, identity: str, line: str) -> None:
        self.identity, self.line = identity, line
        self.it: Node | None = None

    def sentence(self, sentence: Node, condition: Subject) -> list[Effect]:
        """Return the effects of a sentence. `condition` is the condition of the whole sentence."""
        if sentence.name == "one":
            return self._clause(only(sentence.get("clause")), condition)
        if sentence.name == "and":
            has_only(sentence, "leads", "first", "next")
            condition = condition | self._leads(sentence)
            first = self._clause(only(sentence.get("first")), condition)
            return first + self.sentence(only(sentence.get("next")), condition)
        if sentence.name == "would":
            return replacements_of(only(sentence.get("replacement")), self.identity, self.line)
        raise NotStated

    def _clause(self, clause: Node, condition: Subject) -> list[Effect]:
        has_only(clause, "leads", "statement", "tails")
        condition = condition | self._leads(clause)
        statement, tails = only(clause.get("statement")), list(nodes(clause.get("tails")))
        if "what" in dict(statement.roles) and statement.name in ("objects", "objects_each"):
            what = only(statement.get("what"))
            self.it = self.it if what.name == "it" else what
        rest = []
        for tail in tails:
            if statement.name in _NO_ACTIVATION and spares_mana_abilities(tail, self.line):
                rest.append(tail)
                continue
            facts = self._condition_of_tail(tail)
            if facts is None:
                rest.append(tail)
            elif set(facts) & set(condition):
                raise NotStated
            else:
                condition = condition | facts
        return [each | condition for each in self._statement(statement, rest)]

    def _leads(self, clause: Node) -> Subject:
        """Return the conditions before a clause."""
        found: Subject = {}
        for lead in nodes(clause.get("leads")):
            if lead.name != "as_long_as" or found:
                raise NotStated
            condition = only(lead.get("condition"))
            self.it = subject_of_condition(condition) or self.it
            found = condition_of(condition, self.line, self._name_of_it)
        return found

    def _condition_of_tail(self, tail: Node) -> Subject | None:
        """Return the condition after a statement; None if the phrase is no condition."""
        if tail.name not in ("as_long_as", "unless"):
            return None
        return condition_of(only(tail.get("condition")), self.line, self._name_of_it, unless=tail.name == "unless")

    @property
    def _name_of_it(self) -> str | None:
        return None if self.it is None else OWN_NAMES.get(self.it.name)

    def _statement(self, statement: Node, tails: list[Node]) -> list[Effect]:
        if "does" in dict(statement.roles) and (found := trigger_effects(statement, self.line)):
            return found if not tails else _refuse()
        if statement.name in ("objects", "objects_each"):
            has_only(statement, "what", "does")
            does = nodes(statement.get("does"))
            if found := spell_effects(statement, self.line):
                return found if not tails else _refuse()
            subject = self._subject(only(statement.get("what")))
            return _predicates(does, subject, self.line, tails)
        if found := player_effects(statement, self.identity, self.line, tails):
            return found
        if statement.name in _NO_ACTIVATION:
            of = self.it if statement.name == "no_activated2" else only(statement.get("of"))
            return [no_activation(statement, self._subject(of), tails)]
        raise NotStated

    def _subject(self, node: Node | None) -> Subject:
        """Return the objects of a statement. “It” is what the sentence named last."""
        named = self.it if node is not None and node.name == "it" else node
        if named is None:
            raise NotStated
        return subject_of(named, self.identity, self.line)


def _refuse() -> list[Effect]:
    raise NotStated


def _predicates(does: tuple[Node, ...], subject: Subject, line: str, tails: list[Node]) -> list[Effect]:
    """Return the effects of what objects do, get or are. All changes of characteristics are one effect (613.6)."""
    if all(each.name in _CHANGES for each in does):
        return [_change(does, subject, line) | multiplied(does, tails, line)]
    if len(does) == 1 and does[0].name == "enter" and not tails:
        return _enters(does[0], subject)
    if len(does) > 1 and tails:
        raise NotStated
    return [effect for each in does for effect in effects_on_rules(each, subject, line, tails)]


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
    qualities = nodes(node.get("qualities"))
    quoted = tuple(granted_ability(each, line) for each in qualities if each.name == "ability")
    plain = keywords_of((each for each in qualities if each.name != "ability"), line)
    if node.name == "lose" and quoted:
        raise NotStated
    found: Effect = {"keywords": plain} if plain else {}
    return "loses" if node.name == "lose" else "has", found | ({"abilities": quoted} if quoted else {})


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


def _has_mana_value(node: Node, _line: str) -> tuple[str, Effect]:
    """Return the facts of “has base power and base toughness each equal to its mana value”."""
    has_only(node, "quantity")
    quantity = only(node.get("quantity"))
    if quantity.name != "its_value" or only(quantity.get("what")).name != "mana_value":
        raise NotStated
    return "has", {"equal_to": "mana value"}


_CHANGES: dict[str, Callable[[Node, str], tuple[str, Effect]]] = {
    "is_kind": _is,
    "is_colors": _is_colors,
    "is_colors_too": _is_colors,
    "have": _keywords,
    "lose": _keywords,
    "lose_all": _loses_all,
    "get": _gets,
    "have_base": _has_base,
    "have_bases": _has_mana_value,
    "base_each": _has_mana_value,
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
