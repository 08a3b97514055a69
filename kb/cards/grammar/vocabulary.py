"""The words of card text that the rules list: card types, subtypes, colours, keywords, numbers."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise

from kb.cards.grammar.chart_parser import Terminal
from kb.cards.grammar.nodes import Value
from kb.cards.grammar.productions import plural_of
from kb.cards.grammar.tokens import Tokens, tokenize

COLORS = ("white", "blue", "black", "red", "green")
CARD_TYPES = (
    "artifact", "battle", "conspiracy", "creature", "dungeon", "enchantment", "instant", "kindred", "land",
    "phenomenon", "plane", "planeswalker", "scheme", "sorcery", "tribal", "vanguard",
)  # fmt: skip
BASIC_LAND_TYPES = ("Plains", "Island", "Swamp", "Mountain", "Forest")
VARIANTS = {
    "megamorph": "morph", "multikicker": "kicker", "totem armor": "umbra armor", "double agenda": "hidden agenda",
    "partner with": "partner", "friends forever": "partner", "choose a background": "partner",
    "doctor's companion": "partner", "commander ninjutsu": "ninjutsu", "sticker kicker": "kicker",
}  # fmt: skip
"""Keyword abilities without a heading of their own, and the heading that they stand under (702.37, 702.33, 702.124)."""

NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
           "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty")  # fmt: skip

_PLURALS = {
    "Elf": "Elves", "Dwarf": "Dwarves", "Wolf": "Wolves", "Werewolf": "Werewolves", "Mouse": "Mice", "Ox": "Oxen",
    "Fungus": "Fungi", "Homunculus": "Homunculi", "Locus": "Loci", "Pegasus": "Pegasi", "Child": "Children",
    "Cyclops": "Cyclopes", "Goose": "Geese",
}  # fmt: skip
_UNINFLECTED = frozenset(
    {
        "Plains", "Merfolk", "Treefolk", "Kithkin", "Sheep", "Fish", "Squid", "Kor", "Thalakos", "Aurochs",
        "Eldrazi", "Samurai", "Moonfolk", "Equipment", "Urza's", "Kavu", "Myr", "Djinn", "Kirin", "Vedalken",
        "Slith", "Viashino", "Jellyfish", "Starfish", "Deer",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CardVocabulary:
    """The words of card text.

    Attributes:
        kinds: card types and subtypes by their folded tokens, in both numbers: `elves` is `Elf`.
        keywords: keyword abilities by their folded tokens.
        ability_words: ability words, folded (207.2c).
        plurals: the plural of each type and subtype.
    """

    kinds: Mapping[tuple[str, ...], str]
    keywords: Mapping[tuple[str, ...], str]
    ability_words: frozenset[str]
    plurals: Mapping[str, str]


@cache
def vocabulary() -> CardVocabulary:
    """Return the words that `bench.card_words` took from the rules."""
    data = json.loads(files("data").joinpath("compiled", "card_words.json").read_text(encoding="utf-8"))
    names = [*CARD_TYPES, *(word for each in data["subtypes"].values() for word in each)]
    plurals = {name: _plural(name) for name in names}
    kinds = {tokenize(form).words: name for name, plural in plurals.items() for form in (plural, name)}
    names_of_keywords = [*(name.removesuffix("!").lower() for name in data["abilities"]), *VARIANTS]
    keywords = {tokenize(name).words: name for name in names_of_keywords}
    words = frozenset(word.replace("’", "'").lower() for word in data["ability words"])
    return CardVocabulary(kinds, keywords, words, plurals)


def _plural(name: str) -> str:
    """Return the plural of a type or subtype."""
    return name if name in _UNINFLECTED else _PLURALS.get(name) or plural_of(name)


def terminals(words: CardVocabulary) -> dict[str, Terminal]:
    """Return the categories that code reads, by name."""
    kinds, keywords = frozenset(map(_first, words.kinds)), frozenset(map(_first, words.keywords))
    return {
        "kindword": Terminal(lambda tokens, at: _longest(words.kinds, tokens, at), kinds.__contains__),
        "keyword_name": Terminal(lambda tokens, at: _longest(words.keywords, tokens, at), keywords.__contains__),
        "number": Terminal(_number, lambda word: word in NUMBERS or _is_integer(word)),
        "integer": Terminal(_integer, _is_integer),
        "mana": Terminal(_mana, lambda word: word[0] == "{"),
        "size": Terminal(lambda tokens, at: _sized(tokens, at, signed=False), lambda word: "/" in word),
        "change": Terminal(lambda tokens, at: _sized(tokens, at, signed=True), lambda word: "/" in word),
        "color": Terminal(lambda tokens, at: _one_of(COLORS, tokens, at), COLORS.__contains__),
        "counter_kind": Terminal(_counter_kind, lambda word: word not in _NO_COUNTER_KINDS),
        "only_once": Terminal(_only_once, lambda word: word == "once"),
        "proper_name": Terminal(_proper_name, lambda word: word[0].isalpha()),
        "non": Terminal(lambda tokens, at: _non(words, tokens, at), lambda word: word.startswith("non")),
        "landwalk": Terminal(lambda tokens, at: _compound(words, tokens, at, "walk"), _may_begin_compound("walk")),
        "typecycling": Terminal(
            lambda tokens, at: _compound(words, tokens, at, "cycling"), _may_begin_compound("cycling")
        ),
    }


def _first(tokens: tuple[str, ...]) -> str:
    return tokens[0]


def _is_integer(word: str) -> bool:
    """Return True for a number in digits, or X."""
    return word.isdecimal() or word in {"x", "y", "z"}


def _may_begin_compound(ending: str) -> Callable[[str], bool]:
    """Return the test of the first word of a compound keyword."""
    return lambda word: word.endswith(ending) or word in _LAND_ADJECTIVES


def _longest(table: Mapping[tuple[str, ...], str], tokens: Tokens, at: int) -> list[tuple[int, Value]]:
    """Read words of a table. Of two entries that begin here, the longer one comes first."""
    sizes = (5, 4, 3, 2, 1)
    slices = ((at + size, tokens.words[at : at + size]) for size in sizes if at + size <= len(tokens.words))
    return [(end, table[words]) for end, words in slices if words in table]


def _one_of(choices: tuple[str, ...], tokens: Tokens, at: int) -> list[tuple[int, Value]]:
    """Read one word of a list."""
    return [(at + 1, tokens.words[at])] if at < len(tokens.words) and tokens.words[at] in choices else []


def _number(tokens: Tokens, at: int) -> list[tuple[int, Value]]:
    """Read a number in words or digits, or X. The value is written in digits."""
    word = tokens.words[at] if at < len(tokens.words) else ""
    if word in NUMBERS:
        return [(at + 1, str(NUMBERS.index(word)))]
    return [(at + 1, word.upper())] if word.isdecimal() or word in {"x", "y", "z"} else []


def _integer(tokens: Tokens, at: int) -> list[tuple[int, Value]]:
    """Read a number in digits, or X."""
    word = tokens.words[at] if at < len(tokens.words) else ""
    return [(at + 1, word.upper())] if word.isdecimal() or word in {"x", "y", "z"} else []


def _mana(tokens: Tokens, at: int) -> list[tuple[int, Value]]:
    """Read mana symbols in a row."""
    end = at
    while end < len(tokens.words) and tokens.words[end][0] == "{" and tokens.words[end] not in {"{t}", "{q}", "{e}"}:
        end += 1
    return [(end, "".join(tokens.words[at:end]).upper())] if end > at else []


def _sized(tokens: Tokens, at: int, *, signed: bool) -> list[tuple[int, Value]]:
    """Read a power and toughness (`2/2`) or, if signed, a change of them (`+1/-1`)."""
    word = tokens.words[at] if at < len(tokens.words) else ""
    if "/" in word and len(word) > 2 and word != "and/or" and (word[0] in "+-") == signed:
        return [(at + 1, word.upper())]
    return []


def _only_once(tokens: Tokens, at: int) -> list[tuple[int, Value]]:
    """Read "once" that isn't "once each turn"."""
    rest = tokens.words[at : at + 2]
    return [(at + 1, "once")] if rest[:1] == ("once",) and rest[1:] != ("each",) else []


def _counter_kind(tokens: Tokens, at: int) -> list[tuple[int, Value]]:
    """Read the one or two words before "counter" (122)."""
    for size in (1, 2):
        words = tokens.words[at : at + size + 1]
        if len(words) == size + 1 and words[-1] in {"counter", "counters"}:
            kind = " ".join(words[:-1])
            if kind not in _NO_COUNTER_KINDS and (size == 1 or kind in _LONG_COUNTER_KINDS):
                return [(at + size, kind)]
    return []


_LONG_COUNTER_KINDS = frozenset({"first strike", "double strike"})
_NO_COUNTER_KINDS = frozenset(
    "a an the all each that those this no more fewer of and or another additional other any its to with ~ or more "
    "can't may , . target such one two three four five six seven eight nine ten x".split()
) | frozenset(map(str, range(100)))


def _proper_name(tokens: Tokens, at: int) -> list[tuple[int, Value]]:
    """Read the name of a card or token: words with capitals, with small words between them."""
    found: list[tuple[int, Value]] = []
    between = _between_names(tokens, at)
    for end in range(at + 1, min(at + 9, len(tokens.words)) + 1):
        last = tokens.printed[end - 1]
        if last[0].isupper():
            found.append((end, _join_name(tokens.printed[at:end])))
        elif last not in _SMALL_WORDS or last == between or end == at + 1:
            break
    return found[::-1]


def _between_names(tokens: Tokens, at: int) -> str:
    """Return the word that ends a name because it separates names; "" if the words state only one name.

    In “artifacts named A and B” the plural says that there are two names; in “A, B, and C” the last comma does.
    """
    following = tokens.printed[at : at + 24]
    if any(pair == (",", "and") for pair in pairwise(following)):
        return ","
    before = tokens.words[max(at - 4, 0) : at]
    if before[-1:] != ("named",):
        return ""
    noun = before[0] if before[1:] == ("you", "control", "named") else before[-2] if len(before) > 1 else ""
    return "and" if noun.endswith("s") else ""


_SMALL_WORDS = frozenset({"of", "the", "in", "from", "to", "and", "for", "with", "'s", "'", ",", "-", "a", "on"})


def _join_name(parts: tuple[str, ...]) -> str:
    """Return tokens of a name as printed."""
    text = ""
    for part in parts:
        text += part if not text or part in {"'s", "'", ",", "-"} or text.endswith("-") else f" {part}"
    return text


def _non(words: CardVocabulary, tokens: Tokens, at: int) -> list[tuple[int, Value]]:
    """Read the negation of a type, a subtype, a supertype or a colour: `nonland`, `non-Human`."""
    word = tokens.words[at] if at < len(tokens.words) else ""
    if not word.startswith("non"):
        return []
    rest = word[3:].removeprefix("-")
    if rest in COLORS or rest in {"legendary", "basic", "snow", "token"}:
        return [(at + 1, rest)]
    return [(at + 1, words.kinds[rest,])] if (rest,) in words.kinds else []


_LAND_ADJECTIVES = frozenset({"basic", "legendary", "snow", "nonbasic"})


def _compound(words: CardVocabulary, tokens: Tokens, at: int, ending: str) -> list[tuple[int, Value]]:
    """Read the type in a compound keyword: `islandwalk`, `slivercycling`; also `basic landcycling`."""
    prefix = tokens.words[at : at + 2]
    if prefix[1:] and prefix[0] in _LAND_ADJECTIVES:
        after = _compound(words, tokens, at + 1, ending)
        return [(end, f"{prefix[0]} {value}") for end, value in after]
    word = prefix[0] if prefix else ""
    kind = word.removesuffix(ending) if word.endswith(ending) else ""
    name = words.kinds.get((kind,))
    return [(at + 1, name)] if name else []
