"""Checks of the words in a situation: subtypes, keyword abilities, phrases, counters, rules that effects override.

A word that isn't understood is a fault, with the nearest known word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

from kb.errors import BadValue
from kb.i18n import _
from kb.rule_number import RuleNumber
from kb.rulings.situation.fact import AnyFact, InvalidFactValue, suggestion
from kb.rulings.situation.fact_types import CountsFact
from kb.rulings.situation.keyword_forms import parse_keyword
from kb.rulings.situation.known_words import KnownWords, nearest
from kb.rulings.situation.phrase_parser import STATES, parse_phrase
from kb.rulings.situation.phrase_tree import DescribingWord, InvalidPhrase
from kb.rulings.situation.type_line import CARD_TYPES, SUPERTYPES, parse_subtypes, parse_type_line
from kb.rulings.situation.vocabulary import EffectFacts
from kb.rulings.situation.vocabulary.counter_kinds import COUNTER_KINDS, is_counter_kind
from kb.rulings.situation.vocabulary.game_terms import COLORS
from kb.rulings.situation.vocabulary.keyword_names import KEYWORD_NAMES
from kb.rulings.situation.vocabulary.printed_fact_types import (
    AdditionalCostsFact,
    AlternativeCostsFact,
    KeywordAbilitiesFact,
    KeywordFact,
    PhraseFact,
    PhrasesFact,
    SubtypesFact,
    TokenDefinitionFact,
    TypeLineFact,
    WaivedRulesFact,
)  # fmt: skip
from kb.rulings.situation.yaml_nodes import MappingNode, ScalarNode, SequenceNode, YamlNode

OF_COUNTERS = ("counters", "counter_limits")
"""The facts that count counters of an object or player."""
OF_MANA = ("mana", "restricted_mana", "pays", "mana_spent", "devotion_below")
"""The facts that count types of mana."""
_QUOTED_TEXT = re.compile('["“][^"”]*["”]')
_NUMBERS_OF_TOKEN = re.compile(r"[0-9x*]+/[0-9x*]+")
_WORDS_OF_TOKENS = ("a", "an", "and", "token", "tokens", "tapped", "colorless", "two", "three", "four", "five", "x")
_TRANSFORMED = "transformed"
_FOR_FREE = "without paying its mana cost"
_CLOSE, _CLOSE_KIND = 0.8, 0.75
_REMINDER = re.compile(r"\([^()]*\)")


def check_words(fact: AnyFact, value: Any, node: YamlNode, words: KnownWords) -> None:
    """Check the words in the value of a fact. `check_qualities` checks the `quality` of an effect.

    Raises:
        InvalidFactValue: a word isn't understood.
    """
    if (check := _CHECKS.get(type(fact))) is not None:
        if isinstance(node, SequenceNode):
            for each, item in zip(value, node.items, strict=True):
                check(fact, each, item, words)
        else:
            check(fact, value, node, words)
    elif isinstance(fact, CountsFact) and isinstance(node, MappingNode):
        for key, _value in node.entries:
            _check_kind(fact, key, words)


def _check_kind(fact: AnyFact, key: ScalarNode, words: KnownWords) -> None:
    """Check a kind that is counted: of counters, of mana, of a choice."""
    if fact.name in OF_COUNTERS:
        _check_counter(key.text, key, words)
    elif fact.name in OF_MANA and not set(key.text.split()) <= {*COLORS, "colorless"}:
        message = _("'{word}' is no type of mana", word=key.text[:40])
        raise InvalidFactValue(key, message + suggestion(key.text, (*COLORS, "colorless")))
    elif fact.name == "most_modes_if" and key.text not in KEYWORD_NAMES and (hint := nearest(key.text, KEYWORD_NAMES)):
        raise InvalidFactValue(key, _("'{text}' isn't understood", text=key.text[:60]) + hint)


def keywords_in_text(facts: Mapping[str, Any], node: YamlNode, words: KnownWords) -> tuple[str, ...]:
    """Return the keyword abilities in the stated text of an object or face. Only lines of keyword abilities have any.

    Raises:
        InvalidFactValue: `keywords` is stated, too, and lacks one of them.
    """
    found: list[str] = []
    for line in str(facts.get("text") or "").splitlines():
        named = [each.strip().lower() for each in _REMINDER.sub("", line).split(",")]
        if all(named) and all(_is_keyword(each, words) for each in named):
            found += named
            continue
        near = [close for each in named for close in get_close_matches(each, KEYWORD_NAMES, 1, _CLOSE)]
        if len(near) == len(named):
            message = _("'{text}' isn't understood", text=line[:60])
            raise InvalidFactValue(node, message + _("; did you mean '{word}'?", word=", ".join(near)))
    stated = facts.get("keywords")
    missing = [each for each in found if stated is not None and each not in stated]
    if missing:
        message = _("the text has keyword abilities that `keywords` lacks: {missing}", missing=", ".join(missing))
        raise InvalidFactValue(node, message)
    return tuple(found)


def check_qualities(effect: Mapping[str, Any], node: YamlNode, words: KnownWords) -> None:
    """Check the `quality` of an effect. An effect on how something enters may also name counters and other events.

    Raises:
        InvalidFactValue: a word isn't understood.
    """
    items = node.items if isinstance(node, SequenceNode) else ()
    names_counters = effect.get("says") in ("enters", "copies")
    for each, item in zip(effect["quality"], items, strict=True):
        if effect.get("does") == "put-counters" and is_counter_kind(each):
            continue
        if names_counters and each.lower() != _TRANSFORMED and not _is_phrase(each, words):
            if close := get_close_matches(each.lower(), (*CARD_TYPES, *STATES, _TRANSFORMED), 1, _CLOSE_KIND):
                message = _("'{text}' isn't understood", text=each[:60])
                raise InvalidFactValue(item, message + _("; did you mean '{word}'?", word=close[0]))
            _check_counter(each, item, words)
        elif not names_counters:
            _check_phrase(EffectFacts.quality, each, item, words)


def _is_keyword(text: str, words: KnownWords) -> bool:
    try:
        parse_keyword(text, words)
    except InvalidPhrase:
        return False
    return True


def _is_phrase(text: str, words: KnownWords) -> bool:
    try:
        parse_phrase(text, words)
    except InvalidPhrase:
        return False
    return True


def _check_subtype(_fact: AnyFact, word: str, node: YamlNode, words: KnownWords) -> None:
    # Until 2005 the type line of a local enchantment named what it enchants: "Enchant Creature" (212.4d).
    is_local = word.startswith("enchant ") and _is_phrase(word.removeprefix("enchant "), words)
    if not words.is_subtype(word) and not is_local:
        message = _("'{word}' is no subtype", word=_as_stated(node, word)[:40])
        raise InvalidFactValue(node, message + nearest(word, words.subtypes))


def _as_stated(node: YamlNode, word: str) -> str:
    """Return a word in upper and lower case as it is stated."""
    text = node.text if isinstance(node, ScalarNode) else word
    at = text.lower().find(word.lower())
    return text[at : at + len(word)] if at >= 0 else word


def _no_keyword(node: YamlNode, text: str, problem: InvalidPhrase) -> str:
    message = _("'{word}' is no keyword ability", word=_as_stated(node, text)[:60])
    if problem.word != text:
        message += _(": '{word}' isn't understood", word=_as_stated(node, problem.word)[:40])
    return message + problem.hint


def _check_type_line(fact: AnyFact, text: str, node: YamlNode, words: KnownWords) -> None:
    for each in parse_type_line(text).subtypes:
        _check_subtype(fact, each, node, words)


def _check_token(_fact: AnyFact, text: str, node: YamlNode, words: KnownWords) -> None:
    """Check the words that define a token. A text without power, toughness and card types is a card's name."""
    plain = _QUOTED_TEXT.sub("", text)
    before, _with, abilities = re.sub(r" (?:and has|that has) ", " with ", plain).partition(" with ")
    defining = re.sub(r"^.+?, (?=an? )| named .+$", "", before).lower().replace(",", " ").split()
    if not any(each in CARD_TYPES or _NUMBERS_OF_TOKEN.fullmatch(each) for each in defining):
        if defining and defining[-1] != "token" and (hint := nearest(defining[-1], ("token",))):
            raise InvalidFactValue(node, _("'{text}' isn't understood", text=text[:60]) + hint)
        return
    known = {*CARD_TYPES, *SUPERTYPES, *COLORS, *_WORDS_OF_TOKENS}
    types = tuple(each for each in defining if each in CARD_TYPES)
    rest = " ".join(each for each in defining if each not in known and not _NUMBERS_OF_TOKEN.fullmatch(each))
    for each in parse_subtypes(rest, types):
        if not words.is_subtype(each):
            message = _("'{text}': '{word}' isn't understood", text=text[:60], word=_as_stated(node, each)[:40])
            raise InvalidFactValue(node, message + nearest(each, (*known, "with"), words.subtypes))
    for keyword in re.split(r",? and |, ", abilities):
        if keyword.strip():
            _check_keyword(_fact, keyword.strip().lower(), node, words)


def _check_alternative_cost(fact: AnyFact, text: str, node: YamlNode, words: KnownWords) -> None:
    if text != _FOR_FREE:
        _check_keyword(fact, text, node, words)


def _check_keyword(_fact: AnyFact, text: str, node: YamlNode, words: KnownWords) -> None:
    try:
        parse_keyword(text, words)
    except InvalidPhrase as problem:
        several = [each.strip() for each in re.split(r",| and ", text)]
        if len(several) > 1 and all(_is_keyword(each, words) for each in several):
            apart = ", ".join(several)
            message = _("'{text}' are several keyword abilities; give [{apart}]", text=text[:60], apart=apart)
            raise InvalidFactValue(node, message) from problem
        raise InvalidFactValue(node, _no_keyword(node, text, problem)) from problem


def _check_phrase(fact: AnyFact, text: str, node: YamlNode, words: KnownWords) -> None:
    others = fact.others if isinstance(fact, PhrasesFact | PhraseFact) else ""
    if others and re.fullmatch(others, text, re.IGNORECASE):
        return
    try:
        parse_phrase(text, words)
    except InvalidPhrase as problem:
        if problem.word == text:
            message = _("'{text}' isn't understood", text=text[:60])
        else:
            message = _("'{text}': '{word}' isn't understood", text=text[:60], word=_as_stated(node, problem.word)[:40])
        raise InvalidFactValue(node, message + problem.hint) from problem


def _check_counter(kind: str, node: YamlNode, words: KnownWords) -> None:
    """Refuse a kind of counters that is nearly a known kind. Cards may use any other word (122.1)."""
    if is_counter_kind(kind) or _is_keyword(kind, words):
        return
    close = get_close_matches(kind.lower(), (*COUNTER_KINDS, *KEYWORD_NAMES, "+1/+1", "-1/-1"), 1, _CLOSE_KIND)
    if close:
        raise InvalidFactValue(node, _("'{kind}' is no kind of counters; did you mean '{close}'?", kind=kind[:40],
                                       close=close[0]))  # fmt: skip


def _check_waived(_fact: AnyFact, text: str, node: YamlNode, _words: KnownWords) -> None:
    from kb.rulings.law.rule_registry import variants_by_concept

    if text in variants_by_concept():
        return
    try:
        RuleNumber.parse(text)
    except BadValue as problem:
        message = _("'{text}' is neither a rule number nor the name of an encoded rule", text=text[:40])
        raise InvalidFactValue(node, message + nearest(text, tuple(variants_by_concept()))) from problem


_CHECKS: dict[type[AnyFact], Callable[[AnyFact, str, YamlNode, KnownWords], None]] = {
    SubtypesFact: _check_subtype,
    TypeLineFact: _check_type_line,
    KeywordAbilitiesFact: _check_keyword,
    AdditionalCostsFact: _check_keyword,
    KeywordFact: _check_keyword,
    AlternativeCostsFact: _check_alternative_cost,
    PhrasesFact: _check_phrase,
    PhraseFact: _check_phrase,
    WaivedRulesFact: _check_waived,
    TokenDefinitionFact: _check_token,
}
"""The check of one word, by the type of the fact."""


def with_subtypes_of_quality(facts: dict[str, Any], words: KnownWords) -> dict[str, Any]:
    """Return the facts of an effect. If it gives subtypes by its `quality`, they become `subtypes`.

    “A is a Mountain” may be stated as `{says: is, quality: [mountain]}`, also in upper case and as a plural.
    """
    if facts.get("says") not in ("is", "becomes", "gains") or not facts.get("quality") or facts.get("subtypes"):
        return facts
    found = [_as_subtype(each, words) for each in facts["quality"]]
    if not all(found):
        return facts
    return {name: value for name, value in facts.items() if name != "quality"} | {"subtypes": tuple(found)}


def _as_subtype(phrase: str, words: KnownWords) -> str:
    """Return the subtype that a phrase of one word names; "" if it names none."""
    try:
        parsed = parse_phrase(phrase, words)
    except InvalidPhrase:
        return ""
    match parsed.alternatives:
        case ((DescribingWord(kind="subtype", word=word),),) if not parsed.negated:
            return word
        case _:
            return ""
