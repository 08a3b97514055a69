"""Qualities: the phrases by which cards pick things, as `creature you control`, `opponent`, `nonbasic land`, `red`.

Enchant, equip, protection, hexproof, effects and the word "target" name what they are about in such words. A word that
is no card type, supertype, colour or state is taken as a subtype.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kb.i18n import mark_message
from kb.rulings.engine.derivation import Derivation, is_stated
from kb.rulings.engine.mana_value import mana_value_of
from kb.rulings.logic.partial_values import NumberValue, WordListValue
from kb.rulings.logic.ternary import Claim, Truth, all_of, any_of, constant, every, not_, some, unknown
from kb.rulings.situation.mana_cost import NO_COST, parse_mana_cost
from kb.rulings.situation.situation import Effect, Object, Player
from kb.rulings.situation.type_line import CARD_TYPES, SUPERTYPES
from kb.rulings.situation.vocabulary import COLORS

EACH_COLOR = frozenset({"all colors", "each color"})
"""What protection and hexproof can be from that stands for every colour (702.11f, 702.16h)."""

_COMPARED = re.compile(r"(?:with )?\b(mana value|power|toughness) (\d+)(?: or (less|greater|more))?")
_PARITY = re.compile(r"(?:with )?(?:an )?\b(even|odd) mana values?|(?:with )?mana value (even|odd)")
_WITH = re.compile(r" ?\b(with|without) ([a-z ]+)$")
_COUNTERS = re.compile(r" ?\bwith an? (\S+) counters? on (?:it|them)")
_NO_ABILITIES = re.compile(r" ?\b(?:with no|without) abilities$")
_PLACE = re.compile(r" in (a|your|an opponent's|exile)(?: (graveyard|hand|library|exile))?$")
_EITHER = re.compile(r",? or |, ")
_FROM = re.compile(r",? and (?:from )?|, (?:from )?")
_PASSED_OVER = frozenset({"a", "all", "an", "any", "each", "target", "and", "source", "sources", "spells", "cards"})
_OTHER = frozenset({"another", "other"})
_CAST_FROM = ("hand", "library", "graveyard", "exile", "command")
_FACE_DOWN = ("morph", "megamorph", "disguise")


# --- whose ---------------------------------------------------------------------------------------------------


def same_controller(one: Object, other: Object | Player) -> Truth:
    """Whether one player controls both, or a player controls the object."""
    return one.controller == (other if isinstance(other, Player) else other.controller)


def is_opponent_of(source: Object, other: Object | Player) -> Truth:
    """Whether the controller of an object is an opponent of a player, or of another object's (102.2, 102.3)."""
    theirs = source.now.player(source.controller.value or "")
    player = other if isinstance(other, Player) else source.now.player(other.controller.value or "")
    if theirs is None or player is None:
        return not_(same_controller(source, other))
    is_one = player in theirs.opponents
    template = mark_message("{controller}, who controls {source}, is an opponent of {player}")
    denial = mark_message("{controller}, who controls {source}, is no opponent of {player}")
    values = (("controller", theirs), ("source", source), ("player", player))
    words = [source.controller] if isinstance(other, Player) else [source.controller, other.controller]
    return Truth(
        is_one, claim=Claim(template if is_one else denial, values), facts=tuple(each.fact for each in words),
        assumed=any(each.assumed for each in words),
    )  # fmt: skip


_WHOSE: dict[str, Callable[[Object, Object | Player], Truth]] = {
    " you control": same_controller,
    " you don't control": lambda thing, you: not_(same_controller(thing, you)),
    " an opponent controls": is_opponent_of,
    " your opponents control": is_opponent_of,
    " you own": lambda thing, you: thing.owner == (you if isinstance(you, Player) else you.controller),
}


def is_another(thing: Object | Player, source: Object) -> Truth:
    """Whether two are different things."""
    if thing.id == source.id:
        return constant(False, "{thing} is the same object", thing=thing)
    return constant(True, "{thing} is another object than {source}", thing=thing, source=source)


def source_of(source: Object) -> Object:
    """Where a spell or ability comes from: the source of an ability on the stack; a spell itself (113.7)."""
    return source.now.object(source.stated.get("source") or "") or source


# --- single words --------------------------------------------------------------------------------------------


def _is_card(thing: Object) -> Truth:
    """Whether it is a card, as it is taken to be where nothing else is said of it."""
    if "card" in thing.stated:
        return thing.card
    return not_(thing.token) if "token" in thing.stated else constant(True)


def _is_spell(thing: Object) -> Truth:
    """Whether it is a spell, as what is on the stack is taken to be that has no source."""
    if "card" in thing.stated or "copy" in thing.stated:
        return thing.is_spell
    has_source = "source" in thing.stated
    template = mark_message("{thing} is an ability") if has_source else mark_message("{thing} is no ability")
    return all_of(thing.zone == "stack", constant(not has_source, template, thing=thing))


def _no_player(thing: Object) -> Truth:
    return constant(False, "{thing} is no player", thing=thing)


_IS: dict[str, Callable[[Object], Truth]] = {
    "permanent": lambda thing: thing.is_permanent,
    "card": _is_card,
    "token": lambda thing: thing.token,
    "tapped": lambda thing: thing.tapped,
    "untapped": lambda thing: not_(thing.tapped),
    "attacking": lambda thing: thing.attacking != "none",
    "blocking": lambda thing: not_(thing.blocking.is_empty),
    "colorless": lambda thing: thing.colors.is_empty,
    "monocolored": lambda thing: thing.colors.count == 1,
    "multicolored": lambda thing: thing.colors.count >= 2,
    "colored": lambda thing: not_(thing.colors.is_empty),
    "commander": lambda thing: thing.commander,
    "spell": _is_spell,
    "ability": lambda thing: thing.zone == "stack",
    "player": _no_player,
    "opponent": _no_player,
}

_KEYWORDS = frozenset({
    "deathtouch", "defender", "double strike", "fear", "first strike", "flash", "flying", "haste", "hexproof",
    "horsemanship", "indestructible", "infect", "intimidate", "lifelink", "menace", "reach", "shadow", "shroud",
    "skulk", "trample", "vigilance", "wither",
})  # fmt: skip
"""Keyword abilities that effects name alone, as a quality: `flying`, `no flying`."""

_NOUNS = ("permanent", "card", "token", "spell", "ability", "player", "opponent", *CARD_TYPES)


def _forms(word: str) -> tuple[str, ...]:
    """A word, and what it may be the plural of: `elves` of `elf`, `zombies` of `zombie`."""
    found = [word]
    for ending, singulars in (("ves", ("f", "fe", "ve")), ("ies", ("y", "ie")), ("es", ("", "e")), ("s", ("",))):
        if word.endswith(ending):
            found += [word.removesuffix(ending) + each for each in singulars]
            break
    return tuple(found)


def word_applies(thing: Object, word: str) -> Truth:
    """Whether one word is true of an object: a card type, supertype, colour, state or subtype, or `non` and one."""
    if word.startswith("non") and len(word) > 4:
        return not_(word_applies(thing, word[3:].lstrip("-")))
    forms = _forms(word)
    for each in forms:
        if each in _IS:
            return _IS[each](thing)
    for choices, words in ((CARD_TYPES, thing.types), (SUPERTYPES, thing.supertypes), (COLORS, thing.colors)):
        for each in forms:
            if each in choices:
                return words.contains(each)
    return any_of(*(thing.subtypes.contains(each) for each in forms))


def has_keyword_kind(keywords: WordListValue, name: str) -> Truth:
    """Whether a keyword ability is among some, with or without what follows its name: `suspend`, `suspend 3-{R}`."""
    if keywords.value is None:
        return keywords.contains(name)
    longer = (f"{name} ", f"{name}\N{EM DASH}")
    spelled = next((each for each in keywords.value if each == name or each.startswith(longer)), name)
    return keywords.contains(spelled)


# --- phrases -------------------------------------------------------------------------------------------------


def matches_phrase(thing: Object, phrase: str, you: Object | Player | None = None) -> Truth:
    """Whether an object, wherever it is, is what a phrase of a card calls it.

    Args:
        thing: the object.
        phrase: as `creature you control`, `nonblack artifact or creature`, `creature with flying`, `mana value 3 or
            less`, `even mana value`, `Goblins`, `flying`, `no flying`.
        you: the player who is "you", or the object whose controller is; None where nobody is known to be.
    """
    text = phrase.lower().strip()
    if text.startswith("no "):
        return not_(matches_phrase(thing, text.removeprefix("no "), you))
    if text in _KEYWORDS:
        return thing.keywords.contains(text)
    parts, alternatives = _read(thing, text, you)
    return all_of(some(every(word_applies(thing, word) for word in words) for words in alternatives), *parts)


def effect_concerns(effect: Effect, thing: Object | Player | None) -> Truth:
    """Whether an effect is directed at a thing that has the qualities that it speaks of, where it speaks of any."""
    if not effect.is_directed_at(thing):
        return constant(False)
    asked = effect.stated.get("quality") or ()
    return every(matches_phrase(thing, each) if isinstance(thing, Object) else constant(False) for each in asked)


def phrase_picks(thing: Object | Player, phrase: str, source: Object) -> Truth:
    """Whether a phrase of a card picks a thing: a permanent, unless the phrase says something else (109.2).

    Args:
        thing: what may be picked.
        phrase: see `described`; also `opponent`, `creature or player`, `creature card in a graveyard`, `spell`.
        source: the card, spell or ability that says so; "you" is its controller.
    """
    text = phrase.lower().strip()
    if isinstance(thing, Player):
        return some(_player_fits(thing, _words(each), source) for each in _EITHER.split(text))
    place = _PLACE.search(text)
    parts, alternatives = _read(thing, text[: place.start()] if place else text, source)
    if place:
        parts.append(thing.zone == (place[2] or "exile"))
        parts += [thing.owner == source.controller] if place[1] == "your" else []
        parts += [thing.owner != source.controller] if place[1] == "an opponent's" else []
    if _OTHER & set(text.split()):
        parts.append(is_another(thing, source_of(source)))
    found = []
    for words in alternatives:
        elsewhere = place is not None or {"spell", "ability"} & set(words)
        found.append(
            every([*([] if elsewhere else [thing.is_permanent]), *(word_applies(thing, word) for word in words)])
        )
    return all_of(some(found), *parts)


def _words(text: str) -> tuple[str, ...]:
    """The words that say something of what is picked."""
    return tuple(each.strip(",") for each in text.split() if each not in _PASSED_OVER and each not in _OTHER)


def _read(thing: Object, text: str, you: Object | Player | None) -> tuple[list[Truth], tuple[tuple[str, ...], ...]]:
    """What a phrase says of a thing by its clauses, and the words of each alternative that are left."""
    parts: list[Truth] = []
    text = _without_whose(thing, text, you, parts)
    if found := _PARITY.search(text):
        text = text.replace(found[0], "")
        parts.append(_parity(thing, even="even" in found.groups()))
    if found := _COMPARED.search(text):
        text = text.replace(found[0], "")
        parts.append(_compared(thing, found[1], int(found[2]), found[3]))
    if found := _COUNTERS.search(text):
        text = text.replace(found[0], "")
        parts.append(thing.counters[found[1]] >= 1)
    if found := _NO_ABILITIES.search(text.rstrip()):
        text = text[: found.start()]
        parts += [thing.keywords.is_empty, _has_no_other_abilities(thing)]
    if found := _WITH.search(text.rstrip()):
        text = text[: found.start()]
        has = has_keyword_kind(thing.keywords, found[2])
        parts.append(has if found[1] == "with" else not_(has))
    text = _without_whose(thing, text.rstrip(), you, parts)
    # Commas stand between alternatives where "or" is, else between adjectives: "nonartifact, nonblack creature".
    alternatives = [_words(each) for each in (_EITHER.split(text) if " or " in text else [text])]
    return parts, tuple(_with_noun(each, alternatives[-1]) for each in alternatives)


def _without_whose(thing: Object, text: str, you: Object | Player | None, parts: list[Truth]) -> str:
    """A phrase without its words on whose a thing is, which become a part of what it says."""
    for ending, test in _WHOSE.items():
        if text.endswith(ending) or text == ending.strip():
            parts.append(_whose(thing, ending, test, you))
            text = text.removesuffix(ending.strip())
    return text


def _has_no_other_abilities(thing: Object) -> Truth:
    """Whether it has no abilities but keyword abilities, if it has any."""
    listed = thing.abilities.stated
    return all_of(listed, constant(not len(thing.abilities), "{thing} has other abilities", thing=thing))


def _with_noun(words: tuple[str, ...], last: tuple[str, ...]) -> tuple[str, ...]:
    """The words of an alternative with the noun that it shares: `white or blue creature` is about creatures."""
    if not words or words is last or words[-1] not in COLORS or last[-1:] == () or last[-1] not in _NOUNS:
        return words
    return (*words, last[-1])


def _whose(
    thing: Object, ending: str, test: Callable[[Object, Object | Player], Truth], you: Object | Player | None
) -> Truth:
    if you is None:
        return unknown(f"{thing.path}.controller", "not stated: who is meant by “{words}”", words=ending.strip())
    return test(thing, you)


def _of_mana_value(thing: Object, test: Callable[[NumberValue], Truth]) -> Truth:
    """What is asked of the mana value: of the one stated, else of what its mana cost makes (202.3)."""
    if is_stated(thing, "mana_value"):
        return test(thing.mana_value)
    if is_stated(thing, "x") and thing.zone.value in _CAST_FROM:
        # The X of a card is chosen as it is cast: it is looked at as the spell that it would be (601.2a, 601.2b).
        thing = Object(thing.id, thing.now, {**thing.stated, "zone": "stack"})
    steps = Derivation(thing.now)
    found = mana_value_of(steps, thing)
    if found is None or steps.truth.value is not True:
        return steps.truth if is_stated(thing, "mana_cost") else test(thing.mana_value)
    # A split card of before 2017-04-28 has two.
    values = found if isinstance(found, list) else [found]
    numbers = [NumberValue(each, each, (), Object.mana_value.label, thing) for each in values]
    return all_of(steps.truth, some(test(each) for each in numbers))


def _parity(thing: Object, *, even: bool) -> Truth:
    def test(value: NumberValue) -> Truth:
        if value.value is None:
            return unknown(value.open_facts[0], "not stated: whether the mana value of {thing} is even", thing=thing)
        return value == (value.value if (value.value % 2 == 0) is even else -1)

    return _of_mana_value(thing, test)


def _compared(thing: Object, what: str, number: int, how: str | None) -> Truth:
    def test(value: NumberValue) -> Truth:
        if how is None:
            return value == number
        return value <= number if how == "less" else value >= number

    if what == "mana value":
        return _of_mana_value(thing, test)
    return test(thing.power if what == "power" else thing.toughness)


def _player_fits(player: Player, words: tuple[str, ...], source: Object) -> Truth:
    if words == ("player",):
        return constant(True, "{player} is a player", player=player)
    if words in (("opponent",), ("player", "who", "is", "opponent")):
        return is_opponent_of(source, player)
    if words == ("you",):
        return source.controller == player
    return constant(False, "{player} is a player", player=player)


# --- protection and hexproof ---------------------------------------------------------------------------------


def protection_qualities(thing: Object | Player, keyword: str) -> tuple[str, ...]:
    """What protection or hexproof is stated to be from, also where several stand in one phrase (702.11e, 702.16g)."""
    start = f"{keyword} from "
    phrases = [each.removeprefix(start) for each in thing.keywords if each.startswith(start)]
    return tuple(part.strip() for phrase in phrases for part in _FROM.split(phrase))


def has_protection(thing: Object | Player) -> Truth:
    """Whether a thing has protection from anything."""
    found = [each for each in thing.keywords if each.startswith("protection from ")]
    return thing.keywords.contains(found[0] if found else "protection")


def is_protected_from(thing: Object | Player, source: Object) -> Truth:
    """Whether a thing has protection from a quality that an object has (702.16a, 702.16g to 702.16k)."""
    qualities = protection_qualities(thing, "protection")
    if not qualities:
        return thing.keywords.contains("protection")
    return some(has_quality(source, each) for each in qualities)


def has_quality(source: Object, quality: str) -> Truth:
    """Whether an object has the quality that protection or hexproof is from."""
    if quality == "everything":
        return constant(True, "{source} is something", source=source)
    if quality in EACH_COLOR:
        return not_(source.colors.is_empty)
    if (player := source.now.player(quality)) is not None:
        return source.controller == player
    return matches_phrase(source, quality)


# --- what choices made while casting bring about --------------------------------------------------------------


def _is_stated_to_have(spell: Object, *keywords: str) -> Truth:
    """Whether one of some keyword abilities is stated; what isn't stated of it gives it no other qualities."""
    found = [has_keyword_kind(spell.keywords, each) for each in keywords] if spell.keywords.is_known else []
    return some(found)


def could_gain_quality(spell: Object, quality: str) -> Truth:
    """Whether a choice made while casting a spell can give it a quality: bestow makes it an Aura (702.103b)."""
    return any_of(
        spell.choices.contains(quality),
        every((_is_stated_to_have(spell, "bestow"), constant(quality in ("aura", "enchantment")))),
        every((_is_stated_to_have(spell, *_FACE_DOWN), constant(quality in ("creature", "colorless", "mana value 0")))),
    )


def could_lose_quality(spell: Object, quality: str) -> Truth:
    """Whether a choice made while casting a spell can take a quality from it: a value for X, another way to cast it."""
    cost = spell.stated.get("mana_cost") or NO_COST
    has_x = any(each.kind == "variable" for each in parse_mana_cost(cost)) and "x" not in spell.stated
    about_mana = "mana value" in quality
    return any_of(
        spell.choices.contains(f"non{quality}"),
        constant(
            has_x and about_mana,
            mark_message("the value of X isn't chosen yet") if has_x else mark_message("there is no X to choose"),
        ),
        every((_is_stated_to_have(spell, "bestow"), constant(quality == "creature"))),
        every((_is_stated_to_have(spell, *_FACE_DOWN), constant(quality not in ("creature", "colorless")))),
    )
