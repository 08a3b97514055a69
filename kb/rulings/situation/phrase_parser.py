"""Parser of phrases of cards: `white or blue creature with flying you control`.

The grammar, where `( )?` may be absent and `( )*` repeats:

    phrase      = ("no")? alternative (("or" | "," | "and") alternative)*
    alternative = word* clause*
    clause      = "you control" | "in a graveyard" | "with" ability (("and" | "or") ability)* | "named" NAME | ...

A word that is no word of the grammar is refused, with the nearest known word. A clause about the controller, the zone
or the mana value applies to all alternatives: `artifact or creature you control`. A clause about abilities, power or
toughness applies to the last alternative, and to those without a noun of their own: `attacking or blocking creature
with flying`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from kb.rulings.situation.known_words import PROGRAM_WORDS, KnownWords
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
from kb.rulings.situation.type_line import CARD_TYPES, SUPERTYPES
from kb.rulings.situation.vocabulary.game_terms import COLORS
from kb.rulings.situation.vocabulary.keyword_names import KEYWORD_NAMES

STATES = (
    "permanent", "card", "token", "tapped", "untapped", "attacking", "blocking", "colorless", "monocolored",
    "multicolored", "colored", "commander", "spell", "ability", "historic", "modified", "outlaw", "face-down",
    "face-up", "blocked", "unblocked", "goaded", "phased-out",
)  # fmt: skip
"""The words for states and kinds of objects that a phrase may have."""

_CATEGORY = ("permanent", "card", "token", "spell", "ability")
_PLAYERS = ("player", "opponent", "you")
_REFERRING = {"another": "another", "other": "another", "this": "this", "itself": "this", "enchanted": "enchanted",
              "equipped": "equipped", "fortified": "fortified"}  # fmt: skip
_IGNORED = frozenset({"a", "an", "any", "all", "each", "every", "target", "targets", "the", "source", "sources"})
_TOKEN = re.compile(r"[^\s,]+|,")
_TWO_WORDS = re.compile(r"\b(face|phased|power) (down|up|out|plant)\b")
_ENDINGS: tuple[tuple[str, Callable[[re.Match[str]], PhrasePart]], ...] = (
    (r"you control", lambda _found: ControlledBy("you")),
    (r"you (?:don't|do not) control", lambda _found: ControlledBy("not you")),
    (r"(?:an opponent|your opponents?|opponents) controls?", lambda _found: ControlledBy("opponent")),
    (r"you own", lambda _found: ControlledBy("owned by you")),
    (r"an opponent owns", lambda _found: ControlledBy("owned by opponent")),
    (r"you(?:'ve| have)? attacked with this turn", lambda _found: AttackedThisTurn()),
    (r"(?:in|from) exile", lambda _found: InZone("exile")),
    (r"on the battlefield", lambda _found: InZone("battlefield")),
    (r"on the stack", lambda _found: InZone("stack")),
    (r"(?:in|from) (?:a|any|all) (graveyard|hand|library)s?", lambda found: InZone(found[1])),
    (r"(?:in|from) graveyards", lambda _found: InZone("graveyard")),
    (r"(?:in|from) your (graveyard|hand|library)", lambda found: InZone(found[1], "your")),
    (r"(?:in|from) an opponent's (graveyard|hand|library)", lambda found: InZone(found[1], "opponent")),
    (r"(?:of|with) (?:an )?(even|odd) mana values?|(?:with )?(even|odd) mana values?|(?:with )?mana values? (even|odd)",
     lambda found: ManaValueParity("even" in found.groups())),
    (r"(?:with )?mana value (\d+)(?: or (less|greater|more))?",
     lambda found: ComparedTo("mana value", int(found[1]), _how(found[2]))),
    (r"that shares? a colou?r with ([a-z][a-z0-9_'-]*)", lambda found: SharingColor(found[1])),
)  # fmt: skip
_SHARED = tuple((re.compile(rf"(?:^|(?<= )){pattern}$"), make) for pattern, make in _ENDINGS)
"""The clauses that apply to all alternatives. Each may end a phrase."""

_CLAUSE_WORDS = (
    "you", "control", "controls", "own", "your", "opponent", "opponent's", "with", "without", "named", "in", "from",
    "graveyard", "hand", "library", "exile", "power", "toughness", "mana", "value", "less", "greater", "or", "and",
    "target", "any", "abilities", "counter", "on", "it", "that's", "that", "isn't", "even", "odd", "this", "turn",
)  # fmt: skip
"""Words of clauses, for suggestions."""

_ABILITY_PATTERNS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], PhrasePart]], ...] = (
    (re.compile(r"(power|toughness) (\d+)(?: or (less|greater|more))?"),
     lambda found: ComparedTo("power" if found[1] == "power" else "toughness", int(found[2]), _how(found[3]))),
    (re.compile(r"mana value (\d+)(?: or (less|greater|more))?"),
     lambda found: ComparedTo("mana value", int(found[1]), _how(found[2]))),
    (re.compile(r"no abilities"), lambda _found: HavingNoAbilities()),
    (re.compile(r"(?:(?:a|an|one or more) )?(?:([^\s]+) )?counters? on (?:it|them)"),
     lambda found: HavingCounter(found[1] or "")),
    (re.compile(r"no (?:([^\s]+) )?counters? on (?:it|them)"),
     lambda found: NegatedPart(HavingCounter(found[1] or ""))),
)  # fmt: skip


_WORDS: dict[str, PhrasePart] = {
    **{each: HavingKeyword(each) for each in KEYWORD_NAMES},
    **{each: DescribingWord("color", each) for each in COLORS},
    **{each: DescribingWord("supertype", each) for each in SUPERTYPES},
    **{each: DescribingWord("type", each) for each in CARD_TYPES},
    **{each: DescribingWord("state", each) for each in STATES},
    **{word: ReferringWord(meaning) for word, meaning in _REFERRING.items()},
    "player": PlayerNoun("player"), "opponent": PlayerNoun("opponent"), "you": PlayerNoun("you"),
}  # fmt: skip
"""The parts that single words mean, apart from subtypes."""


def phrase_words() -> frozenset[str]:
    """Return the single words of phrases, in the singular, without subtypes. The JSON Schema of phrases has them."""
    patterns = " ".join(
        (*(pattern for pattern, _make in _ENDINGS), *(each.pattern for each, _make in _ABILITY_PATTERNS))
    )
    of_clauses = re.findall(r"[a-z']+", patterns.replace("?", "").replace("colour", "color colour"))
    of_parts = (part for word in _WORDS for part in re.split(r"[ -]", word))
    return frozenset(
        (*of_clauses, *of_parts, *_WORDS, *_CLAUSE_WORDS, *_IGNORED, "no", "non", "that", "and/or", "named")
    )


def _how(word: str | None) -> Literal["", "less", "greater"]:
    return "" if not word else "less" if word == "less" else "greater"


_NAMED = re.compile(
    r"\bnamed (?P<name>.+?)(?P<whose> (?:you (?:don't )?(?:control|own)|an opponent (?:controls|owns)))?$",
    re.IGNORECASE,
)


@lru_cache(maxsize=2048)
def parse_phrase(text: str, words: KnownWords = PROGRAM_WORDS) -> CardPhrase:
    """Parse a phrase of a card.

    Args:
        text: the phrase, in upper or lower case.
        words: the known subtypes and keyword abilities.

    Raises:
        InvalidPhrase: a word isn't understood.
    """
    plain = " ".join(text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").split())
    lower = _TWO_WORDS.sub(r"\1-\2", plain.lower()).removeprefix("enchant ").removeprefix("target ")
    if lower in ("any", "any target"):
        return CardPhrase(())
    if lower.startswith("no ") and not lower.startswith("no abilities"):
        return replace(parse_phrase(plain[3:], words), negated=True)
    named = _NAMED.search(plain)
    before = lower[: lower.rindex("named ")] + (named["whose"] or "").lower() if named else lower
    parser = _PhraseParser(before, words)
    shared: list[PhrasePart] = [HavingName(named["name"])] if named else []
    found = CardPhrase(parser.parse(shared))
    if not any(found.alternatives):
        raise InvalidPhrase(text)
    return found


class _PhraseParser:
    """A parser of one phrase in lower case, without `no` and `named`."""

    def __init__(self, text: str, words: KnownWords) -> None:
        self.text, self.words = text.strip(), words

    def parse(self, shared: list[PhrasePart]) -> tuple[tuple[PhrasePart, ...], ...]:
        """Return the parts of each alternative. `shared` are parts that apply to all alternatives."""
        own = self._trailing_clauses(shared)
        alternatives = [self._words_of(each) for each in self._split()]
        last = alternatives[-1]
        found = []
        for each in alternatives:
            parts = [*each, *_noun_from(last, each)] if each is not last else each
            found.append((*parts, *(own if each is last or not _has_noun(each) else ()), *shared))
        return tuple(found)

    def _trailing_clauses(self, shared: list[PhrasePart]) -> list[PhrasePart]:
        """Take the clauses from the end of the text. Return those that apply to the last alternative."""
        own: list[PhrasePart] = []
        while self.text:
            if (taken := self._shared_clause()) is not None:
                shared.append(taken)
            elif (taken := self._own_clause()) is not None:
                own.append(taken)
            else:
                break
        return own[::-1]

    def _shared_clause(self) -> PhrasePart | None:
        for pattern, make in _SHARED:
            if found := pattern.search(self.text):
                self.text = self.text[: found.start()].rstrip()
                return make(found)
        return None

    def _own_clause(self) -> PhrasePart | None:
        """Take a clause such as `with flying`, `without abilities`, `that's tapped`, or `flying` without a noun."""
        begin = re.search(r"(?:^|(?<= ))(with|without|that's|that isn't|that aren't|that is|that are) (?!.*\bwith )",
                          self.text)  # fmt: skip
        if begin is None:
            return self._bare_ability() if self.text else None
        clause, self.text = self.text[begin.end() :], self.text[: begin.start()].rstrip()
        if begin[1] == "without":
            return HavingNoAbilities() if clause == "abilities" else NegatedPart(self._ability_list(clause))
        if begin[1] == "with":
            return self._ability_list(clause)
        inner = parse_phrase(clause, self.words)
        said = OneOfParts(tuple(AllOfParts(each) for each in inner.alternatives))
        return NegatedPart(said) if begin[1].endswith("n't") else said

    def _bare_ability(self) -> PhrasePart | None:
        """Take the whole text if it is the name of a keyword ability, or a comparison such as `power 2 or less`."""
        text = self.text
        compared = any(pattern.fullmatch(text) for pattern, _make in _ABILITY_PATTERNS)
        if not compared and text not in KEYWORD_NAMES:
            return None
        self.text = ""
        return self._ability(text)

    def _ability_list(self, text: str) -> PhrasePart:
        """Parse the list after `with`: `flying or reach`, `flying and power 2 or less`."""
        alternatives = re.split(r",? or (?!less\b|greater\b|more\b)|, (?=.* or (?!less\b|greater\b|more\b))", text)
        found = tuple(self._every_ability(each) for each in alternatives)
        return found[0] if len(found) == 1 else OneOfParts(found)

    def _every_ability(self, text: str) -> PhrasePart:
        found = tuple(self._ability(each.strip()) for each in re.split(r",? and |, ", text))
        return found[0] if len(found) == 1 else AllOfParts(found)

    def _ability(self, text: str) -> PhrasePart:
        for pattern, make in _ABILITY_PATTERNS:
            if found := pattern.fullmatch(text):
                return make(found)
        parity = re.fullmatch(r"(?:an )?(even|odd) mana values?", text)
        if parity:
            return ManaValueParity(parity[1] == "even")
        from_quality = text.startswith(("protection from ", "hexproof from "))
        if text in KEYWORD_NAMES or from_quality or self._is_landwalk(text) or self.words.is_newer(text):
            return HavingKeyword(text)
        raise InvalidPhrase(text, (*KEYWORD_NAMES, "power", "toughness", "mana value", "no abilities"))

    def _is_landwalk(self, text: str) -> bool:
        return text.endswith("walk") and self.words.is_subtype(text.removesuffix("walk"))

    def _split(self) -> list[list[str]]:
        """Return the words of each alternative. Commas separate alternatives only in a phrase with "or" or "and"."""
        tokens = [each for each in _TOKEN.findall(self.text) if each not in _IGNORED]
        several = "or" in tokens or "and" in tokens or "and/or" in tokens
        found: list[list[str]] = [[]]
        for at, each in enumerate(tokens):
            separates = each in ("or", "and/or") or (each == "," and several)
            separates |= each == "and" and not {*tokens[at - 1 : at], *tokens[at + 1 : at + 2]} <= set(COLORS)
            if separates:
                found += [[]] if found[-1] else []
            elif each not in (",", "and"):
                found[-1].append(each)
        return found

    def _words_of(self, tokens: list[str]) -> tuple[PhrasePart, ...]:
        """Return the parts that the words of an alternative mean."""
        found: list[PhrasePart] = []
        at = 0
        while at < len(tokens):
            pair = " ".join(tokens[at : at + 2])
            if len(tokens) > at + 1 and (part := self._word(pair)) is not None:
                at += 1
            elif (part := self._word(tokens[at])) is None:
                raise self._not_understood(tokens[at:])
            found.append(part)
            at += 1
        return tuple(found)

    def _word(self, word: str) -> PhrasePart | None:
        """Return the part that a word means; None if the word isn't known."""
        if word in _WORDS:
            return _WORDS[word]
        forms = _singular_forms(word)
        for each in forms:
            if each in _WORDS and not isinstance(_WORDS[each], ReferringWord | HavingKeyword):
                return _WORDS[each]
        if subtype := next((each for each in forms if self.words.is_subtype(each)), ""):
            return DescribingWord("subtype", subtype)
        positive = self._word(word[3:].lstrip("-")) if word.startswith("non") else None
        return NegatedPart(positive) if positive is not None else None

    def _not_understood(self, tokens: list[str]) -> InvalidPhrase:
        """Return the error about the first of `tokens` that no phrase has; if there is none, about the first."""
        words = (*CARD_TYPES, *SUPERTYPES, *COLORS, *STATES, *_PLAYERS, *_REFERRING, *KEYWORD_NAMES, *_CLAUSE_WORDS,
                 *(f"non{each}" for each in (*CARD_TYPES, *COLORS)), *self.words.subtypes)  # fmt: skip
        unknown = next((each for each in tokens if each not in words and not each.isdecimal()), None)
        return InvalidPhrase(unknown, words) if unknown is not None else InvalidPhrase(" ".join(tokens))


def _singular_forms(word: str) -> tuple[str, ...]:
    """Return a word and its possible singular forms: `elf` for `elves`, `zombie` for `zombies`."""
    found = [word]
    for ending, singulars in (("ves", ("f", "fe", "ve")), ("ies", ("y", "ie")), ("men", ("man",)),
                              ("es", ("", "e")), ("s", ("",))):  # fmt: skip
        if word.endswith(ending):
            found += [word.removesuffix(ending) + each for each in singulars]
            break
    return tuple(found)


def _is_noun(part: PhrasePart) -> bool:
    if not isinstance(part, DescribingWord):
        return isinstance(part, PlayerNoun)
    return part.kind in ("type", "subtype") or part.word in (*_CATEGORY, "commander", "outlaw")


def _has_noun(parts: tuple[PhrasePart, ...]) -> bool:
    return any(map(_is_noun, parts))


def _noun_from(last: tuple[PhrasePart, ...], parts: tuple[PhrasePart, ...]) -> tuple[PhrasePart, ...]:
    """Return the nouns of the last alternative that another alternative shares.

    `white or blue creature`: both are creatures. `instant or sorcery card`: both are cards.
    """
    nouns = tuple(each for each in last if _is_noun(each) and not isinstance(each, PlayerNoun))
    if not _has_noun(parts):
        return nouns
    ends = last[-1:] if len(nouns) > 1 else ()
    shared = tuple(each for each in ends if isinstance(each, DescribingWord) and each.word in ("card", "spell"))
    return () if set(shared) & set(parts) else shared
