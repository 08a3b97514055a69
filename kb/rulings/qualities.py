"""Qualities: the phrases by which cards pick things, as `creature you control`, `opponent`, `nonbasic land`, `red`.

Enchant, equip and protection name what they are about in such words. A word that is no card type, supertype, colour
or state is taken as a subtype.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kb.rulings.facts import N_
from kb.rulings.logic import Truth, all_of, any_of, every, not_, some, stated
from kb.rulings.vocabulary import CARD_TYPES, COLORS, SUPERTYPES, Object, Player

_MEASURED = re.compile(r" with (power|toughness|mana value) (\d+) or (less|greater)$")
_WITH = re.compile(r" (with|without) ([a-z ]+)$")
_ARTICLE = re.compile(r"^(a|an|any) ")
_OTHER = re.compile(r"^(another|other) ")
_EITHER = re.compile(r",? or |, ")


def same_controller(one: Object, other: Object) -> Truth:
    """Whether one player controls both."""
    return one.controller == other.controller


def opposes(source: Object, player: Player) -> Truth:
    """Whether the controller of an object is an opponent of a player (102.2, 102.3)."""
    controller = source.now.player(source.controller.value or "")
    if controller is not None:
        is_one = player in controller.opponents
        template = N_("{controller}, who controls {source}, is an opponent of {player}")
        denial = N_("{controller}, who controls {source}, is no opponent of {player}")
        return stated(is_one, template if is_one else denial, controller=controller, source=source, player=player)
    return source.controller != player


def _of_an_opponent(thing: Object, source: Object) -> Truth:
    return not_(same_controller(thing, source))


_WHOSE: dict[str, Callable[[Object, Object], Truth]] = {
    " you control": same_controller,
    " you don't control": lambda thing, source: not_(same_controller(thing, source)),
    " an opponent controls": _of_an_opponent,
    " your opponents control": _of_an_opponent,
    " you own": lambda thing, source: thing.owner == source.controller,
}

_IS: dict[str, Callable[[Object], Truth]] = {
    "permanent": lambda thing: thing.is_permanent,
    "card": lambda thing: thing.card,
    "token": lambda thing: thing.token,
    "tapped": lambda thing: thing.tapped,
    "untapped": lambda thing: not_(thing.tapped),
    "attacking": lambda thing: thing.attacking != "none",
    "blocking": lambda thing: not_(thing.blocking.empty),
    "colorless": lambda thing: thing.colors.empty,
    "monocolored": lambda thing: thing.colors.count == 1,
    "multicolored": lambda thing: thing.colors.count >= 2,
    "colored": lambda thing: not_(thing.colors.empty),
    "commander": lambda thing: thing.commander,
    "spell": lambda thing: thing.is_spell,
}


def is_(thing: Object, word: str) -> Truth:
    """Whether one word is true of an object: a card type, supertype, colour, state or subtype, or `non` and one."""
    if word in _IS:
        return _IS[word](thing)
    if word in CARD_TYPES:
        return thing.types.has(word)
    if word in SUPERTYPES:
        return thing.supertypes.has(word)
    if word in COLORS:
        return thing.colors.has(word)
    if word.startswith("non") and len(word) > 4:
        return not_(is_(thing, word[3:].lstrip("-")))
    return thing.subtypes.has(word)


def fits(thing: Object | Player, phrase: str, source: Object) -> Truth:
    """Whether a phrase of a card picks a thing.

    Args:
        thing: what may be picked.
        phrase: as `creature you control`, `artifact or creature`, `opponent`, `creature card in a graveyard`.
        source: the card that says so; "you" is its controller.
    """
    text = phrase.lower().strip()
    if isinstance(thing, Player):
        return some(_player_fits(thing, _ARTICLE.sub("", each), source) for each in _EITHER.split(text))
    parts: list[Truth] = []
    for ending, test in _WHOSE.items():
        if text.endswith(ending):
            text = text.removesuffix(ending)
            parts.append(test(thing, source))
    if text.endswith(" graveyard"):
        text, _in, whose = text.rpartition(" in ")
        parts.append(thing.zone == "graveyard")
        parts += [thing.owner == source.controller] if whose.startswith("your") else []
    else:
        parts.append(thing.is_permanent)
    if measured := _MEASURED.search(text):
        text = text[: measured.start()]
        number = {"power": thing.power, "toughness": thing.toughness, "mana value": thing.mana_value}[measured[1]]
        bound = int(measured[2])
        parts.append(number <= bound if measured[3] == "less" else number >= bound)
    elif keyword := _WITH.search(text):
        text = text[: keyword.start()]
        has = thing.has(keyword[2])
        parts.append(has if keyword[1] == "with" else not_(has))
    if _OTHER.search(text):
        parts.append(is_another(thing, source))
    text = _OTHER.sub("", _ARTICLE.sub("", text))
    alternatives = [every(is_(thing, word) for word in each.split()) for each in _EITHER.split(text)]
    return all_of(some(alternatives), *parts)


def _player_fits(player: Player, word: str, source: Object) -> Truth:
    if word in ("player", "target player"):
        return stated(True, N_("{player} is a player"), player=player)
    if word in ("opponent", "player who is an opponent"):
        return opposes(source, player)
    if word == "you":
        return source.controller == player
    return stated(False, N_("{player} is a player"), player=player)


def is_another(thing: Object | Player, source: Object) -> Truth:
    """Whether two are different things."""
    if thing.id == source.id:
        return stated(False, N_("{thing} is the same object"), thing=thing)
    return stated(True, N_("{thing} is another object than {source}"), thing=thing, source=source)


def _singular(word: str) -> str:
    for ending, single in (("ves", "f"), ("ies", "y"), ("s", "")):
        if word.endswith(ending):
            return word.removesuffix(ending) + single
    return word


def has_protection(thing: Object | Player) -> Truth:
    """Whether a thing has protection from anything."""
    found = [each for each in thing.keywords if each.startswith("protection from ")]
    return thing.keywords.has(found[0] if found else "protection")


def protected(thing: Object | Player, source: Object) -> Truth:
    """Whether a thing has protection from a quality that an object has (702.16a, 702.16g to 702.16k)."""
    if not thing.keywords.known:
        return thing.keywords.has("protection")
    phrases = [each.removeprefix("protection from ") for each in thing.keywords if each.startswith("protection from ")]
    qualities = [each for phrase in phrases for each in phrase.replace(", ", " and from ").split(" and from ")]
    if not qualities:
        return thing.keywords.has("protection")
    return some(_has_quality(source, quality.removeprefix("from ")) for quality in qualities)


def _has_quality(source: Object, quality: str) -> Truth:
    if quality == "everything":
        return stated(True, N_("{source} is something"), source=source)
    if quality in ("all colors", "each color"):
        return not_(source.colors.empty)
    if (player := source.now.player(quality)) is not None:
        return source.controller == player
    if quality in _IS or quality in COLORS or quality in CARD_TYPES or quality in SUPERTYPES:
        return is_(source, quality)
    return any_of(*(is_(source, each) for each in dict.fromkeys((_singular(quality), quality))))
