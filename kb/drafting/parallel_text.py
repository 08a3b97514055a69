"""The texts of both languages that drafts are learned from: lines of cards, and French rules with their English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kb.drafting.tokens import Tokens, english_tokens, french_tokens
from kb.parallel.card_lines import LinePair
from kb.text.sentences import sentence_spans
from kb.translation.rule_pair import RulePair

CARDS = "cards"
"""The origin of a pair that stands on cards. The origin of a pair of rules is the rule's number."""

_MOST_WORDS = 50
_QUOTED_COUNTER = re.compile(r'\b(marqueurs?) "([^"]{1,30})"')


@dataclass(frozen=True, slots=True)
class SentencePair:
    """A sentence in both languages. `origin` is `cards` or the number of a rule; `count` how many cards have it."""

    en: Tokens
    fr: Tokens
    fr_text: str
    origin: str
    count: int = 1


def sentence_pairs(
    lines: Iterable[LinePair], rules: Iterable[RulePair], compounds: frozenset[tuple[str, str]]
) -> list[SentencePair]:
    """Return the sentences of card lines and of translated rules. Equal sentences of cards are one pair."""
    found: dict[tuple[str, str], int] = {}
    for line in lines:
        french = _QUOTED_COUNTER.sub(r"\1 \2", line.fr)
        for pair in _sentences(line.en, french):
            found[pair] = found.get(pair, 0) + 1
    texts = [(en, fr, CARDS, count) for (en, fr), count in found.items()]
    texts += [(en, fr, origin, 1) for origin, en, fr in rule_sentences(rules)]
    pairs = (
        SentencePair(english_tokens(en, compounds), french_tokens(fr), fr, origin, count)
        for en, fr, origin, count in texts
    )
    return [pair for pair in pairs if 0 < len(pair.en) <= _MOST_WORDS and 0 < len(pair.fr) <= _MOST_WORDS]


def rule_sentences(rules: Iterable[RulePair]) -> Iterator[tuple[str, str, str]]:
    """Yield the number of each translated rule with a sentence of its base and the French of this sentence."""
    for pair in rules:
        if pair.base is None or pair.fr is None or pair.state == "untranslated" or pair.fr.item.text_lang != "fr":
            continue
        for english, french in zip(pair.base.texts, pair.fr.item.texts, strict=False):
            for en, fr in _sentences(english, french):
                yield str(pair.fr.item.number), en, fr


def _sentences(english: str, french: str) -> Iterator[tuple[str, str]]:
    """Yield the sentences of two texts, or the texts, if one has more sentences than the other."""
    en, fr = split_sentences(english), split_sentences(french)
    if len(en) == len(fr):
        yield from zip(en, fr, strict=True)
    elif "\n" not in english and "\n" not in french:
        yield english, french


def split_sentences(text: str) -> Sequence[str]:
    """Return the sentences of a text. Pages have plain spaces before », where French has no-break spaces."""
    return [text[start:end] for start, end in sentence_spans(text.replace(" »", "\u00a0»"))]
