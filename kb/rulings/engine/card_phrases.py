"""Phrases on cards that describe things: `creature you control`, `opponent`, `nonbasic land`, `red`.

Enchant, equip, protection, hexproof, effects and the word "target" use such phrases. `phrase_parser` parses them; this
module says what they describe.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kb.rulings.engine.derivation import Derivation, is_stated
from kb.rulings.engine.mana_value import mana_value_of
from kb.rulings.logic.partial_values import NumberValue, WordListValue
from kb.rulings.logic.ternary import Claim, Truth, all_of, any_of, constant, every, not_, some, unknown
from kb.rulings.situation.mana_cost import NO_COST, parse_mana_cost
from kb.rulings.situation.phrase_parser import parse_phrase
from kb.rulings.situation.phrase_tree import (
    AllOfParts,
    AttackedThisTurn,
    CardPhrase,
    ComparedTo,
    ControlledBy,
    DescribingWord,
    HavingCounter,
    HavingKeyword,
    HavingName,
    HavingNoAbilities,
    InvalidPhrase,
    InZone,
    ManaValueParity,
    NegatedPart,
    OneOfParts,
    PhrasePart,
    PlayerNoun,
    ReferringWord,
    SharingColor,
)
from kb.rulings.situation.situation import Effect, Object, Player

_CAST_FROM = ("hand", "library", "graveyard", "exile", "command")
_FACE_DOWN = ("morph", "megamorph", "disguise")
_ELSEWHERE = frozenset({"spell", "ability"})


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
    "you": same_controller,
    "not you": lambda thing, you: not_(same_controller(thing, you)),
    "opponent": is_opponent_of,
    "owned by you": lambda thing, you: thing.owner == (you if isinstance(you, Player) else you.controller),
    "owned by opponent": lambda thing, you: thing.owner != (you if isinstance(you, Player) else you.controller),
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


def _is_unblocked(thing: Object) -> Truth:
    return all_of(thing.attacking != "none", not_(thing.blocked))


_STATES: dict[str, Callable[[Object], Truth]] = {
    "permanent": lambda thing: thing.is_permanent,
    "card": _is_card,
    "token": lambda thing: thing.token,
    "tapped": lambda thing: thing.tapped,
    "untapped": lambda thing: not_(thing.tapped),
    "attacking": lambda thing: thing.attacking != "none",
    "blocking": lambda thing: not_(thing.blocking.is_empty),
    "blocked": lambda thing: thing.blocked,
    "unblocked": _is_unblocked,
    "colorless": lambda thing: thing.colors.is_empty,
    "monocolored": lambda thing: thing.colors.count == 1,
    "multicolored": lambda thing: thing.colors.count >= 2,
    "colored": lambda thing: not_(thing.colors.is_empty),
    "commander": lambda thing: thing.commander,
    "spell": _is_spell,
    "ability": lambda thing: thing.zone == "stack",
    "face-down": lambda thing: thing.face_down,
    "face-up": lambda thing: not_(thing.face_down),
    "phased-out": lambda thing: thing.phased_out,
    "goaded": lambda thing: not_(thing.goaded_by.is_empty),
    "historic": lambda thing: thing.now.rule("historic", thing),
    "modified": lambda thing: thing.now.rule("modified", thing),
    "outlaw": lambda thing: thing.now.rule("outlaw", thing),
}

_LISTS: dict[str, Callable[[Object], WordListValue]] = {
    "type": lambda thing: thing.types,
    "supertype": lambda thing: thing.supertypes,
    "color": lambda thing: thing.colors,
    "subtype": lambda thing: thing.subtypes,
}


def word_applies(thing: Object, word: str) -> Truth:
    """Yes if `word` names a card type, supertype, colour, state or subtype of an object. `non` negates the word."""
    return matches_phrase(thing, word)


# --- phrases -------------------------------------------------------------------------------------------------


def matches_phrase(thing: Object, phrase: str, you: Object | Player | None = None) -> Truth:
    """Yes if a phrase of a card describes an object in any zone.

    Args:
        thing: the object.
        phrase: such as `creature you control`, `nonblack artifact or creature`, `creature with flying`, `mana value 3
            or less`, `even mana value`, `Goblins`, `flying`, `no flying`.
        you: the player whom "you" means, or an object of this player; None if the player is unknown.
    """
    parsed = _parsed(thing, phrase)
    if not isinstance(parsed, CardPhrase):
        return parsed
    found = some(every(_applies(thing, part, you) for part in parts) for parts in parsed.alternatives)
    return not_(found) if parsed.negated else found


_SPELL = DescribingWord("state", "spell")


def describes_as_spell(card: Object, phrase: str, you: Object | Player | None = None) -> Truth:
    """Yes if a phrase describes a card as the spell that casting makes of it: `creature spell`, `spell from exile`."""
    parsed = _parsed(card, phrase)
    if not isinstance(parsed, CardPhrase):
        return parsed
    found = some(every(_applies(card, part, you) for part in parts if part != _SPELL) for parts in parsed.alternatives)
    return not_(found) if parsed.negated else found


def phrase_picks(thing: Object | Player, phrase: str, source: Object) -> Truth:
    """Yes if a phrase describes a thing. A phrase without a zone or the word "spell" describes only permanents (109.2).

    Args:
        thing: an object or a player.
        phrase: see `matches_phrase`; also `opponent`, `creature or player`, `creature card in a graveyard`, `spell`.
        source: the card, spell or ability with the phrase; "you" is its controller.
    """
    parsed = _parsed(source, phrase)
    if not isinstance(parsed, CardPhrase):
        return parsed
    if isinstance(thing, Player):
        picked = some(every(_is_such_player(thing, part, source) for part in parts) for parts in parsed.alternatives)
    else:
        picked = some(_picks_object(thing, parts, source) for parts in parsed.alternatives)
    return not_(picked) if parsed.negated else picked


def _parsed(thing: Object, phrase: str) -> CardPhrase | Truth:
    """Return the parsed phrase; an open truth if a text of a card has a phrase that isn't understood."""
    try:
        return parse_phrase(phrase, thing.now.words)
    except InvalidPhrase:
        return unknown(f"phrases.{phrase}", "not understood: “{phrase}”", phrase=phrase)


def _picks_object(thing: Object, parts: tuple[PhrasePart, ...], source: Object) -> Truth:
    words = {part.word for part in parts if isinstance(part, DescribingWord)}
    elsewhere = bool(_ELSEWHERE & words) or any(isinstance(part, InZone) for part in parts)
    there = [] if elsewhere else [thing.is_permanent]
    return every([*there, *(_applies(thing, part, source) for part in parts)])


def _is_such_player(player: Player, part: PhrasePart, source: Object) -> Truth:
    if not isinstance(part, PlayerNoun):
        return constant(False, "{player} is a player", player=player)
    if part.who == "player":
        return constant(True, "{player} is a player", player=player)
    return is_opponent_of(source, player) if part.who == "opponent" else source.controller == player


def _applies(thing: Object, part: PhrasePart, you: Object | Player | None) -> Truth:
    """Yes if a part of a phrase describes an object."""
    return _TESTS[type(part)](thing, part, you)


def _is_word(thing: Object, part: DescribingWord, _you: object) -> Truth:
    return _STATES[part.word](thing) if part.kind == "state" else _LISTS[part.kind](thing).contains(part.word)


def _has_counter(thing: Object, part: HavingCounter, _you: object) -> Truth:
    # If no counters are stated, the kind "any" stands for counters of all kinds.
    kinds = (part.kind,) if part.kind else tuple(thing.counters.counts) if thing.counters.is_known else ("any",)
    return some(thing.counters[kind] >= 1 for kind in kinds)


def _shares_color(thing: Object, part: SharingColor, _you: object) -> Truth:
    others = [each for each in thing.now.objects if each.id.lower() == part.thing.lower()]
    return some(each.colors.intersects(thing.colors) for each in others)


def _is_controlled_by(thing: Object, part: ControlledBy, you: Object | Player | None) -> Truth:
    """Yes if an object is controlled or owned by the player whom a phrase names."""
    if you is None:
        return unknown(f"{thing.path}.controller", "not stated: who is meant by “{words}”", words="you")
    return _WHOSE[part.who](thing, you)


def _is_in_zone(thing: Object, part: InZone, you: Object | Player | None) -> Truth:
    """Yes if an object is in the zone that a phrase names."""
    there = thing.zone == part.zone
    if not part.whose:
        return there
    if you is None:
        return all_of(there, unknown(f"{thing.path}.owner", "not stated: who is meant by “{words}”", words="your"))
    mine = thing.owner == (you if isinstance(you, Player) else you.controller)
    return all_of(there, mine if part.whose == "your" else not_(mine))


def _is_referred_to(thing: Object, part: ReferringWord, source: Object | Player | None) -> Truth:
    """Yes if a word that refers to the source of a phrase describes an object."""
    if part.word in ("another", "this"):
        if not isinstance(source, Object):
            return unknown(f"{thing.path}.source", "not stated: what “{words}” refers to", words=part.word)
        other = is_another(thing, source_of(source))
        return other if part.word == "another" else not_(other)
    kind = {"enchanted": "aura", "equipped": "equipment"}.get(part.word, "fortification")
    return some(all_of(each.attached_to == thing, each.subtypes.contains(kind)) for each in thing.now.objects)


def effect_concerns(effect: Effect, thing: Object | Player | None) -> Truth:
    """Yes if an effect is directed at a thing, and the thing has the qualities that the effect states."""
    if not effect.is_directed_at(thing):
        return constant(False)
    asked, you = effect.stated.get("quality") or (), effect.now.object(str(effect.stated.get("source", "")))
    if not isinstance(thing, Object):
        return every(constant(False) for _each in asked)
    # An ability has the qualities of its source, but it is no spell (113.7).
    return every(matches_phrase(thing if "spell" in each else source_of(thing), each, you) for each in asked)


_TESTS: dict[type[Any], Callable[[Object, Any, Object | Player | None], Truth]] = {
    DescribingWord: _is_word,
    NegatedPart: lambda thing, part, you: not_(_applies(thing, part.part, you)),
    OneOfParts: lambda thing, part, you: some(_applies(thing, each, you) for each in part.parts),
    AllOfParts: lambda thing, part, you: every(_applies(thing, each, you) for each in part.parts),
    ReferringWord: _is_referred_to,
    ControlledBy: _is_controlled_by,
    InZone: _is_in_zone,
    SharingColor: _shares_color,
    PlayerNoun: lambda thing, _part, _you: _no_player(thing),
    ComparedTo: lambda thing, part, _you: _compare(thing, part.quantity, part.number, part.how),
    ManaValueParity: lambda thing, part, _you: _has_parity(thing, even=part.even),
    HavingKeyword: lambda thing, part, _you: thing.has_keyword(part.name),
    HavingCounter: _has_counter,
    HavingNoAbilities: lambda thing, _part, _you: all_of(thing.keywords.is_empty, _has_no_other_abilities(thing)),
    HavingName: lambda thing, part, _you: thing.name == part.name,
    AttackedThisTurn: lambda thing, _part, _you: thing.attacked_this_turn,
}
"""A test for each part of a phrase. The arguments are the object, the part, and whom "you" means."""


def _has_no_other_abilities(thing: Object) -> Truth:
    """Yes if the object has no abilities besides keyword abilities."""
    listed = thing.abilities.stated
    return all_of(listed, constant(not len(thing.abilities), "{thing} has other abilities", thing=thing))


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


def _compare(thing: Object, what: str, number: int, how: str) -> Truth:
    def test(value: NumberValue) -> Truth:
        if not how:
            return value == number
        return value <= number if how == "less" else value >= number

    if what == "mana value":
        return _of_mana_value(thing, test)
    return test(thing.power if what == "power" else thing.toughness)


# --- choices made while casting ------------------------------------------------------------------------------


def _may_choose(spell: Object, *keywords: str) -> Truth:
    """Yes if a spell has one of the abilities `keywords`, and this choice is open for the spell, or made.

    No if the spell's keyword abilities aren't known, or the spell is stated to be cast for other costs.
    """
    open_choice = "alternative_costs" not in spell.stated
    return some(
        all_of(spell.has_keyword(each), constant(True) if open_choice else spell.is_cast_for(each))
        for each in keywords
        if spell.keywords.is_known
    )


def could_gain_quality(spell: Object, quality: str) -> Truth:
    """Yes if a choice made while casting a spell can give the spell a quality: bestow makes it an Aura (702.103b)."""
    return any_of(
        spell.choices.contains(quality),
        every((_may_choose(spell, "bestow"), constant(quality in ("aura", "enchantment")))),
        every((_may_choose(spell, *_FACE_DOWN), constant(quality in ("creature", "colorless", "mana value 0")))),
    )


def could_lose_quality(spell: Object, quality: str) -> Truth:
    """Yes if a choice made while casting a spell, such as the value of X, can take a quality from the spell."""
    cost = spell.stated.get("mana_cost") or NO_COST
    has_x = any(each.kind == "variable" for each in parse_mana_cost(cost)) and "x" not in spell.stated
    x_matters = has_x and "mana value" in quality
    return any_of(
        spell.choices.contains(f"non{quality}"),
        constant(x_matters, "the value of X isn't chosen yet") if has_x else constant(False, "there is no X to choose"),
        every((_may_choose(spell, "bestow"), constant(quality == "creature"))),
        every((_may_choose(spell, *_FACE_DOWN), constant(quality not in ("creature", "colorless")))),
    )
