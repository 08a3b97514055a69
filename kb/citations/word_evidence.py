"""Single words near a citation: which of the rules that ever had the cited number do they fit?

Comments tell a rule in words of their own. Few rules have had one number, so even single words tell them apart. Rare
words weigh more than common ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from kb.citations.rule_text_index import NumberSpan, RuleTextIndex, comparable_words, stem
from kb.citations.surroundings import Surroundings
from kb.rule_number import RuleNumber


class WordReading(NamedTuple):
    """The rule that the words near a citation fit best.

    Attributes:
        target: the present number of that rule, or None if the words fit no rule that had the number.
        fits: True if a rule that once had the number may be meant: it shares words with the text, or the text has few.
    """

    target: RuleNumber | None
    fits: bool


# In characters: words that are further away tell of something else.
_NEAR = 220
# Words of less weight are in very many rules.
_MIN_WORD_WEIGHT = 2.0
# A rule fits if the words that it shares with the text weigh so much, and so much more than those of any other rule.
_MIN_WEIGHT, _MIN_LEAD = 9.0, 1.5
_MIN_WEIGHT_OF_SUCCESSOR, _FEW_WORDS = 4.0, 8
_MIN_WEIGHT_AGAINST, _MIN_LEAD_AGAINST = 16.0, 2.5


class WordMatcher:
    """Compares single words with the rules that ever had a number."""

    def __init__(self, index: RuleTextIndex, day: str, text: Callable[[int], str]) -> None:
        """Compare with the rules up to an edition. `text` returns the text of a wording."""
        self._index, self._day, self._text = index, day, text
        self._stems: dict[int, frozenset[str]] = {}

    def read(self, number: RuleNumber, around: Surroundings) -> WordReading | None:
        """Read the words near a citation. Return None if they don't tell the rules apart."""
        spans = [span for span in self._index.numbers.get(str(number), ()) if span.first <= self._day]
        if all(self._index.number_on(span.lineage, self._day) in (number, None) for span in spans):
            return None
        text = f"{around.before[-_NEAR:]} {around.after[:_NEAR]}"
        near = set(map(stem, comparable_words(text)))
        telling = {word: weight for word in near if (weight := self._index.word_weight(word)) >= _MIN_WORD_WEIGHT}
        present = 0.0
        former: dict[RuleNumber, float] = {}
        for span in spans:
            weight = sum(telling.get(word, 0.0) for word in self._words_of(number, span) & telling.keys())
            target = self._index.number_on(span.lineage, self._day)
            if target == number:
                present = max(present, weight)
            elif target is not None and not number.covers(target):
                former[target] = max(former.get(target, 0.0), weight)
        ranked = sorted(former.items(), key=lambda each: -each[1])
        if not ranked:
            return None
        (target, best), second = ranked[0], ranked[1][1] if len(ranked) > 1 else 0.0
        has_number = self._index.lineage_on(number, self._day) is not None
        least, lead = (_MIN_WEIGHT_AGAINST, _MIN_LEAD_AGAINST) if has_number else (_MIN_WEIGHT, _MIN_LEAD)
        if best >= least and best >= lead * max(present, second):
            return WordReading(target, fits=True)
        fits = best >= _MIN_WEIGHT_OF_SUCCESSOR or len(telling) < _FEW_WORDS
        return WordReading(None, fits=fits)

    def _words_of(self, number: RuleNumber, span: NumberSpan) -> frozenset[str]:
        """Return the words of a rule, and of the headings that it stood under."""
        if span.wording not in self._stems:
            words: list[str] = comparable_words(self._text(span.wording))
            for above in _above(number):
                for each in self._index.numbers.get(str(above), ()):
                    if each.first <= span.first < each.ended and each.lineage in self._index.headed:
                        words += comparable_words(self._text(each.wording))
            self._stems[span.wording] = frozenset(map(stem, words))
        return self._stems[span.wording]


def _above(number: RuleNumber) -> Iterable[RuleNumber]:
    above = number.parent
    while above is not None and above.section:
        yield above
        above = above.parent
