"""The types of facts that are printed on cards: mana costs, type lines, types, keyword abilities, phrases."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from kb.i18n import _
from kb.rulings.situation.fact import InvalidFactValue, require_scalar, suggestion
from kb.rulings.situation.fact_types import KeywordsFact, WordFact, WordListFact
from kb.rulings.situation.mana_cost import parse_mana_cost
from kb.rulings.situation.type_line import CARD_TYPES, SUPERTYPES, parse_type_line
from kb.rulings.situation.vocabulary.keyword_names import KEYWORD_NAMES
from kb.rulings.situation.yaml_nodes import YamlNode

HALVES = "//"
"""What stands between the halves of a split card as printed."""


class CostFact(WordFact):
    """A mana cost as printed.

    Attributes:
        of_halves: True if it may be the mana costs of the halves of a split card: `{1}{R} // {1}{U}`.
    """

    def __init__(self, label: str, *, of_halves: bool = False, **options: Any) -> None:
        super().__init__(label, form="mana cost", **options)
        self.of_halves = of_halves

    def parse(self, node: YamlNode) -> str:
        """See `Fact`."""
        text = super().parse(node)
        try:
            for half in text.split(HALVES, 1) if self.of_halves else [text]:
                parse_mana_cost(half)
        except ValueError as problem:
            wrong, example = str(problem)[:40], "{2}{W/U}"
            message = _("'{wrong}' is no mana symbol; give a mana cost such as {example}", wrong=wrong, example=example)
            raise InvalidFactValue(node, message) from problem
        return text


class TypeLineFact(WordFact):
    """A type line as printed."""

    def __init__(self, label: str, **options: Any) -> None:
        super().__init__(label, form="type line", **options)

    def parse(self, node: YamlNode) -> str:
        """See `Fact`."""
        text = super().parse(node)
        try:
            parse_type_line(text)
        except ValueError as problem:
            word = str(problem)
            message = _("'{word}' is neither a supertype nor a card type", word=word[:40])
            raise InvalidFactValue(node, message + suggestion(word, (*CARD_TYPES, *SUPERTYPES))) from problem
        return text


class CardTypesFact(KeywordsFact):
    """A list of card types."""

    def __init__(self, label: str, **options: Any) -> None:
        super().__init__(label, *CARD_TYPES, **options)

    def parse_word(self, node: YamlNode) -> str:
        """Parse a card type.

        Raises:
            InvalidFactValue: the word isn't a card type. The message says where supertypes and subtypes are stated.
        """
        text = require_scalar(node, _("one word")).text
        if text.lower() in SUPERTYPES:
            raise InvalidFactValue(node, _("'{word}' is a supertype: it stands under `supertypes`", word=text))
        if " " in text:
            message = _("'{text}' is a whole type line: it stands under `type_line`", text=text[:40])
            raise InvalidFactValue(node, message)
        if text.lower() not in CARD_TYPES and not get_close_matches(text.lower(), CARD_TYPES, n=1):
            raise InvalidFactValue(node, _("'{word}' is no card type; subtypes stand under `subtypes`", word=text[:40]))
        return super().parse_word(node)


class KeywordAbilitiesFact(KeywordsFact):
    """A list of keyword abilities (`kb.rulings.situation.keyword_forms`)."""

    def parse_word(self, node: YamlNode) -> str:
        """Return a keyword ability in lower case. For `first-strike` or `first_strike`, return `first strike`."""
        text = super().parse_word(node)
        spaced = text.replace("-", " ").replace("_", " ")
        return spaced if text not in KEYWORD_NAMES and spaced in KEYWORD_NAMES else text


class SubtypesFact(KeywordsFact):
    """A list of subtypes (205.3)."""


class PhrasesFact(WordListFact):
    """A list of phrases of cards (`kb.rulings.situation.phrase_parser`).

    Attributes:
        others: regular expression of the values that aren't phrases; "" if all values are phrases.
        lower: True if phrases are kept in lower case.
    """

    def __init__(self, label: str, *, others: str = "", lower: bool = False, **options: Any) -> None:
        super().__init__(label, form="list of phrases", **options)
        self.others, self.lower = others, lower

    def parse_word(self, node: YamlNode) -> str:
        """See `WordListFact`."""
        return super().parse_word(node).lower() if self.lower else super().parse_word(node)


class QualitiesFact(PhrasesFact):
    """The qualities of an effect: phrases, words of the effect such as `double`, and kinds of counters."""


class PhraseFact(WordFact):
    """A phrase of cards. For `others`, see `PhrasesFact`."""

    def __init__(self, label: str, *, others: str = "", **options: Any) -> None:
        super().__init__(label, form="phrase", **options)
        self.others = others


class KeywordFact(WordFact):
    """A keyword ability, by its name or as printed. It is kept in lower case."""

    def __init__(self, label: str, **options: Any) -> None:
        super().__init__(label, form="keyword ability", **options)

    def parse_word(self, node: YamlNode) -> str:
        """See `WordFact`."""
        return super().parse_word(node).lower()


class AlternativeCostsFact(KeywordsFact):
    """A list of alternative costs: keyword abilities, or `without paying its mana cost`."""


class AdditionalCostsFact(KeywordAbilitiesFact):
    """A list of additional costs: keyword abilities of a spell whose costs are paid, once for each payment."""


class TokenDefinitionFact(WordFact):
    """The words of an effect that define a token: `1/1 green Saproling creature`."""


class WaivedRulesFact(WordListFact):
    """A list of rules, each a number or the name of an encoded rule."""
