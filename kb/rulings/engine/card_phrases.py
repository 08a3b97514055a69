"""Phrases on cards that describe things: `creature you control`, `opponent`, `nonbasic land`, `red`.

Enchant, equip, protection, hexproof, effects and the word "target" use such phrases. If a word isn't a card type,
supertype, colour or state, it is read as a subtype.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kb.rulings.engine.derivation import Derivation, is_stated
from kb.rulings.engine.mana_value import mana_value_of
from kb.rulings.logic.partial_values import NumberValue, WordListValue
from kb.rulings.logic.ternary import Claim, Truth, all_of, any_of, constant, every, not_, some, unknown
from kb.rulings.situation.mana_cost import NO_COST, parse_mana_cost
from kb.rulings.situation.situation import Effect, Object, Player
from kb.rulings.situation.type_line import CARD_TYPES, SUPERTYPES
from kb.rulings.situation.vocabulary import COLORS

_PLACE = re.compile(r" in (a|your|an opponent's|exile)(?: (graveyard|hand|library|exile))?$")
_EITHER = re.compile(r",? or |, ")
_STOP_WORDS = frozenset({"a", "all", "an", "any", "each", "target", "and", "source", "sources", "spells", "cards"})
_OTHER = frozenset({"another", "other"})
_CAST_FROM = ("hand", "library", "graveyard", "exile", "command")
_FACE_DOWN = ("morph", "megamorph", "disguise")


# --- whose ---------------------------------------------------------------------------------------------------


def same_controller(one: Object, other: Object | Player) -> Truth:
    """Yes if the same player controls `one` and `other`. If `other` is a player, yes if `other` controls `one`."""
    return one.controller == (other if isinstance(other, Player) else other.controller)


def is_opponent_of(source: Object, other: Object | Player) -> Truth:
    """Yes if the controller of `source` is an opponent of `other` or of the controller of `other` (102.2)."""
    theirs = source.now.player(source.controller.value or "")
    player = other if isinstance(other, Player) else source.now.player(other.controller.value or "")
    if theirs is None or player is None:
        return not_(same_controller(source, other))
    is_one = player in theirs.opponents
    values = (("controller", theirs), ("source", source), ("player", player))
    words = [source.controller] if isinstance(other, Player) else [source.controller, other.controller]
    yes = Claim("{controller}, who controls {source}, is an opponent of {player}", values)
    no = Claim("{controller}, who controls {source}, is no opponent of {player}", values)
    facts, assumed = tuple(each.fact for each in words), any(each.assumed for each in words)
    return Truth(is_one, claim=yes if is_one else no, facts=facts, assumed=assumed)


_WHOSE: dict[str, Callable[[Object, Object | Player], Truth]] = {
    " you control": same_controller,
    " you don't control": lambda thing, you: not_(same_controller(thing, you)),
    " an opponent controls": is_opponent_of,
    " your opponents control": is_opponent_of,
    " you own": lambda thing, you: thing.owner == (you if isinstance(you, Player) else you.controller),
}


def is_another(thing: Object | Player, source: Object) -> Truth:
    """Yes if `thing` isn't `source`."""
    if thing.id == source.id:
        return constant(False, "{thing} is the same object", thing=thing)
    return constant(True, "{thing} is another object than {source}", thing=thing, source=source)


def source_of(source: Object) -> Object:
    """Return the source of an ability on the stack (113.7). If the object isn't such an ability, return the object."""
    return source.now.object(source.stated.get("source") or "") or source


# --- single words --------------------------------------------------------------------------------------------


def _is_card(thing: Object) -> Truth:
    """Yes if the object is a card. If neither `card` nor `token` is stated, the object counts as a card."""
    if "card" in thing.stated:
        return thing.card
    return not_(thing.token) if "token" in thing.stated else constant(True)


def _is_spell(thing: Object) -> Truth:
    """Yes if the object is a spell. Without `card`, `copy` and `source`, each object on the stack is a spell."""
    if "card" in thing.stated or "copy" in thing.stated:
        return thing.is_spell
    is_ability = constant(False, "{thing} is an ability", thing=thing)
    no_ability = constant(True, "{thing} is no ability", thing=thing)
    return all_of(thing.zone == "stack", is_ability if "source" in thing.stated else no_ability)


def _no_player(thing: Object) -> Truth:
    return constant(False, "{thing} is no player", thing=thing)


_STATES: dict[str, Callable[[Object], Truth]] = {
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
"""Keyword abilities whose name alone is a phrase: `flying`, `no flying`."""

_NOUNS = ("permanent", "card", "token", "spell", "ability", "player", "opponent", *CARD_TYPES)


def _singular_forms(word: str) -> tuple[str, ...]:
    """Return a word and its possible singular forms: `elf` for `elves`, `zombie` for `zombies`."""
    found = [word]
    for ending, singulars in (("ves", ("f", "fe", "ve")), ("ies", ("y", "ie")), ("es", ("", "e")), ("s", ("",))):
        if word.endswith(ending):
            found += [word.removesuffix(ending) + each for each in singulars]
            break
    return tuple(found)


def word_applies(thing: Object, word: str) -> Truth:
    """Yes if `word` names a card type, supertype, colour, state or subtype of an object. `non` negates the word."""
    if word.startswith("non") and len(word) > 4:
        return not_(word_applies(thing, word[3:].lstrip("-")))
    forms = _singular_forms(word)
    for each in forms:
        if each in _STATES:
            return _STATES[each](thing)
    for choices, words in ((CARD_TYPES, thing.types), (SUPERTYPES, thing.supertypes), (COLORS, thing.colors)):
        for each in forms:
            if each in choices:
                return words.contains(each)
    return any_of(*(thing.subtypes.contains(each) for each in forms))


def has_keyword_kind(keywords: WordListValue, name: str) -> Truth:
    """Yes if the list has the keyword ability `name`, with or without parameters: `suspend`, `suspend 3-{R}`."""
    if keywords.value is None:
        return keywords.contains(name)
    longer = (f"{name} ", f"{name}\N{EM DASH}")
    spelled = next((each for each in keywords.value if each == name or each.startswith(longer)), name)
    return keywords.contains(spelled)


# --- phrases -------------------------------------------------------------------------------------------------


def matches_phrase(thing: Object, phrase: str, you: Object | Player | None = None) -> Truth:
    """Yes if a phrase of a card describes an object in any zone.

    Args:
        thing: the object.
        phrase: such as `creature you control`, `nonblack artifact or creature`, `creature with flying`, `mana value 3
            or less`, `even mana value`, `Goblins`, `flying`, `no flying`.
        you: the player whom "you" means, or an object of this player; None if the player is unknown.
    """
    text = phrase.lower().strip()
    if text.startswith("no "):
        return not_(matches_phrase(thing, text.removeprefix("no "), you))
    if text in _KEYWORDS:
        return thing.keywords.contains(text)
    parts, alternatives = _parse_phrase(thing, text, you)
    return all_of(some(every(word_applies(thing, word) for word in words) for words in alternatives), *parts)


def effect_concerns(effect: Effect, thing: Object | Player | None) -> Truth:
    """Yes if an effect is directed at a thing, and the thing has the qualities that the effect states."""
    if not effect.is_directed_at(thing):
        return constant(False)
    asked = effect.stated.get("quality") or ()
    return every(matches_phrase(thing, each) if isinstance(thing, Object) else constant(False) for each in asked)


def phrase_picks(thing: Object | Player, phrase: str, source: Object) -> Truth:
    """Yes if a phrase describes a thing. A phrase without a zone or the word "spell" describes only permanents (109.2).

    Args:
        thing: an object or a player.
        phrase: see `matches_phrase`; also `opponent`, `creature or player`, `creature card in a graveyard`, `spell`.
        source: the card, spell or ability with the phrase; "you" is its controller.
    """
    text = phrase.lower().strip()
    if isinstance(thing, Player):
        return some(_phrase_picks_player(thing, _describing_words(each), source) for each in _EITHER.split(text))
    place = _PLACE.search(text)
    parts, alternatives = _parse_phrase(thing, text[: place.start()] if place else text, source)
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


def _describing_words(text: str) -> tuple[str, ...]:
    """Return the words of a phrase, without articles and similar words."""
    return tuple(each.strip(",") for each in text.split() if each not in _STOP_WORDS and each not in _OTHER)


def _parse_phrase(
    thing: Object, text: str, you: Object | Player | None
) -> tuple[list[Truth], tuple[tuple[str, ...], ...]]:
    """Return the conditions in a phrase, and the words of each alternative.

    Example: `white or blue creature with flying` has the condition that the thing has flying. The words of its
    alternatives are `white`, `creature` and `blue`, `creature`.
    """
    parts: list[Truth] = []
    text = _without_whose(thing, text, you, parts)
    for clause, conditions in _CLAUSES:
        if found := clause.search(text.rstrip()):
            text = text.replace(found[0], "")
            parts += conditions(thing, found)
    text = _without_whose(thing, text.rstrip(), you, parts)
    # In a phrase with "or", commas separate alternatives. Otherwise they separate adjectives.
    alternatives = [_describing_words(each) for each in (_EITHER.split(text) if " or " in text else [text])]
    return parts, tuple(_with_noun(each, alternatives[-1]) for each in alternatives)


def _without_whose(thing: Object, text: str, you: Object | Player | None, parts: list[Truth]) -> str:
    """Remove words such as `you control` from a phrase. Add to `parts` the conditions that these words express."""
    for ending, test in _WHOSE.items():
        words = ending.strip()
        if text.endswith(ending) or text == words:
            nobody = unknown(f"{thing.path}.controller", "not stated: who is meant by “{words}”", words=words)
            parts.append(nobody if you is None else test(thing, you))
            text = text.removesuffix(words)
    return text


def _has_no_other_abilities(thing: Object) -> Truth:
    """Yes if the object has no abilities besides keyword abilities."""
    listed = thing.abilities.stated
    return all_of(listed, constant(not len(thing.abilities), "{thing} has other abilities", thing=thing))


def _with_noun(words: tuple[str, ...], last: tuple[str, ...]) -> tuple[str, ...]:
    """Return `words`. After a colour, add the noun of `last`: after `white`, add the `creature` of `blue creature`."""
    if not words or words is last or words[-1] not in COLORS or last[-1:] == () or last[-1] not in _NOUNS:
        return words
    return (*words, last[-1])


def _of_mana_value(thing: Object, test: Callable[[NumberValue], Truth]) -> Truth:
    """Test an object's mana value. If the mana value isn't stated, derive it from the mana cost (202.3)."""
    if is_stated(thing, "mana_value"):
        return test(thing.mana_value)
    if is_stated(thing, "x") and thing.zone.value in _CAST_FROM:
        # A player chooses X while casting a card, so test the spell that the card would become (601.2a, 601.2b).
        thing = Object(thing.id, thing.now, {**thing.stated, "zone": "stack"})
    steps = Derivation(thing.now)
    found = mana_value_of(steps, thing)
    if found is None or steps.truth.value is not True:
        return steps.truth if is_stated(thing, "mana_cost") else test(thing.mana_value)
    # Before 2017-04-28 a split card has two mana values.
    values = found if isinstance(found, list) else [found]
    numbers = [NumberValue(each, each, (), Object.mana_value.label, thing) for each in values]
    return all_of(steps.truth, some(test(each) for each in numbers))


def _has_parity(thing: Object, *, even: bool) -> Truth:
    def test(value: NumberValue) -> Truth:
        if value.value is None:
            return unknown(value.open_facts[0], "not stated: whether the mana value of {thing} is even", thing=thing)
        return value == (value.value if (value.value % 2 == 0) is even else -1)

    return _of_mana_value(thing, test)


def _compare(thing: Object, what: str, number: int, how: str | None) -> Truth:
    def test(value: NumberValue) -> Truth:
        if how is None:
            return value == number
        return value <= number if how == "less" else value >= number

    if what == "mana value":
        return _of_mana_value(thing, test)
    return test(thing.power if what == "power" else thing.toughness)


def _with_or_without(thing: Object, found: re.Match[str]) -> list[Truth]:
    has = has_keyword_kind(thing.keywords, found[2])
    return [has if found[1] == "with" else not_(has)]


_CLAUSES: tuple[tuple[re.Pattern[str], Callable[[Object, re.Match[str]], list[Truth]]], ...] = (
    (re.compile(r"(?:with )?(?:an )?\b(even|odd) mana values?|(?:with )?mana value (even|odd)"),
     lambda thing, found: [_has_parity(thing, even="even" in found.groups())]),
    (re.compile(r"(?:with )?\b(mana value|power|toughness) (\d+)(?: or (less|greater|more))?"),
     lambda thing, found: [_compare(thing, found[1], int(found[2]), found[3])]),
    (re.compile(r" ?\bwith an? (\S+) counters? on (?:it|them)"),
     lambda thing, found: [thing.counters[found[1]] >= 1]),
    (re.compile(r" ?\b(?:with no|without) abilities$"),
     lambda thing, _found: [thing.keywords.is_empty, _has_no_other_abilities(thing)]),
    (re.compile(r" ?\b(with|without) ([a-z ]+)$"), _with_or_without),
)  # fmt: skip
"""Patterns of clauses such as `with flying`, in search order. Each has a function that returns the conditions."""


def _phrase_picks_player(player: Player, words: tuple[str, ...], source: Object) -> Truth:
    if words == ("player",):
        return constant(True, "{player} is a player", player=player)
    if words in (("opponent",), ("player", "who", "is", "opponent")):
        return is_opponent_of(source, player)
    if words == ("you",):
        return source.controller == player
    return constant(False, "{player} is a player", player=player)


# --- choices made while casting ------------------------------------------------------------------------------


def _is_stated_to_have(spell: Object, *keywords: str) -> Truth:
    """Yes if a spell has one of the abilities `keywords`; no if the spell's keyword abilities aren't known."""
    return some(has_keyword_kind(spell.keywords, each) for each in keywords if spell.keywords.is_known)


def could_gain_quality(spell: Object, quality: str) -> Truth:
    """Yes if a choice made while casting a spell can give the spell a quality: bestow makes it an Aura (702.103b)."""
    return any_of(
        spell.choices.contains(quality),
        every((_is_stated_to_have(spell, "bestow"), constant(quality in ("aura", "enchantment")))),
        every((_is_stated_to_have(spell, *_FACE_DOWN), constant(quality in ("creature", "colorless", "mana value 0")))),
    )


def could_lose_quality(spell: Object, quality: str) -> Truth:
    """Yes if a choice made while casting a spell, such as the value of X, can take a quality from the spell."""
    cost = spell.stated.get("mana_cost") or NO_COST
    has_x = any(each.kind == "variable" for each in parse_mana_cost(cost)) and "x" not in spell.stated
    x_matters = has_x and "mana value" in quality
    return any_of(
        spell.choices.contains(f"non{quality}"),
        constant(x_matters, "the value of X isn't chosen yet") if has_x else constant(False, "there is no X to choose"),
        every((_is_stated_to_have(spell, "bestow"), constant(quality == "creature"))),
        every((_is_stated_to_have(spell, *_FACE_DOWN), constant(quality not in ("creature", "colorless")))),
    )
