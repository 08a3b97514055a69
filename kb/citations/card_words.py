"""The words of cards, which stand beside citations like quotations of the rules.

A card speaks of itself: "this creature" (with the name of the card before 2024-11), `~` and `CARDNAME` in lists. A
reminder text stands in brackets. The rules print what a keyword means on a card between quotation marks. So words
between these marks may stand beside any rule that the card needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kb.citations.rule_text_index import SHINGLE, comparable_words, shingle_key, shingle_places

_ITSELF = re.compile(
    r"\b(?P<itself>this (?:creature|permanent|spell|card|artifact|enchantment|land|equipment|aura|vehicle|planeswalker"
    r"|token|saga|battle|siege|class|room|case))\b|(?P<name>~|\bCARDNAME\b|\{(?:this|source)\})",
    re.IGNORECASE,
)
_REMINDER = re.compile(r"\s*[“\"]?\([^()]*\)[.\"”]?\s*")
_PRINTED_IN_QUOTES = re.compile(r"“([^“”]+)”")


def is_card_text(quoted: str, rule: str) -> bool:
    """True if quoted words are a card's: they speak of the card itself, as the rule doesn't, or are a reminder text."""
    if _REMINDER.fullmatch(quoted):
        return True
    printed = rule.casefold()
    return any(match["name"] or match["itself"].casefold() not in printed for match in _ITSELF.finditer(quoted))


def is_printed_in_quotes(words: Sequence[str], rule: str) -> bool:
    """True if a rule prints words between quotation marks, as the text of a card: “Flanking” means “Whenever …”."""
    keys = _keys(words)
    quoted = {key for inner in _quotations(rule) for key in inner}
    everywhere = _keys(comparable_words(rule))
    return bool(keys & quoted) and (keys & everywhere) <= quoted


def _quotations(rule: str) -> Iterator[set[int]]:
    for match in _PRINTED_IN_QUOTES.finditer(rule):
        words = comparable_words(match[1])
        if len(words) >= SHINGLE:
            yield _keys(words)


def _keys(words: Sequence[str]) -> set[int]:
    return {shingle_key(words, place) for place in shingle_places(words)}
