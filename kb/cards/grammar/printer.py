"""The printer: says a phrase again in the rules' template."""

from __future__ import annotations

from collections.abc import Callable

from kb.cards.grammar.nodes import Node, Value
from kb.cards.grammar.productions import LISTS, Element, Grammar, Literal, Slot
from kb.cards.grammar.vocabulary import NUMBERS, CardVocabulary

_SUBJECTS = frozenset({"objects", "player", "anyone", "quantity", "measure"})
"""Categories whose number the next verb takes."""

_COUNTS = frozenset({"count", "number", "whose"})
"""Categories whose number the next noun takes."""

_COSTS = frozenset({"cost", "cost_choice"})
"""Categories that give instructions. Their verbs have no ending."""

_ONE = frozenset({"a", "an", "each", "another", "every", "the"})
_BARE = frozenset({"may", "can", "can't", "would", "to", "didn't", "dont~"})
"""Words after which a verb has no ending."""

_LAST = {"&": "and", "/": "or", ",": "", "*": ""}


class Printer:
    """Prints phrases of a grammar. The words that a production takes are spelled as its first template spells them."""

    def __init__(self, grammar: Grammar, words: CardVocabulary, abilities: Callable[[Node], str]) -> None:
        self._grammar = grammar
        self._words = words
        self._abilities = abilities

    def text(self, node: Node, number: str = "p") -> str:
        """Return the text of a phrase. `number` is `s` or `p`: of the verb or the noun that begins it."""
        return join(self._node(node, number)[0])

    def _node(self, node: Node, number: str) -> tuple[list[str], str]:
        """Return the tokens of a phrase, and its number."""
        if node.category == "ability":
            return ['"' + self._abilities(node) + '"'], "s"
        production = self._grammar.productions[node.category, node.name]
        wanted = tuple(role for role, _ in node.roles)
        form = next(form for form in production.forms if _roles(form) == wanted)
        values = iter(node.roles)
        found: list[str] = []
        subject = noun = number
        for element in form:
            if isinstance(element, Literal):
                inflected = subject if element.is_verb else noun
                found.append(element.singular if inflected == "s" else element.plural)
                if element.key in _ONE:
                    noun = "s"
                elif element.key in _BARE:
                    subject = "p"
                continue
            said, said_number = self._value(element, next(values)[1], subject if _verbal(element) else noun)
            found += said
            if element.category in _SUBJECTS or element.category.rstrip(LISTS) in _SUBJECTS:
                subject = said_number
            elif element.category in _COUNTS:
                noun = said_number
                subject = subject if element.category == "whose" else said_number
        if node.category == "quantity":
            noun = subject if node.name in {"its_value", "the_measure"} else "s"
            return found, noun
        return found, production.number or (subject if node.category in _SUBJECTS and subject != number else noun)

    def _value(self, slot: Slot, value: Value, number: str) -> tuple[list[str], str]:
        """Return the tokens of the value of a slot, and its number."""
        number = slot.number if slot.number in {"s", "p", "d"} else number
        if slot.category.rstrip(LISTS) in _COSTS:
            number = "p"
        if isinstance(value, Node):
            return self._node(value, number)
        if isinstance(value, str):
            return self._terminal(slot.category, value, number)
        element = Slot(slot.role, slot.category[:-1], slot.number)
        last = len(value) - 1
        bound = slot.category in {"kindword*", "look*"}
        parts = [self._value(element, each, "s" if bound and i < last else number) for i, each in enumerate(value)]
        if slot.category == "cost,":
            parts = [([sentence(tokens[0]), *tokens[1:]], each) for tokens, each in parts]
        said = _joined([tokens for tokens, _ in parts], slot.category[-1])
        return said, "p" if len(parts) > 1 and slot.category[-1] == "&" else parts[-1][1]

    def _terminal(self, category: str, value: str, number: str) -> tuple[list[str], str]:
        """Return the tokens of a word that code reads."""
        if category in _NUMBERED:
            in_words = category == "number" and number != "d" and value.isdecimal() and int(value) < len(NUMBERS)
            return [NUMBERS[int(value)] if in_words else value], "s" if value == "1" else "p"
        said = value
        if category == "kindword" and number == "p":
            said = self._words.plurals[value]
        elif category == "non":
            said = "non" + ("-" if value[0].isupper() else "") + value
        elif category in _COMPOUNDS:
            said = value.lower() + _COMPOUNDS[category]
        return (said.split(" ") if category[0] == "(" else [said]), number


_NUMBERED = frozenset({"number", "integer"})
_COMPOUNDS = {"landwalk": "walk", "typecycling": "cycling"}

_VERBAL = frozenset(
    {"action", "predicate", "happening", "deed", "doing", "deal", "verb", "did", "player_did", "passive", "would_do"}
)


def _verbal(slot: Slot) -> bool:
    """Return True if a slot is a verb phrase, which takes the number of the subject."""
    return slot.category.rstrip(LISTS) in _VERBAL


def _roles(form: tuple[Element, ...]) -> tuple[str, ...]:
    """Return the roles of a form, in order."""
    return tuple(element.role for element in form if isinstance(element, Slot))


def _joined(parts: list[list[str]], mark: str) -> list[str]:
    """Return the tokens of a list."""
    said: list[str] = []
    last = _LAST[mark]
    for index, part in enumerate(parts):
        if index and mark != "*" and (len(parts) > 2 or not last):
            said.append(",")
        if index and index == len(parts) - 1 and last:
            said.append(last)
        said += part
    return said


def join(tokens: list[str]) -> str:
    """Return tokens as text: no space before commas and endings, `an` before vowels."""
    text = ""
    for at, printed in enumerate(tokens):
        following = tokens[at + 1][:1].lower() if at + 1 < len(tokens) else ""
        word = printed.upper() if printed[0] == "{" or printed in _VARIABLES else printed
        if word == "a" and following in _VOWELS:
            word = "an"
        energy = word == "{E}" and text.endswith("{E}")
        glued = not text or text[-1] in "—/" or energy or (word in _GLUED and (word != "—" or bool(following)))
        text += word if glued else f" {word}"
    return text


_VARIABLES = frozenset({"x", "y", "z", "x/x", "+x/+x", "-x/-x"})
_VOWELS = frozenset("aeiou")

_GLUED = frozenset({"/", ",", ".", "!", ":", ";", "'s", "'", "'re", "'ve", "'d", "—"})
"""Tokens without a space before them. A dash after a keyword has no spaces (`kicker—Sacrifice a land`)."""


def sentence(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]
