"""Keyword abilities as printed: a name and what follows it, such as `ward {2}`, `toxic 1`, `equip knight {3}` (702).

What follows a name may be left out. Then it isn't stated: `equip` is an equip ability whose cost isn't stated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from kb.cards.grammar.vocabulary import VARIANTS
from kb.rulings.logic.partial_values import WordListValue
from kb.rulings.logic.ternary import Truth
from kb.rulings.situation.known_words import PROGRAM_WORDS, KnownWords
from kb.rulings.situation.mana_cost import parse_mana_cost
from kb.rulings.situation.phrase_parser import parse_phrase
from kb.rulings.situation.phrase_tree import InvalidPhrase
from kb.rulings.situation.type_line import CARD_TYPES, SUPERTYPES
from kb.rulings.situation.vocabulary.keyword_names import KEYWORD_NAMES

_WITH_COST = frozenset({
    "aura swap", "awaken", "bestow", "blitz", "buyback", "cleave", "cumulative upkeep", "cycling", "dash", "disguise",
    "disturb", "echo", "embalm", "emerge", "encore", "entwine", "equip", "escalate", "escape", "eternalize", "evoke",
    "flashback", "foretell", "fortify", "freerunning", "harmonize", "impending", "kicker", "level up", "madness",
    "mayhem", "megamorph", "miracle", "morph", "multikicker", "mutate", "ninjutsu", "commander ninjutsu", "offspring",
    "outlast", "overload", "plot", "prototype", "prowl", "reconfigure", "recover", "reinforce", "replicate",
    "scavenge", "sneak", "specialize", "spectacle", "splice", "squad", "sticker kicker", "surge", "suspend",
    "transfigure", "transmute", "unearth", "ward", "warp", "waterbend", "web-slinging", "craft",
})  # fmt: skip
"""Keyword abilities with a cost."""

_WITH_NUMBER = frozenset({
    "absorb", "afflict", "afterlife", "amplify", "annihilator", "awaken", "backup", "bloodthirst", "bushido",
    "casualty", "crew", "devour", "dredge", "fabricate", "fading", "firebending", "frenzy", "graft", "hideaway",
    "impending", "mobilize", "modular", "poisonous", "rampage", "reinforce", "renown", "ripple", "saddle", "soulshift",
    "suspend", "toxic", "tribute", "vanishing", "waterbend",
})  # fmt: skip
"""Keyword abilities with a number."""

_WITH_QUALITY = {
    "affinity": "for ", "bands with other": "", "champion": "", "devour": "", "emerge": "from ", "enchant": "",
    "equip": "", "hexproof": "from ", "offering": "", "protection": "from ", "splice": "onto ",
}  # fmt: skip
"""Keyword abilities with a phrase of cards, each with the word before the phrase."""

_WITH_TEXT = frozenset({
    "companion", "craft", "cumulative upkeep", "forecast", "gift", "max speed", "partner", "prototype", "visit",
    "solved", "station", "escape", "emerge", "prowl", "kicker", "mayhem",
})  # fmt: skip
"""Keyword abilities with other words after the name."""

_DISTINCT = frozenset({"partner"})
"""Keyword abilities whose longer forms are other abilities: “partner with [name]” isn't partner (702.124f)."""

_NAMED = "|".join(re.escape(each.removesuffix("!")) + "!?" for each in sorted(KEYWORD_NAMES, key=len, reverse=True))
_BEGINS = re.compile(rf"(?P<name>{_NAMED})(?P<rest>$|[ \N{{EM DASH}}-].*)")
_TYPED = tuple(
    re.compile(rf"(?P<kind>.+?)\s?(?P<name>{name})(?P<rest>$|[ \N{{EM DASH}}].*)")
    for name in ("walk", "landwalk", "cycling", "offering")
)
_COST_AT_END = re.compile(r"(?:^|(?<=[ \N{EM DASH}]))(?P<cost>(?:\{[^{}]*\}|[{}])+(?:(?: or |, | and/or ).*)?)$")
_NUMBER = re.compile(r"(?:[0-9]{1,3}|[xn])(?=$|[ \N{EM DASH}-])")
_NUMBER_AT_END = re.compile(r"(?P<quality>.+) (?P<number>[0-9]{1,3}|[xn])")
_SPECIAL_SYMBOLS = frozenset("TQESXYZN")
_QUALITY_PARTS = re.compile(r",? and (?:from )?|, (?:from )?")
_VERBS = (
    "pay", "sacrifice", "discard", "exile", "tap", "untap", "return", "reveal", "remove", "put", "mill", "collect",
    "behold", "waterbend", "add", "gain", "draw", "an", "each", "you", "that", "flip", "have", "say", "lose",
)  # fmt: skip
"""Words with which a cost in words begins."""

_PAYMENT = re.compile(
    r"(?:[0-9]+|x|half your|that much) (?:life|energy)(?:,? .*)?|(?:\{[^{}]+\})+(?: .*)?|[a-z ]+ mana .*"
)
_COUNT = re.compile(r"^(?:an?|another|one|two|three|four|five|six|seven|eight|[0-9]+|x) |(?<= card) at random$")
_EVERYTHING = frozenset({"everything", "all colors", "each color", "each opponent", "chosen player"})


@dataclass(frozen=True, slots=True)
class PrintedKeyword:
    """A keyword ability as printed.

    Attributes:
        name: the name: `equip`, `landwalk`, `cycling`.
        kind: the word before the name: `forest` in `forestwalk`; "" if there is none.
        quality: the phrase after the name: `knight` in `equip knight {3}`; "" if there is none.
        number: the number after the name; "" if there is none.
        cost: the cost, as printed; "" if none is stated.
    """

    name: str
    kind: str = ""
    quality: str = ""
    number: str = ""
    cost: str = ""


@lru_cache(maxsize=2048)
def parse_keyword(text: str, words: KnownWords = PROGRAM_WORDS) -> PrintedKeyword:
    """Parse a keyword ability in lower case.

    Raises:
        InvalidPhrase: the name isn't known, or what follows it doesn't fit the name.
    """
    plain = text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").replace(" \N{EM DASH} ", "\N{EM DASH}")
    found = _BEGINS.fullmatch(plain)
    if found is not None:
        name = next(each for each in (found["name"], found["name"] + "!", found["name"][:-1]) if each in KEYWORD_NAMES)
        return _with_rest(name, "", found["rest"], words)
    for typed in filter(None, (pattern.fullmatch(plain) for pattern in _TYPED)):
        if not _is_kind(typed["kind"], typed["name"], words):
            continue
        name = "landwalk" if typed["name"] == "walk" else typed["name"]
        return _with_rest(name, typed["kind"], typed["rest"], words)
    begin = re.match(r"[^\N{EM DASH}{]*", plain)
    if words.is_newer(text) or (begin is not None and words.is_newer(begin[0].strip())):
        return PrintedKeyword(text)
    raise InvalidPhrase(text, (*KEYWORD_NAMES, *_kinds(plain)))


def is_keyword(text: str, name: str, words: KnownWords = PROGRAM_WORDS) -> bool:
    """True if the keyword ability `text` is the ability `name`, with any cost, number and quality, or a variant of it.

    Args:
        text: a keyword ability as printed: `equip knight {3}`, `forestwalk`, `multikicker {1}`.
        name: the name of a keyword ability, such as `equip`, `landwalk`, `kicker`, or a keyword ability as printed.
        words: the words that a situation may use.
    """
    if text == name or name in _DISTINCT:
        return text == name
    try:
        has, sought = parse_keyword(text, words), parse_keyword(name, words)
    except InvalidPhrase:
        return False
    asked = {part: value for part in ("kind", "quality", "number", "cost") if (value := getattr(sought, part))}
    if name != sought.name and not asked:
        return text.startswith((f"{name} ", f"{name}\N{EM DASH}"))  # such as `trample over planeswalkers`
    # A name with a quality or a cost asks for exactly that quality or cost.
    same_name = sought.name in (has.name, VARIANTS.get(has.name))
    return same_name and all(getattr(has, part) == value for part, value in asked.items())


def keywords_named(keywords: Iterable[str], name: str, words: KnownWords = PROGRAM_WORDS) -> list[str]:
    """Return the keyword abilities that are the ability `name` (`is_keyword`), one for each instance."""
    return [each for each in keywords if is_keyword(each, name, words)]


def has_keyword(keywords: WordListValue, name: str, words: KnownWords = PROGRAM_WORDS) -> Truth:
    """Yes if a list has the keyword ability `name`, with any cost, number and quality (`is_keyword`)."""
    if name in keywords:
        return keywords.contains(name)
    return keywords.contains(next((each for each in keywords if is_keyword(each, name, words)), name))


_REDUNDANT = frozenset({
    "deathtouch", "defender", "double strike", "first strike", "flash", "flying", "haste", "hexproof", "indestructible",
    "intimidate", "landwalk", "lifelink", "protection", "reach", "shroud", "trample", "vigilance", "banding",
    "bands with other", "phasing", "shadow", "horsemanship", "fear", "convoke", "split second", "delve", "wither",
    "rebound", "infect", "menace", "skulk", "improvise", "read ahead", "changeling", "devoid",
})  # fmt: skip
"""Keyword abilities of which several instances are redundant (702.2f, 702.3c, ...), or that say what an object is."""


def without_redundant(keywords: Iterable[str], words: KnownWords = PROGRAM_WORDS) -> tuple[str, ...]:
    """Return keyword abilities without redundant instances. Of other abilities each instance works (702.24b, ...)."""
    found: list[str] = []
    for each in keywords:
        if each not in found or not any(is_keyword(each, name, words) for name in _REDUNDANT):
            found.append(each)
    return tuple(found)


def _kinds(text: str) -> tuple[str, ...]:
    """Return typed names near a text: `islandwalk` for `islandwlak`."""
    basic = ("plains", "island", "swamp", "mountain", "forest")
    return tuple(f"{each}{name}{text[text.find(' ') :] if ' ' in text else ''}" for each in basic
                 for name in ("walk", "cycling"))  # fmt: skip


def _is_kind(kind: str, name: str, words: KnownWords) -> bool:
    """True if a word can stand before `walk`, `cycling` or `offering`."""
    parts = kind.removesuffix(" land").split() if name != "walk" or " " in kind else [kind]
    known = (*CARD_TYPES, *SUPERTYPES, "nonbasic", "land", "snow-covered")
    return bool(parts) and all(each.removeprefix("non-") in known or words.is_subtype(each) for each in parts)


def _with_rest(name: str, kind: str, rest: str, words: KnownWords) -> PrintedKeyword:
    """Return a keyword ability with what follows its name.

    Raises:
        InvalidPhrase: the rest doesn't fit the name.
    """
    rest = f"\N{EM DASH}{rest[1:]}" if rest.startswith("-") else rest
    bare = rest.strip(" \N{EM DASH}")
    number = cost = ""
    if name in _WITH_NUMBER and (found := _NUMBER.match(bare)):
        number, bare = found[0], bare[found.end() :].strip(" \N{EM DASH}")
    elif name in _WITH_NUMBER and name in _WITH_QUALITY and (found := _NUMBER_AT_END.fullmatch(bare)):
        number, bare = found["number"], found["quality"]  # such as `devour artifact 1`
    if name in _WITH_COST and bare:
        bare, cost = _split_cost(bare, in_words="\N{EM DASH}" in rest or name == "cumulative upkeep")
    quality = ""
    if name in _WITH_QUALITY and bare.startswith(_WITH_QUALITY[name]):
        quality, bare = bare.removeprefix(_WITH_QUALITY[name]), ""
        _check_quality(name, quality, words)
    allowed = not bare or name in _WITH_TEXT or _is_special(name, bare) or bare.startswith("(")
    if not allowed:
        raise InvalidPhrase(f"{name} {bare}" if name in KEYWORD_NAMES else bare, KEYWORD_NAMES)
    return PrintedKeyword(name, kind, quality, number, cost)


def _is_special(name: str, bare: str) -> bool:
    return (name, bare) in (("trample", "over planeswalkers"), ("modular", "sunburst"), ("sunburst", "x"))


def _split_cost(text: str, *, in_words: bool) -> tuple[str, str]:
    """Split the text after a name into what stands before the cost, and the cost.

    Raises:
        InvalidPhrase: a symbol of the cost isn't known.
    """
    if (found := _COST_AT_END.search(text)) is not None:
        for symbol in re.findall(r"\{[^{}]*\}|[{}]", found["cost"]):
            if symbol[1:-1].upper() in _SPECIAL_SYMBOLS:
                continue
            try:
                parse_mana_cost(symbol)
            except ValueError as problem:
                raise InvalidPhrase(symbol) from problem
        return text[: found.start()].strip(" \N{EM DASH}"), found["cost"]
    before, dash, words = text.rpartition("\N{EM DASH}")
    first = words.split()[0].rstrip(",") if words.split() else ""
    if in_words and first in _VERBS:
        for part in re.split(r", | or (?=[a-z]+ )", words):
            _check_cost_in_words(part.strip())
        return before.strip() if dash else "", words
    if in_words and dash:
        raise InvalidPhrase(first or text, _VERBS)
    return text, ""


def _check_cost_in_words(part: str) -> None:
    """Check a part of a cost: `pay 2 life`, `sacrifice a creature`. The words after other verbs aren't checked.

    Raises:
        InvalidPhrase: what is to be paid or sacrificed isn't understood.
    """
    verb, _space, what = part.partition(" ")
    if verb == "pay" and not _PAYMENT.fullmatch(what):
        raise InvalidPhrase(what.split()[-1] if what else verb, ("life", "energy", "mana"))
    if verb in ("sacrifice", "discard", "tap", "untap"):
        parse_phrase(_COUNT.sub("", what))


def _check_quality(name: str, quality: str, words: KnownWords) -> None:
    """Check the phrase after a name. A player's id is a quality, too: `protection from p1`.

    Raises:
        InvalidPhrase: the phrase isn't understood.
    """
    for each in _QUALITY_PARTS.split(quality) if name in ("protection", "hexproof") else [quality]:
        phrase = each.strip().removeprefix("each ")
        is_other = phrase in _EVERYTHING or each.strip() in _EVERYTHING or re.fullmatch(r"p[0-9]{1,2}", phrase)
        if phrase and not is_other and not (name == "equip" and phrase == "planeswalker"):
            parse_phrase(phrase, words)
