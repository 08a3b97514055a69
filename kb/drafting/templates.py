"""Templates for two words in a row that no text has: "planeswalker subtypes" is "sous-types de planeswalker".

French puts the noun first. What stands between it and the other word is learned from the texts: of the pairs of words
with the same second word, the most frequent form decides ("carte *de* créature", "marqueur charge").
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import pairwise

from kb.drafting.phrases import AlignedTexts, Phrase
from kb.drafting.tokens import DETERMINERS, Tokens

# So many pairs of words with the same second word are looked at.
_MOST_EXAMPLES = 25
_SCORE = -1.5


class Templates:
    """The templates of aligned texts."""

    def __init__(self, texts: AlignedTexts, nouns: frozenset[str], is_feminine: Callable[[str], bool]) -> None:
        """Count which words stand beside each other.

        Args:
            texts: the aligned texts.
            nouns: English nouns in the singular and plural, for words that follow no determiner in the texts.
            is_feminine: returns the gender of a French noun.
        """
        self._texts = texts
        self._nouns = nouns
        self._is_feminine = is_feminine
        self._before: dict[str, Counter[str]] = defaultdict(Counter)
        for english, _french in texts.pairs:
            for first, second in pairwise(english):
                self._before[second][first] += 1
        self._between = cache(self._find_between)

    def phrases(self, first: str, second: str, firsts: Sequence[Phrase], seconds: Sequence[Phrase]) -> list[Phrase]:
        """Return the French of two English words from the French of each, or nothing if they are no noun phrase."""
        if not self.is_noun(second) or not firsts or not seconds:
            return []
        other, noun = _bare(firsts), _bare(seconds)
        if other is None or noun is None:
            return []
        if self.is_noun(first):
            between = self._between(second)
            return [Phrase((*noun, *between, *other), _SCORE, 0, "template")]
        if firsts[0].source == "word" or first.endswith("ed"):
            return [Phrase((*noun, *self._agreeing(other, noun, second)), _SCORE, 0, "template")]
        return []

    def with_article(self, english: Tokens, phrases: Sequence[Phrase]) -> list[Phrase]:
        """Return the French of "the" and English words that end in a noun, with the article of its gender."""
        bare = _bare(phrases)
        if bare is None or not self.is_noun(english[-1]):
            return []
        is_plural = english[-1].endswith("s") and bare[0].endswith(("s", "x"))
        article = "les" if is_plural else "la" if self._is_feminine(bare[0]) else "le"
        return [Phrase((article, *bare), _SCORE, 0, "template")]

    def is_noun(self, word: str) -> bool:
        """True if an English word is a listed noun, or mostly follows a determiner in the texts."""
        if word in self._nouns:
            return True
        before = self._before.get(word)
        if before is None or sum(before.values()) < 5:
            return False
        return sum(count for other, count in before.items() if other in DETERMINERS) > 0.5 * sum(before.values())

    def _find_between(self, second: str) -> Tokens:
        """Return the words between noun and noun for an English second noun, "de" by default."""
        found: Counter[Tokens] = Counter()
        for first, _count in self._before.get(second, Counter()).most_common(_MOST_EXAMPLES * 3):
            if not self.is_noun(first) or first in DETERMINERS:
                continue
            phrases = self._texts.phrases((first, second))
            if not phrases or not 2 <= len(phrases[0].words) <= 4:
                continue
            words = phrases[0].words
            found[words[1:-1] if words[1] in {"de", "d'"} else ()] += phrases[0].count
        common = found.most_common(1)
        return ("de",) if not common or common[0][0] else ()

    def _agreeing(self, adjective: Tokens, noun: Tokens, english: str) -> Tokens:
        """Return a participle or adjective in the gender and number of a noun."""
        word = adjective[-1].removesuffix("s")
        masculine = word.removesuffix("e") if word.endswith("ée") else word
        if self._is_feminine(noun[0]) and not masculine.endswith("e"):
            masculine += "e"
        plural = "s" if english.endswith("s") and noun[0].endswith(("s", "x")) and masculine[-1] not in "sx" else ""
        return (*adjective[:-1], masculine + plural)


def _bare(phrases: Iterable[Phrase]) -> Tokens | None:
    """Return the best phrase without an article or preposition at its edges, or None."""
    loose = {"le", "la", "les", "l'", "un", "une", "des", "de", "d'", "à", "que", "qu'", "en", "et", ","}
    return next(
        (each.words for each in phrases if each.source != "same" and not {each.words[0], each.words[-1]} & loose), None
    )
