"""What cards call things: whether an object or player is "a nonblack creature", "a land you control".

Effects, hexproof, protection and the word "target" name qualities in a few words. Here they are compared with the
stated facts.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kb.rulings.facts import N_
from kb.rulings.logic import Number, Truth, Words, any_of, every, not_, some, stated, unknown
from kb.rulings.vocabulary import CARD_TYPES, COLORS, SUPERTYPES, Object, Player

_COMPARED = re.compile(r"(?:with )?(mana value|power|toughness) (\d+)(?: or (less|greater|more))?")
_PARITY = re.compile(r"(?:with )?(?:an )?(even|odd) mana values?|(?:with )?mana value (even|odd)")
_WITH = re.compile(r"(with|without) ([a-z ]+)$")
_PLACE = re.compile(r"(?:card )?in (?:a|your|an opponent's) (graveyard|hand|exile|library)|card in (exile)")
_SYMBOL = re.compile(r"\{([^}]+)\}")
_FACE_DOWN = ("morph", "megamorph", "disguise")
_IGNORED = frozenset({"a", "an", "target", "another", "other", "card", "source", "sources", "and", "or", "spells"})


def has_kind(keywords: Words, name: str) -> Truth:
    """Whether a keyword ability is among some, with or without what follows its name: `suspend`, `suspend 3-{R}`."""
    if keywords.value is None:
        return keywords.has(name)
    longer = (f"{name} ", f"{name}\N{EM DASH}")
    spelled = next((each for each in keywords.value if each == name or each.startswith(longer)), name)
    return keywords.has(spelled)


def each_of_kind(keywords: Words, name: str) -> tuple[str, ...]:
    """What follows the name of a keyword ability, for each of the stated ones: `black` of `protection from black`."""
    return tuple(each.removeprefix(f"{name} ") for each in keywords if each.startswith(f"{name} "))


def mana_value(thing: Object) -> Number:
    """The mana value: as stated, else from the mana cost, X being what is stated, or 0 off the stack (202.3)."""
    cost = thing.given.get("mana_cost")
    if "mana_value" in thing.given or cost is None:
        return thing.mana_value
    total = Number(0, 0, (f"{thing.path}.mana_cost",), Object.mana_value.label, thing)
    for symbol in _SYMBOL.findall(cost):
        if symbol == "X":
            total += thing.x if "x" in thing.given else 0
        else:
            first = symbol.split("/")[0]
            total += int(first) if first.isdigit() else 1
    return total


def described(thing: Object, quality: str, by: Player | None = None) -> Truth:
    """Whether an object, wherever it is, is what some words call it.

    Args:
        thing: the object.
        quality: card types, subtypes, supertypes, colours, each with "non" before it or not; "with flying";
            "mana value 3 or less"; "even mana value"; "you control".
        by: who says "you".
    """
    words = quality.lower().strip()
    parts: list[Truth] = []
    for ending, mine in (("you control", True), ("an opponent controls", False), ("you don't control", False)):
        if words.endswith(ending) and by is not None:
            words = words.removesuffix(ending).strip()
            parts.append(by.controls(thing) if mine else not_(by.controls(thing)))
    if found := _PARITY.search(words):
        words = words.replace(found.group(0), "").strip()
        parts.append(_parity(thing, even="even" in found.groups()))
    if found := _COMPARED.search(words):
        words = words.replace(found.group(0), "").strip()
        parts.append(_compared(thing, found.group(1), int(found.group(2)), found.group(3)))
    if found := _WITH.search(words):
        words = words.replace(found.group(0), "").strip()
        has = has_kind(thing.keywords, found.group(2))
        parts.append(has if found.group(1) == "with" else not_(has))
    if found := _PLACE.search(words):
        words = words.replace(found.group(0), "").strip()
    parts += [_word(thing, each) for each in words.split() if each not in _IGNORED]
    return every(parts)


def _parity(thing: Object, *, even: bool) -> Truth:
    value = mana_value(thing)
    if value.value is None:
        return unknown(value.open[0], N_("not stated: whether the mana value of {thing} is even"), thing=thing)
    return value == (value.value if (value.value % 2 == 0) is even else -1)


def _compared(thing: Object, what: str, number: int, how: str | None) -> Truth:
    value = {"mana value": mana_value(thing), "power": thing.power, "toughness": thing.toughness}[what]
    if how is None:
        return value == number
    return value <= number if how == "less" else value >= number


_SIMPLE: dict[str, Callable[[Object], Truth]] = {
    "permanent": lambda thing: thing.is_permanent,
    "spell": lambda thing: thing.is_spell,
    "player": lambda thing: stated(False, N_("{thing} is no player"), thing=thing),
    "colorless": lambda thing: thing.colors.empty,
    "multicolored": lambda thing: thing.colors.count >= 2,
    "monocolored": lambda thing: thing.colors.count == 1,
    "tapped": lambda thing: thing.tapped,
    "untapped": lambda thing: not_(thing.tapped),
    "attacking": lambda thing: thing.attacking != "none",
    "token": lambda thing: thing.token,
}


def _word(thing: Object, word: str) -> Truth:
    """Whether one word describes a thing."""
    if word in _SIMPLE:
        return _SIMPLE[word](thing)
    if word.startswith("non"):
        return not_(_word(thing, word.removeprefix("non").removeprefix("-")))
    singular = word.removesuffix("ies") + "y" if word.endswith("ies") else word.removesuffix("s")
    kinds = {CARD_TYPES: thing.types, SUPERTYPES: thing.supertypes, COLORS: thing.colors}
    for choices, words in kinds.items():
        for each in (word, singular):
            if each in choices:
                return words.has(each)
    return any_of(*(thing.subtypes.has(each) for each in dict.fromkeys((word, singular))))


def is_targetable_as(thing: Object | Player, quality: str, by: Player | None) -> Truth:
    """Whether a thing is what some words after "target" call it: a permanent, unless they say something else (109.2).

    Args:
        thing: what is to be the target.
        quality: the words: `creature`, `player`, `opponent`, `creature card in a graveyard`, `spell`.
        by: who controls the spell or ability.
    """
    words = quality.lower().strip()
    if isinstance(thing, Player):
        mine = by is not None and by.id == thing.id
        fits = "player" in words.split() or ("opponent" in words.split() and not mine)
        return stated(fits, N_("{thing} is a player") if fits else N_("{thing} isn't “{words}”"), thing=thing,
                      words=words)  # fmt: skip
    if found := _PLACE.search(words):
        zone = thing.zone == (found.group(1) or found.group(2))
    elif "spell" in words.split() or "ability" in words.split():
        zone = thing.zone == "stack"
        words = words.replace("ability", "").replace("spell", "")
    else:
        zone = thing.is_permanent
    return every((zone, described(thing, words, by)))


def _is_stated_to_have(spell: Object, *keywords: str) -> Truth:
    """Whether one of some keyword abilities is stated; what isn't stated of it gives it no other qualities."""
    found = [has_kind(spell.keywords, each) for each in keywords] if spell.keywords.known else []
    return some(found)


def could_come_to_have(spell: Object, quality: str) -> Truth:
    """Whether a choice made while casting a spell can give it a quality: bestow makes it an Aura (702.103b)."""
    return any_of(
        spell.choices.has(quality),
        every((_is_stated_to_have(spell, "bestow"), stated(quality in ("aura", "enchantment")))),
        every((_is_stated_to_have(spell, *_FACE_DOWN), stated(quality in ("creature", "colorless", "mana value 0")))),
    )


def could_come_to_lack(spell: Object, quality: str) -> Truth:
    """Whether a choice made while casting a spell can take a quality from it: a value for X, another way to cast it."""
    has_x = "X" in _SYMBOL.findall(spell.given.get("mana_cost") or "") and "x" not in spell.given
    about_mana = "mana value" in quality
    return any_of(
        spell.choices.has(f"non{quality}"),
        stated(has_x and about_mana, N_("the value of X isn't chosen yet") if has_x else N_("there is no X to choose")),
        every((_is_stated_to_have(spell, "bestow"), stated(quality == "creature"))),
        every((_is_stated_to_have(spell, *_FACE_DOWN), stated(quality not in ("creature", "colorless")))),
    )
