"""The notation of the grammar, and the tries that the parser walks.

A file of productions has sections, each headed by the name of a category and a colon. A line of a section is one
production: its name, `=`, and its templates, separated by ` | `. The first template that has the roles of a phrase is
the form in which the printer says the phrase.

    action:
    draw = draw~ <count> card#
    discard = discard~ <what:objects> [<how:at_random>]

| in a template | means |
|---|---|
| `word` | this token |
| `draw~` | a verb: `draw` or `draws` |
| `card#` | a noun: `card` or `cards` |
| `(a/an)` | one of these inflections or synonyms (see `SYNONYMS`); the first is printed |
| `(tapped/untapped)` | one of these phrases, in the role `words` (a second one: `words2`) |
| `[...]` | may be missing |
| `<count>` | a phrase of the category `count`, in the role `count` |
| `<what:objects>` | a phrase of the category `objects`, in the role `what` |
| `<what:objects&>` | one or more, joined by commas and "and" |
| `<what:objects/>` | one or more, joined by commas and "or" |
| `<costs:cost,>` | one or more, joined by commas |
| `<what:objects*>` | one or more, one after the other |
| `<what:group@p>` | the phrase is printed in the plural (`@s`: singular) |
| `<count@d>` | the number is printed in digits |

`name@p =` marks a production as a plural subject, `name@s =` as a singular subject.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from kb.cards.grammar.tokens import tokenize

_ELEMENT = re.compile(r"<[^<>]+>|\[|\]|\([^()]*\)|[^\s\[\]<>]+")
_SLOT = re.compile(r"<(?:(?P<role>\w+):)?(?P<category>\w+)(?P<list>[&/,*]?)(?:@(?P<number>[spnd]))?>")
LISTS = "&/,*"
"""The marks of lists at the end of a category's name."""

CHOSEN = "words"
"""The role of the words of a choice."""

_IRREGULAR = {"dont": "doesn't", "have": "has", "be": "is", "do": "does", "go": "goes"}
_BASE = {"dont": "don't", "be": "are"}
_PLURALS = {"die": "dice", "is": "are", "its": "their", "itself": "themselves", "that": "those", "hers": "theirs",
            "copy": "copies", "ability": "abilities", "library": "libraries", "half": "halves"}  # fmt: skip


SYNONYMS = (
    {"a", "an"}, {"is", "are", "'s", "'re"}, {"was", "were"}, {"isn't", "aren't"}, {"wasn't", "weren't"},
    {"it", "they"}, {"it", "them"},
    {"doesn't", "don't"}, {"its", "their", "his", "her"}, {"it's", "they're"}, {"greater", "more"},
    {"less", "fewer"}, {"it isn't", "they aren't"}, {"that's", "that are", "who are", "that is"}, {"each", "every"},
    {"scry", "scries"}, {"~", "this card"}, {"this spell", "~"},
    {"greatest", "highest"}, {"least", "lowest"}, {"mana value", "converted mana cost"}, {"all", "every"},
    {"mana values", "converted mana costs"}, {"or fewer", "or less"}, {"first", "precombat"}, {"put", "placed"},
    {"you're", "you are"}, {"player", "players"},
)  # fmt: skip
"""Groups of words that say the same; which of them a text uses is not part of its tree."""


class GrammarFault(ValueError):
    """The files of productions contradict the notation. This is a fault of the program, not of a card."""


@dataclass(frozen=True, slots=True)
class Literal:
    """A token of a template. `key` is what the parser compares, `singular` and `plural` are the printed forms."""

    key: str
    singular: str
    plural: str
    is_verb: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    """A place of a template for a phrase. `number` is `s`, `p`, `n` or empty."""

    role: str
    category: str
    number: str = ""


Element = Literal | Slot


@dataclass(frozen=True, slots=True)
class Production:
    """A production: its category and name, all forms of its templates, and its number as a subject."""

    category: str
    name: str
    forms: tuple[tuple[Element, ...], ...]
    number: str = ""


@dataclass(slots=True)
class State:
    """A place in the trie of a category. Forms that begin alike share their states."""

    literals: dict[str, State] = field(default_factory=dict)
    slots: list[tuple[Slot, State]] = field(default_factory=list)
    accepts: Production | None = None


@dataclass(frozen=True, slots=True)
class Grammar:
    """All productions.

    Attributes:
        tries: the first state of each category.
        choices: the phrases of each choice `(a/b)`, by first token, longest first.
        productions: the productions by category and name.
        inflections: for each inflected token, the keys of the literals that it matches.
        numbers: `s` or `p` for each noun whose plural differs from its singular.
        third_persons: the verbs with the ending of the third person.
    """

    tries: Mapping[str, State]
    choices: Mapping[str, Mapping[str, tuple[tuple[str, ...], ...]]]
    productions: Mapping[tuple[str, str], Production]
    inflections: Mapping[str, tuple[str, ...]]
    numbers: Mapping[str, str]
    third_persons: frozenset[str]


def read_grammar(texts: Iterable[str], plurals: Mapping[str, str]) -> Grammar:
    """Compile files of productions.

    Args:
        texts: the texts of the files, in order.
        plurals: the nouns that code reads, with their plurals.

    Raises:
        GrammarFault: if a line isn't in the notation.
    """
    tries: dict[str, State] = {}
    productions: dict[tuple[str, str], Production] = {}
    inflections: dict[str, set[str]] = {}
    choices: dict[str, Mapping[str, tuple[tuple[str, ...], ...]]] = {}
    for production in _read(texts):
        if (production.category, production.name) in productions:
            raise GrammarFault(f"two productions {production.category}.{production.name}")
        productions[production.category, production.name] = production
        root = tries.setdefault(production.category, State())
        for form in production.forms:
            _insert(root, form, production)
            for element in form:
                if isinstance(element, Literal) and element.singular != element.plural:
                    inflections.setdefault(element.singular, set()).add(element.key)
                    inflections.setdefault(element.plural, set()).add(element.key)
                elif isinstance(element, Slot) and element.category[0] == "(" and element.category not in choices:
                    choices[element.category] = _phrases(element.category)
    numbers = dict(_numbers((noun.lower(), plural.lower()) for noun, plural in plurals.items()))
    nouns = (each for production in productions.values() for form in production.forms for each in form)
    literals = [each for each in nouns if isinstance(each, Literal)]
    numbers |= _numbers((each.singular, each.plural) for each in literals if not each.is_verb)
    verbs = frozenset(each.singular for each in literals if each.is_verb)
    keys = {word: tuple(sorted(each)) for word, each in inflections.items()}
    return Grammar(tries, choices, productions, keys, numbers, verbs)


def _numbers(nouns: Iterable[tuple[str, str]]) -> Iterable[tuple[str, str]]:
    """Yield each form of the nouns that have two forms, with its number."""
    for singular, plural in nouns:
        if singular != plural:
            yield from ((singular, "s"), (plural, "p"))


def _phrases(choice: str) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """Return the phrases of a choice by first token, longest first."""
    phrases = sorted((tokenize(words).words for words in choice[1:-1].split("/")), key=len, reverse=True)
    return {first: tuple(words for words in phrases if words[0] == first) for first in {words[0] for words in phrases}}


def _read(texts: Iterable[str]) -> Iterable[Production]:
    """Yield the productions of files."""
    for text in texts:
        category = ""
        for line in text.splitlines():
            if not line.strip() or line.startswith("#"):
                continue
            if re.fullmatch(r"\w+:", line):
                category = line[:-1]
                continue
            name, equals, templates = line.partition(" = ")
            name, _, number = name.strip().partition("@")
            if not (category and equals and re.fullmatch(r"\w+", name)):
                raise GrammarFault(f"not a production: {line!r}")
            forms = dict.fromkeys(form for template in templates.split(" | ") for form in _forms(template))
            yield Production(category, name, tuple(forms), number)


def _forms(template: str) -> list[tuple[Element, ...]]:
    """Return all forms of a template: with and without its optional parts, with each of its alternatives."""
    stack: list[list[list[tuple[Element, ...]]]] = [[]]
    for piece in _ELEMENT.findall(template):
        if piece == "[":
            stack.append([])
        elif piece == "]":
            inside = _sequences(stack.pop())
            stack[-1].append([*inside, ()])
        elif piece.startswith("("):
            stack[-1].append(_choice(piece))
        elif piece.startswith("<"):
            stack[-1].append([(_slot(piece),)])
        else:
            stack[-1].append([_literals(piece)])
    if len(stack) != 1:
        raise GrammarFault(f"brackets are not balanced: {template!r}")
    return [_numbered(form) for form in _sequences(stack[0])]


@cache
def _choice(piece: str) -> list[tuple[Element, ...]]:
    """Read `(a/b)`: synonyms are alternative literals; anything else is a slot that keeps the words said."""
    alternatives = [words for words in piece[1:-1].split("/") if words]
    said = set(alternatives)
    inflected = {alternatives[0], third_person(alternatives[0]), plural_of(alternatives[0])}
    if any(said <= synonyms for synonyms in SYNONYMS) or (len(said) > 1 and said <= inflected):
        return [_literals(words) for words in alternatives]
    if re.search(r"\w[~#]|[<>]", piece):
        raise GrammarFault(f"an inflected word or a slot in a choice: {piece!r}")
    empty = [()] if len(alternatives) != piece.count("/") + 1 else []
    return [(Slot(CHOSEN, "(" + "/".join(alternatives) + ")"),), *empty]


def _numbered(form: tuple[Element, ...]) -> tuple[Element, ...]:
    """Return a form whose second choice has the role `words2`, and so on."""
    found: list[Element] = []
    for element in form:
        if isinstance(element, Slot) and element.role == CHOSEN:
            before = sum(isinstance(each, Slot) and each.role.startswith(CHOSEN) for each in found)
            found.append(Slot(CHOSEN + (str(before + 1) if before else ""), element.category))
        else:
            found.append(element)
    return tuple(found)


def _sequences(parts: list[list[tuple[Element, ...]]]) -> list[tuple[Element, ...]]:
    """Return all ways to choose one alternative of each part, in the order of the alternatives."""
    return [tuple(element for part in choice for element in part) for choice in product(*parts)]


@cache
def _slot(piece: str) -> Slot:
    """Read a slot as `<what:objects&@p>`."""
    match = _SLOT.fullmatch(piece)
    if match is None:
        raise GrammarFault(f"not a slot: {piece!r}")
    return Slot(match["role"] or match["category"], match["category"] + match["list"], match["number"] or "")


@cache
def _literals(text: str) -> tuple[Element, ...]:
    """Read words of a template."""
    found: list[Element] = []
    for word in text.split():
        if word.endswith("~") and len(word) > 1:
            found.append(Literal(word, third_person(word[:-1]), _BASE.get(word[:-1], word[:-1]), is_verb=True))
        elif word.endswith("#"):
            found.append(Literal(word, word[:-1], plural_of(word[:-1])))
        else:
            tokens = (word,) if word.isalpha() else tokenize(word).words
            found.extend(Literal(token, token, token) for token in tokens)
    return tuple(found)


def third_person(verb: str) -> str:
    """Return the third person singular of a verb."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith(("s", "sh", "ch", "x", "z")):
        return verb + "es"
    return verb[:-1] + "ies" if verb.endswith("y") and verb[-2] not in "aeou" else verb + "s"


def plural_of(noun: str) -> str:
    """Return the plural of a noun."""
    if noun in _PLURALS:
        return _PLURALS[noun]
    if noun.endswith(("s", "sh", "ch", "x", "z")):
        return noun + "es"
    return noun[:-1] + "ies" if noun.endswith("y") and noun[-2] not in "aeou" else noun + "s"


def _insert(root: State, form: tuple[Element, ...], production: Production) -> None:
    """Add a form to the trie. Where two productions have the same form, the first one keeps it."""
    state = root
    for element in form:
        if isinstance(element, Literal):
            state = state.literals.setdefault(element.key, State())
        else:
            state = _slot_state(state, element)
    state.accepts = state.accepts or production


def _slot_state(state: State, slot: Slot) -> State:
    """Return the state after a slot; equal slots share it."""
    for other, after in state.slots:
        if (other.role, other.category, other.number) == (slot.role, slot.category, slot.number):
            return after
    after = State()
    state.slots.append((slot, after))
    return after
