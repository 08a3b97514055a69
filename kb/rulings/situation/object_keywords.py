"""The keyword abilities of an object by their names, with any cost, number and quality (702)."""

from __future__ import annotations

from typing import Protocol

from kb.i18n import mark_message
from kb.rulings.logic.partial_values import INFINITY, NumberValue
from kb.rulings.logic.ternary import Truth
from kb.rulings.situation.fact import FactDefaults
from kb.rulings.situation.keyword_forms import has_keyword, keywords_named, parse_keyword
from kb.rulings.situation.known_words import KnownWords
from kb.rulings.situation.vocabulary import ObjectFacts

_NUMBER_OF_KEYWORD = mark_message("the number of the ability {kind} of {it}")


class _WithWords(FactDefaults, Protocol):
    """A situation that has words for subtypes and keyword abilities."""

    words: KnownWords


class ObjectWithKeywords(ObjectFacts):
    """An object whose keyword abilities are found by their names."""

    now: _WithWords

    def has_keyword(self, name: str) -> Truth:
        """Yes if the object has a keyword ability of a name, with any cost, number and quality (`is_keyword`)."""
        return has_keyword(self.keywords, name, self.now.words)

    def keywords_named(self, name: str) -> list[str]:
        """Return the object's keyword abilities of a name as printed, one for each instance (`is_keyword`)."""
        return keywords_named(self.keywords, name, self.now.words)

    def is_cast_for(self, keyword: str) -> Truth:
        """Yes if the alternative cost of a keyword ability is to be paid, or was paid, for the object (118.9)."""
        return has_keyword(self.alternative_costs, keyword, self.now.words)

    def number_of_keyword(self, keyword: str) -> NumberValue:
        """The number of a keyword ability as printed: 2 for `toxic 2`. It is unknown if the ability states none."""
        number = parse_keyword(keyword, self.now.words).number
        low, high = (int(number), int(number)) if number.isdecimal() else (0, INFINITY)
        facts, assumed = (self.keywords.fact,), self.keywords.assumed
        return NumberValue(low, high, facts, _NUMBER_OF_KEYWORD, (keyword, self), assumed=assumed)
